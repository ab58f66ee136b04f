/* Positions of both games and game IDs, as every front end reads them; what is accepted survives writing. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_puzzle puzzle, again;
    struct carom_fault fault = {0};
    static char first[4096], second[4096], json[8192];
    enum carom_position_need need = size % 2 == 0 ? CAROM_NEED_BOARD : CAROM_NEED_TARGET;
    if (!carom_puzzle_read(&puzzle, need, (const char *)data, size, &fault)) {
        promise(fault.code != CAROM_FAULT_NONE);
        promise(memchr(fault.found, '\0', sizeof fault.found) != NULL);
        return 0;
    }
    if (puzzle.game == CAROM_GAME_RICOCHET)
        promise_position(&puzzle.position);
    struct carom_text text = carom_text_in(first, sizeof first);
    carom_puzzle_write(&text, &puzzle);
    promise(!text.cut);
    promise(carom_puzzle_read(&again, need, first, text.length, &fault));
    text = carom_text_in(second, sizeof second);
    carom_puzzle_write(&text, &again);
    promise(strcmp(first, second) == 0);
    text = carom_text_in(json, sizeof json);
    carom_puzzle_describe(&text, &puzzle);
    promise(!text.cut);
    return 0;
}
