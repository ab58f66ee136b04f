/*
 * Iterator over a picture's route, shared by the drawing (route_layer.c) and the animation (animation.c) of routes.
 */
#ifndef CAROM_RENDER_ROUTE_ITER_H
#define CAROM_RENDER_ROUTE_ITER_H

#include <carom/render.h>

/* One move of the route with its path. */
struct route_leg {
    unsigned number; /* from 1 */
    unsigned robot;
    bool through; /* T2: begins through a wall */
    struct carom_path path;
};

/* Iterates over the route. */
struct route_iter {
    const struct carom_picture *picture;
    struct carom_robots robots;
    uint8_t place; /* Micro Robots */
    size_t next;
};

#pragma GCC visibility push(hidden)

struct route_iter route_iter_begin(const struct carom_picture *picture);
/* The next move; false at the end of the route or at a move that cannot be made. */
bool route_iter_next(struct route_iter *iter, struct route_leg *leg);

/* How many moves are drawn: all of them, or those made at the animation's time. */
unsigned moves_drawn(const struct carom_picture *picture);
static inline bool is_leg_drawn(const struct route_leg *leg, const struct carom_picture *picture)
{
    return leg->number <= moves_drawn(picture);
}

#pragma GCC visibility pop

#endif
