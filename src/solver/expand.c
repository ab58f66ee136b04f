/*
 * A visit to one placement of the search by sets (expand.h).
 *
 * First the active robot moves on by itself, as far as it goes. From cells that came with a blocker's straight move
 * only slides are made that this move can have changed: all others could be made before it as well, and their ends came
 * along.
 *
 * Then each blocker's slide is worked out once for all active cells that are not in its way; those that are make it
 * stop earlier, and are followed one by one. What the slack allows (bound.h), and where it leaves hope (stoppers.h),
 * are masks.
 */
#include "sets.h"

#include "../core/mem.h"
#include "home.h"
#include "transparent.h"

static const struct hop no_hop;

/* A route is found, with this state on it. Only shorter ones are of interest now. */
static void found_route(struct expansion *at, uint64_t key, unsigned active, unsigned spent, unsigned cost)
{
    struct sets *sets = at->sets;
    sets->last = (struct node){key, (uint8_t)active};
    sets->last_cost = spent;
    sets->found = cost;
    if (!sets->complete)
        sets->limit = cost - 1;
}

/* Cells from which only a straight way home is left, which then costs `cost` in all: it is tried at once, and nothing
 * is kept. */
static void go_home(struct expansion *at, uint64_t key, struct cells set, unsigned cost)
{
    struct sets *sets = at->sets;
    if (cost > sets->limit)
        return;
    for (struct cells_walk walk = cells_walk(&set); cells_next(&walk);) {
        struct step *steps = at->attempt.step;
        if (!carom_home(at->prepared, at->bound, &at->crowd, walk.cell, key_owed(key), steps))
            continue;
        sets->home.count = at->bound->cost[walk.cell];
        memcpy(sets->home.step, steps, sets->home.count * sizeof *steps);
        found_route(at, key, walk.cell, cost - sets->home.count, cost);
        return;
    }
}

/* Is nothing kept of states without slack? */
static inline bool homing(const struct expansion *at)
{
    return at->sets->floor > 0;
}

/* Is a cell known at the placement with the slack of a level, or more? */
static inline bool is_known(const struct expansion *at, unsigned level, unsigned cell)
{
    struct placements *placements = &at->sets->placements;
    struct placement *placement = &placements->placement[at->placement];
    return level < placement->levels && cells_has(placement_known(placements, placement, level), cell);
}

/* Something new: the active robot came to a cell, which leaves the slack of a level. */
static void add_cell(struct expansion *at, unsigned cell, unsigned level)
{
    struct placements *placements = &at->sets->placements;
    struct placement *placement = &placements->placement[at->placement];
    const struct cells one = at->sets->one[cell];
    if (is_known(at, level, cell))
        return;
    for (unsigned i = 0; i <= level; i++) {
        struct cells *known = placement_known(placements, placement, i);
        *known = cells_or(*known, one);
    }
    at->exact[level] = cells_or(at->exact[level], one);
    at->todo[AXIS_ROW][level] = cells_or(at->todo[AXIS_ROW][level], one);
    at->todo[AXIS_COLUMN][level] = cells_or(at->todo[AXIS_COLUMN][level], one);
}

/* The active robot moved, travelling along these axes, and came to a cell. */
static inline void active_arrives(struct expansion *at, unsigned cell, unsigned axes, unsigned spent)
{
    struct sets *sets = at->sets;
    unsigned owed = at->state.owed & ~axes, cost = spent + at->bound->cost[cell];
    uint64_t key = (at->key & ~(UINT64_C(3) << KEY_OWED)) | (uint64_t)owed << KEY_OWED;
    if (at->bound->cost[cell] == NEVER || !may_stop(at->prepared, cell, owed))
        return;
    if (cost > sets->limit) {
        sets->cut = true;
        return;
    }
    if (cell == at->prepared->target) {
        sets->home.count = 0;
        found_route(at, key, cell, spent, spent);
        if (!sets->complete)
            return;
    }
    unsigned kept = sets->top - sets->floor; /* cost of those at level 0 */
    unsigned level = cost < kept ? kept - cost : 0;
    if (homing(at) && cost == sets->limit) {
        sets->cut = true;
        if (cells_has(&at->hope.home, cell) && (key != at->key || !is_known(at, level, cell)))
            go_home(at, key, sets->one[cell], cost);
        return;
    }
    if (level == 0 && homing(at) && !cells_has(&at->hope.near, cell)) {
        sets->cut = true;
        return;
    }
    if (key == at->key)
        add_cell(at, cell, level);
    else /* the same blockers, but another axis owed */
        at->no_memory |= !carom_placements_arrive_cell(&sets->placements, key, cell, level, sets->placements.now);
}

