/*
 * Group commit.
 *
 * The order is: decide, append, apply, then answer and broadcast. Whoever has seen an answer or an event may rely on
 * it, so it must be on disk before it is sent; and what is on disk was decided on the state before it, so deciding
 * comes first. The writer thread commits while the loop goes on deciding; everything decided meanwhile becomes one
 * transaction when the thread is free again. All output waits in the same batch as the events it depends on.
 *
 * If several commands arrive while a batch is written, the next batch stays open a little longer for more of them: a
 * commit costs the same for one and for a hundred. A single player never waits.
 *
 * Tables in memory are ahead of the disk by at most two batches. If a commit fails they are discarded together with all
 * pending output: nobody has seen it, so it has not happened. A table whose writes alone are rejected is discarded
 * alone.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define UNCOMMITTED_BYTES_MAX (4u << 20) /* limits for uncommitted work in a shared store: bytes, milliseconds */
#define UNCOMMITTED_MS_MAX 2000
#define LATE_MS 1000           /* no new tables are created while a commit takes longer */
#define COALESCE_MS 2          /* how long a batch stays open under load */
#define COALESCE_MIN_OUTPUTS 3 /* load means that the batch before had at least this many outputs */
#define COALESCE_MAX_ROWS 256  /* a batch with this many rows does not wait */
#define SLOW_COMMIT_MS 250     /* logged, because the disk is too slow or too busy */

/* A frame for a connection or a table, or a callback. */
struct pending_output {
    int64_t depends_on_table; /* the table whose events it depends on; 0: none */
    struct shared_buffer *frame;
    struct connection *conn;
    carom_ms asked; /* when the request arrived, if this is its answer */
    struct table *table;
    uint32_t game; /* with it the sessions have the log up to this game and seq; 0: no events */
    uint32_t seq;
    commit_callback *then;
    void *context;
};

struct batch {
    struct store_batch batch;
    struct pending_output *outputs;
    size_t count;
    size_t capacity;
};

struct committer {
    struct tables *tables;
    struct write_thread *write_thread;
    struct batch filling;   /* being filled by the loop */
    struct batch in_flight; /* being committed by the writer thread */
    carom_ms sealed_at;
    uint64_t written; /* when the last commit ended, in ns */
    bool coalesce;    /* the last batch was large enough to wait for more */
    uv_timer_t gather;
    bool tidying; /* the writer thread is purging deleted tables */
    const struct commit_listener *calls;
    void (*failed)(void *context);
    void *context;
};

struct store_batch *commit_batch(struct tables *tables)
{
    return &tables->committer->filling.batch;
}

size_t commit_pending_rows(const struct tables *tables)
{
    return tables->committer->filling.batch.count;
}

static void add_to(struct batch *batch, struct pending_output pending_output)
{
    batch->outputs = xgrow(batch->outputs, &batch->capacity, batch->count + 1, sizeof *batch->outputs);
    batch->outputs[batch->count++] = pending_output;
}

static void add_output(struct tables *tables, struct pending_output pending_output)
{
    add_to(&tables->committer->filling, pending_output);
}

static void free_batch(struct batch *batch)
{
    free(batch->outputs);
    store_batch_destroy(&batch->batch);
}

void commit_send(struct tables *tables, struct connection *conn, struct shared_buffer *frame)
{
    const struct table *table = conn->session != NULL ? conn->session->table : NULL;
    conn_ref(conn);
    int64_t of = table != NULL ? table->row.id : 0;
    add_output(tables, (struct pending_output){
                           .depends_on_table = of, .conn = conn, .frame = frame, .asked = conn->received_at});
}

void commit_broadcast(struct table *table, struct shared_buffer *frame)
{
    table_ref(table);
    add_output(table->tables,
               (struct pending_output){.depends_on_table = table->row.id, .table = table, .frame = frame});
}

void commit_broadcast_events(struct table *table, struct shared_buffer *frame)
{
    table_ref(table);
    add_output(table->tables, (struct pending_output){.depends_on_table = table->row.id,
                                                      .table = table,
                                                      .frame = frame,
                                                      .game = table->row.game,
                                                      .seq = table->game.seq});
}

void commit_notify(struct table *table, const char *words)
{
    if (table->tables->shared)
        check_alloc(store_batch_notify(commit_batch(table->tables), table->row.id, words, strlen(words)));
}

size_t commit_pending_bytes(const struct tables *tables)
{
    return tables->committer->filling.batch.length + tables->committer->in_flight.batch.length;
}

bool commit_is_late(const struct tables *tables, carom_ms now)
{
    const struct committer *committer = tables->committer;
    return committer->in_flight.batch.count > 0 && now - committer->sealed_at > LATE_MS;
}

bool commit_overloaded(const struct tables *tables)
{
    const struct committer *committer = tables->committer;
    return tables->shared &&
           (commit_pending_bytes(tables) > UNCOMMITTED_BYTES_MAX ||
            (write_thread_busy(committer->write_thread) && clock_now_ms() - committer->sealed_at > UNCOMMITTED_MS_MAX));
}

