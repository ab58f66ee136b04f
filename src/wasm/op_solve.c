/*
 * Solving in the browser, in a worker that is terminated when the answer is no longer wanted. One solver lives as long
 * as the module and keeps its memory for the next position.
 */
#include "ops.h"

#define PAGE 65536u
#define SMALLEST 12u /* 4 KiB */
#define CLASSES 20u  /* up to 2 GiB */

extern unsigned char __heap_base;

/* The heap: blocks of powers of two, with a free list per size class. A block that grows within its class stays in
 * place. */
struct arena {
    size_t top; /* everything above was never allocated */
    void *free[CLASSES];
};
static struct arena arena;

static bool mark_reach(size_t end)
{
    size_t have = __builtin_wasm_memory_size(0) * PAGE;
    if (end <= have)
        return true;
    return __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) != (size_t)-1;
}

static unsigned class_of(size_t size)
{
    unsigned class = 0;
    while (class < CLASSES && ((size_t)1 << (SMALLEST + class)) < size)
        class ++;
    return class;
}

static void *arena_alloc(unsigned class)
{
    size_t size = (size_t)1 << (SMALLEST + class);
    void *block = arena.free[class];
    if (block != NULL) {
        memcpy(&arena.free[class], block, sizeof block);
        return block;
    }
    if (arena.top == 0)
        arena.top = ((size_t)&__heap_base + 63) / 64 * 64;
    if (size > SIZE_MAX - arena.top || !mark_reach(arena.top + size))
        return NULL;
    block = (void *)arena.top;
    arena.top += size;
    return block;
}

static void arena_free(void *block, unsigned class)
{
    memcpy(block, &arena.free[class], sizeof block);
    arena.free[class] = block;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    unsigned had = class_of(old_size), class = class_of(new_size);
    if (block != NULL && new_size != 0 && had == class)
        return block;
    void *other = new_size == 0 || class == CLASSES ? NULL : arena_alloc(class);
    if (other == NULL && new_size != 0)
        return NULL;
    if (other != NULL && block != NULL)
        memcpy(other, block, old_size < new_size ? old_size : new_size);
    if (block != NULL)
        arena_free(block, had);
    return other;
}

const struct carom_allocator wasm_allocator = {.resize = resize};

struct carom_solver *wasm_solver(void)
{
    static struct carom_solver *solver;
    if (solver == NULL) {
        solver = carom_solver_new(&wasm_allocator);
        if (solver != NULL)
            carom_solver_keep_boards(solver, CAROM_KEEP_ONE_BOARD); /* without memory: fewer */
    }
    return solver;
}

/* A monotonic clock of the host, in milliseconds. */
__attribute__((import_module("env"), import_name("now"))) double clock_now_ms(void);

static uint64_t now(void *context)
{
    (void)context;
    return (uint64_t)clock_now_ms();
}

/* A limit: 0 or not a number means none. */
static uint64_t argument_limit(const struct op_request *request, const char *key, uint64_t most)
{
    int64_t limit = arg_int(request, key, 0);
    if (limit < 0)
        return 0;
    return (uint64_t)limit < most ? (uint64_t)limit : most;
}

/* `route`: moves already made. The search continues from there, with the axes that each robot has travelled along
 * (R7). */
static void play_route(const struct op_request *request, struct carom_position *position, uint8_t axes[CAROM_ROBOTS])
{
    static struct carom_move made[CAROM_CHECK_MOVES_MAX];
    size_t count = 0;
    size_t length;
    const char *words = arg_string(request, "route", &length);
    struct carom_round round = carom_round_begin(&position->robots);
    if (length > 0 && carom_route_read(made, CAROM_CHECK_MOVES_MAX, &count, words, length, NULL)) {
        struct carom_slide slide;
        for (size_t i = 0; i < count && carom_round_move(&round, &position->board, made[i], &slide); i++) {
        }
    }
    position->robots = round.robots;
    memcpy(axes, round.axes, CAROM_ROBOTS);
}

static void find(const struct op_request *request, struct carom_puzzle *puzzle, struct carom_answer *answer)
{
    struct carom_solve_options options = {
        .no_ricochet = arg_bool(request, "no_ricochet"),
        .max_nodes = argument_limit(request, "max_nodes", UINT64_MAX),
        .max_cost = (uint32_t)argument_limit(request, "max_moves", UINT32_MAX),
        .max_ms = (uint32_t)argument_limit(request, "max_ms", UINT32_MAX),
        .now = now,
    };
    if (puzzle->game == CAROM_GAME_MICRO) {
        carom_answer_solve(NULL, puzzle, NULL, answer);
        return;
    }
    play_route(request, &puzzle->position, options.axes_travelled);
    struct carom_solver *solver = wasm_solver();
    if (arg_bool(request, "all"))
        carom_answer_solve_all(solver, puzzle, &options, (uint64_t)arg_int(request, "limit", 64), &wasm_allocator,
                               answer);
    else
        carom_answer_solve(solver, puzzle, &options, answer);
}

/* {"position","route","all","limit","max_nodes","max_moves","max_ms","no_ricochet"} ->
 * {"position","moves","route","proven","nodes"}, with `all` also "count","routes","difficulty","word"; as `carom solve
 * --json` otherwise. */
bool op_solve(struct op_request *request, struct carom_error *error)
{
    static struct carom_puzzle puzzle;
    static struct carom_answer answer;
    struct carom_text *out = &request->out;
    if (!arg_puzzle(request, CAROM_REQUIRE_TARGET, &puzzle, error))
        return false;
    carom_json_begin(out, NULL, '{');
    carom_puzzle_write_position(out, &puzzle);
    find(request, &puzzle, &answer);
    carom_answer_write_result(out, &answer);
    if (puzzle.game == CAROM_GAME_RICOCHET)
        carom_answer_write_nodes(out, &answer);
    if (answer.solution.status == CAROM_SOLVE_FOUND) {
        carom_answer_write_route_list(out, &answer);
        carom_answer_write_difficulty(out, &answer);
    }
    carom_json_end(out, '}');
    return true;
}

/* {} -> {"trivial":[0,13],...}: the words for how hard a position is, and the numbers of each. */
bool op_difficulty_levels(struct op_request *request, struct carom_error *error)
{
    (void)error;
    carom_json_begin(&request->out, NULL, '{');
    for (unsigned i = 0; i < CAROM_DIFFICULTY_LEVELS; i++) {
        enum carom_difficulty_level level = (enum carom_difficulty_level)i;
        carom_json_begin(&request->out, carom_difficulty_name(level), '[');
        carom_json_put_int(&request->out, NULL, carom_difficulty_min(level));
        carom_json_put_int(&request->out, NULL, carom_difficulty_max(level));
        carom_json_end(&request->out, ']');
    }
    carom_json_end(&request->out, '}');
    return true;
}

/* {} -> {"built":N}: how many tables of boards and targets the module's solver had to build so far. */
bool op_tables_built(struct op_request *request, struct carom_error *error)
{
    (void)error;
    struct carom_solver *solver = wasm_solver();
    carom_json_begin(&request->out, NULL, '{');
    carom_json_put_uint(&request->out, "built", solver != NULL ? carom_solver_tables_built(solver) : 0);
    carom_json_end(&request->out, '}');
    return true;
}
