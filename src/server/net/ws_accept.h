/*
 * The WebSocket handshake, which server and client compute alike.
 */
#ifndef SERVER_WS_ACCEPT_H
#define SERVER_WS_ACCEPT_H

#define WS_KEY_MAX 64     /* bytes of a client's key; ours have 24 */
#define WS_ACCEPT_SIZE 29 /* 20 bytes in base64, and a NUL */

/* Writes the answer to a client's key (RFC 6455, 4.2.2). Of a longer key only the first WS_KEY_MAX bytes count. */
void ws_accept_key(char accept[WS_ACCEPT_SIZE], const char *key);

#endif
