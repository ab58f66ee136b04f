/*
 * Reading arguments and writing answers: the few forms that all operations share.
 */
#include "ops.h"

static uint32_t find(const struct request *request, const char *key)
{
    return carom_json_get(&request->json, 0, key);
}

bool argument_flag(const struct request *request, const char *key)
{
    bool flag = false;
    return carom_json_bool(&request->json, find(request, key), &flag) && flag;
}

int64_t argument_number(const struct request *request, const char *key, int64_t usual)
{
    int64_t number;
    return carom_json_int(&request->json, find(request, key), &number) ? number : usual;
}

size_t argument_counts(const struct request *request, const char *key, uint64_t *counts, size_t room)
{
    uint32_t array = find(request, key);
    size_t count = 0;
    int64_t number;
    if (!carom_json_is(&request->json, array, CAROM_JSON_ARRAY))
        return 0;
    while (count < room &&
           carom_json_int(&request->json, carom_json_item(&request->json, array, (uint32_t)count), &number))
        counts[count++] = number > 0 ? (uint64_t)number : 0;
    return count;
}

bool argument_is(const struct request *request, const char *key, const char *words)
{
    return carom_json_equals(&request->json, find(request, key), words);
}

const char *argument_words(const struct request *request, const char *key, size_t *length)
{
    static char words[REQUEST_WORDS];
    *length = 0;
    if (!carom_json_string(&request->json, find(request, key), words, sizeof words, length)) {
        *length = 0;
        words[0] = '\0';
    }
    return words;
}

/* Every drawing begins with a corner of its rim, and nothing else does. */
static bool looks_like_drawing(const char *text, size_t length)
{
    return length > 0 && text[0] == '+';
}

bool argument_puzzle(const struct request *request, enum carom_position_need need, struct carom_puzzle *puzzle,
                     struct carom_fault *fault)
{
    size_t length;
    const char *text = argument_words(request, "position", &length);
    if (looks_like_drawing(text, length)) {
        puzzle->game = CAROM_GAME_RICOCHET;
        return carom_drawing_read(&puzzle->position, need, text, length, fault);
    }
    return carom_puzzle_read(puzzle, need, text, length, fault);
}

bool argument_position(const struct request *request, enum carom_position_need need, struct carom_position *position,
                       struct carom_fault *fault)
{
    struct carom_puzzle puzzle;
    if (!argument_puzzle(request, need, &puzzle, fault))
        return false;
    *position = puzzle.position;
    return puzzle.game == CAROM_GAME_RICOCHET || carom_fault_set(fault, CAROM_FAULT_NOT_RICOCHET, 0, NULL, 0);
}

void answer_cell(struct carom_text *out, const char *key, carom_cell cell)
{
    carom_json_open(out, key);
    carom_cell_write(out, cell);
    carom_json_close(out);
}

void answer_face(struct carom_text *out, unsigned face)
{
    carom_json_open(out, NULL);
    carom_micro_face_write(out, face);
    carom_json_close(out);
}

void answer_position(struct carom_text *out, const struct carom_position *position)
{
    carom_json_open(out, "position");
    carom_position_write(out, position);
    carom_json_close(out);
}
