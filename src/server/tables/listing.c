/*
 * The list of public tables. Only tables that are playing or waiting for players now are listed: not locked, arranged,
 * finished or empty ones. At most LISTED_EACH per address, so that nobody fills the list alone.
 *
 * The list is rebuilt at most once a second, however often it is requested. With a shared store each server announces
 * its tables to the others (notification `l {...}`) and repeats that before it expires.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRESH_MS 1000     /* how long a list is reused */
#define EXPECTED_MS 20000 /* how long the creator of a table may take to sit down */
#define SOON_MS 60000     /* newcomers are sent to a race that begins within this time */
#define NAMES_MAX 8       /* players named per table */
#define ENTRY_BYTES                                                                                                    \
    (256 + NAMES_MAX * (2 * NICKNAME_MAX + 3)) /* per table; every character of a name may need an escape */
#define ENTRY_NODES 64                         /* JSON nodes per table */
#define ANNOUNCE_EVERY_MS 5000                 /* to the other servers, which believe it for REMOTE_PRESENCE_MS */

struct entry {
    char code[CODE_LENGTH + 1];
    bool room;
    bool waiting;         /* empty, but its creator is expected */
    carom_ms starts;      /* when a public race begins; 0: not a public race, or one that has begun */
    struct origin origin; /* address of the earliest player present, or else of the creator; zero: unknown */
    unsigned people;
    carom_ms until; /* announced by another server: when that expires; 0: our own */
    size_t length;
    char text[ENTRY_BYTES];
};

struct listing {
    carom_ms made;
    carom_ms said;
    unsigned count;
    unsigned heard_count;
    struct entry entries[LISTED_MAX];
    struct entry heard[LISTED_MAX];
};

void listing_start(struct tables *tables)
{
    tables->listing = xcalloc(sizeof *tables->listing);
}

void listing_stop(struct tables *tables)
{
    free(tables->listing);
}

/* ---- one table ---- */

static bool plays_here(const struct table *table, const struct seat *seat, carom_ms now)
{
    return seat_is_present(seat, now) && carom_table_find_seat(&table->game, seat->player) != CAROM_NO_SEAT;
}

static unsigned count_people(const struct table *table, carom_ms now)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < table->seat_count; i++)
        count += plays_here(table, &table->seats[i], now);
    return count;
}

/* The address that the table counts for. Somebody else joining does not change it. */
static struct origin origin_of(const struct table *table, carom_ms now)
{
    const struct seat *first = NULL;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (plays_here(table, seat, now) &&
            (first == NULL || player_number_from_id(seat->player) < player_number_from_id(first->player)))
            first = seat;
    }
    return first != NULL ? first->origin : table->maker;
}

bool listing_is_eligible(const struct table *table)
{
    return !table->options.custom && !table->locked && !carom_rules_is_solo(&table->game.rules);
}

/* When the server starts the game that people wait for at this table; 0: it does not. */
static carom_ms starts_at(const struct table *table)
{
    return table->game.phase == CAROM_PHASE_LOBBY ? table->options.starts : 0;
}

/* A public race that runs is there to be watched, even if only bots play it. */
static bool is_watched_race(const struct table *table)
{
    return table->options.starts > 0 && table->game.phase != CAROM_PHASE_LOBBY && table->session_count > 0;
}

static bool is_open(const struct table *table, unsigned people, carom_ms now)
{
    bool expected = table->game.phase == CAROM_PHASE_LOBBY && now - table->row.created < EXPECTED_MS;
    return table->options.public && listing_is_eligible(table) && table->game.phase != CAROM_PHASE_OVER &&
           (people > 0 || expected || starts_at(table) > now || is_watched_race(table));
}

static void write_names(struct carom_text *text, const struct carom_table *state)
{
    unsigned named = 0;
    carom_json_begin(text, "players", '[');
    for (unsigned i = 0; i < state->seats && named < NAMES_MAX; i++) {
        if (!state->players[i].seated || bot_level_from_id(carom_table_id(state, i)) > 0)
            continue;
        carom_json_put_string(text, NULL, carom_table_name(state, i));
        named++;
    }
    carom_json_end(text, ']');
}

