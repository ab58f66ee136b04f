/*
 * Results of daily puzzles, and their figures.
 *
 * A puzzle is computed from its date as `carom daily` does it, on a worker thread, and kept. Its results are read from
 * the store once, a page per loop iteration, and kept in memory; figures are computed from there. On a shared store
 * they are read again every few seconds while there are requests. Storing a result is an operation whose owner is the
 * device, so that a device has one result per puzzle.
 */
#include "results.h"

#include <carom/libc_allocator.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUZZLES_KEPT TEST_LIMIT(24u, 3u)
#define PAGE_RESULTS TEST_LIMIT(1000u, 2u)
#define REFRESH_MS 2000  /* shared stores: most age of results in memory */
#define AGAIN_MS 200     /* most age of results that may lack a new one */
#define REFRESH_PER_MS 5 /* results per additional ms of that age */
#define FIRST_DAY 20454  /* 2026-01-01, the first day of the archive */
#define HOUR_MS (60 * 60 * 1000)
#define DAY_MS (24 * HOUR_MS)
#define EASTMOST_MS (14 * HOUR_MS) /* UTC+14, the first time zone: how long before UTC a day begins there */
#define OPEN_MS (3 * DAY_MS)
#define RETRY_MS 2000

struct daily_puzzle {
    struct daily_puzzle *next;
    struct company *company;
    char key[32]; /* `2026-11-18/easy` */
    uint32_t day;
    enum carom_daily_kind kind;
    bool known; /* puzzle and shortest are known */
    struct carom_puzzle puzzle;
    uint32_t optimum;
    struct find_job *job; /* the job that computes the puzzle; NULL: none */
    struct results results;
    carom_ms loaded_at; /* 0: not loaded */
    struct results_load *load;
    struct daily_op *waiting; /* operations that wait for the puzzle or its results */
    unsigned users;           /* number of operations that refer to it */
};

static void continue_request(struct daily_op *daily);

static void finish(struct daily_op *daily)
{
    daily->puzzle->users--;
    daily->done(daily);
}

static void refuse(struct daily_op *daily, enum api_error_code code)
{
    daily->op.refused = true;
    api_error_set_number(&daily->op.error, code, RETRY_MS);
    finish(daily);
}

static void wait_for(struct daily_puzzle *puzzle, struct daily_op *daily)
{
    daily->waiting = puzzle->waiting;
    puzzle->waiting = daily;
}

/* Resumes the operations that wait for this puzzle; `good` false: with the error `code`. */
static void resume_waiting(struct daily_puzzle *puzzle, bool good, enum api_error_code code)
{
    struct daily_op *daily = puzzle->waiting;
    puzzle->waiting = NULL;
    puzzle->users++; /* keeps the puzzle alive while operations finish */
    while (daily != NULL) {
        struct daily_op *next = daily->waiting;
        if (good)
            continue_request(daily);
        else
            refuse(daily, code);
        daily = next;
    }
    puzzle->users--;
}

/* ---- the puzzle ---- */

struct find_job {
    struct job job;
    struct daily_puzzle *puzzle;
    struct carom_puzzle found;
    uint32_t day;
    enum carom_daily_kind kind;
    uint32_t optimum;
    bool good;
};

static void find_puzzle(struct job *job)
{
    struct find_job *find = (struct find_job *)job;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    find->good = solver != NULL && carom_daily_find(solver, find->day, find->kind, &find->found, &find->optimum);
    carom_solver_free(solver);
}

static void on_found(struct job *job, bool done)
{
    struct find_job *find = (struct find_job *)job;
    struct daily_puzzle *puzzle = find->puzzle;
    puzzle->job = NULL;
    if (done && find->good) {
        puzzle->known = true;
        puzzle->puzzle = find->found;
        puzzle->optimum = find->optimum;
    }
    free(find);
    resume_waiting(puzzle, puzzle->known, puzzle->company->base->stopping ? API_ERR_SHUTTING_DOWN : API_ERR_BUSY);
}

static void start_finding(struct daily_puzzle *puzzle, struct daily_op *daily)
{
    struct find_job *find = xcalloc(sizeof *find);
    *find = (struct find_job){.job = {.work = find_puzzle, .done = on_found, .flow = daily->op.flow},
                              .puzzle = puzzle,
                              .day = puzzle->day,
                              .kind = puzzle->kind};
    puzzle->job = find;
    if (jobs_add(puzzle->company->jobs, JOB_HTTP, &find->job))
        return;
    puzzle->job = NULL;
    free(find);
    resume_waiting(puzzle, false, API_ERR_BUSY);
}

