/*
 * What the solver found out about a round, told when the round is over: the shortest way beside the one that was shown.
 */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#define RESULT_BYTES 16384

bool game_in_round(const struct live *live)
{
    enum carom_phase phase = live->table.phase;
    return phase == CAROM_PHASE_BIDDING || phase == CAROM_PHASE_SHOWING || phase == CAROM_PHASE_SEARCHING;
}

bool game_position(const struct live *live, struct carom_position *position)
{
    if (live->table.rounds == 0 || carom_rules_micro(&live->table.rules))
        return false;
    *position =
        (struct carom_position){.board = live->table.board, .robots = live->round_robots, .target = live->round_target};
    return true;
}

bool game_micro_position(const struct live *live, struct carom_micro_position *position)
{
    const struct carom_table *table = &live->table;
    if (table->rounds == 0 || !carom_rules_micro(&table->rules))
        return false;
    *position = (struct carom_micro_position){.board = table->tiles, .via = CAROM_MICRO_NONE};
    position->start = table->tiles.place[table->drawn.start];
    position->target = table->tiles.place[table->drawn.target];
    if (table->drawn.via != CAROM_MICRO_NONE)
        position->via = table->tiles.place[table->drawn.via];
    return true;
}

static void write_position(struct carom_text *text, const struct live *live)
{
    struct carom_position position;
    struct carom_micro_position micro;
    carom_text_put(text, ",\"position\":\"");
    if (game_position(live, &position))
        carom_position_write(text, &position);
    else if (game_micro_position(live, &micro))
        carom_micro_write(text, &micro);
    carom_text_char(text, '"');
}

static void write_route(struct carom_text *text, const struct live *live)
{
    const struct solved *solved = &live->solved;
    carom_text_put(text, ",\"route\":[");
    for (uint32_t i = 0; i < solved->moves; i++) {
        carom_text_put(text, i == 0 ? "\"" : ",\"");
        if (solved->places != NULL)
            carom_micro_face_write(text, live->table.tiles.shows[solved->places[i]]);
        else
            carom_move_write(text, solved->route[i]);
        carom_text_char(text, '"');
    }
    carom_text_char(text, ']');
    if (solved->routes > 0) {
        carom_text_put(text, ",\"count\":");
        carom_text_uint(text, solved->routes);
    }
    if (solved->listed != NULL) {
        carom_text_put(text, ",\"routes\":");
        carom_text_put(text, solved->listed);
    }
}

static void write_found(struct carom_text *text, const struct live *live)
{
    const struct solved *solved = &live->solved;
    switch (solved->status) {
    case CAROM_SOLVE_FOUND:
        carom_text_put(text, ",\"moves\":");
        carom_text_uint(text, solved->cost);
        carom_text_put(text, ",\"proven\":true");
        write_route(text, live);
        break;
    case CAROM_SOLVE_UNSOLVABLE:
        carom_text_put(text, ",\"moves\":null,\"unsolvable\":true,\"proven\":true");
        break;
    case CAROM_SOLVE_LIMIT:
    case CAROM_SOLVE_CANCELLED:
    case CAROM_SOLVE_NO_MEMORY:
        carom_text_put(text, ",\"moves\":null,\"proven\":false,\"at_least\":");
        carom_text_uint(text, solved->at_least);
        break;
    }
}

struct bytes *game_result_frame(const struct live *live)
{
    const struct solved *solved = &live->solved;
    if (solved->round == 0 || solved->running || solved->round != live->table.rounds || game_in_round(live))
        return NULL;
    char *buffer = must_alloc(RESULT_BYTES);
    struct carom_text text = carom_text_in(buffer, RESULT_BYTES);
    carom_text_put(&text, "{\"type\":\"result\",\"game\":");
    carom_text_uint(&text, live->facts.game);
    carom_text_put(&text, ",\"round\":");
    carom_text_uint(&text, solved->round);
    write_position(&text, live);
    write_found(&text, live);
    carom_text_char(&text, '}');
    struct bytes *frame = text.cut ? NULL : frame_text(buffer, text.length);
    free(buffer);
    return frame;
}

void game_tell_result(struct live *live)
{
    struct bytes *frame = live->solved.told ? NULL : game_result_frame(live);
    if (frame != NULL) {
        live->solved.told = true;
        commit_to_table(live->server, live, frame);
    }
}

void solved_clear(struct solved *solved)
{
    free(solved->route);
    free(solved->places);
    free(solved->listed);
    free(solved->detours);
    *solved = (struct solved){0};
}
