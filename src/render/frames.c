/*
 * Frames of a film. What does not move is drawn once a move, the robots over it once a frame. Colours are found in two
 * pictures, the first and the last: those of most pixels first, so that areas keep their very colour and only the soft
 * edges of shapes are rounded. A frame is the part that differs from the one before; what stays there is clear.
 */
#include "frames.h"

#include "films.h"
#include "pixels.h"

#include <stdlib.h>
#include <string.h>

#define FRAME_MS 40
#define BUCKETS 32768 /* five bits a colour */

struct film {
    struct carom_picture picture;
    struct carom_moment moment, drawn; /* what is being drawn, and what `whole` shows */
    struct pixels_part part;           /* where they may differ */
    cairo_surface_t *still, *whole;    /* without and with robots */
    unsigned still_made;               /* `still` shows so many moves ... */
    bool still_drawn;                  /* ... if it shows any yet */
    struct frames_sheet sheet;
    uint8_t *before, *now, *sent; /* indexed pixels */
    uint8_t index[BUCKETS];       /* the nearest colour, if known ... */
    bool known[BUCKETS];          /* ... for a colour of this bucket */
};

static size_t pixels_of(const struct film *film)
{
    return (size_t)film->sheet.width * film->sheet.height;
}

/* ---- drawing ---- */

static bool draw_still(struct film *film)
{
    struct carom_picture picture = film->picture;
    picture.layers_off |= CAROM_LAYER_ROBOTS;
    film->still_drawn = true;
    film->still_made = film->moment.made;
    return pixels_draw(film->still, &picture, NULL, carom_scene_draw);
}

/* From units to pixels along one side, cut to what there is. */
static unsigned pixel_at(int units, int from, int length, unsigned pixels)
{
    int64_t at = ((int64_t)units - from) * pixels / length;
    return at < 0 ? 0 : at > pixels ? pixels : (unsigned)at;
}

/* The cells round the robots that are elsewhere than they were drawn. */
static struct pixels_part part_moved(const struct film *film)
{
    struct scene_frame frame = carom_scene_frame(&film->picture);
    int left = INT32_MAX, right = INT32_MIN, top = INT32_MAX, bottom = INT32_MIN;
    for (unsigned i = 0; i < 2 * CAROM_ROBOTS; i++) {
        unsigned robot = i / 2;
        const struct carom_moment *moment = i % 2 == 0 ? &film->moment : &film->drawn;
        if (film->moment.x[robot] == film->drawn.x[robot] && film->moment.y[robot] == film->drawn.y[robot])
            continue;
        left = moment->x[robot] < left ? moment->x[robot] : left;
        right = moment->x[robot] > right ? moment->x[robot] : right;
        top = moment->y[robot] < top ? moment->y[robot] : top;
        bottom = moment->y[robot] > bottom ? moment->y[robot] : bottom;
    }
    if (left > right)
        return (struct pixels_part){0, 0, 1, 1};
    unsigned x = pixel_at(left - CELL, frame.x, frame.width, film->sheet.width);
    unsigned y = pixel_at(top - CELL, frame.y, frame.height, film->sheet.height);
    unsigned x_end = pixel_at(right + CELL, frame.x, frame.width, film->sheet.width);
    unsigned y_end = pixel_at(bottom + CELL, frame.y, frame.height, film->sheet.height);
    return (struct pixels_part){x, y, x_end - x, y_end - y};
}

static void lay_still(struct film *film)
{
    size_t stride = (size_t)cairo_image_surface_get_stride(film->still);
    size_t origin = film->part.y * stride + 4 * (size_t)film->part.x;
    const unsigned char *from = cairo_image_surface_get_data(film->still) + origin;
    unsigned char *to = cairo_image_surface_get_data(film->whole) + origin;
    for (unsigned y = 0; y < film->part.height; y++)
        memcpy(to + y * stride, from + y * stride, 4 * (size_t)film->part.width);
}

/* The whole picture `ms` after the beginning; drawn is only what differs from the picture before. */
static bool draw_at(struct film *film, unsigned ms)
{
    carom_film_moment(&film->picture, ms, &film->moment);
    bool new = !film->still_drawn || film->still_made != film->moment.made;
    if (new && !draw_still(film))
        return false;
    film->part = new ? (struct pixels_part){0, 0, film->sheet.width, film->sheet.height} : part_moved(film);
    film->drawn = film->moment;
    cairo_surface_flush(film->still);
    cairo_surface_flush(film->whole);
    lay_still(film);
    cairo_surface_mark_dirty(film->whole);
    bool done = pixels_draw(film->whole, &film->picture, &film->part, carom_scene_robots);
    cairo_surface_flush(film->whole);
    return done;
}

