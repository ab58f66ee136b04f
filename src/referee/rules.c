/*
 * The rules of each box as values (the table of presets in docs/referee.md).
 */
#include "inner.h"

#include "../core/mem.h"

static const char *const preset_names[CAROM_PRESETS] = {
    [CAROM_PRESET_RICOCHET] = "ricochet",
    [CAROM_PRESET_RICOCHET_IT] = "ricochet-it",
    [CAROM_PRESET_SFRENATI] = "sfrenati",
    [CAROM_PRESET_SFRENATI_COMPETITION] = "sfrenati-competition",
    [CAROM_PRESET_SOLO] = "solo",
    [CAROM_PRESET_MICRO] = "micro",
    [CAROM_PRESET_MICRO_EXPERT] = "micro-expert",
};

#define MICRO_GOAL 5 /* M10 */

struct carom_rules carom_rules_preset(enum carom_preset preset)
{
    struct carom_rules rules = {
        .preset = preset,
        .claim = CAROM_CLAIM_EXACT,
        .tie = CAROM_TIE_FIRST,
        .hourglass = 60000, /* R10 */
        .patience = 240000, /* R16 */
        .goal = CAROM_GOAL_BY_PLAYERS,
        .edition = CAROM_EDITION_2013,
        .barriers = CAROM_BARRIERS_ANY,
        .turns = 1,
        .seed_known = true,
    };
    switch (preset) {
    case CAROM_PRESET_RICOCHET:
        break;
    case CAROM_PRESET_RICOCHET_IT: /* R13 */
        rules.claim = CAROM_CLAIM_AT_MOST;
        break;
    case CAROM_PRESET_SFRENATI: /* S1 to S3 */
        rules.claim = CAROM_CLAIM_AT_MOST;
        rules.tie = CAROM_TIE_FEWEST;
        rules.edition = CAROM_EDITION_1999;
        break;
    case CAROM_PRESET_SFRENATI_COMPETITION: /* S4 */
        rules.claim = CAROM_CLAIM_AT_MOST;
        rules.edition = CAROM_EDITION_1999;
        break;
    case CAROM_PRESET_SOLO: /* L2 */
        rules.goal = 0;
        break;
    case CAROM_PRESET_MICRO:
    case CAROM_PRESET_MICRO_EXPERT:
        rules.goal = MICRO_GOAL;
        break;
    }
    return rules;
}

bool carom_rules_solo(const struct carom_rules *rules)
{
    return rules->preset == CAROM_PRESET_SOLO;
}

bool carom_rules_micro(const struct carom_rules *rules)
{
    return rules->preset == CAROM_PRESET_MICRO || rules->preset == CAROM_PRESET_MICRO_EXPERT;
}

const char *carom_preset_name(enum carom_preset preset)
{
    return preset_names[preset];
}

bool carom_preset_of_name(enum carom_preset *preset, const char *name, size_t length)
{
    for (unsigned i = 0; i < CAROM_PRESETS; i++) {
        size_t known = 0;
        while (preset_names[i][known] != '\0')
            known++;
        if (known == length && memcmp(preset_names[i], name, length) == 0) {
            *preset = (enum carom_preset)i;
            return true;
        }
    }
    return false;
}
