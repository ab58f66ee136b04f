/*
 * Robots: bumper toys with a thick body, a dark visor and two lit eyes. Only robots have visors, so they cannot be
 * mistaken for targets, which are flat prints. Visor and eyes move together towards where a robot looks, as if its head
 * turned. A silhouette is a polygon or a circle; a round stroke around the polygon makes its corners round.
 */
#include "shapes.h"

struct robot_shape {
    const char *polygon; /* NULL: a circle */
    int radius, y;       /* of the circle */
    int stroke;          /* around the polygon, or width of the ring */
    const char *streak;
    int visor_y, visor_width, visor_height, visor_corner;
    int eye_gap;          /* from the middle to an eye */
    int look_x, look_y;   /* how far the visor turns */
    int wheel_x, wheel_y; /* wheel_y 0: none; wheel_x 0: one */
    int shadow;           /* half its width */
    int letter_y, letter_height;
    const char *eyes[2];
};

#define ROUND_EYE "M-94 0C-94 -52 -52 -94 0 -94C52 -94 94 -52 94 0C94 52 52 94 0 94C-52 94 -94 52 -94 0Z"
#define DOME_EYE "M-88 0C-88 -62 -52 -100 0 -100C52 -100 88 -62 88 0C88 34 62 62 0 62C-62 62 -88 34 -88 0Z"
#define BLOCK_EYE                                                                                                      \
    "M-26 -84H26C50 -84 70 -64 70 -40V40C70 64 50 84 26 84H-26C-50 84 -70 64 -70 40V-40C-70 -64 -50 -84 -26 -84Z"
#define SLIT_EYE "M-32 -46H32C57 -46 78 -25 78 0C78 25 57 46 32 46H-32C-57 46 -78 25 -78 0C-78 -25 -57 -46 -32 -46Z"
#define NARROW_EYE "M-28 -42H28C51 -42 70 -23 70 0C70 23 51 42 28 42H-28C-51 42 -70 23 -70 0C-70 -23 -51 -42 -28 -42Z"
/* A ring: the hole is traced the other way round. */
#define RING_EYE                                                                                                       \
    "M-84 0C-84 -46 -46 -84 0 -84C46 -84 84 -46 84 0C84 46 46 84 0 84C-46 84 -84 46 -84 0Z"                            \
    "M-24 0C-24 13 -13 24 0 24C13 24 24 13 24 0C24 -13 13 -24 0 -24C-13 -24 -24 -13 -24 0Z"

