/*
 * `rules` as JSON: the preset, what overrides it, and the table set by hand.
 *
 * An unknown rule is an error, not ignored: a misspelt one would otherwise change the game in silence.
 */
#include "codec.h"

#include "../core/mem.h"

static const char *const claims[] = {"exact", "at-most"};
static const char *const ties[] = {"first", "fewest"};

/* And each robot beside the four colours has one by its name. */
static const char *const rule_names[] = {
    "preset",   "claim", "tie",   "hourglass", "patience", "demonstration", "goal",    "edition",   "barriers", "turns",
    "handicap", "seed",  "board", "robots",    "tokens",   "dice",          "reading", "continued", "chip",     "touch",
};
#define RULES (sizeof rule_names / sizeof rule_names[0])

struct rules_reader {
    const struct carom_json *json;
    uint32_t object;
    bool log; /* of a log, not of a command */
    struct carom_fault *fault;
};

/* Each of these leaves the value alone where the rule is not mentioned. */
static bool number_rule(const struct rules_reader *reader, const char *name, int64_t least, int64_t most,
                        enum carom_fault_code code, int64_t *value)
{
    uint32_t node = carom_json_get(reader->json, reader->object, name);
    return node == CAROM_JSON_NONE || codec_int(reader->json, node, least, most, value) ||
           codec_fault(reader->fault, code, name);
}

static bool flag_rule(const struct rules_reader *reader, const char *name, bool *value)
{
    uint32_t node = carom_json_get(reader->json, reader->object, name);
    return node == CAROM_JSON_NONE || carom_json_bool(reader->json, node, value) ||
           codec_fault(reader->fault, CAROM_FAULT_RULE_FLAG, name);
}

static bool word_rule(const struct rules_reader *reader, const char *name, const char *const *words, unsigned count,
                      enum carom_fault_code code, unsigned *value)
{
    uint32_t node = carom_json_get(reader->json, reader->object, name);
    if (node == CAROM_JSON_NONE)
        return true;
    unsigned word = codec_word(reader->json, node, words, count);
    *value = word;
    return word < count || codec_fault(reader->fault, code, name);
}

static bool read_words(const struct rules_reader *reader, struct carom_rules *rules)
{
    unsigned claim = rules->claim;
    unsigned tie = rules->tie;
    unsigned barrier = rules->barriers;
    bool good =
        word_rule(reader, "claim", claims, 2, CAROM_FAULT_RULE_CLAIM, &claim) &&
        word_rule(reader, "tie", ties, 2, CAROM_FAULT_RULE_TIE, &tie) &&
        word_rule(reader, "barriers", carom_barriers_names, CAROM_BARRIERS, CAROM_FAULT_RULE_BARRIERS, &barrier);
    rules->claim = (enum carom_claim)claim;
    rules->tie = (enum carom_tie)tie;
    rules->barriers = (enum carom_barriers)barrier;
    return good;
}

/* `"2013"` or 2013. */
static bool read_edition(const struct rules_reader *reader, struct carom_rules *rules)
{
    uint32_t node = carom_json_get(reader->json, reader->object, "edition");
    int64_t year = 0;
    if (node == CAROM_JSON_NONE)
        return true;
    unsigned word = codec_word(reader->json, node, carom_edition_names, CAROM_EDITIONS);
    if (carom_json_int(reader->json, node, &year) && (year == 1999 || year == 2013))
        word = year == 2013;
    rules->edition = word == 1 ? CAROM_EDITION_2013 : CAROM_EDITION_1999;
    return word < 2 || codec_fault(reader->fault, CAROM_FAULT_RULE_EDITION, "edition");
}

static bool read_lengths(const struct rules_reader *reader, struct carom_rules *rules)
{
    return number_rule(reader, "hourglass", 0, CAROM_LENGTH_MAX, CAROM_FAULT_RULE_LENGTH, &rules->hourglass) &&
           number_rule(reader, "patience", 0, CAROM_LENGTH_MAX, CAROM_FAULT_RULE_LENGTH, &rules->patience) &&
           number_rule(reader, "demonstration", 0, CAROM_LENGTH_MAX, CAROM_FAULT_RULE_LENGTH, &rules->demonstration);
}

