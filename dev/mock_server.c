/*
 * A server with one table and one guest, to try clients with. It reads requests with the reader of the real server
 * (src/server/validate) and lets the referee decide. It also sends members and messages that no client knows yet,
 * because a client must ignore what later versions add. What the guest does wrong is recorded for the caller.
 */
#include "mock_server.h"

#include "../src/server/validate/validate.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TEXT (256 * 1024)
#define AT_ONCE_MAX 32 /* most events in one message */

static const struct table_options OPTIONS = {.latency_credit = true, .custom = true};
static char bytes[TEXT];
_Static_assert(MOCK_TOKEN_SIZE == SEAT_TOKEN_LENGTH + 1, "a token is the server's");

carom_ms mock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (carom_ms)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the connection ---- */

bool mock_server_start(struct mock_server *server, unsigned port)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof place;
    int on = 1;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (sodium_init() < 0 || server->socket < 0)
        return false;
    setsockopt(server->socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(server->socket, (struct sockaddr *)&place, size) != 0 || listen(server->socket, 16) != 0 ||
        getsockname(server->socket, (struct sockaddr *)&place, &size) != 0)
        return false;
    server->port = ntohs(place.sin_port);
    return true;
}

static void forget_events(struct mock_server *server)
{
    for (unsigned i = 0; i < MOCK_EVENTS_MAX; i++) {
        free(server->events[i]);
        server->events[i] = NULL;
    }
}

void mock_server_stop(struct mock_server *server)
{
    forget_events(server);
    ws_close(server->ws);
    server->ws = NULL;
    if (server->socket >= 0)
        close(server->socket);
}

void mock_abort(struct mock_server *server)
{
    if (server->ws != NULL)
        ws_abort(server->ws);
    server->ws = NULL;
    server->welcomed = false;
}

static void finish(struct mock_server *server, struct carom_text *text)
{
    carom_json_end(text, '}');
    if (server->ws != NULL)
        ws_send(server->ws, text->bytes, text->length);
}

static struct carom_text begin(const char *type, const struct request *request)
{
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "type", type);
    if (request != NULL && request->has_id)
        carom_json_put_int(&text, "id", request->id);
    return text;
}

/* ---- events ---- */

/* Sends all events that the guest does not have yet, in a message with an unknown member. */
static void send_events(struct mock_server *server)
{
    while (server->welcomed && server->sent_seq < server->table.seq) {
        struct carom_text text = begin("events", NULL);
        carom_json_put_int(&text, "game", server->game);
        carom_json_put_string(&text, "weather", "fine");
        carom_json_begin(&text, "events", '[');
        for (unsigned i = 0; i < AT_ONCE_MAX && server->sent_seq < server->table.seq; i++) {
            const char *event = server->events[server->sent_seq++];
            carom_json_put_raw(&text, NULL, event, strlen(event));
        }
        carom_json_end(&text, ']');
        finish(server, &text);
    }
}

/* Stores an event as clients receive it, with an unknown member such as later versions may add. */
static bool note(struct mock_server *server, const struct carom_event *event)
{
    static char line[CAROM_JSON_EVENT_MAX];
    struct carom_text text = carom_text_init(line, sizeof line - 1);
    carom_event_write_public(&text, &server->table, event);
    if (event->seq > MOCK_EVENTS_MAX || text.truncated)
        return false;
    text.length--; /* the closing brace */
    carom_json_begin(&text, "later", '[');
    carom_json_end(&text, ']');
    carom_json_end(&text, '}');
    server->events[event->seq - 1] = strdup(line);
    return server->events[event->seq - 1] != NULL;
}

bool mock_command(struct mock_server *server, struct carom_command *command, struct carom_refusal *refusal)
{
    struct carom_decision decision = {0};
    command->at = mock_now() > server->table.now ? mock_now() : server->table.now;
    while (carom_referee_decide(&server->table, command, &decision) == CAROM_DECISION_EVENT &&
           note(server, &decision.event))
        carom_referee_apply(&server->table, &decision.event);
    send_events(server);
    if (refusal != NULL)
        *refusal = decision.refusal;
    return decision.kind == CAROM_DECISION_DONE;
}

