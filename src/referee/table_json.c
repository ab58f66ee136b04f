/*
 * The whole table as one JSON object, for those who look at it: pages that come late, `carom replay --at`. It has no
 * secrets (seed, pile, dice) in it. It is a view, not a log: nothing reads it back.
 */
#include "codec.h"

static void put_tokens(struct carom_text *text, uint32_t tokens)
{
    bool first = true;
    codec_key(text, "tokens");
    carom_text_char(text, '[');
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        if ((tokens >> token & 1u) != 0) {
            carom_text_put(text, first ? "\"" : ",\"");
            carom_token_write(text, token);
            carom_text_char(text, '"');
            first = false;
        }
    }
    carom_text_char(text, ']');
}

static void put_player(struct carom_text *text, const struct carom_table *table, unsigned seat)
{
    const struct carom_player *player = &table->players[seat];
    carom_text_put(text, "{\"id\":");
    carom_json_quote_words(text, carom_table_id(table, seat));
    codec_put_words(text, "name", carom_table_name(table, seat));
    codec_put_int(text, "score", player->score);
    if (!carom_rules_micro(&table->rules))
        put_tokens(text, carom_table_tokens(table, seat));
    if (player->handicap > 0)
        codec_put_int(text, "handicap", player->handicap);
    if (player->bid > 0)
        codec_put_int(text, "bid", player->bid);
    if (player->done)
        codec_put_bool(text, "done", true);
    if (player->skip)
        codec_put_bool(text, "skip", true);
    carom_text_char(text, '}');
}

static void put_players(struct carom_text *text, const struct carom_table *table)
{
    bool first = true;
    codec_key(text, "players");
    carom_text_char(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->players[seat].seated) {
            carom_text_put(text, first ? "" : ",");
            put_player(text, table, seat);
            first = false;
        }
    }
    carom_text_char(text, ']');
}

static void put_seat(struct carom_text *text, const char *key, const struct carom_table *table, unsigned seat)
{
    if (seat < CAROM_PLAYERS && table->players[seat].seated)
        codec_put_words(text, key, carom_table_id(table, seat));
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
    carom_json_open(text, "position");
    carom_puzzle_write(text, &puzzle);
    carom_json_close(text);
}

static void put_bidder(struct carom_text *text, const struct carom_table *table, unsigned seat, bool first)
{
    carom_text_put(text, first ? "{\"by\":" : ",{\"by\":");
    carom_json_quote_words(text, carom_table_id(table, seat));
    codec_put_int(text, "moves", table->players[seat].bid);
    carom_text_char(text, '}');
}

/* While bids are made: in which order they would be shown now (R12). */
static void put_standing(struct carom_text *text, const struct carom_table *table)
{
    struct carom_bidder order[CAROM_PLAYERS];
    unsigned count = referee_order(table, order);
    codec_key(text, "order");
    carom_text_char(text, '[');
    for (unsigned i = 0; i < count; i++)
        put_bidder(text, table, order[i].seat, i == 0);
    carom_text_char(text, ']');
}

/* Who is still to demonstrate after the one whose turn it is. */
static void put_order(struct carom_text *text, const struct carom_table *table)
{
    bool first = true;
    codec_key(text, "order");
    carom_text_char(text, '[');
    for (unsigned i = table->order_next; i < table->order_count; i++) {
        const struct carom_player *player = &table->players[table->order[i]];
        if (player->seated && player->bid > 0) {
            put_bidder(text, table, table->order[i], first);
            first = false;
        }
    }
    carom_text_char(text, ']');
}

static void put_round(struct carom_text *text, const struct carom_table *table)
{
    put_target(text, table);
    if (table->until > 0)
        codec_put_int(text, "until", table->until);
    put_seat(text, "hourglass", table, table->hourglass_by);
    put_seat(text, "turn", table, table->turn);
    if (table->phase == CAROM_PHASE_BIDDING)
        put_standing(text, table);
    if (table->phase == CAROM_PHASE_SHOWING) {
        codec_put_int(text, "moves", table->turn_bid);
        put_order(text, table);
    }
    if (carom_table_in_round(table))
        codec_put_int(text, "count", table->round.cost);
}

void carom_table_write(struct carom_text *text, const struct carom_table *table)
{
    bool micro = carom_rules_micro(&table->rules);
    carom_text_put(text, "{\"seq\":");
    carom_text_uint(text, table->seq);
    codec_put_int(text, "at", table->now);
    codec_put_words(text, "phase", carom_phase_name(table->phase));
    if (table->phase != CAROM_PHASE_UNOPENED) {
        struct carom_opening opening = {.rules = table->rules};
        codec_key(text, "rules");
        carom_text_char(text, '{');
        codec_put_rules(text, &opening, false);
        carom_text_char(text, '}');
        codec_put_int(text, "goal", table->goal);
        codec_put_board(text, "board", &table->rules, &table->board, &table->tiles);
        put_robots(text, table);
        put_position(text, table);
        codec_put_int(text, "round", table->rounds);
        codec_put_int(text, "left", (int64_t)referee_left(table) - (micro && carom_table_in_round(table) ? 1 : 0));
        if (carom_rules_solo(&table->rules))
            codec_put_int(text, "down", table->face_down);
        put_round(text, table);
        put_seat(text, "dice", table, table->dice_seat);
        put_players(text, table);
    }
    carom_text_char(text, '}');
}
