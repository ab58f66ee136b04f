/*
 * A server with one table and one guest, to try clients with (`carom-dev conformance --listen`): the public protocol
 * from the server's side. It records what the guest does wrong; the caller decides what happens at the table.
 */
#ifndef MOCK_MOCK_SERVER_H
#define MOCK_MOCK_SERVER_H

#include "../src/client/websocket.h"

#define MOCK_TABLE_CODE "K7M2QXAB"
#define MOCK_EVENTS_MAX 512
#define MOCK_TOKEN_SIZE 23

struct mock_server {
    int socket;
    unsigned port;
    struct carom_table table;
    uint32_t game;
    char *events[MOCK_EVENTS_MAX]; /* of this game, as players see them; the host's */

    struct websocket *wire; /* the guest's line, or NULL */
    char token[MOCK_TOKEN_SIZE];
    char client_id[CAROM_ID_SIZE]; /* its player's id; "": it has not sat down */
    bool welcomed;                 /* on this line */
    uint32_t sent_seq;             /* the last event that was sent to it */
    unsigned ended;                /* ... and ended itself */
    unsigned lines;                /* WebSockets it has opened so far */

    /* what is to be judged */
    bool saw_bad_handshake;
    bool saw_bad_hello; /* the first message of a line was none, or had not what it needs */
    bool saw_bad_token; /* it came back without its token */
    bool saw_bad_since; /* ... or asked for something else than what it had missed */
    bool joined_twice;
    bool saw_bad_name;
    bool saw_bad_json;    /* a message was no object, or its id no number of the right size */
    bool saw_bad_request; /* unknown, or a member was missing or of the wrong kind */
    unsigned refusals;    /* by the referee */
    unsigned bids, moves;
    bool closed; /* the last line was ended by a close frame of the guest */
};

bool mock_server_start(struct mock_server *server, unsigned port);
void host_close(struct mock_server *server);
/* Opens another game with Ada and the guest seated again; `token` is the only target. */
bool mock_game_start(struct mock_server *server, const char *token);
/* Ada, or anybody else, does something, or only time passes; the guest is told. False if the referee refused it. */
bool mock_command(struct mock_server *server, struct carom_command *command, struct carom_refusal *refusal);
/* Handles connections, messages and deadlines for at most this many milliseconds. */
void mock_poll(struct mock_server *server, int ms);
/* Tells the guest that the table was closed, and lets it go. */
void mock_send_bye(struct mock_server *server);
/* Drops the connection without a closing handshake. */
void mock_abort(struct mock_server *server);
carom_ms mock_now(void);

/* mock_http.c: answers a request whose head has been read, and closes the socket. */
void http_answer(int fd, const char *head);

#endif