static const struct robot_shape shapes[CAROM_ROBOTS] = {
    {.polygon = "M0 -318L352 262L-352 262Z",
     .stroke = 172,
     .streak = "M-92 -232L-196 -58",
     .visor_y = 112,
     .visor_width = 500,
     .visor_height = 268,
     .visor_corner = 134,
     .eye_gap = 116,
     .look_x = 52,
     .look_y = 43,
     .wheel_x = 225,
     .wheel_y = 385,
     .shadow = 425,
     .letter_y = -128,
     .letter_height = 140,
     .eyes = {"M-78 -62C-20 -98 62 -72 84 -24C96 44 52 92 0 92C-56 92 -92 26 -78 -62Z",
              "M78 -62C20 -98 -62 -72 -84 -24C-96 44 -52 92 0 92C56 92 92 26 78 -62Z"}},
    {.polygon = "M-305 -305L305 -305L305 275L-305 275Z",
     .stroke = 190,
     .streak = "M-322 -130L-322 -250C-322 -300 -300 -322 -250 -322L-170 -322",
     .visor_y = -45,
     .visor_width = 600,
     .visor_height = 290,
     .visor_corner = 105,
     .eye_gap = 146,
     .look_x = 78,
     .look_y = 72,
     .wheel_x = 215,
     .wheel_y = 405,
     .shadow = 400,
     .letter_y = 228,
     .letter_height = 160,
     .eyes = {BLOCK_EYE, BLOCK_EYE}},
    {.polygon = "M-200 -330L200 -330L392 -15L200 300L-200 300L-392 -15Z",
     .stroke = 136,
     .streak = "M-338 -110L-236 -280",
     .visor_y = -35,
     .visor_width = 610,
     .visor_height = 292,
     .visor_corner = 146,
     .eye_gap = 146,
     .look_x = 78,
     .look_y = 72,
     .wheel_x = 150,
     .wheel_y = 405,
     .shadow = 350,
     .letter_y = 232,
     .letter_height = 155,
     .eyes = {DOME_EYE, DOME_EYE}},
    {.radius = 402,
     .y = -8,
     .streak = "M-328 -130C-290 -230 -215 -300 -120 -332",
     .visor_y = -30,
     .visor_width = 596,
     .visor_height = 300,
     .visor_corner = 150,
     .eye_gap = 142,
     .look_x = 78,
     .look_y = 72,
     .wheel_x = 140,
     .wheel_y = 408,
     .shadow = 345,
     .letter_y = 240,
     .letter_height = 155,
     .eyes = {ROUND_EYE, ROUND_EYE}},
    {.polygon = "M0 -352L352 -8L0 336L-352 -8Z",
     .stroke = 140,
     .streak = "M-258 -112L-118 -250",
     .visor_y = -12,
     .visor_width = 516,
     .visor_height = 222,
     .visor_corner = 111,
     .eye_gap = 124,
     .look_x = 52,
     .look_y = 52,
     .wheel_y = 425,
     .shadow = 270,
     .letter_y = 200,
     .letter_height = 140,
     .eyes = {SLIT_EYE, SLIT_EYE}},
    {.radius = 332,
     .stroke = 128,
     .streak = "M-318 -92C-286 -190 -222 -268 -130 -306",
     .visor_width = 470,
     .visor_height = 232,
     .visor_corner = 116,
     .eye_gap = 112,
     .look_x = 64,
     .look_y = 64,
     .shadow = 330,
     .letter_y = 332,
     .letter_height = 92,
     .eyes = {RING_EYE, RING_EYE}},
};

static void trace(struct canvas *canvas, const char *path, int x, int y)
{
    canvas_svg_path(canvas, path, (struct canvas_transform){.x = x, .y = y, .size = CAROM_PICTURE_CELL});
}

void shape_silhouette(struct canvas *canvas, unsigned robot, int y, int extra, uint32_t colour)
{
    const struct robot_shape *shape = &shapes[robot];
    if (shape->polygon == NULL) {
        canvas_circle(canvas, 0, shape->y + y, shape->radius + shape->stroke / 2 + extra, paint_fill(colour));
        return;
    }
    trace(canvas, shape->polygon, 0, y);
    canvas_paint(canvas, paint_fill_stroke(colour, colour, shape->stroke + 2 * extra));
}

void shape_marker(struct canvas *canvas, const struct theme *theme, unsigned robot)
{
    struct canvas_paint thin = paint_stroke(theme->line[robot], 46);
    if (robot == CAROM_TRANSPARENT) { /* T1: the round start chip */
        struct canvas_paint disc = paint_fill(theme->line[robot]);
        disc.opacity = 30;
        canvas_circle(canvas, 0, 0, 330, disc);
        canvas_circle(canvas, 0, 0, 330, thin);
    } else if (shapes[robot].polygon == NULL) {
        canvas_circle(canvas, 0, shapes[robot].y, shapes[robot].radius - 60, thin);
    } else {
        trace(canvas, shapes[robot].polygon, 0, 0);
        canvas_paint(canvas, thin);
    }
}

