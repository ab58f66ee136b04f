/*
 * How wide words are on a terminal. Bytes, characters and columns are three things: "é" has two bytes, "手" takes two
 * columns, and what combines with the letter before it takes none.
 */
#include "columns.h"

#include <string.h>
#include <wchar.h>

/* The next character: its bytes, and in *columns what it takes. A byte that is not valid UTF-8 counts as one column. */
static size_t next_character(const char *words, size_t length, size_t *columns, wchar_t *character)
{
    mbstate_t state = {0};
    size_t bytes = mbrtowc(character, words, length, &state);
    if (bytes == 0 || bytes == (size_t)-1 || bytes == (size_t)-2) {
        *character = L'?';
        *columns = 1;
        return 1;
    }
    int width = wcwidth(*character);
    *columns = width > 0 ? (size_t)width : 0;
    return bytes;
}

size_t columns_of(const char *words)
{
    size_t length = strlen(words), sum = 0;
    for (size_t at = 0; at < length;) {
        size_t columns;
        wchar_t character;
        at += next_character(words + at, length - at, &columns, &character);
        sum += columns;
    }
    return sum;
}

size_t columns_cut(const char *words, size_t room)
{
    size_t length = strlen(words), at = 0, sum = 0;
    while (at < length) {
        size_t columns;
        wchar_t character;
        size_t bytes = next_character(words + at, length - at, &columns, &character);
        if (sum + columns > room)
            break;
        sum += columns;
        at += bytes;
    }
    return at;
}

/* Languages without blanks, whose letters are wide, break between any two of them. */
size_t columns_line(const char *words, size_t room)
{
    size_t length = strlen(words), fits = columns_cut(words, room), at = 0, wide = 0;
    if (fits == length || words[fits] == ' ')
        return fits;
    size_t blank = fits;
    while (blank > 0 && words[blank] != ' ')
        blank--;
    while (at < fits) {
        size_t columns;
        wchar_t character;
        at += next_character(words + at, length - at, &columns, &character);
        if (columns == 2)
            wide = at;
    }
    size_t best = blank > wide ? blank : wide;
    if (best == 0 && fits == 0) { /* a wide character in a single column: better cut off than for ever */
        size_t columns;
        wchar_t character;
        return next_character(words, length, &columns, &character);
    }
    return best > 0 ? best : fits;
}