static void write_entry(struct entry *entry, const struct table *table, unsigned people)
{
    const struct carom_table *state = &table->game;
    struct carom_text text = carom_text_init(entry->text, sizeof entry->text);
    *entry = (struct entry){.people = people, .starts = starts_at(table), .room = people < JOINABLE_PLAYERS_MAX};
    entry->waiting = people == 0 && !is_watched_race(table);
    snprintf(entry->code, sizeof entry->code, "%s", table->code);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "code", table->code);
    carom_json_put_string(&text, "preset", carom_preset_name(state->rules.preset));
    carom_json_put_string(&text, "phase", carom_phase_name(state->phase));
    carom_json_put_int(&text, "round", state->rounds);
    carom_json_put_int(&text, "people", people);
    carom_json_put_int(&text, "bots", table_bots(table));
    carom_json_put_int(&text, "watching", table->watcher_count);
    carom_json_put_bool(&text, "room", entry->room);
    if (entry->starts > 0)
        carom_json_put_int(&text, "starts", entry->starts);
    write_names(&text, state);
    carom_json_end(&text, '}');
    REQUIRE(!text.truncated); /* ENTRY_BYTES is the product of the limits */
    entry->length = text.length;
}

/* ---- the list ---- */

static int by_code(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->code, ((const struct entry *)b)->code);
}

/* Visits all loaded tables. */
static void for_each_loaded(struct tables *tables, void (*visit)(void *context, struct table *table), void *context)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next)
            visit(context, table);
}

struct making {
    struct listing *listing;
    carom_ms now;
};

/* Does the limit allow another table of this address, and of its network? */
static bool share_left(const struct listing *listing, struct origin origin)
{
    unsigned same = 0, near = 0;
    for (unsigned i = 0; i < listing->count; i++) {
        same += origin.address != 0 && listing->entries[i].origin.address == origin.address;
        near += origin.network != 0 && listing->entries[i].origin.network == origin.network;
    }
    return listing->count < LISTED_MAX && same < LISTED_EACH && near < SUBNET_48_FACTOR * LISTED_EACH;
}

static void add_entry(void *context, struct table *table)
{
    const struct making *making = context;
    struct listing *listing = making->listing;
    unsigned people = table->options.public ? count_people(table, making->now) : 0;
    if (!is_open(table, people, making->now))
        return;
    struct origin origin = origin_of(table, making->now);
    if (share_left(listing, origin)) {
        struct entry *entry = &listing->entries[listing->count];
        write_entry(entry, table, people);
        entry->origin = origin;
        listing->count++;
    }
}

/* Adds tables announced by other servers that are not loaded here. */
static void add_remote_entry(struct tables *tables, carom_ms now)
{
    struct listing *listing = tables->listing;
    for (unsigned i = 0; i < listing->heard_count;) {
        const struct entry *heard = &listing->heard[i];
        if (heard->until <= now) {
            listing->heard[i] = listing->heard[--listing->heard_count];
            continue;
        }
        if (listing->count < LISTED_MAX && registry_by_code(tables, heard->code) == NULL)
            listing->entries[listing->count++] = *heard;
        i++;
    }
}

const struct listing *listing_current(struct tables *tables, carom_ms now)
{
    struct listing *listing = tables->listing;
    struct making making = {.listing = listing, .now = now};
    if (listing->made != 0 && now - listing->made < FRESH_MS && now >= listing->made)
        return listing;
    listing->made = now;
    listing->count = 0;
    for_each_loaded(tables, add_entry, &making);
    add_remote_entry(tables, now);
    qsort(listing->entries, listing->count, sizeof listing->entries[0], by_code);
    return listing;
}

void listing_write(const struct listing *listing, struct carom_text *text, const char *after, unsigned most)
{
    unsigned written = 0, at = 0, shown = 0;
    const char *last = NULL;
    carom_json_begin(text, "tables", '[');
    while (at < listing->count && strcmp(listing->entries[at].code, after) <= 0)
        at++;
    for (; at < listing->count && written < most; at++) {
        const struct entry *entry = &listing->entries[at];
        if (entry->waiting)
            continue;
        carom_json_put_raw(text, NULL, entry->text, entry->length);
        last = entry->code;
        written++;
    }
    carom_json_end(text, ']');
    for (unsigned i = 0; i < listing->count; i++)
        shown += !listing->entries[i].waiting;
    carom_json_put_int(text, "total", shown);
    carom_json_put_string(text, "next", at < listing->count ? last : NULL);
}

