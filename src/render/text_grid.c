/*
 * Boards as text. A grid of characters with colours is drawn first, so that the same drawing can be written plain or
 * with ANSI colours (`carom show`), or shown by the terminal game.
 *
 * A cell is four columns: the wall at its west, a mark (`>` is the target), and two characters of contents. In the tall
 * layout walls between rows have lines of their own; the compact one puts the wall below a cell beside its contents.
 * Nothing depends on colour: robots and targets carry their letters.
 */
#include "../core/libc_mem.h"

#include <carom/render.h>

#define CELL_COLUMNS 4
#define MICRO_COLUMNS 5
#define BLACK 0
#define GREY 7
#define CYAN 14 /* no robot has this colour: marks the target, on light and dark terminals */
#define WHITE 15

static const uint8_t text_colour[CAROM_ROBOTS] = {1, 3, 2, 12, CAROM_GRID_DEFAULT_COLOUR, CAROM_GRID_DEFAULT_COLOUR};
static const uint8_t body_colour[CAROM_ROBOTS] = {1, 3, 2, 4, GREY, CAROM_GRID_DEFAULT_COLOUR};
static const uint8_t letter_colour[CAROM_ROBOTS] = {WHITE, BLACK, BLACK, WHITE, BLACK, CAROM_GRID_DEFAULT_COLOUR};
static const char *const body_shape[CAROM_ROBOTS] = {"▲", "■", "⬢", "●", "◆", "○"};
static const char *const sign[CAROM_COLOURS] = {"☾", "⚙", "♄", "★"};
static const char *const sign_ascii[CAROM_COLOURS] = {"m", "g", "p", "s"};

