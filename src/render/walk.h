/*
 * A picture's route, followed move by move: what draws the ways (route.c) and what plays them (film.c) see the same.
 */
#ifndef CAROM_RENDER_WALK_H
#define CAROM_RENDER_WALK_H

#include <carom/render.h>

/* One move of the route with the way it takes. */
struct step {
    unsigned number; /* from 1 */
    unsigned robot;
    bool through; /* T2: begins through a wall */
    struct carom_way way;
};

/* Goes through the route move by move. */
struct walk {
    const struct carom_picture *picture;
    struct carom_robots robots;
    uint8_t place; /* Micro Robots */
    size_t next;
};

#pragma GCC visibility push(hidden)

struct walk walk_begin(const struct carom_picture *picture);
/* The next move, or false at the end of the route or at a move that cannot be made. */
bool walk_next(struct walk *walk, struct step *step);

/* How many moves are drawn: all of them, or those that are made at the picture's moment. */
unsigned walk_made(const struct carom_picture *picture);
static inline bool walk_drawn(const struct step *step, const struct carom_picture *picture)
{
    return step->number <= walk_made(picture);
}

#pragma GCC visibility pop

#endif
