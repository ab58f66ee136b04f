/*
 * Iterates over the moves of a route with their paths. An invalid route ends at the first move that cannot be made.
 */
#include "route_iter.h"

#include "scene.h"

struct route_iter route_iter_begin(const struct carom_picture *picture)
{
    struct route_iter iter = {.picture = picture};
    if (picture->kind == CAROM_PICTURE_KIND_MICRO)
        iter.place = picture->micro->start;
    else
        iter.robots = picture->position->robots;
    return iter;
}

static bool next_micro_leg(struct route_iter *iter, struct route_leg *leg)
{
    uint8_t to = iter->picture->micro_route[iter->next];
    if (to >= CAROM_MICRO_CELLS || !carom_micro_can_move(&iter->picture->micro->board, iter->place, to))
        return false;
    leg->robot = CAROM_TRANSPARENT;
    leg->through = false;
    leg->path.count = 2;
    leg->path.corner[0] = scene_micro_cell(iter->place);
    leg->path.corner[1] = scene_micro_cell(to);
    iter->place = to;
    return true;
}

static bool next_ricochet_leg(struct route_iter *iter, struct route_leg *leg)
{
    struct carom_move move = iter->picture->route[iter->next];
    struct carom_slide slide;
    if (!carom_slide(&iter->picture->position->board, &iter->robots, move, &slide, &leg->path))
        return false;
    iter->robots.cell[move.robot] = slide.to;
    leg->robot = move.robot;
    leg->through = move.through_wall;
    return true;
}

bool route_iter_next(struct route_iter *iter, struct route_leg *leg)
{
    if (iter->next >= iter->picture->route_count || iter->next >= CAROM_PICTURE_MOVES_MAX)
        return false;
    bool made =
        iter->picture->kind == CAROM_PICTURE_KIND_MICRO ? next_micro_leg(iter, leg) : next_ricochet_leg(iter, leg);
    leg->number = (unsigned)++iter->next;
    return made;
}

unsigned moves_drawn(const struct carom_picture *picture)
{
    return picture->animation_state != NULL ? picture->animation_state->moves_made : CAROM_PICTURE_MOVES_MAX;
}
