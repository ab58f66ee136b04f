/*
 * Which stoppers ways need (stoppers.h).
 *
 * Ways are worked out by their length. Those of one length that begin along a track are gathered from its end
 * backwards: whatever can be done by stopping further on can be done from here as well.
 */
#include "stoppers.h"

#include "../core/mem.h"
#include "search.h"

#define MANY 255
#define COST_WORK 8 /* of the budget: all tracks once */

/* The state after one, past barriers, or NO_STATE. */
static unsigned state_after(const struct prepared *prepared, unsigned state)
{
    unsigned cell = state >> 2, direction = state & 3u;
    for (unsigned steps = 0; steps < TRACK_STATES && cells_has(&prepared->open[direction], cell); steps++) {
        cell = carom_cell_next((carom_cell)cell, direction);
        if (!prepared->bounces || !cells_has(&prepared->barriers, cell))
            return cell << 2 | direction;
        if (turns(prepared, prepared->class[0], cell))
            direction = turned(direction, prepared->falling[cell]);
    }
    return NO_STATE;
}

static void add_track(struct stoppers *stoppers, const struct bound *bound, unsigned last, bool *seen)
{
    unsigned count = 0, state = last, near = NEVER;
    do {
        seen[state] = true;
        count++;
        near = bound->cost[state >> 2] < near ? bound->cost[state >> 2] : near;
        state = stoppers->before[state];
    } while (state != NO_STATE && state != last);
    if (state == last) /* it has no end */
        count *= 2;
    if (count > 1 && near != NEVER)
        stoppers->track[stoppers->tracks++] = (struct track){(uint16_t)last, (uint16_t)count, (uint8_t)near};
}

/* A state has at most one before it, because slides can be turned round: so tracks do not branch. */
static void find_tracks(struct stoppers *stoppers, const struct prepared *prepared, const struct bound *bound)
{
    bool last[TRACK_STATES], seen[TRACK_STATES] = {false};
    memset(stoppers->before, 0xff, sizeof stoppers->before);
    for (unsigned state = 0; state < TRACK_STATES; state++) {
        bool stands = !prepared->bounces || !cells_has(&prepared->barriers, state >> 2);
        unsigned after = stands ? state_after(prepared, state) : NO_STATE;
        last[state] = after == NO_STATE;
        if (after != NO_STATE)
            stoppers->before[after] = (uint16_t)state;
    }
    stoppers->tracks = 0;
    for (unsigned state = 0; state < TRACK_STATES; state++)
        if (last[state])
            add_track(stoppers, bound, state, seen);
    for (unsigned state = 0; state < TRACK_STATES; state++)
        if (!seen[state])
            add_track(stoppers, bound, state, seen);
}

/* Ways that begin along a track, of one length. */
struct gathered {
    unsigned least; /* MANY: there are none */
    struct cells one, all, over;
};

/* Those that stop at a cell, where `after` stops the robot, and go on as `ways` says. */
static void gather(struct gathered *gathered, const struct ways *ways, unsigned cell, unsigned after,
                   const struct cells *one)
{
    unsigned least = ways->least[cell];
    gathered->all = cells_or(gathered->all, ways->all[cell]);
    if (after == NO_CELL) {
        gathered->one = cells_or(gathered->one, ways->one[cell]);
    } else {
        bool again = cells_has(&ways->one[cell], after); /* the same stopper may serve twice */
        gathered->all = cells_or(gathered->all, one[after]);
        if (least == 0 || again)
            gathered->one = cells_or(gathered->one, one[after]);
        least = again ? 1 : least + 1;
    }
    gathered->least = least < gathered->least ? least : gathered->least;
}

