/*
 * Tables that other servers write to as well.
 *
 * There is no leader and no lock: each server decides by what it knows, and the key of the events lets one of two have
 * event 17. So a table in memory can be behind the log, which is noticed in three ways: another server says so
 * (hear.c), which gets lost at times; it is looked for, every few seconds; or an own write comes too late. Then the
 * rest of the log is read, applied, and told to those who are here, in the order of the log and without a gap; what was
 * decided meanwhile without knowing it never happened, and is decided again.
 *
 * While the log is being read nothing is decided about the table: requests wait behind it. If the database does not
 * answer they are told so, and the reading goes on by itself until it does.
 */
#include "room.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_MS 250
#define LOOK_MS 5000 /* so often the store is asked whether tables in memory are up to date */

/* ---- reading the rest of the log ---- */

struct refresh {
    struct table *table;
    bool whole;
    uint32_t game;
    uint32_t from;
    enum store_found found;
    struct store_loaded loaded;
};

static void read_rest(struct store *store, void *context)
{
    struct refresh *refresh = context;
    refresh->found =
        store_load(store, refresh->table->code, refresh->game, refresh->from, &refresh->loaded); /* code: constant */
}

static void find_seat(struct guest *guest, const void *context)
{
    (void)context;
    guest_find_seat(guest);
}

/* Everybody keeps the seat that the store gives to their token. */
static void take_seats(struct table *table, const struct store_loaded *loaded, carom_ms now)
{
    for (uint32_t i = 0; i < table->seat_count; i++) {
        bool stays = false;
        for (size_t k = 0; k < loaded->seat_count && !stays; k++)
            stays = strcmp(loaded->seats[k].player, table->seats[i].player) == 0 &&
                    memcmp(loaded->seats[k].hash, table->seats[i].hash, TOKEN_HASH) == 0;
        if (table->seats[i].used && !stays)
            seat_vacate(table, i);
    }
    for (size_t k = 0; k < loaded->seat_count; k++)
        if (seat_of_player(table, loaded->seats[k].player) == TABLE_NO_SEAT)
            seat_add(table, loaded->seats[k].player, loaded->seats[k].hash, now);
    guests_each(table, find_seat, NULL);
    table->presence_changed = true;
}

static void take_facts(struct table *table, const struct store_loaded *loaded)
{
    char host[CAROM_ID_SIZE];
    bool locked = table->locked;
    memcpy(host, table->host, sizeof host);
    table->facts = loaded->facts;
    table_read_options(table);
    if (locked != table->locked || strcmp(host, table->host) != 0)
        host_tell(table);
}

/* What is in the log is what has happened. False: it is no game. */
static bool take(struct refresh *refresh, carom_ms now)
{
    struct table *table = refresh->table;
    bool other = refresh->loaded.facts.game != table->facts.game;
    take_facts(table, &refresh->loaded);
    if (!game_take(table, &refresh->loaded, other))
        return false;
    take_seats(table, &refresh->loaded, now);
    return true;
}

static void start(struct table *table);
static void fall_behind(struct table *table);

static void finish_refresh(struct refresh *refresh)
{
    struct table *table = refresh->table;
    carom_ms now = clock_now();
    table->reading = false;
    if (refresh->found == STORE_FAILED) {
        later_forget(table); /* they are told; the reading is tried again */
        return;
    }
    if (table->whole && !refresh->whole) {
        start(table);
        return;
    }
    if (refresh->found == STORE_NONE) { /* another server has deleted or forgotten it */
        table_gone(table);
        return;
    }
    if (refresh->loaded.facts.retold != table->facts.retold) { /* those here have heard a name that is to be unknown */
        table_see_off(table, WHY_STOPPING, 1000);
        table_forget(table);
        return;
    }
    bool was_closed = table->closed;
    if (!take(refresh, now)) {
        table->tables->fail(table);
        return;
    }
    if (table->closed && !was_closed)
        table_see_off(table, WHY_TABLE_CLOSED, 0);
    table->whole = false;
    table->refreshing = false;
    table->tables->refreshing--;
    table->tables->players->notice(table, now);
    game_solve(table);
    table_wake(table, now);
    later_run(table);
    if (table->behind)
        fall_behind(table);
}

static void on_rest(void *context)
{
    struct refresh *refresh = context;
    struct table *table = refresh->table;
    if (!table->forgotten)
        finish_refresh(refresh);
    store_loaded_done(&refresh->loaded);
    free(refresh);
    table_release(table);
}

