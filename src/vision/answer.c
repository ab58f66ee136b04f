/*
 * What a reading means: a position, and sentences for refusals.
 */
#include "internal.h"

void vision_position(const struct vision_result *result, struct carom_position *position)
{
    memset(position, 0, sizeof *position);
    carom_board_build(&position->board, result->faces, NULL);
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++) {
        carom_cell cell = result->robots[robot].cell;
        if (!result->robots[robot].there || !carom_board_can_stand(&position->board, cell) ||
            carom_robots_on(&position->robots, cell) != CAROM_ROBOTS)
            continue;
        position->robots.present |= (uint8_t)(1u << robot);
        position->robots.cell[robot] = cell;
    }
    if (result->token != CAROM_NO_TOKEN && (position->board.tokens >> result->token & 1u) != 0)
        position->target = carom_target_of_token(&position->board, result->token);
}

struct vision_point vision_point_at(const struct vision_result *result, float x, float y)
{
    struct point corners[4];
    struct map map;
    for (int i = 0; i < 4; i++)
        corners[i] = (struct point){(double)result->corners[i].x, (double)result->corners[i].y};
    if (!map_quad(&map, corners, 0))
        return (struct vision_point){0, 0};
    struct point at = map_apply(&map, (double)x, (double)y);
    return (struct vision_point){(float)at.x, (float)at.y};
}

const char *vision_sentence(enum vision_outcome outcome)
{
    switch (outcome) {
    case VISION_READ:
        return "";
    case VISION_BAD_SIZE:
        return "The picture is too small or too large.";
    case VISION_NO_GRID:
        return "No board was found in this picture.";
    case VISION_NO_BOARD:
        return "There is a grid in this picture, but its walls fit no board.";
    case VISION_MIRRORED:
        return "The board in this picture is mirrored.";
    }
    return "";
}
