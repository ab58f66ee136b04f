/*
 * Boards: walls, barriers, targets and solid cells (R1, R2, S1).
 *
 * A board is a plain value of about 600 bytes without pointers: copy it with `=`. A board built from printed sections
 * remembers its four faces; a board that was drawn by hand, or whose barriers were removed, has none.
 */
#ifndef CAROM_BOARD_H
#define CAROM_BOARD_H

#include <carom/decls.h>
#include <carom/error.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

/* Faces: colour of the mark * 4 + number - 1, so R1 is 0, R4 is 3, Y1 is 4, B4 is 15. */
#define CAROM_FACES 16
#define CAROM_NO_FACE 255

/* Tokens: colour * 4 + symbol, then the vortex. Symbols: moon, gear, planet, star. */
#define CAROM_TOKENS 17
#define CAROM_VORTEX 16
#define CAROM_NO_TOKEN 255
enum carom_symbol {
    CAROM_MOON,
    CAROM_GEAR,
    CAROM_PLANET,
    CAROM_STAR,
};

/* A barrier in a cell: 0: none, else these bits (R8). `/` rises to the right, `\` falls. */
#define CAROM_BARRIER 8u         /* set on every barrier */
#define CAROM_BARRIER_FALLING 4u /* `\`; else `/` */
#define CAROM_BARRIER_COLOUR 3u  /* mask of the colour */

struct carom_board {
    uint8_t width;
    uint8_t height;
    uint8_t faces[4];           /* clockwise from the north-west; all CAROM_NO_FACE on a custom board */
    uint8_t walls[CAROM_CELLS]; /* bit 1 << direction: a wall on that side of the cell (set in both cells); bit 16 <<
                                   direction: that wall is the board's edge or a side of a solid cell (T3) */
    uint8_t barriers[CAROM_CELLS];
    /* per row, bit 1 << column: no robot can enter; the centre piece is four such cells */
    uint16_t solid[CAROM_BOARD_SIDE];
    uint32_t tokens; /* bit 1 << token: this target is printed on the board */
    carom_cell token_cell[CAROM_TOKENS];
};

static inline bool carom_board_has_wall(const struct carom_board *board, carom_cell cell, unsigned direction)
{
    return (board->walls[cell] >> direction & 1u) != 0;
}
/* Is there a wall that stops the transparent robot too (T3)? */
static inline bool carom_board_has_hard_wall(const struct carom_board *board, carom_cell cell, unsigned direction)
{
    return (board->walls[cell] >> (direction + 4) & 1u) != 0;
}
static inline bool carom_board_is_solid(const struct carom_board *board, carom_cell cell)
{
    return (board->solid[carom_cell_row(cell)] >> carom_cell_column(cell) & 1u) != 0;
}
static inline bool carom_board_contains(const struct carom_board *board, carom_cell cell)
{
    return carom_cell_column(cell) < board->width && carom_cell_row(cell) < board->height;
}
/* Can a robot stand there: on the board, not solid, no barrier? */
static inline bool carom_board_can_stand(const struct carom_board *board, carom_cell cell)
{
    return !carom_board_is_solid(board, cell) && board->barriers[cell] == 0;
}
static inline bool carom_board_is_printed(const struct carom_board *board)
{
    return board->faces[0] != CAROM_NO_FACE;
}
/* The adjacent cell. Meaningful only if no wall is between them. */
static inline carom_cell carom_cell_neighbour(carom_cell cell, unsigned direction)
{
    static const int8_t step[CAROM_DIRECTIONS] = {-CAROM_BOARD_SIDE, 1, CAROM_BOARD_SIDE, -1};
    return (carom_cell)(cell + step[direction]);
}

/* Assembles four printed faces, clockwise from the north-west. False with an error if one is not
 * below CAROM_FACES, or two are of the same section. */
bool carom_board_build(struct carom_board *board, const uint8_t faces[4], struct carom_error *error);

/* Puts a face at a corner. If its section lies at another corner the two are swapped, so that the board can still be
 * built. */
void carom_faces_replace(uint8_t faces[4], unsigned corner, unsigned face);

/* Makes an empty board of this size (1 to 16 each; other sizes become the nearest) with only its edge. */
void carom_board_init(struct carom_board *board, unsigned width, unsigned height);

/* Sets or removes the wall on one side of a cell, in both cells. The board's edge and the sides of solid cells stay. */
void carom_board_set_wall(struct carom_board *board, carom_cell cell, unsigned direction, bool wall);

/* Makes a cell solid: adds its walls, and removes a barrier or target on it. */
void carom_board_set_solid(struct carom_board *board, carom_cell cell);

/* Removes all barriers, in place. A printed board that had some becomes a custom one: its faces are cleared. */
void carom_board_remove_barriers(struct carom_board *board);
bool carom_board_has_barriers(const struct carom_board *board);

/* The token printed on a cell, or CAROM_NO_TOKEN. */
unsigned carom_board_token_at(const struct carom_board *board, carom_cell cell);

/* Rotates the board clockwise by quarter turns. A printed board stays printed. Leaves boards that are not square alone.
 */
void carom_board_rotate(struct carom_board *board, unsigned quarters);

/* Where a cell goes when a square board of this side is rotated clockwise. */
carom_cell carom_cell_rotate(carom_cell cell, unsigned side, unsigned quarters);

/* Which boards to deal: edition and barriers (R1, R2, S1). */
enum carom_edition {
    CAROM_EDITION_1999,
    CAROM_EDITION_2013,
};
enum carom_barrier_choice {
    CAROM_BARRIERS_ANY,
    CAROM_BARRIERS_NONE,
    CAROM_BARRIERS_REQUIRED, /* at least one of the four faces has barriers */
};
#define CAROM_EDITIONS 2
#define CAROM_BARRIER_CHOICES 3
/* Names for options, JSON and URLs ("1999", "any"); titles for people, which are message ids ("1999: 4 sections"). */
extern const char *const carom_edition_names[CAROM_EDITIONS];
extern const char *const carom_barrier_choice_names[CAROM_BARRIER_CHOICES];
const char *carom_edition_title(enum carom_edition edition);
const char *carom_barrier_choice_title(enum carom_barrier_choice barriers);

/* Enumerates every different board once, with red in the north-west (R1). `index` counts from 0; false past the
 * last. 2013: 1,536 boards, 1999: 96. */
bool carom_board_nth(uint8_t faces[4], enum carom_edition edition, enum carom_barrier_choice barriers, unsigned index);
unsigned carom_board_count(enum carom_edition edition, enum carom_barrier_choice barriers);
bool carom_face_has_barriers(unsigned face);
bool carom_face_in_edition(unsigned face, enum carom_edition edition);

/* Notation: `G1-Y2-R2-B2`, or a custom board as `8x8-w...` (docs/reference/notation.md). Reads exactly `length` bytes.
 */
bool carom_board_read(struct carom_board *board, const char *text, size_t length, struct carom_error *error);
void carom_board_write(struct carom_text *text, const struct carom_board *board);
/* Reads a face, `R1`. */
bool carom_face_read(uint8_t *face, const char *text, size_t length);
void carom_face_write(struct carom_text *text, unsigned face);
void carom_token_write(struct carom_text *text, unsigned token);
/* Reads a token, `Rm` or `V`, in either case. */
bool carom_token_read(unsigned *token, const char *text, size_t length);

CAROM_END_DECLS

#endif
