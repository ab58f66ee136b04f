/*
 * The slides of blockers as chains: each is followed backwards from its last cell.
 *
 * With R7 for blockers (internal.h) some chains are followed twice. A blocker in the target's row that has not left it
 * and moves along its column ends where any robot ends from there, if it moves at all: its site is one more link of
 * that chain, just before the link of the cell. A blocker that moves along the row keeps its state until a barrier
 * deflects it: those chains have sites for links, and continue behind the barrier as everybody's do.
 */
#include "../core/libc_mem.h"
#include "internal.h"

/* A moving robot: its cell and heading. */
struct heading_at {
    uint8_t cell;
    unsigned heading;
};

struct chain_builder {
    struct chains *chains;
    const struct carom_board *board;
    unsigned target; /* NO_CELL: blockers on its row and column are like all others */
    uint8_t heading_after[CELLS][CAROM_DIRECTIONS];
    bool done[CELLS][CAROM_DIRECTIONS];
    unsigned length[CHAIN_LANES]; /* of the chains in the current group */
};

/* Steps backwards: the cell and heading from which a robot enters `at`. A deflection is its own inverse. False at a
 * wall. */
static bool came_from(const struct chain_builder *builder, struct heading_at at, struct heading_at *from)
{
    unsigned entered = builder->heading_after[at.cell][at.heading];
    unsigned back = (entered + 2) % CAROM_DIRECTIONS;
    if (!carom_can_leave(builder->board, at.cell, back))
        return false;
    *from = (struct heading_at){(uint8_t)carom_cell_neighbour(at.cell, back), entered};
    return true;
}

static void add_link(struct chain_builder *builder, unsigned lane, unsigned spot, unsigned next)
{
    struct chain_group *group = &builder->chains->group[builder->chains->groups];
    builder->chains->link[group->first + builder->length[lane]++][lane] =
        (struct chain_link){(uint16_t)spot, (uint16_t)next};
    if (spot < NO_SITE)
        bb_add(&group->cells, spot < CELLS ? spot : line_cell(builder->target, spot - CELLS));
}

/* ---- blockers that have not left the target's row or column ---- */

/* The site of such a blocker on this cell, or NO_SITE. */
static unsigned unmoved_site(const struct chain_builder *builder, unsigned cell)
{
    if (builder->target == NO_CELL || !carom_board_can_stand(builder->board, (carom_cell)cell))
        return NO_SITE;
    if (cell / CAROM_BOARD_SIDE == builder->target / CAROM_BOARD_SIDE)
        return CELLS + cell % CAROM_BOARD_SIDE;
    return cell % CAROM_BOARD_SIDE == builder->target % CAROM_BOARD_SIDE
               ? CELLS + CAROM_BOARD_SIDE + cell / CAROM_BOARD_SIDE
               : NO_SITE;
}

/* Does this heading leave the line? From the target itself none does. */
static bool leaves_line(const struct chain_builder *builder, struct heading_at at)
{
    bool in_row = at.cell / CAROM_BOARD_SIDE == builder->target / CAROM_BOARD_SIDE;
    return at.cell != builder->target && in_row != (at.heading % 2 != 0);
}

/* Adds, backwards, the chain of a robot that has entered a barrier. A cycle is followed once, which is enough for
 * the barrier itself. */
static void add_bounced(struct chain_builder *builder, unsigned lane, struct heading_at barrier)
{
    struct heading_at way[4 * CELLS];
    unsigned count = 0, next = NO_CELL;
    bool ring = false;
    for (struct heading_at at = barrier; !ring; ring = at.cell == barrier.cell && at.heading == barrier.heading) {
        way[count++] = at;
        if (!carom_can_leave(builder->board, at.cell, at.heading))
            break;
        at.cell = (uint8_t)carom_cell_neighbour(at.cell, at.heading);
        at.heading = builder->heading_after[at.cell][at.heading];
    }
    if (ring) {
        add_link(builder, lane, NO_SITE, NO_CELL);
        next = barrier.cell;
    }
    for (; count > 0; next = way[count].cell)
        add_link(builder, lane, way[--count].cell, next);
}

/* Adds all slides along the target's row or column with this heading. */
static void add_unmoved(struct chain_builder *builder, unsigned lane, unsigned heading)
{
    for (unsigned place = 0; place < CAROM_BOARD_SIDE; place++) {
        unsigned cell = line_cell(builder->target, heading % 2 != 0 ? place : CAROM_BOARD_SIDE + place), next = NO_CELL;
        if (!carom_board_contains(builder->board, (carom_cell)cell) ||
            carom_board_is_solid(builder->board, (carom_cell)cell) || builder->heading_after[cell][heading] != heading)
            continue;
        if (carom_can_leave(builder->board, cell, heading)) {
            next = carom_cell_neighbour((carom_cell)cell, heading);
            unsigned turned = builder->heading_after[next][heading];
            if (turned == heading)
                continue; /* the line goes on */
            add_bounced(builder, lane, (struct heading_at){(uint8_t)next, turned});
        }
        struct heading_at at = {(uint8_t)cell, heading}, from = at;
        for (;;) {
            add_link(builder, lane, unmoved_site(builder, at.cell), next);
            next = at.cell;
            if (!came_from(builder, at, &from) || builder->heading_after[from.cell][heading] != heading)
                break;
            at = from;
        }
    }
}

