/*
 * The client of one table: sends `hello`, applies events as they arrive, and reconnects after a lost connection.
 */
#include "stream.h"
#include "websocket.h"

#include "../referee/api_errors.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAVE_MS 100
#define LEAVE_WAITS 20
#define NODES_FIRST 4096
#define JSON_NODES_MAX (1u << 16) /* far more than any message has; reading takes the square of an object's members */

struct client *client_new(const struct server_url *url, const char *token)
{
    struct client *client = calloc(1, sizeof *client);
    if (client == NULL || sodium_init() < 0) {
        free(client);
        return NULL;
    }
    client->url = *url;
    client->random = carom_random_seed(((uint64_t)randombytes_random() << 32) | randombytes_random());
    if (token != NULL)
        snprintf(client->token, sizeof client->token, "%s", token);
    return client;
}

void client_free(struct client *client)
{
    if (client == NULL)
        return;
    ws_close(client->ws);
    free(client->text);
    free(client->nodes);
    free(client);
}

/* ---- requests ---- */

/* A random number of ours goes into every draw, so that the server cannot choose what is drawn (provable chance). */
static void put_nonce(struct carom_text *request)
{
    uint8_t bytes[CAROM_SECRET_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    carom_json_open_string(request, "nonce");
    for (unsigned i = 0; i < sizeof bytes; i++) {
        carom_text_char(request, "0123456789abcdef"[bytes[i] >> 4]);
        carom_text_char(request, "0123456789abcdef"[bytes[i] & 15]);
    }
    carom_json_close_string(request);
}

struct carom_text *client_request(struct client *client, const char *what)
{
    client->request = carom_text_init(client->request_bytes, sizeof client->request_bytes);
    carom_json_begin(&client->request, NULL, '{');
    carom_json_put_uint(&client->request, "id", ++client->last_id);
    carom_json_put_string(&client->request, "do", what);
    if (strcmp(what, "join") == 0 || strcmp(what, "start") == 0)
        put_nonce(&client->request);
    return &client->request;
}

uint64_t client_send(struct client *client)
{
    carom_json_end(&client->request, '}');
    if (client->ws == NULL || client->request.truncated ||
        !ws_send(client->ws, client->request.bytes, client->request.length))
        return 0;
    return client->last_id;
}

uint64_t client_command(struct client *client, const struct carom_command *command)
{
    carom_command_write_members(client_request(client, carom_command_name(command->kind)), command);
    return client_send(client);
}

/* Says which events are known already, so that the server sends only those behind them. */
static void send_hello(struct client *client)
{
    struct carom_text *hello = client_request(client, "hello");
    carom_json_put_int(hello, "version", 1);
    carom_json_put_string(hello, "table", client->url.code);
    if (client->token[0] != '\0')
        carom_json_put_string(hello, "token", client->token);
    if (client->game_number > 0)
        carom_json_put_int(hello, "game", client->game_number);
    carom_json_put_int(hello, "since", client->json_game.table.seq);
    client->hello_id = client_send(client);
}

/* ---- messages ---- */

bool client_is(const struct client *client, const char *type)
{
    return carom_json_string_is(&client->json, carom_json_get(&client->json, 0, "type"), type);
}

bool client_is_reply_to(const struct client *client, uint64_t id, bool *accepted)
{
    int64_t number;
    return client_is(client, "answer") &&
           carom_json_as_int(&client->json, carom_json_get(&client->json, 0, "id"), &number) &&
           (uint64_t)number == id &&
           carom_json_as_bool(&client->json, carom_json_get(&client->json, 0, "ok"), accepted);
}

/* The length in bytes of a character that a terminal would obey instead of showing it: a control character (C0, DEL,
 * C1), a line or paragraph separator, or one that changes the direction of writing. 0: it can be shown. */
static size_t control_length(const char *words)
{
    const unsigned char *byte = (const unsigned char *)words;
    if (byte[0] < 0x20 || byte[0] == 0x7f)
        return 1;
    if (byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0)
        return 2;
    bool marks = byte[0] == 0xe2 && byte[1] == 0x80 && (byte[2] == 0x8e || byte[2] == 0x8f);
    bool lines = byte[0] == 0xe2 && byte[1] == 0x80 && byte[2] >= 0xa8 && byte[2] <= 0xae;
    bool isolates = byte[0] == 0xe2 && byte[1] == 0x81 && byte[2] >= 0xa6 && byte[2] <= 0xa9;
    return marks || lines || isolates ? 3 : 0;
}

void client_sanitize(char *words)
{
    for (char *at = words; *at != '\0'; at++)
        for (size_t left = control_length(at); left > 0; left--)
            at[left - 1] = '?';
}

void client_string(const struct client *client, uint32_t node, char *words, size_t size)
{
    size_t length = 0;
    if (!carom_json_as_string(&client->json, node, words, size, &length))
        length = 0;
    words[length] = '\0';
    client_sanitize(words);
}

/* A member of the last message as client_string reads it. */
static void client_message_string(const struct client *client, const char *key, char *words, size_t size)
{
    client_string(client, carom_json_get(&client->json, 0, key), words, size);
}

int64_t client_number(const struct client *client, uint32_t node, int64_t otherwise, int64_t least, int64_t most)
{
    int64_t number;
    if (!carom_json_as_int(&client->json, node, &number))
        number = otherwise;
    return number < least ? least : number > most ? most : number;
}

/* A member of the message as a number, clamped to 0 and `most`. */
static int64_t get_number(const struct client *client, const char *key, int64_t otherwise, int64_t most)
{
    return client_number(client, carom_json_get(&client->json, 0, key), otherwise, 0, most);
}

void client_refusal(const struct client *client, char sentence[CLIENT_REASON_SIZE])
{
    client_message_string(client, "sentence", sentence, CLIENT_REASON_SIZE);
    if (sentence[0] == '\0')
        snprintf(sentence, CLIENT_REASON_SIZE, "%s", client_error_sentence(CLIENT_ERROR_PROTOCOL));
}

static bool read_json(struct client *client)
{
    struct carom_error error;
    for (uint32_t room = client->node_capacity > 0 ? client->node_capacity : NODES_FIRST; room <= JSON_NODES_MAX;
         room *= 2) {
        if (room != client->node_capacity) {
            struct carom_json_node *nodes = realloc(client->nodes, room * sizeof *nodes);
            if (nodes == NULL)
                return false;
            client->nodes = nodes;
            client->node_capacity = room;
        }
        if (carom_json_read(&client->json, client->nodes, room, client->text, client->length, &error))
            return true;
    }
    return false;
}

static void begin_game(struct client *client, uint32_t game)
{
    if (client->game_number != game)
        memset(&client->json_game, 0, sizeof client->json_game);
    client->game_number = game;
}

static void welcome(struct client *client)
{
    char token[CLIENT_TOKEN];
    begin_game(client, (uint32_t)get_number(client, "game", 0, UINT32_MAX));
    client_message_string(client, "you", client->player_id, sizeof client->player_id);
    client_message_string(client, "host", client->host, sizeof client->host);
    client_message_string(client, "token", token, sizeof token);
    if (token[0] != '\0')
        snprintf(client->token, sizeof client->token, "%s", token);
    client->clock_offset = get_number(client, "now", 0, CAROM_TIME_MAX) - system_clock_ms(CLOCK_REALTIME);
    client->retry_delay = 0;
    client->welcomed = true;
}

/* Applies the events of a message, except those that are known already. False: one of them cannot be read. */
static bool apply_events(struct client *client)
{
    const struct carom_json *json = &client->json;
    uint32_t events = carom_json_get(json, 0, "events");
    uint32_t end = carom_json_is(json, events, CAROM_JSON_ARRAY) ? json->nodes[events].next : 0;
    begin_game(client, (uint32_t)get_number(client, "game", client->game_number, UINT32_MAX));
    for (uint32_t node = events + 1; node < end; node = json->nodes[node].next) {
        const struct carom_json_node *line = &json->nodes[node];
        struct carom_event event;
        struct carom_error error;
        int64_t seq = 0;
        if (carom_json_as_int(json, carom_json_get(json, node, "seq"), &seq) && seq <= client->json_game.table.seq)
            continue;
        if (!carom_json_game_read_event(&client->json_game, json->text + line->start, line->end - line->start, &event,
                                        &error))
            return false;
        if (client->on_event != NULL)
            client->on_event(client->context, client, &event);
        carom_referee_apply(&client->json_game.table, &event);
    }
    return true;
}

/* ---- losing the connection ---- */

/* Ends the connection for the reason in `sentence` and plans the next attempt: after a delay that doubles, or after
 * `retry` ms if the server asked for a delay (0: it did not). That delay is clamped, so that no server can ask for
 * hundreds of attempts a second or for hours of silence. */
static enum client_event on_disconnect(struct client *client, const char *sentence, int64_t retry)
{
    bool had = client->welcomed || client->retry_at == 0;
    client->retry_delay =
        client->retry_delay == 0
            ? API_RETRY_FIRST_MS
            : (client->retry_delay * 2 < API_RETRY_MAX_MS ? client->retry_delay * 2 : API_RETRY_MAX_MS);
    int64_t wait = retry <= 0                       ? client->retry_delay
                   : retry < API_RETRY_FIRST_MS     ? API_RETRY_FIRST_MS
                   : retry > API_RETRY_ASKED_MAX_MS ? API_RETRY_ASKED_MAX_MS
                                                    : retry;
    client->retry_at =
        system_clock_ms(CLOCK_MONOTONIC) + wait + carom_random_below(&client->random, (uint32_t)wait / 2 + 1);
    ws_close(client->ws);
    client->ws = NULL;
    client->welcomed = false;
    snprintf(client->reason, sizeof client->reason, "%s", sentence);
    return had ? CLIENT_DISCONNECTED : CLIENT_IDLE;
}

static enum client_event end(struct client *client, const char *sentence)
{
    on_disconnect(client, sentence, 0);
    return CLIENT_CLOSED;
}

/* Ends the connection after a `bye` or a refused hello, for good or until the next attempt, as the code in the message
 * says. `retry` is the delay in ms that the server asks for; 0: none. */
static enum client_event sent_away(struct client *client, int64_t retry)
{
    char why[64], sentence[CLIENT_REASON_SIZE];
    client_message_string(client, "why", why, sizeof why);
    client_refusal(client, sentence);
    bool retryable = carom_api_error_info(carom_api_error_from_name(why, strlen(why)))->retryable;
    return retryable ? on_disconnect(client, sentence, retry) : end(client, sentence);
}

static enum client_event refused_hello(struct client *client)
{
    int64_t retry = 0;
    uint32_t args = carom_json_get(&client->json, 0, "args");
    carom_json_as_int(&client->json, carom_json_get(&client->json, args, "retry"), &retry);
    return sent_away(client, retry);
}

static enum client_event handle_message(struct client *client)
{
    bool accepted;
    if (!read_json(client))
        return on_disconnect(client, client_error_sentence(CLIENT_ERROR_PROTOCOL), 0);
    if (client_is(client, "welcome"))
        welcome(client);
    else if (client_is(client, "game"))
        begin_game(client, (uint32_t)get_number(client, "game", client->game_number, UINT32_MAX));
    else if (client_is(client, "events") && !apply_events(client))
        return end(client, client_error_sentence(CLIENT_ERROR_EVENT));
    else if (client_is(client, "host"))
        client_message_string(client, "host", client->host, sizeof client->host);
    else if (client_is(client, "bye"))
        return sent_away(client, get_number(client, "retry", 0, API_RETRY_ASKED_MAX_MS));
    else if (client_is_reply_to(client, client->hello_id, &accepted) && !accepted)
        return refused_hello(client);
    if (client_is(client, "answer") && carom_json_get(&client->json, 0, "you") != CAROM_JSON_NONE)
        client_message_string(client, "you", client->player_id, sizeof client->player_id);
    return CLIENT_MESSAGE;
}

static enum client_event reconnect(struct client *client, int wait_ms)
{
    enum client_error error;
    int wait = client_retry_delay_ms(client);
    if (wait > 0) {
        int ms = wait_ms < wait ? wait_ms : wait;
        nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
        if (wait_ms < wait)
            return CLIENT_IDLE;
    }
    client->ws = ws_connect(&client->url, &error);
    if (client->ws == NULL && error >= CLIENT_ERROR_PASSWORD)
        return end(client, client_error_sentence(error));
    if (client->ws == NULL)
        return on_disconnect(client, client_error_sentence(error), 0);
    send_hello(client);
    return CLIENT_IDLE;
}

enum client_event client_poll(struct client *client, int wait_ms)
{
    if (client->ws == NULL) {
        enum client_event event = reconnect(client, wait_ms);
        if (client->ws == NULL)
            return event;
    }
    free(client->text);
    client->json = (struct carom_json){0}; /* it pointed into the text */
    client->text = ws_receive(client->ws, wait_ms, &client->length);
    client->message = client->text;
    if (client->text != NULL)
        return handle_message(client);
    return ws_is_open(client->ws) ? CLIENT_IDLE
                                  : on_disconnect(client, client_error_sentence(CLIENT_ERROR_UNREACHABLE), 0);
}

bool client_join(struct client *client, const char *name, unsigned level)
{
    const struct carom_table *table = &client->json_game.table;
    bool accepted = true;
    if (client_is_reply_to(client, client->join_id, &accepted) || client_is(client, "welcome"))
        client->join_id = 0;
    if (accepted && client->welcomed && client->join_id == 0 && client_seat(client) == CAROM_NO_SEAT &&
        table->seq > 0 && table->phase != CAROM_PHASE_OVER) {
        struct carom_text *request = client_request(client, "join");
        carom_json_put_string(request, "name", name);
        if (level > 0)
            carom_json_put_int(request, "bot", level);
        client->join_id = client_send(client);
    }
    return accepted;
}

void client_leave(struct client *client)
{
    bool accepted = true;
    for (unsigned i = 0; client->join_id != 0 && client->welcomed && i < LEAVE_WAITS; i++) /* it may come any moment */
        if (client_poll(client, LEAVE_MS) == CLIENT_MESSAGE && client_is_reply_to(client, client->join_id, &accepted))
            client->join_id = 0;
    if (!client->welcomed || client_seat(client) == CAROM_NO_SEAT)
        return;
    client_request(client, "leave");
    uint64_t id = client_send(client);
    for (unsigned i = 0; id != 0 && client->ws != NULL && i < LEAVE_WAITS; i++)
        if (client_poll(client, LEAVE_MS) == CLIENT_MESSAGE && client_is_reply_to(client, id, &accepted))
            return;
}

int client_fd(const struct client *client)
{
    return client->ws != NULL ? ws_fd(client->ws) : -1;
}

int client_retry_delay_ms(const struct client *client)
{
    int64_t left = client->retry_at - system_clock_ms(CLOCK_MONOTONIC);
    return client->ws != NULL || client->retry_at == 0 || left <= 0 ? 0 : (int)left;
}

carom_ms client_now(const struct client *client)
{
    return system_clock_ms(CLOCK_REALTIME) + client->clock_offset;
}

unsigned client_seat(const struct client *client)
{
    return client->player_id[0] != '\0' ? carom_table_find_seat(&client->json_game.table, client->player_id)
                                        : CAROM_NO_SEAT;
}
