/*
 * The whole table as one JSON object, for those who look at it: pages that come late, `carom replay --at`. It has no
 * secrets (seed, pile, dice) in it. It is a view, not a log: nothing reads it back.
 */
#include "codec.h"

static void put_tokens(struct carom_text *text, uint32_t tokens)
{
    carom_json_begin(text, "tokens", '[');
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        if ((tokens >> token & 1u) != 0)
            codec_put_token(text, NULL, token);
    carom_json_end(text, ']');
}

static void put_player(struct carom_text *text, const struct carom_table *table, unsigned seat)
{
    const struct carom_player *player = &table->players[seat];
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "id", carom_table_id(table, seat));
    carom_json_words(text, "name", carom_table_name(table, seat));
    carom_json_number(text, "score", player->score);
    if (!carom_rules_micro(&table->rules))
        put_tokens(text, carom_table_tokens(table, seat));
    if (player->handicap > 0)
        carom_json_number(text, "handicap", player->handicap);
    if (player->bid > 0)
        carom_json_number(text, "bid", player->bid);
    if (player->done)
        carom_json_flag(text, "done", true);
    if (player->skip)
        carom_json_flag(text, "skip", true);
    carom_json_end(text, '}');
}

static void put_players(struct carom_text *text, const struct carom_table *table)
{
    carom_json_begin(text, "players", '[');
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->players[seat].seated)
            put_player(text, table, seat);
    carom_json_end(text, ']');
}

static void put_seat(struct carom_text *text, const char *key, const struct carom_table *table, unsigned seat)
{
    if (seat < CAROM_PLAYERS && table->players[seat].seated)
        carom_json_words(text, key, carom_table_id(table, seat));
}

static void put_target(struct carom_text *text, const struct carom_table *table)
{
    if (!carom_table_in_round(table))
        return;
    if (!carom_rules_micro(&table->rules)) {
        codec_put_token(text, "target", table->drawn.token);
        codec_put_cell(text, "cell", table->target.cell);
        return;
    }
    codec_put_face(text, "target", table->drawn.target);
    codec_put_face(text, "start", table->drawn.start);
    if (table->drawn.via != CAROM_MICRO_NONE)
        codec_put_face(text, "via", table->drawn.via);
}

static void put_robots(struct carom_text *text, const struct carom_table *table)
{
    if (!carom_rules_micro(&table->rules)) {
        codec_put_robots(text, "markers", &table->markers);
        codec_put_robots(text, "robots", carom_table_in_round(table) ? &table->round.robots : &table->markers);
    } else if (table->place_face != CAROM_MICRO_NONE) {
        codec_put_face(text, "robots", table->place_face);
    }
}

static void put_position(struct carom_text *text, const struct carom_table *table)
{
    struct carom_puzzle puzzle;
    if (!carom_table_puzzle(table, &puzzle))
        return;
    carom_puzzle_word(text, &puzzle);
}

/* In which order bids would be shown now (R12); while routes are shown, who is left after the one whose turn it is. */
static void put_order(struct carom_text *text, const struct carom_table *table)
{
    struct carom_standing standing[CAROM_PLAYERS];
    unsigned count = carom_table_standing(table, standing);
    carom_json_begin(text, "order", '[');
    for (unsigned i = count > 0 && standing[0].seat == table->turn ? 1 : 0; i < count; i++) {
        carom_json_begin(text, NULL, '{');
        carom_json_words(text, "by", carom_table_id(table, standing[i].seat));
        carom_json_number(text, "moves", standing[i].moves);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

static void put_round(struct carom_text *text, const struct carom_table *table)
{
    put_target(text, table);
    if (table->until > 0)
        carom_json_number(text, "until", table->until);
    if (table->paused)
        carom_json_number(text, "paused", table->paused_at);
    put_seat(text, "hourglass", table, table->hourglass_by);
    put_seat(text, "turn", table, table->turn);
    if (table->phase == CAROM_PHASE_BIDDING)
        put_order(text, table);
    if (table->phase == CAROM_PHASE_SHOWING) {
        carom_json_number(text, "moves", table->turn_bid);
        put_order(text, table);
    }
    if (carom_table_in_round(table))
        carom_json_number(text, "count", table->round.cost);
}

void carom_table_write(struct carom_text *text, const struct carom_table *table)
{
    bool micro = carom_rules_micro(&table->rules);
    carom_json_begin(text, NULL, '{');
    carom_json_number(text, "seq", table->seq);
    carom_json_number(text, "at", table->now);
    carom_json_words(text, "phase", carom_phase_name(table->phase));
    if (table->phase != CAROM_PHASE_UNOPENED) {
        struct carom_opening opening = {.rules = table->rules};
        carom_json_begin(text, "rules", '{');
        codec_put_rules(text, &opening, false);
        carom_json_end(text, '}');
        carom_json_number(text, "goal", table->goal);
        codec_put_board(text, "board", &table->rules, &table->board, &table->tiles);
        put_robots(text, table);
        put_position(text, table);
        carom_json_number(text, "round", table->rounds);
        carom_json_number(text, "left", (int64_t)referee_left(table) - (micro && carom_table_in_round(table) ? 1 : 0));
        if (carom_rules_solo(&table->rules))
            carom_json_number(text, "down", table->face_down);
        if (table->training)
            carom_json_flag(text, "training", true);
        put_round(text, table);
        put_seat(text, "dice", table, table->dice_seat);
        put_players(text, table);
    }
    carom_json_end(text, '}');
}
