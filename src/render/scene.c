/*
 * A position as a picture, layer by layer: quiet cells, strong walls, and the current token large in the middle.
 */
#include "scene.h"

#include "shapes.h"

#define WALL 210
#define CROP 200 /* around a part of a board */
#define RIM 230  /* the wall around the board */

bool scene_has(const struct carom_picture *picture, enum carom_layer layer)
{
    return (picture->layers_off & layer) == 0;
}

const char *scene_id(char bytes[SCENE_ID], const char *kind, const char *name, unsigned number)
{
    struct carom_text text = carom_text_init(bytes, SCENE_ID);
    carom_text_put(&text, kind);
    carom_text_char(&text, '-');
    if (name != NULL)
        carom_text_put(&text, name);
    else
        carom_text_uint(&text, number);
    return bytes;
}

void scene_begin(struct canvas *canvas, const char *name, const char *id, carom_cell cell)
{
    canvas_begin(canvas, &(struct canvas_group){.name = name, .id = id, .x = scene_x(cell), .y = scene_y(cell)});
}

void scene_robot(struct canvas *canvas, const struct carom_picture *picture, unsigned robot, const char *id,
                 carom_cell cell)
{
    const struct carom_animation_state *state = picture->animation_state;
    struct canvas_group group = {.name = "robot", .id = id, .x = scene_x(cell), .y = scene_y(cell)};
    if (state != NULL) {
        group.x = state->x[robot];
        group.y = state->y[robot];
    }
    canvas_begin(canvas, &group);
}

/* Is the route animated? */
static bool scene_plays(const struct carom_picture *picture)
{
    return picture->animated || picture->animation_state != NULL;
}

/* ---- size ---- */

static bool is_part(const struct carom_picture *picture)
{
    return picture->width > 0 && picture->height > 0;
}

struct scene_frame carom_scene_frame(const struct carom_picture *picture)
{
    int width = 0, height = 0;
    switch (picture->kind) {
    case CAROM_PICTURE_KIND_TOKEN:
    case CAROM_PICTURE_KIND_ROBOT:
    case CAROM_PICTURE_KIND_MICRO_FACE:
    case CAROM_PICTURE_KIND_SHADE:
        return (struct scene_frame){-HALF, -HALF, CELL, CELL};
    case CAROM_PICTURE_KIND_CHART:
        return chart_frame(picture);
    case CAROM_PICTURE_KIND_POSITION:
        width = picture->position->board.width;
        height = picture->position->board.height;
        break;
    case CAROM_PICTURE_KIND_MICRO:
        width = height = CAROM_MICRO_SIDE;
        break;
    }
    if (is_part(picture))
        return (struct scene_frame){picture->column * CELL - CROP, picture->row * CELL - CROP,
                                    picture->width * CELL + 2 * CROP, picture->height * CELL + 2 * CROP};
    bool rim = scene_has(picture, CAROM_LAYER_COORDINATES);
    int margin = rim ? CAROM_PICTURE_MARGIN : CAROM_PICTURE_MARGIN_NARROW;
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

/* ---- background ---- */

/* Every second cell has another shade. */
static void draw_chequers(struct canvas *canvas, const struct carom_board *board, const struct theme *theme)
{
    unsigned count = 0;
    for (int y = 0; y < board->height && theme->cell_2 != theme->cell; y++)
        for (int x = 1 - y % 2; x < board->width; x += 2, count++)
            scene_add_cell(canvas, carom_cell_make((unsigned)x, (unsigned)y));
    if (count > 0)
        canvas_paint(canvas, paint_fill(theme->cell_2));
}

static void draw_background(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    struct scene_frame frame = carom_scene_frame(picture);
    const struct carom_board *board = &picture->position->board;
    int width = board->width * CELL, height = board->height * CELL;
    canvas_begin_layer(canvas, "ground");
    if (!picture->transparent)
        canvas_rectangle(canvas, frame.x, frame.y, frame.width, frame.height, 0, paint_fill(theme->background));
    canvas_rectangle(canvas, 0, 0, width, height, 0, paint_fill(theme->cell));
    draw_chequers(canvas, board, theme);
    for (int x = 1; x < board->width; x++) {
        canvas_move(canvas, x * CELL, 0);
        canvas_line(canvas, x * CELL, height);
    }
    for (int y = 1; y < board->height; y++) {
        canvas_move(canvas, 0, y * CELL);
        canvas_line(canvas, width, y * CELL);
    }
    if (board->width > 1 || board->height > 1)
        canvas_paint(canvas, paint_stroke(theme->grid, 26));
    canvas_end(canvas);
}

/* The current target is the loudest thing on the board. */
static void draw_goal(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    scene_begin(canvas, "goal", "goal", picture->position->target.cell);
    shape_glow(canvas, theme, &picture->position->target, picture->target_shapes);
    canvas_end(canvas);
}

static struct tile_style tile_style_of(const struct carom_picture *picture, const struct carom_target *target)
{
    const struct carom_target *wanted = &picture->position->target;
    bool current = wanted->is_set && wanted->cell == target->cell;
    return (struct tile_style){
        .current = current, .faded = wanted->is_set && !current, .shapes = picture->target_shapes};
}

static void draw_targets(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_position *position = picture->position;
    char id[SCENE_ID], name[8];
    canvas_begin_layer(canvas, "targets");
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        if ((position->board.tokens >> token & 1u) == 0)
            continue;
        struct carom_target target = carom_target_from_token(&position->board, token);
        if (!shown(picture, target.cell))
            continue;
        struct carom_text text = carom_text_init(name, sizeof name);
        carom_token_write(&text, token);
        scene_begin(canvas, "target", scene_id(id, "target", name, 0), target.cell);
        shape_target(canvas, theme, &target, tile_style_of(picture, &target));
        canvas_end(canvas);
    }
    const struct carom_target *wanted = &position->target;
    if (wanted->is_set && wanted->token == CAROM_NO_TOKEN) {
        scene_begin(canvas, "target", "target-cell", wanted->cell);
        shape_target(canvas, theme, wanted, tile_style_of(picture, wanted));
        canvas_end(canvas);
    }
    canvas_end(canvas);
}

