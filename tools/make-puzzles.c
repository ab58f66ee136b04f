/*
 * Makes the set of puzzles in data/puzzles (docs/guide/puzzles.md):
 *
 * make-puzzles FOLDER SEED                      makes it
 * make-puzzles FOLDER SEED more RESULTS.csv...  fills its grades up, also with the hardest positions of these atlases
 *
 * Boards without barriers come from atlases: while the atlas of a board and target grows, random placements that it
 * does not know yet at one level and knows at the next one need exactly that many moves, by a way of counting that is
 * not the solver's. Where there is no atlas (barriers, silver, transparent) positions are short enough for the plain
 * model of the tests. The solver says how many routes there are and how hard they are, and what a puzzle is at heart:
 * none is taken twice. The same seed makes the same files.
 *
 * Filling up keeps every puzzle that is there. Results of an atlas (data/atlas-2013.csv) name the hardest positions of
 * a board and target with their moves, so they are confirmed already.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* strdup */
#endif
#include <carom/carom.h>
#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRADES 5
#define GRADE_ROOM 4096
#define LINE_MAX_ 96
#define HEARTS 32768 /* places of the table */
#define PAIRS 13     /* boards and targets that chance chooses, besides the deep ones */
#define SAMPLE 64    /* placements kept at a level */
#define DRAWS 300000 /* at most, to find them */
#define DEEP_DRAWS 4000000
#define DEEP 20     /* moves */
#define OF_LENGTH 8 /* puzzles of one pair with as many moves */
#define OF_LENGTH_DEEP 18
#define FULL 1900      /* puzzles in each of the easier grades */
#define FULL_HARD 1150 /* and in the others */
#define EXPERTS 50     /* of those, Micro Robots that are added at last */
#define OF_RESULT 2    /* puzzles of one line of results */
#define LISTED_MAX 10  /* positions that such a line has */
#define RESULTS_MAX 16384
#define PLAIN_MAX 6
#define PLAIN_MOST_HARD 7

struct line {
    uint32_t number, moves;
    bool added; /* by this run */
    char words[LINE_MAX_];
};

static struct line set[GRADES][GRADE_ROOM];
static unsigned count[GRADES];
static char *heart_of[HEARTS];
static struct carom_random chance;
static struct carom_solver *solver;

/* ---- taking a puzzle ---- */

