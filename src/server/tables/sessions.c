/*
 * Sessions of a table: connections come, take seats, give them up, and go. Apart from seat tokens none of this is
 * stored.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A session is in one of two lists of its table: first `arriving`, then `sessions`. */
static void link_into(struct session **list, struct session *session)
{
    session->next = *list;
    session->link = list;
    if (*list != NULL)
        (*list)->link = &session->next;
    *list = session;
}

static void unlink_guest(struct session *session)
{
    *session->link = session->next;
    if (session->next != NULL)
        session->next->link = session->link;
}

void sessions_each(const struct table *table, session_visit *visit, const void *context)
{
    struct session *const lists[] = {table->sessions, table->arriving};
    for (unsigned i = 0; i < 2; i++)
        for (struct session *session = lists[i], *next; session != NULL; session = next) {
            next = session->next; /* because it may be freed */
            visit(session, context);
        }
}

struct session *session_new(struct table *table, struct connection *conn,
                            const uint8_t token_hash[SEAT_TOKEN_HASH_SIZE], bool display)
{
    struct session *session = xcalloc(sizeof *session);
    session->table = table;
    session->conn = conn;
    session->seat = seat_find_by_hash(table, token_hash);
    session->is_display = display;
    session->refs = 1;
    memcpy(session->token_hash, token_hash, SEAT_TOKEN_HASH_SIZE);
    link_into(&table->arriving, session);
    conn->session = session;
    conn_ref(conn);
    table_ref(table);
    return session;
}

void session_ref(struct session *session)
{
    session->refs++;
}

void session_unref(struct session *session)
{
    if (--session->refs > 0)
        return;
    conn_unref(session->conn);
    free(session);
}

/* ---- connecting and disconnecting ---- */

static void mark_presence_changed(struct table *table)
{
    table->presence_changed = true;
    table_timer_dirty(table);
}

/* Counts sessions by seat, watchers separately. */
static void count_in(struct table *table, const struct session *session, int one)
{
    if (!session->in_audience)
        return;
    if (session->seat != TABLE_NO_SEAT)
        table->seats[session->seat].session_count += one;
    else if (session->is_display)
        table->display_count += one;
    else
        table->watcher_count += one;
}

static void change_seat(struct session *session, uint32_t seat)
{
    count_in(session->table, session, -1);
    session->seat = seat;
    count_in(session->table, session, 1);
}

/* Records the address of the seat's latest session. */
static void note_origin(const struct session *session)
{
    if (session->seat != TABLE_NO_SEAT)
        session->table->seats[session->seat].origin = visitor_origin(session->conn->client_addr);
}

static void send_once(struct session *session, struct shared_buffer *frame)
{
    if (frame == NULL)
        return;
    conn_send(session->conn, frame);
    buffer_unref(frame);
}

static void attach(struct table *table, struct session *session)
{
    unlink_guest(session);
    link_into(&table->sessions, session);
    session->in_audience = true;
    session->conn->wants_rtt = true;
    table->session_count++;
    count_in(table, session, 1);
    note_origin(session);
    send_once(session, round_result_message(table));
    send_once(session, votes_message(table, clock_now_ms()));
    mark_presence_changed(table);
}

void session_rebind_seat(struct session *session)
{
    change_seat(session, seat_find_by_hash(session->table, session->token_hash));
}

static void detach(struct table *table, struct session *session, carom_ms now)
{
    count_in(table, session, -1);
    session->in_audience = false;
    table->session_count--;
    if (session->seat != TABLE_NO_SEAT && table->seats[session->seat].session_count == 0)
        table->seats[session->seat].away_since = now;
    mark_presence_changed(table);
}

void session_close(struct session *session, carom_ms now)
{
    struct table *table = session->table;
    unlink_guest(session);
    if (session->in_audience)
        detach(table, session, now);
    session->table = NULL;
    session->conn->session = NULL;
    table_unref(table);
    session_unref(session);
}

struct seeing_off {
    enum api_error_code code;
    carom_ms wait;
};

