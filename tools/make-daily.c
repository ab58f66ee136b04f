/*
 * Chooses the fiendish puzzles of ten years (docs/guide/puzzles.md): make-daily > data/daily.txt
 *
 * For each day of the round it takes the first of the tries (carom_daily_fiendish_deal) that needs 16 moves and more by the
 * atlas of its board. Of two for one board and target that need as many moves and begin with the active robot on the
 * same cell, no other robot is on a cell where the other has one: so none is another one with a useless robot moved.
 */
#include <carom/atlas.h>
#include <carom/daily.h>
#include <stdio.h>
#include <stdlib.h>

#define MOVES_MIN CAROM_DAILY_FIENDISH_MIN
#define MOVES_MAX (MOVES_MIN + 7) /* what an entry can hold */
#define CANDIDATES 64    /* for each day */
#define DAYS (CAROM_DAILY_CYCLE_DAYS / CAROM_DAILY_BOARD_CYCLE)

struct candidate {
    uint32_t offset, moves;
    struct carom_robots robots;
};

static uint16_t chosen[CAROM_DAILY_CYCLE_DAYS];
static struct candidate candidate[DAYS][CANDIDATES];
static unsigned candidates[DAYS];
static struct carom_position position; /* board and target of the pair */

/* When the atlas knows everything of up to 15 moves: who is not among them? */
static void choose(const struct carom_atlas *atlas, unsigned pair)
{
    for (unsigned day = 0; day < DAYS; day++) {
        candidates[day] = 0;
        for (uint32_t offset = 0; offset < CAROM_DAILY_OFFSETS && candidates[day] < CANDIDATES; offset++) {
            struct candidate *next = &candidate[day][candidates[day]];
            carom_daily_fiendish_deal(&position.board, day * CAROM_DAILY_BOARD_CYCLE + pair, offset, &next->robots);
            next->offset = offset;
            next->moves = 0;
            candidates[day] += !carom_atlas_is_within_depth(atlas, &next->robots);
        }
    }
}

static void follow(const struct carom_atlas *atlas)
{
    for (unsigned day = 0; day < DAYS; day++)
        for (unsigned i = 0; i < candidates[day]; i++)
            if (candidate[day][i].moves == 0 && carom_atlas_is_within_depth(atlas, &candidate[day][i].robots))
                candidate[day][i].moves = carom_atlas_depth(atlas);
}

static void make_atlas(unsigned pair)
{
    static struct carom_atlas_task task = {.threads = 1, .hardest_max = 1};
    static void *memory;
    carom_daily_fiendish_board(pair, &position);
    task.board = position.board;
    task.target = position.target;
    if (memory == NULL)
        memory = aligned_alloc(64, carom_atlas_size(&task));
    if (memory == NULL)
        exit(1);
    struct carom_atlas *atlas = carom_atlas_begin(memory, &task);
    bool more = true;
    while (more) {
        if (carom_atlas_level_complete(atlas) && carom_atlas_depth(atlas) >= MOVES_MIN)
            follow(atlas);
        else if (carom_atlas_level_complete(atlas) && carom_atlas_depth(atlas) == MOVES_MIN - 1)
            choose(atlas, pair);
        for (unsigned i = 0; i < carom_atlas_slice_count(atlas); i++)
            carom_atlas_run_slice(atlas, i);
        more = carom_atlas_next_phase(atlas);
    }
    follow(atlas);
}

/* Could they be the same at heart? Then the active robot is on the same cell, and so is another one that matters. */
static bool alike(const struct candidate *a, const struct candidate *b)
{
    unsigned active = position.target.active;
    if (a->moves != b->moves || a->robots.cell[active] != b->robots.cell[active])
        return false;
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++)
        for (unsigned other = 0; other < CAROM_COLOURS; other++)
            if (robot != active && other != active && a->robots.cell[robot] == b->robots.cell[other])
                return true;
    return false;
}

static bool good(const struct candidate *one, const struct candidate *const *taken, unsigned count)
{
    struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET, .position = position};
    puzzle.position.robots = one->robots;
    if (one->moves < MOVES_MIN || one->moves > MOVES_MAX || carom_puzzle_is_one_move_away(&puzzle))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (alike(one, taken[i]))
            return false;
    return true;
}

static bool take(unsigned pair)
{
    static const struct candidate *taken[DAYS];
    for (unsigned day = 0; day < DAYS; day++) {
        unsigned i = 0;
        while (i < candidates[day] && !good(&candidate[day][i], taken, day))
            i++;
        if (i == candidates[day]) {
            fprintf(stderr, "day %u of pair %u: none of %u\n", day, pair, candidates[day]);
            return false;
        }
        taken[day] = &candidate[day][i];
        chosen[day * CAROM_DAILY_BOARD_CYCLE + pair] = (uint16_t)(taken[day]->offset * 8 + taken[day]->moves - MOVES_MIN);
    }
    fprintf(stderr, "%u of %u\n", pair + 1, CAROM_DAILY_BOARD_CYCLE);
    return true;
}

int main(void)
{
    for (unsigned pair = 0; pair < CAROM_DAILY_BOARD_CYCLE; pair++) {
        make_atlas(pair);
        if (!take(pair))
            return 1;
    }
    puts("# The fiendish puzzles of the days: 8 x try + moves - 16. Made by tools/make-daily.c; docs/guide/puzzles.md");
    for (unsigned i = 0; i < CAROM_DAILY_CYCLE_DAYS; i++)
        printf("%u%c", chosen[i], i % 20 == 19 ? '\n' : ' ');
    return 0;
}
