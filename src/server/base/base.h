/*
 * What every layer of the server stands on: the clock, lines for the operator, memory, shared bytes, counters.
 *
 * One process, one event loop: everything in the server runs on its thread unless it says otherwise.
 */
#ifndef SERVER_BASE_H
#define SERVER_BASE_H

#include "serve_options.h"

#include <carom/text.h>
#include <carom/types.h>
#include <stddef.h>
#include <uv.h>

/* A limit, and what it is where tests want to reach it: small enough for sockets and queues to be full all the time
 * (tests/server/meson.build builds such a server, with sanitizers). */
#ifdef CAROM_TEST_LIMITS
#define TEST_LIMIT(usual, small) (small)
#else
#define TEST_LIMIT(usual, small) (usual)
#endif

/* ---- clock.c: the one place of the whole program where a game's time comes from ---- */

/* Milliseconds since 1970 that never go back while the process lives: the wall clock is read once, at the first call,
 * and from then on the time since boot (sleep included) is added, so that nobody's sand runs faster because somebody
 * sets the clock. */
carom_ms clock_now_ms(void);
/* Once, before any time is kept: what time it is. Several servers have to agree on that. Lines of the log that are
 * written before have the time of the wall clock. */
void clock_set_ms(carom_ms now);
/* What this thread has had of a processor so far, in microseconds. */
uint64_t clock_thread_cpu_us(void);

/* ---- log.c: logs as logfmt (`key=value`) or JSON, one line a fact ---- */

/* Before the first line: enum serve_log_level, enum serve_log_format. */
void log_set(unsigned level, unsigned format);
/* Writes a line to standard error. `pairs` is `key=VALUE key=VALUE`; a VALUE is a word, "words", or one of %s, %.*s,
 * %d, %u, %lld, %llu, %zu. Nicknames and tokens are never among them; `table`, a table's code, is left out below the
 * level `debug`. */
void log_event(enum serve_log_level level, const char *event, const char *pairs, ...)
    __attribute__((format(printf, 3, 4)));

/* A line of some other log. Values are quoted and escaped; a field that does not fit is left out as a whole, and the
 * line ends with `incomplete=true`. Points into itself: not to be copied. */
struct log_row {
    struct carom_text text;
    bool json;
    bool incomplete;
    char bytes[4096];
};

void log_row_begin(struct log_row *row);
void log_row_time(struct log_row *row, carom_ms now);
void log_row_words(struct log_row *row, const char *key, const char *value);
void log_row_number(struct log_row *row, const char *key, uint64_t number);
/* The length of the finished line, its newline included. */
size_t log_row_end(struct log_row *row);

/* ---- notify.c ---- */

/* Tells the service manager that has started the process (NOTIFY_SOCKET, sd_notify(3)); nobody, if none has. */
void notify_manager(const char *state);

/* ---- memory.c: memory, or the end of the process ---- */

/* At the start: large blocks go back to the system as soon as they are freed. Left to itself glibc learns from the
 * first large ones to keep them, for each thread apart: a few hard searches, and hundreds of megabytes stay. */
void malloc_configure(void);
/* What was acknowledged is on the disk, and starting again is the way to recover: so nobody handles the lack of memory.
 * Zeroed, and never NULL. */
void *xcalloc(size_t size);
/* Ends the process with a log line unless `ok`. For calls that fail only without memory. */
void check_alloc(bool good);
/* Ends the process with a log line, in release builds too, unless the function was called as it has to be. For calls
 * that would else overwrite memory or the log of a game. */
#define REQUIRE(condition) ((condition) ? (void)0 : die_of_misuse(#condition, __func__))
_Noreturn void die_of_misuse(const char *condition, const char *function);
/* Room for `needed` items of `unit` bytes in a block that now has room for `*room` of them; grows by doubling. */
void *xgrow(void *block, size_t *room, size_t needed, size_t unit);

/* ---- shared_buffer.c: bytes shared by everybody they are sent to ---- */

struct shared_buffer {
    unsigned refs;
    size_t length;
    char data[];
};

/* Each with one reference, the caller's. */
struct shared_buffer *buffer_new(size_t length);
struct shared_buffer *buffer_copy(const void *data, size_t length);
void buffer_unref(struct shared_buffer *buffer);
/* How many there are of them all together. */
size_t buffers_total_bytes(void);

/* ---- text.c: texts that leave the server or are kept ---- */

/* Writes a text from what `context` says; it is called again if there was not enough room, and writes no other. */
typedef void text_writer(struct carom_text *text, const void *context);
/* The whole text, however long it is. Its bytes stay until the next call. On the loop's thread only. */
struct carom_text text_write(text_writer *write, const void *context);
/* A JSON object whose members `write_members` writes, whole as text_write's. */
struct carom_text text_write_json(text_writer *write_members, const void *context);

/* ---- histogram.c: how long things take ---- */

#define HISTOGRAM_BOUNDS 11

struct histogram {
    uint64_t counts[HISTOGRAM_BOUNDS + 1]; /* up to each bound, and beyond the last */
    uint64_t sum_us;
};

void histogram_add(struct histogram *histogram, uint64_t us);
/* In microseconds. */
uint32_t histogram_bound(unsigned i);

/* ---- what all layers share ---- */

/* Numbers for /metrics; counters only rise. */
struct metrics {
    uint64_t connections_total;
    uint64_t requests_total; /* WebSocket requests */
    uint64_t refused_total;
    uint64_t events_total;
    uint64_t commits_total;
    uint64_t broadcasts_total;
    uint64_t http_requests_total;
    uint64_t slow_clients_total;
    uint64_t http_timeouts_total;
    uint64_t tables_created_total;
    uint64_t tables_loaded_total;
    uint64_t solves_total;
    uint64_t pictures_total;
    uint64_t store_failed_total;
    uint64_t longest_iteration_us[2]; /* in this minute, and in the one before */
    struct histogram loop_iterations; /* of the loop, as long as they work */
    struct histogram loop_cpu;        /* ... and what they took of a processor */
    struct histogram ws_requests;     /* of WebSocket requests, from their last byte to the answer */
    struct histogram http_requests;   /* of HTTP requests, likewise */
    struct histogram commits;
    uint64_t conflicts_total;     /* tables at which another server was first */
    uint64_t refreshes_total;     /* times that a table's log was read on */
    uint64_t notifications_total; /* heard of other servers */
};

struct base {
    const struct serve_options *options;
    uv_loop_t loop;
    struct metrics metrics;
    carom_ms started_at;
    carom_ms store_failed_at; /* when a commit failed last; 0: never */
    bool stopping;
    bool overloaded;                  /* there is as much to do as can be done: no new tables */
    char public_url[SERVE_LINK_SIZE]; /* how players reach the server, without a slash at the end */
};

#endif
