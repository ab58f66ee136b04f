/*
 * The picture cache. The largest pictures take half a second, so they are drawn on a thread of the pool. The least
 * recently used entry is evicted. Only pictures that have to be drawn count against an address's rate limit.
 */
#include "picture_cache.h"

#include "../../render/animation_files.h"

#include <stdlib.h>
#include <string.h>

#define PNG_MAX (4u * 1024 * 1024)
#define PICTURE_CACHE_ENTRIES TEST_LIMIT(128, 2) /* most entries */
#define PICTURE_CACHE_BYTES (8u * 1024 * 1024)   /* most bytes of all entries together */
#define PICTURE_SECONDS 10                       /* burst: seconds' worth of the rate */
#define SVG_MAX (2 * CAROM_PICTURE_SVG_MAX)      /* larger than the usual SVG, because routes may be long */
#define BUSY_MS 2000

/* A cached picture, counted by reference because several replies may use it at a time. */
struct rendered_picture {
    unsigned refs;
    char *bytes; /* NULL: drawing failed */
    size_t length;
};

struct picture_entry {
    char *key;
    struct rendered_picture *picture;
    uint64_t used; /* time of the last use, counted in lookups */
};

struct picture_cache {
    uint64_t lookups;
    size_t bytes;
    unsigned count;
    struct picture_entry entry[PICTURE_CACHE_ENTRIES];
};

/* ---- entries ---- */

static void release(void *context)
{
    struct rendered_picture *picture = context;
    if (--picture->refs > 0)
        return;
    free(picture->bytes);
    free(picture);
}

static void evict(struct picture_cache *cache, struct picture_entry *entry)
{
    cache->bytes -= entry->picture->length;
    free(entry->key);
    release(entry->picture);
    *entry = cache->entry[--cache->count];
}

/* Finds an entry and adds a reference. NULL: not cached. */
static struct rendered_picture *find(struct picture_cache *cache, const char *key)
{
    for (unsigned i = 0; cache != NULL && i < cache->count; i++) {
        struct picture_entry *entry = &cache->entry[i];
        if (strcmp(entry->key, key) != 0)
            continue;
        entry->used = ++cache->lookups;
        entry->picture->refs++;
        return entry->picture;
    }
    return NULL;
}

static struct picture_entry *least_recently_used(struct picture_cache *cache)
{
    struct picture_entry *least = &cache->entry[0];
    for (unsigned i = 1; i < cache->count; i++)
        if (cache->entry[i].used < least->used)
            least = &cache->entry[i];
    return least;
}

/* Inserts an entry; takes over the key. */
static void insert(struct http *http, char *key, struct rendered_picture *picture)
{
    if (http->cache == NULL)
        http->cache = xcalloc(sizeof *http->cache);
    struct picture_cache *cache = http->cache;
    while (cache->count > 0 &&
           (cache->count == PICTURE_CACHE_ENTRIES || cache->bytes + picture->length > PICTURE_CACHE_BYTES))
        evict(cache, least_recently_used(cache));
    picture->refs++;
    cache->bytes += picture->length;
    cache->entry[cache->count++] = (struct picture_entry){.key = key, .picture = picture, .used = ++cache->lookups};
}

void picture_cache_destroy(struct http *http)
{
    while (http->cache != NULL && http->cache->count > 0)
        evict(http->cache, http->cache->entry);
    free(http->cache);
    http->cache = NULL;
}

/* ---- drawing, on a thread of the pool ---- */

struct render_job {
    struct job job;
    struct http_request *request;
    struct picture_request *spec;
    struct rendered_picture *picture;
};

static bool add_png(void *context, const unsigned char *bytes, size_t length)
{
    struct rendered_picture *picture = context;
    if (picture->length + length > PNG_MAX)
        return false;
    memcpy(picture->bytes + picture->length, bytes, length);
    picture->length += length;
    return true;
}

static bool draw_svg(struct rendered_picture *rendered_picture, const struct carom_picture *picture)
{
    struct carom_text text = carom_text_init(rendered_picture->bytes, SVG_MAX);
    carom_picture_svg(&text, picture);
    rendered_picture->length = text.length;
    return !text.truncated;
}

