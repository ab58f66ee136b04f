/*
 * Solving, off the event loop.
 *
 * Rounds come first (bots wait for them, and R18 asks for proof that a target can be reached); what people ask over
 * HTTP has at most one thread. Every search is bounded in nodes and memory, and the threads that search are nice to the
 * one that plays, so that no amount of solving is felt at the tables.
 */
#include "../base/clock.h"
#include "../http/http.h"
#include "../tables/tables.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define THREADS 2
#define ASKED_MOST 16                   /* HTTP requests that may wait */
#define MEMORY_MOST ((size_t)256 << 20) /* of one solver */
#define MEMORY_KEEP ((size_t)32 << 20)  /* a solver that has grown beyond this is not kept */
#define NICENESS 10
#define ANSWER_BYTES 65536
#define LISTED_MOST 8 /* routes */
#define LISTED_BYTES 8192
#define LISTED_NODES 50000

/* A solver and how much memory it holds. */
struct engine {
    struct engine *next;
    struct carom_solver *solver;
    size_t used;
};

struct job {
    struct job *next;
    uv_work_t work;
    struct jobs *jobs;
    struct live *live; /* a round's, or NULL */
    uint32_t game;
    uint32_t round;
    struct exchange *exchange; /* what HTTP asked, or NULL */
    bool no_ricochet;
    bool all; /* list the other shortest routes, too */
    struct carom_puzzle puzzle;
    struct engine *engine;
    struct carom_solution solution;
    struct carom_micro_solution micro;
    uint64_t routes; /* how many shortest ones there are; 0: not counted */
    char *listed;    /* some of them as a JSON array, or NULL */
    bool wants_detours;
    uint64_t seed;
    unsigned detour_count;
    struct detour detours[DETOURS];
};

struct jobs {
    struct server *server;
    struct engine *engines; /* those that have nothing to do */
    struct job *rounds;     /* waiting, first come first served */
    struct job *asked;
    unsigned waiting; /* and running */
    unsigned asked_waiting;
    unsigned running;
    bool asked_running;
    atomic_bool cancelled;
};

/* ---- on the other threads
 * ---------------------------------------------------------------------------------------------- */

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    struct engine *engine = context;
    if (new_size == 0) {
        free(block);
        engine->used -= block != NULL ? old_size : 0;
        return NULL;
    }
    size_t before = block != NULL ? old_size : 0;
    if (engine->used - before + new_size > MEMORY_MOST)
        return NULL;
    void *resized = realloc(block, new_size);
    if (resized != NULL)
        engine->used = engine->used - before + new_size;
    return resized;
}

static bool cancelled(void *context)
{
    return atomic_load(&((struct jobs *)context)->cancelled);
}

static void write_route(struct carom_text *text, const struct carom_move *route, uint32_t count)
{
    carom_text_char(text, '[');
    for (uint32_t i = 0; i < count; i++) {
        carom_text_put(text, i == 0 ? "\"" : ",\"");
        carom_move_write(text, route[i]);
        carom_text_char(text, '"');
    }
    carom_text_char(text, ']');
}

static bool list_route(void *context, const struct carom_move *route, uint32_t count)
{
    struct carom_text *text = context;
    carom_text_put(text, text->length == 1 ? "" : ",");
    write_route(text, route, count);
    return true;
}

/* Routes that are as short; left out where finding them would take long. */
static void list_routes(struct job *job, const struct carom_solve_options *options)
{
    struct carom_solution again;
    uint64_t count = 0;
    char *listed = calloc(1, LISTED_BYTES);
    if (listed == NULL || job->solution.nodes > LISTED_NODES) {
        free(listed);
        return;
    }
    struct carom_text text = carom_text_in(listed, LISTED_BYTES);
    carom_text_char(&text, '[');
    enum carom_solve_status status = carom_solve_all(job->engine->solver, &job->puzzle.position, options, LISTED_MOST,
                                                     list_route, &text, &count, &again);
    carom_text_char(&text, ']');
    if (status == CAROM_SOLVE_FOUND && !text.cut) {
        job->routes = count;
        job->listed = listed;
    } else {
        free(listed);
    }
}