/* True: nobody has had it. */
static bool new_heart(const char *words)
{
    uint64_t hash = 1469598103934665603u;
    for (const char *c = words; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    unsigned at = (unsigned)(hash % HEARTS);
    for (; heart_of[at] != NULL; at = (at + 1) % HEARTS)
        if (strcmp(heart_of[at], words) == 0)
            return false;
    heart_of[at] = strdup(words);
    return true;
}

/* Many routes make short puzzles dull; the long ones are found by nobody by accident. */
static uint64_t routes_most(uint32_t moves)
{
    return moves < 8 ? 4 : moves < 13 ? 16 : UINT64_MAX;
}

static bool keep(struct carom_puzzle *puzzle, const struct carom_puzzle_analysis *analysis)
{
    struct carom_puzzle heart;
    char bytes[256];
    unsigned word = analysis->difficulty.level;
    if (count[word] == GRADE_ROOM || analysis->routes > routes_most(analysis->moves))
        return false;
    carom_puzzle_canonical(solver, puzzle, analysis, &heart);
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_puzzle_write(&text, &heart);
    if (text.truncated || !new_heart(bytes))
        return false;
    struct line *line = &set[word][count[word]++];
    if (puzzle->game == CAROM_GAME_RICOCHET)
        carom_position_rotate(&puzzle->position, carom_random_below(&chance, 4));
    text = carom_text_init(line->words, sizeof line->words);
    carom_puzzle_write(&text, puzzle);
    carom_text_char(&text, ' ');
    carom_text_uint(&text, analysis->moves);
    carom_text_char(&text, ' ');
    carom_text_uint(&text, analysis->routes);
    carom_text_char(&text, ' ');
    carom_text_uint(&text, analysis->difficulty.value);
    line->number = analysis->difficulty.value;
    line->moves = analysis->moves;
    line->added = true;
    return true;
}

/* ---- from atlases ---- */

/* One board and target, and what was taken from it. */
struct pair {
    struct carom_atlas_task task;
    bool deep;
    unsigned of_grade[GRADES], of_moves[CAROM_ATLAS_DEPTH_MAX];
    unsigned waiting;
    struct carom_robots robots[SAMPLE];
};

/* How many of each grade and length one pair gives. */
static bool wanted(const struct pair *pair, const struct carom_puzzle_analysis *analysis)
{
    static const unsigned most[GRADES] = {12, 12, 12, 18, 16};
    unsigned moves = analysis->moves;
    if (pair->deep)
        return moves >= DEEP && pair->of_moves[moves] < OF_LENGTH_DEEP;
    return moves < DEEP && pair->of_grade[analysis->difficulty.level] < most[analysis->difficulty.level] &&
           pair->of_moves[moves] < OF_LENGTH;
}

static void offer(struct pair *pair, const struct carom_robots *robots, unsigned moves)
{
    struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET};
    struct carom_puzzle_analysis analysis;
    if (pair->of_moves[moves] >= (pair->deep ? OF_LENGTH_DEEP : OF_LENGTH) || (pair->deep && moves < DEEP))
        return;
    puzzle.position = (struct carom_position){pair->task.board, *robots, pair->task.target};
    if (carom_puzzle_is_one_move_away(&puzzle) || !carom_puzzle_analyse(solver, &puzzle, 0, &analysis))
        return;
    if (analysis.moves != moves) {
        fprintf(stderr, "the solver says %u moves and the atlas %u\n", analysis.moves, moves);
        exit(1);
    }
    if (wanted(pair, &analysis) && keep(&puzzle, &analysis)) {
        pair->of_grade[analysis.difficulty.level]++;
        pair->of_moves[moves]++;
    }
}

/* A level is complete: those that waited for it need as many moves; others are chosen to wait for the next. */
static void at_level(struct pair *pair, const struct carom_atlas *atlas)
{
    static const struct carom_deal_options deal = {.edition = CAROM_EDITION_1999};
    unsigned depth = carom_atlas_depth(atlas);
    for (unsigned i = 0; i < pair->waiting; i++)
        if (carom_atlas_is_within_depth(atlas, &pair->robots[i]))
            offer(pair, &pair->robots[i], depth);
    pair->waiting = 0;
    if (pair->deep && depth + 1 < DEEP)
        return;
    for (unsigned draw = 0; draw < (pair->deep ? DEEP_DRAWS : DRAWS) && pair->waiting < SAMPLE; draw++) {
        struct carom_robots *robots = &pair->robots[pair->waiting];
        carom_deal_robots(&chance, &deal, &pair->task.board, robots);
        pair->waiting += !carom_atlas_is_within_depth(atlas, robots);
    }
}

/* R3: a start is on no target. */
static bool on_target(const struct carom_board *board, const struct carom_robots *robots)
{
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++)
        if (carom_board_token_at(board, robots->cell[robot]) != CAROM_NO_TOKEN)
            return true;
    return false;
}

static void make_pair(struct pair *pair, void *memory)
{
    struct carom_atlas_result result;
    struct carom_atlas *atlas = carom_atlas_begin(memory, &pair->task);
    bool more = true;
    while (more) {
        if (carom_atlas_level_complete(atlas) && carom_atlas_depth(atlas) > 0)
            at_level(pair, atlas);
        for (unsigned i = 0; i < carom_atlas_slice_count(atlas); i++)
            carom_atlas_run_slice(atlas, i);
        more = carom_atlas_next_phase(atlas);
    }
    carom_atlas_result(atlas, &result);
    for (uint32_t i = 0; pair->deep && i < result.hardest_listed; i++) {
        struct carom_robots robots = carom_atlas_hardest(atlas, i);
        if (!on_target(&pair->task.board, &robots))
            offer(pair, &robots, result.max_moves);
    }
}

