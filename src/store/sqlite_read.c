/*
 * The reading half of the SQLite store, through a connection of its own that sees committed data.
 *
 * Numbers in the file have 64 bits, ours mostly 32, and a file may be damaged: values out of range are failures, never
 * truncated.
 */
#include "sqlite.h"

#include <stdio.h>
#include <string.h>

/* Copies a text column; false if it does not fit. */
static bool copy_text(char *to, size_t size, sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    size_t length = (size_t)sqlite3_column_bytes(row, column);
    if (text == NULL || length == 0 || length >= size || memchr(text, '\0', length) != NULL)
        return false;
    memcpy(to, text, length);
    to[length] = '\0';
    return true;
}

/* Reads a number of at least 1. */
static bool copy_number(uint32_t *to, sqlite3_stmt *row, int column)
{
    int64_t number = sqlite3_column_int64(row, column);
    *to = (uint32_t)number;
    return number >= 1 && number <= UINT32_MAX;
}

static bool read_table(struct store_table *table, sqlite3_stmt *row)
{
    *table = (struct store_table){
        .id = sqlite3_column_int64(row, 0),
        .created = sqlite3_column_int64(row, 2),
        .over = sqlite3_column_int(row, 4) != 0,
    };
    return copy_text(table->code, sizeof table->code, row, 1) && copy_number(&table->game, row, 3) &&
           copy_text(table->options, sizeof table->options, row, 5) && table->id >= 1;
}

enum store_lookup sqlite_find(struct store *base, const char *code, struct store_table *table)
{
    sqlite3_stmt *find = sqlite_of(base)->statements[SQL_FIND_TABLE];
    sqlite_bind_text(find, 1, code, strlen(code));
    int answer = sqlite3_step(find);
    bool good = answer == SQLITE_ROW && read_table(table, find);
    sqlite3_reset(find);
    return good ? STORE_FOUND : answer == SQLITE_DONE ? STORE_NOT_FOUND : STORE_FAILED;
}

bool sqlite_page(struct store *base, struct store_page *page, store_event_visitor *visit, void *context)
{
    sqlite3_stmt *get = sqlite_of(base)->statements[SQL_GET_EVENTS];
    sqlite3_bind_int64(get, 1, page->table);
    sqlite3_bind_int64(get, 2, page->game);
    sqlite3_bind_int64(get, 3, page->from);
    /* up to the largest value, so that numbers out of range are found */
    sqlite3_bind_int64(get, 4, page->to == UINT32_MAX ? INT64_MAX : page->to);
    int64_t expected = page->from;
    uint32_t events = 0;
    size_t bytes = 0;
    int answer;
    bool wanted = true;
    page->next = 0;
    while (wanted && (answer = sqlite3_step(get)) == SQLITE_ROW) {
        uint32_t seq;
        const char *text = (const char *)sqlite3_column_text(get, 1);
        size_t length = (size_t)sqlite3_column_bytes(get, 1);
        if (!copy_number(&seq, get, 0) || seq != expected++ || text == NULL)
            break;
        page->next = seq;
        wanted = store_page_has_room(page, events, bytes, length);
        if (wanted) {
            page->next = seq == UINT32_MAX ? 0 : seq + 1;
            wanted = visit(context, seq, text, length);
        }
        events++;
        bytes += length;
    }
    sqlite3_reset(get);
    if (wanted)
        page->next = 0;
    return !wanted || answer == SQLITE_DONE;
}

bool sqlite_last(struct store *base, int64_t table, store_event_visitor *visit, void *context)
{
    sqlite3_stmt *get = sqlite_of(base)->statements[SQL_GET_LAST];
    sqlite3_bind_int64(get, 1, table);
    int answer = sqlite3_step(get);
    uint32_t seq;
    const char *text = answer == SQLITE_ROW ? (const char *)sqlite3_column_text(get, 1) : NULL;
    bool good = text != NULL && copy_number(&seq, get, 0);
    if (good)
        visit(context, seq, text, (size_t)sqlite3_column_bytes(get, 1));
    sqlite3_reset(get);
    return good || answer == SQLITE_DONE;
}

bool sqlite_seats(struct store *base, int64_t table, store_seat_visitor *visit, void *context)
{
    sqlite3_stmt *get = sqlite_of(base)->statements[SQL_GET_SEATS];
    sqlite3_bind_int64(get, 1, table);
    int answer;
    while ((answer = sqlite3_step(get)) == SQLITE_ROW) {
        struct store_seat seat = {0};
        if (!copy_text(seat.player, sizeof seat.player, get, 0) || sqlite3_column_bytes(get, 1) != STORE_HASH_SIZE)
            break;
        memcpy(seat.hash, sqlite3_column_blob(get, 1), STORE_HASH_SIZE);
        visit(context, &seat);
    }
    sqlite3_reset(get);
    return answer == SQLITE_DONE;
}

bool sqlite_list(struct store *base, int64_t after, unsigned most, store_table_visitor *visit, void *context)
{
    sqlite3_stmt *list = sqlite_of(base)->statements[SQL_LIST_TABLES];
    sqlite3_bind_int64(list, 1, after);
    sqlite3_bind_int64(list, 2, most);
    int answer;
    bool wanted = true;
    while (wanted && (answer = sqlite3_step(list)) == SQLITE_ROW) {
        struct store_table table;
        if (!read_table(&table, list))
            table.game = 0;
        wanted = visit(context, &table);
    }
    sqlite3_reset(list);
    return !wanted || answer == SQLITE_DONE;
}

