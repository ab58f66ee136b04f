/*
 * Chance from a secret: BLAKE2b against the RFC's own example and against libsodium's, the stream against its
 * definition.
 */
#include "support.h"

#include <carom/blake2b.h>
#include <carom/random.h>
#include <sodium.h>
#include <string.h>

static void the_example_of_the_rfc(void **state)
{
    (void)state;
    static const char expected[] = "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                                   "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923";
    uint8_t hash[64];
    char hex[129];
    carom_blake2b(hash, sizeof hash, NULL, 0, (const uint8_t *)"abc", 3); /* RFC 7693, appendix A */
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    assert_string_equal(hex, expected);
}

static void the_same_as_libsodium(void **state)
{
    (void)state;
    uint8_t bytes[600], key[64], ours[64], theirs[64];
    chance_begin(__func__);
    for (unsigned i = 0; i < 3000; i++) {
        size_t length = chance_below(5) == 0 ? 128 * chance_below(5) : chance_below(sizeof bytes);
        size_t size = 16 + chance_below(49), key_size = chance_below(2) == 0 ? 0 : 16 + chance_below(49);
        for (size_t j = 0; j < length; j++)
            bytes[j] = (uint8_t)chance_below(256);
        for (size_t j = 0; j < key_size; j++)
            key[j] = (uint8_t)chance_below(256);
        carom_blake2b(ours, size, key_size > 0 ? key : NULL, key_size, bytes, length);
        assert_int_equal(crypto_generichash(theirs, size, bytes, length, key_size > 0 ? key : NULL, key_size), 0);
        assert_memory_equal(ours, theirs, size);
    }
}

static void a_stream_is_what_the_notation_says(void **state)
{
    (void)state;
    uint8_t secret[CAROM_SECRET_SIZE], numbers[16] = {0}, hash[64];
    chance_begin(__func__);
    for (unsigned i = 0; i < sizeof secret; i++)
        secret[i] = (uint8_t)chance_below(256);
    for (unsigned stream = 0; stream < 300; stream += 37) {
        struct carom_random random = carom_random_secret(secret, stream);
        for (unsigned block = 0; block < 3; block++) {
            numbers[0] = (uint8_t)stream;
            numbers[1] = (uint8_t)(stream >> 8);
            numbers[8] = (uint8_t)block;
            assert_int_equal(crypto_generichash(hash, 64, numbers, 16, secret, sizeof secret), 0);
            for (unsigned word = 0; word < 8; word++) {
                uint64_t expected = 0;
                for (unsigned i = 8; i > 0; i--)
                    expected = expected << 8 | hash[8 * word + i - 1];
                assert_true(carom_random_next(&random) == expected);
            }
        }
    }
}

static void a_small_seed_gives_what_it_always_gave(void **state)
{
    (void)state;
    /* xoshiro256** seeded by SplitMix64 from 0, as published with the algorithms: SplitMix64's first numbers are
     * e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f, f88bb8a8724c81ec. */
    struct carom_random random = carom_random_seed(0);
    assert_true(random.state[0] == UINT64_C(0xe220a8397b1dcdaf) && random.state[1] == UINT64_C(0x6e789e6aa1b965f4) &&
                random.state[2] == UINT64_C(0x06c45d188009454f) && random.state[3] == UINT64_C(0xf88bb8a8724c81ec));
    uint64_t s1 = random.state[1], rotated = s1 * 5 << 7 | s1 * 5 >> 57;
    assert_true(carom_random_next(&random) == rotated * 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc),
        cmocka_unit_test(the_same_as_libsodium),
        cmocka_unit_test(a_stream_is_what_the_notation_says),
        cmocka_unit_test(a_small_seed_gives_what_it_always_gave),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