static void say_bye(struct session *session, const void *context)
{
    const struct seeing_off *seeing_off = context;
    conn_send_bye(session->conn, seeing_off->code, seeing_off->wait);
}

void table_disconnect_all(struct table *table, enum api_error_code code, carom_ms wait)
{
    sessions_each(table, say_bye, &(struct seeing_off){.code = code, .wait = wait});
}

/* ---- the welcome ----
 *
 * A new session receives the events so far page by page, each when its send queue has room, and receives broadcasts
 * from the moment nothing is missing: when it has what everybody was sent (`published_seq`). Every step waits for
 * the commit of what has been decided until then. What is broadcast while a page is being read is missing, and is
 * requested next. */

#define PAGES_MAX TEST_LIMIT(8, 1)    /* pages of long histories per iteration of the backlog */
#define FEW_EVENTS TEST_LIMIT(256, 2) /* a history this short is sent at once */

struct welcome {
    struct session *session;
    struct table *table;
    struct shared_buffer *frame; /* NULL: it was sent, and pages follow */
    uint32_t have;               /* the last event the client has */
    struct store_page page;
    struct store_table_data data;
    bool good;
};

static void append_missing(struct tables *tables, struct session *session)
{
    session->next_missing = NULL;
    *(tables->backlog_tail != NULL ? tables->backlog_tail : &tables->backlog) = session;
    tables->backlog_tail = &session->next_missing;
}

static void wait_for_queue_space(struct session *session, uint32_t from)
{
    struct tables *tables = session->table->tables;
    session->backlog_seq = from;
    session_ref(session);
    append_missing(tables, session);
}

/* Many sessions reading long histories at once would delay everybody else, so they take turns. Short histories do
 * not wait, and neither do sessions that have waited (they have no frame). */
static bool has_turn(struct welcome *welcome)
{
    struct table *table = welcome->session->table;
    if (welcome->frame == NULL || table->published_seq - welcome->have <= FEW_EVENTS)
        return true;
    return table->tables->backlog_pages++ < PAGES_MAX;
}

/* `again` replaced the game that was being read, so it starts with the new game. */
static void follow_game(struct welcome *welcome)
{
    struct session *session = welcome->session;
    if (session->game == session->table->published_game)
        return;
    session->game = session->table->published_game;
    welcome->have = 0;
    struct shared_buffer *frame = game_message(session->table, session->game);
    conn_send(session->conn, frame);
    buffer_unref(frame);
}

static void free_welcome(struct welcome *welcome)
{
    if (welcome->frame != NULL)
        buffer_unref(welcome->frame);
    store_table_data_destroy(&welcome->data);
    session_unref(welcome->session);
    table_unref(welcome->table);
    free(welcome);
}

static bool gone(const struct welcome *welcome)
{
    const struct session *session = welcome->session;
    return session->table == NULL || session->table->unloaded || session->conn->closing;
}

static void go_on(struct welcome *welcome);

static void read_page(struct store *store, void *context)
{
    struct welcome *welcome = context;
    welcome->good = store_load_events(store, &welcome->page, &welcome->data);
}

static void on_page(void *context)
{
    struct welcome *welcome = context;
    struct session *session = welcome->session;
    if (gone(welcome)) {
        free_welcome(welcome);
        return;
    }
    if (!welcome->good) {
        conn_send_bye(session->conn, API_ERR_STORE, 1000);
        free_welcome(welcome);
        return;
    }
    client_addr_charge_read(session->conn->client_addr, clock_now_ms(),
                            session->table->tables->base->options->request_rate, welcome->data.length);
    if (welcome->page.game == session->table->published_game) {
        event_log_send(session->table, session->conn, &welcome->data, welcome->page.from);
        welcome->have = welcome->data.next - 1;
    }
    store_table_data_destroy(&welcome->data);
    if (welcome->page.next == 0 || session->conn->closing || session->conn->queue.bytes <= EVENT_LOG_PAGE) {
        go_on(welcome);
        return;
    }
    wait_for_queue_space(session, welcome->have + 1);
    free_welcome(welcome);
}

