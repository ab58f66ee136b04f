/*
 * Limits by their names on the command line: those that are read on each use and can therefore change at run time.
 */
#include "internal.h"

#include <stddef.h>
#include <string.h>

#define LIMIT(name, member, most)                                                                                      \
    {                                                                                                                  \
        name, offsetof(struct serve_options, member), most                                                             \
    }

static const struct {
    const char *name;
    size_t at;
    uint64_t most;
} limits[] = {
    LIMIT("max-per-address", max_per_address, 1000000),
    LIMIT("max-tables", max_tables, 1000000),
    LIMIT("max-watchers", max_watchers, 1000000),
    LIMIT("message-rate", message_rate, 1000000),
    LIMIT("request-rate", request_rate, 1000000),
    LIMIT("picture-rate", picture_rate, 1000000),
    LIMIT("new-tables", new_tables_per_hour, 1000000),
    LIMIT("misses", failed_lookups_per_hour, 1000000),
    LIMIT("table-events", table_events, 1000000000),
    LIMIT("address-events", address_events, 1000000000),
    LIMIT("keep", retention_days, 100000),
    LIMIT("keep-results", results_days, 100000),
    LIMIT("min-free", min_free, 1000000000),
    LIMIT("solve-nodes", solve_nodes, 1000000000000),
    LIMIT("public-nodes", public_nodes, 1000000000000),
    LIMIT("race-seconds", race_seconds, 86400),
    LIMIT("idle-seconds", idle_seconds, 1000000),
};
#define LIMITS (sizeof limits / sizeof limits[0])

static uint64_t *place_of(struct serve_options *options, size_t at)
{
    return (uint64_t *)(void *)((char *)options + at);
}

bool limit_set(struct serve_options *options, const char *name, int64_t value)
{
    for (size_t i = 0; i < LIMITS; i++) {
        if (strcmp(limits[i].name, name) != 0)
            continue;
        if (value < 0 || (uint64_t)value > limits[i].most)
            return false;
        *place_of(options, limits[i].at) = (uint64_t)value;
        return true;
    }
    return false;
}

void limits_write(struct carom_text *text, const struct serve_options *options)
{
    struct serve_options copy = *options;
    for (size_t i = 0; i < LIMITS; i++)
        carom_json_put_uint(text, limits[i].name, *place_of(&copy, limits[i].at));
}
