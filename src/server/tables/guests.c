/*
 * The audience of a table: connections come, take seats, give them up, and go. It is not part of the game's log, except
 * for the seats' tokens; it is what the sockets say.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A guest is in one of two lists of its table: `arriving`, then `audience`. */
static void link_into(struct guest **list, struct guest *guest)
{
    guest->next = *list;
    guest->link = list;
    if (*list != NULL)
        (*list)->link = &guest->next;
    *list = guest;
}

static void unlink_guest(struct guest *guest)
{
    *guest->link = guest->next;
    if (guest->next != NULL)
        guest->next->link = guest->link;
}

void guests_each(const struct table *table, guest_visit *visit, const void *context)
{
    struct guest *const lists[] = {table->audience, table->arriving};
    for (unsigned i = 0; i < 2; i++)
        for (struct guest *guest = lists[i], *next; guest != NULL; guest = next) {
            next = guest->next; /* before it may go */
            visit(guest, context);
        }
}

struct guest *guest_new(struct table *table, struct peer *peer, const uint8_t token_hash[TOKEN_HASH], bool display)
{
    struct guest *guest = must_alloc(sizeof *guest);
    guest->table = table;
    guest->peer = peer;
    guest->seat = seat_of_hash(table, token_hash);
    guest->display = display;
    guest->users = 1;
    memcpy(guest->token_hash, token_hash, TOKEN_HASH);
    link_into(&table->arriving, guest);
    peer->guest = guest;
    peer_use(peer);
    table_use(table);
    return guest;
}

void guest_use(struct guest *guest)
{
    guest->users++;
}

void guest_release(struct guest *guest)
{
    if (--guest->users > 0)
        return;
    peer_release(guest->peer);
    free(guest);
}

/* ---- coming and going ---- */

static void note_change(struct table *table)
{
    table->presence_changed = true;
    table_touch(table);
}

/* The audience is counted by seat, those without one apart. */
static void count_in(struct table *table, const struct guest *guest, int one)
{
    if (!guest->attached)
        return;
    if (guest->seat != TABLE_NO_SEAT)
        table->seats[guest->seat].guests += one;
    else if (guest->display)
        table->displays += one;
    else
        table->watching += one;
}

static void change_seat(struct guest *guest, uint32_t seat)
{
    count_in(guest->table, guest, -1);
    guest->seat = seat;
    count_in(guest->table, guest, 1);
}

/* From where somebody speaks for the seat now. */
static void note_origin(const struct guest *guest)
{
    if (guest->seat != TABLE_NO_SEAT)
        guest->table->seats[guest->seat].origin = visitor_origin(guest->peer->visitor);
}

static void attach(struct table *table, struct guest *guest)
{
    unlink_guest(guest);
    link_into(&table->audience, guest);
    guest->attached = true;
    guest->peer->measured = true;
    table->guest_count++;
    count_in(table, guest, 1);
    note_origin(guest);
    struct bytes *result = rounds_frame(table);
    if (result != NULL) {
        peer_send(guest->peer, result);
        bytes_release(result);
    }
    note_change(table);
}

void guest_find_seat(struct guest *guest)
{
    change_seat(guest, seat_of_hash(guest->table, guest->token_hash));
}

static void detach(struct table *table, struct guest *guest, carom_ms now)
{
    count_in(table, guest, -1);
    guest->attached = false;
    table->guest_count--;
    if (guest->seat != TABLE_NO_SEAT && table->seats[guest->seat].guests == 0)
        table->seats[guest->seat].away_since = now;
    note_change(table);
}

void guest_leave(struct guest *guest, carom_ms now)
{
    struct table *table = guest->table;
    unlink_guest(guest);
    if (guest->attached)
        detach(table, guest, now);
    guest->table = NULL;
    guest->peer->guest = NULL;
    table_release(table);
    guest_release(guest);
}

struct seeing_off {
    enum why why;
    carom_ms wait;
};

