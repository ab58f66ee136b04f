/*
 * The server's inside: one process, one event loop, everything below runs on its thread unless it says otherwise.
 *
 * What happens to a message, in reading order:
 *
 *     http/http.c          a connection arrives and becomes a WebSocket
 *     net/peer.c           bytes become messages; the one `now` of a message is taken here
 *     border/message.c     a message becomes a checked request
 *     requests/requests.c  who may ask that; tables/fairness.c: bids wait for those who are slower to arrive
 *     tables/game.c        decide, append, apply
 *     tables/commit.c      what was decided goes to the disk, and only then out to the players
 *
 * tables/registry.c keeps the tables that are in memory, jobs/jobs.c solves on other threads, bots/bots.c plays.
 */
#ifndef SERVER_H
#define SERVER_H

#include "../../store/store.h"
#include "../border/limits.h"
#include "../border/message.h"
#include "../server.h"

#include <uv.h>

#define AWAY_GRACE_MS 15000 /* so long after losing its connection a player still counts as present */
#define CREDIT_MOST_MS 250
#define CREDIT_LEAST_MS 10 /* less is none */
#define LIVE_BUCKETS 8192

struct peer;
struct live;
struct exchange;
struct committer;
struct http;
struct jobs;

/* Numbers for /metrics; counters only rise. */
struct metrics {
    uint64_t connections_total;
    uint64_t requests_total; /* WebSocket requests */
    uint64_t refused_total;
    uint64_t events_total;
    uint64_t commits_total;
    uint64_t commit_ms_total;
    uint64_t broadcasts_total;
    uint64_t http_total;
    uint64_t dropped_slow_total;
    uint64_t tables_created_total;
    uint64_t tables_loaded_total;
    uint64_t solved_total;
};

struct server {
    const struct serve_options *options;
    uv_loop_t loop;
    struct store *store;
    struct committer *committer;
    struct http *http;
    struct jobs *jobs;
    struct visitors visitors;
    struct live *lives[LIVE_BUCKETS];
    unsigned live_count;
    struct peer *peers;
    struct peer *dirty; /* peers with something to write */
    unsigned peer_count;
    unsigned sockets;  /* of peers, those on their way out included */
    uv_prepare_t turn; /* the end of a turn of the loop: commit, write */
    uv_timer_t sweep;  /* pings, silent connections, idle tables */
    unsigned sweeps;   /* so far */
    uv_signal_t signals[2];
    bool stopping;
    carom_ms started;
    carom_ms stopped; /* when stopping began */
    struct metrics metrics;
    char link[256]; /* how players reach the server, without a slash at the end */
};

/* ---- log.c: lines of key=value on standard error ------------------------------------------------------------------
 */

void log_level_set(unsigned level);
/* `pairs` is printf's form of `key=value key=value`; values from outside are put through log_word first. */
void log_line(enum serve_log_level level, const char *event, const char *pairs, ...)
    __attribute__((format(printf, 3, 4)));

/* Memory, or the end of the process: what was acknowledged is on the disk, and starting again is the way to recover. */
void *must_alloc(size_t size);

/* ---- frames: bytes shared by everybody they are sent to ------------------------------------------------------------
 */

struct bytes {
    unsigned refs;
    size_t length;
    char data[];
};

/* A text message as a whole WebSocket frame. One reference, the caller's. */
struct bytes *frame_text(const char *text, size_t length);
struct bytes *bytes_copy(const void *data, size_t length);
void bytes_release(struct bytes *bytes);

/* ---- commit.c: durable first, then out ------------------------------------------------------------------------------
 */

void committer_start(struct server *server);
/* Waits until everything decided so far is committed and delivered. */
void committer_drain(struct server *server);
/* The same, and an end to the thread. */
void committer_stop(struct server *server);
/* The writes of the open batch: what is added here is on the disk before any output added later is delivered. */
struct store_writes *commit_writes(struct server *server);
/* Outputs, delivered in this order after the commit. `frame` is taken over; peers and tables are kept alive meanwhile.
 */
void commit_to_peer(struct server *server, struct peer *peer, struct bytes *frame);
void commit_to_table(struct server *server, struct live *live, struct bytes *frame);
/* The peer's welcome; then it belongs to the table's audience and gets the events from `from` to `to`, if any. */
void commit_attach(struct server *server, struct peer *peer, struct bytes *frame, uint32_t from, uint32_t to);
/* An HTTP exchange whose answer is ready. */
void commit_exchange(struct server *server, struct exchange *exchange);
/* Something was added: at the end of the turn it goes on its way. */
void commit_turn(struct server *server);

/* ---- server.c
 * -------------------------------------------------------------------------------------------------------- */

/* The store failed: nothing that was not committed has happened. All tables leave memory, everybody has to come back.
 */
void server_store_failed(struct server *server);

/* ---- metrics.c
 * --------------------------------------------------------------------------------------------------------- */

void metrics_write(struct carom_text *text, const struct server *server);

#endif
