/*
 * Questions about a table that only this layer asks, and the words of those who sit there. Nobody outside includes
 * this.
 */
#ifndef REFEREE_TABLE_H
#define REFEREE_TABLE_H

#include <carom/referee.h>

/* The next seated player clockwise after this seat, who may be the same one; CAROM_NO_SEAT if the table is empty. */
unsigned referee_next_seated(const struct carom_table *table, unsigned seat);
/* Where the next player sits: in order of joining; when all seats have been used, in the first empty one;
 * CAROM_PLAYERS_MAX if there is none. */
unsigned referee_free_seat(const struct carom_table *table);
/* Has everybody who is seated said `done`? */
bool referee_all_done(const struct carom_table *table);
unsigned referee_skip_votes(const struct carom_table *table);
/* How many of them put a target back: everybody's who is seated (R16, M9); by the first reading more than half. */
unsigned referee_skip_needed(const struct carom_table *table);
/* The cell of a target that was drawn; in Micro Robots `a1`..`f6`. */
unsigned referee_target_cell(const struct carom_table *table, const struct carom_drawn_target *drawn);
/* Tokens in the pile, or chips in the supply. */
unsigned referee_remaining(const struct carom_table *table);
/* Between rounds: is the game at its end, goal reached, nothing left to draw, or nothing left that can be reached? */
bool referee_is_over(const struct carom_table *table);
/* A player's id and name among the table's words. */
bool referee_strings_fit(const struct carom_table *table, const char *id, const char *name);
void referee_strings_add(struct carom_table *table, unsigned seat, const char *id, const char *name);
void referee_strings_remove(struct carom_table *table, unsigned seat);
/* A NUL-terminated text into a field of this size. */
void copy_string(char *to, size_t size, const char *from);

#endif
