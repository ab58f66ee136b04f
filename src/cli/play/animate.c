/*
 * Robots that are seen to slide, cell by cell. The table waits for them: a move is drawn before it is made, in less
 * than half a second. A key ends it at once and then does what it always does, so nobody who types ahead has to wait.
 */
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <ncurses.h>

#define CELL_MS 24
#define SLIDE_MS 360 /* of a long way all in all */

/* One step from a number towards another. */
static unsigned nearer(unsigned from, unsigned to)
{
    return from < to ? from + 1 : from > to ? from - 1 : from;
}

/* Was a key pressed? It stays to be read. */
static bool key_waits(int ms)
{
    wint_t key;
    timeout(ms);
    int kind = get_wch(&key);
    timeout(0);
    if (kind == KEY_CODE_YES)
        ungetch((int)key);
    else if (kind == OK)
        unget_wch((wchar_t)key);
    return kind != ERR;
}

/* Draws the piece where it is now. False: enough. */
static bool show(struct screen *screen, int ms)
{
    screen_draw(screen);
    return !key_waits(ms) && !terminal_interrupted();
}

static int pace(unsigned cells)
{
    return cells * CELL_MS > SLIDE_MS ? (int)(SLIDE_MS / cells) + 1 : CELL_MS;
}

static void slide_robot(struct screen *screen, const struct carom_robots *robots, struct carom_move move)
{
    static struct carom_path path;
    struct carom_slide slide;
    if (!carom_slide(&screen->play->table.board, robots, move, &slide, &path))
        return;
    screen->moving_piece.robots = *robots;
    for (unsigned i = 1; i < path.count; i++) {
        while (screen->moving_piece.robots.cell[move.robot] != path.corner[i]) {
            carom_cell at = screen->moving_piece.robots.cell[move.robot], to = path.corner[i];
            screen->moving_piece.robots.cell[move.robot] = carom_cell_make(
                nearer(carom_cell_column(at), carom_cell_column(to)), nearer(carom_cell_row(at), carom_cell_row(to)));
            if (!show(screen, pace(slide.steps)))
                return;
        }
    }
}

static void slide_micro(struct screen *screen, unsigned face)
{
    const struct carom_table *table = &screen->play->table;
    if (table->micro_robot_face >= CAROM_MICRO_CELLS || face >= CAROM_MICRO_CELLS)
        return;
    unsigned at = table->micro_board.cell_of[table->micro_robot_face], to = table->micro_board.cell_of[face];
    while (at != to) {
        at = nearer(at / CAROM_MICRO_SIDE, to / CAROM_MICRO_SIDE) * CAROM_MICRO_SIDE +
             nearer(at % CAROM_MICRO_SIDE, to % CAROM_MICRO_SIDE);
        screen->moving_piece.face = table->micro_board.face_at[at];
        if (!show(screen, 2 * CELL_MS))
            return;
    }
}

void animate_move(void *context, const struct carom_robots *robots, const struct carom_any_move *move)
{
    struct screen *screen = context;
    screen->moving_piece.on = true;
    screen->moving_piece.face = screen->play->table.micro_robot_face;
    screen->moving_piece.robots = *robots;
    if (!move->micro)
        slide_robot(screen, robots, move->move);
    else
        slide_micro(screen, move->micro_face);
    screen->moving_piece.on = false;
}
