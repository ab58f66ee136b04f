/*
 * Frames of a film. What does not move is drawn once a move, the robots over it once a frame. Colours are found in two
 * pictures, the first and the last: those of most pixels first, so that areas keep their very colour and only the soft
 * edges of shapes are rounded. A frame is the part that differs from the one before; what stays there is clear.
 */
#include "frames.h"

#include "animation_files.h"
#include "cairo_canvas.h"

#include <stdlib.h>
#include <string.h>

#define FRAME_MS 40
#define BUCKETS 32768 /* five bits a colour */

struct frame_renderer {
    struct carom_picture picture;
    struct carom_animation_state state, drawn; /* what is being drawn, and what `whole` shows */
    struct pixel_rect part;                    /* where they may differ */
    cairo_surface_t *still, *full;             /* without and with robots */
    unsigned still_made;                       /* how many moves `still` shows ... */
    bool still_drawn;                          /* ... if it shows any yet */
    struct frame_palette palette;
    uint8_t *before, *now, *sent; /* indexed pixels */
    uint8_t index[BUCKETS];       /* the nearest colour, if known ... */
    bool known[BUCKETS];          /* ... for a colour of this bucket */
};

static size_t pixels_of(const struct frame_renderer *renderer)
{
    return (size_t)renderer->palette.width * renderer->palette.height;
}

/* ---- drawing ---- */

static bool draw_static(struct frame_renderer *renderer)
{
    struct carom_picture picture = renderer->picture;
    picture.layers_off |= CAROM_LAYER_ROBOTS;
    renderer->still_drawn = true;
    renderer->still_made = renderer->state.moves_made;
    return cairo_draw(renderer->still, &picture, NULL, carom_scene_draw);
}

/* From units to pixels along one side, cut to what there is. */
static unsigned pixel_at(int units, int from, int length, unsigned pixels)
{
    int64_t at = ((int64_t)units - from) * pixels / length;
    return at < 0 ? 0 : at > pixels ? pixels : (unsigned)at;
}

/* The cells round the robots that are elsewhere than they were drawn. */
static struct pixel_rect changed_rect(const struct frame_renderer *renderer)
{
    struct scene_frame frame = carom_scene_frame(&renderer->picture);
    int left = INT32_MAX, right = INT32_MIN, top = INT32_MAX, bottom = INT32_MIN;
    for (unsigned i = 0; i < 2 * CAROM_ROBOTS; i++) {
        unsigned robot = i / 2;
        const struct carom_animation_state *state = i % 2 == 0 ? &renderer->state : &renderer->drawn;
        if (renderer->state.x[robot] == renderer->drawn.x[robot] &&
            renderer->state.y[robot] == renderer->drawn.y[robot])
            continue;
        left = state->x[robot] < left ? state->x[robot] : left;
        right = state->x[robot] > right ? state->x[robot] : right;
        top = state->y[robot] < top ? state->y[robot] : top;
        bottom = state->y[robot] > bottom ? state->y[robot] : bottom;
    }
    if (left > right)
        return (struct pixel_rect){0, 0, 1, 1};
    unsigned x = pixel_at(left - CELL, frame.x, frame.width, renderer->palette.width);
    unsigned y = pixel_at(top - CELL, frame.y, frame.height, renderer->palette.height);
    unsigned x_end = pixel_at(right + CELL, frame.x, frame.width, renderer->palette.width);
    unsigned y_end = pixel_at(bottom + CELL, frame.y, frame.height, renderer->palette.height);
    return (struct pixel_rect){x, y, x_end - x, y_end - y};
}

static void compose_static(struct frame_renderer *renderer)
{
    size_t stride = (size_t)cairo_image_surface_get_stride(renderer->still);
    size_t origin = renderer->part.y * stride + 4 * (size_t)renderer->part.x;
    const unsigned char *from = cairo_image_surface_get_data(renderer->still) + origin;
    unsigned char *to = cairo_image_surface_get_data(renderer->full) + origin;
    for (unsigned y = 0; y < renderer->part.height; y++)
        memcpy(to + y * stride, from + y * stride, 4 * (size_t)renderer->part.width);
}

