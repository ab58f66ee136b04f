/*
 * The whole table as one JSON object, for pages that come late and `carom replay --at`. It contains no secrets (seed,
 * pile, dice). It is a view, not a log: nothing reads it back.
 */
#include "game.h"
#include "json_fields.h"

static void put_player(struct carom_text *text, const struct carom_table *table, unsigned seat)
{
    const struct carom_player *player = &table->players[seat];
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "id", carom_table_id(table, seat));
    carom_json_put_string(text, "name", carom_table_name(table, seat));
    carom_json_put_int(text, "score", player->score);
    game_of(&table->rules)->put_winnings(text, table, seat);
    if (player->handicap > 0)
        carom_json_put_int(text, "handicap", player->handicap);
    if (player->bid > 0 && player->bid != CAROM_BID_NO_LIMIT)
        carom_json_put_int(text, "bid", player->bid);
    if (player->done)
        carom_json_put_bool(text, "done", true);
    if (player->skip)
        carom_json_put_bool(text, "skip", true);
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
    if (seat < CAROM_PLAYERS_MAX && table->players[seat].seated)
        carom_json_put_string(text, key, carom_table_id(table, seat));
}

static void put_position(struct carom_text *text, const struct carom_table *table)
{
    struct carom_puzzle puzzle;
    if (!carom_table_round_puzzle(table, &puzzle))
        return;
    carom_puzzle_write_position(text, &puzzle);
}

/* The order in which bids would be shown now (R12); during demonstrations, the players after the one whose turn it
 * is. */
static void put_order(struct carom_text *text, const struct carom_table *table)
{
    struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX];
    unsigned count = carom_table_bid_order(table, ranked);
    carom_json_begin(text, "order", '[');
    for (unsigned i = count > 0 && ranked[0].seat == table->turn ? 1 : 0; i < count; i++) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "by", carom_table_id(table, ranked[i].seat));
        carom_json_put_int(text, "moves", ranked[i].moves);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

static void put_round(struct carom_text *text, const struct carom_table *table)
{
    if (carom_table_in_round(table))
        game_of(&table->rules)->put_target(text, table);
    if (table->until > 0)
        carom_json_put_int(text, "until", table->until);
    if (table->paused)
        carom_json_put_int(text, "paused", table->paused_at);
    put_seat(text, "hourglass", table, table->hourglass_turner);
    put_seat(text, "turn", table, table->turn);
    if (table->phase == CAROM_PHASE_BIDDING)
        put_order(text, table);
    if (table->phase == CAROM_PHASE_SHOWING) {
        if (table->turn_bid != CAROM_BID_NO_LIMIT)
            carom_json_put_int(text, "moves", table->turn_bid);
        put_order(text, table);
    }
    if (carom_table_in_round(table))
        carom_json_put_int(text, "count", table->round.cost);
}

void carom_table_write(struct carom_text *text, const struct carom_table *table)
{
    const struct game *game = game_of(&table->rules);
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "seq", table->seq);
    carom_json_put_int(text, "at", table->now);
    carom_json_put_string(text, "phase", carom_phase_name(table->phase));
    if (table->phase != CAROM_PHASE_NONE) {
        struct carom_game_config config = {.rules = table->rules};
        carom_json_begin(text, "rules", '{');
        codec_put_rules(text, &config, false);
        carom_json_end(text, '}');
        carom_json_put_int(text, "goal", table->goal);
        codec_put_board(text, "board", &table->rules, &table->board, &table->micro_board);
        game->put_robots(text, table);
        put_position(text, table);
        carom_json_put_int(text, "round", table->rounds);
        carom_json_put_int(text, "left",
                           (int64_t)referee_remaining(table) -
                               (game->target_in_supply && carom_table_in_round(table) ? 1 : 0));
        if (carom_rules_is_solo(&table->rules))
            carom_json_put_int(text, "down", table->face_down);
        if (table->no_winner)
            carom_json_put_bool(text, "training", true);
        put_round(text, table);
        put_seat(text, "dice", table, table->dice_seat);
        put_players(text, table);
    }
    carom_json_end(text, '}');
}
