/*
 * URLs of finished games: `/g/`, the table's id, a key that only people at the table have been told, and the number of
 * the game. The key is stored with the table's options; the id finds the table.
 */
#include "internal.h"

#include <string.h>

#define NUMBER_LETTERS 13 /* five bits each */

void replay_url_write(struct carom_text *text, const struct table *table, uint32_t game)
{
    if (table->replay_key[0] == '\0')
        return;
    carom_json_open_string(text, "replay");
    carom_text_put(text, "/g/");
    for (int shift = 5 * (NUMBER_LETTERS - 1); shift >= 0; shift -= 5)
        carom_text_char(text, table_code_alphabet[(uint64_t)table->row.id >> shift & 31]);
    carom_text_put(text, table->replay_key);
    carom_text_char(text, '-');
    carom_text_uint(text, game);
    carom_json_close_string(text);
}

static bool read_number(int64_t *number, const char *words)
{
    uint64_t value = 0;
    for (int i = 0; i < NUMBER_LETTERS; i++) {
        const char *letter = memchr(table_code_alphabet, words[i], 32);
        if (letter == NULL)
            return false;
        value = value << 5 | (uint64_t)(letter - table_code_alphabet);
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

bool replay_url_read(struct replay_url *url, const char *words, size_t length)
{
    const size_t head = NUMBER_LETTERS + CODE_LENGTH;
    if (length < head + 2 || words[head] != '-')
        return false;
    memcpy(url->key, words + NUMBER_LETTERS, CODE_LENGTH);
    url->key[CODE_LENGTH] = '\0';
    return read_number(&url->table, words) && read_game(&url->game, words + head + 1, length - head - 1);
}

bool replay_url_matches(const struct replay_url *url, const struct store_table *facts)
{
    struct carom_json_node nodes[32];
    struct carom_json json;
    char key[CODE_LENGTH + 1];
    size_t length;
    bool known = facts->id == url->table &&
                 carom_json_read(&json, nodes, 32, facts->options, strlen(facts->options), NULL) &&
                 carom_json_as_string(&json, carom_json_get(&json, 0, "replays"), key, sizeof key, &length);
    bool over = url->game < facts->game || (url->game == facts->game && facts->over);
    return known && length == CODE_LENGTH && strcmp(key, url->key) == 0 && over;
}
