/*
 * Animated routes: when each move starts and ends, where the robots are at any time, and a CSS animation for SVG.
 * Slides are slower than on the page's board, because the viewer does not know what comes.
 */
#include "animation.h"

#include "route_iter.h"
#include "scene.h"

#define ANIMATION_START_MS 800    /* the position alone */
#define ANIMATION_CELL_MS 40      /* of a slide, per cell */
#define ANIMATION_MOVE_MIN_MS 160 /* limits of a slide */
#define ANIMATION_MOVE_MAX_MS 640
#define ANIMATION_PAUSE_MS 280 /* after each move */
#define ANIMATION_END_MS 2600  /* the whole route, including the pause after the last move */

/* One move and its interval. */
struct timeline_move {
    struct route_leg leg;
    unsigned begin, end;
};

/* Iterates over the moves with their times. */
struct timeline {
    struct route_iter iter;
    unsigned time;
};

static struct timeline timeline_begin(const struct carom_picture *picture)
{
    return (struct timeline){.iter = route_iter_begin(picture), .time = ANIMATION_START_MS};
}

/* The number of cells between two corners of a path. */
static unsigned cells_between(carom_cell a, carom_cell b)
{
    int across = (int)carom_cell_column(b) - (int)carom_cell_column(a);
    int down = (int)carom_cell_row(b) - (int)carom_cell_row(a);
    return (unsigned)((across < 0 ? -across : across) + (down < 0 ? -down : down));
}

static unsigned cells_of(const struct carom_path *path)
{
    unsigned cells = 0;
    for (unsigned i = 1; i < path->count; i++)
        cells += cells_between(path->corner[i - 1], path->corner[i]);
    return cells;
}

static bool timeline_next(struct timeline *timeline, struct timeline_move *move)
{
    if (timeline->iter.picture->route_count == 0 || !route_iter_next(&timeline->iter, &move->leg))
        return false;
    unsigned long_for = cells_of(&move->leg.path) * ANIMATION_CELL_MS;
    long_for = long_for < ANIMATION_MOVE_MIN_MS ? ANIMATION_MOVE_MIN_MS : long_for;
    move->begin = timeline->time;
    move->end = move->begin + (long_for > ANIMATION_MOVE_MAX_MS ? ANIMATION_MOVE_MAX_MS : long_for);
    timeline->time = move->end + ANIMATION_PAUSE_MS;
    return true;
}

unsigned carom_animation_length(const struct carom_picture *picture)
{
    struct timeline timeline = timeline_begin(picture);
    struct timeline_move move;
    while (timeline_next(&timeline, &move))
        ;
    return timeline.time + ANIMATION_END_MS;
}

/* ---- state at a time ---- */

static void init_animation_state(const struct carom_picture *picture, struct carom_animation_state *state)
{
    *state = (struct carom_animation_state){.moves_made = 0};
    if (picture->kind == CAROM_PICTURE_KIND_MICRO) {
        carom_cell cell = scene_micro_cell(picture->micro->start);
        state->x[CAROM_TRANSPARENT] = scene_x(cell);
        state->y[CAROM_TRANSPARENT] = scene_y(cell);
        return;
    }
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&picture->position->robots, robot))
            continue;
        state->x[robot] = scene_x(picture->position->robots.cell[robot]);
        state->y[robot] = scene_y(picture->position->robots.cell[robot]);
    }
}

/* The point on a path after this part of its length, in thousandths of a cell. */
static void place_on(const struct carom_path *path, unsigned gone, struct carom_animation_state *state, unsigned robot)
{
    unsigned i = 1;
    for (; i + 1u < path->count; i++) {
        unsigned stretch = cells_between(path->corner[i - 1], path->corner[i]) * CELL;
        if (gone <= stretch)
            break;
        gone -= stretch;
    }
    carom_cell from = path->corner[i - 1], to = path->corner[i];
    int length = (int)cells_between(from, to) * CELL;
    if (length == 0)
        return;
    state->x[robot] = scene_x(from) + (int)((int64_t)(scene_x(to) - scene_x(from)) * (int)gone / length);
    state->y[robot] = scene_y(from) + (int)((int64_t)(scene_y(to) - scene_y(from)) * (int)gone / length);
}

