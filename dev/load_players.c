/*
 * Thousands of players on one thread. They know just enough of the protocol to sit down and bid, lower each time, so
 * that every command is accepted and told to everybody at the table. What is measured is the time from sending a
 * command to its event's arrival at each of the others.
 */
#include "load.h"

#include <carom/json.h>
#include <carom/random.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define SEATED_MS 30000 /* until everybody sits: a game that has not begun takes no bids */
#define IN_BYTES 16384
#define EVENTS 1024
#define SEATS_MAX 64
#define FROM_ONE_ADDRESS 4000
#define COME_AT_ONCE 64 /* fewer than a server lets wait */
#define FRESH_MS 10000  /* an event belongs to a command that was sent so recently */
#define WHEEL 32768     /* milliseconds in which everybody has a place: who acts when */

struct load_player {
    int fd;
    unsigned table;
    unsigned number; /* its id is pNUMBER */
    bool seated;
    uint32_t moves; /* the last bid */
    double sent_at; /* of the last command; 0: none to wait for */
    char sent[8];   /* the event it should bring */
    double next_at;
    struct load_player *next; /* who acts in the same millisecond */
    size_t in_length;
    char *in; /* a message of which a part has arrived; NULL: none */
};

struct load_players {
    struct load_player *list;
    unsigned count;
    unsigned tables;
    unsigned (*seats)[SEATS_MAX]; /* table and player's number - 1 -> index + 1 */
    int epoll;
    struct load_player *wheel[WHEEL];
    struct carom_random random;
    bool measuring;
    uint64_t commands;
    uint64_t accepted;
    uint64_t samples;
    uint64_t histogram[100000]; /* in tenths of a millisecond */
    unsigned lost;
};

/* ---- frames ---- */

/* A request under construction: `{"do":"bid","moves":7}` without its end. */
static struct carom_text begin_request(const char *what)
{
    static char bytes[256];
    struct carom_text request = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&request, NULL, '{');
    carom_json_put_string(&request, "do", what);
    return request;
}

/* Ends it and sends it as a masked text frame; the mask is 0, which is allowed and saves the work. */
static void send_request(struct load_player *player, struct carom_text *request)
{
    unsigned char frame[512];
    carom_json_end(request, '}');
    size_t length = request->length;
    size_t head = length < 126 ? 2 : 4;
    frame[0] = 0x81;
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (head == 4) {
        frame[2] = (unsigned char)(length >> 8);
        frame[3] = (unsigned char)length;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, request->bytes, length);
    ssize_t written = write(player->fd, frame, head + 4 + length);
    (void)written; /* a connection that takes nothing is found out by reading */
}

static void send_pong(struct load_player *player, const unsigned char *payload, size_t length)
{
    unsigned char frame[131] = {0x8a, (unsigned char)(0x80 | length)};
    memcpy(frame + 6, payload, length);
    ssize_t written = write(player->fd, frame, 6 + length);
    (void)written;
}

/* ---- what arrives ---- */

static void add_sample(struct load_players *load_players, double ms)
{
    size_t at = ms <= 0 ? 0 : (size_t)(ms * 10);
    size_t most = sizeof load_players->histogram / sizeof load_players->histogram[0] - 1;
    load_players->histogram[at < most ? at : most]++;
    load_players->samples++;
}

/* Events name who brought them: `"ev":"bid","by":"p3"`. */
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

/* Takes whole frames from the front of `data`; returns the bytes used. */
static size_t take_frames(struct load_players *load_players, struct load_player *player, char *data, size_t length,
                          double now)
{
    size_t at = 0;
    while (length - at >= 2) {
        const unsigned char *frame = (const unsigned char *)data + at;
        size_t head = frame[1] < 126 ? 2 : frame[1] == 126 ? 4 : 10;
        if (length - at < head)
            break;
        size_t size = frame[1];
        if (head > 2) {
            size = 0;
            for (size_t i = 2; i < head; i++)
                size = size << 8 | frame[i];
        }
        if (length - at - head < size) /* eight bytes can say any size */
            break;
        if ((frame[0] & 15) == 9 && size < 126) {
            send_pong(player, frame + head, size);
        } else if ((frame[0] & 15) == 1) {
            char *text = data + at + head;
            char kept = text[size]; /* there is always one byte of room behind */
            text[size] = '\0';
            handle_message(load_players, player, text, now);
            text[size] = kept;
        }
        at += head + size;
    }
    return at;
}

static void drop_player(struct load_players *load_players, struct load_player *player)
{
    epoll_ctl(load_players->epoll, EPOLL_CTL_DEL, player->fd, NULL);
    close(player->fd);
    player->fd = -1;
    load_players->lost++;
}

static void receive(struct load_players *load_players, struct load_player *player)
{
    static char buffer[(1 << 18) + 1];
    double now = load_now_ms();
    memcpy(buffer, player->in != NULL ? player->in : "", player->in_length);
    ssize_t got = read(player->fd, buffer + player->in_length, sizeof buffer - 1 - player->in_length);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN)
            drop_player(load_players, player);
        return;
    }
    size_t length = player->in_length + (size_t)got;
    size_t used = take_frames(load_players, player, buffer, length, now);
    free(player->in);
    player->in = NULL;
    player->in_length = length - used;
    if (player->in_length > 0) {
        player->in = malloc(player->in_length);
        if (player->in == NULL) {
            player->in_length = 0;
            drop_player(load_players, player);
            return;
        }
        memcpy(player->in, buffer + used, player->in_length);
    }
}

