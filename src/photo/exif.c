/*
 * The one thing that matters in EXIF data: which way up the photo is.
 */
#include "photo.h"

#include <string.h>

#define ORIENTATION 0x0112

static unsigned number(const uint8_t *at, unsigned bytes, bool little)
{
    unsigned value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | at[little ? bytes - 1 - i : i];
    return value;
}

unsigned photo_orientation(const uint8_t *tiff, size_t length)
{
    if (length < 14 || (memcmp(tiff, "II*\0", 4) != 0 && memcmp(tiff, "MM\0*", 4) != 0))
        return 1;
    bool little = tiff[0] == 'I';
    size_t at = number(tiff + 4, 4, little);
    if (at > length - 2)
        return 1;
    unsigned count = number(tiff + at, 2, little);
    at += 2;
    for (unsigned i = 0; i < count && at + 12 <= length; i++, at += 12) {
        unsigned value = number(tiff + at + 8, 2, little);
        if (number(tiff + at, 2, little) == ORIENTATION)
            return value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
}