static void solve_position(struct job *job)
{
    struct engine *engine = job->engine;
    struct carom_memory memory = {resize, engine};
    struct carom_solve_options options = {
        .no_ricochet = job->no_ricochet,
        .max_nodes = job->jobs->server->options->solve_nodes,
        .cancelled = cancelled,
        .context = job->jobs,
    };
    if (engine->solver == NULL)
        engine->solver = carom_solver_new(&memory);
    if (engine->solver == NULL) {
        job->solution = (struct carom_solution){.status = CAROM_SOLVE_NO_MEMORY};
        return;
    }
    carom_solve(engine->solver, &job->puzzle.position, &options, &job->solution);
    if (job->all && job->solution.status == CAROM_SOLVE_FOUND)
        list_routes(job, &options);
    if (job->wants_detours && job->solution.status == CAROM_SOLVE_FOUND) {
        job->detour_count =
            detours_find(engine->solver, &job->puzzle.position, &job->solution, job->seed, &options, job->detours);
    }
}

static void solve_walk(struct job *job)
{
    bool found = carom_micro_solve(&job->puzzle.micro, &job->micro);
    job->solution = (struct carom_solution){
        .status = found ? CAROM_SOLVE_FOUND : CAROM_SOLVE_UNSOLVABLE,
        .cost = job->micro.moves,
        .at_least = job->micro.moves,
    };
}

static void work(uv_work_t *request)
{
    struct job *job = request->data;
    /* Linux has a niceness for each thread; elsewhere this does nothing worse than to fail. */
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS);
    if (job->puzzle.game == CAROM_GAME_RICOCHET)
        solve_position(job);
    else
        solve_walk(job);
}

/* ---- back on the loop
 * --------------------------------------------------------------------------------------------------- */

static void free_engine(struct engine *engine)
{
    if (engine->solver != NULL)
        carom_solver_free(engine->solver);
    free(engine);
}

static void keep_or_free(struct jobs *jobs, struct engine *engine)
{
    if (engine->used > MEMORY_KEEP) {
        free_engine(engine);
        return;
    }
    engine->next = jobs->engines;
    jobs->engines = engine;
}

static void keep_solution(struct solved *solved, const struct job *job)
{
    const struct carom_solution *solution = &job->solution;
    bool micro = job->puzzle.game == CAROM_GAME_MICRO;
    solved->running = false;
    solved->status = solution->status;
    solved->cost = solution->cost;
    solved->at_least = solution->at_least;
    solved->moves = micro ? solution->cost : solution->moves;
    if (solution->status != CAROM_SOLVE_FOUND) {
        solved->moves = 0;
    } else if (micro) {
        solved->routes = job->micro.routes;
        solved->places = must_alloc(solved->moves + 1);
        memcpy(solved->places, job->micro.places, solved->moves);
    } else {
        solved->routes = job->routes;
        solved->listed = job->listed != NULL ? strdup(job->listed) : NULL;
        solved->route = must_alloc((solved->moves + 1) * sizeof *solved->route);
        memcpy(solved->route, solution->route, solved->moves * sizeof *solved->route);
        solved->detours = must_alloc((job->detour_count + 1) * sizeof *solved->detours);
        solved->detour_count = job->detour_count;
        memcpy(solved->detours, job->detours, job->detour_count * sizeof *solved->detours);
    }
}

/* R18: a target that is proven to be out of reach is put back. */
static void put_back(struct live *live, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_VOID, .at = now};
    struct refused refused;
    if (game_in_round(live)) {
        log_line(SERVE_LOG_INFO, "unreachable", "table=%s game=%u round=%u", live->code, live->facts.game,
                 live->table.rounds);
        game_run(live, &command, now, &refused);
    }
}

