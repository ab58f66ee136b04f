/*
 * A position as a picture, layer by layer: quiet cells, strong walls, and the current token large in the middle.
 */
#include "scene.h"

#include "shapes.h"

#define WALL (CELL / 5)
#define DISC 425 /* radius of the pale disc below a sign */

bool scene_has(const struct carom_picture *picture, enum carom_layer layer)
{
    return (picture->layers_off & layer) == 0;
}

const char *scene_id(char bytes[SCENE_ID], const char *kind, const char *name, unsigned number)
{
    struct carom_text text = carom_text_in(bytes, SCENE_ID);
    carom_text_put(&text, kind);
    carom_text_char(&text, '-');
    if (name != NULL)
        carom_text_put(&text, name);
    else
        carom_text_uint(&text, number);
    return bytes;
}

void scene_begin(struct pen *pen, const char *name, const char *id, carom_cell cell)
{
    pen_begin(pen, &(struct pen_group){.name = name, .id = id, .x = scene_x(cell), .y = scene_y(cell)});
}

void scene_robot(struct pen *pen, const struct carom_picture *picture, unsigned robot, const char *id, carom_cell cell)
{
    const struct carom_moment *moment = picture->moment;
    struct pen_group group = {.name = "robot", .id = id, .x = scene_x(cell), .y = scene_y(cell)};
    if (moment != NULL) {
        group.x = moment->x[robot];
        group.y = moment->y[robot];
    }
    pen_begin(pen, &group);
}

bool scene_plays(const struct carom_picture *picture)
{
    return picture->film || picture->moment != NULL;
}

/* ---- the picture's size ---- */

static bool is_part(const struct carom_picture *picture)
{
    return picture->width > 0 && picture->height > 0;
}

struct scene_frame carom_scene_frame(const struct carom_picture *picture)
{
    int width = 0, height = 0;
    switch (picture->subject) {
    case CAROM_SUBJECT_TOKEN:
    case CAROM_SUBJECT_ROBOT:
    case CAROM_SUBJECT_MICRO_FACE:
    case CAROM_SUBJECT_SHADE:
        return (struct scene_frame){-HALF, -HALF, CELL, CELL};
    case CAROM_SUBJECT_CHART:
        return numbers_chart_frame(picture);
    case CAROM_SUBJECT_POSITION:
        width = picture->position->board.width;
        height = picture->position->board.height;
        break;
    case CAROM_SUBJECT_MICRO:
        width = height = CAROM_MICRO_SIDE;
        break;
    }
    if (is_part(picture))
        return (struct scene_frame){picture->column * CELL - WALL, picture->row * CELL - WALL,
                                    picture->width * CELL + 2 * WALL, picture->height * CELL + 2 * WALL};
    bool rim = scene_has(picture, CAROM_LAYER_COORDINATES);
    int margin = rim ? CAROM_PICTURE_RIM : CAROM_PICTURE_EDGE;
    return (struct scene_frame){-margin, -margin, width * CELL + 2 * margin, height * CELL + 2 * margin};
}

struct carom_picture_size carom_picture_size(const struct carom_picture *picture)
{
    struct scene_frame frame = carom_scene_frame(picture);
    return (struct carom_picture_size){(unsigned)frame.width, (unsigned)frame.height};
}

/* Does the picture show this cell? */
static bool shown(const struct carom_picture *picture, carom_cell cell)
{
    unsigned x = carom_cell_column(cell), y = carom_cell_row(cell);
    return !is_part(picture) || (x >= picture->column && x < (unsigned)picture->column + picture->width &&
                                 y >= picture->row && y < (unsigned)picture->row + picture->height);
}

/* ---- ground ---- */

static void draw_ground(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    struct scene_frame frame = carom_scene_frame(picture);
    const struct carom_board *board = &picture->position->board;
    int width = board->width * CELL, height = board->height * CELL;
    pen_layer(pen, "ground");
    if (!picture->transparent)
        pen_rectangle(pen, frame.x, frame.y, frame.width, frame.height, 0, pen_filled(theme->paper));
    pen_rectangle(pen, 0, 0, width, height, 0, pen_filled(theme->cell));
    for (int x = 1; x < board->width; x++) {
        pen_move(pen, x * CELL, 0);
        pen_line(pen, x * CELL, height);
    }
    for (int y = 1; y < board->height; y++) {
        pen_move(pen, 0, y * CELL);
        pen_line(pen, width, y * CELL);
    }
    if (board->width > 1 || board->height > 1)
        pen_paint(pen, pen_stroked(theme->grid, 26));
    pen_end(pen);
}

