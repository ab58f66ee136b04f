/*
 * Everything one move away from an item of the search by sets (expand.h).
 *
 * The active robot's cells slide all at once. A blocker's slide is worked out once for all active cells that are not in
 * its way; those that are make it stop earlier, and are followed one by one. What the slack allows (bound.h) is a mask.
 * Only slides that may meet barriers and the transparent robot's moves are made cell by cell.
 */
#include "expand.h"

#include "../core/mem.h"
#include "home.h"
#include "runs.h"

static const struct hop no_hop;

static inline struct cells within(const struct sets *sets, unsigned level)
{
    unsigned left = sets->limit - level;
    return sets->within[left < NEVER ? left : NEVER - 1];
}

/* A route is found; its last state that is kept in the places is this one. Only shorter ones are of interest now. */
static void found_route(struct expansion *at, uint64_t key, unsigned active, unsigned level, unsigned length)
{
    struct sets *sets = at->sets;
    struct cells one = cells_one(active);
    at->no_memory |= !carom_places_arrive(&sets->places, key, &one);
    sets->last = (struct node){key, (uint8_t)active};
    sets->last_level = level;
    sets->found = length;
    if (!sets->complete)
        sets->limit = length - 1;
}

/* Cells from which only a straight way home is left: it is tried at once, and nothing is kept. */
static void go_home(struct expansion *at, uint64_t key, const struct crowd *crowd, struct cells set)
{
    struct sets *sets = at->sets;
    for (struct cells_walk walk = cells_walk(&set); cells_next(&walk);) {
        unsigned cell = walk.cell;
        struct step *steps = at->attempt.step;
        if (!carom_home(at->field, at->bound, crowd, cell, key_owed(key), steps))
            continue;
        sets->home.count = at->bound->moves[cell];
        memcpy(sets->home.step, steps, sets->home.count * sizeof *steps);
        found_route(at, key, cell, at->level + 1, at->level + 1 + sets->home.count);
        return;
    }
}

/* Cells of the active robot reached with a placement, at a cost from this level; all of them within the limit. */
static void arrive(struct expansion *at, uint64_t key, const struct cells *set, unsigned cost, struct hop hop)
{
    struct sets *sets = at->sets;
    if (cost > 1)
        at->no_memory |= !carom_places_later(&sets->places, key, set, at->level + cost);
    else if (key == at->key)
        at->no_memory |= !carom_places_arrive_at(&sets->places, at->place, set, hop);
    else
        at->no_memory |= !carom_places_send(&sets->places, key, set, hop);
}

/* Is nothing to be kept of states without slack? */
static inline bool homing(const struct expansion *at)
{
    return !at->sets->complete && !at->bound->ghost;
}

/* The active robot moved, travelling along these axes. */
static void active_arrives(struct expansion *at, struct cells ends, unsigned axes, unsigned cost)
{
    struct sets *sets = at->sets;
    unsigned owed = at->state.owed & ~axes;
    unsigned level = at->level + cost;
    uint64_t key = (at->key & ~(UINT64_C(3) << KEY_OWED)) | (uint64_t)owed << KEY_OWED;
    if (owed != 0)
        ends = cells_minus(ends, sets->one[at->field->target]); /* R7 */
    if (level > sets->limit) {
        sets->cut = true;
        return;
    }
    struct cells kept = cells_and(ends, within(sets, level));
    struct cells lost = cells_and(cells_minus(ends, kept), sets->within[NEVER - 1]);
    sets->cut |= !cells_empty(&lost);
    if (cost == 1 && cells_has(&kept, at->field->target)) {
        sets->home.count = 0;
        found_route(at, key, at->field->target, level, level);
        return;
    }
    if (homing(at)) {
        struct cells tight = level < sets->limit ? cells_minus(kept, within(sets, level + 1)) : kept;
        kept = cells_minus(kept, tight);
        sets->cut |= !cells_empty(&tight);
        go_home(at, key, &at->crowd, tight);
    }
    if (!cells_empty(&kept))
        arrive(at, key, &kept, cost, no_hop);
}

/* Active cells from which the slide may meet barriers: one by one. `ends` by axes. */
static void move_singly(const struct expansion *at, const struct cells *movers, unsigned direction,
                                      struct cells ends[CAROM_AXES_BOTH + 1])
{
    for (struct cells_walk walk = cells_walk(movers); cells_next(&walk);) {
        int slide = field_slide(at->field, &at->crowd, at->field->class[0], walk.cell, direction);
        if (slide == NO_SLIDE)
            continue;
        struct cells *to = &ends[slide_axes(slide)];
        *to = cells_or(*to, at->sets->one[slide_cell(slide)]);
    }
}