/* ---- results ---- */

struct results_load {
    struct daily_puzzle *puzzle;
    struct results_load *next; /* next in company->paging */
    struct results results;
    char after[STORE_KEY_SIZE];
    unsigned rows; /* rows of the last page */
    bool good;
    bool outdated; /* results were added while loading and may be missing */
};

static bool add_row(void *context, const struct store_record *record)
{
    struct results_load *load = context;
    struct daily_result result;
    snprintf(load->after, sizeof load->after, "%s", record->key);
    load->rows++;
    if (daily_result_read(&result, record->key, record->body))
        results_add(&load->results, &result);
    return true;
}

static void read_page(struct store *store, void *context)
{
    struct results_load *load = context;
    const char *owner = load->puzzle->key;
    load->rows = 0;
    load->good = store_records(
        store,
        &(struct store_range){
            .kind = STORE_RESULTS, .owners = &owner, .owner_count = 1, .after = load->after, .limit = PAGE_RESULTS},
        add_row, load);
}

static void on_all_read(struct results_load *load, carom_ms now)
{
    struct daily_puzzle *puzzle = load->puzzle;
    bool good = load->good;
    puzzle->load = NULL;
    if (good) {
        results_destroy(&puzzle->results);
        puzzle->results = load->results;
        puzzle->loaded_at = load->outdated ? now - REFRESH_MS + AGAIN_MS : now;
    } else {
        results_destroy(&load->results);
    }
    free(load);
    resume_waiting(puzzle, good, API_ERR_STORE);
}

static void on_page(void *context)
{
    struct results_load *load = context;
    struct company *company = load->puzzle->company;
    if (!load->good || load->rows < PAGE_RESULTS || company->base->stopping) {
        load->good &= !company->base->stopping;
        on_all_read(load, clock_now_ms());
        return;
    }
    load->next = company->paging;
    company->paging = load;
    uv_idle_start(&company->loading, company_read_pages);
}

void company_read_pages(uv_idle_t *idle)
{
    struct company *company = idle->data;
    struct results_load *load = company->paging;
    if (load == NULL) {
        uv_idle_stop(idle);
        return;
    }
    company->paging = load->next;
    load->good = false;
    company_read_async(company, 0, read_page, on_page, load);
}

static void start_loading(struct daily_puzzle *puzzle)
{
    puzzle->load = xcalloc(sizeof *puzzle->load);
    puzzle->load->puzzle = puzzle;
    company_read_async(puzzle->company, 0, read_page, on_page, puzzle->load);
}

static bool is_outdated(const struct daily_puzzle *puzzle, carom_ms now)
{
    carom_ms most = REFRESH_MS + (carom_ms)puzzle->results.count / REFRESH_PER_MS;
    return puzzle->loaded_at == 0 || (puzzle->company->tables->shared && now - puzzle->loaded_at > most);
}

/* ---- puzzles in memory ---- */

static void free_puzzle(struct daily_puzzle *puzzle)
{
    results_destroy(&puzzle->results);
    free(puzzle);
}

/* Frees the least recently used puzzle if there are too many. False: nothing was freed. */
static bool trim_puzzle(struct company *company)
{
    struct daily_puzzle **link = &company->puzzles, **oldest = NULL;
    unsigned count = 0;
    for (; *link != NULL; link = &(*link)->next) {
        bool used = (*link)->users > 0 || (*link)->job != NULL || (*link)->load != NULL;
        oldest = used ? oldest : link;
        count++;
    }
    if (count <= PUZZLES_KEPT || oldest == NULL)
        return false;
    struct daily_puzzle *puzzle = *oldest;
    *oldest = puzzle->next;
    free_puzzle(puzzle);
    return true;
}

static struct daily_puzzle *puzzle_of(struct company *company, uint32_t day, enum carom_daily_kind kind)
{
    struct daily_puzzle **link = &company->puzzles;
    while (*link != NULL && ((*link)->day != day || (*link)->kind != kind))
        link = &(*link)->next;
    struct daily_puzzle *puzzle = *link;
    if (puzzle == NULL) {
        puzzle = xcalloc(sizeof *puzzle);
        *puzzle = (struct daily_puzzle){.company = company, .day = day, .kind = kind};
        struct carom_text text = carom_text_init(puzzle->key, sizeof puzzle->key);
        carom_date_write(&text, day);
        carom_text_char(&text, '/');
        carom_text_put(&text, carom_daily_names[kind]);
    } else {
        *link = puzzle->next;
    }
    puzzle->next = company->puzzles;
    company->puzzles = puzzle;
    return puzzle;
}

