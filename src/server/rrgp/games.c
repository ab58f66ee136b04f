/*
 * Games have names here, and tables have codes: which is which. A game that was made with NEW is listed for everybody,
 * as the protocol wants it, while somebody is there; any other table is found by its code only, as everywhere.
 */
#include "room.h"

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

bool games_full(const struct caller *caller)
{
    const struct rrgp *rrgp = caller->rrgp;
    unsigned own = 0;
    for (unsigned i = 0; i < rrgp->game_count; i++)
        own += address_same(&rrgp->games[i].address, &caller->peer->visitor->address);
    return rrgp->game_count == GAMES_MOST || own >= EACH_MOST;
}

const struct game *game_add(const struct caller *caller, const char *name, const char *code)
{
    struct rrgp *rrgp = caller->rrgp;
    struct game *game = &rrgp->games[rrgp->game_count];
    game->address = caller->peer->visitor->address;
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
    SAY_ALL(rrgp, NULL, "NOTICE", "DISPOSE", game->name);
    rrgp->game_count--;
    memmove(&rrgp->games[at], &rrgp->games[at + 1], (rrgp->game_count - at) * sizeof *game);
}

/* ---- tables in memory ---- */

/* Has somebody a seat in the game that is on, or a connection to the table? */
static bool attended(const struct table *table)
{
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        bool plays =
            table->state.phase != CAROM_PHASE_OVER && carom_table_seat(&table->state, seat->player) != CAROM_NO_SEAT;
        if (seat->used && !id_of_program(seat->player) && (plays || seat_here(seat)))
            return true;
    }
    return table->audience != NULL;
}

/* Whoever is on the way to it counts. */
static bool game_stays(const struct rrgp *rrgp, const struct game *game)
{
    const struct table *table = index_code(rrgp->tables, game->code);
    for (const struct caller *caller = rrgp->callers; caller != NULL && table != NULL; caller = caller->next)
        if (!caller->peer->closing && strcmp(caller->code, game->code) == 0)
            return true;
    return table != NULL && attended(table);
}

void games_tidy(struct rrgp *rrgp)
{
    for (unsigned i = rrgp->game_count; i-- > 0;)
        if (!game_stays(rrgp, &rrgp->games[i]))
            game_drop(rrgp, &rrgp->games[i]);
}

const struct carom_table *game_table(const struct caller *caller, const char *name)
{
    if (caller->game[0] != '\0' && strcmp(caller->game, name) == 0)
        return &caller->table;
    const struct game *game = game_of_name(caller->rrgp, name);
    const struct table *table = game != NULL ? index_code(caller->rrgp->tables, game->code) : NULL;
    return table != NULL && !table->locked ? &table->state : NULL;
}

/* ---- seats ---- */

static struct kept *find_kept(const struct caller *caller, const char *code)
{
    struct rrgp *rrgp = caller->rrgp;
    for (unsigned i = 0; i < KEPT_MOST; i++) {
        struct kept *kept = &rrgp->kept[i];
        if (kept->token[0] != '\0' && strcmp(kept->code, code) == 0 && name_same(kept->name, caller->name) &&
            address_same(&kept->address, &caller->peer->visitor->address))
            return kept;
    }
    return NULL;
}

/* The oldest one goes; if this address has as many as it may, that is one of its own. */
static struct kept *free_kept(const struct caller *caller)
{
    struct rrgp *rrgp = caller->rrgp;
    struct kept *own = NULL;
    unsigned count = 0;
    for (unsigned i = KEPT_MOST; i-- > 0;) {
        struct kept *kept = &rrgp->kept[(rrgp->kept_next + i) % KEPT_MOST];
        if (kept->token[0] != '\0' && address_same(&kept->address, &caller->peer->visitor->address)) {
            own = kept;
            count++;
        }
    }
    return count >= EACH_MOST ? own : &rrgp->kept[rrgp->kept_next++ % KEPT_MOST];
}

void seat_keep(struct caller *caller)
{
    struct kept *kept = find_kept(caller, caller->code);
    if (kept == NULL)
        kept = free_kept(caller);
    *kept = (struct kept){.address = caller->peer->visitor->address};
    snprintf(kept->name, sizeof kept->name, "%s", caller->name);
    snprintf(kept->code, sizeof kept->code, "%s", caller->code);
    snprintf(kept->token, sizeof kept->token, "%s", caller->token);
}

void seat_drop(struct caller *caller)
{
    struct kept *kept = find_kept(caller, caller->code);
    if (kept != NULL)
        *kept = (struct kept){0};
}

const char *seat_kept(const struct caller *caller, const char *code)
{
    const struct kept *kept = find_kept(caller, code);
    return kept != NULL ? kept->token : NULL;
}
