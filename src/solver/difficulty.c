/*
 * How hard people find a position (docs/reference/difficulty.md): points for what makes a route hard to see, capped at
 * 100.
 */
#include <carom/solver.h>

/* Features of a route. */
struct route_features {
    unsigned cost, robots, changes; /* robots that move; how often the moving robot changes */
    unsigned blockers;              /* moves of robots other than the finisher */
    unsigned finisher_moves;        /* moves of the finisher, the robot that reaches the target */
};

static struct route_features measure_route(const struct carom_solution *solution)
{
    struct route_features features = {.cost = solution->cost};
    unsigned used = 0, home = solution->moves > 0 ? solution->route[solution->moves - 1].robot : CAROM_ROBOTS;
    for (uint32_t i = 0; i < solution->moves; i++) {
        unsigned robot = solution->route[i].robot;
        features.robots += (used >> robot & 1u) == 0;
        used |= 1u << robot;
        features.changes += i > 0 && solution->route[i - 1].robot != robot;
        features.blockers += robot != home;
        features.finisher_moves += robot == home;
    }
    return features;
}

/* log2, rounded down; 0 for 0. */
static unsigned log2_floor(uint64_t number)
{
    unsigned count = 0;
    for (; number > 1; number /= 2)
        count++;
    return count;
}

/* The finisher's moves on an empty board where it can stop anywhere: one for the row, one for the column. */
static unsigned relaxed_moves(const struct carom_position *position, unsigned robot)
{
    carom_cell cell = position->robots.cell[robot], target = position->target.cell;
    return (carom_cell_row(cell) != carom_cell_row(target)) + (carom_cell_column(cell) != carom_cell_column(target));
}

#define HARDEST 100

/* The score at which each level begins. */
static const uint8_t from[CAROM_DIFFICULTY_LEVELS + 1] = {0, 14, 28, 48, 75, HARDEST + 1};

struct carom_difficulty carom_difficulty_estimate(const struct carom_position *position,
                                                  const struct carom_solution *solution, uint64_t routes)
{
    struct route_features features = measure_route(solution);
    if (features.cost == 0)
        return (struct carom_difficulty){0, CAROM_DIFFICULTY_TRIVIAL};
    unsigned home = solution->route[solution->moves - 1].robot;
    unsigned sight = relaxed_moves(position, home);
    unsigned detour = features.finisher_moves > sight ? features.finisher_moves - sight : 0;
    unsigned points =
        4 * features.cost + 6 * (features.robots - 1) + 3 * features.blockers + 2 * features.changes + 2 * detour;
    unsigned many = 3 * log2_floor(routes);
    points = points > many + features.cost ? points - many : features.cost;
    struct carom_difficulty difficulty = {.value = points > HARDEST ? HARDEST : points};
    while (difficulty.value > carom_difficulty_max(difficulty.level))
        difficulty.level++;
    return difficulty;
}

uint32_t carom_difficulty_min(enum carom_difficulty_level level)
{
    return from[level];
}

uint32_t carom_difficulty_max(enum carom_difficulty_level level)
{
    return from[level + 1] - 1u;
}

const char *carom_difficulty_name(enum carom_difficulty_level level)
{
    switch (level) {
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
