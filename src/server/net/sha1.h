/*
 * SHA-1, only because the WebSocket handshake (RFC 6455) asks for it. It protects nothing here.
 */
#ifndef SERVER_SHA1_H
#define SERVER_SHA1_H

#include <stddef.h>
#include <stdint.h>

/* For messages up to 119 bytes: two blocks, which is more than a handshake has. */
#define SHA1_MAX 119
void sha1_two_blocks(uint8_t digest[20], const void *bytes, size_t length);

#endif