void commit_then_for(struct tables *tables, int64_t table, commit_callback *then, void *context)
{
    add_output(tables, (struct pending_output){.depends_on_table = table, .then = then, .context = context});
}

void commit_then(const struct table *table, commit_callback *then, void *context)
{
    commit_then_for(table->tables, table->row.id, then, context);
}

/* ---- delivering ---- */

static void broadcast(const struct table *table, struct shared_buffer *frame)
{
    table->tables->base->metrics.broadcasts_total++;
    for (struct session *session = table->sessions; session != NULL;) {
        struct session *next = session->next; /* sending may close a slow client's session */
        conn_send(session->conn, frame);
        session = next;
    }
}

void commit_broadcast_committed(const struct table *table, struct shared_buffer *frame)
{
    broadcast(table, frame);
    buffer_unref(frame);
}

static void broadcast_output(const struct pending_output *pending_output)
{
    struct table *table = pending_output->table;
    broadcast(table, pending_output->frame);
    if (pending_output->seq > 0) {
        table->published_game = pending_output->game;
        table->published_seq = pending_output->seq;
        table_keep_snapshot(table);
    }
}

static void deliver_one(const struct pending_output *pending_output)
{
    if (pending_output->conn != NULL) {
        histogram_add(&pending_output->conn->net->base->metrics.ws_requests,
                      (uint64_t)(clock_now_ms() - pending_output->asked) * 1000);
        conn_send(pending_output->conn, pending_output->frame);
    } else if (pending_output->table != NULL) {
        broadcast_output(pending_output);
    } else {
        pending_output->then(pending_output->context, true);
    }
}

static void release(const struct pending_output *pending_output)
{
    if (pending_output->frame != NULL)
        buffer_unref(pending_output->frame);
    if (pending_output->conn != NULL)
        conn_unref(pending_output->conn);
    if (pending_output->table != NULL)
        table_unref(pending_output->table);
}

static bool has_failed(const struct store_failures *failures, int64_t table)
{
    for (size_t i = 0; failures != NULL && i < failures->count; i++)
        if (failures->items[i].table == table)
            return true;
    return false;
}

/* Tells the callback that it has failed, and drops the frame. */
static void discard_one(const struct pending_output *pending_output)
{
    if (pending_output->then != NULL)
        pending_output->then(pending_output->context, false);
    release(pending_output);
}

/* Delivers all output except that of tables that failed. */
static void deliver(struct batch *batch, const struct store_failures *failures)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (has_failed(failures, batch->outputs[i].depends_on_table)) {
            discard_one(&batch->outputs[i]);
            continue;
        }
        deliver_one(&batch->outputs[i]);
        release(&batch->outputs[i]);
    }
    batch->count = 0;
}

/* Discards all output. Callbacks may add to the batch, which is therefore a new one. */
static void discard(struct batch *batch)
{
    struct batch gone = *batch;
    *batch = (struct batch){0};
    for (size_t i = 0; i < gone.count; i++)
        discard_one(&gone.outputs[i]);
    free_batch(&gone);
}

/* Discards output of tables whose writes were rejected. It is set aside first, because callbacks may add to the
 * batch. */
static void remove_failed(struct batch *batch, const struct store_failures *failures)
{
    struct store_batch *store_batch = &batch->batch;
    struct batch gone = {0};
    size_t kept = 0, left = 0;
    for (size_t i = 0; i < store_batch->count; i++)
        if (!has_failed(failures, store_batch->items[i].table))
            store_batch->items[kept++] = store_batch->items[i];
    store_batch->count = kept;
    for (size_t i = 0; i < batch->count; i++)
        if (has_failed(failures, batch->outputs[i].depends_on_table))
            add_to(&gone, batch->outputs[i]);
        else
            batch->outputs[left++] = batch->outputs[i];
    batch->count = left;
    discard(&gone);
}

/* ---- committing ---- */

static void on_tables_failed(struct committer *committer, const struct store_failures *failures)
{
    remove_failed(&committer->filling, failures);
    for (size_t i = 0; i < failures->count; i++)
        committer->calls->table_failed(committer->tables, &failures->items[i]);
}

/* The tables that a batch contains. */
struct concerned {
    int64_t *ids;
    size_t count;
    size_t room;
};

static void discard_noting(struct batch *batch, struct concerned *concerned)
{
    size_t most = concerned->count + batch->batch.count + batch->count + 1;
    concerned->ids = xgrow(concerned->ids, &concerned->room, most, sizeof *concerned->ids);
    for (size_t i = 0; i < batch->batch.count; i++)
        concerned->ids[concerned->count++] = batch->batch.items[i].table;
    for (size_t i = 0; i < batch->count; i++)
        concerned->ids[concerned->count++] = batch->outputs[i].depends_on_table;
    discard(batch);
}

/* Discards everything decided since the last commit, in both batches. */
static void discard_all(struct committer *committer, struct concerned *concerned)
{
    discard_noting(&committer->in_flight, concerned);
    do
        discard_noting(&committer->filling, concerned);
    while (committer->filling.count > 0 || committer->filling.batch.count > 0);
}

