/*
 * Boards as values: assembled from printed faces, drawn by hand, rotated (R1, R2, S1).
 *
 * A wall is stored in both cells that it separates. The board's edge and the sides of solid cells are walls with a
 * second bit that stops the transparent robot too (T3). So a slide reads one byte per step and never needs the board's
 * size.
 */
#include "invariants.h"
#include "libc_mem.h"

#define FACE_SIDE 8
#define FACE_1999 1
#define FACE_2013 2
#define FACE_TARGET 0
#define FACE_BARRIER 1

struct face {
    uint8_t editions;
    uint8_t items;
    struct {
        uint8_t place; /* row * 8 + column */
        uint8_t kind;
        uint8_t what; /* a token, or barrier bits as in struct carom_board */
    } item[8];
    uint8_t walls[FACE_SIDE * FACE_SIDE]; /* bit 1 << direction; the edge and the notch included, the sides facing other
                                             sections not */
};

static const struct face printed[CAROM_FACES] = {
#include "faces.inc"
};

unsigned carom_robots_at(const struct carom_robots *robots, carom_cell cell)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(robots, robot) && robots->cell[robot] == cell)
            return robot;
    return CAROM_ROBOTS;
}

static bool neighbour_inside(const struct carom_board *board, carom_cell cell, unsigned direction)
{
    unsigned column = carom_cell_column(cell), row = carom_cell_row(cell);
    switch ((enum carom_direction)direction) {
    case CAROM_NORTH:
        return row > 0;
    case CAROM_EAST:
        return column + 1 < board->width;
    case CAROM_SOUTH:
        return row + 1 < board->height;
    case CAROM_WEST:
        return column > 0;
    }
    return false;
}

static void set_side(struct carom_board *board, carom_cell cell, unsigned direction, bool wall, bool hard)
{
    unsigned bits = 1u << direction | 16u << direction;
    unsigned set = (wall ? 1u << direction : 0) | (hard ? 16u << direction : 0);
    board->walls[cell] = (uint8_t)((board->walls[cell] & ~bits) | set);
}

static void set_both_sides(struct carom_board *board, carom_cell cell, unsigned direction, bool wall, bool hard)
{
    set_side(board, cell, direction, wall, hard);
    if (neighbour_inside(board, cell, direction))
        set_side(board, carom_cell_neighbour(cell, direction), (direction + 2) % 4, wall, hard);
}

void carom_board_init(struct carom_board *board, unsigned width, unsigned height)
{
    width = width < 1 ? 1 : width > CAROM_BOARD_SIDE ? CAROM_BOARD_SIDE : width;
    height = height < 1 ? 1 : height > CAROM_BOARD_SIDE ? CAROM_BOARD_SIDE : height;
    memset(board, 0, sizeof *board);
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    memset(board->faces, CAROM_NO_FACE, sizeof board->faces);
    for (unsigned i = 0; i < CAROM_BOARD_SIDE; i++) {
        /* Cells beyond the board's size are solid, so that no code has to check the size. */
        for (unsigned j = 0; j < CAROM_BOARD_SIDE; j++)
            if (i >= height || j >= width)
                board->solid[i] |= (uint16_t)(1u << j);
    }
    for (unsigned column = 0; column < width; column++) {
        set_side(board, carom_cell_make(column, 0), CAROM_NORTH, true, true);
        set_side(board, carom_cell_make(column, height - 1), CAROM_SOUTH, true, true);
    }
    for (unsigned row = 0; row < height; row++) {
        set_side(board, carom_cell_make(0, row), CAROM_WEST, true, true);
        set_side(board, carom_cell_make(width - 1, row), CAROM_EAST, true, true);
    }
    CAROM_ASSERT(carom_board_valid(board));
}

void carom_board_set_wall(struct carom_board *board, carom_cell cell, unsigned direction, bool wall)
{
    if (direction < CAROM_DIRECTIONS && !carom_board_has_hard_wall(board, cell, direction))
        set_both_sides(board, cell, direction, wall, false);
}

void carom_board_set_solid(struct carom_board *board, carom_cell cell)
{
    board->solid[carom_cell_row(cell)] |= (uint16_t)(1u << carom_cell_column(cell));
    board->barriers[cell] = 0;
    unsigned token = carom_board_token_at(board, cell);
    if (token != CAROM_NO_TOKEN)
        board->tokens &= ~(1u << token);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        set_both_sides(board, cell, direction, true, true);
}

void carom_board_remove_barriers(struct carom_board *board)
{
    if (!carom_board_has_barriers(board))
        return;
    memset(board->barriers, 0, sizeof board->barriers);
    memset(board->faces, CAROM_NO_FACE, sizeof board->faces);
}

