/*
 * A visit to one place of the search by sets (expand.h).
 *
 * First the active robot moves on by itself, as far as it goes. Where a single move of a blocker led here, only slides
 * that this move can have changed are made: all others could be made before it as well, and their ends came along.
 *
 * Then each blocker's slide is worked out once for all active cells that are not in its way; those that are make it stop
 * earlier, and are followed one by one. What the slack allows (bound.h) is a mask.
 */
#include "sets.h"

#include "../core/mem.h"
#include "home.h"

#define ALL_DIRECTIONS ((1u << CAROM_DIRECTIONS) - 1)

static const struct hop no_hop;

/* A route is found, with this state on it. Only shorter ones are of interest now. */
static void found_route(struct expansion *at, uint64_t key, unsigned active, unsigned moves, unsigned length)
{
    struct sets *sets = at->sets;
    sets->last = (struct node){key, (uint8_t)active};
    sets->last_moves = moves;
    sets->found = length;
    if (!sets->complete)
        sets->limit = length - 1;
}

/* Cells from which only a straight way home is left, which then ends at `length`: it is tried at once, and nothing is
 * kept. */
static void go_home(struct expansion *at, uint64_t key, struct cells set, unsigned length)
{
    struct sets *sets = at->sets;
    if (length > sets->limit)
        return;
    for (struct cells_walk walk = cells_walk(&set); cells_next(&walk);) {
        struct step *steps = at->attempt.step;
        if (!carom_home(at->field, at->bound, &at->crowd, walk.cell, key_owed(key), steps))
            continue;
        sets->home.count = at->bound->moves[walk.cell];
        memcpy(sets->home.step, steps, sets->home.count * sizeof *steps);
        found_route(at, key, walk.cell, length - sets->home.count, length);
        return;
    }
}

/* Is nothing kept of states without slack? */
static inline bool homing(const struct expansion *at)
{
    return at->sets->floor > 0;
}

static inline struct cells *known_at(const struct expansion *at, unsigned level)
{
    struct places *places = &at->sets->places;
    return place_known(places, &places->place[at->place], level);
}

/* The active robot is to go on from a cell, in these directions. */
static inline void add_stage(struct expansion *at, unsigned cell, unsigned moves, unsigned directions)
{
    cells_add(&at->stage[moves], cell);
    at->directions[cell] |= (uint8_t)directions;
    at->first = moves < at->first ? moves : at->first;
    at->last = moves > at->last ? moves : at->last;
}

/* Something new: the active robot came to a cell, which leaves the slack of a level. */
static void add_cell(struct expansion *at, unsigned cell, unsigned level, unsigned moves)
{
    if (cells_has(known_at(at, level), cell))
        return;
    for (unsigned i = 0; i <= level; i++)
        *known_at(at, i) = cells_or(*known_at(at, i), at->sets->one[cell]);
    at->exact[level] = cells_or(at->exact[level], at->sets->one[cell]);
    add_stage(at, cell, moves, ALL_DIRECTIONS);
}

/* The active robot moved, travelling along these axes, and came to a cell. */
static inline void active_arrives(struct expansion *at, unsigned cell, unsigned axes, unsigned moves)
{
    struct sets *sets = at->sets;
    unsigned owed = at->state.owed & ~axes, length = moves + at->bound->moves[cell];
    uint64_t key = (at->key & ~(UINT64_C(3) << KEY_OWED)) | (uint64_t)owed << KEY_OWED;
    if (at->bound->moves[cell] == NEVER || !may_stop(at->field, cell, owed))
        return;
    if (length > sets->limit) {
        sets->cut = true;
        return;
    }
    if (cell == at->field->target) {
        sets->home.count = 0;
        found_route(at, key, cell, moves, moves);
        if (!sets->complete)
            return;
    }
    unsigned kept = sets->top - sets->floor; /* length of those at level 0 */
    unsigned level = length < kept ? kept - length : 0;
    if (homing(at) && length == sets->limit) {
        sets->cut = true;
        if (key != at->key || level >= at->levels || !cells_has(known_at(at, level), cell))
            go_home(at, key, sets->one[cell], length);
        return;
    }
    if (key == at->key)
        add_cell(at, cell, level, moves);
    else /* the same blockers, but another axis owed */
        at->no_memory |= !carom_places_arrive_cell(&sets->places, key, cell, level, sets->places.now);
}

