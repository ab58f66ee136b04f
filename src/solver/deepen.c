/*
 * Depth-first search with a growing limit (deepen.h).
 *
 * The table remembers from which states a cost did not suffice; it is small, exact, and lives through all
 * limits of one position. Where there is no slack left the search ends in a way home (home.h), which needs no table;
 * what bound.h says about slack 1 cuts the blockers' moves.
 */
#include "deepen.h"

#include "../core/mem.h"
#include "home.h"
#include "sound.h"
#include "transparent.h"

struct deepen {
    const struct prepared *prepared;
    struct bound *bound;
    struct deepen_table *table;
    struct budget *budget;
    struct steps *steps; /* count is the depth */
    uint64_t give_up;
    enum verdict verdict;
    struct state state;
    struct crowd crowd; /* the blockers */
};

void carom_deepen_reset(struct deepen_table *table)
{
    table->bits = DEEPEN_FIRST_BITS;
    table->used = 0;
    memset(table->entry, 0, sizeof table->entry[0] << DEEPEN_FIRST_BITS);
}

static bool search(struct deepen *deepen, unsigned left);

/* The full name of a state, with the active robot's, so that all candidates for the vortex share the table. */
#define KEY_ROBOT 50
static uint64_t full_key(const struct deepen *deepen)
{
    return carom_state_key(deepen->prepared, &deepen->state) << 8 | deepen->state.cell[0] |
           (uint64_t)deepen->prepared->robot[0] << KEY_ROBOT;
}

/* Slots go by the top bits of a product, so that doubling the table puts an entry at twice its place or right behind.
 */
static inline uint32_t table_slot(const struct deepen_table *table, uint64_t key)
{
    return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - table->bits));
}

static void table_double(struct deepen_table *table)
{
    uint32_t count = (uint32_t)1 << table->bits++;
    for (uint32_t i = count; i-- > 0;) {
        uint64_t entry = table->entry[i];
        table->entry[2 * i] = table->entry[2 * i + 1] = 0;
        if (entry != 0)
            table->entry[table_slot(table, entry >> 8)] = entry;
    }
}

/* Is it known that so much does not suffice? Entries of the table are key << 8 | cost + 1. */
static inline bool refuted(const struct deepen_table *table, uint64_t key, unsigned left)
{
    uint64_t entry = table->entry[table_slot(table, key)];
    return entry >> 8 == key && (entry & 255u) > left;
}

static void remember(struct deepen_table *table, uint64_t key, unsigned left)
{
    uint64_t *entry = &table->entry[table_slot(table, key)];
    table->used += *entry == 0;
    *entry = key << 8 | (left + 1);
    if (table->used > (uint32_t)1 << (table->bits - 1) && table->bits < DEEPEN_LAST_BITS)
        table_double(table);
}

static bool search_on(struct deepen *deepen, uint64_t key, unsigned left)
{
    if (search(deepen, left))
        return true;
    if (deepen->verdict == VERDICT_REFUTED)
        remember(deepen->table, key, left);
    return false;
}

static bool go_home(struct deepen *deepen, unsigned cell, unsigned owed)
{
    struct steps *steps = deepen->steps;
    if (!carom_home(deepen->prepared, deepen->bound, &deepen->crowd, cell, owed, &steps->step[steps->count]))
        return false;
    steps->count += deepen->bound->cost[cell];
    return true;
}

/* The active robot moves, which costs `step.cost`; `left` is what was left before. */
static bool try_active(struct deepen *deepen, struct step step, unsigned left)
{
    const struct prepared *prepared = deepen->prepared;
    unsigned need = deepen->bound->cost[step.to] + (unsigned)step.cost;
    unsigned owed = deepen->state.owed & ~(unsigned)step.axes;
    if (need > left || !may_stop(prepared, step.to, owed))
        return false;
    struct state before = deepen->state;
    bool found = false;
    deepen->steps->step[deepen->steps->count++] = step;
    if (step.to == prepared->target) {
        found = true;
    } else if (need == left && !deepen->bound->transparent) {
        found = go_home(deepen, step.to, owed);
    } else {
        deepen->state.cell[0] = step.to;
        deepen->state.owed = (uint8_t)owed;
        uint64_t key = full_key(deepen);
        found = !refuted(deepen->table, key, left - step.cost) && search_on(deepen, key, left - step.cost);
        deepen->state = before;
    }
    deepen->steps->count -= !found;
    return found;
}

static void shift_blocker(struct deepen *deepen, unsigned from, unsigned to)
{
    crowd_flip(&deepen->crowd, from);
    crowd_flip(&deepen->crowd, to);
}

/* A blocker moves and slack is left. */
static bool follow_blocker(struct deepen *deepen, struct step step, unsigned left)
{
    unsigned from = deepen->state.cell[step.member];
    bool found = false;
    deepen->state.cell[step.member] = step.to;
    uint64_t key = full_key(deepen);
    if (!refuted(deepen->table, key, left - step.cost)) {
        deepen->steps->step[deepen->steps->count++] = step;
        shift_blocker(deepen, from, step.to);
        found = search_on(deepen, key, left - step.cost);
        shift_blocker(deepen, step.to, from);
        deepen->steps->count -= !found;
    }
    deepen->state.cell[step.member] = (uint8_t)from;
    return found;
}

/* A blocker makes the last move before the active robot must go home. */
static bool help_home(struct deepen *deepen, struct step step)
{
    unsigned active = deepen->state.cell[0], from = deepen->state.cell[step.member];
    if (active == deepen->prepared->target || !bound_helps(deepen->bound, deepen->prepared, active, from, step.to))
        return false;
    deepen->steps->step[deepen->steps->count++] = step;
    shift_blocker(deepen, from, step.to);
    bool found = go_home(deepen, active, deepen->state.owed);
    shift_blocker(deepen, step.to, from);
    deepen->steps->count -= !found;
    return found;
}