static void draw_barriers(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_board *board = &picture->position->board;
    canvas_begin_layer(canvas, "barriers");
    for (unsigned y = 0; y < board->height; y++) {
        for (unsigned x = 0; x < board->width; x++) {
            carom_cell cell = carom_cell_make(x, y);
            unsigned barrier = board->barriers[cell];
            if (barrier == 0 || !shown(picture, cell))
                continue;
            unsigned colour = barrier & CAROM_BARRIER_COLOUR;
            int up = (barrier & CAROM_BARRIER_FALLING) != 0 ? -1 : 1;
            scene_begin(canvas, "barrier", NULL, cell);
            for (unsigned coat = 0; coat < 2; coat++) {
                canvas_move(canvas, -350, up * 350);
                canvas_line(canvas, 350, -up * 350);
                canvas_paint(canvas, coat == 0 ? paint_stroke(theme->outline[colour], 262)
                                               : paint_stroke(theme->body[colour], 166));
            }
            canvas_move(canvas, -300, up * 300 - 20);
            canvas_line(canvas, -100, up * 100 - 20);
            canvas_paint(canvas, paint_stroke(theme->streak[colour], 44));
            canvas_end(canvas);
        }
    }
    canvas_end(canvas);
}

/* ---- walls ---- */

static bool solid_at(const struct carom_board *board, unsigned x, unsigned y)
{
    return x < board->width && y < board->height && carom_board_is_solid(board, carom_cell_make(x, y));
}

/* Adds every wall inside the board to the path once, from its north or west, `down` units lower; the sides of solid
 * cells are drawn with those, the edge around the whole. Returns how many there are. */
static unsigned trace_walls(struct canvas *canvas, const struct carom_board *board, int down)
{
    unsigned count = 0;
    for (unsigned y = 0; y < board->height; y++) {
        for (unsigned x = 0; x < board->width; x++) {
            carom_cell cell = carom_cell_make(x, y);
            int left = (int)x * CELL, top = (int)y * CELL + down;
            if (x > 0 && carom_board_has_wall(board, cell, CAROM_WEST) &&
                !carom_board_has_hard_wall(board, cell, CAROM_WEST)) {
                canvas_move(canvas, left, top);
                canvas_line(canvas, left, top + CELL);
                count++;
            }
            if (y > 0 && carom_board_has_wall(board, cell, CAROM_NORTH) &&
                !carom_board_has_hard_wall(board, cell, CAROM_NORTH)) {
                canvas_move(canvas, left, top);
                canvas_line(canvas, left + CELL, top);
                count++;
            }
        }
    }
    return count;
}

