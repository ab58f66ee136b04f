/*
 * Building the stopper tables (stoppers.h).
 *
 * Paths are found by length. The paths of one length that begin along a track are gathered from its end backwards: what
 * is possible by stopping further along the track is possible from every cell before that.
 */
#include "stoppers.h"

#include "../core/libc_mem.h"
#include "search.h"

#define NO_PATH 255
#define COST_WORK 8 /* microseconds for all tracks once */

/* The state after this one, following barriers, or NO_TRACK_STATE. */
static unsigned state_after(const struct problem *problem, unsigned state)
{
    unsigned cell = state >> 2, direction = state & 3u;
    for (unsigned steps = 0; steps < TRACK_STATES && bb_has(&problem->can_step[direction], cell); steps++) {
        cell = carom_cell_neighbour((carom_cell)cell, direction);
        if (!problem->has_barriers || !bb_has(&problem->barriers, cell))
            return cell << 2 | direction;
        if (bounces_class(problem, problem->class[0], cell))
            direction = bounced_direction(direction, problem->falling[cell]);
    }
    return NO_TRACK_STATE;
}

static void add_track(struct stopper_scratch *scratch, const struct bound *bound, unsigned last, bool *seen)
{
    unsigned count = 0, state = last, near = BOUND_INFINITE;
    do {
        seen[state] = true;
        count++;
        near = bound->cost[state >> 2] < near ? bound->cost[state >> 2] : near;
        state = scratch->previous_state[state];
    } while (state != NO_TRACK_STATE && state != last);
    if (state == last) /* a cycle */
        count *= 2;
    if (count > 1 && near != BOUND_INFINITE)
        scratch->track[scratch->tracks++] = (struct track){(uint16_t)last, (uint16_t)count, (uint8_t)near};
}

/* A state has at most one predecessor, because slides are reversible, so tracks do not branch. */
static void find_tracks(struct stopper_scratch *scratch, const struct problem *problem, const struct bound *bound)
{
    bool last[TRACK_STATES], seen[TRACK_STATES] = {false};
    memset(scratch->previous_state, 0xff, sizeof scratch->previous_state);
    for (unsigned state = 0; state < TRACK_STATES; state++) {
        bool stands = !problem->has_barriers || !bb_has(&problem->barriers, state >> 2);
        unsigned after = stands ? state_after(problem, state) : NO_TRACK_STATE;
        last[state] = after == NO_TRACK_STATE;
        if (after != NO_TRACK_STATE)
            scratch->previous_state[after] = (uint16_t)state;
    }
    scratch->tracks = 0;
    for (unsigned state = 0; state < TRACK_STATES; state++)
        if (last[state])
            add_track(scratch, bound, state, seen);
    for (unsigned state = 0; state < TRACK_STATES; state++)
        if (!seen[state])
            add_track(scratch, bound, state, seen);
}

/* Paths of one length that begin along a track. */
struct gathered_paths {
    unsigned min_count; /* NO_PATH: none */
    struct bitboard single, any, passes;
};

/* Adds the paths that stop at `cell`, where a blocker on `after` (or a wall, NO_CELL) stops the robot, and continue
 * with `ways`. */
static void gather_paths(struct gathered_paths *gathered, const struct path_stoppers *ways, unsigned cell,
                         unsigned after, const struct bitboard *one)
{
    unsigned least = ways->min_count[cell];
    gathered->any = bb_or(gathered->any, ways->any[cell]);
    if (after == NO_CELL) {
        gathered->single = bb_or(gathered->single, ways->single[cell]);
    } else {
        bool again = bb_has(&ways->single[cell], after); /* one stopper can serve two stops */
        gathered->any = bb_or(gathered->any, one[after]);
        if (least == 0 || again)
            gathered->single = bb_or(gathered->single, one[after]);
        least = again ? 1 : least + 1;
    }
    gathered->min_count = least < gathered->min_count ? least : gathered->min_count;
}

