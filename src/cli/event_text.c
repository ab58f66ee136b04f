/*
 * Events in words, in the player's language (the sentences are the referee's), and the table as a drawing.
 */
#include "event_text.h"

#include "../client/client.h"

#include <limits.h>

void event_text_format(char to[EVENT_TEXT_MAX], const struct carom_table *before, const struct carom_event *event,
                       unsigned you)
{
    struct carom_text text = carom_text_init(to, EVENT_TEXT_MAX);
    carom_event_format(&text, _(carom_event_sentence(before, event, you)), before, event);
    client_sanitize(to);
}

void event_text_scores(char words[EVENT_TEXT_MAX], const struct carom_table *table)
{
    struct carom_text text = carom_text_init(words, EVENT_TEXT_MAX);
    carom_table_format_scores(&text, table);
    client_sanitize(words);
}

void event_text_name(char name[CAROM_NAME_SIZE], const struct carom_table *table, unsigned seat)
{
    struct carom_text text = carom_text_init(name, CAROM_NAME_SIZE);
    carom_text_put(&text, carom_table_name(table, seat));
    client_sanitize(name);
}

int table_seconds_left(const struct carom_table *table, carom_ms now)
{
    carom_ms deadline;
    if (!carom_referee_deadline(table, &deadline))
        return -1;
    carom_ms left = deadline > now ? (deadline - now + 999) / 1000 : 0;
    return left < INT_MAX ? (int)left : INT_MAX;
}

/* M3, M12: what was rolled, the start too. */
static void print_dice(const struct carom_table *table)
{
    char start[8], via[8], target[8];
    struct carom_text text = carom_text_init(start, sizeof start);
    carom_micro_face_write(&text, table->drawn.start);
    text = carom_text_init(target, sizeof target);
    carom_micro_face_write(&text, table->drawn.target);
    if (table->drawn.via == CAROM_MICRO_NO_CELL) {
        printf(_("Dice: start %s, target %s.\n"), start, target);
        return;
    }
    text = carom_text_init(via, sizeof via);
    carom_micro_face_write(&text, table->drawn.via);
    printf(_("Dice: start %s, first %s, target %s.\n"), start, via, target);
}

void print_positions(const struct carom_table *table)
{
    bool micro = carom_rules_is_micro(&table->rules);
    char robots[64], token[8], cell[8];
    struct carom_text text = carom_text_init(robots, sizeof robots);
    if (micro)
        carom_micro_face_write(&text, table->micro_robot_face);
    else
        carom_robots_write(&text, &table->round.robots);
    printf(_("Robots: %s.\n"), robots);
    if (table->rounds == 0)
        return;
    if (micro) {
        print_dice(table);
        return;
    }
    text = carom_text_init(token, sizeof token);
    carom_token_write(&text, table->drawn.token);
    text = carom_text_init(cell, sizeof cell);
    carom_cell_write(&text, table->target.cell);
    printf(_("Target: %s on %s.\n"), token, cell);
}

/* The round's position, but with the robots where they stand now. */
void draw_table(struct carom_grid *grid, const struct carom_table *table, struct carom_grid_style style)
{
    struct carom_puzzle now;
    if (!carom_rules_is_micro(&table->rules)) {
        struct carom_position position = {
            .board = table->board, .robots = table->round.robots, .target = table->target};
        if (table->rounds == 0)
            position.target = (struct carom_target){0};
        carom_grid_position(grid, &position, style);
        return;
    }
    if (carom_table_round_puzzle(table, &now)) {
        now.micro.start = table->micro_board.cell_of[table->micro_robot_face];
        if (table->rules.hide_chip) /* M11: the dice say it */
            now.micro.target = now.micro.via = CAROM_MICRO_NO_CELL;
    } else {
        now.micro = (struct carom_micro_position){table->micro_board, CAROM_MICRO_NO_CELL, CAROM_MICRO_NO_CELL,
                                                  CAROM_MICRO_NO_CELL};
    }
    carom_grid_micro(grid, &now.micro, style);
}

void print_table_board(const struct carom_table *table, bool ascii)
{
    static struct carom_grid grid;
    static char bytes[CAROM_GRID_BYTES];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    draw_table(&grid, table, (struct carom_grid_style){.ascii = ascii});
    carom_grid_write(&text, &grid, false);
    fwrite(text.bytes, 1, text.length, stdout);
}
