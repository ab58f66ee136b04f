/*
 * Bots: programs that play at tables. A bot is a player of the referee like any other; what it sees in a position and
 * when it says what is src/bot's. Here it is let think, on another thread, and let speak when its time has come.
 *
 * Everything a bot does follows from the game's chance, its id and the round, never from the clock alone: a bot that
 * comes back with its table after a restart means to do the same as before. It has numbers of its own
 * (derive_bot_seed): what it does tells nothing about what will be drawn, and what was drawn nothing about what it will
 * do.
 */
#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include "../../bot/bot.h"
#include "../tables/tables.h"

#define BOTS_MAX 16 /* at one table */

/* What a table asks of its bots. */
extern const struct bot_callbacks bot_callbacks;

#endif
