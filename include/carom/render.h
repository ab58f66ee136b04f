/*
 * Pictures of a position: SVG (here), PNG (src/render/png.h, native only) and text for terminals.
 *
 * Everything here is freestanding: integers only, no fonts, no allocation. The page's board, `carom render` and the
 * pictures of the rules come from the same code, so a robot looks the same everywhere.
 */
#ifndef CAROM_RENDER_H
#define CAROM_RENDER_H

#include <carom/decls.h>
#include <carom/micro.h>
#include <carom/move.h>
#include <carom/position.h>
#include <carom/text.h>

CAROM_BEGIN_DECLS

/* ---- Pictures ---- */

/* Units of a picture: a cell is CAROM_PICTURE_CELL wide and high. The north-west corner of cell a1 is at 0,0; the
 * frame with its coordinates lies outside, also at negative numbers. The origin of a robot's group is the centre of
 * its cell. */
#define CAROM_PICTURE_CELL 1000
#define CAROM_PICTURE_MARGIN 640        /* from the board's edge to the picture's edge, with coordinates */
#define CAROM_PICTURE_MARGIN_NARROW 200 /* from the board's edge to the picture's edge, without coordinates */

/* Enough bytes for the SVG of any picture without a route, and of any ordinary route. Barriers can bend a path a
 * thousand times: if text->truncated is set, try again with more. */
#define CAROM_PICTURE_SVG_MAX (192 * 1024)

/* Moves of a route that are drawn; the numbers have two digits. */
#define CAROM_PICTURE_MOVES_MAX 99

enum carom_theme {
    CAROM_THEME_LIGHT,
    CAROM_THEME_DARK,
    CAROM_THEME_CONTRAST, /* black, white and saturated colours */
};

/* What a robot's face shows. */
enum carom_mood {
    CAROM_MOOD_CALM,
    CAROM_MOOD_SELECTED, /* lifted, with a ring around it */
    CAROM_MOOD_SLIDING,  /* eyes narrowed */
    CAROM_MOOD_BUMPED,   /* eyes shut tight */
    CAROM_MOOD_HAPPY,
    CAROM_MOOD_ASLEEP,
};
#define CAROM_MOODS 6

/* What the picture shows. */
enum carom_picture_kind {
    CAROM_PICTURE_KIND_POSITION,   /* `position` */
    CAROM_PICTURE_KIND_MICRO,      /* `micro` */
    CAROM_PICTURE_KIND_TOKEN,      /* only the token `icon` (0 to 16) */
    CAROM_PICTURE_KIND_ROBOT,      /* only the robot `icon` (0 to 5) */
    CAROM_PICTURE_KIND_MICRO_FACE, /* only a Micro Robots face, `icon` 0 to 35 */
    CAROM_PICTURE_KIND_SHADE,      /* only a shade of the heat layer, `icon` 0 to CAROM_HEAT_SHADES - 1: for a legend */
    CAROM_PICTURE_KIND_CHART,      /* `chart_values` as bars in the colour of the robot `icon` (0 to 5; 6: any robot) */
};

/* Layers of a board's picture, bottom to top. Each is a group `<g class="NAME">` in the SVG. */
enum carom_layer {
    CAROM_LAYER_BACKGROUND = 1u << 0,   /* `ground`: frame, cells and a faint grid */
    CAROM_LAYER_TARGET_MARK = 1u << 1,  /* `goal`: the glow around the target; holds g.rays */
    CAROM_LAYER_TARGETS = 1u << 2,      /* `targets`: holds g.target#target-Rm ... */
    CAROM_LAYER_BARRIERS = 1u << 3,     /* `barriers` */
    CAROM_LAYER_MARKERS = 1u << 4,      /* `markers`: holds g.marker#marker-R ... */
    CAROM_LAYER_ROUTE = 1u << 5,        /* `route`: the paths; holds g.way#way-1 ... */
    CAROM_LAYER_REACH = 1u << 6,        /* `reach`: where the robot `selected` can go; holds g.stop#stop-RN ... */
    CAROM_LAYER_WALLS = 1u << 7,        /* `walls` */
    CAROM_LAYER_CENTRE = 1u << 8,       /* `centre`: the centre piece with the current token */
    CAROM_LAYER_ROBOTS = 1u << 9,       /* `robots`: holds g.robot#robot-R with transform="translate(x,y)" ... */
    CAROM_LAYER_BADGES = 1u << 10,      /* `badges`: symbols of the targets that robots stand on */
    CAROM_LAYER_STOPS = 1u << 11,       /* `stops`: the numbers of a route; g.number#number-1 ... */
    CAROM_LAYER_COORDINATES = 1u << 12, /* `coordinates` */
    CAROM_LAYER_HEAT = 1u << 13, /* `heat`, above the background: a shade for each cell that has a number in `heat` */
};
#define CAROM_LAYERS_ALL ((1u << 14) - 1)

/* Shades from the lowest number in `heat` to the highest. */
#define CAROM_HEAT_SHADES 12
/* Bars of a chart that are drawn. */
#define CAROM_CHART_BARS_MAX 256

/* A point in time of an animated route, as carom_animation_at computes it. */
struct carom_animation_state {
    unsigned moves_made; /* complete moves; one more may be in progress */
    /* Centre of each robot, in units. Only robots on the board count. */
    int32_t x[CAROM_ROBOTS];
    int32_t y[CAROM_ROBOTS];
};

/* A picture to be drawn. Zero means the default; set `kind` and what it needs. Pointers only have to stay valid
 * during the call. */
struct carom_picture {
    enum carom_picture_kind kind;
    enum carom_theme theme;
    const struct carom_position *position;    /* CAROM_PICTURE_KIND_POSITION */
    const struct carom_micro_position *micro; /* CAROM_PICTURE_KIND_MICRO */
    unsigned icon;                            /* which icon; nothing is drawn for one that does not exist */