/* For a database: keeps connections and tables, but reads all tables of the batch again, because it may or may not
 * have been committed. */
static void give_up(struct committer *committer, struct concerned *concerned)
{
    committer->tables->outcome_unknown = true;
    discard_all(committer, concerned);
    committer->tables->outcome_unknown = false;
    committer->calls->outcome_unknown(committer->tables, concerned->ids, concerned->count);
}

static void log_store_state(struct tables *tables, bool good)
{
    if (!good && !tables->store_down)
        log_event(SERVE_LOG_ERROR, "store-failed", "error=\"%s\"", store_last_error(tables->store));
    if (good && tables->store_down)
        log_event(SERVE_LOG_WARN, "store-recovered", "tables_behind=%u", tables->stale_tables);
    if (!good) {
        tables->base->metrics.store_failed_total++;
        tables->base->store_failed_at = clock_now_ms();
    }
    tables->store_down = !good;
}

static void finish(void *context, bool good, const struct store_failures *failures)
{
    struct committer *committer = context;
    struct base *base = committer->tables->base;
    if (committer->tidying) {
        committer->tidying = false;
        committer->tables->purge_pending = write_thread_purge_pending(committer->write_thread);
        return;
    }
    carom_ms took = clock_now_ms() - committer->sealed_at;
    committer->written = uv_hrtime();
    committer->coalesce = committer->in_flight.count >= COALESCE_MIN_OUTPUTS;
    base->metrics.commits_total++;
    histogram_add(&base->metrics.commits, (uint64_t)took * 1000);
    if (took >= SLOW_COMMIT_MS)
        log_event(SERVE_LOG_WARN, "slow-commit", "ms=%lld rows=%zu", (long long)took, committer->in_flight.batch.count);
    log_store_state(committer->tables, good);
    if (good) {
        base->metrics.events_total += committer->in_flight.batch.count;
        deliver(&committer->in_flight, failures);
        on_tables_failed(committer, failures);
        if (committer->tables->shared)
            committer->calls->written(committer->tables, &committer->in_flight.batch);
        store_batch_clear(&committer->in_flight.batch);
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
    struct batch empty = committer->in_flight;
    committer->in_flight = committer->filling;
    committer->filling = empty;
    committer->sealed_at = clock_now_ms();
    write_thread_append(committer->write_thread, &committer->in_flight.batch);
}

/* Only wakes the loop; commit_flush runs at the end of the iteration. */
static void on_gathered(uv_timer_t *timer)
{
    (void)timer;
}

/* Is it worth waiting for more? */
static bool wait_to_coalesce(struct committer *committer)
{
    uint64_t passed = uv_hrtime() - committer->written;
    if (!committer->coalesce || committer->filling.batch.count >= COALESCE_MAX_ROWS ||
        passed >= COALESCE_MS * 1000000u || committer->tables->base->stopping)
        return false;
    if (!uv_is_active((uv_handle_t *)&committer->gather))
        uv_timer_start(&committer->gather, on_gathered, COALESCE_MS, 0);
    return true;
}

void commit_flush(struct tables *tables)
{
    struct committer *committer = tables->committer;
    if (committer == NULL || write_thread_busy(committer->write_thread))
        return;
    if (committer->filling.batch.count > 0) {
        if (!wait_to_coalesce(committer))
            seal(committer);
        return;
    }
    /* Without writes, answers need not wait. Delivering may add output (dropping a slow client tells the others), so
     * the batch is taken out first. */
    while (committer->filling.count > 0 && committer->filling.batch.count == 0) {
        struct batch ready = committer->filling;
        committer->filling = (struct batch){0};
        deliver(&ready, NULL);
        free_batch(&ready);
    }
    if (tables->purge_pending && committer->filling.batch.count == 0 && !tables->base->stopping) {
        committer->tidying = true;
        committer->sealed_at = clock_now_ms();
        write_thread_purge(committer->write_thread);
    }
}

void commit_drain(struct tables *tables)
{
    struct committer *committer = tables->committer;
    committer->coalesce = false;
    commit_flush(tables);
    while (write_thread_busy(committer->write_thread)) {
        write_thread_wait(committer->write_thread);
        committer->coalesce = false;
        commit_flush(tables); /* what was decided meanwhile */
    }
}

/* ---- starting and stopping ---- */

void committer_start(struct tables *tables, const struct commit_listener *calls, void (*failed)(void *context),
                     void *context)
{
    struct committer *committer = xcalloc(sizeof *committer);
    committer->tables = tables;
    committer->calls = calls;
    committer->failed = failed;
    committer->context = context;
    uv_timer_init(&tables->base->loop, &committer->gather);
    committer->gather.data = committer;
    committer->write_thread = write_thread_start(&tables->base->loop, tables->store, finish, committer);
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
    write_thread_stop(committer->write_thread);
    free_batch(&committer->filling);
    free_batch(&committer->in_flight);
    tables->committer = NULL;
    uv_close((uv_handle_t *)&committer->gather, on_closed);
}