static void move_transparent_active(struct expansion *at, unsigned cell, unsigned spent)
{
    struct transparent_ends ends;
    carom_transparent_ends(at->prepared, &at->crowd, cell, at->sets->limit - spent, &ends, NULL);
    at->sets->cut |= ends.more;
    for (unsigned i = 0; i < ends.count; i++)
        active_arrives(at, ends.end[i].to, ends.end[i].axes, spent + ends.end[i].cost);
}

static inline void move_active(struct expansion *at, unsigned cell, unsigned direction, unsigned spent)
{
    int slide = prepared_slide(at->prepared, &at->crowd, at->prepared->class[0], cell, direction);
    if (slide != NO_SLIDE)
        active_arrives(at, slide_cell(slide), slide_axes(slide), spent + 1);
}

/* The active robot goes on from a cell, along the axes asked for. */
static void follow_cell(struct expansion *at, unsigned cell, unsigned level, bool along_row, bool along_column)
{
    unsigned spent = at->sets->top - at->sets->floor - level - at->bound->cost[cell];
    if (is_known(at, level + 1, cell))
        return; /* it was followed after fewer moves */
    if (spent >= at->sets->limit) {
        at->sets->cut = true;
        return;
    }
    if (at->bound->transparent) {
        move_transparent_active(at, cell, spent);
        return;
    }
    if (along_column) {
        move_active(at, cell, CAROM_NORTH, spent);
        move_active(at, cell, CAROM_SOUTH, spent);
    }
    if (along_row) {
        move_active(at, cell, CAROM_EAST, spent);
        move_active(at, cell, CAROM_WEST, spent);
    }
}

/* The active robot goes as far as it can while the blockers rest. That never adds to its slack, so each level is done
 * when the next lower one begins. */
static void follow_active(struct expansion *at)
{
    for (unsigned level = at->levels; level > 0;) {
        struct cells rows = at->todo[AXIS_ROW][level - 1], columns = at->todo[AXIS_COLUMN][level - 1];
        struct cells set = cells_or(rows, columns);
        if (cells_empty(&set)) {
            level--;
            continue;
        }
        at->todo[AXIS_ROW][level - 1] = at->todo[AXIS_COLUMN][level - 1] = cells_none();
        for (struct cells_walk walk = cells_walk(&set); cells_next(&walk);)
            follow_cell(at, walk.cell, level - 1, cells_has(&rows, walk.cell), cells_has(&columns, walk.cell));
    }
}

/* What is followed, by level; and what slack that leaves for blockers. */
static void split_levels(struct expansion *at)
{
    struct sets *sets = at->sets;
    struct placement *placement = &sets->placements.placement[at->placement];
    at->came = cells_none();
    for (unsigned level = 0; level < at->levels; level++) {
        if (level + 1u < placement->levels)
            at->exact[level] = cells_minus(at->exact[level], *placement_known(&sets->placements, placement, level + 1));
        at->came = cells_or(at->came, cells_and(at->exact[level], at->waited[level]));
    }
    at->total[at->levels] = cells_none();
    for (unsigned level = at->levels; level-- > 0;)
        at->total[level] = cells_or(at->total[level + 1], at->exact[level]);
    /* A level is a slack less the floor; a limit that has fallen takes from all. */
    unsigned fallen = sets->top - sets->limit;
    at->lead = fallen + (at->bound->transparent ? 1 : 2) - sets->floor;
    at->loose = at->lead < at->levels ? at->total[at->lead] : cells_none();
    at->tight = at->bound->transparent || at->lead - 1 >= at->levels ? cells_none() : at->exact[at->lead - 1];
    at->able = cells_or(at->loose, at->tight);
    struct cells lost = cells_minus(at->total[0], at->loose);
    sets->cut |= !cells_empty(&lost);
    at->cost = sets->limit;
    at->load = (struct load){at->exact, at->levels, homing(at) || at->bound->transparent ? at->lead : at->lead - 1};
}