/* Boards and targets of 1999 with placements of 20 moves and more. */
static const char *const deep[][2] = {
    {"R2-B2-G1-Y2", "Bg"},
    {"R1-B2-G1-Y1", "Bg"},
    {"R2-Y1-B2-G1", "Bg"},
    {"R1-Y1-B2-G1", "Bg"},
};
#define DEEP_PAIRS (sizeof deep / sizeof deep[0])

static void choose_pair(struct pair *pair, unsigned number)
{
    uint8_t faces[4];
    *pair = (struct pair){.task = {.threads = 1, .hardest_max = 400}, .deep = number < DEEP_PAIRS};
    if (pair->deep) {
        carom_board_read(&pair->task.board, deep[number][0], strlen(deep[number][0]), NULL);
        carom_target_read(&pair->task.target, &pair->task.board, deep[number][1], strlen(deep[number][1]), NULL);
        return;
    }
    carom_board_nth(faces, CAROM_EDITION_1999, CAROM_BARRIERS_ANY, carom_random_below(&chance, 96));
    carom_board_build(&pair->task.board, faces, NULL);
    pair->task.target = carom_target_from_token(&pair->task.board, carom_random_below(&chance, CAROM_TOKENS));
}

static void from_atlases(void)
{
    static struct pair pair;
    size_t room = 0;
    void *memory = NULL;
    for (unsigned i = 0; i < PAIRS + DEEP_PAIRS; i++) {
        choose_pair(&pair, i);
        if (carom_atlas_size(&pair.task) > room) {
            free(memory);
            room = carom_atlas_size(&pair.task);
            memory = aligned_alloc(64, room);
        }
        if (memory == NULL)
            exit(1);
        make_pair(&pair, memory);
        fprintf(stderr, "%u of %u: %u %u %u %u %u\n", i + 1, PAIRS + (unsigned)DEEP_PAIRS, count[0], count[1], count[2],
                count[3], count[4]);
    }
    free(memory);
}

/* ---- from the cards ---- */

struct kind {
    const char *name;
    struct carom_deal_options deal;
    bool micro, expert;
    unsigned wanted[GRADES];
};
static const struct kind kinds[] = {
    {.name = "barriers",
     .deal = {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_REQUIRED},
     .wanted = {220, 220, 220, 110, 0}},
    {.name = "silver",
     .deal = {.edition = CAROM_EDITION_2013, .extra_robots = 1u << CAROM_SILVER},
     .wanted = {100, 100, 100, 30, 0}},
    {.name = "transparent",
     .deal = {.edition = CAROM_EDITION_2013, .extra_robots = 1u << CAROM_TRANSPARENT},
     .wanted = {100, 100, 100, 30, 0}},
    {.name = "micro", .micro = true, .wanted = {80, 80, 80, 80, 60}},
    {.name = "experts", .micro = true, .expert = true, .wanted = {0, 20, 40, 60, 60}},
};

/* Would it be another puzzle without this robot? */
static bool matters(const struct carom_puzzle *puzzle, const struct carom_puzzle_analysis *analysis, unsigned robot)
{
    struct carom_puzzle without = *puzzle;
    struct carom_puzzle_analysis other;
    without.position.robots.present &= (uint8_t) ~(1u << robot);
    return !carom_puzzle_analyse(solver, &without, analysis->moves, &other) || other.moves != analysis->moves ||
           other.routes != analysis->routes;
}

static bool in_kind(const struct kind *kind, const struct carom_puzzle *puzzle,
                    const struct carom_puzzle_analysis *analysis)
{
    if (kind->micro)
        return true;
    return analysis->moves <= (analysis->difficulty.level == CAROM_DIFFICULTY_HARD ? PLAIN_MOST_HARD : PLAIN_MAX) &&
           ((kind->deal.extra_robots >> CAROM_SILVER & 1u) == 0 || matters(puzzle, analysis, CAROM_SILVER)) &&
           ((kind->deal.extra_robots >> CAROM_TRANSPARENT & 1u) == 0 || matters(puzzle, analysis, CAROM_TRANSPARENT));
}

