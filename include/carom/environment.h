/*
 * Many rounds at once for learning programs: a step of each with one call, and what is seen as planes of numbers.
 *
 * An action is robot * 4 + direction. Each move costs 1, and so does an action that cannot be made and changes nothing;
 * R7: an active robot that stops on its target before its ricochet spoils the round, which ends there. Deterministic:
 * the same seeds and actions give the same numbers everywhere. Python's carom.VectorEnvironment is made of this.
 */
#ifndef CAROM_ENVIRONMENT_H
#define CAROM_ENVIRONMENT_H

#include <carom/deal.h>
#include <carom/decls.h>
#include <carom/position.h>

CAROM_BEGIN_DECLS

#define CAROM_ENVIRONMENT_ACTIONS (CAROM_ROBOTS * CAROM_DIRECTIONS)

/* What is seen: for each plane 16x16 bytes, 0 or 1, row by row from the north-west. */
enum carom_plane {
    CAROM_PLANE_WALLS = 0,      /* 4: a wall on the north, east, south, west side */
    CAROM_PLANE_BLOCKED = 4,    /* no robot enters: outside the board, or a block */
    CAROM_PLANE_RISING = 5,     /* 4: a barrier `/` in red, yellow, green, blue */
    CAROM_PLANE_FALLING = 9,    /* 4: a barrier `\` */
    CAROM_PLANE_TARGET = 13,    /* the target */
    CAROM_PLANE_ROBOTS = 14,    /* 6: red, yellow, green, blue, silver, transparent */
    CAROM_PLANE_ACTIVE = 20,    /* robots that may reach the target */
    CAROM_PLANE_VERTICAL = 21,  /* R7: robots that have travelled north or south in this round */
    CAROM_PLANE_HORIZONTAL = 22 /* ... east or west */
};
#define CAROM_PLANES 23
#define CAROM_PLANES_BYTES (CAROM_PLANES * CAROM_CELLS)

struct carom_environment {
    struct carom_position position; /* the round's first */
    struct carom_round round;
    struct carom_random random; /* deals the rounds of this one */
    uint32_t steps;
};

struct carom_environment_options {
    bool no_ricochet;   /* R7 does not hold */
    bool deal_again;    /* a round that has ended is followed by another at once: its planes are those of the new one */
    uint32_t max_steps; /* a round is cut off after so many steps; 0: never */
    float spoilt;       /* added to the reward of a round that R7 ends */
    /* Where rounds come from: a list of positions, each read with CAROM_REQUIRE_TARGET, one drawn for each round; ...
     */
    const struct carom_position *positions;
    size_t position_count;
    /* ... or, where that is 0, a board of this size with random walls, and its first `robots` robots (1 to 6); ... */
    uint8_t width, height, robots;
    /* ... or, where the size is 0, the boards of a box. */
    struct carom_deal_options deal;
    uint64_t reserved[4]; /* 0: for options that may come, so that the struct keeps its size */
};

/* What a step did, an element for each environment. */
struct carom_environment_results {
    float *reward;
    uint8_t *terminated; /* 1: the target is reached, or R7 ended the round */
    uint8_t *truncated;  /* 1: cut off by max_steps */
    uint8_t *reached;    /* 1: the target is reached */
    uint8_t *why;        /* enum carom_slide_result of the move */
    uint8_t *planes;     /* CAROM_PLANES_BYTES each, kept up to date: only what a step changes is written */
};

/* Seeds `count` environments with seed, seed + 1, ... */
void carom_environments_seed(struct carom_environment *environments, size_t count, uint64_t seed);

/* Begins a round in each. False, with nothing changed, if the options ask for boards that do not exist: a side above
 * 16, fewer cells than three for each robot, robots beyond 6, barriers in the box of 1999. */
bool carom_environments_reset(struct carom_environment *environments, size_t count,
                              const struct carom_environment_options *options, uint8_t *planes);

/* Begins a round at this position in one of them. False if it has no target. */
bool carom_environment_begin(struct carom_environment *environment, const struct carom_position *position,
                             uint8_t *planes);

/* One action of each. An action that does not exist is one that cannot be made. The options are those of the reset. */
void carom_environments_step(struct carom_environment *environments, size_t count,
                             const struct carom_environment_options *options, const int32_t *actions,
                             const struct carom_environment_results *results);

/* For each environment CAROM_ENVIRONMENT_ACTIONS bytes: 1 if the action can be made now. */
void carom_environments_mask(const struct carom_environment *environments, size_t count, uint8_t *masks);

CAROM_END_DECLS

#endif
