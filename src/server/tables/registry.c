/*
 * The registry of tables in memory: finding, creating, loading, forgetting; and each table's one timer.
 */
#include "tables.h"

#include "../base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the registry
 * ---------------------------------------------------------------------------------------------------- */

static struct live **bucket_of(struct server *server, const char *code)
{
    uint32_t hash = 2166136261u;
    for (; *code != '\0'; code++)
        hash = (hash ^ (unsigned char)*code) * 16777619u;
    return &server->lives[(hash ^ hash >> 15) % LIVE_BUCKETS];
}

static struct live *in_memory(struct server *server, const char *code)
{
    struct live *live = *bucket_of(server, code);
    while (live != NULL && strcmp(live->code, code) != 0)
        live = live->next;
    return live;
}

static void free_live(uv_handle_t *timer)
{
    struct live *live = timer->data;
    solved_clear(&live->solved);
    free(live->seats);
    free(live);
}

/* Takes it out of the registry. It goes for good when nobody refers to it. */
static void forget(struct live *live)
{
    struct live **link = bucket_of(live->server, live->code);
    while (*link != NULL && *link != live)
        link = &(*link)->next;
    if (*link == live) {
        *link = live->next;
        live->server->live_count--;
    }
    live->forgotten = true;
    hold_forget(live);
    bots_forget(live);
    uv_timer_stop(&live->timer);
    if (live->users == 0 && !live->timer_closing) {
        live->timer_closing = true;
        uv_close((uv_handle_t *)&live->timer, free_live);
    }
}

void live_use(struct live *live)
{
    live->users++;
}

void live_release(struct live *live)
{
    live->users--;
    live->idle_since = clock_now();
    if (live->users == 0 && live->forgotten && !live->timer_closing) {
        live->timer_closing = true;
        uv_close((uv_handle_t *)&live->timer, free_live);
    }
}

static void sweep_bucket(struct live *live, carom_ms before)
{
    while (live != NULL) {
        struct live *next = live->next;
        if (live->users == 0 && live->held == NULL && live->idle_since <= before) {
            log_line(SERVE_LOG_DEBUG, "table-idle", "table=%s", live->code);
            forget(live);
        }
        live = next;
    }
}

void lives_sweep(struct server *server, carom_ms now)
{
    for (unsigned i = 0; i < LIVE_BUCKETS; i++)
        sweep_bucket(server->lives[i], now - (carom_ms)server->options->idle_seconds * 1000);
}

void lives_forget(struct server *server)
{
    for (unsigned i = 0; i < LIVE_BUCKETS; i++)
        while (server->lives[i] != NULL)
            forget(server->lives[i]);
}

/* ---- coming into memory
 * ------------------------------------------------------------------------------------------------ */

static void on_timer(uv_timer_t *timer)
{
    live_wake(timer->data, clock_now());
}

static struct live *new_live(struct server *server, const struct store_table *facts, carom_ms now)
{
    struct live *live = must_alloc(sizeof *live);
    live->server = server;
    live->facts = *facts;
    live->idle_since = now;
    snprintf(live->code, sizeof live->code, "%.*s", CODE_LENGTH, facts->code);
    uv_timer_init(&server->loop, &live->timer);
    live->timer.data = live;
    return live;
}

static void enter(struct live *live)
{
    struct live **bucket = bucket_of(live->server, live->code);
    live->next = *bucket;
    *bucket = live;
    live->server->live_count++;
}

static void take_seat(void *context, const struct store_seat *seat)
{
    struct live *live = context;
    unsigned number = player_number_of_id(seat->player);
    live->last_player = number > live->last_player ? number : live->last_player;
    live_seat_add(live, seat->player, seat->hash, live->idle_since);
}

static void read_options(struct live *live)
{
    struct carom_json_node nodes[32];
    struct carom_json json;
    struct refused refused;
    live->options = TABLE_OPTIONS_DEFAULT;
    if (carom_json_read(&json, nodes, 32, live->facts.options, strlen(live->facts.options), NULL))
        table_options_read(&live->options, &json, 0, &refused);
}

static enum live_found load(struct server *server, const struct store_table *facts, carom_ms now, struct live **found)
{
    struct live *live = new_live(server, facts, now);
    read_options(live);
    if (!store_seats(server->store, facts->id, take_seat, live) || !game_load(live)) {
        log_line(SERVE_LOG_ERROR, "table-unreadable", "table=%s game=%u", live->code, facts->game);
        forget(live);
        return LIVE_STORE;
    }
    enter(live);
    server->metrics.tables_loaded_total++;
    bots_notice(live, now);
    jobs_solve_round(live);
    live_wake(live, now);
    *found = live;
    return LIVE_FOUND;
}

