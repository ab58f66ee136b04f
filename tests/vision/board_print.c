#include "board_print.h"

#include <math.h>
#include <string.h>

struct print {
    uint8_t *rgb;
    const struct carom_board *board;
    struct carom_random *random;
    unsigned ink; /* how grey the darkest print is: it differs from box to box, and with the light */
};

static const uint8_t colours[4][3] = {{222, 40, 44}, {236, 190, 40}, {70, 165, 60}, {58, 84, 172}};

static void put(const struct print *print, int x, int y, const uint8_t rgb[3])
{
    if (x >= 0 && y >= 0 && x < PRINT_SIDE && y < PRINT_SIDE)
        memcpy(print->rgb + 3 * ((size_t)y * PRINT_SIDE + (size_t)x), rgb, 3);
}

static void fill(const struct print *print, int left, int top, int right, int bottom, const uint8_t rgb[3])
{
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            put(print, x, y, rgb);
}

/* Dark and lumpy, with a coloured spot here and there: walls and rim. */
static void fill_machinery(const struct print *print, int left, int top, int right, int bottom)
{
    for (int y = top; y < bottom; y += 2) {
        for (int x = left; x < right; x += 2) {
            uint8_t grey = (uint8_t)(print->ink + carom_random_below(print->random, 85));
            uint8_t rgb[3] = {grey, (uint8_t)(grey - 3), (uint8_t)(grey - 6)};
            if (carom_random_below(print->random, 60) == 0)
                memcpy(rgb, colours[carom_random_below(print->random, 4)], 3);
            fill(print, x, y, x + 2 < right ? x + 2 : right, y + 2 < bottom ? y + 2 : bottom, rgb);
        }
    }
}

static void print_cell(const struct print *print, int left, int top, bool plain)
{
    static const uint8_t frame[3] = {212, 199, 187}, white[3] = {240, 238, 236}, line[3] = {88, 80, 76},
                         faint[3] = {198, 202, 214}, stripe[3] = {206, 206, 176};
    fill(print, left, top, left + PRINT_CELL, top + PRINT_CELL, frame);
    fill(print, left + 8, top + 8, left + 32, top + 32, white);
    if (plain) {
        for (int i = 9; i < 31; i++) {
            put(print, left + i, top + 9, faint);
            put(print, left + i, top + 30, faint);
            put(print, left + 9, top + i, faint);
            put(print, left + 30, top + i, faint);
        }
        for (int y = 13; y < 27; y++)
            for (int x = 13; x < 27; x++)
                if ((x + y) / 3 % 2 == 0)
                    put(print, left + x, top + y, stripe);
    }
    for (int i = 0; i < PRINT_CELL; i++) {
        put(print, left + i, top, line);
        put(print, left, top + i, line);
    }
}

/* The sign of a token around a point; u and v in pixels of the print from its middle. */
static bool sign_colour(unsigned token, double u, double v, uint8_t rgb[3])
{
    static const uint8_t white[3] = {245, 245, 245}, outline[3] = {70, 70, 80};
    double r = sqrt(u * u + v * v), angle = atan2(v, u), edge;
    if (token == CAROM_VORTEX) {
        unsigned arm = (unsigned)floor((angle / (2 * M_PI) + 0.5) * 4 + r / 6) % 4;
        memcpy(rgb, colours[arm], 3);
        return r < 16;
    }
    switch ((enum carom_symbol)(token % 4)) {
    case CAROM_MOON:
        edge = r - 9;
        break;
    case CAROM_GEAR:
        edge = fmax(-v, fmax(v * 0.5 + u * 0.866, v * 0.5 - u * 0.866)) - 6;
        break;
    case CAROM_PLANET:
        edge = fmax(fabs(u), fabs(v)) - 8;
        break;
    case CAROM_STAR:
    default:
        edge = fmax(fabs(u), fmax(fabs(u * 0.5 + v * 0.866), fabs(u * 0.5 - v * 0.866))) - 8.5;
        break;
    }
    if (edge > 2)
        return false;
    memcpy(rgb, edge > 1 ? outline : edge > -0.5 ? white : colours[token / 4], 3);
    bool pale = token % 4 == CAROM_MOON     ? u + v > 3
                : token % 4 == CAROM_GEAR   ? r > 4 && r < 5.5
                : token % 4 == CAROM_PLANET ? r < 4
                                            : fabs(u * v) < 3;
    if (edge < -0.5 && pale)
        memcpy(rgb, white, 3);
    return true;
}

