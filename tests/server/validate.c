/*
 * The server's borders: codes, nicknames, ids, tokens, the WebSocket handshake's hash, limits and addresses.
 */
#include "support.h"

#include "../../src/server/net/ws_accept.h"
#include "../../src/server/validate/validate.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void refusals_have_room_for_every_sentence(void **state)
{
    (void)state;
    char sentence[1000];
    for (unsigned code = CAROM_ERROR_NONE; code <= CAROM_ERROR_NONCE; code++) {
        struct carom_error found = {.code = (enum carom_error_code)code};
        struct api_error error;
        memset(found.found, 'x', sizeof found.found - 1);
        struct carom_text text = carom_text_init(sentence, sizeof sentence);
        carom_error_format(&text, &found, carom_error_sentence(found.code));
        api_error_from_input(&error, API_ERR_BAD_JSON, &found);
        assert_string_equal(error.detail, sentence);
    }
}

static void codes_are_read_as_people_type_them(void **state)
{
    (void)state;
    char code[CODE_LENGTH + 1];
    assert_true(table_code_read(code, "k7m-2qx", 7));
    assert_string_equal(code, "K7M2QX");
    assert_true(table_code_read(code, " K7 M2 QX ", 10));
    assert_true(table_code_read(code, "k7m2-qxab", 9));
    assert_string_equal(code, "K7M2QXAB");
    assert_false(table_code_read(code, "K7M2QXABC", 9));
    const char *bad[] = {"", "K7M2Q", "K7M2QXA", "K7M2Q0", "K7M2QO", "K7M2Q1", "K7M2QI", "K7M2Q\xc3", "K7M2Q/"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(table_code_read(code, bad[i], strlen(bad[i])));
    assert_false(table_code_read(code, "K7M2Q\0", 6));
}

static void codes_made_here_can_be_read_and_have_no_ambiguous_letters(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        char code[CODE_LENGTH + 1];
        char again[CODE_LENGTH + 1];
        table_code_random(code);
        assert_null(strpbrk(code, "0O1I"));
        assert_true(table_code_read(again, code, CODE_LENGTH));
        assert_string_equal(code, again);
    }
}

static enum name_error fault_of_name(const char *text)
{
    char name[NICKNAME_MAX + 1];
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
        assert_int_equal(fault_of_name(good[i]), NAME_OK);
    char name[NICKNAME_MAX + 1];
    assert_int_equal(name_read(name, "  Ada  ", 7), NAME_OK);
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
        assert_int_equal(fault_of_name(joined[i]), NAME_FORBIDDEN_CHARACTER);
    assert_int_equal(fault_of_name("1234567890123456789012345678901234567890123456789"), NAME_TOO_LONG);
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
        assert_int_equal(fault_of_name(bad[i]), NAME_FORBIDDEN_CHARACTER);
}

static void names_that_look_the_same_are_the_same(void **state)
{
    (void)state;
    assert_true(name_confusable("Ada", "aDA"));
    const char *adas[] = {"\u0410d\u0430", "\uff21\uff44\uff41", "\u00c0d\u00e0", "A\u0301da",
                          "A d a",         "Ada\u00a0",          "\U0001d400da"};
    for (unsigned i = 0; i < sizeof adas / sizeof adas[0]; i++)
        assert_true(name_confusable("Ada", adas[i]));
    assert_true(name_confusable("Ian", "lan"));
    assert_true(name_confusable("B\u043eb", "B0b"));
    assert_true(name_confusable("\u0416\u0430\u043d\u043d\u0430", "\u0436\u0430\u043d\u043d\u0430"));
    assert_false(name_confusable("\u540d\u524d", "\u540d"));
    assert_false(name_confusable("Ada", "Adam"));
    assert_false(name_confusable("Adam", "Ada"));
}

