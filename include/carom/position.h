/*
 * Positions of Ricochet Robots (a board, robots, a target), and a round played from one, move by move (R4 to R7).
 */
#ifndef CAROM_POSITION_H
#define CAROM_POSITION_H

#include <carom/board.h>
#include <carom/decls.h>
#include <carom/move.h>

CAROM_BEGIN_DECLS

/* The target to reach. `token` is CAROM_NO_TOKEN for targets given as a cell (`R@e5`, `*@e5`). */
struct carom_target {
    bool is_set; /* false: the position has no target */
    uint8_t token;
    uint8_t active; /* the robot that must get there, or CAROM_ANY_ROBOT */
    carom_cell cell;
};

struct carom_position {
    struct carom_board board;
    struct carom_robots robots;
    struct carom_target target;
};

/* How complete a position must be. */
enum carom_position_parts {
    CAROM_REQUIRE_BOARD,  /* `BOARD` or `BOARD/ROBOTS` is enough: for pictures */
    CAROM_REQUIRE_TARGET, /* needs a target and its active robot: for solving and checking */
};

/* Reads `BOARD/ROBOTS/TARGET` or a DriftingDroids game ID. On false the position is unspecified and `error` (may be
 * NULL) says why. An accepted position is valid: robots are on the board, on different cells, and not on barriers. */
bool carom_position_read(struct carom_position *position, enum carom_position_parts parts, const char *text,
                         size_t length, struct carom_error *error);
void carom_position_write(struct carom_text *text, const struct carom_position *position);

/* Can this position be played: does it have a target that its active robot could stand on, and robots on different
 * cells of the board? What carom_position_read has accepted with CAROM_REQUIRE_TARGET can; ask it of a struct that you
 * have filled in yourself, whose board the functions of board.h have made. */
bool carom_position_is_playable(const struct carom_position *position);

/* Reads and writes a cell, `e5`. Reading takes exactly `length` bytes. */
bool carom_cell_read(carom_cell *cell, const char *text, size_t length);
void carom_cell_write(struct carom_text *text, carom_cell cell);

/* Reads and writes the robots, `Ro3,Yp1`. Reading checks them against the board. */
bool carom_robots_read(struct carom_robots *robots, const struct carom_board *board, const char *text, size_t length,
                       struct carom_error *error);
void carom_robots_write(struct carom_text *text, const struct carom_robots *robots);

/* Reads and writes the target: `Bg`, `V`, `R@e5`, `*@e5`. */
bool carom_target_read(struct carom_target *target, const struct carom_board *board, const char *text, size_t length,
                       struct carom_error *error);
void carom_target_write(struct carom_text *text, const struct carom_target *target);
/* The target of a token; not set if `token` is not below CAROM_TOKENS. */
struct carom_target carom_target_from_token(const struct carom_board *board, unsigned token);

/* The letter of a robot (`R`, `Y`...) or direction (`N`, `E`...), in upper case. */
char carom_robot_letter(unsigned robot);
char carom_direction_letter(unsigned direction);
/* The robot or direction of a letter in either case; CAROM_ROBOTS or CAROM_DIRECTIONS if there is none. */
unsigned carom_robot_from_letter(char letter);
unsigned carom_direction_from_letter(char letter);

/* Names of a robot, or of CAROM_ANY_ROBOT, for people: "red", "the red robot", "Move the red robot to %s."
 * Message ids. */
const char *carom_robot_name(unsigned robot);
const char *carom_robot_title(unsigned robot);
const char *carom_robot_goal_sentence(unsigned robot);
/* Texts for an optional robot (silver, transparent): help of its option, label and help of its form field. Rule and
 * option are named after the robot. */
const char *carom_robot_option_help(unsigned robot);
const char *carom_robot_label(unsigned robot);
const char *carom_robot_help(unsigned robot);

/* Rotates the whole position clockwise. Square boards only. */
void carom_position_rotate(struct carom_position *position, unsigned quarters);

/* DriftingDroids game IDs (`0765+41+2E21BD0F+1C`). Writing fails with an error where the format cannot express the
 * position: custom boards, a target that is not a printed token, the transparent robot, a gap in the robots. Writing
 * drops barriers; use carom_board_has_barriers to warn. */
bool carom_droids_read(struct carom_position *position, const char *text, size_t length, struct carom_error *error);
bool carom_droids_write(struct carom_text *text, const struct carom_position *position, struct carom_error *error);
/* Does this look like a game ID rather than carom's own notation? */
bool carom_droids_matches(const char *text, size_t length);

/* Reads a drawing of a custom board (docs/reference/notation.md): several lines of text, followed by `robots` and
 * `target` lines. */
bool carom_ascii_board_read(struct carom_position *position, enum carom_position_parts parts, const char *text,
                            size_t length, struct carom_error *error);
void carom_ascii_board_write(struct carom_text *text, const struct carom_position *position);

/* A round in progress: where the robots are, along which axes each has travelled, and the cost so far. */
struct carom_round {
    struct carom_robots robots;
    uint8_t axes[CAROM_ROBOTS]; /* R7: CAROM_AXIS_... travelled by each robot since the round began */
    uint32_t moves;
    uint32_t cost;
};

enum carom_round_state {
    CAROM_ROUND_RUNNING,     /* not reached yet */
    CAROM_ROUND_REACHED,     /* an active robot is on the target and has made its ricochet */
    CAROM_ROUND_NO_RICOCHET, /* R7: an active robot stopped on the target before its ricochet, so the route fails */
};

/* The stable name: "on", "reached", "no-ricochet". */
const char *carom_round_state_name(enum carom_round_state state);

struct carom_round carom_round_begin(const struct carom_robots *robots);

/* Makes one move. False: it cannot be made (the slide's result says why), and nothing changed. */
bool carom_round_move(struct carom_round *round, const struct carom_board *board, struct carom_move move,
                      struct carom_slide *slide);

/* The state of the round after a move of robot `moved` (CAROM_ROBOTS before the first). `ricochet` false turns R7
 * off. */
enum carom_round_state carom_round_state(const struct carom_round *round, const struct carom_target *target,
                                         unsigned moved, bool ricochet);

CAROM_END_DECLS

#endif
