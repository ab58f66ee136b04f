/*
 * Reading query parameters.
 */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool http_query_uint(struct http_request *request, const char *name, uint64_t most, uint64_t *number)
{
    const char *words = http_query(request, name);
    if (words == NULL)
        return true;
    char *end;
    errno = 0; /* strtoull clamps a number that is too large and reports it only in errno */
    unsigned long long value = strtoull(words, &end, 10);
    if (*words >= '0' && *words <= '9' && *end == '\0' && errno == 0 && value <= most) {
        *number = value;
        return true;
    }
    char what[96];
    snprintf(what, sizeof what, "`%s` has to be a whole number from 0 to %llu", name, (unsigned long long)most);
    http_reply_error_detail(request, "query", API_ERR_BAD_QUERY, what);
    return false;
}

bool http_query_enum(struct http_request *request, const char *name, const char *const *words, unsigned count,
                     unsigned *choice)
{
    const char *word = http_query(request, name);
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
    http_reply_error_detail(request, "query", API_ERR_BAD_QUERY, what);
    return false;
}

bool http_query_bool(const struct http_request *request, const char *name)
{
    const char *words = http_query(request, name);
    return words != NULL && strcmp(words, "0") != 0 && strcmp(words, "false") != 0;
}
