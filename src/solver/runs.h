/*
 * Filling whole sets along lines: every cell of the set slides until a wall stops it, all at once. `open` holds the
 * cells from which a step in the direction is possible. A Kogge-Stone fill: the distance doubles from 1 to 8 steps, so
 * four rounds cover the board.
 */
#ifndef CAROM_SOLVER_RUNS_H
#define CAROM_SOLVER_RUNS_H

#include "bitboard.h"

/* Shift by whole 64-bit words, which is four rows. */
static ALWAYS_INLINE struct bitboard bb_words_up(struct bitboard a)
{
    return (struct bitboard){{{a.half[0][1], a.half[1][0]}, {a.half[1][1], 0}}};
}
static ALWAYS_INLINE struct bitboard bb_words_down(struct bitboard a)
{
    return (struct bitboard){{{0, a.half[0][0]}, {a.half[0][1], a.half[1][0]}}};
}
static ALWAYS_INLINE struct bitboard bb_bits_down(struct bitboard a, unsigned bits)
{
    return (struct bitboard){{a.half[0] >> bits, a.half[1] >> bits}};
}
static ALWAYS_INLINE struct bitboard bb_bits_up(struct bitboard a, unsigned bits)
{
    return (struct bitboard){{a.half[0] << bits, a.half[1] << bits}};
}

/* Shifts every cell by 1, 2, 4 or 8 steps. Cells shifted beyond the north or south edge are dropped; at the east and
 * west edges the masks of open cells keep bits from running into the next row. */
static ALWAYS_INLINE struct bitboard bb_shift(struct bitboard a, unsigned direction, unsigned steps)
{
    if (direction == CAROM_EAST)
        return bb_bits_up(a, steps);
    if (direction == CAROM_WEST)
        return bb_bits_down(a, steps);
    if (direction == CAROM_NORTH) {
        if (steps >= 4)
            return steps == 4 ? bb_words_up(a) : bb_words_up(bb_words_up(a));
        return bb_or(bb_bits_down(a, 16 * steps), bb_bits_up(bb_words_up(a), 64 - 16 * steps));
    }
    if (steps >= 4)
        return steps == 4 ? bb_words_down(a) : bb_words_down(bb_words_down(a));
    return bb_or(bb_bits_up(a, 16 * steps), bb_bits_down(bb_words_down(a), 64 - 16 * steps));
}

/* All cells that the movers pass, including those they start on. */
static ALWAYS_INLINE struct bitboard bb_fill(struct bitboard movers, struct bitboard open, unsigned direction)
{
    unsigned back = (direction + 2) % CAROM_DIRECTIONS;
    for (unsigned steps = 1; steps < CAROM_BOARD_SIDE; steps *= 2) {
        movers = bb_or(movers, bb_shift(bb_and(movers, open), direction, steps));
        open = bb_and(open, bb_shift(open, back, steps));
    }
    return movers;
}

#endif
