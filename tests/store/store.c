/*
 * The store: what was appended is there, in order, also after closing; what failed left nothing behind.
 */
#include "fixture.h"

/* Events as one text, separated by `|`. */
static bool join_event(void *context, uint32_t seq, const char *text, size_t length)
{
    char *all = context;
    sprintf(all + strlen(all), "%u:%.*s|", seq, (int)length, text);
    return true;
}

static void assert_events(struct store *store, int64_t table, uint32_t game, uint32_t from, uint32_t to,
                          const char *expected)
{
    char all[512] = "";
    assert_true(store_events(store, table, game, from, to, join_event, all));
    assert_string_equal(all, expected);
}

static void what_was_appended_is_there_after_closing(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table one = table_of(1, "AAAAAA"), two = table_of(2, "BBBBBB"), found;
    assert_true(store_batch_table(&batch, &one));
    assert_true(store_batch_table(&batch, &two));
    assert_true(store_batch_event(&batch, 1, 1, 1, "opened", 6));
    assert_true(store_batch_event(&batch, 2, 1, 1, "other", 5));
    assert_true(store_batch_event(&batch, 1, 1, 2, "joined", 6));
    assert_true(store_batch_event(&batch, 1, 2, 1, "again", 5));
    assert_true(store_append(store, &batch));
    store_batch_clear(&batch);
    one.game = 2;
    one.over = true;
    assert_true(store_batch_table(&batch, &one));
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
    store_close(store);

    store = open_data();
    assert_int_equal(store_find(store, "AAAAAA", &found), STORE_FOUND);
    assert_int_equal(found.id, 1);
    assert_int_equal(found.game, 2);
    assert_true(found.over);
    assert_int_equal(found.created, 17);
    assert_string_equal(found.options, "{\"credit\":true}");
    assert_int_equal(store_find(store, "CCCCCC", &found), STORE_NOT_FOUND);
    assert_events(store, 1, 1, 1, UINT32_MAX, "1:opened|2:joined|");
    assert_events(store, 1, 1, 2, 2, "2:joined|");
    assert_events(store, 1, 2, 1, 9, "1:again|");
    assert_events(store, 2, 1, 1, 9, "1:other|");
    assert_events(store, 3, 1, 1, 9, "");
    store_close(store);
}