/* What a lone robot goes over. */
static struct cells ray_over(const struct expansion *at, unsigned class, unsigned cell, unsigned direction)
{
    struct cells *over = &at->sets->ray[class][direction][cell];
    struct cells *known = &at->sets->ray_known[class][direction];
    if (!cells_has(known, cell)) {
        struct ray ray;
        carom_prepared_ray(at->prepared, class, cell, direction, &ray);
        *over = cells_none();
        for (unsigned i = 0; i < ray.count; i++)
            cells_add(over, ray.cell[i]);
        cells_add(known, cell);
    }
    return *over;
}

/* The cells of a straight way, its start and its end included. */
static ALWAYS_INLINE struct cells way_over(const struct sets *sets, unsigned from, unsigned to, unsigned direction)
{
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    if (line_axis(direction) == AXIS_ROW) {
        uint64_t columns = ((2u << (high & 15u)) - (1u << (low & 15u))) * UINT64_C(0x0001000100010001);
        cells_half mask = {columns, columns};
        struct cells row = sets->row[low >> 4];
        return (struct cells){{row.half[0] & mask, row.half[1] & mask}};
    }
    struct cells first = cells_minus(sets->first_column[(high >> 4) + 1], sets->first_column[low >> 4]);
    return (struct cells){{first.half[0] << (from & 15u), first.half[1] << (from & 15u)}};
}

/* Cells from which a slide along each axis may end elsewhere after a straight move: those in line with its ends, and
 * those whose slides end on its way; with barriers, those that come over it. */
static void find_changed(const struct expansion *at, struct hop hop, struct cells changed[2])
{
    const struct sets *sets = at->sets;
    unsigned low = hop.from < hop.to ? hop.from : hop.to, high = hop.from < hop.to ? hop.to : hop.from;
    changed[AXIS_ROW] = cells_minus(sets->rows_above[(high >> 4) + 1], sets->rows_above[low >> 4]);
    changed[AXIS_COLUMN] = cells_minus(sets->columns_before[(high & 15u) + 1], sets->columns_before[low & 15u]);
    if (!at->prepared->bounces)
        return;
    struct cells way = way_over(sets, hop.from, hop.to, hop.direction);
    for (struct cells_walk walk = cells_walk(&way); cells_next(&walk);)
        for (unsigned axis = 0; axis < 2; axis++)
            changed[axis] = cells_or(changed[axis], sets->winding_over[axis][walk.cell]);
}

static void deliver(struct expansion *at, const struct send *send)
{
    struct placements *placements = &at->sets->placements;
    uint32_t placement = send->placement;
    if (placement == NO_PLACEMENT || placements->placement[placement].key != send->key)
        placement = carom_placements_get(placements, send->key);
    if (placement == NO_PLACEMENT) {
        at->no_memory = true;
        return;
    }
    unsigned levels = carom_placements_news(placements, placement, &at->load, send);
    if (levels == 0)
        return;
    struct cells changed[2] = {cells_all(), cells_all()};
    if (send->hop.straight && !at->bound->transparent)
        find_changed(at, send->hop, changed);
    at->no_memory |=
        !carom_placements_arrive(placements, placement, &at->load, send, levels, changed, placements->now ^ 1u);
}

void carom_expand_deliver(struct expansion *at)
{
    for (unsigned i = 0; i < at->sends && !at->no_memory; i++)
        deliver(at, &at->send[i]);
    at->sends = 0;
}

/* The key when the mover has gone elsewhere: put in where the cells of its class stay in order. */
static inline uint64_t key_after(const struct expansion *at, unsigned to)
{
    const struct mover *mover = &at->mover;
    unsigned in = mover->first_bit;
    for (unsigned i = 0; i < mover->mates; i++)
        in += mover->mate[i] < to ? 8 : 0;
    uint64_t low = mover->rest & ((UINT64_C(1) << in) - 1);
    return low | (uint64_t)to << in | mover->rest >> in << in << 8 | (uint64_t)at->state.owed << KEY_OWED;
}

