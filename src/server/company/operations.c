/*
 * Operations: from a request to the database and back, without blocking the loop.
 *
 * An operation reads on the read thread, decides on the loop, and its writes go into the batch that everybody else's
 * writes go into, as one group. If another server has changed the records meanwhile the group is rejected, and the
 * operation reads and decides again. Operations that write records of the same owner run one after another, so that
 * those of one server never stand in each other's way.
 */
#include "company.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_AFTER_MS 1000
#define ANSWER_BYTES TEST_LIMIT(16384u, 16u) /* guessed of an answer, beside what its records have */

/* The operations on one owner: one is running, the others wait. */
struct owner_queue {
    struct owner_queue *next;
    char owner[STORE_KEY_SIZE];
    struct company_op *first;
    struct company_op **end;
    bool busy;    /* one is running */
    bool pumping; /* pump() is at work below us on the stack */
};

/* ---- records ---- */

static size_t keep_text(struct record_list *list, const char *text)
{
    size_t at = list->length, size = strlen(text) + 1;
    list->bytes = xgrow(list->bytes, &list->size, list->length + size, 1);
    memcpy(list->bytes + at, text, size);
    list->length += size;
    return at;
}

static bool keep_record(void *context, const struct store_record *record)
{
    struct record_list *list = context;
    list->places = xgrow(list->places, &list->capacity, list->count + 1, sizeof *list->places);
    struct record_place *place = &list->places[list->count++];
    place->kind = record->kind;
    place->owner = keep_text(list, record->owner);
    place->key = keep_text(list, record->key);
    place->body = keep_text(list, record->body);
    return true;
}

bool company_load(struct store *store, struct company_op *op, const struct store_range *range)
{
    return store_records(store, range, keep_record, &op->records);
}

bool company_load_owner(struct store *store, struct company_op *op, enum store_record_kind kind, const char *owner)
{
    return company_load(store, op, &(struct store_range){.kind = kind, .owners = &owner, .owner_count = 1});
}

bool company_next(const struct company_op *op, enum store_record_kind kind, size_t *at, struct store_record *record)
{
    const struct record_list *list = &op->records;
    while (*at < list->count && list->places[*at].kind != kind)
        ++*at;
    if (*at == list->count)
        return false;
    const struct record_place *place = &list->places[(*at)++];
    *record =
        (struct store_record){kind, list->bytes + place->owner, list->bytes + place->key, list->bytes + place->body};
    return true;
}

const char *company_find(const struct company_op *op, enum store_record_kind kind, const char *key)
{
    struct store_record record;
    for (size_t at = 0; company_next(op, kind, &at, &record);)
        if (strcmp(record.key, key) == 0)
            return record.body;
    return NULL;
}

static void forget_records(struct record_list *list)
{
    free(list->places);
    free(list->bytes);
    *list = (struct record_list){0};
}

void company_read_async(struct company *company, uint64_t flow, read_thread_work *work, read_thread_done *done,
                        void *context)
{
    if (company->reader != NULL)
        read_thread_run(company->reader, flow, work, done, context);
    else
        read_async(company->tables, work, done, context);
}

void company_write(struct company_op *op, text_writer *write, const void *context)
{
    struct carom_text text = {.truncated = true};
    size_t size = 0;
    free(op->answer.bytes);
    op->answer.bytes = NULL;
    for (size_t wanted = ANSWER_BYTES + 2 * op->records.length; text.truncated; wanted = 2 * size) {
        op->answer.bytes = xgrow(op->answer.bytes, &size, wanted, 1);
        text = carom_text_init(op->answer.bytes, size);
        write(&text, context);
    }
    op->answer.length = text.length;
}

/* ---- bodies ---- */

const char *company_body(text_writer *write_members, const void *context)
{
    return text_write_json(write_members, context).bytes; /* which ends with a NUL */
}

bool company_read(struct carom_json *json, struct carom_json_node nodes[COMPANY_NODES], const char *body)
{
    return carom_json_read(json, nodes, COMPANY_NODES, body, strlen(body), NULL) &&
           carom_json_is(json, 0, CAROM_JSON_OBJECT);
}

void company_read_text(const struct carom_json *json, const char *key, char *text, size_t size)
{
    size_t length;
    if (!carom_json_as_string(json, carom_json_get(json, 0, key), text, size, &length))
        text[0] = '\0';
}

int64_t company_number(const struct carom_json *json, const char *key)
{
    int64_t number;
    return carom_json_as_int(json, carom_json_get(json, 0, key), &number) ? number : 0;
}

/* ---- writes ---- */

static struct store_batch *batch_of(const struct company_op *op)
{
    return commit_batch(op->company->tables);
}

void company_insert(struct company_op *op, const struct store_record *record)
{
    check_alloc(store_batch_insert_record(batch_of(op), store_record_group(op->owner), record));
}

void company_swap(struct company_op *op, const struct store_record *record, const char *expected)
{
    check_alloc(store_batch_swap_record(batch_of(op), store_record_group(op->owner), record, expected));
}

void company_remove(struct company_op *op, enum store_record_kind kind, const char *owner, const char *key)
{
    check_alloc(store_batch_remove_record(batch_of(op), store_record_group(op->owner), kind, owner, key));
}

