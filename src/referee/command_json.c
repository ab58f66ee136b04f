/*
 * Commands as JSON, one a line. What passes here keeps every promise of struct carom_command.
 */
#include "json_fields.h"

#include "../core/libc_mem.h"

bool carom_command_is_from_player(enum carom_command_kind kind)
{
    return kind != CAROM_COMMAND_OPEN && kind != CAROM_COMMAND_VOID && kind != CAROM_COMMAND_TICK &&
           kind != CAROM_COMMAND_PAUSE && kind != CAROM_COMMAND_RESUME;
}

bool carom_command_kind_read(enum carom_command_kind *kind, const struct carom_json *json, uint32_t node)
{
    for (unsigned i = 0; i < CAROM_COMMAND_KINDS; i++) {
        if (carom_json_string_is(json, node, carom_command_name((enum carom_command_kind)i))) {
            *kind = (enum carom_command_kind)i;
            return true;
        }
    }
    return false;
}

static bool read_handicap(struct carom_command *command, const struct carom_json *json, uint32_t object,
                          struct carom_error *error)
{
    uint32_t node = carom_json_get(json, object, "handicap");
    int64_t number = 0;
    if (node != CAROM_JSON_NONE && !codec_int(json, node, 0, CAROM_HANDICAP_MAX, &number))
        return json_error_at(error, CAROM_ERROR_HANDICAP, json, node);
    command->handicap = (uint8_t)number;
    return true;
}

static bool read_nonce(struct carom_command *command, const struct carom_json *json, uint32_t object,
                       struct carom_error *error)
{
    return codec_nonce(json, object, &command->nonce) ||
           json_error_at(error, CAROM_ERROR_NONCE, json, carom_json_get(json, object, "nonce"));
}

bool carom_command_read_members(struct carom_command *command, const struct carom_json *json, uint32_t object,
                                struct carom_error *error)
{
    uint32_t moves = carom_json_get(json, object, "moves");
    switch (command->kind) {
    case CAROM_COMMAND_OPEN:
        return carom_game_config_read(&command->config, json, carom_json_get(json, object, "rules"), error);
    case CAROM_COMMAND_JOIN:
        return read_handicap(command, json, object, error) && read_nonce(command, json, object, error);
    case CAROM_COMMAND_START:
        return read_nonce(command, json, object, error);
    case CAROM_COMMAND_BID:
        return carom_json_as_int(json, moves, &command->moves) || json_error_at(error, CAROM_ERROR_MOVES, json, moves);
    case CAROM_COMMAND_MOVE:
        return json_read_move(json, carom_json_get(json, object, "move"), &command->move, error);
    case CAROM_COMMAND_HAND:
        return codec_route(json, carom_json_get(json, object, "route"), command->route, &command->route_long, error);
    case CAROM_COMMAND_LEAVE:
    case CAROM_COMMAND_DONE:
    case CAROM_COMMAND_FLIP:
    case CAROM_COMMAND_PASS:
    case CAROM_COMMAND_NEXT:
    case CAROM_COMMAND_SKIP:
    case CAROM_COMMAND_VOID:
    case CAROM_COMMAND_TICK:
    case CAROM_COMMAND_PAUSE:
    case CAROM_COMMAND_RESUME:
    case CAROM_COMMAND_HINT:
        break;
    }
    return true;
}

/* Who joins without a name is called by the id. */
static bool read_name(struct carom_command *command, const struct carom_json *json, struct carom_error *error)
{
    uint32_t name = carom_json_get(json, 0, "name");
    if (name != CAROM_JSON_NONE && !codec_name(json, name, command->name))
        return json_error_at(error, CAROM_ERROR_NAME, json, name);
    if (command->name[0] == '\0')
        copy_string(command->name, CAROM_NAME_SIZE, command->by);
    return true;
}

bool carom_command_read(struct carom_command *command, const char *text, size_t length, struct carom_error *error)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    memset(command, 0, sizeof *command);
    if (!carom_json_read(&json, nodes, CAROM_JSON_NODES_MAX, text, length, error))
        return false;
    if (!carom_json_is(&json, 0, CAROM_JSON_OBJECT))
        return json_error_at(error, CAROM_ERROR_NO_OBJECT, &json, 0);
    uint32_t node = carom_json_get(&json, 0, "do");
    if (!carom_command_kind_read(&command->kind, &json, node))
        return json_error_at(error, CAROM_ERROR_COMMAND_KIND, &json, node);
    node = carom_json_get(&json, 0, "at");
    if (!codec_int(&json, node, 0, CAROM_TIME_MAX, &command->at))
        return json_error_at(error, CAROM_ERROR_AT, &json, node);
    node = carom_json_get(&json, 0, "by");
    if (carom_command_is_from_player(command->kind) && !codec_id(&json, node, command->by))
        return json_error_at(error, CAROM_ERROR_BY, &json, node);
    if (command->kind == CAROM_COMMAND_JOIN && !read_name(command, &json, error))
        return false;
    return carom_command_read_members(command, &json, 0, error) &&
           ((command->kind != CAROM_COMMAND_BID && command->kind != CAROM_COMMAND_HAND) ||
            codec_credit(&json, &command->credit, error));
}

static void put_head(struct carom_text *text, const struct carom_command *command, const char *key)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "at", command->at);
    if (key == NULL) {
        if (carom_command_is_from_player(command->kind))
            carom_json_put_string(text, "by", command->by);
        carom_json_put_string(text, "do", carom_command_name(command->kind));
        return;
    }
    carom_json_put_string(text, key, carom_command_name(command->kind));
    if (carom_command_is_from_player(command->kind))
        carom_json_put_string(text, "by", command->by);
}

void carom_command_write(struct carom_text *text, const struct carom_command *command)
{
    put_head(text, command, NULL);
    if (command->kind == CAROM_COMMAND_OPEN) {
        carom_json_put_key(text, "rules");
        carom_game_config_write(text, &command->config);
    } else if (command->kind == CAROM_COMMAND_JOIN) {
        carom_json_put_string(text, "name", command->name);
        if (command->handicap > 0)
            carom_json_put_int(text, "handicap", command->handicap);
        codec_put_nonce(text, &command->nonce);
    } else if (command->kind == CAROM_COMMAND_START) {
        codec_put_nonce(text, &command->nonce);
    } else if (command->kind == CAROM_COMMAND_BID) {
        carom_json_put_int(text, "moves", command->moves);
        if (command->credit > 0)
            carom_json_put_int(text, "credit", command->credit);
    } else if (command->kind == CAROM_COMMAND_MOVE) {
        codec_put_play(text, "move", &command->move);
    } else if (command->kind == CAROM_COMMAND_HAND) {
        carom_json_put_string(text, "route", command->route);
        if (command->credit > 0)
            carom_json_put_int(text, "credit", command->credit);
    }
    carom_json_end(text, '}');
}

void carom_refusal_write(struct carom_text *text, const struct carom_command *command,
                         const struct carom_refusal *refusal)
{
    put_head(text, command, "refused");
    carom_json_put_string(text, "why", carom_refusal_name(refusal));
    if (carom_refusal_rule(refusal) != NULL)
        carom_json_put_string(text, "rule", carom_refusal_rule(refusal));
    carom_json_end(text, '}');
}
