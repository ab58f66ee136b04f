/*
 * From states back to routes (trace.h).
 *
 * Candidates for the state before are all those from which a robot could have come if it could stop anywhere; a
 * candidate counts if it was reached in time and the slide really ends where it must.
 */
#include "trace.h"

#include "transparent.h"

#define TRANSPARENT_WORK 8 /* microseconds for all ends, or so */

struct state carom_node_state(const struct prepared *prepared, struct node node)
{
    struct state state = {.owed = (uint8_t)key_owed(node.key)};
    state.cell[0] = node.active;
    for (unsigned member = 1; member < prepared->members; member++)
        state.cell[member] = (uint8_t)key_cell(node.key, member);
    return state;
}

struct trace {
    const struct sets *sets;
    const struct prepared *prepared;
    struct budget *budget;
    struct state state; /* the later one */
    unsigned spent;
    unsigned member; /* who moved last */
    before_visitor *visit;
    void *context;
};

/* Does a candidate's move really lead on, and what does it owe before? Visits it if so. */
static bool candidate_moved(const struct trace *trace, struct state before, unsigned axes, unsigned cost)
{
    if (cost > trace->spent)
        return true;
    for (unsigned owed = 0; owed <= CAROM_AXES_BOTH; owed++) {
        bool fits = trace->member == 0 ? (owed & ~axes) == trace->state.owed : owed == trace->state.owed;
        before.owed = (uint8_t)owed;
        struct node node = node_of(trace->prepared, &before);
        if (!fits)
            continue;
        uint32_t spent = carom_sets_cost(trace->sets, node);
        if (spent <= trace->spent - cost && !trace->visit(trace->context, node, spent, cost))
            return false;
    }
    return true;
}

static bool candidate_transparent(const struct trace *trace, struct state before, const struct crowd *others)
{
    struct transparent_ends ends;
    unsigned to = trace->state.cell[trace->member];
    if (budget_worked(trace->budget, TRANSPARENT_WORK))
        return false;
    carom_transparent_ends(trace->prepared, others, before.cell[trace->member], trace->spent, &ends, NULL);
    for (unsigned i = 0; i < ends.count; i++)
        if (ends.end[i].to == to && !candidate_moved(trace, before, ends.end[i].axes, ends.end[i].cost))
            return false;
    return true;
}

/* The robot that moved last may have come from this cell. */
static bool candidate(const struct trace *trace, const struct crowd *others, unsigned cell)
{
    const struct prepared *prepared = trace->prepared;
    unsigned class = prepared->class[trace->member];
    unsigned to = trace->state.cell[trace->member];
    struct state before = trace->state;
    if (crowd_has(others, cell))
        return true;
    before.cell[trace->member] = (uint8_t)cell;
    if (class == CLASS_TRANSPARENT)
        return candidate_transparent(trace, before, others);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        int slide = prepared_slide(prepared, others, class, cell, direction);
        if (slide != NO_SLIDE && slide_cell(slide) == to && !candidate_moved(trace, before, slide_axes(slide), 1))
            return false;
    }
    return true;
}

/* Where the member may have come from: along rays, or for the transparent robot from anywhere. */
static struct cells sources(const struct prepared *prepared, unsigned class, unsigned cell)
{
    struct cells from = cells_none();
    if (class == CLASS_TRANSPARENT)
        return cells_minus(cells_all(), prepared->barriers);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct ray ray;
        carom_prepared_ray(prepared, class, cell, direction, &ray);
        for (unsigned i = 0; i < ray.count; i++)
            cells_add(&from, ray.cell[i]);
    }
    return from;
}

bool carom_trace_before(const struct sets *sets, const struct prepared *prepared, struct budget *budget,
                        struct node node, unsigned spent, before_visitor *visit, void *context)
{
    struct trace trace = {
        .sets = sets, .prepared = prepared, .budget = budget, .spent = spent, .visit = visit, .context = context};
    if (budget_worked(budget, 1))
        return false;
    trace.state = carom_node_state(prepared, node);
    for (trace.member = 0; trace.member < prepared->members; trace.member++) {
        struct crowd others = carom_crowd_of(&trace.state, prepared->members);
        unsigned cell = trace.state.cell[trace.member];
        crowd_flip(&others, cell);
        struct cells from = sources(prepared, prepared->class[trace.member], cell);
        for (struct cells_walk walk = cells_walk(&from); cells_next(&walk);)
            if (!candidate(&trace, &others, walk.cell))
                return false;
    }
    return true;
}

