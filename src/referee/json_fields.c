/*
 * The small change of the codec: one function to read and one to write each kind of value.
 */
#include "json_fields.h"
#include "game.h"

#include "../core/libc_mem.h"

#include <carom/route_check.h>

const char *const json_by_hand_names[CAROM_BY_HAND_PARTS] = {"board", "robots", "tokens", "dice"};

bool json_error(struct carom_error *error, enum carom_error_code code, const char *words)
{
    size_t length = 0;
    while (words[length] != '\0')
        length++;
    carom_error_set(error, code, 0, words, length);
    if (error != NULL)
        error->column = 0;
    return false;
}

bool json_error_at(struct carom_error *error, enum carom_error_code code, const struct carom_json *json, uint32_t node)
{
    static const enum carom_error_code missing[] = {
        [CAROM_ERROR_AT] = CAROM_ERROR_NO_AT,
        [CAROM_ERROR_BY] = CAROM_ERROR_NO_BY,
        [CAROM_ERROR_COMMAND_KIND] = CAROM_ERROR_NO_COMMAND_KIND,
        [CAROM_ERROR_NAME] = CAROM_ERROR_NO_NAME,
        [CAROM_ERROR_MOVES] = CAROM_ERROR_NO_MOVES,
        [CAROM_ERROR_HANDED_ROUTE] = CAROM_ERROR_NO_HANDED,
        [CAROM_ERROR_EVENT_KIND] = CAROM_ERROR_NO_EVENT_KIND,
        [CAROM_ERROR_EVENT_SEQ] = CAROM_ERROR_NO_EVENT_SEQ,
    };
    if (node == CAROM_JSON_NONE) {
        bool listed = code < sizeof missing / sizeof missing[0] && missing[code] != CAROM_ERROR_NONE;
        return json_error(error, listed ? missing[code] : code, "");
    }
    const struct carom_json_node *value = &json->nodes[node];
    return carom_error_set(error, code, value->start, json->text + value->start, value->end - value->start);
}

void json_put_line_error(uint32_t line, const struct carom_error *error, struct carom_text *out)
{
    char sentence[512];
    struct carom_text words = carom_text_init(sentence, sizeof sentence);
    carom_error_format(&words, error, carom_error_sentence(error->code));
    carom_json_begin(out, NULL, '{');
    carom_json_put_int(out, "line", line);
    carom_json_put_bytes(out, "error", sentence, words.length);
    carom_json_end(out, '}');
    carom_text_char(out, '\n');
}

bool json_line_is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

bool codec_int(const struct carom_json *json, uint32_t node, int64_t least, int64_t most, int64_t *number)
{
    return carom_json_as_int(json, node, number) && *number >= least && *number <= most;
}

unsigned json_read_name(const struct carom_json *json, uint32_t node, const char *const *names, unsigned count)
{
    unsigned i = 0;
    while (i < count && !carom_json_string_is(json, node, names[i]))
        i++;
    return i;
}

