/*
 * Parsing requests. Every member is checked here for type and range; nothing checks again. Commands of the game are
 * read by the referee's own parser.
 */
#include "validate.h"

#include <stdio.h>
#include <string.h>

#define MOVE_MAX 79 /* bytes of the longest move: `TE` with 64 signs */

/* Requests to the server itself; all others are the referee's commands. */
static const struct {
    const char *name;
    enum request_kind kind;
} request_names[] = {
#define REQUEST(kind, name, sender, meaning) {name, REQUEST_##kind},
#define FIELD(...)
#define END
#include "messages.def"
};

static const char *const reaction_names[REACTIONS] = {"bravo", "wow", "hmm", "oops", "haha", "thanks"};

const char *reaction_name(unsigned reaction)
{
    return reaction < REACTIONS ? reaction_names[reaction] : NULL;
}

/* Reads an integer in a range. A missing member leaves `*number` unchanged unless it is required. */
static bool get_number(const struct carom_json *json, uint32_t node, bool required, int64_t least, int64_t most,
                       int64_t *number)
{
    if (node == CAROM_JSON_NONE)
        return !required;
    return carom_json_as_int(json, node, number) && *number >= least && *number <= most;
}

static bool bad_message(struct api_error *error, const char *what)
{
    return api_error_set_detail(error, API_ERR_BAD_MESSAGE, what);
}

/* ---- hello ---- */

static bool read_hello_place(struct request *request, const struct carom_json *json, struct api_error *error)
{
    int64_t since = 0;
    int64_t game = 0;
    uint32_t node = carom_json_get(json, 0, "since");
    request->has_resume_seq = node != CAROM_JSON_NONE;
    if (!get_number(json, node, false, 0, UINT32_MAX, &since) ||
        !get_number(json, carom_json_get(json, 0, "game"), false, 1, UINT32_MAX, &game))
        return bad_message(error, "`since` and `game` have to be whole numbers");
    request->resume_seq = (uint32_t)since;
    request->game = (uint32_t)game;
    node = carom_json_get(json, 0, "as");
    request->display = carom_json_string_is(json, node, "display");
    return node == CAROM_JSON_NONE || request->display || bad_message(error, "`as` can only be `display`");
}

static bool read_hello(struct request *request, const struct carom_json *json, struct api_error *error)
{
    char text[64];
    size_t length;
    if (!carom_json_as_int(json, carom_json_get(json, 0, "version"), &request->version))
        return bad_message(error, "`version` has to be a whole number");
    if (request->version != PROTOCOL_VERSION)
        return api_error_set_number(error, API_ERR_BAD_VERSION, PROTOCOL_VERSION);
    if (!carom_json_as_string(json, carom_json_get(json, 0, "table"), text, sizeof text, &length))
        return bad_message(error, "`table` has to be a table's code");
    if (!table_code_read(request->code, text, length))
        return api_error_set(error, API_ERR_NO_TABLE);
    uint32_t token = carom_json_get(json, 0, "token");
    request->has_token = token != CAROM_JSON_NONE && !carom_json_is(json, token, CAROM_JSON_NULL);
    if (request->has_token && (!carom_json_as_string(json, token, request->token, sizeof request->token, &length) ||
                               !seat_token_is_well_formed(request->token, length)))
        return bad_message(error, "`token` has to be one that the server made");
    return read_hello_place(request, json, error);
}

/* ---- the referee's commands ---- */

/* Translates the referee's parse error into the error for the client. */
static bool member_error(struct request *request, const struct carom_json *json, enum carom_error_code code,
                         struct api_error *error)
{
    char text[MOVE_MAX + 1];
    size_t length;
    if (code == CAROM_ERROR_HANDICAP)
        return bad_message(error, "`handicap` has to be a whole number from 0 to 99");
    if (code == CAROM_ERROR_FIRST)
        return bad_message(error, "`first` has to be the id of a player");
    if (code == CAROM_ERROR_CHIP)
        return bad_message(error, "`chip` has to be true or false");
    if (code == CAROM_ERROR_NONCE)
        return bad_message(error, "`nonce` has to be 64 hexadecimal digits");
    if (code == CAROM_ERROR_HANDED_ROUTE || code == CAROM_ERROR_NO_HANDED)
        return bad_message(error, "`route` has to be moves like RN GE");
    if (code != CAROM_ERROR_MOVE)
        return bad_message(error, "`moves` has to be a whole number");
    request->move_is_malformed =
        carom_json_as_string(json, carom_json_get(json, 0, "move"), text, sizeof text, &length);
    return request->move_is_malformed ||
           bad_message(error, "`move` has to be a move like RN, in Micro Robots a cell like 6P");
}

static bool read_name(struct request *request, const struct carom_json *json, uint32_t node, struct api_error *error)
{
    char text[1024];
    size_t length;
    if (!carom_json_as_string(json, node, text, sizeof text, &length)) {
        bool too_long = json->nodes[node].end - json->nodes[node].start >= sizeof text;
        return api_error_set_number(error, too_long ? API_ERR_NAME_LONG : API_ERR_NAME_BAD, NICKNAME_MAX);
    }
    switch (name_read(request->command.name, text, length)) {
    case NAME_OK:
        return true;
    case NAME_EMPTY:
        return api_error_set_number(error, API_ERR_NAME_EMPTY, NICKNAME_MAX);
    case NAME_TOO_LONG:
        return api_error_set_number(error, API_ERR_NAME_LONG, NICKNAME_MAX);
    case NAME_FORBIDDEN_CHARACTER:
        return api_error_set_number(error, API_ERR_NAME_BAD, NICKNAME_MAX);
    }
    return false;
}