/* The whole picture `ms` after the beginning; drawn is only what differs from the picture before. */
static bool draw_at(struct frame_renderer *renderer, unsigned ms)
{
    carom_animation_at(&renderer->picture, ms, &renderer->state);
    bool new = !renderer->still_drawn || renderer->still_made != renderer->state.moves_made;
    if (new && !draw_static(renderer))
        return false;
    renderer->part =
        new ? (struct pixel_rect){0, 0, renderer->palette.width, renderer->palette.height} : changed_rect(renderer);
    renderer->drawn = renderer->state;
    cairo_surface_flush(renderer->still);
    cairo_surface_flush(renderer->full);
    compose_static(renderer);
    cairo_surface_mark_dirty(renderer->full);
    bool done = cairo_draw(renderer->full, &renderer->picture, &renderer->part, carom_scene_robots);
    cairo_surface_flush(renderer->full);
    return done;
}

static const uint32_t *line_of(const struct frame_renderer *renderer, unsigned y)
{
    const unsigned char *bytes = cairo_image_surface_get_data(renderer->full);
    return (const uint32_t *)(const void *)(bytes + (size_t)cairo_image_surface_get_stride(renderer->full) * y);
}

/* ---- colours ---- */

static unsigned bucket_of(uint32_t colour)
{
    return (colour >> 9 & 0x7C00) | (colour >> 6 & 0x3E0) | (colour >> 3 & 0x1F);
}

/* How many pixels have a colour of this bucket, and which colour led there first: areas are met before their edges. */
struct count {
    uint32_t colour;
    uint32_t pixels;
};

static int more_pixels(const void *a, const void *b)
{
    const struct count *first = a, *second = b;
    if (first->pixels != second->pixels)
        return first->pixels < second->pixels ? 1 : -1;
    return (first->colour > second->colour) - (first->colour < second->colour);
}

static void count_colours(const struct frame_renderer *renderer, struct count *counts)
{
    for (unsigned y = 0; y < renderer->palette.height; y++) {
        const uint32_t *line = line_of(renderer, y);
        for (unsigned x = 0; x < renderer->palette.width; x++) {
            struct count *count = &counts[bucket_of(line[x])];
            /* A colour that keeps coming wins its bucket. */
            if (count->pixels == 0 || (x > 0 && line[x] == line[x - 1]))
                count->colour = line[x] & 0xFFFFFF;
            count->pixels++;
        }
    }
}

static bool choose_colours(struct frame_renderer *renderer)
{
    struct count *counts = calloc(BUCKETS, sizeof *counts);
    bool done = counts != NULL && draw_at(renderer, carom_animation_length(&renderer->picture));
    if (done)
        count_colours(renderer, counts);
    done = done && draw_at(renderer, 0);
    if (done) {
        count_colours(renderer, counts);
        qsort(counts, BUCKETS, sizeof *counts, more_pixels);
        for (unsigned i = 1; i < FRAMES_COLOURS; i++)
            renderer->palette.colours[i] = counts[i - 1].colour;
    }
    renderer->still_drawn = false; /* the first frame is a whole picture */
    free(counts);
    return done;
}

static unsigned distance(uint32_t a, uint32_t b)
{
    unsigned sum = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8) {
        int difference = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        sum += (unsigned)(difference * difference);
    }
    return sum;
}

static uint8_t index_of(struct frame_renderer *renderer, uint32_t colour)
{
    unsigned bucket = bucket_of(colour), best = 1;
    if (renderer->known[bucket])
        return renderer->index[bucket];
    for (unsigned i = 2; i < FRAMES_COLOURS; i++)
        if (distance(renderer->palette.colours[i], colour) < distance(renderer->palette.colours[best], colour))
            best = i;
    renderer->known[bucket] = true;
    renderer->index[bucket] = (uint8_t)best;
    return (uint8_t)best;
}

/* ---- frames ---- */

static void index_picture(struct frame_renderer *renderer)
{
    memcpy(renderer->now, renderer->before, pixels_of(renderer));
    for (unsigned y = renderer->part.y; y < renderer->part.y + renderer->part.height; y++) {
        const uint32_t *line = line_of(renderer, y);
        uint8_t *pixels = renderer->now + (size_t)y * renderer->palette.width;
        for (unsigned x = renderer->part.x; x < renderer->part.x + renderer->part.width; x++)
            pixels[x] = index_of(renderer, line[x]);
    }
}