static void from_cards(const struct kind *kind)
{
    unsigned had[GRADES] = {0}, missing = 0;
    for (unsigned i = 0; i < GRADES; i++)
        missing += kind->wanted[i];
    while (missing > 0) {
        struct carom_puzzle puzzle = {.game = kind->micro ? CAROM_GAME_MICRO : CAROM_GAME_RICOCHET};
        struct carom_puzzle_analysis analysis;
        if (kind->micro)
            carom_deal_micro_position(&chance, kind->expert, &puzzle.micro);
        else
            carom_deal_position(&chance, &kind->deal, &puzzle.position);
        if (carom_puzzle_is_one_move_away(&puzzle) ||
            !carom_puzzle_analyse(solver, &puzzle, kind->micro ? 10 : PLAIN_MOST_HARD, &analysis))
            continue;
        unsigned word = analysis.difficulty.level;
        if (had[word] < kind->wanted[word] && in_kind(kind, &puzzle, &analysis) && keep(&puzzle, &analysis)) {
            had[word]++;
            missing--;
        }
    }
    fprintf(stderr, "%s\n", kind->name);
}

/* ---- writing ---- */

static int by_number(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    if (x->moves != y->moves)
        return x->moves < y->moves ? -1 : 1;
    return strcmp(x->words, y->words);
}

/* Puzzles that were there keep their places, because others count by them (carom.gym); the added ones follow. */
static bool write_grade(const char *folder, unsigned grade)
{
    char path[4096];
    const char *name = carom_difficulty_name((enum carom_difficulty_level)grade);
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    unsigned before = 0;
    while (before < count[grade] && !set[grade][before].added)
        before++;
    qsort(&set[grade][before], count[grade] - before, sizeof set[grade][0], by_number);
    fprintf(file, "# carom puzzles, %s: position, moves, shortest routes, difficulty. CC0 1.0; docs/guide/puzzles.md\n",
            name);
    for (unsigned i = 0; i < count[grade]; i++)
        fprintf(file, "%s\n", set[grade][i].words);
    return fclose(file) == 0;
}

/* ---- filling up ---- */

/* A line of a file; what it is at heart is known from now on. */
static bool read_line(char *words, unsigned grade)
{
    struct line *line = &set[grade][count[grade]];
    struct carom_puzzle puzzle, heart;
    struct carom_puzzle_analysis known = {.difficulty = {0, grade}};
    unsigned long long routes;
    size_t length = strcspn(words, " ");
    char bytes[256];
    if (count[grade] == GRADE_ROOM || strlen(words) >= sizeof line->words ||
        sscanf(words + length, "%u %llu %u", &known.moves, &routes, &known.difficulty.value) != 3 ||
        !carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, words, length, NULL))
        return false;
    known.routes = routes;
    line->added = false;
    strcpy(line->words, words);
    line->number = known.difficulty.value;
    line->moves = known.moves;
    count[grade]++;
    if (known.moves > PLAIN_MOST_HARD)
        return true; /* pair_is_used keeps away what could be the same */
    carom_puzzle_canonical(solver, &puzzle, &known, &heart);
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_puzzle_write(&text, &heart);
    return new_heart(bytes);
}

static bool read_grade(const char *folder, unsigned grade)
{
    char path[4096], line[256];
    bool good = true;
    snprintf(path, sizeof path, "%s/%s.txt", folder, carom_difficulty_name((enum carom_difficulty_level)grade));
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    while (good && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        good = line[0] == '#' || read_line(line, grade);
    }
    fclose(file);
    return good;
}