void carom_animation_at(const struct carom_picture *picture, unsigned ms, struct carom_animation_state *state)
{
    struct timeline timeline = timeline_begin(picture);
    struct timeline_move move;
    init_animation_state(picture, state);
    while (timeline_next(&timeline, &move) && ms > move.begin) {
        unsigned cells = cells_of(&move.leg.path), robot = move.leg.robot;
        if (ms >= move.end) {
            carom_cell stop = move.leg.path.corner[move.leg.path.count - 1];
            state->x[robot] = scene_x(stop);
            state->y[robot] = scene_y(stop);
            state->moves_made = move.leg.number;
        } else if (cells > 0) {
            /* No brakes: ever faster, and a dead stop. */
            unsigned part = (ms - move.begin) * 1000 / (move.end - move.begin);
            place_on(&move.leg.path, cells * part * part / 1000, state, robot);
        }
    }
}

unsigned carom_animation_next_change(const struct carom_picture *picture, unsigned ms, unsigned step)
{
    struct timeline timeline = timeline_begin(picture);
    struct timeline_move move;
    while (timeline_next(&timeline, &move)) {
        if (ms >= move.end)
            continue;
        unsigned from = ms < move.begin ? move.begin : ms;
        return from + step + step / 2 >= move.end ? move.end : from + step;
    }
    return carom_animation_length(picture);
}

/* ---- CSS ---- */

/* A style sheet being written. */
struct sheet {
    struct carom_text *text;
    const char *prefix;
    unsigned length; /* of the animation */
};

/* Writes `prefix` kind `-` name or number: the form of ids and animation names. */
static void put_name(const struct sheet *sheet, const char *kind, const char *name, unsigned number)
{
    char id[SCENE_ID];
    carom_text_put(sheet->text, sheet->prefix);
    carom_text_put(sheet->text, scene_id(id, kind, name, number));
}

/* Writes a time as a percentage of the animation: `12.345%`. */
static void put_time(const struct sheet *sheet, unsigned ms)
{
    unsigned part = (unsigned)((uint64_t)ms * 100000 / sheet->length);
    carom_text_uint(sheet->text, part / 1000);
    carom_text_char(sheet->text, '.');
    for (unsigned digit = 100; digit > 0; digit /= 10)
        carom_text_char(sheet->text, (char)('0' + part / digit % 10));
    carom_text_char(sheet->text, '%');
}

/* Writes `animation:NAME 4.200s infinite` for the current selector. */
static void put_animation(const struct sheet *sheet, const char *kind, const char *name, unsigned number)
{
    carom_text_put(sheet->text, "{animation:");
    put_name(sheet, kind, name, number);
    carom_text_char(sheet->text, ' ');
    carom_text_uint(sheet->text, sheet->length);
    carom_text_put(sheet->text, "ms infinite}");
}

static void put_keyframes(const struct sheet *sheet, const char *kind, const char *name, unsigned number)
{
    carom_text_put(sheet->text, "\n@keyframes ");
    put_name(sheet, kind, name, number);
    carom_text_char(sheet->text, '{');
}

static void put_place(const struct sheet *sheet, unsigned ms, carom_cell cell)
{
    put_time(sheet, ms);
    carom_text_put(sheet->text, "{transform:translate(");
    carom_text_int(sheet->text, scene_x(cell));
    carom_text_put(sheet->text, "px,");
    carom_text_int(sheet->text, scene_y(cell));
    carom_text_put(sheet->text, "px);animation-timing-function:");
}

/* Writes thousandths as `0.123`. */
static void put_thousandths(const struct sheet *sheet, unsigned number)
{
    carom_text_uint(sheet->text, number / 1000);
    carom_text_char(sheet->text, '.');
    for (unsigned digit = 100; digit > 0; digit /= 10)
        carom_text_char(sheet->text, (char)('0' + number / digit % 10));
}

