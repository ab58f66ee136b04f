/*
 * How characters look. For names.c and its neighbours.
 */
#ifndef SERVER_VALIDATE_CONFUSABLES_H
#define SERVER_VALIDATE_CONFUSABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZERO_WIDTH_JOINER 0x200du /* between the people of a family */

/* The character at `*at` of valid UTF-8; moves `*at` behind it. */
uint32_t utf8_next(const char *text, size_t *at);
/* The one that stands for all that look like this one. */
uint32_t confusable_skeleton(uint32_t character);
/* Alone nothing is seen of it: blanks, accents, selectors. */
bool is_invisible(uint32_t character);
/* An emoji, or something like it. */
bool is_emoji(uint32_t character);

#endif
