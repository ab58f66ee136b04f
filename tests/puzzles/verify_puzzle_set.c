/*
 * Holds a set of puzzles to what it says: confirm SHARE [FOLDER]; without a folder, data/puzzles.
 *
 * Each line is asked of the solver, and confirmed by something that is not the solver: Micro Robots by trying all
 * walks, positions that results of an atlas in data/ list by these, other long positions of four robots without
 * barriers by the atlas of their board and target, the rest by the plain model. No line is near its target, none is
 * another one at heart. With a SHARE of 100 every line is looked at; with less only so many of a hundred, and no atlas
 * is made, because that takes seconds. `confirm 100 again` makes the atlases of listed positions again, too: an hour.
 */
#include "../atlas/probes.h"
#include "../solver/brute_force.h"

#include <carom/libc_allocator.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 16384
#define LISTED_MAX 131072 /* positions in the results of atlases */
#define ROUTE_TEXT_MAX 128
#define PLAIN_STATES 60000000
#define PLAIN_STATES_QUICK 3000000 /* in the short form: memory for them is set aside each time */
#define PLAIN_MAX 6                /* moves that the model looks for where there is an atlas as well */
#define PLAIN_QUICK 5              /* and in the short form */
#define WALK_QUICK 7

struct entry {
    struct carom_puzzle puzzle;
    struct carom_puzzle_analysis analysis;
    char words[ROUTE_TEXT_MAX], heart[ROUTE_TEXT_MAX], pair[ROUTE_TEXT_MAX];
};

static struct entry *list;
static size_t entries;
static struct carom_solver *solver;
static int wrong;
static unsigned by_model, by_atlas, by_results, by_walks, not_confirmed;

static void complain(const struct entry *entry, const char *what)
{
    printf("%s: %s\n", entry->words, what);
    wrong++;
}

/* ---- reading ---- */

static void read_line(char *line, unsigned word)
{
    struct entry *next = &list[entries];
    unsigned moves, number;
    uint64_t routes;
    char again[ROUTE_TEXT_MAX];
    struct carom_text text = carom_text_init(again, sizeof again);
    if (sscanf(line, "%100s %u %" SCNu64 " %u", next->words, &moves, &routes, &number) != 4 ||
        !carom_puzzle_read(&next->puzzle, CAROM_REQUIRE_TARGET, next->words, strlen(next->words), NULL)) {
        printf("%s: is no puzzle\n", line);
        wrong++;
        return;
    }
    entries++;
    carom_puzzle_write(&text, &next->puzzle);
    if (strcmp(again, next->words) != 0)
        complain(next, "is not written the usual way");
    next->analysis = (struct carom_puzzle_analysis){.moves = moves, .routes = routes, .difficulty = {number, word}};
}

static unsigned read_grade(const char *folder, unsigned word, unsigned share)
{
    char path[4096], line[256];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/%s.txt", folder, carom_difficulty_name(word));
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        count++;
        if (count * share / 100 != (count - 1) * share / 100 && entries < LINES_MAX)
            read_line(line, word);
    }
    if (file != NULL)
        fclose(file);
    return count;
}

/* ---- what the solver says ---- */

static void ask_solver(struct entry *entry)
{
    struct carom_puzzle_analysis analysis;
    struct carom_puzzle heart;
    if (carom_puzzle_is_one_move_away(&entry->puzzle))
        complain(entry, "is one step away");
    if (!carom_puzzle_analyse(solver, &entry->puzzle, 0, &analysis) || analysis.moves != entry->analysis.moves ||
        analysis.routes != entry->analysis.routes || analysis.difficulty.value != entry->analysis.difficulty.value ||
        analysis.difficulty.level != entry->analysis.difficulty.level) {
        complain(entry, "is not what the solver says");
        return;
    }
    carom_puzzle_canonical(solver, &entry->puzzle, &analysis, &heart);
    struct carom_text text = carom_text_init(entry->heart, sizeof entry->heart);
    carom_puzzle_write(&text, &heart);
}

static int by_heart(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->heart, ((const struct entry *)b)->heart);
}

