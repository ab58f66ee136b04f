/*
 * Addresses of finished games: `/g/` and the table's number, a key that only those at the table have been told, and the
 * number of the game. The key lies in the store with the table's options; the number finds the table.
 */
#include "room.h"

#include <string.h>

#define NUMBER_LETTERS 13 /* of five bits each */

void replay_write(struct carom_text *text, const struct table *table, uint32_t game)
{
    if (table->replays[0] == '\0')
        return;
    carom_json_open(text, "replay");
    carom_text_put(text, "/g/");
    for (int shift = 5 * (NUMBER_LETTERS - 1); shift >= 0; shift -= 5)
        carom_text_char(text, code_letters[(uint64_t)table->facts.id >> shift & 31]);
    carom_text_put(text, table->replays);
    carom_text_char(text, '-');
    carom_text_uint(text, game);
    carom_json_close(text);
}

static bool read_number(int64_t *number, const char *words)
{
    uint64_t value = 0;
    for (int i = 0; i < NUMBER_LETTERS; i++) {
        const char *letter = memchr(code_letters, words[i], 32);
        if (letter == NULL)
            return false;
        value = value << 5 | (uint64_t)(letter - code_letters);
    }
    *number = (int64_t)value;
    return value >= 1 && value <= INT64_MAX;
}

static bool read_game(uint32_t *game, const char *words, size_t length)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (words[i] < '0' || words[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(words[i] - '0');
    }
    *game = (uint32_t)value;
    return length >= 1 && length <= 9 && value >= 1;
}

bool replay_read(struct replay *replay, const char *words, size_t length)
{
    const size_t head = NUMBER_LETTERS + CODE_LENGTH;
    if (length < head + 2 || words[head] != '-')
        return false;
    memcpy(replay->key, words + NUMBER_LETTERS, CODE_LENGTH);
    replay->key[CODE_LENGTH] = '\0';
    return read_number(&replay->table, words) && read_game(&replay->game, words + head + 1, length - head - 1);
}

bool replay_fits(const struct replay *replay, const struct store_table *facts)
{
    struct carom_json_node nodes[32];
    struct carom_json json;
    char key[CODE_LENGTH + 1];
    size_t length;
    bool known = facts->id == replay->table &&
                 carom_json_read(&json, nodes, 32, facts->options, strlen(facts->options), NULL) &&
                 carom_json_string(&json, carom_json_get(&json, 0, "replays"), key, sizeof key, &length);
    bool over = replay->game < facts->game || (replay->game == facts->game && facts->over);
    return known && length == CODE_LENGTH && strcmp(key, replay->key) == 0 && over;
}
