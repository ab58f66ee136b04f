/*
 * The slides that need more than one look at a line: barriers (R8, R9).
 */
#include "slides.h"

struct crowd carom_crowd_of(const struct state *state, unsigned members)
{
    struct crowd crowd = {0};
    for (unsigned member = 0; member < members; member++)
        crowd_flip(&crowd, state->cell[member]);
    return crowd;
}

int carom_slide_bouncing(const struct prepared *prepared, const struct crowd *crowd, unsigned class, unsigned cell,
                         unsigned direction)
{
    unsigned axes = 0;
    for (unsigned turns = 0; turns <= 4 * CAROM_CELLS; turns++) {
        unsigned end = stretch(prepared, crowd, cell, direction);
        unsigned barrier = barrier_before(prepared, class, cell, end, direction);
        if (barrier == NO_CELL) {
            if (end == cell || cells_has(&prepared->barriers, end))
                return NO_SLIDE; /* R5, R9 */
            return slide_result(end, axes | carom_direction_axis(direction));
        }
        axes |= carom_direction_axis(direction);
        cell = barrier;
        direction = turned(direction, prepared->falling[barrier]);
    }
    return NO_SLIDE; /* R9: endless */
}

/* What a lone robot goes over. Slides can be turned round, so a way that never ends comes back to where it began. */
void carom_prepared_ray(const struct prepared *prepared, unsigned class, unsigned cell, unsigned direction,
                        struct ray *ray)
{
    unsigned from = cell, heading = direction;
    ray->count = 0;
    while (cells_has(&prepared->open[direction], cell)) {
        cell = carom_cell_next((carom_cell)cell, direction);
        if (cells_has(&prepared->barriers, cell)) {
            if (turns(prepared, class, cell))
                direction = turned(direction, prepared->falling[cell]);
        } else if (ray->count < RAY_MAX) {
            ray->after[ray->count] = (uint16_t)cell_after(prepared, cell, direction);
            ray->cell[ray->count++] = (uint8_t)cell;
        }
        if (cell == from && direction == heading)
            return;
    }
}