static void compare_hearts(void)
{
    qsort(list, entries, sizeof *list, by_heart);
    for (size_t i = 1; i < entries; i++)
        if (strcmp(list[i].heart, list[i - 1].heart) == 0 && list[i].heart[0] != '\0')
            complain(&list[i], "is there twice");
}

/* ---- what others say ---- */

static void walk(struct entry *entry, bool all)
{
    if (!all && entry->analysis.moves > WALK_QUICK) {
        not_confirmed++;
        return;
    }
    by_walks++;
    for (unsigned moves = 0; moves < entry->analysis.moves; moves++)
        if (plain_walks(&entry->puzzle.micro, moves) != 0)
            complain(entry, "has a shorter walk");
    if (plain_walks(&entry->puzzle.micro, entry->analysis.moves) != entry->analysis.routes)
        complain(entry, "has another number of walks");
}

static void ask_model(struct entry *entry, bool all)
{
    if (!all && entry->analysis.moves > PLAIN_QUICK) {
        not_confirmed++;
        return;
    }
    struct plain_answer answer = plain_solve(&entry->puzzle.position, true, all ? PLAIN_STATES : PLAIN_STATES_QUICK);
    by_model++;
    if (!answer.solved || answer.cost != entry->analysis.moves || answer.routes != entry->analysis.routes)
        complain(entry, "is not what the plain model says");
}

static int by_pair(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->pair, ((const struct entry *)b)->pair);
}

/* The board and target as the atlas has them: red in the north-west. */
static bool has_atlas(struct entry *entry)
{
    struct carom_position *position = &entry->puzzle.position;
    if (entry->puzzle.game != CAROM_GAME_RICOCHET || entry->analysis.moves <= PLAIN_MAX ||
        position->robots.present != (1u << CAROM_COLOURS) - 1 || carom_board_has_barriers(&position->board))
        return false;
    while (position->board.faces[0] / 4 != CAROM_RED)
        carom_position_rotate(position, 1);
    struct carom_text text = carom_text_init(entry->pair, sizeof entry->pair);
    carom_board_write(&text, &position->board);
    carom_text_char(&text, '/');
    carom_target_write(&text, &position->target);
    return true;
}

static void ask_atlas(struct entry *first, size_t count)
{
    static struct probes probes;
    struct carom_atlas_task task = {
        .board = first->puzzle.position.board, .target = first->puzzle.position.target, .threads = 1, .hardest_max = 1};
    struct carom_atlas_result result;
    void *memory;
    probes.count = (unsigned)count;
    for (size_t i = 0; i < count; i++)
        probes.robots[i] = first[i].puzzle.position.robots;
    probe_atlas(&task, &probes, &memory, &result);
    free(memory);
    for (size_t i = 0; i < count; i++)
        if (probes.moves[i] != first[i].analysis.moves)
            complain(&first[i], "is not what the atlas says");
    by_atlas += (unsigned)count;
}

/* ---- what the results in data/ say ---- */

/* A position that they list, as they write it, with its moves behind it. */
static char (*listed)[ROUTE_TEXT_MAX];
static size_t listed_count;

static int by_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void read_results(const char *name)
{
    char path[4096], line[4096], board[16], target[8];
    unsigned moves;
    snprintf(path, sizeof path, "%s/data/%s", CAROM_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        printf("%s cannot be read\n", path);
        wrong++;
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        char *quote = strchr(line, '"');
        if (quote == NULL || sscanf(line, "%15[^,],%7[^,],1,%*u,%*u,%u,", board, target, &moves) != 3)
            continue;
        for (char *word = strtok(quote + 1, " \""); word != NULL && *word != ','; word = strtok(NULL, " \""))
            if (listed_count < LISTED_MAX)
                snprintf(listed[listed_count++], sizeof listed[0], "%s/%s/%s %u", board, word, target, moves);
    }
    fclose(file);
}

