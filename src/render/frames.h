/*
 * A film as frames of at most 256 colours, for the files that hold such: GIF and animated PNG. Native only.
 */
#ifndef CAROM_RENDER_FRAMES_H
#define CAROM_RENDER_FRAMES_H

#include <carom/render.h>

#define FRAMES_COLOURS 256
#define FRAMES_TRANSPARENT 0 /* the colour of what stays as it was */

struct frame_palette {
    unsigned width, height;           /* in pixels */
    unsigned count;                   /* of frames */
    uint32_t colours[FRAMES_COLOURS]; /* 0xRRGGBB; the first is never seen */
};

/* A frame: the part that changed. The first is the whole picture. */
struct frames_frame {
    unsigned x, y, width, height;
    unsigned stride;       /* from one line to the next */
    const uint8_t *pixels; /* the first one of the part */
    unsigned ms;           /* how long it stays */
};

/* Who takes them; false from any ends it. */
struct frame_sink {
    bool (*begin)(void *context, const struct frame_palette *palette);
    bool (*frame)(void *context, const struct frames_frame *frame);
    void *context;
};

/* Plays the route of `picture`, `pixels` wide. False if the picture is larger than animation_files.h allows, memory ran
 * out or the taker said no. */
bool frames_render(const struct carom_picture *picture, unsigned pixels, const struct frame_sink *taker);

#endif