static void draw_walls(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_board *board = &picture->position->board;
    struct canvas_paint shadow = paint_stroke(theme->shadow, WALL);
    shadow.opacity = theme->wall_opacity;
    canvas_begin_layer(canvas, "walls");
    if (theme->wall_opacity > 0 && trace_walls(canvas, board, 90) > 0)
        canvas_paint(canvas, shadow);
    if (trace_walls(canvas, board, 0) > 0)
        canvas_paint(canvas, paint_stroke(theme->wall, WALL));
    canvas_rectangle(canvas, 0, 0, board->width * CELL, board->height * CELL, 120, paint_stroke(theme->wall, RIM));
    canvas_end(canvas);
}

/* ---- centre piece ---- */

/* Is there a block of four solid cells in the middle? */
static bool has_plate(const struct carom_board *board)
{
    unsigned x = board->width / 2u, y = board->height / 2u;
    return x > 0 && y > 0 && solid_at(board, x, y) && solid_at(board, x - 1, y) && solid_at(board, x, y - 1) &&
           solid_at(board, x - 1, y - 1);
}

/* Is it one of the four cells in the middle? */
static bool in_middle(const struct carom_board *board, unsigned x, unsigned y)
{
    unsigned column = board->width / 2u, row = board->height / 2u;
    return (x == column || x + 1 == column) && (y == row || y + 1 == row);
}

/* The centre piece carries the marks of the four sections in its corners, as the printed sections do beside the
 * notch. */
static void draw_plate(struct canvas *canvas, const struct carom_position *position, const struct theme *theme)
{
    int x = position->board.width / 2 * CELL, y = position->board.height / 2 * CELL;
    canvas_begin(canvas, &(struct canvas_group){.name = "plate", .id = "plate", .x = x, .y = y});
    canvas_rectangle(canvas, -1060, -1060, 2120, 2120, 260, paint_fill_stroke(theme->solid, theme->solid_edge, 100));
    for (int i = 0; i < 4 && carom_board_is_printed(&position->board); i++) {
        int across = i == 1 || i == 2 ? 1 : -1, down = i >= 2 ? 1 : -1;
        canvas_circle(canvas, across * 820, down * 820, 74, paint_fill(theme->body[position->board.faces[i] / 4]));
    }
    canvas_begin(canvas, &(struct canvas_group){.name = "token", .id = "token"});
    if (position->target.is_set)
        shape_token(canvas, theme, &position->target, 800);
    else
        canvas_circle(canvas, 0, 0, 700, paint_stroke(theme->label, 60));
    canvas_end(canvas);
    canvas_end(canvas);
}

/* On a part of a printed board, such as one section, each notch shows the mark of its section. */
static void draw_notches(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    static const uint8_t at[4][2] = {{7, 7}, {8, 7}, {8, 8}, {7, 8}};
    for (unsigned i = 0; i < 4; i++) {
        carom_cell cell = carom_cell_make(at[i][0], at[i][1]);
        if (shown(picture, cell))
            canvas_circle(canvas, scene_x(cell), scene_y(cell), 190,
                          paint_fill(theme->body[picture->position->board.faces[i] / 4]));
    }
}

static void draw_centre(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_board *board = &picture->position->board;
    bool plate = has_plate(board) && !is_part(picture);
    canvas_begin_layer(canvas, "centre");
    for (unsigned y = 0; y < board->height; y++)
        for (unsigned x = 0; x < board->width; x++)
            if (solid_at(board, x, y) && shown(picture, carom_cell_make(x, y)) && !(plate && in_middle(board, x, y)))
                canvas_rectangle(canvas, (int)x * CELL, (int)y * CELL, CELL, CELL, 0,
                                 paint_fill_stroke(theme->solid, theme->solid_edge, 120));
    if (plate)
        draw_plate(canvas, picture->position, theme);
    else if (has_plate(board) && carom_board_is_printed(board))
        draw_notches(canvas, picture, theme);
    canvas_end(canvas);
}

/* ---- robots ---- */

