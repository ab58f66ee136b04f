/*
 * The password of a private server, and the cookies of clients that entered it.
 *
 * A cookie is a time and its keyed hash. The key is derived from the password by a slow function (argon2id, once at the
 * start): cookies survive a restart, become invalid when the password changes, and a stolen one is no help in guessing
 * the password.
 */
#include "validate.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool password_set(struct password *password, const char *text, size_t length)
{
    static const uint8_t salt[crypto_pwhash_SALTBYTES] = "carom's cookies";
    if (length < PASSWORD_MIN || length > PASSWORD_MAX ||
        crypto_pwhash(password->key, sizeof password->key, text, length, salt, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                      crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) != 0)
        return false;
    randombytes_buf(password->salt, sizeof password->salt);
    crypto_generichash(password->hash, sizeof password->hash, (const unsigned char *)text, length, password->salt,
                       sizeof password->salt);
    password->set = true;
    return true;
}

bool password_matches(const struct password *password, const char *text, size_t length)
{
    uint8_t hash[sizeof password->hash];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, length, password->salt, sizeof password->salt);
    return sodium_memcmp(hash, password->hash, sizeof hash) == 0;
}

void cookie_sign(const struct password *password, carom_ms until, char cookie[COOKIE_SIZE])
{
    uint8_t hash[32];
    char hex[2 * sizeof hash + 1];
    char words[24];
    int length = snprintf(words, sizeof words, "%lld", (long long)until);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)words, (size_t)length, password->key,
                       sizeof password->key);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(cookie, COOKIE_SIZE, "%s.%s", words, hex);
}

bool cookie_is_valid(const struct password *password, const char *cookie, carom_ms now)
{
    char expected[COOKIE_SIZE];
    long long until = strtoll(cookie, NULL, 10);
    if (until <= now || until > CAROM_TIME_MAX)
        return false;
    cookie_sign(password, until, expected);
    size_t length = strlen(expected);
    return strlen(cookie) == length && sodium_memcmp(cookie, expected, length) == 0;
}