/* The cell to be reached is the only one that is coloured all over. */
static void draw_goal(struct pen *pen, const struct carom_target *target, const struct theme *theme)
{
    scene_begin(pen, "goal", "goal", target->cell);
    pen_rectangle(pen, -HALF, -HALF, CELL, CELL, 0, pen_filled(theme->body[target->active]));
    pen_rectangle(pen, -HALF + 26, -HALF + 26, CELL - 52, CELL - 52, 30,
                  pen_stroked(theme->edge_of[target->active], 52));
    pen_end(pen);
}

static void draw_targets(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_position *position = picture->position;
    char id[SCENE_ID], name[8];
    pen_layer(pen, "targets");
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        if ((position->board.tokens >> token & 1u) == 0)
            continue;
        struct carom_target target = carom_target_of_token(&position->board, token);
        if (!shown(picture, target.cell))
            continue;
        struct carom_text text = carom_text_in(name, sizeof name);
        carom_token_write(&text, token);
        scene_begin(pen, "target", scene_id(id, "target", name, 0), target.cell);
        shape_target(pen, theme, &target, DISC);
        pen_end(pen);
    }
    const struct carom_target *wanted = &position->target;
    if (wanted->given && wanted->token == CAROM_NO_TOKEN) {
        scene_begin(pen, "target", "target-cell", wanted->cell);
        shape_target(pen, theme, wanted, DISC);
        pen_end(pen);
    }
    pen_end(pen);
}

static void draw_barriers(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_board *board = &picture->position->board;
    pen_layer(pen, "barriers");
    for (unsigned y = 0; y < board->height; y++) {
        for (unsigned x = 0; x < board->width; x++) {
            carom_cell cell = carom_cell_at(x, y);
            unsigned barrier = board->barriers[cell];
            if (barrier == 0 || !shown(picture, cell))
                continue;
            unsigned colour = barrier & CAROM_BARRIER_COLOUR;
            int up = (barrier & CAROM_BARRIER_FALLING) != 0 ? -1 : 1;
            scene_begin(pen, "barrier", NULL, cell);
            for (unsigned coat = 0; coat < 2; coat++) {
                pen_move(pen, -350, up * 350);
                pen_line(pen, 350, -up * 350);
                pen_paint(pen,
                          coat == 0 ? pen_stroked(theme->edge_of[colour], 250) : pen_stroked(theme->body[colour], 176));
            }
            pen_end(pen);
        }
    }
    pen_end(pen);
}

/* ---- walls ---- */

static bool solid_at(const struct carom_board *board, unsigned x, unsigned y)
{
    return x < board->width && y < board->height && carom_board_solid(board, carom_cell_at(x, y));
}

/* Every wall inside the board once, from its north or west; the sides of solid cells belong to those, the rim is drawn
 * round the whole. */
static void draw_walls(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_board *board = &picture->position->board;
    unsigned count = 0;
    pen_layer(pen, "walls");
    for (unsigned y = 0; y < board->height; y++) {
        for (unsigned x = 0; x < board->width; x++) {
            carom_cell cell = carom_cell_at(x, y);
            int left = (int)x * CELL, top = (int)y * CELL;
            if (x > 0 && carom_board_wall(board, cell, CAROM_WEST) && !carom_board_hard_wall(board, cell, CAROM_WEST)) {
                pen_move(pen, left, top);
                pen_line(pen, left, top + CELL);
                count++;
            }
            if (y > 0 && carom_board_wall(board, cell, CAROM_NORTH) &&
                !carom_board_hard_wall(board, cell, CAROM_NORTH)) {
                pen_move(pen, left, top);
                pen_line(pen, left + CELL, top);
                count++;
            }
        }
    }
    if (count > 0)
        pen_paint(pen, pen_stroked(theme->wall, WALL));
    pen_rectangle(pen, 0, 0, board->width * CELL, board->height * CELL, 0, pen_stroked(theme->wall, WALL));
    pen_end(pen);
}

/* ---- the middle ---- */

/* Is there a block of four solid cells in the middle? */
static bool has_plate(const struct carom_board *board)
{
    unsigned x = board->width / 2u, y = board->height / 2u;
    return x > 0 && y > 0 && solid_at(board, x, y) && solid_at(board, x - 1, y) && solid_at(board, x, y - 1) &&
           solid_at(board, x - 1, y - 1);
}

