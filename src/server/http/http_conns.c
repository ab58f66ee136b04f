/*
 * HTTP connections, in two lists ordered by time, so that the oldest is always the first.
 */
#include "http_conns.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define REQUEST_MS 10000 /* for a whole request, including the idle time before it */
#define ANSWER_MS 120000 /* for receiving the reply */
#define SPARE 64         /* connections per address beyond its WebSockets */

/* ---- the lists ---- */

static struct http_conn_list *list_of(struct http_conns *conns, enum http_conn_state state)
{
    switch (state) {
    case CONN_READING:
        return &conns->waiting;
    case CONN_REPLYING:
        return &conns->answering;
    case CONN_ACCEPTED:
    case CONN_HANDLING:
    case CONN_UPGRADED:
    case CONN_CLOSING:
        break;
    }
    return NULL;
}

static void take_out(struct http_conn *conn)
{
    struct http_conn_list *list = list_of(conn->conns, conn->state);
    if (list == NULL)
        return;
    *conn->link = conn->next;
    if (conn->next != NULL)
        conn->next->link = conn->link;
    else
        list->end = conn->link;
}

void http_conn_set_state(struct http_conn *conn, enum http_conn_state state, carom_ms now)
{
    struct http_conn_list *list = list_of(conn->conns, state);
    take_out(conn);
    conn->conns->http_count -= conn->state != CONN_UPGRADED && state == CONN_UPGRADED;
    conn->state = state;
    conn->since = now;
    if (list == NULL)
        return;
    conn->next = NULL;
    conn->link = list->end;
    *list->end = conn;
    list->end = &conn->next;
}

/* ---- owners ---- */

static void clear_owner(struct http_conn *conn)
{
    if (conn->client_addr == NULL)
        return;
    client_addr_count(conn->client_addr, COUNTER_CONNECTIONS, -1);
    client_addr_unref(&conn->conns->net->client_addrs, conn->client_addr);
    conn->client_addr = NULL;
}

bool http_conn_set_owner(struct http_conn *conn, struct client_addr *client_addr)
{
    uint64_t most = conn->conns->net->base->options->max_per_address + SPARE;
    if (conn->client_addr == client_addr)
        return true;
    clear_owner(conn);
    if (client_addr_at_limit(client_addr, COUNTER_CONNECTIONS, most))
        return false;
    client_addr_ref(client_addr);
    client_addr_count(client_addr, COUNTER_CONNECTIONS, 1);
    conn->client_addr = client_addr;
    return true;
}

/* ---- accepting ---- */

/* Closes the connection that has waited longest if there are too many. */
static bool close_oldest_if_full(struct http_conns *conns, carom_ms now)
{
    struct http_conn *oldest = conns->waiting.first != NULL ? conns->waiting.first : conns->answering.first;
    if (oldest == NULL)
        return false;
    shutdown(oldest->fd, SHUT_RDWR);
    http_conn_set_state(oldest, CONN_CLOSING, now);
    return true;
}

/* May this connection be accepted? A proxy has no limit of its own: its clients have. */
static bool may_accept(struct http_conn *conn, carom_ms now)
{
    struct net *net = conn->conns->net;
    if (networks_contain(conn->conns->proxies, &conn->conn))
        return true;
    struct client_addr *client_addr = client_addr_get(&net->client_addrs, &conn->conn, now);
    if (client_addr == NULL)
        return false;
    bool good = net_may_connect(net, client_addr, now) && http_conn_set_owner(conn, client_addr);
    client_addr_unref(&net->client_addrs, client_addr);
    return good;
}

static struct http_conn *conn_new(struct http_conns *conns, int fd, const struct address *peer)
{
    size_t room = conns->capacity;
    conns->by_fd = xgrow(conns->by_fd, &conns->capacity, (size_t)fd + 1, sizeof *conns->by_fd);
    for (; room < conns->capacity; room++)
        conns->by_fd[room] = NULL;
    if (conns->by_fd[fd] != NULL)
        http_conn_free(conns->by_fd[fd]); /* libmicrohttpd could not take it and has closed it */
    struct http_conn *conn = xcalloc(sizeof *conn);
    *conn = (struct http_conn){.conns = conns, .fd = fd, .state = CONN_ACCEPTED, .conn = *peer};
    conns->by_fd[fd] = conn;
    conns->http_count++;
    return conn;
}

bool http_conns_accept(struct http_conns *conns, int fd, const struct address *peer, carom_ms now)
{
    struct http_conn *conn = conn_new(conns, fd, peer);
    if (may_accept(conn, now) && (conns->http_count <= conns->max || close_oldest_if_full(conns, now)))
        return true;
    http_conn_free(conn);
    close(fd);
    return false;
}

struct http_conn *http_conns_by_fd(const struct http_conns *conns, int fd)
{
    return fd >= 0 && (size_t)fd < conns->capacity ? conns->by_fd[fd] : NULL;
}

void http_conn_free(struct http_conn *conn)
{
    struct http_conns *conns = conn->conns;
    take_out(conn);
    clear_owner(conn);
    conns->http_count -= conn->state != CONN_UPGRADED;
    conns->by_fd[conn->fd] = NULL;
    free(conn);
}

/* ---- timeouts ---- */

static void close_oldest(struct http_conns *conns, const struct http_conn_list *list, carom_ms before)
{
    while (list->first != NULL && list->first->since < before) {
        shutdown(list->first->fd, SHUT_RDWR);
        http_conn_set_state(list->first, CONN_CLOSING, before);
        conns->net->base->metrics.http_timeouts_total++;
    }
}

void http_conns_sweep(struct http_conns *conns, carom_ms now)
{
    close_oldest(conns, &conns->waiting, now - REQUEST_MS);
    close_oldest(conns, &conns->answering, now - ANSWER_MS);
}

/* ---- start and stop ---- */

void lines_start(struct http_conns *conns, struct net *net, const struct networks *proxies, unsigned most)
{
    *conns = (struct http_conns){.net = net, .proxies = proxies, .max = most};
    conns->waiting.end = &conns->waiting.first;
    conns->answering.end = &conns->answering.first;
}

void http_conns_destroy(struct http_conns *conns)
{
    for (size_t fd = 0; fd < conns->capacity; fd++)
        if (conns->by_fd[fd] != NULL)
            http_conn_free(conns->by_fd[fd]);
    free(conns->by_fd);
}
