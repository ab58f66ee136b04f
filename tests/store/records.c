/*
 * Records: what was inserted is there, in order, by owner; a swap that expects something else fails alone.
 */
#include "fixture.h"

#define LIST_MAX 8192

static char list[LIST_MAX]; /* the records read, as `owner/key=body ` */
static unsigned wanted;     /* stop after so many; 0: read all */

static bool add_to_list(void *context, const struct store_record *record)
{
    unsigned *count = context;
    size_t length = strlen(list);
    snprintf(list + length, sizeof list - length, "%s/%s=%s ", record->owner, record->key, record->body);
    return wanted == 0 || ++*count < wanted;
}

static const char *read_range(struct store *store, struct store_range range)
{
    unsigned count = 0;
    list[0] = '\0';
    assert_true(store_records(store, &range, add_to_list, &count));
    return list;
}

static const char *read_owner(struct store *store, enum store_record_kind kind, const char *owner)
{
    return read_range(store, (struct store_range){.kind = kind, .owners = &owner, .owner_count = 1});
}

static struct store_record record_of(const char *owner, const char *key, const char *body)
{
    return (struct store_record){STORE_MEMBERS, owner, key, body};
}

static void insert(struct store_batch *batch, const char *owner, const char *key, const char *body)
{
    struct store_record record = record_of(owner, key, body);
    assert_true(store_batch_insert_record(batch, store_record_group(owner), &record));
}

static void swap(struct store_batch *batch, const char *owner, const char *key, const char *body, const char *expected)
{
    struct store_record record = record_of(owner, key, body);
    assert_true(store_batch_swap_record(batch, store_record_group(owner), &record, expected));
}

/* Appends and empties the batch; the owner whose group was rejected, and why. */
static const char *append(struct store *store, struct store_batch *batch, const char *const *owners)
{
    static char words[128];
    struct store_failures failures = {0};
    assert_true(store_append_partial(store, batch, &failures));
    words[0] = '\0';
    for (size_t i = 0; owners[i] != NULL; i++)
        for (size_t j = 0; j < failures.count; j++)
            if (failures.items[j].table == store_record_group(owners[i]))
                sprintf(words + strlen(words), "%s:%s ", owners[i], store_reject_name(failures.items[j].reason));
    store_failures_destroy(&failures);
    store_batch_clear(batch);
    return words;
}

static void what_was_inserted_is_there_in_order_after_closing(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    insert(&batch, "B", "m2", "{\"n\":2}");
    insert(&batch, "A", "m1", "{\"n\":1}");
    insert(&batch, "B", "m1", "{}");
    insert(&batch, "B", "m10", "{\"ñ\":\"…\"}");
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
    store_close(store);

    store = open_data();
    assert_string_equal(read_owner(store, STORE_MEMBERS, "B"), "B/m1={} B/m10={\"ñ\":\"…\"} B/m2={\"n\":2} ");
    assert_string_equal(read_owner(store, STORE_MEMBERS, "C"), "");
    assert_string_equal(read_owner(store, STORE_CIRCLES, "B"), "");
    const char *both[] = {"A", "B"};
    struct store_range range = {.kind = STORE_MEMBERS, .owners = both, .owner_count = 2};
    range.after = "m1";
    assert_string_equal(read_range(store, range), "B/m10={\"ñ\":\"…\"} B/m2={\"n\":2} ");
    range.before = "m2";
    assert_string_equal(read_range(store, range), "B/m10={\"ñ\":\"…\"} ");
    range.after = range.before = NULL;
    range.limit = 2;
    assert_string_equal(read_range(store, range), "A/m1={\"n\":1} B/m1={} ");
    range.limit = 0;
    wanted = 3;
    assert_string_equal(read_range(store, range), "A/m1={\"n\":1} B/m1={} B/m10={\"ñ\":\"…\"} ");
    wanted = 0;
    range.owner_count = 0;
    assert_string_equal(read_range(store, range), "");
    char owner[STORE_KEY_SIZE] = "";
    assert_int_equal(store_next_owner(store, STORE_MEMBERS, owner), STORE_FOUND);
    assert_string_equal(owner, "A");
    assert_int_equal(store_next_owner(store, STORE_MEMBERS, owner), STORE_FOUND);
    assert_string_equal(owner, "B");
    assert_int_equal(store_next_owner(store, STORE_MEMBERS, owner), STORE_NOT_FOUND);
    assert_int_equal(store_record_count(store, STORE_MEMBERS), 4);
    assert_int_equal(store_record_count(store, STORE_CIRCLES), 0);
    store_close(store);
}

