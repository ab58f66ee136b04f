/*
 * A board made ready for one kind of robot: edges for the robot that is active, ways for those that are not.
 *
 * A barrier of its own colour is open floor to a robot that nobody can stop on. Any other one ends the straight line
 * and goes on somewhere else (R8), so for the active robot the edge behind it is cut and a ray remembers where to look.
 */
#include "../core/mem.h"
#include "sheet.h"

static void turns_build(uint8_t turn[CELLS][CAROM_DIRECTIONS], const struct carom_board *board, unsigned robot)
{
    for (unsigned cell = 0; cell < CELLS; cell++) {
        unsigned barrier = board->barriers[cell];
        bool turns = barrier != 0 && (barrier & CAROM_BARRIER_COLOUR) != robot;
        unsigned flip = !turns ? 0 : (barrier & CAROM_BARRIER_FALLING) != 0 ? 3 : 1;
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
            turn[cell][heading] = (uint8_t)(heading ^ flip);
    }
}

/* There is a cell to go to. */
static bool open_side(const struct carom_board *board, unsigned cell, unsigned heading)
{
    return carom_board_inside(board, (carom_cell)cell) && !carom_board_solid(board, (carom_cell)cell) &&
           !carom_board_wall(board, (carom_cell)cell, heading);
}

static void edges_build(struct ground *ground, const struct carom_board *board)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++) {
            if (!open_side(board, cell, heading) || ground->turn[cell][heading] != heading)
                continue;
            bool up = heading == CAROM_EAST || heading == CAROM_SOUTH;
            set_add(&ground->edge[heading], up ? cell : carom_cell_next((carom_cell)cell, heading));
        }
    for (unsigned cell = 0; cell < CELLS; cell++) {
        struct set *apart[2] = {&ground->apart[0][cell], &ground->apart[1][cell]};
        memset(apart[0], 0xff, sizeof(struct set));
        memset(apart[1], 0xff, sizeof(struct set));
        apart[0]->word[cell >> 6] ^= (uint64_t)1 << (cell & 63u);
        apart[1]->word[cell >> 6] ^= (uint64_t)1 << (cell & 63u);
        if (cell >= CAROM_SIDE)
            apart[0]->word[(cell - CAROM_SIDE) >> 6] ^= (uint64_t)1 << ((cell - CAROM_SIDE) & 63u);
        if (cell % CAROM_SIDE != 0)
            apart[1]->word[(cell - 1) >> 6] ^= (uint64_t)1 << ((cell - 1) & 63u);
    }
}

/* The cells of the target's row, then of its column, as bits of a word. */
static unsigned line_cell(unsigned target, unsigned bit)
{
    return bit < CAROM_SIDE ? target / CAROM_SIDE * CAROM_SIDE + bit
                            : (bit - CAROM_SIDE) * CAROM_SIDE + target % CAROM_SIDE;
}

static void lines_build(struct ground *ground, unsigned target)
{
    ground->line_target = 1u << target % CAROM_SIDE;
    ground->changed = 1u << (CAROM_SIDE + target / CAROM_SIDE);
    memset(ground->line_apart, 0xff, sizeof ground->line_apart);
    for (unsigned bit = 0; bit < 2 * CAROM_SIDE; bit++) {
        unsigned cell = line_cell(target, bit);
        bool row = bit < CAROM_SIDE;
        set_add(&ground->lines, cell);
        ground->line_stand |= (uint32_t)set_has(&ground->stand, cell) << bit;
        if (cell != target || row)
            ground->line_bit[cell] = 1u << bit;
        ground->line_edge[0] |= (uint32_t)set_has(&ground->edge[row ? CAROM_EAST : CAROM_SOUTH], cell) << bit;
        ground->line_edge[1] |= (uint32_t)set_has(&ground->edge[row ? CAROM_WEST : CAROM_NORTH], cell) << bit;
        for (unsigned other = 0; other < CELLS; other++)
            if (!set_has(&ground->apart[row ? 1 : 0][other], cell))
                ground->line_apart[other] &= ~(1u << bit);
    }
}

void carom_ground_build(struct ground *ground, const struct carom_board *board, unsigned robot, unsigned target,
                        bool ricochet)
{
    turns_build(ground->turn, board, robot);
    memcpy(ground->walls, board->walls, sizeof ground->walls);
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (carom_board_can_stand(board, (carom_cell)cell))
            set_add(&ground->stand, cell);
    edges_build(ground, board);
    if (ricochet)
        lines_build(ground, target);
    else
        ground->changed = 1;
    for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
        for (unsigned cell = 0; cell < CELLS; cell++)
            if (ground->turn[cell][heading] != heading)
                ground->ray[ground->rays++] = (struct ray){(uint8_t)cell, (uint8_t)heading};
}

/* ---- sets of cells ---- */

static bool has_neighbour(unsigned cell, unsigned side)
{
    unsigned place = side % 2 != 0 ? cell % CAROM_SIDE : cell / CAROM_SIDE;
    return place != (side == CAROM_EAST || side == CAROM_SOUTH ? CAROM_SIDE - 1 : 0);
}

