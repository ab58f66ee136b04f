/*
 * A match as JSON, one object a line: its header, the entries of its players, the commands, and the line that ends a
 * log. What passes here keeps the promises of the structs; whether an entry follows from the rules is match_verify's
 * question. docs/reference/matches.md describes the lines.
 */
#include "match.h"

#include "../core/libc_mem.h"
#include "../referee/json_fields.h"

#define ROUTE_BYTES 1024 /* bytes of a route as people write it */

static const struct {
    const char *command, *entry;
} names[MATCH_KINDS] = {
    [MATCH_SHOWN] = {"show", "shown"},
    [MATCH_HANDED] = {"hand", "handed"},
    [MATCH_DONE] = {"done", "done"},
};

const char *match_command_name(enum match_kind kind)
{
    return names[kind].command;
}

static bool wrong(struct carom_error *error, const char *key)
{
    return json_error(error, CAROM_ERROR_EVENT_FIELD, key);
}

static bool read_number(const struct carom_json *json, const char *key, int64_t least, int64_t most, int64_t *number)
{
    return codec_int(json, carom_json_get(json, 0, key), least, most, number);
}

static bool read_time(const struct carom_json *json, carom_ms *at, struct carom_error *error)
{
    uint32_t node = carom_json_get(json, 0, "at");
    return codec_int(json, node, 0, CAROM_TIME_MAX, at) || json_error_at(error, CAROM_ERROR_AT, json, node);
}

bool match_same_position(const struct carom_position *a, const struct carom_position *b)
{
    char one[4096], other[4096];
    struct carom_text first = carom_text_init(one, sizeof one), second = carom_text_init(other, sizeof other);
    carom_position_write(&first, a);
    carom_position_write(&second, b);
    return first.length == second.length && memcmp(one, other, first.length) == 0;
}

/* Learns a target's position, or compares it with what is known. */
static bool read_position(struct match *match, unsigned target, const struct carom_json *json, uint32_t node)
{
    char bytes[MATCH_POSITION_MAX];
    size_t length;
    struct carom_position position;
    bool known = (match->known >> target & 1u) != 0;
    if (node == CAROM_JSON_NONE && known)
        return true;
    if (!carom_json_as_string(json, node, bytes, sizeof bytes, &length) ||
        !carom_position_read(&position, CAROM_REQUIRE_TARGET, bytes, length, NULL))
        return false;
    if (known)
        return match_same_position(&match->positions[target], &position);
    match->positions[target] = position;
    match->known |= 1u << target;
    return true;
}

/* ---- the header ---- */

static bool read_positions(struct match *match, const struct carom_json *json, struct carom_error *error)
{
    uint32_t list = carom_json_get(json, 0, "positions"), moves = carom_json_get(json, 0, "shortest");
    if (list != CAROM_JSON_NONE && (!carom_json_is(json, list, CAROM_JSON_ARRAY) ||
                                    carom_json_item(json, list, match->targets - 1u) == CAROM_JSON_NONE ||
                                    carom_json_item(json, list, match->targets) != CAROM_JSON_NONE))
        return wrong(error, "positions");
    for (unsigned target = 0; target < match_targets(match); target++) {
        int64_t shortest = 0;
        if (list != CAROM_JSON_NONE && !read_position(match, target, json, carom_json_item(json, list, target)))
            return wrong(error, "positions");
        if (moves != CAROM_JSON_NONE && !codec_int(json, carom_json_item(json, moves, target), 0, UINT8_MAX, &shortest))
            return wrong(error, "shortest");
        match->shortest[target] = (uint8_t)shortest;
    }
    return true;
}

bool match_read_plan(struct match *match, const struct carom_json *json, struct carom_error *error)
{
    int64_t targets;
    uint32_t secret = carom_json_get(json, 0, "secret");
    memset(match, 0, sizeof *match);
    if (!read_time(json, &match->begun, error))
        return false;
    if (!read_number(json, "targets", 1, MATCH_TARGETS_MAX, &targets))
        return wrong(error, "targets");
    match->targets = (uint8_t)targets;
    if (!read_number(json, "ends", match->begun + 1, match->begun + MATCH_LENGTH_MAX, &match->ends))
        return wrong(error, "ends");
    if (secret != CAROM_JSON_NONE && !codec_secret(json, secret, match->secret))
        return wrong(error, "secret");
    match->has_secret = secret != CAROM_JSON_NONE;
    return read_positions(match, json, error);
}

