/*
 * Which language to answer in: Accept-Language (RFC 9110, 12.5.4) against the tags the server has texts for, matched as
 * RFC 4647 (3.4, Lookup) says, and after that by the language alone, because a Brazilian text is better than an English
 * one in Lisbon.
 */
#include "validate.h"

#include <string.h>
#include <strings.h>

static bool same(const char *tag, const char *words, size_t length)
{
    return strlen(tag) == length && strncasecmp(tag, words, length) == 0;
}

/* The tag for what was asked for; `count` if there is none. */
static size_t lookup(const char *wanted, size_t length, const char *const *tags, size_t count)
{
    size_t language = length;
    for (size_t end = length; end > 0;) {
        for (size_t i = 0; i < count; i++)
            if (same(tags[i], wanted, end))
                return i;
        language = end;
        while (end > 0 && wanted[end - 1] != '-')
            end--;
        end -= end > 0; /* the hyphen */
    }
    for (size_t i = 0; i < count; i++)
        if (language > 0 && strcspn(tags[i], "-") == language && strncasecmp(tags[i], wanted, language) == 0)
            return i;
    return count;
}

/* ";q=0.8" in thousandths; without it 1000, and 0 if it is broken. */
static unsigned weight(const char *parameters, size_t length)
{
    unsigned value = 0, digits = 0;
    const char *q = parameters, *end = parameters + length;
    while (q < end && (*q == ';' || *q == ' ' || *q == '\t'))
        q++;
    if (q == end)
        return 1000;
    if (end - q < 3 || (*q != 'q' && *q != 'Q') || q[1] != '=' || (q[2] != '0' && q[2] != '1'))
        return 0;
    if (q[2] == '1')
        return 1000;
    for (q += q[3] == '.' ? 4 : 3; q < end && *q >= '0' && *q <= '9' && digits < 3; q++, digits++)
        value = 10 * value + (unsigned)(*q - '0');
    for (; digits < 3; digits++)
        value *= 10;
    return value;
}

size_t accept_language(const char *header, const char *const *tags, size_t count)
{
    size_t best = 0;
    unsigned most = 0;
    while (header != NULL && *header != '\0') {
        header += strspn(header, ", \t");
        size_t whole = strcspn(header, ",");
        size_t length = strcspn(header, ",; \t");
        size_t found = lookup(header, length, tags, count);
        unsigned q = weight(header + length, whole - length);
        if (found < count && q > most) {
            best = found;
            most = q;
        }
        header += whole;
    }
    return best;
}
