/*
 * A server with one table and one guest, to try clients with. It reads requests with the reader of the real server
 * (src/server/border) and lets the referee decide; besides what the protocol has it says things that no client of today
 * knows, because those of tomorrow will. What it sees the guest do wrong it notes for whoever asks.
 */
#include "trial.h"

#include "../server/border/border.h"

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
#define MOST_AT_ONCE 32 /* events of one command that are told in one message */

static const struct table_options OPTIONS = {.credit = true, .arranged = true};
static char bytes[TEXT];
_Static_assert(HOST_TOKEN == TOKEN_LENGTH + 1, "a token is the server's");

carom_ms host_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (carom_ms)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the line ---- */

bool host_open(struct host *host, unsigned port)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof place;
    int on = 1;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    host->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (sodium_init() < 0 || host->socket < 0)
        return false;
    setsockopt(host->socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(host->socket, (struct sockaddr *)&place, size) != 0 || listen(host->socket, 16) != 0 ||
        getsockname(host->socket, (struct sockaddr *)&place, &size) != 0)
        return false;
    host->port = ntohs(place.sin_port);
    return true;
}

static void forget_events(struct host *host)
{
    for (unsigned i = 0; i < HOST_EVENTS; i++) {
        free(host->events[i]);
        host->events[i] = NULL;
    }
}

void host_close(struct host *host)
{
    forget_events(host);
    wire_close(host->wire);
    host->wire = NULL;
    if (host->socket >= 0)
        close(host->socket);
}

void host_cut(struct host *host)
{
    if (host->wire != NULL)
        wire_cut(host->wire);
    host->wire = NULL;
    host->welcomed = false;
}

static void finish(struct host *host, struct carom_text *text)
{
    carom_json_end(text, '}');
    if (host->wire != NULL)
        wire_send(host->wire, text->bytes, text->length);
}

static struct carom_text begin(const char *type, const struct request *request)
{
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_json_words(&text, "type", type);
    if (request != NULL && request->has_id)
        carom_json_number(&text, "id", request->id);
    return text;
}

/* ---- what happens ---- */

/* Everything that the guest has not been told of yet, with a member that it cannot know. */
static void tell(struct host *host)
{
    while (host->welcomed && host->told < host->table.seq) {
        struct carom_text text = begin("events", NULL);
        carom_json_number(&text, "game", host->game);
        carom_json_words(&text, "weather", "fine");
        carom_json_begin(&text, "events", '[');
        for (unsigned i = 0; i < MOST_AT_ONCE && host->told < host->table.seq; i++) {
            const char *event = host->events[host->told++];
            carom_json_raw(&text, NULL, event, strlen(event));
        }
        carom_json_end(&text, ']');
        finish(host, &text);
    }
}

/* An event as players see it, with a member that later versions may have. */
static bool note(struct host *host, const struct carom_event *event)
{
    static char line[CAROM_EVENT_TEXT];
    struct carom_text text = carom_text_in(line, sizeof line - 1);
    carom_event_write_public(&text, &host->table, event);
    if (event->seq > HOST_EVENTS || text.cut)
        return false;
    text.length--; /* the bracket */
    carom_json_begin(&text, "later", '[');
    carom_json_end(&text, ']');
    carom_json_end(&text, '}');
    host->events[event->seq - 1] = strdup(line);
    return host->events[event->seq - 1] != NULL;
}

bool host_run(struct host *host, struct carom_command *command, struct carom_refusal *refusal)
{
    struct carom_step step = {0};
    command->at = host_now() > host->table.now ? host_now() : host->table.now;
    while (carom_referee_decide(&host->table, command, &step) == CAROM_STEP_EVENT && note(host, &step.event))
        carom_referee_apply(&host->table, &step.event);
    tell(host);
    if (refusal != NULL)
        *refusal = step.refusal;
    return step.answer == CAROM_STEP_DONE;
}

static bool lay(struct host *host, const char *token)
{
    static char line[512];
    static struct carom_command open;
    struct carom_text text = carom_text_in(line, sizeof line);
    carom_json_begin(&text, NULL, '{');
    carom_json_number(&text, "at", 0);
    carom_json_words(&text, "do", "open");
    carom_json_begin(&text, "rules", '{');
    carom_json_words(&text, "preset", "ricochet-it");
    carom_json_number(&text, "goal", 1);
    carom_json_number(&text, "demonstration", 600000);
    carom_json_flag(&text, "continued", true);
    carom_json_words(&text, "board", "G1-Y2-R2-B2");
    carom_json_words(&text, "robots", "Ro3,Yp1,Gb3,Bn12");
    carom_json_begin(&text, "tokens", '[');
    carom_json_words(&text, NULL, token);
    carom_json_end(&text, ']');
    carom_json_end(&text, '}');
    carom_json_end(&text, '}');
    return carom_command_read(&open, text.bytes, text.length, NULL) && host_run(host, &open, NULL);
}