/* All ways of so many moves that begin along a track. */
static void follow_track(struct stoppers *stoppers, const struct prepared *prepared, const struct bound *bound,
                         const struct cells *one, struct track track, unsigned cost)
{
    struct gathered gathered = {.least = MANY};
    unsigned state = track.last;
    for (unsigned i = 1; i < track.count; i++) {
        unsigned to = state >> 2, direction = state & 3u, more = cost - 1 - bound->cost[to];
        if (more <= 1 && stoppers->ways[more].least[to] != MANY) {
            unsigned after = cell_after(prepared, to, direction);
            if (after == NO_CELL ||
                !cells_has(&prepared->barriers, after)) { /* R9: nobody stands on a barrier to stop it */
                gather(&gathered, &stoppers->ways[more], to, after, one);
                gathered.over = cells_or(gathered.over, stoppers->over[to]);
            }
        }
        state = stoppers->before[state];
        if (gathered.least == MANY)
            continue;
        gathered.over = cells_or(gathered.over, one[to]);
        unsigned cell = state >> 2, longer = cost - bound->cost[cell];
        if (longer > 1)
            continue;
        struct ways *ways = &stoppers->ways[longer];
        ways->least[cell] = (uint8_t)(gathered.least < ways->least[cell] ? gathered.least : ways->least[cell]);
        ways->one[cell] = cells_or(ways->one[cell], gathered.one);
        ways->all[cell] = cells_or(ways->all[cell], gathered.all);
        if (longer == 0)
            stoppers->over[cell] = cells_or(stoppers->over[cell], gathered.over);
    }
}

/* In each of the four words apart, 64 rows of 64 bits become 64 columns. In each round squares half as wide change
 * places. */
static void turn_words(struct cells row[64])
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (unsigned width = 32; width > 0; width /= 2, mask ^= mask << width) {
        const cells_half squares = {mask, mask};
        for (unsigned first = 0; first < 64; first += 2 * width) {
            for (unsigned i = first; i < first + width; i++) {
                struct cells *low = &row[i], *high = &row[i + width];
                for (unsigned half = 0; half < 2; half++) {
                    cells_half change = (low->half[half] >> width ^ high->half[half]) & squares;
                    low->half[half] ^= change << width;
                    high->half[half] ^= change;
                }
            }
        }
    }
}

/* From the cells of every cell to the cells that have it. */
static void turn_sets(struct cells set[CAROM_CELLS])
{
    struct cells turned_set[CAROM_CELLS];
    uint64_t *to = (uint64_t *)turned_set;
    for (unsigned word = 0; word < CELL_WORDS; word++) {
        struct cells *row = &set[64 * word];
        turn_words(row);
        for (unsigned i = 0; i < 64; i++)
            for (unsigned j = 0; j < CELL_WORDS; j++)
                to[(64 * j + i) * CELL_WORDS + word] = cells_word(&row[i], j);
    }
    memcpy(set, turned_set, sizeof turned_set);
}

static void find_hope(struct stoppers *stoppers, const struct bound *bound)
{
    struct ways *shortest = &stoppers->ways[0], *longer = &stoppers->ways[1];
    memset(&stoppers->none, 0, sizeof stoppers->none);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        if (shortest->least[cell] == 0)
            cells_add(&stoppers->none.home, cell);
        if (bound->cost[cell] != NEVER && (shortest->least[cell] <= 1 || longer->least[cell] == 0))
            cells_add(&stoppers->none.near, cell);
    }
    turn_sets(shortest->one);
    turn_sets(shortest->all);
    turn_sets(longer->one);
    turn_sets(longer->all);
    turn_sets(stoppers->over);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        struct cells near = cells_or(stoppers->none.near, cells_or(shortest->all[cell], longer->one[cell]));
        stoppers->from[cell] = (struct hope){.home = cells_or(stoppers->none.home, shortest->one[cell]),
                                             .near = near,
                                             .shortest = shortest->all[cell],
                                             .longer = longer->all[cell]};
    }
}

void carom_stoppers_build(struct stoppers *stoppers, const struct prepared *prepared, const struct bound *bound,
                          struct budget *budget, const struct cells *one)
{
    unsigned most = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (bound->cost[cell] != NEVER && bound->cost[cell] > most)
            most = bound->cost[cell];
    memset(stoppers->ways, 0, sizeof stoppers->ways);
    memset(stoppers->over, 0, sizeof stoppers->over);
    for (unsigned i = 0; i < 2; i++)
        memset(stoppers->ways[i].least, MANY, sizeof stoppers->ways[i].least);
    stoppers->ways[0].least[prepared->target] = 0;
    find_tracks(stoppers, prepared, bound);
    for (unsigned cost = 1; cost <= most + 1 && !budget_worked(budget, COST_WORK); cost++)
        for (unsigned i = 0; i < stoppers->tracks; i++)
            if (cost - 1u - stoppers->track[i].near <= 1)
                follow_track(stoppers, prepared, bound, one, stoppers->track[i], cost);
    find_hope(stoppers, bound);
}
