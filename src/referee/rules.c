/*
 * The rules of each box as values (the table of presets in docs/reference/referee.md).
 */
#include "game.h"

/* Each box: its name in JSON, its title, and its description. */
static const struct {
    const char *name;
    const char *title;
    const char *sentence;
} titles[CAROM_PRESETS] = {
    [CAROM_PRESET_RICOCHET] = {"ricochet", "Ricochet Robots",
                               "Bid a number of moves and show exactly that many. The lowest bidder shows first."},
    [CAROM_PRESET_RICOCHET_IT] = {"ricochet-it", "Ricochet Robots, Italian rulebook",
                                  "The same, but fewer moves than you bid also wins."},
    [CAROM_PRESET_SFRENATI] =
        {"sfrenati", "1999 rules",
         "No barriers, 96 boards. Show at most as many moves as you bid; ties go to the player with fewer tokens."},
    [CAROM_PRESET_SFRENATI_COMPETITION] = {"sfrenati-competition", "1999 rules, competition",
                                           "As in 1999, but ties always go to the earlier bid."},
    [CAROM_PRESET_SOLO] = {"solo", "Solo game", "One player races the hourglass, everyone else watches."},
    [CAROM_PRESET_MICRO] = {"micro", "Micro Robots",
                            "The first route counts, not the shortest: call its number of moves and show it at once."},
    [CAROM_PRESET_MICRO_EXPERT] = {"micro-expert", "Micro Robots, expert",
                                   "The same, but the route must stop on a second cell first."},
    [CAROM_PRESET_RACE] = {"race", "Relaxed race",
                           "Everyone solves at the same time on a scratch board. The shortest route scores most, but "
                           "every route scores something."},
};

#define MICRO_GOAL 5 /* M10 */
#define RACE_GOAL 8  /* H6 */
#define RACE_HOURGLASS_MS 90000

struct carom_rules carom_rules_from_preset(enum carom_preset preset)
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
        .hourglass_runs = 1,
        .rules_version = CAROM_RULES_VERSION,
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
    case CAROM_PRESET_RACE: /* H4, H6 */
        rules.goal = RACE_GOAL;
        rules.hourglass = RACE_HOURGLASS_MS;
        break;
    }
    return rules;
}

bool carom_rules_is_solo(const struct carom_rules *rules)
{
    return rules->preset == CAROM_PRESET_SOLO;
}

bool carom_rules_is_micro(const struct carom_rules *rules)
{
    return rules->preset == CAROM_PRESET_MICRO || rules->preset == CAROM_PRESET_MICRO_EXPERT;
}

const struct game *game_of(const struct carom_rules *rules)
{
    return carom_rules_is_micro(rules) ? &game_micro : &game_ricochet;
}

bool carom_rules_is_race(const struct carom_rules *rules)
{
    return rules->preset == CAROM_PRESET_RACE;
}

bool carom_rules_allow_touch(const struct carom_rules *rules)
{
    return carom_rules_is_solo(rules) && (rules->touch || rules->hourglass == 0);
}

bool carom_rules_is_1999(const struct carom_rules *rules)
{
    return rules->edition == CAROM_EDITION_1999 || rules->preset == CAROM_PRESET_SFRENATI ||
           rules->preset == CAROM_PRESET_SFRENATI_COMPETITION;
}

const char *carom_preset_name(enum carom_preset preset)
{
    return titles[preset].name;
}

const char *carom_preset_title(enum carom_preset preset)
{
    return titles[preset].title;
}

const char *carom_preset_sentence(enum carom_preset preset)
{
    return titles[preset].sentence;
}

const char *carom_preset_language(enum carom_preset preset)
{
    return preset == CAROM_PRESET_RICOCHET_IT ? "it" : NULL;
}

enum carom_preset carom_preset_for_language(const char *language)
{
    for (unsigned preset = 0; preset < CAROM_PRESETS; preset++) {
        const char *own = carom_preset_language((enum carom_preset)preset);
        if (own != NULL && language[0] == own[0] && language[1] == own[1] && (language[2] < 'a' || language[2] > 'z'))
            return (enum carom_preset)preset;
    }
    return CAROM_PRESET_RICOCHET;
}

bool carom_preset_from_name(enum carom_preset *preset, const char *name, size_t length)
{
    for (unsigned i = 0; i < CAROM_PRESETS; i++) {
        const char *known = titles[i].name;
        size_t same = 0;
        while (same < length && known[same] != '\0' && known[same] == name[same])
            same++;
        if (same == length && known[same] == '\0') {
            *preset = (enum carom_preset)i;
            return true;
        }
    }
    return false;
}