/* Lines meeting in a point, by bits: 1 north, 2 east, 4 south, 8 west. */
static const char *const corner[16] = {" ", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"};

/* How a character looks. */
struct glyph_style {
    uint8_t fg;
    uint8_t bg;
    bool bold;
    bool dim;
};
static const struct glyph_style plain = {CAROM_GRID_DEFAULT_COLOUR, CAROM_GRID_DEFAULT_COLOUR, false, false};
static const struct glyph_style faint = {CAROM_GRID_DEFAULT_COLOUR, CAROM_GRID_DEFAULT_COLOUR, false, true};
static const struct glyph_style strong = {CAROM_GRID_DEFAULT_COLOUR, CAROM_GRID_DEFAULT_COLOUR, true, false};

/* Bytes of a UTF-8 character, by its first byte. */
static unsigned character_length(unsigned char first)
{
    return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static void put(struct carom_grid *grid, unsigned row, unsigned column, const char *character, struct glyph_style style)
{
    struct carom_glyph *glyph = &grid->glyphs[row][column];
    unsigned length = character_length((unsigned char)character[0]);
    memcpy(glyph->bytes, character, length);
    glyph->bytes[length] = '\0';
    glyph->fg = style.fg;
    glyph->bg = style.bg;
    glyph->bold = style.bold;
    glyph->dim = style.dim;
}

static void put_letter(struct carom_grid *grid, unsigned row, unsigned column, char letter, struct glyph_style style)
{
    put(grid, row, column, (char[]){letter, '\0'}, style);
}

static void clear(struct carom_grid *grid, unsigned rows, unsigned columns)
{
    grid->rows = (uint8_t)rows;
    grid->columns = (uint8_t)columns;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++)
            put(grid, row, column, " ", plain);
}

/* ---- layout ---- */

static unsigned cell_column(struct carom_grid_style style)
{
    return style.no_coordinates ? 0 : 3;
}
static unsigned cell_row(struct carom_grid_style style)
{
    return style.no_coordinates ? 0 : 1;
}

struct carom_grid_pos carom_grid_cell_pos(carom_cell cell, struct carom_grid_style style)
{
    unsigned row = carom_cell_row(cell);
    return (struct carom_grid_pos){.row = (uint8_t)(cell_row(style) + 1 + (style.compact ? row : 2 * row)),
                                   .column =
                                       (uint8_t)(cell_column(style) + CELL_COLUMNS * carom_cell_column(cell) + 2)};
}

struct carom_grid_pos carom_grid_micro_cell_pos(unsigned place, struct carom_grid_style style)
{
    return (struct carom_grid_pos){.row = (uint8_t)(cell_row(style) + 1 + 2 * (place / CAROM_MICRO_SIDE)),
                                   .column =
                                       (uint8_t)(cell_column(style) + MICRO_COLUMNS * (place % CAROM_MICRO_SIDE) + 2)};
}

/* Letters above the columns and numbers beside the rows. */
static void draw_coordinates(struct carom_grid *grid, unsigned width, unsigned height, unsigned cell_columns,
                             unsigned row_step)
{
    for (unsigned x = 0; x < width; x++)
        put_letter(grid, 0, 3 + cell_columns * x + 2, (char)('a' + x), faint);
    for (unsigned y = 0; y < height; y++) {
        unsigned row = 2 + row_step * y;
        if (y + 1 >= 10)
            put_letter(grid, row, 0, '1', faint);
        put_letter(grid, row, 1, (char)('0' + (y + 1) % 10), faint);
    }
}

/* ---- walls ---- */

static bool solid_at(const struct carom_board *board, int x, int y)
{
    return x >= 0 && y >= 0 && x < board->width && y < board->height &&
           carom_board_is_solid(board, carom_cell_make((unsigned)x, (unsigned)y));
}

/* Is there a wall west of x in row y, also at the board's edges? None is drawn between two solid cells. */
static bool wall_beside(const struct carom_board *board, int x, int y)
{
    if (y < 0 || y >= board->height || (solid_at(board, x - 1, y) && solid_at(board, x, y)))
        return false;
    if (x == board->width)
        return carom_board_has_wall(board, carom_cell_make((unsigned)x - 1, (unsigned)y), CAROM_EAST);
    return carom_board_has_wall(board, carom_cell_make((unsigned)x, (unsigned)y), CAROM_WEST);
}

/* Is there a wall above row y in column x, also at the board's edges? */
static bool wall_above(const struct carom_board *board, int x, int y)
{
    if (x < 0 || x >= board->width || (solid_at(board, x, y - 1) && solid_at(board, x, y)))
        return false;
    if (y == board->height)
        return carom_board_has_wall(board, carom_cell_make((unsigned)x, (unsigned)y - 1), CAROM_SOUTH);
    return carom_board_has_wall(board, carom_cell_make((unsigned)x, (unsigned)y), CAROM_NORTH);
}

static const char *ascii_line(unsigned lines)
{
    return lines == 0 ? " " : lines == 5 ? "|" : lines == 10 ? "-" : "+";
}

static void draw_walls_tall(struct carom_grid *grid, const struct carom_board *board, struct carom_grid_style style)
{
    for (int y = 0; y <= board->height; y++) {
        for (int x = 0; x <= board->width; x++) {
            unsigned row = cell_row(style) + 2 * (unsigned)y;
            unsigned column = cell_column(style) + CELL_COLUMNS * (unsigned)x;
            unsigned lines = (wall_beside(board, x, y - 1) ? 1u : 0) | (wall_above(board, x, y) ? 2u : 0) |
                             (wall_beside(board, x, y) ? 4u : 0) | (wall_above(board, x - 1, y) ? 8u : 0);
            put(grid, row, column, style.ascii ? ascii_line(lines) : corner[lines], strong);
            if ((lines & 2) != 0)
                for (unsigned i = 1; i < CELL_COLUMNS; i++)
                    put(grid, row, column + i, style.ascii ? "-" : "━", strong);
            if ((lines & 4) != 0)
                put(grid, row + 1, column, style.ascii ? "|" : "┃", strong);
        }
    }
}

/* One line per row: the wall below a cell fills what its contents leave free. The line above the first row is the
 * edge. */
static void draw_walls_compact(struct carom_grid *grid, const struct carom_board *board, struct carom_grid_style style)
{
    const char *below = style.ascii ? "_" : "▁";
    for (int y = 0; y <= board->height; y++) {
        unsigned row = cell_row(style) + (unsigned)y;
        for (int x = 0; x <= board->width; x++) {
            unsigned column = cell_column(style) + CELL_COLUMNS * (unsigned)x;
            bool here = wall_above(board, x, y);
            if (wall_beside(board, x, y - 1))
                put(grid, row, column, style.ascii ? "|" : "┃", strong);
            else if ((here || wall_above(board, x - 1, y)) && x > 0 && x < board->width)
                put(grid, row, column, below, strong);
            for (unsigned i = 1; here && i < CELL_COLUMNS; i++)
                put(grid, row, column + i, below, strong);
        }
    }
}

/* ---- contents of cells ---- */

static void draw_pair(struct carom_grid *grid, struct carom_grid_pos at, char first, const char *second,
                      struct glyph_style style)
{
    put_letter(grid, at.row, at.column, first, style);
    put(grid, at.row, at.column + 1u, second, style);
}

/* A target: two characters, in the colour of its robot. */
static void draw_target(struct carom_grid *grid, struct carom_grid_pos at, const struct carom_target *target,
                        bool current, bool ascii)
{
    bool any = target->active == CAROM_ANY_ROBOT;
    struct glyph_style style = {any ? CAROM_GRID_DEFAULT_COLOUR : text_colour[target->active],
                                CAROM_GRID_DEFAULT_COLOUR, true, false};
    if (current)
        style = (struct glyph_style){BLACK, CYAN, true, false};
    char letter = any ? '*' : carom_robot_letter(target->active);
    if (target->token == CAROM_VORTEX)
        draw_pair(grid, at, 'V', ascii ? "@" : "◎", style);
    else if (target->token == CAROM_NO_TOKEN)
        draw_pair(grid, at, letter, ascii ? "x" : "×", style);
    else
        draw_pair(grid, at, letter, (ascii ? sign_ascii : sign)[target->token % 4], style);
}

static void draw_barrier(struct carom_grid *grid, struct carom_grid_pos at, unsigned barrier)
{
    unsigned colour = barrier & CAROM_BARRIER_COLOUR;
    struct glyph_style style = {text_colour[colour], CAROM_GRID_DEFAULT_COLOUR, true, false};
    draw_pair(grid, at, carom_robot_letter(colour), (barrier & CAROM_BARRIER_FALLING) != 0 ? "\\" : "/", style);
}

static void draw_cell(struct carom_grid *grid, const struct carom_position *position, carom_cell cell,
                      struct carom_grid_style style)
{
    const struct carom_board *board = &position->board;
    struct carom_grid_pos at = carom_grid_cell_pos(cell, style);
    unsigned token = carom_board_token_at(board, cell);
    if (carom_board_is_solid(board, cell)) {
        for (unsigned i = 0; i < CELL_COLUMNS - 1; i++)
            put(grid, at.row, at.column - 1u + i, style.ascii ? "#" : "▒", faint);
    } else if (board->barriers[cell] != 0) {
        draw_barrier(grid, at, board->barriers[cell]);
    } else if (token != CAROM_NO_TOKEN) {
        struct carom_target target = carom_target_from_token(board, token);
        draw_target(grid, at, &target, false, style.ascii);
    } else if (grid->glyphs[at.row][at.column].bytes[0] == ' ') {
        put(grid, at.row, at.column, style.ascii ? "." : "·", faint);
    }
}

/* Points at the target's cell; where the compact layout has a wall there, the colours must do. */
static void draw_goal(struct carom_grid *grid, const struct carom_position *position, struct carom_grid_style style)
{
    const struct carom_target *target = &position->target;
    struct carom_grid_pos at = carom_grid_cell_pos(target->cell, style);
    draw_target(grid, at, target, true, style.ascii);
    if (grid->glyphs[at.row][at.column - 1].bytes[0] == ' ')
        put(grid, at.row, at.column - 1u, style.ascii ? ">" : "▸", strong);
}

static void draw_robot(struct carom_grid *grid, const struct carom_position *position, unsigned robot,
                       struct carom_grid_style style)
{
    struct carom_grid_pos at = carom_grid_cell_pos(position->robots.cell[robot], style);
    struct glyph_style glyph_style = {letter_colour[robot], body_colour[robot], true, false};
    put(grid, at.row, at.column, style.ascii ? "@" : body_shape[robot], glyph_style);
    put_letter(grid, at.row, at.column + 1u, carom_robot_letter(robot), glyph_style);
}

/* The centre piece: nothing between its four cells, and the current token in it. */
static void draw_centre(struct carom_grid *grid, const struct carom_position *position, struct carom_grid_style style)
{
    const struct carom_board *board = &position->board;
    int x = board->width / 2, y = board->height / 2;
    if (!solid_at(board, x, y) || !solid_at(board, x - 1, y) || !solid_at(board, x, y - 1) ||
        !solid_at(board, x - 1, y - 1))
        return;
    struct carom_grid_pos at = carom_grid_cell_pos(carom_cell_make((unsigned)x, (unsigned)y), style);
    unsigned rows = style.compact ? 2 : 3;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned i = 0; i < 2 * CELL_COLUMNS - 1; i++)
            put(grid, at.row + 1u - rows + row, at.column - 1u - CELL_COLUMNS + i, style.ascii ? "#" : "▒", faint);
    if (!position->target.is_set)
        return;
    unsigned row = style.compact ? at.row : at.row - 1u;
    unsigned column = at.column - 3u;
    put(grid, row, column - 1, " ", plain);
    put(grid, row, column + 2, " ", plain);
    draw_target(grid, (struct carom_grid_pos){(uint8_t)row, (uint8_t)column}, &position->target, true, style.ascii);
}

