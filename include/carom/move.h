/*
 * Moves: how a robot slides (R5, R8, R9), and what else the transparent robot can do (T2 to T4).
 */
#ifndef CAROM_MOVE_H
#define CAROM_MOVE_H

#include <carom/board.h>
#include <carom/decls.h>
#include <carom/error.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

/* One move. Written `RN`; for the transparent robot also `TE!` (through the wall next to it) and `TE+-+`, one sign
 * for each barrier met: + passes through it, - bounces. */
struct carom_move {
    uint8_t robot;
    uint8_t direction;
    bool through_wall;      /* T2: starts through the wall next to it */
    uint64_t pass_barriers; /* T4: bit i: passes through the i-th barrier met; from the 64th on it bounces */
};
#define CAROM_MOVE_SIGNS_MAX 64

static inline struct carom_move carom_move_make(unsigned robot, unsigned direction)
{
    struct carom_move move = {(uint8_t)robot, (uint8_t)direction, false, 0}; /* C++ has no compound literals */
    return move;
}
bool carom_move_equal(struct carom_move a, struct carom_move b);

/* Why a robot cannot make a move. Names are stable; carom_slide_result_sentence has the text. */
enum carom_slide_result {
    CAROM_SLIDE_OK,
    CAROM_SLIDE_NO_ROBOT,        /* the robot is not on the board, or there is no such robot or direction */
    CAROM_SLIDE_BLOCKED,         /* R5: it cannot leave its cell in this direction */
    CAROM_SLIDE_ON_BARRIER,      /* R9: an obstacle would make it stop on a barrier */
    CAROM_SLIDE_ENDLESS,         /* R9: the barriers would lead it round in circles */
    CAROM_SLIDE_NOT_TRANSPARENT, /* `!` and `+` are the transparent robot's alone */
    CAROM_SLIDE_NO_WALL,         /* T2: there is no wall to pass through */
    CAROM_SLIDE_HARD_WALL,       /* T3: the board's edge or the centre piece */
    CAROM_SLIDE_ROBOT_BEHIND,    /* T3: a robot stands directly behind the wall */
    CAROM_SLIDE_EXTRA_SIGNS,     /* T4: a `+` for a barrier that is never met */
};

struct carom_slide {
    enum carom_slide_result result;
    carom_cell to;  /* where it stopped. If the move failed: where it stands, or with CAROM_SLIDE_ON_BARRIER the barrier
                       it would have stopped on */
    uint8_t axes;   /* CAROM_AXIS_... it travelled along */
    uint8_t cost;   /* 1, plus 1 for each barrier passed through (T4) */
    uint16_t steps; /* cells moved */
    uint16_t bounces; /* barriers that deflected it */
};

/* The path of one slide, for drawing: the start, each corner, the end. */
#define CAROM_PATH_MAX 1200
struct carom_path {
    uint16_t count;
    carom_cell corner[CAROM_PATH_MAX];
};

/* Computes a slide without changing anything. True if the move can be made (CAROM_SLIDE_OK). `path` may be NULL. */
bool carom_slide(const struct carom_board *board, const struct carom_robots *robots, struct carom_move move,
                 struct carom_slide *slide, struct carom_path *path);

/* The stable name ("blocked"); the English sentence, a message id. */
const char *carom_slide_result_name(enum carom_slide_result result);
const char *carom_slide_result_sentence(enum carom_slide_result result);

/* Calls `visit` for every legal move: robots in their order, directions clockwise from north. Each different choice
 * of the transparent robot at barriers is a move of its own, those through walls last; it passes no barrier twice in
 * the same direction in one move unless it made its ricochet in between (R7), and uses at most `max_passes` signs
 * `+`. `visit` returns false to stop; then so does this.
 *
 * Time grows about tenfold with each of `max_passes` where nearly all cells are barriers: use at most 3 for boards from
 * untrusted sources. */
typedef bool carom_move_visitor(void *context, struct carom_move move, const struct carom_slide *slide);
bool carom_moves_visit(const struct carom_board *board, const struct carom_robots *robots, unsigned max_passes,
                       carom_move_visitor *visit, void *context);
/* Calls `visit` for every legal move of one robot, as carom_moves_visit does. */
bool carom_moves_visit_robot(const struct carom_board *board, const struct carom_robots *robots, unsigned robot,
                             unsigned max_passes, carom_move_visitor *visit, void *context);

/* Highest cost of a single move of the transparent robot (T4); 0 if it cannot move. Does not enumerate the moves. */
unsigned carom_transparent_max_cost(const struct carom_board *board, const struct carom_robots *robots);

/* Counts all sequences of `depth` moves one by one (`carom bench --perft`). Takes unbounded time, so never use it on
 * boards from untrusted sources. */
uint64_t carom_perft(const struct carom_board *board, const struct carom_robots *robots, unsigned depth);

/* Writes a move in the notation: `RN`, `TE!+-`. */
void carom_move_write(struct carom_text *text, struct carom_move move);

/* Reads a whole route of at most `size` moves; `*moves` receives the number read. */
bool carom_route_read(struct carom_move *route, size_t size, size_t *moves, const char *text, size_t length,
                      struct carom_error *error);
void carom_route_write(struct carom_text *text, const struct carom_move *route, size_t moves);

CAROM_END_DECLS

#endif
