/*
 * Puzzle analysis: difficulty, near misses, and the canonical form (carom/puzzle_analysis.h).
 */
#include <carom/puzzle_analysis.h>

/* ---- difficulty ---- */

struct carom_difficulty carom_micro_difficulty(uint32_t moves)
{
    static const uint8_t number[] = {0, 5, 10, 20, 35, 50, 60, 75, 80, 85, 90, 95, 100};
    static const uint8_t word[] = {
        CAROM_DIFFICULTY_TRIVIAL, CAROM_DIFFICULTY_TRIVIAL, CAROM_DIFFICULTY_TRIVIAL, CAROM_DIFFICULTY_EASY,
        CAROM_DIFFICULTY_MEDIUM,  CAROM_DIFFICULTY_HARD,    CAROM_DIFFICULTY_HARD,    CAROM_DIFFICULTY_FIENDISH,
    };
    unsigned last = sizeof number - 1, worst = sizeof word - 1;
    return (struct carom_difficulty){number[moves < last ? moves : last], word[moves < worst ? moves : worst]};
}

static bool analyse_micro(const struct carom_micro_position *position, uint32_t max_moves,
                          struct carom_puzzle_analysis *analysis)
{
    struct carom_micro_solution found;
    if (!carom_micro_solve(position, &found) || (max_moves != 0 && found.moves > max_moves))
        return false;
    *analysis = (struct carom_puzzle_analysis){found.moves, found.routes, 1, carom_micro_difficulty(found.moves)};
    return true;
}

static bool analyse_ricochet(struct carom_solver *solver, const struct carom_position *position, uint32_t max_moves,
                             struct carom_puzzle_analysis *analysis)
{
    struct carom_solution found;
    struct carom_solve_options options = {.max_cost = max_moves};
    unsigned used = 0;
    *analysis = (struct carom_puzzle_analysis){0};
    if (carom_solve_all(solver, position, &options, 0, NULL, NULL, &analysis->routes, &found) != CAROM_SOLVE_FOUND)
        return false;
    for (uint32_t i = 0; i < found.moves; i++) {
        analysis->robots += (used >> found.route[i].robot & 1u) == 0;
        used |= 1u << found.route[i].robot;
    }
    analysis->moves = found.cost;
    analysis->difficulty = carom_difficulty_estimate(position, &found, analysis->routes);
    return true;
}

bool carom_puzzle_analyse(struct carom_solver *solver, const struct carom_puzzle *puzzle, uint32_t max_moves,
                          struct carom_puzzle_analysis *analysis)
{
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        return solver != NULL && analyse_ricochet(solver, &puzzle->position, max_moves, analysis);
    case CAROM_GAME_MICRO:
        return analyse_micro(&puzzle->micro, max_moves, analysis);
    }
    return false;
}

/* ---- near ---- */

static bool may_be_active(const struct carom_position *position, unsigned robot)
{
    unsigned active = position->target.active;
    return carom_robots_has(&position->robots, robot) && (active == CAROM_ANY_ROBOT || active == robot);
}

static bool arrives(void *context, struct carom_move move, const struct carom_slide *slide)
{
    (void)move;
    return slide->to != *(const carom_cell *)context;
}

static bool robot_near(const struct carom_position *position, unsigned robot)
{
    carom_cell target = position->target.cell, cell = position->robots.cell[robot];
    int columns = (int)carom_cell_column(cell) - (int)carom_cell_column(target);
    int rows = (int)carom_cell_row(cell) - (int)carom_cell_row(target);
    if (columns * columns + rows * rows <= 1)
        return true;
    return !carom_moves_visit_robot(&position->board, &position->robots, robot, 1, arrives, &target);
}

bool carom_puzzle_is_one_move_away(const struct carom_puzzle *puzzle)
{
    if (puzzle->game == CAROM_GAME_MICRO)
        return carom_micro_can_move(&puzzle->micro.board, puzzle->micro.start, puzzle->micro.target);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (may_be_active(&puzzle->position, robot) && robot_near(&puzzle->position, robot))
            return true;
    return false;
}

