/*
 * Results of a puzzle, and their figures.
 */
#include "results.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NETWORK_FACTOR SUBNET_48_FACTOR /* a /48 may have as many times the results of one address */

/* ---- as they are stored ---- */

void daily_result_write(struct carom_text *text, const void *context)
{
    const struct daily_result *result = context;
    carom_json_put_uint(text, "moves", result->moves);
    carom_json_put_uint(text, "ms", result->ms);
    carom_json_put_string(text, "route", result->route);
    carom_json_put_string(text, "from", result->address);
    if (result->network[0] != '\0')
        carom_json_put_string(text, "net", result->network);
}

bool daily_result_read(struct daily_result *result, const char *device, const char *body)
{
    struct carom_json_node nodes[COMPANY_NODES];
    struct carom_json json;
    if (strlen(device) != DEVICE_LENGTH || !company_read(&json, nodes, body))
        return false;
    int64_t moves = company_number(&json, "moves"), ms = company_number(&json, "ms");
    memcpy(result->device, device, DEVICE_LENGTH + 1);
    result->moves = (uint32_t)moves;
    result->ms = (uint32_t)ms;
    company_read_text(&json, "route", result->route, sizeof result->route);
    company_read_text(&json, "from", result->address, sizeof result->address);
    company_read_text(&json, "net", result->network, sizeof result->network);
    return moves >= 1 && moves <= CAROM_CHECK_MOVES_MAX && ms >= 0 && ms <= RESULT_MS_MAX && result->route[0] != '\0';
}

/* ---- in memory ---- */

static bool read_device(uint8_t bytes[DEVICE_LENGTH / 2], const char *device)
{
    size_t length;
    return sodium_hex2bin(bytes, DEVICE_LENGTH / 2, device, DEVICE_LENGTH, NULL, &length, NULL) == 0 &&
           length == DEVICE_LENGTH / 2;
}

static const struct result_entry *find_entry(const struct results *results, const uint8_t device[DEVICE_LENGTH / 2])
{
    for (size_t i = 0; i < results->count; i++)
        if (memcmp(results->entries[i].device, device, DEVICE_LENGTH / 2) == 0)
            return &results->entries[i];
    return NULL;
}

bool results_has(const struct results *results, const char *device)
{
    uint8_t bytes[DEVICE_LENGTH / 2];
    return read_device(bytes, device) && find_entry(results, bytes) != NULL;
}

/* Counts one more result of an origin. Returns the origin's number. */
static uint32_t count_origin(struct results *results, const char *origin)
{
    uint32_t before = results->origins.count;
    uint32_t number = interner_add(&results->origins, origin);
    results->origin_counts =
        xgrow(results->origin_counts, &results->origin_capacity, number + 1, sizeof *results->origin_counts);
    if (number == before)
        results->origin_counts[number] = 0;
    results->origin_counts[number]++;
    return number;
}

/* An origin is told apart from all others by the kind that stands before it; without a /48 the result is its own. */
static void name_network(char name[ORIGIN_SIZE + DEVICE_LENGTH], const struct daily_result *result)
{
    bool network = result->network[0] != '\0';
    snprintf(name, ORIGIN_SIZE + DEVICE_LENGTH, network ? "n%s" : "d%s", network ? result->network : result->device);
}

static bool from_too_many(const struct results *results, const struct result_entry *entry)
{
    return results->origin_counts[entry->address] > RESULTS_COUNTED_EACH ||
           results->origin_counts[entry->network] > RESULTS_COUNTED_EACH * NETWORK_FACTOR;
}

/* Does a route come before another: more people, fewer moves, the order of its text? */
static bool comes_before(const struct results *results, const struct figures_route *a, const struct figures_route *b)
{
    if (a->people != b->people)
        return a->people > b->people;
    if (a->moves != b->moves)
        return a->moves < b->moves;
    return strcmp(interner_text(&results->routes, a->route), interner_text(&results->routes, b->route)) < 0;
}

/* One more has found a route: moves it up in the list, or into it. Only that route can have come to stand higher, so
 * the list always has the first ones of all routes. The last place is free for it. */
static void rank_route(struct results *results, uint32_t route, uint32_t moves)
{
    struct figures *all = &results->all;
    struct figures_route *routes = all->routes;
    unsigned at = 0;
    while (at < all->route_count && routes[at].route != route)
        at++;
    all->route_count += at == all->route_count && at < FIGURES_ROUTES;
    routes[at] = (struct figures_route){.route = route, .people = results->people[route], .moves = moves};
    for (; at > 0 && comes_before(results, &routes[at], &routes[at - 1]); at--) {
        struct figures_route better = routes[at];
        routes[at] = routes[at - 1];
        routes[at - 1] = better;
    }
}

