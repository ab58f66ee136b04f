/*
 * Queries on a table, and the strings of its seats. Private to the referee.
 */
#ifndef REFEREE_TABLE_H
#define REFEREE_TABLE_H

#include <carom/referee.h>

/* The next seated player clockwise, possibly the same one; CAROM_NO_SEAT if the table is empty. */
unsigned referee_next_seated(const struct carom_table *table, unsigned seat);
/* The seat for the next player: in order of joining; when all have been used, the first empty one; CAROM_PLAYERS_MAX
 * if there is none. */
unsigned referee_free_seat(const struct carom_table *table);
/* Have all seated players said `done`? */
bool referee_all_done(const struct carom_table *table);
unsigned referee_skip_votes(const struct carom_table *table);
/* How many votes put a target back: all of those seated (R16, M9); by the first version of the rules more than half. */
unsigned referee_skip_needed(const struct carom_table *table);
/* Tokens in the pile, or chips in the supply. */
unsigned referee_remaining(const struct carom_table *table);
/* Between rounds: is the game over, because the goal is reached, nothing is left to draw, or nothing left can be
 * reached? */
bool referee_is_over(const struct carom_table *table);
/* Do a player's id and name fit into the table's strings? */
bool referee_strings_fit(const struct carom_table *table, const char *id, const char *name);
void referee_strings_add(struct carom_table *table, unsigned seat, const char *id, const char *name);
void referee_strings_remove(struct carom_table *table, unsigned seat);
/* Copies a string into a member of this size. */
void copy_string(char *to, size_t size, const char *from);

#endif
