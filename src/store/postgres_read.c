/*
 * The reading half of the PostgreSQL store. Numbers and texts out of range are failures, as in the SQLite store.
 */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Events requested at a time if the caller sets no limit. */
#define CHUNK 500u

static struct pg_conn *reader_of(struct store *base)
{
    char fault[STORE_ERROR_SIZE];
    struct postgres_store *store = postgres_of(base);
    return postgres_connect(store, &store->reader, fault) ? &store->reader : NULL;
}

/* Runs a statement. NULL: it failed. PQclear the result. */
static PGresult *ask(struct store *base, enum postgres_statement which, const struct postgres_values *values)
{
    struct pg_conn *conn = reader_of(base);
    PGresult *result = conn != NULL ? pg_execute(conn, which, values) : NULL;
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        return result;
    PQclear(result);
    return NULL;
}

static int64_t number_at(const PGresult *result, int row, int column)
{
    const uint8_t *bytes = (const uint8_t *)PQgetvalue(result, row, column);
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return (int64_t)number;
}

/* Reads a number of at least 1. */
static bool copy_number(uint32_t *to, const PGresult *result, int row, int column)
{
    int64_t number = number_at(result, row, column);
    *to = (uint32_t)number;
    return number >= 1 && number <= UINT32_MAX;
}

static bool copy_text(char *to, size_t size, const PGresult *result, int row, int column)
{
    size_t length = (size_t)PQgetlength(result, row, column);
    if (length == 0 || length >= size)
        return false;
    memcpy(to, PQgetvalue(result, row, column), length);
    to[length] = '\0';
    return true;
}

static bool read_table(struct store_table *table, const PGresult *result, int row)
{
    *table = (struct store_table){
        .id = number_at(result, row, 0),
        .created = number_at(result, row, 2),
        .over = *PQgetvalue(result, row, 4) != 0,
    };
    return copy_text(table->code, sizeof table->code, result, row, 1) && copy_number(&table->game, result, row, 3) &&
           copy_text(table->options, sizeof table->options, result, row, 5) && table->id >= 1;
}

/* Reads the epochs, which come last where they are selected. */
static void read_epochs(struct store_table *table, const PGresult *result, int row)
{
    table->epoch = (uint32_t)number_at(result, row, 6);
    table->rewrites = (uint32_t)number_at(result, row, 7);
}

enum store_lookup postgres_find(struct store *base, const char *code, struct store_table *table)
{
    struct postgres_values values = {0};
    pg_add_text(&values, code);
    PGresult *result = ask(base, POSTGRES_FIND_TABLE, &values);
    if (result == NULL)
        return STORE_FAILED;
    enum store_lookup found = PQntuples(result) == 0         ? STORE_NOT_FOUND
                              : read_table(table, result, 0) ? STORE_FOUND
                                                             : STORE_FAILED;
    if (found == STORE_FOUND)
        read_epochs(table, result, 0);
    PQclear(result);
    return found;
}

bool postgres_list(struct store *base, int64_t after, unsigned most, store_table_visitor *visit, void *context)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, after);
    postgres_add_number(&values, most);
    PGresult *result = ask(base, POSTGRES_LIST_TABLES, &values);
    bool wanted = true;
    for (int row = 0; result != NULL && wanted && row < PQntuples(result); row++) {
        struct store_table table;
        if (!read_table(&table, result, row))
            table.game = 0;
        wanted = visit(context, &table);
    }
    PQclear(result);
    return result != NULL;
}

/* ---- events ---- */

/* A page being read. */
struct reading {
    struct store_page *page;
    store_event_visitor *visit;
    void *context;
    uint32_t events; /* events delivered so far */
    size_t bytes;
    int64_t expected; /* seq expected next */
    bool wanted;
};

/* Delivers one row. False: it is invalid. */
static bool take_event(struct reading *reading, const PGresult *result, int row)
{
    const struct store_page *page = reading->page;
    size_t length = (size_t)PQgetlength(result, row, 1);
    uint32_t seq;
    if (!copy_number(&seq, result, row, 0) || seq != reading->expected)
        return false;
    reading->wanted = store_page_has_room(page, reading->events, reading->bytes, length);
    if (!reading->wanted)
        return true;
    reading->expected++;
    reading->events++;
    reading->bytes += length;
    reading->wanted = reading->visit(reading->context, seq, PQgetvalue(result, row, 1), length);
    return true;
}

