/*
 * The server's borders: codes, nicknames, ids, tokens, the WebSocket handshake's hash, limits and addresses.
 */
#include "support.h"

#include "../../src/server/border/border.h"
#include "../../src/server/net/sha1.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void codes_are_read_as_people_type_them(void **state)
{
    (void)state;
    char code[CODE_LENGTH + 1];
    assert_true(code_read(code, "k7m-2qx", 7));
    assert_string_equal(code, "K7M2QX");
    assert_true(code_read(code, " K7 M2 QX ", 10));
    assert_true(code_read(code, "k7m2-qxab", 9));
    assert_string_equal(code, "K7M2QXAB");
    assert_false(code_read(code, "K7M2QXABC", 9));
    const char *bad[] = {"", "K7M2Q", "K7M2QXA", "K7M2Q0", "K7M2QO", "K7M2Q1", "K7M2QI", "K7M2Q\xc3", "K7M2Q/"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(code_read(code, bad[i], strlen(bad[i])));
    assert_false(code_read(code, "K7M2Q\0", 6));
}

static void codes_made_here_can_be_read_and_have_no_ambiguous_letters(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        char code[CODE_LENGTH + 1];
        char again[CODE_LENGTH + 1];
        code_random(code);
        assert_null(strpbrk(code, "0O1I"));
        assert_true(code_read(again, code, CODE_LENGTH));
        assert_string_equal(code, again);
    }
}

static enum name_fault fault_of_name(const char *text)
{
    char name[NAME_MOST + 1];
    return name_read(name, text, strlen(text));
}

static void nicknames_may_be_anything_that_people_can_read(void **state)
{
    (void)state;
    const char *good[] = {"Ada",
                          "Zoë",
                          "Жанна",
                          "名前",
                          "שלום",
                          "🎲 dice",
                          "👨\u200d👩\u200d👧",
                          "🏳\ufe0f\u200d🌈",
                          "👩🏽\u200d🚀",
                          "O'Neil-2",
                          "a b"};
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(fault_of_name(good[i]), NAME_GOOD);
    char name[NAME_MOST + 1];
    assert_int_equal(name_read(name, "  Ada  ", 7), NAME_GOOD);
    assert_string_equal(name, "Ada");
}