static void words_that_no_name_has(void **state)
{
    (void)state;
    const char *bad[] = {"Adolf Hitler", "h1tler", "HITLER99", "\u04bb\u0456tler", "puta", "la-puta"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_true(name_has_banned_word(NULL, bad[i]));
    const char *good[] = {"Ada", "Amputation", "Hit", "\u540d\u524d", ""};
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_false(name_has_banned_word(NULL, good[i]));
    assert_true(name_has_banned_word("# ours\nrobot\n\n", "R0bot"));
    assert_false(name_has_banned_word("# ours\nrobot\n\n", "hitler"));
    assert_false(name_has_banned_word("", "robot"));
}

static void ids_tell_people_from_bots(void **state)
{
    (void)state;
    assert_int_equal(bot_level_from_id("bot-10-3"), 10);
    assert_int_equal(player_number_from_id("p12"), 12);
    assert_int_equal(player_number_from_id("p999999"), 999999);
    assert_int_equal(player_number_from_id("p1000000"), 1000000);
    assert_int_equal(player_number_from_id("p4294967296"), 4294967296);
    assert_int_equal(player_number_from_id("p999999999999999999"), 999999999999999999);
    assert_int_equal(bot_level_from_id("bot-10-4294967297"), 10);
    assert_int_equal(bot_level_from_id("bot-4294967297-1"), 0);
    const char *none[] = {"",       "bot",     "bot-",     "bot-0-1", "bot-11-1", "bot-5",
                          "bot-5-", "bot-5-0", "bot-5-1x", "p1",      "bot-05-1"};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(bot_level_from_id(none[i]), 0);
    const char *nobody[] = {"",       "p", "p0", "px", "p1x", "q1", "p1000000000000000000", "p18446744073709551617",
                            "bot-5-1"};
    for (unsigned i = 0; i < sizeof nobody / sizeof nobody[0]; i++)
        assert_int_equal(player_number_from_id(nobody[i]), 0);
}

static void numbers_of_tables_rise_and_never_wrap(void **state)
{
    (void)state;
    const int64_t times[] = {1, 2, 1790000000000, 1790000000001, INT64_MAX >> 20};
    int64_t last = 0;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        int64_t number = random_table_id(times[i]);
        assert_true(number > last && number >> 20 == times[i]);
        last = number;
    }
    const int64_t beyond[] = {INT64_MIN, -1, 0, (INT64_MAX >> 20) + 1, INT64_MAX};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        assert_true(random_table_id(beyond[i]) >= 1);
}

static void tokens_differ_and_are_kept_as_hashes(void **state)
{
    (void)state;
    char one[SEAT_TOKEN_LENGTH + 1];
    char other[SEAT_TOKEN_LENGTH + 1];
    uint8_t a[SEAT_TOKEN_HASH_SIZE], b[SEAT_TOKEN_HASH_SIZE], c[SEAT_TOKEN_HASH_SIZE];
    seat_token_random(one);
    seat_token_random(other);
    assert_true(seat_token_is_well_formed(one, strlen(one)));
    assert_false(seat_token_is_well_formed(one, strlen(one) - 1));
    assert_false(seat_token_is_well_formed("abcdefghijklmnopqrstu+", 22));
    assert_string_not_equal(one, other);
    seat_token_hash(a, one);
    seat_token_hash(b, other);
    seat_token_hash(c, one);
    assert_false(seat_token_hash_equal(a, b));
    assert_true(seat_token_hash_equal(a, c));
    assert_true(random_seed() < (uint64_t)1 << 53);
}

/* The example of RFC 6455, and a key that is too long. */
static void a_websocket_key_is_answered(void **state)
{
    (void)state;
    char accept[WS_ACCEPT_SIZE], other[WS_ACCEPT_SIZE], key[100];
    ws_accept_key(accept, "dGhlIHNhbXBsZSBub25jZQ==");
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    memset(key, 'k', sizeof key);
    key[sizeof key - 1] = '\0';
    ws_accept_key(accept, key);
    key[WS_KEY_MAX] = '\0';
    ws_accept_key(other, key);
    assert_string_equal(accept, other);
}

static void buckets_grant_a_burst_and_then_the_rate(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    struct rate_limit rate = rate_per_second(10, 5);
    unsigned granted = 0;
    for (unsigned i = 0; i < 100; i++)
        granted += bucket_take(&bucket, 1000000, rate) == 0;
    assert_int_equal(granted, 50); /* ten a second for five seconds */
    carom_ms wait = bucket_take(&bucket, 1000000, rate);
    assert_in_range(wait, 1, 101);
    assert_int_equal(bucket_take(&bucket, 1000000 + wait, rate), 0);
    granted = 0;
    for (unsigned ms = 0; ms < 10000; ms++)
        granted += bucket_take(&bucket, 1001000 + ms, rate) == 0;
    assert_in_range(granted, 99, 111);
    assert_int_equal(bucket_take(&bucket, 0, rate_per_second(0, 5)), 0); /* no limit */
}

