/*
 * The JSON reader and writer: what RFC 8259 allows and forbids, and the stricter choices of carom/json.h.
 */
#include "support.h"

#include <string.h>

static struct carom_json_node nodes[64];

static bool reads(const char *text, struct carom_json *json)
{
    struct carom_error error = {0};
    bool good = carom_json_read(json, nodes, 64, text, strlen(text), &error);
    assert_int_equal(good, error.code == CAROM_ERROR_NONE);
    return good;
}

static void good_texts_are_read(void **state)
{
    (void)state;
    const char *good[] = {"null",
                          " true ",
                          "[]",
                          "{}",
                          "[1,[2,{\"a\":[]}],\"x\"]",
                          "-0",
                          "\"\\u00e9\"",
                          "1e5",
                          "0.5",
                          "\"\"",
                          "{\"a\":1,\"b\":{\"a\":2}}",
                          "\t[\n]\r",
                          "\"\\ud83d\\ude00\"",
                          "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""};
    struct carom_json json;
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!reads(good[i], &json)) {
            print_message("# refused: %s\n", good[i]);
            fail();
        }
    }
}

static void bad_texts_are_refused(void **state)
{
    (void)state;
    const char *bad[] = {"",
                         "nul",
                         "[1,]",
                         "{\"a\"}",
                         "{\"a\":1,}",
                         "{a:1}",
                         "01",
                         "+1",
                         "1.",
                         ".5",
                         "1e",
                         "\"",
                         "\"\\x\"",
                         "\"\\u12\"",
                         "\"\n\"",
                         "[1 2]",
                         "{} {}",
                         "\"\xc0\x80\"",
                         "\"\xed\xa0\x80\"",
                         "[",
                         "]",
                         "'a'",
                         "tru",
                         "--1",
                         "\"\\ud83d\"",
                         "{\"a\":1,\"a\":2}",
                         "\xff",
                         "NaN"};
    struct carom_json json;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (reads(bad[i], &json)) {
            print_message("# accepted: %s\n", bad[i]);
            fail();
        }
    }
}

static void depth_and_nodes_are_bounded(void **state)
{
    (void)state;
    char deep[2 * CAROM_JSON_DEPTH_MAX + 8];
    struct carom_json json;
    for (unsigned depth = CAROM_JSON_DEPTH_MAX - 1; depth <= CAROM_JSON_DEPTH_MAX + 2; depth++) {
        memset(deep, '[', depth);
        memset(deep + depth, ']', depth);
        deep[2 * depth] = '\0';
        assert_int_equal(reads(deep, &json), depth <= CAROM_JSON_DEPTH_MAX);
    }
    char many[256] = "[";
    for (unsigned i = 0; i < 80; i++)
        strcat(many, i == 0 ? "1" : ",1");
    strcat(many, "]");
    assert_false(reads(many, &json));
}

static void values_are_found(void **state)
{
    (void)state;
    struct carom_json json;
    assert_true(
        reads("{\"at\":-12,\"list\":[true,\"x\\u00e9\",null],\"do\":\"bid\",\"big\":9223372036854775807}", &json));
    int64_t number;
    bool flag;
    char words[16];
    size_t length;
    assert_true(carom_json_as_int(&json, carom_json_get(&json, 0, "at"), &number) && number == -12);
    assert_true(carom_json_as_int(&json, carom_json_get(&json, 0, "big"), &number) && number == INT64_MAX);
    assert_true(carom_json_string_is(&json, carom_json_get(&json, 0, "do"), "bid"));
    assert_false(carom_json_string_is(&json, carom_json_get(&json, 0, "do"), "bids"));
    uint32_t list = carom_json_get(&json, 0, "list");
    assert_true(carom_json_as_bool(&json, carom_json_item(&json, list, 0), &flag) && flag);
    assert_true(carom_json_as_string(&json, carom_json_item(&json, list, 1), words, sizeof words, &length));
    assert_string_equal(words, "x\xc3\xa9");
    assert_true(carom_json_is(&json, carom_json_item(&json, list, 2), CAROM_JSON_NULL));
    assert_int_equal(carom_json_item(&json, list, 3), CAROM_JSON_NONE);
    assert_int_equal(carom_json_get(&json, 0, "nothing"), CAROM_JSON_NONE);
    assert_false(carom_json_as_int(&json, CAROM_JSON_NONE, &number));
    assert_false(carom_json_as_string(&json, carom_json_item(&json, list, 1), words, 3, &length)); /* no room */
}

