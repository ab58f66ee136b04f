/*
 * Easy start (docs/reference/referee.md): which token is drawn in the first rounds of a game for beginners.
 *
 * The referee has no solver and needs none: a breadth-first search of the slides that the active robot can make while
 * all others stand still is small enough to run at each draw. What it finds is what beginners see: a route of one
 * robot, or if there is none short enough, one with a single move of another robot first. Anyone with the log can
 * repeat the search, so the draw is verified like every other.
 */
#include "easy_start.h"

#include "../core/libc_mem.h"
#include "game.h"

#include <carom/move.h>

#define MOVES_MIN 3
#define MOVES_MAX 5
#define MOVES_SEARCHED 7    /* longer routes are not told apart */
#define STEPS_MAX 2000000u  /* cells walked for one draw: a few milliseconds, whatever board somebody has drawn */
#define ROUNDS_PER_LENGTH 2 /* two targets of three moves, two of four, two of five */

bool carom_table_in_easy_start(const struct carom_table *table)
{
    return table->rules.easy_start && !game_of(&table->rules)->dice && table->rounds >= 1 &&
           table->rounds <= CAROM_EASY_START_ROUNDS;
}

struct state {
    carom_cell cell;
    uint8_t axes; /* CAROM_AXIS_... travelled so far (R7) */
};

#define STATES (CAROM_CELLS * (CAROM_AXIS_BOTH + 1))

struct search {
    const struct carom_board *board;
    struct carom_robots robots;
    unsigned robot;
    carom_cell target;
    uint32_t *steps; /* left to walk */
    unsigned count;
    uint8_t seen[CAROM_CELLS]; /* bit 1 << axes */
    struct state queue[STATES];
};

/* A slide, as long as there are steps left. */
static bool walk(const struct carom_board *board, const struct carom_robots *robots, struct carom_move move,
                 uint32_t *steps, struct carom_slide *slide)
{
    if (*steps == 0)
        return false;
    bool moved = carom_slide(board, robots, move, slide, NULL);
    *steps = *steps > slide->steps ? *steps - slide->steps - 1u : 0;
    return moved;
}

/* Adds a state that is new; true: it is on the target, its ricochet made. */
static bool arrive(struct search *search, carom_cell cell, unsigned axes)
{
    if (cell == search->target)
        return axes == CAROM_AXIS_BOTH; /* R7: without its ricochet it may not stop there */
    if ((search->seen[cell] >> axes & 1u) == 0) {
        search->seen[cell] |= (uint8_t)(1u << axes);
        search->queue[search->count++] = (struct state){cell, (uint8_t)axes};
    }
    return false;
}

static bool expand(struct search *search, struct state from)
{
    search->robots.cell[search->robot] = from.cell;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct carom_slide slide;
        if (walk(search->board, &search->robots, carom_move_make(search->robot, direction), search->steps, &slide) &&
            arrive(search, slide.to, from.axes | slide.axes))
            return true;
    }
    return false;
}

/* Moves that a robot alone needs to the target, at most `most`; otherwise one more. */
static unsigned moves_alone(const struct carom_board *board, const struct carom_robots *robots, unsigned robot,
                            carom_cell target, unsigned most, uint32_t *steps)
{
    struct search search = {.board = board, .robots = *robots, .robot = robot, .target = target, .steps = steps};
    unsigned at = 0, level_end = 1;
    search.queue[search.count++].cell = robots->cell[robot]; /* on the target too: it has to come back (R7) */
    search.seen[robots->cell[robot]] = 1;
    for (unsigned moves = 1; moves <= most; moves++, level_end = search.count)
        for (; at < level_end; at++)
            if (expand(&search, search.queue[at]))
                return moves;
    return most + 1;
}

/* The same if a move of another robot comes first. */
static unsigned moves_with_helper(const struct carom_board *board, const struct carom_robots *robots, unsigned robot,
                                  carom_cell target, unsigned most, uint32_t *steps)
{
    unsigned fewest = most + 1;
    for (unsigned i = 0; i < CAROM_ROBOTS * CAROM_DIRECTIONS && fewest > 1; i++) {
        struct carom_slide slide;
        struct carom_move move = carom_move_make(i / CAROM_DIRECTIONS, i % CAROM_DIRECTIONS);
        if (move.robot == robot || !walk(board, robots, move, steps, &slide))
            continue;
        struct carom_robots after = *robots;
        after.cell[move.robot] = slide.to;
        unsigned moves = 1 + moves_alone(board, &after, robot, target, fewest - 2, steps);
        fewest = moves < fewest ? moves : fewest;
    }
    return fewest;
}

/* Moves to a token; more than MOVES_SEARCHED: not found. */
static unsigned moves_of_token(const struct carom_table *table, unsigned token, bool helper, uint32_t *steps)
{
    struct carom_target target = carom_target_from_token(&table->board, token);
    unsigned fewest = MOVES_SEARCHED + 1;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&table->markers, robot) || (target.active != CAROM_ANY_ROBOT && robot != target.active))
            continue;
        unsigned moves = moves_alone(&table->board, &table->markers, robot, target.cell, fewest - 1, steps);
        fewest = moves < fewest ? moves : fewest;
        if (helper && fewest > MOVES_MAX) {
            moves = moves_with_helper(&table->board, &table->markers, robot, target.cell, fewest - 1, steps);
            fewest = moves < fewest ? moves : fewest;
        }
    }
    return fewest;
}

/* How little a length fits: 0 if it is the one wanted; then shorter ones from three moves, longer ones up to five, and
 * only then (BAD_FIT) others, the shortest first. */
#define BAD_FIT (2 * MOVES_MAX)
static unsigned misfit(unsigned moves, unsigned wanted)
{
    if (moves < MOVES_MIN || moves > MOVES_MAX)
        return BAD_FIT + moves;
    return moves <= wanted ? wanted - moves : MOVES_MAX + moves - wanted;
}

/* Lists the tokens that fit best, and says how well that is. */
static unsigned choose(const struct carom_table *table, const uint8_t *tokens, unsigned count, bool helper,
                       uint8_t chosen[CAROM_TOKENS], unsigned *fit)
{
    unsigned chosen_count = 0;
    uint32_t steps = STEPS_MAX;
    *fit = UINT32_MAX;
    for (unsigned i = 0; i < count; i++) {
        unsigned moves = moves_of_token(table, tokens[i], helper, &steps);
        unsigned off = misfit(moves, MOVES_MIN + table->rounds / ROUNDS_PER_LENGTH);
        if (off < *fit)
            chosen_count = 0;
        if (off <= *fit)
            chosen[chosen_count++] = tokens[i];
        *fit = off < *fit ? off : *fit;
    }
    return chosen_count;
}

unsigned easy_start_choose(const struct carom_table *table, uint8_t tokens[CAROM_TOKENS], unsigned count)
{
    uint8_t chosen[CAROM_TOKENS];
    unsigned fit;
    if (!table->rules.easy_start || table->rounds >= CAROM_EASY_START_ROUNDS || count == 0)
        return count;
    unsigned chosen_count = choose(table, tokens, count, false, chosen, &fit);
    if (fit >= BAD_FIT)
        chosen_count = choose(table, tokens, count, true, chosen, &fit);
    memcpy(tokens, chosen, chosen_count);
    return chosen_count;
}
