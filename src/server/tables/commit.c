/*
 * Group commit.
 *
 * The order of things is: decide, append, apply, answer and broadcast. It matters: whoever has seen an answer or an
 * event may rely on it, so it has to be on the disk before it leaves; and whatever is on the disk was decided against
 * the state before it, so deciding comes first. A commit takes milliseconds of waiting for the disk. Therefore a thread
 * of its own commits while the loop goes on deciding; everything decided meanwhile is one transaction when the thread
 * is free again. All that would leave the server waits in the same batch as the events it depends on.
 *
 * Tables in memory run ahead of the disk by at most two batches. Should a commit fail they are thrown away together
 * with everything that was about to be sent (server_store_failed): nobody has heard of it, so it has not happened.
 */
#include "../base/clock.h"
#include "../http/http.h"
#include "tables.h"

#include <stdlib.h>

#define SLOW_COMMIT_MS 250 /* worth a line in the log: the disk is too slow, or too busy */

enum output_kind {
    OUTPUT_TO_PEER,
    OUTPUT_TO_TABLE,
    OUTPUT_ATTACH,
    OUTPUT_EXCHANGE,
};

struct output {
    enum output_kind kind;
    struct peer *peer;
    struct live *live;
    struct exchange *exchange;
    struct bytes *frame;
    uint32_t from; /* attach: events to send */
    uint32_t to;
};

struct batch {
    struct store_writes writes;
    struct output *outputs;
    size_t count;
    size_t room;
};

struct committer {
    struct server *server;
    struct batch open;   /* being filled by the loop */
    struct batch sealed; /* on its way; the thread reads its writes while `busy` */
    bool busy;
    carom_ms sealed_at;

    uv_thread_t thread;
    uv_async_t done;  /* the thread has committed, or failed to */
    uv_mutex_t mutex; /* guards what follows */
    uv_cond_t wake;
    bool work;
    bool ending;
    bool good;
};

struct store_writes *commit_writes(struct server *server)
{
    return &server->committer->open.writes;
}

static struct output *add_output(struct server *server, enum output_kind kind)
{
    struct batch *batch = &server->committer->open;
    if (batch->count == batch->room) {
        size_t room = batch->room == 0 ? 64 : batch->room * 2;
        struct output *grown = realloc(batch->outputs, room * sizeof *grown);
        if (grown == NULL)
            must_alloc(SIZE_MAX);
        batch->outputs = grown;
        batch->room = room;
    }
    struct output *output = &batch->outputs[batch->count++];
    *output = (struct output){.kind = kind};
    return output;
}

void commit_to_peer(struct server *server, struct peer *peer, struct bytes *frame)
{
    struct output *output = add_output(server, OUTPUT_TO_PEER);
    output->peer = peer;
    output->frame = frame;
    peer->users++;
}

void commit_to_table(struct server *server, struct live *live, struct bytes *frame)
{
    struct output *output = add_output(server, OUTPUT_TO_TABLE);
    output->live = live;
    output->frame = frame;
    live_use(live);
}

void commit_attach(struct server *server, struct peer *peer, struct bytes *frame, uint32_t from, uint32_t to)
{
    struct output *output = add_output(server, OUTPUT_ATTACH);
    output->peer = peer;
    output->frame = frame;
    output->from = from;
    output->to = to;
    peer->users++;
}

void commit_exchange(struct server *server, struct exchange *exchange)
{
    add_output(server, OUTPUT_EXCHANGE)->exchange = exchange;
}

/* ---- delivering
 * ------------------------------------------------------------------------------------------------------ */

static void attach(const struct output *output)
{
    struct peer *peer = output->peer;
    if (peer->closing || peer->live == NULL)
        return;
    struct live *live = peer->live;
    peer_send(peer, output->frame);
    if (output->from != 0 && output->from <= output->to)
        game_send_history(live, peer, output->from, output->to);
    if (!peer->closing)
        live_attach(live, peer, clock_now());
}

static void broadcast(const struct output *output)
{
    output->live->server->metrics.broadcasts_total++;
    for (struct peer *peer = output->live->audience; peer != NULL;) {
        struct peer *next = peer->next_at; /* a slow one is dropped by sending */
        peer_send(peer, output->frame);
        peer = next;
    }
}

static void deliver_one(const struct output *output)
{
    switch (output->kind) {
    case OUTPUT_TO_PEER:
        peer_send(output->peer, output->frame);
        break;
    case OUTPUT_TO_TABLE:
        broadcast(output);
        break;
    case OUTPUT_ATTACH:
        attach(output);
        break;
    case OUTPUT_EXCHANGE:
        exchange_resume(output->exchange);
        break;
    }
}

static void release(const struct output *output)
{
    if (output->frame != NULL)
        bytes_release(output->frame);
    if (output->peer != NULL)
        peer_release(output->peer);
    if (output->live != NULL)
        live_release(output->live);
}

static void deliver(struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        deliver_one(&batch->outputs[i]);
        release(&batch->outputs[i]);
    }
    batch->count = 0;
    store_writes_clear(&batch->writes);
}

