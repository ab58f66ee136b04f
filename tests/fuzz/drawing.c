/* Drawings of home-made boards; what is accepted can be drawn again and written in one line. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_position position, again;
    struct carom_fault fault = {0};
    char first[8192], second[8192];
    if (!carom_drawing_read(&position, CAROM_NEED_BOARD, (const char *)data, size, &fault)) {
        promise(fault.code != CAROM_FAULT_NONE);
        return 0;
    }
    promise_position(&position);
    struct carom_text text = carom_text_in(first, sizeof first);
    carom_drawing_write(&text, &position);
    promise(!text.cut && carom_drawing_read(&again, CAROM_NEED_BOARD, first, text.length, &fault));
    text = carom_text_in(second, sizeof second);
    carom_drawing_write(&text, &again);
    promise(strcmp(first, second) == 0);
    text = carom_text_in(first, sizeof first);
    carom_position_write(&text, &position);
    promise(!text.cut && carom_position_read(&again, CAROM_NEED_BOARD, first, text.length, &fault));
    return 0;
}
