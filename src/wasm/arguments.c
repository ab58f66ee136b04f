/*
 * Reading arguments and writing answers: the few forms that all operations share.
 */
#include "ops.h"

static uint32_t find_argument(const struct op_request *request, const char *key)
{
    return carom_json_get(&request->json, 0, key);
}

bool arg_bool(const struct op_request *request, const char *key)
{
    bool flag = false;
    return carom_json_as_bool(&request->json, find_argument(request, key), &flag) && flag;
}

int64_t arg_int(const struct op_request *request, const char *key, int64_t default_value)
{
    int64_t number;
    return carom_json_as_int(&request->json, find_argument(request, key), &number) ? number : default_value;
}

size_t arg_uints(const struct op_request *request, const char *key, uint64_t *counts, size_t room)
{
    uint32_t array = find_argument(request, key);
    size_t count = 0;
    int64_t number;
    if (!carom_json_is(&request->json, array, CAROM_JSON_ARRAY))
        return 0;
    while (count < room &&
           carom_json_as_int(&request->json, carom_json_item(&request->json, array, (uint32_t)count), &number))
        counts[count++] = number > 0 ? (uint64_t)number : 0;
    return count;
}

bool arg_is(const struct op_request *request, const char *key, const char *words)
{
    return carom_json_string_is(&request->json, find_argument(request, key), words);
}

const char *arg_string(const struct op_request *request, const char *key, size_t *length)
{
    static char words[OP_STRING_MAX];
    *length = 0;
    if (!carom_json_as_string(&request->json, find_argument(request, key), words, sizeof words, length)) {
        *length = 0;
        words[0] = '\0';
    }
    return words;
}

/* Every drawing begins with a corner of its rim, and nothing else does. */
static bool is_ascii_board(const char *text, size_t length)
{
    return length > 0 && text[0] == '+';
}

bool arg_puzzle(const struct op_request *request, enum carom_position_parts parts, struct carom_puzzle *puzzle,
                struct carom_error *error)
{
    size_t length;
    const char *text = arg_string(request, "position", &length);
    if (is_ascii_board(text, length)) {
        puzzle->game = CAROM_GAME_RICOCHET;
        return carom_ascii_board_read(&puzzle->position, parts, text, length, error);
    }
    return carom_puzzle_read(puzzle, parts, text, length, error);
}

bool arg_position(const struct op_request *request, enum carom_position_parts parts, struct carom_position *position,
                  struct carom_error *error)
{
    struct carom_puzzle puzzle;
    if (!arg_puzzle(request, parts, &puzzle, error))
        return false;
    *position = puzzle.position;
    return puzzle.game == CAROM_GAME_RICOCHET || carom_error_set(error, CAROM_ERROR_NOT_RICOCHET, 0, NULL, 0);
}

void put_cell_member(struct carom_text *out, const char *key, carom_cell cell)
{
    carom_json_open_string(out, key);
    carom_cell_write(out, cell);
    carom_json_close_string(out);
}

void put_face_element(struct carom_text *out, unsigned face)
{
    carom_json_open_string(out, NULL);
    carom_micro_face_write(out, face);
    carom_json_close_string(out);
}

void put_position_member(struct carom_text *out, const struct carom_position *position)
{
    carom_json_open_string(out, "position");
    carom_position_write(out, position);
    carom_json_close_string(out);
}
