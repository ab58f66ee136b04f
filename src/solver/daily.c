/*
 * The puzzles of the day (carom/daily.h).
 *
 * For easy, medium and Micro Robots the date selects the board and seeds the robots, which are drawn until the
 * difficulty fits. Fiendish positions are too rare for that and take too long to solve in a browser, so they are
 * placements on boards known to be hard; the offsets of those that need 16 moves or more were computed once, for a
 * little over ten years (data/daily.txt).
 */
#include <carom/daily.h>
#include <carom/deal.h>
#include <carom/json.h>

#define SEED_SALT 0x6361726f6dull /* keeps these positions apart from those of other seeds */
#define FEW_ROUTES 4
#define BOARDS 1536      /* boards of the 2013 edition */
#define BOARD_STEP 611   /* coprime to BOARDS, so that consecutive days have different boards and each comes once */
#define BOARD_OFFSET 701 /* so that the two puzzles of a day are on different boards */
#define MICRO_BOARDS 3072
#define MICRO_BOARD_STEP 1237
#define MICRO_MIN 4
#define MICRO_MAX 7

const char *const carom_daily_names[CAROM_DAILY_KINDS] = {"easy", "medium", "fiendish", "micro"};

/* For each day of the cycle: offset * 8 + moves - 16. */
static const uint16_t fiendish[CAROM_DAILY_CYCLE_DAYS] = {
#include "daily.inc"
};

/* Boards and targets of 1999 where many placements need 16 moves or more. */
static const struct {
    const char *board, *target;
} pairs[CAROM_DAILY_BOARD_CYCLE] = {
    {"R2-B2-G1-Y1", "Bg"}, {"R2-B2-G1-Y2", "Bg"}, {"R1-Y1-B2-G1", "Bm"}, {"R1-B2-G1-Y1", "Bg"}, {"R1-B2-G1-Y2", "Bg"},
    {"R2-Y1-B2-G1", "Bg"}, {"R2-Y1-B2-G1", "Bm"}, {"R1-Y1-B2-G1", "Bg"}, {"R2-B2-G2-Y1", "Bg"}, {"R1-B2-G2-Y1", "Bg"},
    {"R2-Y2-G2-B1", "Rs"}, {"R2-B1-Y2-G2", "Bg"}, {"R1-Y1-B2-G2", "Bg"}, {"R1-B2-G2-Y2", "Bg"}, {"R1-Y2-G2-B1", "Rs"},
};

/* ---- dates ---- */

static bool is_leap_year(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static unsigned days_of_month(unsigned year, unsigned month)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap_year(year));
}

/* Parses exactly `count` digits. */
static bool parse_digits(const char *text, unsigned count, unsigned *number)
{
    *number = 0;
    for (unsigned i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = *number * 10 + (unsigned)(text[i] - '0');
    }
    return true;
}

bool carom_date_read(uint32_t *day, const char *text, size_t length)
{
    unsigned year, month, date;
    bool good = length == 10 && text[4] == '-' && text[7] == '-' && parse_digits(text, 4, &year) &&
                parse_digits(text + 5, 2, &month) && parse_digits(text + 8, 2, &date) && year >= 1970 && month >= 1 &&
                month <= 12 && date >= 1 && date <= days_of_month(year, month);
    if (!good)
        return false;
    *day = date - 1;
    for (unsigned y = 1970; y < year; y++)
        *day += 365 + is_leap_year(y);
    for (unsigned m = 1; m < month; m++)
        *day += days_of_month(year, m);
    return true;
}

static void write_digits(struct carom_text *text, unsigned number, unsigned least)
{
    for (; number < least; least /= 10)
        carom_text_char(text, '0');
    carom_text_uint(text, number);
}

void carom_date_write(struct carom_text *text, uint32_t day)
{
    unsigned year = 1970, month = 1;
    for (; day >= 365u + is_leap_year(year); year++)
        day -= 365u + is_leap_year(year);
    for (; day >= days_of_month(year, month); month++)
        day -= days_of_month(year, month);
    carom_text_uint(text, year);
    carom_text_char(text, '-');
    write_digits(text, month, 10);
    carom_text_char(text, '-');
    write_digits(text, day + 1, 10);
}

/* ---- puzzles ---- */

static size_t date_length(const char *words)
{
    size_t length = 0;
    while (words[length] != '\0')
        length++;
    return length;
}

unsigned carom_daily_fiendish_deal(const struct carom_board *board, uint32_t cycle_day, uint32_t offset,
                                   struct carom_robots *robots)
{
    static const struct carom_deal_options deal = {.edition = CAROM_EDITION_1999};
    uint64_t try = (uint64_t)cycle_day * CAROM_DAILY_OFFSETS + offset;
    struct carom_random random = carom_random_seed(SEED_SALT + try * CAROM_DAILY_KINDS + CAROM_DAILY_FIENDISH);
    carom_deal_robots(&random, &deal, board, robots);
    return carom_random_below(&random, 4);
}

void carom_daily_fiendish_board(uint32_t cycle_day, struct carom_position *position)
{
    const char *board = pairs[cycle_day % CAROM_DAILY_BOARD_CYCLE].board,
               *target = pairs[cycle_day % CAROM_DAILY_BOARD_CYCLE].target;
    *position = (struct carom_position){.target = {0}};
    carom_board_read(&position->board, board, date_length(board), NULL);
    carom_target_read(&position->target, &position->board, target, date_length(target), NULL);
}