/* ---- all blockers ---- */

/* Adds a link, and before it the link of a blocker that leaves its line here. A blocker that is stopped at once
 * stays where it is, which adds nothing new and does not change the link of the cell. */
static void add_steps(struct chain_builder *builder, unsigned lane, struct heading_at at, unsigned next)
{
    unsigned still = unmoved_site(builder, at.cell);
    if (still != NO_SITE && leaves_line(builder, at))
        add_link(builder, lane, still, next);
    add_link(builder, lane, at.cell, next);
    builder->done[at.cell][at.heading] = true;
}

/* Follows a chain backwards from its end. A cycle has no end: it is followed twice from any cell, starting with a
 * link at NO_SITE, whose set is empty, so that a robot that never stops solves nothing (R9). */
static void add_chain(struct chain_builder *builder, unsigned lane, struct heading_at end, bool ring)
{
    struct heading_at at = end, from;
    add_link(builder, lane, ring ? NO_SITE : end.cell, NO_CELL);
    builder->done[at.cell][at.heading] = true;
    for (unsigned turn = 0; turn < (ring ? 2 : 1); turn++)
        while (came_from(builder, at, &from)) {
            unsigned next = at.cell;
            at = from;
            add_steps(builder, lane, at, next);
            if (ring && at.cell == end.cell && at.heading == end.heading)
                break;
        }
}

static void begin_group(struct chain_builder *builder)
{
    struct chains *chains = builder->chains;
    unsigned first = 0;
    if (chains->groups > 0)
        first = chains->group[chains->groups - 1].first + chains->group[chains->groups - 1].count;
    chains->group[chains->groups].first = (uint16_t)first;
    memset(builder->length, 0, sizeof builder->length);
}

/* Pads the chains of the group to equal length. */
static void end_group(struct chain_builder *builder)
{
    unsigned longest = 0;
    for (unsigned lane = 0; lane < CHAIN_LANES; lane++)
        if (builder->length[lane] > longest)
            longest = builder->length[lane];
    for (unsigned lane = 0; lane < CHAIN_LANES; lane++)
        while (builder->length[lane] < longest)
            add_link(builder, lane, NO_SITE, NO_CELL);
    if (longest > 0)
        builder->chains->group[builder->chains->groups++].count = (uint16_t)longest;
}

/* Adds all chains that end in a row, or a column, with this heading. */
static void add_line(struct chain_builder *builder, unsigned lane, unsigned line, unsigned heading)
{
    for (unsigned place = 0; place < CAROM_BOARD_SIDE; place++) {
        unsigned cell = heading % 2 != 0 ? line * CAROM_BOARD_SIDE + place : place * CAROM_BOARD_SIDE + line;
        bool here = carom_board_contains(builder->board, (carom_cell)cell) &&
                    !carom_board_is_solid(builder->board, (carom_cell)cell);
        if (here && !carom_can_leave(builder->board, cell, heading))
            add_chain(builder, lane, (struct heading_at){(uint8_t)cell, heading}, false);
    }
}

static void add_rings(struct chain_builder *builder)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++) {
            if (builder->done[cell][heading] || !carom_can_leave(builder->board, cell, heading))
                continue;
            begin_group(builder);
            add_chain(builder, 0, (struct heading_at){(uint8_t)cell, heading}, true);
            end_group(builder);
        }
}

void carom_chains_build(struct chains *chains, const struct carom_board *board, unsigned robot, unsigned target)
{
    struct chain_builder builder = {.chains = chains, .board = board, .target = target};
    carom_headings_build(builder.heading_after, board, robot);
    for (unsigned axis = 0; axis < 2; axis++)
        for (unsigned line = 0; line < CAROM_BOARD_SIDE; line += 2) {
            begin_group(&builder);
            for (unsigned lane = 0; lane < CHAIN_LANES; lane++)
                add_line(&builder, lane, line + lane / 2, axis + lane % 2 * 2);
            end_group(&builder);
        }
    add_rings(&builder);
    if (target == NO_CELL)
        return;
    begin_group(&builder);
    for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
        add_unmoved(&builder, heading, heading);
    end_group(&builder);
}
