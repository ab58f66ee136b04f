/*
 * The socket of `carom admin`: one line in, lines out, and the connection is closed. The file has mode 0600, which is
 * the only protection, and enough.
 */
#include "internal.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define CALLERS_MAX TEST_LIMIT(16, 1)

struct admin {
    uv_pipe_t listener;
    struct net *net;
    struct tables *tables;
    struct company *company;
    struct serve_options *options;
    bool (*reload)(void *server);
    void *server;
    struct admin_conn *conns;
    unsigned count;
    char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
};

/* A connection of `carom admin`. */
struct admin_conn {
    uv_pipe_t pipe;
    uv_write_t write;
    struct admin *admin;
    struct admin_conn *next;
    struct admin_conn **link;
    char request[ADMIN_REQUEST_MAX];
    size_t length;
    struct carom_json json;
    struct carom_json_node nodes[REQUEST_NODES_MAX];
    struct admin_request admin_request;
};

/* ---- opening ---- */

static int open_path(const char *path)
{
    struct sockaddr_un place;
    if (!unix_socket_address(&place, path))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    mode_t before = umask(0177); /* no access for others from the start */
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
    log_event(named ? SERVE_LOG_ERROR : SERVE_LOG_WARN, "admin-socket-failed", "path=%s error=\"%s\"", path,
              strerror(errno));
    return !named;
}

/* ---- connections ---- */

static void free_admin_conn(uv_handle_t *handle)
{
    struct admin_conn *admin_conn = handle->data;
    free(admin_conn->admin_request.bytes);
    free(admin_conn->admin_request.rows);
    free(admin_conn);
}

static void end(struct admin_conn *admin_conn)
{
    if (uv_is_closing((uv_handle_t *)&admin_conn->pipe))
        return;
    *admin_conn->link = admin_conn->next;
    if (admin_conn->next != NULL)
        admin_conn->next->link = admin_conn->link;
    admin_conn->admin->count--;
    uv_close((uv_handle_t *)&admin_conn->pipe, free_admin_conn);
}

static void on_written(uv_write_t *write, int status)
{
    (void)status;
    end(write->data);
}

static void send_answer(struct admin_request *request)
{
    struct admin_conn *admin_conn = (struct admin_conn *)((char *)request - offsetof(struct admin_conn, admin_request));
    uv_buf_t buffer = uv_buf_init(request->bytes, (unsigned)request->length);
    admin_conn->write.data = admin_conn;
    if (uv_write(&admin_conn->write, (uv_stream_t *)&admin_conn->pipe, &buffer, 1, on_written) != 0)
        end(admin_conn);
}

static void answer(struct admin_conn *admin_conn, size_t length)
{
    struct admin *admin = admin_conn->admin;
    if (!carom_json_read(&admin_conn->json, admin_conn->nodes, REQUEST_NODES_MAX, admin_conn->request, length, NULL) ||
        !carom_json_is(&admin_conn->json, 0, CAROM_JSON_OBJECT)) {
        end(admin_conn);
        return;
    }
    admin_conn->admin_request = (struct admin_request){.net = admin->net,
                                                       .tables = admin->tables,
                                                       .company = admin->company,
                                                       .options = admin->options,
                                                       .reload = admin->reload,
                                                       .server = admin->server,
                                                       .path = admin->path,
                                                       .json = &admin_conn->json,
                                                       .now = clock_now_ms(),
                                                       .on_complete = send_answer};
    uv_read_stop(
        (uv_stream_t *)&admin_conn->pipe); /* a client that leaves meanwhile is noticed when the answer is sent */
    admin_dispatch(&admin_conn->admin_request);
}

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    struct admin_conn *admin_conn = handle->data;
    (void)wanted;
    *buffer = uv_buf_init(admin_conn->request + admin_conn->length,
                          (unsigned)(sizeof admin_conn->request - admin_conn->length));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct admin_conn *admin_conn = stream->data;
    (void)buffer;
    if (count < 0) {
        end(admin_conn);
        return;
    }
    admin_conn->length += (size_t)count;
    const char *line_end = memchr(admin_conn->request, '\n', admin_conn->length);
    if (line_end != NULL)
        answer(admin_conn, (size_t)(line_end - admin_conn->request));
    else if (admin_conn->length == sizeof admin_conn->request)
        end(admin_conn);
}

static void on_admin_connection(uv_stream_t *listener, int status)
{
    struct admin *admin = listener->data;
    struct admin_conn *admin_conn = xcalloc(sizeof *admin_conn);
    admin_conn->admin = admin;
    uv_pipe_init(listener->loop, &admin_conn->pipe, 0);
    admin_conn->pipe.data = admin_conn;
    admin_conn->next = admin->conns;
    admin_conn->link = &admin->conns;
    if (admin_conn->next != NULL)
        admin_conn->next->link = &admin_conn->next;
    admin->conns = admin_conn;
    admin->count++;
    if (status != 0 || uv_accept(listener, (uv_stream_t *)&admin_conn->pipe) != 0 || admin->count > CALLERS_MAX ||
        uv_read_start((uv_stream_t *)&admin_conn->pipe, on_alloc, on_read) != 0)
        end(admin_conn);
}

/* ---- starting and stopping ---- */

struct admin *admin_start(int fd, struct net *net, struct company *company, struct serve_options *options,
                          bool (*reload)(void *server), void *server)
{
    if (fd < 0)
        return NULL;
    struct admin *admin = xcalloc(sizeof *admin);
    struct sockaddr_un place = {0};
    socklen_t length = sizeof place;
    getsockname(fd, (struct sockaddr *)&place, &length);
    snprintf(admin->path, sizeof admin->path, "%s", place.sun_path);
    admin->net = net;
    admin->tables = company->tables;
    admin->company = company;
    admin->options = options;
    admin->reload = reload;
    admin->server = server;
    bans_load(&net->bans, admin->path, clock_now_ms());
    uv_pipe_init(&net->base->loop, &admin->listener, 0);
    admin->listener.data = admin;
    check_alloc(uv_pipe_open(&admin->listener, fd) == 0);
    check_alloc(uv_listen((uv_stream_t *)&admin->listener, CALLERS_MAX, on_admin_connection) == 0);
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
    while (admin->conns != NULL)
        end(admin->conns);
    uv_close((uv_handle_t *)&admin->listener, free_admin);
}
