/*
 * Fairness under latency (docs/protocol.md): a bid counts as made half a round trip before it arrives, at most 250 ms.
 *
 * That alone would not change any order, because what arrives first would be decided first. So while bidding is on,
 * commands wait until no present player's bid can still come in that was made before them: as long as the largest
 * credit at the table beyond the time at which they were made. Where everybody is near nobody waits.
 *
 * The log's times never go back: commands are decided in the order in which they were made, and a bid is never made
 * before the last event (game_run).
 */
#include "tables.h"

carom_ms fairness_longest(const struct table *table)
{
    carom_ms longest = 0;
    if (!table->options.credit || table->state.phase != CAROM_PHASE_BIDDING)
        return 0;
    for (const struct guest *guest = table->audience; guest != NULL; guest = guest->next)
        if (guest->seat != TABLE_NO_SEAT && peer_credit(guest->peer) > longest)
            longest = peer_credit(guest->peer);
    return longest;
}

carom_ms fairness_credit(const struct table *table, const struct guest *guest)
{
    return fairness_longest(table) > 0 ? peer_credit(guest->peer) : 0;
}

bool fairness_waits(const struct table *table, carom_ms credit)
{
    return table->held != NULL || credit < fairness_longest(table);
}

void fairness_hold(struct table *table, struct held *held, carom_ms now)
{
    struct held **link = &table->held;
    while (*link != NULL && (*link)->made <= held->made)
        link = &(*link)->next;
    held->next = *link;
    *link = held;
    fairness_run_due(table, now);
}

bool fairness_due(const struct table *table, carom_ms *at)
{
    if (table->held == NULL)
        return false;
    *at = table->held->made + fairness_longest(table);
    return true;
}

void fairness_run_due(struct table *table, carom_ms now)
{
    carom_ms at;
    while (fairness_due(table, &at) && at <= now) {
        struct held *held = table->held;
        table->held = held->next;
        held->run(table, held);
    }
}

void fairness_forget(struct table *table)
{
    while (table->held != NULL) {
        struct held *held = table->held;
        table->held = held->next;
        held->drop(held);
    }
}