/* Gathers all paths of this cost that begin along a track. */
static void follow_track(struct stoppers *stoppers, struct stopper_scratch *scratch, const struct problem *problem,
                         const struct bound *bound, const struct bitboard *one, struct track track, unsigned cost)
{
    struct gathered_paths gathered = {.min_count = NO_PATH};
    unsigned state = track.last;
    for (unsigned i = 1; i < track.count; i++) {
        unsigned to = state >> 2, direction = state & 3u, more = cost - 1 - bound->cost[to];
        if (more <= 1 && scratch->ways[more].min_count[to] != NO_PATH) {
            unsigned after = cell_beyond(problem, to, direction);
            if (after == NO_CELL || !bb_has(&problem->barriers, after)) { /* R9: no blocker stands on a barrier */
                gather_paths(&gathered, &scratch->ways[more], to, after, one);
                gathered.passes = bb_or(gathered.passes, stoppers->passes[to]);
            }
        }
        state = scratch->previous_state[state];
        if (gathered.min_count == NO_PATH)
            continue;
        gathered.passes = bb_or(gathered.passes, one[to]);
        unsigned cell = state >> 2, longer = cost - bound->cost[cell];
        if (longer > 1)
            continue;
        struct path_stoppers *ways = &scratch->ways[longer];
        ways->min_count[cell] =
            (uint8_t)(gathered.min_count < ways->min_count[cell] ? gathered.min_count : ways->min_count[cell]);
        ways->single[cell] = bb_or(ways->single[cell], gathered.single);
        ways->any[cell] = bb_or(ways->any[cell], gathered.any);
        if (longer == 0)
            stoppers->passes[cell] = bb_or(stoppers->passes[cell], gathered.passes);
    }
}

/* Transposes 64 rows of 64 bits, in each of the four words separately, by swapping ever smaller squares. */
static void transpose_words(struct bitboard row[64])
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (unsigned width = 32; width > 0; width /= 2, mask ^= mask << width) {
        const bb_half squares = {mask, mask};
        for (unsigned first = 0; first < 64; first += 2 * width) {
            for (unsigned i = first; i < first + width; i++) {
                struct bitboard *low = &row[i], *high = &row[i + width];
                for (unsigned half = 0; half < 2; half++) {
                    bb_half change = (low->half[half] >> width ^ high->half[half]) & squares;
                    low->half[half] ^= change << width;
                    high->half[half] ^= change;
                }
            }
        }
    }
}

/* Transposes a relation: [a] has b becomes [b] has a. */
static void bb_transpose(struct bitboard set[CAROM_CELLS])
{
    struct bitboard turned_set[CAROM_CELLS];
    uint64_t *to = (uint64_t *)turned_set;
    for (unsigned word = 0; word < BB_WORDS; word++) {
        struct bitboard *row = &set[64 * word];
        transpose_words(row);
        for (unsigned i = 0; i < 64; i++)
            for (unsigned j = 0; j < BB_WORDS; j++)
                to[(64 * j + i) * BB_WORDS + word] = bb_word(&row[i], j);
    }
    memcpy(set, turned_set, sizeof turned_set);
}

static void build_feasible(struct stoppers *stoppers, struct stopper_scratch *scratch, const struct bound *bound)
{
    struct path_stoppers *shortest = &scratch->ways[0], *longer = &scratch->ways[1];
    memset(&stoppers->without_blockers, 0, sizeof stoppers->without_blockers);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        if (shortest->min_count[cell] == 0)
            bb_add(&stoppers->without_blockers.slack0, cell);
        if (bound->cost[cell] != BOUND_INFINITE && (shortest->min_count[cell] <= 1 || longer->min_count[cell] == 0))
            bb_add(&stoppers->without_blockers.slack1, cell);
    }
    bb_transpose(shortest->single);
    bb_transpose(shortest->any);
    bb_transpose(longer->single);
    bb_transpose(longer->any);
    bb_transpose(stoppers->passes);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        struct bitboard near =
            bb_or(stoppers->without_blockers.slack1, bb_or(shortest->any[cell], longer->single[cell]));
        stoppers->by_blocker_cell[cell] =
            (struct feasible){.slack0 = bb_or(stoppers->without_blockers.slack0, shortest->single[cell]),
                              .slack1 = near,
                              .slack0_part = shortest->any[cell],
                              .slack1_part = longer->any[cell]};
    }
}

void carom_stoppers_build(struct stoppers *stoppers, struct stopper_scratch *scratch, const struct problem *problem,
                          const struct bound *bound, struct budget *budget, const struct bitboard *one)
{
    unsigned most = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (bound->cost[cell] != BOUND_INFINITE && bound->cost[cell] > most)
            most = bound->cost[cell];
    memset(scratch->ways, 0, sizeof scratch->ways);
    memset(stoppers->passes, 0, sizeof stoppers->passes);
    for (unsigned i = 0; i < 2; i++)
        memset(scratch->ways[i].min_count, NO_PATH, sizeof scratch->ways[i].min_count);
    scratch->ways[0].min_count[problem->target] = 0;
    find_tracks(scratch, problem, bound);
    for (unsigned cost = 1; cost <= most + 1 && !budget_worked(budget, COST_WORK); cost++)
        for (unsigned i = 0; i < scratch->tracks; i++)
            if (cost - 1u - scratch->track[i].min_bound <= 1)
                follow_track(stoppers, scratch, problem, bound, one, scratch->track[i], cost);
    build_feasible(stoppers, scratch, bound);
}
