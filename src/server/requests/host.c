/*
 * What the host of a table asks for: `lock`, `unlock`, `list`, `unlist`, `remove`, `end`, `host`, `pause`, `resume`.
 */
#include "room.h"

#include <stdio.h>
#include <string.h>

#define HOST_RATE 2    /* a second, of what is written and told to everybody ... */
#define HOST_SECONDS 5 /* ... that of so many at once */

static bool leave(struct table *table, const char *player, carom_ms now, struct refused *refused)
{
    struct carom_command command = {.what = CAROM_DO_LEAVE, .at = now};
    snprintf(command.by, sizeof command.by, "%s", player);
    return game_run(table, &command, now, refused);
}

static void see_off(struct guest *guest, const void *context)
{
    if (guest->seat == *(const uint32_t *)context)
        peer_bye(guest->peer, WHY_REMOVED, 0);
}

static bool remove_player(struct table *table, const char *player, carom_ms now, struct refused *refused)
{
    uint32_t seat = seat_of_player(table, player);
    bool plays = carom_table_seat(&table->state, player) != CAROM_NO_SEAT;
    if (seat == TABLE_NO_SEAT && !plays)
        return refuse(refused, WHY_NO_PLAYER);
    if (plays && table->state.phase != CAROM_PHASE_OVER && !leave(table, player, now, refused))
        return false;
    if (seat != TABLE_NO_SEAT) {
        guests_each(table, see_off, &seat);
        seat_give_up(table, player);
    }
    host_settle(table, now);
    votes_count(table, now);
    return true;
}

/* The referee stops the clocks and the log says so; what was voted for meanwhile is counted when the game goes on. */
static bool hold_game(struct table *table, bool pause, carom_ms now, struct refused *refused)
{
    struct carom_command command = {.what = pause ? CAROM_DO_PAUSE : CAROM_DO_RESUME, .at = now};
    if (!game_run(table, &command, now, refused))
        return false;
    votes_count(table, now);
    return true;
}

/* What can be said again and again, while each time a row is written and everybody is told, has a rate of its own: the
 * host can always lock a table, whatever others have spent there. */
static bool may_change(struct table *table, const struct asking *asking, struct refused *refused)
{
    const struct serve_options *options = table->tables->base->options;
    carom_ms wait = budget_wait(&asking->peer->visitor->events, asking->now, options->address_events, 0);
    if (wait == 0)
        wait = bucket_take(&table->hosting, asking->now, rate_of(HOST_RATE, HOST_SECONDS));
    return wait == 0 || refuse_number(refused, WHY_RATE, wait);
}

static bool pass_on(struct table *table, const struct asking *asking, struct refused *refused)
{
    const char *player = asking->request->player;
    if (seat_of_player(table, player) == TABLE_NO_SEAT)
        return refuse(refused, WHY_NO_PLAYER);
    if (strcmp(table->host, player) == 0)
        return true;
    if (!may_change(table, asking, refused))
        return false;
    host_pass(table, player);
    return true;
}

static bool list(struct table *table, const struct asking *asking, struct refused *refused)
{
    bool listed = asking->request->what == REQUEST_LIST;
    if (listed && !listing_may(table))
        return refuse(refused, WHY_NOT_OPEN);
    if (table->options.listed == listed)
        return true;
    if (!may_change(table, asking, refused))
        return false;
    host_list(table, listed, asking->now);
    return true;
}

static bool lock(struct table *table, const struct asking *asking, struct refused *refused)
{
    bool locked = asking->request->what == REQUEST_LOCK;
    if (table->locked == locked)
        return true;
    if (!may_change(table, asking, refused))
        return false;
    host_lock(table, locked);
    return true;
}

static bool serve_host(struct table *table, const struct asking *asking, struct refused *refused)
{
    const struct request *request = asking->request;
    carom_ms now = asking->now;
    if (request->what == REQUEST_REMOVE)
        return remove_player(table, request->player, now, refused);
    if (request->what == REQUEST_END)
        return host_end(table, now, refused);
    if (request->what == REQUEST_PAUSE || request->what == REQUEST_RESUME)
        return hold_game(table, request->what == REQUEST_PAUSE, now, refused);
    if (request->what == REQUEST_HOST)
        return pass_on(table, asking, refused);
    if (request->what == REQUEST_LIST || request->what == REQUEST_UNLIST)
        return list(table, asking, refused);
    return lock(table, asking, refused);
}

/* A pause ends without the host, too, if the host does not come back. */
static bool stands_in(const struct table *table, const struct request *request, carom_ms now)
{
    uint32_t seat = seat_of_player(table, table->host);
    return request->what == REQUEST_RESUME && seat != TABLE_NO_SEAT && !seat_present(&table->seats[seat], now);
}

void request_of_host(const struct asking *asking)
{
    const struct guest *guest = asking->peer->guest;
    struct table *table = guest->table;
    struct refused refused;
    host_settle(table, asking->now);
    bool host =
        strcmp(table->seats[guest->seat].player, table->host) == 0 || stands_in(table, asking->request, asking->now);
    if ((!host && !refuse(&refused, WHY_NOT_HOST)) || !serve_host(table, asking, &refused)) {
        answer_refused(asking, &refused);
        return;
    }
    answer_good(asking, table, NULL);
    table_touch(table);
}
