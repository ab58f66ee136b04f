/*
 * `rules` as JSON: the preset, what overrides it, and the table set by hand.
 *
 * An unknown rule is an error, not ignored: a misspelt one would otherwise change the game in silence.
 */
#include "json_fields.h"

#include "../core/libc_mem.h"

static const char *const claims[] = {"exact", "at-most"};
static const char *const ties[] = {"first", "fewest"};

static const char *const rule_names[] = {
#define RULE(key, ...) key,
#include "fields.def"
};
#define RULES (sizeof rule_names / sizeof rule_names[0])

struct rules_reader {
    const struct carom_json *json;
    uint32_t object;
    bool log; /* of a log, not of a command */
    struct carom_error *error;
};

/* Each of these leaves the value alone where the rule is not mentioned. */
static bool number_rule(const struct rules_reader *reader, const char *name, int64_t least, int64_t most,
                        enum carom_error_code code, int64_t *value)
{
    uint32_t node = carom_json_get(reader->json, reader->object, name);
    return node == CAROM_JSON_NONE || codec_int(reader->json, node, least, most, value) ||
           json_error(reader->error, code, name);
}

static bool flag_rule(const struct rules_reader *reader, const char *name, bool *value)
{
    uint32_t node = carom_json_get(reader->json, reader->object, name);
    return node == CAROM_JSON_NONE || carom_json_as_bool(reader->json, node, value) ||
           json_error(reader->error, CAROM_ERROR_RULE_FLAG, name);
}

static bool read_enum_rule(const struct rules_reader *reader, const char *name, const char *const *words,
                           unsigned count, enum carom_error_code code, unsigned *value)
{
    uint32_t node = carom_json_get(reader->json, reader->object, name);
    if (node == CAROM_JSON_NONE)
        return true;
    unsigned word = json_read_name(reader->json, node, words, count);
    *value = word;
    return word < count || json_error(reader->error, code, name);
}

static bool read_words(const struct rules_reader *reader, struct carom_rules *rules)
{
    unsigned claim = rules->claim;
    unsigned tie = rules->tie;
    unsigned barrier = rules->barriers;
    unsigned side = rules->side;
    bool good =
        read_enum_rule(reader, "claim", claims, 2, CAROM_ERROR_RULE_CLAIM, &claim) &&
        read_enum_rule(reader, "tie", ties, 2, CAROM_ERROR_RULE_TIE, &tie) &&
        read_enum_rule(reader, "barriers", carom_barrier_choice_names, CAROM_BARRIER_CHOICES, CAROM_ERROR_RULE_BARRIERS,
                       &barrier) &&
        read_enum_rule(reader, "side", carom_side_choice_names, CAROM_SIDE_CHOICES, CAROM_ERROR_RULE_SIDE, &side);
    rules->claim = (enum carom_claim)claim;
    rules->tie = (enum carom_tie)tie;
    rules->barriers = (enum carom_barrier_choice)barrier;
    rules->side = (enum carom_side_choice)side;
    return good;
}

/* `"2013"` or 2013. */
static bool read_edition(const struct rules_reader *reader, struct carom_rules *rules)
{
    uint32_t node = carom_json_get(reader->json, reader->object, "edition");
    int64_t year = 0;
    if (node == CAROM_JSON_NONE)
        return true;
    unsigned word = json_read_name(reader->json, node, carom_edition_names, CAROM_EDITIONS);
    if (carom_json_as_int(reader->json, node, &year) && (year == 1999 || year == 2013))
        word = year == 2013;
    rules->edition = word == 1 ? CAROM_EDITION_2013 : CAROM_EDITION_1999;
    return word < 2 || json_error(reader->error, CAROM_ERROR_RULE_EDITION, "edition");
}

static bool read_lengths(const struct rules_reader *reader, struct carom_rules *rules)
{
    return number_rule(reader, "hourglass", 0, CAROM_DURATION_MAX, CAROM_ERROR_RULE_LENGTH, &rules->hourglass) &&
           number_rule(reader, "patience", 0, CAROM_DURATION_MAX, CAROM_ERROR_RULE_LENGTH, &rules->patience) &&
           number_rule(reader, "demonstration", 0, CAROM_DURATION_MAX, CAROM_ERROR_RULE_LENGTH, &rules->demonstration);
}

/* `goal` null is the book's number (R17). */
static bool read_numbers(const struct rules_reader *reader, struct carom_rules *rules)
{
    int64_t goal = rules->goal;
    int64_t turns = rules->hourglass_runs;
    uint32_t node = carom_json_get(reader->json, reader->object, "goal");
    if (carom_json_is(reader->json, node, CAROM_JSON_NULL))
        goal = CAROM_GOAL_BY_PLAYERS;
    else if (!number_rule(reader, "goal", 0, CAROM_CHIPS_TOTAL, CAROM_ERROR_RULE_GOAL, &goal))
        return false;
    bool good = number_rule(reader, "turns", 1, 2, CAROM_ERROR_HOURGLASS_RUNS, &turns);
    rules->goal = (uint8_t)goal;
    rules->hourglass_runs = (uint8_t)turns;
    return good;
}