/* Reads up to `rows` rows. False: the store failed, or there is a gap. `*fewer` tells whether there were fewer. */
static bool take_chunk(struct store *base, struct reading *reading, uint32_t rows, bool *fewer)
{
    struct postgres_values values = {0};
    const struct store_page *page = reading->page;
    postgres_add_number(&values, page->table);
    postgres_add_number(&values, page->game);
    postgres_add_number(&values, reading->expected);
    postgres_add_number(&values,
                        page->to == UINT32_MAX ? INT64_MAX : page->to); /* values out of range must be found too */
    postgres_add_number(&values, rows);
    PGresult *result = ask(base, POSTGRES_GET_EVENTS, &values);
    bool good = result != NULL;
    int count = PQntuples(result);
    for (int row = 0; good && reading->wanted && row < count; row++)
        good = take_event(reading, result, row);
    *fewer = (uint32_t)count < rows;
    PQclear(result);
    return good;
}

bool postgres_page(struct store *base, struct store_page *page, store_event_visitor *visit, void *context)
{
    struct reading reading = {.page = page, .visit = visit, .context = context, .expected = page->from, .wanted = true};
    uint32_t rows = page->events > 0 && page->events < CHUNK ? page->events + 1
                                                             : CHUNK; /* one more, to see whether there is a next */
    bool fewer = page->from > page->to;
    bool good = true;
    page->next = 0;
    while (good && reading.wanted && !fewer)
        good = take_chunk(base, &reading, rows, &fewer);
    if (good && !reading.wanted && reading.expected <= UINT32_MAX)
        page->next = (uint32_t)reading.expected;
    return good;
}

bool postgres_last(struct store *base, int64_t table, store_event_visitor *visit, void *context)
{
    struct postgres_values values = {0};
    uint32_t seq = 0;
    postgres_add_number(&values, table);
    PGresult *result = ask(base, POSTGRES_GET_LAST, &values);
    bool good = result != NULL && (PQntuples(result) == 0 || copy_number(&seq, result, 0, 0));
    if (good && PQntuples(result) == 1)
        visit(context, seq, PQgetvalue(result, 0, 1), (size_t)PQgetlength(result, 0, 1));
    PQclear(result);
    return good;
}

/* ---- other queries ---- */

bool postgres_seats(struct store *base, int64_t table, store_seat_visitor *visit, void *context)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, table);
    PGresult *result = ask(base, POSTGRES_GET_SEATS, &values);
    bool good = result != NULL;
    for (int row = 0; good && row < PQntuples(result); row++) {
        struct store_seat seat = {0};
        good = copy_text(seat.player, sizeof seat.player, result, row, 0) &&
               PQgetlength(result, row, 1) == STORE_HASH_SIZE;
        if (good) {
            memcpy(seat.hash, PQgetvalue(result, row, 1), STORE_HASH_SIZE);
            visit(context, &seat);
        }
    }
    PQclear(result);
    return good;
}

/* ---- records ---- */

/* The owners, at least one, joined with commas, which no key has. NULL: out of memory. */
static char *join_owners(const struct store_range *range)
{
    size_t length = 1, at = 0;
    for (size_t i = 0; i < range->owner_count; i++)
        length += strlen(range->owners[i]) + 1;
    char *joined = malloc(length);
    for (size_t i = 0; joined != NULL && i < range->owner_count; i++)
        at += (size_t)snprintf(joined + at, length - at, i > 0 ? ",%s" : "%s", range->owners[i]);
    return joined;
}

static bool visit_record(const PGresult *result, int row, enum store_record_kind kind, store_record_visitor *visit,
                         void *context, bool *wanted)
{
    char owner[STORE_KEY_SIZE], key[STORE_KEY_SIZE];
    struct store_record record = {kind, owner, key, PQgetvalue(result, row, 2)}; /* libpq adds a NUL */
    bool good = copy_text(owner, sizeof owner, result, row, 0) && copy_text(key, sizeof key, result, row, 1);
    *wanted = good && visit(context, &record);
    return good;
}

bool postgres_records(struct store *base, const struct store_range *range, store_record_visitor *visit, void *context)
{
    struct postgres_values values = {0};
    bool wanted = true;
    if (reader_of(base) == NULL)
        return false;
    if (!postgres_of(base)->reader.has_records || range->owner_count == 0)
        return true;
    char *owners = join_owners(range);
    if (owners == NULL)
        return false;
    postgres_add_number(&values, (int64_t)range->kind);
    pg_add_text(&values, owners);
    pg_add_text(&values, range->after != NULL ? range->after : "");
    pg_add_text(&values, range->before != NULL ? range->before : STORE_KEY_END);
    postgres_add_number(&values, range->limit > 0 ? range->limit : INT64_MAX);
    PGresult *result = ask(base, POSTGRES_GET_RECORDS, &values);
    bool good = result != NULL;
    for (int row = 0; good && wanted && row < PQntuples(result); row++)
        good = visit_record(result, row, range->kind, visit, context, &wanted);
    PQclear(result);
    free(owners);
    return good;
}