static bool lay(struct mock_server *server, const char *token)
{
    static char line[512];
    static struct carom_command open;
    struct carom_text text = carom_text_init(line, sizeof line);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_int(&text, "at", 0);
    carom_json_put_string(&text, "do", "open");
    carom_json_begin(&text, "rules", '{');
    carom_json_put_string(&text, "preset", "ricochet-it");
    carom_json_put_int(&text, "goal", 1);
    carom_json_put_int(&text, "demonstration", 600000);
    carom_json_put_bool(&text, "continued", true);
    carom_json_put_string(&text, "board", "G1-Y2-R2-B2");
    carom_json_put_string(&text, "robots", "Ro3,Yp1,Gb3,Bn12");
    carom_json_begin(&text, "tokens", '[');
    carom_json_put_string(&text, NULL, token);
    carom_json_end(&text, ']');
    carom_json_end(&text, '}');
    carom_json_end(&text, '}');
    return carom_command_read(&open, text.bytes, text.length, NULL) && mock_command(server, &open, NULL);
}

bool mock_game_start(struct mock_server *server, const char *token)
{
    static char name[CAROM_NAME_SIZE];
    struct carom_command ada = {.kind = CAROM_COMMAND_JOIN, .by = "p1", .name = "Ada"};
    struct carom_command guest = {.kind = CAROM_COMMAND_JOIN};
    unsigned seat = carom_table_find_seat(&server->table, server->client_id);
    bool again = server->game++ > 0 && seat != CAROM_NO_SEAT;
    snprintf(name, sizeof name, "%s", again ? carom_table_name(&server->table, seat) : "");
    forget_events(server);
    memset(&server->table, 0, sizeof server->table);
    server->sent_seq = 0;
    if (server->welcomed) {
        struct carom_text text = begin("game", NULL);
        carom_json_put_int(&text, "game", server->game);
        table_options_write(&text, "options", &OPTIONS);
        finish(server, &text);
    }
    memcpy(guest.by, server->client_id, sizeof guest.by);
    memcpy(guest.name, name, sizeof name);
    bool welcomed = server->welcomed;
    server->welcomed = false; /* seat and game in one message, so that the client is never without a seat */
    bool good =
        lay(server, token) && mock_command(server, &ada, NULL) && (!again || mock_command(server, &guest, NULL));
    server->welcomed = welcomed;
    send_events(server);
    return good;
}

void mock_send_bye(struct mock_server *server)
{
    struct api_error error;
    struct carom_text text = begin("bye", NULL);
    api_error_set(&error, API_ERR_TABLE_CLOSED);
    api_error_write(&text, "connection", &error);
    finish(server, &text);
    ws_close(server->ws);
    server->ws = NULL;
    server->welcomed = false;
}

/* ---- requests ---- */

static void answer(struct mock_server *server, const struct request *request, const struct api_error *error)
{
    struct carom_text text = begin("answer", request);
    carom_json_put_bool(&text, "ok", error == NULL);
    if (error != NULL)
        api_error_write(&text, request->name, error);
    else
        carom_json_put_int(&text, "seq", server->table.seq);
    if (error == NULL && request->kind == REQUEST_COMMAND && request->command.kind == CAROM_COMMAND_JOIN)
        carom_json_put_string(&text, "you", server->client_id);
    if (error == NULL && request->kind == REQUEST_TIME)
        carom_json_put_int(&text, "now", mock_now());
    if (error == NULL && request->kind == REQUEST_WATCH) {
        carom_json_put_key(&text, "state");
        carom_table_write(&text, &server->table);
    }
    finish(server, &text);
}

static void answer_why(struct mock_server *server, const struct request *request, enum api_error_code code)
{
    struct api_error error;
    api_error_set(&error, code);
    answer(server, request, &error);
}

