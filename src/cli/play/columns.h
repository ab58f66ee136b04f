/*
 * How wide words are on a terminal, in columns, by the locale's characters.
 */
#ifndef PLAY_COLUMNS_H
#define PLAY_COLUMNS_H

#include <stddef.h>

size_t columns_of(const char *words);
/* How many bytes of `words` fit into that many columns, without cutting a character. */
size_t columns_cut(const char *words, size_t room);
/* The bytes of the first line, broken at a blank or at a wide character if there is one; 0 only for "". */
size_t columns_line(const char *words, size_t room);

#endif
