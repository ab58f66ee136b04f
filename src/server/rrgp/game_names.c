/*
 * Maps names of games in RRGP to codes of tables. A game created with NEW is listed for everybody, as the protocol
 * requires, while somebody is there; any other table is found only by its code.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

const struct game *game_of_name(const struct rrgp *rrgp, const char *name)
{
    for (unsigned i = 0; i < rrgp->game_count; i++)
        if (strcmp(rrgp->games[i].name, name) == 0)
            return &rrgp->games[i];
    return NULL;
}

const struct game *game_of_code(const struct rrgp *rrgp, const char *code)
{
    for (unsigned i = 0; i < rrgp->game_count; i++)
        if (strcmp(rrgp->games[i].code, code) == 0)
            return &rrgp->games[i];
    return NULL;
}

bool games_full(const struct rrgp_client *rrgp_client)
{
    const struct rrgp *rrgp = rrgp_client->rrgp;
    unsigned own = 0;
    for (unsigned i = 0; i < rrgp->game_count; i++)
        own += address_equal(&rrgp->games[i].address, &rrgp_client->conn->client_addr->address);
    return rrgp->game_count == GAMES_MAX || own >= PER_ADDRESS_MAX;
}

const struct game *game_add(const struct rrgp_client *rrgp_client, const char *name, const char *code)
{
    struct rrgp *rrgp = rrgp_client->rrgp;
    REQUIRE(!games_full(rrgp_client)); /* or a game would be written behind the last */
    struct game *game = &rrgp->games[rrgp->game_count];
    game->address = rrgp_client->conn->client_addr->address;
    snprintf(game->name, sizeof game->name, "%s", name);
    for (unsigned i = 1; game_of_name(rrgp, game->name) != NULL; i++)
        snprintf(game->name, sizeof game->name, "%.40s-%u", name, i);
    snprintf(game->code, sizeof game->code, "%s", code);
    rrgp->game_count++;
    return game;
}

void game_drop(struct rrgp *rrgp, const struct game *game)
{
    size_t at = (size_t)(game - rrgp->games);
    SEND_LINE_ALL(rrgp, NULL, "NOTICE", "DISPOSE", game->name);
    rrgp->game_count--;
    memmove(&rrgp->games[at], &rrgp->games[at + 1], (rrgp->game_count - at) * sizeof *game);
}

/* ---- tables in memory ---- */

/* Does anybody have a seat in the current game, or a connection to the table? */
static bool has_people(const struct table *table)
{
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        bool plays =
            table->game.phase != CAROM_PHASE_OVER && carom_table_find_seat(&table->game, seat->player) != CAROM_NO_SEAT;
        if (seat->in_use && !id_is_bot(seat->player) && (plays || seat_is_connected(seat)))
            return true;
    }
    return table->sessions != NULL;
}

/* Clients that are about to join count too. */
static bool is_game_in_use(const struct rrgp *rrgp, const struct game *game)
{
    const struct table *table = registry_by_code(rrgp->tables, game->code);
    for (const struct rrgp_client *rrgp_client = rrgp->clients; rrgp_client != NULL && table != NULL;
         rrgp_client = rrgp_client->next)
        if (!rrgp_client->conn->closing && strcmp(rrgp_client->code, game->code) == 0)
            return true;
    return table != NULL && has_people(table);
}

void games_remove_empty(struct rrgp *rrgp)
{
    for (unsigned i = rrgp->game_count; i-- > 0;)
        if (!is_game_in_use(rrgp, &rrgp->games[i]))
            game_drop(rrgp, &rrgp->games[i]);
}

const struct carom_table *game_table(const struct rrgp_client *rrgp_client, const char *name)
{
    if (rrgp_client->game[0] != '\0' && strcmp(rrgp_client->game, name) == 0)
        return &rrgp_client->table;
    const struct game *game = game_of_name(rrgp_client->rrgp, name);
    const struct table *table = game != NULL ? registry_by_code(rrgp_client->rrgp->tables, game->code) : NULL;
    return table != NULL && !table->locked ? &table->game : NULL;
}

/* ---- seats ---- */

static struct reserved_seat *find_reserved(const struct rrgp_client *rrgp_client, const char *code)
{
    struct rrgp *rrgp = rrgp_client->rrgp;
    for (unsigned i = 0; i < RESERVED_SEATS_MAX; i++) {
        struct reserved_seat *seat = &rrgp->reserved_seats[i];
        if (seat->token[0] != '\0' && strcmp(seat->code, code) == 0 && name_confusable(seat->name, rrgp_client->name) &&
            address_equal(&seat->address, &rrgp_client->conn->client_addr->address))
            return seat;
    }
    return NULL;
}

/* Evicts the oldest one; if this address has reached its limit, the oldest of its own. */
static struct reserved_seat *free_reserved(const struct rrgp_client *rrgp_client)
{
    struct rrgp *rrgp = rrgp_client->rrgp;
    struct reserved_seat *own = NULL;
    unsigned count = 0;
    for (unsigned i = RESERVED_SEATS_MAX; i-- > 0;) {
        struct reserved_seat *seat = &rrgp->reserved_seats[(rrgp->reserved_next + i) % RESERVED_SEATS_MAX];
        if (seat->token[0] != '\0' && address_equal(&seat->address, &rrgp_client->conn->client_addr->address)) {
            own = seat;
            count++;
        }
    }
    return count >= PER_ADDRESS_MAX ? own : &rrgp->reserved_seats[rrgp->reserved_next++ % RESERVED_SEATS_MAX];
}

void seat_reserve(struct rrgp_client *rrgp_client)
{
    struct reserved_seat *seat = find_reserved(rrgp_client, rrgp_client->code);
    if (seat == NULL)
        seat = free_reserved(rrgp_client);
    *seat = (struct reserved_seat){.address = rrgp_client->conn->client_addr->address};
    snprintf(seat->name, sizeof seat->name, "%s", rrgp_client->name);
    snprintf(seat->code, sizeof seat->code, "%s", rrgp_client->code);
    snprintf(seat->token, sizeof seat->token, "%s", rrgp_client->token);
}

void seat_unreserve(struct rrgp_client *rrgp_client)
{
    struct reserved_seat *seat = find_reserved(rrgp_client, rrgp_client->code);
    if (seat != NULL)
        *seat = (struct reserved_seat){0};
}

const char *seat_reserved_token(const struct rrgp_client *rrgp_client, const char *code)
{
    const struct reserved_seat *seat = find_reserved(rrgp_client, code);
    return seat != NULL ? seat->token : NULL;
}
