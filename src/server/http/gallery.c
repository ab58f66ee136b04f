/*
 * The gallery. A picture of the largest kind takes half a second, which is why it is not drawn on the loop; the least
 * recently asked for makes room for others. Only what has to be drawn counts against an address's rate.
 */
#include "gallery.h"

#include "../../render/films.h"

#include <stdlib.h>
#include <string.h>

#define PNG_MOST (4u * 1024 * 1024)
#define HUNG_MOST SMALL(128, 2)            /* pictures that are kept ... */
#define HUNG_BYTES (8u * 1024 * 1024)      /* ... and how large they may be together */
#define PICTURE_SECONDS 10                 /* so many seconds' pictures may be asked for at once */
#define SVG_MOST (2 * CAROM_PICTURE_BYTES) /* routes may be long */
#define BUSY_MS 2000

/* A picture; several answers may use it at a time. */
struct drawn {
    unsigned users;
    char *bytes; /* NULL: it cannot be drawn */
    size_t length;
};

struct hung {
    char *key;
    struct drawn *drawn;
    uint64_t used; /* when, in looks */
};

struct gallery {
    uint64_t looks;
    size_t bytes;
    unsigned count;
    struct hung hung[HUNG_MOST];
};

/* ---- what hangs there ---- */

static void release(void *context)
{
    struct drawn *drawn = context;
    if (--drawn->users > 0)
        return;
    free(drawn->bytes);
    free(drawn);
}

static void take_down(struct gallery *gallery, struct hung *hung)
{
    gallery->bytes -= hung->drawn->length;
    free(hung->key);
    release(hung->drawn);
    *hung = gallery->hung[--gallery->count];
}

/* One more user of it; NULL: it does not hang there. */
static struct drawn *find(struct gallery *gallery, const char *key)
{
    for (unsigned i = 0; gallery != NULL && i < gallery->count; i++) {
        struct hung *hung = &gallery->hung[i];
        if (strcmp(hung->key, key) != 0)
            continue;
        hung->used = ++gallery->looks;
        hung->drawn->users++;
        return hung->drawn;
    }
    return NULL;
}

static struct hung *least_used(struct gallery *gallery)
{
    struct hung *least = &gallery->hung[0];
    for (unsigned i = 1; i < gallery->count; i++)
        if (gallery->hung[i].used < least->used)
            least = &gallery->hung[i];
    return least;
}

/* Takes the key over. */
static void hang(struct http *http, char *key, struct drawn *drawn)
{
    if (http->gallery == NULL)
        http->gallery = must_alloc(sizeof *http->gallery);
    struct gallery *gallery = http->gallery;
    while (gallery->count > 0 && (gallery->count == HUNG_MOST || gallery->bytes + drawn->length > HUNG_BYTES))
        take_down(gallery, least_used(gallery));
    drawn->users++;
    gallery->bytes += drawn->length;
    gallery->hung[gallery->count++] = (struct hung){.key = key, .drawn = drawn, .used = ++gallery->looks};
}

void gallery_done(struct http *http)
{
    while (http->gallery != NULL && http->gallery->count > 0)
        take_down(http->gallery, http->gallery->hung);
    free(http->gallery);
    http->gallery = NULL;
}

/* ---- drawing, on another thread ---- */

struct drawing {
    struct job job;
    struct exchange *exchange;
    struct board_picture *board;
    struct drawn *drawn;
};

static bool add_png(void *context, const unsigned char *bytes, size_t length)
{
    struct drawn *drawn = context;
    if (drawn->length + length > PNG_MOST)
        return false;
    memcpy(drawn->bytes + drawn->length, bytes, length);
    drawn->length += length;
    return true;
}

static bool draw_svg(struct drawn *drawn, const struct carom_picture *picture)
{
    struct carom_text text = carom_text_in(drawn->bytes, SVG_MOST);
    carom_picture_svg(&text, picture);
    drawn->length = text.length;
    return !text.cut;
}

static bool draw_kind(struct drawn *drawn, const struct board_picture *board)
{
    switch (board->kind) {
    case BOARD_SVG:
        return draw_svg(drawn, &board->picture);
    case BOARD_PNG:
        return carom_picture_png(&board->picture, board->width, add_png, drawn);
    case BOARD_GIF:
        return carom_film_gif(&board->picture, board->width, add_png, drawn);
    }
    return false;
}