void listing_renew(struct tables *tables)
{
    tables->listing->made = 0;
}

bool listing_find_joinable(struct tables *tables, carom_ms now, char code[CODE_LENGTH + 1])
{
    const struct entry *best = NULL;
    const struct listing *listing = listing_current(tables, now);
    for (unsigned i = 0; i < listing->count; i++) {
        const struct entry *entry = &listing->entries[i];
        bool soon = entry->starts <= now + SOON_MS;
        if (entry->room && soon && (best == NULL || entry->people > best->people))
            best = entry;
    }
    if (best != NULL)
        snprintf(code, CODE_LENGTH + 1, "%s", best->code);
    return best != NULL;
}

bool listing_find_race(struct tables *tables, carom_ms starts, carom_ms now, char code[CODE_LENGTH + 1],
                       unsigned *people)
{
    const struct entry *best = NULL;
    const struct listing *listing = listing_current(tables, now);
    for (unsigned i = 0; i < listing->count; i++) {
        const struct entry *entry = &listing->entries[i];
        if (entry->starts == starts && (best == NULL || entry->people > best->people))
            best = entry;
    }
    if (best == NULL)
        return false;
    snprintf(code, CODE_LENGTH + 1, "%s", best->code);
    *people = best->people;
    return true;
}

/* ---- shared stores ---- */

/* Announces all our listed tables, or only one. */
static void announce_table(struct tables *tables, const struct table *only, carom_ms now)
{
    char words[STORE_NOTIFY_MAX + 1];
    tables->listing->made = 0;
    const struct listing *listing = listing_current(tables, now);
    for (unsigned i = 0; i < listing->count; i++) {
        const struct entry *entry = &listing->entries[i];
        struct table *table = entry->until == 0 ? registry_by_code(tables, entry->code) : NULL;
        if (table == NULL || (only != NULL && table != only))
            continue;
        snprintf(words, sizeof words, "l %u %u %s", entry->people, (unsigned)entry->room, entry->text);
        commit_notify(table, words);
    }
}

void listing_notify_all(struct tables *tables, carom_ms now)
{
    if (!tables->shared || now - tables->listing->said < ANNOUNCE_EVERY_MS)
        return;
    tables->listing->said = now;
    announce_table(tables, NULL, now);
}

void listing_notify_one(struct table *table, carom_ms now)
{
    if (table->tables->shared && table->options.public)
        announce_table(table->tables, table, now);
}

static struct entry *find_remote_entry(struct listing *listing, const char *code)
{
    for (unsigned i = 0; i < listing->heard_count; i++)
        if (strcmp(listing->heard[i].code, code) == 0)
            return &listing->heard[i];
    return listing->heard_count < LISTED_MAX ? &listing->heard[listing->heard_count++] : NULL;
}

/* Parses `l 2 1 {"code":"K7M2QXAB",...}` from another server. */
void listing_on_notification(struct tables *tables, const struct store_notification *notification, carom_ms now)
{
    char words[STORE_NOTIFY_MAX + 1];
    unsigned people, room;
    int at = 0;
    char code[CODE_LENGTH + 1];
    size_t code_length;
    int64_t starts;
    struct carom_json json;
    struct carom_json_node nodes[ENTRY_NODES];
    size_t length = notification->length < STORE_NOTIFY_MAX ? notification->length : STORE_NOTIFY_MAX;
    memcpy(words, notification->payload, length);
    words[length] = '\0';
    if (sscanf(words, "l %u %u %n", &people, &room, &at) != 2 || at == 0 || length - (size_t)at >= ENTRY_BYTES ||
        !carom_json_read(&json, nodes, ENTRY_NODES, words + at, length - (size_t)at, NULL) ||
        !carom_json_as_string(&json, carom_json_get(&json, 0, "code"), code, sizeof code, &code_length))
        return;
    struct entry *entry = find_remote_entry(tables->listing, code);
    if (entry == NULL)
        return;
    if (!carom_json_as_int(&json, carom_json_get(&json, 0, "starts"), &starts))
        starts = 0;
    *entry = (struct entry){.people = people,
                            .room = room != 0,
                            .waiting = people == 0,
                            .starts = starts,
                            .until = now + REMOTE_PRESENCE_MS,
                            .length = length - (size_t)at};
    memcpy(entry->code, code, sizeof code);
    memcpy(entry->text, words + at, entry->length);
}