/* The plate carries the marks of the four sections in its corners, as the printed sections do beside the notch. */
static void draw_plate(struct pen *pen, const struct carom_position *position, const struct theme *theme)
{
    int x = position->board.width / 2 * CELL, y = position->board.height / 2 * CELL;
    pen_begin(pen, &(struct pen_group){.name = "plate", .id = "plate", .x = x, .y = y});
    pen_rectangle(pen, -CELL, -CELL, 2 * CELL, 2 * CELL, 60, pen_edged(theme->plate, theme->wall, WALL));
    for (int i = 0; i < 4 && carom_board_printed(&position->board); i++) {
        int across = i == 1 || i == 2 ? 1 : -1, down = i >= 2 ? 1 : -1;
        pen_circle(pen, across * 820, down * 820, 78, pen_filled(theme->body[position->board.faces[i] / 4]));
    }
    if (position->target.given) {
        unsigned active = position->target.active;
        pen_begin(pen, &(struct pen_group){.name = "token", .id = "token"});
        pen_circle(pen, 0, 0, 860, pen_filled(theme->body[active]));
        shape_target(pen, theme, &position->target, 770);
        pen_end(pen);
    }
    pen_end(pen);
}

/* A part of a printed board, such as one section: each notch shows the mark of its section. */
static void draw_notches(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    static const uint8_t at[4][2] = {{7, 7}, {8, 7}, {8, 8}, {7, 8}};
    for (unsigned i = 0; i < 4; i++) {
        carom_cell cell = carom_cell_at(at[i][0], at[i][1]);
        if (shown(picture, cell))
            pen_circle(pen, scene_x(cell), scene_y(cell), 190,
                       pen_filled(theme->body[picture->position->board.faces[i] / 4]));
    }
}

static void draw_centre(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_board *board = &picture->position->board;
    pen_layer(pen, "centre");
    for (unsigned y = 0; y < board->height; y++)
        for (unsigned x = 0; x < board->width; x++)
            if (solid_at(board, x, y) && shown(picture, carom_cell_at(x, y)))
                pen_rectangle(pen, (int)x * CELL, (int)y * CELL, CELL, CELL, 0,
                              pen_edged(theme->plate, theme->wall, WALL));
    if (has_plate(board) && !is_part(picture))
        draw_plate(pen, picture->position, theme);
    else if (has_plate(board) && carom_board_printed(board))
        draw_notches(pen, picture, theme);
    pen_end(pen);
}

/* ---- robots ---- */

static void draw_markers(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    char id[SCENE_ID];
    pen_layer(pen, "markers");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(picture->markers, robot))
            continue;
        carom_cell cell = picture->markers->cell[robot];
        char name[2] = {carom_robot_letter(robot), '\0'};
        scene_begin(pen, "marker", scene_id(id, "marker", name, 0), cell);
        pen_rectangle(pen, -345, -345, 690, 690, 50, pen_stroked(theme->edge_of[robot], 130));
        pen_rectangle(pen, -345, -345, 690, 690, 50, pen_stroked(theme->body[robot], 80));
        pen_end(pen);
    }
    pen_end(pen);
}

static void draw_robots(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_robots *robots = &picture->position->robots;
    char id[SCENE_ID];
    pen_layer(pen, "robots");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(robots, robot) || !shown(picture, robots->cell[robot]))
            continue;
        char name[2] = {carom_robot_letter(robot), '\0'};
        scene_robot(pen, picture, robot, scene_id(id, "robot", name, 0), robots->cell[robot]);
        shape_robot(pen, theme, robot);
        pen_end(pen);
    }
    pen_end(pen);
}

/* A robot hides the sign it stands on, so the sign is shown again, small, in the cell's corner. */
static void draw_badges(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_position *position = picture->position;
    pen_layer(pen, "badges");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&position->robots, robot))
            continue;
        carom_cell cell = position->robots.cell[robot];
        unsigned token = carom_board_token_on(&position->board, cell);
        struct carom_target target = position->target;
        if (token != CAROM_NO_TOKEN)
            target = carom_target_of_token(&position->board, token);
        else if (!target.given || target.cell != cell)
            continue;
        pen_begin(pen, &(struct pen_group){.name = "badge", .x = scene_x(cell) + 290, .y = scene_y(cell) - 290});
        pen_circle(pen, 0, 0, 225, pen_filled(theme->wall));
        shape_target(pen, theme, &target, 195);
        pen_end(pen);
    }
    pen_end(pen);
}

/* ---- the rim ---- */

void scene_coordinates(struct pen *pen, const struct carom_picture *picture, unsigned width, unsigned height)
{
    const struct theme *theme = theme_of(picture->theme);
    struct pen_paint ink = pen_stroked(theme->label, 36);
    int far_x = (int)width * CELL + 370, far_y = (int)height * CELL + 370;
    char word[8];
    pen_layer(pen, "coordinates");
    for (unsigned x = 0; x < width; x++) {
        struct carom_text text = carom_text_in(word, sizeof word);
        carom_text_char(&text, (char)('a' + x));
        pen_word(pen, word, (int)x * CELL + HALF, -380, 270, ink);
        pen_word(pen, word, (int)x * CELL + HALF, far_y - 10, 270, ink);
    }
    for (unsigned y = 0; y < height; y++) {
        struct carom_text text = carom_text_in(word, sizeof word);
        carom_text_uint(&text, y + 1);
        pen_word(pen, word, -370, (int)y * CELL + HALF, 250, ink);
        pen_word(pen, word, far_x, (int)y * CELL + HALF, 250, ink);
    }
    pen_end(pen);
}

