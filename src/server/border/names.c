/*
 * Nicknames and ids: checked here once, trusted afterwards.
 */
#include "border.h"

#include <string.h>

/* The character at `*at` of valid UTF-8; moves `*at` behind it. */
static uint32_t next_character(const unsigned char *text, size_t *at)
{
    unsigned char c = text[(*at)++];
    unsigned more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    uint32_t character = more == 0 ? c : c & (0x3fu >> more);
    while (more-- > 0)
        character = character << 6 | (text[(*at)++] & 0x3fu);
    return character;
}

/* Ranges of characters that no nickname needs: control characters, characters that change the direction of what
 * follows, invisible ones, line breaks, private use and non-characters. */
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

enum name_fault name_read(char name[NAME_MOST + 1], const char *text, size_t length)
{
    while (length > 0 && text[0] == ' ') {
        text++;
        length--;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length == 0)
        return NAME_EMPTY;
    if (length > NAME_MOST)
        return NAME_LONG;
    if (!carom_utf8_valid(text, length))
        return NAME_BAD;
    for (size_t at = 0; at < length;)
        if (!character_allowed(next_character((const unsigned char *)text, &at)))
            return NAME_BAD;
    memcpy(name, text, length);
    name[length] = '\0';
    return NAME_GOOD;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool name_same(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* A decimal number of up to 18 digits, which cannot wrap, without a leading zero; moves `*text` behind it. 0: there is
 * none. */
static uint64_t read_number(const char **text)
{
    uint64_t number = 0;
    for (int digits = 0; digits < 18 && **text >= '0' && **text <= '9' && (number > 0 || **text != '0'); digits++)
        number = number * 10 + (uint64_t)(*(*text)++ - '0');
    return number;
}

unsigned bot_level_of_id(const char *id)
{
    if (strncmp(id, "bot-", 4) != 0)
        return 0;
    const char *rest = id + 4;
    uint64_t level = read_number(&rest);
    if (level < 1 || level > 10 || *rest++ != '-')
        return 0;
    return read_number(&rest) > 0 && *rest == '\0' ? (unsigned)level : 0;
}

uint64_t player_number_of_id(const char *id)
{
    if (*id++ != 'p')
        return 0;
    uint64_t number = read_number(&id);
    return *id == '\0' ? number : 0;
}
