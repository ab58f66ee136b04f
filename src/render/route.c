/*
 * A route as arrowed ways with numbered stops, and the ways that a selected robot could take.
 *
 * Ways that share a stretch of a row or column get lanes beside each other. Which lane a stretch gets is decided for
 * the whole route first (struct plan), then blockers' ways are drawn thin and light, and the active robot's above them.
 */
#include "scene.h"

#include "shapes.h"
#include "walk.h"

#define LANES 5
#define MAX_STRETCHES 512 /* later ones run in the middle */

/* A straight part of a way. */
struct stretch {
    bool across; /* in a row; else in a column */
    uint8_t line;
    uint8_t from, to; /* from < to */
    uint8_t lane;
};

struct stop {
    carom_cell cell;
    uint8_t robot;
};

struct plan {
    int lane_percent; /* Micro Robots has less room */
    unsigned active;
    unsigned stops_count;
    struct stop stops[CAROM_PICTURE_MOVES];
    unsigned count;
    struct stretch stretches[MAX_STRETCHES];
};

/* ---- lanes ---- */

/* The stretch between two corners of a way. */
static struct stretch stretch_between(carom_cell a, carom_cell b)
{
    bool across = carom_cell_row(a) == carom_cell_row(b);
    unsigned from = across ? carom_cell_column(a) : carom_cell_row(a);
    unsigned to = across ? carom_cell_column(b) : carom_cell_row(b);
    return (struct stretch){.across = across,
                            .line = (uint8_t)(across ? carom_cell_row(a) : carom_cell_column(a)),
                            .from = (uint8_t)(from < to ? from : to),
                            .to = (uint8_t)(from < to ? to : from)};
}

static bool share(const struct stretch *a, const struct stretch *b)
{
    return a->across == b->across && a->line == b->line && a->from < b->to && b->from < a->to;
}

/* The lane that fewest earlier stretches run in beside this one; with the first free one it is none. */
static uint8_t free_lane(const struct plan *plan, const struct stretch *stretch)
{
    unsigned used[LANES] = {0}, best = 0;
    for (unsigned i = 0; i < plan->count; i++)
        if (share(&plan->stretches[i], stretch))
            used[plan->stretches[i].lane]++;
    for (unsigned lane = 1; lane < LANES; lane++)
        if (used[lane] < used[best])
            best = lane;
    return (uint8_t)best;
}

static int lane_offset(const struct plan *plan, unsigned index)
{
    static const int offset[LANES] = {0, 165, -165, 300, -300};
    return index < plan->count ? offset[plan->stretches[index].lane] * plan->lane_percent / 100 : 0;
}

static void plan_make(struct plan *plan, const struct carom_picture *picture)
{
    struct walk walk = walk_begin(picture);
    struct step step;
    plan->lane_percent = picture->subject == CAROM_SUBJECT_MICRO ? 60 : 100;
    plan->count = 0;
    plan->stops_count = 0;
    plan->active = CAROM_TRANSPARENT;
    while (walk_next(&walk, &step)) {
        plan->active = step.robot;
        plan->stops[plan->stops_count++] = (struct stop){step.way.corner[step.way.count - 1], (uint8_t)step.robot};
        for (unsigned i = 1; i < step.way.count && plan->count < MAX_STRETCHES; i++) {
            struct stretch stretch = stretch_between(step.way.corner[i - 1], step.way.corner[i]);
            stretch.lane = free_lane(plan, &stretch);
            plan->stretches[plan->count++] = stretch;
        }
    }
    if (picture->subject != CAROM_SUBJECT_MICRO && picture->position->target.given &&
        picture->position->target.active < CAROM_ROBOTS)
        plan->active = picture->position->target.active;
}

/* ---- where the numbers go ---- */

/* A number lies in the middle of its cell; where that would hide something, or several stops share the cell, in a
 * corner. */
struct spot {
    int x, y, radius;
    int reach; /* how far from the cell's middle the arrow must end */
};

/* Is there something in this cell that a number should not hide? */
static bool taken(const struct carom_picture *picture, carom_cell cell)
{
    if (picture->subject == CAROM_SUBJECT_MICRO)
        return false;
    const struct carom_position *position = picture->position;
    return carom_robots_on(&position->robots, cell) != CAROM_ROBOTS ||
           carom_board_token_on(&position->board, cell) != CAROM_NO_TOKEN ||
           (position->target.given && position->target.cell == cell);
}