/* The smallest part that holds every difference; nothing differs: one pixel. */
static struct frames_frame part_of(const struct frame_renderer *renderer)
{
    unsigned left = renderer->palette.width, right = 0, top = renderer->palette.height, bottom = 0;
    for (unsigned y = renderer->part.y; y < renderer->part.y + renderer->part.height; y++) {
        const uint8_t *now = renderer->now + (size_t)y * renderer->palette.width;
        const uint8_t *before = renderer->before + (size_t)y * renderer->palette.width;
        if (memcmp(now, before, renderer->palette.width) == 0)
            continue;
        top = y < top ? y : top;
        bottom = y;
        for (unsigned x = 0; x < renderer->palette.width; x++) {
            if (now[x] == before[x])
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
        }
    }
    if (top > bottom)
        left = right = top = bottom = 0;
    return (struct frames_frame){.x = left, .y = top, .width = right - left + 1, .height = bottom - top + 1};
}

static bool send_frame(struct frame_renderer *renderer, const struct frame_sink *taker, bool first, unsigned ms)
{
    struct frames_frame frame = {.width = renderer->palette.width, .height = renderer->palette.height};
    index_picture(renderer);
    if (!first)
        frame = part_of(renderer);
    frame.ms = ms;
    frame.stride = renderer->palette.width;
    size_t origin = (size_t)frame.y * renderer->palette.width + frame.x;
    for (unsigned y = 0; !first && y < frame.height; y++) {
        size_t line = origin + (size_t)y * renderer->palette.width;
        for (unsigned x = 0; x < frame.width; x++)
            renderer->sent[line + x] =
                renderer->now[line + x] == renderer->before[line + x] ? FRAMES_TRANSPARENT : renderer->now[line + x];
    }
    frame.pixels = (first ? renderer->now : renderer->sent) + origin;
    bool taken = taker->frame(taker->context, &frame);
    uint8_t *before = renderer->before;
    renderer->before = renderer->now;
    renderer->now = before;
    return taken;
}

static bool play(struct frame_renderer *renderer, const struct frame_sink *taker)
{
    unsigned length = carom_animation_length(&renderer->picture), next;
    for (unsigned ms = 0; ms < length; ms = carom_animation_next_change(&renderer->picture, ms, FRAME_MS))
        renderer->palette.count++;
    if (!taker->begin(taker->context, &renderer->palette))
        return false;
    for (unsigned ms = 0; ms < length; ms = next) {
        next = carom_animation_next_change(&renderer->picture, ms, FRAME_MS);
        if (!draw_at(renderer, ms) || !send_frame(renderer, taker, ms == 0, next - ms))
            return false;
    }
    return true;
}

bool frames_render(const struct carom_picture *picture, unsigned pixels, const struct frame_sink *taker)
{
    unsigned height = pixel_height(picture, pixels, CAROM_PNG_MAX);
    bool drawable = pixels <= CAROM_GIF_WIDTH_MAX && height > 0 && load_cairo() == NULL;
    struct frame_renderer *renderer = drawable ? calloc(1, sizeof *renderer) : NULL;
    if (renderer == NULL)
        return false;
    renderer->picture = *picture;
    renderer->picture.animation_state = &renderer->state;
    renderer->palette.width = pixels;
    renderer->palette.height = height;
    renderer->still = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)pixels, (int)height);
    renderer->full = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)pixels, (int)height);
    renderer->before = calloc(pixels_of(renderer), 1);
    renderer->now = calloc(pixels_of(renderer), 1);
    renderer->sent = calloc(pixels_of(renderer), 1);
    bool done = renderer->before != NULL && renderer->now != NULL && renderer->sent != NULL &&
                cairo_surface_status(renderer->still) == CAIRO_STATUS_SUCCESS &&
                cairo_surface_status(renderer->full) == CAIRO_STATUS_SUCCESS && choose_colours(renderer) &&
                play(renderer, taker);
    free(renderer->before);
    free(renderer->now);
    free(renderer->sent);
    cairo_surface_destroy(renderer->still);
    cairo_surface_destroy(renderer->full);
    free(renderer);
    return done;
}