/* The last blocker's move there is slack for. */
static void blocker_home(struct expansion *at, unsigned to, const struct cells *tight)
{
    struct cells set = cells_minus(*tight, at->sets->one[at->prepared->target]); /* R7: it only began there */
    if (cells_empty(&set))
        return;
    crowd_flip(&at->crowd, at->mover.from);
    crowd_flip(&at->crowd, to);
    go_home(at, key_after(at, to), set, at->cost);
    crowd_flip(&at->crowd, to);
    crowd_flip(&at->crowd, at->mover.from);
}

static inline void add_send(struct expansion *at, unsigned to, const struct cells *with, const struct cells *helped,
                            unsigned cost, struct hop hop)
{
    if (at->sends == SENDS)
        carom_expand_deliver(at);
    struct send *send = &at->send[at->sends++];
    send->key = key_after(at, to);
    send->with = *with;
    send->helped = *helped;
    send->cost = cost;
    send->hop = hop;
    send->placement = NO_PLACEMENT;
    if (FETCHES)
        carom_placements_fetch_slot(&at->sets->placements, send->key);
}

/* The same, but only from where there is hope. */
static void try_home(struct expansion *at, unsigned to, const struct cells *tight)
{
    const struct stoppers *stoppers = &at->sets->stoppers;
    const struct hope *hope = &stoppers->from[to];
    struct cells helped = cells_or(stoppers->over[at->mover.from], hope->shortest);
    struct cells set = cells_and(cells_and(*tight, helped), hope_home(&at->mover.others, hope));
    if (!cells_empty(&set))
        blocker_home(at, to, &set);
}

/* The mover comes to a cell, at a cost, if the active robot is on one of these. */
static void blocker_arrives(struct expansion *at, unsigned to, const struct cells *with, unsigned cost, struct hop hop)
{
    struct sets *sets = at->sets;
    unsigned lead = at->lead + cost - 1;
    if (to == at->prepared->forbidden)
        return;
    if (lead > at->levels) {
        sets->cut = true;
        return;
    }
    struct cells loose = cells_and(at->loose, *with), tight = cells_and(at->tight, *with);
    if (cost > 1) { /* slack is counted anew */
        struct cells lost = cells_minus(cells_and(*with, at->able), at->total[lead]);
        sets->cut |= !cells_empty(&lost);
        loose = cells_and(at->total[lead], *with);
        tight = at->bound->transparent ? cells_none() : cells_and(at->exact[lead - 1], *with);
    }
    struct cells helped = cells_all();
    if (homing(at)) {
        if (!cells_empty(&tight))
            try_home(at, to, &tight);
        if (cells_empty(&loose))
            return;
        helped = hope_near(&at->mover.others, &sets->stoppers.from[to]);
        struct cells hopeless = cells_minus(loose, cells_or(at->total[lead + 1], helped));
        sets->cut |= !cells_empty(&hopeless);
        loose = cells_minus(loose, hopeless);
    } else if (!at->bound->transparent) {
        helped = cells_or(sets->stoppers.over[at->mover.from], sets->stoppers.from[to].shortest);
        loose = cells_or(loose, cells_and(tight, helped));
    }
    if (!cells_empty(&loose))
        add_send(at, to, with, &helped, cost, hop);
}

/* Is a cell on the straight way between two others? */
static inline bool on_way(unsigned from, unsigned to, unsigned cell)
{
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    return cell >= low && cell <= high && (from >> 4 == to >> 4 || (cell & 15u) == (from & 15u));
}

/* Has another order of moves led to the same? Of two blockers' moves that do not touch each other both orders lead to
 * the same placement: only the one in which the first comes from the lower cell is followed. (Of all ways to reach a
 * state, the one whose last move comes from the highest cell is never left out.) And a blocker that just moved along a
 * line could have gone there at once. */
static ALWAYS_INLINE bool told_already(const struct expansion *at, struct hop next)
{
    struct hop last = at->hop;
    if (!last.straight)
        return false;
    if (next.from == last.to)
        return line_axis(last.direction) == line_axis(next.direction);
    return next.from < last.from && at->hop_after != next.from &&
           cell_after(at->prepared, next.to, next.direction) != last.to && !on_way(last.from, last.to, next.to) &&
           !on_way(next.from, next.to, last.from);
}

