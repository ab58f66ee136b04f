/*
 * A route as it is made: when each move begins and ends, where the robots are at any moment, and the same as a style
 * sheet for SVG. Slides are slower than on the page's board, because whoever watches does not know what comes.
 */
#include "film.h"

#include "scene.h"
#include "walk.h"

#define FILM_BEGIN 800    /* the position alone */
#define FILM_CELL 40      /* a slide, by cell ... */
#define FILM_SHORTEST 160 /* ... between these */
#define FILM_LONGEST 640
#define FILM_REST 280 /* after each move */
#define FILM_END 2600 /* the whole route, with the rest of the last move */

/* One move and when it is under way. */
struct shot {
    struct step step;
    unsigned begin, end;
};

/* Goes through the film. */
struct reel {
    struct walk walk;
    unsigned time;
};

static struct reel reel_begin(const struct carom_picture *picture)
{
    return (struct reel){.walk = walk_begin(picture), .time = FILM_BEGIN};
}

/* How many cells lie between two corners of a way. */
static unsigned cells_between(carom_cell a, carom_cell b)
{
    int across = (int)carom_cell_column(b) - (int)carom_cell_column(a);
    int down = (int)carom_cell_row(b) - (int)carom_cell_row(a);
    return (unsigned)((across < 0 ? -across : across) + (down < 0 ? -down : down));
}

static unsigned cells_of(const struct carom_way *way)
{
    unsigned cells = 0;
    for (unsigned i = 1; i < way->count; i++)
        cells += cells_between(way->corner[i - 1], way->corner[i]);
    return cells;
}

static bool reel_next(struct reel *reel, struct shot *shot)
{
    if (reel->walk.picture->route_count == 0 || !walk_next(&reel->walk, &shot->step))
        return false;
    unsigned long_for = cells_of(&shot->step.way) * FILM_CELL;
    long_for = long_for < FILM_SHORTEST ? FILM_SHORTEST : long_for;
    shot->begin = reel->time;
    shot->end = shot->begin + (long_for > FILM_LONGEST ? FILM_LONGEST : long_for);
    reel->time = shot->end + FILM_REST;
    return true;
}

unsigned carom_film_length(const struct carom_picture *picture)
{
    struct reel reel = reel_begin(picture);
    struct shot shot;
    while (reel_next(&reel, &shot))
        ;
    return reel.time + FILM_END;
}

/* ---- a moment ---- */

static void begin_moment(const struct carom_picture *picture, struct carom_moment *moment)
{
    *moment = (struct carom_moment){.made = 0};
    if (picture->subject == CAROM_SUBJECT_MICRO) {
        carom_cell cell = scene_micro_cell(picture->micro->start);
        moment->x[CAROM_TRANSPARENT] = scene_x(cell);
        moment->y[CAROM_TRANSPARENT] = scene_y(cell);
        return;
    }
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&picture->position->robots, robot))
            continue;
        moment->x[robot] = scene_x(picture->position->robots.cell[robot]);
        moment->y[robot] = scene_y(picture->position->robots.cell[robot]);
    }
}

/* The place on a way after this part of its length, in units of a cell's thousandth. */
static void place_on(const struct carom_way *way, unsigned gone, struct carom_moment *moment, unsigned robot)
{
    unsigned i = 1;
    for (; i + 1u < way->count; i++) {
        unsigned stretch = cells_between(way->corner[i - 1], way->corner[i]) * CELL;
        if (gone <= stretch)
            break;
        gone -= stretch;
    }
    carom_cell from = way->corner[i - 1], to = way->corner[i];
    int length = (int)cells_between(from, to) * CELL;
    if (length == 0)
        return;
    moment->x[robot] = scene_x(from) + (int)((int64_t)(scene_x(to) - scene_x(from)) * (int)gone / length);
    moment->y[robot] = scene_y(from) + (int)((int64_t)(scene_y(to) - scene_y(from)) * (int)gone / length);
}

void carom_film_moment(const struct carom_picture *picture, unsigned ms, struct carom_moment *moment)
{
    struct reel reel = reel_begin(picture);
    struct shot shot;
    begin_moment(picture, moment);
    while (reel_next(&reel, &shot) && ms > shot.begin) {
        unsigned cells = cells_of(&shot.step.way), robot = shot.step.robot;
        if (ms >= shot.end) {
            carom_cell stop = shot.step.way.corner[shot.step.way.count - 1];
            moment->x[robot] = scene_x(stop);
            moment->y[robot] = scene_y(stop);
            moment->made = shot.step.number;
        } else if (cells > 0) {
            /* Fast at first, slower towards the stop. */
            unsigned left = (shot.end - ms) * 1000 / (shot.end - shot.begin);
            place_on(&shot.step.way, cells * (1000 - left * left / 1000), moment, robot);
        }
    }
}

