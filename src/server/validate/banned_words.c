/*
 * Words banned in names: a short built-in list, or the operator's own, one per line.
 *
 * They are compared by skeleton (confusables.c). Short words count only as whole words, since they occur inside
 * harmless names; from WITHIN letters on anywhere.
 */
#include "validate.h"

#include "confusables.h"

#include <string.h>

#define WITHIN 5
#define SKELETON_MAX 64 /* characters of a name's skeleton, with a blank between words */

/* English, Spanish, Catalan, Portuguese, Italian, German. */
static const char builtin[] = "fuck\ncunt\nnigger\nfaggot\nrapist\nhitler\nnazi\n"
                              "hijoputa\nhijodeputa\nmaricon\nputa\n"
                              "filldeputa\nmalparit\nmarieta\n"
                              "caralho\nviado\nfilhodaputa\n"
                              "cazzo\nfrocio\ntroia\nfigliodiputtana\n"
                              "fotze\nhurensohn\nwichser\nschwuchtel\nneger\n";

struct skeleton_text {
    unsigned count;
    uint32_t seen[SKELETON_MAX + 2]; /* the skeleton, with one blank before, between and after words */
};

static void add_character(struct skeleton_text *skeleton, uint32_t character)
{
    if (skeleton->count < SKELETON_MAX + 2 &&
        (character != ' ' || skeleton->count == 0 || skeleton->seen[skeleton->count - 1] != ' '))
        skeleton->seen[skeleton->count++] = character;
}

static struct skeleton_text make_skeleton_text(const char *text, size_t length, bool blanks)
{
    struct skeleton_text skeleton = {0};
    if (blanks)
        add_character(&skeleton, ' ');
    for (size_t at = 0; at < length;) {
        uint32_t character = utf8_next(text, &at);
        bool blank = character == ' ' || character == '-' || character == '_' || character == '.';
        if (blank && blanks)
            add_character(&skeleton, ' ');
        else if (!blank && !is_invisible(character))
            add_character(&skeleton, confusable_skeleton(character));
    }
    if (blanks)
        add_character(&skeleton, ' ');
    return skeleton;
}

static bool contains(const struct skeleton_text *skeleton, const struct skeleton_text *part)
{
    for (unsigned i = 0; i + part->count <= skeleton->count; i++)
        if (memcmp(skeleton->seen + i, part->seen, part->count * sizeof part->seen[0]) == 0)
            return true;
    return false;
}

bool name_has_banned_word(const char *words, const char *name)
{
    struct skeleton_text apart = make_skeleton_text(name, strlen(name), true);
    struct skeleton_text together = make_skeleton_text(name, strlen(name), false);
    for (const char *line = words != NULL ? words : builtin; *line != '\0';) {
        size_t length = strcspn(line, "\r\n");
        struct skeleton_text word = make_skeleton_text(line, length, length < WITHIN);
        bool any = word.count > (length < WITHIN ? 2u : 0u);
        if (any && line[0] != '#' && contains(length < WITHIN ? &apart : &together, &word))
            return true;
        line += length + strspn(line + length, "\r\n");
    }
    return false;
}