static bool try_blocker(struct deepen *deepen, struct step step, unsigned left)
{
    unsigned need = deepen->bound->cost[deepen->state.cell[0]] + (unsigned)step.cost;
    if (need > left || step.to == deepen->prepared->forbidden)
        return false;
    if (need == left && !deepen->bound->transparent)
        return help_home(deepen, step);
    return follow_blocker(deepen, step, left);
}

static bool try_step(struct deepen *deepen, struct step step, unsigned left)
{
    return step.member == 0 ? try_active(deepen, step, left) : try_blocker(deepen, step, left);
}

static bool search_transparent(struct deepen *deepen, unsigned member, unsigned left)
{
    struct transparent_ends ends;
    struct crowd others = deepen->crowd;
    unsigned cell = deepen->state.cell[member];
    if (member != 0) {
        crowd_flip(&others, deepen->state.cell[0]);
        crowd_flip(&others, cell);
    }
    carom_transparent_ends(deepen->prepared, &others, cell, left, &ends, NULL);
    for (unsigned i = 0; i < ends.count && deepen->verdict == VERDICT_REFUTED; i++) {
        struct step step = {(uint8_t)member, 0, ends.end[i].to, ends.end[i].axes, ends.end[i].cost};
        if (try_step(deepen, step, left))
            return true;
    }
    return false;
}

/* The four slides of a member. A blocker slides with the active robot among the others, and not against itself. */
static void member_slides(struct deepen *deepen, unsigned member, int slides[CAROM_DIRECTIONS])
{
    const struct prepared *prepared = deepen->prepared;
    unsigned class = prepared->class[member], cell = deepen->state.cell[member];
    bool lift = prepared->bounces && member != 0;
    if (member != 0)
        crowd_flip(&deepen->crowd, deepen->state.cell[0]);
    if (lift)
        crowd_flip(&deepen->crowd, cell);
    slides[CAROM_NORTH] = prepared_slide(prepared, &deepen->crowd, class, cell, CAROM_NORTH);
    slides[CAROM_EAST] = prepared_slide(prepared, &deepen->crowd, class, cell, CAROM_EAST);
    slides[CAROM_SOUTH] = prepared_slide(prepared, &deepen->crowd, class, cell, CAROM_SOUTH);
    slides[CAROM_WEST] = prepared_slide(prepared, &deepen->crowd, class, cell, CAROM_WEST);
    if (lift)
        crowd_flip(&deepen->crowd, cell);
    if (member != 0)
        crowd_flip(&deepen->crowd, deepen->state.cell[0]);
}

static bool search_member(struct deepen *deepen, unsigned member, unsigned left)
{
    if (deepen->prepared->class[member] == CLASS_TRANSPARENT)
        return search_transparent(deepen, member, left);
    int slides[CAROM_DIRECTIONS];
    member_slides(deepen, member, slides);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS && deepen->verdict == VERDICT_REFUTED; direction++) {
        int slide = slides[direction];
        if (slide == NO_SLIDE)
            continue;
        struct step step = {(uint8_t)member, (uint8_t)direction, (uint8_t)slide_cell(slide), (uint8_t)slide_axes(slide),
                            1};
        if (try_step(deepen, step, left))
            return true;
    }
    return false;
}

static bool search_blockers(struct deepen *deepen, unsigned left)
{
    const struct prepared *prepared = deepen->prepared;
    struct bound *bound = deepen->bound;
    unsigned active = deepen->state.cell[0];
    bool tight = bound->cost[active] + 1u == left && !prepared->bounces && !bound->transparent;
    if (tight && !bound->known[active])
        carom_bound_ways(bound, prepared, active);
    for (unsigned member = 1; member < prepared->members; member++) {
        if (tight && prepared->class[member] != CLASS_TRANSPARENT &&
            !bound_may_help(bound, active, deepen->state.cell[member]))
            continue;
        if (search_member(deepen, member, left))
            return true;
    }
    return false;
}

static bool search(struct deepen *deepen, unsigned left)
{
    struct budget *budget = deepen->budget;
    budget->nodes++;
    if (budget_spent(budget, &deepen->verdict))
        return false;
    if (budget->nodes >= deepen->give_up) {
        deepen->verdict = VERDICT_LIMIT;
        return false;
    }
    if (search_member(deepen, 0, left))
        return true;
    return deepen->bound->cost[deepen->state.cell[0]] < left && search_blockers(deepen, left);
}

enum verdict carom_deepen(const struct prepared *prepared, struct bound *bound, struct deepen_table *table,
                          struct budget *budget, uint64_t give_up, unsigned max_cost, struct steps *steps)
{
    struct deepen deepen = {.prepared = prepared,
                            .bound = bound,
                            .table = table,
                            .budget = budget,
                            .steps = steps,
                            .give_up = give_up,
                            .verdict = VERDICT_REFUTED,
                            .state = carom_prepared_start(prepared)};
    for (unsigned member = 1; member < prepared->members; member++)
        crowd_flip(&deepen.crowd, deepen.state.cell[member]);
    steps->count = 0;
    CAROM_ASSERT(carom_prepared_sound(prepared) && max_cost <= DEEPEN_MAX);
    if (bound->cost[deepen.state.cell[0]] > max_cost)
        return VERDICT_REFUTED;
    return search(&deepen, max_cost) ? VERDICT_FOUND : deepen.verdict;
}