static void one_transaction_that_fails_leaves_nothing(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table table = table_of(1, "AAAAAA"), same_code = table_of(2, "AAAAAA"), found;
    assert_true(store_batch_table(&batch, &table));
    assert_true(store_batch_event(&batch, 1, 1, 1, "x", 1));
    assert_true(store_append(store, &batch));
    store_batch_clear(&batch);
    assert_true(store_batch_event(&batch, 1, 1, 2, "good", 4));
    assert_true(store_batch_event(&batch, 1, 1, 1, "twice", 5)); /* this seq exists */
    assert_false(store_append(store, &batch));
    assert_true(strlen(store_last_error(store)) > 0);
    assert_events(store, 1, 1, 1, 9, "1:x|");
    store_batch_clear(&batch);
    assert_true(store_batch_event(&batch, 1, 1, 2, "good", 4));
    assert_true(store_batch_table(&batch, &same_code));
    assert_false(store_append(store, &batch));
    assert_events(store, 1, 1, 1, 9, "1:x|");
    store_batch_clear(&batch);
    assert_true(store_batch_event(&batch, 1, 1, 2, "good", 4)); /* and it goes on */
    assert_true(store_append(store, &batch));
    assert_events(store, 1, 1, 1, 9, "1:x|2:good|");
    assert_int_equal(store_find(store, "AAAAAA", &found), STORE_FOUND);
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- tables that fail alone ---- */

/* Appends and empties the list; what failed as words: "3:gap 7:conflict ". */
static const char *append_each(struct store *store, struct store_batch *batch)
{
    static char words[256];
    struct store_failures failures = {0};
    assert_true(store_append_partial(store, batch, &failures));
    words[0] = '\0';
    for (size_t i = 0; i < failures.count; i++) {
        sprintf(words + strlen(words), "%lld:%s ", (long long)failures.items[i].table,
                store_reject_name(failures.items[i].reason));
    }
    store_failures_destroy(&failures);
    store_batch_clear(batch);
    return words;
}

static void put_table(struct store_batch *batch, int64_t id, const char *code)
{
    struct store_table table = table_of(id, code);
    assert_true(store_batch_table(batch, &table));
}

static void put_event(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, const char *text)
{
    assert_true(store_batch_event(batch, table, game, seq, text, strlen(text)));
}

static void put_seat(struct store_batch *batch, int64_t table, const char *player)
{
    struct store_seat seat = {.hash = {1, 2, 3}};
    snprintf(seat.player, sizeof seat.player, "%s", player);
    assert_true(store_batch_seat(batch, table, &seat));
}

static void a_table_that_fails_fails_alone(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table found;
    for (int64_t id = 1; id <= 3; id++) {
        put_table(&batch, id, (const char *[]){"", "AAAAAA", "BBBBBB", "CCCCCC"}[id]);
        put_event(&batch, id, 1, 1, "opened");
    }
    assert_string_equal(append_each(store, &batch), "");
    put_event(&batch, 1, 1, 2, "good");
    put_event(&batch, 2, 1, 2, "lost"); /* before what fails: goes with it */
    put_event(&batch, 3, 1, 2, "good");
    put_event(&batch, 2, 1, 2, "twice");
    put_seat(&batch, 2, "p1"); /* and so does what is behind it */
    put_event(&batch, 1, 1, 3, "more");
    put_table(&batch, 4, "CCCCCC"); /* this code is taken */
    put_event(&batch, 4, 1, 1, "opened");
    put_table(&batch, 5, "EEEEEE");
    assert_string_equal(append_each(store, &batch), "2:conflict 4:conflict ");
    assert_events(store, 1, 1, 1, 9, "1:opened|2:good|3:more|");
    assert_events(store, 2, 1, 1, 9, "1:opened|");
    assert_events(store, 3, 1, 1, 9, "1:opened|2:good|");
    assert_events(store, 4, 1, 1, 9, "");
    assert_int_equal(store_find(store, "CCCCCC", &found), STORE_FOUND);
    assert_int_equal(found.id, 3);
    assert_int_equal(store_find(store, "EEEEEE", &found), STORE_FOUND);
    put_event(&batch, 2, 1, 2, "and on");
    assert_string_equal(append_each(store, &batch), "");
    assert_events(store, 2, 1, 1, 9, "1:opened|2:and on|");
    store_batch_destroy(&batch);
    store_close(store);
}

static void every_reason_is_named(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table table = table_of(1, "ZZZZZZ"), found;
    put_table(&batch, 1, "AAAAAA");
    put_event(&batch, 1, 1, 1, "opened");
    put_seat(&batch, 1, "p1");
    assert_string_equal(append_each(store, &batch), "");
    put_table(&batch, 1, "BBBBBB"); /* another table's id */
    assert_string_equal(append_each(store, &batch), "1:conflict ");
    store_batch_table(&batch, &table);
    assert_string_equal(append_each(store, &batch), "1:conflict ");
    put_seat(&batch, 1, "p1");
    assert_string_equal(append_each(store, &batch), "1:conflict ");
    put_event(&batch, 1, 1, 1, "again");
    assert_string_equal(append_each(store, &batch), "1:conflict ");
    put_event(&batch, 1, 1, 3, "too far");
    assert_string_equal(append_each(store, &batch), "1:gap ");
    put_event(&batch, 1, 1, 2, "good");
    put_event(&batch, 1, 1, 4, "too far");
    assert_string_equal(append_each(store, &batch), "1:gap ");
    put_event(&batch, 1, 2, 2, "of another game");
    assert_string_equal(append_each(store, &batch), "1:gap ");
    put_event(&batch, 9, 1, 1, "of no table");
    put_event(&batch, 8, 1, 2, "of no table");
    put_seat(&batch, 7, "p1");
    assert_string_equal(append_each(store, &batch), "7:gone 8:gone 9:gone ");
    assert_int_equal(store_find(store, "AAAAAA", &found), STORE_FOUND);
    assert_int_equal(found.game, 1);
    assert_events(store, 1, 1, 1, 9, "1:opened|");
    store_batch_destroy(&batch);
    store_close(store);
}

static void numbers_are_kept_up_to_their_borders(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    const int64_t ids[] = {1, 999999, 1000000, UINT32_MAX, (int64_t)UINT32_MAX + 1, INT64_MAX - 1, INT64_MAX};
    char code[STORE_CODE_SIZE];
    struct store_table found;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct store_table table = table_of(ids[i], "");
        snprintf(table.code, sizeof table.code, "FIFTEENLETTERS%zu", i);
        table.created = INT64_MAX;
        table.game = UINT32_MAX;
        memset(table.options, 'o', sizeof table.options - 1);
        store_batch_table(&batch, &table);
        put_event(&batch, ids[i], UINT32_MAX, 1, "opened");
        put_event(&batch, ids[i], INT32_MAX, 1, "earlier");
        put_seat(&batch, ids[i], "p18446744073709551615-32-letters");
    }
    assert_string_equal(append_each(store, &batch), "");
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        snprintf(code, sizeof code, "FIFTEENLETTERS%zu", i);
        assert_int_equal(store_find(store, code, &found), STORE_FOUND);
        assert_true(found.id == ids[i] && found.created == INT64_MAX && found.game == UINT32_MAX);
        assert_int_equal(strlen(found.options), STORE_OPTIONS_SIZE - 1);
        assert_events(store, ids[i], UINT32_MAX, 1, UINT32_MAX, "1:opened|");
        assert_events(store, ids[i], INT32_MAX, 1, UINT32_MAX, "1:earlier|");
    }
    store_batch_destroy(&batch);
    store_close(store);
}

