/*
 * The ways of blockers, followed backwards from where they end.
 *
 * With R7 for blockers (sheet.h) some are followed twice. A robot in the target's row that has not left it, and moves
 * along its column, gets where any robot gets from there, if it moves at all: its spot is one more step of that way,
 * just before the cell's own. One that moves along the row stays in its state, until a barrier turns it: those ways
 * have spots for steps, and what comes behind the barrier as everybody has it.
 */
#include "../core/mem.h"
#include "sheet.h"

/* A robot on a cell, going somewhere. */
struct going {
    uint8_t cell;
    unsigned heading;
};

struct weave {
    struct ways *ways;
    const struct carom_board *board;
    unsigned target; /* NOWHERE: blockers in its lines are like all others */
    uint8_t turn[CELLS][CAROM_DIRECTIONS];
    bool done[CELLS][CAROM_DIRECTIONS];
    unsigned length[BUNDLE]; /* of the chains in the bundle at hand */
};

/* Where a robot came from that goes on from here. A turn undoes itself, so the heading on entering is the turned one's
 * turn; false at a wall. */
static bool behind(const struct weave *weave, struct going at, struct going *from)
{
    unsigned entered = weave->turn[at.cell][at.heading];
    unsigned back = (entered + 2) % CAROM_DIRECTIONS;
    if (!carom_open_side(weave->board, at.cell, back))
        return false;
    *from = (struct going){(uint8_t)carom_cell_next(at.cell, back), entered};
    return true;
}

static void add_step(struct weave *weave, unsigned lane, unsigned spot, unsigned next)
{
    struct bundle *bundle = &weave->ways->bundle[weave->ways->bundles];
    weave->ways->step[bundle->first + weave->length[lane]++][lane] = (struct step){(uint16_t)spot, (uint16_t)next};
    if (spot < NO_SPOT)
        set_add(&bundle->cells, spot < CELLS ? spot : line_cell(weave->target, spot - CELLS));
}

/* ---- robots that have not left the target's row or column ---- */

/* The spot of one that is on this cell; NO_SPOT if none can be. */
static unsigned still_spot(const struct weave *weave, unsigned cell)
{
    if (weave->target == NOWHERE || !carom_board_can_stand(weave->board, (carom_cell)cell))
        return NO_SPOT;
    if (cell / CAROM_SIDE == weave->target / CAROM_SIDE)
        return CELLS + cell % CAROM_SIDE;
    return cell % CAROM_SIDE == weave->target % CAROM_SIDE ? CELLS + CAROM_SIDE + cell / CAROM_SIDE : NO_SPOT;
}

/* Does this heading leave the line? From the target itself none does. */
static bool leaves(const struct weave *weave, struct going at)
{
    bool in_row = at.cell / CAROM_SIDE == weave->target / CAROM_SIDE;
    return at.cell != weave->target && in_row != (at.heading % 2 != 0);
}

/* What a robot comes to that enters a barrier: its way from there on, backwards. A ring gone round once is enough for
 * the barrier itself. */
static void add_turned(struct weave *weave, unsigned lane, struct going barrier)
{
    struct going way[4 * CELLS];
    unsigned count = 0, next = NOWHERE;
    bool ring = false;
    for (struct going at = barrier; !ring; ring = at.cell == barrier.cell && at.heading == barrier.heading) {
        way[count++] = at;
        if (!carom_open_side(weave->board, at.cell, at.heading))
            break;
        at.cell = (uint8_t)carom_cell_next(at.cell, at.heading);
        at.heading = weave->turn[at.cell][at.heading];
    }
    if (ring) {
        add_step(weave, lane, NO_SPOT, NOWHERE);
        next = barrier.cell;
    }
    for (; count > 0; next = way[count].cell)
        add_step(weave, lane, way[--count].cell, next);
}

/* All slides along the target's row (or column) with this heading. */
static void add_still(struct weave *weave, unsigned lane, unsigned heading)
{
    for (unsigned place = 0; place < CAROM_SIDE; place++) {
        unsigned cell = line_cell(weave->target, heading % 2 != 0 ? place : CAROM_SIDE + place), next = NOWHERE;
        if (!carom_board_inside(weave->board, (carom_cell)cell) || carom_board_solid(weave->board, (carom_cell)cell) ||
            weave->turn[cell][heading] != heading)
            continue;
        if (carom_open_side(weave->board, cell, heading)) {
            next = carom_cell_next((carom_cell)cell, heading);
            unsigned turned = weave->turn[next][heading];
            if (turned == heading)
                continue; /* the line goes on */
            add_turned(weave, lane, (struct going){(uint8_t)next, turned});
        }
        struct going at = {(uint8_t)cell, heading}, from = at;
        for (;;) {
            add_step(weave, lane, still_spot(weave, at.cell), next);
            next = at.cell;
            if (!behind(weave, at, &from) || weave->turn[from.cell][heading] != heading)
                break;
            at = from;
        }
    }
}

