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
    company_text(&json, "route", result->route, sizeof result->route);
    company_text(&json, "from", result->address, sizeof result->address);
    company_text(&json, "net", result->network, sizeof result->network);
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

/* The number of an origin, with one result more. */
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

void results_add(struct results *results, const struct daily_result *result)
{
    struct result_entry entry = {.moves = result->moves, .ms = result->ms};
    char network[ORIGIN_SIZE + DEVICE_LENGTH];
    if (!read_device(entry.device, result->device))
        return;
    name_network(network, result);
    entry.route = interner_add(&results->routes, result->route);
    entry.address = count_origin(results, result->address);
    entry.network = count_origin(results, network);
    results->entries = xgrow(results->entries, &results->capacity, results->count + 1, sizeof *results->entries);
    results->entries[results->count++] = entry;
}

uint32_t results_from(const struct results *results, const struct daily_result *result)
{
    char network[ORIGIN_SIZE + DEVICE_LENGTH];
    uint32_t address = 0, nearby = 0;
    name_network(network, result);
    for (uint32_t i = 0; i < results->origins.count; i++) {
        const char *origin = interner_text(&results->origins, i);
        if (strcmp(origin, result->address) == 0)
            address = results->origin_counts[i];
        else if (strcmp(origin, network) == 0)
            nearby = results->origin_counts[i];
    }
    return address > nearby / NETWORK_FACTOR ? address : nearby / NETWORK_FACTOR;
}

void results_destroy(struct results *results)
{
    interner_destroy(&results->routes);
    interner_destroy(&results->origins);
    free(results->entries);
    free(results->origin_counts);
    *results = (struct results){0};
}

/* ---- figures ---- */

static bool counts(const struct results *results, const struct result_entry *entry)
{
    return results->origin_counts[entry->address] <= RESULTS_COUNTED_EACH &&
           results->origin_counts[entry->network] <= RESULTS_COUNTED_EACH * NETWORK_FACTOR;
}

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
        if (entry == mine || !counts(results, entry) || !is_comparable(entry))
            continue;
        others++;
        slower += entry->ms > mine->ms;
    }
    return others > 0 ? (int)(slower * 100 / others) : -1;
}

/* Does a route come before another: more people, fewer moves, the order of its text? */
static bool comes_before(const struct results *results, const struct figures *figures, unsigned a, unsigned b)
{
    if (figures->routes[a].people != figures->routes[b].people)
        return figures->routes[a].people > figures->routes[b].people;
    if (figures->routes[a].moves != figures->routes[b].moves)
        return figures->routes[a].moves < figures->routes[b].moves;
    return strcmp(interner_text(&results->routes, figures->routes[a].route),
                  interner_text(&results->routes, figures->routes[b].route)) < 0;
}

/* Puts a route into the list, which stays sorted and keeps the best. The last place is free for it. */
static void rank_route(const struct results *results, struct figures *figures, uint32_t route, uint32_t people,
                       uint32_t moves)
{
    unsigned at = figures->route_count;
    figures->routes[at].route = route;
    figures->routes[at].people = people;
    figures->routes[at].moves = moves;
    for (; at > 0 && comes_before(results, figures, at, at - 1); at--) {
        struct figures_route better = figures->routes[at];
        figures->routes[at] = figures->routes[at - 1];
        figures->routes[at - 1] = better;
    }
    figures->route_count += figures->route_count < FIGURES_ROUTES;
}

static void rank_routes(const struct results *results, struct figures *figures)
{
    struct route_count {
        uint32_t people, moves;
    } *found = xcalloc((results->routes.count + 1) * sizeof *found);
    for (size_t i = 0; i < results->count; i++) {
        const struct result_entry *entry = &results->entries[i];
        found[entry->route].people += counts(results, entry);
        found[entry->route].moves = entry->moves;
    }
    for (uint32_t i = 0; i < results->routes.count; i++)
        if (found[i].people > 0)
            rank_route(results, figures, i, found[i].people, found[i].moves);
    free(found);
}

void results_figures(const struct results *results, const char *device, uint32_t optimum, struct figures *figures)
{
    uint8_t bytes[DEVICE_LENGTH / 2];
    const struct result_entry *mine = device != NULL && read_device(bytes, device) ? find_entry(results, bytes) : NULL;
    *figures = (struct figures){.mine = mine != NULL, .faster = -1};
    for (size_t i = 0; i < results->count; i++) {
        const struct result_entry *entry = &results->entries[i];
        if (!counts(results, entry))
            continue;
        figures->solved++;
        figures->shortest += entry->moves == optimum;
        figures->histogram[entry->moves]++;
    }
    if (mine == NULL)
        return;
    figures->faster = faster_than(results, mine);
    rank_routes(results, figures);
}
