/*
 * The way home (home.h).
 */
#include "home.h"

bool carom_home(const struct prepared *prepared, const struct bound *bound, const struct crowd *crowd, unsigned cell,
                unsigned owed, struct step *step)
{
    unsigned near = bound->cost[cell] - 1u;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        int slide = prepared_slide(prepared, crowd, prepared->class[0], cell, direction);
        if (slide == NO_SLIDE || bound->cost[slide_cell(slide)] != near)
            continue;
        unsigned left = owed & ~slide_axes(slide);
        *step = (struct step){0, (uint8_t)direction, (uint8_t)slide_cell(slide), (uint8_t)slide_axes(slide), 1};
        if (near == 0 ? left == 0 : carom_home(prepared, bound, crowd, slide_cell(slide), left, step + 1))
            return true;
    }
    return false;
}