static void say_bye(struct guest *guest, const void *context)
{
    const struct seeing_off *seeing_off = context;
    peer_bye(guest->peer, seeing_off->why, seeing_off->wait);
}

void table_see_off(struct table *table, enum why why, carom_ms wait)
{
    guests_each(table, say_bye, &(struct seeing_off){.why = why, .wait = wait});
}

/* ---- the welcome ----
 *
 * A newcomer gets the events so far page by page, each when there is room for it, and belongs to the audience from the
 * moment at which nothing is missing: when it has what everybody was told (`sent_seq`). Every step waits for the commit
 * of what has been decided until then. What is told while a page is being read is missing, and asked for next. */

#define PAGES_MOST SMALL(8, 1)   /* of long histories between two looks at those who wait for one */
#define FEW_EVENTS SMALL(256, 2) /* are sent at once, whatever others want */

struct welcome {
    struct guest *guest;
    struct table *table;
    struct bytes *frame; /* NULL: it was said, pages follow */
    uint32_t have;       /* the last event that the guest knows */
    struct store_page page;
    struct store_loaded loaded;
    bool good;
};

static void append_missing(struct tables *tables, struct guest *guest)
{
    guest->next_missing = NULL;
    *(tables->missing_end != NULL ? tables->missing_end : &tables->missing) = guest;
    tables->missing_end = &guest->next_missing;
}

static void wait_for_room(struct guest *guest, uint32_t from)
{
    struct tables *tables = guest->table->tables;
    guest->missing = from;
    guest_use(guest);
    append_missing(tables, guest);
}

/* Many who read long histories at once would keep everybody else waiting: they get a part of the time, in turns.
 * Whoever wants little is not asked to wait, and neither are those who have waited (they have no frame). */
static bool has_turn(struct welcome *welcome)
{
    struct table *table = welcome->guest->table;
    if (welcome->frame == NULL || table->sent_seq - welcome->have <= FEW_EVENTS)
        return true;
    return table->tables->pages++ < PAGES_MOST;
}

/* `again` has taken away what was to be read: from the beginning of the new game, then. */
static void follow_game(struct welcome *welcome)
{
    struct guest *guest = welcome->guest;
    if (guest->game == guest->table->sent_game)
        return;
    guest->game = guest->table->sent_game;
    welcome->have = 0;
    struct bytes *frame = game_frame(guest->table, guest->game);
    peer_send(guest->peer, frame);
    bytes_release(frame);
}

static void free_welcome(struct welcome *welcome)
{
    if (welcome->frame != NULL)
        bytes_release(welcome->frame);
    store_loaded_done(&welcome->loaded);
    guest_release(welcome->guest);
    table_release(welcome->table);
    free(welcome);
}

static bool gone(const struct welcome *welcome)
{
    const struct guest *guest = welcome->guest;
    return guest->table == NULL || guest->table->forgotten || guest->peer->closing;
}

static void go_on(struct welcome *welcome);

static void read_page(struct store *store, void *context)
{
    struct welcome *welcome = context;
    welcome->good = store_load_page(store, &welcome->page, &welcome->loaded);
}

static void on_page(void *context)
{
    struct welcome *welcome = context;
    struct guest *guest = welcome->guest;
    if (gone(welcome)) {
        free_welcome(welcome);
        return;
    }
    if (!welcome->good) {
        peer_bye(guest->peer, WHY_STORE, 1000);
        free_welcome(welcome);
        return;
    }
    visitor_reads(guest->peer->visitor, clock_now(), guest->table->tables->base->options->request_rate,
                  welcome->loaded.length);
    if (welcome->page.game == guest->table->sent_game) {
        history_send(guest->table, guest->peer, &welcome->loaded, welcome->page.from);
        welcome->have = welcome->loaded.next - 1;
    }
    store_loaded_done(&welcome->loaded);
    if (welcome->page.next == 0 || guest->peer->closing || guest->peer->queue.bytes <= HISTORY_PAGE) {
        go_on(welcome);
        return;
    }
    wait_for_room(guest, welcome->have + 1);
    free_welcome(welcome);
}

