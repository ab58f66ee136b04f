/* Drawings of home-made boards; what is accepted can be drawn again and written in one line. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_position position, again;
    struct carom_error error = {0};
    char first[8192], second[8192];
    if (!carom_ascii_board_read(&position, CAROM_REQUIRE_BOARD, (const char *)data, size, &error)) {
        promise(error.code != CAROM_ERROR_NONE);
        return 0;
    }
    promise_position(&position);
    struct carom_text text = carom_text_init(first, sizeof first);
    carom_ascii_board_write(&text, &position);
    promise(!text.truncated && carom_ascii_board_read(&again, CAROM_REQUIRE_BOARD, first, text.length, &error));
    text = carom_text_init(second, sizeof second);
    carom_ascii_board_write(&text, &again);
    promise(strcmp(first, second) == 0);
    text = carom_text_init(first, sizeof first);
    carom_position_write(&text, &position);
    promise(!text.truncated && carom_position_read(&again, CAROM_REQUIRE_BOARD, first, text.length, &error));
    return 0;
}