static struct spot spot_of(const struct plan *plan, const struct carom_picture *picture, unsigned index)
{
    static const int corner[4][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    carom_cell cell = plan->stops[index].cell;
    unsigned here = 0, before = 0;
    for (unsigned i = 0; i < plan->stops_count; i++) {
        here += plan->stops[i].cell == cell;
        before += i < index && plan->stops[i].cell == cell;
    }
    bool hides = taken(picture, cell);
    if (picture->subject == CAROM_SUBJECT_MICRO)
        return (struct spot){scene_x(cell) - 170 * (int)before, scene_y(cell), 175, 200};
    if (!hides && here == 1)
        return (struct spot){scene_x(cell), scene_y(cell), 275, 305};
    int away = hides ? 275 : 205;
    return (struct spot){scene_x(cell) + away * corner[before % 4][0], scene_y(cell) + away * corner[before % 4][1],
                         235, hides ? 395 : 130};
}

/* ---- drawing a way ---- */

/* How far from the middle of its first and last cell a way begins and ends. */
struct gaps {
    int before, after;
};

struct brush {
    uint32_t body, edge;
    int width, rim;
    int head_length, head_half;
};

static struct brush brush_of(const struct carom_picture *picture, unsigned robot, bool active)
{
    const struct theme *theme = theme_of(picture->theme);
    struct brush brush = {theme->body[robot], theme->edge_of[robot], 120, 52, 270, 185};
    if (!active)
        brush = (struct brush){brush.body, brush.edge, 64, 36, 210, 135};
    if (picture->subject == CAROM_SUBJECT_MICRO)
        brush = (struct brush){brush.body, brush.edge, 84, 40, 200, 130};
    return brush;
}

/* A corner of a way in the picture: each stretch through it gives the coordinate across its own direction. */
static void corner_point(const struct plan *plan, const struct step *step, unsigned first, unsigned i, int *x, int *y)
{
    *x = scene_x(step->way.corner[i]);
    *y = scene_y(step->way.corner[i]);
    for (unsigned side = 0; side < 2; side++) {
        if ((side == 0 && i == 0) || (side == 1 && i + 1u == step->way.count))
            continue;
        unsigned a = side == 0 ? i - 1 : i;
        struct stretch stretch = stretch_between(step->way.corner[a], step->way.corner[a + 1]);
        *(stretch.across ? y : x) += lane_offset(plan, first + a);
    }
}

/* Which way the stretch behind corner i goes: one of dx, dy is 1 or -1. */
static void heading(const struct step *step, unsigned i, int *dx, int *dy)
{
    carom_cell a = step->way.corner[i], b = step->way.corner[i + 1];
    int across = (int)carom_cell_column(b) - (int)carom_cell_column(a);
    int down = (int)carom_cell_row(b) - (int)carom_cell_row(a);
    *dx = (across > 0) - (across < 0);
    *dy = (down > 0) - (down < 0);
}

/* The line of a way; it begins and ends some units from the middle of its first and last cell. */
static void trace_way(struct pen *pen, const struct plan *plan, const struct step *step, unsigned first,
                      struct gaps gaps)
{
    unsigned last = step->way.count - 1u;
    int x, y, dx, dy;
    corner_point(plan, step, first, 0, &x, &y);
    heading(step, 0, &dx, &dy);
    pen_move(pen, x + dx * gaps.before, y + dy * gaps.before);
    for (unsigned i = 1; i < last; i++) {
        corner_point(plan, step, first, i, &x, &y);
        pen_line(pen, x, y);
    }
    corner_point(plan, step, first, last, &x, &y);
    heading(step, last - 1, &dx, &dy);
    pen_line(pen, x - dx * gaps.after, y - dy * gaps.after);
}

static void trace_head(struct pen *pen, const struct plan *plan, const struct step *step, unsigned first, int reach,
                       const struct brush *brush)
{
    int x, y, dx, dy;
    heading(step, step->way.count - 2u, &dx, &dy);
    corner_point(plan, step, first, step->way.count - 1u, &x, &y);
    int back = reach + brush->head_length;
    pen_move(pen, x - dx * reach, y - dy * reach);
    pen_line(pen, x - dx * back - dy * brush->head_half, y - dy * back + dx * brush->head_half);
    pen_line(pen, x - dx * back + dy * brush->head_half, y - dy * back - dx * brush->head_half);
    pen_line(pen, x - dx * reach, y - dy * reach);
}

static void draw_way(struct pen *pen, const struct plan *plan, const struct step *step, unsigned first,
                     struct gaps gaps, struct brush brush)
{
    struct gaps line = {gaps.before, gaps.after + brush.head_length / 2};
    trace_way(pen, plan, step, first, line);
    pen_paint(pen, pen_stroked(brush.edge, brush.width + brush.rim));
    trace_head(pen, plan, step, first, gaps.after, &brush);
    pen_paint(pen, pen_edged(brush.edge, brush.edge, brush.rim));
    trace_way(pen, plan, step, first, line);
    pen_paint(pen, pen_stroked(brush.body, brush.width));
    trace_head(pen, plan, step, first, gaps.after, &brush);
    pen_paint(pen, pen_filled(brush.body));
}

/* All ways of the active robot, or all of the others. */
static void draw_ways(struct pen *pen, const struct carom_picture *picture, const struct plan *plan, bool of_active)
{
    struct walk walk = walk_begin(picture);
    struct step step;
    char id[SCENE_ID];
    unsigned first = 0;
    while (walk_next(&walk, &step) && walk_drawn(&step, picture)) {
        if ((step.robot == plan->active) == of_active) {
            struct spot spot = spot_of(plan, picture, step.number - 1);
            pen_begin(pen, &(struct pen_group){.name = of_active ? "way" : "way blocker",
                                               .id = scene_id(id, "way", NULL, step.number),
                                               .opacity = of_active ? 100 : 70});
            struct gaps gaps = {taken(picture, step.way.corner[0]) ? 440 : 0, spot.reach};
            draw_way(pen, plan, &step, first, gaps, brush_of(picture, step.robot, of_active));
            pen_end(pen);
        }
        first += step.way.count - 1u;
    }
}

void route_ways(struct pen *pen, const struct carom_picture *picture)
{
    struct plan plan;
    plan_make(&plan, picture);
    pen_layer(pen, "route");
    draw_ways(pen, picture, &plan, false);
    draw_ways(pen, picture, &plan, true);
    pen_end(pen);
}

void route_numbers(struct pen *pen, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    struct plan plan;
    char id[SCENE_ID], word[8];
    plan_make(&plan, picture);
    pen_layer(pen, "stops");
    for (unsigned i = 0; i < plan.stops_count && i < walk_made(picture); i++) {
        struct spot spot = spot_of(&plan, picture, i);
        unsigned robot = plan.stops[i].robot;
        struct carom_text text = carom_text_in(word, sizeof word);
        carom_text_uint(&text, i + 1);
        pen_begin(pen, &(struct pen_group){
                           .name = "number", .id = scene_id(id, "number", NULL, i + 1), .x = spot.x, .y = spot.y});
        pen_circle(pen, 0, 0, spot.radius, pen_edged(theme->body[robot], theme->edge_of[robot], 48));
        int height = spot.radius * (i + 1 < 10 ? 112 : 88) / 100;
        pen_word(pen, word, 0, 0, height, pen_stroked(theme->letter[robot], height * 21 / 100));
        pen_end(pen);
    }
    pen_end(pen);
}

/* Holes in the walls that the transparent robot goes through (T2): the way is seen crossing. */
void route_gates(struct pen *pen, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    struct plan plan;
    struct walk walk = walk_begin(picture);
    struct step step;
    unsigned first = 0;
    char id[SCENE_ID];
    plan_make(&plan, picture);
    pen_layer(pen, "gates");
    while (walk_next(&walk, &step) && walk_drawn(&step, picture)) {
        int x, y, dx, dy;
        heading(&step, 0, &dx, &dy);
        corner_point(&plan, &step, first, 0, &x, &y);
        first += step.way.count - 1u;
        if (!step.through)
            continue;
        x += dx * HALF;
        y += dy * HALF;
        uint32_t edge = theme->edge_of[step.robot];
        pen_begin(pen, &(struct pen_group){.name = "gate", .id = scene_id(id, "gate", NULL, step.number)});
        pen_circle(pen, x, y, 175, pen_edged(theme->cell, edge, 46));
        for (unsigned coat = 0; coat < 2; coat++) {
            pen_move(pen, x - dx * 110, y - dy * 110);
            pen_line(pen, x + dx * 110, y + dy * 110);
            pen_paint(pen, coat == 0 ? pen_stroked(edge, 150) : pen_stroked(theme->body[step.robot], 100));
        }
        pen_end(pen);
    }
    pen_end(pen);
}

/* ---- what the selected robot can do ---- */

struct reach {
    struct pen *pen;
    const struct carom_picture *picture;
    const struct theme *theme;
};

static bool draw_reach(void *context, struct carom_move move, const struct carom_slide *slide)
{
    const struct reach *reach = context;
    const struct carom_position *position = reach->picture->position;
    uint32_t body = reach->theme->body[move.robot], edge = reach->theme->edge_of[move.robot];
    char id[SCENE_ID], word[CAROM_SIGNS + 8];
    struct carom_slide again;
    struct carom_way way;
    if (!carom_slide(&position->board, &position->robots, move, &again, &way))
        return true;
    struct carom_text text = carom_text_in(word, sizeof word);
    carom_move_write(&text, move);
    pen_begin(reach->pen, &(struct pen_group){.name = "stop", .id = scene_id(id, "stop", word, 0)});
    for (unsigned coat = 0; coat < 2; coat++) {
        for (unsigned i = 0; i < way.count; i++)
            if (i == 0)
                pen_move(reach->pen, scene_x(way.corner[i]), scene_y(way.corner[i]));
            else
                pen_line(reach->pen, scene_x(way.corner[i]), scene_y(way.corner[i]));
        pen_paint(reach->pen, coat == 0 ? pen_stroked(edge, 62) : pen_stroked(body, 34));
    }
    pen_circle(reach->pen, scene_x(slide->to), scene_y(slide->to), 130, pen_edged(body, edge, 42));
    pen_end(reach->pen);
    return true;
}

void route_reach(struct pen *pen, const struct carom_picture *picture)
{
    struct reach reach = {pen, picture, theme_of(picture->theme)};
    pen_layer(pen, "reach");
    carom_moves_visit_robot(&picture->position->board, &picture->position->robots, picture->selected, 1, draw_reach,
                            &reach);
    pen_end(pen);
}
