/*
 * Pictures of a position: SVG text (here), PNG (src/render/png.h, native only) and text for terminals.
 *
 * Everything here is freestanding: integers only, no fonts, no allocation. The page's board, `carom render` and the
 * pictures of the rules are made by the same code, so that a robot looks the same everywhere.
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

/* A picture is measured in these units: a cell is CAROM_PICTURE_CELL wide and high; the north-west corner of cell a1 is
 * at 0,0; the rim and its coordinates lie outside, at negative numbers too. A robot's group has the centre of its cell
 * as its origin. */
#define CAROM_PICTURE_CELL 1000
#define CAROM_PICTURE_MARGIN 640        /* from the board's edge to the picture's, with coordinates */
#define CAROM_PICTURE_MARGIN_NARROW 200 /* the same without */

/* Room for the SVG text of any picture without a route, and of any route a person would draw. Barriers can make a way
 * of a thousand corners: if text->cut is set, try again with more. */
#define CAROM_PICTURE_SVG_MAX (192 * 1024)

/* At most this many moves of a route are drawn; the numbers have two digits. */
#define CAROM_PICTURE_MOVES_MAX 99

enum carom_theme {
    CAROM_THEME_LIGHT,
    CAROM_THEME_DARK,
    CAROM_THEME_CONTRAST, /* black, white and the purest colours */
};

/* What the picture shows. */
enum carom_picture_kind {
    CAROM_PICTURE_KIND_POSITION,   /* `position` */
    CAROM_PICTURE_KIND_MICRO,      /* `micro` */
    CAROM_PICTURE_KIND_TOKEN,      /* only the round token `item` (0..16): an icon */
    CAROM_PICTURE_KIND_ROBOT,      /* only the robot `item` (0..5): an icon */
    CAROM_PICTURE_KIND_MICRO_FACE, /* only what a Micro Robots cell shows, `item` 0..35 */
    CAROM_PICTURE_KIND_SHADE, /* only a shade of the heat layer, `item` 0..CAROM_HEAT_SHADES - 1: for a key beside it */
    CAROM_PICTURE_KIND_CHART, /* `counts` as bars in the colour of the robot `item` (0..5, 6: any robot) */
};

/* Parts of a board's picture, bottom to top. Each is a group `<g class="NAME">` in the SVG. */
enum carom_layer {
    CAROM_LAYER_BACKGROUND = 1u << 0,   /* `ground`: frame, cells and faint grid */
    CAROM_LAYER_TARGET_MARK = 1u << 1,  /* `goal`: what marks the cell to be reached */
    CAROM_LAYER_TARGETS = 1u << 2,      /* `targets`: holds g.target#target-Rm ... */
    CAROM_LAYER_BARRIERS = 1u << 3,     /* `barriers` */
    CAROM_LAYER_MARKERS = 1u << 4,      /* `markers`: holds g.marker#marker-R ... */
    CAROM_LAYER_ROUTE = 1u << 5,        /* `route`: the ways; holds g.way#way-1 ... */
    CAROM_LAYER_REACH = 1u << 6,        /* `reach`: holds g.stop#stop-RN ..., of the robot `selected` */
    CAROM_LAYER_WALLS = 1u << 7,        /* `walls` */
    CAROM_LAYER_CENTRE = 1u << 8,       /* `centre`: the plate with the current token */
    CAROM_LAYER_ROBOTS = 1u << 9,       /* `robots`: holds g.robot#robot-R with transform="translate(x,y)" ... */
    CAROM_LAYER_BADGES = 1u << 10,      /* `badges`: small signs of the targets that robots stand on */
    CAROM_LAYER_STOPS = 1u << 11,       /* `stops`: the numbers of the route; g.number#number-1 ... */
    CAROM_LAYER_COORDINATES = 1u << 12, /* `coordinates` */
    CAROM_LAYER_HEAT = 1u << 13, /* `heat`, above the ground: a shade for each cell that has a number in `heat` */
};
#define CAROM_LAYERS_ALL ((1u << 14) - 1)

/* The shades from the lowest number of `heat` to the highest. */
#define CAROM_HEAT_SHADES 12
/* At most so many bars of a chart are drawn. */
#define CAROM_CHART_BARS_MAX 256

/* A moment of a route that is played: what carom_animation_at says. */
struct carom_animation_state {
    unsigned moves_made; /* so many moves are made; one more may be under way */
    /* The middle of each robot, in units. Only those that are on the board count. */
    int32_t x[CAROM_ROBOTS];
    int32_t y[CAROM_ROBOTS];
};

/* One picture to be made. Zero means "the usual"; set `subject` and what it needs. Nothing is kept: pointers only have
 * to live during the call. */
