/* Positions of both games and game IDs, as every front end reads them; what is accepted survives writing. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_puzzle puzzle, again;
    struct carom_error error = {0};
    static char first[4096], second[4096], json[8192];
    enum carom_position_parts parts = size % 2 == 0 ? CAROM_REQUIRE_BOARD : CAROM_REQUIRE_TARGET;
    if (!carom_puzzle_read(&puzzle, parts, (const char *)data, size, &error)) {
        promise(error.code != CAROM_ERROR_NONE);
        promise(memchr(error.found, '\0', sizeof error.found) != NULL);
        return 0;
    }
    if (puzzle.game == CAROM_GAME_RICOCHET)
        promise_position(&puzzle.position);
    struct carom_text text = carom_text_init(first, sizeof first);
    carom_puzzle_write(&text, &puzzle);
    promise(!text.truncated);
    promise(carom_puzzle_read(&again, parts, first, text.length, &error));
    text = carom_text_init(second, sizeof second);
    carom_puzzle_write(&text, &again);
    promise(strcmp(first, second) == 0);
    text = carom_text_init(json, sizeof json);
    carom_puzzle_write_json(&text, &puzzle);
    promise(!text.truncated);
    return 0;
}