void carom_grid_position(struct carom_grid *grid, const struct carom_position *position, struct carom_grid_style style)
{
    const struct carom_board *board = &position->board;
    unsigned lines = style.compact ? board->height + 1u : 2u * board->height + 1;
    clear(grid, cell_row(style) + lines, cell_column(style) + CELL_COLUMNS * board->width + 1u);
    if (!style.no_coordinates)
        draw_coordinates(grid, board->width, board->height, CELL_COLUMNS, style.compact ? 1 : 2);
    if (style.compact)
        draw_walls_compact(grid, board, style);
    else
        draw_walls_tall(grid, board, style);
    for (unsigned y = 0; y < board->height; y++)
        for (unsigned x = 0; x < board->width; x++)
            draw_cell(grid, position, carom_cell_make(x, y), style);
    draw_centre(grid, position, style);
    if (position->target.is_set)
        draw_goal(grid, position, style);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(&position->robots, robot))
            draw_robot(grid, position, robot, style);
}

/* ---- Micro Robots ---- */

/* Where two lines of a Micro Robots board cross; those between tiles and around the board are heavy. `x` and `y` are
 * 0 at the first line, 1 inside, 2 at the last. */
static const char *micro_corner(unsigned x, unsigned y)
{
    static const char *const heavy[3][3] = {{"┏", "┳", "┓"}, {"┣", "╋", "┫"}, {"┗", "┻", "┛"}};
    unsigned across = x == 0 ? 0 : x == CAROM_MICRO_SIDE ? 2 : 1;
    unsigned down = y == 0 ? 0 : y == CAROM_MICRO_SIDE ? 2 : 1;
    bool heavy_x = x % 3 == 0, heavy_y = y % 3 == 0;
    if (heavy_x && heavy_y)
        return heavy[down][across];
    if (heavy_y)
        return down == 0 ? "┯" : down == 2 ? "┷" : "┿";
    if (heavy_x)
        return across == 0 ? "┠" : across == 2 ? "┨" : "╂";
    return "┼";
}

