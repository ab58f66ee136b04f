/*
 * Holds data/planning.txt to what it says: planning FILE [atlas]
 *
 * The solver finds each length, which has to agree with what others have published; the plain model replays each route
 * and searches as far as it can, which proves short lengths and refutes still shorter ones. With `atlas` each length is
 * also confirmed by retrograde analysis, a method of its own; that takes two seconds for each board and target. Without
 * it only every eighth task is looked at.
 */
#include "../atlas/probes.h"
#include "brute_force.h"

#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TASKS_MAX 1024
#define TEXT_MAX 192
#define EVERY 8             /* in the short form */
#define PLAIN_STATES 200000 /* the plain model gives up beyond; its lower bound is compared then */

struct task {
    char name[TEXT_MAX], words[TEXT_MAX], pair[TEXT_MAX];
    struct carom_position position;
    unsigned moves, published;
    bool exact; /* the published length is that of a reference plan; else that many moves are enough */
};

static struct task task[TASKS_MAX];
static size_t tasks;
static unsigned wrong;

static void complain(const struct task *at, const char *what, unsigned number)
{
    printf("%s: %s %u\n", at->name, what, number);
    wrong++;
}

static bool read_task(const char *line)
{
    struct task *at = &task[tasks];
    char relation[3];
    if (tasks == TASKS_MAX ||
        sscanf(line, "%190s %190s %u %2[<=]%u", at->name, at->words, &at->moves, relation, &at->published) != 5 ||
        !carom_position_read(&at->position, CAROM_REQUIRE_TARGET, at->words, strlen(at->words), NULL))
        return false;
    at->exact = strcmp(relation, "=") == 0;
    struct carom_text text = carom_text_init(at->pair, sizeof at->pair);
    carom_board_write(&text, &at->position.board);
    carom_text_char(&text, '/');
    carom_target_write(&text, &at->position.target);
    tasks++;
    return !text.truncated;
}

static bool read_tasks(const char *path)
{
    char line[3 * TEXT_MAX];
    bool good = true;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    while (good && fgets(line, sizeof line, file) != NULL)
        good = line[0] == '#' || read_task(line);
    fclose(file);
    return good;
}

static void ask_solver(struct carom_solver *solver, const struct task *at)
{
    static struct carom_solution solution;
    const struct carom_solve_options options = {.no_ricochet = true};
    if (carom_solve(solver, &at->position, &options, &solution) != CAROM_SOLVE_FOUND || solution.cost != at->moves)
        complain(at, "the solver finds", solution.cost);
    if (at->exact ? solution.cost != at->published : solution.cost > at->published)
        complain(at, "published is", at->published);
    if (plain_replay(&at->position, false, solution.route, solution.moves) != at->moves)
        complain(at, "the plain model cannot play the route of", solution.moves);
}

/* Returns whether the model found the length itself. */
static bool ask_model(const struct task *at)
{
    struct plain_answer answer = plain_solve(&at->position, false, PLAIN_STATES);
    if (answer.solved ? answer.cost != at->moves : answer.complete || answer.below >= at->moves)
        complain(at, "the plain model says", answer.solved ? answer.cost : answer.below);
    return answer.solved;
}

static int by_pair(const void *a, const void *b)
{
    return strcmp(((const struct task *)a)->pair, ((const struct task *)b)->pair);
}

static void ask_atlas(const struct task *first, size_t count)
{
    static struct probes probes;
    static struct carom_atlas_result result;
    struct carom_atlas_task question = {.board = first->position.board,
                                        .target = first->position.target,
                                        .no_ricochet = true,
                                        .threads = 1,
                                        .hardest_max = 1};
    void *memory;
    probes.count = (unsigned)count;
    for (size_t i = 0; i < count; i++)
        probes.robots[i] = first[i].position.robots;
    probe_atlas(&question, &probes, &memory, &result);
    free(memory);
    for (size_t i = 0; i < count; i++)
        if (probes.moves[i] != first[i].moves)
            complain(&first[i], "the atlas says", probes.moves[i]);
}

static void ask_atlases(void)
{
    qsort(task, tasks, sizeof task[0], by_pair);
    for (size_t i = 0, next; i < tasks; i = next) {
        for (next = i + 1; next < tasks && strcmp(task[i].pair, task[next].pair) == 0;)
            next++;
        ask_atlas(&task[i], next - i);
    }
}

int main(int argc, char **argv)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    bool atlas = argc == 3 && strcmp(argv[2], "atlas") == 0;
    unsigned exact = 0, by_model = 0;
    if (solver == NULL || (argc != 2 && !atlas) || !read_tasks(argv[1])) {
        fputs("expected FILE [atlas], a list of tasks\n", stderr);
        return 2;
    }
    size_t asked = 0;
    for (size_t i = 0; i < tasks; i += atlas ? 1 : EVERY, asked++) {
        ask_solver(solver, &task[i]);
        by_model += ask_model(&task[i]);
        exact += task[i].exact;
    }
    if (atlas)
        ask_atlases();
    printf(
        "%zu of %zu tasks: every route replayed, %u lengths found by the plain model too, %zu by the atlas, %u as in a "
        "reference plan; %u wrong\n",
        asked, tasks, by_model, atlas ? tasks : 0, exact, wrong);
    carom_solver_free(solver);
    return wrong > 0 || tasks < 272;
}
