/*
 * Forgets what is too old: results by their puzzle's date, circles by the day on which a member last looked. A little
 * with every step, so that nobody waits; a step of one server does no harm to that of another.
 */
#include "matches.h"

#include <stdlib.h>
#include <string.h>

#define DAY_MS (24 * 60 * 60 * 1000)
#define RESULTS_PER_STEP TEST_LIMIT(500u, 3u)
#define CIRCLES_PER_STEP TEST_LIMIT(20u, 2u)

struct retention {
    struct company *company;
    uint32_t before;             /* what is older than this day is forgotten */
    char puzzle[STORE_KEY_SIZE]; /* the oldest; "": none */
    char circles[CIRCLES_PER_STEP][STORE_KEY_SIZE];
    unsigned circle_count;
    int64_t total;  /* circles in the store, counted at the end of a round; -1: not now */
    bool uncounted; /* they have not been counted yet */
    bool good;
};

struct forget {
    struct company_op op;
    uint32_t before;
};

static void done(struct company_op *op)
{
    free(op);
}

/* ---- results ---- */

static bool load_results(struct store *store, struct company_op *op)
{
    const char *owner = op->owner;
    return company_load(
        store, op,
        &(struct store_range){.kind = STORE_RESULTS, .owners = &owner, .owner_count = 1, .limit = RESULTS_PER_STEP});
}

static bool forget_results(struct company_op *op, carom_ms now)
{
    struct store_record record;
    (void)now;
    for (size_t at = 0; company_next(op, STORE_RESULTS, &at, &record);) {
        company_remove(op, STORE_RESULTS, op->owner, record.key);
        company_remove(op, STORE_DEVICE_RESULTS, record.key, op->owner);
    }
    return true;
}

/* ---- circles ---- */

static bool load_circle(struct store *store, struct company_op *op)
{
    return company_load_owner(store, op, STORE_CIRCLES, op->owner) && matches_load(store, op);
}

/* Decided again where it runs after everything else that concerns the circle: a member may have looked meanwhile. */
static bool forget_circle(struct company_op *op, carom_ms now)
{
    struct circle circle;
    (void)now;
    if (circle_read(op, &circle) && circle.used < ((struct forget *)op)->before)
        circle_remove(op);
    return true;
}

static void run_forget(struct company *company, const char *owner, uint32_t before,
                       bool (*load)(struct store *store, struct company_op *op),
                       bool (*decide)(struct company_op *op, carom_ms now))
{
    struct forget *forget = xcalloc(sizeof *forget);
    memcpy(forget->op.owner, owner, sizeof forget->op.owner);
    forget->before = before;
    forget->op.load = load;
    forget->op.decide = decide;
    forget->op.done = done;
    company_run(company, &forget->op);
}

/* ---- a step ---- */

static void look(struct store *store, void *context)
{
    struct retention *step = context;
    enum store_lookup found = store_next_owner(store, STORE_RESULTS, step->puzzle);
    step->good = found != STORE_FAILED;
    if (found == STORE_NOT_FOUND)
        step->puzzle[0] = '\0';
    memcpy(step->circles[0], step->company->circle_after, STORE_KEY_SIZE);
    while (step->good && step->circle_count < CIRCLES_PER_STEP) {
        char *owner = step->circles[step->circle_count];
        if (step->circle_count > 0)
            memcpy(owner, step->circles[step->circle_count - 1], STORE_KEY_SIZE);
        found = store_next_owner(store, STORE_CIRCLES, owner);
        step->good = found != STORE_FAILED;
        if (found != STORE_FOUND)
            break;
        step->circle_count++;
    }
    if (step->good && (step->circle_count < CIRCLES_PER_STEP || step->uncounted))
        step->total = store_record_count(store, STORE_CIRCLES);
}

static void on_looked(void *context)
{
    struct retention *step = context;
    struct company *company = step->company;
    uint32_t day;
    bool round_ends = step->circle_count < CIRCLES_PER_STEP;
    company->retention = NULL;
    company->circle_after[0] = '\0';
    if (step->good && !round_ends)
        memcpy(company->circle_after, step->circles[step->circle_count - 1], STORE_KEY_SIZE);
    if (step->total >= 0)
        company->circles = step->total;
    if (step->before > 0 && step->puzzle[0] != '\0' && carom_date_read(&day, step->puzzle, DATE_SIZE - 1) &&
        day < step->before)
        run_forget(company, step->puzzle, step->before, load_results, forget_results);
    for (unsigned i = 0; step->before > 0 && i < step->circle_count; i++)
        run_forget(company, step->circles[i], step->before, load_circle, forget_circle);
    free(step);
}

void company_sweep(struct company *company, carom_ms now)
{
    uint64_t days = company->base->options->results_days;
    uint32_t today = (uint32_t)(now / DAY_MS);
    if (company->retention != NULL || now < company->retention_at || company->base->stopping ||
        company->tables->store_down)
        return;
    struct retention *step = xcalloc(sizeof *step);
    *step = (struct retention){.company = company, .total = -1};
    step->before = days > 0 && days < today ? today - (uint32_t)days : 0;
    step->uncounted = company->circles < 0;
    company->retention = step;
    company->retention_at = now + (company->tables->shared ? RETENTION_SHARED_MS : RETENTION_MS);
    company_read_async(company, 0, look, on_looked, step);
}
