/*
 * The choices for a table's rules, for forms, which know neither the boxes nor which rule belongs to which game.
 */
#include "json_fields.h"

#define ROBOTS NULL /* each optional robot has a rule */

/* The rules that apply to each kind of game: with bids, alone, Micro Robots, a race; and those fixed by the box of
 * 1999 (S1). */
static const struct {
    const char *name;
    bool bids;
    bool solo;
    bool micro;
    bool race;
    bool in_1999;
} rules_of[] = {
    {"edition", true, true, false, true, false},   {"barriers", true, true, false, true, false},
    {ROBOTS, true, true, false, true, false},      {"claim", true, false, true, false, true},
    {"tie", true, false, false, false, true},      {"goal", true, false, true, true, true},
    {"hourglass", true, true, false, true, true},  {"turns", false, true, false, false, false},
    {"patience", true, false, false, true, true},  {"demonstration", true, true, true, false, true},
    {"handicap", true, false, false, true, true},  {"chip", false, false, true, false, false},
    {"side", false, false, true, false, false},    {"touch", false, true, false, false, false},
    {"easy_start", true, true, false, true, true},
};

static bool means_something(const struct carom_rules *rules, size_t i)
{
    if (carom_rules_is_1999(rules))
        return rules_of[i].in_1999;
    if (carom_rules_is_race(rules))
        return rules_of[i].race;
    return carom_rules_is_solo(rules)    ? rules_of[i].solo
           : carom_rules_is_micro(rules) ? rules_of[i].micro
                                         : rules_of[i].bids;
}

static void put_rule(struct carom_text *text, const char *name)
{
    if (name != ROBOTS)
        carom_json_put_string(text, NULL, name);
    for (unsigned robot = CAROM_COLOURS; name == ROBOTS && robot < CAROM_ROBOTS; robot++)
        carom_json_put_string(text, NULL, carom_robot_name(robot));
}

/* All robots with their names, and any; for optional ones also the texts of forms. */
static void put_robots(struct carom_text *text)
{
    carom_json_begin(text, "robots", '[');
    for (unsigned robot = 0; robot <= CAROM_ROBOTS; robot++) {
        char letter[2] = {carom_robot_letter(robot), '\0'};
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "robot", letter);
        carom_json_put_string(text, "name", carom_robot_name(robot));
        carom_json_put_string(text, "title", carom_robot_title(robot));
        if (robot >= CAROM_COLOURS && robot < CAROM_ROBOTS) {
            carom_json_put_string(text, "label", carom_robot_label(robot));
            carom_json_put_string(text, "help", carom_robot_help(robot));
        }
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

static void put_preset(struct carom_text *text, enum carom_preset preset)
{
    struct carom_rules rules = carom_rules_from_preset(preset);
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "preset", carom_preset_name(preset));
    carom_json_put_string(text, "title", carom_preset_title(preset));
    carom_json_put_string(text, "sentence", carom_preset_sentence(preset));
    if (carom_preset_language(preset) != NULL)
        carom_json_put_string(text, "language", carom_preset_language(preset));
    carom_json_put_bool(text, "solo", carom_rules_is_solo(&rules));
    carom_json_put_bool(text, "micro", carom_rules_is_micro(&rules));
    carom_json_put_bool(text, "race", carom_rules_is_race(&rules));
    carom_json_begin(text, "rules", '[');
    for (size_t i = 0; i < sizeof rules_of / sizeof rules_of[0]; i++)
        if (means_something(&rules, i))
            put_rule(text, rules_of[i].name);
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

void carom_rule_choices_write(struct carom_text *text)
{
    carom_json_begin(text, NULL, '{');
    carom_json_begin(text, "presets", '[');
    for (unsigned preset = 0; preset < CAROM_PRESETS; preset++)
        put_preset(text, (enum carom_preset)preset);
    carom_json_end(text, ']');
    carom_json_begin(text, "editions", '[');
    for (unsigned edition = 0; edition < CAROM_EDITIONS; edition++) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "edition", carom_edition_names[edition]);
        carom_json_put_string(text, "title", carom_edition_title((enum carom_edition)edition));
        carom_json_put_bool(text, "barriers",
                            carom_board_count((enum carom_edition)edition, CAROM_BARRIERS_REQUIRED) > 0);
        carom_json_put_bool(text, "silver", edition != CAROM_EDITION_1999); /* S1 */
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    carom_json_begin(text, "barriers", '[');
    for (unsigned barriers = 0; barriers < CAROM_BARRIER_CHOICES; barriers++) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "barriers", carom_barrier_choice_names[barriers]);
        carom_json_put_string(text, "title", carom_barrier_choice_title((enum carom_barrier_choice)barriers));
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    carom_json_begin(text, "sides", '[');
    for (unsigned side = 0; side < CAROM_SIDE_CHOICES; side++) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "side", carom_side_choice_names[side]);
        carom_json_put_string(text, "title", carom_side_choice_title((enum carom_side_choice)side));
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    put_robots(text);
    carom_json_end(text, '}');
}
