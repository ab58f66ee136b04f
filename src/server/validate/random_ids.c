/*
 * Unguessable tokens, seeds and ids, from the system's random source.
 */
#include "validate.h"

#include <sodium.h>

void seat_token_random(char token[SEAT_TOKEN_LENGTH + 1])
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, SEAT_TOKEN_LENGTH + 1, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

bool seat_token_is_well_formed(const char *token, size_t length)
{
    if (length != SEAT_TOKEN_LENGTH)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = token[i];
        bool good = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!good)
            return false;
    }
    return true;
}

/* Tokens have 128 random bits, so a fast hash is enough: there is nothing to guess. */
void seat_token_hash(uint8_t hash[SEAT_TOKEN_HASH_SIZE], const char *token)
{
    crypto_generichash(hash, SEAT_TOKEN_HASH_SIZE, (const unsigned char *)token, SEAT_TOKEN_LENGTH, NULL, 0);
}

bool seat_token_hash_equal(const uint8_t a[SEAT_TOKEN_HASH_SIZE], const uint8_t b[SEAT_TOKEN_HASH_SIZE])
{
    return sodium_memcmp(a, b, SEAT_TOKEN_HASH_SIZE) == 0;
}

uint64_t random_seed(void)
{
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    return seed >> 11;
}

void rules_set_random_secret(struct carom_rules *rules)
{
    rules->seed = 0;
    rules->seed_known = true;
    rules->seed_secret = true;
    rules->by_hand = 0;
    randombytes_buf(rules->secret, sizeof rules->secret);
}

/* The game's own randomness is BLAKE2b keyed with the same secret; the text below separates the domains. */
uint64_t derive_bot_seed(const struct carom_rules *rules, uint64_t number)
{
    static const unsigned char personal[crypto_generichash_blake2b_PERSONALBYTES] = "carom: bots";
    uint64_t aside;
    uint64_t message[2] = {number, rules->seed_secret ? 0 : rules->seed};
    crypto_generichash_blake2b_salt_personal((unsigned char *)&aside, sizeof aside, (const unsigned char *)message,
                                             sizeof message, rules->seed_secret ? rules->secret : NULL,
                                             rules->seed_secret ? sizeof rules->secret : 0, NULL, personal);
    return aside;
}

int64_t random_table_id(int64_t created)
{
    const int64_t latest = INT64_MAX >> 20; /* so that the id cannot overflow, whatever the clock says */
    created = created < 1 ? 1 : created > latest ? latest : created;
    return created << 20 | (int64_t)randombytes_uniform(1u << 20);
}
