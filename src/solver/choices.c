/*
 * The transparent robot's moves to wanted stops (choices.h).
 */
#include "choices.h"

#include "../core/libc_mem.h"

#define NO_END UINT16_MAX

void carom_choices_init(struct choices *choices, const struct carom_allocator *allocator, struct budget *budget)
{
    choices->allocator = allocator;
    choices->budget = budget;
    choices->known = NULL;
    choices->room = 0;
    choices->turn = 0;
}

void carom_choices_done(struct choices *choices)
{
    if (choices->known != NULL)
        choices->allocator->resize(choices->allocator->context, choices->known, choices->room * sizeof *choices->known,
                                   0);
    choices->known = NULL;
    choices->room = 0;
}

/* Allocates the memo on first use. Only boards with barriers need it. */
static bool alloc_memo(struct choices *choices)
{
    const struct carom_allocator *allocator = choices->allocator;
    size_t room = (size_t)(CAROM_MOVE_SIGNS_MAX + 1) * 8 * choices->problem->barrier_count;
    size_t size = sizeof *choices->known;
    if (room <= choices->room)
        return true;
    struct choice *known = allocator->resize(allocator->context, choices->known, choices->room * size, room * size);
    if (known == NULL)
        return false;
    memset(known + choices->room, 0, (room - choices->room) * size);
    choices->known = known;
    choices->room = room;
    return true;
}

/* The memo entry of a barrier met after `signs` others. */
static struct choice *choice_at(const struct choices *choices, unsigned meeting, unsigned signs)
{
    const struct problem *problem = choices->problem;
    return &choices->known[8 * (signs * problem->barrier_count + problem->rank[meeting & 255u]) + (meeting >> 8)];
}

void carom_choices_begin(struct choices *choices, const struct problem *problem, const struct occupancy *others,
                         unsigned cell, unsigned max_cost)
{
    struct transparent_stops *ends = &choices->ends;
    choices->problem = problem;
    choices->others = *others;
    choices->cell = cell;
    choices->max_cost = max_cost;
    choices->turn++;
    choices->status = alloc_memo(choices) ? SEARCH_REFUTED : SEARCH_NO_MEMORY;
    carom_transparent_stops(problem, others, cell, max_cost, ends, NULL);
    memset(choices->end_at, 255, sizeof choices->end_at);
    for (unsigned i = 0; i < ends->count; i++) {
        choices->end_at[ends->stop[i].to][ends->stop[i].axes] = (uint16_t)i;
        choices->worth[i] = 0;
    }
}

/* The index of a stop if it is wanted at this cost, or NO_END. */
static unsigned wanted_end(const struct choices *choices, unsigned to, unsigned axes, unsigned plus)
{
    unsigned end = to == NO_CELL ? NO_END : choices->end_at[to][axes];
    return end != NO_END && choices->ends.stop[end].cost == plus + 1 && choices->worth[end] != 0 ? end : NO_END;
}

/* The barriers met one after another by bouncing only, as far as there are signs, and where that ends. */
struct state_chain {
    unsigned count;
    uint16_t meeting[CAROM_MOVE_SIGNS_MAX];
    unsigned end; /* last cell, or NO_CELL if it never stops */
};

/* Bounces are reversible, so a chain that meets a barrier again has returned to its first one, or to its second if
 * nothing had deflected the robot before the first. */
static void follow_bounces(const struct choices *choices, unsigned meeting, unsigned signs, struct state_chain *chain)
{
    const struct problem *problem = choices->problem;
    unsigned first = meeting, second = MEETINGS;
    chain->count = 0;
    for (;;) {
        unsigned cell = meeting & 255u, direction = bounced_direction(meeting >> 8 & 3u, problem->falling[cell]);
        if (signs + chain->count < CAROM_MOVE_SIGNS_MAX)
            chain->meeting[chain->count++] = (uint16_t)meeting;
        if (!meets_barrier(problem, &choices->others, cell, direction, false, &chain->end))
            return;
        meeting = meeting_of(chain->end, direction, 1);
        if (meeting == first || meeting == second) {
            chain->end = NO_CELL;
            return;
        }
        if (second == MEETINGS)
            second = meeting;
    }
}

/* Passes through a barrier. True: the robot meets the barrier `*next`. False: `*next` is a wanted stop, or NO_END. */
static bool go_through(const struct choices *choices, unsigned meeting, unsigned plus, unsigned *next)
{
    unsigned direction = meeting >> 8 & 3u, bounced = meeting >> 10, to;
    bool meets = meets_barrier(choices->problem, &choices->others, meeting & 255u, direction, false, &to);
    if (meets)
        *next = meeting_of(to, direction, bounced);
    else
        *next = wanted_end(choices, to, bounced != 0 ? CAROM_AXIS_BOTH : carom_direction_axis(direction), plus + 1);
    return meets;
}

/* How many shortest routes continue from this stop; 0 unless the stop is wanted. */
static uint64_t worth_of(const struct choices *choices, unsigned end)
{
    return end != NO_END ? choices->worth[end] : 0;
}

/* Counts the moves that continue from a barrier met after `signs` others, `plus` of which were passed through. An
 * entry reached again with more passes contributes nothing, because it cannot lead to a stop at its least cost. */
