/*
 * The types of JSON members that only rules have (fields.def).
 */
#include "fields.h"
#include "game.h"

bool field_read_preset(struct field_reader *reader, uint32_t node, void *into)
{
    enum carom_preset preset = CAROM_PRESET_RICOCHET;
    char name[32];
    size_t length;
    (void)into;
    reader->explained = true;
    if (node != CAROM_JSON_NONE && (!carom_json_as_string(reader->json, node, name, sizeof name, &length) ||
                                    !carom_preset_from_name(&preset, name, length)))
        return json_error_at(reader->error, CAROM_ERROR_PRESET, reader->json, node);
    reader->config->rules = carom_rules_from_preset(preset);
    return true;
}

void field_write_preset(const struct field_writer *writer, const void *from)
{
    const enum carom_preset *preset = from;
    carom_json_put_string(writer->text, writer->field->key, carom_preset_name(*preset));
}

/* A log that names no reading is of the first, which let robots begin on targets and, alone, be moved while searching.
 * Nobody opens a table like that any more; a game of the second reading may be played to its end. */
bool field_read_reading(struct field_reader *reader, uint32_t node, void *into)
{
    struct carom_rules *rules = &reader->config->rules;
    int64_t reading = reader->log ? CAROM_RULES_VERSION_FIRST : CAROM_RULES_VERSION;
    int64_t least = reader->log ? CAROM_RULES_VERSION_FIRST : CAROM_RULES_VERSION_SECOND;
    if (node != CAROM_JSON_NONE && !codec_int(reader->json, node, least, CAROM_RULES_VERSION, &reading))
        return false;
    field_keep_number(reader, reading, into);
    rules->continued = rules->touch = reading == CAROM_RULES_VERSION_FIRST;
    return true;
}

/* null is the book's number (R17). */
bool field_read_goal(struct field_reader *reader, uint32_t node, void *into)
{
    if (!carom_json_is(reader->json, node, CAROM_JSON_NULL))
        return field_read_number(reader, node, into);
    field_keep_number(reader, CAROM_GOAL_BY_PLAYERS, into);
    return true;
}

void field_write_goal(const struct field_writer *writer, const void *from)
{
    if (field_kept_number(writer, from) == CAROM_GOAL_BY_PLAYERS)
        carom_json_put_string(writer->text, writer->field->key, NULL);
    else
        field_write_number(writer, from);
}

/* The bit of the robot that the rule is about. */
static unsigned extra_robot(const struct field *rule)
{
    return 1u << field_types[rule->type].least;
}

bool field_read_extra_robot(struct field_reader *reader, uint32_t node, void *into)
{
    uint8_t *robots = into;
    bool there;
    unsigned robot = extra_robot(reader->field);
    if (!carom_json_as_bool(reader->json, node, &there))
        return false;
    *robots = (uint8_t)(there ? *robots | robot : *robots & ~robot);
    return true;
}

void field_write_extra_robot(const struct field_writer *writer, const void *from)
{
    const uint8_t *robots = from;
    carom_json_put_bool(writer->text, writer->field->key, (*robots & extra_robot(writer->field)) != 0);
}

/* `"2013"` or 2013. */
bool field_read_edition(struct field_reader *reader, uint32_t node, void *into)
{
    int64_t year = 0;
    if (!carom_json_as_int(reader->json, node, &year))
        return field_read_word(reader, node, into);
    field_keep_number(reader, year == 2013 ? CAROM_EDITION_2013 : CAROM_EDITION_1999, into);
    return year == 2013 || year == 1999;
}

/* A flag that is written only if it is set. */
void field_write_switch(const struct field_writer *writer, const void *from)
{
    const bool *on = from;
    if (*on)
        field_write_flag(writer, from);
}

/* M11. What is written down is the exception, that no chip marks the target. */
bool field_read_hide_chip(struct field_reader *reader, uint32_t node, void *into)
{
    bool *hide = into;
    bool chip;
    if (!carom_json_as_bool(reader->json, node, &chip))
        return false;
    *hide = !chip;
    return true;
}

void field_write_hide_chip(const struct field_writer *writer, const void *from)
{
    const bool *hide = from;
    if (*hide)
        carom_json_put_bool(writer->text, writer->field->key, false);
}