struct first_before {
    struct node node;
    unsigned spent;
    unsigned cost;
};

static bool take_first(void *context, struct node before, unsigned spent, unsigned cost)
{
    struct first_before *first = context;
    *first = (struct first_before){before, spent, cost};
    return false;
}

/* Is this the step from one state to the next node? Then makes it. */
static bool is_step(const struct prepared *prepared, struct state *state, struct step step, struct node next)
{
    struct state after = *state;
    after.cell[step.member] = step.to;
    if (step.member == 0)
        after.owed &= (uint8_t)~step.axes;
    struct node node = node_of(prepared, &after);
    if (node.key != next.key || node.active != next.active)
        return false;
    *state = after;
    return true;
}

/* The robot that moved, told apart from those of its class. */
static bool member_step(const struct prepared *prepared, struct state *state, unsigned member, struct node next,
                        unsigned cost, struct step *step)
{
    struct crowd others = carom_crowd_of(state, prepared->members);
    unsigned cell = state->cell[member];
    crowd_flip(&others, cell);
    if (prepared->class[member] == CLASS_TRANSPARENT) {
        struct transparent_ends ends;
        carom_transparent_ends(prepared, &others, cell, cost, &ends, NULL);
        for (unsigned i = 0; i < ends.count; i++) {
            *step = (struct step){(uint8_t)member, 0, ends.end[i].to, ends.end[i].axes, ends.end[i].cost};
            if (step->cost == cost && is_step(prepared, state, *step, next))
                return true;
        }
        return false;
    }
    for (unsigned direction = 0; cost == 1 && direction < CAROM_DIRECTIONS; direction++) {
        int slide = prepared_slide(prepared, &others, prepared->class[member], cell, direction);
        if (slide == NO_SLIDE)
            continue;
        *step = (struct step){(uint8_t)member, (uint8_t)direction, (uint8_t)slide_cell(slide),
                              (uint8_t)slide_axes(slide), 1};
        if (is_step(prepared, state, *step, next))
            return true;
    }
    return false;
}

/* Nodes from the first to the last, and the cost of coming to each. */
struct chain {
    unsigned count;
    struct node node[CAROM_ROUTE_MAX + 1];
    uint8_t cost[CAROM_ROUTE_MAX + 1];
};

static void name_steps(const struct prepared *prepared, const struct chain *chain, struct steps *steps)
{
    struct state state = carom_prepared_start(prepared);
    unsigned last = 0;
    steps->count = 0;
    for (unsigned i = chain->count; i-- > 0;) {
        struct step step;
        /* Whoever moved last goes on if it can have been. */
        for (unsigned turn = 0; turn < prepared->members; turn++) {
            unsigned member = (last + turn) % prepared->members;
            if (!member_step(prepared, &state, member, chain->node[i], chain->cost[i], &step))
                continue;
            last = member;
            steps->step[steps->count++] = step;
            break;
        }
    }
}

enum verdict carom_trace_route(const struct sets *sets, const struct prepared *prepared, struct budget *budget,
                               struct steps *steps)
{
    struct chain chain = {.count = 0};
    struct node node = sets->last;
    for (unsigned spent = sets->last_cost; spent > 0;) {
        struct first_before before = {.cost = 0};
        carom_trace_before(sets, prepared, budget, node, spent, take_first, &before);
        if (before.cost == 0) /* what was reached was reached from somewhere: only the budget can end this */
            return budget->over != VERDICT_REFUTED ? budget->over : VERDICT_LIMIT;
        chain.node[chain.count] = node;
        chain.cost[chain.count++] = (uint8_t)before.cost;
        node = before.node;
        spent = before.spent;
    }
    name_steps(prepared, &chain, steps);
    for (unsigned i = 0; i < sets->home.count; i++)
        steps->step[steps->count++] = sets->home.step[i];
    return VERDICT_FOUND;
}