static void go_on(struct welcome *welcome)
{
    struct session *session = welcome->session;
    if (gone(welcome)) {
        free_welcome(welcome);
        return;
    }
    follow_game(welcome);
    if (welcome->have >= session->table->published_seq) {
        attach(session->table, session);
        free_welcome(welcome);
        return;
    }
    if (!has_turn(welcome)) {
        wait_for_queue_space(session, welcome->have + 1);
        free_welcome(welcome);
        return;
    }
    welcome->page = (struct store_page){.table = session->table->row.id,
                                        .game = session->game,
                                        .from = welcome->have + 1,
                                        .to = session->table->published_seq,
                                        .bytes = EVENT_LOG_PAGE};
    read_async(session->table->tables, read_page, on_page, welcome);
}

static void send_welcome(void *context, bool good)
{
    struct welcome *welcome = context;
    struct session *session = welcome->session;
    if (gone(welcome)) {
        free_welcome(welcome);
        return;
    }
    if (good) {
        session->welcome_sent = true;
        if (welcome->frame != NULL)
            conn_send(session->conn, welcome->frame);
        go_on(welcome);
        return;
    }
    /* If another server was first, the whole request is repeated. */
    if (!session->table->tables->shared || session->table->tables->outcome_unknown || welcome->frame == NULL)
        conn_send_bye(session->conn, API_ERR_STORE, 1000);
    free_welcome(welcome);
}

/* Takes over the caller's reference to the session. */
static void welcome_after_commit(struct session *session, struct shared_buffer *frame, uint32_t have)
{
    struct welcome *welcome = xcalloc(sizeof *welcome);
    *welcome = (struct welcome){.session = session, .table = session->table, .frame = frame, .have = have};
    table_ref(session->table);
    commit_then(session->table, send_welcome, welcome);
}

void session_send_welcome(struct session *session, struct shared_buffer *frame, uint32_t have)
{
    session->game = session->table->row.game;
    session_ref(session);
    welcome_after_commit(session, frame, have);
}

void sessions_send_backlog(struct tables *tables)
{
    struct session *next = tables->backlog;
    tables->backlog = NULL;
    tables->backlog_tail = NULL;
    tables->backlog_pages = 0;
    for (struct session *session = next; session != NULL; session = next) {
        next = session->next_missing;
        if (session->table == NULL || session->table->unloaded || session->conn->closing) {
            session_unref(session);
        } else if (tables->backlog_pages >= PAGES_MAX || session->conn->queue.bytes > EVENT_LOG_PAGE) {
            append_missing(tables, session);
        } else {
            tables->backlog_pages++;
            welcome_after_commit(session, NULL, session->backlog_seq - 1);
        }
    }
}

/* ---- seats ---- */

void session_take_seat(struct session *session, const char *player, carom_ms now)
{
    struct table *table = session->table;
    struct store_seat row = {0};
    snprintf(row.player, sizeof row.player, "%s", player);
    memcpy(row.hash, session->token_hash, SEAT_TOKEN_HASH_SIZE);
    check_alloc(store_batch_seat(commit_batch(table->tables), table->row.id, &row));
    change_seat(session, seat_add(table, player, session->token_hash, now));
    note_origin(session);
    mark_presence_changed(table);
}

static void get_up(struct session *session, const void *context)
{
    if (session->seat == *(const uint32_t *)context)
        change_seat(session, TABLE_NO_SEAT);
}

void seat_vacate(struct table *table, uint32_t seat)
{
    sessions_each(table, get_up, &seat);
    table->seats[seat] = (struct seat){0};
    mark_presence_changed(table);
}

void seat_release(struct table *table, const char *player)
{
    uint32_t seat = seat_find_by_player(table, player);
    check_alloc(store_batch_delete_seat(commit_batch(table->tables), table->row.id, player));
    if (seat != TABLE_NO_SEAT)
        seat_vacate(table, seat);
}