static void draw_markers(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    char id[SCENE_ID];
    canvas_begin_layer(canvas, "markers");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(picture->markers, robot))
            continue;
        carom_cell cell = picture->markers->cell[robot];
        char name[2] = {carom_robot_letter(robot), '\0'};
        scene_begin(canvas, "marker", scene_id(id, "marker", name, 0), cell);
        shape_marker(canvas, theme, robot);
        canvas_end(canvas);
    }
    canvas_end(canvas);
}

/* A robot looks where the route will send it. */
static struct robot_look look_of(const struct carom_picture *picture, unsigned robot)
{
    struct robot_look look = {.letter = !picture->hide_letters};
    unsigned made = picture->animation_state != NULL ? picture->animation_state->moves_made : 0;
    for (size_t i = made; picture->route != NULL && i < picture->route_count && !look.has_direction; i++) {
        look.has_direction = picture->route[i].robot == robot;
        look.direction = (uint8_t)picture->route[i].direction;
    }
    if (picture->has_selected && picture->selected == robot)
        look.mood = CAROM_MOOD_SELECTED;
    return look;
}

static void draw_robots(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_robots *robots = &picture->position->robots;
    char id[SCENE_ID];
    canvas_begin_layer(canvas, "robots");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(robots, robot) || !shown(picture, robots->cell[robot]))
            continue;
        char name[2] = {carom_robot_letter(robot), '\0'};
        scene_robot(canvas, picture, robot, scene_id(id, "robot", name, 0), robots->cell[robot]);
        struct robot_look look = look_of(picture, robot);
        shape_robot(canvas, theme, robot, &look);
        canvas_end(canvas);
    }
    canvas_end(canvas);
}

/* A robot hides the symbol it stands on, so the symbol is shown again, small, in the cell's corner. */
static void draw_badges(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_position *position = picture->position;
    canvas_begin_layer(canvas, "badges");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&position->robots, robot))
            continue;
        carom_cell cell = position->robots.cell[robot];
        unsigned token = carom_board_token_at(&position->board, cell);
        struct carom_target target = position->target;
        if (token != CAROM_NO_TOKEN)
            target = carom_target_from_token(&position->board, token);
        else if (!target.is_set || target.cell != cell)
            continue;
        bool current = position->target.is_set && position->target.cell == cell;
        int away = current ? 300 : 345, radius = current ? 215 : 150;
        canvas_begin(canvas,
                     &(struct canvas_group){.name = "badge", .x = scene_x(cell) + away, .y = scene_y(cell) - away});
        canvas_circle(canvas, 0, 0, radius + 30, paint_fill(theme->cell));
        shape_token(canvas, theme, &target, radius);
        canvas_end(canvas);
    }
    canvas_end(canvas);
}

/* ---- frame ---- */

void scene_coordinates(struct canvas *canvas, const struct carom_picture *picture, unsigned width, unsigned height)
{
    const struct theme *theme = theme_of(picture->theme);
    struct canvas_paint ink = paint_stroke(theme->label, 36);
    int far_x = (int)width * CELL + 370, far_y = (int)height * CELL + 370;
    char word[8];
    canvas_begin_layer(canvas, "coordinates");
    for (unsigned x = 0; x < width; x++) {
        struct carom_text text = carom_text_init(word, sizeof word);
        carom_text_char(&text, (char)('a' + x));
        canvas_text(canvas, word, (int)x * CELL + HALF, -380, 270, ink);
        canvas_text(canvas, word, (int)x * CELL + HALF, far_y - 10, 270, ink);
    }
    for (unsigned y = 0; y < height; y++) {
        struct carom_text text = carom_text_init(word, sizeof word);
        carom_text_uint(&text, y + 1);
        canvas_text(canvas, word, -370, (int)y * CELL + HALF, 250, ink);
        canvas_text(canvas, word, far_x, (int)y * CELL + HALF, 250, ink);
    }
    canvas_end(canvas);
}

/* ---- putting it together ---- */

