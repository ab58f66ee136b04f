/*
 * Micro Robots: its 6x6 boards of four turned tiles and its way of moving (M1, M4, M12).
 *
 * A place is row * 6 + column from the upper left. A face is what a cell shows: colour * 6 + number - 1. Each face
 * stands exactly once on a board, so positions are written by faces (`6P`).
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
    uint8_t turns[4];                   /* quarter turns clockwise of each */
    uint8_t face_at[CAROM_MICRO_CELLS]; /* place -> face */
    uint8_t cell_of[CAROM_MICRO_CELLS]; /* face -> place */
};

struct carom_micro_position {
    struct carom_micro_board board;
    uint8_t start;  /* places */
    uint8_t via;    /* M12, or CAROM_MICRO_NO_CELL */
    uint8_t target; /* CAROM_MICRO_NO_CELL if the text was only a board */
};

static inline unsigned carom_micro_number(unsigned face)
{
    return face % 6 + 1;
}
static inline unsigned carom_micro_colour(unsigned face)
{
    return face / 6;
}

/* Lays four different tiles; `tiles` and `turns` in range. */
void carom_micro_board_build(struct carom_micro_board *board, unsigned side, const uint8_t tiles[4],
                             const uint8_t turns[4]);

/* M4: may the robot go from one place to another in one move? */
bool carom_micro_can_move(const struct carom_micro_board *board, unsigned from, unsigned to);

/* Text: `black-A0-B0-D0-C0`, `BOARD/1P>2W`, `BOARD/1P>6R>2W`; a cell by what it shows, or as a place `a1`..`f6`. */
bool carom_micro_matches(const char *text, size_t length);
bool carom_micro_position_read(struct carom_micro_position *position, bool need_target, const char *text, size_t length,
                               struct carom_error *error);
void carom_micro_position_write(struct carom_text *text, const struct carom_micro_position *position);
void carom_micro_board_write(struct carom_text *text, const struct carom_micro_board *board);
/* `6P` to its face. */
bool carom_micro_face_read(unsigned *face, const char *text, size_t length);
void carom_micro_face_write(struct carom_text *text, unsigned face);
/* Cells separated by blanks, to places of this board. */
bool carom_micro_route_read(const struct carom_micro_board *board, uint8_t *places, size_t size, size_t *count,
                            const char *text, size_t length, struct carom_error *error);

CAROM_END_DECLS

#endif