static void move_ghost_active(struct expansion *at, unsigned cell, unsigned moves)
{
    struct ghost_moves ghost;
    carom_ghost_moves(at->field, &at->crowd, cell, at->sets->limit - moves, &ghost, NULL);
    at->sets->cut |= ghost.more;
    for (unsigned i = 0; i < ghost.count; i++)
        active_arrives(at, ghost.move[i].to, ghost.move[i].axes, moves + ghost.move[i].cost);
}

static inline void move_active(struct expansion *at, unsigned cell, unsigned direction, unsigned moves)
{
    int slide = field_slide(at->field, &at->crowd, at->field->class[0], cell, direction);
    if (slide != NO_SLIDE)
        active_arrives(at, slide_cell(slide), slide_axes(slide), moves + 1);
}

static void follow_cell(struct expansion *at, unsigned cell, unsigned moves)
{
    unsigned directions = at->directions[cell];
    unsigned level = at->sets->top - at->sets->floor - moves - at->bound->moves[cell];
    at->directions[cell] = 0;
    if (level + 1 < at->levels && cells_has(known_at(at, level + 1), cell))
        return; /* it was followed after fewer moves */
    if (moves >= at->sets->limit) {
        at->sets->cut = true;
        return;
    }
    if (at->bound->ghost) {
        move_ghost_active(at, cell, moves);
        return;
    }
    if ((directions & 1u << CAROM_NORTH) != 0)
        move_active(at, cell, CAROM_NORTH, moves);
    if ((directions & 1u << CAROM_EAST) != 0)
        move_active(at, cell, CAROM_EAST, moves);
    if ((directions & 1u << CAROM_SOUTH) != 0)
        move_active(at, cell, CAROM_SOUTH, moves);
    if ((directions & 1u << CAROM_WEST) != 0)
        move_active(at, cell, CAROM_WEST, moves);
}

/* The active robot goes as far as it can while the blockers rest. */
static void follow_active(struct expansion *at)
{
    for (unsigned moves = at->first; moves <= at->last; moves++) {
        struct cells *stage = &at->stage[moves];
        for (struct cells_walk walk = cells_walk(stage); cells_next(&walk);)
            follow_cell(at, walk.cell, moves);
        *stage = cells_none();
    }
}

/* What is followed, by level; and what slack that leaves for blockers. */
static void split_levels(struct expansion *at)
{
    struct sets *sets = at->sets;
    at->came = cells_none();
    for (unsigned level = 0; level < at->levels; level++) {
        if (level + 1 < at->levels)
            at->exact[level] = cells_minus(at->exact[level], *known_at(at, level + 1));
        at->came = cells_or(at->came, cells_and(at->exact[level], at->waited[level]));
    }
    at->total[at->levels] = cells_none();
    for (unsigned level = at->levels; level-- > 0;)
        at->total[level] = cells_or(at->total[level + 1], at->exact[level]);
    /* A level is a slack less the floor; a limit that has fallen takes from all. */
    unsigned fallen = sets->top - sets->limit;
    at->lead = fallen + (at->bound->ghost ? 1 : 2) - sets->floor;
    at->loose = at->lead < at->levels ? at->total[at->lead] : cells_none();
    at->tight = at->bound->ghost || at->lead - 1 >= at->levels ? cells_none() : at->exact[at->lead - 1];
    at->able = cells_or(at->loose, at->tight);
    struct cells lost = cells_minus(at->total[0], at->loose);
    sets->cut |= !cells_empty(&lost);
    at->length = sets->limit;
}

