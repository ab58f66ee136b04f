/*
 * Routes as arrows with numbered stops, and the reach of a selected robot.
 *
 * Paths that share a segment of a row or column get lanes beside each other. Lanes are assigned for the whole route
 * first (struct lane_plan); then blockers' paths are drawn thin and light, and the active robot's above them.
 */
#include "scene.h"

#include "route_iter.h"
#include "shapes.h"

#define LANES 5
#define MAX_STRETCHES 512 /* later ones run in the middle */

/* A straight part of a path. */
struct path_segment {
    bool across; /* in a row; else in a column */
    uint8_t line;
    uint8_t from, to; /* from < to */
    uint8_t lane;
};

struct stop {
    carom_cell cell;
    uint8_t robot;
};

struct lane_plan {
    int lane_percent; /* Micro Robots has less space */
    unsigned active;
    unsigned stops_count;
    struct stop stops[CAROM_PICTURE_MOVES_MAX];
    unsigned count;
    struct path_segment segments[MAX_STRETCHES];
};

/* ---- lanes ---- */

/* The segment between two corners of a path. */
static struct path_segment segment_between(carom_cell a, carom_cell b)
{
    bool across = carom_cell_row(a) == carom_cell_row(b);
    unsigned from = across ? carom_cell_column(a) : carom_cell_row(a);
    unsigned to = across ? carom_cell_column(b) : carom_cell_row(b);
    return (struct path_segment){.across = across,
                                 .line = (uint8_t)(across ? carom_cell_row(a) : carom_cell_column(a)),
                                 .from = (uint8_t)(from < to ? from : to),
                                 .to = (uint8_t)(from < to ? to : from)};
}

static bool segments_overlap(const struct path_segment *a, const struct path_segment *b)
{
    return a->across == b->across && a->line == b->line && a->from < b->to && b->from < a->to;
}

/* The lane with the fewest earlier segments beside this one; a free lane has none. */
static uint8_t find_free_lane(const struct lane_plan *plan, const struct path_segment *segment)
{
    unsigned used[LANES] = {0}, best = 0;
    for (unsigned i = 0; i < plan->count; i++)
        if (segments_overlap(&plan->segments[i], segment))
            used[plan->segments[i].lane]++;
    for (unsigned lane = 1; lane < LANES; lane++)
        if (used[lane] < used[best])
            best = lane;
    return (uint8_t)best;
}

static int lane_offset(const struct lane_plan *plan, unsigned index)
{
    static const int offset[LANES] = {0, 210, -210, 340, -340};
    return index < plan->count ? offset[plan->segments[index].lane] * plan->lane_percent / 100 : 0;
}

static void plan_make(struct lane_plan *plan, const struct carom_picture *picture)
{
    struct route_iter iter = route_iter_begin(picture);
    struct route_leg leg;
    plan->lane_percent = picture->kind == CAROM_PICTURE_KIND_MICRO ? 60 : 100;
    plan->count = 0;
    plan->stops_count = 0;
    plan->active = CAROM_TRANSPARENT;
    while (route_iter_next(&iter, &leg)) {
        plan->active = leg.robot;
        plan->stops[plan->stops_count++] = (struct stop){leg.path.corner[leg.path.count - 1], (uint8_t)leg.robot};
        for (unsigned i = 1; i < leg.path.count && plan->count < MAX_STRETCHES; i++) {
            struct path_segment segment = segment_between(leg.path.corner[i - 1], leg.path.corner[i]);
            segment.lane = find_free_lane(plan, &segment);
            plan->segments[plan->count++] = segment;
        }
    }
    if (picture->kind != CAROM_PICTURE_KIND_MICRO && picture->position->target.is_set &&
        picture->position->target.active < CAROM_ROBOTS)
        plan->active = picture->position->target.active;
}

/* ---- labels ---- */

/* A number is in the middle of its cell; where that would hide something, or several stops share the cell, in a
 * corner. */
struct label_pos {
    int x, y, radius;
    int reach; /* how far from the cell's centre the arrow must end */
};

/* Is there something in this cell that a number should not hide? */
static bool is_covered(const struct carom_picture *picture, carom_cell cell)
{
    if (picture->kind == CAROM_PICTURE_KIND_MICRO)
        return false;
    const struct carom_position *position = picture->position;
    return carom_robots_at(&position->robots, cell) != CAROM_ROBOTS ||
           carom_board_token_at(&position->board, cell) != CAROM_NO_TOKEN ||
           (position->target.is_set && position->target.cell == cell);
}