static void find_fiendish(uint32_t cycle_day, struct carom_position *position)
{
    carom_daily_fiendish_board(cycle_day, position);
    carom_position_rotate(
        position, carom_daily_fiendish_deal(&position->board, cycle_day, fiendish[cycle_day] / 8u, &position->robots));
}

/* M1: each arrangement of the tiles, with tile A in the upper left, comes once per cycle. The lower of the two faces
 * alternates between even and odd from cycle to cycle, so no puzzle repeats within two cycles. */
static void find_micro(uint32_t day, struct carom_random *random, struct carom_micro_position *position,
                       uint32_t *moves)
{
    static const uint8_t orders[6][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                         {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    unsigned number = day * MICRO_BOARD_STEP % MICRO_BOARDS, side = number / 256 % 2, round = day / MICRO_BOARDS;
    uint8_t turns[4];
    struct carom_micro_solution found;
    for (unsigned i = 0; i < 4; i++)
        turns[i] = (uint8_t)(number >> 2 * i & 3u);
    carom_micro_board_build(&position->board, side, orders[number / 512], turns);
    position->via = CAROM_MICRO_NO_CELL;
    for (;;) {
        unsigned start = carom_random_below(random, CAROM_MICRO_CELLS),
                 target = carom_random_below(random, CAROM_MICRO_CELLS);
        if (start == target || ((start < target ? start : target) + round) % 2 != 0)
            continue;
        position->start = position->board.cell_of[start];
        position->target = position->board.cell_of[target];
        if (carom_micro_solve(position, &found) && found.moves >= MICRO_MIN && found.moves <= MICRO_MAX)
            break;
    }
    *moves = found.moves;
}

/* R1: each board comes once in 1,536 days, each time with another target until all 17 were used. */
static bool find_ricochet(struct carom_solver *solver, uint32_t day, struct carom_random *random,
                          enum carom_difficulty_level level, struct carom_puzzle *puzzle, uint32_t *moves)
{
    static const struct carom_deal_options deal = {.edition = CAROM_EDITION_2013};
    struct carom_position *position = &puzzle->position;
    uint8_t faces[4];
    if (solver == NULL)
        return false;
    for (unsigned tries = 0; tries < 10000; tries++) {
        struct carom_puzzle_analysis analysis;
        carom_board_nth(faces, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, day * BOARD_STEP % BOARDS);
        carom_board_build(&position->board, faces, NULL);
        position->target = carom_target_from_token(&position->board, (day + 5 * (day / BOARDS)) % CAROM_TOKENS);
        carom_deal_robots(random, &deal, &position->board, &position->robots);
        carom_position_rotate(position, carom_random_below(random, 4));
        if (carom_puzzle_is_one_move_away(puzzle) || !carom_puzzle_analyse(solver, puzzle, 12, &analysis) ||
            analysis.difficulty.level != level || analysis.routes > FEW_ROUTES)
            continue;
        *moves = analysis.moves;
        return true;
    }
    return false;
}

bool carom_daily_find(struct carom_solver *solver, uint32_t day, enum carom_daily_kind kind,
                      struct carom_puzzle *puzzle, uint32_t *moves)
{
    struct carom_random random = carom_random_seed(SEED_SALT + (uint64_t)day * CAROM_DAILY_KINDS + kind);
    uint32_t cycle_day = day % CAROM_DAILY_CYCLE_DAYS;
    puzzle->game = kind == CAROM_DAILY_MICRO ? CAROM_GAME_MICRO : CAROM_GAME_RICOCHET;
    switch (kind) {
    case CAROM_DAILY_EASY:
        return find_ricochet(solver, day, &random, CAROM_DIFFICULTY_EASY, puzzle, moves);
    case CAROM_DAILY_MEDIUM:
        return find_ricochet(solver, day + BOARD_OFFSET, &random, CAROM_DIFFICULTY_MEDIUM, puzzle, moves);
    case CAROM_DAILY_FIENDISH:
        find_fiendish(cycle_day, &puzzle->position);
        *moves = fiendish[cycle_day] % 8u + CAROM_DAILY_FIENDISH_MIN;
        return true;
    case CAROM_DAILY_MICRO:
        find_micro(day, &random, &puzzle->micro, moves);
        return true;
    }
    return false;
}

bool carom_daily_write(struct carom_text *text, struct carom_solver *solver, uint32_t day)
{
    bool good = true;
    carom_json_begin(text, NULL, '{');
    carom_json_open_string(text, "date");
    carom_date_write(text, day);
    carom_json_close_string(text);
    carom_json_begin(text, "puzzles", '[');
    for (unsigned kind = 0; kind < CAROM_DAILY_KINDS; kind++) {
        struct carom_puzzle puzzle;
        uint32_t moves = 0;
        good = carom_daily_find(solver, day, (enum carom_daily_kind)kind, &puzzle, &moves) && good;
        if (!good)
            break;
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "kind", carom_daily_names[kind]);
        carom_json_put_int(text, "moves", moves);
        carom_puzzle_write_members(text, &puzzle);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    carom_json_end(text, '}');
    return good;
}