bool host_begin(struct host *host, const char *token)
{
    static char name[CAROM_NAME_SIZE];
    struct carom_command ada = {.what = CAROM_DO_JOIN, .by = "p1", .name = "Ada"};
    struct carom_command guest = {.what = CAROM_DO_JOIN};
    unsigned seat = carom_table_seat(&host->table, host->guest);
    bool again = host->game++ > 0 && seat != CAROM_NO_SEAT;
    snprintf(name, sizeof name, "%s", again ? carom_table_name(&host->table, seat) : "");
    forget_events(host);
    memset(&host->table, 0, sizeof host->table);
    host->told = 0;
    if (host->welcomed) {
        struct carom_text text = begin("game", NULL);
        carom_json_number(&text, "game", host->game);
        table_options_write(&text, "options", &OPTIONS);
        finish(host, &text);
    }
    memcpy(guest.by, host->guest, sizeof guest.by);
    memcpy(guest.name, name, sizeof name);
    bool welcomed = host->welcomed;
    host->welcomed = false; /* told in one message, so that nobody wonders where their seat is */
    bool good = lay(host, token) && host_run(host, &ada, NULL) && (!again || host_run(host, &guest, NULL));
    host->welcomed = welcomed;
    tell(host);
    return good;
}

void host_bye(struct host *host)
{
    struct refused refused;
    struct carom_text text = begin("bye", NULL);
    refuse(&refused, WHY_TABLE_CLOSED);
    refused_write(&text, "connection", &refused);
    finish(host, &text);
    wire_close(host->wire);
    host->wire = NULL;
    host->welcomed = false;
}

/* ---- requests ---- */

static void answer(struct host *host, const struct request *request, const struct refused *refused)
{
    struct carom_text text = begin("answer", request);
    carom_json_flag(&text, "ok", refused == NULL);
    if (refused != NULL)
        refused_write(&text, request->word, refused);
    else
        carom_json_number(&text, "seq", host->table.seq);
    if (refused == NULL && request->what == REQUEST_COMMAND && request->command.what == CAROM_DO_JOIN)
        carom_json_words(&text, "you", host->guest);
    if (refused == NULL && request->what == REQUEST_TIME)
        carom_json_number(&text, "now", host_now());
    if (refused == NULL && request->what == REQUEST_WATCH) {
        carom_json_key(&text, "state");
        carom_table_write(&text, &host->table);
    }
    finish(host, &text);
}

static void answer_why(struct host *host, const struct request *request, enum why why)
{
    struct refused refused;
    refuse(&refused, why);
    answer(host, request, &refused);
}