static void deliver(struct expansion *at, const struct send *send)
{
    struct places *places = &at->sets->places;
    struct arrival arrival = {.exact = at->exact,
                              .total = at->total,
                              .first = homing(at) || at->bound->ghost ? at->lead : at->lead - 1,
                              .levels = at->levels,
                              .cost = send->cost,
                              .with = send->with,
                              .helped = send->helped,
                              .hop = send->hop};
    if (arrival.levels <= arrival.cost)
        return;
    uint32_t place = carom_places_get(places, send->key);
    at->no_memory |= place == NO_PLACE || !carom_places_arrive(places, place, &arrival, places->now ^ 1u);
}

void carom_expand_deliver(struct expansion *at)
{
    for (unsigned i = 0; i < at->sends && !at->no_memory; i++)
        deliver(at, &at->send[i]);
    at->sends = 0;
}

static inline void add_send(struct expansion *at, uint64_t key, struct cells with, struct cells helped, unsigned cost,
                            struct hop hop)
{
    if (at->sends == SENDS)
        carom_expand_deliver(at);
    struct send *send = &at->send[at->sends++];
    send->key = key;
    send->with = with;
    send->helped = helped;
    send->cost = cost;
    send->hop = hop;
    carom_places_fetch_slot(&at->sets->places, key);
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
static void blocker_home(struct expansion *at, unsigned member, unsigned to, struct cells tight)
{
    unsigned from = at->state.cell[member];
    tight = cells_minus(tight, at->sets->one[at->field->target]); /* R7: it only began there */
    if (cells_empty(&tight))
        return;
    crowd_flip(&at->crowd, from);
    crowd_flip(&at->crowd, to);
    go_home(at, key_after(at, member, to), tight, at->length);
    crowd_flip(&at->crowd, to);
    crowd_flip(&at->crowd, from);
}

/* A blocker comes to a cell, at a cost, if the active robot is on one of these. */
static inline void blocker_arrives(struct expansion *at, unsigned member, unsigned to, struct cells with, unsigned cost,
                                   struct hop hop)
{
    struct sets *sets = at->sets;
    unsigned from = at->state.cell[member], lead = at->lead + cost - 1;
    if (to == at->field->forbidden)
        return;
    if (lead > at->levels) {
        sets->cut = true;
        return;
    }
    struct cells helped = cells_or(sets->helped_over[from], sets->helped_stop[to]);
    struct cells loose = at->loose, tight = at->tight;
    if (cost > 1) { /* slack is counted anew */
        struct cells lost = cells_minus(cells_and(with, at->able), at->total[lead]);
        sets->cut |= !cells_empty(&lost);
        loose = at->total[lead];
        tight = at->bound->ghost ? cells_none() : at->exact[lead - 1];
    }
    loose = cells_and(loose, with);
    tight = cells_and(cells_and(tight, with), helped);
    bool keep = !homing(at) && !cells_empty(&tight);
    if (homing(at))
        blocker_home(at, member, to, tight);
    if (keep || !cells_empty(&loose))
        add_send(at, key_after(at, member, to), with, homing(at) || at->bound->ghost ? cells_all() : helped, cost, hop);
}

/* What a lone robot goes over. */
static struct cells ray_over(const struct expansion *at, unsigned class, unsigned cell, unsigned direction)
{
    struct cells *over = &at->sets->ray[class][direction][cell];
    struct cells *known = &at->sets->ray_known[class][direction];
    if (!cells_has(known, cell)) {
        struct ray ray;
        carom_field_ray(at->field, class, cell, direction, &ray);
        *over = cells_none();
        for (unsigned i = 0; i < ray.count; i++)
            cells_add(over, ray.cell[i]);
        cells_add(known, cell);
    }
    return *over;
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
    unsigned to = stretch(at->field, &at->crowd, from, direction);
    if (to == from)
        return;
    struct cells able = at->able;
    if (at->hop.straight && at->hop.to == from && line_axis(at->hop.direction) == line_axis(direction))
        able = cells_minus(able, at->came); /* it just moved along this line, and could have gone there at once */
    struct cells way = way_over(at->sets, from, to, direction);
    struct cells clear = cells_minus(able, way);
    struct cells met = cells_and(able, way);
    struct hop hop = {(uint8_t)from, (uint8_t)to, (uint8_t)(direction & 3u), 1};
    if (told_already(at, hop))
        clear = cells_minus(clear, at->came);
    if (!cells_empty(&clear))
        blocker_arrives(at, member, to, clear, 1, hop);
    if (cells_empty(&met))
        return;
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        unsigned before = carom_cell_next((carom_cell)walk.cell, (direction + 2) % CAROM_DIRECTIONS);
        if (before != from)
            blocker_arrives(at, member, before, at->sets->one[walk.cell], 1, no_hop);
    }
}

