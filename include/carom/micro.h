/*
 * Micro Robots: 6x6 boards of four rotated tiles, and its moves (M1, M4, M12).
 *
 * A cell is row * 6 + column from the upper left. A face is what a cell shows: colour * 6 + number - 1. Each face
 * occurs exactly once on a board, so positions are written with faces (`6P`).
 */
#ifndef CAROM_MICRO_H
#define CAROM_MICRO_H

#include <carom/decls.h>
#include <carom/error.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

#define CAROM_MICRO_SIDE 6
#define CAROM_MICRO_CELLS 36
#define CAROM_MICRO_NO_CELL 255

/* Colours in the order of the notation: B Y G R P W. */
enum carom_micro_colour {
    CAROM_MICRO_BLUE,
    CAROM_MICRO_YELLOW,
    CAROM_MICRO_GREEN,
    CAROM_MICRO_RED,
    CAROM_MICRO_PINK,
    CAROM_MICRO_WHITE,
};
enum carom_micro_side {
    CAROM_MICRO_BLACK,
    CAROM_MICRO_COPPER,
};

struct carom_micro_board {
    uint8_t side;
    uint8_t tiles[4];                   /* 0..3 for A..D, clockwise from the upper left */
    uint8_t turns[4];                   /* quarter turns of each, clockwise */
    uint8_t face_at[CAROM_MICRO_CELLS]; /* [cell]: its face */
    uint8_t cell_of[CAROM_MICRO_CELLS]; /* [face]: its cell */
};

struct carom_micro_position {
    struct carom_micro_board board;
    uint8_t start;  /* cell */
    uint8_t via;    /* cell of the way point (M12), or CAROM_MICRO_NO_CELL */
    uint8_t target; /* cell; CAROM_MICRO_NO_CELL if the text was only a board */
};

static inline unsigned carom_micro_number(unsigned face)
{
    return face % 6 + 1;
}
static inline unsigned carom_micro_colour(unsigned face)
{
    return face / 6;
}

/* Assembles four tiles, which should be different: 0 to 3, as are `turns`. Higher numbers are taken modulo 4, a `side`
 * above 1 modulo 2. */
void carom_micro_board_build(struct carom_micro_board *board, unsigned side, const uint8_t tiles[4],
                             const uint8_t turns[4]);

/* Are start and target cells, and is the way point one or none? True of everything that was read with a target. */
static inline bool carom_micro_position_is_playable(const struct carom_micro_position *position)
{
    return position->start < CAROM_MICRO_CELLS && position->target < CAROM_MICRO_CELLS &&
           (position->via < CAROM_MICRO_CELLS || position->via == CAROM_MICRO_NO_CELL);
}

/* M4: can the robot go from one cell to another in one move? */
bool carom_micro_can_move(const struct carom_micro_board *board, unsigned from, unsigned to);

/* Notation: `black-A0-B0-D0-C0`, `BOARD/1P>2W`, `BOARD/1P>6R>2W`; a cell is written as its face, or as `a1` to `f6`. */
bool carom_micro_matches(const char *text, size_t length);
bool carom_micro_position_read(struct carom_micro_position *position, bool need_target, const char *text, size_t length,
                               struct carom_error *error);
void carom_micro_position_write(struct carom_text *text, const struct carom_micro_position *position);
void carom_micro_board_write(struct carom_text *text, const struct carom_micro_board *board);
/* Reads a face, `6P`. */
bool carom_micro_face_read(unsigned *face, const char *text, size_t length);
void carom_micro_face_write(struct carom_text *text, unsigned face);
/* Reads cells separated by blanks. */
bool carom_micro_route_read(const struct carom_micro_board *board, uint8_t *places, size_t size, size_t *count,
                            const char *text, size_t length, struct carom_error *error);

CAROM_END_DECLS

#endif