static void finish_round(struct job *job)
{
    struct live *live = job->live;
    carom_ms now = clock_now();
    bool current = !live->forgotten && live->facts.game == job->game && live->table.rounds == job->round;
    if (current && job->solution.status != CAROM_SOLVE_CANCELLED) {
        keep_solution(&live->solved, job);
        if (job->solution.status == CAROM_SOLVE_UNSOLVABLE)
            put_back(live, now);
        game_tell_result(live);
        bots_notice(live, now);
        live_arm(live, now);
    }
    live_release(live);
}

static void write_walk(struct carom_text *text, const struct job *job)
{
    carom_text_char(text, '[');
    for (uint32_t i = 0; i < job->micro.moves; i++) {
        carom_text_put(text, i == 0 ? "\"" : ",\"");
        carom_micro_face_write(text, job->puzzle.micro.board.shows[job->micro.places[i]]);
        carom_text_char(text, '"');
    }
    carom_text_char(text, ']');
}

static void write_others(struct carom_text *text, const struct job *job)
{
    uint64_t count = job->puzzle.game == CAROM_GAME_MICRO ? job->micro.routes : job->routes;
    if (count > 0) {
        carom_text_put(text, ",\"count\":");
        carom_text_uint(text, count);
    }
    if (job->listed != NULL) {
        carom_text_put(text, ",\"routes\":");
        carom_text_put(text, job->listed);
    }
}

static void write_solution(struct carom_text *text, const struct job *job)
{
    const struct carom_solution *solution = &job->solution;
    bool micro = job->puzzle.game == CAROM_GAME_MICRO;
    carom_text_put(text, "{\"position\":\"");
    carom_puzzle_write(text, &job->puzzle);
    carom_text_put(text, "\",\"moves\":");
    if (solution->status != CAROM_SOLVE_FOUND) {
        bool never = solution->status == CAROM_SOLVE_UNSOLVABLE;
        carom_text_put(text,
                       never ? "null,\"unsolvable\":true,\"proven\":true" : "null,\"proven\":false,\"at_least\":");
        if (!never)
            carom_text_uint(text, solution->at_least);
    } else {
        carom_text_uint(text, solution->cost);
        carom_text_put(text, ",\"route\":");
        if (micro)
            write_walk(text, job);
        else
            write_route(text, solution->route, solution->moves);
        carom_text_put(text, ",\"proven\":true");
        write_others(text, job);
    }
    carom_text_put(text, ",\"nodes\":");
    carom_text_uint(text, solution->nodes);
    carom_text_char(text, '}');
}

static void finish_exchange(struct job *job)
{
    char *buffer = must_alloc(ANSWER_BYTES);
    struct carom_text text = carom_text_in(buffer, ANSWER_BYTES);
    write_solution(&text, job);
    exchange_answer(job->exchange, MHD_HTTP_OK, "application/json", buffer, text.length);
    exchange_resume(job->exchange);
    free(buffer);
}

static void pump(struct jobs *jobs);

static void after_work(uv_work_t *request, int status)
{
    struct job *job = request->data;
    struct jobs *jobs = job->jobs;
    (void)status;
    jobs->running--;
    jobs->waiting--;
    jobs->server->metrics.solved_total++;
    keep_or_free(jobs, job->engine);
    if (job->live != NULL) {
        finish_round(job);
    } else {
        jobs->asked_running = false;
        finish_exchange(job);
    }
    free(job->listed);
    free(job);
    pump(jobs);
}

/* ---- starting
 * ----------------------------------------------------------------------------------------------------------------- */

static struct job *take_first(struct job **list)
{
    struct job *job = *list;
    *list = job->next;
    return job;
}

static struct job *next_job(struct jobs *jobs)
{
    if (jobs->rounds != NULL)
        return take_first(&jobs->rounds);
    if (jobs->asked != NULL && !jobs->asked_running) {
        jobs->asked_running = true;
        jobs->asked_waiting--;
        return take_first(&jobs->asked);
    }
    return NULL;
}

