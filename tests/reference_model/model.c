#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char robot_letters[] = "RYGBST";

#define FACE_LINES 17
#define FACE_COLUMNS 33

struct drawing {
    char name[3];
    char line[FACE_LINES][FACE_COLUMNS + 2];
};

static struct drawing faces[16];
static char tiles[8][16];        /* "black A" */
static char tile_cells[8][9][3]; /* row by row */

static void die(const char *what, const char *where)
{
    fprintf(stderr, "model: %s: %s\n", what, where);
    exit(1);
}

static FILE *open_data(const char *directory, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        die("cannot open", path);
    return file;
}

static void load_faces(const char *directory)
{
    FILE *file = open_data(directory, "faces.txt");
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "face ", 5) != 0)
            continue;
        if (count == 16)
            die("too many faces", line);
        struct drawing *face = &faces[count++];
        memcpy(face->name, line + 5, 2);
        for (int i = 0; i < FACE_LINES; i++) {
            if (fgets(line, sizeof line, file) == NULL || strlen(line) != FACE_COLUMNS + 1)
                die("bad line in face", face->name);
            memcpy(face->line[i], line, FACE_COLUMNS);
        }
    }
    fclose(file);
    if (count != 16)
        die("too few faces", directory);
}

static void load_tiles(const char *directory)
{
    FILE *file = open_data(directory, "tiles.txt");
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "tile ", 5) != 0)
            continue;
        if (count == 8)
            die("too many tiles", line);
        line[strcspn(line, "\n")] = '\0';
        snprintf(tiles[count], sizeof tiles[count], "%.15s", line + 5);
        for (int i = 0; i < 9; i += 3) {
            char(*cell)[3] = &tile_cells[count][i];
            if (fgets(line, sizeof line, file) == NULL || sscanf(line, "%2s %2s %2s", cell[0], cell[1], cell[2]) != 3)
                die("bad line in tile", tiles[count]);
        }
        count++;
    }
    fclose(file);
}

void model_load(const char *data_directory)
{
    load_faces(data_directory);
    load_tiles(data_directory);
}

static int step_x(char direction)
{
    return direction == 'E' ? 1 : direction == 'W' ? -1 : 0;
}

static int step_y(char direction)
{
    return direction == 'S' ? 1 : direction == 'N' ? -1 : 0;
}

void model_board_wall(struct model_board *board, int x, int y, char direction)
{
    board->wall[2 * y + 1 + step_y(direction)][2 * x + 1 + step_x(direction)] = true;
}

bool model_board_has_wall(const struct model_board *board, int x, int y, char direction)
{
    return board->wall[2 * y + 1 + step_y(direction)][2 * x + 1 + step_x(direction)];
}

void model_board_empty(struct model_board *board, int width, int height)
{
    memset(board, 0, sizeof *board);
    board->width = width;
    board->height = height;
    for (int x = 0; x < width; x++) {
        model_board_wall(board, x, 0, 'N');
        model_board_wall(board, x, height - 1, 'S');
    }
    for (int y = 0; y < height; y++) {
        model_board_wall(board, 0, y, 'W');
        model_board_wall(board, width - 1, y, 'E');
    }
}

void model_board_block(struct model_board *board, int x, int y)
{
    board->block[y][x] = true;
    for (const char *direction = "NESW"; *direction != '\0'; direction++)
        model_board_wall(board, x, y, *direction);
}

/* Copies what a drawing shows into the north-west quarter. A point (px, py) is the character 2 px of line py. */
static void stamp(struct model_board *board, const char *name)
{
    const struct drawing *face = faces;
    while (face < faces + 16 && strncmp(face->name, name, 2) != 0)
        face++;
    if (face == faces + 16)
        die("no such face", name);
    for (int py = 0; py <= 16; py++) {
        for (int px = 0; px <= 16; px++) {
            char c = face->line[py][2 * px];
            board->wall[py][px] |= (px + py) % 2 == 1 && (c == '-' || c == '|');
        }
    }
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 8; x++) {
            char words[4] = {0};
            memcpy(words, &face->line[2 * y + 1][4 * x + 1], 3);
            char what[3] = "";
            sscanf(words, "%2s", what);
            if (strcmp(what, "##") == 0) {
                model_board_block(board, x, y);
            } else if (what[1] == '/' || what[1] == '\\') {
                board->barrier[y][x] = what[1];
                board->barrier_colour[y][x] = what[0];
            } else if (what[0] != '.') {
                memcpy(board->target[y][x], what, 3);
            }
        }
    }
}