static void receive_all(struct load_players *load_players, int wait_ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(load_players->epoll, events, EVENTS, wait_ms);
    for (int i = 0; i < count; i++)
        receive(load_players, &load_players->list[events[i].data.u32]);
}

/* ---- coming ---- */

/* Asks for a WebSocket. */
static bool come(struct load_player *player, unsigned index, const struct server_process *process)
{
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)process->port)};
    struct sockaddr_in from = {.sin_family = AF_INET};
    int late = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    /* From several addresses: of one, there are not many more ports than players, and the free ones take long to find.
     */
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + index / FROM_ONE_ADDRESS);
    player->fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(player->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &late, sizeof late);
    return player->fd >= 0 && bind(player->fd, (struct sockaddr *)&from, sizeof from) == 0 &&
           connect(player->fd, (struct sockaddr *)&address, sizeof address) == 0 &&
           write(player->fd, request, sizeof request - 1) == (ssize_t)sizeof request - 1;
}

static bool is_welcome(int fd)
{
    char answer[1024];
    size_t length = 0;
    ssize_t got; /* nothing follows the answer: nobody has said hello */
    while (length < sizeof answer - 1 && (got = read(fd, answer + length, sizeof answer - 1 - length)) > 0) {
        length += (size_t)got;
        answer[length] = '\0';
        if (length >= 4 && strcmp(answer + length - 4, "\r\n\r\n") == 0)
            return strncmp(answer, "HTTP/1.1 101", 12) == 0;
    }
    return false;
}

/* The answer is there: says hello at a table. */
static bool enter(struct load_players *load_players, unsigned index, const char *code)
{
    struct load_player *player = &load_players->list[index];
    int on = 1;
    if (!is_welcome(player->fd))
        return false;
    setsockopt(player->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(player->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    epoll_ctl(load_players->epoll, EPOLL_CTL_ADD, player->fd, &event);
    struct carom_text hello = begin_request("hello");
    carom_json_put_int(&hello, "version", 1);
    carom_json_put_string(&hello, "table", code);
    send_request(player, &hello);
    return true;
}

/* Many at a time: each waits for the server once, and so all of them wait together. */
static bool come_in(struct load_players *load_players, const struct server_processes *processes, unsigned connections,
                    char (*codes)[LOAD_CODE])
{
    while (load_players->count < connections) {
        unsigned from = load_players->count;
        for (; load_players->count < connections && load_players->count < from + COME_AT_ONCE; load_players->count++) {
            unsigned i = load_players->count;
            load_players->list[i].table = i % load_players->tables;
            /* Neighbours at a table are on different servers, as behind any balancer. */
            if (!come(&load_players->list[i], i, &processes->items[(i / load_players->tables + i) % processes->count]))
                return false;
        }
        for (unsigned i = from; i < load_players->count; i++)
            if (!enter(load_players, i, codes[i % load_players->tables]))
                return false;
        receive_all(load_players, 0);
    }
    return true;
}

struct load_players *players_new(const struct server_processes *processes, unsigned tables, unsigned connections,
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
        come_in(load_players, processes, connections, codes))
        return load_players;
    players_free(load_players);
    return NULL;
}

void players_free(struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++) {
        if (load_players->list[i].fd > 0)
            close(load_players->list[i].fd);
        free(load_players->list[i].in);
    }
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

/* Sends a request that should bring this event. */
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

/* The next thing a player says: a bid, lower than the last, so that every command is one that everybody is told. */
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

/* Starts the games: the first one at each table says so. */
static void start_games(struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++) {
        struct carom_text start = begin_request("start");
        if (load_players->list[i].seated && load_players->list[i].number == 1)
            send_request(&load_players->list[i], &start);
        if (i % 64 == 0)
            receive_all(load_players, 0);
    }
}

static bool all_seated(const struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++)
        if (!load_players->list[i].seated && load_players->list[i].fd >= 0)
            return false;
    return true;
}

void load_players_join(struct load_players *load_players)
{
    for (unsigned i = 0; i < load_players->count; i++) {
        if (!load_players->list[i].seated && load_players->list[i].fd >= 0)
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

/* Those whose time has come say something; true: somebody did. */
static bool act_when_due(struct load_players *load_players, double from, double now, double pace)
{
    bool acted = false;
    for (uint64_t ms = (uint64_t)from; ms <= (uint64_t)now; ms++) {
        struct load_player *player = load_players->wheel[ms % WHEEL];
        load_players->wheel[ms % WHEEL] = NULL;
        while (player != NULL) {
            struct load_player *next = player->next;
            if (player->next_at > now) { /* later in this millisecond, or when the wheel has turned */
                plan(load_players, player, player->next_at);
            } else if (player->fd >= 0) {
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

void players_play(struct load_players *load_players, double seconds, double pace, struct load_result *result)
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
