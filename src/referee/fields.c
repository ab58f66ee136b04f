/*
 * Commands and events as JSON, one a line, read and written member by member as fields.def lists them. What passes here
 * keeps every promise of struct carom_command and struct carom_event; whether an event follows from the rules is
 * verify.c's question.
 */
#include "fields.h"
#include "game.h"

#include "../core/libc_mem.h"

#define NONE 255 /* no face, no seat */
CAROM_STATIC_ASSERT(CAROM_MICRO_NO_CELL == NONE && CAROM_NO_SEAT == NONE, "a missing face or seat is none");

/* clang-format off */
#define END {0}}},

const struct command_fields command_fields[CAROM_COMMAND_KINDS] = {
#define COMMAND(kind, name, sender, meaning) [CAROM_COMMAND_##kind] = {name, sender, (const struct field[]){
#define FIELD(key, type, member, flags, meaning) FIELD_AT(carom_command, key, type, member, flags)
#include "fields.def"
#undef COMMAND
#undef FIELD
};

const struct event_fields event_fields[CAROM_EVENT_KINDS] = {
#define EVENT(kind, name, command, meaning) [CAROM_EVENT_##kind] = {name, CAROM_COMMAND_##command, (const struct field[]){
#define FIELD(key, type, member, flags, meaning) FIELD_AT(carom_event, key, type, member, flags)
#include "fields.def"
#undef EVENT
};
/* clang-format on */

const char *carom_event_name(enum carom_event_kind kind)
{
    return event_fields[kind].name;
}

const char *carom_command_name(enum carom_command_kind kind)
{
    return command_fields[kind].name;
}

bool carom_command_is_from_player(enum carom_command_kind kind)
{
    return command_fields[kind].sender == PLAYER;
}

/* Is the member part of the game that is played? */
static bool in_game(const struct field *field, const struct carom_table *table, const struct carom_event *event)
{
    if ((field->flags & (RICOCHET | MICRO | SOLO)) == 0)
        return true;
    const struct carom_rules *rules = event->kind == CAROM_EVENT_OPENED ? &event->as.opened.rules : &table->rules;
    return (field->flags & SOLO) != 0 ? carom_rules_is_solo(rules)
                                      : (field->flags & (game_of(rules)->dice ? MICRO : RICOCHET)) != 0;
}

/* ---- reading ---- */

static bool field_error(const struct field_reader *reader, uint32_t node)
{
    const struct field_type *type = &field_types[reader->field->type];
    enum carom_error_code code = reader->command != NULL ? type->error : type->event_error;
    if (reader->explained)
        return false;
    return code != CAROM_ERROR_NONE ? json_error_at(reader->error, code, reader->json, node)
                                    : json_error(reader->error, CAROM_ERROR_EVENT_FIELD, reader->field->key);
}

/* Every member of the list but those that have a flag of `without`. */
static bool read_fields(struct field_reader *reader, const struct field *fields, void *into, unsigned without)
{
    for (const struct field *field = fields; field->key != NULL; field++) {
        void *member = (char *)into + field->offset;
        if ((field->flags & without) != 0 || !in_game(field, reader->table, reader->event))
            continue;
        uint32_t node = carom_json_get(reader->json, reader->object, field->key);
        reader->field = field;
        reader->explained = false;
        if (node == CAROM_JSON_NONE && (field->flags & OPTIONAL) != 0 && field->type != TYPE_RULES &&
            field->type != TYPE_BID)
            memset(member, field->type == TYPE_FACE || field->type == TYPE_SEAT ? NONE : 0, field->size);
        else if (!field_types[field->type].read(reader, node, member))
            return field_error(reader, node);
    }
    return true;
}

static bool begin_reading(struct field_reader *reader, struct carom_json *json, struct carom_json_node *nodes,
                          const char *text, size_t length)
{
    reader->json = json;
    return carom_json_read(json, nodes, CAROM_JSON_NODES_MAX, text, length, reader->error) &&
           (carom_json_is(json, 0, CAROM_JSON_OBJECT) || json_error_at(reader->error, CAROM_ERROR_NO_OBJECT, json, 0));
}

static bool read_head_number(const struct field_reader *reader, const char *key, int64_t least, int64_t most,
                             enum carom_error_code code, int64_t *number)
{
    uint32_t node = carom_json_get(reader->json, 0, key);
    return codec_int(reader->json, node, least, most, number) || json_error_at(reader->error, code, reader->json, node);
}

bool carom_command_kind_read(enum carom_command_kind *kind, const struct carom_json *json, uint32_t node)
{
    unsigned i = 0;
    while (i < CAROM_COMMAND_KINDS && !carom_json_string_is(json, node, command_fields[i].name))
        i++;
    if (i < CAROM_COMMAND_KINDS)
        *kind = (enum carom_command_kind)i;
    return i < CAROM_COMMAND_KINDS;
}

