/* Boards, printed and home-made. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_board board, again;
    struct carom_error error = {0};
    char first[4096], second[4096];
    if (!carom_board_read(&board, (const char *)data, size, &error)) {
        promise(error.code != CAROM_ERROR_NONE);
        return 0;
    }
    promise(board.width >= 1 && board.width <= CAROM_BOARD_SIDE && board.height >= 1 &&
            board.height <= CAROM_BOARD_SIDE);
    struct carom_text text = carom_text_init(first, sizeof first);
    carom_board_write(&text, &board);
    promise(!text.truncated && carom_board_read(&again, first, text.length, &error));
    text = carom_text_init(second, sizeof second);
    carom_board_write(&text, &again);
    promise(strcmp(first, second) == 0);
    if (board.width == board.height) {
        carom_board_rotate(&again, 3);
        carom_board_rotate(&again, 1);
        promise(memcmp(again.walls, board.walls, sizeof board.walls) == 0);
    }
    return 0;
}
