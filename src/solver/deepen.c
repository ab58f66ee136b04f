/*
 * Depth-first search with a growing limit (deepen.h).
 *
 * The table remembers from which states a number of moves did not suffice; it is small, exact, and lives through all
 * limits of one position. What bound.h says about slack cuts the blockers' moves.
 */
#include "deepen.h"

#include "../core/mem.h"

struct deepen {
    const struct field *field;
    struct bound *bound;
    struct deepen_table *table;
    struct budget *budget;
    struct steps *steps;
    uint64_t give_up;
    enum verdict verdict;
    struct state state;
    struct crowd crowd;
};

void carom_deepen_reset(struct deepen_table *table)
{
    memset(table, 0, sizeof *table);
}

static bool search(struct deepen *deepen, unsigned left);

/* The full name of a state, with the active robot's, so that all candidates for the vortex share the table. */
#define KEY_ROBOT 50
static uint64_t full_key(const struct deepen *deepen)
{
    return carom_state_key(deepen->field, &deepen->state) << 8 | deepen->state.cell[0]
           | (uint64_t)deepen->field->robot[0] << KEY_ROBOT;
}

static uint64_t *table_slot(struct deepen_table *table, uint64_t key)
{
    return &table->entry[key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - DEEPEN_TABLE_BITS)];
}

/* Entries are key << 8 | moves + 1, so that 0 is none. */
static bool refuted(struct deepen *deepen, unsigned left)
{
    uint64_t key = full_key(deepen);
    uint64_t entry = *table_slot(deepen->table, key);
    return entry >> 8 == key && (entry & 255u) > left;
}

static void remember(struct deepen *deepen, unsigned left)
{
    uint64_t key = full_key(deepen);
    *table_slot(deepen->table, key) = key << 8 | (left + 1);
}

/* Makes a move, searches on, takes it back. */
static bool follow(struct deepen *deepen, struct step step, unsigned left)
{
    struct state before = deepen->state;
    crowd_flip(&deepen->crowd, before.cell[step.member]);
    crowd_flip(&deepen->crowd, step.to);
    deepen->state.cell[step.member] = step.to;
    if (step.member == 0)
        deepen->state.owed &= (uint8_t)~step.axes;
    deepen->steps->step[deepen->steps->count++] = step;
    bool found = false;
    if (step.member == 0 && step.to == deepen->field->target)
        found = true;
    else if (!refuted(deepen, left - step.cost))
        found = search(deepen, left - step.cost);
    if (!found)
        deepen->steps->count--;
    crowd_flip(&deepen->crowd, step.to);
    crowd_flip(&deepen->crowd, before.cell[step.member]);
    deepen->state = before;
    return found;
}

/* Is this step worth following with so many moves left before it? */
static bool promising(struct deepen *deepen, struct step step, unsigned left)
{
    const struct field *field = deepen->field;
    struct bound *bound = deepen->bound;
    if (step.member == 0)
        return bound->moves[step.to] + step.cost <= left
               && may_stop(field, step.to, deepen->state.owed & ~(unsigned)step.axes);
    unsigned active = deepen->state.cell[0];
    unsigned need = bound->moves[active] + (unsigned)step.cost;
    if (step.to == field->forbidden || need > left)
        return false;
    return need < left || bound_helps(bound, field, active, deepen->state.cell[step.member], step.to);
}

static bool search_ghost(struct deepen *deepen, unsigned member, unsigned left)
{
    struct ghost_moves moves;
    struct crowd others = deepen->crowd;
    unsigned cell = deepen->state.cell[member];
    crowd_flip(&others, cell);
    carom_ghost_moves(deepen->field, &others, cell, left, &moves, NULL);
    for (unsigned i = 0; i < moves.count && deepen->verdict == VERDICT_REFUTED; i++) {
        struct step step = {(uint8_t)member, 0, moves.move[i].to, moves.move[i].axes, moves.move[i].cost};
        if (promising(deepen, step, left) && follow(deepen, step, left))
            return true;
    }
    return false;
}

static bool search_member(struct deepen *deepen, unsigned member, unsigned left)
{
    const struct field *field = deepen->field;
    if (field->class[member] == CLASS_GHOST)
        return search_ghost(deepen, member, left);
    unsigned cell = deepen->state.cell[member];
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS && deepen->verdict == VERDICT_REFUTED; direction++) {
        if (field->bounces)
            crowd_flip(&deepen->crowd, cell);
        int slide = field_slide(field, &deepen->crowd, field->class[member], cell, direction);
        if (field->bounces)
            crowd_flip(&deepen->crowd, cell);
        if (slide == NO_SLIDE)
            continue;
        struct step step = {(uint8_t)member, (uint8_t)direction, (uint8_t)slide_cell(slide),
                            (uint8_t)slide_axes(slide), 1};
        if (promising(deepen, step, left) && follow(deepen, step, left))
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
    /* At slack 0 only the active robot can move. */
    bool slack = deepen->bound->moves[deepen->state.cell[0]] < left;
    unsigned members = slack ? deepen->field->members : 1;
    for (unsigned member = 0; member < members && deepen->verdict == VERDICT_REFUTED; member++)
        if (search_member(deepen, member, left))
            return true;
    if (deepen->verdict == VERDICT_REFUTED)
        remember(deepen, left);
    return false;
}

enum verdict carom_deepen(const struct field *field, struct bound *bound, struct deepen_table *table,
                          struct budget *budget, uint64_t give_up, unsigned moves, struct steps *steps)
{
    struct deepen deepen = {.field = field,
                            .bound = bound,
                            .table = table,
                            .budget = budget,
                            .steps = steps,
                            .give_up = give_up,
                            .verdict = VERDICT_REFUTED,
                            .state = carom_field_start(field)};
    deepen.crowd = carom_crowd_of(&deepen.state, field->members);
    steps->count = 0;
    if (bound->moves[deepen.state.cell[0]] > moves)
        return VERDICT_REFUTED;
    return search(&deepen, moves) ? VERDICT_FOUND : deepen.verdict;
}
