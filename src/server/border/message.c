/*
 * Reading requests. Every member is checked here for kind and range; what passes is never looked at with suspicion
 * again.
 */
#include "message.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    enum request_do what;
    enum carom_do command;
} words[] = {
    {"hello", REQUEST_HELLO, 0},
    {"join", REQUEST_COMMAND, CAROM_DO_JOIN},
    {"leave", REQUEST_COMMAND, CAROM_DO_LEAVE},
    {"start", REQUEST_COMMAND, CAROM_DO_START},
    {"bid", REQUEST_COMMAND, CAROM_DO_BID},
    {"done", REQUEST_COMMAND, CAROM_DO_DONE},
    {"flip", REQUEST_COMMAND, CAROM_DO_FLIP},
    {"move", REQUEST_COMMAND, CAROM_DO_MOVE},
    {"pass", REQUEST_COMMAND, CAROM_DO_PASS},
    {"next", REQUEST_COMMAND, CAROM_DO_NEXT},
    {"skip", REQUEST_COMMAND, CAROM_DO_SKIP},
    {"bot", REQUEST_BOT, 0},
    {"again", REQUEST_AGAIN, 0},
    {"time", REQUEST_TIME, 0},
    {"watch", REQUEST_WATCH, 0},
};

/* A whole number from `least` to `most`; a missing member leaves `*number` as it is unless it is required. */
static bool get_number(const struct carom_json *json, uint32_t node, bool required, int64_t least, int64_t most,
                       int64_t *number)
{
    if (node == CAROM_JSON_NONE)
        return !required;
    return carom_json_int(json, node, number) && *number >= least && *number <= most;
}

static bool wrong(struct refused *refused, const char *what)
{
    return refuse_what(refused, WHY_BAD_MESSAGE, what);
}

static bool read_hello_place(struct request *request, const struct carom_json *json, struct refused *refused)
{
    int64_t since = 0;
    int64_t game = 0;
    uint32_t node = carom_json_get(json, 0, "since");
    request->has_since = node != CAROM_JSON_NONE;
    if (!get_number(json, node, false, 0, UINT32_MAX, &since) ||
        !get_number(json, carom_json_get(json, 0, "game"), false, 1, UINT32_MAX, &game))
        return wrong(refused, "`since` and `game` have to be whole numbers");
    request->since = (uint32_t)since;
    request->game = (uint32_t)game;
    node = carom_json_get(json, 0, "as");
    request->display = carom_json_equals(json, node, "display");
    return node == CAROM_JSON_NONE || request->display || wrong(refused, "`as` can only be `display`");
}

static bool read_hello(struct request *request, const struct carom_json *json, struct refused *refused)
{
    char text[64];
    size_t length;
    if (!carom_json_int(json, carom_json_get(json, 0, "version"), &request->version))
        return wrong(refused, "`version` has to be a whole number");
    if (request->version != PROTOCOL_VERSION)
        return refuse_number(refused, WHY_BAD_VERSION, PROTOCOL_VERSION);
    if (!carom_json_string(json, carom_json_get(json, 0, "table"), text, sizeof text, &length))
        return wrong(refused, "`table` has to be a table's code");
    if (!code_read(request->code, text, length))
        return refuse(refused, WHY_NO_TABLE);
    uint32_t token = carom_json_get(json, 0, "token");
    request->has_token = token != CAROM_JSON_NONE && !carom_json_is(json, token, CAROM_JSON_NULL);
    if (request->has_token && (!carom_json_string(json, token, request->token, sizeof request->token, &length) ||
                               !token_well_formed(request->token, length)))
        return wrong(refused, "`token` has to be one that the server made");
    return read_hello_place(request, json, refused);
}

static bool read_join(struct request *request, const struct carom_json *json, struct refused *refused)
{
    char text[1024];
    size_t length;
    int64_t handicap = 0;
    uint32_t node = carom_json_get(json, 0, "name");
    if (!carom_json_is(json, node, CAROM_JSON_STRING))
        return wrong(refused, "`name` has to be a nickname");
    if (!get_number(json, carom_json_get(json, 0, "handicap"), false, 0, CAROM_HANDICAP_MAX, &handicap))
        return wrong(refused, "`handicap` has to be a whole number from 0 to 99");
    request->handicap = (uint8_t)handicap;
    if (!carom_json_string(json, node, text, sizeof text, &length)) {
        return json->nodes[node].end - json->nodes[node].start >= sizeof text
                   ? refuse_number(refused, WHY_NAME_LONG, NAME_MOST)
                   : refuse_number(refused, WHY_NAME_BAD, NAME_MOST);
    }
    switch (name_read(request->name, text, length)) {
    case NAME_GOOD:
        return true;
    case NAME_EMPTY:
        return refuse_number(refused, WHY_NAME_EMPTY, NAME_MOST);
    case NAME_LONG:
        return refuse_number(refused, WHY_NAME_LONG, NAME_MOST);
    case NAME_BAD:
        return refuse_number(refused, WHY_NAME_BAD, NAME_MOST);
    }
    return false;
}

