/*
 * Setting up a table of Ricochet Robots (R1 to R3, A1, S1, T1): what was set by hand is checked, the rest is dealt from
 * the seed.
 *
 * Board and robots are drawn in the order of `carom deal`, so a seed gives the same first position there; then the pile
 * is shuffled. The event carries all of it.
 */
#include "game.h"

#include "../core/libc_mem.h"

#include <carom/deal.h>

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

/* R3: is there a free start cell for each robot to be dealt? */
static bool robots_fit(const struct carom_board *board, unsigned robots)
{
    unsigned cells = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        cells += carom_board_can_stand(board, (carom_cell)cell) &&
                 carom_board_token_at(board, (carom_cell)cell) == CAROM_NO_TOKEN;
    }
    return cells >= robots;
}

static bool robots_stand(const struct carom_board *board, const struct carom_robots *robots)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(robots, robot))
            continue;
        if (!carom_board_can_stand(board, robots->cell[robot]) || carom_robots_at(robots, robots->cell[robot]) != robot)
            return false;
    }
    return robots->present != 0;
}

static bool setup_robots(struct carom_random *random, const struct carom_deal_options *deal,
                         struct carom_game_config *config)
{
    struct carom_setup *setup = &config->setup;
    if (!setup->robots_given) {
        unsigned count = CAROM_COLOURS;
        for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
            count += deal->extra_robots >> robot & 1u;
        if (!robots_fit(&setup->board, count))
            return false;
        carom_deal_robots(random, deal, &setup->board, &setup->robots);
        setup->robots_given = true;
    }
    config->rules.extra_robots = (uint8_t)(setup->robots.present >> CAROM_COLOURS << CAROM_COLOURS);
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

static bool setup_pile(struct carom_random *random, struct carom_setup *setup)
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

/* R3: does a robot set by hand start on a target? Dealt ones never do. */
static bool begins_on_target(const struct carom_game_config *config)
{
    const struct carom_setup *setup = &config->setup;
    if (config->rules.continued)
        return false;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(&setup->robots, robot) &&
            carom_board_token_at(&setup->board, setup->robots.cell[robot]) != CAROM_NO_TOKEN)
            return true;
    return false;
}

/* Does the board have barriers, or may the one to be dealt have some? */
static bool with_barriers(const struct carom_game_config *config)
{
    const struct carom_rules *rules = &config->rules;
    if (config->setup.board_given)
        return carom_board_has_barriers(&config->setup.board);
    return rules->barriers == CAROM_BARRIERS_REQUIRED ||
           (rules->barriers == CAROM_BARRIERS_ANY && rules->edition == CAROM_EDITION_2013);
}

/* S1: does the board have a face that is not in the box of 1999? Earlier versions of the rules did not ask. */
static bool has_later_face(const struct carom_game_config *config)
{
    const struct carom_board *board = &config->setup.board;
    if (!config->setup.board_given || !carom_board_is_printed(board) ||
        config->rules.rules_version <= CAROM_RULES_VERSION_THIRD_SOLO)
        return false;
    for (unsigned corner = 0; corner < 4; corner++)
        if (!carom_face_in_edition(board->faces[corner], CAROM_EDITION_1999))
            return true;
    return false;
}

/* S1, R2: is everything requested or set by hand part of the box? */
static enum carom_refusal_code holds_together(const struct carom_game_config *config)
{
    const struct carom_rules *rules = &config->rules;
    bool barriers = with_barriers(config);
    if (rules->rules_version == CAROM_RULES_VERSION_FIRST)
        return CAROM_ACCEPTED;
    if (carom_rules_is_1999(rules) && (barriers || rules->extra_robots != 0 || has_later_face(config)))
        return CAROM_REFUSED_NOT_IN_1999;
    return rules->barriers == CAROM_BARRIERS_NONE && barriers ? CAROM_REFUSED_HAS_BARRIERS : CAROM_ACCEPTED;
}

static bool deal_rest(struct carom_random *random, struct carom_game_config *config)
{
    struct carom_deal_options deal = {.edition = config->rules.edition,
                                      .barriers = config->rules.barriers,
                                      .extra_robots = config->rules.extra_robots};
    if (!config->setup.board_given) {
        if (carom_board_count(deal.edition, deal.barriers) == 0) /* S1: the box of 1999 has no barriers */
            return false;
        carom_deal_board(random, &deal, &config->setup.board);
        config->setup.board_given = true;
    }
    return setup_robots(random, &deal, config) && setup_pile(random, &config->setup);
}

enum carom_refusal_code referee_setup_table(const struct carom_game_config *asked, struct carom_event *event)
{
    struct carom_game_config *config = &event->as.opened;
    *config = *asked;
    referee_commit_secret(config);
    struct carom_random random = referee_random(&config->rules, 1);
    return game_of(&config->rules)->setup(&random, config);
}

enum carom_refusal_code ricochet_setup(struct carom_random *random, struct carom_game_config *config)
{
    enum carom_refusal_code code = holds_together(config);
    if (code != CAROM_ACCEPTED)
        return code;
    if (!deal_rest(random, config))
        return CAROM_REFUSED_BAD_SETUP;
    return begins_on_target(config) ? CAROM_REFUSED_ON_TARGET : holds_together(config); /* set by hand: silver (S1) */
}
