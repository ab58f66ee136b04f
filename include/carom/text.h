/*
 * A bounded buffer to write text into. Writing past the end is recorded instead of done, so that a caller checks once
 * at the end. No allocation, no printf: the browser writes the same bytes.
 */
#ifndef CAROM_TEXT_H
#define CAROM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <carom/decls.h>

CAROM_BEGIN_DECLS

struct carom_text {
    char *bytes;    /* the caller's; NUL-terminated if size > 0 */
    size_t size;    /* capacity of `bytes`, including the NUL */
    size_t length;  /* bytes written so far, without the NUL */
    bool truncated; /* something did not fit */
    char last;      /* if truncated: the last byte that did not fit, for writers that look back */
    size_t missing; /* bytes that did not fit: length + missing + 1 would be enough */
};

struct carom_text carom_text_init(char *bytes, size_t size);
void carom_text_char(struct carom_text *text, char c);
void carom_text_put(struct carom_text *text, const char *words); /* NUL-terminated */
void carom_text_bytes(struct carom_text *text, const char *bytes, size_t length);
void carom_text_int(struct carom_text *text, int64_t number);
void carom_text_uint(struct carom_text *text, uint64_t number);

CAROM_END_DECLS

#endif