bool carom_board_has_barriers(const struct carom_board *board)
{
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (board->barriers[cell] != 0)
            return true;
    return false;
}

unsigned carom_board_token_at(const struct carom_board *board, carom_cell cell)
{
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        if ((board->tokens >> token & 1u) != 0 && board->token_cell[token] == cell)
            return token;
    return CAROM_NO_TOKEN;
}

carom_cell carom_cell_rotate(carom_cell cell, unsigned side, unsigned quarters)
{
    unsigned column = carom_cell_column(cell), row = carom_cell_row(cell);
    for (; quarters % 4 != 0; quarters--) {
        unsigned turned = side - 1 - row;
        row = column;
        column = turned;
    }
    return carom_cell_make(column, row);
}

static uint8_t rotate_barrier(uint8_t barrier, unsigned quarters)
{
    return barrier != 0 && quarters % 2 != 0 ? barrier ^ CAROM_BARRIER_FALLING : barrier;
}

static void place_face(struct carom_board *board, unsigned corner, const struct face *face)
{
    for (unsigned place = 0; place < FACE_SIDE * FACE_SIDE; place++) {
        carom_cell cell =
            carom_cell_rotate(carom_cell_make(place % FACE_SIDE, place / FACE_SIDE), CAROM_BOARD_SIDE, corner);
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            if ((face->walls[place] >> direction & 1u) != 0)
                carom_board_set_wall(board, cell, (direction + corner) % 4, true);
    }
    for (unsigned i = 0; i < face->items; i++) {
        unsigned place = face->item[i].place;
        carom_cell cell =
            carom_cell_rotate(carom_cell_make(place % FACE_SIDE, place / FACE_SIDE), CAROM_BOARD_SIDE, corner);
        if (face->item[i].kind == FACE_BARRIER) {
            board->barriers[cell] = rotate_barrier(face->item[i].what, corner);
        } else {
            board->tokens |= 1u << face->item[i].what;
            board->token_cell[face->item[i].what] = cell;
        }
    }
}

/* R1 */
bool carom_board_build(struct carom_board *board, const uint8_t faces[4], struct carom_error *error)
{
    unsigned marks = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        if (faces[corner] >= CAROM_FACES)
            return carom_error_set(error, CAROM_ERROR_FACE, corner * 3, "?", 1);
        unsigned mark = 1u << faces[corner] / 4;
        if ((marks & mark) != 0) {
            char name[4];
            struct carom_text text = carom_text_init(name, sizeof name);
            carom_face_write(&text, faces[corner]);
            return carom_error_set(error, CAROM_ERROR_SECTION_TWICE, corner * 3, name, text.length);
        }
        marks |= mark;
    }
    carom_board_init(board, CAROM_BOARD_SIDE, CAROM_BOARD_SIDE);
    for (unsigned corner = 0; corner < 4; corner++) {
        carom_board_set_solid(board, carom_cell_rotate(carom_cell_make(7, 7), CAROM_BOARD_SIDE, corner));
        place_face(board, corner, &printed[faces[corner]]);
        board->faces[corner] = faces[corner];
    }
    CAROM_ASSERT(carom_board_valid(board));
    return true;
}

/* R1 */
void carom_faces_replace(uint8_t faces[4], unsigned corner, unsigned face)
{
    if (corner >= 4 || face >= CAROM_FACES)
        return;
    for (unsigned other = 0; other < 4; other++)
        if (other != corner && faces[other] / 4 == face / 4)
            faces[other] = faces[corner];
    faces[corner] = (uint8_t)face;
}

static void rotate_once(struct carom_board *board)
{
    struct carom_board was = *board;
    unsigned side = board->width;
    memset(board->solid, 0, sizeof board->solid);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        /* Cells beyond a smaller board are not rotated: they are solid and empty. */
        bool inside = carom_board_contains(&was, (carom_cell)cell);
        carom_cell to = inside ? carom_cell_rotate((carom_cell)cell, side, 1) : (carom_cell)cell;
        unsigned walls = was.walls[cell] & 15u, hard = was.walls[cell] >> 4;
        walls = (walls << 1 | walls >> 3) & 15u;
        hard = (hard << 1 | hard >> 3) & 15u;
        board->walls[to] = (uint8_t)(walls | hard << 4);
        board->barriers[to] = rotate_barrier(was.barriers[cell], 1);
        if (carom_board_is_solid(&was, (carom_cell)cell))
            board->solid[carom_cell_row(to)] |= (uint16_t)(1u << carom_cell_column(to));
    }
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        board->token_cell[token] = carom_cell_rotate(was.token_cell[token], side, 1);
    for (unsigned corner = 0; corner < 4; corner++)
        board->faces[(corner + 1) % 4] = was.faces[corner];
}