/* Kinds that are added to a set, before ordinary boards and Micro Robots for experts fill it up. */
static const struct kind more_kinds[] = {
    {.name = "barriers",
     .deal = {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_REQUIRED},
     .wanted = {130, 130, 130, 40, 0}},
    {.name = "silver",
     .deal = {.edition = CAROM_EDITION_2013, .extra_robots = 1u << CAROM_SILVER},
     .wanted = {50, 50, 50, 20, 0}},
    {.name = "transparent",
     .deal = {.edition = CAROM_EDITION_2013, .extra_robots = 1u << CAROM_TRANSPARENT},
     .wanted = {50, 50, 50, 20, 0}},
    {.name = "micro", .micro = true, .wanted = {60, 60, 60, 0, 0}},
};

/* A line of an atlas's results: the hardest positions of a board and target. */
struct result {
    char board[16], target[8];
    unsigned moves, listed;
    char robots[LISTED_MAX][24];
};

static bool read_result(struct result *result, char *line)
{
    char *quote = strchr(line, '"'), *end = quote != NULL ? strchr(quote + 1, '"') : NULL;
    if (end == NULL || sscanf(line, "%15[^,],%7[^,],1,%*u,%*u,%u,", result->board, result->target, &result->moves) != 3)
        return false;
    *end = '\0';
    result->listed = 0;
    for (char *word = strtok(quote + 1, " "); word != NULL && result->listed < LISTED_MAX; word = strtok(NULL, " "))
        snprintf(result->robots[result->listed++], sizeof result->robots[0], "%s", word);
    return true;
}

/* Has the set a long puzzle of this board and target? What those are at heart is not known. */
static bool pair_is_used(const struct carom_position *position)
{
    struct carom_position turned = *position;
    for (unsigned turn = 0; turn < 4; turn++) {
        char board[32], target[16];
        struct carom_text text = carom_text_init(board, sizeof board);
        carom_board_write(&text, &turned.board);
        carom_text_char(&text, '/');
        text = carom_text_init(target, sizeof target);
        carom_text_char(&text, '/');
        carom_target_write(&text, &turned.target);
        carom_text_char(&text, ' ');
        for (unsigned grade = 0; grade < GRADES; grade++)
            for (unsigned i = 0; i < count[grade]; i++)
                if (set[grade][i].moves > PLAIN_MOST_HARD && strstr(set[grade][i].words, target) != NULL &&
                    strncmp(set[grade][i].words, board, strlen(board)) == 0)
                    return true;
        carom_position_rotate(&turned, 1);
    }
    return false;
}

static bool result_position(const struct result *result, unsigned listed, struct carom_puzzle *puzzle)
{
    char words[64];
    int length = snprintf(words, sizeof words, "%s/%s/%s", result->board, result->robots[listed], result->target);
    return length < (int)sizeof words && carom_puzzle_read(puzzle, CAROM_REQUIRE_TARGET, words, (size_t)length, NULL);
}

/* Takes the position if its grade needs it. False: the solver disagrees with the atlas, or it is no position. */
static bool offer_result(const struct result *result, unsigned listed, unsigned *taken)
{
    struct carom_puzzle puzzle;
    struct carom_puzzle_analysis analysis;
    if (!result_position(result, listed, &puzzle))
        return false;
    if (on_target(&puzzle.position.board, &puzzle.position.robots) || carom_puzzle_is_one_move_away(&puzzle))
        return true;
    if (!carom_puzzle_analyse(solver, &puzzle, 0, &analysis) || analysis.moves != result->moves)
        return false;
    unsigned word = analysis.difficulty.level;
    if (word >= CAROM_DIFFICULTY_HARD && count[word] < FULL_HARD - EXPERTS && analysis.moves > PLAIN_MAX)
        *taken += keep(&puzzle, &analysis);
    return true;
}