bool codec_id(const struct carom_json *json, uint32_t node, char id[CAROM_ID_SIZE])
{
    size_t length;
    if (!carom_json_as_string(json, node, id, CAROM_ID_SIZE, &length) || length == 0)
        return false;
    for (size_t i = 0; i < length; i++) {
        bool good = (id[i] >= 'a' && id[i] <= 'z') || (id[i] >= '0' && id[i] <= '9') || id[i] == '-';
        if (!good)
            return false;
    }
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool codec_secret(const struct carom_json *json, uint32_t node, uint8_t secret[CAROM_SECRET_SIZE])
{
    char digits[2 * CAROM_SECRET_SIZE + 1];
    size_t length;
    if (!carom_json_as_string(json, node, digits, sizeof digits, &length) || length != 2 * CAROM_SECRET_SIZE)
        return false;
    for (unsigned i = 0; i < CAROM_SECRET_SIZE; i++) {
        int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        secret[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

void codec_put_secret(struct carom_text *text, const char *key, const uint8_t secret[CAROM_SECRET_SIZE])
{
    carom_json_open_string(text, key);
    for (unsigned i = 0; i < CAROM_SECRET_SIZE; i++) {
        carom_text_char(text, "0123456789abcdef"[secret[i] >> 4]);
        carom_text_char(text, "0123456789abcdef"[secret[i] & 15]);
    }
    carom_json_close_string(text);
}

bool codec_route(char route[CAROM_HANDED_SIZE], const char *bytes, size_t length, bool *too_long)
{
    struct carom_move moves[CAROM_CHECK_MOVES_MAX];
    struct carom_text text = carom_text_init(route, CAROM_HANDED_SIZE);
    struct carom_error error = {0};
    size_t count = 0;
    memset(route, 0, CAROM_HANDED_SIZE);
    if (!carom_route_read(moves, CAROM_CHECK_MOVES_MAX, &count, bytes, length, &error) &&
        error.code != CAROM_ERROR_ROUTE_LONG)
        return false;
    carom_route_write(&text, moves, count);
    *too_long = error.code == CAROM_ERROR_ROUTE_LONG || text.truncated || count > CAROM_HANDED_MOVES_MAX;
    if (*too_long)
        memset(route, 0, CAROM_HANDED_SIZE);
    return true;
}

bool codec_token(const struct carom_json *json, uint32_t node, uint8_t *token)
{
    char bytes[8];
    size_t length;
    unsigned read;
    if (!carom_json_as_string(json, node, bytes, sizeof bytes, &length) || !carom_token_read(&read, bytes, length))
        return false;
    *token = (uint8_t)read;
    return true;
}

bool codec_face(const struct carom_json *json, uint32_t node, uint8_t *face)
{
    char bytes[8];
    size_t length;
    unsigned read;
    if (!carom_json_as_string(json, node, bytes, sizeof bytes, &length) || !carom_micro_face_read(&read, bytes, length))
        return false;
    *face = (uint8_t)read;
    return true;
}

bool codec_board(const struct carom_json *json, uint32_t node, struct carom_game_config *config,
                 struct carom_error *error)
{
    char bytes[JSON_STRING_MAX];
    size_t length;
    if (!carom_json_as_string(json, node, bytes, sizeof bytes, &length))
        return json_error_at(error, CAROM_ERROR_BOARD_SHAPE, json, node);
    config->setup.board_given = true;
    return game_of(&config->rules)->read_board(&config->setup, bytes, length, error);
}

bool codec_robots(const struct carom_json *json, uint32_t node, const struct carom_board *board,
                  struct carom_robots *robots, struct carom_error *error)
{
    char bytes[128];
    size_t length;
    if (!carom_json_as_string(json, node, bytes, sizeof bytes, &length))
        return json_error_at(error, CAROM_ERROR_ROBOT, json, node);
    return carom_robots_read(robots, board, bytes, length, error);
}

void codec_put_token(struct carom_text *text, const char *key, unsigned token)
{
    carom_json_open_string(text, key);
    carom_token_write(text, token);
    carom_json_close_string(text);
}

void codec_put_face(struct carom_text *text, const char *key, unsigned face)
{
    carom_json_open_string(text, key);
    carom_micro_face_write(text, face);
    carom_json_close_string(text);
}

void codec_put_play(struct carom_text *text, const char *key, const struct carom_any_move *move)
{
    carom_json_open_string(text, key);
    if (move->micro)
        carom_micro_face_write(text, move->micro_face);
    else
        carom_move_write(text, move->move);
    carom_json_close_string(text);
}

void codec_put_cell(struct carom_text *text, const char *key, unsigned cell)
{
    carom_json_open_string(text, key);
    carom_cell_write(text, (carom_cell)cell);
    carom_json_close_string(text);
}

void codec_put_robots(struct carom_text *text, const char *key, const struct carom_robots *robots)
{
    carom_json_open_string(text, key);
    carom_robots_write(text, robots);
    carom_json_close_string(text);
}

void codec_put_board(struct carom_text *text, const char *key, const struct carom_rules *rules,
                     const struct carom_board *board, const struct carom_micro_board *tiles)
{
    carom_json_open_string(text, key);
    game_of(rules)->write_board(text, board, tiles);
    carom_json_close_string(text);
}
