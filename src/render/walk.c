/*
 * The moves of a route, one after the other, with the ways they take. A route that cannot be made ends at the first
 * move that cannot.
 */
#include "walk.h"

#include "scene.h"

struct walk walk_begin(const struct carom_picture *picture)
{
    struct walk walk = {.picture = picture};
    if (picture->subject == CAROM_SUBJECT_MICRO)
        walk.place = picture->micro->start;
    else
        walk.robots = picture->position->robots;
    return walk;
}

static bool walk_micro(struct walk *walk, struct step *step)
{
    uint8_t to = walk->picture->micro_route[walk->next];
    if (to >= CAROM_MICRO_CELLS || !carom_micro_can_move(&walk->picture->micro->board, walk->place, to))
        return false;
    step->robot = CAROM_TRANSPARENT;
    step->through = false;
    step->way.count = 2;
    step->way.corner[0] = scene_micro_cell(walk->place);
    step->way.corner[1] = scene_micro_cell(to);
    walk->place = to;
    return true;
}

static bool walk_robots(struct walk *walk, struct step *step)
{
    struct carom_move move = walk->picture->route[walk->next];
    struct carom_slide slide;
    if (!carom_slide(&walk->picture->position->board, &walk->robots, move, &slide, &step->way))
        return false;
    walk->robots.cell[move.robot] = slide.to;
    step->robot = move.robot;
    step->through = move.through;
    return true;
}

bool walk_next(struct walk *walk, struct step *step)
{
    if (walk->next >= walk->picture->route_count || walk->next >= CAROM_PICTURE_MOVES)
        return false;
    bool made = walk->picture->subject == CAROM_SUBJECT_MICRO ? walk_micro(walk, step) : walk_robots(walk, step);
    step->number = (unsigned)++walk->next;
    return made;
}

unsigned walk_made(const struct carom_picture *picture)
{
    return picture->moment != NULL ? picture->moment->made : CAROM_PICTURE_MOVES;
}