static void print_sign(const struct print *print, int x, int y, unsigned token, double turn)
{
    for (int dy = -17; dy <= 17; dy++) {
        for (int dx = -17; dx <= 17; dx++) {
            uint8_t rgb[3];
            if (sign_colour(token, dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn), rgb))
                put(print, x + dx, y + dy, rgb);
        }
    }
}

static void print_barrier(const struct print *print, int left, int top, unsigned barrier)
{
    for (int y = 0; y < PRINT_CELL; y++) {
        for (int x = 0; x < PRINT_CELL; x++) {
            int off = (barrier & CAROM_BARRIER_FALLING) != 0 ? x - y : x + y - PRINT_CELL;
            if (off > -5 && off < 5)
                put(print, left + x, top + y, colours[barrier & CAROM_BARRIER_COLOUR]);
        }
    }
}

static void print_walls(const struct print *print, int cell)
{
    int left = PRINT_RIM + cell % 16 * PRINT_CELL, top = PRINT_RIM + cell / 16 * PRINT_CELL;
    if (carom_board_has_wall(print->board, (carom_cell)cell, CAROM_EAST))
        fill_machinery(print, left + PRINT_CELL - 5, top - 3, left + PRINT_CELL + 5, top + PRINT_CELL + 3);
    if (carom_board_has_wall(print->board, (carom_cell)cell, CAROM_SOUTH))
        fill_machinery(print, left - 3, top + PRINT_CELL - 5, left + PRINT_CELL + 3, top + PRINT_CELL + 5);
}

static void print_centre(const struct print *print, unsigned token, enum print_centre centre)
{
    static const uint8_t dark[3] = {56, 58, 60}, brown[3] = {110, 92, 72}, hole[3] = {40, 38, 36},
                         black[3] = {24, 22, 22};
    int first = PRINT_RIM + 7 * PRINT_CELL, last = PRINT_RIM + 9 * PRINT_CELL, middle = PRINT_SIDE / 2;
    fill_machinery(print, first - 5, first - 5, last + 5, last + 5);
    fill(print, first + 5, first + 5, last - 5, last - 5, centre == PRINT_CENTRE_HOLES ? brown : dark);
    for (int k = 0; k < 4 && centre == PRINT_CENTRE_HOLES; k++)
        for (int dy = -9; dy <= 9; dy++)
            for (int dx = -9; dx <= 9; dx++)
                if (dx * dx + dy * dy < 80)
                    put(print, middle + (k % 2 ? 20 : -20) + dx, middle + (k / 2 ? 20 : -20) + dy, hole);
    if (token == CAROM_NO_TOKEN)
        return;
    int x = middle + (int)carom_random_below(print->random, 9) - 4,
        y = middle + (int)carom_random_below(print->random, 9) - 4;
    for (int dy = -16; dy <= 16; dy++)
        for (int dx = -16; dx <= 16; dx++)
            if (dx * dx + dy * dy < 260)
                put(print, x + dx, y + dy, black);
    print_sign(print, x, y, token, carom_random_below(print->random, 360) * M_PI / 180);
}

void print_board(uint8_t *rgb, const struct carom_board *board, unsigned token, enum print_centre centre,
                 struct carom_random *random)
{
    struct print print = {rgb, board, random, 26 + carom_random_below(random, 55)};
    fill_machinery(&print, 0, 0, PRINT_SIDE, PRINT_SIDE);
    for (int cell = 0; cell < CAROM_CELLS; cell++) {
        int left = PRINT_RIM + cell % 16 * PRINT_CELL, top = PRINT_RIM + cell / 16 * PRINT_CELL;
        unsigned sign = carom_board_token_at(board, (carom_cell)cell);
        print_cell(&print, left, top, sign == CAROM_NO_TOKEN);
        if (board->barriers[cell] != 0)
            print_barrier(&print, left, top, board->barriers[cell]);
        if (sign == CAROM_VORTEX)
            fill_machinery(&print, left + 3, top + 3, left + PRINT_CELL - 2, top + PRINT_CELL - 2);
        if (sign != CAROM_NO_TOKEN)
            print_sign(&print, left + PRINT_CELL / 2, top + PRINT_CELL / 2, sign, 0);
    }
    for (int cell = 0; cell < CAROM_CELLS; cell++)
        if (cell % 16 != 15 || cell / 16 != 15)
            print_walls(&print, cell);
    print_centre(&print, token, centre);
}