static void count_entry(struct results *results, struct result_entry *entry)
{
    entry->counts = !from_too_many(results, entry);
    if (!entry->counts)
        return;
    results->all.solved++;
    results->all.histogram[entry->moves]++;
    if (entry->route == INTERNER_NONE)
        return;
    results->people[entry->route]++;
    rank_route(results, entry->route, entry->moves);
}

static void count_all(struct results *results)
{
    results->outdated = false;
    results->all = (struct figures){.faster = -1};
    for (uint32_t i = 0; i < results->routes.count; i++)
        results->people[i] = 0;
    for (size_t i = 0; i < results->count; i++)
        count_entry(results, &results->entries[i]);
}

static uint32_t intern_route(struct results *results, const struct daily_result *result)
{
    uint32_t before = results->routes.count;
    if (result->moves > LISTED_MOVES_MAX)
        return INTERNER_NONE;
    uint32_t route = interner_add(&results->routes, result->route);
    results->people = xgrow(results->people, &results->people_capacity, route + 1, sizeof *results->people);
    if (route == before)
        results->people[route] = 0;
    return route;
}

void results_add(struct results *results, const struct daily_result *result)
{
    struct result_entry entry = {.moves = result->moves, .ms = result->ms};
    char network[ORIGIN_SIZE + DEVICE_LENGTH];
    if (result->moves > CAROM_CHECK_MOVES_MAX || !read_device(entry.device, result->device))
        return;
    name_network(network, result);
    entry.route = intern_route(results, result);
    entry.address = count_origin(results, result->address);
    entry.network = count_origin(results, network);
    results->entries = xgrow(results->entries, &results->capacity, results->count + 1, sizeof *results->entries);
    results->entries[results->count++] = entry;
    results->outdated |= results->origin_counts[entry.address] == RESULTS_COUNTED_EACH + 1 ||
                         results->origin_counts[entry.network] == RESULTS_COUNTED_EACH * NETWORK_FACTOR + 1;
    if (!results->outdated)
        count_entry(results, &results->entries[results->count - 1]);
}

static uint32_t count_from(const struct results *results, const char *origin)
{
    uint32_t number = interner_find(&results->origins, origin);
    return number != INTERNER_NONE ? results->origin_counts[number] : 0;
}

uint32_t results_from(const struct results *results, const struct daily_result *result)
{
    char network[ORIGIN_SIZE + DEVICE_LENGTH];
    name_network(network, result);
    uint32_t address = count_from(results, result->address);
    uint32_t nearby = count_from(results, network) / NETWORK_FACTOR;
    return address > nearby ? address : nearby;
}

void results_destroy(struct results *results)
{
    interner_destroy(&results->routes);
    interner_destroy(&results->origins);
    free(results->entries);
    free(results->origin_counts);
    free(results->people);
    *results = (struct results){0};
}

/* ---- figures ---- */

static bool is_comparable(const struct result_entry *entry)
{
    return entry->ms >= entry->moves * RESULT_MS_PER_MOVE && entry->ms <= RESULT_MS_COMPARED_MAX;
}

static int faster_than(const struct results *results, const struct result_entry *mine)
{
    uint64_t others = 0, slower = 0;
    if (!is_comparable(mine))
        return -1;
    for (size_t i = 0; i < results->count; i++) {
        const struct result_entry *entry = &results->entries[i];
        if (entry == mine || !entry->counts || !is_comparable(entry))
            continue;
        others++;
        slower += entry->ms > mine->ms;
    }
    return others > 0 ? (int)(slower * 100 / others) : -1;
}

void results_figures(struct results *results, const char *device, uint32_t optimum, struct figures *figures)
{
    uint8_t bytes[DEVICE_LENGTH / 2];
    const struct result_entry *mine = device != NULL && read_device(bytes, device) ? find_entry(results, bytes) : NULL;
    if (results->outdated)
        count_all(results);
    *figures = results->all;
    figures->mine = mine != NULL;
    figures->shortest = optimum <= CAROM_CHECK_MOVES_MAX ? figures->histogram[optimum] : 0;
    figures->faster = mine != NULL ? faster_than(results, mine) : -1;
}