void company_remove_owner(struct company_op *op, enum store_record_kind kind, const char *owner)
{
    check_alloc(store_batch_remove_owner(batch_of(op), store_record_group(op->owner), kind, owner));
}

/* ---- running ---- */

static void start(struct company_op *op);

static struct owner_queue **queue_place(struct company *company, const char *owner)
{
    unsigned bucket = (unsigned)store_record_group(owner) % COMPANY_OWNERS;
    struct owner_queue **link = &company->owners[bucket];
    while (*link != NULL && strcmp((*link)->owner, owner) != 0)
        link = &(*link)->next;
    return link;
}

/* Runs the operations of an owner, as long as none has to wait for a thread. */
static void pump(struct company *company, struct owner_queue *queue)
{
    if (queue->pumping)
        return;
    queue->pumping = true;
    while (!queue->busy && queue->first != NULL) {
        struct company_op *op = queue->first;
        queue->first = op->next;
        queue->end = queue->first != NULL ? queue->end : &queue->first;
        queue->busy = true;
        start(op);
    }
    queue->pumping = false;
    if (!queue->busy) {
        *queue_place(company, queue->owner) = queue->next;
        free(queue);
    }
}

static void finish(struct company_op *op)
{
    struct company *company = op->company;
    struct owner_queue *queue = op->queue;
    bool pumping = queue != NULL && queue->pumping;
    company->op_count--;
    if (queue != NULL)
        queue->pumping = true;                /* `done` may run another operation on the same owner */
    struct record_list records = op->records; /* `done` frees the operation, and may read them */
    op->done(op);
    forget_records(&records);
    if (queue == NULL)
        return;
    queue->busy = false;
    queue->pumping = pumping;
    pump(company, queue);
}

static void refuse(struct company_op *op, enum api_error_code code)
{
    op->refused = true;
    api_error_set_number(&op->error, code, RETRY_AFTER_MS);
    finish(op);
}

static void on_committed(void *context, bool good)
{
    struct company_op *op = context;
    struct tables *tables = op->company->tables;
    if (good)
        finish(op);
    else if (tables->outcome_unknown || tables->store_down || op->company->base->stopping)
        refuse(op, API_ERR_STORE);
    else if (++op->tries >= COMPANY_TRIES)
        refuse(op, API_ERR_BUSY);
    else
        start(op); /* another server was first */
}

static void on_loaded(void *context)
{
    struct company_op *op = context;
    struct tables *tables = op->company->tables;
    if (op->load_failed) {
        refuse(op, API_ERR_STORE);
        return;
    }
    size_t rows = commit_pending_rows(tables);
    op->refused = op->decide != NULL && !op->decide(op, clock_now_ms());
    if (commit_pending_rows(tables) > rows)
        commit_then_for(tables, store_record_group(op->owner), on_committed, op);
    else
        finish(op);
}

static void load(struct store *store, void *context)
{
    struct company_op *op = context;
    op->load_failed = !op->load(store, op);
}

static void start(struct company_op *op)
{
    forget_records(&op->records);
    op->has_matches = false;
    op->load_failed = true; /* until it has been read */
    if (op->company->base->stopping)
        refuse(op, API_ERR_SHUTTING_DOWN);
    else
        company_read_async(op->company, op->flow, load, on_loaded, op);
}

static void enqueue(struct company *company, struct company_op *op)
{
    struct owner_queue **link = queue_place(company, op->owner);
    struct owner_queue *queue = *link;
    if (queue == NULL) {
        queue = *link = xcalloc(sizeof *queue);
        memcpy(queue->owner, op->owner, sizeof queue->owner);
        queue->end = &queue->first;
    }
    op->queue = queue;
    op->next = NULL;
    *queue->end = op;
    queue->end = &op->next;
    pump(company, queue);
}

void company_run(struct company *company, struct company_op *op)
{
    op->company = company;
    op->queue = NULL;
    op->answer = (struct company_answer){0};
    op->refused = false;
    op->tries = 0;
    company->op_count++;
    if (company->op_count > COMPANY_OPS_MAX || commit_overloaded(company->tables))
        refuse(op, API_ERR_BUSY);
    else if (op->reads_only)
        start(op);
    else
        enqueue(company, op);
}

/* ---- start and stop ---- */

void company_start(struct company *company, struct base *base, struct tables *tables, struct jobs *jobs,
                   struct store *store)
{
    *company = (struct company){.base = base, .tables = tables, .jobs = jobs, .store = store, .circles = -1};
    if (store != NULL)
        company->reader = read_thread_start(&base->loop, store);
    randombytes_buf(company->origin_key, sizeof company->origin_key);
    check_alloc(uv_idle_init(&base->loop, &company->loading) == 0);
    check_alloc(uv_idle_init(&base->loop, &company->erasing) == 0);
    company->loading.data = company->erasing.data = company;
}

void company_stop_reading(struct company *company)
{
    if (company->reader == NULL)
        return;
    read_thread_cancel(company->reader);
    read_thread_stop(company->reader);
    company->reader = NULL;
}

void company_stop(struct company *company)
{
    if (company->store != NULL)
        store_close(company->store);
    company->store = NULL;
    daily_stop(company);
    uv_close((uv_handle_t *)&company->loading, NULL);
    uv_close((uv_handle_t *)&company->erasing, NULL);
}
