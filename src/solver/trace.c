/*
 * From states back to routes (trace.h).
 *
 * Candidates for the state before are all those from which a robot could have come if it could stop anywhere; a
 * candidate counts if it was reached in time and the slide really ends where it must.
 */
#include "trace.h"

struct state carom_node_state(const struct field *field, struct node node)
{
    struct state state = {.owed = (uint8_t)key_owed(node.key)};
    state.cell[0] = node.active;
    for (unsigned member = 1; member < field->members; member++)
        state.cell[member] = (uint8_t)key_cell(node.key, member);
    return state;
}

struct trace {
    const struct sets *sets;
    const struct field *field;
    struct state state; /* the later one */
    unsigned moves;
    unsigned member; /* who moved last */
    before_visitor *visit;
    void *context;
};

/* Does a candidate's move really lead on, and what does it owe before? Visits it if so. */
static bool candidate_moved(const struct trace *trace, struct state before, unsigned axes, unsigned cost)
{
    if (cost > trace->moves)
        return true;
    for (unsigned owed = 0; owed <= CAROM_AXES_BOTH; owed++) {
        bool fits = trace->member == 0 ? (owed & ~axes) == trace->state.owed : owed == trace->state.owed;
        before.owed = (uint8_t)owed;
        struct node node = node_of(trace->field, &before);
        if (!fits)
            continue;
        uint32_t moves = carom_sets_moves(trace->sets, node);
        if (moves <= trace->moves - cost && !trace->visit(trace->context, node, moves, cost))
            return false;
    }
    return true;
}

static bool candidate_ghost(const struct trace *trace, struct state before, const struct crowd *others)
{
    struct ghost_moves moves;
    unsigned to = trace->state.cell[trace->member];
    carom_ghost_moves(trace->field, others, before.cell[trace->member], trace->moves, &moves, NULL);
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].to == to && !candidate_moved(trace, before, moves.move[i].axes, moves.move[i].cost))
            return false;
    return true;
}

/* The robot that moved last may have come from this cell. */
static bool candidate(const struct trace *trace, const struct crowd *others, unsigned cell)
{
    const struct field *field = trace->field;
    unsigned class = field->class[trace->member];
    unsigned to = trace->state.cell[trace->member];
    struct state before = trace->state;
    if (crowd_has(others, cell))
        return true;
    before.cell[trace->member] = (uint8_t)cell;
    if (class == CLASS_GHOST)
        return candidate_ghost(trace, before, others);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        int slide = field_slide(field, others, class, cell, direction);
        if (slide != NO_SLIDE && slide_cell(slide) == to && !candidate_moved(trace, before, slide_axes(slide), 1))
            return false;
    }
    return true;
}

/* Where the member may have come from: along rays, or for the transparent robot from anywhere. */
static struct cells sources(const struct field *field, unsigned class, unsigned cell)
{
    struct cells from = cells_none();
    if (class == CLASS_GHOST)
        return cells_minus(cells_all(), field->barriers);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct ray ray;
        carom_field_ray(field, class, cell, direction, &ray);
        for (unsigned i = 0; i < ray.count; i++)
            cells_add(&from, ray.cell[i]);
    }
    return from;
}

bool carom_trace_before(const struct sets *sets, const struct field *field, struct node node, unsigned moves,
                        before_visitor *visit, void *context)
{
    struct trace trace = {.sets = sets, .field = field, .moves = moves, .visit = visit, .context = context};
    trace.state = carom_node_state(field, node);
    for (trace.member = 0; trace.member < field->members; trace.member++) {
        struct crowd others = carom_crowd_of(&trace.state, field->members);
        unsigned cell = trace.state.cell[trace.member];
        crowd_flip(&others, cell);
        struct cells from = sources(field, field->class[trace.member], cell);
        for (struct cells_walk walk = cells_walk(&from); cells_next(&walk);)
            if (!candidate(&trace, &others, walk.cell))
                return false;
    }
    return true;
}

struct first_before {
    struct node node;
    unsigned moves;
    unsigned cost;
};

static bool take_first(void *context, struct node before, unsigned moves, unsigned cost)
{
    struct first_before *first = context;
    *first = (struct first_before){before, moves, cost};
    return false;
}

/* Is this the step from one state to the next node? Then makes it. */
static bool is_step(const struct field *field, struct state *state, struct step step, struct node next)
{
    struct state after = *state;
    after.cell[step.member] = step.to;
    if (step.member == 0)
        after.owed &= (uint8_t)~step.axes;
    struct node node = node_of(field, &after);
    if (node.key != next.key || node.active != next.active)
        return false;
    *state = after;
    return true;
}

/* The robot that moved, told apart from those of its class. */
static bool member_step(const struct field *field, struct state *state, unsigned member, struct node next,
                        unsigned cost, struct step *step)
{
    struct crowd others = carom_crowd_of(state, field->members);
    unsigned cell = state->cell[member];
    crowd_flip(&others, cell);
    if (field->class[member] == CLASS_GHOST) {
        struct ghost_moves moves;
        carom_ghost_moves(field, &others, cell, cost, &moves, NULL);
        for (unsigned i = 0; i < moves.count; i++) {
            *step = (struct step){(uint8_t)member, 0, moves.move[i].to, moves.move[i].axes, moves.move[i].cost};
            if (step->cost == cost && is_step(field, state, *step, next))
                return true;
        }
        return false;
    }
    for (unsigned direction = 0; cost == 1 && direction < CAROM_DIRECTIONS; direction++) {
        int slide = field_slide(field, &others, field->class[member], cell, direction);
        if (slide == NO_SLIDE)
            continue;
        *step = (struct step){(uint8_t)member, (uint8_t)direction, (uint8_t)slide_cell(slide),
                              (uint8_t)slide_axes(slide), 1};
        if (is_step(field, state, *step, next))
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

static void name_steps(const struct field *field, const struct chain *chain, struct steps *steps)
{
    struct state state = carom_field_start(field);
    unsigned last = 0;
    steps->count = 0;
    for (unsigned i = chain->count; i-- > 0;) {
        struct step step;
        /* Whoever moved last goes on if it can have been. */
        for (unsigned turn = 0; turn < field->members; turn++) {
            unsigned member = (last + turn) % field->members;
            if (!member_step(field, &state, member, chain->node[i], chain->cost[i], &step))
                continue;
            last = member;
            steps->step[steps->count++] = step;
            break;
        }
    }
}

void carom_trace_route(const struct sets *sets, const struct field *field, struct steps *steps)
{
    struct chain chain = {.count = 0};
    struct node node = sets->last;
    for (unsigned moves = sets->last_moves; moves > 0;) {
        struct first_before before = {.cost = 0};
        carom_trace_before(sets, field, node, moves, take_first, &before);
        if (before.cost == 0)
            break; /* cannot be: what was reached was reached from somewhere */
        chain.node[chain.count] = node;
        chain.cost[chain.count++] = (uint8_t)before.cost;
        node = before.node;
        moves = before.moves;
    }
    name_steps(field, &chain, steps);
    for (unsigned i = 0; i < sets->home.count; i++)
        steps->step[steps->count++] = sets->home.step[i];
}