static void pump(struct jobs *jobs)
{
    while (jobs->running < THREADS) {
        struct job *job = next_job(jobs);
        if (job == NULL)
            return;
        job->engine = jobs->engines;
        if (job->engine != NULL)
            jobs->engines = job->engine->next;
        else
            job->engine = must_alloc(sizeof *job->engine);
        jobs->running++;
        uv_queue_work(&jobs->server->loop, &job->work, work, after_work);
    }
}

static void enqueue(struct jobs *jobs, struct job *job, struct job **list)
{
    job->jobs = jobs;
    job->work.data = job;
    while (*list != NULL)
        list = &(*list)->next;
    *list = job;
    jobs->waiting++;
    pump(jobs);
}

void jobs_solve_round(struct live *live)
{
    struct jobs *jobs = live->server->jobs;
    struct carom_puzzle puzzle = {.game = CAROM_GAME_MICRO};
    if (live->solved.round == live->table.rounds || atomic_load(&jobs->cancelled))
        return;
    if (game_position(live, &puzzle.position))
        puzzle.game = CAROM_GAME_RICOCHET;
    else if (!game_micro_position(live, &puzzle.micro))
        return;
    solved_clear(&live->solved);
    live->solved.round = live->table.rounds;
    live->solved.running = true;
    struct job *job = must_alloc(sizeof *job);
    job->live = live;
    job->game = live->facts.game;
    job->round = live->table.rounds;
    job->all = true;
    job->wants_detours = bots_count(live) > 0;
    job->seed = live->table.rules.seed + live->table.rounds;
    job->puzzle = puzzle;
    live_use(live);
    enqueue(jobs, job, &jobs->rounds);
}

bool jobs_solve_exchange(struct exchange *exchange, const struct carom_puzzle *puzzle, bool all, bool no_ricochet)
{
    struct jobs *jobs = exchange->server->jobs;
    if (jobs->asked_waiting >= ASKED_MOST || atomic_load(&jobs->cancelled))
        return false;
    struct job *job = must_alloc(sizeof *job);
    job->exchange = exchange;
    job->no_ricochet = no_ricochet;
    job->all = all;
    job->puzzle = *puzzle;
    jobs->asked_waiting++;
    enqueue(jobs, job, &jobs->asked);
    return true;
}

unsigned jobs_waiting(const struct server *server)
{
    return server->jobs != NULL ? server->jobs->waiting : 0;
}

/* ---- beginning and end
 * ------------------------------------------------------------------------------------------------------------ */

void jobs_start(struct server *server)
{
    char threads[8];
    snprintf(threads, sizeof threads, "%d", THREADS);
    setenv("UV_THREADPOOL_SIZE", threads, 1); /* nothing else uses libuv's threads */
    server->jobs = must_alloc(sizeof *server->jobs);
    server->jobs->server = server;
}

/* What waits is not done any more; what runs ends soon, and comes back through after_work. */
void jobs_cancel(struct server *server)
{
    struct jobs *jobs = server->jobs;
    struct refused refused;
    atomic_store(&jobs->cancelled, true);
    refuse_number(&refused, WHY_STOPPING, 1000);
    while (jobs->rounds != NULL) {
        struct job *job = take_first(&jobs->rounds);
        live_release(job->live);
        jobs->waiting--;
        free(job);
    }
    while (jobs->asked != NULL) {
        struct job *job = take_first(&jobs->asked);
        exchange_refuse(job->exchange, "solve", &refused);
        exchange_resume(job->exchange);
        jobs->waiting--;
        jobs->asked_waiting--;
        free(job);
    }
}

void jobs_stop(struct server *server)
{
    while (server->jobs->engines != NULL) {
        struct engine *engine = server->jobs->engines;
        server->jobs->engines = engine->next;
        free_engine(engine);
    }
    free(server->jobs);
    server->jobs = NULL;
}
