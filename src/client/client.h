/*
 * A table on a server, as a program sees it that plays there: the client side of docs/reference/protocol.md, for the
 * terminal, bots, and all tests that speak the protocol from C.
 *
 *     struct server_url url;
 *     enum client_error error = server_url_parse(&url, "http://localhost:8080/t/K7M2QXAB");
 *     struct client *client = client_new(&url, NULL);
 *     for (;;) {
 *         switch (client_poll(client, 1000)) {      waits up to a second
 *         case CLIENT_MESSAGE: ...                  client->json is the message, applied to client->json_game
 *         case CLIENT_IDLE: ...                     no message came
 *         case CLIENT_DISCONNECTED: ...             reported once; client_poll reconnects by itself
 *         case CLIENT_CLOSED: ...                   for good; client->reason says why
 *         }
 *     }
 *
 * The client sends `hello` by itself, reconnects with its token, and applies every event exactly once. Requests are
 * written into client_request and sent by client_send:
 *
 *     struct carom_text *request = client_request(client, "bid");
 *     carom_json_put_int(request, "moves", 7);
 *     uint64_t id = client_send(client);            its `answer` has this id
 *
 * A program with descriptors of its own polls client_fd beside them, and calls client_poll(client, 0) until it returns
 * CLIENT_IDLE. Set client->on_event to see each event together with the table before it.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <carom/json.h>
#include <carom/random.h>
#include <carom/referee.h>

#define CLIENT_CODE 16
#define CLIENT_TOKEN 64
#define CLIENT_REASON_SIZE 512

/* ---- server_url.c: the address of a server or a table ---- */

/* What can be wrong with an address or a server. */
enum client_error {
    CLIENT_OK,
    CLIENT_ERROR_ADDRESS,
    CLIENT_ERROR_CODE,
    CLIENT_ERROR_UNREACHABLE,
    CLIENT_ERROR_PROTOCOL,
    CLIENT_ERROR_EVENT,
    CLIENT_ERROR_DISCONNECTED, /* perhaps the server does not speak TLS, or is stopping */
    CLIENT_ERROR_PASSWORD,     /* this one and all behind it are final: connecting again does not help */
    CLIENT_ERROR_TLS,
    CLIENT_ERROR_UNTRUSTED,
    CLIENT_ERROR_HOSTNAME_MISMATCH,
    CLIENT_ERROR_EXPIRED,
    CLIENT_ERROR_CA_FILE,
    CLIENT_ERRORS,
};
/* An English sentence for an error, without its full stop: a message id of the catalogues. */
const char *client_error_sentence(enum client_error error);

struct server_url {
    char hostname[256];
    char port[8];
    char password[128];     /* of a private server; empty: none */
    char code[CLIENT_CODE]; /* of a table; empty: the address is the server's */
    bool secure;            /* TLS */
    const char *ca_file;    /* a PEM file with the authorities to trust; NULL: the system's */
};
/* Parses an address as people share it: `http://HOST:PORT/t/CODE`. The scheme may also be https, ws or wss, or missing;
 * `:PASSWORD@` may stand before the host, and the code may be left out. */
enum client_error server_url_parse(struct server_url *url, const char *address);
#define CLIENT_AUTHORIZATION 256
/* Writes the header line `Authorization: Basic ...` with its CRLF, or "" if the address has no password. */
void server_url_basic_auth(const struct server_url *url, char line[CLIENT_AUTHORIZATION]);
/* Makes one HTTP request and writes the body of the answer to `answer`, NUL-terminated. Returns the HTTP status; 0: no
 * answer came, and `error` says why. */
unsigned client_http_request(const struct server_url *url, const char *method, const char *path, const char *body,
                             char *answer, size_t size, enum client_error *error);

/* ---- client.c: a connection to a table ---- */

struct websocket;

enum client_event {
    CLIENT_IDLE,
    CLIENT_MESSAGE,
    CLIENT_DISCONNECTED,
    CLIENT_CLOSED,
};

