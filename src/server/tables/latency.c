/*
 * Fairness under latency (docs/reference/protocol.md): a bid counts as made half a round trip before it arrives, at
 * most 250 ms.
 *
 * That alone would not change the order, because what arrives first would be decided first. So during bidding, commands
 * wait until no bid of a present player that was made earlier can still arrive: until the time they were made plus the
 * largest credit at the table. If everybody is near, nobody waits.
 *
 * Times in the log never go back: commands are decided in the order in which they were made, and a bid is never dated
 * before the last event (game_execute).
 */
#include "tables.h"

carom_ms latency_max_credit(const struct table *table)
{
    carom_ms longest = 0;
    if (!table->options.latency_credit || table->game.phase != CAROM_PHASE_BIDDING)
        return 0;
    for (const struct session *session = table->sessions; session != NULL; session = session->next)
        if (session->seat != TABLE_NO_SEAT && conn_latency_credit(session->conn) > longest)
            longest = conn_latency_credit(session->conn);
    return longest;
}

carom_ms latency_session_credit(const struct table *table, const struct session *session)
{
    return latency_max_credit(table) > 0 ? conn_latency_credit(session->conn) : 0;
}

bool latency_must_wait(const struct table *table, carom_ms credit)
{
    return table->deferred != NULL || credit < latency_max_credit(table);
}

void deferred_add_by_time(struct table *table, struct deferred *deferred, carom_ms now)
{
    struct deferred **link = &table->deferred;
    while (*link != NULL && (*link)->sent_at <= deferred->sent_at)
        link = &(*link)->next;
    deferred->next = *link;
    *link = deferred;
    deferred_run_due(table, now);
}

bool deferred_deadline(const struct table *table, carom_ms *at)
{
    if (table->deferred == NULL)
        return false;
    *at = table->deferred->sent_at + latency_max_credit(table);
    return true;
}

void deferred_run_due(struct table *table, carom_ms now)
{
    carom_ms at;
    while (deferred_deadline(table, &at) && at <= now) {
        struct deferred *deferred = table->deferred;
        table->deferred = deferred->next;
        deferred->run(table, deferred);
    }
}

void deferred_cancel_all(struct table *table)
{
    while (table->deferred != NULL) {
        struct deferred *deferred = table->deferred;
        table->deferred = deferred->next;
        deferred->cancel(deferred);
    }
}
