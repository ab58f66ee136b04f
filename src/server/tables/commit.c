/*
 * Group commit.
 *
 * The order of things is: decide, append, apply, answer and broadcast. It matters: whoever has seen an answer or an
 * event may rely on it, so it has to be on the disk before it leaves; and whatever is on the disk was decided against
 * the state before it, so deciding comes first. The writer commits while the loop goes on deciding; everything decided
 * meanwhile is one transaction when it is free again. All that would leave the server waits in the same batch as the
 * events it depends on.
 *
 * Where several commands come in while one batch is written, the next one waits a little for more of them before it
 * goes: a commit costs the same for one and for a hundred, and a hand-over to the writer for each of them would cost
 * more than they do. Somebody who is alone never waits.
 *
 * Tables in memory run ahead of the disk by at most two batches. Should a commit fail they are thrown away together
 * with everything that was about to be sent: nobody has heard of it, so it has not happened. A table whose writes alone
 * cannot be is thrown away alone.
 */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#define OPEN_MOST (4u << 20) /* bytes that wait for a shared store; and how long */
#define OPEN_MOST_MS 2000
#define LATE_MS 1000       /* from so late a commit on no tables are made */
#define GATHER_MS 2        /* so long a batch is kept open when there is a crowd, after the one before ... */
#define CROWD 3            /* ... which had so many outputs at least ... */
#define FULL 256           /* ... unless it has so many rows itself */
#define SLOW_COMMIT_MS 250 /* worth a line in the log: the disk is too slow, or too busy */

/* A frame for a peer or a table, or something to be called. */
struct output {
    int64_t of; /* the table whose events it depends on; 0: none in particular */
    struct bytes *frame;
    struct peer *peer;
    carom_ms asked; /* when, if it is the answer for that peer */
    struct table *table;
    uint32_t game; /* with it the audience knows the log up to here; 0: no events */
    uint32_t seq;
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
    uint64_t written; /* when the last one was, in ns */
    bool crowd;       /* it was more than one or two of them */
    uv_timer_t gather;
    bool tidying; /* the writer is busy with what is left of forgotten tables instead */
    const struct commit_calls *calls;
    void (*failed)(void *context);
    void *context;
};

struct store_writes *commit_writes(struct tables *tables)
{
    return &tables->committer->open.writes;
}

size_t commit_waiting(const struct tables *tables)
{
    return tables->committer->open.writes.count;
}

static void add_to(struct batch *batch, struct output output)
{
    batch->outputs = must_grow(batch->outputs, &batch->room, batch->count + 1, sizeof *batch->outputs);
    batch->outputs[batch->count++] = output;
}

static void add_output(struct tables *tables, struct output output)
{
    add_to(&tables->committer->open, output);
}

static void free_batch(struct batch *batch)
{
    free(batch->outputs);
    store_writes_done(&batch->writes);
}

void commit_to_peer(struct tables *tables, struct peer *peer, struct bytes *frame)
{
    const struct table *table = peer->guest != NULL ? peer->guest->table : NULL;
    peer_use(peer);
    int64_t of = table != NULL ? table->facts.id : 0;
    add_output(tables, (struct output){.of = of, .peer = peer, .frame = frame, .asked = peer->now});
}

void commit_to_table(struct table *table, struct bytes *frame)
{
    table_use(table);
    add_output(table->tables, (struct output){.of = table->facts.id, .table = table, .frame = frame});
}

void commit_events(struct table *table, struct bytes *frame)
{
    table_use(table);
    add_output(
        table->tables,
        (struct output){
            .of = table->facts.id, .table = table, .frame = frame, .game = table->facts.game, .seq = table->state.seq});
}

void commit_note(struct table *table, const char *words)
{
    if (table->tables->shared)
        must(store_writes_note(commit_writes(table->tables), table->facts.id, words, strlen(words)));
}

size_t commit_waiting_bytes(const struct tables *tables)
{
    return tables->committer->open.writes.length + tables->committer->sealed.writes.length;
}

bool commit_late(const struct tables *tables, carom_ms now)
{
    const struct committer *committer = tables->committer;
    return committer->sealed.writes.count > 0 && now - committer->sealed_at > LATE_MS;
}

bool commit_overloaded(const struct tables *tables)
{
    const struct committer *committer = tables->committer;
    return tables->shared && (commit_waiting_bytes(tables) > OPEN_MOST ||
                              (writer_busy(committer->writer) && clock_now() - committer->sealed_at > OPEN_MOST_MS));
}

void commit_call_of(struct tables *tables, int64_t table, commit_then *then, void *context)
{
    add_output(tables, (struct output){.of = table, .then = then, .context = context});
}

