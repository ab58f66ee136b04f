/*
 * Slides with barriers (R8, R9), which take more than one look at a line.
 */
#include "slides.h"

struct occupancy carom_occupancy_of(const struct state *state, unsigned pieces)
{
    struct occupancy occupancy = {0};
    for (unsigned piece = 0; piece < pieces; piece++)
        occupancy_toggle(&occupancy, state->cell[piece]);
    return occupancy;
}

int carom_slide_with_barriers(const struct problem *problem, const struct occupancy *occupancy, unsigned class,
                              unsigned cell, unsigned direction)
{
    unsigned axes = 0;
    for (unsigned turns = 0; turns <= 4 * CAROM_CELLS; turns++) {
        unsigned end = straight_stop(problem, occupancy, cell, direction);
        unsigned barrier = first_barrier(problem, class, cell, end, direction);
        if (barrier == NO_CELL) {
            if (end == cell || bb_has(&problem->barriers, end))
                return NO_SLIDE; /* R5: no step; R9: nobody stops on a barrier */
            return slide_pack(end, axes | carom_direction_axis(direction));
        }
        axes |= carom_direction_axis(direction);
        cell = barrier;
        direction = bounced_direction(direction, problem->falling[barrier]);
    }
    return NO_SLIDE; /* R9: the slide never ends */
}

/* Slides are reversible, so a ray that never ends returns to where it began. */
void carom_problem_ray(const struct problem *problem, unsigned class, unsigned cell, unsigned direction,
                       struct ray *ray)
{
    unsigned from = cell, heading = direction;
    ray->count = 0;
    while (bb_has(&problem->can_step[direction], cell)) {
        cell = carom_cell_neighbour((carom_cell)cell, direction);
        if (bb_has(&problem->barriers, cell)) {
            if (bounces_class(problem, class, cell))
                direction = bounced_direction(direction, problem->falling[cell]);
        } else if (ray->count < RAY_MAX) {
            ray->beyond[ray->count] = (uint16_t)cell_beyond(problem, cell, direction);
            ray->cell[ray->count++] = (uint8_t)cell;
        }
        if (cell == from && direction == heading)
            return;
    }
}