enum store_lookup postgres_next_owner(struct store *base, enum store_record_kind kind, char owner[STORE_KEY_SIZE])
{
    struct postgres_values values = {0};
    postgres_add_number(&values, (int64_t)kind);
    pg_add_text(&values, owner);
    if (reader_of(base) != NULL && !postgres_of(base)->reader.has_records)
        return STORE_NOT_FOUND;
    PGresult *result = ask(base, POSTGRES_NEXT_OWNER, &values);
    enum store_lookup found = result == NULL                                   ? STORE_FAILED
                              : PQntuples(result) == 0                         ? STORE_NOT_FOUND
                              : copy_text(owner, STORE_KEY_SIZE, result, 0, 0) ? STORE_FOUND
                                                                               : STORE_FAILED;
    PQclear(result);
    return found;
}

int64_t postgres_record_count(struct store *base, enum store_record_kind kind)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, (int64_t)kind);
    if (reader_of(base) != NULL && !postgres_of(base)->reader.has_records)
        return 0;
    PGresult *result = ask(base, POSTGRES_COUNT_RECORDS, &values);
    int64_t count = result != NULL ? number_at(result, 0, 0) : -1;
    PQclear(result);
    return count;
}

/* The free space of the database's disk is unknown. */
bool postgres_space(struct store *base, struct store_space *space)
{
    PGresult *result = ask(base, POSTGRES_GET_SIZE, &(struct postgres_values){0});
    *space = (struct store_space){.data = -1, .unused = -1, .free = -1};
    if (result != NULL)
        space->data = number_at(result, 0, 0);
    PQclear(result);
    return result != NULL;
}

bool postgres_check_integrity(struct store *base, char fault[STORE_ERROR_SIZE])
{
    PGresult *result = ask(base, POSTGRES_FIND_ORPHANS, &(struct postgres_values){0});
    bool good = result != NULL && number_at(result, 0, 0) == 0;
    if (result == NULL)
        pg_error_text(postgres_of(base)->reader.connection, fault);
    else if (!good)
        store_set_error(fault, STORE_ERROR_ORPHAN_ROWS);
    PQclear(result);
    return good;
}

/* ---- shared stores ---- */

/* Begins or ends a transaction that sees one snapshot. */
bool postgres_snapshot(struct store *base, bool begins)
{
    struct pg_conn *conn = reader_of(base);
    if (conn == NULL ||
        (!begins && PQtransactionStatus(conn->connection) == PQTRANS_IDLE)) /* it reconnected meanwhile */
        return false;
    return pg_exec_sql(conn, begins ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "COMMIT");
}

bool postgres_time(struct store *base, carom_ms *now)
{
    PGresult *result = ask(base, POSTGRES_TIME, &(struct postgres_values){0});
    if (result != NULL)
        *now = number_at(result, 0, 0);
    PQclear(result);
    return result != NULL;
}

#define POLL_IDS_MAX 500 /* tables per query */

static bool poll_versions_part(struct store *base, const int64_t *ids, size_t count, store_version_visitor *visit,
                               void *context)
{
    struct postgres_values values = {0};
    char list[POLL_IDS_MAX * 21 + 1] = "";
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, i > 0 ? ",%lld" : "%lld", (long long)ids[i]);
    postgres_add_bytes(&values, list, length);
    PGresult *result = ask(base, POSTGRES_POLL_VERSIONS, &values);
    for (int row = 0; result != NULL && row < PQntuples(result); row++) {
        struct store_table table;
        if (!read_table(&table, result, row))
            continue;
        read_epochs(&table, result, row);
        visit(context, &table, (uint32_t)number_at(result, row, 8));
    }
    PQclear(result);
    return result != NULL;
}

bool postgres_poll_versions(struct store *base, const int64_t *ids, size_t count, store_version_visitor *visit,
                            void *context)
{
    bool good =
        count > 0 || poll_versions_part(base, ids, 0, visit, context); /* with no ids, only tests whether it answers */
    for (size_t from = 0; good && from < count; from += POLL_IDS_MAX)
        good = poll_versions_part(base, ids + from, count - from < POLL_IDS_MAX ? count - from : POLL_IDS_MAX, visit,
                                  context);
    return good;
}
