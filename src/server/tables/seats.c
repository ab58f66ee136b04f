/*
 * Limits on seats per table and per address. Without them a stranger could fill a public table, outvote its players,
 * and make every message about it longer.
 */
#include "internal.h"

#include <stdlib.h>

static bool seat_plays(const struct table *table, const struct seat *seat)
{
    return seat->in_use && carom_table_find_seat(&table->game, seat->player) != CAROM_NO_SEAT;
}

bool seats_admit(const struct table *table, const struct client_addr *client_addr, uint32_t own)
{
    struct origin origin = visitor_origin(client_addr);
    unsigned same = 0, near = 0;
    if (!table->options.public)
        return true;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (i == own || !seat_plays(table, seat))
            continue;
        same += seat->origin.address == origin.address;
        near += origin.network != 0 && seat->origin.network == origin.network;
    }
    return same < SEATS_EACH && near < SUBNET_48_FACTOR * SEATS_EACH;
}

/* Sorts by when they left; then by who sat down first. */
static int by_absence(const void *a, const void *b)
{
    const struct seat *one = *(const struct seat *const *)a, *other = *(const struct seat *const *)b;
    if (one->away_since != other->away_since)
        return one->away_since < other->away_since ? -1 : 1;
    uint64_t first = player_number_from_id(one->player), second = player_number_from_id(other->player);
    return first < second ? -1 : first > second;
}

bool seats_trim(struct table *table, unsigned most)
{
    unsigned used = 0, count = 0, next = 0;
    const struct seat **absent = xcalloc((table->seat_count + 1) * sizeof *absent);
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        used += seat->in_use;
        if (seat->in_use && !seat_is_connected(seat) && !seat_plays(table, seat))
            absent[count++] = seat;
    }
    if (used > most)
        qsort(absent, count, sizeof absent[0], by_absence);
    for (; used > most && next < count; used--)
        seat_release(table, absent[next++]->player);
    free(absent);
    return used <= most;
}

bool table_name_taken(const struct carom_table *table, const char *name)
{
    for (unsigned i = 0; i < table->seats; i++)
        if (table->players[i].seated && name_confusable(carom_table_name(table, i), name))
            return true;
    return false;
}

struct counting {
    uint32_t seat;
    unsigned *count;
};

static void count_guest(struct session *session, const void *context)
{
    const struct counting *counting = context;
    *counting->count += session->seat == counting->seat;
}

unsigned seat_session_count(const struct table *table, uint32_t seat)
{
    unsigned count = 0;
    sessions_each(table, count_guest, &(struct counting){seat, &count});
    return count;
}
