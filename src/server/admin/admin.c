/*
 * The socket of `carom admin`: a line comes, lines go, and the connection ends. The file has the mode 0600, and that is
 * all the protection there is and has to be.
 */
#include "room.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define CALLERS_MOST SMALL(16, 1)

struct admin {
    uv_pipe_t listener;
    struct net *net;
    struct tables *tables;
    struct serve_options *options;
    bool (*reload)(void *server);
    void *server;
    struct caller *callers;
    unsigned count;
    char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
};

/* Somebody who asks. */
struct caller {
    uv_pipe_t pipe;
    uv_write_t write;
    struct admin *admin;
    struct caller *next;
    struct caller **link;
    char request[REQUEST_MOST];
    size_t length;
    struct carom_json json;
    struct carom_json_node nodes[REQUEST_NODES_MOST];
    struct act act;
};

/* ---- opening ---- */

static int open_path(const char *path)
{
    struct sockaddr_un place;
    if (!net_place(&place, path))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    mode_t before = umask(0177); /* nobody else, from the first moment on */
    int bound = bind(fd, (const struct sockaddr *)&place, sizeof place);
    int why = errno;
    umask(before);
    if (bound == 0)
        return fd;
    close(fd);
    errno = why;
    return -1;
}

bool admin_listen(const struct serve_options *options, int *fd)
{
    char beside[4096];
    const char *path = options->admin;
    *fd = -1;
    if (path == NULL && options->store[0] != '\0')
        return true;
    snprintf(beside, sizeof beside, "%s-admin", options->data);
    path = path != NULL ? path : beside;
    if (path[0] == '\0')
        return true;
    *fd = open_path(path);
    if (*fd >= 0)
        return true;
    bool named = options->admin != NULL;
    log_line(named ? SERVE_LOG_ERROR : SERVE_LOG_WARN, "no-admin", "path=%s why=\"%s\"", path, strerror(errno));
    return !named;
}

/* ---- callers ---- */

static void free_caller(uv_handle_t *handle)
{
    struct caller *caller = handle->data;
    free(caller->act.bytes);
    free(caller->act.page);
    free(caller);
}

static void end(struct caller *caller)
{
    if (uv_is_closing((uv_handle_t *)&caller->pipe))
        return;
    *caller->link = caller->next;
    if (caller->next != NULL)
        caller->next->link = caller->link;
    caller->admin->count--;
    uv_close((uv_handle_t *)&caller->pipe, free_caller);
}

static void on_written(uv_write_t *write, int status)
{
    (void)status;
    end(write->data);
}

static void send_answer(struct act *act)
{
    struct caller *caller = (struct caller *)((char *)act - offsetof(struct caller, act));
    uv_buf_t buffer = uv_buf_init(act->bytes, (unsigned)act->length);
    caller->write.data = caller;
    if (uv_write(&caller->write, (uv_stream_t *)&caller->pipe, &buffer, 1, on_written) != 0)
        end(caller);
}

static void answer(struct caller *caller, size_t length)
{
    struct admin *admin = caller->admin;
    if (!carom_json_read(&caller->json, caller->nodes, REQUEST_NODES_MOST, caller->request, length, NULL) ||
        !carom_json_is(&caller->json, 0, CAROM_JSON_OBJECT)) {
        end(caller);
        return;
    }
    caller->act = (struct act){.net = admin->net,
                               .tables = admin->tables,
                               .options = admin->options,
                               .reload = admin->reload,
                               .server = admin->server,
                               .path = admin->path,
                               .json = &caller->json,
                               .now = clock_now(),
                               .end = send_answer};
    uv_read_stop((uv_stream_t *)&caller->pipe); /* whoever goes meanwhile is noticed when the answer is sent */
    act_do(&caller->act);
}

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    struct caller *caller = handle->data;
    (void)wanted;
    *buffer = uv_buf_init(caller->request + caller->length, (unsigned)(sizeof caller->request - caller->length));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct caller *caller = stream->data;
    (void)buffer;
    if (count < 0) {
        end(caller);
        return;
    }
    caller->length += (size_t)count;
    const char *line_end = memchr(caller->request, '\n', caller->length);
    if (line_end != NULL)
        answer(caller, (size_t)(line_end - caller->request));
    else if (caller->length == sizeof caller->request)
        end(caller);
}

static void on_caller(uv_stream_t *listener, int status)
{
    struct admin *admin = listener->data;
    struct caller *caller = must_alloc(sizeof *caller);
    caller->admin = admin;
    uv_pipe_init(listener->loop, &caller->pipe, 0);
    caller->pipe.data = caller;
    caller->next = admin->callers;
    caller->link = &admin->callers;
    if (caller->next != NULL)
        caller->next->link = &caller->next;
    admin->callers = caller;
    admin->count++;
    if (status != 0 || uv_accept(listener, (uv_stream_t *)&caller->pipe) != 0 || admin->count > CALLERS_MOST ||
        uv_read_start((uv_stream_t *)&caller->pipe, give_room, on_read) != 0)
        end(caller);
}

/* ---- beginning and end ---- */

struct admin *admin_start(int fd, struct net *net, struct tables *tables, struct serve_options *options,
                          bool (*reload)(void *server), void *server)
{
    if (fd < 0)
        return NULL;
    struct admin *admin = must_alloc(sizeof *admin);
    struct sockaddr_un place = {0};
    socklen_t length = sizeof place;
    getsockname(fd, (struct sockaddr *)&place, &length);
    snprintf(admin->path, sizeof admin->path, "%s", place.sun_path);
    admin->net = net;
    admin->tables = tables;
    admin->options = options;
    admin->reload = reload;
    admin->server = server;
    bans_recall(&net->bans, admin->path, clock_now());
    uv_pipe_init(&net->base->loop, &admin->listener, 0);
    admin->listener.data = admin;
    must(uv_pipe_open(&admin->listener, fd) == 0);
    must(uv_listen((uv_stream_t *)&admin->listener, CALLERS_MOST, on_caller) == 0);
    return admin;
}

static void free_admin(uv_handle_t *handle)
{
    free(handle->data);
}

void admin_stop(struct admin *admin)
{
    if (admin == NULL)
        return;
    unlink(admin->path);
    while (admin->callers != NULL)
        end(admin->callers);
    uv_close((uv_handle_t *)&admin->listener, free_admin);
}
