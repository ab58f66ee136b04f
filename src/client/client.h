/*
 * A table on a server, seen from a program: the public protocol (docs/reference/protocol.md) for everything of ours
 * that plays over a network.
 *
 *     struct server_url place;
 *     enum client_error trouble = server_url_parse(&place, "http://localhost:8080/t/K7M2QXAB");
 *     struct client *client = client_new(&place, NULL);
 *     for (;;) {
 *         switch (client_poll(client, 1000)) {           waits up to a second
 *         case CLIENT_MESSAGE: ... client->json          what came; client->session.table is up to date with it
 *         case CLIENT_IDLE: ...                       nothing came
 *         case CLIENT_DISCONNECTED:    ...                       told once; client_poll goes on trying by itself
 *         case CLIENT_CLOSED:   ... client->why           for good
 *         }
 *     }
 *
 * The client says hello by itself, comes back with its token when the line was lost, and has everything applied that
 * happens: nothing is missed and nothing comes twice. Requests are written into client_request and sent by client_send:
 *
 *     struct carom_text *request = client_request(client, "bid");
 *     carom_json_put_int(request, "moves", 7);
 *     uint64_t id = client_send(client);                 the `answer` with this id comes as a message
 *
 * Who has descriptors of their own to wait for polls client_fd with them and calls client_poll(client, 0) until it says
 * CLIENT_IDLE. Who wants to see events one by one, each against the table before it, sets client->on_event.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <carom/json.h>
#include <carom/random.h>
#include <carom/referee.h>

#define CLIENT_CODE 16
#define CLIENT_TOKEN 64
#define CLIENT_REASON_SIZE 512

/* ---- server_url.c: where a table is ---- */

/* What is wrong with a place or a server; client_error_sentence has the words. */
enum client_error {
    CLIENT_OK,
    CLIENT_ERROR_ADDRESS,
    CLIENT_ERROR_CODE,
    CLIENT_ERROR_UNREACHABLE,
    CLIENT_ERROR_PROTOCOL,
    CLIENT_ERROR_EVENT,
    CLIENT_ERROR_DISCONNECTED, /* it may be that TLS is not spoken, or that the server is just going */
    CLIENT_ERROR_PASSWORD,     /* from here on: trying again helps nobody */
    CLIENT_ERROR_TLS,
    CLIENT_ERROR_UNTRUSTED,
    CLIENT_ERROR_HOSTNAME_MISMATCH,
    CLIENT_ERROR_EXPIRED,
    CLIENT_ERROR_CA_FILE,
    CLIENT_ERRORS,
};
/* An English sentence without its end, a message id. */
const char *client_error_sentence(enum client_error error);

struct server_url {
    char hostname[256];
    char port[8];
    char password[128];     /* of a private server; empty: none */
    char code[CLIENT_CODE]; /* of a table; empty: the address is the server's */
    bool secure;            /* through TLS */
    const char *ca_file;    /* a file with those to trust, in PEM; NULL: the system's */
};
/* `http://HOST:PORT/t/CODE` as people share it, `https://`, `ws://` and `wss://` likewise, without `http://` too;
 * `:PASSWORD@` before the host. The code may be left out. */
enum client_error server_url_parse(struct server_url *url, const char *address);
/* `Authorization: Basic ...` with its line's end; empty if there is no password. */
#define CLIENT_AUTHORIZATION 256
void server_url_basic_auth(const struct server_url *url, char line[CLIENT_AUTHORIZATION]);
/* One HTTP request; the body of the answer into `answer` with a NUL behind it. Returns the status, 0: no answer, and
 * `trouble` says why. */
unsigned client_http_request(const struct server_url *url, const char *method, const char *path, const char *body,
                             char *answer, size_t size, enum client_error *error);

/* ---- client.c: at the table ---- */

struct websocket;

enum client_event {
    CLIENT_IDLE,
    CLIENT_MESSAGE,
    CLIENT_DISCONNECTED,
    CLIENT_CLOSED,
};