/* A point goes to (last - py, px), a cell to (side - 1 - y, x). */
void model_board_turn(struct model_board *board)
{
    struct model_board from = *board;
    int side = from.width;
    memset(board->wall, 0, sizeof board->wall);
    for (int py = 0; py <= 2 * side; py++)
        for (int px = 0; px <= 2 * side; px++)
            board->wall[px][2 * side - py] = from.wall[py][px];
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            int to_x = side - 1 - y;
            int to_y = x;
            char c = from.barrier[y][x];
            board->block[to_y][to_x] = from.block[y][x];
            board->barrier[to_y][to_x] = c == '/' ? '\\' : c == '\\' ? '/' : 0;
            board->barrier_colour[to_y][to_x] = from.barrier_colour[y][x];
            memcpy(board->target[to_y][to_x], from.target[y][x], 3);
        }
    }
}

/* Faces are stamped into the north-west, the whole board turned back by a quarter before each: so the first one lies
 * north-west, the second north-east, as on a table. */
void model_board_build(struct model_board *board, const char *names)
{
    model_board_empty(board, 16, 16);
    for (int i = 0; i < 4; i++) {
        stamp(board, names + 3 * i);
        for (int turn = 0; turn < 3; turn++)
            model_board_turn(board);
    }
}

static bool robot_at(const struct model_robots *robots, int x, int y, int except)
{
    for (int i = 0; i < 6; i++)
        if (i != except && robots->x[i] == x && robots->y[i] == y && x >= 0)
            return true;
    return false;
}

/* R8: '/' swaps north and east, south and west; '\' north and west, south and east. */
static char bounce(char barrier, char direction)
{
    const char *from = "NESW";
    const char *to = barrier == '/' ? "ENWS" : "WSEN";
    return to[strchr(from, direction) - from];
}

/* T2, T3: may the way begin through the wall at this side? */
static bool may_cross(const struct model_board *board, const struct model_robots *robots, int x, int y, char direction)
{
    int next_x = x + step_x(direction);
    int next_y = y + step_y(direction);
    return model_board_has_wall(board, x, y, direction) && next_x >= 0 && next_y >= 0 && next_x < board->width &&
           next_y < board->height && !board->block[next_y][next_x] && !robot_at(robots, next_x, next_y, -1);
}

struct model_slide model_slide(const struct model_board *board, const struct model_robots *robots, int robot,
                               char direction, bool through, const char *signs)
{
    struct model_slide slide = {.x = robots->x[robot], .y = robots->y[robot]};
    if (through && !may_cross(board, robots, slide.x, slide.y, direction)) {
        slide.result = MODEL_FORBIDDEN;
        return slide;
    }
    /* More steps than there are cells, directions and signs to tell apart: it goes round for ever. */
    for (int steps = 0; steps < 16 * 16 * 4 * 70; steps++) {
        int next_x = slide.x + step_x(direction);
        int next_y = slide.y + step_y(direction);
        bool wall = model_board_has_wall(board, slide.x, slide.y, direction) && !(through && steps == 0);
        if (wall || robot_at(robots, next_x, next_y, robot)) {
            slide.result = steps == 0                              ? MODEL_STUCK
                           : board->barrier[slide.y][slide.x] != 0 ? MODEL_ON_BARRIER
                                                                   : MODEL_MOVED;
            return slide;
        }
        slide.x = next_x;
        slide.y = next_y;
        slide.horizontal |= step_x(direction) != 0;
        slide.vertical |= step_y(direction) != 0;
        char barrier = board->barrier[slide.y][slide.x];
        if (barrier == 0 || board->barrier_colour[slide.y][slide.x] == robot_letters[robot])
            continue;
        slide.barriers++;
        if (*signs != '\0' && *signs++ == '+')
            slide.straight++;
        else
            direction = bounce(barrier, direction);
    }
    slide.result = MODEL_ENDLESS;
    return slide;
}