struct client {
    struct server_url url;
    char token[CLIENT_TOKEN];         /* proves that the seat is ours; keep it to return to the seat another day */
    char player_id[CAROM_ID_SIZE];    /* our id as a player; empty: without a seat */
    char host[CAROM_ID_SIZE];         /* the id of the table's host */
    uint32_t game_number;             /* counted from 1 by the server; 0: not connected yet */
    struct carom_json_game json_game; /* the table, rebuilt from its events */
    char reason[CLIENT_REASON_SIZE];  /* why the connection ended: a message id, or the server's own sentence */
    bool welcomed;                    /* connected, and the server has answered `hello` */

    const char *message; /* the last message and its JSON nodes; valid until the next call of client_poll */
    size_t length;
    struct carom_json json;

    /* Optional. Called for each event before it is applied. */
    void (*on_event)(void *context, const struct client *client, const struct carom_event *event);
    void *context;

    struct websocket *ws; /* this and all members below are private to client.c */
    char *text;
    struct carom_json_node *nodes;
    uint32_t node_capacity;
    char request_bytes[4096];
    struct carom_text request;
    uint64_t last_id;
    uint64_t hello_id;
    uint64_t join_id;
    int64_t clock_offset; /* the server's clock minus ours, in ms */
    int64_t retry_at;     /* when to connect again, in ms of CLOCK_MONOTONIC; 0: at once */
    int64_t retry_delay;  /* the last delay before connecting again, in ms; it doubles */
    struct carom_random random;
};

/* `token` is that of a seat taken earlier, or NULL. Does not connect: client_poll does. NULL if memory ran out. */
struct client *client_new(const struct server_url *url, const char *token);
void client_free(struct client *client);
enum client_event client_poll(struct client *client, int wait_ms);
/* The descriptor to poll for reading. -1: there is no connection; call client_poll in client_retry_delay_ms ms. */
int client_fd(const struct client *client);
int client_retry_delay_ms(const struct client *client);
/* Begins a request, `{"id":7,"do":"bid"`; `join` and `start` also get a nonce. Add members with carom/json.h, then call
 * client_send. */
struct carom_text *client_request(struct client *client, const char *what);
/* Sends the request that client_request began. Returns its id; 0: there is no connection. */
uint64_t client_send(struct client *client);
/* Sends a command of the game as a request. Returns its id; 0: there is no connection. */
uint64_t client_command(struct client *client, const struct carom_command *command);
/* Is the last message of this type? */
bool client_is(const struct client *client, const char *type);
/* Is the last message the answer to the request with this id? Then `accepted` says whether it was done. */
bool client_is_reply_to(const struct client *client, uint64_t id, bool *accepted);
/* Replaces each byte of a character that a terminal would obey instead of showing it by `?`: control characters, line
 * separators, and characters that change the direction of writing. */
void client_sanitize(char *words);
/* The next three read what the server sent, which is not to be trusted. */
/* A string of the last message, sanitized; "" if the node is not a string or does not fit. */
void client_string(const struct client *client, uint32_t node, char *words, size_t size);
/* A number of the last message, clamped to its bounds; `otherwise` if the node is not a number. */
int64_t client_number(const struct client *client, uint32_t node, int64_t otherwise, int64_t least, int64_t most);
/* The server's sentence for a refusal or a `bye`; never empty. */
void client_refusal(const struct client *client, char sentence[CLIENT_REASON_SIZE]);
/* Call this after each message to take a seat as soon as there is one to take, also in the next game. `level` is that
 * of a bot; 0: a person. False: the server refused the seat, and client_refusal says why. */
bool client_join(struct client *client, const char *name, unsigned level);
/* Gives up the seat, if there is one, and waits up to two seconds for the answer: otherwise the others at the table
 * would wait for a player who has left. */
void client_leave(struct client *client);
/* The server's clock, in ms since 1970. */
carom_ms client_now(const struct client *client);
/* Our seat at the table, or CAROM_NO_SEAT. */
unsigned client_seat(const struct client *client);

#endif
