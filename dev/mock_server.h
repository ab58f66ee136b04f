/*
 * A mock server with one table and one client, the guest, for `carom-dev conformance --listen`. It records what the
 * guest does wrong; the caller decides what happens at the table.
 */
#ifndef MOCK_SERVER_H
#define MOCK_SERVER_H

#include "../src/client/websocket.h"

#define MOCK_TABLE_CODE "K7M2QXAB"
#define MOCK_EVENTS_MAX 512
#define MOCK_TOKEN_SIZE 23

struct mock_server {
    int socket;
    unsigned port;
    struct carom_table table;
    uint32_t game;
    char *events[MOCK_EVENTS_MAX]; /* events of this game as clients receive them */

    struct websocket *ws; /* the guest's connection, or NULL */
    char token[MOCK_TOKEN_SIZE];
    char client_id[CAROM_ID_SIZE]; /* the guest's player id; "": no seat */
    bool welcomed;                 /* the guest's hello on this connection was answered */
    uint32_t sent_seq;             /* seq of the last event sent */
    unsigned ended;                /* connections that the guest has closed */
    unsigned lines;                /* connections that the guest has opened */

    /* ---- findings ---- */
    bool saw_bad_handshake;
    bool saw_bad_hello; /* the first message of a connection was not a valid hello */
    bool saw_bad_token; /* it reconnected without its token */
    bool saw_bad_since; /* it reconnected with a wrong `game` or `since` */
    bool joined_twice;
    bool saw_bad_name;
    bool saw_bad_json;    /* a message was not an object, or its id not a valid number */
    bool saw_bad_request; /* an unknown request, or one with a missing or wrong member */
    unsigned refusals;    /* commands refused by the referee */
    unsigned bids, moves;
    bool closed; /* the guest ended the last connection with a close frame */
};

bool mock_server_start(struct mock_server *server, unsigned port);
void mock_server_stop(struct mock_server *server);
/* Opens another game with Ada and the guest seated; `token` is the only target. */
bool mock_game_start(struct mock_server *server, const char *token);
/* Runs a command of any player, or a tick, and sends the events to the guest. False: the referee refused it. */
bool mock_command(struct mock_server *server, struct carom_command *command, struct carom_refusal *refusal);
/* Handles connections, messages and deadlines for at most `ms` milliseconds. */
void mock_poll(struct mock_server *server, int ms);
/* Sends `bye` (the table was closed) and closes the connection. */
void mock_send_bye(struct mock_server *server);
/* Drops the connection without a closing handshake. */
void mock_abort(struct mock_server *server);
carom_ms mock_now(void);

/* mock_http.c: answers an HTTP request whose head has been read, and closes the socket. */
void http_answer(int fd, const char *head);

#endif
