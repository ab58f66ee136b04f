/*
 * What can be agreed about a table: for forms, which know neither the boxes nor which rules belong to which game.
 */
#include "codec.h"

/* The rules that mean something in each kind of game: with bids, alone, Micro Robots. */
static const struct {
    const char *name;
    bool bids;
    bool solo;
    bool micro;
} rules_of[] = {
    {"edition", true, true, false},     {"barriers", true, true, false},      {"silver", true, true, false},
    {"transparent", true, true, false}, {"claim", true, false, true},         {"tie", true, false, false},
    {"goal", true, false, true},        {"hourglass", true, true, false},     {"turns", false, true, false},
    {"patience", true, false, false},   {"demonstration", true, false, true}, {"handicap", true, false, false},
};

static void put_preset(struct carom_text *text, enum carom_preset preset)
{
    struct carom_rules rules = carom_rules_preset(preset);
    bool solo = carom_rules_solo(&rules);
    bool micro = carom_rules_micro(&rules);
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "preset", carom_preset_name(preset));
    carom_json_words(text, "title", carom_preset_title(preset));
    carom_json_words(text, "sentence", carom_preset_sentence(preset));
    carom_json_flag(text, "solo", solo);
    carom_json_flag(text, "micro", micro);
    carom_json_begin(text, "rules", '[');
    for (size_t i = 0; i < sizeof rules_of / sizeof rules_of[0]; i++)
        if (solo ? rules_of[i].solo : micro ? rules_of[i].micro : rules_of[i].bids)
            carom_json_words(text, NULL, rules_of[i].name);
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

void carom_choices_write(struct carom_text *text)
{
    carom_json_begin(text, NULL, '{');
    carom_json_begin(text, "presets", '[');
    for (unsigned preset = 0; preset < CAROM_PRESETS; preset++)
        put_preset(text, (enum carom_preset)preset);
    carom_json_end(text, ']');
    carom_json_begin(text, "editions", '[');
    for (unsigned edition = 0; edition < CAROM_EDITIONS; edition++) {
        carom_json_begin(text, NULL, '{');
        carom_json_words(text, "edition", carom_edition_names[edition]);
        carom_json_words(text, "title", carom_edition_title((enum carom_edition)edition));
        carom_json_flag(text, "barriers", carom_board_count((enum carom_edition)edition, CAROM_BARRIERS_ONLY) > 0);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    carom_json_begin(text, "barriers", '[');
    for (unsigned barriers = 0; barriers < CAROM_BARRIERS; barriers++) {
        carom_json_begin(text, NULL, '{');
        carom_json_words(text, "barriers", carom_barriers_names[barriers]);
        carom_json_words(text, "title", carom_barriers_title((enum carom_barriers)barriers));
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}