/* Sends a message of an unknown type, which clients must ignore. */
static void unknown_message(struct carom_text *text)
{
    carom_json_begin(text, "weather", '{');
    carom_json_begin(text, "wind", '[');
    carom_json_put_int(text, NULL, 3);
    carom_json_put_string(text, NULL, NULL);
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

static void send_unknown_message(struct mock_server *server)
{
    struct carom_text text = begin("weather", NULL);
    unknown_message(&text);
    finish(server, &text);
}

static void send_presence(struct mock_server *server)
{
    struct carom_text text = begin("presence", NULL);
    carom_json_begin(&text, "here", '[');
    carom_json_put_string(&text, NULL, "p1");
    if (server->client_id[0] != '\0')
        carom_json_put_string(&text, NULL, server->client_id);
    carom_json_end(&text, ']');
    carom_json_put_raw(&text, "away", "[]", 2);
    carom_json_put_int(&text, "watching", server->client_id[0] == '\0');
    carom_json_put_int(&text, "displays", 0);
    finish(server, &text);
    send_unknown_message(server);
}

static void welcome(struct mock_server *server, const struct request *request)
{
    bool again = server->token[0] != '\0';
    uint32_t known =
        request->has_resume_seq && (request->game == 0 || request->game == server->game) ? request->resume_seq : 0;
    server->saw_bad_token |= again && (!request->has_token || strcmp(request->token, server->token) != 0);
    server->saw_bad_since |=
        again && request->has_resume_seq && (request->game != server->game || known != server->sent_seq);
    if (!again)
        seat_token_random(server->token);
    struct carom_text text = begin("welcome", request);
    carom_json_put_int(&text, "version", 1);
    carom_json_put_string(&text, "table", MOCK_TABLE_CODE);
    carom_json_put_string(&text, "link", "/t/" MOCK_TABLE_CODE);
    carom_json_put_int(&text, "game", server->game);
    carom_json_put_int(&text, "seq", server->table.seq);
    carom_json_put_int(&text, "now", mock_now());
    carom_json_put_string(&text, "you", again && server->client_id[0] != '\0' ? server->client_id : NULL);
    carom_json_put_string(&text, "token", again ? NULL : server->token);
    table_options_write(&text, "options", &OPTIONS);
    unknown_message(&text);
    carom_json_put_string(&text, "host", "p1");
    carom_json_put_bool(&text, "locked", false);
    carom_json_put_key(&text, "state");
    carom_table_write(&text, &server->table);
    finish(server, &text);
    server->welcomed = true;
    server->sent_seq = request->has_resume_seq && known <= server->table.seq ? known : server->table.seq;
    send_events(server);
    send_presence(server);
}

static void sit_down(struct mock_server *server, const struct request *request)
{
    struct carom_command command = request->command;
    struct api_error error;
    char id[CAROM_ID_SIZE] = "p2";
    if (server->client_id[0] != '\0') {
        server->joined_twice = true;
        answer_why(server, request, API_ERR_NAME_TAKEN);
        return;
    }
    if (request->level > 0)
        snprintf(id, sizeof id, "bot-%u-p2", request->level);
    memcpy(command.by, id, sizeof id);
    if (strcasecmp(command.name, "Ada") == 0) {
        answer_why(server, request, API_ERR_NAME_TAKEN);
    } else if (!mock_command(server, &command, &error.referee)) {
        api_error_from_referee(&error, error.referee);
        answer(server, request, &error);
    } else {
        memcpy(server->client_id, id, sizeof id);
        answer(server, request, NULL);
        send_presence(server);
    }
}

static void play(struct mock_server *server, const struct request *request)
{
    struct carom_command command = request->command;
    struct carom_refusal why;
    struct api_error error;
    memcpy(command.by, server->client_id, sizeof command.by);
    if (server->client_id[0] == '\0') {
        answer_why(server, request, API_ERR_NOT_PLAYER);
    } else if (command.kind == CAROM_COMMAND_NEXT || command.kind == CAROM_COMMAND_START) {
        answer(server, request, NULL); /* counts as a vote only: the next round begins when Ada asks for it */
    } else if (!mock_command(server, &command, &why)) {
        server->refusals++;
        api_error_from_referee(&error, why);
        answer(server, request, &error);
    } else {
        server->bids += command.kind == CAROM_COMMAND_BID;
        server->moves += command.kind == CAROM_COMMAND_MOVE;
        answer(server, request, NULL);
    }
}

static void obey(struct mock_server *server, const struct request *request)
{
    bool hello = request->kind == REQUEST_HELLO;
    server->saw_bad_hello |=
        !server->welcomed && (!hello || strcmp(request->code, MOCK_TABLE_CODE) != 0 || request->display);
    if (!server->welcomed && !hello)
        answer_why(server, request, API_ERR_HELLO_FIRST);
    else if (server->welcomed && hello)
        answer_why(server, request, API_ERR_ALREADY_HELLO);
    else if (hello && strcmp(request->code, MOCK_TABLE_CODE) != 0)
        answer_why(server, request, API_ERR_NO_TABLE);
    else if (hello)
        welcome(server, request);
    else if (request->kind == REQUEST_COMMAND && request->command.kind == CAROM_COMMAND_JOIN)
        sit_down(server, request);
    else if (request->kind == REQUEST_COMMAND)
        play(server, request);
    else if (request->kind == REQUEST_TIME || request->kind == REQUEST_WATCH || request->kind == REQUEST_REACTION)
        answer(server, request, NULL);
    else
        answer_why(server, request, API_ERR_NOT_HOST);
}

static void handle_request(struct mock_server *server, const char *text, size_t length)
{
    static struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct api_error error;
    if (request_read(&request, &json, nodes, text, length, &error)) {
        obey(server, &request);
        return;
    }
    bool name = strncmp(api_error_name(&error), "name-", 5) == 0;
    server->saw_bad_json |= error.code == API_ERR_BAD_JSON;
    server->saw_bad_name |= name;
    server->saw_bad_request |= error.code != API_ERR_BAD_JSON && !name;
    server->saw_bad_hello |= !server->welcomed;
    answer(server, &request, &error);
}

/* ---- time ---- */

static void accept_client(struct mock_server *server)
{
    static char head[WS_HEAD_MAX];
    bool proper = false;
    int on = 1;
    int fd = accept(server->socket, NULL, NULL);
    if (fd < 0)
        return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (!ws_read_http_head(fd, head)) {
        close(fd);
        return;
    }
    struct websocket *ws = ws_accept(fd, head, &proper);
    if (ws == NULL) {
        http_answer(fd, head);
        return;
    }
    mock_abort(server); /* one connection at a time: the latest */
    server->ws = ws;
    server->closed = false;
    server->saw_bad_handshake |= !proper;
    server->lines++;
}

static void take_messages(struct mock_server *server)
{
    size_t length;
    char *text;
    while (server->ws != NULL && (text = ws_receive(server->ws, 0, &length)) != NULL) {
        handle_request(server, text, length);
        free(text);
    }
    if (server->ws != NULL && !ws_is_open(server->ws)) {
        server->closed = ws_close_code(server->ws) != 0;
        server->ended++;
        mock_abort(server);
    }
}

static void pass_time(struct mock_server *server)
{
    carom_ms deadline;
    struct carom_command tick = {.kind = CAROM_COMMAND_TICK};
    if (carom_referee_deadline(&server->table, &deadline) && deadline <= mock_now())
        mock_command(server, &tick, NULL);
}

void mock_poll(struct mock_server *server, int ms)
{
    struct pollfd waits[2] = {{.fd = server->socket, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (server->ws != NULL)
        waits[1].fd = ws_fd(server->ws);
    poll(waits, 2, ms);
    take_messages(server);
    if (waits[0].revents & POLLIN)
        accept_client(server);
    pass_time(server);
}