/* A member that nobody knows. */
static void weather(struct carom_text *text)
{
    carom_json_begin(text, "weather", '{');
    carom_json_begin(text, "wind", '[');
    carom_json_number(text, NULL, 3);
    carom_json_words(text, NULL, NULL);
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

static void tell_weather(struct host *host)
{
    struct carom_text text = begin("weather", NULL);
    weather(&text);
    finish(host, &text);
}

static void tell_presence(struct host *host)
{
    struct carom_text text = begin("presence", NULL);
    carom_json_begin(&text, "here", '[');
    carom_json_words(&text, NULL, "p1");
    if (host->guest[0] != '\0')
        carom_json_words(&text, NULL, host->guest);
    carom_json_end(&text, ']');
    carom_json_raw(&text, "away", "[]", 2);
    carom_json_number(&text, "watching", host->guest[0] == '\0');
    carom_json_number(&text, "displays", 0);
    finish(host, &text);
    tell_weather(host);
}

static void welcome(struct host *host, const struct request *request)
{
    bool again = host->token[0] != '\0';
    uint32_t known = request->has_since && (request->game == 0 || request->game == host->game) ? request->since : 0;
    host->token_wrong |= again && (!request->has_token || strcmp(request->token, host->token) != 0);
    host->since_wrong |= again && request->has_since && (request->game != host->game || known != host->told);
    if (!again)
        token_random(host->token);
    struct carom_text text = begin("welcome", request);
    carom_json_number(&text, "version", 1);
    carom_json_words(&text, "table", HOST_CODE);
    carom_json_words(&text, "link", "/t/" HOST_CODE);
    carom_json_number(&text, "game", host->game);
    carom_json_number(&text, "seq", host->table.seq);
    carom_json_number(&text, "now", host_now());
    carom_json_words(&text, "you", again && host->guest[0] != '\0' ? host->guest : NULL);
    carom_json_words(&text, "token", again ? NULL : host->token);
    table_options_write(&text, "options", &OPTIONS);
    weather(&text);
    carom_json_words(&text, "host", "p1");
    carom_json_flag(&text, "locked", false);
    carom_json_key(&text, "state");
    carom_table_write(&text, &host->table);
    finish(host, &text);
    host->welcomed = true;
    host->told = request->has_since && known <= host->table.seq ? known : host->table.seq;
    tell(host);
    tell_presence(host);
}

static void sit_down(struct host *host, const struct request *request)
{
    struct carom_command command = request->command;
    struct refused refused;
    char id[CAROM_ID_SIZE] = "p2";
    if (host->guest[0] != '\0') {
        host->joined_twice = true;
        answer_why(host, request, WHY_NAME_TAKEN);
        return;
    }
    if (request->level > 0)
        snprintf(id, sizeof id, "bot-%u-p2", request->level);
    memcpy(command.by, id, sizeof id);
    if (strcasecmp(command.name, "Ada") == 0) {
        answer_why(host, request, WHY_NAME_TAKEN);
    } else if (!host_run(host, &command, &refused.referee)) {
        refuse_as(&refused, refused.referee);
        answer(host, request, &refused);
    } else {
        memcpy(host->guest, id, sizeof id);
        answer(host, request, NULL);
        tell_presence(host);
    }
}

static void play(struct host *host, const struct request *request)
{
    struct carom_command command = request->command;
    struct carom_refusal why;
    struct refused refused;
    memcpy(command.by, host->guest, sizeof command.by);
    if (host->guest[0] == '\0') {
        answer_why(host, request, WHY_NOT_PLAYER);
    } else if (command.what == CAROM_DO_NEXT || command.what == CAROM_DO_START) {
        answer(host, request, NULL); /* a vote; Ada says when */
    } else if (!host_run(host, &command, &why)) {
        host->refusals++;
        refuse_as(&refused, why);
        answer(host, request, &refused);
    } else {
        host->bids += command.what == CAROM_DO_BID;
        host->moves += command.what == CAROM_DO_MOVE;
        answer(host, request, NULL);
    }
}

static void obey(struct host *host, const struct request *request)
{
    bool hello = request->what == REQUEST_HELLO;
    host->hello_wrong |= !host->welcomed && (!hello || strcmp(request->code, HOST_CODE) != 0 || request->display);
    if (!host->welcomed && !hello)
        answer_why(host, request, WHY_HELLO_FIRST);
    else if (host->welcomed && hello)
        answer_why(host, request, WHY_ALREADY_HELLO);
    else if (hello && strcmp(request->code, HOST_CODE) != 0)
        answer_why(host, request, WHY_NO_TABLE);
    else if (hello)
        welcome(host, request);
    else if (request->what == REQUEST_COMMAND && request->command.what == CAROM_DO_JOIN)
        sit_down(host, request);
    else if (request->what == REQUEST_COMMAND)
        play(host, request);
    else if (request->what == REQUEST_TIME || request->what == REQUEST_WATCH || request->what == REQUEST_REACT)
        answer(host, request, NULL);
    else
        answer_why(host, request, WHY_NOT_HOST);
}

static void hear(struct host *host, const char *text, size_t length)
{
    static struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct refused refused;
    if (request_read(&request, &json, nodes, text, length, &refused)) {
        obey(host, &request);
        return;
    }
    bool name = strncmp(refused_code(&refused), "name-", 5) == 0;
    host->json_wrong |= refused.why == WHY_BAD_JSON;
    host->name_wrong |= name;
    host->request_wrong |= refused.why != WHY_BAD_JSON && !name;
    host->hello_wrong |= !host->welcomed;
    answer(host, &request, &refused);
}

/* ---- time passes ---- */

static void take_caller(struct host *host)
{
    static char head[WIRE_HEAD];
    bool proper = false;
    int on = 1;
    int fd = accept(host->socket, NULL, NULL);
    if (fd < 0)
        return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (!wire_head(fd, head)) {
        close(fd);
        return;
    }
    struct wire *wire = wire_accept(fd, head, &proper);
    if (wire == NULL) {
        http_answer(fd, head);
        return;
    }
    host_cut(host); /* one line at a time: the latest */
    host->wire = wire;
    host->closed = false;
    host->handshake_wrong |= !proper;
    host->lines++;
}

static void take_messages(struct host *host)
{
    size_t length;
    char *text;
    while (host->wire != NULL && (text = wire_next(host->wire, 0, &length)) != NULL) {
        hear(host, text, length);
        free(text);
    }
    if (host->wire != NULL && !wire_open_still(host->wire)) {
        host->closed = wire_close_code(host->wire) != 0;
        host->ended++;
        host_cut(host);
    }
}

static void pass_time(struct host *host)
{
    carom_ms deadline;
    struct carom_command tick = {.what = CAROM_DO_TICK};
    if (carom_referee_deadline(&host->table, &deadline) && deadline <= host_now())
        host_run(host, &tick, NULL);
}

void host_wait(struct host *host, int ms)
{
    struct pollfd waits[2] = {{.fd = host->socket, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (host->wire != NULL)
        waits[1].fd = wire_fd(host->wire);
    poll(waits, 2, ms);
    take_messages(host);
    if (waits[0].revents & POLLIN)
        take_caller(host);
    pass_time(host);
}
