/*
 * Lines: two lists in the order of time, so that the oldest is always the first.
 */
#include "lines.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define REQUEST_MS 10000 /* for a whole request, idle time between two of them included */
#define ANSWER_MS 120000 /* for taking the answer */
#define SPARE 64         /* connections of an address beyond its WebSockets */

/* ---- the lists ---- */

static struct line_list *list_of(struct lines *lines, enum line_state state)
{
    switch (state) {
    case LINE_WAITING:
        return &lines->waiting;
    case LINE_ANSWERING:
        return &lines->answering;
    case LINE_ARRIVING:
    case LINE_WORKING:
    case LINE_UPGRADED:
    case LINE_ENDING:
        break;
    }
    return NULL;
}

static void take_out(struct line *line)
{
    struct line_list *list = list_of(line->lines, line->state);
    if (list == NULL)
        return;
    *line->link = line->next;
    if (line->next != NULL)
        line->next->link = line->link;
    else
        list->end = line->link;
}

void line_is(struct line *line, enum line_state state, carom_ms now)
{
    struct line_list *list = list_of(line->lines, state);
    take_out(line);
    line->lines->plain -= line->state != LINE_UPGRADED && state == LINE_UPGRADED;
    line->state = state;
    line->since = now;
    if (list == NULL)
        return;
    line->next = NULL;
    line->link = list->end;
    *list->end = line;
    list->end = &line->next;
}

/* ---- whose they are ---- */

static void disown(struct line *line)
{
    if (line->visitor == NULL)
        return;
    visitor_count(line->visitor, COUNT_CONNECTIONS, -1);
    visitor_release(&line->lines->net->visitors, line->visitor);
    line->visitor = NULL;
}

bool line_belongs(struct line *line, struct visitor *visitor)
{
    uint64_t most = line->lines->net->base->options->max_per_address + SPARE;
    if (line->visitor == visitor)
        return true;
    disown(line);
    if (visitor_full(visitor, COUNT_CONNECTIONS, most))
        return false;
    visitor_use(visitor);
    visitor_count(visitor, COUNT_CONNECTIONS, 1);
    line->visitor = visitor;
    return true;
}

/* ---- arriving ---- */

/* The oldest of those that keep us waiting has to go. */
static bool make_room(struct lines *lines, carom_ms now)
{
    struct line *oldest = lines->waiting.first != NULL ? lines->waiting.first : lines->answering.first;
    if (oldest == NULL)
        return false;
    shutdown(oldest->fd, SHUT_RDWR);
    line_is(oldest, LINE_ENDING, now);
    return true;
}

/* A proxy may open as many as it likes: those it asks for have limits. */
static bool may_arrive(struct line *line, carom_ms now)
{
    struct net *net = line->lines->net;
    if (networks_have(line->lines->proxies, &line->peer))
        return true;
    struct visitor *visitor = visitor_of(&net->visitors, &line->peer, now);
    if (visitor == NULL)
        return false;
    bool good = net_admits(net, visitor, now) && line_belongs(line, visitor);
    visitor_release(&net->visitors, visitor);
    return good;
}

static struct line *new_line(struct lines *lines, int fd, const struct address *peer)
{
    size_t room = lines->room;
    lines->by_fd = must_grow(lines->by_fd, &lines->room, (size_t)fd + 1, sizeof *lines->by_fd);
    for (; room < lines->room; room++)
        lines->by_fd[room] = NULL;
    if (lines->by_fd[fd] != NULL)
        line_free(lines->by_fd[fd]); /* libmicrohttpd could not take it, and has closed it */
    struct line *line = must_alloc(sizeof *line);
    *line = (struct line){.lines = lines, .fd = fd, .state = LINE_ARRIVING, .peer = *peer};
    lines->by_fd[fd] = line;
    lines->plain++;
    return line;
}

bool lines_arrive(struct lines *lines, int fd, const struct address *peer, carom_ms now)
{
    struct line *line = new_line(lines, fd, peer);
    if (may_arrive(line, now) && (lines->plain <= lines->most || make_room(lines, now)))
        return true;
    line_free(line);
    close(fd);
    return false;
}

struct line *lines_of(const struct lines *lines, int fd)
{
    return fd >= 0 && (size_t)fd < lines->room ? lines->by_fd[fd] : NULL;
}

void line_free(struct line *line)
{
    struct lines *lines = line->lines;
    take_out(line);
    disown(line);
    lines->plain -= line->state != LINE_UPGRADED;
    lines->by_fd[line->fd] = NULL;
    free(line);
}

/* ---- now and then ---- */

static void end_older(struct lines *lines, const struct line_list *list, carom_ms before)
{
    while (list->first != NULL && list->first->since < before) {
        shutdown(list->first->fd, SHUT_RDWR);
        line_is(list->first, LINE_ENDING, before);
        lines->net->base->metrics.slow_requests_total++;
    }
}

void lines_sweep(struct lines *lines, carom_ms now)
{
    end_older(lines, &lines->waiting, now - REQUEST_MS);
    end_older(lines, &lines->answering, now - ANSWER_MS);
}

/* ---- beginning and end ---- */

void lines_start(struct lines *lines, struct net *net, const struct networks *proxies, unsigned most)
{
    *lines = (struct lines){.net = net, .proxies = proxies, .most = most};
    lines->waiting.end = &lines->waiting.first;
    lines->answering.end = &lines->answering.first;
}

void lines_done(struct lines *lines)
{
    for (size_t fd = 0; fd < lines->room; fd++)
        if (lines->by_fd[fd] != NULL)
            line_free(lines->by_fd[fd]);
    free(lines->by_fd);
}