/* With barriers: the way is found without the active robot; where that could be on it the slide is made again. */
static void move_winding_blocker(struct expansion *at, unsigned member, unsigned direction)
{
    unsigned from = at->state.cell[member];
    unsigned class = at->field->class[member];
    struct crowd others = at->crowd;
    crowd_flip(&others, from);
    struct cells way = ray_over(at, class, from, direction);
    struct cells clear = cells_minus(at->able, way);
    struct cells met = cells_and(at->able, way);
    int slide = field_slide(at->field, &others, class, from, direction);
    if (slide != NO_SLIDE && !cells_empty(&clear))
        blocker_arrives(at, member, slide_cell(slide), clear, 1, no_hop);
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        crowd_flip(&others, walk.cell);
        slide = field_slide(at->field, &others, class, from, direction);
        crowd_flip(&others, walk.cell);
        if (slide != NO_SLIDE)
            blocker_arrives(at, member, slide_cell(slide), at->sets->one[walk.cell], 1, no_hop);
    }
}

static void ghost_moves_with(struct expansion *at, unsigned member, const struct crowd *others, struct cells set,
                             struct cells *over)
{
    struct ghost_moves moves;
    carom_ghost_moves(at->field, others, at->state.cell[member], at->levels - 1 + at->sets->floor, &moves, over);
    at->sets->cut |= moves.more;
    if (over != NULL)
        set = cells_minus(set, *over);
    if (cells_empty(&set))
        return;
    for (unsigned i = 0; i < moves.count; i++)
        blocker_arrives(at, member, moves.move[i].to, set, moves.move[i].cost, no_hop);
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
static inline bool worth_moving(const struct expansion *at, unsigned from, unsigned axis)
{
    const struct sets *sets = at->sets;
    struct cells helped = cells_or(sets->helped_over[from], sets->helped_line[axis][line_of(from, axis)]);
    struct cells useful = cells_or(at->loose, cells_and(at->tight, helped));
    return !cells_empty(&useful);
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
    split_levels(at);
    if (cells_empty(&at->able))
        return;
    for (unsigned member = 1; member < at->field->members; member++) {
        if (at->field->class[member] == CLASS_GHOST)
            move_ghost_blocker(at, member);
        else
            move_plain_blocker(at, member);
    }
    for (unsigned i = 0; i < at->sends; i++)
        at->send[i].place = carom_places_fetch_place(&at->sets->places, at->send[i].key);
}

/* The active robot is to go on from the cells of a level. */
static void add_stages(struct expansion *at, const struct cells *set, unsigned level, unsigned directions)
{
    const struct sets *sets = at->sets;
    for (struct cells_walk walk = cells_walk(set); cells_next(&walk);)
        add_stage(at, walk.cell, sets->top - sets->floor - level - at->bound->moves[walk.cell], directions);
}

/* Cells whose slides a straight move can have changed: those in line with its ends, and those that end on its way, whose
 * ends did not come along. */
static void find_changed(struct expansion *at)
{
    const struct sets *sets = at->sets;
    unsigned from = at->hop.from, to = at->hop.to;
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    at->changed_rows = cells_minus(sets->rows_above[(high >> 4) + 1], sets->rows_above[low >> 4]);
    at->changed_columns =
        cells_minus(sets->columns_before[(high & 15u) + 1], sets->columns_before[low & 15u]);
}

/* The same where slides may meet barriers: of these cells, those whose way meets the way of the move. */
static struct cells meets_hop(const struct expansion *at, struct cells winding, unsigned direction)
{
    struct cells meeting = cells_none();
    if (cells_empty(&winding))
        return meeting;
    for (struct cells_walk walk = cells_walk(&winding); cells_next(&walk);) {
        struct cells common = cells_and(ray_over(at, at->field->class[0], walk.cell, direction), at->hop_way);
        if (!cells_empty(&common))
            meeting = cells_or(meeting, at->sets->one[walk.cell]);
    }
    return meeting;
}

/* Where the active robot begins to go on from: all cells that came, or those from which it may slide otherwise than before
 * the blocker's move that brought them. */
static void begin_stages(struct expansion *at, const struct cells *set, unsigned level)
{
    if (!at->hop.straight || at->bound->ghost) {
        add_stages(at, set, level, ALL_DIRECTIONS);
        return;
    }
    struct cells rows = cells_and(*set, at->changed_rows);
    struct cells columns = cells_and(*set, at->changed_columns);
    if (!cells_empty(&rows))
        add_stages(at, &rows, level, 1u << CAROM_EAST | 1u << CAROM_WEST);
    if (!cells_empty(&columns))
        add_stages(at, &columns, level, 1u << CAROM_NORTH | 1u << CAROM_SOUTH);
    for (unsigned direction = 0; at->field->bounces && direction < CAROM_DIRECTIONS; direction++) {
        struct cells winding = cells_and(*set, at->sets->winding[direction]);
        winding = meets_hop(at, winding, direction);
        if (!cells_empty(&winding))
            add_stages(at, &winding, level, 1u << direction);
    }
}

static void enter_place(struct expansion *at, uint32_t index)
{
    struct place *place = &at->sets->places.place[index];
    place->visit = 0;
    at->place = index;
    at->key = place->key;
    at->levels = place->levels;
    at->hop = place->hop;
    if (at->hop.straight) {
        at->hop_way = way_over(at->sets, at->hop.from, at->hop.to, at->hop.direction);
        find_changed(at);
    }
    at->state.owed = (uint8_t)key_owed(at->key);
    for (unsigned member = 1; member < at->field->members; member++) {
        at->state.cell[member] = (uint8_t)key_cell(at->key, member);
        crowd_flip(&at->crowd, at->state.cell[member]);
    }
}

static void leave_place(struct expansion *at)
{
    for (unsigned member = 1; member < at->field->members; member++)
        crowd_flip(&at->crowd, at->state.cell[member]);
}

static void load_visit(struct expansion *at, struct visit visit, const struct cells *rows)
{
    at->first = UINT32_MAX;
    at->last = 0;
    for (unsigned level = 0; level < at->levels; level++) {
        at->exact[level] = at->waited[level] = level < visit.levels ? rows[level] : cells_none();
        if (!cells_empty(&at->exact[level]))
            begin_stages(at, &at->exact[level], level);
    }
}

void carom_expand(struct expansion *at, struct expansion *before, struct visit visit, const struct cells *rows)
{
    enter_place(at, visit.place);
    load_visit(at, visit, rows);
    for (unsigned i = 0; i < before->sends; i++)
        carom_places_fetch_rows(&at->sets->places, before->send[i].place);
    follow_active(at);
    carom_expand_deliver(before);
    move_blockers(at);
    leave_place(at);
}
