/*
 * What the host of a table asks for: `lock`, `unlock`, `list`, `unlist`, `remove`, `end`, `host`, `pause`, `resume`.
 */
#include "room.h"

#include <stdio.h>
#include <string.h>

static bool leave(struct table *table, const char *player, carom_ms now, struct refused *refused)
{
    struct carom_command command = {.what = CAROM_DO_LEAVE, .at = now};
    snprintf(command.by, sizeof command.by, "%s", player);
    return game_run(table, &command, now, refused);
}

/* Tells the player's connections, whoever they are now. */
static void see_off(struct table *table, uint32_t seat)
{
    for (struct guest *guest = table->audience; guest != NULL; guest = guest->next)
        if (guest->seat == seat)
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
        see_off(table, seat);
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

static bool pass_on(struct table *table, const char *player, struct refused *refused)
{
    if (seat_of_player(table, player) == TABLE_NO_SEAT)
        return refuse(refused, WHY_NO_PLAYER);
    host_pass(table, player);
    return true;
}

static bool serve_host(struct table *table, const struct request *request, carom_ms now, struct refused *refused)
{
    if (request->what == REQUEST_REMOVE)
        return remove_player(table, request->player, now, refused);
    if (request->what == REQUEST_END)
        return host_end(table, now, refused);
    if (request->what == REQUEST_PAUSE || request->what == REQUEST_RESUME)
        return hold_game(table, request->what == REQUEST_PAUSE, now, refused);
    if (request->what == REQUEST_HOST)
        return pass_on(table, request->player, refused);
    if (request->what == REQUEST_LIST && !listing_may(table))
        return refuse(refused, WHY_NOT_OPEN);
    if (request->what == REQUEST_LIST || request->what == REQUEST_UNLIST)
        host_list(table, request->what == REQUEST_LIST, now);
    else
        host_lock(table, request->what == REQUEST_LOCK);
    return true;
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
    if ((!host && !refuse(&refused, WHY_NOT_HOST)) || !serve_host(table, asking->request, asking->now, &refused)) {
        answer_refused(asking, &refused);
        return;
    }
    answer_good(table, asking->request);
    answer_send(asking);
    table_touch(table);
}
