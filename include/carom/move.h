/*
 * Moves: how a robot slides (R5, R8, R9) and what the transparent robot can do besides (T2 to T4).
 */
#ifndef CAROM_MOVE_H
#define CAROM_MOVE_H

#include <carom/board.h>
#include <carom/decls.h>
#include <carom/error.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

/* One move. Written `RN`; the transparent robot also `TE!` (through the wall it stands at) and `TE+-+`, one sign for
 * each barrier met: go through or bounce. */
struct carom_move {
    uint8_t robot;
    uint8_t direction;
    bool through_wall;      /* T2: starts through the wall it stands at */
    uint64_t pass_barriers; /* T4: bit i: goes straight through the i-th barrier met; beyond 64 it bounces */
};
#define CAROM_MOVE_SIGNS_MAX 64

static inline struct carom_move carom_move_make(unsigned robot, unsigned direction)
{
    struct carom_move move = {(uint8_t)robot, (uint8_t)direction, false, 0}; /* as C++ reads it too */
    return move;
}
bool carom_move_equal(struct carom_move a, struct carom_move b);

/* Why a robot does not make a move. Names are stable; carom_slide_result_sentence has the words. */
enum carom_slide_result {
    CAROM_SLIDE_OK,
    CAROM_SLIDE_NO_ROBOT,        /* the robot is not on the board, or there is no such robot or direction */
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
    enum carom_slide_result result;
    carom_cell to; /* Where it stopped. If the move failed: where it stands or, with CAROM_SLIDE_ON_BARRIER, the barrier
                      it would have stopped on. */
    uint8_t axes;  /* CAROM_AXIS_...: what it travelled along */
    uint8_t cost;  /* 1, plus one for each barrier gone through (T4) */
    uint16_t steps;   /* how many steps it made */
    uint16_t bounces; /* how many barriers turned it */
};

/* The way of one slide for drawing: the start, each corner, the end. */
#define CAROM_PATH_MAX 1200
struct carom_path {
    uint16_t count;
    carom_cell corner[CAROM_PATH_MAX];
};

/* Slides a robot; nothing is changed. True if the move can be made (slide->why is CAROM_SLIDE_OK). `way` may be NULL.
 */
bool carom_slide(const struct carom_board *board, const struct carom_robots *robots, struct carom_move move,
                 struct carom_slide *slide, struct carom_path *path);

/* The stable name ("blocked") and the English sentence (a message id) of a reason. */
const char *carom_slide_result_name(enum carom_slide_result result);
const char *carom_slide_result_sentence(enum carom_slide_result result);

/* Calls `visit` for every move that can be made, robots in their order, directions clockwise from north. For the
 * transparent robot each different choice at barriers is a move, those through walls last; it never takes the same
 * barrier in the same direction twice in one move, unless it has made its ricochet in between (R7), and uses at most
 * `max_passes` signs `+`. `visit` returns false to stop; so does this.
 *
 * Time grows exponentially with `max_passes` where nearly all cells are barriers, tenfold with each: for boards from
 * strangers use at most 3. */
typedef bool carom_move_visitor(void *context, struct carom_move move, const struct carom_slide *slide);
bool carom_moves_visit(const struct carom_board *board, const struct carom_robots *robots, unsigned max_passes,
                       carom_move_visitor *visit, void *context);
/* Calls `visit` for every legal move of one robot, as carom_moves_visit does. */
bool carom_moves_visit_robot(const struct carom_board *board, const struct carom_robots *robots, unsigned robot,
                             unsigned max_passes, carom_move_visitor *visit, void *context);

/* Highest cost of a single move of the transparent robot (T4); 0 if it cannot move. Does not enumerate the moves. */
unsigned carom_transparent_max_cost(const struct carom_board *board, const struct carom_robots *robots);

/* How many sequences of `depth` moves there are, counted one by one (`carom bench --perft`). It has no
 * bound in time, so it is not for boards from strangers. */
uint64_t carom_perft(const struct carom_board *board, const struct carom_robots *robots, unsigned depth);

/* Writes a move in the notation: `RN`, `TE!+-`. */
void carom_move_write(struct carom_text *text, struct carom_move move);

/* Reads a whole route (room for `size` moves); the number read in `*moves`. */
bool carom_route_read(struct carom_move *route, size_t size, size_t *moves, const char *text, size_t length,
                      struct carom_error *error);
void carom_route_write(struct carom_text *text, const struct carom_move *route, size_t moves);

CAROM_END_DECLS

#endif