    const struct carom_robots *markers; /* cells of the robots' markers; NULL: none */
    const struct carom_move *route; /* moves from `position`, or NULL; drawing stops at the first that cannot be made */
    const uint8_t *micro_route;     /* cells visited after the start */
    size_t route_count;
    bool animated; /* SVG: plays the route in a loop; with prefers-reduced-motion the still picture is shown */
    /* draws the route at that time; NULL: the whole route, robots at the start */
    const struct carom_animation_state *animation_state;
    bool has_selected; /* draws the reach layer for `selected`, and a ring around it */
    uint8_t selected;

    unsigned layers_off;   /* enum carom_layer bits to leave out; without coordinates the frame is narrow */
    bool transparent;      /* no background behind the board */
    uint8_t column, row;   /* crops to a part of the board: its first cell */
    uint8_t width, height; /* its size in cells; 0: the whole board */

    unsigned pixels;    /* the SVG's width attribute (height follows); 0: none, so that the page decides */
    const char *prefix; /* put before every id, so that several pictures fit on one page; letters, digits and '-' only,
                           otherwise it counts as "" */
    const char *title;  /* the title element, for screen readers; NULL: none */

    const uint16_t *heat;         /* CAROM_CELLS numbers, 0: none for the cell; NULL: no heat layer */
    const uint64_t *chart_values; /* CAROM_PICTURE_KIND_CHART: how often each value from 0 occurs */
    size_t chart_count;           /* length of chart_values */

    bool hide_letters;  /* robots without their letters */
    bool target_shapes; /* tiles have the silhouette of the robot they are for: they differ by more than colour */
    bool has_look;      /* CAROM_PICTURE_KIND_ROBOT: it looks towards `look`, an enum carom_direction */
    uint8_t look;
    uint8_t mood;         /* CAROM_PICTURE_KIND_ROBOT: an enum carom_mood */
    uint8_t reserved[27]; /* must be 0; room for later options without changing the size */
};

/* Width and height of the picture in units. */
struct carom_picture_size {
    unsigned width;
    unsigned height;
};
struct carom_picture_size carom_picture_size(const struct carom_picture *picture);

/* Writes the whole svg element, without an XML declaration. text->truncated tells if it did not fit. */
void carom_picture_svg(struct carom_text *text, const struct carom_picture *picture);

/* The shade for a number between the lowest and highest of `heat`. */
unsigned carom_heat_shade(unsigned number, unsigned low, unsigned high);

/* ---- Animations ---- */

/* Length of the animation in milliseconds. It starts with the position, makes one move after another with a pause
 * after each, and ends with the whole route, long enough to read. */
unsigned carom_animation_length(const struct carom_picture *picture);
/* Computes the state of the animation after `ms` milliseconds. */
void carom_animation_at(const struct carom_picture *picture, unsigned ms, struct carom_animation_state *state);
/* Time of the next visible change after `ms`: about `step` ms later while a robot slides. The animation's length if
 * there is none. */
unsigned carom_animation_next_change(const struct carom_picture *picture, unsigned ms, unsigned step);

/* Makes a position whose north-west quarter is this printed face (0 to 15, modulo 16) in its orientation there: draw
 * it with width = height = 8. For choosing sections. */
void carom_picture_section_face(struct carom_position *position, unsigned face);

/* ---- Terminals ---- */

/* Colours are the 16 of every terminal, 0 to 15, or this. */
#define CAROM_GRID_DEFAULT_COLOUR 255
#define CAROM_GRID_ROWS 36
#define CAROM_GRID_COLUMNS 80

/* One character cell. */
struct carom_glyph {
    char bytes[5]; /* one character in UTF-8 (ASCII if asked for), one column wide, NUL-terminated */
    uint8_t fg;    /* 0..15 or CAROM_GRID_DEFAULT_COLOUR */
    uint8_t bg;
    bool bold;
    bool dim;
};

struct carom_grid {
    uint8_t rows;
    uint8_t columns;
    struct carom_glyph glyphs[CAROM_GRID_ROWS][CAROM_GRID_COLUMNS];
};

/* Two layouts, both four columns per cell: the tall one has separate lines for walls between rows (2 * 16 + 2
 * lines); the compact one draws the wall below a cell in the cell's own line (16 + 2 lines) and fits 80x24. */
struct carom_grid_style {
    bool compact;
    bool ascii;          /* no characters beyond ASCII */
    bool no_coordinates; /* without the letters above and the numbers at the left */
    uint8_t reserved[5]; /* must be 0; room for later options without changing the size */
};

/* Draws a position; at most 68 columns and 34 lines (compact: 18). */
void carom_grid_position(struct carom_grid *grid, const struct carom_position *position, struct carom_grid_style style);
void carom_grid_micro(struct carom_grid *grid, const struct carom_micro_position *position,
                      struct carom_grid_style style);

/* Where the two characters of a cell's contents are (row, first column), for drawing over them: dots for possible
 * stops, a blinking robot. */
struct carom_grid_pos {
    uint8_t row;
    uint8_t column;
};
struct carom_grid_pos carom_grid_cell_pos(carom_cell cell, struct carom_grid_style style);
struct carom_grid_pos carom_grid_micro_cell_pos(unsigned place, struct carom_grid_style style);

/* Writes the lines, each ending in a newline, without trailing blanks; with ANSI sequences if `colour` is set. Needs
 * at most this many bytes: */
#define CAROM_GRID_BYTES (64 * 1024)
void carom_grid_write(struct carom_text *text, const struct carom_grid *grid, bool colour);

CAROM_END_DECLS

#endif
