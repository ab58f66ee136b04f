/*
 * The order in which bids are shown, and why (R12, S3, S4): one comparison decides and gives the reason.
 */
#include "game.h"

/* Does the bid of seat a come before that of seat b? A head start counts for this comparison only. */
static bool comes_before(const struct carom_table *table, unsigned a, unsigned b, enum carom_rank_reason *reason)
{
    const struct carom_player *one = &table->players[a];
    const struct carom_player *other = &table->players[b];
    int64_t difference = ((int64_t)one->bid - one->handicap) - ((int64_t)other->bid - other->handicap);
    if (difference != 0) {
        *reason = one->handicap + other->handicap > 0 ? CAROM_RANK_HEAD_START : CAROM_RANK_LOWER;
        return difference < 0;
    }
    if (table->rules.tie == CAROM_TIE_FEWEST && one->score != other->score) {
        *reason = CAROM_RANK_FEWER;
        return one->score < other->score;
    }
    *reason = CAROM_RANK_EARLIER;
    return one->bid_seq < other->bid_seq;
}

unsigned referee_order(const struct carom_table *table, struct carom_bidder order[CAROM_PLAYERS_MAX])
{
    enum carom_rank_reason reason;
    unsigned count = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!table->players[seat].seated || table->players[seat].bid == 0)
            continue;
        unsigned place = count++;
        for (; place > 0 && comes_before(table, seat, order[place - 1].seat, &reason); place--)
            order[place] = order[place - 1];
        order[place] = (struct carom_bidder){.seat = (uint8_t)seat, .moves = table->players[seat].bid};
    }
    return count;
}

/* The player whose turn it is, and those after. */
static unsigned remaining_order(const struct carom_table *table, struct carom_bidder order[CAROM_PLAYERS_MAX])
{
    unsigned count = 0;
    if (table->turn < table->seats && table->players[table->turn].seated)
        order[count++] = (struct carom_bidder){.seat = table->turn, .moves = table->turn_bid};
    for (unsigned i = table->order_index; i < table->order_count && count < CAROM_PLAYERS_MAX; i++) {
        const struct carom_player *player = &table->players[table->order[i]];
        if (player->seated && player->bid > 0)
            order[count++] = (struct carom_bidder){.seat = table->order[i], .moves = player->bid};
    }
    return count;
}

static enum carom_rank_reason rank_reason(const struct carom_table *table, const struct carom_bidder *order,
                                          unsigned count, unsigned i)
{
    enum carom_rank_reason reason = count == 1 ? CAROM_RANK_ONLY : CAROM_RANK_LAST;
    if (game_of(&table->rules)->calls)
        return CAROM_RANK_FIRST_CALL;
    if (i + 1 < count)
        comes_before(table, order[i].seat, order[i + 1].seat, &reason);
    return reason;
}

unsigned carom_table_bid_order(const struct carom_table *table, struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX])
{
    struct carom_bidder order[CAROM_PLAYERS_MAX];
    unsigned count = 0;
    if (table->phase == CAROM_PHASE_BIDDING)
        count = referee_order(table, order);
    else if (table->phase == CAROM_PHASE_SHOWING)
        count = remaining_order(table, order);
    for (unsigned i = 0; i < count; i++) {
        ranked[i] = (struct carom_ranked_bid){
            .seat = order[i].seat, .moves = order[i].moves, .reason = rank_reason(table, order, count, i)};
    }
    return count;
}
