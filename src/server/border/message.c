/*
 * Reading requests. Every member is checked here for kind and range; what passes is never looked at with suspicion
 * again. Commands of the game are read by the referee's own reader.
 */
#include "border.h"

#include <stdio.h>
#include <string.h>

#define MOVE_MOST 79 /* bytes of the longest move: `TE` with 64 signs */

/* What is asked of the server itself; all else is the referee's. */
static const struct {
    const char *name;
    enum request_do what;
} words[] = {
    {"hello", REQUEST_HELLO}, {"bot", REQUEST_BOT},       {"again", REQUEST_AGAIN},   {"time", REQUEST_TIME},
    {"watch", REQUEST_WATCH}, {"lock", REQUEST_LOCK},     {"unlock", REQUEST_UNLOCK}, {"remove", REQUEST_REMOVE},
    {"end", REQUEST_END},     {"host", REQUEST_HOST},     {"pause", REQUEST_PAUSE},   {"resume", REQUEST_RESUME},
    {"list", REQUEST_LIST},   {"unlist", REQUEST_UNLIST}, {"react", REQUEST_REACT},
};

const char *reaction_name(unsigned reaction)
{
    static const char *const names[REACTIONS] = {"bravo", "wow", "hmm", "oops", "haha", "thanks"};
    return reaction < REACTIONS ? names[reaction] : NULL;
}

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

/* ---- hello ---- */

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

/* ---- the referee's commands ---- */

/* Of what the referee's reader could not read: what to tell the client. */
static bool wrong_member(struct request *request, const struct carom_json *json, enum carom_fault_code fault,
                         struct refused *refused)
{
    char text[MOVE_MOST + 1];
    size_t length;
    if (fault == CAROM_FAULT_HANDICAP)
        return wrong(refused, "`handicap` has to be a whole number from 0 to 99");
    if (fault == CAROM_FAULT_NONCE)
        return wrong(refused, "`nonce` has to be 64 hexadecimal digits");
    if (fault == CAROM_FAULT_HANDED || fault == CAROM_FAULT_NO_HANDED)
        return wrong(refused, "`route` has to be moves like RN GE");
    if (fault != CAROM_FAULT_MOVE)
        return wrong(refused, "`moves` has to be a whole number");
    request->no_move = carom_json_string(json, carom_json_get(json, 0, "move"), text, sizeof text, &length);
    return request->no_move || wrong(refused, "`move` has to be a move like RN, in Micro Robots a cell like 6P");
}

static bool read_name(struct request *request, const struct carom_json *json, uint32_t node, struct refused *refused)
{
    char text[1024];
    size_t length;
    if (!carom_json_string(json, node, text, sizeof text, &length)) {
        bool too_long = json->nodes[node].end - json->nodes[node].start >= sizeof text;
        return refuse_number(refused, too_long ? WHY_NAME_LONG : WHY_NAME_BAD, NAME_MOST);
    }
    switch (name_read(request->command.name, text, length)) {
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

static bool read_level(struct request *request, const struct carom_json *json, const char *key, struct refused *refused)
{
    int64_t level = 0;
    if (!carom_json_int(json, carom_json_get(json, 0, key), &level))
        return wrong(refused, "a level has to be a whole number from 1 to 10");
    request->level = level >= 1 && level <= 10 ? (unsigned)level : 0;
    return request->level != 0 || refuse(refused, WHY_BAD_LEVEL);
}

static bool read_command(struct request *request, const struct carom_json *json, struct refused *refused)
{
    struct carom_fault fault;
    bool joins = request->command.what == CAROM_DO_JOIN;
    uint32_t name = carom_json_get(json, 0, "name");
    if (joins && !carom_json_is(json, name, CAROM_JSON_STRING))
        return wrong(refused, "`name` has to be a nickname");
    if (!carom_command_read_members(&request->command, json, 0, &fault))
        return wrong_member(request, json, fault.code, refused);
    if (joins && carom_json_get(json, 0, "bot") != CAROM_JSON_NONE && !read_level(request, json, "bot", refused))
        return false;
    return !joins || read_name(request, json, name, refused);
}

/* ---- the server's own ---- */

static bool read_bot(struct request *request, const struct carom_json *json, struct refused *refused)
{
    size_t length;
    uint32_t remove = carom_json_get(json, 0, "remove");
    if (remove != CAROM_JSON_NONE) {
        return carom_json_string(json, remove, request->remove, sizeof request->remove, &length) ||
               wrong(refused, "`remove` has to be a bot's id");
    }
    return read_level(request, json, "level", refused);
}

static bool read_again(struct request *request, const struct carom_json *json, struct refused *refused)
{
    request->rules = carom_json_get(json, 0, "rules");
    request->options = carom_json_get(json, 0, "options");
    bool objects = (request->rules == CAROM_JSON_NONE || carom_json_is(json, request->rules, CAROM_JSON_OBJECT)) &&
                   (request->options == CAROM_JSON_NONE || carom_json_is(json, request->options, CAROM_JSON_OBJECT));
    return objects || wrong(refused, "`rules` and `options` have to be objects");
}

static bool read_player(struct request *request, const struct carom_json *json, struct refused *refused)
{
    size_t length;
    uint32_t player = carom_json_get(json, 0, "player");
    return carom_json_string(json, player, request->player, sizeof request->player, &length) ||
           wrong(refused, "`player` has to be a player's id");
}

static bool read_reaction(struct request *request, const struct carom_json *json, struct refused *refused)
{
    uint32_t node = carom_json_get(json, 0, "reaction");
    while (request->reaction < REACTIONS && !carom_json_equals(json, node, reaction_name(request->reaction)))
        request->reaction++;
    return request->reaction < REACTIONS ||
           wrong(refused, "`reaction` has to be bravo, wow, hmm, oops, haha or thanks");
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
    case REQUEST_REMOVE:
    case REQUEST_HOST:
        return read_player(request, json, refused);
    case REQUEST_REACT:
        return read_reaction(request, json, refused);
    case REQUEST_TIME:
    case REQUEST_WATCH:
    case REQUEST_LIST:
    case REQUEST_UNLIST:
    case REQUEST_LOCK:
    case REQUEST_UNLOCK:
    case REQUEST_END:
    case REQUEST_PAUSE:
    case REQUEST_RESUME:
        return true;
    }
    return false;
}

/* What is to be done; false: there is no such word. */
static bool read_do(struct request *request, const struct carom_json *json, uint32_t node)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (carom_json_equals(json, node, words[i].name)) {
            request->word = words[i].name;
            request->what = words[i].what;
            return true;
        }
    }
    enum carom_do what;
    if (!carom_do_read(&what, json, node) || !carom_do_of_players(what))
        return false;
    request->word = carom_do_name(what);
    request->what = REQUEST_COMMAND;
    request->command.what = what;
    return true;
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
    if (!read_do(request, json, carom_json_get(json, 0, "do")))
        return refuse(refused, WHY_UNKNOWN_DO);
    return read_members(request, json, refused);
}
