/*
 * Thousands of simulated players on one thread. They know just enough of the protocol to take a seat and bid lower each
 * time, so that every command is accepted and broadcast to the table. Measured is the time from sending a command to
 * the arrival of its event at each of the others.
 */
#include "load.h"

#include "../src/client/websocket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define SEATED_MS 30000 /* timeout until all are seated; a game that has not begun takes no bids */
#define EVENTS 1024
#define SEATS_MAX 64
#define FROM_ONE_ADDRESS 4000
#define FRESH_MS 10000 /* latencies above this are not measured: the event belongs to another command */
#define WHEEL 32768    /* timing wheel: slots of a millisecond */

struct load_player {
    struct websocket *ws; /* NULL: the connection was lost */
    unsigned table;
    unsigned number; /* the player's id is p<number> */
    bool seated;
    uint32_t moves; /* last bid */
    double sent_at; /* when the last command was sent; 0: no event is awaited */
    char sent[8];   /* the event kind that the command should bring */
    double next_at;
    struct load_player *next; /* next player in the same slot of the wheel */
};

struct load_players {
    struct load_player *list;
    unsigned count;
    unsigned tables;
    unsigned (*seats)[SEATS_MAX]; /* index + 1 of a player, by table and player number - 1 */
    int epoll;
    struct load_player *wheel[WHEEL];
    struct carom_random random;
    bool measuring;
    uint64_t commands;
    uint64_t accepted;
    uint64_t samples;
    uint64_t histogram[100000]; /* latencies in slots of 0.1 ms */
    unsigned lost;
};

/* ---- sending ---- */

/* Begins a request: `{"do":"bid","moves":7}` without the closing brace. */
static struct carom_text begin_request(const char *what)
{
    static char bytes[256];
    struct carom_text request = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&request, NULL, '{');
    carom_json_put_string(&request, "do", what);
    return request;
}

/* Errors are ignored: reading notices a lost connection. */
static void send_request(struct load_player *player, struct carom_text *request)
{
    carom_json_end(request, '}');
    ws_send(player->ws, request->bytes, request->length);
}

/* ---- receiving ---- */

static void add_sample(struct load_players *load_players, double ms)
{
    size_t at = ms <= 0 ? 0 : (size_t)(ms * 10);
    size_t most = sizeof load_players->histogram / sizeof load_players->histogram[0] - 1;
    load_players->histogram[at < most ? at : most]++;
    load_players->samples++;
}

/* Finds the player behind each event (`"ev":"bid","by":"p3"`) and records the latency. */
static void scan_events(struct load_players *load_players, const struct load_player *reader, const char *text,
                        double now)
{
    const char *at = text;
    while ((at = strstr(at, "\"ev\":\"")) != NULL) {
        char kind[8] = "";
        unsigned number = 0;
        at += 6;
        if (sscanf(at, "%7[a-z]\",\"by\":\"p%u\"", kind, &number) != 2 || number == 0 || number > SEATS_MAX)
            continue;
        unsigned index = load_players->seats[reader->table][number - 1];
        if (index == 0)
            continue;
        const struct load_player *sender = &load_players->list[index - 1];
        if (sender != reader && sender->sent_at > 0 && now - sender->sent_at < FRESH_MS &&
            strcmp(sender->sent, kind) == 0)
            add_sample(load_players, now - sender->sent_at);
    }
}

static void handle_message(struct load_players *load_players, struct load_player *player, const char *text, double now)
{
    if (strncmp(text, "{\"type\":\"events\"", 16) == 0) {
        if (load_players->measuring)
            scan_events(load_players, player, text, now);
    } else if (strncmp(text, "{\"type\":\"answer\"", 16) == 0) {
        const char *you = strstr(text, "\"you\":\"p");
        load_players->accepted += strstr(text, "\"ok\":true") != NULL;
        if (you != NULL) {
            player->number = (unsigned)atoi(you + 8);
            player->seated = true;
            if (player->number >= 1 && player->number <= SEATS_MAX)
                load_players->seats[player->table][player->number - 1] = (unsigned)(player - load_players->list) + 1;
        }
    }
}

static void drop_player(struct load_players *load_players, struct load_player *player)
{
    ws_abort(player->ws);
    player->ws = NULL;
    load_players->lost++;
}

