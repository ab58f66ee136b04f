/*
 * Home-made boards as drawings, the same as those of the printed faces in data/:
 *
 *     +---+---+---+
 *     | .   . |Rm |
 *     +   +   +---+
 *     | .  B/   . |
 *     +---+---+---+
 *     robots Ra1,Bc2
 *     target Rm
 *
 * A cell is three characters wide. Lines that start with `#` and empty lines mean nothing.
 */
#include "invariants.h"
#include "libc_mem.h"

#define CELL_WIDTH 4
#define LINES_MAX (2 * CAROM_BOARD_SIDE + 1)

struct line {
    const char *text;
    size_t length;
    uint32_t number; /* from 1 */
};

struct drawing {
    struct line lines[LINES_MAX];
    unsigned count;
    struct line robots, target;
};

static bool starts_with(const struct line *line, const char *word, size_t length)
{
    return line->length > length && memcmp(line->text, word, length) == 0;
}

static bool error_at(struct carom_error *error, enum carom_error_code code, const struct line *line, size_t column,
                     size_t length)
{
    if (column > line->length)
        column = line->length;
    if (length > line->length - column)
        length = line->length - column;
    carom_error_set(error, code, column, line->text + column, length);
    if (error != NULL)
        error->line = line->number;
    return false;
}

/* Adds one line of the text to the drawing. */
static bool take_line(struct drawing *drawing, struct line line, struct carom_error *error)
{
    while (line.length > 0 && (line.text[line.length - 1] == ' ' || line.text[line.length - 1] == '\r'))
        line.length--;
    if (line.length == 0 || line.text[0] == '#')
        return true;
    if (line.text[0] == '+' || line.text[0] == '|') {
        if (drawing->count == LINES_MAX || drawing->robots.text != NULL || drawing->target.text != NULL)
            return error_at(error, CAROM_ERROR_DRAWING_SIZE, &line, 0, line.length);
        drawing->lines[drawing->count++] = line;
        return true;
    }
    struct line *below = starts_with(&line, "robots ", 7)   ? &drawing->robots
                         : starts_with(&line, "target ", 7) ? &drawing->target
                                                            : NULL;
    if (below == NULL || below->text != NULL || drawing->count == 0)
        return error_at(error, CAROM_ERROR_DRAWING_LINE, &line, 0, line.length);
    *below = (struct line){.text = line.text + 7, .length = line.length - 7, .number = line.number};
    return true;
}

static bool split_lines(struct drawing *drawing, const char *text, size_t length, struct carom_error *error)
{
    uint32_t number = 1;
    for (size_t at = 0; at < length; number++) {
        size_t end = at;
        while (end < length && text[end] != '\n')
            end++;
        if (!take_line(drawing, (struct line){.text = text + at, .length = end - at, .number = number}, error))
            return false;
        at = end + 1;
    }
    return drawing->count > 0 || carom_error_set(error, CAROM_ERROR_DRAWING_EMPTY, 0, NULL, 0);
}

static bool check_size(const struct drawing *drawing, struct carom_error *error)
{
    size_t length = drawing->lines[0].length;
    for (unsigned i = 0; i < drawing->count; i++)
        if (drawing->lines[i].length != length || (i == 0 && (length % CELL_WIDTH != 1 || length < CELL_WIDTH + 1 ||
                                                              length > CELL_WIDTH * CAROM_BOARD_SIDE + 1)))
            return error_at(error, CAROM_ERROR_DRAWING_SIZE, &drawing->lines[i], 0, 0);
    const struct line *last = &drawing->lines[drawing->count - 1];
    return (drawing->count % 2 == 1 && drawing->count > 1) || error_at(error, CAROM_ERROR_DRAWING_SIZE, last, 0, 0);
}

/* Reads a line of walls: above each cell --- or blanks. */
static bool read_wall_line(struct carom_board *board, const struct line *line, unsigned row, struct carom_error *error)
{
    bool rim = row == 0 || row == board->height;
    for (unsigned column = 0; column <= board->width; column++) {
        if (line->text[CELL_WIDTH * column] != '+')
            return error_at(error, CAROM_ERROR_DRAWING_WALL, line, CELL_WIDTH * column, 1);
        if (column == board->width)
            break;
        const char *above = line->text + CELL_WIDTH * column + 1;
        bool wall = memcmp(above, "---", 3) == 0;
        if (rim && !wall)
            return error_at(error, CAROM_ERROR_DRAWING_RIM, line, CELL_WIDTH * column + 1, 3);
        if (!wall && memcmp(above, "   ", 3) != 0)
            return error_at(error, CAROM_ERROR_DRAWING_WALL, line, CELL_WIDTH * column + 1, 3);
        if (wall && !rim)
            carom_board_set_wall(board, carom_cell_make(column, row), CAROM_NORTH, true);
    }
    return true;
}

static bool read_content(struct carom_board *board, carom_cell cell, const char *three, enum carom_error_code *code)
{
    char word[3];
    size_t length = 0;
    for (unsigned i = 0; i < 3; i++)
        if (three[i] != ' ')
            word[length++] = three[i];
    unsigned token, colour = length == 2 ? carom_robot_from_letter(word[0]) : CAROM_ROBOTS;
    *code = CAROM_ERROR_DRAWING_CELL;
    if (length == 0 || (length == 1 && word[0] == '.'))
        return true;
    if (length == 3 && memcmp(word, "###", 3) == 0) {
        carom_board_set_solid(board, cell);
        return true;
    }
    if (colour < CAROM_COLOURS && (word[1] == '/' || word[1] == '\\')) {
        board->barriers[cell] = (uint8_t)(CAROM_BARRIER | (word[1] == '\\' ? CAROM_BARRIER_FALLING : 0) | colour);
        return true;
    }
    if (!carom_token_read(&token, word, length))
        return false;
    *code = CAROM_ERROR_CUSTOM_TOKEN_TWICE;
    if ((board->tokens >> token & 1u) != 0)
        return false;
    board->tokens |= 1u << token;
    board->token_cell[token] = cell;
    return true;
}

