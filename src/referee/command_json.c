/*
 * Commands as JSON, one a line. What passes here keeps every promise of struct carom_command.
 */
#include "codec.h"

#include "../core/mem.h"

bool carom_do_of_players(enum carom_do what)
{
    return what != CAROM_DO_OPEN && what != CAROM_DO_VOID && what != CAROM_DO_TICK && what != CAROM_DO_PAUSE &&
           what != CAROM_DO_RESUME;
}

bool carom_do_read(enum carom_do *what, const struct carom_json *json, uint32_t node)
{
    for (unsigned i = 0; i < CAROM_DOS; i++) {
        if (carom_json_equals(json, node, carom_do_name((enum carom_do)i))) {
            *what = (enum carom_do)i;
            return true;
        }
    }
    return false;
}

static bool read_handicap(struct carom_command *command, const struct carom_json *json, uint32_t object,
                          struct carom_fault *fault)
{
    uint32_t node = carom_json_get(json, object, "handicap");
    int64_t number = 0;
    if (node != CAROM_JSON_NONE && !codec_int(json, node, 0, CAROM_HANDICAP_MAX, &number))
        return codec_wrong(fault, CAROM_FAULT_HANDICAP, json, node);
    command->handicap = (uint8_t)number;
    return true;
}

static bool read_nonce(struct carom_command *command, const struct carom_json *json, uint32_t object,
                       struct carom_fault *fault)
{
    return codec_nonce(json, object, &command->nonce) ||
           codec_wrong(fault, CAROM_FAULT_NONCE, json, carom_json_get(json, object, "nonce"));
}

bool carom_command_read_members(struct carom_command *command, const struct carom_json *json, uint32_t object,
                                struct carom_fault *fault)
{
    uint32_t moves = carom_json_get(json, object, "moves");
    switch (command->what) {
    case CAROM_DO_OPEN:
        return carom_opening_read(&command->opening, json, carom_json_get(json, object, "rules"), fault);
    case CAROM_DO_JOIN:
        return read_handicap(command, json, object, fault) && read_nonce(command, json, object, fault);
    case CAROM_DO_START:
        return read_nonce(command, json, object, fault);
    case CAROM_DO_BID:
        return carom_json_int(json, moves, &command->moves) || codec_wrong(fault, CAROM_FAULT_MOVES, json, moves);
    case CAROM_DO_MOVE:
        return codec_play(json, carom_json_get(json, object, "move"), &command->play, fault);
    case CAROM_DO_HAND:
        return codec_route(json, carom_json_get(json, object, "route"), command->route, &command->route_long, fault);
    case CAROM_DO_LEAVE:
    case CAROM_DO_DONE:
    case CAROM_DO_FLIP:
    case CAROM_DO_PASS:
    case CAROM_DO_NEXT:
    case CAROM_DO_SKIP:
    case CAROM_DO_VOID:
    case CAROM_DO_TICK:
    case CAROM_DO_PAUSE:
    case CAROM_DO_RESUME:
    case CAROM_DO_HINT:
        break;
    }
    return true;
}

/* Who joins without a name is called by the id. */
static bool read_name(struct carom_command *command, const struct carom_json *json, struct carom_fault *fault)
{
    uint32_t name = carom_json_get(json, 0, "name");
    if (name != CAROM_JSON_NONE && !codec_name(json, name, command->name))
        return codec_wrong(fault, CAROM_FAULT_NAME, json, name);
    if (command->name[0] == '\0')
        referee_copy(command->name, CAROM_NAME_SIZE, command->by);
    return true;
}

bool carom_command_read(struct carom_command *command, const char *text, size_t length, struct carom_fault *fault)
{
    struct carom_json_node nodes[CAROM_COMMAND_NODES];
    struct carom_json json;
    memset(command, 0, sizeof *command);
    if (!carom_json_read(&json, nodes, CAROM_COMMAND_NODES, text, length, fault))
        return false;
    if (!carom_json_is(&json, 0, CAROM_JSON_OBJECT))
        return codec_wrong(fault, CAROM_FAULT_NO_OBJECT, &json, 0);
    uint32_t node = carom_json_get(&json, 0, "do");
    if (!carom_do_read(&command->what, &json, node))
        return codec_wrong(fault, CAROM_FAULT_DO, &json, node);
    node = carom_json_get(&json, 0, "at");
    if (!codec_int(&json, node, 0, CAROM_AT_MAX, &command->at))
        return codec_wrong(fault, CAROM_FAULT_AT, &json, node);
    node = carom_json_get(&json, 0, "by");
    if (carom_do_of_players(command->what) && !codec_id(&json, node, command->by))
        return codec_wrong(fault, CAROM_FAULT_BY, &json, node);
    if (command->what == CAROM_DO_JOIN && !read_name(command, &json, fault))
        return false;
    return carom_command_read_members(command, &json, 0, fault) &&
           ((command->what != CAROM_DO_BID && command->what != CAROM_DO_HAND) ||
            codec_credit(&json, &command->credit, fault));
}

static void put_head(struct carom_text *text, const struct carom_command *command, const char *key)
{
    carom_json_begin(text, NULL, '{');
    carom_json_number(text, "at", command->at);
    if (key == NULL) {
        if (carom_do_of_players(command->what))
            carom_json_words(text, "by", command->by);
        carom_json_words(text, "do", carom_do_name(command->what));
        return;
    }
    carom_json_words(text, key, carom_do_name(command->what));
    if (carom_do_of_players(command->what))
        carom_json_words(text, "by", command->by);
}

void carom_command_write(struct carom_text *text, const struct carom_command *command)
{
    put_head(text, command, NULL);
    if (command->what == CAROM_DO_OPEN) {
        carom_json_key(text, "rules");
        carom_opening_write(text, &command->opening);
    } else if (command->what == CAROM_DO_JOIN) {
        carom_json_words(text, "name", command->name);
        if (command->handicap > 0)
            carom_json_number(text, "handicap", command->handicap);
        codec_put_nonce(text, &command->nonce);
    } else if (command->what == CAROM_DO_START) {
        codec_put_nonce(text, &command->nonce);
    } else if (command->what == CAROM_DO_BID) {
        carom_json_number(text, "moves", command->moves);
        if (command->credit > 0)
            carom_json_number(text, "credit", command->credit);
    } else if (command->what == CAROM_DO_MOVE) {
        codec_put_play(text, "move", &command->play);
    } else if (command->what == CAROM_DO_HAND) {
        carom_json_words(text, "route", command->route);
        if (command->credit > 0)
            carom_json_number(text, "credit", command->credit);
    }
    carom_json_end(text, '}');
}

void carom_refusal_write(struct carom_text *text, const struct carom_command *command,
                         const struct carom_refusal *refusal)
{
    put_head(text, command, "refused");
    carom_json_words(text, "why", carom_refusal_name(refusal));
    if (carom_refusal_rule(refusal) != NULL)
        carom_json_words(text, "rule", carom_refusal_rule(refusal));
    carom_json_end(text, '}');
}
