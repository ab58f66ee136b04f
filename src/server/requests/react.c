/*
 * `react`: one of six words to everybody at the table, instead of a chat. It is no part of the game: the log says
 * nothing of it, and who was away has missed nothing.
 */
#include "room.h"

#define REACT_RATE 1 /* a second ... */
#define REACT_BURST 3

void request_react(const struct asking *asking)
{
    const struct guest *guest = asking->peer->guest;
    struct table *table = guest->table;
    struct seat *seat = guest->seat != TABLE_NO_SEAT ? &table->seats[guest->seat] : NULL;
    if (seat == NULL || !seat->used || carom_table_seat(&table->state, seat->player) == CAROM_NO_SEAT) {
        answer_why(asking, WHY_NOT_PLAYER, 0);
        return;
    }
    carom_ms wait = bucket_take(&seat->reactions, asking->now, rate_of(REACT_RATE, REACT_BURST));
    if (wait > 0) {
        answer_why(asking, WHY_RATE, wait);
        return;
    }
    reaction_tell(table, seat->player, asking->request->reaction, true);
    answer_good(asking, table, NULL);
}