/* ---- all robots ---- */

/* A step of a way, and before it that of a robot which leaves the line here. Where something stops it at once it stays
 * where it is: that says nothing new, but changes nothing for the cell's own step. */
static void add_steps(struct weave *weave, unsigned lane, struct going at, unsigned next)
{
    unsigned still = still_spot(weave, at.cell);
    if (still != NO_SPOT && leaves(weave, at))
        add_step(weave, lane, still, next);
    add_step(weave, lane, at.cell, next);
    weave->done[at.cell][at.heading] = true;
}

/* Follows a way backwards from its end. A ring has no end: it is gone round twice, beginning anywhere, with the first
 * step on NO_SPOT, whose set is empty, so that a robot that goes round for ever gets nowhere (R9). */
static void add_chain(struct weave *weave, unsigned lane, struct going end, bool ring)
{
    struct going at = end, from;
    add_step(weave, lane, ring ? NO_SPOT : end.cell, NOWHERE);
    weave->done[at.cell][at.heading] = true;
    for (unsigned turn = 0; turn < (ring ? 2 : 1); turn++)
        while (behind(weave, at, &from)) {
            unsigned next = at.cell;
            at = from;
            add_steps(weave, lane, at, next);
            if (ring && at.cell == end.cell && at.heading == end.heading)
                break;
        }
}

static void begin_bundle(struct weave *weave)
{
    struct ways *ways = weave->ways;
    unsigned first = 0;
    if (ways->bundles > 0)
        first = ways->bundle[ways->bundles - 1].first + ways->bundle[ways->bundles - 1].count;
    ways->bundle[ways->bundles].first = (uint16_t)first;
    memset(weave->length, 0, sizeof weave->length);
}

/* Makes all chains of the bundle equally long. */
static void end_bundle(struct weave *weave)
{
    unsigned longest = 0;
    for (unsigned lane = 0; lane < BUNDLE; lane++)
        if (weave->length[lane] > longest)
            longest = weave->length[lane];
    for (unsigned lane = 0; lane < BUNDLE; lane++)
        while (weave->length[lane] < longest)
            add_step(weave, lane, NO_SPOT, NOWHERE);
    if (longest > 0)
        weave->ways->bundle[weave->ways->bundles++].count = (uint16_t)longest;
}

/* All ways that end in a row with this heading (or in a column). */
static void add_line(struct weave *weave, unsigned lane, unsigned line, unsigned heading)
{
    for (unsigned place = 0; place < CAROM_SIDE; place++) {
        unsigned cell = heading % 2 != 0 ? line * CAROM_SIDE + place : place * CAROM_SIDE + line;
        bool here =
            carom_board_inside(weave->board, (carom_cell)cell) && !carom_board_solid(weave->board, (carom_cell)cell);
        if (here && !carom_open_side(weave->board, cell, heading))
            add_chain(weave, lane, (struct going){(uint8_t)cell, heading}, false);
    }
}

static void add_rings(struct weave *weave)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++) {
            if (weave->done[cell][heading] || !carom_open_side(weave->board, cell, heading))
                continue;
            begin_bundle(weave);
            add_chain(weave, 0, (struct going){(uint8_t)cell, heading}, true);
            end_bundle(weave);
        }
}

void carom_ways_build(struct ways *ways, const struct carom_board *board, unsigned robot, unsigned target)
{
    struct weave weave = {.ways = ways, .board = board, .target = target};
    carom_turns_build(weave.turn, board, robot);
    for (unsigned axis = 0; axis < 2; axis++)
        for (unsigned line = 0; line < CAROM_SIDE; line += 2) {
            begin_bundle(&weave);
            for (unsigned lane = 0; lane < BUNDLE; lane++)
                add_line(&weave, lane, line + lane / 2, axis + lane % 2 * 2);
            end_bundle(&weave);
        }
    add_rings(&weave);
    if (target == NOWHERE)
        return;
    begin_bundle(&weave);
    for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
        add_still(&weave, heading, heading);
    end_bundle(&weave);
}