static void what_a_request_turned_out_to_cost_is_owed(void **state)
{
    (void)state;
    struct client_addrs visitors;
    client_addrs_init(&visitors, 8);
    struct address one = {0};
    assert_true(address_read(&one, "2001:db8:1:2::3", 15));
    struct client_addr *client_addr = client_addr_get(&visitors, &one, 1000);
    struct rate_limit rate = rate_of_requests(10);
    assert_int_equal(client_addr_take(client_addr, ALLOW_REQUEST, 1000, rate), 0);
    client_addr_charge_read(client_addr, 1000, 10,
                            99 * 128 * 1024); /* with the request itself a hundred: all there was */
    assert_in_range(client_addr_take(client_addr, ALLOW_REQUEST, 1000, rate), 100, 101);
    client_addr_charge_deal(client_addr, 1000, 10, 500); /* fifty more are five seconds */
    assert_in_range(client_addr_take(client_addr, ALLOW_REQUEST, 1000, rate), 5100, 5101);
    assert_int_equal(client_addr_take(client_addr, ALLOW_REQUEST, 6102, rate), 0);
    client_addr_charge_read(client_addr, 6102, 10, (size_t)1 << 40); /* nobody is kept out for ever */
    assert_in_range(client_addr_take(client_addr, ALLOW_REQUEST, 6102, rate), 99000, 100101);
    assert_int_equal(client_addr_take(client_addr, ALLOW_REQUEST, 106300, rate), 0);
    client_addr_unref(&visitors, client_addr);
    client_addrs_destroy(&visitors);
}

static void hourly_buckets_do_not_round_to_nothing(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    assert_int_equal(bucket_take(&bucket, 1, rate_per_hour(1)), 0);
    carom_ms wait = bucket_take(&bucket, 2, rate_per_hour(1));
    assert_in_range(wait, 3500000, 3700000);
    assert_int_equal(bucket_take(&bucket, 3700000, rate_per_hour(1)), 0);
}

static struct address address(const char *text)
{
    struct address address = {0};
    assert_true(strcmp(text, "local") == 0 || address_read(&address, text, strlen(text)));
    return address;
}

static void address_is(const char *peer, const char *forwarded, const char *proxies, const char *expected)
{
    struct networks networks;
    char text[ADDRESS_SIZE];
    struct address from = address(peer);
    assert_true(networks_read(&networks, proxies));
    struct address client = address_behind_proxy(&from, forwarded, &networks);
    address_write(text, &client);
    assert_string_equal(text, expected);
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
    address_is("10.0.0.1", "1.2.3.4,", "10.0.0.1", "10.0.0.1");
    address_is("10.0.0.1", "", "10.0.0.1", "10.0.0.1");
    address_is("::ffff:1.2.3.4", NULL, "", "1.2.3.4");
    address_is("::1", "2001:db8::1", "::1", "2001:db8::1");
    address_is("local", "1.2.3.4", "", "local");
    address_is("local", "1.2.3.4", "unix", "1.2.3.4");
    address_is("10.0.0.1", "::", "10.0.0.1", "10.0.0.1"); /* nobody is at the other end of our Unix socket there */
}

static void proxies_are_networks_compared_exactly(void **state)
{
    (void)state;
    address_is("10.1.2.3", "1.2.3.4", "10.0.0.0/8", "1.2.3.4");
    address_is("11.1.2.3", "1.2.3.4", "10.0.0.0/8", "11.1.2.3");
    address_is("10.0.0.127", "1.2.3.4", "10.0.0.0/25", "1.2.3.4");
    address_is("10.0.0.128", "1.2.3.4", "10.0.0.0/25", "10.0.0.128");
    address_is("10.0.0.10", "1.2.3.4", "10.0.0.1", "10.0.0.10");
    /* Another address of the same /64 is somebody else. */
    address_is("2001:db8::1", "1.2.3.4", "2001:db8::2", "2001:db8::1");
    address_is("2001:db8::1", "1.2.3.4", " 2001:DB8:0::1 ", "1.2.3.4");
    address_is("2001:db8:1:fff::1", "1.2.3.4", "2001:db8:1::/48", "1.2.3.4");
    address_is("2001:db8:2::1", "1.2.3.4", "2001:db8:1::/48", "2001:db8:2::1");
    address_is("::ffff:10.0.0.1", "1.2.3.4", "10.0.0.1/32", "1.2.3.4");
    address_is("10.0.0.1", "1.2.3.4", "0.0.0.0/0", "1.2.3.4");
    address_is("2001:db8::1", "1.2.3.4", "0.0.0.0/0", "2001:db8::1"); /* which is every IPv4 address and no other */
    static const char *const bad[] = {"nonsense",    "10.0.0.0/33", "10.0.0.0/",      "10.0.0.1/8", "10.0.0.0/-1",
                                      "::/0",        "::1/129",     "2001:db8::1/32", "10.0.0/8",   "10.0.0.1 10.0.0.2",
                                      "10.0.0.0/8/8"};
    struct networks networks;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(networks_read(&networks, bad[i]));
}