/* Lines in a random order, from each a few positions that are not the same at heart. */
static bool from_results(const char *path)
{
    static struct result results[RESULTS_MAX];
    unsigned lines = 0;
    char line[4096];
    FILE *file = fopen(path, "r");
    while (file != NULL && lines < RESULTS_MAX && fgets(line, sizeof line, file) != NULL)
        lines += read_result(&results[lines], line);
    if (file != NULL)
        fclose(file);
    for (unsigned left = lines; left > 0; left--) {
        struct result *result = &results[carom_random_below(&chance, left)];
        struct carom_puzzle puzzle;
        unsigned taken = 0;
        if (!result_position(result, 0, &puzzle))
            return false;
        if (!pair_is_used(&puzzle.position))
            for (unsigned i = 0; i < result->listed && taken < OF_RESULT; i++)
                if (!offer_result(result, i, &taken)) {
                    fprintf(stderr, "%s/%s/%s does not need %u moves\n", result->board, result->robots[i],
                            result->target, result->moves);
                    return false;
                }
        *result = results[left - 1];
    }
    fprintf(stderr, "%s: %u lines, now %u hard, %u fiendish\n", path, lines, count[CAROM_DIFFICULTY_HARD],
            count[CAROM_DIFFICULTY_FIENDISH]);
    return lines > 0;
}

/* Ordinary boards for the first three grades, Micro Robots for experts for the others, until they are full. */
static void fill_rest(void)
{
    struct kind experts = {.name = "experts", .micro = true, .expert = true};
    struct kind plain = {.name = "filled", .deal = {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_NONE}};
    for (unsigned grade = 0; grade <= CAROM_DIFFICULTY_MEDIUM; grade++)
        plain.wanted[grade] = count[grade] < FULL ? FULL - count[grade] : 0;
    for (unsigned grade = CAROM_DIFFICULTY_HARD; grade < GRADES; grade++)
        experts.wanted[grade] = count[grade] < FULL_HARD ? FULL_HARD - count[grade] : 0;
    from_cards(&plain);
    from_cards(&experts);
}

/* Is the difficulty what the solver says of the position as it is written? A board that lies another way may have
 * another route that is found first. */
static bool is_as_written(const struct line *line)
{
    struct carom_puzzle puzzle;
    struct carom_puzzle_analysis analysis;
    return carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, line->words, strcspn(line->words, " "), NULL) &&
           carom_puzzle_analyse(solver, &puzzle, 0, &analysis) && analysis.difficulty.value == line->number;
}

static void drop_uncertain(unsigned grade)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count[grade]; i++)
        if (!set[grade][i].added || is_as_written(&set[grade][i]))
            set[grade][kept++] = set[grade][i];
    count[grade] = kept;
}

static bool fill_up(const char *folder, char **results, unsigned result_count)
{
    for (unsigned grade = 0; grade < GRADES; grade++)
        if (!read_grade(folder, grade))
            return false;
    for (unsigned i = 0; i < result_count; i++)
        if (!from_results(results[i]))
            return false;
    for (unsigned i = 0; i < sizeof more_kinds / sizeof more_kinds[0]; i++)
        from_cards(&more_kinds[i]);
    fill_rest();
    for (unsigned grade = 0; grade < GRADES; grade++)
        drop_uncertain(grade);
    return true;
}

int main(int argc, char **argv)
{
    bool more = argc >= 4 && strcmp(argv[3], "more") == 0, good = true;
    if (argc != 3 && !more) {
        fputs("expected FOLDER SEED [more [RESULTS.csv]...]\n", stderr);
        return 2;
    }
    chance = carom_random_seed(strtoull(argv[2], NULL, 10));
    solver = carom_solver_new(&carom_libc_allocator);
    if (solver == NULL)
        return 1;
    for (unsigned i = 0; !more && i < sizeof kinds / sizeof kinds[0]; i++)
        from_cards(&kinds[i]);
    if (!more)
        from_atlases();
    else
        good = fill_up(argv[1], &argv[4], (unsigned)argc - 4);
    for (unsigned grade = 0; good && grade < GRADES; grade++)
        good = write_grade(argv[1], grade);
    carom_solver_free(solver);
    return good ? 0 : 1;
}