void commit_call(const struct table *table, commit_then *then, void *context)
{
    commit_call_of(table->tables, table->facts.id, then, context);
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

void commit_tell(const struct table *table, struct bytes *frame)
{
    broadcast(table, frame);
    bytes_release(frame);
}

static void broadcast_output(const struct output *output)
{
    struct table *table = output->table;
    broadcast(table, output->frame);
    if (output->seq > 0) {
        table->sent_game = output->game;
        table->sent_seq = output->seq;
        table_keep_snapshot(table);
    }
}

static void deliver_one(const struct output *output)
{
    if (output->peer != NULL) {
        histogram_add(&output->peer->net->base->metrics.answers, (uint64_t)(clock_now() - output->asked) * 1000);
        peer_send(output->peer, output->frame);
    } else if (output->table != NULL) {
        broadcast_output(output);
    } else {
        output->then(output->context, true);
    }
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

static bool has_failed(const struct store_failures *failures, int64_t table)
{
    for (size_t i = 0; failures != NULL && i < failures->count; i++)
        if (failures->items[i].table == table)
            return true;
    return false;
}

/* It has not happened. */
static void discard_one(const struct output *output)
{
    if (output->then != NULL)
        output->then(output->context, false);
    release(output);
}

/* All of it, except what is about tables that failed. */
static void deliver(struct batch *batch, const struct store_failures *failures)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (has_failed(failures, batch->outputs[i].of)) {
            discard_one(&batch->outputs[i]);
            continue;
        }
        deliver_one(&batch->outputs[i]);
        release(&batch->outputs[i]);
    }
    batch->count = 0;
}

/* Nothing of it has happened. What is called adds to a batch that is new. */
static void discard(struct batch *batch)
{
    struct batch gone = *batch;
    *batch = (struct batch){0};
    for (size_t i = 0; i < gone.count; i++)
        discard_one(&gone.outputs[i]);
    free_batch(&gone);
}

/* Takes out what follows from writes that failed: it was decided about a table that is not so. What is discarded is set
 * aside first, because what it calls adds to the batch. */
static void take_out(struct batch *batch, const struct store_failures *failures)
{
    struct store_writes *writes = &batch->writes;
    struct batch gone = {0};
    size_t kept = 0, left = 0;
    for (size_t i = 0; i < writes->count; i++)
        if (!has_failed(failures, writes->items[i].table))
            writes->items[kept++] = writes->items[i];
    writes->count = kept;
    for (size_t i = 0; i < batch->count; i++)
        if (has_failed(failures, batch->outputs[i].of))
            add_to(&gone, batch->outputs[i]);
        else
            batch->outputs[left++] = batch->outputs[i];
    batch->count = left;
    discard(&gone);
}

/* ---- committing ---- */

static void forget_failed(struct committer *committer, const struct store_failures *failures)
{
    take_out(&committer->open, failures);
    for (size_t i = 0; i < failures->count; i++)
        committer->calls->table_failed(committer->tables, &failures->items[i]);
}

/* The tables that a batch is about. */
struct concerned {
    int64_t *ids;
    size_t count;
    size_t room;
};

static void discard_noting(struct batch *batch, struct concerned *concerned)
{
    size_t most = concerned->count + batch->writes.count + batch->count + 1;
    concerned->ids = must_grow(concerned->ids, &concerned->room, most, sizeof *concerned->ids);
    for (size_t i = 0; i < batch->writes.count; i++)
        concerned->ids[concerned->count++] = batch->writes.items[i].table;
    for (size_t i = 0; i < batch->count; i++)
        concerned->ids[concerned->count++] = batch->outputs[i].of;
    discard(batch);
}

/* Nothing of what was decided has happened, nor what those who were told so have decided since. */
static void discard_all(struct committer *committer, struct concerned *concerned)
{
    discard_noting(&committer->sealed, concerned);
    do
        discard_noting(&committer->open, concerned);
    while (committer->open.count > 0 || committer->open.writes.count > 0);
}

/* A database on the network: connections stay, and so do the tables, but what was on its way may have happened or not,
 * so all that it was about is read again. */
static void give_up(struct committer *committer, struct concerned *concerned)
{
    committer->tables->unsure = true;
    discard_all(committer, concerned);
    committer->tables->unsure = false;
    committer->calls->unsure(committer->tables, concerned->ids, concerned->count);
}

