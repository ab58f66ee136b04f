/*
 * Where callers arrive, and what the loop does for them.
 */
#include "room.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAMELESS_MS 600000 /* without a table and without a word */
#define SILENT_MS 3600000  /* with one: people think */

/* ---- told and gone: noted, and seen to in the next turn, because either comes in the middle of something else ---- */

/* What waits here counts as what waits to be read: the limits of the queue hold for both together. */
static void told(struct peer *peer, struct bytes *frame)
{
    struct caller *caller = peer->caller;
    struct unread *item = must_alloc(sizeof *item);
    item->frame = frame;
    frame->refs++;
    *caller->unread_end = item;
    caller->unread_end = &item->next;
    peer->queue.bytes += frame->length;
    caller->rrgp->news = true;
}

static void drop_first(struct caller *caller)
{
    struct unread *item = caller->unread;
    caller->unread = item->next;
    if (caller->unread == NULL)
        caller->unread_end = &caller->unread;
    if (!caller->peer->closed) /* whose queue is gone with all it had */
        caller->peer->queue.bytes -= item->frame->length;
    bytes_release(item->frame);
    free(item);
}

static void closed(struct peer *peer)
{
    peer->caller->rrgp->news = true;
}

static bool heard(struct peer *peer, const char *data, size_t length)
{
    struct caller *caller = peer->caller;
    if (length > sizeof caller->input - caller->input_length)
        return false;
    memcpy(caller->input + caller->input_length, data, length);
    caller->input_length += length;
    caller_go_on(caller);
    return caller->input_length < sizeof caller->input;
}

static void bye(struct peer *peer, const struct refused *refused)
{
    SAY(peer->caller, "NOTICE", "MESSAGE", "carom", carom_why(refused->why)->sentence);
}

static const struct wire lines = {
    .heard = heard, .told = told, .bye = bye, .closed = closed, .hello_ms = NAMELESS_MS, .silent_ms = SILENT_MS};

/* ---- arriving ---- */

static unsigned callers_of(const struct rrgp *rrgp, const struct visitor *visitor)
{
    unsigned count = 0;
    for (const struct caller *caller = rrgp->callers; caller != NULL; caller = caller->next)
        count += caller->peer->visitor == visitor;
    return count;
}

static bool may_call(struct rrgp *rrgp, struct visitor *visitor, carom_ms now)
{
    const struct serve_options *options = rrgp->net->base->options;
    return net_admits(rrgp->net, visitor, now) && rrgp->count < CALLERS_MOST && callers_of(rrgp, visitor) < EACH_MOST &&
           rrgp->net->count < options->max_connections &&
           !visitor_full(visitor, COUNT_SOCKETS, options->max_per_address);
}

/* Nobody answers pings here: the system finds out who is gone. */
static void keep_alive(int fd)
{
    int on = 1, idle = 30, every = 10, times = 3;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof times);
}

static void close_socket(void *owner, void *socket)
{
    (void)owner;
    close((int)(intptr_t)socket);
}

static void begin(struct rrgp *rrgp, int fd, struct visitor *visitor)
{
    struct caller *caller = must_alloc(sizeof *caller);
    keep_alive(fd);
    struct upgraded upgraded = {.fd = fd, .socket = (void *)(intptr_t)fd, .close = close_socket};
    caller->peer = peer_begin_wire(rrgp->net, visitor, upgraded, &lines, caller);
    if (caller->peer == NULL) {
        free(caller);
        return;
    }
    peer_use(caller->peer);
    caller->rrgp = rrgp;
    caller->unread_end = &caller->unread;
    caller->next = rrgp->callers;
    rrgp->callers = caller;
    rrgp->count++;
}

static void on_arrived(void *context, int fd, const struct sockaddr *from, socklen_t length)
{
    struct rrgp *rrgp = context;
    struct address address;
    carom_ms now = clock_now();
    (void)length;
    address_take(&address, from);
    bool banned = ban_left(&rrgp->net->bans, &address, now) > 0;
    struct visitor *visitor = banned ? NULL : visitor_of(&rrgp->net->visitors, &address, now);
    if (visitor != NULL && may_call(rrgp, visitor, now))
        begin(rrgp, fd, visitor);
    else
        close(fd);
    if (visitor != NULL)
        visitor_release(&rrgp->net->visitors, visitor);
}

/* ---- turns ---- */

static void free_caller(struct caller *caller)
{
    while (caller->unread != NULL)
        drop_first(caller);
    peer_release(caller->peer);
    free(caller);
}

static void collect(struct rrgp *rrgp)
{
    struct caller **link = &rrgp->callers;
    while (*link != NULL) {
        struct caller *caller = *link;
        if (!caller->peer->closed) {
            link = &caller->next;
            continue;
        }
        *link = caller->next;
        rrgp->count--;
        if (caller->name[0] != '\0')
            SAY_ALL(rrgp, NULL, "NOTICE", "QUIT", caller->name);
        free_caller(caller);
    }
}

static void see(struct caller *caller)
{
    caller->peer->now = clock_now();
    while (caller->unread != NULL && !caller->peer->closing) {
        struct bytes *frame = caller->unread->frame;
        size_t length;
        const char *text = frame_words(frame, &length);
        frame->refs++;
        drop_first(caller);
        ask_told(caller, text, length);
        bytes_release(frame);
    }
    if (!caller->peer->closing)
        caller_go_on(caller);
}

bool rrgp_turn(struct rrgp *rrgp)
{
    if (rrgp == NULL || !rrgp->news)
        return false;
    rrgp->news = false;
    for (struct caller *caller = rrgp->callers; caller != NULL; caller = caller->next)
        if (caller->unread != NULL)
            see(caller);
    collect(rrgp);
    return true;
}

void rrgp_sweep(struct rrgp *rrgp, carom_ms now)
{
    if (rrgp == NULL)
        return;
    for (struct caller *caller = rrgp->callers; caller != NULL; caller = caller->next)
        if (!caller->peer->closing)
            notice_sand(caller, now);
    games_tidy(rrgp);
}

/* ---- beginning and end ---- */

bool rrgp_start(struct rrgp **started, struct net *net, struct tables *tables)
{
    const struct serve_options *options = net->base->options;
    *started = NULL;
    if (options->rrgp == 0)
        return true;
    if (options->password_file[0] != '\0') {
        log_line(SERVE_LOG_ERROR, "bad-option", "option=rrgp why=\"nobody can say the password there\"");
        return false;
    }
    struct rrgp *rrgp = must_alloc(sizeof *rrgp);
    rrgp->net = net;
    rrgp->tables = tables;
    if (!listeners_open_port(&rrgp->listeners, net->base, options->rrgp)) {
        free(rrgp);
        return false;
    }
    rrgp->nodes = must_alloc(FRAME_NODES * sizeof *rrgp->nodes);
    listeners_start(&rrgp->listeners, on_arrived, rrgp);
    log_line(SERVE_LOG_INFO, "rrgp", "port=%llu", (unsigned long long)options->rrgp);
    *started = rrgp;
    return true;
}

void rrgp_quiesce(struct rrgp *rrgp)
{
    if (rrgp != NULL)
        listeners_stop(&rrgp->listeners);
}

void rrgp_free(struct rrgp *rrgp)
{
    if (rrgp == NULL)
        return;
    while (rrgp->callers != NULL) {
        struct caller *caller = rrgp->callers;
        rrgp->callers = caller->next;
        free_caller(caller);
    }
    free(rrgp->nodes);
    free(rrgp);
}
