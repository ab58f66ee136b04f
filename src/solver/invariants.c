/*
 * Invariants of the solver's structs (invariants.h). Compiled only with assertions on.
 */
#include "invariants.h"

static bool piece_valid(const struct problem *problem, unsigned piece)
{
    for (unsigned other = 0; other < piece; other++)
        if (problem->start[other] == problem->start[piece] || problem->robot[other] == problem->robot[piece])
            return false;
    if (problem->robot[piece] >= CAROM_ROBOTS || problem->class[piece] >= CLASSES)
        return false;
    unsigned first = problem->class_first[piece];
    return piece == 0 || (first > 0 && first <= piece && problem->class[first] == problem->class[piece] &&
                          (piece == 1 || problem->class[piece - 1] <= problem->class[piece]));
}

bool carom_problem_valid(const struct problem *problem)
{
    if (problem->pieces < 1 || problem->pieces > CAROM_ROBOTS || problem->axes_owed > CAROM_AXIS_BOTH ||
        (problem->forbidden != NO_CELL && problem->forbidden != problem->target))
        return false;
    for (unsigned piece = 0; piece < problem->pieces; piece++)
        if (!piece_valid(problem, piece))
            return false;
    return true;
}

static bool levels_valid(const struct placement_table *table, uint32_t index)
{
    const struct placement *placement = &table->placement[index];
    if (placement->levels > LEVELS || placement->open_list > 2 ||
        (placement->levels > 1 && placement->higher_closed + placement->levels - 1u > table->pool.count))
        return false;
    const struct bitboard *below = &placement->closed0;
    for (unsigned level = 1; level < placement->levels; level++) {
        const struct bitboard *set = &table->pool.row[placement->higher_closed + level - 1];
        struct bitboard more = bb_and_not(*set, *below);
        if (!bb_is_empty(&more))
            return false;
        below = set;
    }
    return true;
}

/* A lookup by the placement's key finds its own cells at its own levels. */
static bool found_by_key(const struct placement_table *table, uint32_t index)
{
    const struct placement *placement = &table->placement[index];
    for (struct bb_iter iter = bb_iter(&placement->closed0); bb_iter_next(&iter);)
        if (carom_placement_table_level(table, placement->key, iter.cell) >= placement->levels)
            return false;
    return true;
}

bool carom_placement_table_valid(const struct placement_table *table)
{
    if (table->count > table->placement_capacity || (size_t)1 << table->slot_bits > table->slot_capacity)
        return false;
    for (uint32_t i = 0; i < table->count; i++)
        if (!levels_valid(table, i) || !found_by_key(table, i))
            return false;
    return true;
}

static bool route_valid(const struct carom_solution *solution, const struct carom_position *position,
                        const struct carom_solve_options *options)
{
    struct carom_round round = carom_round_begin(&position->robots);
    enum carom_round_state state = CAROM_ROUND_RUNNING;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        round.axes[robot] = options->axes_travelled[robot];
    for (uint32_t i = 0; i < solution->moves; i++) {
        struct carom_slide slide;
        if (state == CAROM_ROUND_NO_RICOCHET || !carom_round_move(&round, &position->board, solution->route[i], &slide))
            return false;
        state = carom_round_state(&round, &position->target, solution->route[i].robot, !options->no_ricochet);
    }
    return round.cost == solution->cost && (state == CAROM_ROUND_REACHED || solution->moves == 0);
}

bool carom_solution_valid(const struct carom_solution *solution, const struct carom_position *position,
                          const struct carom_solve_options *options)
{
    if (solution->status != CAROM_SOLVE_FOUND)
        return true;
    return solution->moves <= CAROM_ROUTE_MAX && solution->lower_bound == solution->cost &&
           solution->cost >= solution->moves && route_valid(solution, position, options);
}