static void note_store(struct tables *tables, bool good)
{
    if (!good && !tables->down)
        log_line(SERVE_LOG_ERROR, "store-failed", "why=\"%s\"", store_fault(tables->store));
    if (good && tables->down)
        log_line(SERVE_LOG_WARN, "store-back", "tables_behind=%u", tables->refreshing);
    if (!good) {
        tables->base->metrics.store_failed_total++;
        tables->base->store_failed = clock_now();
    }
    tables->down = !good;
}

static void finish(void *context, bool good, const struct store_failures *failures)
{
    struct committer *committer = context;
    struct base *base = committer->tables->base;
    if (committer->tidying) {
        committer->tidying = false;
        committer->tables->untidy = writer_untidy(committer->writer);
        return;
    }
    carom_ms took = clock_now() - committer->sealed_at;
    committer->written = uv_hrtime();
    committer->crowd = committer->sealed.count >= CROWD;
    base->metrics.commits_total++;
    histogram_add(&base->metrics.commits, (uint64_t)took * 1000);
    if (took >= SLOW_COMMIT_MS)
        log_line(SERVE_LOG_WARN, "slow-commit", "ms=%lld rows=%zu", (long long)took, committer->sealed.writes.count);
    note_store(committer->tables, good);
    if (good) {
        base->metrics.events_total += committer->sealed.writes.count;
        deliver(&committer->sealed, failures);
        forget_failed(committer, failures);
        if (committer->tables->shared)
            committer->calls->written(committer->tables, &committer->sealed.writes);
        store_writes_clear(&committer->sealed.writes);
        return;
    }
    struct concerned concerned = {0};
    if (committer->tables->shared) {
        give_up(committer, &concerned);
    } else {
        discard_all(committer, &concerned);
        committer->failed(committer->context);
    }
    free(concerned.ids);
}

static void seal(struct committer *committer)
{
    struct batch empty = committer->sealed;
    committer->sealed = committer->open;
    committer->open = empty;
    committer->sealed_at = clock_now();
    writer_append(committer->writer, &committer->sealed.writes);
}

/* The turn of the loop that it begins is all that is wanted. */
static void on_gathered(uv_timer_t *timer)
{
    (void)timer;
}

/* Is it worth waiting for more? */
static bool gathers(struct committer *committer)
{
    uint64_t passed = uv_hrtime() - committer->written;
    if (!committer->crowd || committer->open.writes.count >= FULL || passed >= GATHER_MS * 1000000u ||
        committer->tables->base->stopping)
        return false;
    if (!uv_is_active((uv_handle_t *)&committer->gather))
        uv_timer_start(&committer->gather, on_gathered, GATHER_MS, 0);
    return true;
}

void commit_turn(struct tables *tables)
{
    struct committer *committer = tables->committer;
    if (committer == NULL || writer_busy(committer->writer))
        return;
    if (committer->open.writes.count > 0) {
        if (!gathers(committer))
            seal(committer);
        return;
    }
    /* Nothing to be written: answers need not wait. Delivering may add outputs (a slow reader who is dropped changes
     * nothing in the log, but tells the others), so take the batch out first. */
    while (committer->open.count > 0 && committer->open.writes.count == 0) {
        struct batch ready = committer->open;
        committer->open = (struct batch){0};
        deliver(&ready, NULL);
        free_batch(&ready);
    }
    if (tables->untidy && committer->open.writes.count == 0 && !tables->base->stopping) {
        committer->tidying = true;
        committer->sealed_at = clock_now();
        writer_tidy(committer->writer);
    }
}

void commit_drain(struct tables *tables)
{
    struct committer *committer = tables->committer;
    committer->crowd = false;
    commit_turn(tables);
    while (writer_busy(committer->writer)) {
        writer_wait(committer->writer);
        committer->crowd = false;
        commit_turn(tables); /* what was decided meanwhile */
    }
}

/* ---- beginning and end ---- */

void committer_start(struct tables *tables, const struct commit_calls *calls, void (*failed)(void *context),
                     void *context)
{
    struct committer *committer = must_alloc(sizeof *committer);
    committer->tables = tables;
    committer->calls = calls;
    committer->failed = failed;
    committer->context = context;
    uv_timer_init(&tables->base->loop, &committer->gather);
    committer->gather.data = committer;
    committer->writer = writer_start(&tables->base->loop, tables->store, finish, committer);
    tables->committer = committer;
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

void committer_stop(struct tables *tables)
{
    struct committer *committer = tables->committer;
    commit_drain(tables);
    writer_stop(committer->writer);
    free_batch(&committer->open);
    free_batch(&committer->sealed);
    tables->committer = NULL;
    uv_close((uv_handle_t *)&committer->gather, on_closed);
}
