/*
 * The positions of a match (H9), from its secret: each target has a stream of the secret of its own, from which boards
 * and robots are dealt until the solver finds the difficulty that belongs to the target's place in the match. The first
 * third is easy, the last third hard, so that a match begins with something for everybody.
 */
#include "match.h"

#include "../core/libc_mem.h"

#include <carom/blake2b.h>
#include <carom/deal.h>
#include <carom/puzzle_analysis.h>

#define TRIES_MAX 5000 /* far more than ever needed; then the last position with a route is taken */
#define SEARCH_MAX 10  /* longest shortest route: more is tiresome within the hourglass (R18) */

static enum carom_difficulty_level level_of(unsigned target, unsigned targets)
{
    static const enum carom_difficulty_level levels[] = {CAROM_DIFFICULTY_EASY, CAROM_DIFFICULTY_MEDIUM,
                                                         CAROM_DIFFICULTY_HARD};
    return levels[target * 3 / targets];
}

void match_hash_secret(struct match *match)
{
    carom_blake2b(match->hash, sizeof match->hash, NULL, 0, match->secret, sizeof match->secret);
}

bool match_deal(const struct match *match, struct carom_solver *solver, unsigned target,
                struct carom_position *position, uint8_t *shortest)
{
    static const struct carom_deal_options deal = {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_ANY};
    struct carom_random random = carom_random_secret(match->secret, target + 1u);
    enum carom_difficulty_level level;
    struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET};
    struct carom_puzzle_analysis analysis;
    bool found = false;
    if (solver == NULL || !match->has_secret || target >= match_targets(match))
        return false;
    level = level_of(target, match_targets(match));
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        if (!carom_deal_position(&random, &deal, &puzzle.position))
            return false;
        if (carom_puzzle_is_one_move_away(&puzzle) || !carom_puzzle_analyse(solver, &puzzle, SEARCH_MAX, &analysis))
            continue;
        *position = puzzle.position;
        *shortest = (uint8_t)analysis.moves;
        found = true;
        if (analysis.difficulty.level == level)
            break;
    }
    return found;
}

bool match_deal_all(struct match *match, struct carom_solver *solver)
{
    for (unsigned target = 0; target < match_targets(match); target++) {
        if (!match_deal(match, solver, target, &match->positions[target], &match->shortest[target]))
            return false;
        match->known |= 1u << target;
    }
    return true;
}