/* Do the results list the position, with as many moves? They have the red mark in the north-west. */
static bool is_listed(const struct entry *entry)
{
    char words[ROUTE_TEXT_MAX];
    struct carom_position position = entry->puzzle.position;
    for (unsigned turn = 0; turn < 4 && position.board.faces[0] / 4 != CAROM_RED; turn++)
        carom_position_rotate(&position, 1);
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_position_write(&text, &position);
    carom_text_char(&text, ' ');
    carom_text_uint(&text, entry->analysis.moves);
    return bsearch(words, listed, listed_count, sizeof listed[0], by_words) != NULL;
}

static void ask_others(bool all, bool again)
{
    for (size_t i = 0; i < entries; i++)
        if (list[i].puzzle.game == CAROM_GAME_MICRO)
            walk(&list[i], all);
        else if (is_listed(&list[i]) && !(again && has_atlas(&list[i])))
            by_results++;
        else if (!all || !has_atlas(&list[i]))
            ask_model(&list[i], all);
    if (!all)
        return;
    qsort(list, entries, sizeof *list, by_pair);
    for (size_t i = 0, next; i < entries; i = next) {
        for (next = i + 1; next < entries && strcmp(list[i].pair, list[next].pair) == 0;)
            next++;
        if (list[i].pair[0] != '\0')
            ask_atlas(&list[i], next - i);
    }
}

/* What the set has to have, whole. */
static void count_kinds(bool ours)
{
    unsigned barriers = 0, silver = 0, transparent = 0, micro = 0, twenty = 0;
    for (size_t i = 0; i < entries; i++) {
        bool slides = list[i].puzzle.game == CAROM_GAME_RICOCHET;
        const struct carom_position *position = &list[i].puzzle.position;
        micro += !slides;
        barriers += slides && carom_board_has_barriers(&position->board);
        silver += slides && carom_robots_has(&position->robots, CAROM_SILVER);
        transparent += slides && carom_robots_has(&position->robots, CAROM_TRANSPARENT);
        twenty += slides && list[i].analysis.moves >= 20;
    }
    printf("%zu puzzles: %u with barriers, %u silver, %u transparent, %u Micro Robots, %u of 20 moves and more\n",
           entries, barriers, silver, transparent, micro, twenty);
    if (ours && (entries < 8000 || twenty < 200 || barriers < 200 || silver < 100 || transparent < 100 || micro < 200))
        wrong++;
}

int main(int argc, char **argv)
{
    unsigned share = argc >= 2 ? (unsigned)atoi(argv[1]) : 100, lines = 0;
    bool again = argc == 3 && strcmp(argv[2], "again") == 0, ours = argc < 3 || again;
    const char *folder = ours ? CAROM_SOURCE_DIR "/data/puzzles" : argv[2];
    list = calloc(LINES_MAX, sizeof *list);
    listed = calloc(LISTED_MAX, sizeof *listed);
    solver = carom_solver_new(&carom_libc_allocator);
    if (list == NULL || listed == NULL || solver == NULL)
        return 1;
    for (unsigned word = 0; word <= CAROM_DIFFICULTY_FIENDISH; word++) {
        unsigned count = read_grade(folder, word, share);
        printf("%s: %u\n", carom_difficulty_name(word), count);
        wrong += ours && count < 1000;
        lines += count;
    }
    wrong += ours && lines < 8000;
    read_results("atlas-1999.csv");
    read_results("atlas-2013.csv");
    read_results("atlas-2013-sample.csv");
    qsort(listed, listed_count, sizeof *listed, by_words);
    for (size_t i = 0; i < entries; i++)
        if (share == 100 || list[i].analysis.moves < 15)
            ask_solver(&list[i]);
    compare_hearts();
    ask_others(share == 100, again);
    if (share == 100)
        count_kinds(ours);
    printf("%zu of %u lines: %u confirmed by the plain model, %u by the atlas, %u by results of the atlas in data/, "
           "%u by walking, %u not; %d wrong\n",
           entries, lines, by_model, by_atlas, by_results, by_walks, not_confirmed, wrong);
    carom_solver_free(solver);
    free(listed);
    free(list);
    return wrong > 0;
}
