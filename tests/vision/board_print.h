/* The printed board, painted flat: paper, grid, walls, symbols, rim, centre. */
#ifndef BOARD_PRINT_H
#define BOARD_PRINT_H

#include <carom/carom.h>

#define PRINT_CELL 40 /* pixels */
#define PRINT_RIM 10
#define PRINT_SIDE (16 * PRINT_CELL + 2 * PRINT_RIM)

enum print_centre {
    PRINT_CENTRE_PIECE, /* dark */
    PRINT_CENTRE_HOLES, /* brown notches with holes */
    PRINT_CENTRE_TOKEN, /* the piece with a token on it */
};

/* `rgb` has 3 * PRINT_SIDE * PRINT_SIDE bytes. `token` is what lies in the middle, or CAROM_NO_TOKEN. */
void print_board(uint8_t *rgb, const struct carom_board *board, unsigned token, enum print_centre centre,
                 struct carom_random *random);

#endif
