/*
 * Positions of Ricochet Robots: a board, robots on it, a target; and a round played from one, move by move (R4 to R7).
 */
#ifndef CAROM_POSITION_H
#define CAROM_POSITION_H

#include <carom/board.h>
#include <carom/decls.h>
#include <carom/move.h>

CAROM_BEGIN_DECLS

/* What has to be reached. `token` is CAROM_NO_TOKEN for targets given as a cell (`R@e5`, `*@e5`). */
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

/* How complete a position has to be. */
enum carom_position_parts {
    CAROM_REQUIRE_BOARD,  /* `BOARD` or `BOARD/ROBOTS` will do: for pictures */
    CAROM_REQUIRE_TARGET, /* a target, and the active robot on the board: for solving and checking */
};

/* Reads `BOARD/ROBOTS/TARGET` or a DriftingDroids game ID. On false the position is unspecified and `fault` (may be
 * NULL) says why. What this accepts keeps every promise of the structs: robots inside, on different cells, not on
 * barriers. */
bool carom_position_read(struct carom_position *position, enum carom_position_parts parts, const char *text,
                         size_t length, struct carom_error *error);
void carom_position_write(struct carom_text *text, const struct carom_position *position);

/* `e5`, and back. Reading takes exactly `length` bytes. */
bool carom_cell_read(carom_cell *cell, const char *text, size_t length);
void carom_cell_write(struct carom_text *text, carom_cell cell);

/* `Ro3,Yp1`: the robots' part alone. Reading checks them against the board. */
bool carom_robots_read(struct carom_robots *robots, const struct carom_board *board, const char *text, size_t length,
                       struct carom_error *error);
void carom_robots_write(struct carom_text *text, const struct carom_robots *robots);

/* `Bg`, `V`, `R@e5`, `*@e5`: the target's part alone. */
bool carom_target_read(struct carom_target *target, const struct carom_board *board, const char *text, size_t length,
                       struct carom_error *error);
void carom_target_write(struct carom_text *text, const struct carom_target *target);
/* The target that a token of the board sets; the token must be on it. */
struct carom_target carom_target_from_token(const struct carom_board *board, unsigned token);

/* `R`, `Y`... and `N`, `E`...; upper case. */
char carom_robot_letter(unsigned robot);
char carom_direction_letter(unsigned direction);
/* The robot or direction of a letter in either case; CAROM_ROBOTS, CAROM_DIRECTIONS if it is none. */
unsigned carom_robot_from_letter(char letter);
unsigned carom_direction_from_letter(char letter);

/* A robot, or CAROM_ANY_ROBOT, for people: "red", "the red robot", "The red robot must reach %s."; message ids. */
const char *carom_robot_name(unsigned robot);
const char *carom_robot_title(unsigned robot);
const char *carom_robot_goal_sentence(unsigned robot);
/* Texts for an optional robot (silver, transparent): help of its option, form label, form help. Rule and option have
 * the robot's name. */
const char *carom_robot_option_help(unsigned robot);
const char *carom_robot_label(unsigned robot);
const char *carom_robot_help(unsigned robot);

/* Turns the whole position clockwise. Square boards only. */
void carom_position_rotate(struct carom_position *position, unsigned quarters);

/* DriftingDroids game IDs (`0765+41+2E21BD0F+1C`). Writing fails with a fault where the format has no room for the
 * position: home-made boards, a target that is not a printed token, the transparent robot, a missing robot in between.
 * Barriers are lost on writing; carom_board_has_barriers tells when to say so. */
bool carom_droids_read(struct carom_position *position, const char *text, size_t length, struct carom_error *error);
bool carom_droids_write(struct carom_text *text, const struct carom_position *position, struct carom_error *error);
/* Does this look like a game ID rather than a position of ours? */
bool carom_droids_matches(const char *text, size_t length);

/* Drawings of home-made boards (docs/notation.md): several lines of text, with `robots` and `target` lines below. */
bool carom_ascii_board_read(struct carom_position *position, enum carom_position_parts parts, const char *text,
                            size_t length, struct carom_error *error);
void carom_ascii_board_write(struct carom_text *text, const struct carom_position *position);

/* A round under way: where the robots are, what each has travelled along since the round began, what it cost so far. */
struct carom_round {
    struct carom_robots robots;
    uint8_t axes[CAROM_ROBOTS]; /* R7: CAROM_AXIS_... of each robot since the round began */
    uint32_t moves;
    uint32_t cost;
};

enum carom_round_state {
    CAROM_ROUND_RUNNING,     /* not there yet */
    CAROM_ROUND_REACHED,     /* an active robot stands on the target, its ricochet made */
    CAROM_ROUND_NO_RICOCHET, /* R7: an active robot stopped on the target before its ricochet: the route fails */
};

/* The stable name: "on", "reached", "no-ricochet". */
const char *carom_round_state_name(enum carom_round_state state);

struct carom_round carom_round_begin(const struct carom_robots *robots);

/* Makes one move. False: it cannot be made (slide->why), nothing changed. */
bool carom_round_move(struct carom_round *round, const struct carom_board *board, struct carom_move move,
                      struct carom_slide *slide);

/* Where the round stands after its last move, by robot `moved` (CAROM_ROBOTS before the first). `ricochet` false plays
 * without R7. */
enum carom_round_state carom_round_state(const struct carom_round *round, const struct carom_target *target,
                                         unsigned moved, bool ricochet);

CAROM_END_DECLS

#endif
