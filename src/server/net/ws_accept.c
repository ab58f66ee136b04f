#include "ws_accept.h"

#include <gnutls/crypto.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

void ws_accept_key(char accept[WS_ACCEPT_SIZE], const char *key)
{
    char joined[WS_KEY_MAX + 37];
    unsigned char digest[20]; /* the RFC requires SHA-1, which protects nothing here */
    int length = snprintf(joined, sizeof joined, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", WS_KEY_MAX, key);
    if (gnutls_hash_fast(GNUTLS_DIG_SHA1, joined, (size_t)length, digest) != 0)
        abort(); /* a library without SHA-1: no handshake can succeed */
    sodium_bin2base64(accept, WS_ACCEPT_SIZE, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
}