static void draw(struct job *job)
{
    struct drawing *drawing = (struct drawing *)job;
    const struct board_picture *board = drawing->board;
    struct drawn *drawn = must_alloc(sizeof *drawn);
    *drawn = (struct drawn){.users = 1, .bytes = must_alloc(board->kind == BOARD_SVG ? SVG_MOST : PNG_MOST)};
    bool good = draw_kind(drawn, board);
    char *fitting = good ? realloc(drawn->bytes, drawn->length) : NULL;
    if (fitting != NULL) {
        drawn->bytes = fitting;
    } else if (!good) {
        free(drawn->bytes);
        drawn->bytes = NULL;
    }
    drawing->drawn = drawn;
}

/* ---- answering ---- */

static void answer(struct exchange *exchange, const struct board_picture *board, struct drawn *drawn)
{
    static const char *const types[] = {"image/svg+xml", "image/png", "image/gif"};
    if (drawn->bytes == NULL) {
        bool svg = board->kind == BOARD_SVG;
        exchange_refuse_what(exchange, "board", svg ? WHY_BAD_ROUTE : WHY_BAD_QUERY,
                             svg ? "the route has too many corners for a picture" : "the picture is too large");
        release(drawn);
        return;
    }
    exchange_lend(exchange, types[board->kind], drawn->bytes, drawn->length, release, drawn);
    exchange_keep(exchange, "max-age=86400");
}

/* Somebody may have gone away meanwhile, and somebody else may have asked for the same. */
static bool wanted(struct job *job)
{
    const struct drawing *drawing = (const struct drawing *)job;
    struct drawn *known = find(drawing->exchange->http->gallery, drawing->board->key);
    if (known != NULL)
        release(known);
    return known == NULL && exchange_wanted(drawing->exchange);
}

static void finish(struct job *job, bool done)
{
    struct drawing *drawing = (struct drawing *)job;
    struct exchange *exchange = drawing->exchange;
    struct board_picture *board = drawing->board;
    struct drawn *drawn = done ? drawing->drawn : find(exchange->http->gallery, board->key);
    exchange->http->base->metrics.drawn_total += done;
    if (done && drawn->bytes != NULL) {
        hang(exchange->http, board->key, drawn);
        board->key = NULL;
    }
    if (drawn != NULL)
        answer(exchange, board, drawn);
    else
        exchange_refuse_why(exchange, "board", exchange->http->base->stopping ? WHY_STOPPING : WHY_BUSY, BUSY_MS);
    exchange_resume(exchange);
    board_picture_free(board);
    free(drawing);
}

static void begin(struct exchange *exchange, struct board_picture *board)
{
    struct drawing *drawing = must_alloc(sizeof *drawing);
    drawing->job = (struct job){.work = draw, .done = finish, .wanted = wanted};
    drawing->job.asker = (uintptr_t)exchange->visitor;
    drawing->exchange = exchange;
    drawing->board = board;
    exchange_suspend(exchange);
    if (jobs_add(exchange->http->jobs, JOB_DRAWN, &drawing->job))
        return;
    exchange_refuse_why(exchange, "board", WHY_BUSY, BUSY_MS);
    exchange_resume(exchange);
    board_picture_free(board);
    free(drawing);
}

void gallery_show(struct exchange *exchange, struct board_picture *board)
{
    struct drawn *known = find(exchange->http->gallery, board->key);
    struct rate rate = rate_of(exchange->http->base->options->picture_rate, PICTURE_SECONDS);
    carom_ms wait = known != NULL ? 0 : visitor_take(exchange->visitor, ALLOW_PICTURE, exchange->now, rate);
    if (known == NULL && wait == 0) {
        begin(exchange, board);
        return;
    }
    if (known != NULL)
        answer(exchange, board, known);
    else
        exchange_refuse_why(exchange, "board", WHY_RATE, wait);
    board_picture_free(board);
}

void board_picture_free(struct board_picture *board)
{
    free(board->key);
    free(board);
}