bool carom_command_read_members(struct carom_command *command, const struct carom_json *json, uint32_t object,
                                struct carom_error *error)
{
    struct field_reader reader = {.json = json, .object = object, .command = command, .error = error};
    return read_fields(&reader, command_fields[command->kind].fields, command, FROM_SERVER);
}

bool carom_command_read(struct carom_command *command, const char *text, size_t length, struct carom_error *error)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    struct field_reader reader = {.command = command, .error = error};
    memset(command, 0, sizeof *command);
    if (!begin_reading(&reader, &json, nodes, text, length))
        return false;
    uint32_t node = carom_json_get(&json, 0, "do");
    if (!carom_command_kind_read(&command->kind, &json, node))
        return json_error_at(error, CAROM_ERROR_COMMAND_KIND, &json, node);
    if (!read_head_number(&reader, "at", 0, CAROM_TIME_MAX, CAROM_ERROR_AT, &command->at))
        return false;
    node = carom_json_get(&json, 0, "by");
    if (carom_command_is_from_player(command->kind) && !codec_id(&json, node, command->by))
        return json_error_at(error, CAROM_ERROR_BY, &json, node);
    if (!read_fields(&reader, command_fields[command->kind].fields, command, 0))
        return false;
    if (command->kind == CAROM_COMMAND_JOIN && command->name[0] == '\0') /* called by the id */
        copy_string(command->name, CAROM_NAME_SIZE, command->by);
    return true;
}

static bool event_error(const struct field_reader *reader, const char *key)
{
    return json_error(reader->error, CAROM_ERROR_EVENT_FIELD, key);
}

/* What the members of `opened` have to do with each other. */
static bool finish_opened(const struct field_reader *reader, struct carom_game_config *config)
{
    config->rules.seed_known = carom_json_get(reader->json, 0, "seed") != CAROM_JSON_NONE;
    config->rules.seed_secret = carom_json_get(reader->json, 0, "seed_hash") != CAROM_JSON_NONE;
    if (config->rules.seed_secret && carom_json_get(reader->json, 0, "by_hand") == CAROM_JSON_NONE)
        return event_error(reader, "by_hand");
    const char *wrong = game_of(&config->rules)->check_setup(&config->setup);
    return wrong == NULL || event_error(reader, wrong);
}

static unsigned kind_of(const struct carom_json *json)
{
    uint32_t node = carom_json_get(json, 0, "ev");
    unsigned kind = 0;
    while (kind < CAROM_EVENT_KINDS && !carom_json_string_is(json, node, event_fields[kind].name))
        kind++;
    return kind;
}

bool carom_event_read(struct carom_event *event, const struct carom_table *before, const char *text, size_t length,
                      struct carom_error *error)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    struct field_reader reader = {.event = event, .table = before, .error = error};
    int64_t seq;
    memset(event, 0, sizeof *event);
    event->seat = CAROM_NO_SEAT;
    if (!begin_reading(&reader, &json, nodes, text, length))
        return false;
    unsigned kind = kind_of(&json);
    if (kind == CAROM_EVENT_KINDS)
        return json_error_at(error, CAROM_ERROR_EVENT_KIND, &json, carom_json_get(&json, 0, "ev"));
    event->kind = (enum carom_event_kind)kind;
    if (!read_head_number(&reader, "seq", 1, UINT32_MAX, CAROM_ERROR_EVENT_SEQ, &seq) ||
        !read_head_number(&reader, "at", 0, CAROM_DEADLINE_MAX, CAROM_ERROR_AT, &event->at))
        return false;
    event->seq = (uint32_t)seq;
    if (event->kind == CAROM_EVENT_DRAWN) /* what the other game draws: nothing */
        memset(&event->as.drawn, CAROM_MICRO_NO_CELL, sizeof event->as.drawn);
    return read_fields(&reader, event_fields[kind].fields, event, 0) &&
           (event->kind != CAROM_EVENT_OPENED || finish_opened(&reader, &event->as.opened));
}

/* ---- writing ---- */

/* Every member of the list but those that have a flag of `without`. */
static void write_fields(struct field_writer *writer, const struct field *fields, const void *from, unsigned without)
{
    for (const struct field *field = fields; field->key != NULL; field++) {
        if ((field->flags & without) != 0 || !in_game(field, writer->table, writer->event))
            continue;
        writer->field = field;
        field_types[field->type].write(writer, (const char *)from + field->offset);
    }
}

void carom_command_write_members(struct carom_text *text, const struct carom_command *command)
{
    struct field_writer writer = {.text = text, .command = command};
    write_fields(&writer, command_fields[command->kind].fields, command, FROM_SERVER);
}

static void write_sender(struct carom_text *text, const struct carom_command *command)
{
    if (carom_command_is_from_player(command->kind))
        carom_json_put_string(text, "by", command->by);
}

