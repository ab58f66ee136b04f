/*
 * Confusable and invisible characters, for names.c and banned_words.c.
 */
#ifndef SERVER_VALIDATE_CONFUSABLES_H
#define SERVER_VALIDATE_CONFUSABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZERO_WIDTH_JOINER 0x200du /* joins the people of a family emoji */

/* Returns the character at `*at` of valid UTF-8 and advances `*at`. */
uint32_t utf8_next(const char *text, size_t *at);
/* The representative of all characters that look like this one. */
uint32_t confusable_skeleton(uint32_t character);
/* Invisible on its own: blanks, accents, selectors. */
bool is_invisible(uint32_t character);
/* An emoji or similar symbol. */
bool is_emoji(uint32_t character);

#endif
