/*
 * Nicknames and player ids: validated here once, trusted afterwards.
 */
#include "validate.h"

#include "confusables.h"

#include <string.h>

/* Characters not allowed in nicknames: control characters, bidirectional overrides, invisible ones, line breaks,
 * private use and non-characters. */
static const struct {
    uint32_t first;
    uint32_t last;
} bad_characters[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x061c, 0x061c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x3164, 0x3164}, {0xe000, 0xf8ff},   {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0x1d173, 0x1d17a}, {0x1fffe, 0x1ffff}, {0xe0000, 0x10ffff},
};

static bool character_allowed(uint32_t character)
{
    for (size_t i = 0; i < sizeof bad_characters / sizeof bad_characters[0]; i++)
        if (character >= bad_characters[i].first && character <= bad_characters[i].last)
            return false;
    return true;
}

/* Does an emoji follow? Families are several emoji joined by an otherwise invisible character. */
static bool joins_picture(const char *text, size_t length, size_t at)
{
    return at < length && is_emoji(utf8_next(text, &at));
}

enum name_error name_read(char name[NICKNAME_MAX + 1], const char *text, size_t length)
{
    while (length > 0 && text[0] == ' ') {
        text++;
        length--;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length == 0)
        return NAME_EMPTY;
    if (length > NICKNAME_MAX)
        return NAME_TOO_LONG;
    if (!carom_utf8_valid(text, length))
        return NAME_FORBIDDEN_CHARACTER;
    bool seen = false;
    uint32_t before = 0; /* the last emoji, or 0 */
    for (size_t at = 0; at < length;) {
        uint32_t character = utf8_next(text, &at);
        bool joins = character == ZERO_WIDTH_JOINER && before != 0 && at < length && joins_picture(text, length, at);
        if (!joins && !character_allowed(character))
            return NAME_FORBIDDEN_CHARACTER;
        seen |= !is_invisible(character);
        before = is_emoji(character) ? character : before != 0 && is_invisible(character) ? before : 0;
    }
    if (!seen)
        return NAME_EMPTY;
    memcpy(name, text, length);
    name[length] = '\0';
    return NAME_OK;
}

/* The next skeleton character of a name; 0: its end. */
static uint32_t next_skeleton(const char *name, size_t *at)
{
    while (name[*at] != '\0') {
        uint32_t character = utf8_next(name, at);
        if (!is_invisible(character))
            return confusable_skeleton(character);
    }
    return 0;
}

bool name_confusable(const char *a, const char *b)
{
    size_t at = 0, other = 0;
    uint32_t one, two;
    do {
        one = next_skeleton(a, &at);
        two = next_skeleton(b, &other);
    } while (one == two && one != 0);
    return one == two;
}

/* Reads a decimal number of up to 18 digits, which cannot overflow, without leading zero, and advances `*text`. 0:
 * there is none. */
static uint64_t read_number(const char **text)
{
    uint64_t number = 0;
    for (int digits = 0; digits < 18 && **text >= '0' && **text <= '9' && (number > 0 || **text != '0'); digits++)
        number = number * 10 + (uint64_t)(*(*text)++ - '0');
    return number;
}

/* Returns what follows `bot-5-`; NULL: not such an id. */
static const char *skip_bot_level(const char *id, unsigned *level)
{
    if (strncmp(id, "bot-", 4) != 0)
        return NULL;
    const char *rest = id + 4;
    uint64_t number = read_number(&rest);
    *level = (unsigned)number;
    return number >= 1 && number <= 10 && *rest == '-' ? rest + 1 : NULL;
}

unsigned bot_level_from_id(const char *id)
{
    unsigned level;
    const char *rest = skip_bot_level(id, &level);
    return rest != NULL && read_number(&rest) > 0 && *rest == '\0' ? level : 0;
}

bool id_is_bot(const char *id)
{
    unsigned level;
    return skip_bot_level(id, &level) != NULL;
}

uint64_t player_number_from_id(const char *id)
{
    unsigned level;
    const char *rest = skip_bot_level(id, &level);
    id = rest != NULL ? rest : id;
    if (*id++ != 'p')
        return 0;
    uint64_t number = read_number(&id);
    return *id == '\0' ? number : 0;
}
