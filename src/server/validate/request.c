/*
 * Parsing requests, member by member as messages.def lists them. Every member is checked here for type and range;
 * nothing checks again. Commands of the game are read by the referee's own parser.
 */
#include "validate.h"

#include <stddef.h>

#define MOVE_MAX 79 /* bytes of the longest move: `TE` with 64 signs */

enum member_flags {
    OPTIONAL = 1,
    NULLABLE = 2,
    ALWAYS = 4,
};

enum member_reader_id {
#define READ(name, ...) MEMBER_##name,
#include "messages.def"
#undef READ
};

struct member {
    const char *key; /* NULL: behind the last one */
    uint8_t reader;  /* enum member_reader_id */
    uint8_t flags;
    uint16_t offset; /* in struct request */
    uint16_t size;
};

/* Requests to the server itself; all others are the referee's commands. */
/* clang-format off */
static const struct request_kind_info {
    const char *name;
    enum request_kind kind;
    const struct member *members;
} requests[] = {
#define REQUEST(kind, name, sender, meaning) {name, REQUEST_##kind, (const struct member[]){
#define FIELD(key, reader, member, flags, meaning) \
    {key, MEMBER_##reader, flags, offsetof(struct request, member), sizeof(((struct request *)0)->member)},
#define END {0}}},
#include "messages.def"
#undef REQUEST
};
/* clang-format on */

static const char *const reaction_names[REACTIONS] = {"bravo", "wow", "hmm", "oops", "haha", "thanks"};

const char *reaction_name(unsigned reaction)
{
    return reaction < REACTIONS ? reaction_names[reaction] : NULL;
}

static bool bad_message(struct api_error *error, const char *what)
{
    return api_error_set_detail(error, API_ERR_BAD_MESSAGE, what);
}

/* ---- members of requests to the server ---- */

/* A member on its way into the request. A reader that returns false leaves `error` as it is, and gets the sentence of
 * messages.def, unless it has explained it better itself. */
struct member_reader {
    struct request *request;
    const struct carom_json *json;
    uint32_t node;
    const struct member *member;
    const struct member_type *type;
    struct api_error *error;
    bool explained;
};

struct member_type {
    bool (*read)(struct member_reader *reader, void *into);
    int64_t least, most;
    const char *sentence;
};

static bool explain(struct member_reader *reader, enum api_error_code code)
{
    reader->explained = true;
    return api_error_set(reader->error, code);
}

static bool read_number(struct member_reader *reader, void *into)
{
    const struct member_type *type = reader->type;
    int64_t number;
    if (!carom_json_as_int(reader->json, reader->node, &number) || number < type->least || number > type->most)
        return false;
    *(uint32_t *)into = (uint32_t)number;
    return true;
}

static bool read_version(struct member_reader *reader, void *into)
{
    int64_t *version = into;
    if (!carom_json_as_int(reader->json, reader->node, version))
        return false;
    reader->explained = true;
    return *version == PROTOCOL_VERSION || api_error_set_number(reader->error, API_ERR_BAD_VERSION, PROTOCOL_VERSION);
}

static bool read_code(struct member_reader *reader, void *into)
{
    char text[64];
    size_t length;
    return carom_json_as_string(reader->json, reader->node, text, sizeof text, &length) &&
           (table_code_read(into, text, length) || explain(reader, API_ERR_NO_TABLE));
}

static bool read_token(struct member_reader *reader, void *into)
{
    size_t length;
    reader->request->has_token =
        carom_json_as_string(reader->json, reader->node, into, reader->member->size, &length) &&
        seat_token_is_well_formed(into, length);
    return reader->request->has_token;
}

static bool read_since(struct member_reader *reader, void *into)
{
    reader->request->has_resume_seq = read_number(reader, into);
    return reader->request->has_resume_seq;
}

static bool read_display(struct member_reader *reader, void *into)
{
    bool *display = into;
    *display = carom_json_string_is(reader->json, reader->node, "display");
    return *display;
}

static bool read_id(struct member_reader *reader, void *into)
{
    size_t length;
    return carom_json_as_string(reader->json, reader->node, into, reader->member->size, &length);
}

/* A bot is either added with its level, or removed. */
static bool read_level(struct member_reader *reader, void *into)
{
    const struct member_type *type = reader->type;
    unsigned *level = into;
    int64_t number;
    if (reader->request->kind == REQUEST_BOT && carom_json_get(reader->json, 0, "remove") != CAROM_JSON_NONE)
        return true;
    if (!carom_json_as_int(reader->json, reader->node, &number))
        return false;
    *level = number >= type->least && number <= type->most ? (unsigned)number : 0;
    return *level != 0 || explain(reader, API_ERR_BAD_LEVEL);
}

static bool read_object(struct member_reader *reader, void *into)
{
    *(uint32_t *)into = reader->node;
    return carom_json_is(reader->json, reader->node, CAROM_JSON_OBJECT);
}

static bool read_reaction(struct member_reader *reader, void *into)
{
    unsigned *reaction = into;
    while (*reaction < REACTIONS && !carom_json_string_is(reader->json, reader->node, reaction_name(*reaction)))
        ++*reaction;
    return *reaction < REACTIONS;
}

static const struct member_type member_types[] = {
#define READ(name, reader, least, most, type, sentence) [MEMBER_##name] = {read_##reader, least, most, sentence},
#include "messages.def"
};

static bool read_member(struct request *request, const struct carom_json *json, const struct member *member,
                        struct api_error *error)
{
    const struct member_type *type = &member_types[member->reader];
    uint32_t node = carom_json_get(json, 0, member->key);
    bool null = (member->flags & NULLABLE) != 0 && carom_json_is(json, node, CAROM_JSON_NULL);
    if ((member->flags & OPTIONAL) != 0 && (member->flags & ALWAYS) == 0 && (node == CAROM_JSON_NONE || null))
        return true;
    struct member_reader reader = {
        .request = request, .json = json, .node = node, .member = member, .type = type, .error = error};
    return type->read(&reader, (char *)request + member->offset) ||
           (!reader.explained && bad_message(error, type->sentence));
}

static bool read_members(struct request *request, const struct carom_json *json, const struct member *members,
                         struct api_error *error)
{
    for (const struct member *member = members; member->key != NULL; member++)
        if (!read_member(request, json, member, error))
            return false;
    return true;
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

/* The programs of ours that join as bots say how well they play. */
static const struct member joining_bot = {"bot", MEMBER_LEVEL, OPTIONAL, offsetof(struct request, level), 0};

static bool read_command(struct request *request, const struct carom_json *json, struct api_error *error)
{
    struct carom_error input_error;
    bool joins = request->command.kind == CAROM_COMMAND_JOIN;
    uint32_t name = carom_json_get(json, 0, "name");
    if (joins && !carom_json_is(json, name, CAROM_JSON_STRING))
        return bad_message(error, "`name` has to be a nickname");
    if (!carom_command_read_members(&request->command, json, 0, &input_error))
        return member_error(request, json, input_error.code, error);
    if (joins && !read_member(request, json, &joining_bot, error))
        return false;
    return !joins || read_name(request, json, name, error);
}

/* Finds the kind of request, with its members unless it is a command of the game; false: unknown. */
static bool read_do(struct request *request, const struct carom_json *json, uint32_t node,
                    const struct member **members)
{
    *members = NULL;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (carom_json_string_is(json, node, requests[i].name)) {
            request->name = requests[i].name;
            request->kind = requests[i].kind;
            *members = requests[i].members;
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
    const struct member *members;
    struct carom_error input_error;
    if (!carom_json_read(json, nodes, REQUEST_NODES, text, length, &input_error))
        return api_error_from_input(error, API_ERR_BAD_JSON, &input_error);
    if (!carom_json_is(json, 0, CAROM_JSON_OBJECT))
        return api_error_set_detail(error, API_ERR_BAD_JSON, "the message has to be a JSON object");
    uint32_t id = carom_json_get(json, 0, "id");
    request->has_id = carom_json_as_int(json, id, &request->id) && request->id >= 0 && request->id <= CAROM_TIME_MAX;
    if (id != CAROM_JSON_NONE && !request->has_id)
        return bad_message(error, "`id` has to be a whole number from 0 to 2^53 - 1");
    if (!read_do(request, json, carom_json_get(json, 0, "do"), &members))
        return api_error_set(error, API_ERR_UNKNOWN_REQUEST);
    return members != NULL ? read_members(request, json, members, error) : read_command(request, json, error);
}
