/*
 * The way home (home.h).
 */
#include "home.h"

bool carom_home(const struct field *field, const struct bound *bound, const struct crowd *crowd, unsigned cell,
                unsigned owed, struct step *step)
{
    unsigned near = bound->moves[cell] - 1u;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        int slide = field_slide(field, crowd, field->class[0], cell, direction);
        if (slide == NO_SLIDE || bound->moves[slide_cell(slide)] != near)
            continue;
        unsigned left = owed & ~slide_axes(slide);
        *step = (struct step){0, (uint8_t)direction, (uint8_t)slide_cell(slide), (uint8_t)slide_axes(slide), 1};
        if (near == 0 ? left == 0 : carom_home(field, bound, crowd, slide_cell(slide), left, step + 1))
            return true;
    }
    return false;
}