void carom_board_rotate(struct carom_board *board, unsigned quarters)
{
    if (board->width != board->height)
        return;
    for (; quarters % 4 != 0; quarters--)
        rotate_once(board);
    CAROM_ASSERT(carom_board_valid(board));
}

bool carom_face_has_barriers(unsigned face)
{
    for (unsigned i = 0; face < CAROM_FACES && i < printed[face].items; i++)
        if (printed[face].item[i].kind == FACE_BARRIER)
            return true;
    return false;
}

bool carom_face_in_edition(unsigned face, enum carom_edition edition)
{
    return face < CAROM_FACES &&
           (printed[face].editions & (edition == CAROM_EDITION_1999 ? FACE_1999 : FACE_2013)) != 0;
}

const char *const carom_edition_names[CAROM_EDITIONS] = {
    [CAROM_EDITION_1999] = "1999",
    [CAROM_EDITION_2013] = "2013",
};
const char *const carom_barrier_choice_names[CAROM_BARRIER_CHOICES] = {
    [CAROM_BARRIERS_ANY] = "any",
    [CAROM_BARRIERS_NONE] = "no",
    [CAROM_BARRIERS_REQUIRED] = "only",
};

const char *carom_edition_title(enum carom_edition edition)
{
    static const char *const titles[CAROM_EDITIONS] = {
        [CAROM_EDITION_1999] = "1999: 4 sections",
        [CAROM_EDITION_2013] = "2013: 8 sections",
    };
    return titles[edition];
}

const char *carom_barrier_choice_title(enum carom_barrier_choice barriers)
{
    static const char *const titles[CAROM_BARRIER_CHOICES] = {
        [CAROM_BARRIERS_ANY] = "with or without barriers",
        [CAROM_BARRIERS_NONE] = "no barriers",
        [CAROM_BARRIERS_REQUIRED] = "with barriers",
    };
    return titles[barriers];
}

/* R2, S1: does this board belong to the edition, with or without barriers as asked? */
static bool board_wanted(const uint8_t faces[4], enum carom_edition edition, enum carom_barrier_choice barriers)
{
    bool any = false;
    for (unsigned corner = 0; corner < 4; corner++) {
        if (!carom_face_in_edition(faces[corner], edition))
            return false;
        any = any || (barriers != CAROM_BARRIERS_ANY && carom_face_has_barriers(faces[corner]));
    }
    switch (barriers) {
    case CAROM_BARRIERS_ANY:
        return true;
    case CAROM_BARRIERS_NONE:
        return !any;
    case CAROM_BARRIERS_REQUIRED:
        return any;
    }
    return false;
}

/* All 1,536 boards in a fixed order: the order of the other three marks, then the numbers of the four faces. */
#define ORDERS 6
#define NUMBERS 256
static void board_at(uint8_t faces[4], unsigned marks, unsigned numbers)
{
    static const uint8_t order[ORDERS][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    faces[0] = (uint8_t)(numbers >> 6 & 3u);
    for (unsigned i = 0; i < 3; i++)
        faces[i + 1] = (uint8_t)(order[marks][i] * 4 + (numbers >> (4 - 2 * i) & 3u));
}

/* Counts the boards of one order of the marks. Every order has the same number, because the same faces lie in other
 * corners. */
static unsigned count_of_an_order(enum carom_edition edition, enum carom_barrier_choice barriers)
{
    unsigned count = 0;
    uint8_t faces[4];
    for (unsigned numbers = 0; numbers < NUMBERS; numbers++) {
        board_at(faces, 0, numbers);
        count += board_wanted(faces, edition, barriers) ? 1 : 0;
    }
    return count;
}

unsigned carom_board_count(enum carom_edition edition, enum carom_barrier_choice barriers)
{
    return ORDERS * count_of_an_order(edition, barriers);
}

bool carom_board_nth(uint8_t faces[4], enum carom_edition edition, enum carom_barrier_choice barriers, unsigned index)
{
    unsigned each = count_of_an_order(edition, barriers);
    if (index >= ORDERS * each)
        return false;
    unsigned left = index % each;
    for (unsigned numbers = 0; numbers < NUMBERS; numbers++) {
        board_at(faces, index / each, numbers);
        if (board_wanted(faces, edition, barriers) && left-- == 0)
            return true;
    }
    return false;
}
