/*
 * IDA* (ida.h).
 *
 * The transposition table remembers which states were refuted at which cost. It is exact, and valid across all limits
 * of a position. At slack 0 the search ends with a direct finish (finish.h), which needs no table; at slack 1 blockers'
 * moves that cannot help are pruned (bound.h).
 */
#include "ida.h"

#include "../core/libc_mem.h"
#include "finish.h"
#include "invariants.h"
#include "transparent.h"

struct ida {
    const struct problem *problem;
    struct bound *bound;
    struct trans_table *table;
    struct budget *budget;
    struct steps *steps; /* steps->count is the current depth */
    uint64_t node_limit;
    enum search_status status;
    struct state state;
    struct occupancy occupancy; /* the blockers only */
};

void carom_tt_reset(struct trans_table *table)
{
    table->bits = TT_FIRST_BITS;
    table->used = 0;
    memset(table->entry, 0, sizeof table->entry[0] << TT_FIRST_BITS);
}

static bool search(struct ida *ida, unsigned remaining);

/* The key of a state in the table. It includes the active robot, so that all candidates for the vortex can share the
 * table. */
#define TT_KEY_ROBOT_SHIFT 50
static uint64_t tt_key(const struct ida *ida)
{
    return carom_state_key(ida->problem, &ida->state) << 8 | ida->state.cell[0] |
           (uint64_t)ida->problem->robot[0] << TT_KEY_ROBOT_SHIFT;
}

/* The slot is the top bits of a product, so that doubling the table moves slot i to 2i or 2i + 1. */
static inline uint32_t tt_slot(const struct trans_table *table, uint64_t key)
{
    return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - table->bits));
}

static void tt_grow(struct trans_table *table)
{
    uint32_t count = (uint32_t)1 << table->bits++;
    for (uint32_t i = count; i-- > 0;) {
        uint64_t entry = table->entry[i];
        table->entry[2 * i] = table->entry[2 * i + 1] = 0;
        if (entry != 0)
            table->entry[tt_slot(table, entry >> 8)] = entry;
    }
}

/* Is the state refuted for this remaining cost? An entry is key << 8 | (refuted cost + 1). */
static inline bool tt_refutes(const struct trans_table *table, uint64_t key, unsigned remaining)
{
    uint64_t entry = table->entry[tt_slot(table, key)];
    return entry >> 8 == key && (entry & 255u) > remaining;
}

static void tt_store(struct trans_table *table, uint64_t key, unsigned remaining)
{
    uint64_t *entry = &table->entry[tt_slot(table, key)];
    table->used += *entry == 0;
    *entry = key << 8 | (remaining + 1);
    if (table->used > (uint32_t)1 << (table->bits - 1) && table->bits < TT_LAST_BITS)
        tt_grow(table);
}

static bool search_child(struct ida *ida, uint64_t key, unsigned remaining)
{
    if (search(ida, remaining))
        return true;
    if (ida->status == SEARCH_REFUTED)
        tt_store(ida->table, key, remaining);
    return false;
}

static bool try_finish(struct ida *ida, unsigned cell, unsigned owed)
{
    struct steps *steps = ida->steps;
    if (!carom_finish(ida->problem, ida->bound, &ida->occupancy, cell, owed, &steps->step[steps->count]))
        return false;
    steps->count += ida->bound->cost[cell];
    return true;
}

/* Tries a move of the active robot; `remaining` is the cost left before it. */
static bool try_active(struct ida *ida, struct step step, unsigned remaining)
{
    const struct problem *problem = ida->problem;
    unsigned need = ida->bound->cost[step.to] + (unsigned)step.cost;
    unsigned owed = ida->state.axes_owed & ~(unsigned)step.axes;
    if (need > remaining || !can_stop_at(problem, step.to, owed))
        return false;
    struct state before = ida->state;
    bool found = false;
    ida->steps->step[ida->steps->count++] = step;
    if (step.to == problem->target) {
        found = true;
    } else if (need == remaining && !ida->bound->transparent) {
        found = try_finish(ida, step.to, owed);
    } else {
        ida->state.cell[0] = step.to;
        ida->state.axes_owed = (uint8_t)owed;
        uint64_t key = tt_key(ida);
        found = !tt_refutes(ida->table, key, remaining - step.cost) && search_child(ida, key, remaining - step.cost);
        ida->state = before;
    }
    ida->steps->count -= !found;
    return found;
}

static void move_blocker_bits(struct ida *ida, unsigned from, unsigned to)
{
    occupancy_toggle(&ida->occupancy, from);
    occupancy_toggle(&ida->occupancy, to);
}

/* Continues after a blocker's move that leaves slack. */
static bool search_after_blocker(struct ida *ida, struct step step, unsigned remaining)
{
    unsigned from = ida->state.cell[step.piece];
    bool found = false;
    ida->state.cell[step.piece] = step.to;
    uint64_t key = tt_key(ida);
    if (!tt_refutes(ida->table, key, remaining - step.cost)) {
        ida->steps->step[ida->steps->count++] = step;
        move_blocker_bits(ida, from, step.to);
        found = search_child(ida, key, remaining - step.cost);
        move_blocker_bits(ida, step.to, from);
        ida->steps->count -= !found;
    }
    ida->state.cell[step.piece] = (uint8_t)from;
    return found;
}

/* Tries the direct finish after a blocker's move that uses up the last slack. */
static bool finish_after_blocker(struct ida *ida, struct step step)
{
    unsigned active = ida->state.cell[0], from = ida->state.cell[step.piece];
    if (active == ida->problem->target || !bound_move_helps(ida->bound, ida->problem, active, from, step.to))
        return false;
    ida->steps->step[ida->steps->count++] = step;
    move_blocker_bits(ida, from, step.to);
    bool found = try_finish(ida, active, ida->state.axes_owed);
    move_blocker_bits(ida, step.to, from);
    ida->steps->count -= !found;
    return found;
}

