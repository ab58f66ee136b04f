/*
 * Words that no name has: a short list of our own, or one that whoever runs the server has written, a word a line.
 *
 * They are compared by what people see (look_alikes.c). Short ones count only as a whole word, since they stand inside
 * harmless names; from WITHIN letters on anywhere.
 */
#include "border.h"

#include "look_alikes.h"

#include <string.h>

#define WITHIN 5
#define LOOKS 64 /* characters of a name, seen, with a blank between words */

/* English, Spanish, Catalan, Portuguese, Italian, German. */
static const char builtin[] = "fuck\ncunt\nnigger\nfaggot\nrapist\nhitler\nnazi\n"
                              "hijoputa\nhijodeputa\nmaricon\nputa\n"
                              "filldeputa\nmalparit\nmarieta\n"
                              "caralho\nviado\nfilhodaputa\n"
                              "cazzo\nfrocio\ntroia\nfigliodiputtana\n"
                              "fotze\nhurensohn\nwichser\nschwuchtel\nneger\n";

struct look {
    unsigned count;
    uint32_t seen[LOOKS + 2]; /* words with one blank before, between and behind them */
};

static void add(struct look *look, uint32_t character)
{
    if (look->count < LOOKS + 2 && (character != ' ' || look->count == 0 || look->seen[look->count - 1] != ' '))
        look->seen[look->count++] = character;
}

static struct look look_at(const char *text, size_t length, bool blanks)
{
    struct look look = {0};
    if (blanks)
        add(&look, ' ');
    for (size_t at = 0; at < length;) {
        uint32_t character = utf8_next(text, &at);
        bool blank = character == ' ' || character == '-' || character == '_' || character == '.';
        if (blank && blanks)
            add(&look, ' ');
        else if (!blank && !looks_blank(character))
            add(&look, look_of(character));
    }
    if (blanks)
        add(&look, ' ');
    return look;
}

static bool contains(const struct look *look, const struct look *part)
{
    for (unsigned i = 0; i + part->count <= look->count; i++)
        if (memcmp(look->seen + i, part->seen, part->count * sizeof part->seen[0]) == 0)
            return true;
    return false;
}

bool words_have(const char *words, const char *name)
{
    struct look apart = look_at(name, strlen(name), true);
    struct look together = look_at(name, strlen(name), false);
    for (const char *line = words != NULL ? words : builtin; *line != '\0';) {
        size_t length = strcspn(line, "\r\n");
        struct look word = look_at(line, length, length < WITHIN);
        bool any = word.count > (length < WITHIN ? 2u : 0u);
        if (any && line[0] != '#' && contains(length < WITHIN ? &apart : &together, &word))
            return true;
        line += length + strspn(line + length, "\r\n");
    }
    return false;
}
