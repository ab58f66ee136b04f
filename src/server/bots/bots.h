/*
 * Bots at tables. A bot is a player like any other; what it sees in a position and when it acts is decided by src/bot.
 * This layer runs its thinking on another thread and its actions when they are due.
 *
 * Everything a bot does follows from the game's randomness, its id and the round, never from the clock alone: after a
 * restart it plans the same as before. Its seed is derived separately (derive_bot_seed), so that its actions reveal
 * nothing about coming draws, and draws nothing about its actions.
 */
#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include "../../bot/bot.h"
#include "../tables/tables.h"

#define BOTS_MAX 16 /* per table */

/* Seats a bot of this level, named as the command says or (empty) as nobody else; fills in the command's `by`. */
bool bot_join(struct table *table, struct carom_command *command, unsigned level, carom_ms now,
              struct api_error *error);

/* ---- races.c: games that the server starts ---- */

#define RACE_PAUSE_MS 15000 /* between two rounds: time to look at the routes */

/* When a public race has to begin, or its next round; false: it does not, or the table is no such race. */
bool races_deadline(const struct table *table, carom_ms *at);
/* Begins it if that is due. */
void races_act(struct table *table, carom_ms now);

/* Callbacks for tables. */
extern const struct bot_callbacks bot_callbacks;

#endif