static void fixed_cell(struct fixed *fixed, const struct ground *ground, unsigned cell)
{
    set_add(&fixed->bit[cell], cell);
    for (unsigned behind = cell + 1; behind < CELLS; behind++) {
        set_add(&fixed->above[cell], behind);
        fixed->word_above[cell] |= ground->line_bit[behind];
    }
    for (unsigned side = 0; side < CAROM_DIRECTIONS; side++)
        if (has_neighbour(cell, side)) {
            unsigned next = carom_cell_next((carom_cell)cell, side);
            set_add(&fixed->near[cell], next);
            set_add(&fixed->side[side][next % KINDS], cell);
        }
    fixed->word_keep[cell] = ~ground->line_bit[cell] & ~ground->changed;
    if (ground->line_bit[cell] != 0)
        fixed->line[fixed->lines++] = (uint8_t)cell;
}

static void fixed_runs(struct fixed *fixed, const struct ground *ground, unsigned axis)
{
    const struct set *edge = &ground->edge[axis == 0 ? CAROM_SOUTH : CAROM_EAST];
    unsigned step = axis == 0 ? CAROM_SIDE : 1;
    for (unsigned low = 0; low < CELLS; low++) {
        bool begins = set_has(&ground->stand, low) && (low < step || !set_has(edge, low - step));
        if (!begins || (axis == 0 && !set_has(edge, low)))
            continue;
        struct run *run = &fixed->run[axis][fixed->runs[axis]++];
        unsigned high = low;
        for (;; high += step) {
            set_add(&run->cells, high);
            run->bits |= ground->line_bit[high];
            if (!set_has(edge, high))
                break;
        }
        run->low = (uint8_t)low;
        run->high = (uint8_t)high;
    }
}

void carom_fixed_build(struct fixed *fixed, const struct ground *ground)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        fixed_cell(fixed, ground, cell);
    while ((ground->changed >> fixed->changed & 1u) == 0)
        fixed->changed++;
    for (unsigned axis = 0; axis < 2; axis++)
        fixed_runs(fixed, ground, axis);
}

/* ---- the ways of blockers ---- */

/* A robot on a cell, going somewhere. */
struct going {
    uint8_t cell;
    unsigned heading;
};

struct weave {
    struct ways *ways;
    const struct carom_board *board;
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
    if (!open_side(weave->board, at.cell, back))
        return false;
    *from = (struct going){(uint8_t)carom_cell_next(at.cell, back), entered};
    return true;
}

static void add_step(struct weave *weave, unsigned lane, unsigned cell, unsigned next)
{
    struct bundle *bundle = &weave->ways->bundle[weave->ways->bundles];
    weave->ways->step[bundle->first + weave->length[lane]++][lane] = (struct step){(uint16_t)cell, (uint16_t)next};
    if (cell != IDLE_CELL)
        set_add(&bundle->cells, cell);
}

/* Follows a way backwards from its end. A ring has no end: it is gone round twice, beginning anywhere, with the first
 * cell of IDLE_CELL, whose set is empty, so that a robot that goes round for ever gets nowhere (R9). */
static void add_chain(struct weave *weave, unsigned lane, struct going end, bool ring)
{
    struct going at = end;
    add_step(weave, lane, ring ? IDLE_CELL : end.cell, NOWHERE);
    for (unsigned turn = 0; turn < (ring ? 2 : 1); turn++) {
        struct going from;
        weave->done[at.cell][at.heading] = true;
        while (behind(weave, at, &from)) {
            unsigned next = at.cell;
            at = from;
            add_step(weave, lane, at.cell, next);
            weave->done[at.cell][at.heading] = true;
            if (ring && at.cell == end.cell && at.heading == end.heading)
                break;
        }
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
            add_step(weave, lane, IDLE_CELL, NOWHERE);
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
        if (here && !open_side(weave->board, cell, heading))
            add_chain(weave, lane, (struct going){(uint8_t)cell, heading}, false);
    }
}

static void add_rings(struct weave *weave)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++) {
            if (weave->done[cell][heading] || !open_side(weave->board, cell, heading))
                continue;
            begin_bundle(weave);
            add_chain(weave, 0, (struct going){(uint8_t)cell, heading}, true);
            end_bundle(weave);
        }
}

void carom_ways_build(struct ways *ways, const struct carom_board *board, unsigned robot)
{
    struct weave weave = {.ways = ways, .board = board};
    turns_build(weave.turn, board, robot);
    for (unsigned axis = 0; axis < 2; axis++)
        for (unsigned line = 0; line < CAROM_SIDE; line += 2) {
            begin_bundle(&weave);
            for (unsigned lane = 0; lane < BUNDLE; lane++)
                add_line(&weave, lane, line + lane / 2, axis + lane % 2 * 2);
            end_bundle(&weave);
        }
    add_rings(&weave);
}
