/*
 * Tokens, seeds and numbers that nobody can guess, all from the system's random source.
 */
#include "border.h"

#include <sodium.h>

void token_random(char token[TOKEN_LENGTH + 1])
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_LENGTH + 1, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

bool token_well_formed(const char *token, size_t length)
{
    if (length != TOKEN_LENGTH)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = token[i];
        bool good = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!good)
            return false;
    }
    return true;
}

/* Tokens have 128 bits of chance: a fast hash will do, there is nothing to guess. */
void token_hash(uint8_t hash[TOKEN_HASH], const char *token)
{
    crypto_generichash(hash, TOKEN_HASH, (const unsigned char *)token, TOKEN_LENGTH, NULL, 0);
}

bool token_hash_equal(const uint8_t a[TOKEN_HASH], const uint8_t b[TOKEN_HASH])
{
    return sodium_memcmp(a, b, TOKEN_HASH) == 0;
}

uint64_t seed_random(void)
{
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    return seed >> 11;
}

void secret_random(struct carom_rules *rules)
{
    rules->seed = 0;
    rules->seed_known = true;
    rules->seed_secret = true;
    rules->by_hand = 0;
    randombytes_buf(rules->secret, sizeof rules->secret);
}

/* The game's own chance is BLAKE2b keyed with the same secret: the words below keep the two apart. */
uint64_t secret_aside(const struct carom_rules *rules, uint64_t number)
{
    static const unsigned char personal[crypto_generichash_blake2b_PERSONALBYTES] = "carom: bots";
    uint64_t aside;
    uint64_t message[2] = {number, rules->seed_secret ? 0 : rules->seed};
    crypto_generichash_blake2b_salt_personal((unsigned char *)&aside, sizeof aside, (const unsigned char *)message,
                                             sizeof message, rules->seed_secret ? rules->secret : NULL,
                                             rules->seed_secret ? sizeof rules->secret : 0, NULL, personal);
    return aside;
}

int64_t table_number_random(int64_t created)
{
    const int64_t latest = INT64_MAX >> 20; /* whatever a clock says, the number does not wrap */
    created = created < 1 ? 1 : created > latest ? latest : created;
    return created << 20 | (int64_t)randombytes_uniform(1u << 20);
}