bool match_read_header(struct match *match, const struct carom_json *json, struct carom_error *error)
{
    uint32_t hash = carom_json_get(json, 0, "hash");
    uint8_t told[CAROM_SECRET_SIZE];
    if (!match_read_plan(match, json, error))
        return false;
    match->by_hand = hash == CAROM_JSON_NONE;
    if (match->by_hand)
        return (match->known != 0 && !match->has_secret) || wrong(error, "hash");
    if (!codec_secret(json, hash, told))
        return wrong(error, "hash");
    if (match->has_secret)
        match_hash_secret(match);
    if (match->has_secret && memcmp(told, match->hash, sizeof told) != 0)
        return wrong(error, "secret");
    memcpy(match->hash, told, sizeof told);
    return true;
}

bool match_parse(struct carom_json *json, struct carom_json_node nodes[CAROM_JSON_NODES_MAX], const char *text,
                 size_t length, struct carom_error *error)
{
    return carom_json_read(json, nodes, CAROM_JSON_NODES_MAX, text, length, error) &&
           (carom_json_is(json, 0, CAROM_JSON_OBJECT) || json_error_at(error, CAROM_ERROR_NO_OBJECT, json, 0));
}

bool match_parse_header(struct match *match, const char *text, size_t length, struct carom_error *error)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    return match_parse(&json, nodes, text, length, error) && match_read_header(match, &json, error);
}

static void write_position(struct carom_text *text, const char *key, const struct match *match, unsigned target)
{
    carom_json_open_string(text, key);
    carom_position_write(text, &match->positions[target]);
    carom_json_close_string(text);
}

static bool knows_all(const struct match *match)
{
    uint32_t all = (1u << match_targets(match)) - 1;
    return (match->known & all) == all;
}

void match_write_header(struct carom_text *text, const struct match *match, bool secrets)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "at", match->begun);
    carom_json_put_string(text, "ev", "match");
    carom_json_put_uint(text, "targets", match_targets(match));
    carom_json_put_int(text, "ends", match->ends);
    if (!match->by_hand)
        codec_put_secret(text, "hash", match->hash);
    if (secrets && match->has_secret)
        codec_put_secret(text, "secret", match->secret);
    if ((secrets || match->by_hand) && knows_all(match)) {
        carom_json_begin(text, "positions", '[');
        for (unsigned target = 0; target < match_targets(match); target++)
            write_position(text, NULL, match, target);
        carom_json_end(text, ']');
    }
    if (secrets && knows_all(match)) {
        carom_json_begin(text, "shortest", '[');
        for (unsigned target = 0; target < match_targets(match); target++)
            carom_json_put_uint(text, NULL, match->shortest[target]);
        carom_json_end(text, ']');
    }
    carom_json_end(text, '}');
}

/* ---- entries and commands ---- */

void match_write_entry(struct carom_text *text, const struct match *match, const struct match_entry *entry,
                       bool position)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "at", entry->at);
    carom_json_put_string(text, "ev", names[entry->kind].entry);
    carom_json_put_string(text, "by", entry->by);
    carom_json_put_uint(text, "n", entry->n);
    carom_json_put_uint(text, "target", entry->target + 1u);
    if (position && entry->kind == MATCH_SHOWN && entry->target < match_targets(match) &&
        (match->known >> entry->target & 1u) != 0)
        write_position(text, "position", match, entry->target);
    if (entry->kind == MATCH_HANDED) {
        carom_json_put_uint(text, "moves", entry->moves);
        carom_json_put_int(text, "ms", entry->ms);
        carom_json_put_string(text, "route", entry->route);
    }
    carom_json_end(text, '}');
}

bool match_read_route(struct match_entry *command, const char *text, size_t length)
{
    return codec_route(command->route, text, length, &command->route_long);
}

static bool read_route(struct match_entry *entry, const struct carom_json *json, struct carom_error *error)
{
    char bytes[ROUTE_BYTES];
    size_t length;
    uint32_t node = carom_json_get(json, 0, "route");
    return (carom_json_as_string(json, node, bytes, sizeof bytes, &length) && match_read_route(entry, bytes, length)) ||
           json_error_at(error, CAROM_ERROR_HANDED_ROUTE, json, node);
}