/* `goal` null is the book's number (R17). */
static bool read_numbers(const struct rules_reader *reader, struct carom_rules *rules)
{
    int64_t goal = rules->goal;
    int64_t turns = rules->turns;
    uint32_t node = carom_json_get(reader->json, reader->object, "goal");
    if (carom_json_is(reader->json, node, CAROM_JSON_NULL))
        goal = CAROM_GOAL_BY_PLAYERS;
    else if (!number_rule(reader, "goal", 0, CAROM_CHIPS, CAROM_FAULT_RULE_GOAL, &goal))
        return false;
    bool good = number_rule(reader, "turns", 1, 2, CAROM_FAULT_RULE_TURNS, &turns);
    rules->goal = (uint8_t)goal;
    rules->turns = (uint8_t)turns;
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
    bool good = number_rule(reader, "seed", 0, INT64_MAX, CAROM_FAULT_RULE_SEED, &seed);
    rules->seed = (uint64_t)seed;
    return good;
}

static bool read_flags(const struct rules_reader *reader, struct carom_rules *rules)
{
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++) {
        bool there = (rules->extra >> robot & 1u) != 0;
        if (!flag_rule(reader, carom_robot_name(robot), &there))
            return false;
        rules->extra = (uint8_t)((rules->extra & ~(1u << robot)) | (unsigned)there << robot);
    }
    return flag_rule(reader, "handicap", &rules->handicap) && flag_rule(reader, "touch", &rules->touch) &&
           flag_rule(reader, "continued", &rules->continued);
}

/* M11. What is written down is the exception, that none marks the target. */
static bool read_chip(const struct rules_reader *reader, struct carom_rules *rules)
{
    bool chip = !rules->no_chip;
    bool good = flag_rule(reader, "chip", &chip);
    rules->no_chip = !chip;
    return good;
}

/* A log that names no reading is of an earlier version, which let robots begin on targets and, alone, be moved while
 * searching. Nobody opens a table like that any more. */
static bool read_reading(const struct rules_reader *reader, struct carom_rules *rules)
{
    int64_t reading = reader->log ? CAROM_READING_FIRST : CAROM_READING;
    bool good = number_rule(reader, "reading", reader->log ? CAROM_READING_FIRST : CAROM_READING, CAROM_READING,
                            CAROM_FAULT_RULE_READING, &reading);
    rules->reading = (uint8_t)reading;
    rules->continued = rules->touch = reading == CAROM_READING_FIRST;
    return good;
}

static bool read_preset(const struct rules_reader *reader, struct carom_rules *rules)
{
    enum carom_preset preset = CAROM_PRESET_RICOCHET;
    uint32_t node = carom_json_get(reader->json, reader->object, "preset");
    char name[32];
    size_t length;
    if (node != CAROM_JSON_NONE && (!carom_json_string(reader->json, node, name, sizeof name, &length) ||
                                    !carom_preset_of_name(&preset, name, length)))
        return codec_wrong(reader->fault, CAROM_FAULT_PRESET, reader->json, node);
    *rules = carom_rules_preset(preset);
    return true;
}

static bool is_rule(const struct carom_json *json, uint32_t key)
{
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        if (carom_json_equals(json, key, carom_robot_name(robot)))
            return true;
    return codec_word(json, key, rule_names, RULES) < RULES;
}

static bool read_known(const struct rules_reader *reader)
{
    const struct carom_json *json = reader->json;
    if (!carom_json_is(json, reader->object, CAROM_JSON_OBJECT))
        return codec_wrong(reader->fault, CAROM_FAULT_NO_OBJECT, json, reader->object);
    uint32_t key = reader->object + 1;
    for (uint32_t i = 0; i < json->nodes[reader->object].count; i++) {
        if (!is_rule(json, key))
            return codec_wrong(reader->fault, CAROM_FAULT_NO_RULE, json, key);
        key = json->nodes[key + 1].skip;
    }
    return true;
}

typedef bool codec_item(const struct carom_json *json, uint32_t node, uint8_t *item);

/* A list of tokens or faces. */
static bool read_list(const struct rules_reader *reader, const char *name, codec_item *read, uint8_t *items,
                      unsigned size, uint8_t *count, enum carom_fault_code code)
{
    uint32_t list = carom_json_get(reader->json, reader->object, name);
    if (list == CAROM_JSON_NONE)
        return true;
    uint32_t item = carom_json_item(reader->json, list, 0);
    if (item == CAROM_JSON_NONE || reader->json->nodes[list].count > size)
        return codec_wrong(reader->fault, code, reader->json, list);
    *count = (uint8_t)reader->json->nodes[list].count;
    for (unsigned i = 0; i < *count; i++) {
        if (!read(reader->json, item, &items[i]))
            return codec_wrong(reader->fault, code, reader->json, item);
        item = reader->json->nodes[item].skip;
    }
    return true;
}