/* ---- records ---- */

static bool visit_owner(struct store *base, const struct store_range *range, const char *owner, int64_t *left,
                        store_record_visitor *visit, void *context)
{
    sqlite3_stmt *get = sqlite_of(base)->statements[SQL_GET_RECORDS];
    const char *after = range->after != NULL ? range->after : "";
    const char *before = range->before != NULL ? range->before : STORE_KEY_END;
    sqlite3_bind_int(get, 1, (int)range->kind);
    sqlite_bind_text(get, 2, owner, strlen(owner));
    sqlite_bind_text(get, 3, after, strlen(after));
    sqlite_bind_text(get, 4, before, strlen(before));
    sqlite3_bind_int64(get, 5, *left);
    int answer = SQLITE_DONE;
    while (*left > 0 && (answer = sqlite3_step(get)) == SQLITE_ROW) {
        char key[STORE_KEY_SIZE];
        struct store_record record = {range->kind, owner, key, (const char *)sqlite3_column_text(get, 1)};
        if (!copy_text(key, sizeof key, get, 0) || record.body == NULL)
            break;
        *left = visit(context, &record) ? *left - 1 : 0;
    }
    sqlite3_reset(get);
    return answer == SQLITE_DONE || *left == 0;
}

bool sqlite_records(struct store *base, const struct store_range *range, store_record_visitor *visit, void *context)
{
    int64_t left = range->limit > 0 ? range->limit : INT64_MAX;
    bool good = true;
    if (sqlite_of(base)->statements[SQL_GET_RECORDS] == NULL)
        return true;
    for (size_t i = 0; good && left > 0 && i < range->owner_count; i++)
        good = visit_owner(base, range, range->owners[i], &left, visit, context);
    return good;
}

enum store_lookup sqlite_next_owner(struct store *base, enum store_record_kind kind, char owner[STORE_KEY_SIZE])
{
    sqlite3_stmt *get = sqlite_of(base)->statements[SQL_NEXT_OWNER];
    if (get == NULL)
        return STORE_NOT_FOUND;
    sqlite3_bind_int(get, 1, (int)kind);
    sqlite_bind_text(get, 2, owner, strlen(owner));
    int answer = sqlite3_step(get);
    bool good = answer == SQLITE_ROW && copy_text(owner, STORE_KEY_SIZE, get, 0);
    sqlite3_reset(get);
    return good ? STORE_FOUND : answer == SQLITE_DONE ? STORE_NOT_FOUND : STORE_FAILED;
}

int64_t sqlite_record_count(struct store *base, enum store_record_kind kind)
{
    sqlite3_stmt *get = sqlite_of(base)->statements[SQL_COUNT_RECORDS];
    if (get == NULL)
        return 0;
    sqlite3_bind_int(get, 1, (int)kind);
    int64_t count = sqlite3_step(get) == SQLITE_ROW ? sqlite3_column_int64(get, 0) : -1;
    sqlite3_reset(get);
    return count;
}

/* ---- statistics ---- */

bool sqlite_space(struct store *base, struct store_space *space)
{
    struct sqlite_store *store = sqlite_of(base);
    int64_t page = sqlite_query_int(store->reader, "PRAGMA page_size");
    int64_t pages = sqlite_query_int(store->reader, "PRAGMA page_count");
    int64_t unused = sqlite_query_int(store->reader, "PRAGMA freelist_count");
    *space = (struct store_space){.data = pages * page, .unused = unused * page};
    return page > 0 && pages >= 0 && unused >= 0 && sqlite_file_space(store->path, space);
}

/* Rows that belong to no table. Version 1 has no table `leavings`. */
#define FIND_ORPHANS_SQL                                                                                               \
    "SELECT count(*) FROM (SELECT table_id FROM events UNION SELECT table_id FROM seats) WHERE table_id NOT IN"        \
    " (SELECT id FROM tables)"

bool sqlite_check_integrity(struct store *base, char fault[STORE_ERROR_SIZE])
{
    sqlite3 *db = sqlite_of(base)->reader;
    sqlite3_stmt *check = NULL;
    bool good = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &check, NULL) == SQLITE_OK &&
                sqlite3_step(check) == SQLITE_ROW;
    const char *words = good ? (const char *)sqlite3_column_text(check, 0) : sqlite3_errmsg(db);
    good = good && words != NULL && strcmp(words, "ok") == 0;
    if (!good)
        snprintf(fault, STORE_ERROR_SIZE, "%s", words != NULL ? words : "");
    sqlite3_finalize(check);
    if (!good)
        return false;
    bool first = sqlite_query_int(db, "PRAGMA user_version") == 1;
    int64_t stray = sqlite_query_int(
        db, first ? FIND_ORPHANS_SQL : FIND_ORPHANS_SQL " AND table_id NOT IN (SELECT table_id FROM leavings)");
    return stray == 0 || store_set_error(fault, STORE_ERROR_ORPHAN_ROWS);
}