static const uint32_t *line_of(const struct film *film, unsigned y)
{
    const unsigned char *bytes = cairo_image_surface_get_data(film->whole);
    return (const uint32_t *)(const void *)(bytes + (size_t)cairo_image_surface_get_stride(film->whole) * y);
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

static void count_colours(const struct film *film, struct count *counts)
{
    for (unsigned y = 0; y < film->sheet.height; y++) {
        const uint32_t *line = line_of(film, y);
        for (unsigned x = 0; x < film->sheet.width; x++) {
            struct count *count = &counts[bucket_of(line[x])];
            /* A colour that keeps coming wins its bucket. */
            if (count->pixels == 0 || (x > 0 && line[x] == line[x - 1]))
                count->colour = line[x] & 0xFFFFFF;
            count->pixels++;
        }
    }
}

static bool choose_colours(struct film *film)
{
    struct count *counts = calloc(BUCKETS, sizeof *counts);
    bool done = counts != NULL && draw_at(film, carom_film_length(&film->picture));
    if (done)
        count_colours(film, counts);
    done = done && draw_at(film, 0);
    if (done) {
        count_colours(film, counts);
        qsort(counts, BUCKETS, sizeof *counts, more_pixels);
        for (unsigned i = 1; i < FRAMES_COLOURS; i++)
            film->sheet.colours[i] = counts[i - 1].colour;
    }
    film->still_drawn = false; /* the first frame is a whole picture */
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

static uint8_t index_of(struct film *film, uint32_t colour)
{
    unsigned bucket = bucket_of(colour), best = 1;
    if (film->known[bucket])
        return film->index[bucket];
    for (unsigned i = 2; i < FRAMES_COLOURS; i++)
        if (distance(film->sheet.colours[i], colour) < distance(film->sheet.colours[best], colour))
            best = i;
    film->known[bucket] = true;
    film->index[bucket] = (uint8_t)best;
    return (uint8_t)best;
}

/* ---- frames ---- */

static void index_picture(struct film *film)
{
    memcpy(film->now, film->before, pixels_of(film));
    for (unsigned y = film->part.y; y < film->part.y + film->part.height; y++) {
        const uint32_t *line = line_of(film, y);
        uint8_t *pixels = film->now + (size_t)y * film->sheet.width;
        for (unsigned x = film->part.x; x < film->part.x + film->part.width; x++)
            pixels[x] = index_of(film, line[x]);
    }
}

/* The smallest part that holds every difference; nothing differs: one pixel. */
static struct frames_frame part_of(const struct film *film)
{
    unsigned left = film->sheet.width, right = 0, top = film->sheet.height, bottom = 0;
    for (unsigned y = film->part.y; y < film->part.y + film->part.height; y++) {
        const uint8_t *now = film->now + (size_t)y * film->sheet.width;
        const uint8_t *before = film->before + (size_t)y * film->sheet.width;
        if (memcmp(now, before, film->sheet.width) == 0)
            continue;
        top = y < top ? y : top;
        bottom = y;
        for (unsigned x = 0; x < film->sheet.width; x++) {
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

static bool send_frame(struct film *film, const struct frames_taker *taker, bool first, unsigned ms)
{
    struct frames_frame frame = {.width = film->sheet.width, .height = film->sheet.height};
    index_picture(film);
    if (!first)
        frame = part_of(film);
    frame.ms = ms;
    frame.stride = film->sheet.width;
    size_t origin = (size_t)frame.y * film->sheet.width + frame.x;
    for (unsigned y = 0; !first && y < frame.height; y++) {
        size_t line = origin + (size_t)y * film->sheet.width;
        for (unsigned x = 0; x < frame.width; x++)
            film->sent[line + x] = film->now[line + x] == film->before[line + x] ? FRAMES_CLEAR : film->now[line + x];
    }
    frame.pixels = (first ? film->now : film->sent) + origin;
    bool taken = taker->frame(taker->context, &frame);
    uint8_t *before = film->before;
    film->before = film->now;
    film->now = before;
    return taken;
}

static bool play(struct film *film, const struct frames_taker *taker)
{
    unsigned length = carom_film_length(&film->picture), next;
    for (unsigned ms = 0; ms < length; ms = carom_film_next(&film->picture, ms, FRAME_MS))
        film->sheet.count++;
    if (!taker->begin(taker->context, &film->sheet))
        return false;
    for (unsigned ms = 0; ms < length; ms = next) {
        next = carom_film_next(&film->picture, ms, FRAME_MS);
        if (!draw_at(film, ms) || !send_frame(film, taker, ms == 0, next - ms))
            return false;
    }
    return true;
}

bool frames_play(const struct carom_picture *picture, unsigned pixels, const struct frames_taker *taker)
{
    unsigned height = pixels_height(picture, pixels, CAROM_PNG_MAX);
    struct film *film = pixels <= CAROM_FILM_MAX && height > 0 ? calloc(1, sizeof *film) : NULL;
    if (film == NULL)
        return false;
    film->picture = *picture;
    film->picture.moment = &film->moment;
    film->sheet.width = pixels;
    film->sheet.height = height;
    film->still = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)pixels, (int)height);
    film->whole = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)pixels, (int)height);
    film->before = calloc(pixels_of(film), 1);
    film->now = calloc(pixels_of(film), 1);
    film->sent = calloc(pixels_of(film), 1);
    bool done = film->before != NULL && film->now != NULL && film->sent != NULL &&
                cairo_surface_status(film->still) == CAIRO_STATUS_SUCCESS &&
                cairo_surface_status(film->whole) == CAIRO_STATUS_SUCCESS && choose_colours(film) && play(film, taker);
    free(film->before);
    free(film->now);
    free(film->sent);
    cairo_surface_destroy(film->still);
    cairo_surface_destroy(film->whole);
    free(film);
    return done;
}
