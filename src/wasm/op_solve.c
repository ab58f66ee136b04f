/*
 * Solving in the browser. It runs in a worker, which is ended when nobody wants the answer any more; the memory is the
 * module's own, handed out from one end and taken back all at once, because one solver lives at a time.
 */
#include "ops.h"

#define PAGE 65536u
#define ALIGN 16u

extern unsigned char __heap_base;

/* The heap: blocks lie one behind the other; only the last one can grow or shrink in place. */
struct heap {
    size_t top;
    void *last;
};
static struct heap heap;

static bool reach(size_t end)
{
    size_t have = __builtin_wasm_memory_size(0) * PAGE;
    if (end <= have)
        return true;
    return __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) != (size_t)-1;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    if (new_size == 0) {
        heap.top = block != NULL && block == heap.last ? (size_t)block : heap.top;
        return NULL;
    }
    bool in_place = block != NULL && (block == heap.last || new_size <= old_size);
    size_t at = in_place ? (size_t)block : (heap.top + ALIGN - 1) / ALIGN * ALIGN;
    if (new_size > SIZE_MAX - at || !reach(at + new_size))
        return NULL;
    if (!in_place && block != NULL)
        memcpy((void *)at, block, old_size);
    if (!in_place || block == heap.last) {
        heap.last = (void *)at;
        heap.top = at + new_size;
    }
    return (void *)at;
}

struct carom_solver *module_solver(void)
{
    static const struct carom_memory memory = {.resize = resize};
    heap = (struct heap){.top = (size_t)&__heap_base};
    return carom_solver_new(&memory);
}

/* `route`: the moves already made. The search goes on from there, and knows what each robot has travelled along (R7).
 */
static void play_on(const struct request *request, struct carom_position *position, uint8_t axes[CAROM_ROBOTS])
{
    static struct carom_move made[CAROM_CHECK_MOVES];
    size_t count = 0;
    size_t length;
    const char *words = argument_words(request, "route", &length);
    struct carom_round round = carom_round_begin(&position->robots);
    if (length > 0 && carom_route_read(made, CAROM_CHECK_MOVES, &count, words, length, NULL)) {
        struct carom_slide slide;
        for (size_t i = 0; i < count && carom_round_move(&round, &position->board, made[i], &slide); i++) {
        }
    }
    position->robots = round.robots;
    memcpy(axes, round.axes, CAROM_ROBOTS);
}

/* The solver and the list of routes share the heap: the list comes when the search is done. */
static void find(const struct request *request, struct carom_puzzle *puzzle, struct carom_answer *answer)
{
    struct carom_memory memory = {.resize = resize};
    struct carom_solve_options options = {
        .no_ricochet = argument_flag(request, "no_ricochet"),
        .max_nodes = (uint64_t)argument_number(request, "max_nodes", 0),
        .max_cost = (uint32_t)argument_number(request, "max_moves", 0),
    };
    if (puzzle->game == CAROM_GAME_MICRO) {
        carom_answer_find(NULL, puzzle, NULL, answer);
        return;
    }
    play_on(request, &puzzle->position, options.axes);
    struct carom_solver *solver = module_solver();
    if (argument_flag(request, "all"))
        carom_answer_find_all(solver, puzzle, &options, (uint64_t)argument_number(request, "limit", 64), &memory,
                              answer);
    else
        carom_answer_find(solver, puzzle, &options, answer);
}

/* {"position","route","all","limit","max_nodes","max_moves","no_ricochet"} ->
 * {"position","moves","route","proven","nodes"}, with `all` also "count","routes","difficulty","word"; as `carom solve
 * --json` otherwise. */
bool op_solve(struct request *request, struct carom_fault *fault)
{
    static struct carom_puzzle puzzle;
    static struct carom_answer answer;
    struct carom_text *out = &request->out;
    if (!argument_puzzle(request, CAROM_NEED_TARGET, &puzzle, fault))
        return false;
    carom_json_begin(out, NULL, '{');
    carom_puzzle_word(out, &puzzle);
    find(request, &puzzle, &answer);
    carom_answer_found(out, &answer);
    if (puzzle.game == CAROM_GAME_RICOCHET)
        carom_answer_nodes(out, &answer);
    if (answer.solution.status == CAROM_SOLVE_FOUND) {
        carom_answer_others(out, &answer);
        carom_answer_difficulty(out, &answer);
    }
    carom_json_end(out, '}');
    return true;
}