/* A small number, or a secret. */
static bool read_seed(const struct rules_reader *reader, struct carom_rules *rules)
{
    int64_t seed = (int64_t)rules->seed;
    uint32_t node = carom_json_get(reader->json, reader->object, "seed");
    rules->seed_secret = codec_secret(reader->json, node, rules->secret);
    if (rules->seed_secret)
        return true;
    bool good = number_rule(reader, "seed", 0, INT64_MAX, CAROM_ERROR_RULE_SEED, &seed);
    rules->seed = (uint64_t)seed;
    return good;
}

static bool read_flags(const struct rules_reader *reader, struct carom_rules *rules)
{
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++) {
        bool there = (rules->extra_robots >> robot & 1u) != 0;
        if (!flag_rule(reader, carom_robot_name(robot), &there))
            return false;
        rules->extra_robots = (uint8_t)((rules->extra_robots & ~(1u << robot)) | (unsigned)there << robot);
    }
    return flag_rule(reader, "handicap", &rules->handicap) && flag_rule(reader, "touch", &rules->touch) &&
           flag_rule(reader, "easy_start", &rules->easy_start) && flag_rule(reader, "continued", &rules->continued);
}

/* M11. What is written down is the exception, that none marks the target. */
static bool read_chip(const struct rules_reader *reader, struct carom_rules *rules)
{
    bool chip = !rules->hide_chip;
    bool good = flag_rule(reader, "chip", &chip);
    rules->hide_chip = !chip;
    return good;
}

/* A log that names no reading is of the first, which let robots begin on targets and, alone, be moved while searching.
 * Nobody opens a table like that any more; a game of the second reading may be played to its end. */
static bool read_reading(const struct rules_reader *reader, struct carom_rules *rules)
{
    int64_t reading = reader->log ? CAROM_RULES_VERSION_FIRST : CAROM_RULES_VERSION;
    int64_t least = reader->log ? CAROM_RULES_VERSION_FIRST : CAROM_RULES_VERSION_SECOND;
    bool good = number_rule(reader, "reading", least, CAROM_RULES_VERSION, CAROM_ERROR_RULES_VERSION, &reading);
    rules->rules_version = (uint8_t)reading;
    rules->continued = rules->touch = reading == CAROM_RULES_VERSION_FIRST;
    return good;
}

static bool read_preset(const struct rules_reader *reader, struct carom_rules *rules)
{
    enum carom_preset preset = CAROM_PRESET_RICOCHET;
    uint32_t node = carom_json_get(reader->json, reader->object, "preset");
    char name[32];
    size_t length;
    if (node != CAROM_JSON_NONE && (!carom_json_as_string(reader->json, node, name, sizeof name, &length) ||
                                    !carom_preset_from_name(&preset, name, length)))
        return json_error_at(reader->error, CAROM_ERROR_PRESET, reader->json, node);
    *rules = carom_rules_from_preset(preset);
    return true;
}

static bool read_known(const struct rules_reader *reader)
{
    const struct carom_json *json = reader->json;
    if (!carom_json_is(json, reader->object, CAROM_JSON_OBJECT))
        return json_error_at(reader->error, CAROM_ERROR_NO_OBJECT, json, reader->object);
    uint32_t key = reader->object + 1;
    for (uint32_t i = 0; i < json->nodes[reader->object].count; i++) {
        if (json_read_name(json, key, rule_names, RULES) == RULES)
            return json_error_at(reader->error, CAROM_ERROR_NO_RULE, json, key);
        key = json->nodes[key + 1].next;
    }
    return true;
}

typedef bool codec_item(const struct carom_json *json, uint32_t node, uint8_t *item);

/* A list of tokens or faces. */
static bool read_list(const struct rules_reader *reader, const char *name, codec_item *read, uint8_t *items,
                      unsigned size, uint8_t *count, enum carom_error_code code)
{
    uint32_t list = carom_json_get(reader->json, reader->object, name);
    if (list == CAROM_JSON_NONE)
        return true;
    uint32_t item = carom_json_item(reader->json, list, 0);
    if (item == CAROM_JSON_NONE || reader->json->nodes[list].count > size)
        return json_error_at(reader->error, code, reader->json, list);
    *count = (uint8_t)reader->json->nodes[list].count;
    for (unsigned i = 0; i < *count; i++) {
        if (!read(reader->json, item, &items[i]))
            return json_error_at(reader->error, code, reader->json, item);
        item = reader->json->nodes[item].next;
    }
    return true;
}

