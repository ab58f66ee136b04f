/* DriftingDroids game IDs: what is accepted is written as the same ID, in capitals. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_position position;
    struct carom_error error = {0};
    char id[64];
    if (!carom_droids_read(&position, (const char *)data, size, &error)) {
        promise(error.code != CAROM_ERROR_NONE);
        return 0;
    }
    promise_position(&position);
    struct carom_text text = carom_text_init(id, sizeof id);
    promise(carom_droids_write(&text, &position, &error));
    promise(text.length == size);
    for (size_t i = 0; i < size; i++)
        promise(id[i] == (data[i] >= 'a' && data[i] <= 'f' ? data[i] - 'a' + 'A' : data[i]));
    return 0;
}