/* Reads the contents of a row's cells and the walls between them. */
static bool read_cell_line(struct carom_board *board, const struct line *line, unsigned row, struct carom_error *error)
{
    for (unsigned column = 0; column <= board->width; column++) {
        size_t at = CELL_WIDTH * column;
        bool rim = column == 0 || column == board->width, wall = line->text[at] == '|';
        if (rim && !wall)
            return error_at(error, CAROM_ERROR_DRAWING_RIM, line, at, 1);
        if (!wall && line->text[at] != ' ')
            return error_at(error, CAROM_ERROR_DRAWING_WALL, line, at, 1);
        if (wall && !rim)
            carom_board_set_wall(board, carom_cell_make(column, row), CAROM_WEST, true);
        enum carom_error_code code;
        if (column < board->width && !read_content(board, carom_cell_make(column, row), line->text + at + 1, &code))
            return error_at(error, code, line, at + 1, 3);
    }
    return true;
}

/* Reads robots and target below the board; `parts` says whether they may be missing. */
static bool read_below(struct carom_position *position, enum carom_position_parts parts, const struct drawing *drawing,
                       struct carom_error *error)
{
    const struct line *robots = &drawing->robots, *target = &drawing->target;
    const struct line *line = robots;
    bool good = robots->text == NULL ||
                carom_robots_read(&position->robots, &position->board, robots->text, robots->length, error);
    if (good && target->text != NULL) {
        line = target;
        good = carom_target_read(&position->target, &position->board, target->text, target->length, error);
    }
    if (!good && error != NULL) {
        error->line = line->number;
        error->column += 7; /* skip "robots " or "target " */
    }
    if (!good || parts == CAROM_REQUIRE_BOARD)
        return good;
    if (!position->target.is_set)
        return carom_error_set(error, CAROM_ERROR_NO_TARGET, 0, NULL, 0);
    unsigned active = position->target.active;
    bool there =
        active == CAROM_ANY_ROBOT ? position->robots.present != 0 : carom_robots_has(&position->robots, active);
    return there || error_at(error, CAROM_ERROR_ACTIVE_MISSING, target, 0, target->length);
}

bool carom_ascii_board_read(struct carom_position *position, enum carom_position_parts parts, const char *text,
                            size_t length, struct carom_error *error)
{
    struct drawing drawing = {.count = 0};
    if (!split_lines(&drawing, text, length, error) || !check_size(&drawing, error))
        return false;
    *position = (struct carom_position){.target = {.token = CAROM_NO_TOKEN}};
    struct carom_board *board = &position->board;
    carom_board_init(board, (unsigned)(drawing.lines[0].length / CELL_WIDTH), drawing.count / 2);
    for (unsigned i = 0; i < drawing.count; i++) {
        bool good = i % 2 == 0 ? read_wall_line(board, &drawing.lines[i], i / 2, error)
                               : read_cell_line(board, &drawing.lines[i], i / 2, error);
        if (!good)
            return false;
    }
    bool good = read_below(position, parts, &drawing, error);
    CAROM_ASSERT(!good || carom_position_valid(position));
    return good;
}

static void write_wall_line(struct carom_text *text, const struct carom_board *board, unsigned row)
{
    for (unsigned column = 0; column < board->width; column++) {
        bool wall = row == board->height || carom_board_has_wall(board, carom_cell_make(column, row), CAROM_NORTH);
        carom_text_put(text, wall ? "+---" : "+   ");
    }
    carom_text_put(text, "+\n");
}

static void write_content(struct carom_text *text, const struct carom_board *board, carom_cell cell)
{
    uint8_t barrier = board->barriers[cell];
    unsigned token = carom_board_token_at(board, cell);
    if (carom_board_is_solid(board, cell)) {
        carom_text_put(text, "###");
    } else if (barrier != 0) {
        carom_text_char(text, carom_robot_letter(barrier & CAROM_BARRIER_COLOUR));
        carom_text_put(text, (barrier & CAROM_BARRIER_FALLING) != 0 ? "\\ " : "/ ");
    } else if (token != CAROM_NO_TOKEN) {
        carom_token_write(text, token);
        carom_text_put(text, token == CAROM_VORTEX ? "  " : " ");
    } else {
        carom_text_put(text, " . ");
    }
}

static void write_cell_line(struct carom_text *text, const struct carom_board *board, unsigned row)
{
    for (unsigned column = 0; column < board->width; column++) {
        carom_cell cell = carom_cell_make(column, row);
        carom_text_char(text, carom_board_has_wall(board, cell, CAROM_WEST) ? '|' : ' ');
        write_content(text, board, cell);
    }
    carom_text_put(text, "|\n");
}

void carom_ascii_board_write(struct carom_text *text, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    for (unsigned row = 0; row < board->height; row++) {
        write_wall_line(text, board, row);
        write_cell_line(text, board, row);
    }
    write_wall_line(text, board, board->height);
    if (position->robots.present != 0) {
        carom_text_put(text, "robots ");
        carom_robots_write(text, &position->robots);
        carom_text_char(text, '\n');
    }
    if (position->target.is_set) {
        carom_text_put(text, "target ");
        carom_target_write(text, &position->target);
        carom_text_char(text, '\n');
    }
}
