/*
 * How characters look. For names.c and its neighbours.
 */
#ifndef SERVER_LOOK_ALIKES_H
#define SERVER_LOOK_ALIKES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOINER 0x200du /* between the people of a family */

/* The character at `*at` of valid UTF-8; moves `*at` behind it. */
uint32_t utf8_next(const char *text, size_t *at);
/* The one that stands for all that look like this one. */
uint32_t look_of(uint32_t character);
/* Alone nothing is seen of it: blanks, accents, selectors. */
bool looks_blank(uint32_t character);
/* An emoji, or something like it. */
bool is_picture(uint32_t character);

#endif
