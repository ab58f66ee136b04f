/*
 * "Did you mean": the command or option that is nearest to a word with a typo, by the Damerau-Levenshtein distance
 * (optimal string alignment): letters that are missing, too many, wrong, or swapped with their neighbour.
 */
#include "cli.h"

#include <string.h>

#define WORD_MAX 32 /* longer words have no near name */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The edit distance of two words of at most WORD_MAX letters; swapping two neighbouring letters is one edit. */
static size_t distance_between(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t edits[WORD_MAX + 1][WORD_MAX + 1]; /* between the first i letters of a and the first j of b */
    for (size_t i = 0; i <= a_length; i++) {
        for (size_t j = 0; j <= b_length; j++) {
            if (i == 0 || j == 0) {
                edits[i][j] = i + j;
                continue;
            }
            size_t replaced = edits[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            edits[i][j] = least(replaced, least(edits[i - 1][j], edits[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                edits[i][j] = least(edits[i][j], edits[i - 2][j - 2] + 1);
        }
    }
    return edits[a_length][b_length];
}

/* One edit for each three letters; a word of one or two letters is near to everything and so to nothing. */
size_t cli_typo_limit(const char *typed)
{
    size_t length = strlen(typed);
    return length < 3 ? 0 : (length + 1) / 3;
}

void cli_closest(const char *typed, const char *name, const char **closest, size_t *distance)
{
    size_t typed_length = strlen(typed), name_length = strlen(name);
    if (typed_length < 3 || typed_length > WORD_MAX || name_length > WORD_MAX)
        return;
    size_t edits = distance_between(typed, typed_length, name, name_length);
    if (strncmp(name, typed, typed_length) == 0)
        edits = 1; /* the beginning of a name is meant to be it */
    if (edits < *distance || (edits == *distance && *closest == NULL)) {
        *closest = name;
        *distance = edits;
    }
}
