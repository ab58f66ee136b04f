/*
 * Checking a route: does it lead to the target, move by move (R5 to R9, R13; M4, M6, M12)?
 */
#ifndef CAROM_ROUTE_CHECK_H
#define CAROM_ROUTE_CHECK_H

#include <carom/decls.h>
#include <carom/puzzle.h>

CAROM_BEGIN_DECLS

#define CAROM_CHECK_MOVES_MAX 256 /* longer routes are refused */

struct carom_check_rules {
    bool no_ricochet; /* R7 does not hold */
    bool has_bid;
    uint32_t bid;
    bool at_most;         /* R13: success within the number bid, not at exactly that number */
    uint32_t reserved[4]; /* must be 0; room for later rules without changing the size */
};

/* Why a route fails. Names are stable; carom_check_sentence has the text. */
enum carom_check_result {
    CAROM_CHECK_OK,
    CAROM_CHECK_IMPOSSIBLE,   /* a move cannot be made: `slide` says why */
    CAROM_CHECK_ILLEGAL_MOVE, /* M4: the cells share no line, or neither number nor colour */
    CAROM_CHECK_NO_RICOCHET,  /* R7: an active robot stopped on the target before its ricochet */
    CAROM_CHECK_NOT_REACHED,
    CAROM_CHECK_MISSED_WAYPOINT, /* M12: reaches the target without stopping on the way point */
    CAROM_CHECK_TOO_MANY,        /* R13, M6: costs more than was bid */
    CAROM_CHECK_TOO_FEW,         /* R13, M6: costs less, where the number bid must be met exactly */
};

struct carom_check {
    enum carom_check_result result;
    uint32_t cost; /* of the moves made (T4) */
    bool reached;  /* an active robot is on the target at the end */
    bool ricochet; /* it has made its ricochet; for coloured targets also set before the target is reached */
    uint32_t failed_move_number;          /* number of the failing move, from 1; 0 if the route fails as a whole */
    struct carom_move bad_move;           /* Ricochet Robots: the failing move */
    struct carom_slide slide;             /* CAROM_CHECK_IMPOSSIBLE: the reason */
    uint8_t bad_cell;                     /* Micro Robots: the cell it cannot move to */
    uint32_t moves;                       /* moves made */
    uint8_t stops[CAROM_CHECK_MOVES_MAX]; /* cell where each move ended */
};

/* Replays a route in notation. False: it cannot be read, or the puzzle has no target (`error`). True: `check` has the
 * verdict. */
bool carom_check_route(struct carom_check *check, const struct carom_puzzle *puzzle, const char *text, size_t length,
                       const struct carom_check_rules *rules, struct carom_error *error);

/* Replays `count` moves of Ricochet Robots. False if they cannot be judged: more than CAROM_CHECK_MOVES_MAX moves, a
 * robot or direction that does not exist, or no target. */
bool carom_check_moves(struct carom_check *check, const struct carom_position *position, const struct carom_move *moves,
                       size_t count, const struct carom_check_rules *rules);

/* The stable name ("too-many", "blocked"); the English sentence of the verdict, a message id. */
const char *carom_check_name(const struct carom_check *check);
const char *carom_check_sentence(const struct carom_check *check);

/* Writes a stop in the notation of its game: `b14`, `6P`. */
void carom_check_stop_write(struct carom_text *text, const struct carom_puzzle *puzzle, unsigned stop);
/* Writes the failing move: `RN`, `6P`. */
void carom_check_bad_move_write(struct carom_text *text, const struct carom_puzzle *puzzle,
                                const struct carom_check *check);

/* Writes {"ok":true,"moves":5,"stops":["b14",...],"reached":true,"ricochet":true}. A route that fails adds "why" and
 * "reason" and, if a single move is to blame, "number" and "move". */
void carom_check_write_json(struct carom_text *text, const struct carom_puzzle *puzzle,
                            const struct carom_check *check);

CAROM_END_DECLS

#endif
