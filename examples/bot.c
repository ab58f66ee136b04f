/*
 * A bot on libcarom: it sits down at a table, finds the shortest route of each round, bids it and shows it.
 *
 *     cc examples/bot.c $(pkg-config --cflags --libs carom) -lwslay -o bot
 *     ./bot localhost 8080 K7M2QXAB
 *
 * The library follows the table from its events; docs/reference/protocol.md has the messages.
 */
#define _POSIX_C_SOURCE 200809L
#include <carom/carom.h>
#include <carom/libc_allocator.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#define NODES 65536 /* of JSON: the longest message of the server */

static int line;
static wslay_event_context_ptr frames;
static struct carom_json_game json_game;   /* the table, as its events have made it */
static char you[CAROM_ID_SIZE], token[64]; /* who comes back with the token has the seat again */
static int64_t game = 1;
static struct carom_answer answer; /* of the round */
static uint32_t solved;            /* which round that is */
static bool over;

static void say(const char *words)
{
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)words, strlen(words)};
    wslay_event_queue_msg(frames, &message);
    wslay_event_send(frames);
}

/* ---- what happens ---- */

static void find_route(const struct carom_table *table)
{
    struct carom_puzzle puzzle;
    struct carom_solve_options options = {.max_nodes = 1000000};
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    char words[80];
    solved = table->rounds;
    bool found = solver != NULL && carom_table_round_puzzle(table, &puzzle) &&
                 carom_answer_solve(solver, &puzzle, &options, &answer) == CAROM_SOLVE_FOUND;
    carom_solver_free(solver);
    if (!found)
        return;
    snprintf(words, sizeof words, "{\"do\":\"bid\",\"moves\":%u}", (unsigned)answer.solution.cost);
    say(words);
    say("{\"do\":\"done\"}");
}

/* The next move of the route, when it is this bot's turn to show. */
static void show(const struct carom_table *table)
{
    char words[128];
    struct carom_text text = carom_text_init(words, sizeof words);
    if (table->round.moves >= answer.solution.moves)
        return;
    carom_text_put(&text, "{\"do\":\"move\",\"move\":\"");
    carom_answer_write_move_text(&text, &answer, table->round.moves);
    carom_text_put(&text, "\"}");
    say(words);
}

static void take_event(const char *text, size_t length)
{
    struct carom_table *table = &json_game.table;
    uint32_t moves = table->round.moves;
    enum carom_phase phase = table->phase;
    unsigned turn = table->turn;
    if (!carom_json_game_event(&json_game, text, length, false, NULL))
        exit(1); /* the server is newer than this library */
    over = table->phase == CAROM_PHASE_OVER;
    unsigned seat = carom_table_find_seat(table, you);
    if (table->phase == CAROM_PHASE_BIDDING && solved != table->rounds && seat != CAROM_NO_SEAT)
        find_route(table);
    bool news = phase != table->phase || turn != table->turn || moves != table->round.moves;
    if (table->phase == CAROM_PHASE_SHOWING && table->turn == seat && seat != CAROM_NO_SEAT && news)
        show(table);
}

static bool is(const struct carom_json *json, const char *key, const char *words)
{
    return carom_json_string_is(json, carom_json_get(json, 0, key), words);
}

