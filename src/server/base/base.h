/*
 * The foundation of all layers of the server: clock, logging, memory, shared buffers, metrics.
 *
 * One process, one event loop: everything in the server runs on its thread unless stated otherwise.
 */
#ifndef SERVER_BASE_H
#define SERVER_BASE_H

#include "serve_options.h"

#include <carom/text.h>
#include <carom/types.h>
#include <stddef.h>
#include <uv.h>

/* A limit, and a smaller value for tests that want to reach it, so that sockets and queues are full all the time
 * (tests/server/meson.build builds such a server, with sanitizers). */
#ifdef CAROM_TEST_LIMITS
#define TEST_LIMIT(usual, small) (small)
#else
#define TEST_LIMIT(usual, small) (usual)
#endif

/* ---- clock.c: the only source of a game's time ---- */

/* Milliseconds since 1970 that never go back while the process lives. The wall clock is read once, at the first
 * call; after that the time since boot (sleep included) is added, so that setting the clock does not change
 * anybody's hourglass. */
carom_ms clock_now_ms(void);
/* Sets the time; call it once, before any time is kept. Several servers must agree on it. Log lines written before
 * have the wall clock's time. */
void clock_set_ms(carom_ms now);
/* Processor time of this thread, in microseconds. */
uint64_t clock_thread_cpu_us(void);

/* ---- log.c: logfmt (`key=value`) or JSON, one fact per line ---- */

/* Call before the first line. Takes enum serve_log_level and enum serve_log_format. */
void log_set(unsigned level, unsigned format);
/* Writes a line to standard error. `pairs` is `key=VALUE key=VALUE`, where VALUE is a word, a quoted string, or one
 * of %s, %.*s, %d, %u, %lld, %llu, %zu. Never log nicknames or tokens; `table`, a table's code, is left out except
 * at level `debug`. */
void log_event(enum serve_log_level level, const char *event, const char *pairs, ...)
    __attribute__((format(printf, 3, 4)));

/* A line of another log. Values are quoted and escaped; a field that does not fit is left out as a whole, and the
 * line ends with `incomplete=true`. Contains pointers into itself, so do not copy it. */
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
/* The length of the finished line, including its newline. */
size_t log_row_end(struct log_row *row);

/* ---- notify.c ---- */

/* Notifies the service manager that started the process (NOTIFY_SOCKET, sd_notify(3)), if there is one. */
void notify_manager(const char *state);

/* ---- memory.c: out of memory ends the process ---- */

/* Call at the start. Makes freed large blocks go back to the system at once. By default glibc keeps them, per
 * thread: after a few hard searches hundreds of megabytes would stay allocated. */
void malloc_configure(void);
/* Zeroed memory, never NULL. Acknowledged data are on disk, and restarting is the way to recover, so nobody handles
 * the lack of memory. */
void *xcalloc(size_t size);
/* Ends the process with a log line unless `good`. For calls that fail only if out of memory. */
void check_alloc(bool good);
/* Ends the process with a log line, in release builds too, if a precondition is violated. For calls that would
 * otherwise overwrite memory or a game's log. */
#define REQUIRE(condition) ((condition) ? (void)0 : die_of_misuse(#condition, __func__))
_Noreturn void die_of_misuse(const char *condition, const char *function);
/* Grows a block with capacity `*room` to hold `needed` items of `unit` bytes, by doubling. */
void *xgrow(void *block, size_t *room, size_t needed, size_t unit);

/* ---- shared_buffer.c: reference-counted bytes, shared by all recipients ---- */

struct shared_buffer {
    unsigned refs;
    size_t length;
    char data[];
};

/* Return a buffer with one reference, the caller's. */
struct shared_buffer *buffer_new(size_t length);
struct shared_buffer *buffer_copy(const void *data, size_t length);
void buffer_unref(struct shared_buffer *buffer);
/* Bytes of all buffers together. */
size_t buffers_total_bytes(void);

/* ---- text.c: texts of any length ---- */

/* Writes a text from `context`. Called again with more memory if the text was truncated; must then write the same
 * text. */
typedef void text_writer(struct carom_text *text, const void *context);
/* Returns the whole text, however long it is, valid until the next call. On the loop's thread only. */
struct carom_text text_write(text_writer *write, const void *context);
/* Returns a JSON object whose members `write_members` writes; otherwise like text_write. */
struct carom_text text_write_json(text_writer *write_members, const void *context);

/* ---- histogram.c: durations ---- */

#define HISTOGRAM_BOUNDS 11

struct histogram {
    uint64_t counts[HISTOGRAM_BOUNDS + 1]; /* up to each bound, and above the last */
    uint64_t sum_us;
};

void histogram_add(struct histogram *histogram, uint64_t us);
/* In microseconds. */
uint32_t histogram_bound(unsigned i);

/* ---- shared by all layers ---- */

/* Values for /metrics. Counters only increase. */
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
    uint64_t tables_built_total; /* the solver's tables of boards that it did not know */
    uint64_t pictures_total;
    uint64_t store_failed_total;
    uint64_t longest_iteration_us[2]; /* in the current minute, and in the one before */
    struct histogram loop_iterations; /* working time of each iteration */
    struct histogram loop_cpu;        /* processor time of each iteration */
    struct histogram ws_requests;     /* from a request's last byte to its answer */
    struct histogram http_requests;   /* from a request's last byte to its answer */
    struct histogram commits;
    uint64_t conflicts_total;     /* tables at which another server was first */
    uint64_t refreshes_total;     /* times that the rest of a table's log was read */
    uint64_t notifications_total; /* received from other servers */
};

struct base {
    const struct serve_options *options;
    uv_loop_t loop;
    struct metrics metrics;
    carom_ms started_at;
    carom_ms store_failed_at; /* when a commit last failed; 0: never */
    bool stopping;
    bool overloaded;                  /* at capacity: no new tables are accepted */
    char public_url[SERVE_LINK_SIZE]; /* how players reach the server, without a trailing slash */
};

#endif