static struct client_addrs client_addrs;

static struct client_addr *visitor(const char *text, carom_ms now)
{
    struct address from = address(text);
    return client_addr_get(&client_addrs, &from, now);
}

static void leave(const char *text, carom_ms now)
{
    struct client_addr *found = visitor(text, now);
    assert_non_null(found);
    client_addr_unref(&client_addrs, found);
}

static void visitors_are_remembered_while_they_matter(void **state)
{
    (void)state;
    client_addrs_init(&client_addrs, 65536);
    struct client_addr *one = visitor("1.2.3.4", 1000);
    struct client_addr *other = visitor("1.2.3.5", 1000);
    assert_ptr_not_equal(one, other);
    assert_ptr_equal(visitor("1.2.3.4", 2000), one);
    client_addr_unref(&client_addrs, one);
    client_addr_unref(&client_addrs, other);
    client_addrs_expire(&client_addrs, 2000 + 2 * 3600000);
    assert_int_equal(client_addrs.count, 1);
    char text[ADDRESS_SIZE];
    for (unsigned i = 0; i < 65536 + 1000; i++) { /* no flood of addresses takes all the memory */
        snprintf(text, sizeof text, "9.%u.%u.%u", i >> 16, i >> 8 & 255, i & 255);
        leave(text, 4000 + i);
    }
    assert_true(client_addrs.count <= 65536);
    assert_ptr_equal(visitor("1.2.3.4", 3000), one);
    client_addr_unref(&client_addrs, one);
    client_addr_unref(&client_addrs, one);
    client_addrs_destroy(&client_addrs);
    assert_int_equal(client_addrs.count, 0);
}

static void visitors_in_use_are_never_forgotten(void **state)
{
    (void)state;
    client_addrs_init(&client_addrs, 3);
    struct client_addr *one = visitor("1.0.0.1", 1000);
    struct client_addr *two = visitor("1.0.0.2", 1000);
    leave("1.0.0.3", 1000);
    leave("1.0.0.4", 1000); /* takes the place of the third */
    struct client_addr *three = visitor("1.0.0.5", 2000);
    assert_null(visitor("1.0.0.6", 3000));
    assert_null(visitor("2001:db8::1", 3000));
    client_addrs_expire(&client_addrs, 100 * 3600000);
    assert_int_equal(client_addrs.count, 3);
    assert_string_equal(one->text, "1.0.0.1");
    client_addr_unref(&client_addrs, two);
    assert_null(visitor("2001:db8::1", 3000)); /* it would need two: its network and the one round it */
    leave("1.0.0.6", 3000);
    client_addr_unref(&client_addrs, one);
    client_addr_unref(&client_addrs, three);
    leave("2001:db8::1", 4000);
    client_addrs_destroy(&client_addrs);
    assert_int_equal(client_addrs.count, 0);
}