static ALWAYS_INLINE void move_blocker(struct expansion *at, unsigned direction)
{
    unsigned from = at->mover.from;
    unsigned to = stretch(at->prepared, &at->crowd, from, direction);
    if (to == from)
        return;
    struct hop hop = {(uint8_t)from, (uint8_t)to, (uint8_t)(direction & 3u), 1};
    struct cells way = way_over(at->sets, from, to, direction);
    struct cells clear = cells_minus(at->able, way);
    struct cells met = cells_and(at->able, way);
    if (told_already(at, hop))
        clear = cells_minus(clear, at->came);
    if (!cells_empty(&clear))
        blocker_arrives(at, to, &clear, 1, hop);
    if (cells_empty(&met))
        return;
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        unsigned before = carom_cell_next((carom_cell)walk.cell, (direction + 2) % CAROM_DIRECTIONS);
        if (before != from)
            blocker_arrives(at, before, &at->sets->one[walk.cell], 1, no_hop);
    }
}

/* With barriers: the way is found without the active robot; where that could be on it the slide is made again. */
static void move_winding_blocker(struct expansion *at, unsigned direction)
{
    unsigned from = at->mover.from;
    unsigned class = at->prepared->class[at->mover.member];
    struct crowd others = at->crowd;
    crowd_flip(&others, from);
    struct cells way = ray_over(at, class, from, direction);
    struct cells clear = cells_minus(at->able, way);
    struct cells met = cells_and(at->able, way);
    int slide = prepared_slide(at->prepared, &others, class, from, direction);
    if (slide != NO_SLIDE && !cells_empty(&clear))
        blocker_arrives(at, slide_cell(slide), &clear, 1, no_hop);
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        crowd_flip(&others, walk.cell);
        slide = prepared_slide(at->prepared, &others, class, from, direction);
        crowd_flip(&others, walk.cell);
        if (slide != NO_SLIDE)
            blocker_arrives(at, slide_cell(slide), &at->sets->one[walk.cell], 1, no_hop);
    }
}

static void transparent_ends_with(struct expansion *at, const struct crowd *others, struct cells set,
                                  struct cells *over)
{
    struct transparent_ends ends;
    carom_transparent_ends(at->prepared, others, at->mover.from, at->levels - 1 + at->sets->floor, &ends, over);
    at->sets->cut |= ends.more;
    if (over != NULL)
        set = cells_minus(set, *over);
    if (cells_empty(&set))
        return;
    for (unsigned i = 0; i < ends.count; i++)
        blocker_arrives(at, ends.end[i].to, &set, ends.end[i].cost, no_hop);
}

static void move_transparent_blocker(struct expansion *at)
{
    struct crowd others = at->crowd;
    struct cells over = cells_none();
    crowd_flip(&others, at->mover.from);
    transparent_ends_with(at, &others, at->able, &over);
    struct cells met = cells_and(at->able, over);
    for (struct cells_walk walk = cells_walk(&met); cells_next(&walk);) {
        crowd_flip(&others, walk.cell);
        transparent_ends_with(at, &others, at->sets->one[walk.cell], NULL);
        crowd_flip(&others, walk.cell);
    }
}

/* Can moves along an axis help at all? Not if there is only slack for one and none of the line's cells matters. */
static inline bool worth_moving(const struct expansion *at, unsigned from, unsigned axis)
{
    const struct sets *sets = at->sets;
    struct cells helped = cells_or(sets->stoppers.over[from], sets->helped_line[axis][line_of(from, axis)]);
    struct cells useful = cells_or(at->loose, cells_and(at->tight, helped));
    return !cells_empty(&useful);
}

static void move_plain_blocker(struct expansion *at)
{
    unsigned from = at->mover.from;
    if (!at->prepared->bounces) {
        if (worth_moving(at, from, AXIS_COLUMN)) {
            move_blocker(at, CAROM_NORTH);
            move_blocker(at, CAROM_SOUTH);
        }
        if (worth_moving(at, from, AXIS_ROW)) {
            move_blocker(at, CAROM_EAST);
            move_blocker(at, CAROM_WEST);
        }
        return;
    }
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if (cells_has(&at->sets->winding[direction], from))
            move_winding_blocker(at, direction);
        else if (worth_moving(at, from, line_axis(direction)))
            move_blocker(at, direction);
}

