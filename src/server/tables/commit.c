/*
 * Group commit.
 *
 * The order of things is: decide, append, apply, answer and broadcast. It matters: whoever has seen an answer or an
 * event may rely on it, so it has to be on the disk before it leaves; and whatever is on the disk was decided against
 * the state before it, so deciding comes first. The writer commits while the loop goes on deciding; everything decided
 * meanwhile is one transaction when it is free again. All that would leave the server waits in the same batch as the
 * events it depends on.
 *
 * Tables in memory run ahead of the disk by at most two batches. Should a commit fail they are thrown away together
 * with everything that was about to be sent: nobody has heard of it, so it has not happened.
 */
#include "room.h"

#include <stdlib.h>

#define SLOW_COMMIT_MS 250 /* worth a line in the log: the disk is too slow, or too busy */

/* A frame for a peer or a table, or something to be called. */
struct output {
    struct bytes *frame;
    struct peer *peer;
    struct table *table;
    commit_then *then;
    void *context;
};

struct batch {
    struct store_writes writes;
    struct output *outputs;
    size_t count;
    size_t room;
};

struct committer {
    struct tables *tables;
    struct writer *writer;
    struct batch open;   /* being filled by the loop */
    struct batch sealed; /* on its way */
    carom_ms sealed_at;
    void (*failed)(void *context);
    void *context;
};

struct store_writes *commit_writes(struct tables *tables)
{
    return &tables->committer->open.writes;
}

static void add_output(struct tables *tables, struct output output)
{
    struct batch *batch = &tables->committer->open;
    batch->outputs = must_grow(batch->outputs, &batch->room, batch->count + 1, sizeof *batch->outputs);
    batch->outputs[batch->count++] = output;
}

void commit_to_peer(struct tables *tables, struct peer *peer, struct bytes *frame)
{
    peer_use(peer);
    add_output(tables, (struct output){.peer = peer, .frame = frame});
}

void commit_to_table(struct table *table, struct bytes *frame)
{
    table_use(table);
    add_output(table->tables, (struct output){.table = table, .frame = frame});
}

void commit_call(struct tables *tables, commit_then *then, void *context)
{
    add_output(tables, (struct output){.then = then, .context = context});
}

/* ---- delivering ---- */

static void broadcast(const struct table *table, struct bytes *frame)
{
    table->tables->base->metrics.broadcasts_total++;
    for (struct guest *guest = table->audience; guest != NULL;) {
        struct guest *next = guest->next; /* a slow one is dropped by sending */
        peer_send(guest->peer, frame);
        guest = next;
    }
}

static void deliver_one(const struct output *output)
{
    if (output->peer != NULL)
        peer_send(output->peer, output->frame);
    else if (output->table != NULL)
        broadcast(output->table, output->frame);
    else
        output->then(output->context, true);
}

static void release(const struct output *output)
{
    if (output->frame != NULL)
        bytes_release(output->frame);
    if (output->peer != NULL)
        peer_release(output->peer);
    if (output->table != NULL)
        table_release(output->table);
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

/* Nothing of it has happened. */
static void discard(struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->outputs[i].then != NULL)
            batch->outputs[i].then(batch->outputs[i].context, false);
        release(&batch->outputs[i]);
    }
    batch->count = 0;
    store_writes_clear(&batch->writes);
}

/* ---- committing ---- */

static void finish(void *context, bool good)
{
    struct committer *committer = context;
    struct base *base = committer->tables->base;
    carom_ms took = clock_now() - committer->sealed_at;
    base->metrics.commits_total++;
    base->metrics.commit_ms_total += (uint64_t)took;
    if (took >= SLOW_COMMIT_MS)
        log_line(SERVE_LOG_WARN, "slow-commit", "ms=%lld rows=%zu", (long long)took, committer->sealed.writes.count);
    if (good) {
        base->metrics.events_total += committer->sealed.writes.count;
        deliver(&committer->sealed);
        return;
    }
    log_line(SERVE_LOG_ERROR, "store-failed", "why=\"%s\"", store_fault(committer->tables->store));
    discard(&committer->sealed);
    discard(&committer->open);
    committer->failed(committer->context);
}

static void seal(struct committer *committer)
{
    struct batch empty = committer->sealed;
    committer->sealed = committer->open;
    committer->open = empty;
    committer->sealed_at = clock_now();
    writer_append(committer->writer, &committer->sealed.writes);
}

static void free_batch(struct batch *batch)
{
    free(batch->outputs);
    store_writes_done(&batch->writes);
}

void commit_turn(struct tables *tables)
{
    struct committer *committer = tables->committer;
    if (committer == NULL || writer_busy(committer->writer))
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
        free_batch(&ready);
    }
}

void commit_drain(struct tables *tables)
{
    struct committer *committer = tables->committer;
    commit_turn(tables);
    while (writer_busy(committer->writer)) {
        writer_wait(committer->writer);
        commit_turn(tables); /* what was decided meanwhile */
    }
}

/* ---- beginning and end ---- */

void committer_start(struct tables *tables, void (*failed)(void *context), void *context)
{
    struct committer *committer = must_alloc(sizeof *committer);
    committer->tables = tables;
    committer->failed = failed;
    committer->context = context;
    committer->writer = writer_start(&tables->base->loop, tables->store, finish, committer);
    tables->committer = committer;
}

void committer_stop(struct tables *tables)
{
    struct committer *committer = tables->committer;
    commit_drain(tables);
    writer_stop(committer->writer);
    free_batch(&committer->open);
    free_batch(&committer->sealed);
    free(committer);
    tables->committer = NULL;
}