/* A word that is written unless it is the first. */
void field_write_chosen_word(const struct field_writer *writer, const void *from)
{
    if (field_kept_number(writer, from) != 0)
        field_write_word(writer, from);
}

typedef bool read_item(const struct carom_json *json, uint32_t node, uint8_t *item);
typedef void write_item(struct carom_text *text, const char *key, unsigned item);

/* A list of tokens or faces. */
static bool read_items(struct field_reader *reader, uint32_t list, read_item *read, uint8_t *items, uint8_t *count)
{
    const struct carom_json *json = reader->json;
    enum carom_error_code code = field_types[reader->field->type].error;
    uint32_t item = carom_json_item(json, list, 0);
    reader->explained = true;
    if (item == CAROM_JSON_NONE || json->nodes[list].count > reader->field->size)
        return json_error_at(reader->error, code, json, list);
    *count = (uint8_t)json->nodes[list].count;
    for (unsigned i = 0; i < *count; i++) {
        if (!read(json, item, &items[i]))
            return json_error_at(reader->error, code, json, item);
        item = json->nodes[item].next;
    }
    return true;
}

static void write_items(const struct field_writer *writer, write_item *write, const uint8_t *items, unsigned count)
{
    if (count == 0)
        return;
    carom_json_begin(writer->text, writer->field->key, '[');
    for (unsigned i = 0; i < count; i++)
        write(writer->text, NULL, items[i]);
    carom_json_end(writer->text, ']');
}

bool field_read_pile(struct field_reader *reader, uint32_t list, void *into)
{
    return read_items(reader, list, codec_token, into, &reader->config->setup.token_count);
}

void field_write_pile(const struct field_writer *writer, const void *from)
{
    write_items(writer, codec_put_token, from, writer->config->setup.token_count);
}

bool field_read_rolls(struct field_reader *reader, uint32_t list, void *into)
{
    return read_items(reader, list, codec_face, into, &reader->config->setup.dice_count);
}

void field_write_rolls(const struct field_writer *writer, const void *from)
{
    write_items(writer, codec_put_face, from, writer->config->setup.dice_count);
}

/* A small number, or a secret. */
bool field_read_rule_seed(struct field_reader *reader, uint32_t node, void *into)
{
    struct carom_rules *rules = into;
    int64_t seed = 0;
    rules->seed_secret = codec_secret(reader->json, node, rules->secret);
    bool good = rules->seed_secret || codec_int(reader->json, node, 0, INT64_MAX, &seed);
    rules->seed = (uint64_t)seed;
    return good;
}

void field_write_rule_seed(const struct field_writer *writer, const void *from)
{
    const struct carom_rules *rules = from;
    if (rules->seed_secret)
        codec_put_secret(writer->text, writer->field->key, rules->secret);
    else
        carom_json_put_int(writer->text, writer->field->key, (int64_t)rules->seed);
}

bool field_read_rule_board(struct field_reader *reader, uint32_t node, void *into)
{
    (void)into;
    reader->explained = true;
    return codec_board(reader->json, node, reader->config, reader->error);
}

void field_write_rule_board(const struct field_writer *writer, const void *from)
{
    const struct carom_game_config *config = writer->config;
    if (config->setup.board_given)
        codec_put_board(writer->text, writer->field->key, &config->rules, from, &config->setup.tiles);
}

/* Robots without a board are read as for the largest one; whether they can stand is seen when the board is dealt. */
bool field_read_rule_robots(struct field_reader *reader, uint32_t node, void *into)
{
    struct carom_setup *setup = &reader->config->setup;
    struct carom_board empty;
    if (game_of(&reader->config->rules)->dice)
        return true;
    carom_board_init(&empty, CAROM_BOARD_SIDE, CAROM_BOARD_SIDE);
    setup->robots_given = true;
    reader->explained = true;
    return codec_robots(reader->json, node, setup->board_given ? &setup->board : &empty, into, reader->error);
}

void field_write_rule_robots(const struct field_writer *writer, const void *from)
{
    if (writer->config->setup.robots_given)
        field_write_robots(writer, from);
}
