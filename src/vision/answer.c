/*
 * What a reading means: a position, and sentences for refusals.
 */
#include "internal.h"

#include <carom/json.h>
#include <carom/puzzle.h>

const char *const vision_corner_names[4] = {"nw", "ne", "se", "sw"};

void vision_position(const struct vision_result *result, struct carom_position *position)
{
    memset(position, 0, sizeof *position);
    carom_board_build(&position->board, result->faces, NULL);
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++) {
        carom_cell cell = result->robots[robot].cell;
        if (!result->robots[robot].there || !carom_board_can_stand(&position->board, cell) ||
            carom_robots_at(&position->robots, cell) != CAROM_ROBOTS)
            continue;
        position->robots.present |= (uint8_t)(1u << robot);
        position->robots.cell[robot] = cell;
    }
    if (result->token != CAROM_NO_TOKEN && (position->board.tokens >> result->token & 1u) != 0)
        position->target = carom_target_from_token(&position->board, result->token);
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

static void write_doubtful(struct carom_text *text, const struct vision_result *result)
{
    carom_json_begin(text, "doubtful", '[');
    for (int i = 0; i < 4; i++)
        if (!result->faces_sure[i])
            carom_json_put_string(text, NULL, vision_corner_names[i]);
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++)
        if (result->robots[robot].there && !result->robots[robot].sure)
            carom_json_put_bytes(text, NULL, (char[]){carom_robot_letter(robot)}, 1);
    if (result->token != CAROM_NO_TOKEN && !result->token_sure)
        carom_json_put_string(text, NULL, "target");
    carom_json_end(text, ']');
}

static void write_scores(struct carom_text *text, const struct vision_result *result)
{
    carom_json_begin(text, "scores", '{'); /* in percent; of faces the lead in tenths of a wall */
    for (int i = 0; i < 4; i++)
        carom_json_put_int(text, vision_corner_names[i], (int64_t)(result->face_scores[i] * 10));
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++)
        if (result->robots[robot].there)
            carom_json_put_int(text, (char[]){carom_robot_letter(robot), '\0'},
                               (int64_t)(result->robots[robot].score * 100));
    if (result->token != CAROM_NO_TOKEN)
        carom_json_put_int(text, "target", (int64_t)(result->token_score * 100));
    carom_json_end(text, '}');
}

void vision_members(struct carom_text *text, const struct vision_result *result, float scale)
{
    struct carom_puzzle puzzle;
    memset(&puzzle, 0, sizeof puzzle);
    puzzle.game = CAROM_GAME_RICOCHET;
    vision_position(result, &puzzle.position);
    carom_puzzle_write_members(text, &puzzle);
    carom_json_begin(text, "corners", '[');
    for (int i = 0; i < 4; i++) {
        carom_json_begin(text, NULL, '[');
        carom_json_put_int(text, NULL, (int64_t)(result->corners[i].x * scale + 0.5f));
        carom_json_put_int(text, NULL, (int64_t)(result->corners[i].y * scale + 0.5f));
        carom_json_end(text, ']');
    }
    carom_json_end(text, ']');
    carom_json_begin(text, "faces", '[');
    for (int i = 0; i < 4; i++) {
        carom_json_open_string(text, NULL);
        carom_face_write(text, result->faces[i]);
        carom_json_close_string(text);
    }
    carom_json_end(text, ']');
    write_scores(text, result);
    write_doubtful(text, result);
}

const char *vision_sentence(enum vision_outcome outcome)
{
    switch (outcome) {
    case VISION_READ:
        return "";
    case VISION_BAD_SIZE:
        return "The picture is too small or too large.";
    case VISION_NO_GRID:
        return "No board found in this picture.";
    case VISION_NO_BOARD:
        return "There's a grid in this picture, but its walls don't match any board.";
    case VISION_MIRRORED:
        return "The board in this picture is mirrored.";
    }
    return "";
}
