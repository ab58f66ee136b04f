/*
 * BLAKE2b (RFC 7693), with or without a key. Makes random draws provable: nobody can predict the next draw from the
 * ones before, and anybody who is given the key afterwards can verify all of them.
 */
#ifndef CAROM_BLAKE2B_H
#define CAROM_BLAKE2B_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <carom/decls.h>

CAROM_BEGIN_DECLS

#define CAROM_BLAKE2B_MAX 64 /* largest hash and key, in bytes */

/* Hashes `length` bytes into `size` (1 to 64) bytes at `hash`. `key` may be NULL if key_size is 0. False, with nothing
 * written, for other sizes and for keys of more than 64 bytes. */
bool carom_blake2b(uint8_t *hash, size_t size, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                   size_t length);

CAROM_END_DECLS

#endif
