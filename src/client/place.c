/*
 * Where a table is: addresses as people share them, a socket there, and the few things that are asked over HTTP.
 */
#include "client.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNECT_MS 10000

const char *client_sentence(enum client_trouble trouble)
{
    static const char *const sentences[CLIENT_TROUBLES] = {
        [CLIENT_FINE] = "",
        [CLIENT_TROUBLE_ADDRESS] = "this is no address of a table; expected http://HOST:PORT/t/CODE",
        [CLIENT_TROUBLE_SECURE] =
            "https is not spoken here; expected http://, to the server itself or through a tunnel",
        [CLIENT_TROUBLE_CODE] = "the address has no table's code; expected http://HOST:PORT/t/CODE",
        [CLIENT_TROUBLE_AWAY] = "there is no answer from that server",
        [CLIENT_TROUBLE_PROTOCOL] = "what answers there is no server of carom",
        [CLIENT_TROUBLE_EVENT] = "the server sent an event that cannot be read",
    };
    return sentences[trouble];
}

/* Copies up to `length` bytes; false: they do not fit. */
static bool take(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size)
        return false;
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

static const char *without_scheme(const char *address)
{
    static const char *const schemes[] = {"http://", "ws://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strncmp(address, schemes[i], strlen(schemes[i])) == 0)
            return address + strlen(schemes[i]);
    return address;
}

/* `HOST`, `HOST:PORT`, `[ADDRESS]:PORT`. */
static bool read_host(struct client_place *place, const char *words, size_t length)
{
    const char *end = words + length;
    const char *host = words;
    const char *behind = memchr(words, ':', length);
    if (length > 0 && *words == '[') {
        host = words + 1;
        const char *bracket = memchr(words, ']', length);
        if (bracket == NULL || !take(place->host, sizeof place->host, host, (size_t)(bracket - host)))
            return false;
        behind = bracket + 1;
    } else if (!take(place->host, sizeof place->host, host, (size_t)((behind != NULL ? behind : end) - host))) {
        return false;
    }
    if (behind == NULL || behind == end)
        return snprintf(place->port, sizeof place->port, "80") > 0 && place->host[0] != '\0';
    size_t digits = (size_t)(end - behind - 1);
    return *behind == ':' && digits > 0 && take(place->port, sizeof place->port, behind + 1, digits) &&
           strspn(place->port, "0123456789") == digits && atoi(place->port) <= 65535 && place->host[0] != '\0';
}

static bool read_path(struct client_place *place, const char *path)
{
    if (path[0] == '\0' || strcmp(path, "/") == 0 || strcmp(path, "/ws") == 0)
        return true;
    if (strncmp(path, "/t/", 3) != 0)
        return false;
    size_t length = strcspn(path + 3, "/?#");
    return length > 0 && take(place->code, sizeof place->code, path + 3, length);
}

enum client_trouble client_place_read(struct client_place *place, const char *address)
{
    *place = (struct client_place){0};
    if (strncmp(address, "https://", 8) == 0 || strncmp(address, "wss://", 6) == 0)
        return CLIENT_TROUBLE_SECURE;
    const char *words = without_scheme(address);
    size_t length = strcspn(words, "/?#");
    const char *at = memchr(words, '@', length);
    if (at != NULL) {
        const char *colon = memchr(words, ':', (size_t)(at - words));
        if (colon == NULL || !take(place->password, sizeof place->password, colon + 1, (size_t)(at - colon - 1)))
            return CLIENT_TROUBLE_ADDRESS;
        length -= (size_t)(at + 1 - words);
        words = at + 1;
    }
    bool good = read_host(place, words, length) && read_path(place, words + length);
    return good ? CLIENT_FINE : CLIENT_TROUBLE_ADDRESS;
}

void client_authorization(const struct client_place *place, char line[CLIENT_AUTHORIZATION])
{
    char plain[sizeof place->password + 1];
    char coded[CLIENT_AUTHORIZATION - 32];
    int length = snprintf(plain, sizeof plain, ":%s", place->password);
    line[0] = '\0';
    if (place->password[0] == '\0')
        return;
    sodium_bin2base64(coded, sizeof coded, (const unsigned char *)plain, (size_t)length,
                      sodium_base64_VARIANT_ORIGINAL);
    snprintf(line, CLIENT_AUTHORIZATION, "Authorization: Basic %s\r\n", coded);
}

static bool connect_in_time(int fd, const struct addrinfo *to)
{
    int error = 0;
    socklen_t size = sizeof error;
    int flags = fcntl(fd, F_GETFL);
    fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    if (connect(fd, to->ai_addr, to->ai_addrlen) != 0) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        if (poll(&wait, 1, CONNECT_MS) != 1 || getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0)
            return false;
    }
    fcntl(fd, F_SETFL, flags);
    return true;
}

int client_connect(const struct client_place *place)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_family = AF_UNSPEC};
    struct addrinfo *list = NULL;
    int fd = -1, on = 1;
    if (getaddrinfo(place->host, place->port, &hints, &list) != 0)
        return -1;
    for (const struct addrinfo *to = list; to != NULL && fd < 0; to = to->ai_next) {
        fd = socket(to->ai_family, to->ai_socktype | SOCK_CLOEXEC, to->ai_protocol);
        if (fd >= 0 && !connect_in_time(fd, to)) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    if (fd >= 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

/* The whole answer, up to the end of the connection. */
static size_t read_all(int fd, char *bytes, size_t size)
{
    size_t length = 0;
    ssize_t got;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    while (length < size - 1 && poll(&wait, 1, CONNECT_MS) == 1 &&
           (got = read(fd, bytes + length, size - 1 - length)) > 0)
        length += (size_t)got;
    bytes[length] = '\0';
    return length;
}

unsigned client_http(const struct client_place *place, const char *method, const char *path, const char *body,
                     char *answer, size_t size)
{
    char head[2048];
    char authorization[CLIENT_AUTHORIZATION];
    unsigned status = 0;
    client_authorization(place, authorization);
    int fd = client_connect(place);
    answer[0] = '\0';
    if (fd < 0)
        return 0;
    int length = snprintf(head, sizeof head,
                          "%s %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n", method,
                          path, place->host, place->port, authorization, strlen(body));
    bool sent = length > 0 && (size_t)length < sizeof head && send(fd, head, (size_t)length, MSG_NOSIGNAL) == length &&
                send(fd, body, strlen(body), MSG_NOSIGNAL) == (ssize_t)strlen(body);
    if (sent && read_all(fd, answer, size) > 0 && sscanf(answer, "HTTP/1.1 %3u", &status) != 1)
        status = 0;
    close(fd);
    const char *behind = strstr(answer, "\r\n\r\n");
    if (behind == NULL)
        return 0;
    memmove(answer, behind + 4, strlen(behind + 4) + 1);
    return status;
}