static void draw_position(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_position *position = picture->position;
    if (scene_has(picture, CAROM_LAYER_BACKGROUND))
        draw_background(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_HEAT) && picture->heat != NULL)
        heat_draw(canvas, picture);
    if (scene_has(picture, CAROM_LAYER_TARGET_MARK) && position->target.is_set)
        draw_goal(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_TARGETS))
        draw_targets(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_BARRIERS))
        draw_barriers(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_MARKERS) && picture->markers != NULL)
        draw_markers(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_ROUTE) && picture->route != NULL)
        route_draw_paths(canvas, picture);
    if (scene_has(picture, CAROM_LAYER_REACH) && picture->has_selected)
        route_reach(canvas, picture);
    if (scene_has(picture, CAROM_LAYER_WALLS))
        draw_walls(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_CENTRE))
        draw_centre(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_ROUTE) && picture->route != NULL)
        route_draw_wall_gates(canvas, picture);
    bool numbers = scene_has(picture, CAROM_LAYER_STOPS) && picture->route != NULL;
    /* A robot that has stopped stands on its number, and a moving one has no badge. */
    if (numbers && scene_plays(picture))
        route_draw_numbers(canvas, picture);
    if (scene_has(picture, CAROM_LAYER_ROBOTS))
        draw_robots(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_BADGES) && !scene_plays(picture))
        draw_badges(canvas, picture, theme);
    if (numbers && !scene_plays(picture))
        route_draw_numbers(canvas, picture);
    if (scene_has(picture, CAROM_LAYER_COORDINATES) && !is_part(picture))
        scene_coordinates(canvas, picture, position->board.width, position->board.height);
}

/* Is there such an icon? */
static bool item_exists(const struct carom_picture *picture)
{
    switch (picture->kind) {
    case CAROM_PICTURE_KIND_TOKEN:
        return picture->icon <= CAROM_VORTEX;
    case CAROM_PICTURE_KIND_ROBOT:
        return picture->icon < CAROM_ROBOTS;
    case CAROM_PICTURE_KIND_MICRO_FACE:
        return picture->icon < CAROM_MICRO_CELLS;
    case CAROM_PICTURE_KIND_POSITION:
    case CAROM_PICTURE_KIND_MICRO:
    case CAROM_PICTURE_KIND_SHADE:
    case CAROM_PICTURE_KIND_CHART:
        return true;
    }
    return false;
}

void carom_scene_draw(struct canvas *canvas, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    if (!item_exists(picture))
        return;
    switch (picture->kind) {
    case CAROM_PICTURE_KIND_POSITION:
        draw_position(canvas, picture, theme);
        break;
    case CAROM_PICTURE_KIND_MICRO:
        scene_micro(canvas, picture);
        break;
    case CAROM_PICTURE_KIND_TOKEN: {
        struct carom_target target = {
            .is_set = true,
            .token = (uint8_t)picture->icon,
            .active = (uint8_t)(picture->icon == CAROM_VORTEX ? CAROM_ANY_ROBOT : picture->icon / 4)};
        shape_token(canvas, theme, &target, 478);
        break;
    }
    case CAROM_PICTURE_KIND_ROBOT:
        shape_robot(canvas, theme, picture->icon,
                    &(struct robot_look){.mood = picture->mood,
                                         .has_direction = picture->has_look,
                                         .direction = picture->look,
                                         .letter = !picture->hide_letters});
        break;
    case CAROM_PICTURE_KIND_MICRO_FACE:
        scene_micro_face(canvas, theme, picture->icon);
        break;
    case CAROM_PICTURE_KIND_SHADE:
        heat_draw_key(canvas, picture);
        break;
    case CAROM_PICTURE_KIND_CHART:
        chart_draw(canvas, picture);
        break;
    }
}

void carom_scene_robots(struct canvas *canvas, const struct carom_picture *picture)
{
    if (picture->kind == CAROM_PICTURE_KIND_POSITION)
        draw_robots(canvas, picture, theme_of(picture->theme));
    else if (picture->kind == CAROM_PICTURE_KIND_MICRO && picture->micro->target < CAROM_MICRO_CELLS)
        scene_micro_robot(canvas, picture);
}

void carom_picture_section_face(struct carom_position *position, unsigned face)
{
    face %= 4 * CAROM_COLOURS;
    uint8_t faces[4] = {(uint8_t)face};
    unsigned count = 1;
    for (unsigned colour = 0; colour < CAROM_COLOURS; colour++)
        if (colour != face / 4)
            faces[count++] = (uint8_t)(colour * 4);
    *position = (struct carom_position){.target = {.is_set = false}};
    carom_board_build(&position->board, faces, NULL);
}
