/*
 * Events in words, in the player's language (the sentences are the referee's), and the table as a drawing.
 */
#include "story.h"

void story_tell(char to[STORY_MAX], const struct carom_table *before, const struct carom_event *event)
{
    struct carom_text text = carom_text_in(to, STORY_MAX);
    carom_event_tell(&text, _(carom_event_sentence(before, event, CAROM_NO_SEAT)), before, event);
}

void story_scores(char words[STORY_MAX], const struct carom_table *table)
{
    struct carom_text text = carom_text_in(words, STORY_MAX);
    carom_table_scores(&text, table);
}

static void draw_micro(struct carom_grid *grid, const struct carom_table *table, struct carom_grid_style style)
{
    struct carom_micro_position position = {
        .board = table->tiles, .start = CAROM_MICRO_NONE, .via = CAROM_MICRO_NONE, .target = CAROM_MICRO_NONE};
    if (table->place_face != CAROM_MICRO_NONE) {
        position.start = table->tiles.place[table->place_face];
        position.target = table->tiles.place[table->drawn.target];
    }
    if (table->place_face != CAROM_MICRO_NONE && table->drawn.via != CAROM_MICRO_NONE)
        position.via = table->tiles.place[table->drawn.via];
    carom_grid_micro(grid, &position, style);
}

void story_draw(struct carom_grid *grid, const struct carom_table *table, struct carom_grid_style style)
{
    if (carom_rules_micro(&table->rules)) {
        draw_micro(grid, table, style);
        return;
    }
    struct carom_position position = {.board = table->board, .robots = table->round.robots, .target = table->target};
    carom_grid_position(grid, &position, style);
}

void story_print(const struct carom_table *table, bool ascii)
{
    static struct carom_grid grid;
    static char bytes[CAROM_GRID_BYTES];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    story_draw(&grid, table, (struct carom_grid_style){.ascii = ascii});
    carom_grid_write(&text, &grid, false);
    fwrite(text.bytes, 1, text.length, stdout);
}