/* All active cells that cannot meet a barrier, at once. */
static ALWAYS_INLINE struct cells move_straight(const struct expansion *at, struct cells movers, struct cells taken,
                                         unsigned direction)
{
    struct cells before = cells_shift(taken, (direction + 2) % CAROM_DIRECTIONS, 1);
    return run_ends(movers, cells_minus(at->field->open[direction], before), direction);
}

static void move_ghost_active(struct expansion *at)
{
    struct ghost_moves moves;
    for (struct cells_walk walk = cells_walk(&at->set); cells_next(&walk);) {
        carom_ghost_moves(at->field, &at->crowd, walk.cell, at->sets->limit - at->level, &moves, NULL);
        at->sets->cut |= moves.more;
        for (unsigned i = 0; i < moves.count; i++)
            active_arrives(at, at->sets->one[moves.move[i].to], moves.move[i].axes, moves.move[i].cost);
    }
}

/* All ends of the active robot's slides, by axes. */
static void active_ends(const struct expansion *at, struct cells ends[CAROM_AXES_BOTH + 1])
{
    struct cells taken = cells_none();
    for (unsigned i = 1; i < at->field->members; i++)
        taken = cells_or(taken, at->sets->one[at->state.cell[i]]);
    struct cells movers[CAROM_DIRECTIONS] = {at->set, at->set, at->set, at->set};
    for (unsigned direction = 0; at->field->bounces && direction < CAROM_DIRECTIONS; direction++) {
        struct cells winding = cells_and(at->set, at->sets->winding[direction]);
        movers[direction] = cells_minus(at->set, winding);
        move_singly(at, &winding, direction, ends);
    }
    struct cells *vertical = &ends[CAROM_AXIS_VERTICAL], *horizontal = &ends[CAROM_AXIS_HORIZONTAL];
    *vertical = cells_or(*vertical, move_straight(at, movers[CAROM_NORTH], taken, CAROM_NORTH));
    *vertical = cells_or(*vertical, move_straight(at, movers[CAROM_SOUTH], taken, CAROM_SOUTH));
    *horizontal = cells_or(*horizontal, move_straight(at, movers[CAROM_EAST], taken, CAROM_EAST));
    *horizontal = cells_or(*horizontal, move_straight(at, movers[CAROM_WEST], taken, CAROM_WEST));
}

static void move_active(struct expansion *at)
{
    struct cells ends[CAROM_AXES_BOTH + 1] = {cells_none(), cells_none(), cells_none(), cells_none()};
    active_ends(at, ends);
    if (at->state.owed == 0) {
        active_arrives(at, cells_or(cells_or(ends[1], ends[2]), ends[3]), CAROM_AXES_BOTH, 1);
        return;
    }
    for (unsigned axes = 1; axes <= CAROM_AXES_BOTH; axes++)
        active_arrives(at, ends[axes], axes, 1);
}

/* The key after one blocker went elsewhere: taken out, and put in where the cells of its class stay in order. */
static inline uint64_t key_after(const struct expansion *at, unsigned member, unsigned to)
{
    const struct field *field = at->field;
    const uint64_t owed = UINT64_C(3) << KEY_OWED;
    uint64_t cells = at->key & ~owed;
    unsigned out = 8 * (member - 1), in = 8 * (field->first_alike[member] - 1u);
    cells = (cells & ((UINT64_C(1) << out) - 1)) | cells >> 8 >> out << out;
    for (unsigned i = field->first_alike[member]; i < field->members && field->class[i] == field->class[member]; i++)
        in += i != member && at->state.cell[i] < to ? 8 : 0;
    uint64_t low = cells & ((UINT64_C(1) << in) - 1);
    return low | (uint64_t)to << in | cells >> in << in << 8 | (at->key & owed);
}

/* The last blocker's move there is slack for. */
static void blocker_home(struct expansion *at, uint64_t key, unsigned from, unsigned to, struct cells tight)
{
    tight = cells_minus(tight, at->sets->one[at->field->target]); /* R7: it only began there */
    if (cells_empty(&tight))
        return;
    crowd_flip(&at->crowd, from);
    crowd_flip(&at->crowd, to);
    go_home(at, key, &at->crowd, tight);
    crowd_flip(&at->crowd, to);
    crowd_flip(&at->crowd, from);
}

/* A blocker came to a cell, with the active robot on one of `set`. */
static void blocker_arrives(struct expansion *at, unsigned member, unsigned to, struct cells set, struct hop hop)
{
    struct sets *sets = at->sets;
    unsigned from = at->state.cell[member];
    if (to == at->field->forbidden)
        return;
    struct cells useful = cells_or(at->loose, cells_or(sets->helped_over[from], sets->helped_stop[to]));
    struct cells kept = cells_and(set, useful);
    struct cells lost = cells_minus(set, useful);
    sets->cut |= !cells_empty(&lost);
    if (cells_empty(&kept))
        return;
    uint64_t key = key_after(at, member, to);
    if (homing(at)) {
        struct cells tight = cells_minus(kept, at->loose);
        kept = cells_and(kept, at->loose);
        sets->cut |= !cells_empty(&tight);
        blocker_home(at, key, from, to, tight);
    }
    if (!cells_empty(&kept))
        arrive(at, key, &kept, 1, hop);
}

