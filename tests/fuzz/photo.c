/* Photos as files: what is decoded is read, and what is read is a position. */
#include "fuzz.h"

#include "photo/photo.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t memory[VISION_MEMORY / sizeof(uint64_t)];
    struct photo photo;
    struct vision_result result;
    struct carom_position position;
    enum photo_outcome outcome = photo_decode(&photo, data, size);
    promise((outcome == PHOTO_READ) == (*photo_sentence(outcome) == '\0'));
    if (outcome != PHOTO_READ)
        return 0;
    promise(photo.picture.width > 0 && photo.picture.height > 0 && photo.scale >= 1);
    /* The search for a board tries up to 32 outlines: one picture in eight pays for it, the others name their corners.
     */
    float right = (float)photo.picture.width, bottom = (float)photo.picture.height;
    const struct vision_point corners[4] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
    vision_read(&photo.picture, data[size - 1] % 8 == 0 ? NULL : corners, memory, sizeof memory, &result);
    promise((result.outcome == VISION_READ) == (*vision_sentence(result.outcome) == '\0'));
    if (result.outcome == VISION_READ) {
        vision_position(&result, &position);
        promise_position(&position);
    }
    photo_free(&photo);
    return 0;
}
