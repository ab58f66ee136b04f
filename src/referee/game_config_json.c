/*
 * `rules` as JSON: the preset, what overrides it, and the table set by hand. Read and written rule by rule as
 * fields.def lists them.
 *
 * An unknown rule is an error, not ignored: a misspelt one would otherwise change the game in silence.
 */
#include "fields.h"

#include "../core/libc_mem.h"

/* clang-format off */
static const struct field rule_fields[] = {
#define RULE(key, type, member, flags, values, otherwise) FIELD_AT(carom_game_config, key, type, member, flags)
#include "fields.def"
};
/* clang-format on */
#define RULES (sizeof rule_fields / sizeof rule_fields[0])

static bool is_rule(const struct carom_json *json, uint32_t key)
{
    for (unsigned i = 0; i < RULES; i++)
        if (carom_json_string_is(json, key, rule_fields[i].key))
            return true;
    return false;
}

static bool check_known(const struct field_reader *reader)
{
    const struct carom_json *json = reader->json;
    if (!carom_json_is(json, reader->object, CAROM_JSON_OBJECT))
        return json_error_at(reader->error, CAROM_ERROR_NO_OBJECT, json, reader->object);
    uint32_t key = reader->object + 1;
    for (uint32_t i = 0; i < json->nodes[reader->object].count; i++) {
        if (!is_rule(json, key))
            return json_error_at(reader->error, CAROM_ERROR_NO_RULE, json, key);
        key = json->nodes[key + 1].next;
    }
    return true;
}

/* Reads the rules that have the flag EARLY, or the others: those leave alone what is not mentioned. */
static bool read_rules(struct field_reader *reader, unsigned early)
{
    for (unsigned i = 0; i < RULES; i++) {
        const struct field *rule = &rule_fields[i];
        const struct field_type *type = &field_types[rule->type];
        uint32_t node = carom_json_get(reader->json, reader->object, rule->key);
        if ((rule->flags & EARLY) != early || (node == CAROM_JSON_NONE && early == 0))
            continue;
        reader->field = rule;
        reader->explained = false;
        if (!type->read(reader, node, (char *)reader->config + rule->offset))
            return !reader->explained && json_error(reader->error, type->error, rule->key);
    }
    return true;
}

bool json_read_game_config(struct carom_game_config *config, const struct carom_json *json, uint32_t object, bool log,
                           struct carom_error *error)
{
    struct field_reader reader = {.json = json, .object = object, .config = config, .log = log, .error = error};
    struct carom_rules *rules = &config->rules;
    memset(config, 0, sizeof *config);
    if (object == CAROM_JSON_NONE) {
        *rules = carom_rules_from_preset(CAROM_PRESET_RICOCHET);
        rules->continued = rules->touch = log;
        rules->rules_version = log ? CAROM_RULES_VERSION_FIRST : CAROM_RULES_VERSION;
        return true;
    }
    return check_known(&reader) && read_rules(&reader, EARLY) && read_rules(&reader, 0);
}

bool carom_game_config_read(struct carom_game_config *config, const struct carom_json *json, uint32_t object,
                            struct carom_error *error)
{
    return json_read_game_config(config, json, object, false, error);
}

/* Writes the rules but those that have one of these flags. */
static void write_rules(struct carom_text *text, const struct carom_game_config *config, unsigned without)
{
    struct field_writer writer = {.text = text, .config = config};
    if (config->rules.rules_version == CAROM_RULES_VERSION_FIRST)
        without |= SINCE_SECOND;
    for (unsigned i = 0; i < RULES; i++) {
        writer.field = &rule_fields[i];
        if ((writer.field->flags & without) == 0)
            field_types[writer.field->type].write(&writer, (const char *)config + writer.field->offset);
    }
}

void codec_put_rules(struct carom_text *text, const struct carom_game_config *config, bool secrets)
{
    write_rules(text, config, secrets ? APART : APART | HIDDEN);
}

void carom_game_config_write(struct carom_text *text, const struct carom_game_config *config)
{
    carom_json_begin(text, NULL, '{');
    write_rules(text, config, 0);
    carom_json_end(text, '}');
}