static bool read_level(struct request *request, const struct carom_json *json, const char *key, struct api_error *error)
{
    int64_t level = 0;
    if (!carom_json_as_int(json, carom_json_get(json, 0, key), &level))
        return bad_message(error, "a level has to be a whole number from 1 to 10");
    request->level = level >= 1 && level <= 10 ? (unsigned)level : 0;
    return request->level != 0 || api_error_set(error, API_ERR_BAD_LEVEL);
}

static bool read_command(struct request *request, const struct carom_json *json, struct api_error *error)
{
    struct carom_error input_error;
    bool joins = request->command.kind == CAROM_COMMAND_JOIN;
    uint32_t name = carom_json_get(json, 0, "name");
    if (joins && !carom_json_is(json, name, CAROM_JSON_STRING))
        return bad_message(error, "`name` has to be a nickname");
    if (!carom_command_read_members(&request->command, json, 0, &input_error))
        return member_error(request, json, input_error.code, error);
    if (joins && carom_json_get(json, 0, "bot") != CAROM_JSON_NONE && !read_level(request, json, "bot", error))
        return false;
    return !joins || read_name(request, json, name, error);
}

/* ---- requests to the server ---- */

static bool read_bot(struct request *request, const struct carom_json *json, struct api_error *error)
{
    size_t length;
    uint32_t remove = carom_json_get(json, 0, "remove");
    if (remove != CAROM_JSON_NONE) {
        return carom_json_as_string(json, remove, request->remove, sizeof request->remove, &length) ||
               bad_message(error, "`remove` has to be a bot's id");
    }
    return read_level(request, json, "level", error);
}

static bool read_next_game(struct request *request, const struct carom_json *json, struct api_error *error)
{
    request->rules = carom_json_get(json, 0, "rules");
    request->options = carom_json_get(json, 0, "options");
    bool objects = (request->rules == CAROM_JSON_NONE || carom_json_is(json, request->rules, CAROM_JSON_OBJECT)) &&
                   (request->options == CAROM_JSON_NONE || carom_json_is(json, request->options, CAROM_JSON_OBJECT));
    return objects || bad_message(error, "`rules` and `options` have to be objects");
}

static bool read_player(struct request *request, const struct carom_json *json, struct api_error *error)
{
    size_t length;
    uint32_t player = carom_json_get(json, 0, "player");
    return carom_json_as_string(json, player, request->player, sizeof request->player, &length) ||
           bad_message(error, "`player` has to be a player's id");
}

static bool read_reaction(struct request *request, const struct carom_json *json, struct api_error *error)
{
    uint32_t node = carom_json_get(json, 0, "reaction");
    while (request->reaction < REACTIONS && !carom_json_string_is(json, node, reaction_name(request->reaction)))
        request->reaction++;
    return request->reaction < REACTIONS ||
           bad_message(error, "`reaction` has to be bravo, wow, hmm, oops, haha or thanks");
}

static bool read_members(struct request *request, const struct carom_json *json, struct api_error *error)
{
    switch (request->kind) {
    case REQUEST_HELLO:
        return read_hello(request, json, error);
    case REQUEST_COMMAND:
        return read_command(request, json, error);
    case REQUEST_BOT:
        return read_bot(request, json, error);
    case REQUEST_NEXT_GAME:
        return read_next_game(request, json, error);
    case REQUEST_REMOVE:
    case REQUEST_HOST:
        return read_player(request, json, error);
    case REQUEST_REACTION:
        return read_reaction(request, json, error);
    case REQUEST_TIME:
    case REQUEST_WATCH:
    case REQUEST_LIST:
    case REQUEST_MAKE_PRIVATE:
    case REQUEST_LOCK:
    case REQUEST_UNLOCK:
    case REQUEST_END:
    case REQUEST_PAUSE:
    case REQUEST_RESUME:
        return true;
    }
    return false;
}

/* Finds the kind of request; false: unknown. */
static bool read_do(struct request *request, const struct carom_json *json, uint32_t node)
{
    for (size_t i = 0; i < sizeof request_names / sizeof request_names[0]; i++) {
        if (carom_json_string_is(json, node, request_names[i].name)) {
            request->name = request_names[i].name;
            request->kind = request_names[i].kind;
            return true;
        }
    }
    enum carom_command_kind kind;
    if (!carom_command_kind_read(&kind, json, node) || !carom_command_is_from_player(kind))
        return false;
    request->name = carom_command_name(kind);
    request->kind = REQUEST_COMMAND;
    request->command.kind = kind;
    return true;
}

bool request_read(struct request *request, struct carom_json *json, struct carom_json_node nodes[REQUEST_NODES],
                  const char *text, size_t length, struct api_error *error)
{
    *request = (struct request){.name = "", .rules = CAROM_JSON_NONE, .options = CAROM_JSON_NONE};
    struct carom_error input_error;
    if (!carom_json_read(json, nodes, REQUEST_NODES, text, length, &input_error))
        return api_error_from_input(error, API_ERR_BAD_JSON, &input_error);
    if (!carom_json_is(json, 0, CAROM_JSON_OBJECT))
        return api_error_set_detail(error, API_ERR_BAD_JSON, "the message has to be a JSON object");
    uint32_t id = carom_json_get(json, 0, "id");
    request->has_id = carom_json_as_int(json, id, &request->id) && request->id >= 0 && request->id <= CAROM_TIME_MAX;
    if (id != CAROM_JSON_NONE && !request->has_id)
        return bad_message(error, "`id` has to be a whole number from 0 to 2^53 - 1");
    if (!read_do(request, json, carom_json_get(json, 0, "do")))
        return api_error_set(error, API_ERR_UNKNOWN_REQUEST);
    return read_members(request, json, error);
}