static void draw_micro_lines(struct carom_grid *grid, struct carom_grid_style style)
{
    for (unsigned y = 0; y <= CAROM_MICRO_SIDE; y++) {
        for (unsigned x = 0; x <= CAROM_MICRO_SIDE; x++) {
            unsigned row = cell_row(style) + 2 * y, column = cell_column(style) + MICRO_COLUMNS * x;
            bool heavy_x = x % 3 == 0, heavy_y = y % 3 == 0;
            put(grid, row, column, style.ascii ? "+" : micro_corner(x, y), heavy_x || heavy_y ? strong : faint);
            for (unsigned i = 1; x < CAROM_MICRO_SIDE && i < MICRO_COLUMNS; i++)
                put(grid, row, column + i,
                    style.ascii ? (heavy_y ? "=" : "-")
                    : heavy_y   ? "━"
                                : "─",
                    heavy_y ? strong : faint);
            if (y < CAROM_MICRO_SIDE)
                put(grid, row + 1, column,
                    style.ascii ? (heavy_x ? "|" : ":")
                    : heavy_x   ? "┃"
                                : "│",
                    heavy_x ? strong : faint);
        }
    }
}

/* Draws brackets around the start, the way point or the target. */
static void bracket(struct carom_grid *grid, unsigned place, const char *left, const char *right,
                    struct carom_grid_style style)
{
    if (place >= CAROM_MICRO_CELLS)
        return;
    struct carom_grid_pos at = carom_grid_micro_cell_pos(place, style);
    put(grid, at.row, at.column - 1u, left, strong);
    put(grid, at.row, at.column + 2u, right, strong);
}