void shape_outline(struct canvas *canvas, unsigned robot, int size)
{
    static const char circle[] =
        "M0 -402C222 -402 402 -222 402 0C402 222 222 402 0 402C-222 402 -402 222 -402 0C-402 -222 -222 -402 0 -402Z";
    const char *path = shapes[robot].polygon != NULL ? shapes[robot].polygon : circle;
    canvas_svg_path(canvas, path, (struct canvas_transform){.size = size});
}

/* ---- body ---- */

static void draw_shadow(struct canvas *canvas, const struct theme *theme, int half)
{
    const struct canvas_backend *backend = canvas->backend;
    enum { Y = 440, HIGH = 76 };
    int across = half * 552 / 1000, down = HIGH * 552 / 1000;
    struct canvas_paint paint = paint_fill(theme->shadow);
    paint.opacity = theme->shadow_opacity;
    backend->move(canvas, -half, Y);
    backend->curve(canvas, -half, Y - down, -across, Y - HIGH, 0, Y - HIGH);
    backend->curve(canvas, across, Y - HIGH, half, Y - down, half, Y);
    backend->curve(canvas, half, Y + down, across, Y + HIGH, 0, Y + HIGH);
    backend->curve(canvas, -across, Y + HIGH, -half, Y + down, -half, Y);
    backend->close(canvas);
    canvas_paint(canvas, paint);
}

static void draw_wheels(struct canvas *canvas, const struct theme *theme, const struct robot_shape *shape)
{
    for (int side = -1; side <= 1 && shape->wheel_y > 0; side += 2)
        if (side < 0 || shape->wheel_x > 0)
            canvas_rectangle(canvas, side * shape->wheel_x - 85, shape->wheel_y - 50, 170, 112, 50,
                             paint_fill(theme->wheels));
}

/* The ring of the transparent robot; the cell shows through the tint inside. */
static void draw_ring(struct canvas *canvas, const struct theme *theme, const struct robot_shape *shape)
{
    uint32_t body = theme->body[CAROM_TRANSPARENT];
    struct canvas_paint tint = paint_fill(body);
    tint.opacity = 16;
    canvas_circle(canvas, 0, 28, shape->radius, paint_stroke(theme->outline[CAROM_TRANSPARENT], shape->stroke + 36));
    canvas_circle(canvas, 0, 0, shape->radius, paint_stroke(body, shape->stroke));
    canvas_circle(canvas, 0, 0, shape->radius - shape->stroke / 2, tint);
}

static void draw_body(struct canvas *canvas, const struct theme *theme, unsigned robot)
{
    const struct robot_shape *shape = &shapes[robot];
    draw_wheels(canvas, theme, shape);
    if (robot == CAROM_TRANSPARENT) {
        draw_ring(canvas, theme, shape);
    } else {
        shape_silhouette(canvas, robot, 58, 18, theme->outline[robot]);
        shape_silhouette(canvas, robot, -6, 18, theme->outline[robot]);
        shape_silhouette(canvas, robot, -6, -10, theme->body[robot]);
    }
    trace(canvas, shape->streak, 0, 0);
    canvas_paint(canvas, paint_stroke(theme->streak[robot], 48));
}

/* ---- face ---- */

static void draw_eyes(struct canvas *canvas, const struct theme *theme, const struct robot_shape *shape, int x, int y,
                      unsigned mood)
{
    static const char smile[] = "M-62 30C-48 -44 48 -44 62 30", asleep[] = "M-60 10L60 10";
    static const char *const shut[2] = {"M-48 -52L40 0L-48 52", "M48 -52L-40 0L48 52"};
    for (int side = 0; side < 2; side++) {
        int at = x + (side == 0 ? -shape->eye_gap : shape->eye_gap);
        bool line = mood == CAROM_MOOD_HAPPY || mood == CAROM_MOOD_ASLEEP || mood == CAROM_MOOD_BUMPED;
        const char *path = mood == CAROM_MOOD_HAPPY     ? smile
                           : mood == CAROM_MOOD_ASLEEP  ? asleep
                           : mood == CAROM_MOOD_BUMPED  ? shut[side]
                           : mood == CAROM_MOOD_SLIDING ? NARROW_EYE
                                                        : shape->eyes[side];
        trace(canvas, path, at, y);
        canvas_paint(canvas, line ? paint_stroke(theme->eyes, 50) : paint_fill(theme->eyes));
    }
}