/* The cells of a straight way, start (where the active robot cannot be) and end included. */
static inline struct cells way_over(const struct sets *sets, unsigned from, unsigned to, unsigned direction)
{
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    struct cells rows = cells_minus(sets->rows_above[(high >> 4) + 1], sets->rows_above[low >> 4]);
    uint64_t columns = line_axis(direction) == AXIS_ROW ? (2u << (high & 15u)) - (1u << (low & 15u))
                                                        : 1u << (from & 15u);
    cells_half mask = {columns * UINT64_C(0x0001000100010001), columns * UINT64_C(0x0001000100010001)};
    return (struct cells){{rows.half[0] & mask, rows.half[1] & mask}};
}

/* Is a cell on the straight way between two others? */
static inline bool on_way(unsigned from, unsigned to, unsigned cell)
{
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    return cell >= low && cell <= high && (from >> 4 == to >> 4 || (cell & 15u) == (from & 15u));
}

/* Has another order of moves led to the same? Of two blockers' moves that do not touch each other both orders lead to the
 * same placement: only the one in which the first comes from the lower cell is followed. (Of all ways to reach a state,
 * the one whose last move comes from the highest cell is never left out.) */
static ALWAYS_INLINE bool told_already(const struct expansion *at, struct hop next)
{
    struct hop last = at->hop;
    if (!last.straight || next.from == last.to || next.from > last.from)
        return false;
    const struct cells *open = at->field->open;
    bool stopped_by_last = cells_has(&open[next.direction], next.to)
                           && carom_cell_next(next.to, next.direction) == last.to;
    bool stopped_last = cells_has(&open[last.direction], last.to)
                        && carom_cell_next(last.to, last.direction) == next.from;
    return !stopped_by_last && !stopped_last && !cells_has(&at->hop_way, next.to)
           && !on_way(next.from, next.to, last.from);
}

static ALWAYS_INLINE void move_blocker(struct expansion *at, unsigned member, unsigned direction)
{
    unsigned from = at->state.cell[member];
    if (at->hop.straight && at->hop.to == from && line_axis(at->hop.direction) == line_axis(direction))
        return; /* it just moved along this line, and could have gone there at once */
    unsigned to = stretch(at->field, &at->crowd, from, direction);
    if (to == from)
        return;
    struct cells way = way_over(at->sets, from, to, direction);
    struct cells clear = cells_minus(at->able, way);
    struct cells met = cells_and(at->able, way);
    struct hop hop = {(uint8_t)from, (uint8_t)to, (uint8_t)direction, true};
    if (!cells_empty(&clear) && !told_already(at, hop))
        blocker_arrives(at, member, to, clear, hop);
    if (cells_empty(&met))
        return;
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        unsigned before = carom_cell_next((carom_cell)walk.cell, (direction + 2) % CAROM_DIRECTIONS);
        if (before != from)
            blocker_arrives(at, member, before, at->sets->one[walk.cell], no_hop);
    }
}

/* With barriers: the way is found without the active robot; where that could be on it the slide is made again. */
static void move_winding_blocker(struct expansion *at, unsigned member, unsigned direction)
{
    unsigned from = at->state.cell[member];
    unsigned class = at->field->class[member];
    struct crowd others = at->crowd;
    crowd_flip(&others, from);
    struct ray ray;
    carom_field_ray(at->field, class, from, direction, &ray);
    struct cells way = cells_none();
    for (unsigned i = 0; i < ray.count; i++)
        cells_add(&way, ray.cell[i]);
    struct cells clear = cells_minus(at->able, way);
    struct cells met = cells_and(at->able, way);
    int slide = field_slide(at->field, &others, class, from, direction);
    if (slide != NO_SLIDE && !cells_empty(&clear))
        blocker_arrives(at, member, slide_cell(slide), clear, no_hop);
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        crowd_flip(&others, walk.cell);
        slide = field_slide(at->field, &others, class, from, direction);
        crowd_flip(&others, walk.cell);
        if (slide != NO_SLIDE)
            blocker_arrives(at, member, slide_cell(slide), at->sets->one[walk.cell], no_hop);
    }
}