/* What commands and entries share: at, by, target. */
static bool read_common(struct match_entry *entry, const struct carom_json *json, struct carom_error *error)
{
    int64_t target;
    uint32_t by = carom_json_get(json, 0, "by");
    if (!read_time(json, &entry->at, error))
        return false;
    if (!codec_id(json, by, entry->by))
        return json_error_at(error, CAROM_ERROR_BY, json, by);
    if (!read_number(json, "target", 1, MATCH_TARGETS_MAX, &target))
        return wrong(error, "target");
    entry->target = (uint8_t)(target - 1);
    return entry->kind != MATCH_HANDED || read_route(entry, json, error);
}

bool match_read_command(struct match_entry *command, const struct carom_json *json, struct carom_error *error)
{
    uint32_t node = carom_json_get(json, 0, "do");
    unsigned kind = 0;
    memset(command, 0, sizeof *command);
    while (kind < MATCH_KINDS && !carom_json_string_is(json, node, names[kind].command))
        kind++;
    if (kind == MATCH_KINDS)
        return json_error_at(error, CAROM_ERROR_COMMAND_KIND, json, node);
    command->kind = (enum match_kind)kind;
    return read_common(command, json, error);
}

bool match_read_entry(struct match *match, struct match_entry *entry, const struct carom_json *json,
                      struct carom_error *error)
{
    uint32_t node = carom_json_get(json, 0, "ev");
    int64_t n, moves = 0;
    unsigned kind = 0;
    memset(entry, 0, sizeof *entry);
    while (kind < MATCH_KINDS && !carom_json_string_is(json, node, names[kind].entry))
        kind++;
    if (kind == MATCH_KINDS)
        return json_error_at(error, CAROM_ERROR_EVENT_KIND, json, node);
    entry->kind = (enum match_kind)kind;
    if (!read_common(entry, json, error))
        return false;
    if (entry->target >= match_targets(match))
        return wrong(error, "target");
    if (!read_number(json, "n", 1, UINT32_MAX, &n))
        return wrong(error, "n");
    entry->n = (uint32_t)n;
    if (entry->kind == MATCH_SHOWN && !read_position(match, entry->target, json, carom_json_get(json, 0, "position")))
        return wrong(error, "position");
    if (entry->kind != MATCH_HANDED)
        return true;
    if (entry->route_long)
        return wrong(error, "route");
    if (!read_number(json, "moves", 1, CAROM_HANDED_MOVES_MAX, &moves))
        return wrong(error, "moves");
    entry->moves = (uint8_t)moves;
    return read_number(json, "ms", 0, MATCH_LENGTH_MAX, &entry->ms) || wrong(error, "ms");
}

bool match_parse_entry(struct match *match, struct match_entry *entry, const char *text, size_t length,
                       struct carom_error *error)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    return match_parse(&json, nodes, text, length, error) && match_read_entry(match, entry, &json, error);
}

/* ---- the end ---- */

static bool id_is_before(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return (unsigned char)*a < (unsigned char)*b;
}

/* The seat whose id comes next in the alphabet, so that the line does not depend on who was first; `count` at the
 * end. */
static unsigned next_by_id(const struct match_player *players, unsigned count, const char *last)
{
    unsigned next = count;
    for (unsigned seat = 0; seat < count; seat++)
        if (id_is_before(last, players[seat].id) && (next == count || id_is_before(players[seat].id, players[next].id)))
            next = seat;
    return next;
}

void match_write_over(struct carom_text *text, const struct match *match, const struct match_player *players,
                      unsigned count)
{
    unsigned best = match_best_total(match, players, count);
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "at", match->ends);
    carom_json_put_string(text, "ev", "over");
    if (match->has_secret)
        codec_put_secret(text, "secret", match->secret);
    carom_json_put_key(text, "points");
    carom_json_begin(text, NULL, '{');
    for (unsigned seat = next_by_id(players, count, ""); seat < count;
         seat = next_by_id(players, count, players[seat].id))
        carom_json_put_uint(text, players[seat].id, match_total(match, players, count, seat, NULL, match->ends));
    carom_json_end(text, '}');
    carom_json_begin(text, "winners", '[');
    for (unsigned seat = next_by_id(players, count, ""); seat < count;
         seat = next_by_id(players, count, players[seat].id))
        if (best > 0 && match_total(match, players, count, seat, NULL, match->ends) == best)
            carom_json_put_string(text, NULL, players[seat].id);
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}