/* ---- all of it ---- */

static void draw_position(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_position *position = picture->position;
    if (scene_has(picture, CAROM_LAYER_GROUND))
        draw_ground(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_HEAT) && picture->heat != NULL)
        numbers_heat(pen, picture);
    if (scene_has(picture, CAROM_LAYER_GOAL) && position->target.given)
        draw_goal(pen, &position->target, theme);
    if (scene_has(picture, CAROM_LAYER_TARGETS))
        draw_targets(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_BARRIERS))
        draw_barriers(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_MARKERS) && picture->markers != NULL)
        draw_markers(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_ROUTE) && picture->route != NULL)
        route_ways(pen, picture);
    if (scene_has(picture, CAROM_LAYER_REACH) && picture->selected_given)
        route_reach(pen, picture);
    if (scene_has(picture, CAROM_LAYER_WALLS))
        draw_walls(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_CENTRE))
        draw_centre(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_ROUTE) && picture->route != NULL)
        route_gates(pen, picture);
    bool numbers = scene_has(picture, CAROM_LAYER_STOPS) && picture->route != NULL;
    /* A robot that has come to a stop stands on its number, and one that moves has no badge. */
    if (numbers && scene_plays(picture))
        route_numbers(pen, picture);
    if (scene_has(picture, CAROM_LAYER_ROBOTS))
        draw_robots(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_BADGES) && !scene_plays(picture))
        draw_badges(pen, picture, theme);
    if (numbers && !scene_plays(picture))
        route_numbers(pen, picture);
    if (scene_has(picture, CAROM_LAYER_COORDINATES) && !is_part(picture))
        scene_coordinates(pen, picture, position->board.width, position->board.height);
}

/* Is there such an icon? */
static bool item_exists(const struct carom_picture *picture)
{
    switch (picture->subject) {
    case CAROM_SUBJECT_TOKEN:
        return picture->item <= CAROM_VORTEX;
    case CAROM_SUBJECT_ROBOT:
        return picture->item < CAROM_ROBOTS;
    case CAROM_SUBJECT_MICRO_FACE:
        return picture->item < CAROM_MICRO_CELLS;
    case CAROM_SUBJECT_POSITION:
    case CAROM_SUBJECT_MICRO:
    case CAROM_SUBJECT_SHADE:
    case CAROM_SUBJECT_CHART:
        return true;
    }
    return false;
}

void carom_scene_draw(struct pen *pen, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    if (!item_exists(picture))
        return;
    switch (picture->subject) {
    case CAROM_SUBJECT_POSITION:
        draw_position(pen, picture, theme);
        break;
    case CAROM_SUBJECT_MICRO:
        scene_micro(pen, picture);
        break;
    case CAROM_SUBJECT_TOKEN: {
        struct carom_target target = {
            .given = true,
            .token = (uint8_t)picture->item,
            .active = (uint8_t)(picture->item == CAROM_VORTEX ? CAROM_ANY_ROBOT : picture->item / 4)};
        pen_circle(pen, 0, 0, 480, pen_filled(theme->body[target.active]));
        shape_target(pen, theme, &target, 435);
        break;
    }
    case CAROM_SUBJECT_ROBOT:
        shape_robot(pen, theme, picture->item);
        break;
    case CAROM_SUBJECT_MICRO_FACE:
        scene_micro_face(pen, theme, picture->item);
        break;
    case CAROM_SUBJECT_SHADE:
        numbers_shade(pen, picture);
        break;
    case CAROM_SUBJECT_CHART:
        numbers_chart(pen, picture);
        break;
    }
}

void carom_scene_robots(struct pen *pen, const struct carom_picture *picture)
{
    if (picture->subject == CAROM_SUBJECT_POSITION)
        draw_robots(pen, picture, theme_of(picture->theme));
    else if (picture->subject == CAROM_SUBJECT_MICRO && picture->micro->target < CAROM_MICRO_CELLS)
        scene_micro_robot(pen, picture);
}

void carom_picture_face(struct carom_position *position, unsigned face)
{
    face %= 4 * CAROM_COLOURS;
    uint8_t faces[4] = {(uint8_t)face};
    unsigned count = 1;
    for (unsigned colour = 0; colour < CAROM_COLOURS; colour++)
        if (colour != face / 4)
            faces[count++] = (uint8_t)(colour * 4);
    *position = (struct carom_position){.target = {.given = false}};
    carom_board_build(&position->board, faces, NULL);
}