static void start(struct table *table)
{
    struct refresh *refresh = must_alloc(sizeof *refresh);
    bool whole = table->whole;
    *refresh = (struct refresh){.table = table,
                                .whole = whole,
                                .game = table->sent_game,
                                .from = whole ? table_snapshot_next(table) : table->sent_seq + 1};
    table->reading = true;
    table->behind = false;
    table->tables->base->metrics.refreshes_total++;
    table_use(table);
    reader_do(table->tables, read_rest, on_rest, refresh);
}

static void table_refresh(struct table *table, bool whole)
{
    if (table->forgotten)
        return;
    table->whole |= whole;
    if (!table->refreshing) {
        table->refreshing = true;
        table->tables->refreshing++;
        start(table);
    }
}

static bool settled(const struct table *table)
{
    return table->state.seq == table->sent_seq && table->facts.game == table->sent_game;
}

/* Where something is on its way to the log, its fate will show. */
static void fall_behind(struct table *table)
{
    if (table->refreshing || !settled(table))
        table->behind = true;
    else
        table_refresh(table, false);
}

static void retry(struct tables *tables, carom_ms now)
{
    if (tables->refreshing == 0 || now < tables->retry_at)
        return;
    tables->retry_at = now + RETRY_MS;
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next)
            if (table->refreshing && !table->reading)
                start(table);
}

/* ---- what the others say ---- */

/* `p p1 p2`: these are connected to that server. */
static void hear_presence(struct table *table, const struct store_news *news, carom_ms now)
{
    if (news->node < table->tables->node)
        table->yields_until = now + ELSEWHERE_MS;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        struct seat *seat = &table->seats[i];
        char word[CAROM_ID_SIZE + 2];
        int length = snprintf(word, sizeof word, " %s ", seat->player);
        const char *found = seat->used ? memmem(news->note + 1, news->length - 1, word, (size_t)length) : NULL;
        if (found != NULL)
            seat_is_elsewhere(table, seat, news->node, now);
        else if (seat->used && seat->elsewhere && seat->node == news->node)
            seat_left_elsewhere(table, seat, now);
    }
}

/* `v 3 p1`: that player wishes for the round after the third. */
static void hear_vote(struct table *table, const struct store_news *news, carom_ms now)
{
    unsigned round;
    char player[CAROM_ID_SIZE];
    if (sscanf(news->note, "v %u %32s", &round, player) != 2 || round != table->state.rounds)
        return;
    uint32_t seat = seat_of_player(table, player);
    if (seat != TABLE_NO_SEAT)
        votes_hear_next(table, seat, now);
}

static void hear_note(struct table *table, const struct store_news *news, carom_ms now)
{
    if (news->length > 1 && news->note[0] == 'p')
        hear_presence(table, news, now);
    else if (news->length > 1 && news->note[0] == 'v')
        hear_vote(table, news, now);
    else if (news->length > 1 && news->note[0] == 'r')
        reaction_hear(table, news);
    table_touch(table);
}

/* A note about what is being read: it is heard when that is known. */
struct noted {
    struct held held; /* first: what the table keeps */
    struct store_news news;
    char words[];
};

static void run_noted(struct table *table, struct held *held)
{
    struct noted *noted = (struct noted *)held;
    hear_note(table, &noted->news, clock_now());
    free(noted);
}

static void drop_noted(struct held *held)
{
    free(held);
}

static void hear_later(struct table *table, const struct store_news *news)
{
    struct noted *noted = must_alloc(sizeof *noted + news->length + 1);
    noted->held = (struct held){.run = run_noted, .drop = drop_noted};
    noted->news = *news;
    memcpy(noted->words, news->note, news->length);
    noted->news.note = noted->words;
    if (!later_add(table, &noted->held))
        free(noted);
}

static bool is_later(const struct table *table, uint32_t game, uint32_t seq)
{
    return game > table->sent_game || (game == table->sent_game && seq > table->sent_seq);
}

void refresh_hear(struct tables *tables, const struct store_news *news, carom_ms now)
{
    struct table *table = index_id(tables, news->table);
    if (news->note != NULL && news->length > 1 && news->note[0] == 'l')
        listing_hear(tables, news, now);
    if (table == NULL)
        return;
    if (news->note == NULL && (news->seq == 0 || is_later(table, news->game, news->seq)))
        fall_behind(table);
    else if (news->note != NULL && table->refreshing)
        hear_later(table, news);
    else if (news->note != NULL)
        hear_note(table, news, now);
}