static void numbers_that_are_no_64_bit_integers_are_none(void **state)
{
    (void)state;
    const char *bad[] = {"9223372036854775808", "1.5", "1e3", "\"1\"", "true", "-9223372036854775809"};
    struct carom_json json;
    int64_t number;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_true(reads(bad[i], &json));
        assert_false(carom_json_as_int(&json, 0, &number));
    }
    assert_true(reads("-9223372036854775808", &json));
    assert_true(carom_json_as_int(&json, 0, &number) && number == INT64_MIN);
}

static void what_is_quoted_is_read_again(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 2000; i++) {
        char words[64], quoted[512], again[64];
        size_t length = 0, read;
        while (length < 40 && chance_below(20) != 0) {
            unsigned c = chance_below(8) == 0 ? 1 + chance_below(31) : 0x20 + chance_below(0x60);
            words[length++] = (char)c;
            if (chance_below(10) == 0) { /* U+00E9 */
                words[length++] = '\xc3';
                words[length++] = '\xa9';
            }
        }
        struct carom_text text = carom_text_init(quoted, sizeof quoted);
        struct carom_json json;
        carom_json_put_bytes(&text, NULL, words, length);
        assert_false(text.truncated);
        assert_true(reads(quoted, &json));
        assert_true(carom_json_as_string(&json, 0, again, sizeof again, &read));
        assert_int_equal(read, length);
        assert_memory_equal(again, words, length);
    }
}

static void commas_stand_where_they_belong(void **state)
{
    (void)state;
    char bytes[256];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    struct carom_json json;
    carom_json_begin(&text, NULL, '{');
    carom_json_put_int(&text, "a", -7);
    carom_json_begin(&text, "b", '[');
    carom_json_end(&text, ']');
    carom_json_begin(&text, "c", '[');
    carom_json_put_string(&text, NULL, "{");
    carom_json_put_string(&text, NULL, "x:");
    carom_json_put_string(&text, NULL, NULL);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_bool(&text, "d", true);
    carom_json_end(&text, '}');
    carom_json_end(&text, ']');
    carom_json_open_string(&text, "e");
    carom_text_put(&text, "p16");
    carom_json_close_string(&text);
    carom_json_put_raw(&text, "f", "[1,2]", 5);
    carom_json_put_bytes(&text, "g", "\"\n", 2);
    carom_json_put_uint(&text, "h", UINT64_MAX);
    carom_json_put_key(&text, "i");
    carom_json_begin(&text, NULL, '{');
    carom_json_end(&text, '}');
    carom_json_end(&text, '}');
    assert_string_equal(bytes, "{\"a\":-7,\"b\":[],\"c\":[\"{\",\"x:\",null,{\"d\":true}],\"e\":\"p16\",\"f\":[1,2],"
                               "\"g\":\"\\\"\\u000a\",\"h\":18446744073709551615,\"i\":{}}");
    assert_true(reads(bytes, &json));
    carom_text_char(&text, '\n');
    carom_json_put_int(&text, NULL, 1); /* a line of its own */
    assert_string_equal(bytes + text.length - 2, "\n1");
}

static void text_that_does_not_fit_is_cut_and_says_so(void **state)
{
    (void)state;
    char bytes[8];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_text_int(&text, INT64_MIN);
    assert_true(text.truncated);
    assert_true(strlen(bytes) < sizeof bytes);
    text = carom_text_init(bytes, sizeof bytes);
    carom_text_put(&text, "1234567");
    assert_false(text.truncated);
    assert_string_equal(bytes, "1234567");
    char number[32];
    text = carom_text_init(number, sizeof number);
    carom_text_int(&text, INT64_MIN);
    assert_string_equal(number, "-9223372036854775808");
    text = carom_text_init(number, sizeof number);
    carom_text_uint(&text, UINT64_MAX);
    assert_string_equal(number, "18446744073709551615");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_texts_are_read),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(depth_and_nodes_are_bounded),
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(numbers_that_are_no_64_bit_integers_are_none),
        cmocka_unit_test(what_is_quoted_is_read_again),
        cmocka_unit_test(commas_stand_where_they_belong),
        cmocka_unit_test(text_that_does_not_fit_is_cut_and_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
