/*
 * Bounded text writing. The NUL is updated with every call, so an unfinished text can be printed at any time. A piece
 * that does not fit is dropped as a whole, and everything after it, so that a truncated text never ends in half a
 * piece.
 */
#include "invariants.h"
#include "libc_mem.h"

struct carom_text carom_text_init(char *bytes, size_t size)
{
    if (size > 0)
        bytes[0] = '\0';
    return (struct carom_text){.bytes = bytes, .size = size};
}

void carom_text_bytes(struct carom_text *text, const char *bytes, size_t length)
{
    if (text->truncated || length >= text->size - text->length) {
        text->truncated = text->truncated || length > 0 || text->size == 0;
        text->missing += length;
        text->last = length > 0 ? bytes[length - 1] : text->last;
        return;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
    CAROM_ASSERT(carom_text_valid(text));
}

/* Writes a single byte; a fast path, because most of JSON is written with it. */
void carom_text_char(struct carom_text *text, char c)
{
    if (text->truncated || text->size - text->length <= 1) {
        text->truncated = true;
        text->missing++;
        text->last = c;
        return;
    }
    text->bytes[text->length++] = c;
    text->bytes[text->length] = '\0';
}

void carom_text_put(struct carom_text *text, const char *words)
{
    size_t length = 0;
    while (words[length] != '\0')
        length++;
    carom_text_bytes(text, words, length);
}

void carom_text_uint(struct carom_text *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    carom_text_bytes(text, digits + at, sizeof digits - at);
}

void carom_text_int(struct carom_text *text, int64_t number)
{
    if (number < 0) {
        carom_text_char(text, '-');
        carom_text_uint(text, 0 - (uint64_t)number);
    } else {
        carom_text_uint(text, (uint64_t)number);
    }
}