struct carom_picture {
    enum carom_picture_kind kind;
    enum carom_theme theme;
    const struct carom_position *position;    /* CAROM_PICTURE_KIND_POSITION */
    const struct carom_micro_position *micro; /* CAROM_PICTURE_KIND_MICRO */
    unsigned icon;                            /* icons; nothing is drawn of one that does not exist */

    const struct carom_robots *markers; /* where the robots' markers lie; NULL: none are drawn */
    const struct carom_move *route;     /* moves from `position`; must be possible (the picture ends at the first that
                                           is not), or NULL */
    const uint8_t *micro_route;         /* places stepped on from the start */
    size_t route_count;
    bool animated; /* SVG: loops the route as an animation. With reduced motion the still picture is shown. */
    const struct carom_animation_state
        *animation_state; /* the route as it is then; NULL: all of it is drawn, robots at the start */
    bool has_selected;    /* show where `selected` could go: the reach layer */
    uint8_t selected;

    unsigned layers_off;   /* layers (of enum carom_layer) left out; without coordinates the rim is narrow */
    bool transparent;      /* no background behind the board */
    uint8_t column, row;   /* only a part of the board: its first cell ... */
    uint8_t width, height; /* ... and size in cells; 0: the whole board */

    unsigned pixels;    /* width for the SVG's width attribute (height follows); 0: none, the page decides */
    const char *prefix; /* put before every id, for several pictures on one page; NULL, or with anything but letters,
                           digits and '-': "" */
    const char *title;  /* plain words for <title>, read aloud by screen readers; NULL: none */

    const uint16_t *heat;         /* CAROM_CELLS numbers, by cell; 0: the cell has none. NULL: no heat layer */
    const uint64_t *chart_values; /* CAROM_PICTURE_KIND_CHART: how often there is 0, 1, 2 ... of something */
    size_t chart_count;           /* how many of them */

    uint64_t reserved[4]; /* 0: for what may come, so that the struct keeps its size */
};

/* Width and height of the picture in units. */
struct carom_picture_size {
    unsigned width;
    unsigned height;
};
struct carom_picture_size carom_picture_size(const struct carom_picture *picture);

/* Writes the whole <svg> element, no XML declaration. text->cut tells if it did not fit. */
void carom_picture_svg(struct carom_text *text, const struct carom_picture *picture);

/* The shade of a number of `heat` between the lowest and the highest of them. */
unsigned carom_heat_shade(unsigned number, unsigned low, unsigned high);

/* ---- Films: a route as it is made ---- */

/* A film begins with the position, makes one move after the other, each slide with a rest behind it, and ends on the
 * whole route, long enough to be read. How long it is, in milliseconds: */
unsigned carom_animation_length(const struct carom_picture *picture);
/* What the picture's route looks like after `ms`. */
void carom_animation_at(const struct carom_picture *picture, unsigned ms, struct carom_animation_state *state);
/* Time of the next visible change after `ms`: about `step` ms later while a robot slides. The animation's length if
 * there is none. */
unsigned carom_animation_next_change(const struct carom_picture *picture, unsigned ms, unsigned step);

/* A position whose north-west quarter is this printed face (0..15; others are counted round), turned as it would lie
 * there: draw it with width = height = 8. For choosing sections. */
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

/* Two forms, both four columns a cell: the tall one has a line of its own for walls between rows (2 * 16 + 2 lines),
 * the compact one draws the wall below a cell in the cell's line (16 + 2 lines), for 80x24. */
struct carom_grid_style {
    bool compact;
    bool ascii;          /* no characters beyond ASCII */
    bool no_coordinates; /* without the letters above and the numbers at the left */
    uint8_t reserved[5]; /* 0: for what may come, so that the struct keeps its size */
};

/* Draws; at most 68 columns wide, 34 lines high (compact: 18). */
void carom_grid_position(struct carom_grid *grid, const struct carom_position *position, struct carom_grid_style style);
void carom_grid_micro(struct carom_grid *grid, const struct carom_micro_position *position,
                      struct carom_grid_style style);

/* Where a cell's two characters of contents are drawn (row, first column), to paint over them: dots for possible stops,
 * a blinking robot. */
struct carom_grid_pos {
    uint8_t row;
    uint8_t column;
};
struct carom_grid_pos carom_grid_cell_pos(carom_cell cell, struct carom_grid_style style);
struct carom_grid_pos carom_grid_micro_cell_pos(unsigned place, struct carom_grid_style style);

/* The lines, each ended by a newline, without blanks at their ends. With colour: ANSI sequences. At most this many
 * bytes: */
#define CAROM_GRID_BYTES (64 * 1024)
void carom_grid_write(struct carom_text *text, const struct carom_grid *grid, bool colour);

CAROM_END_DECLS

#endif
