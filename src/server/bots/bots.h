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

/* Callbacks for tables. */
extern const struct bot_callbacks bot_callbacks;

#endif
