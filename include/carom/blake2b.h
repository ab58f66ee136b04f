/*
 * BLAKE2b (RFC 7693), with and without a key: what makes chance provable. Nobody who knows what was drawn so far can
 * tell what comes next, and whoever is given the key afterwards can check every draw.
 */
#ifndef CAROM_BLAKE2B_H
#define CAROM_BLAKE2B_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <carom/decls.h>

CAROM_BEGIN_DECLS

#define CAROM_BLAKE2B_MAX 64 /* bytes of a hash, and of a key */

/* The hash of `length` bytes into `size` (1 to 64) bytes at `hash`. `key` may be NULL with key_size 0. */
void carom_blake2b(uint8_t *hash, size_t size, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                   size_t length);

CAROM_END_DECLS

#endif
