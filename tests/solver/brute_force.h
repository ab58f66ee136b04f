/*
 * A plain model of the game for testing the solver: slides cell by cell, breadth-first over all states, nothing clever.
 * It shares the layout of boards with the library and no code that moves robots.
 */
#ifndef TESTS_SOLVER_BRUTE_FORCE_H
#define TESTS_SOLVER_BRUTE_FORCE_H

#include <carom/carom.h>

struct plain_answer {
    bool solved;
    bool complete;   /* every state was seen: if not solved, there is no route */
    uint32_t cost;   /* of a shortest route */
    uint64_t routes; /* how many of them there are */
    uint32_t below;  /* there is no route of this cost or less (if not solved) */
};

/* Gives up when there are more than `max_states`. */
struct plain_answer plain_solve(const struct carom_position *position, bool ricochet, uint32_t max_states);

/* Replays a route by the model's own rules: its cost, or 0 if it does not work. */
uint32_t plain_replay(const struct carom_position *position, bool ricochet, const struct carom_move *route,
                      uint32_t count);

/* Micro Robots (M4, M12): how many walks of so many moves there are, by trying them all. */
uint64_t plain_walks(const struct carom_micro_position *position, unsigned moves);

/* Random positions of every kind, from a seed. */
enum plain_kind {
    PLAIN_PRINTED, /* boards from the box, two to six robots, targets from the box or anywhere */
    PLAIN_SMALL,   /* home-made boards of odd sizes, with walls, holes and barriers */
};
void plain_position(struct carom_random *random, enum plain_kind kind, struct carom_position *position);

#endif
