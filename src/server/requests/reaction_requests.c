/*
 * `react`: one of six reactions to everybody at the table, instead of a chat. Not part of the game and not in the log.
 */
#include "internal.h"

#define REACT_RATE 1 /* per second */
#define REACT_BURST 3

void request_reaction(const struct request_context *context)
{
    const struct session *session = context->conn->session;
    struct table *table = session->table;
    struct seat *seat = session->seat != TABLE_NO_SEAT ? &table->seats[session->seat] : NULL;
    if (seat == NULL || !seat->in_use || carom_table_find_seat(&table->game, seat->player) == CAROM_NO_SEAT) {
        reply_error_code(context, API_ERR_NOT_PLAYER, 0);
        return;
    }
    carom_ms wait = bucket_take(&seat->reactions, context->now, rate_per_second(REACT_RATE, REACT_BURST));
    if (wait > 0) {
        reply_error_code(context, API_ERR_RATE_LIMIT, wait);
        return;
    }
    reaction_broadcast(table, seat->player, context->request->reaction, true);
    reply_ok(context, table, NULL);
}