enum live_found live_find(struct server *server, const char *code, carom_ms now, struct live **live)
{
    *live = in_memory(server, code);
    if (*live != NULL)
        return LIVE_FOUND;
    struct store_table facts;
    switch (store_find(server->store, code, &facts)) {
    case STORE_FOUND:
        return server->live_count < server->options->max_tables ? load(server, &facts, now, live) : LIVE_FULL;
    case STORE_NONE:
        return LIVE_NONE;
    case STORE_FAILED:
        return LIVE_STORE;
    }
    return LIVE_STORE;
}

/* A code that no table has, in memory or in the store. */
static bool new_code(struct server *server, char code[CODE_LENGTH + 1])
{
    struct store_table facts;
    for (int tries = 0; tries < 100; tries++) {
        code_random(code);
        if (in_memory(server, code) == NULL && store_find(server->store, code, &facts) == STORE_NONE)
            return true;
    }
    return false;
}

bool live_create(struct server *server, const struct carom_opening *opening, const struct table_options *options,
                 carom_ms now, struct live **found, struct refused *refused)
{
    if (server->live_count >= server->options->max_tables)
        return refuse_number(refused, WHY_TOO_MANY_TABLES, (int64_t)server->options->max_tables);
    struct store_table facts = {.id = table_number_random(now), .created = now};
    char code[CODE_LENGTH + 1];
    if (!new_code(server, code))
        return refuse_number(refused, WHY_STORE, 1000);
    memcpy(facts.code, code, sizeof code);
    struct live *live = new_live(server, &facts, now);
    live->options = *options;
    if (!game_open(live, opening, now, refused)) {
        forget(live);
        return false;
    }
    enter(live);
    server->metrics.tables_created_total++;
    live_arm(live, now);
    *found = live;
    return true;
}

/* ---- seats
 * ----------------------------------------------------------------------------------------------------------------- */

uint32_t live_seat_of_hash(const struct live *live, const uint8_t hash[TOKEN_HASH])
{
    uint32_t found = PEER_NO_SEAT;
    for (uint32_t i = 0; i < live->seat_count; i++)
        if (live->seats[i].used && token_hash_equal(live->seats[i].hash, hash))
            found = i; /* all are compared, so that the time tells nothing */
    return found;
}

uint32_t live_seat_of_player(const struct live *live, const char *player)
{
    for (uint32_t i = 0; i < live->seat_count; i++)
        if (live->seats[i].used && strcmp(live->seats[i].player, player) == 0)
            return i;
    return PEER_NO_SEAT;
}

uint32_t live_seat_add(struct live *live, const char *player, const uint8_t hash[TOKEN_HASH], carom_ms now)
{
    /* A slot is never used again: somebody may still refer to it by its number. */
    uint32_t at = live->seat_count;
    struct seat *grown = realloc(live->seats, (at + 1) * sizeof *grown);
    if (grown == NULL)
        must_alloc(SIZE_MAX);
    live->seats = grown;
    live->seat_count++;
    struct seat *seat = &live->seats[at];
    *seat = (struct seat){.used = true, .away_since = now};
    snprintf(seat->player, sizeof seat->player, "%s", player);
    memcpy(seat->hash, hash, TOKEN_HASH);
    return at;
}

bool seat_present(const struct seat *seat, carom_ms now)
{
    return seat->used && (seat->peers > 0 || now - seat->away_since < AWAY_GRACE_MS);
}

/* ---- the timer
 * --------------------------------------------------------------------------------------------------------------- */

void live_arm(struct live *live, carom_ms now)
{
    carom_ms at;
    carom_ms first = CAROM_AT_MAX;
    if (live->forgotten || live->server->stopping)
        return;
    first = game_due(live, &at) && at < first ? at : first;
    first = hold_due(live, &at) && at < first ? at : first;
    first = bots_due(live, &at) && at < first ? at : first;
    first = presence_due(live, &at) && at < first ? at : first;
    first = presence_expires(live, now, &at) && at < first ? at : first;
    if (first == CAROM_AT_MAX) {
        uv_timer_stop(&live->timer);
        return;
    }
    uv_timer_start(&live->timer, on_timer, first > now ? (uint64_t)(first - now) : 0, 0);
}

void live_wake(struct live *live, carom_ms now)
{
    carom_ms at;
    hold_run_due(live, now);
    game_tick(live, now);
    game_count_votes(live, now);
    bots_act(live, now);
    if (presence_due(live, &at) && at <= now)
        presence_send(live, now);
    live_arm(live, now);
}