/* ---- a result ---- */

static bool load_device(struct store *store, struct company_op *op)
{
    const struct daily_op *daily = (const struct daily_op *)op;
    const char *owner = op->owner;
    char after[STORE_KEY_SIZE]; /* just before the first key, which is longer than the date */
    snprintf(after, sizeof after, "%.10s", daily->puzzle->key);
    return company_load(store, op,
                        &(struct store_range){.kind = STORE_DEVICE_RESULTS,
                                              .owners = &owner,
                                              .owner_count = 1,
                                              .after = after,
                                              .limit = CAROM_DAILY_KINDS});
}

static void write_brief(struct carom_text *text, const void *context)
{
    const struct daily_result *result = context;
    carom_json_put_uint(text, "moves", result->moves);
    carom_json_put_uint(text, "ms", result->ms);
}

/* Stores a device's first result of a puzzle: in full in the puzzle's record, and what circles show in the device's. */
static bool decide(struct company_op *op, carom_ms now)
{
    struct daily_op *daily = (struct daily_op *)op;
    const char *key = daily->puzzle->key;
    (void)now;
    daily->first = company_find(op, STORE_DEVICE_RESULTS, key) == NULL;
    if (!daily->first)
        return true;
    struct store_record record = {STORE_DEVICE_RESULTS, op->owner, key, company_body(write_brief, daily->result)};
    company_insert(op, &record);
    record = (struct store_record){STORE_RESULTS, key, op->owner, company_body(daily_result_write, daily->result)};
    company_insert(op, &record);
    return true;
}

static void on_stored(struct company_op *op)
{
    struct daily_op *daily = (struct daily_op *)op;
    struct daily_puzzle *puzzle = daily->puzzle;
    if (!op->refused && !results_has(&puzzle->results, daily->device)) {
        results_add(&puzzle->results, daily->result);
        if (puzzle->load != NULL)
            puzzle->load->outdated = true;
    }
    finish(daily);
}

/* Writes the route in canonical form, so that equal routes are equal texts. False: it does not fit. */
static bool write_route(struct daily_result *result, const struct carom_puzzle *puzzle, const struct carom_check *check,
                        const char *route)
{
    struct carom_text text = carom_text_init(result->route, sizeof result->route);
    struct carom_move moves[CAROM_CHECK_MOVES_MAX];
    size_t count = 0;
    if (puzzle->game == CAROM_GAME_RICOCHET &&
        carom_route_read(moves, CAROM_CHECK_MOVES_MAX, &count, route, strlen(route), NULL))
        carom_route_write(&text, moves, count);
    for (uint32_t i = 0; puzzle->game == CAROM_GAME_MICRO && i < check->moves; i++) {
        if (i > 0)
            carom_text_char(&text, ' ');
        carom_check_stop_write(&text, puzzle, check->stops[i]);
    }
    return !text.truncated && text.length > 0;
}

/* Checks the route with the core, which also counts its moves. */
static bool check_result(struct daily_op *daily)
{
    struct carom_check *check = xcalloc(sizeof *check);
    struct carom_error input_error;
    struct api_error *error = &daily->op.error;
    const struct carom_puzzle *puzzle = &daily->puzzle->puzzle;
    char route[RESULT_ROUTE_SIZE];
    memcpy(route, daily->result->route, sizeof route);
    bool good = carom_check_route(check, puzzle, route, strlen(route), &(struct carom_check_rules){0}, &input_error) ||
                api_error_from_input(error, API_ERR_BAD_ROUTE, &input_error);
    good = good && (check->result == CAROM_CHECK_OK ||
                    api_error_set_detail(error, API_ERR_NOT_SOLVED, carom_check_sentence(check)));
    if (good) {
        good = write_route(daily->result, puzzle, check, route) ||
               api_error_set_detail(error, API_ERR_BAD_MESSAGE, "`route` is too long");
        daily->result->moves = check->cost;
    }
    free(check);
    return good && daily->result->moves >= 1 && daily->result->moves <= CAROM_CHECK_MOVES_MAX;
}

