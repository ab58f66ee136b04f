/*
 * The direct finish (finish.h).
 */
#include "finish.h"

bool carom_finish(const struct problem *problem, const struct bound *bound, const struct occupancy *occupancy,
                  unsigned cell, unsigned owed, struct step *step)
{
    unsigned near = bound->cost[cell] - 1u;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        int slide = problem_slide(problem, occupancy, problem->class[0], cell, direction);
        if (slide == NO_SLIDE || bound->cost[slide_cell(slide)] != near)
            continue;
        unsigned left = owed & ~slide_axes(slide);
        *step = (struct step){0, (uint8_t)direction, (uint8_t)slide_cell(slide), (uint8_t)slide_axes(slide), 1};
        if (near == 0 ? left == 0 : carom_finish(problem, bound, occupancy, slide_cell(slide), left, step + 1))
            return true;
    }
    return false;
}