unsigned carom_film_next(const struct carom_picture *picture, unsigned ms, unsigned step)
{
    struct reel reel = reel_begin(picture);
    struct shot shot;
    while (reel_next(&reel, &shot)) {
        if (ms >= shot.end)
            continue;
        unsigned from = ms < shot.begin ? shot.begin : ms;
        return from + step + step / 2 >= shot.end ? shot.end : from + step;
    }
    return carom_film_length(picture);
}

/* ---- the style sheet ---- */

/* A style sheet under way. */
struct sheet {
    struct carom_text *text;
    const char *prefix;
    unsigned length; /* of the film */
};

/* `prefix` kind `-` name or number: what ids and the names of movements look like. */
static void put_name(const struct sheet *sheet, const char *kind, const char *name, unsigned number)
{
    char id[SCENE_ID];
    carom_text_put(sheet->text, sheet->prefix);
    carom_text_put(sheet->text, scene_id(id, kind, name, number));
}

/* A moment as a part of the film: `12.345%`. */
static void put_time(const struct sheet *sheet, unsigned ms)
{
    unsigned part = (unsigned)((uint64_t)ms * 100000 / sheet->length);
    carom_text_uint(sheet->text, part / 1000);
    carom_text_char(sheet->text, '.');
    for (unsigned digit = 100; digit > 0; digit /= 10)
        carom_text_char(sheet->text, (char)('0' + part / digit % 10));
    carom_text_char(sheet->text, '%');
}

/* `animation:NAME 4.200s infinite` for what is already chosen. */
static void put_playing(const struct sheet *sheet, const char *kind, const char *name, unsigned number)
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

static void put_place(const struct sheet *sheet, unsigned ms, carom_cell cell, const char *easing)
{
    put_time(sheet, ms);
    carom_text_put(sheet->text, "{transform:translate(");
    carom_text_int(sheet->text, scene_x(cell));
    carom_text_put(sheet->text, "px,");
    carom_text_int(sheet->text, scene_y(cell));
    carom_text_put(sheet->text, "px);animation-timing-function:");
    carom_text_put(sheet->text, easing);
    carom_text_char(sheet->text, '}');
}

/* The corners of a slide, each at its time. */
static void put_slide(const struct sheet *sheet, const struct shot *shot)
{
    const struct carom_way *way = &shot->step.way;
    unsigned cells = cells_of(way), gone = 0;
    for (unsigned i = 0; i < way->count; i++) {
        gone += i > 0 ? cells_between(way->corner[i - 1], way->corner[i]) : 0;
        unsigned ms = cells > 0 ? shot->begin + (shot->end - shot->begin) * gone / cells : shot->begin;
        put_place(sheet, ms, way->corner[i], i + 2u == way->count ? "ease-out" : "linear");
    }
}

/* Everything that one robot does; nothing if it never moves. */
static void put_robot(const struct sheet *sheet, const struct carom_picture *picture, unsigned robot)
{
    struct reel reel = reel_begin(picture);
    struct shot shot;
    const char name[2] = {carom_robot_letter(robot), '\0'};
    carom_cell last = 0;
    bool moves = false;
    while (reel_next(&reel, &shot)) {
        if (shot.step.robot != robot)
            continue;
        if (!moves) {
            put_keyframes(sheet, "slides", name, 0);
            put_place(sheet, 0, shot.step.way.corner[0], "linear");
        }
        moves = true;
        put_slide(sheet, &shot);
        last = shot.step.way.corner[shot.step.way.count - 1];
    }
    if (!moves)
        return;
    put_place(sheet, sheet->length, last, "linear");
    carom_text_put(sheet->text, "}\n#");
    put_name(sheet, "robot", name, 0);
    put_playing(sheet, "slides", name, 0);
}

/* The way, the number and the gate of a move are seen once it is made. */
static void put_traces(const struct sheet *sheet, const struct shot *shot)
{
    static const char *const kinds[] = {"way", "number", "gate"};
    unsigned number = shot->step.number;
    put_keyframes(sheet, "made", NULL, number);
    carom_text_put(sheet->text, "0%,");
    put_time(sheet, shot->end);
    carom_text_put(sheet->text, "{visibility:hidden}");
    put_time(sheet, shot->end + 1);
    carom_text_put(sheet->text, ",100%{visibility:visible}}\n");
    for (unsigned i = 0; i < 3; i++) {
        carom_text_put(sheet->text, i > 0 ? ",#" : "#");
        put_name(sheet, kinds[i], NULL, number);
    }
    put_playing(sheet, "made", NULL, number);
}

void film_style(struct carom_text *text, const struct carom_picture *picture)
{
    struct sheet sheet = {
        .text = text, .prefix = picture->prefix != NULL ? picture->prefix : "", .length = carom_film_length(picture)};
    struct reel reel = reel_begin(picture);
    struct shot shot;
    carom_text_put(text, "\n<style>@media (prefers-reduced-motion:no-preference){");
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        put_robot(&sheet, picture, robot);
    while (reel_next(&reel, &shot))
        put_traces(&sheet, &shot);
    carom_text_put(text, "\n}</style>");
}