/* Robots without a board are read as for the largest one; whether they can stand is seen when the board is dealt. */
static bool read_setup(const struct rules_reader *reader, struct carom_game_config *config)
{
    struct carom_setup *setup = &config->setup;
    uint32_t board = carom_json_get(reader->json, reader->object, "board");
    uint32_t robots = carom_json_get(reader->json, reader->object, "robots");
    if (board != CAROM_JSON_NONE && !codec_board(reader->json, board, config, reader->error))
        return false;
    if (robots != CAROM_JSON_NONE && !carom_rules_is_micro(&config->rules)) {
        struct carom_board empty;
        carom_board_init(&empty, CAROM_BOARD_SIDE, CAROM_BOARD_SIDE);
        setup->robots_given = true;
        if (!codec_robots(reader->json, robots, setup->board_given ? &setup->board : &empty, &setup->robots,
                          reader->error))
            return false;
    }
    return read_list(reader, "tokens", codec_token, setup->tokens, CAROM_TOKENS, &setup->token_count,
                     CAROM_ERROR_TOKENS) &&
           read_list(reader, "dice", codec_face, setup->dice, CAROM_DICE_MAX, &setup->dice_count, CAROM_ERROR_DICE);
}

bool json_read_game_config(struct carom_game_config *config, const struct carom_json *json, uint32_t object, bool log,
                           struct carom_error *error)
{
    struct rules_reader reader = {.json = json, .object = object, .log = log, .error = error};
    struct carom_rules *rules = &config->rules;
    memset(config, 0, sizeof *config);
    if (object == CAROM_JSON_NONE) {
        *rules = carom_rules_from_preset(CAROM_PRESET_RICOCHET);
        rules->continued = rules->touch = log;
        rules->rules_version = log ? CAROM_RULES_VERSION_FIRST : CAROM_RULES_VERSION;
        return true;
    }
    return read_known(&reader) && read_preset(&reader, rules) && read_reading(&reader, rules) &&
           read_words(&reader, rules) && read_edition(&reader, rules) && read_lengths(&reader, rules) &&
           read_numbers(&reader, rules) && read_seed(&reader, rules) && read_flags(&reader, rules) &&
           read_chip(&reader, rules) && read_setup(&reader, config);
}

bool carom_game_config_read(struct carom_game_config *config, const struct carom_json *json, uint32_t object,
                            struct carom_error *error)
{
    return json_read_game_config(config, json, object, false, error);
}

static void put_list(struct carom_text *text, const char *key, const uint8_t *items, unsigned count, bool tokens)
{
    if (count == 0)
        return;
    carom_json_begin(text, key, '[');
    for (unsigned i = 0; i < count; i++)
        if (tokens)
            codec_put_token(text, NULL, items[i]);
        else
            codec_put_face(text, NULL, items[i]);
    carom_json_end(text, ']');
}

static void put_choices(struct carom_text *text, const struct carom_rules *rules)
{
    carom_json_put_string(text, "preset", carom_preset_name(rules->preset));
    carom_json_put_string(text, "claim", claims[rules->claim]);
    carom_json_put_string(text, "tie", ties[rules->tie]);
    carom_json_put_int(text, "hourglass", rules->hourglass);
    carom_json_put_int(text, "patience", rules->patience);
    carom_json_put_int(text, "demonstration", rules->demonstration);
    if (rules->goal == CAROM_GOAL_BY_PLAYERS)
        carom_json_put_string(text, "goal", NULL);
    else
        carom_json_put_int(text, "goal", rules->goal);
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        carom_json_put_bool(text, carom_robot_name(robot), (rules->extra_robots >> robot & 1u) != 0);
    carom_json_put_string(text, "edition", carom_edition_names[rules->edition]);
    carom_json_put_string(text, "barriers", carom_barrier_choice_names[rules->barriers]);
    carom_json_put_int(text, "turns", rules->hourglass_runs);
    if (rules->handicap)
        carom_json_put_bool(text, "handicap", true);
    if (rules->hide_chip)
        carom_json_put_bool(text, "chip", false);
    if (rules->side != CAROM_SIDE_DEALT)
        carom_json_put_string(text, "side", carom_side_choice_names[rules->side]);
    if (rules->easy_start)
        carom_json_put_bool(text, "easy_start", true);
    if (rules->rules_version == CAROM_RULES_VERSION_FIRST)
        return; /* as that version wrote it */
    if (rules->touch)
        carom_json_put_bool(text, "touch", true);
    if (rules->continued)
        carom_json_put_bool(text, "continued", true);
    carom_json_put_int(text, "reading", rules->rules_version);
}

void codec_put_rules(struct carom_text *text, const struct carom_game_config *config, bool secrets)
{
    put_choices(text, &config->rules);
    if (secrets) {
        put_list(text, "tokens", config->setup.tokens, config->setup.token_count, true);
        put_list(text, "dice", config->setup.dice, config->setup.dice_count, false);
    }
}

void codec_put_seed(struct carom_text *text, const struct carom_rules *rules)
{
    if (rules->seed_secret)
        codec_put_secret(text, "seed", rules->secret);
    else
        carom_json_put_int(text, "seed", (int64_t)rules->seed);
}

void carom_game_config_write(struct carom_text *text, const struct carom_game_config *config)
{
    const struct carom_setup *setup = &config->setup;
    carom_json_begin(text, NULL, '{');
    codec_put_rules(text, config, true);
    codec_put_seed(text, &config->rules);
    if (setup->board_given)
        codec_put_board(text, "board", &config->rules, &setup->board, &setup->tiles);
    if (setup->robots_given)
        codec_put_robots(text, "robots", &setup->robots);
    carom_json_end(text, '}');
}