static bool try_blocker(struct ida *ida, struct step step, unsigned remaining)
{
    unsigned need = ida->bound->cost[ida->state.cell[0]] + (unsigned)step.cost;
    if (need > remaining || step.to == ida->problem->forbidden)
        return false;
    if (need == remaining && !ida->bound->transparent)
        return finish_after_blocker(ida, step);
    return search_after_blocker(ida, step, remaining);
}

static bool try_step(struct ida *ida, struct step step, unsigned remaining)
{
    return step.piece == 0 ? try_active(ida, step, remaining) : try_blocker(ida, step, remaining);
}

static bool search_transparent(struct ida *ida, unsigned piece, unsigned remaining)
{
    struct transparent_stops ends;
    struct occupancy others = ida->occupancy;
    unsigned cell = ida->state.cell[piece];
    if (piece != 0) {
        occupancy_toggle(&others, ida->state.cell[0]);
        occupancy_toggle(&others, cell);
    }
    carom_transparent_stops(ida->problem, &others, cell, remaining, &ends, NULL);
    for (unsigned i = 0; i < ends.count && ida->status == SEARCH_REFUTED; i++) {
        struct step step = {(uint8_t)piece, 0, ends.stop[i].to, ends.stop[i].axes, ends.stop[i].cost};
        if (try_step(ida, step, remaining))
            return true;
    }
    return false;
}

/* The four slides of a piece. For a blocker the active robot is an obstacle, and with barriers the blocker itself
 * must be taken off the board. */
static void piece_slides(struct ida *ida, unsigned piece, int slides[CAROM_DIRECTIONS])
{
    const struct problem *problem = ida->problem;
    unsigned class = problem->class[piece], cell = ida->state.cell[piece];
    bool lift = problem->has_barriers && piece != 0;
    if (piece != 0)
        occupancy_toggle(&ida->occupancy, ida->state.cell[0]);
    if (lift)
        occupancy_toggle(&ida->occupancy, cell);
    slides[CAROM_NORTH] = problem_slide(problem, &ida->occupancy, class, cell, CAROM_NORTH);
    slides[CAROM_EAST] = problem_slide(problem, &ida->occupancy, class, cell, CAROM_EAST);
    slides[CAROM_SOUTH] = problem_slide(problem, &ida->occupancy, class, cell, CAROM_SOUTH);
    slides[CAROM_WEST] = problem_slide(problem, &ida->occupancy, class, cell, CAROM_WEST);
    if (lift)
        occupancy_toggle(&ida->occupancy, cell);
    if (piece != 0)
        occupancy_toggle(&ida->occupancy, ida->state.cell[0]);
}

static bool search_piece(struct ida *ida, unsigned piece, unsigned remaining)
{
    if (ida->problem->class[piece] == CLASS_TRANSPARENT)
        return search_transparent(ida, piece, remaining);
    int slides[CAROM_DIRECTIONS];
    piece_slides(ida, piece, slides);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS && ida->status == SEARCH_REFUTED; direction++) {
        int slide = slides[direction];
        if (slide == NO_SLIDE)
            continue;
        struct step step = {(uint8_t)piece, (uint8_t)direction, (uint8_t)slide_cell(slide), (uint8_t)slide_axes(slide),
                            1};
        if (try_step(ida, step, remaining))
            return true;
    }
    return false;
}

static bool search_blockers(struct ida *ida, unsigned remaining)
{
    const struct problem *problem = ida->problem;
    struct bound *bound = ida->bound;
    unsigned active = ida->state.cell[0];
    bool tight = bound->cost[active] + 1u == remaining && !problem->has_barriers && !bound->transparent;
    if (tight && !bound->paths_known[active])
        carom_bound_paths(bound, problem, active);
    for (unsigned piece = 1; piece < problem->pieces; piece++) {
        if (tight && problem->class[piece] != CLASS_TRANSPARENT &&
            !bound_move_may_help(bound, active, ida->state.cell[piece]))
            continue;
        if (search_piece(ida, piece, remaining))
            return true;
    }
    return false;
}

static bool search(struct ida *ida, unsigned remaining)
{
    struct budget *budget = ida->budget;
    budget->nodes++;
    if (budget_exhausted(budget, &ida->status))
        return false;
    if (budget->nodes >= ida->node_limit) {
        ida->status = SEARCH_LIMIT;
        return false;
    }
    if (search_piece(ida, 0, remaining))
        return true;
    return ida->bound->cost[ida->state.cell[0]] < remaining && search_blockers(ida, remaining);
}

enum search_status carom_ida_search(const struct problem *problem, struct bound *bound, struct trans_table *table,
                                    struct budget *budget, uint64_t give_up, unsigned max_cost, struct steps *steps)
{
    struct ida ida = {.problem = problem,
                      .bound = bound,
                      .table = table,
                      .budget = budget,
                      .steps = steps,
                      .node_limit = give_up,
                      .status = SEARCH_REFUTED,
                      .state = carom_problem_start(problem)};
    for (unsigned piece = 1; piece < problem->pieces; piece++)
        occupancy_toggle(&ida.occupancy, ida.state.cell[piece]);
    steps->count = 0;
    CAROM_ASSERT(carom_problem_valid(problem) && max_cost <= IDA_LIMIT_MAX);
    if (bound->cost[ida.state.cell[0]] > max_cost)
        return SEARCH_REFUTED;
    return search(&ida, max_cost) ? SEARCH_FOUND : ida.status;
}