/* Robots without a board are read as for the largest one; whether they can stand is seen when the board is dealt. */
static bool read_setup(const struct rules_reader *reader, struct carom_opening *opening)
{
    struct carom_setup *setup = &opening->setup;
    uint32_t board = carom_json_get(reader->json, reader->object, "board");
    uint32_t robots = carom_json_get(reader->json, reader->object, "robots");
    if (board != CAROM_JSON_NONE && !codec_board(reader->json, board, opening, reader->fault))
        return false;
    if (robots != CAROM_JSON_NONE && !carom_rules_micro(&opening->rules)) {
        struct carom_board empty;
        carom_board_clear(&empty, CAROM_SIDE, CAROM_SIDE);
        setup->robots_given = true;
        if (!codec_robots(reader->json, robots, setup->board_given ? &setup->board : &empty, &setup->robots,
                          reader->fault))
            return false;
    }
    return read_list(reader, "tokens", codec_token, setup->tokens, CAROM_TOKENS, &setup->token_count,
                     CAROM_FAULT_TOKENS) &&
           read_list(reader, "dice", codec_face, setup->dice, CAROM_DICE_MAX, &setup->dice_count, CAROM_FAULT_DICE);
}

bool codec_opening(struct carom_opening *opening, const struct carom_json *json, uint32_t object, bool log,
                   struct carom_fault *fault)
{
    struct rules_reader reader = {.json = json, .object = object, .log = log, .fault = fault};
    struct carom_rules *rules = &opening->rules;
    memset(opening, 0, sizeof *opening);
    if (object == CAROM_JSON_NONE) {
        *rules = carom_rules_preset(CAROM_PRESET_RICOCHET);
        rules->continued = rules->touch = log;
        rules->reading = log ? CAROM_READING_FIRST : CAROM_READING;
        return true;
    }
    return read_known(&reader) && read_preset(&reader, rules) && read_reading(&reader, rules) &&
           read_words(&reader, rules) && read_edition(&reader, rules) && read_lengths(&reader, rules) &&
           read_numbers(&reader, rules) && read_seed(&reader, rules) && read_flags(&reader, rules) &&
           read_chip(&reader, rules) && read_setup(&reader, opening);
}

bool carom_opening_read(struct carom_opening *opening, const struct carom_json *json, uint32_t object,
                        struct carom_fault *fault)
{
    return codec_opening(opening, json, object, false, fault);
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
    carom_json_words(text, "preset", carom_preset_name(rules->preset));
    carom_json_words(text, "claim", claims[rules->claim]);
    carom_json_words(text, "tie", ties[rules->tie]);
    carom_json_number(text, "hourglass", rules->hourglass);
    carom_json_number(text, "patience", rules->patience);
    carom_json_number(text, "demonstration", rules->demonstration);
    if (rules->goal == CAROM_GOAL_BY_PLAYERS)
        carom_json_words(text, "goal", NULL);
    else
        carom_json_number(text, "goal", rules->goal);
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        carom_json_flag(text, carom_robot_name(robot), (rules->extra >> robot & 1u) != 0);
    carom_json_words(text, "edition", carom_edition_names[rules->edition]);
    carom_json_words(text, "barriers", carom_barriers_names[rules->barriers]);
    carom_json_number(text, "turns", rules->turns);
    if (rules->handicap)
        carom_json_flag(text, "handicap", true);
    if (rules->no_chip)
        carom_json_flag(text, "chip", false);
    if (rules->reading == CAROM_READING_FIRST)
        return; /* as that version wrote it */
    if (rules->touch)
        carom_json_flag(text, "touch", true);
    if (rules->continued)
        carom_json_flag(text, "continued", true);
    carom_json_number(text, "reading", rules->reading);
}

void codec_put_rules(struct carom_text *text, const struct carom_opening *opening, bool secrets)
{
    put_choices(text, &opening->rules);
    if (secrets) {
        put_list(text, "tokens", opening->setup.tokens, opening->setup.token_count, true);
        put_list(text, "dice", opening->setup.dice, opening->setup.dice_count, false);
    }
}

void codec_put_seed(struct carom_text *text, const struct carom_rules *rules)
{
    if (rules->seed_secret)
        codec_put_secret(text, "seed", rules->secret);
    else
        carom_json_number(text, "seed", (int64_t)rules->seed);
}

void carom_opening_write(struct carom_text *text, const struct carom_opening *opening)
{
    const struct carom_setup *setup = &opening->setup;
    carom_json_begin(text, NULL, '{');
    codec_put_rules(text, opening, true);
    codec_put_seed(text, &opening->rules);
    if (setup->board_given)
        codec_put_board(text, "board", &opening->rules, &setup->board, &setup->tiles);
    if (setup->robots_given)
        codec_put_robots(text, "robots", &setup->robots);
    carom_json_end(text, '}');
}