static bool draw_kind(struct rendered_picture *picture, const struct picture_request *spec)
{
    switch (spec->kind) {
    case BOARD_SVG:
        return draw_svg(picture, &spec->picture);
    case BOARD_PNG:
        return carom_picture_png(&spec->picture, spec->width, add_png, picture);
    case BOARD_GIF:
        return carom_write_gif(&spec->picture, spec->width, add_png, picture);
    }
    return false;
}

static void draw(struct job *job)
{
    struct render_job *render_job = (struct render_job *)job;
    const struct picture_request *spec = render_job->spec;
    struct rendered_picture *picture = xcalloc(sizeof *picture);
    *picture = (struct rendered_picture){.refs = 1, .bytes = xcalloc(spec->kind == BOARD_SVG ? SVG_MAX : PNG_MAX)};
    bool good = draw_kind(picture, spec);
    char *fitting = good ? realloc(picture->bytes, picture->length) : NULL;
    if (fitting != NULL) {
        picture->bytes = fitting;
    } else if (!good) {
        free(picture->bytes);
        picture->bytes = NULL;
    }
    render_job->picture = picture;
}

/* ---- replying ---- */

static void answer(struct http_request *request, const struct picture_request *spec, struct rendered_picture *picture)
{
    static const char *const types[] = {"image/svg+xml", "image/png", "image/gif"};
    if (picture->bytes == NULL) {
        bool svg = spec->kind == BOARD_SVG;
        http_reply_error_detail(request, "board", svg ? API_ERR_BAD_ROUTE : API_ERR_BAD_QUERY,
                                svg ? "the route has too many corners for a picture" : "the picture is too large");
        release(picture);
        return;
    }
    http_reply_borrowed(request, types[spec->kind], picture->bytes, picture->length, release, picture);
    http_set_cache_control(request, "max-age=86400");
}

/* Is the job still needed? The client may have disconnected, or another may have had the same picture drawn. */
static bool wanted(struct job *job)
{
    const struct render_job *render_job = (const struct render_job *)job;
    struct rendered_picture *known = find(render_job->request->http->cache, render_job->spec->key);
    if (known != NULL)
        release(known);
    return known == NULL && http_client_connected(render_job->request);
}

static void finish(struct job *job, bool done)
{
    struct render_job *render_job = (struct render_job *)job;
    struct http_request *request = render_job->request;
    struct picture_request *spec = render_job->spec;
    struct rendered_picture *picture = done ? render_job->picture : find(request->http->cache, spec->key);
    request->http->base->metrics.pictures_total += done;
    if (done && picture->bytes != NULL) {
        insert(request->http, spec->key, picture);
        spec->key = NULL;
    }
    if (picture != NULL)
        answer(request, spec, picture);
    else
        http_reply_error_code(request, "board", request->http->base->stopping ? API_ERR_SHUTTING_DOWN : API_ERR_BUSY,
                              BUSY_MS);
    http_resume(request);
    board_picture_free(spec);
    free(render_job);
}

static void begin(struct http_request *request, struct picture_request *spec)
{
    struct render_job *job = xcalloc(sizeof *job);
    job->job = (struct job){.work = draw, .done = finish, .wanted = wanted};
    job->job.flow = (uintptr_t)request->client_addr;
    job->request = request;
    job->spec = spec;
    http_suspend(request);
    if (jobs_add(request->http->jobs, JOB_DRAWN, &job->job))
        return;
    http_reply_error_code(request, "board", API_ERR_BUSY, BUSY_MS);
    http_resume(request);
    board_picture_free(spec);
    free(job);
}

void picture_cache_get(struct http_request *request, struct picture_request *spec)
{
    struct rendered_picture *known = find(request->http->cache, spec->key);
    struct rate_limit rate = rate_per_second(request->http->base->options->picture_rate, PICTURE_SECONDS);
    carom_ms wait = known != NULL ? 0 : client_addr_take(request->client_addr, RATE_PICTURE, request->now, rate);
    if (known == NULL && wait == 0) {
        begin(request, spec);
        return;
    }
    if (known != NULL)
        answer(request, spec, known);
    else
        http_reply_error_code(request, "board", API_ERR_RATE_LIMIT, wait);
    board_picture_free(spec);
}

void board_picture_free(struct picture_request *spec)
{
    free(spec->key);
    free(spec);
}