static void store_result(struct daily_op *daily)
{
    const struct results *results = &daily->puzzle->results;
    if (results_has(results, daily->device)) {
        finish(daily);
        return;
    }
    if (results->count >= RESULTS_MAX || results_from(results, daily->result) >= RESULTS_STORED_EACH) {
        daily->op.refused = true;
        api_error_set_number(&daily->op.error, API_ERR_RATE_LIMIT, HOUR_MS);
        finish(daily);
        return;
    }
    memcpy(daily->op.owner, daily->device, sizeof daily->device);
    daily->op.load = load_device;
    daily->op.decide = decide;
    daily->op.done = on_stored;
    company_run(daily->puzzle->company, &daily->op);
}

/* ---- requests ---- */

static void continue_request(struct daily_op *daily)
{
    struct daily_puzzle *puzzle = daily->puzzle;
    if (puzzle->company->base->stopping) {
        refuse(daily, API_ERR_SHUTTING_DOWN);
    } else if (!puzzle->known) {
        wait_for(puzzle, daily);
        if (puzzle->job == NULL)
            start_finding(puzzle, daily);
    } else if (daily->result != NULL && daily->result->moves == 0 && !check_result(daily)) {
        daily->op.refused = true;
        finish(daily);
    } else if (is_outdated(puzzle, clock_now_ms())) {
        wait_for(puzzle, daily);
        if (puzzle->load == NULL)
            start_loading(puzzle);
    } else if (daily->result != NULL) {
        store_result(daily);
    } else {
        finish(daily);
    }
}

void daily_run(struct company *company, struct daily_op *daily)
{
    daily->op.refused = daily->first = false;
    daily->puzzle = puzzle_of(company, daily->day, daily->kind);
    daily->puzzle->users++;
    while (trim_puzzle(company)) {
    }
    continue_request(daily);
}

bool daily_is_open(uint32_t day, carom_ms now)
{
    carom_ms begins = (carom_ms)day * DAY_MS - EASTMOST_MS;
    return now >= begins && now < begins + OPEN_MS;
}

bool daily_exists(uint32_t day, carom_ms now)
{
    return day >= FIRST_DAY && (carom_ms)day * DAY_MS - EASTMOST_MS <= now;
}

static void write_histogram(struct carom_text *text, const struct figures *figures)
{
    carom_json_begin(text, "histogram", '[');
    for (unsigned moves = 0; moves <= CAROM_CHECK_MOVES_MAX; moves++) {
        if (figures->histogram[moves] == 0)
            continue;
        carom_json_begin(text, NULL, '[');
        carom_json_put_uint(text, NULL, moves);
        carom_json_put_uint(text, NULL, figures->histogram[moves]);
        carom_json_end(text, ']');
    }
    carom_json_end(text, ']');
}

/* Writes how others solved the puzzle; only for devices that have solved it. */
static void write_comparison(struct carom_text *text, const struct results *results, const struct figures *figures)
{
    if (figures->faster >= 0)
        carom_json_put_int(text, "faster", figures->faster);
    else
        carom_json_put_raw(text, "faster", "null", 4);
    carom_json_begin(text, "routes", '[');
    for (unsigned i = 0; i < figures->route_count; i++) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "route", interner_text(&results->routes, figures->routes[i].route));
        carom_json_put_uint(text, "count", figures->routes[i].people);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

void daily_write_answer(struct carom_text *text, const void *context)
{
    const struct daily_op *daily = context;
    struct daily_puzzle *puzzle = daily->puzzle;
    struct figures figures;
    results_figures(&puzzle->results, daily->device[0] != '\0' ? daily->device : NULL, puzzle->optimum, &figures);
    carom_json_put_uint(text, "solved", figures.solved);
    carom_json_put_uint(text, "shortest", figures.shortest);
    carom_json_put_uint(text, "optimum", puzzle->optimum);
    write_histogram(text, &figures);
    if (figures.mine)
        write_comparison(text, &puzzle->results, &figures);
    if (daily->result != NULL)
        carom_json_put_bool(text, "first", daily->first);
}

/* ---- stop ---- */

void daily_reread(struct company *company)
{
    for (struct daily_puzzle *puzzle = company->puzzles; puzzle != NULL; puzzle = puzzle->next) {
        puzzle->loaded_at = 0;
        if (puzzle->load != NULL)
            puzzle->load->outdated = true;
    }
}

void daily_stop(struct company *company)
{
    while (company->puzzles != NULL) {
        struct daily_puzzle *puzzle = company->puzzles;
        company->puzzles = puzzle->next;
        free_puzzle(puzzle);
    }
}