bool table_hear_of(struct tables *tables, const char *code, uint32_t game, uint32_t seq)
{
    struct table *table = tables->shared ? index_code(tables, code) : NULL;
    bool news = table != NULL && is_later(table, game != 0 ? game : table->sent_game, seq);
    if (news)
        fall_behind(table);
    return news;
}

/* ---- looking ---- */

struct row {
    struct store_table facts;
    uint32_t seq;
};

struct look {
    struct tables *tables;
    int64_t *ids;
    size_t count;
    size_t room;
    struct row *rows;
    size_t rows_count;
    bool good;
};

static void take_row(void *context, const struct store_table *facts, uint32_t seq)
{
    struct look *look = context;
    look->rows[look->rows_count++] = (struct row){*facts, seq};
}

static void look_at_store(struct store *store, void *context)
{
    struct look *look = context;
    look->good = store_look(store, look->ids, look->count, take_row, look);
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    return one->facts.id < other->facts.id ? -1 : one->facts.id > other->facts.id;
}

static void compare(struct table *table, const struct row *row)
{
    if (table->refreshing || !settled(table))
        return;
    if (row == NULL) {
        table_gone(table);
        return;
    }
    bool longer = is_later(table, row->facts.game, row->seq);
    bool other = row->facts.game == table->sent_game && row->seq == table->sent_seq &&
                 (row->facts.over != table->facts.over || row->facts.edition != table->facts.edition ||
                  row->facts.retold != table->facts.retold || strcmp(row->facts.options, table->facts.options) != 0);
    if (longer || other)
        table_refresh(table, false);
}

static void on_looked(void *context)
{
    struct look *look = context;
    look->tables->looking = false;
    look->tables->unread = !look->good;
    if (look->good && look->rows_count > 1)
        qsort(look->rows, look->rows_count, sizeof *look->rows, compare_rows);
    for (size_t i = 0; look->good && i < look->count; i++) {
        struct row key = {.facts.id = look->ids[i]};
        struct table *table = index_id(look->tables, look->ids[i]);
        if (table != NULL)
            compare(table, bsearch(&key, look->rows, look->rows_count, sizeof key, compare_rows));
    }
    free(look->ids);
    free(look->rows);
    free(look);
}

void refresh_look(struct tables *tables)
{
    if (tables->looking)
        return;
    struct look *look = must_alloc(sizeof *look);
    look->tables = tables;
    look->ids = must_alloc((tables->count + 1) * sizeof *look->ids);
    look->rows = must_alloc((tables->count + 1) * sizeof *look->rows);
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next)
            if (table->sent_seq > 0)
                look->ids[look->count++] = table->facts.id;
    tables->looking = true;
    reader_do(tables, look_at_store, on_looked, look);
}

/* ---- after a failure ---- */

static int compare_ids(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return one < other ? -1 : one > other;
}

/* Nobody knows whether the last writes of these tables happened. */
void refresh_unsure(struct tables *tables, int64_t *ids, size_t count)
{
    if (count > 1)
        qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 0; i < count; i++) {
        struct table *table = i == 0 || ids[i] != ids[i - 1] ? index_id(tables, ids[i]) : NULL;
        if (table != NULL)
            table_refresh(table, true);
    }
}

/* What it wrote is read, and what was decided here is decided again. */
bool refresh_lost(struct tables *tables, const struct store_failure *failure)
{
    struct table *table = index_id(tables, failure->table);
    bool first = failure->why == STORE_WHY_CONFLICT || failure->why == STORE_WHY_GAP;
    if (!tables->shared || !first || table == NULL || table->sent_seq == 0)
        return false; /* the last: a code that another table has */
    tables->base->metrics.conflicts_total++;
    table_refresh(table, true);
    return true;
}

/* What others wrote to a table while something of ours was on its way. */
void refresh_written(struct tables *tables, const struct store_writes *writes)
{
    for (size_t i = 0; i < writes->count; i++) {
        struct table *table = index_id(tables, writes->items[i].table);
        if (table != NULL && table->behind && !table->refreshing && settled(table))
            table_refresh(table, false);
    }
}

/* ---- all the time ---- */

void refresh_start(struct tables *tables, void (*fail)(struct table *table))
{
    tables->fail = fail;
}

void tables_keep_up(struct tables *tables, carom_ms now)
{
    if (!tables->shared)
        return;
    retry(tables, now);
    listing_say(tables, now);
    if (now < tables->look_at)
        return;
    tables->look_at = now + LOOK_MS;
    refresh_look(tables);
    for (unsigned i = 0; i < TABLE_BUCKETS; i++) {
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next) {
            presence_forget(table, now);
            if (table->guest_count > 0)
                presence_note(table);
        }
    }
}
