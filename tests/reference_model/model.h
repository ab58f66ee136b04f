/*
 * A slow and obvious model of the rules, for tests only. It shares no code and no data structure with the core: it
 * reads the drawings in data/ by itself and moves robots one cell at a time over a grid of twice the size, where walls
 * are points between cells. If core and model agree, two people would have to have made the same mistake.
 */
#ifndef REFERENCE_MODEL_MODEL_H
#define REFERENCE_MODEL_MODEL_H

#include <stdbool.h>

#define MODEL_POINTS 33 /* 16 cells and their 17 borders: cell x has its centre at point 2x + 1 */

struct model_board {
    int width, height;                     /* in cells */
    bool wall[MODEL_POINTS][MODEL_POINTS]; /* [y][x], points where one coordinate is even and the other odd */
    bool block[16][16];                    /* [y][x], cells: nobody enters */
    char barrier[16][16];                  /* '/', '\\' or 0 */
    char barrier_colour[16][16];           /* R Y G B */
    char target[16][16][3];                /* "Rm", "V" or "" */
};

/* Robots in the order of the letters RYGBST; x < 0: not on the board. */
struct model_robots {
    int x[6], y[6];
};

enum model_result {
    MODEL_MOVED,
    MODEL_STUCK,      /* R5: cannot leave its cell */
    MODEL_ON_BARRIER, /* R9 */
    MODEL_ENDLESS,    /* R9 */
    MODEL_FORBIDDEN,  /* T2, T3: no such way through a wall */
};

struct model_slide {
    enum model_result result;
    int x, y;
    bool horizontal, vertical; /* what it travelled along */
    int barriers;              /* how many it met */
    int straight;              /* how many of those it went straight through by choice (T4) */
};

/* Reads data/faces.txt and data/tiles.txt; stops the program if they are not as their heads say. */
void model_load(const char *data_directory);

/* "G1-Y2-R2-B2", clockwise from the north-west. */
void model_board_build(struct model_board *board, const char *faces);
/* An empty board with its rim. */
void model_board_empty(struct model_board *board, int width, int height);
/* A wall beside a cell; direction is one of "NESW". */
void model_board_wall(struct model_board *board, int x, int y, char direction);
bool model_board_has_wall(const struct model_board *board, int x, int y, char direction);
void model_board_block(struct model_board *board, int x, int y);
/* Turns it clockwise by a quarter; square boards only. */
void model_board_turn(struct model_board *board);

/* Slides robot (index into RYGBST). `through`: begin by crossing the wall it stands at; `signs`: '+' or '-' for each
 * barrier met, as far as it goes ("" for all others than the transparent robot). */
struct model_slide model_slide(const struct model_board *board, const struct model_robots *robots, int robot,
                               char direction, bool through, const char *signs);

/* Sequences of `depth` moves of all robots but the transparent one, walked one by one. */
unsigned long long model_perft(const struct model_board *board, const struct model_robots *robots, int depth);

/* Cells a robot alone on the board could ever pass over or stop on, if it could also stop anywhere. */
int model_cells_connected(const struct model_board *board);

/* Micro Robots: 6x6 cells as "6P", [y][x]. */
struct model_micro {
    char cell[6][6][3];
};
/* "black-A0-B0-D0-C0". */
void model_micro_build(struct model_micro *board, const char *text);
/* M4, by the words of the two cells. */
bool model_micro_can_move(const struct model_micro *board, const char *from, const char *to);

#endif
