/*
 * The query of an address, read.
 */
#include "room.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool query_number(struct exchange *exchange, const char *name, uint64_t most, uint64_t *number)
{
    const char *words = exchange_query(exchange, name);
    if (words == NULL)
        return true;
    char *end;
    errno = 0; /* what is too large becomes the largest number, and says so here alone */
    unsigned long long value = strtoull(words, &end, 10);
    if (*words >= '0' && *words <= '9' && *end == '\0' && errno == 0 && value <= most) {
        *number = value;
        return true;
    }
    char what[96];
    snprintf(what, sizeof what, "`%s` has to be a whole number from 0 to %llu", name, (unsigned long long)most);
    exchange_refuse_what(exchange, "query", WHY_BAD_QUERY, what);
    return false;
}

bool query_choice(struct exchange *exchange, const char *name, const char *const *words, unsigned count,
                  unsigned *choice)
{
    const char *word = exchange_query(exchange, name);
    for (unsigned i = 0; word != NULL && i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            *choice = i;
            return true;
        }
    }
    if (word == NULL)
        return true;
    char what[96];
    snprintf(what, sizeof what, "`%s` has to be %s or %s", name, words[0], words[count - 1]);
    exchange_refuse_what(exchange, "query", WHY_BAD_QUERY, what);
    return false;
}

bool query_flag(const struct exchange *exchange, const char *name)
{
    const char *words = exchange_query(exchange, name);
    return words != NULL && strcmp(words, "0") != 0 && strcmp(words, "false") != 0;
}