static void numbers_beyond_their_borders_are_refused(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    static char long_text[STORE_EVENT_MAX + 1];
    memset(long_text, 'x', sizeof long_text);
    for (int64_t id = 1; id <= 9; id++)
        put_table(&batch, id, (const char *[]){"", "A", "B", "C", "D", "E", "F", "G", "H", "I"}[id]);
    assert_string_equal(append_each(store, &batch), "");
    struct store_table endless = table_of(8, "H"), nameless = table_of(9, "");
    memset(endless.options, '{', sizeof endless.options);
    put_table(&batch, 0, "X");
    put_table(&batch, -1, "Y");
    put_table(&batch, INT64_MIN, "Z");
    put_event(&batch, 2, 0, 1, "no game");
    put_event(&batch, 3, 1, 0, "no seq");
    put_event(&batch, 4, 1, 1, "");
    store_batch_event(&batch, 5, 1, 1, long_text, STORE_EVENT_MAX + 1);
    store_batch_event(&batch, 6, 1, 1, long_text, STORE_EVENT_MAX);
    put_seat(&batch, 7, "");
    store_batch_table(&batch, &endless);
    store_batch_table(&batch, &nameless);
    assert_string_equal(append_each(store, &batch),
                        "-9223372036854775808:range -1:range 0:range 2:range 3:range 4:range 5:range 7:range 8:range "
                        "9:range ");
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- in pages ---- */

static bool count_event(void *context, uint32_t seq, const char *text, size_t length)
{
    assert_true(length == 5 && memcmp(text, "event", 5) == 0);
    assert_int_equal(seq, ++*(uint32_t *)context);
    return true;
}

static void a_log_is_read_in_pages(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    put_table(&batch, 1, "AAAAAA");
    for (uint32_t seq = 1; seq <= 9; seq++)
        put_event(&batch, 1, 1, seq, seq == 4 ? "a rather long event" : "five.");
    assert_string_equal(append_each(store, &batch), "");
    static const struct {
        uint32_t from, to, events;
        size_t bytes;
        uint32_t next;
        const char *expected;
    } pages[] = {
        {1, UINT32_MAX, 2, 0, 3, "1:five.|2:five.|"},
        {8, UINT32_MAX, 2, 0, 0, "8:five.|9:five.|"},
        {8, UINT32_MAX, 1, 0, 9, "8:five.|"},
        {9, UINT32_MAX, 1, 0, 0, "9:five.|"},
        {10, UINT32_MAX, 1, 0, 0, ""},
        {1, 2, 2, 0, 0, "1:five.|2:five.|"},
        {1, UINT32_MAX, 0, 14, 3, "1:five.|2:five.|"},
        {1, UINT32_MAX, 0, 15, 4, "1:five.|2:five.|3:five.|"},
        {4, UINT32_MAX, 0, 1, 5, "4:a rather long event|"}, /* one event always */
        {3, UINT32_MAX, 0, 10, 4, "3:five.|"},
        {1, UINT32_MAX, 9, 64, 0,
         "1:five.|2:five.|3:five.|4:a rather long event|5:five.|6:five.|7:five.|8:five.|9:five.|"},
        {5, 4, 0, 0, 0, ""},
    };
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        char all[512] = "";
        struct store_page page = {.table = 1,
                                  .game = 1,
                                  .from = pages[i].from,
                                  .to = pages[i].to,
                                  .events = pages[i].events,
                                  .bytes = pages[i].bytes,
                                  .next = 77};
        assert_true(store_page_read(store, &page, join_event, all));
        assert_string_equal(all, pages[i].expected);
        assert_int_equal(page.next, pages[i].next);
    }
    store_batch_destroy(&batch);
    store_close(store);
}