static unsigned square_root(unsigned number)
{
    unsigned root = 0;
    while ((root + 1) * (root + 1) <= number)
        root++;
    return root;
}

/* Writes the corners of a slide, each at its time. The way gone is the square of the time, in thousandths of the slide,
 * so a part of it from time t to time u is a parabola with slopes 2t / (t + u) and 2u / (t + u), which is exactly this
 * curve. */
static void put_slide(const struct sheet *sheet, const struct timeline_move *move)
{
    const struct carom_path *path = &move->leg.path;
    unsigned cells = cells_of(path), gone = 0, time = 0;
    for (unsigned i = 0; i < path->count; i++) {
        put_place(sheet, move->begin + (move->end - move->begin) * time / 1000, path->corner[i]);
        if (i + 1u == path->count || cells == 0) {
            carom_text_put(sheet->text, "linear}");
            continue;
        }
        gone += cells_between(path->corner[i], path->corner[i + 1]);
        unsigned next = gone == cells ? 1000 : square_root(1000000 / cells * gone);
        unsigned both = time + next > 0 ? time + next : 1;
        carom_text_put(sheet->text, "cubic-bezier(.333,");
        put_thousandths(sheet, 2000 * time / both / 3);
        carom_text_put(sheet->text, ",.667,");
        put_thousandths(sheet, 1000 - 2000 * next / both / 3);
        carom_text_put(sheet->text, ")}");
        time = next;
    }
}

/* Writes everything one robot does; nothing if it never moves. */
static void put_robot(const struct sheet *sheet, const struct carom_picture *picture, unsigned robot)
{
    struct timeline timeline = timeline_begin(picture);
    struct timeline_move move;
    const char name[2] = {carom_robot_letter(robot), '\0'};
    carom_cell last = 0;
    bool moves = false;
    while (timeline_next(&timeline, &move)) {
        if (move.leg.robot != robot)
            continue;
        if (!moves) {
            put_keyframes(sheet, "slides", name, 0);
            put_place(sheet, 0, move.leg.path.corner[0]);
            carom_text_put(sheet->text, "linear}");
        }
        moves = true;
        put_slide(sheet, &move);
        last = move.leg.path.corner[move.leg.path.count - 1];
    }
    if (!moves)
        return;
    put_place(sheet, sheet->length, last);
    carom_text_put(sheet->text, "linear}}\n#");
    put_name(sheet, "robot", name, 0);
    put_animation(sheet, "slides", name, 0);
}

/* The path, number and gate of a move appear once it is made. */
static void put_paths(const struct sheet *sheet, const struct timeline_move *move)
{
    static const char *const kinds[] = {"way", "number", "gate"};
    unsigned number = move->leg.number;
    put_keyframes(sheet, "made", NULL, number);
    carom_text_put(sheet->text, "0%,");
    put_time(sheet, move->end);
    carom_text_put(sheet->text, "{visibility:hidden}");
    put_time(sheet, move->end + 1);
    carom_text_put(sheet->text, ",100%{visibility:visible}}\n");
    for (unsigned i = 0; i < 3; i++) {
        carom_text_put(sheet->text, i > 0 ? ",#" : "#");
        put_name(sheet, kinds[i], NULL, number);
    }
    put_animation(sheet, "made", NULL, number);
}

void animation_write_css(struct carom_text *text, const struct carom_picture *picture)
{
    struct sheet sheet = {.text = text,
                          .prefix = picture->prefix != NULL ? picture->prefix : "",
                          .length = carom_animation_length(picture)};
    struct timeline timeline = timeline_begin(picture);
    struct timeline_move move;
    carom_text_put(text, "\n<style>@media (prefers-reduced-motion:no-preference){");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        put_robot(&sheet, picture, robot);
    while (timeline_next(&timeline, &move))
        put_paths(&sheet, &move);
    carom_text_put(text, "\n}</style>");
}