static void a_group_fails_alone_and_as_a_whole(void **state)
{
    (void)state;
    static const char *const owners[] = {"A", "B", "C", NULL};
    struct store *store = open_data();
    struct store_batch batch = {0};
    insert(&batch, "A", "head", "{\"members\":1}");
    assert_string_equal(append(store, &batch, owners), "");
    insert(&batch, "B", "head", "{}");
    insert(&batch, "A", "new", "{}");
    insert(&batch, "A", "head", "{}"); /* exists */
    assert_string_equal(append(store, &batch, owners), "A:conflict ");
    assert_string_equal(read_owner(store, STORE_MEMBERS, "A"), "A/head={\"members\":1} ");
    assert_string_equal(read_owner(store, STORE_MEMBERS, "B"), "B/head={} ");

    swap(&batch, "A", "head", "{\"members\":2}", "{\"members\":1}");
    insert(&batch, "A", "m2", "{}");
    assert_string_equal(append(store, &batch, owners), "");
    swap(&batch, "A", "head", "{\"members\":2}", "{\"members\":1}"); /* as another server decided it */
    insert(&batch, "A", "m3", "{}");
    swap(&batch, "C", "head", "{}", "{}"); /* does not exist */
    struct store_table table = table_of(1, "AAAAAA");
    assert_true(store_batch_table(&batch, &table)); /* a table is not held up by records */
    assert_string_equal(append(store, &batch, owners), "A:conflict C:conflict ");
    assert_string_equal(read_owner(store, STORE_MEMBERS, "A"), "A/head={\"members\":2} A/m2={} ");
    assert_int_equal(store_find(store, "AAAAAA", &table), STORE_FOUND);
    store_batch_destroy(&batch);
    store_close(store);
}

static void records_are_removed_one_by_one_or_by_owner(void **state)
{
    (void)state;
    static const char *const owners[] = {"A", "B", NULL};
    struct store *store = open_data();
    struct store_batch batch = {0};
    insert(&batch, "A", "m1", "{}");
    insert(&batch, "A", "m2", "{}");
    insert(&batch, "A", "m3", "{}");
    insert(&batch, "B", "m1", "{}");
    int64_t group = store_record_group("A");
    assert_true(store_batch_remove_record(&batch, group, STORE_MEMBERS, "A", "m2"));
    assert_true(store_batch_remove_record(&batch, group, STORE_MEMBERS, "A", "none")); /* which is not there */
    assert_string_equal(append(store, &batch, owners), "");
    assert_string_equal(read_owner(store, STORE_MEMBERS, "A"), "A/m1={} A/m3={} ");
    assert_true(store_batch_remove_owner(&batch, group, STORE_MEMBERS, "A"));
    assert_true(store_batch_remove_owner(&batch, group, STORE_CIRCLES, "B")); /* of another kind */
    assert_string_equal(append(store, &batch, owners), "");
    assert_string_equal(read_owner(store, STORE_MEMBERS, "A"), "");
    assert_string_equal(read_owner(store, STORE_MEMBERS, "B"), "B/m1={} ");
    store_batch_destroy(&batch);
    store_close(store);
}

/* Each limit at its border and beyond it. */
static void what_is_out_of_range_is_rejected(void **state)
{
    (void)state;
    char key[STORE_KEY_SIZE + 1], body[STORE_RECORD_MAX + 2];
    struct store *store = open_data();
    struct store_batch batch = {0};
    static const char *const owners[] = {"A", NULL};
    static const char *const bad[] = {"", "a b", "a,b", "a~", "é", "a\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        insert(&batch, "A", bad[i], "{}");
        assert_string_equal(append(store, &batch, owners), "A:range ");
    }
    memset(key, 'k', sizeof key);
    memset(body, 'b', sizeof body);
    key[STORE_KEY_SIZE] = body[STORE_RECORD_MAX + 1] = '\0';
    insert(&batch, "A", key, "{}");
    assert_string_equal(append(store, &batch, owners), "A:range ");
    insert(&batch, "A", "m1", body);
    assert_string_equal(append(store, &batch, owners), "A:range ");
    insert(&batch, "A", "m1", "");
    assert_string_equal(append(store, &batch, owners), "A:range ");
    struct store_record unknown = {STORE_RECORD_KINDS, "A", "m1", "{}"};
    assert_true(store_batch_insert_record(&batch, store_record_group("A"), &unknown));
    assert_string_equal(append(store, &batch, owners), "A:range ");
    key[STORE_KEY_SIZE - 1] = body[STORE_RECORD_MAX] = '\0';
    insert(&batch, "A", key, body);
    assert_string_equal(append(store, &batch, owners), "");
    assert_int_equal(strlen(read_owner(store, STORE_MEMBERS, "A")), LIST_MAX - 1); /* cut off by the list */
    store_batch_destroy(&batch);
    store_close(store);
}

static void groups_are_no_table_ids(void **state)
{
    (void)state;
    assert_true(store_record_group("") < 0 && store_record_group("K7M2QXAB") < 0);
    assert_true(store_record_group("K7M2QXAB") != store_record_group("K7M2QXAC"));
    assert_true(store_record_group("K7M2QXAB") == store_record_group("K7M2QXAB"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_was_inserted_is_there_in_order_after_closing),
        IN_FOLDER(a_group_fails_alone_and_as_a_whole),
        IN_FOLDER(records_are_removed_one_by_one_or_by_owner),
        IN_FOLDER(what_is_out_of_range_is_rejected),
        cmocka_unit_test(groups_are_no_table_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