static void draw_face(struct canvas *canvas, const struct theme *theme, unsigned robot, const struct robot_look *look)
{
    const struct robot_shape *shape = &shapes[robot];
    static const int east[4] = {0, 1, 0, -1}, south[4] = {-1, 0, 1, 0}; /* by enum carom_direction */
    int dx = look->has_direction ? east[look->direction % 4] : 0;
    int dy = look->has_direction ? south[look->direction % 4] : 0;
    int width = dx != 0 ? shape->visor_width * 9 / 10 : shape->visor_width;
    int height = dy != 0 ? shape->visor_height * 9 / 10 : shape->visor_height;
    int corner = height / 2 < shape->visor_corner ? height / 2 : shape->visor_corner;
    int x = dx * shape->look_x, y = shape->visor_y + dy * shape->look_y;
    canvas_rectangle(canvas, x - width / 2, y - height / 2, width, height, corner, paint_fill(theme->visor[robot]));
    /* The eyes go further than the visor, until they are at its rim. */
    draw_eyes(canvas, theme, shape, x + dx * (width / 2 - shape->eye_gap - 94), y + dy * (height / 2 - 88) * 9 / 10,
              look->mood);
    int mouth = robot == CAROM_RED ? 290 : y + height / 2 + 72;
    if (look->mood == CAROM_MOOD_HAPPY && robot < CAROM_SILVER) {
        trace(canvas, "M-78 0C-50 62 50 62 78 0", 0, mouth);
        canvas_paint(canvas, paint_stroke(theme->visor[robot], 44));
    }
    bool room = look->mood != CAROM_MOOD_HAPPY && (dy == 0 || (dy < 0) == (shape->letter_y > 0));
    if (look->letter && room)
        canvas_text(canvas, (char[]){carom_robot_letter(robot), '\0'}, 0, shape->letter_y, shape->letter_height,
                    paint_stroke(theme->letter[robot], shape->letter_height * 24 / 100));
}

#define LIFT 50 /* of a selected robot */

void shape_robot(struct canvas *canvas, const struct theme *theme, unsigned robot, const struct robot_look *look)
{
    bool selected = look->mood == CAROM_MOOD_SELECTED;
    canvas_begin_layer(canvas, "shadow");
    draw_shadow(canvas, theme, shapes[robot].shadow);
    canvas_end(canvas);
    canvas_begin(canvas, &(struct canvas_group){.name = "body", .y = selected ? -LIFT : 0});
    if (selected) {
        shape_silhouette(canvas, robot, 10, 86, theme->selection);
        shape_silhouette(canvas, robot, 10, 46, theme->cell);
    }
    draw_body(canvas, theme, robot);
    draw_face(canvas, theme, robot, look);
    canvas_end(canvas);
}

void shape_micro_robot(struct canvas *canvas, const struct theme *theme)
{
    static const struct robot_shape shape = {.radius = 366, .stroke = 108, .eye_gap = 92, .eyes = {RING_EYE, RING_EYE}};
    canvas_begin_layer(canvas, "body");
    draw_ring(canvas, theme, &shape);
    trace(canvas, "M-350 -110C-318 -212 -244 -292 -150 -336", 0, 0);
    canvas_paint(canvas, paint_stroke(theme->streak[CAROM_TRANSPARENT], 40));
    canvas_rectangle(canvas, -205, 240, 410, 206, 103, paint_fill(theme->visor[CAROM_TRANSPARENT]));
    draw_eyes(canvas, theme, &shape, 0, 343, CAROM_MOOD_CALM);
    canvas_end(canvas);
}
