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

struct listing {
    struct carom_text routes;
    uint64_t listed;
};

static bool list_route(void *context, const struct carom_move *route, uint32_t count)
{
    struct listing *listing = context;
    carom_text_put(&listing->routes, listing->listed++ > 0 ? "," : "");
    carom_route_describe(&listing->routes, route, count);
    return true;
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

static void solve_ricochet(struct request *request, struct carom_position *position)
{
    static char room[512 * 1024];
    static struct carom_solution solution;
    struct listing listing = {.routes = carom_text_in(room, sizeof room)};
    struct carom_solve_options options = {
        .no_ricochet = argument_flag(request, "no_ricochet"),
        .max_nodes = (uint64_t)argument_number(request, "max_nodes", 0),
        .max_cost = (uint32_t)argument_number(request, "max_moves", 0),
    };
    play_on(request, position, options.axes);
    uint64_t count = 0;
    bool all = argument_flag(request, "all");
    heap = (struct heap){.top = (size_t)&__heap_base};
    struct carom_memory memory = {.resize = resize};
    struct carom_solver *solver = carom_solver_new(&memory);
    if (solver == NULL) {
        solution = (struct carom_solution){.status = CAROM_SOLVE_NO_MEMORY};
    } else if (all) {
        uint64_t limit = (uint64_t)argument_number(request, "limit", 64);
        carom_solve_all(solver, position, &options, limit, list_route, &listing, &count, &solution);
    } else {
        carom_solve(solver, position, &options, &solution);
    }
    carom_text_char(&request->out, ',');
    carom_solution_describe(&request->out, &solution);
    if (all && solution.status == CAROM_SOLVE_FOUND) {
        struct carom_difficulty difficulty = carom_difficulty_of(position, &solution, count);
        answer_number(&request->out, "count", (int64_t)count);
        answer_key(&request->out, "routes");
        carom_text_char(&request->out, '[');
        carom_text_bytes(&request->out, room, listing.routes.cut ? 0 : listing.routes.length);
        carom_text_char(&request->out, ']');
        answer_number(&request->out, "difficulty", difficulty.number);
        answer_words(&request->out, "word", carom_difficulty_name(difficulty.word));
    }
}

static void solve_micro(struct request *request, const struct carom_micro_position *position)
{
    struct carom_micro_solution solution;
    struct carom_text *out = &request->out;
    if (!carom_micro_solve(position, &solution)) {
        carom_text_put(out, ",\"moves\":null,\"unsolvable\":true,\"proven\":true");
        return;
    }
    answer_number(out, "moves", solution.moves);
    answer_key(out, "route");
    carom_text_char(out, '[');
    for (uint32_t i = 0; i < solution.moves; i++) {
        carom_text_put(out, i > 0 ? ",\"" : "\"");
        carom_micro_face_write(out, position->board.shows[solution.places[i]]);
        carom_text_char(out, '"');
    }
    carom_text_put(out, "],\"proven\":true");
    answer_number(out, "count", (int64_t)solution.routes);
}

/* {"position","route","all","limit","max_nodes","max_moves","no_ricochet"} ->
 * {"position","moves","route","proven","nodes"}, with `all` also "count","routes","difficulty","word"; as `carom solve
 * --json` otherwise. */
bool op_solve(struct request *request, struct carom_fault *fault)
{
    static struct carom_puzzle puzzle;
    if (!argument_puzzle(request, CAROM_NEED_TARGET, &puzzle, fault))
        return false;
    carom_text_put(&request->out, "{\"position\":\"");
    carom_puzzle_write(&request->out, &puzzle);
    carom_text_char(&request->out, '"');
    switch (puzzle.game) {
    case CAROM_GAME_RICOCHET:
        solve_ricochet(request, &puzzle.position);
        break;
    case CAROM_GAME_MICRO:
        solve_micro(request, &puzzle.micro);
        break;
    }
    carom_text_char(&request->out, '}');
    return true;
}