static void networks_of_64_and_of_48_bits_have_limits(void **state)
{
    (void)state;
    client_addrs_init(&client_addrs, 100);
    struct client_addr *first = visitor("2001:db8:1:1::1", 1000);
    struct client_addr *same = visitor("2001:db8:1:1:ffff::2", 1000);
    struct client_addr *near = visitor("2001:db8:1:2::1", 1000);
    struct client_addr *far = visitor("2001:db8:2:1::1", 1000);
    assert_ptr_equal(first, same);
    assert_ptr_not_equal(first, near);
    assert_string_equal(near->text, "2001:db8:1:2::/64");
    assert_ptr_equal(first->subnet_48, near->subnet_48);
    assert_string_equal(near->subnet_48->text, "2001:db8:1::/48");
    assert_ptr_not_equal(first->subnet_48, far->subnet_48);
    client_addr_count(first, COUNTER_CONNECTIONS, 2);
    assert_true(client_addr_at_limit(first, COUNTER_CONNECTIONS, 2));
    assert_false(client_addr_at_limit(near, COUNTER_CONNECTIONS, 2));
    client_addr_count(near, COUNTER_CONNECTIONS, 2 * SUBNET_48_FACTOR - 2);
    struct client_addr *third = visitor("2001:db8:1:3::1", 1000);
    assert_true(client_addr_at_limit(third, COUNTER_CONNECTIONS, 2));
    assert_false(client_addr_at_limit(far, COUNTER_CONNECTIONS, 2));
    /* A rate: each /64 has its own, until the /48 has none left. */
    unsigned granted = 0;
    char text[ADDRESS_SIZE];
    for (unsigned i = 0; i < 100; i++) {
        snprintf(text, sizeof text, "2001:db8:9:%x::1", i);
        struct client_addr *next = visitor(text, 1000);
        granted += client_addr_take(next, ALLOW_REQUEST, 1000, rate_per_second(1, 5)) == 0;
        client_addr_unref(&client_addrs, next);
    }
    assert_int_equal(granted, 5 * SUBNET_48_FACTOR);
    struct client_addr *all[] = {first, same, near, far, third};
    for (unsigned i = 0; i < 5; i++)
        client_addr_unref(&client_addrs, all[i]);
    client_addrs_destroy(&client_addrs);
    assert_int_equal(client_addrs.count, 0);
}

static void the_language_is_the_one_most_wanted(void **state)
{
    static const char *const tags[] = {"en", "de", "pt-BR", "zh-CN", "zh-TW", "fil"};
    static const struct {
        const char *header, *tag;
    } cases[] = {
        {NULL, "en"},
        {"", "en"},
        {"*", "en"},
        {"ja", "en"},
        {"de", "de"},
        {"DE-at", "de"},
        {"ja, de;q=0.5", "de"},
        {"en;q=0.3, de;q=0.7, fil;q=0.2", "de"},
        {"de;q=0, fil;q=0.001", "fil"},
        {"de;q=0.25,fil;q=0.3", "fil"},
        {"de ; q=0.4 , fil ; q=0.5", "fil"},
        {"zh-Hant-TW", "zh-CN"}, /* cut off at the end, as RFC 4647 says: zh-Hant, zh */
        {"zh-TW,zh;q=0.9", "zh-TW"},
        {"pt-PT", "pt-BR"},
        {"pt", "pt-BR"},
        {"fi", "en"}, /* not fil */
        {"p", "en"},
        {"de;q=x", "en"},
        {"de;q=", "en"},
        {"de;", "de"},
        {",,;;--,-,de", "de"},
        {"-de", "en"},
        {"de-", "de"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(tags[accept_language(cases[i].header, tags, sizeof tags / sizeof tags[0])], cases[i].tag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_language_is_the_one_most_wanted),
        cmocka_unit_test(refusals_have_room_for_every_sentence),
        cmocka_unit_test(codes_are_read_as_people_type_them),
        cmocka_unit_test(codes_made_here_can_be_read_and_have_no_ambiguous_letters),
        cmocka_unit_test(nicknames_may_be_anything_that_people_can_read),
        cmocka_unit_test(nicknames_may_not_deceive_or_disturb),
        cmocka_unit_test(names_that_look_the_same_are_the_same),
        cmocka_unit_test(words_that_no_name_has),
        cmocka_unit_test(ids_tell_people_from_bots),
        cmocka_unit_test(numbers_of_tables_rise_and_never_wrap),
        cmocka_unit_test(tokens_differ_and_are_kept_as_hashes),
        cmocka_unit_test(a_websocket_key_is_answered),
        cmocka_unit_test(buckets_grant_a_burst_and_then_the_rate),
        cmocka_unit_test(hourly_buckets_do_not_round_to_nothing),
        cmocka_unit_test(what_a_request_turned_out_to_cost_is_owed),
        cmocka_unit_test(addresses_behind_trusted_proxies_are_the_clients),
        cmocka_unit_test(proxies_are_networks_compared_exactly),
        cmocka_unit_test(visitors_are_remembered_while_they_matter),
        cmocka_unit_test(visitors_in_use_are_never_forgotten),
        cmocka_unit_test(networks_of_64_and_of_48_bits_have_limits),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
