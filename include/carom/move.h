/*
 * Moves: how a robot slides (R5, R8, R9) and what the transparent robot can do besides (T2 to T4).
 */
#ifndef CAROM_MOVE_H
#define CAROM_MOVE_H

#include <carom/board.h>
#include <carom/decls.h>
#include <carom/fault.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

/* One move. Written `RN`; the transparent robot also `TE!` (through the wall it stands at) and `TE+-+`, one sign for
 * each barrier met: go through or bounce. */
struct carom_move {
    uint8_t robot;
    uint8_t direction;
    bool through;  /* T2: starts through the wall it stands at */
    uint64_t plus; /* T4: bit i: goes straight through the i-th barrier met; beyond 64 it bounces */
};
#define CAROM_SIGNS 64

static inline struct carom_move carom_move_of(unsigned robot, unsigned direction)
{
    struct carom_move move = {(uint8_t)robot, (uint8_t)direction, false, 0}; /* as C++ reads it too */
    return move;
}
bool carom_move_equal(struct carom_move a, struct carom_move b);

/* Why a robot does not make a move. Names are stable; carom_slide_sentence has the words. */
enum carom_slide_why {
    CAROM_SLIDE_DONE,
    CAROM_SLIDE_NOT_HERE,        /* the robot is not on the board, or there is no such robot or direction */
    CAROM_SLIDE_BLOCKED,         /* R5: it cannot leave its cell in this direction */
    CAROM_SLIDE_ON_BARRIER,      /* R9: an obstacle would make it stop on a barrier */
    CAROM_SLIDE_ENDLESS,         /* R9: the barriers would lead it round for ever */
    CAROM_SLIDE_NOT_TRANSPARENT, /* `!` and `+` are the transparent robot's alone */
    CAROM_SLIDE_NO_WALL,         /* T2: there is no wall to go through */
    CAROM_SLIDE_HARD_WALL,       /* T3: the rim or the centre block */
    CAROM_SLIDE_ROBOT_BEHIND,    /* T3: a robot stands right behind the wall */
    CAROM_SLIDE_EXTRA_SIGNS,     /* T4: a `+` for a barrier that is never met */
};

struct carom_slide {
    enum carom_slide_why why;
    carom_cell to;    /* where it stopped; if it did not move, where it stands (or would have had to stop) */
    uint8_t axes;     /* CAROM_AXIS_...: what it travelled along */
    uint8_t cost;     /* 1, plus one for each barrier gone through (T4) */
    uint16_t cells;   /* how many steps it made */
    uint16_t bounces; /* how many barriers turned it */
};

/* The way of one slide for drawing: the start, each corner, the end. */
#define CAROM_WAY_MAX 1200
struct carom_way {
    uint16_t count;
    carom_cell corner[CAROM_WAY_MAX];
};

/* Slides a robot; nothing is changed. True if the move can be made (slide->why is CAROM_SLIDE_DONE). `way` may be NULL.
 */
bool carom_slide(const struct carom_board *board, const struct carom_robots *robots, struct carom_move move,
                 struct carom_slide *slide, struct carom_way *way);

/* The stable name ("blocked") and the English sentence (a message id) of a reason. */
const char *carom_slide_name(enum carom_slide_why why);
const char *carom_slide_sentence(enum carom_slide_why why);

/* Calls `visit` for every move that can be made, robots in their order, directions clockwise from north. For the
 * transparent robot each different choice at barriers is a move, those through walls last; it never takes the same
 * barrier in the same direction twice in one move, unless it has made its ricochet in between (R7), and uses at most
 * `max_plus` signs `+`. `visit` returns false to stop; so does this.
 *
 * Time grows exponentially with `max_plus` where nearly all cells are barriers, tenfold with each: for boards from
 * strangers use at most 3. */
typedef bool carom_move_visitor(void *context, struct carom_move move, const struct carom_slide *slide);
bool carom_moves_visit(const struct carom_board *board, const struct carom_robots *robots, unsigned max_plus,
                       carom_move_visitor *visit, void *context);
/* The same for one robot. */
bool carom_moves_visit_robot(const struct carom_board *board, const struct carom_robots *robots, unsigned robot,
                             unsigned max_plus, carom_move_visitor *visit, void *context);

/* The most that one move of the transparent robot can cost here (T4), detours included; 0 if it has no move. Takes no
 * longer where there are very many moves. */
unsigned carom_transparent_most(const struct carom_board *board, const struct carom_robots *robots);

/* How many sequences of `depth` moves there are, counted one by one (`carom bench --perft`). It has no
 * bound in time, so it is not for boards from strangers. */
uint64_t carom_perft(const struct carom_board *board, const struct carom_robots *robots, unsigned depth);

/* Text. Reading takes one move (with the forms of docs/notation.md) and moves `*at` behind it. */
void carom_move_write(struct carom_text *text, struct carom_move move);

/* Reads a whole route (room for `size` moves); the number read in `*moves`. */
bool carom_route_read(struct carom_move *route, size_t size, size_t *moves, const char *text, size_t length,
                      struct carom_fault *fault);
void carom_route_write(struct carom_text *text, const struct carom_move *route, size_t moves);

CAROM_END_DECLS

#endif