static void nicknames_may_not_deceive_or_disturb(void **state)
{
    (void)state;
    assert_int_equal(fault_of_name(""), NAME_EMPTY);
    assert_int_equal(fault_of_name("    "), NAME_EMPTY);
    const char *empty[] = {"\u00a0", "\u3000\u2003", "\u2800", "\u0301", " \ufe0f ", "\u202f"};
    for (unsigned i = 0; i < sizeof empty / sizeof empty[0]; i++)
        assert_int_equal(fault_of_name(empty[i]), NAME_EMPTY);
    const char *joined[] = {"A\u200dda", "\u200d", "👨\u200d", "👨\u200dA", "\u200d👨"};
    for (unsigned i = 0; i < sizeof joined / sizeof joined[0]; i++)
        assert_int_equal(fault_of_name(joined[i]), NAME_BAD);
    assert_int_equal(fault_of_name("1234567890123456789012345678901234567890123456789"), NAME_LONG);
    const char *bad[] = {"a\x01",
                         "a\x7f",
                         "a\xc2\x85",
                         "a\xe2\x80\xae"
                         "b",
                         "\xe2\x80\x8b",
                         "a\xe2\x81\xa6",
                         "a\xe2\x80\xa8",
                         "\xef\xbb\xbf"
                         "a",
                         "a\xff",
                         "\xed\xa0\x80",
                         "\xe3\x85\xa4",
                         "a\xee\x80\x80",
                         "a\xf3\xa0\x80\x81"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(fault_of_name(bad[i]), NAME_BAD);
}

static void names_that_look_the_same_are_the_same(void **state)
{
    (void)state;
    assert_true(name_same("Ada", "aDA"));
    const char *adas[] = {"\u0410d\u0430", "\uff21\uff44\uff41", "\u00c0d\u00e0", "A\u0301da",
                          "A d a",         "Ada\u00a0",          "\U0001d400da"};
    for (unsigned i = 0; i < sizeof adas / sizeof adas[0]; i++)
        assert_true(name_same("Ada", adas[i]));
    assert_true(name_same("Ian", "lan"));
    assert_true(name_same("B\u043eb", "B0b"));
    assert_true(name_same("\u0416\u0430\u043d\u043d\u0430", "\u0436\u0430\u043d\u043d\u0430"));
    assert_false(name_same("\u540d\u524d", "\u540d"));
    assert_false(name_same("Ada", "Adam"));
    assert_false(name_same("Adam", "Ada"));
}

static void words_that_no_name_has(void **state)
{
    (void)state;
    const char *bad[] = {"Adolf Hitler", "h1tler", "HITLER99", "\u04bb\u0456tler", "puta", "la-puta"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_true(words_have(NULL, bad[i]));
    const char *good[] = {"Ada", "Amputation", "Hit", "\u540d\u524d", ""};
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_false(words_have(NULL, good[i]));
    assert_true(words_have("# ours\nrobot\n\n", "R0bot"));
    assert_false(words_have("# ours\nrobot\n\n", "hitler"));
    assert_false(words_have("", "robot"));
}

static void ids_tell_people_from_bots(void **state)
{
    (void)state;
    assert_int_equal(bot_level_of_id("bot-10-3"), 10);
    assert_int_equal(player_number_of_id("p12"), 12);
    assert_int_equal(player_number_of_id("p999999"), 999999);
    assert_int_equal(player_number_of_id("p1000000"), 1000000);
    assert_int_equal(player_number_of_id("p4294967296"), 4294967296);
    assert_int_equal(player_number_of_id("p999999999999999999"), 999999999999999999);
    assert_int_equal(bot_level_of_id("bot-10-4294967297"), 10);
    assert_int_equal(bot_level_of_id("bot-4294967297-1"), 0);
    const char *none[] = {"",       "bot",     "bot-",     "bot-0-1", "bot-11-1", "bot-5",
                          "bot-5-", "bot-5-0", "bot-5-1x", "p1",      "bot-05-1"};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(bot_level_of_id(none[i]), 0);
    const char *nobody[] = {"",       "p", "p0", "px", "p1x", "q1", "p1000000000000000000", "p18446744073709551617",
                            "bot-5-1"};
    for (unsigned i = 0; i < sizeof nobody / sizeof nobody[0]; i++)
        assert_int_equal(player_number_of_id(nobody[i]), 0);
}

static void numbers_of_tables_rise_and_never_wrap(void **state)
{
    (void)state;
    const int64_t times[] = {1, 2, 1790000000000, 1790000000001, INT64_MAX >> 20};
    int64_t last = 0;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        int64_t number = table_number_random(times[i]);
        assert_true(number > last && number >> 20 == times[i]);
        last = number;
    }
    const int64_t beyond[] = {INT64_MIN, -1, 0, (INT64_MAX >> 20) + 1, INT64_MAX};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        assert_true(table_number_random(beyond[i]) >= 1);
}

static void tokens_differ_and_are_kept_as_hashes(void **state)
{
    (void)state;
    char one[TOKEN_LENGTH + 1];
    char other[TOKEN_LENGTH + 1];
    uint8_t a[TOKEN_HASH], b[TOKEN_HASH], c[TOKEN_HASH];
    token_random(one);
    token_random(other);
    assert_true(token_well_formed(one, strlen(one)));
    assert_false(token_well_formed(one, strlen(one) - 1));
    assert_false(token_well_formed("abcdefghijklmnopqrstu+", 22));
    assert_string_not_equal(one, other);
    token_hash(a, one);
    token_hash(b, other);
    token_hash(c, one);
    assert_false(token_hash_equal(a, b));
    assert_true(token_hash_equal(a, c));
    assert_true(seed_random() < (uint64_t)1 << 53);
}

/* RFC 3174 and the example of RFC 6455. */
static void sha1_is_sha1(void **state)
{
    (void)state;
    uint8_t digest[20];
    char hex[41];
    const char *long_text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    sha1_short(digest, "abc", 3);
    assert_string_equal(sodium_bin2hex(hex, sizeof hex, digest, 20), "a9993e364706816aba3e25717850c26c9cd0d89d");
    sha1_short(digest, long_text, strlen(long_text));
    assert_string_equal(sodium_bin2hex(hex, sizeof hex, digest, 20), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    const char *key = "dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char accept[32];
    sha1_short(digest, key, strlen(key));
    sodium_bin2base64(accept, sizeof accept, digest, 20, sodium_base64_VARIANT_ORIGINAL);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

static void buckets_grant_a_burst_and_then_the_rate(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    unsigned granted = 0;
    for (unsigned i = 0; i < 100; i++)
        granted += bucket_take(&bucket, 1000000, 10, 5) == 0;
    assert_int_equal(granted, 50); /* ten a second for five seconds */
    carom_ms wait = bucket_take(&bucket, 1000000, 10, 5);
    assert_in_range(wait, 1, 101);
    assert_int_equal(bucket_take(&bucket, 1000000 + wait, 10, 5), 0);
    granted = 0;
    for (unsigned ms = 0; ms < 10000; ms++)
        granted += bucket_take(&bucket, 1001000 + ms, 10, 5) == 0;
    assert_in_range(granted, 99, 111);
    assert_int_equal(bucket_take(&bucket, 0, 0, 5), 0); /* no limit */
}

static void hourly_buckets_do_not_round_to_nothing(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    assert_int_equal(bucket_take_hourly(&bucket, 1, 1), 0);
    carom_ms wait = bucket_take_hourly(&bucket, 2, 1);
    assert_in_range(wait, 3500000, 3700000);
    assert_int_equal(bucket_take_hourly(&bucket, 3700000, 1), 0);
}

static void address_is(const char *peer, const char *forwarded, const char *proxies, const char *expected)
{
    char address[ADDRESS_SIZE];
    address_of_client(address, peer, forwarded, proxies);
    assert_string_equal(address, expected);
}

static void addresses_behind_trusted_proxies_are_the_clients(void **state)
{
    (void)state;
    address_is("10.0.0.1", NULL, "", "10.0.0.1");
    address_is("10.0.0.1", "1.2.3.4", "", "10.0.0.1"); /* not trusted: whatever it says */
    address_is("10.0.0.1", "1.2.3.4", "10.0.0.1", "1.2.3.4");
    address_is("10.0.0.1", "6.6.6.6, 1.2.3.4", "10.0.0.1", "1.2.3.4"); /* only the last one was written by our proxy */
    address_is("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "10.0.0.1,10.0.0.2", "1.2.3.4");
    address_is("10.0.0.1", "nonsense", "10.0.0.1", "10.0.0.1");
    address_is("10.0.0.1", "", "10.0.0.1", "10.0.0.1");
    address_is("::ffff:1.2.3.4", NULL, "", "1.2.3.4");
    address_is("2001:db8:1:2:3:4:5:6", NULL, "", "2001:db8:1:2::"); /* one person has the whole network */
    address_is("::1", "2001:db8::1", "::1", "2001:db8::");
    address_is("unknown", NULL, "", "unknown");
}

static void visitors_are_remembered_while_they_matter(void **state)
{
    (void)state;
    static struct visitors visitors;
    struct visitor *one = visitor_of(&visitors, "1.2.3.4", 1000);
    struct visitor *other = visitor_of(&visitors, "1.2.3.5", 1000);
    assert_ptr_not_equal(one, other);
    assert_ptr_equal(visitor_of(&visitors, "1.2.3.4", 2000), one);
    one->connections = 1;
    visitors_forget(&visitors, 2000 + 2 * 3600000);
    assert_int_equal(visitors.count, 1);
    assert_ptr_equal(visitor_of(&visitors, "1.2.3.4", 3000), one);
    char address[ADDRESS_SIZE];
    for (unsigned i = 0; i < VISITORS_MOST + 1000; i++) { /* no flood of addresses takes all the memory */
        snprintf(address, sizeof address, "9.%u.%u.%u", i >> 16, i >> 8 & 255, i & 255);
        visitor_of(&visitors, address, 4000 + i);
    }
    assert_true(visitors.count <= VISITORS_MOST);
    visitors_done(&visitors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_read_as_people_type_them),
        cmocka_unit_test(codes_made_here_can_be_read_and_have_no_ambiguous_letters),
        cmocka_unit_test(nicknames_may_be_anything_that_people_can_read),
        cmocka_unit_test(nicknames_may_not_deceive_or_disturb),
        cmocka_unit_test(names_that_look_the_same_are_the_same),
        cmocka_unit_test(words_that_no_name_has),
        cmocka_unit_test(ids_tell_people_from_bots),
        cmocka_unit_test(numbers_of_tables_rise_and_never_wrap),
        cmocka_unit_test(tokens_differ_and_are_kept_as_hashes),
        cmocka_unit_test(sha1_is_sha1),
        cmocka_unit_test(buckets_grant_a_burst_and_then_the_rate),
        cmocka_unit_test(hourly_buckets_do_not_round_to_nothing),
        cmocka_unit_test(addresses_behind_trusted_proxies_are_the_clients),
        cmocka_unit_test(visitors_are_remembered_while_they_matter),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