unsigned long long model_perft(const struct model_board *board, const struct model_robots *robots, int depth)
{
    if (depth == 0)
        return 1;
    unsigned long long count = 0;
    for (int robot = 0; robot < 5; robot++) {
        for (const char *direction = "NESW"; robots->x[robot] >= 0 && *direction != '\0'; direction++) {
            struct model_slide slide = model_slide(board, robots, robot, *direction, false, "");
            if (slide.result == MODEL_MOVED) {
                struct model_robots next = *robots;
                next.x[robot] = slide.x;
                next.y[robot] = slide.y;
                count += model_perft(board, &next, depth - 1);
            }
        }
    }
    return count;
}

int model_cells_connected(const struct model_board *board)
{
    bool seen[16][16] = {{false}};
    int stack[256];
    int top = 0;
    int count = 0;
    for (int cell = 0; cell < 256 && top == 0; cell++) {
        if (!board->block[cell / 16][cell % 16]) {
            stack[top++] = cell;
            seen[cell / 16][cell % 16] = true;
        }
    }
    while (top > 0) {
        int cell = stack[--top];
        count++;
        for (const char *direction = "NESW"; *direction != '\0'; direction++) {
            int x = cell % 16 + step_x(*direction);
            int y = cell / 16 + step_y(*direction);
            if (!model_board_has_wall(board, cell % 16, cell / 16, *direction) && !seen[y][x]) {
                seen[y][x] = true;
                stack[top++] = y * 16 + x;
            }
        }
    }
    return count;
}

/* Turns a 3x3 tile: what stood at (x, y) stands at (2 - y, x). */
static void turn_tile(char cell[9][3])
{
    char from[9][3];
    memcpy(from, cell, sizeof from);
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            memcpy(cell[x * 3 + 2 - y], from[y * 3 + x], 3);
}

void model_micro_build(struct model_micro *board, const char *text)
{
    static const int corner_x[4] = {0, 3, 3, 0};
    static const int corner_y[4] = {0, 0, 3, 3};
    char side[8];
    char name[4];
    int turns[4];
    if (sscanf(text, "%7[a-z]-%c%d-%c%d-%c%d-%c%d", side, &name[0], &turns[0], &name[1], &turns[1], &name[2], &turns[2],
               &name[3], &turns[3]) != 9)
        die("bad Micro Robots board", text);
    for (int i = 0; i < 4; i++) {
        char wanted[16];
        snprintf(wanted, sizeof wanted, "%s %c", side, name[i]);
        int tile = 0;
        while (tile < 8 && strcmp(tiles[tile], wanted) != 0)
            tile++;
        if (tile == 8)
            die("no such tile", wanted);
        char cell[9][3];
        memcpy(cell, tile_cells[tile], sizeof cell);
        for (int turn = 0; turn < turns[i]; turn++)
            turn_tile(cell);
        for (int j = 0; j < 9; j++)
            memcpy(board->cell[corner_y[i] + j / 3][corner_x[i] + j % 3], cell[j], 3);
    }
}

static void find(const struct model_micro *board, const char *words, int *x, int *y)
{
    for (int i = 0; i < 36; i++) {
        if (strcmp(board->cell[i / 6][i % 6], words) == 0) {
            *x = i % 6;
            *y = i / 6;
            return;
        }
    }
    die("no such cell", words);
}

bool model_micro_can_move(const struct model_micro *board, const char *from, const char *to)
{
    int from_x = 0, from_y = 0, to_x = 0, to_y = 0;
    find(board, from, &from_x, &from_y);
    find(board, to, &to_x, &to_y);
    bool line = from_x == to_x || from_y == to_y;
    bool shares = from[0] == to[0] || from[1] == to[1];
    return strcmp(from, to) != 0 && line && shares;
}