static void receive(struct load_players *load_players, struct load_player *player)
{
    double now = load_now_ms();
    size_t length;
    char *text;
    ws_read(player->ws);
    while ((text = ws_take(player->ws, &length)) != NULL) {
        handle_message(load_players, player, text, now);
        free(text);
    }
    if (!ws_is_open(player->ws))
        drop_player(load_players, player);
}

static void receive_all(struct load_players *load_players, int wait_ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(load_players->epoll, events, EVENTS, wait_ms);
    for (int i = 0; i < count; i++)
        receive(load_players, &load_players->list[events[i].data.u32]);
}

/* ---- connecting ---- */

/* Connects from one of several loopback addresses, because one address has not many more ports than players, and free
 * ones take long to find. Returns a socket, or -1. */
static int connect_from(unsigned index, unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in from = {.sin_family = AF_INET};
    int on = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + index / FROM_ONE_ADDRESS);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&from, sizeof from) == 0 &&
        connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Opens a WebSocket and says hello at a table. */
static bool enter(struct load_players *load_players, unsigned index, const struct server_process *process,
                  const char *code)
{
    struct load_player *player = &load_players->list[index];
    struct server_url url = {.hostname = "127.0.0.1"};
    enum client_error error;
    snprintf(url.port, sizeof url.port, "%u", process->port);
    int fd = connect_from(index, process->port);
    player->ws = fd >= 0 ? ws_connect_socket(fd, &url, &error) : NULL;
    if (player->ws == NULL)
        return false;
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    epoll_ctl(load_players->epoll, EPOLL_CTL_ADD, ws_fd(player->ws), &event);
    struct carom_text hello = begin_request("hello");
    carom_json_put_int(&hello, "version", 1);
    carom_json_put_string(&hello, "table", code);
    send_request(player, &hello);
    return true;
}

static bool enter_all(struct load_players *load_players, const struct server_processes *processes, unsigned connections,
                      char (*codes)[LOAD_CODE])
{
    for (unsigned i = 0; i < connections; i++) {
        unsigned table = i % load_players->tables;
        load_players->list[i].table = table;
        /* neighbours at a table use different servers, as behind any load balancer */
        if (!enter(load_players, i, &processes->items[(i / load_players->tables + i) % processes->count], codes[table]))
            return false;
        load_players->count++;
        if (i % 64 == 0)
            receive_all(load_players, 0);
    }
    return true;
}

struct load_players *load_players_new(const struct server_processes *processes, unsigned tables, unsigned connections,
                                      char (*codes)[LOAD_CODE])
{
    struct load_players *load_players = calloc(1, sizeof *load_players);
    if (load_players == NULL)
        return NULL;
    load_players->list = calloc(connections, sizeof *load_players->list);
    load_players->seats = calloc(tables, sizeof *load_players->seats);
    load_players->tables = tables;
    load_players->epoll = epoll_create1(EPOLL_CLOEXEC);
    load_players->random = carom_random_seed(1);
    if (load_players->list != NULL && load_players->seats != NULL && load_players->epoll >= 0 &&
        enter_all(load_players, processes, connections, codes))
        return load_players;
    load_players_free(load_players);
    return NULL;
}

void load_players_free(struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++)
        if (load_players->list[i].ws != NULL)
            ws_abort(load_players->list[i].ws);
    close(load_players->epoll);
    free(load_players->list);
    free(load_players->seats);
    free(load_players);
}

/* ---- playing ---- */

void load_players_idle(struct load_players *load_players, double seconds)
{
    double end = load_now_ms() + seconds * 1000;
    while (load_now_ms() < end)
        receive_all(load_players, 10);
}

/* Sends a request and remembers the event kind it should bring. */
static void send_tracked_request(struct load_players *load_players, struct load_player *player,
                                 struct carom_text *request, const char *event)
{
    player->sent_at = load_now_ms();
    snprintf(player->sent, sizeof player->sent, "%s", event);
    load_players->commands++;
    send_request(player, request);
}

static void join(struct load_players *load_players, struct load_player *player)
{
    char name[16];
    struct carom_text request = begin_request("join");
    snprintf(name, sizeof name, "P%u", (unsigned)(player - load_players->list));
    carom_json_put_string(&request, "name", name);
    send_tracked_request(load_players, player, &request, "joined");
}