static struct label_pos spot_of(const struct lane_plan *plan, const struct carom_picture *picture, unsigned index)
{
    static const int corner[4][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    carom_cell cell = plan->stops[index].cell;
    unsigned here = 0, before = 0;
    for (unsigned i = 0; i < plan->stops_count; i++) {
        here += plan->stops[i].cell == cell;
        before += i < index && plan->stops[i].cell == cell;
    }
    bool hides = is_covered(picture, cell);
    if (picture->kind == CAROM_PICTURE_KIND_MICRO)
        return (struct label_pos){scene_x(cell) - 170 * (int)before, scene_y(cell), 175, 200};
    if (!hides && here == 1)
        return (struct label_pos){scene_x(cell), scene_y(cell), 275, 305};
    bool target = picture->position->target.is_set && picture->position->target.cell == cell;
    int away = hides ? 350 : 205;
    return (struct label_pos){scene_x(cell) + away * corner[before % 4][0],
                              scene_y(cell) + away * corner[before % 4][1], 225,
                              target  ? 560
                              : hides ? 420
                                      : 130};
}

/* ---- drawing a path ---- */

/* How far from the centre of its first and last cell a path begins and ends. */
struct end_gaps {
    int before, after;
};

struct path_style {
    uint32_t body, edge, casing;
    int width, rim, casing_width;
    int head_length, head_half;
};

static struct path_style path_style_of(const struct carom_picture *picture, unsigned robot, bool active)
{
    const struct theme *theme = theme_of(picture->theme);
    struct path_style style = {theme->body[robot], theme->line[robot], theme->cell, 120, 36, 90, 250, 170};
    if (!active)
        style = (struct path_style){style.body, style.edge, style.casing, 60, 30, 90, 210, 135};
    if (picture->kind == CAROM_PICTURE_KIND_MICRO)
        style = (struct path_style){style.body, theme->visor[robot], theme->eyes, 60, 40, 60, 190, 120};
    return style;
}

/* A corner of a path in the picture: each segment through it determines the coordinate across its own direction. */
static void corner_point(const struct lane_plan *plan, const struct route_leg *leg, unsigned first, unsigned i, int *x,
                         int *y)
{
    *x = scene_x(leg->path.corner[i]);
    *y = scene_y(leg->path.corner[i]);
    for (unsigned side = 0; side < 2; side++) {
        if ((side == 0 && i == 0) || (side == 1 && i + 1u == leg->path.count))
            continue;
        unsigned a = side == 0 ? i - 1 : i;
        struct path_segment segment = segment_between(leg->path.corner[a], leg->path.corner[a + 1]);
        *(segment.across ? y : x) += lane_offset(plan, first + a);
    }
}

/* The direction of the segment after corner i: one of dx, dy is 1 or -1. */
static void segment_heading(const struct route_leg *leg, unsigned i, int *dx, int *dy)
{
    carom_cell a = leg->path.corner[i], b = leg->path.corner[i + 1];
    int across = (int)carom_cell_column(b) - (int)carom_cell_column(a);
    int down = (int)carom_cell_row(b) - (int)carom_cell_row(a);
    *dx = (across > 0) - (across < 0);
    *dy = (down > 0) - (down < 0);
}

/* Draws the line of a path, which begins and ends some units from the centre of its first and last cell. */
static void trace_path(struct canvas *canvas, const struct lane_plan *plan, const struct route_leg *leg, unsigned first,
                       struct end_gaps gaps)
{
    unsigned last = leg->path.count - 1u;
    int x, y, dx, dy;
    corner_point(plan, leg, first, 0, &x, &y);
    segment_heading(leg, 0, &dx, &dy);
    canvas_move(canvas, x + dx * gaps.before, y + dy * gaps.before);
    for (unsigned i = 1; i < last; i++) {
        corner_point(plan, leg, first, i, &x, &y);
        canvas_line(canvas, x, y);
    }
    corner_point(plan, leg, first, last, &x, &y);
    segment_heading(leg, last - 1, &dx, &dy);
    canvas_line(canvas, x - dx * gaps.after, y - dy * gaps.after);
}

static void trace_head(struct canvas *canvas, const struct lane_plan *plan, const struct route_leg *leg, unsigned first,
                       int reach, const struct path_style *style)
{
    int x, y, dx, dy;
    segment_heading(leg, leg->path.count - 2u, &dx, &dy);
    corner_point(plan, leg, first, leg->path.count - 1u, &x, &y);
    int back = reach + style->head_length;
    canvas_move(canvas, x - dx * reach, y - dy * reach);
    canvas_line(canvas, x - dx * back - dy * style->head_half, y - dy * back + dx * style->head_half);
    canvas_line(canvas, x - dx * back + dy * style->head_half, y - dy * back - dx * style->head_half);
    canvas_line(canvas, x - dx * reach, y - dy * reach);
}

static void draw_path(struct canvas *canvas, const struct lane_plan *plan, const struct route_leg *leg, unsigned first,
                      struct end_gaps gaps, struct path_style style)
{
    struct end_gaps line = {gaps.before, gaps.after + style.head_length / 2};
    /* Coats: the casing that keeps the path apart from what it crosses, the rim, the body. */
    const uint32_t colours[3] = {style.casing, style.edge, style.body};
    const int more[3] = {style.rim + style.casing_width, style.rim, 0};
    for (unsigned coat = 0; coat < 3; coat++) {
        trace_path(canvas, plan, leg, first, line);
        canvas_paint(canvas, paint_stroke(colours[coat], style.width + more[coat]));
        trace_head(canvas, plan, leg, first, gaps.after, &style);
        canvas_paint(canvas, coat < 2 ? paint_fill_stroke(colours[coat], colours[coat], more[coat] + 20)
                                      : paint_fill_stroke(style.body, style.body, 20));
    }
}

/* A path of one cell has no room for gaps as wide as others have. */
static struct end_gaps gaps_of(const struct carom_picture *picture, const struct route_leg *leg, int reach)
{
    struct end_gaps gaps = {is_covered(picture, leg->path.corner[0]) ? 500 : 0, reach};
    struct path_segment only = segment_between(leg->path.corner[0], leg->path.corner[1]);
    if (leg->path.count == 2 && only.to - only.from == 1) {
        gaps.before = gaps.before < 300 ? gaps.before : 300;
        gaps.after = gaps.after < 340 ? gaps.after : 340;
    }
    return gaps;
}

/* Draws all paths of the active robot, or all others. */
static void draw_paths(struct canvas *canvas, const struct carom_picture *picture, const struct lane_plan *plan,
                       bool of_active)
{
    struct route_iter iter = route_iter_begin(picture);
    struct route_leg leg;
    char id[SCENE_ID];
    unsigned first = 0;
    while (route_iter_next(&iter, &leg) && is_leg_drawn(&leg, picture)) {
        if ((leg.robot == plan->active) == of_active) {
            struct label_pos pos = spot_of(plan, picture, leg.number - 1);
            canvas_begin(canvas, &(struct canvas_group){.name = of_active ? "way" : "way blocker",
                                                        .id = scene_id(id, "way", NULL, leg.number),
                                                        .opacity = of_active ? 100 : 80});
            struct end_gaps gaps = gaps_of(picture, &leg, pos.reach);
            draw_path(canvas, plan, &leg, first, gaps, path_style_of(picture, leg.robot, of_active));
            canvas_end(canvas);
        }
        first += leg.path.count - 1u;
    }
}

void route_draw_paths(struct canvas *canvas, const struct carom_picture *picture)
{
    struct lane_plan plan;
    plan_make(&plan, picture);
    canvas_begin_layer(canvas, "route");
    draw_paths(canvas, picture, &plan, false);
    draw_paths(canvas, picture, &plan, true);
    canvas_end(canvas);
}

void route_draw_numbers(struct canvas *canvas, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    struct lane_plan plan;
    char id[SCENE_ID], word[8];
    plan_make(&plan, picture);
    canvas_begin_layer(canvas, "stops");
    for (unsigned i = 0; i < plan.stops_count && i < moves_drawn(picture); i++) {
        struct label_pos pos = spot_of(&plan, picture, i);
        unsigned robot = plan.stops[i].robot;
        struct carom_text text = carom_text_init(word, sizeof word);
        carom_text_uint(&text, i + 1);
        canvas_begin(canvas, &(struct canvas_group){
                                 .name = "number", .id = scene_id(id, "number", NULL, i + 1), .x = pos.x, .y = pos.y});
        canvas_circle(canvas, 0, 0, pos.radius + 45, paint_fill(theme->cell));
        canvas_circle(canvas, 0, 0, pos.radius - 20, paint_fill_stroke(theme->body[robot], theme->line[robot], 40));
        int height = pos.radius * (i + 1 < 10 ? 112 : 88) / 100;
        canvas_text(canvas, word, 0, 0, height, paint_stroke(theme->letter[robot], height * 21 / 100));
        canvas_end(canvas);
    }
    canvas_end(canvas);
}

/* Draws gaps in the walls that the transparent robot passes (T2), so that the path is seen crossing. */
void route_draw_wall_gates(struct canvas *canvas, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    struct lane_plan plan;
    struct route_iter iter = route_iter_begin(picture);
    struct route_leg leg;
    unsigned first = 0;
    char id[SCENE_ID];
    plan_make(&plan, picture);
    canvas_begin_layer(canvas, "gates");
    while (route_iter_next(&iter, &leg) && is_leg_drawn(&leg, picture)) {
        int x, y, dx, dy;
        segment_heading(&leg, 0, &dx, &dy);
        corner_point(&plan, &leg, first, 0, &x, &y);
        first += leg.path.count - 1u;
        if (!leg.through)
            continue;
        x += dx * HALF;
        y += dy * HALF;
        uint32_t edge = theme->line[leg.robot];
        canvas_begin(canvas, &(struct canvas_group){.name = "gate", .id = scene_id(id, "gate", NULL, leg.number)});
        canvas_circle(canvas, x, y, 175, paint_fill_stroke(theme->cell, edge, 46));
        for (unsigned coat = 0; coat < 2; coat++) {
            canvas_move(canvas, x - dx * 110, y - dy * 110);
            canvas_line(canvas, x + dx * 110, y + dy * 110);
            canvas_paint(canvas, coat == 0 ? paint_stroke(edge, 150) : paint_stroke(theme->body[leg.robot], 100));
        }
        canvas_end(canvas);
    }
    canvas_end(canvas);
}

/* ---- reach of the selected robot ---- */

struct reach {
    struct canvas *canvas;
    const struct carom_picture *picture;
    const struct theme *theme;
};

static bool draw_reach(void *context, struct carom_move move, const struct carom_slide *slide)
{
    const struct reach *reach = context;
    const struct carom_position *position = reach->picture->position;
    uint32_t body = reach->theme->body[move.robot], edge = reach->theme->line[move.robot];
    char id[SCENE_ID], word[CAROM_MOVE_SIGNS_MAX + 8];
    struct carom_slide again;
    struct carom_path path;
    if (!carom_slide(&position->board, &position->robots, move, &again, &path))
        return true;
    struct carom_text text = carom_text_init(word, sizeof word);
    carom_move_write(&text, move);
    canvas_begin(reach->canvas, &(struct canvas_group){.name = "stop", .id = scene_id(id, "stop", word, 0)});
    for (unsigned coat = 0; coat < 2; coat++) {
        for (unsigned i = 0; i < path.count; i++)
            if (i == 0)
                canvas_move(reach->canvas, scene_x(path.corner[i]), scene_y(path.corner[i]));
            else
                canvas_line(reach->canvas, scene_x(path.corner[i]), scene_y(path.corner[i]));
        canvas_paint(reach->canvas, coat == 0 ? paint_stroke(reach->theme->cell, 84) : paint_stroke(edge, 40));
    }
    canvas_circle(reach->canvas, scene_x(slide->to), scene_y(slide->to), 205, paint_fill(reach->theme->cell));
    canvas_circle(reach->canvas, scene_x(slide->to), scene_y(slide->to), 150, paint_fill_stroke(body, edge, 46));
    canvas_end(reach->canvas);
    return true;
}

void route_reach(struct canvas *canvas, const struct carom_picture *picture)
{
    struct reach reach = {canvas, picture, theme_of(picture->theme)};
    canvas_begin_layer(canvas, "reach");
    carom_moves_visit_robot(&picture->position->board, &picture->position->robots, picture->selected, 1, draw_reach,
                            &reach);
    canvas_end(canvas);
}