/* ---- canonical form ---- */

static void remove_irrelevant_robots(struct carom_solver *solver, struct carom_puzzle *heart,
                                     const struct carom_puzzle_analysis *analysis)
{
    struct carom_position *position = &heart->position;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        struct carom_puzzle_analysis without;
        uint8_t present = position->robots.present;
        if (!carom_robots_has(&position->robots, robot) || robot == position->target.active || present == 1u << robot)
            continue;
        position->robots.present &= (uint8_t) ~(1u << robot);
        if (!carom_puzzle_analyse(solver, heart, analysis->moves, &without) || without.moves != analysis->moves ||
            without.routes != analysis->routes)
            position->robots.present = present;
    }
}

/* A bit for each robot that is interchangeable with the others: not active, and no barrier has its colour. (Robots from
 * CAROM_TRANSPARENT on move differently.) */
static unsigned interchangeable_robots(const struct carom_position *position)
{
    unsigned robots = (1u << CAROM_TRANSPARENT) - 1;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (position->board.barriers[cell] != 0)
            robots &= ~(1u << (position->board.barriers[cell] & CAROM_BARRIER_COLOUR));
    if (position->target.active < CAROM_ROBOTS)
        robots &= ~(1u << position->target.active);
    return robots;
}

/* Sorts the cells of interchangeable robots, so that the first of them has the first cell. */
static void sort_alike_robots(struct carom_position *position)
{
    carom_cell cell[CAROM_ROBOTS];
    unsigned count = 0, next = 0, same = interchangeable_robots(position);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if ((same >> robot & 1u) == 0 || !carom_robots_has(&position->robots, robot))
            continue;
        unsigned at = count++;
        for (; at > 0 && cell[at - 1] > position->robots.cell[robot]; at--)
            cell[at] = cell[at - 1];
        cell[at] = position->robots.cell[robot];
        position->robots.present &= (uint8_t) ~(1u << robot);
    }
    for (unsigned robot = 0; robot < CAROM_ROBOTS && next < count; robot++)
        if ((same >> robot & 1u) != 0) {
            position->robots.cell[robot] = cell[next++];
            position->robots.present |= (uint8_t)(1u << robot);
        }
}

/* Rotates the face with the red mark to the north-west. */
static void rotate_position(struct carom_position *position)
{
    if (!carom_board_is_printed(&position->board))
        return;
    while (position->board.faces[0] / 4 != CAROM_RED)
        carom_position_rotate(position, 1);
}

/* Rotates tile A to the upper left; a quarter turn moves each tile by one corner. */
static void rotate_tiles(struct carom_micro_position *position)
{
    struct carom_micro_board old = position->board;
    uint8_t tiles[4], turns[4];
    unsigned first = 0;
    while (old.tiles[first] != 0)
        first++;
    for (unsigned i = 0; i < 4; i++) {
        tiles[i] = old.tiles[(i + first) % 4];
        turns[i] = (uint8_t)((old.turns[(i + first) % 4] + 4 - first) % 4);
    }
    carom_micro_board_build(&position->board, old.side, tiles, turns);
    position->start = position->board.cell_of[old.face_at[position->start]];
    position->target = position->board.cell_of[old.face_at[position->target]];
    if (position->via != CAROM_MICRO_NO_CELL)
        position->via = position->board.cell_of[old.face_at[position->via]];
    if (position->start > position->target) {
        uint8_t start = position->start;
        position->start = position->target;
        position->target = start;
    }
}

void carom_puzzle_canonical(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                            const struct carom_puzzle_analysis *analysis, struct carom_puzzle *heart)
{
    *heart = *puzzle;
    switch (heart->game) {
    case CAROM_GAME_RICOCHET:
        remove_irrelevant_robots(solver, heart, analysis);
        rotate_position(&heart->position);
        sort_alike_robots(&heart->position);
        return;
    case CAROM_GAME_MICRO:
        rotate_tiles(&heart->micro);
        return;
    }
}