/* Whoever reads page by page gets every event once, also those that were added meanwhile. */
static void pages_join_to_the_whole_log(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    uint32_t last = 0, seen = 0;
    put_table(&batch, 1, "AAAAAA");
    chance_begin("pages_join");
    struct store_page page = {.table = 1, .game = 1, .from = 1, .to = UINT32_MAX};
    while (last < 300 || seen < last) {
        for (unsigned i = last < 300 ? chance_below(20) : 0; i > 0; i--)
            put_event(&batch, 1, 1, ++last, "event");
        assert_string_equal(append_each(store, &batch), "");
        page.events = chance_below(9);
        page.bytes = chance_below(50);
        page.from = seen + 1;
        assert_true(store_page_read(store, &page, count_event, &seen));
        assert_true(page.next == 0 ? seen == last : page.next == seen + 1);
    }
    assert_int_equal(seen, last);
    store_batch_destroy(&batch);
    store_close(store);
}

static void the_last_event_is_that_of_the_last_game(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    char all[64] = "";
    put_table(&batch, 1, "AAAAAA");
    put_table(&batch, 2, "BBBBBB");
    for (uint32_t seq = 1; seq <= 12; seq++)
        put_event(&batch, 1, 1, seq, "old");
    put_event(&batch, 1, 10, 1, "a");
    put_event(&batch, 1, 10, 2, "b");
    assert_string_equal(append_each(store, &batch), "");
    assert_true(store_last(store, 1, join_event, all));
    assert_string_equal(all, "2:b|");
    assert_true(store_last(store, 2, join_event, all));
    assert_true(store_last(store, 3, join_event, all));
    assert_string_equal(all, "2:b|");
    store_batch_destroy(&batch);
    store_close(store);
}

