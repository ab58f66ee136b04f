/*
 * Hashes of devices and addresses.
 *
 * A page chooses 128 random bits as its device's number. Nobody can guess them, so an unsalted hash keeps readers of
 * the database from impersonating a device.
 *
 * Results from one address are recognised by a keyed hash. The key is never stored and is lost with the process, so
 * that an address can neither be found out from its hash, nor compared between runs.
 */
#include "results.h"

#include <sodium.h>
#include <string.h>

bool device_hash(char hash[DEVICE_LENGTH + 1], const char *text, size_t length)
{
    unsigned char bytes[DEVICE_LENGTH / 2];
    if (length != DEVICE_LENGTH)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!((text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f')))
            return false;
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text, length, NULL, 0);
    sodium_bin2hex(hash, DEVICE_LENGTH + 1, bytes, sizeof bytes);
    return true;
}

static void hash_address(const struct company *company, const struct client_addr *from, char hash[ORIGIN_SIZE])
{
    unsigned char bytes[crypto_shorthash_BYTES];
    unsigned char text[sizeof from->address.bytes + 1];
    memcpy(text, from->address.bytes, sizeof from->address.bytes);
    text[sizeof from->address.bytes] = from->bits;
    crypto_shorthash(bytes, text, sizeof text, company->origin_key);
    sodium_bin2hex(hash, ORIGIN_SIZE, bytes, sizeof bytes);
}

void company_origin(const struct company *company, const struct client_addr *from, struct daily_result *result)
{
    hash_address(company, from, result->address);
    if (from->subnet_48 != NULL)
        hash_address(company, from->subnet_48, result->network);
}
