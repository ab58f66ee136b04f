/* Micro Robots: a position, a line break, and a route of cells. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_puzzle puzzle = {.game = CAROM_GAME_MICRO};
    struct carom_error error = {0};
    const char *text = (const char *)data;
    size_t head = 0;
    while (head < size && text[head] != '\n')
        head++;
    if (!carom_micro_matches(text, head) || !carom_micro_position_read(&puzzle.micro, true, text, head, &error))
        return 0;
    promise(puzzle.micro.start < CAROM_MICRO_CELLS && puzzle.micro.target < CAROM_MICRO_CELLS);
    promise(puzzle.micro.start != puzzle.micro.target);
    size_t from = head < size ? head + 1 : size;
    struct carom_check check;
    struct carom_check_rules rules = {0};
    if (!carom_check_route(&check, &puzzle, text + from, size - from, &rules, &error))
        promise(error.code != CAROM_ERROR_NONE);
    return 0;
}