/* What the blockers give hope for, one of them left out; all of them for 0. */
static ALWAYS_INLINE struct hope hope_without(const struct expansion *at, unsigned member)
{
    const struct hope *from = at->sets->stoppers.from;
    unsigned first = member == 1 ? 2 : 1;
    if (first >= at->prepared->members)
        return at->sets->stoppers.none;
    struct hope hope = from[at->state.cell[first]];
    for (unsigned i = first + 1; i < at->prepared->members; i++)
        if (i != member)
            hope = hope_join(&hope, &from[at->state.cell[i]]);
    return hope;
}

static void begin_mover(struct expansion *at, unsigned member)
{
    const struct prepared *prepared = at->prepared;
    struct mover *mover = &at->mover;
    unsigned out = 8 * (member - 1);
    uint64_t cells = at->key & ((UINT64_C(1) << KEY_OWED) - 1);
    mover->member = member;
    mover->from = at->state.cell[member];
    mover->rest = (cells & ((UINT64_C(1) << out) - 1)) | cells >> 8 >> out << out;
    mover->first_bit = 8 * (prepared->first_alike[member] - 1u);
    mover->mates = 0;
    for (unsigned i = prepared->first_alike[member];
         i < prepared->members && prepared->class[i] == prepared->class[member]; i++)
        if (i != member)
            mover->mate[mover->mates++] = at->state.cell[i];
    if (homing(at))
        mover->others = hope_without(at, member);
}

static void move_blockers(struct expansion *at)
{
    split_levels(at);
    if (cells_empty(&at->able))
        return;
    for (unsigned member = 1; member < at->prepared->members; member++) {
        begin_mover(at, member);
        if (at->prepared->class[member] == CLASS_TRANSPARENT)
            move_transparent_blocker(at);
        else
            move_plain_blocker(at);
    }
}

static void enter_placement(struct expansion *at, uint32_t index)
{
    struct placement *placement = &at->sets->placements.placement[index];
    at->placement = index;
    at->key = placement->key;
    at->hop = placement->hop;
    at->hop_after = cell_after(at->prepared, at->hop.to, at->hop.direction);
    at->state.owed = (uint8_t)key_owed(at->key);
    for (unsigned member = 1; member < at->prepared->members; member++) {
        at->state.cell[member] = (uint8_t)key_cell(at->key, member);
        crowd_flip(&at->crowd, at->state.cell[member]);
    }
    if (homing(at))
        at->hope = hope_without(at, 0);
}

static void leave_placement(struct expansion *at)
{
    for (unsigned member = 1; member < at->prepared->members; member++)
        crowd_flip(&at->crowd, at->state.cell[member]);
}

/* Takes over what is to be followed. */
static void load_waiting(struct expansion *at)
{
    struct placements *placements = &at->sets->placements;
    struct placement *placement = &placements->placement[at->placement];
    const struct cells *rows = &placements->queue[placements->now].rows.row[placement->waiting];
    at->levels = placement->waiting_levels;
    for (unsigned level = 0; level < at->levels; level++) {
        struct cells set = at->exact[level] = at->waited[level] = rows[ROW_LEVELS + level];
        at->todo[AXIS_ROW][level] = cells_and(set, rows[ROW_CHANGED + AXIS_ROW]);
        at->todo[AXIS_COLUMN][level] = cells_and(set, rows[ROW_CHANGED + AXIS_COLUMN]);
    }
    placement->queued = 0;
}

void carom_expand_begin(struct expansion *at, struct sets *sets, const struct prepared *prepared,
                        const struct bound *bound)
{
    at->sets = sets;
    at->prepared = prepared;
    at->bound = bound;
    at->crowd = (struct crowd){0};
    at->sends = 0;
    at->no_memory = false;
}

void carom_expand(struct expansion *at, struct expansion *before, struct expansion *earlier, uint32_t placement)
{
    const struct placements *placements = &at->sets->placements;
    enter_placement(at, placement);
    load_waiting(at);
    for (unsigned i = 0; FETCHES && i < before->sends; i++)
        before->send[i].placement = carom_placements_fetch_placement(placements, before->send[i].key);
    for (unsigned i = 0; FETCHES && i < earlier->sends; i++)
        carom_placements_fetch_rows(placements, earlier->send[i].placement);
    follow_active(at);
    carom_expand_deliver(earlier);
    move_blockers(at);
    leave_placement(at);
}
