/*
 * A nickname that has to go, out of logs that must go on replaying. Names stand in `joined` and `left` only; so the log
 * is replayed twice at the same time, once as it was and once with another name, and what comes out differently is
 * written anew.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct erasing {
    struct tables *tables;
    int64_t table;
    uint32_t game;
    const char *name;
    struct carom_table was;
    struct carom_table becomes;
    int players;
    bool broken; /* the log cannot be read */
};

static bool retell(void *context, uint32_t seq, const char *text, size_t length)
{
    static char bytes[CAROM_EVENT_TEXT];
    struct erasing *erasing = context;
    struct carom_event event;
    struct carom_text out = carom_text_in(bytes, sizeof bytes);
    erasing->broken = !carom_event_read(&event, &erasing->was, text, length, NULL);
    if (erasing->broken)
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
        must(store_writes_retell(commit_writes(erasing->tables), erasing->table, erasing->game, seq, out.bytes,
                                 out.length));
    return true;
}

/* What they have in memory has the name in it. */
static void send_away(struct tables *tables, const char *code)
{
    struct table *table = index_code(tables, code);
    if (table == NULL)
        return;
    for (struct guest *guest = table->audience; guest != NULL; guest = guest->next)
        peer_bye(guest->peer, WHY_STOPPING, 1000);
    table_forget(table);
}

int table_erase(struct tables *tables, const struct store_table *facts, const char *name)
{
    struct erasing *erasing = must_alloc(sizeof *erasing);
    *erasing = (struct erasing){.tables = tables, .table = facts->id, .name = name};
    bool good = true;
    commit_drain(tables); /* what was decided is in the log */
    for (uint32_t game = 1; good && game <= facts->game; game++) {
        erasing->game = game;
        erasing->was = erasing->becomes = (struct carom_table){0};
        good = store_events(tables->store, facts->id, game, 1, UINT32_MAX, retell, erasing) && !erasing->broken;
    }
    int players = good ? erasing->players : -1;
    if (erasing->players > 0) {
        send_away(tables, facts->code);
        commit_drain(tables);
    }
    free(erasing);
    return players;
}