/* Nothing of it has happened: HTTP gets an error, WebSockets are closed by server_store_failed. */
static void discard(struct batch *batch)
{
    struct refused refused;
    refuse_number(&refused, WHY_STORE, 1000);
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->outputs[i].kind == OUTPUT_EXCHANGE) {
            exchange_refuse(batch->outputs[i].exchange, "store", &refused);
            exchange_resume(batch->outputs[i].exchange);
        }
        release(&batch->outputs[i]);
    }
    batch->count = 0;
    store_writes_clear(&batch->writes);
}

/* ---- the thread
 * --------------------------------------------------------------------------------------------------------- */

static void commit_forever(void *context)
{
    struct committer *committer = context;
    uv_mutex_lock(&committer->mutex);
    for (;;) {
        while (!committer->work && !committer->ending)
            uv_cond_wait(&committer->wake, &committer->mutex);
        if (!committer->work)
            break;
        uv_mutex_unlock(&committer->mutex);
        bool good = store_append(committer->server->store, &committer->sealed.writes);
        uv_mutex_lock(&committer->mutex);
        committer->good = good;
        committer->work = false;
        uv_async_send(&committer->done);
    }
    uv_mutex_unlock(&committer->mutex);
}

static void finish(struct committer *committer, bool good)
{
    struct server *server = committer->server;
    committer->busy = false;
    carom_ms took = clock_now() - committer->sealed_at;
    server->metrics.commits_total++;
    server->metrics.commit_ms_total += (uint64_t)took;
    if (took >= SLOW_COMMIT_MS)
        log_line(SERVE_LOG_WARN, "slow-commit", "ms=%lld rows=%zu", (long long)took, committer->sealed.writes.count);
    if (good) {
        server->metrics.events_total += committer->sealed.writes.count;
        deliver(&committer->sealed);
        return;
    }
    log_line(SERVE_LOG_ERROR, "store-failed", "why=\"%s\"", store_fault(server->store));
    discard(&committer->sealed);
    discard(&committer->open);
    server_store_failed(server);
}

static void on_done(uv_async_t *async)
{
    struct committer *committer = async->data;
    uv_mutex_lock(&committer->mutex);
    bool finished = committer->busy && !committer->work;
    bool good = committer->good;
    uv_mutex_unlock(&committer->mutex);
    if (finished)
        finish(committer, good);
}

static void seal(struct committer *committer)
{
    struct batch empty = committer->sealed;
    committer->sealed = committer->open;
    committer->open = empty;
    committer->sealed_at = clock_now();
    committer->busy = true;
    uv_mutex_lock(&committer->mutex);
    committer->work = true;
    uv_cond_signal(&committer->wake);
    uv_mutex_unlock(&committer->mutex);
}

void commit_turn(struct server *server)
{
    struct committer *committer = server->committer;
    if (committer->busy)
        return;
    if (committer->open.writes.count > 0) {
        seal(committer);
        return;
    }
    /* Nothing to be written: answers need not wait. Delivering may add outputs (a slow reader who is dropped changes
     * nothing in the log, but tells the others), so take the batch out first. */
    while (committer->open.count > 0 && committer->open.writes.count == 0) {
        struct batch ready = committer->open;
        committer->open = (struct batch){0};
        deliver(&ready);
        free(ready.outputs);
        store_writes_done(&ready.writes);
    }
}

void committer_start(struct server *server)
{
    struct committer *committer = must_alloc(sizeof *committer);
    committer->server = server;
    server->committer = committer;
    uv_mutex_init(&committer->mutex);
    uv_cond_init(&committer->wake);
    uv_async_init(&server->loop, &committer->done, on_done);
    committer->done.data = committer;
    if (uv_thread_create(&committer->thread, commit_forever, committer) != 0)
        must_alloc(SIZE_MAX);
}

static void free_batch(struct batch *batch)
{
    free(batch->outputs);
    store_writes_done(&batch->writes);
}

static void on_closed(uv_handle_t *handle)
{
    struct committer *committer = handle->data;
    uv_cond_destroy(&committer->wake);
    uv_mutex_destroy(&committer->mutex);
    free_batch(&committer->open);
    free_batch(&committer->sealed);
    committer->server->committer = NULL;
    free(committer);
}

void committer_drain(struct server *server)
{
    struct committer *committer = server->committer;
    commit_turn(server);
    while (committer->busy) {
        uv_mutex_lock(&committer->mutex);
        bool working = committer->work;
        bool good = committer->good;
        uv_mutex_unlock(&committer->mutex);
        if (working) {
            uv_sleep(1);
        } else {
            finish(committer, good);
            commit_turn(server); /* what was decided meanwhile */
        }
    }
}

void committer_stop(struct server *server)
{
    struct committer *committer = server->committer;
    committer_drain(server);
    uv_mutex_lock(&committer->mutex);
    committer->ending = true;
    uv_cond_signal(&committer->wake);
    uv_mutex_unlock(&committer->mutex);
    uv_thread_join(&committer->thread);
    uv_close((uv_handle_t *)&committer->done, on_closed);
}