void carom_grid_micro(struct carom_grid *grid, const struct carom_micro_position *position,
                      struct carom_grid_style style)
{
    static const uint8_t fg[6] = {WHITE, BLACK, BLACK, WHITE, BLACK, BLACK};
    static const uint8_t bg[6] = {4, 3, 2, 1, 13, WHITE};
    clear(grid, cell_row(style) + 2 * CAROM_MICRO_SIDE + 1, cell_column(style) + MICRO_COLUMNS * CAROM_MICRO_SIDE + 1);
    if (!style.no_coordinates)
        draw_coordinates(grid, CAROM_MICRO_SIDE, CAROM_MICRO_SIDE, MICRO_COLUMNS, 2);
    draw_micro_lines(grid, style);
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
        struct carom_grid_pos at = carom_grid_micro_cell_pos(place, style);
        unsigned face = position->board.face_at[place];
        unsigned colour = carom_micro_colour(face);
        struct glyph_style glyph_style = {fg[colour], bg[colour], true, false};
        char letter[2] = {"BYGRPW"[colour], '\0'};
        draw_pair(grid, at, (char)('0' + carom_micro_number(face)), letter, glyph_style);
    }
    bracket(grid, position->start, "(", ")", style);
    bracket(grid, position->via, "<", ">", style);
    bracket(grid, position->target, "[", "]", style);
}

/* ---- writing ---- */

static bool same_style(const struct carom_glyph *a, const struct carom_glyph *b)
{
    return a->fg == b->fg && a->bg == b->bg && a->bold == b->bold && a->dim == b->dim;
}

static void write_style(struct carom_text *text, const struct carom_glyph *glyph)
{
    carom_text_put(text, "\033[0");
    if (glyph->bold)
        carom_text_put(text, ";1");
    if (glyph->dim)
        carom_text_put(text, ";2");
    if (glyph->fg != CAROM_GRID_DEFAULT_COLOUR) {
        carom_text_char(text, ';');
        carom_text_uint(text, glyph->fg < 8 ? 30u + glyph->fg : 82u + glyph->fg);
    }
    if (glyph->bg != CAROM_GRID_DEFAULT_COLOUR) {
        carom_text_char(text, ';');
        carom_text_uint(text, glyph->bg < 8 ? 40u + glyph->bg : 92u + glyph->bg);
    }
    carom_text_char(text, 'm');
}

void carom_grid_write(struct carom_text *text, const struct carom_grid *grid, bool colour)
{
    static const struct carom_glyph blank = {" ", CAROM_GRID_DEFAULT_COLOUR, CAROM_GRID_DEFAULT_COLOUR, false, false};
    for (unsigned row = 0; row < grid->rows; row++) {
        const struct carom_glyph *line = grid->glyphs[row], *look = &blank;
        unsigned end = grid->columns;
        while (end > 0 && line[end - 1].bytes[0] == ' ' && line[end - 1].bg == CAROM_GRID_DEFAULT_COLOUR)
            end--;
        for (unsigned column = 0; column < end; column++) {
            if (colour && !same_style(look, &line[column]))
                write_style(text, look = &line[column]);
            carom_text_put(text, line[column].bytes);
        }
        if (!same_style(look, &blank))
            carom_text_put(text, "\033[0m");
        carom_text_char(text, '\n');
    }
}