static void an_event_is_told_in_other_words_and_nothing_else_changes(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    char all[64] = "";
    put_table(&batch, 1, "AAAAAA");
    put_event(&batch, 1, 1, 1, "a");
    put_event(&batch, 1, 1, 2, "b");
    assert_string_equal(append_each(store, &batch), "");
    store_batch_clear(&batch);
    assert_true(store_batch_rewrite_event(&batch, 1, 1, 1, "other", 5));
    assert_true(store_batch_rewrite_event(&batch, 1, 1, 3, "none", 4)); /* is not there, and does not come */
    put_event(&batch, 1, 1, 3, "c");
    assert_string_equal(append_each(store, &batch), "");
    assert_true(store_events(store, 1, 1, 1, UINT32_MAX, join_event, all));
    assert_string_equal(all, "1:other|2:b|3:c|");
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- by chance ---- */

#define MODEL_TABLES 6
#define MODEL_GAMES 3

struct model_table {
    bool there;
    uint32_t game;
    uint32_t events[MODEL_GAMES + 1];
    unsigned seats; /* a bit for each player */
};

/* Makes one write by chance in list and model; false if it cannot be. */
static bool random_write(struct store_batch *batch, int64_t id, struct model_table *table)
{
    struct store_table facts = table_of(id, (const char *[]){"", "A", "B", "C", "D", "E", "F"}[id]);
    unsigned player = chance_below(4);
    char name[8];
    snprintf(name, sizeof name, "p%u", player);
    switch (chance_below(10)) {
    case 0:
        facts.game = table->game = 1 + chance_below(MODEL_GAMES);
        store_batch_table(batch, &facts);
        table->there = true;
        return true;
    case 1: {
        bool free = table->there && (table->seats >> player & 1) == 0;
        put_seat(batch, id, name);
        table->seats |= 1u << player;
        return free;
    }
    case 2:
        store_batch_delete_seat(batch, id, name);
        table->seats &= ~(1u << player);
        return table->there;
    case 3: {
        bool there = table->there;
        store_batch_delete_table(batch, id);
        *table = (struct model_table){0};
        return there;
    }
    default: {
        uint32_t game = 1 + chance_below(MODEL_GAMES);
        uint32_t seq = table->events[game] + (chance_below(12) == 0 ? chance_below(3) : 1);
        bool good = table->there && seq == table->events[game] + 1;
        put_event(batch, id, game, seq, "event");
        table->events[game] = seq;
        return good;
    }
    }
}

static void collect_seat(void *context, const struct store_seat *seat)
{
    *(unsigned *)context |= 1u << (seat->player[1] - '0');
}

static void assert_as_model(struct store *store, int64_t id, const struct model_table *table)
{
    struct store_table found;
    enum store_lookup answer = store_find(store, (const char *[]){"", "A", "B", "C", "D", "E", "F"}[id], &found);
    assert_int_equal(answer, table->there ? STORE_FOUND : STORE_NOT_FOUND);
    if (!table->there)
        return;
    assert_int_equal(found.game, table->game);
    for (uint32_t game = 1; game <= MODEL_GAMES; game++) {
        uint32_t events = 0;
        assert_true(store_events(store, id, game, 1, UINT32_MAX, count_event, &events));
        assert_int_equal(events, table->events[game]);
    }
    unsigned seats = 0;
    assert_true(store_seats(store, id, collect_seat, &seats));
    assert_int_equal(seats, table->seats);
}

static bool has_failed(const struct store_failures *failures, int64_t id)
{
    for (size_t i = 0; i < failures->count; i++)
        if (failures->items[i].table == id)
            return true;
    return false;
}

static void lists_by_chance_do_what_the_model_says(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_failures failures = {0};
    struct model_table model[MODEL_TABLES + 1] = {{0}};
    chance_begin("lists_by_chance");
    for (unsigned round = 0; round < chance_rounds(400); round++) {
        struct model_table after[MODEL_TABLES + 1];
        bool good[MODEL_TABLES + 1];
        memcpy(after, model, sizeof model);
        memset(good, true, sizeof good);
        for (unsigned i = chance_below(30); i > 0; i--) {
            unsigned id = 1 + chance_below(MODEL_TABLES);
            if (!random_write(&batch, id, &after[id]))
                good[id] = false;
        }
        assert_true(store_append_partial(store, &batch, &failures));
        store_batch_clear(&batch);
        for (unsigned id = 1; id <= MODEL_TABLES; id++) {
            assert_int_equal(has_failed(&failures, id), !good[id]);
            model[id] = good[id] ? after[id] : model[id];
            assert_as_model(store, id, &model[id]);
        }
    }
    store_failures_destroy(&failures);
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- seats and tables ---- */

static void take_seat(void *context, const struct store_seat *seat)
{
    char *all = context;
    sprintf(all + strlen(all), "%s:%02x|", seat->player, seat->hash[0]);
}

static void seats_are_kept_until_they_are_given_up(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table table = table_of(7, "AAAAAA");
    struct store_seat one = {.player = "p1", .hash = {0xaa}}, two = {.player = "p2", .hash = {0xbb}};
    char all[64] = "";
    store_batch_table(&batch, &table);
    store_batch_seat(&batch, 7, &one);
    store_batch_seat(&batch, 7, &two);
    assert_true(store_append(store, &batch));
    store_batch_clear(&batch);
    store_batch_delete_seat(&batch, 7, "p1");
    assert_true(store_append(store, &batch));
    assert_true(store_seats(store, 7, take_seat, all));
    assert_string_equal(all, "p2:bb|");
    store_batch_destroy(&batch);
    store_close(store);
}

static bool take_code(void *context, const struct store_table *table)
{
    char *all = context;
    strcat(all, table->code);
    strcat(all, "|");
    return strlen(all) < 14;
}

static void tables_are_listed_in_order_and_reading_can_be_stopped(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    char all[64] = "";
    const char *codes[] = {"CCCCCC", "AAAAAA", "BBBBBB"};
    for (int i = 0; i < 3; i++) {
        struct store_table table = table_of(i + 1, codes[i]);
        store_batch_table(&batch, &table);
    }
    assert_true(store_append(store, &batch));
    assert_true(store_list(store, 0, UINT32_MAX, take_code, all));
    assert_string_equal(all, "CCCCCC|AAAAAA|");
    all[0] = '\0';
    assert_true(store_list(store, 2, UINT32_MAX, take_code, all));
    assert_string_equal(all, "BBBBBB|");
    all[0] = '\0';
    assert_true(store_list(store, 0, 1, take_code, all));
    assert_string_equal(all, "CCCCCC|");
    store_batch_destroy(&batch);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_was_appended_is_there_after_closing),
        IN_FOLDER(one_transaction_that_fails_leaves_nothing),
        IN_FOLDER(a_table_that_fails_fails_alone),
        IN_FOLDER(every_reason_is_named),
        IN_FOLDER(numbers_are_kept_up_to_their_borders),
        IN_FOLDER(numbers_beyond_their_borders_are_refused),
        IN_FOLDER(a_log_is_read_in_pages),
        IN_FOLDER(pages_join_to_the_whole_log),
        IN_FOLDER(the_last_event_is_that_of_the_last_game),
        IN_FOLDER(an_event_is_told_in_other_words_and_nothing_else_changes),
        IN_FOLDER(lists_by_chance_do_what_the_model_says),
        IN_FOLDER(seats_are_kept_until_they_are_given_up),
        IN_FOLDER(tables_are_listed_in_order_and_reading_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
