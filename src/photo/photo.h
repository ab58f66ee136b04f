/*
 * Photographs as files: reads JPEG and PNG, turns them upright, draws what was seen over them.
 *
 * JPEG files are decoded at half, a quarter or an eighth of their size where that leaves enough pixels: most of the
 * time and memory of a large photo would go into detail that nothing looks at.
 */
#ifndef CAROM_PHOTO_H
#define CAROM_PHOTO_H

#include "../vision/vision.h"

#include <stdio.h>

#define PHOTO_MAX_BYTES ((size_t)64 << 20)    /* of a file */
#define PHOTO_MAX_PIXELS ((uint64_t)64 << 20) /* of a picture, before it is made smaller */

enum photo_outcome {
    PHOTO_READ,
    PHOTO_UNKNOWN,   /* neither JPEG nor PNG */
    PHOTO_TOO_LARGE, /* more than PHOTO_MAX_PIXELS */
    PHOTO_BROKEN,    /* its data cannot be decoded */
    PHOTO_NO_MEMORY,
};

struct photo {
    struct vision_picture picture; /* upright; its pixels belong to the photo */
    double scale;                  /* pixels of the file for one of the picture */
};

/* Decodes a file in memory. The photo must be freed if, and only if, the outcome is PHOTO_READ. */
enum photo_outcome photo_decode(struct photo *photo, const uint8_t *bytes, size_t length);
void photo_free(struct photo *photo);
/* One English sentence for a refusal, a message id. */
const char *photo_sentence(enum photo_outcome outcome);

/* Writes the photo as PNG with the board's walls, the robots and the target drawn over it. What is doubtful is drawn
 * with a broken line. False if it cannot be written. */
bool photo_draw(const struct photo *photo, const struct vision_result *result, FILE *file);

#endif
