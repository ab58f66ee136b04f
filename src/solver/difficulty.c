/*
 * How hard people find a position (docs/difficulty.md): points for what makes a route hard to see, summed and cut to
 * 100.
 */
#include <carom/solver.h>

/* What a route is like. */
struct look {
    unsigned cost, robots, changes; /* who moves, and how often that changes */
    unsigned blockers;              /* moves of robots that are not the one that gets home */
    unsigned straight;              /* moves of the one that gets home */
};

static struct look look_at(const struct carom_solution *solution)
{
    struct look look = {.cost = solution->cost};
    unsigned used = 0, home = solution->moves > 0 ? solution->route[solution->moves - 1].robot : CAROM_ROBOTS;
    for (uint32_t i = 0; i < solution->moves; i++) {
        unsigned robot = solution->route[i].robot;
        look.robots += (used >> robot & 1u) == 0;
        used |= 1u << robot;
        look.changes += i > 0 && solution->route[i - 1].robot != robot;
        look.blockers += robot != home;
        look.straight += robot == home;
    }
    return look;
}

/* Bits of a number: how often it doubles. */
static unsigned doublings(uint64_t number)
{
    unsigned count = 0;
    for (; number > 1; number /= 2)
        count++;
    return count;
}

/* Moves that the robot that gets home would need if it could stop anywhere: one for each line, at most a few. */
static unsigned at_sight(const struct carom_position *position, unsigned robot)
{
    carom_cell cell = position->robots.cell[robot], target = position->target.cell;
    return (carom_cell_row(cell) != carom_cell_row(target)) + (carom_cell_column(cell) != carom_cell_column(target));
}

#define HARDEST 100

/* Where each word begins. */
static const uint8_t from[CAROM_DIFFICULTY_WORDS + 1] = {0, 14, 28, 48, 75, HARDEST + 1};

struct carom_difficulty carom_difficulty_of(const struct carom_position *position,
                                            const struct carom_solution *solution, uint64_t routes)
{
    struct look look = look_at(solution);
    if (look.cost == 0)
        return (struct carom_difficulty){0, CAROM_DIFFICULTY_TRIVIAL};
    unsigned home = solution->route[solution->moves - 1].robot;
    unsigned sight = at_sight(position, home);
    unsigned detour = look.straight > sight ? look.straight - sight : 0;
    unsigned points = 4 * look.cost + 6 * (look.robots - 1) + 3 * look.blockers + 2 * look.changes + 2 * detour;
    unsigned many = 3 * doublings(routes);
    points = points > many + look.cost ? points - many : look.cost;
    struct carom_difficulty difficulty = {.number = points > HARDEST ? HARDEST : points};
    while (difficulty.number > carom_difficulty_most(difficulty.word))
        difficulty.word++;
    return difficulty;
}

uint32_t carom_difficulty_least(enum carom_difficulty_word word)
{
    return from[word];
}

uint32_t carom_difficulty_most(enum carom_difficulty_word word)
{
    return from[word + 1] - 1u;
}

const char *carom_difficulty_name(enum carom_difficulty_word word)
{
    switch (word) {
    case CAROM_DIFFICULTY_TRIVIAL:
        return "trivial";
    case CAROM_DIFFICULTY_EASY:
        return "easy";
    case CAROM_DIFFICULTY_MEDIUM:
        return "medium";
    case CAROM_DIFFICULTY_HARD:
        return "hard";
    case CAROM_DIFFICULTY_FIENDISH:
        return "fiendish";
    }
    return "";
}