struct client {
    struct server_url url;
    char token[CLIENT_TOKEN];         /* the seat belongs to whoever knows it; keep it to come back another day */
    char player_id[CAROM_ID_SIZE];    /* one's own id; empty: without a seat */
    char host[CAROM_ID_SIZE];         /* the host's */
    uint32_t game_number;             /* 0: not there yet */
    struct carom_json_game json_game; /* the table as its events have made it */
    char reason[CLIENT_REASON_SIZE];  /* of CLIENT_CLOSED and CLIENT_DISCONNECTED: a sentence, a message id or the
                                         server's */
    bool welcomed;                    /* the line is up and the welcome was there */

    const char *message; /* the last one: text and nodes, until the next call of client_poll */
    size_t length;
    struct carom_json json;

    /* May be set: called for each event before it is applied. */
    void (*on_event)(void *context, const struct client *client, const struct carom_event *event);
    void *context;

    struct websocket *wire; /* the rest is client.c's own */
    char *text;
    struct carom_json_node *nodes;
    uint32_t node_capacity;
    char request_bytes[4096];
    struct carom_text request;
    uint64_t last_id;
    uint64_t hello_id;
    uint64_t join_id;
    int64_t clock_offset; /* the server's clock against ours */
    int64_t retry_at;
    int64_t retry_delay;
    struct carom_random random;
};

/* `token`: of a seat taken before, or NULL. Nothing is connected yet: client_poll does that. */
struct client *client_new(const struct server_url *url, const char *token);
void client_free(struct client *client);
enum client_event client_poll(struct client *client, int wait_ms);
/* To be polled for reading; -1: there is no connection, and client_poll wants to be called after client_retry_delay_ms
 * ms. */
int client_fd(const struct client *client);
int client_retry_delay_ms(const struct client *client);
/* Begins a request: `{"id":7,"do":"bid"`. Members are added by the writer of carom/json.h; `join` and `start` have a
 * nonce. */
struct carom_text *client_request(struct client *client, const char *what);
/* Sends it and returns its id; 0: there is no connection. */
uint64_t client_send(struct client *client);
/* Both, for what a player does in the game: bid, hand, move and those without members. */
uint64_t client_command(struct client *client, const struct carom_command *command);
/* Is the message of this type? */
bool client_is(const struct client *client, const char *type);
/* Is it the answer to that request, and was that accepted? */
bool client_is_reply_to(const struct client *client, uint64_t id, bool *accepted);
/* Puts a `?` in place of each byte of a character that a terminal would obey instead of showing it: control characters,
 * line separators, and characters that change the direction of writing. */
void client_sanitize(char *words);
/* What the server sends is not to be trusted. A string of the message, and a member of it as a string: empty if it is
 * none or does not fit, and sanitized. */
void client_string(const struct client *client, uint32_t node, char *words, size_t size);
void client_message_string(const struct client *client, const char *key, char *words, size_t size);
/* A number of the message, `otherwise` if it is none, held to its bounds. */
int64_t client_number(const struct client *client, uint32_t node, int64_t otherwise, int64_t least, int64_t most);
/* Why the server has refused something or said `bye`: its sentence, never empty. */
void client_refusal(const struct client *client, char sentence[CLIENT_REASON_SIZE]);
/* Sits down as soon as that is possible, and again after a game that had no seat for it; `level` is a bot's, 0: a
 * person. To be called after each message. False: the seat was refused, and the message's `sentence` says why. */
bool client_join(struct client *client, const char *name, unsigned level);
/* Gives the seat up, if there is one, and waits a moment for the answer: nobody shall wait for somebody who has left.
 */
void client_leave(struct client *client);
/* The server's time. */
carom_ms client_now(const struct client *client);
/* One's own seat at the table, or CAROM_NO_SEAT. */
unsigned client_seat(const struct client *client);

#endif