void carom_command_write(struct carom_text *text, const struct carom_command *command)
{
    struct field_writer writer = {.text = text, .command = command, .secrets = true};
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "at", command->at);
    write_sender(text, command);
    carom_json_put_string(text, "do", carom_command_name(command->kind));
    write_fields(&writer, command_fields[command->kind].fields, command, 0);
    carom_json_end(text, '}');
}

void carom_refusal_write(struct carom_text *text, const struct carom_command *command,
                         const struct carom_refusal *refusal)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "at", command->at);
    carom_json_put_string(text, "refused", carom_command_name(command->kind));
    write_sender(text, command);
    carom_json_put_string(text, "why", carom_refusal_name(refusal));
    if (carom_refusal_rule(refusal) != NULL)
        carom_json_put_string(text, "rule", carom_refusal_rule(refusal));
    carom_json_end(text, '}');
}

static void write_event(struct field_writer *writer)
{
    const struct carom_event *event = writer->event;
    carom_json_begin(writer->text, NULL, '{');
    carom_json_put_int(writer->text, "seq", event->seq);
    carom_json_put_int(writer->text, "at", event->at);
    carom_json_put_string(writer->text, "ev", carom_event_name(event->kind));
    write_fields(writer, event_fields[event->kind].fields, event, writer->secrets ? 0 : HIDDEN);
    carom_json_end(writer->text, '}');
}

void carom_event_write(struct carom_text *text, const struct carom_table *before, const struct carom_event *event)
{
    write_event(&(struct field_writer){.text = text, .table = before, .event = event, .secrets = true});
}

void carom_event_write_public(struct carom_text *text, const struct carom_table *before,
                              const struct carom_event *event)
{
    write_event(&(struct field_writer){.text = text, .table = before, .event = event});
}

/* ---- what players may see of a log ---- */

bool carom_event_has_secrets(enum carom_event_kind kind)
{
    const struct field *field = event_fields[kind].fields;
    while (field->key != NULL && (field->flags & HIDDEN) == 0)
        field++;
    return field->key != NULL;
}

static bool is_hidden(const struct field *fields, const struct carom_json *json, uint32_t key)
{
    for (const struct field *field = fields; field->key != NULL; field++)
        if ((field->flags & HIDDEN) != 0 && carom_json_string_is(json, key, field->key))
            return true;
    return false;
}

/* Every member but the hidden ones, as it stands there. */
static void copy_public(struct carom_text *text, const struct carom_json *json, const struct field *fields)
{
    carom_json_begin(text, NULL, '{');
    for (uint32_t key = 1; key < json->nodes[0].next; key = json->nodes[key + 1].next) {
        const struct carom_json_node *name = &json->nodes[key], *value = &json->nodes[key + 1];
        uint32_t quote = value->kind == CAROM_JSON_STRING ? 1 : 0;
        if (is_hidden(fields, json, key))
            continue;
        carom_json_put_raw(text, NULL, json->text + name->start - 1, name->end - name->start + 2);
        carom_text_char(text, ':');
        carom_json_put_raw(text, NULL, json->text + value->start - quote, value->end - value->start + 2 * quote);
    }
    carom_json_end(text, '}');
}

/* Behind these words and a number at the beginning of a line; NULL if it has others. */
static const char *skip_number(const char *line, const char *end, const char *words)
{
    while (line != NULL && *words != '\0')
        line = line < end && *line == *words++ ? line + 1 : NULL;
    while (line != NULL && line < end && *line >= '0' && *line <= '9')
        line++;
    return line;
}

bool carom_event_line_is_public(const char *line, size_t length)
{
    const char *end = line + length;
    const char *name = skip_number(skip_number(line, end, "{\"seq\":"), end, ",\"at\":");
    name = name != NULL ? skip_number(name, end, ",\"ev\":\"") : NULL;
    for (unsigned kind = 0; name != NULL && kind < CAROM_EVENT_KINDS; kind++) {
        const char *behind = skip_number(name, end, event_fields[kind].name);
        if (behind != NULL && behind < end && *behind == '"')
            return !carom_event_has_secrets((enum carom_event_kind)kind);
    }
    return false;
}

void carom_event_line_write_public(struct carom_text *text, const char *line, size_t length)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    if (!carom_json_read(&json, nodes, CAROM_JSON_NODES_MAX, line, length, NULL))
        return;
    unsigned kind = kind_of(&json);
    if (kind == CAROM_EVENT_OPENED) { /* the hidden members of its rules lie deeper */
        struct carom_table none;
        struct carom_event event;
        memset(&none, 0, sizeof none);
        if (carom_event_read(&event, &none, line, length, NULL))
            carom_event_write_public(text, &none, &event);
    } else if (kind < CAROM_EVENT_KINDS) {
        copy_public(text, &json, event_fields[kind].fields);
    }
}
