/* Boards, printed and home-made. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_board board, again;
    struct carom_fault fault = {0};
    char first[4096], second[4096];
    if (!carom_board_read(&board, (const char *)data, size, &fault)) {
        promise(fault.code != CAROM_FAULT_NONE);
        return 0;
    }
    promise(board.width >= 1 && board.width <= CAROM_SIDE && board.height >= 1 && board.height <= CAROM_SIDE);
    struct carom_text text = carom_text_in(first, sizeof first);
    carom_board_write(&text, &board);
    promise(!text.cut && carom_board_read(&again, first, text.length, &fault));
    text = carom_text_in(second, sizeof second);
    carom_board_write(&text, &again);
    promise(strcmp(first, second) == 0);
    if (board.width == board.height) {
        carom_board_turn(&again, 3);
        carom_board_turn(&again, 1);
        promise(memcmp(again.walls, board.walls, sizeof board.walls) == 0);
    }
    return 0;
}