/* The transparent robot came to a cell at a cost; slack is counted anew for each cost. */
static void ghost_arrives(struct expansion *at, unsigned member, struct ghost_move move, struct cells set)
{
    struct sets *sets = at->sets;
    unsigned level = at->level + move.cost;
    if (move.cost == 1) {
        blocker_arrives(at, member, move.to, set, no_hop);
        return;
    }
    if (move.to == at->field->forbidden)
        return;
    if (level > sets->limit) {
        sets->cut = true;
        return;
    }
    struct cells helped = cells_or(sets->helped_over[at->state.cell[member]], sets->helped_stop[move.to]);
    struct cells useful = cells_and(helped, within(sets, level));
    if (level < sets->limit)
        useful = cells_or(useful, within(sets, level + 1));
    struct cells kept = cells_and(set, useful);
    struct cells lost = cells_minus(set, useful);
    sets->cut |= !cells_empty(&lost);
    if (!cells_empty(&kept))
        arrive(at, key_after(at, member, move.to), &kept, move.cost, no_hop);
}

static void ghost_moves_with(struct expansion *at, unsigned member, const struct crowd *others, struct cells set,
                             struct cells *over)
{
    struct ghost_moves moves;
    carom_ghost_moves(at->field, others, at->state.cell[member], at->sets->limit - at->level, &moves, over);
    at->sets->cut |= moves.more;
    if (over != NULL)
        set = cells_minus(set, *over);
    if (cells_empty(&set))
        return;
    for (unsigned i = 0; i < moves.count; i++)
        ghost_arrives(at, member, moves.move[i], set);
}

static void move_ghost_blocker(struct expansion *at, unsigned member)
{
    struct crowd others = at->crowd;
    struct cells over = cells_none();
    crowd_flip(&others, at->state.cell[member]);
    ghost_moves_with(at, member, &others, at->able, &over);
    struct cells met = cells_and(at->able, over);
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        crowd_flip(&others, walk.cell);
        ghost_moves_with(at, member, &others, at->sets->one[walk.cell], NULL);
        crowd_flip(&others, walk.cell);
    }
}

/* Can moves along an axis help at all? Not if there is only slack for one and none of the line's cells matters. */
static inline bool worth_moving(struct expansion *at, unsigned from, unsigned axis)
{
    const struct sets *sets = at->sets;
    struct cells helped = cells_or(sets->helped_over[from], sets->helped_line[axis][line_of(from, axis)]);
    struct cells useful = cells_and(at->able, cells_or(at->loose, helped));
    bool worth = !cells_empty(&useful);
    at->sets->cut |= !worth;
    return worth;
}

static void move_plain_blocker(struct expansion *at, unsigned member)
{
    unsigned from = at->state.cell[member];
    if (!at->field->bounces) {
        if (worth_moving(at, from, AXIS_COLUMN)) {
            move_blocker(at, member, CAROM_NORTH);
            move_blocker(at, member, CAROM_SOUTH);
        }
        if (worth_moving(at, from, AXIS_ROW)) {
            move_blocker(at, member, CAROM_EAST);
            move_blocker(at, member, CAROM_WEST);
        }
        return;
    }
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        if (cells_has(&at->sets->winding[direction], from))
            move_winding_blocker(at, member, direction);
        else if (worth_moving(at, from, line_axis(direction)))
            move_blocker(at, member, direction);
    }
}

static void move_blockers(struct expansion *at)
{
    const struct sets *sets = at->sets;
    if (at->level + 1 > sets->limit)
        return;
    at->able = cells_and(at->set, within(sets, at->level + 1));
    struct cells lost = cells_minus(at->set, at->able);
    at->sets->cut |= !cells_empty(&lost);
    if (cells_empty(&at->able))
        return;
    at->loose = at->level + 1 < sets->limit ? within(sets, at->level + 2) : cells_none();
    if (at->bound->ghost)
        at->loose = sets->within[NEVER - 1];
    for (unsigned member = 1; member < at->field->members; member++) {
        if (at->field->class[member] == CLASS_GHOST)
            move_ghost_blocker(at, member);
        else
            move_plain_blocker(at, member);
    }
}

void carom_expand(struct expansion *at, const struct item *item)
{
    const struct field *field = at->field;
    at->key = at->sets->places.place[item->place].key;
    at->place = item->place;
    at->hop = item->hop;
    if (item->hop.straight)
        at->hop_way = way_over(at->sets, item->hop.from, item->hop.to, item->hop.direction);
    at->set = item->set;
    at->state.owed = (uint8_t)key_owed(at->key);
    for (unsigned member = 1; member < field->members; member++) {
        at->state.cell[member] = (uint8_t)key_cell(at->key, member);
        crowd_flip(&at->crowd, at->state.cell[member]);
    }
    if (field->class[0] == CLASS_GHOST)
        move_ghost_active(at);
    else
        move_active(at);
    move_blockers(at);
    for (unsigned member = 1; member < field->members; member++)
        crowd_flip(&at->crowd, at->state.cell[member]);
}