static uint64_t count_from(struct choices *choices, unsigned meeting, unsigned signs, unsigned plus)
{
    struct choice *choice = choice_at(choices, meeting, signs);
    struct state_chain chain;
    if (choice->turn == choices->turn && choice->plus <= plus)
        return choice->plus == plus ? choice->count : 0;
    if (choices->status != SEARCH_REFUTED)
        return 0;
    if (budget_worked(choices->budget, 1)) {
        choices->status = choices->budget->over;
        return 0;
    }
    follow_bounces(choices, meeting, signs, &chain);
    uint64_t count = worth_of(choices, wanted_end(choices, chain.end, CAROM_AXIS_BOTH, plus));
    for (unsigned i = 0; i < chain.count && plus + 2 <= choices->max_cost; i++) {
        unsigned next;
        bool meets = go_through(choices, chain.meeting[i], plus, &next);
        count = routes_add(count, meets ? count_from(choices, next, signs + i + 1, plus + 1) : worth_of(choices, next));
    }
    *choice = (struct choice){count, choices->turn, (uint8_t)plus};
    return count;
}

/* Starts a move: in one of four directions, freely or through a wall. True: the robot meets the barrier `*next`.
 * False: `*next` is a wanted stop, or NO_END. */
static bool begin_move(const struct choices *choices, struct carom_move move, unsigned *next)
{
    const struct problem *problem = choices->problem;
    unsigned from = choices->cell, direction = move.direction, to;
    *next = NO_END;
    if (move.through_wall) {
        from = carom_cell_neighbour((carom_cell)from, direction);
        if ((problem->soft_walls[choices->cell] >> direction & 1u) == 0 || occupancy_has(&choices->others, from))
            return false;
        if (bb_has(&problem->barriers, from)) {
            *next = meeting_of(from, direction, 0);
            return true;
        }
    }
    bool meets = meets_barrier(problem, &choices->others, from, direction, move.through_wall, &to);
    *next = meets ? meeting_of(to, direction, 0) : wanted_end(choices, to, carom_direction_axis(direction), 0);
    return meets;
}

static struct carom_move beginning(unsigned i)
{
    struct carom_move move = carom_move_make(CAROM_TRANSPARENT, i % CAROM_DIRECTIONS);
    move.through_wall = i >= CAROM_DIRECTIONS;
    return move;
}

static uint64_t count_beginning(struct choices *choices, struct carom_move move)
{
    unsigned next;
    bool meets = begin_move(choices, move, &next);
    return meets ? count_from(choices, next, 0, 0) : worth_of(choices, next);
}

uint64_t carom_choices_count(struct choices *choices)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < 2 * CAROM_DIRECTIONS && choices->status == SEARCH_REFUTED; i++)
        count = routes_add(count, count_beginning(choices, beginning(i)));
    return count;
}

static bool show(struct choices *choices, const struct choices_visitor *visitor, struct carom_move move, unsigned i)
{
    const struct transparent_stop *stop = &choices->ends.stop[i];
    struct carom_slide slide = {.to = stop->to, .axes = stop->axes, .cost = stop->cost};
    uint32_t turn = choices->turn;
    if (!visitor->visit(visitor->context, move, &slide))
        return false;
    if (choices->turn != turn)
        visitor->again(visitor->context);
    return choices->status == SEARCH_REFUTED;
}

/* Bouncing comes before passing through in the order of the notation, so the last barrier of the chain is the first
 * to be passed. */
static bool visit_from(struct choices *choices, const struct choices_visitor *visitor, struct carom_move move,
                       unsigned meeting, unsigned signs, unsigned plus)
{
    struct state_chain chain;
    if (count_from(choices, meeting, signs, plus) == 0)
        return choices->status == SEARCH_REFUTED;
    follow_bounces(choices, meeting, signs, &chain);
    unsigned end = wanted_end(choices, chain.end, CAROM_AXIS_BOTH, plus);
    if (end != NO_END && !show(choices, visitor, move, end))
        return false;
    for (unsigned i = chain.count; i-- > 0 && plus + 2 <= choices->max_cost;) {
        struct carom_move through = move;
        unsigned next;
        bool meets = go_through(choices, chain.meeting[i], plus, &next);
        through.pass_barriers |= UINT64_C(1) << (signs + i);
        if (meets && !visit_from(choices, visitor, through, next, signs + i + 1, plus + 1))
            return false;
        if (!meets && next != NO_END && !show(choices, visitor, through, next))
            return false;
    }
    return true;
}

bool carom_choices_visit(struct choices *choices, const struct choices_visitor *visitor)
{
    for (unsigned i = 0; i < 2 * CAROM_DIRECTIONS && choices->status == SEARCH_REFUTED; i++) {
        struct carom_move move = beginning(i);
        unsigned next;
        bool meets = begin_move(choices, move, &next);
        if (meets && !visit_from(choices, visitor, move, next, 0, 0))
            return false;
        if (!meets && next != NO_END && !show(choices, visitor, move, next))
            return false;
    }
    return choices->status == SEARCH_REFUTED;
}
