/*
 * Laying the table (R1 to R3, A1, S1, T1, M1, M2): what was set by hand is checked, the rest is dealt from the seed.
 *
 * Board and robots come from the seed's generator in the order of `carom deal`, so a seed shows the same first position
 * there; then the pile is shuffled. The event carries all of it.
 */
#include "machine.h"

#include "../core/mem.h"

#include <carom/deal.h>
#include <carom/random.h>

unsigned referee_tokens(const struct carom_board *board, const struct carom_robots *robots,
                        uint8_t tokens[CAROM_TOKENS])
{
    unsigned count = 0;
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        bool printed = (board->tokens >> token & 1u) != 0;
        bool active = token == CAROM_VORTEX ? robots->present != 0 : carom_robots_has(robots, token / 4);
        if (printed && active)
            tokens[count++] = (uint8_t)token;
    }
    return count;
}

/* R3: is there a start cell for each robot that has to be dealt? */
static bool room_for_robots(const struct carom_board *board, unsigned robots)
{
    unsigned cells = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        cells += carom_board_can_stand(board, (carom_cell)cell) &&
                 carom_board_token_on(board, (carom_cell)cell) == CAROM_NO_TOKEN;
    }
    return cells >= robots;
}

static bool robots_stand(const struct carom_board *board, const struct carom_robots *robots)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(robots, robot))
            continue;
        if (!carom_board_can_stand(board, robots->cell[robot]) || carom_robots_on(robots, robots->cell[robot]) != robot)
            return false;
    }
    return robots->present != 0;
}

static bool lay_robots(struct carom_random *random, const struct carom_deal *deal, struct carom_opening *opening)
{
    struct carom_setup *setup = &opening->setup;
    if (!setup->robots_given) {
        unsigned count = CAROM_COLOURS;
        for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
            count += deal->extra >> robot & 1u;
        if (!room_for_robots(&setup->board, count))
            return false;
        carom_deal_robots(random, deal, &setup->board, &setup->robots);
        setup->robots_given = true;
    }
    opening->rules.extra = (uint8_t)(setup->robots.present >> CAROM_COLOURS << CAROM_COLOURS);
    return robots_stand(&setup->board, &setup->robots);
}

/* Every token set by hand must be one that can be in the pile, and only once. */
static bool pile_fits(const struct carom_setup *setup, const uint8_t *possible, unsigned count)
{
    uint32_t free = 0;
    for (unsigned i = 0; i < count; i++)
        free |= 1u << possible[i];
    for (unsigned i = 0; i < setup->token_count; i++) {
        if ((free >> setup->tokens[i] & 1u) == 0)
            return false;
        free &= ~(1u << setup->tokens[i]);
    }
    return setup->token_count > 0;
}

static bool lay_pile(struct carom_random *random, struct carom_setup *setup)
{
    uint8_t possible[CAROM_TOKENS];
    unsigned count = referee_tokens(&setup->board, &setup->robots, possible);
    if (setup->token_count == 0) {
        memcpy(setup->tokens, possible, count);
        carom_random_shuffle(random, setup->tokens, count);
        setup->token_count = (uint8_t)count;
    }
    return pile_fits(setup, possible, count);
}

/* R3: no robot that was laid by hand begins on a target; those that were dealt never do. */
static bool begins_on_target(const struct carom_opening *opening)
{
    const struct carom_setup *setup = &opening->setup;
    if (opening->rules.continued)
        return false;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(&setup->robots, robot) &&
            carom_board_token_on(&setup->board, setup->robots.cell[robot]) != CAROM_NO_TOKEN)
            return true;
    return false;
}

/* Has the board barriers, or may the one that is dealt have some? */
static bool with_barriers(const struct carom_opening *opening)
{
    const struct carom_rules *rules = &opening->rules;
    if (opening->setup.board_given)
        return carom_board_has_barriers(&opening->setup.board);
    return rules->barriers == CAROM_BARRIERS_ONLY ||
           (rules->barriers == CAROM_BARRIERS_ANY && rules->edition == CAROM_EDITION_2013);
}

/* S1, R2: what is asked for, or was laid by hand, has to be in the box. */
static enum carom_refusal_why holds_together(const struct carom_opening *opening)
{
    const struct carom_rules *rules = &opening->rules;
    bool barriers = with_barriers(opening);
    if (rules->reading == CAROM_READING_FIRST)
        return CAROM_REFUSED_NOT;
    if (carom_rules_1999(rules) && (barriers || rules->extra != 0))
        return CAROM_REFUSED_NOT_OF_1999;
    return rules->barriers == CAROM_BARRIERS_NO && barriers ? CAROM_REFUSED_HAS_BARRIERS : CAROM_REFUSED_NOT;
}

static bool lay_ricochet(struct carom_random *random, struct carom_opening *opening)
{
    struct carom_deal deal = {
        .edition = opening->rules.edition, .barriers = opening->rules.barriers, .extra = opening->rules.extra};
    if (!opening->setup.board_given) {
        if (carom_board_count(deal.edition, deal.barriers) == 0) /* S1: the box of 1999 has no barriers */
            return false;
        carom_deal_board(random, &deal, &opening->setup.board);
        opening->setup.board_given = true;
    }
    return lay_robots(random, &deal, opening) && lay_pile(random, &opening->setup);
}

static void lay_micro(struct carom_random *random, struct carom_setup *setup)
{
    if (!setup->board_given) {
        carom_deal_micro_board(random, carom_random_below(random, 2), &setup->tiles);
        setup->board_given = true;
    }
}

enum carom_refusal_why referee_lay(const struct carom_opening *asked, struct carom_event *event)
{
    struct carom_opening *opening = &event->as.opened;
    *opening = *asked;
    referee_seal(opening);
    struct carom_random random = referee_random(&opening->rules, 1);
    if (carom_rules_micro(&opening->rules)) {
        lay_micro(&random, &opening->setup);
        return CAROM_REFUSED_NOT;
    }
    enum carom_refusal_why why = holds_together(opening);
    if (why != CAROM_REFUSED_NOT)
        return why;
    if (!lay_ricochet(&random, opening))
        return CAROM_REFUSED_BAD_SETUP;
    return begins_on_target(opening) ? CAROM_REFUSED_ON_TARGET : holds_together(opening); /* by hand: silver (S1) */
}