static void go_on(struct welcome *welcome)
{
    struct guest *guest = welcome->guest;
    if (gone(welcome)) {
        free_welcome(welcome);
        return;
    }
    follow_game(welcome);
    if (welcome->have >= guest->table->sent_seq) {
        attach(guest->table, guest);
        free_welcome(welcome);
        return;
    }
    if (!has_turn(welcome)) {
        wait_for_room(guest, welcome->have + 1);
        free_welcome(welcome);
        return;
    }
    welcome->page = (struct store_page){.table = guest->table->facts.id,
                                        .game = guest->game,
                                        .from = welcome->have + 1,
                                        .to = guest->table->sent_seq,
                                        .bytes = HISTORY_PAGE};
    reader_do(guest->table->tables, read_page, on_page, welcome);
}

static void say_welcome(void *context, bool good)
{
    struct welcome *welcome = context;
    struct guest *guest = welcome->guest;
    if (gone(welcome)) {
        free_welcome(welcome);
        return;
    }
    if (good) {
        guest->welcomed = true;
        if (welcome->frame != NULL)
            peer_send(guest->peer, welcome->frame);
        go_on(welcome);
        return;
    }
    /* Where another server was first, the whole request is made again. */
    if (!guest->table->tables->shared || guest->table->tables->unsure || welcome->frame == NULL)
        peer_bye(guest->peer, WHY_STORE, 1000);
    free_welcome(welcome);
}

/* Takes the caller's use of the guest over. */
static void welcome_after_commit(struct guest *guest, struct bytes *frame, uint32_t have)
{
    struct welcome *welcome = must_alloc(sizeof *welcome);
    *welcome = (struct welcome){.guest = guest, .table = guest->table, .frame = frame, .have = have};
    table_use(guest->table);
    commit_call(guest->table, say_welcome, welcome);
}

void guest_welcome(struct guest *guest, struct bytes *frame, uint32_t have)
{
    guest->game = guest->table->facts.game;
    guest_use(guest);
    welcome_after_commit(guest, frame, have);
}

void guests_send_missing(struct tables *tables)
{
    struct guest *next = tables->missing;
    tables->missing = NULL;
    tables->missing_end = NULL;
    tables->pages = 0;
    for (struct guest *guest = next; guest != NULL; guest = next) {
        next = guest->next_missing;
        if (guest->table == NULL || guest->table->forgotten || guest->peer->closing) {
            guest_release(guest);
        } else if (tables->pages >= PAGES_MOST || guest->peer->queue.bytes > HISTORY_PAGE) {
            append_missing(tables, guest);
        } else {
            tables->pages++;
            welcome_after_commit(guest, NULL, guest->missing - 1);
        }
    }
}

/* ---- seats ---- */

void guest_sit(struct guest *guest, const char *player, carom_ms now)
{
    struct table *table = guest->table;
    struct store_seat row = {0};
    snprintf(row.player, sizeof row.player, "%s", player);
    memcpy(row.hash, guest->token_hash, TOKEN_HASH);
    must(store_writes_seat(commit_writes(table->tables), table->facts.id, &row));
    change_seat(guest, seat_add(table, player, guest->token_hash, now));
    note_origin(guest);
    note_change(table);
}

static void get_up(struct guest *guest, const void *context)
{
    if (guest->seat == *(const uint32_t *)context)
        change_seat(guest, TABLE_NO_SEAT);
}

void seat_vacate(struct table *table, uint32_t seat)
{
    guests_each(table, get_up, &seat);
    table->seats[seat] = (struct seat){0};
    note_change(table);
}

void seat_give_up(struct table *table, const char *player)
{
    uint32_t seat = seat_of_player(table, player);
    must(store_writes_unseat(commit_writes(table->tables), table->facts.id, player));
    if (seat != TABLE_NO_SEAT)
        seat_vacate(table, seat);
}