/* Sends the player's next command: a bid lower than the last, which is broadcast to everybody. */
static void act(struct load_players *load_players, struct load_player *player)
{
    if (!player->seated) {
        join(load_players, player);
        return;
    }
    struct carom_text request = begin_request("bid");
    player->moves = player->moves > 2 ? player->moves - 1 : 900000;
    carom_json_put_int(&request, "moves", player->moves);
    send_tracked_request(load_players, player, &request, "bid");
}

static double percentile(const struct load_players *load_players, double part)
{
    uint64_t wanted = (uint64_t)((double)load_players->samples * part);
    uint64_t seen = 0;
    for (size_t i = 0; i < sizeof load_players->histogram / sizeof load_players->histogram[0]; i++) {
        seen += load_players->histogram[i];
        if (seen > wanted)
            return (double)(i + 1) / 10;
    }
    return 0;
}

/* Starts the games; the first player of each table sends `start`. */
static void start_games(struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++) {
        struct carom_text start = begin_request("start");
        if (load_players->list[i].seated && load_players->list[i].number == 1 && load_players->list[i].ws != NULL)
            send_request(&load_players->list[i], &start);
        if (i % 64 == 0)
            receive_all(load_players, 0);
    }
}

static bool all_seated(const struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++)
        if (!load_players->list[i].seated && load_players->list[i].ws != NULL)
            return false;
    return true;
}

void load_players_join(struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++) {
        if (!load_players->list[i].seated && load_players->list[i].ws != NULL)
            act(load_players, &load_players->list[i]);
        if (i % 64 == 0)
            receive_all(load_players, 1);
    }
    for (double end = load_now_ms() + SEATED_MS; !all_seated(load_players) && load_now_ms() < end;)
        receive_all(load_players, 10);
    start_games(load_players);
    load_players_idle(load_players, 1);
}

static void plan(struct load_players *load_players, struct load_player *player, double at)
{
    struct load_player **slot = &load_players->wheel[(uint64_t)at % WHEEL];
    player->next_at = at;
    player->next = *slot;
    *slot = player;
}

/* Lets the players act whose time has come. True: some did. */
static bool act_when_due(struct load_players *load_players, double from, double now, double pace)
{
    bool acted = false;
    for (uint64_t ms = (uint64_t)from; ms <= (uint64_t)now; ms++) {
        struct load_player *player = load_players->wheel[ms % WHEEL];
        load_players->wheel[ms % WHEEL] = NULL;
        while (player != NULL) {
            struct load_player *next = player->next;
            if (player->next_at > now) { /* later in this slot, or in a later turn of the wheel */
                plan(load_players, player, player->next_at);
            } else if (player->ws != NULL) {
                act(load_players, player);
                plan(load_players, player,
                     now + 1 + pace * (500 + carom_random_below(&load_players->random, 1000)) / 1000);
                acted = true;
            }
            player = next;
        }
    }
    return acted;
}

void load_players_play(struct load_players *load_players, double seconds, double pace, struct load_result *result)
{
    memset(load_players->histogram, 0, sizeof load_players->histogram);
    memset(load_players->wheel, 0, sizeof load_players->wheel);
    load_players->samples = load_players->commands = load_players->accepted = 0;
    load_players->measuring = true;
    double begin = load_now_ms();
    for (unsigned i = 0; i < load_players->count; i++)
        plan(load_players, &load_players->list[i],
             begin + pace * carom_random_below(&load_players->random, 1000) / 1000);
    double rest = 0;
    double last = begin;
    for (double now = begin; now < begin + seconds * 1000; now = load_now_ms()) {
        bool acted = act_when_due(load_players, last, now, pace);
        last = now;
        double before = load_now_ms();
        receive_all(load_players, acted ? 0 : 1);
        rest += acted ? 0 : load_now_ms() - before;
    }
    load_players->measuring = false;
    *result = (struct load_result){
        .commands = load_players->commands,
        .accepted = load_players->accepted,
        .samples = load_players->samples,
        .p50 = percentile(load_players, 0.5),
        .p99 = percentile(load_players, 0.99),
        .worst = percentile(load_players, 0.999999999),
        .seconds = (load_now_ms() - begin) / 1000,
        .cpu_share = 1 - rest / (seconds * 1000),
        .lost = load_players->lost,
    };
}
