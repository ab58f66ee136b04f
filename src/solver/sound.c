/*
 * What the solver's structs promise (sound.h). Only in builds with assertions.
 */
#include "sound.h"

static bool member_sound(const struct prepared *prepared, unsigned member)
{
    for (unsigned other = 0; other < member; other++)
        if (prepared->start[other] == prepared->start[member] || prepared->robot[other] == prepared->robot[member])
            return false;
    if (prepared->robot[member] >= CAROM_ROBOTS || prepared->class[member] >= CLASSES)
        return false;
    unsigned first = prepared->first_alike[member];
    return member == 0 || (first > 0 && first <= member && prepared->class[first] == prepared->class[member] &&
                           (member == 1 || prepared->class[member - 1] <= prepared->class[member]));
}

bool carom_prepared_sound(const struct prepared *prepared)
{
    if (prepared->members < 1 || prepared->members > CAROM_ROBOTS || prepared->owed > CAROM_AXES_BOTH ||
        (prepared->forbidden != NO_CELL && prepared->forbidden != prepared->target))
        return false;
    for (unsigned member = 0; member < prepared->members; member++)
        if (!member_sound(prepared, member))
            return false;
    return true;
}

static bool levels_sound(const struct placements *placements, uint32_t index)
{
    const struct placement *placement = &placements->placement[index];
    if (placement->levels > LEVELS || placement->queued > 2 ||
        (placement->levels > 1 && placement->higher + placement->levels - 1u > placements->rows.count))
        return false;
    const struct cells *below = &placement->lowest;
    for (unsigned level = 1; level < placement->levels; level++) {
        const struct cells *set = &placements->rows.row[placement->higher + level - 1];
        struct cells more = cells_minus(*set, *below);
        if (!cells_empty(&more))
            return false;
        below = set;
    }
    return true;
}

/* Asked for by its key, a placement knows its own cells at its own levels. */
static bool found_by_key(const struct placements *placements, uint32_t index)
{
    const struct placement *placement = &placements->placement[index];
    for (struct cells_walk walk = cells_walk(&placement->lowest); cells_next(&walk);)
        if (carom_placements_level(placements, placement->key, walk.cell) >= placement->levels)
            return false;
    return true;
}

bool carom_placements_sound(const struct placements *placements)
{
    if (placements->count > placements->placement_room || (size_t)1 << placements->slot_bits > placements->slot_room)
        return false;
    for (uint32_t i = 0; i < placements->count; i++)
        if (!levels_sound(placements, i) || !found_by_key(placements, i))
            return false;
    return true;
}

static bool route_sound(const struct carom_solution *solution, const struct carom_position *position,
                        const struct carom_solve_options *options)
{
    struct carom_round round = carom_round_begin(&position->robots);
    enum carom_round_state state = CAROM_ROUND_ON;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        round.axes[robot] = options->axes[robot];
    for (uint32_t i = 0; i < solution->moves; i++) {
        struct carom_slide slide;
        if (state == CAROM_ROUND_NO_RICOCHET || !carom_round_move(&round, &position->board, solution->route[i], &slide))
            return false;
        state = carom_round_state(&round, &position->target, solution->route[i].robot, !options->no_ricochet);
    }
    return round.cost == solution->cost && (state == CAROM_ROUND_REACHED || solution->moves == 0);
}

bool carom_solution_sound(const struct carom_solution *solution, const struct carom_position *position,
                          const struct carom_solve_options *options)
{
    if (solution->status != CAROM_SOLVE_FOUND)
        return true;
    return solution->moves <= CAROM_ROUTE_MAX && solution->at_least == solution->cost &&
           solution->cost >= solution->moves && route_sound(solution, position, options);
}