static void on_message(wslay_event_context_ptr context, const struct wslay_event_on_msg_recv_arg *message, void *user)
{
    static struct carom_json_node nodes[NODES];
    struct carom_json json;
    const char *text = (const char *)message->msg;
    size_t length;
    int64_t played = game;
    (void)context, (void)user;
    if (message->opcode != WSLAY_TEXT_FRAME || !carom_json_read(&json, nodes, NODES, text, message->msg_length, NULL))
        return;
    carom_json_as_string(&json, carom_json_get(&json, 0, "you"), you, sizeof you, &length);
    carom_json_as_string(&json, carom_json_get(&json, 0, "token"), token, sizeof token, &length);
    if (is(&json, "type", "bye") && !is(&json, "why", "stopping"))
        exit(1);
    if (is(&json, "type", "welcome") || is(&json, "type", "game"))
        carom_json_as_int(&json, carom_json_get(&json, 0, "game"), &played);
    if (played != game)
        memset(&json_game, 0, sizeof json_game);
    game = played;
    if (is(&json, "type", "welcome") && you[0] == '\0')
        say("{\"do\":\"join\",\"name\":\"Clara\",\"bot\":10}");
    uint32_t events = carom_json_get(&json, 0, "events");
    for (uint32_t node = events + 1; is(&json, "type", "events") && node < nodes[events].next; node = nodes[node].next)
        take_event(text + nodes[node].start, nodes[node].end - nodes[node].start);
}

/* ---- the line ---- */

static ssize_t receive(wslay_event_context_ptr context, uint8_t *to, size_t size, int flags, void *user)
{
    ssize_t got = recv(line, to, size, MSG_DONTWAIT);
    (void)flags, (void)user;
    if (got <= 0)
        wslay_event_set_error(context, got < 0 ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return got > 0 ? got : -1;
}

static ssize_t transmit(wslay_event_context_ptr context, const uint8_t *from, size_t length, int flags, void *user)
{
    ssize_t sent = send(line, from, length, MSG_NOSIGNAL);
    (void)flags, (void)user;
    if (sent < 0)
        wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
    return sent;
}

static int mask(wslay_event_context_ptr context, uint8_t *bytes, size_t length, void *user)
{
    (void)context, (void)user;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)rand(); /* keeps proxies from being misled; nothing here is secret */
    return 0;
}

static bool open_line(const char *host, const char *port)
{
    struct addrinfo *found, wish = {.ai_socktype = SOCK_STREAM};
    char head[4096];
    size_t length = 0;
    if (getaddrinfo(host, port, &wish, &found) != 0)
        return false;
    line = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    bool connected = line >= 0 && connect(line, found->ai_addr, found->ai_addrlen) == 0;
    freeaddrinfo(found);
    if (!connected)
        return false;
    int size = snprintf(head, sizeof head,
                        "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                        host, port);
    if (send(line, head, (size_t)size, MSG_NOSIGNAL) != size)
        return false;
    while (length < sizeof head - 1 && read(line, head + length, 1) == 1) {
        head[++length] = '\0';
        if (length >= 4 && strcmp(head + length - 4, "\r\n\r\n") == 0)
            return strncmp(head, "HTTP/1.1 101", 12) == 0;
    }
    return false;
}

int main(int argc, char **argv)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = receive,
                                                           .send_callback = transmit,
                                                           .genmask_callback = mask,
                                                           .on_msg_recv_callback = on_message};
    char hello[256], seat[80] = "";
    for (unsigned tries = 0; argc == 4 && !over && tries < 20; tries += sleep(1) == 0) {
        if (!open_line(argv[1], argv[2]))
            continue;
        wslay_event_context_client_init(&frames, &callbacks, NULL);
        if (token[0] != '\0')
            snprintf(seat, sizeof seat, ",\"token\":\"%s\"", token);
        snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"version\":1,\"table\":\"%.16s\",\"game\":%u,\"since\":%u%s}",
                 argv[3], (unsigned)game, (unsigned)json_game.table.seq, seat);
        say(hello);
        while (!over && recv(line, hello, 1, MSG_PEEK) == 1 && wslay_event_recv(frames) == 0)
            wslay_event_send(frames); /* pongs */
        wslay_event_queue_close(frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
        wslay_event_send(frames);
        wslay_event_context_free(frames);
        shutdown(line, SHUT_WR);
        while (read(line, hello, sizeof hello) > 0) /* closed with something unread, the close frame might be lost */
            continue;
        close(line);
    }
    return over ? 0 : 1;
}
