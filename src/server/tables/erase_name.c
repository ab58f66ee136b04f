/*
 * Erases a nickname from logs that must still replay. Names occur only in `joined` and `left`, so the log is replayed
 * twice in parallel, once as it was and once with another name, and events that come out differently are rewritten.
 *
 * A file is read in parts, one per loop iteration, so that a long log blocks nobody. Events decided meanwhile are read
 * in the iteration in which the log is rewritten.
 *
 * In a shared store the log is read on another thread, and another server may add the name again between reading and
 * writing. After the write it cannot, because the epoch was raised, so the log is read again until the name is gone.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASSES_MAX 5

struct erasing {
    struct erasing *next; /* with a file: the erasure after this one */
    struct tables *tables;
    struct store_table facts;
    char name[NICKNAME_MAX + 1];
    erase_done *done;
    void *context;
    uint32_t game;
    struct carom_table was;
    struct carom_table becomes;
    char bytes[CAROM_JSON_EVENT_MAX];
    struct store_batch batch; /* the rewritten events */
    unsigned passes;
    int players;
    bool good;
};

static bool rewrite_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct erasing *erasing = context;
    struct carom_event event;
    struct carom_text out = carom_text_init(erasing->bytes, sizeof erasing->bytes);
    erasing->good = carom_event_read(&event, &erasing->was, text, length, NULL);
    if (!erasing->good)
        return false;
    carom_referee_apply(&erasing->was, &event);
    if (event.kind == CAROM_EVENT_JOINED && name_confusable(event.as.joined.name, erasing->name)) {
        snprintf(event.as.joined.name, sizeof event.as.joined.name, "%s", event.as.joined.id);
        erasing->players++;
    }
    bool names = event.kind == CAROM_EVENT_JOINED || event.kind == CAROM_EVENT_LEFT;
    carom_event_write(&out, &erasing->becomes, &event);
    carom_referee_apply(&erasing->becomes, &event);
    if (names && (out.length != length || memcmp(out.bytes, text, length) != 0))
        check_alloc(
            store_batch_rewrite_event(&erasing->batch, erasing->facts.id, erasing->game, seq, out.bytes, out.length));
    return true;
}

static void begin_game(struct erasing *erasing, uint32_t game)
{
    erasing->game = game;
    erasing->was = erasing->becomes = (struct carom_table){0};
}

/* Reads at most this many events of a game, 0 for all. False: nothing is left, or the log could not be read. */
static bool read_part(struct erasing *erasing, struct store *store, unsigned events)
{
    struct store_page page = {.table = erasing->facts.id,
                              .game = erasing->game,
                              .from = erasing->was.seq + 1,
                              .to = UINT32_MAX,
                              .events = events};
    bool read = store_page_read(store, &page, rewrite_event, erasing);
    bool more = page.next != 0;
    erasing->good &= read && (!more || erasing->was.seq >= page.from);
    if (erasing->good && !more && erasing->game < erasing->facts.game) {
        begin_game(erasing, erasing->game + 1);
        more = true;
    }
    return erasing->good && more;
}

static void read_logs(struct store *store, void *context)
{
    struct erasing *erasing = context;
    erasing->good = true;
    begin_game(erasing, 1);
    while (read_part(erasing, store, 0))
        ;
}

static void finish(struct erasing *erasing)
{
    erasing->done(erasing->context, &erasing->facts, erasing->good ? erasing->players : -1);
    store_batch_destroy(&erasing->batch);
    free(erasing);
}

static void pass(struct erasing *erasing);

static void on_written(void *context, bool good)
{
    struct erasing *erasing = context;
    erasing->good = good;
    if (!erasing->tables->shared)
        return; /* the drain did it */
    if (good && erasing->passes < PASSES_MAX && !erasing->tables->base->stopping)
        pass(erasing);
    else
        finish(erasing);
}

/* Disconnects the sessions, because their copy contains the name. */
static void send_away(struct tables *tables, const char *code)
{
    struct table *table = registry_by_code(tables, code);
    fetch_anew(tables, code);
    if (table == NULL)
        return;
    table_disconnect_all(table, API_ERR_SHUTTING_DOWN, 1000);
    table_unload(table);
}

static void on_logs(void *context)
{
    struct erasing *erasing = context;
    struct store_batch *batch = &erasing->batch;
    if (!erasing->good || batch->count == 0) {
        finish(erasing);
        return;
    }
    for (size_t i = 0; i < batch->count; i++)
        check_alloc(store_batch_rewrite_event(commit_batch(erasing->tables), erasing->facts.id, batch->items[i].game,
                                              batch->items[i].seq, batch->bytes + batch->items[i].text,
                                              batch->items[i].length));
    store_batch_clear(batch);
    send_away(erasing->tables, erasing->facts.code);
    commit_then_for(erasing->tables, erasing->facts.id, on_written, erasing);
    if (!erasing->tables->shared) {
        commit_drain(erasing->tables); /* so that reconnecting clients read the new log */
        finish(erasing);
    }
}

static void pass(struct erasing *erasing)
{
    erasing->passes++;
    read_async(erasing->tables, read_logs, on_logs, erasing);
}

/* ---- a file ---- */

/* Reads what was decided since the last part. True: that was more than a part. */
static bool catch_up(struct erasing *erasing)
{
    struct tables *tables = erasing->tables;
    struct store_table facts = {0};
    commit_drain(tables); /* puts what was decided into the log */
    enum store_lookup found = store_find(tables->store, erasing->facts.code, &facts);
    if (found == STORE_FOUND && facts.id == erasing->facts.id) {
        erasing->facts = facts;
        return read_part(erasing, tables->store, PART_EVENTS);
    }
    erasing->good = found != STORE_FAILED;
    erasing->players = 0; /* the table was deleted */
    store_batch_clear(&erasing->batch);
    return false;
}

static void on_idle(uv_idle_t *idle)
{
    struct tables *tables = idle->data;
    struct erasing *erasing = tables->erasures;
    if (erasing == NULL) {
        uv_idle_stop(idle);
        return;
    }
    erasing->good = !tables->base->stopping;
    if (erasing->good && (read_part(erasing, tables->store, PART_EVENTS) || (erasing->good && catch_up(erasing))))
        return;
    tables->erasures = erasing->next;
    on_logs(erasing);
}

static void read_in_parts(struct erasing *erasing)
{
    struct erasing **end = &erasing->tables->erasures;
    while (*end != NULL)
        end = &(*end)->next;
    *end = erasing;
    begin_game(erasing, 1);
    uv_idle_start(&erasing->tables->erasing, on_idle);
}

void table_erase(struct tables *tables, const struct store_table *facts, const char *name, erase_done *done,
                 void *context)
{
    struct erasing *erasing = xcalloc(sizeof *erasing);
    *erasing = (struct erasing){.tables = tables, .facts = *facts, .done = done, .context = context};
    snprintf(erasing->name, sizeof erasing->name, "%s", name);
    name_confusable(name, name); /* builds its lookup table here, before another thread needs it */
    if (tables->shared)
        pass(erasing);
    else
        read_in_parts(erasing);
}

/* ---- starting and stopping ---- */

void erasures_start(struct tables *tables)
{
    uv_idle_init(&tables->base->loop, &tables->erasing);
    tables->erasing.data = tables;
}

void erasures_stop(struct tables *tables)
{
    struct erasing *erasing;
    while ((erasing = tables->erasures) != NULL) {
        tables->erasures = erasing->next;
        erasing->good = false;
        finish(erasing);
    }
    uv_close((uv_handle_t *)&tables->erasing, NULL);
}
