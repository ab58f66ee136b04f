/*
 * A nickname that has to go, out of logs that must go on replaying. Names stand in `joined` and `left` only; so the log
 * is replayed twice at the same time, once as it was and once with another name, and what comes out differently is
 * written anew.
 *
 * Where several servers share the data, the reading is done off the loop, and another server may add the name once more
 * between the reading and the writing. From then on it cannot (store.h: editions), so the log is read again until the
 * name is not in it.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASSES_MOST 5

struct erasing {
    struct tables *tables;
    struct store_table facts;
    char name[NAME_MOST + 1];
    erase_done *done;
    void *context;
    uint32_t game;
    struct carom_table was;
    struct carom_table becomes;
    char bytes[CAROM_EVENT_TEXT];
    struct store_writes writes; /* what has to be written anew */
    unsigned passes;
    int players;
    bool good;
};

static bool retell(void *context, uint32_t seq, const char *text, size_t length)
{
    struct erasing *erasing = context;
    struct carom_event event;
    struct carom_text out = carom_text_in(erasing->bytes, sizeof erasing->bytes);
    erasing->good = carom_event_read(&event, &erasing->was, text, length, NULL);
    if (!erasing->good)
        return false;
    carom_referee_apply(&erasing->was, &event);
    if (event.kind == CAROM_EVENT_JOINED && name_same(event.as.joined.name, erasing->name)) {
        snprintf(event.as.joined.name, sizeof event.as.joined.name, "%s", event.as.joined.id);
        erasing->players++;
    }
    bool names = event.kind == CAROM_EVENT_JOINED || event.kind == CAROM_EVENT_LEFT;
    carom_event_write(&out, &erasing->becomes, &event);
    carom_referee_apply(&erasing->becomes, &event);
    if (names && (out.length != length || memcmp(out.bytes, text, length) != 0))
        must(store_writes_retell(&erasing->writes, erasing->facts.id, erasing->game, seq, out.bytes, out.length));
    return true;
}

static void read_logs(struct store *store, void *context)
{
    struct erasing *erasing = context;
    erasing->good = true;
    for (uint32_t game = 1; erasing->good && game <= erasing->facts.game; game++) {
        erasing->game = game;
        erasing->was = erasing->becomes = (struct carom_table){0};
        bool read = store_events(store, erasing->facts.id, game, 1, UINT32_MAX, retell, erasing);
        erasing->good &= read;
    }
}

static void finish(struct erasing *erasing)
{
    erasing->done(erasing->context, &erasing->facts, erasing->good ? erasing->players : -1);
    store_writes_done(&erasing->writes);
    free(erasing);
}

static void pass(struct erasing *erasing);

static void on_written(void *context, bool good)
{
    struct erasing *erasing = context;
    erasing->good = good;
    if (!erasing->tables->shared)
        return; /* that was waited for */
    if (good && erasing->passes < PASSES_MOST && !erasing->tables->base->stopping)
        pass(erasing);
    else
        finish(erasing);
}

/* What they have in memory has the name in it. */
static void send_away(struct tables *tables, const char *code)
{
    struct table *table = index_code(tables, code);
    fetch_anew(tables, code);
    if (table == NULL)
        return;
    table_see_off(table, WHY_STOPPING, 1000);
    table_forget(table);
}

static void on_logs(void *context)
{
    struct erasing *erasing = context;
    struct store_writes *writes = &erasing->writes;
    if (!erasing->good || writes->count == 0) {
        finish(erasing);
        return;
    }
    for (size_t i = 0; i < writes->count; i++)
        must(store_writes_retell(commit_writes(erasing->tables), erasing->facts.id, writes->items[i].game,
                                 writes->items[i].seq, writes->bytes + writes->items[i].text, writes->items[i].length));
    store_writes_clear(writes);
    send_away(erasing->tables, erasing->facts.code);
    commit_call_of(erasing->tables, erasing->facts.id, on_written, erasing);
    if (!erasing->tables->shared) {
        commit_drain(erasing->tables); /* whoever comes back reads it */
        finish(erasing);
    }
}

static void pass(struct erasing *erasing)
{
    erasing->passes++;
    reader_do(erasing->tables, read_logs, on_logs, erasing);
}

void table_erase(struct tables *tables, const struct store_table *facts, const char *name, erase_done *done,
                 void *context)
{
    struct erasing *erasing = must_alloc(sizeof *erasing);
    *erasing = (struct erasing){.tables = tables, .facts = *facts, .done = done, .context = context};
    snprintf(erasing->name, sizeof erasing->name, "%s", name);
    name_same(name, name); /* its table of letters is made here, before another thread needs it */
    if (!tables->shared)
        commit_drain(tables); /* what was decided is in the log */
    pass(erasing);
}