static bool read_command(struct request *request, const struct carom_json *json, struct refused *refused)
{
    size_t length;
    if (request->command == CAROM_DO_JOIN)
        return read_join(request, json, refused);
    if (request->command == CAROM_DO_BID) {
        return carom_json_int(json, carom_json_get(json, 0, "moves"), &request->moves) ||
               wrong(refused, "`moves` has to be a whole number");
    }
    if (request->command == CAROM_DO_MOVE) {
        return carom_json_string(json, carom_json_get(json, 0, "move"), request->move, sizeof request->move, &length) ||
               wrong(refused, "`move` has to be a move like RN, in Micro Robots a cell like 6P");
    }
    return true;
}

static bool read_bot(struct request *request, const struct carom_json *json, struct refused *refused)
{
    int64_t level = 0;
    size_t length;
    uint32_t remove = carom_json_get(json, 0, "remove");
    if (remove != CAROM_JSON_NONE) {
        return carom_json_string(json, remove, request->remove, sizeof request->remove, &length) ||
               wrong(refused, "`remove` has to be a bot's id");
    }
    if (!carom_json_int(json, carom_json_get(json, 0, "level"), &level))
        return wrong(refused, "`level` has to be a whole number from 1 to 10");
    request->level = level >= 1 && level <= 10 ? (unsigned)level : 0;
    return request->level != 0 || refuse(refused, WHY_BAD_LEVEL);
}

static bool read_again(struct request *request, const struct carom_json *json, struct refused *refused)
{
    request->rules = carom_json_get(json, 0, "rules");
    request->options = carom_json_get(json, 0, "options");
    bool objects = (request->rules == CAROM_JSON_NONE || carom_json_is(json, request->rules, CAROM_JSON_OBJECT)) &&
                   (request->options == CAROM_JSON_NONE || carom_json_is(json, request->options, CAROM_JSON_OBJECT));
    return objects || wrong(refused, "`rules` and `options` have to be objects");
}

static bool read_members(struct request *request, const struct carom_json *json, struct refused *refused)
{
    switch (request->what) {
    case REQUEST_HELLO:
        return read_hello(request, json, refused);
    case REQUEST_COMMAND:
        return read_command(request, json, refused);
    case REQUEST_BOT:
        return read_bot(request, json, refused);
    case REQUEST_AGAIN:
        return read_again(request, json, refused);
    case REQUEST_TIME:
    case REQUEST_WATCH:
        return true;
    }
    return false;
}

bool request_read(struct request *request, struct carom_json *json, struct carom_json_node nodes[REQUEST_NODES],
                  const char *text, size_t length, struct refused *refused)
{
    *request = (struct request){.word = "", .rules = CAROM_JSON_NONE, .options = CAROM_JSON_NONE};
    struct carom_fault fault;
    if (!carom_json_read(json, nodes, REQUEST_NODES, text, length, &fault))
        return refuse_fault(refused, WHY_BAD_JSON, &fault);
    if (!carom_json_is(json, 0, CAROM_JSON_OBJECT))
        return refuse_what(refused, WHY_BAD_JSON, "the message has to be a JSON object");
    uint32_t id = carom_json_get(json, 0, "id");
    request->has_id = carom_json_int(json, id, &request->id) && request->id >= 0 && request->id <= CAROM_AT_MAX;
    if (id != CAROM_JSON_NONE && !request->has_id)
        return wrong(refused, "`id` has to be a whole number from 0 to 2^53 - 1");
    uint32_t what = carom_json_get(json, 0, "do");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (carom_json_equals(json, what, words[i].name)) {
            request->word = words[i].name;
            request->what = words[i].what;
            request->command = words[i].command;
            return read_members(request, json, refused);
        }
    }
    return refuse(refused, WHY_UNKNOWN_DO);
}

/* ---- settings ---------------------------------------------------------------------------------------------------- */

bool table_options_read(struct table_options *options, const struct carom_json *json, uint32_t object,
                        struct refused *refused)
{
    const struct {
        const char *name;
        bool *value;
    } members[] = {{"credit", &options->credit}, {"plan", &options->plan}};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        uint32_t node = carom_json_get(json, object, members[i].name);
        if (node != CAROM_JSON_NONE && !carom_json_bool(json, node, members[i].value))
            return wrong(refused, "an option of the table has to be true or false");
    }
    return true;
}

void table_options_write(struct carom_text *text, const struct table_options *options)
{
    carom_text_put(text, options->credit ? "{\"credit\":true" : "{\"credit\":false");
    carom_text_put(text, options->plan ? ",\"plan\":true}" : ",\"plan\":false}");
}

bool opening_read(struct carom_opening *opening, const struct carom_json *json, uint32_t rules, uint64_t seed,
                  struct refused *refused)
{
    *opening = (struct carom_opening){.rules = carom_rules_preset(CAROM_PRESET_RICOCHET)};
    struct carom_fault fault;
    if (rules != CAROM_JSON_NONE && !carom_opening_read(opening, json, rules, &fault))
        return refuse_fault(refused, WHY_BAD_RULES, &fault);
    if (carom_json_get(json, rules, "demonstration") == CAROM_JSON_NONE && !carom_rules_solo(&opening->rules))
        opening->rules.demonstration = DEMONSTRATION_MS;
    if (carom_json_get(json, rules, "seed") == CAROM_JSON_NONE)
        opening->rules.seed = seed;
    opening->rules.seed_known = true;
    return true;
}
