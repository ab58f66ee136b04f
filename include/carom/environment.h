/*
 * Many rounds at once for machine learning: one call steps all of them, and the observation is planes of bytes.
 *
 * An action is robot * 4 + direction. Each action costs 1, also one that cannot be made and changes nothing. R7: an
 * active robot that stops on its target before its ricochet ends the round as a failure. Deterministic: the same seeds
 * and actions give the same numbers everywhere. Python's carom.gym.VectorEnvironment is built on this.
 */
#ifndef CAROM_ENVIRONMENT_H
#define CAROM_ENVIRONMENT_H

#include <carom/deal.h>
#include <carom/decls.h>
#include <carom/position.h>

CAROM_BEGIN_DECLS

#define CAROM_ENVIRONMENT_ACTIONS (CAROM_ROBOTS * CAROM_DIRECTIONS)

/* Planes of an observation: 16x16 bytes each, 0 or 1, row by row from the north-west. */
enum carom_plane {
    CAROM_PLANE_WALLS = 0,      /* 4 planes: a wall on the north, east, south, west side */
    CAROM_PLANE_BLOCKED = 4,    /* cells that no robot can enter: off the board, or solid */
    CAROM_PLANE_RISING = 5,     /* 4 planes: a barrier `/` in red, yellow, green, blue */
    CAROM_PLANE_FALLING = 9,    /* 4 planes: a barrier `\` in these colours */
    CAROM_PLANE_TARGET = 13,    /* the target */
    CAROM_PLANE_ROBOTS = 14,    /* 6 planes: red, yellow, green, blue, silver, transparent */
    CAROM_PLANE_ACTIVE = 20,    /* robots that may reach the target */
    CAROM_PLANE_VERTICAL = 21,  /* R7: robots that have travelled north or south in this round */
    CAROM_PLANE_HORIZONTAL = 22 /* R7: robots that have travelled east or west in this round */
};
#define CAROM_PLANES 23
#define CAROM_PLANES_BYTES (CAROM_PLANES * CAROM_CELLS)

struct carom_environment {
    struct carom_position position; /* at the start of the round */
    struct carom_round round;
    struct carom_random random; /* deals this environment's rounds */
    uint32_t steps;
};

struct carom_environment_options {
    bool no_ricochet;   /* R7 does not hold */
    bool deal_again;    /* start a new round at once when one ends; the planes are then those of the new round */
    uint32_t max_steps; /* a round is truncated after this many steps; 0: never */
    float spoilt;       /* added to the reward of a round that fails by R7 */
    /* Source of rounds, first choice: a list of positions, each read with CAROM_REQUIRE_TARGET; one is drawn for
     * each round. */
    const struct carom_position *positions;
    size_t position_count;
    /* Second choice, if the list is empty: a board of this size with random walls and the first `robots` robots (1
     * to 6). */
    uint8_t width, height, robots;
    /* Third choice, if the size is 0: the boards of an edition. */
    struct carom_deal_options deal;
    /* With deal_again: where the last planes of a round that ends are kept, CAROM_PLANES_BYTES for each environment,
     * for programs that learn from the state in which a round was truncated. NULL: nowhere. */
    uint8_t *final_planes;
    uint64_t reserved[3]; /* must be 0; room for later options without changing the size */
};

/* Results of a step: arrays with one element per environment. */
struct carom_environment_results {
    float *reward;
    uint8_t *terminated; /* 1: the target was reached, or R7 ended the round */
    uint8_t *truncated;  /* 1: ended by max_steps */
    uint8_t *reached;    /* 1: the target was reached */
    uint8_t *why;        /* enum carom_slide_result of the move */
    /* CAROM_PLANES_BYTES each. Must keep their contents between calls: a step writes only what changed. */
    uint8_t *planes;
    void *reserved[3]; /* must be NULL; room for later results without changing the size */
};

/* Seeds `count` environments with seed, seed + 1, ... */
void carom_environments_seed(struct carom_environment *environments, size_t count, uint64_t seed);

/* Starts a round in each. False, with nothing changed, if the options ask for boards that do not exist: a side above
 * 16, fewer than three cells per robot, more than 6 robots, or barriers in the 1999 edition; or if one of the
 * positions is not playable (carom_position_is_playable). */
bool carom_environments_reset(struct carom_environment *environments, size_t count,
                              const struct carom_environment_options *options, uint8_t *planes);

/* Starts a round at this position in one environment. False if the position is not playable. */
bool carom_environment_begin(struct carom_environment *environment, const struct carom_position *position,
                             uint8_t *planes);

/* Makes one action in each environment. An action number out of range counts as one that cannot be made. `options`
 * are those of the reset; with others that reset would refuse, rounds end and no new ones are dealt. */
void carom_environments_step(struct carom_environment *environments, size_t count,
                             const struct carom_environment_options *options, const int32_t *actions,
                             const struct carom_environment_results *results);

/* Writes CAROM_ENVIRONMENT_ACTIONS bytes per environment: 1 if the action can be made now. */
void carom_environments_mask(const struct carom_environment *environments, size_t count, uint8_t *masks);

CAROM_END_DECLS

#endif
