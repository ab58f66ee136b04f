/*
 * Where a table is: addresses as people share them, and the few things that are asked over HTTP.
 */
#include "stream.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_MS 10000

const char *client_error_sentence(enum client_error error)
{
    static const char *const sentences[CLIENT_ERRORS] = {
        [CLIENT_OK] = "",
        [CLIENT_ERROR_ADDRESS] = "this is not a table's address; expected http://HOST:PORT/t/CODE",
        [CLIENT_ERROR_CODE] = "the address has no table code; expected http://HOST:PORT/t/CODE",
        [CLIENT_ERROR_UNREACHABLE] = "the server does not answer; is it running at that address?",
        [CLIENT_ERROR_PROTOCOL] = "that is not a carom server; check the address",
        [CLIENT_ERROR_EVENT] = "the server sent an invalid event; is its version newer?",
        [CLIENT_ERROR_DISCONNECTED] =
            "the server closed the connection when TLS began; if it has no TLS, use http:// or ws://",
        [CLIENT_ERROR_PASSWORD] = "wrong password; expected http://:PASSWORD@HOST:PORT/t/CODE",
        [CLIENT_ERROR_TLS] = "the server does not speak TLS; use http:// or ws://",
        [CLIENT_ERROR_UNTRUSTED] = "the server's certificate is not trusted; name its authority with --ca FILE",
        [CLIENT_ERROR_HOSTNAME_MISMATCH] = "the server's certificate is for a different name; check the address",
        [CLIENT_ERROR_EXPIRED] = "the server's certificate has expired or is not valid yet; check the clock here",
        [CLIENT_ERROR_CA_FILE] = "the --ca file has no certificate authorities; expected certificates in PEM",
    };
    return sentences[error];
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

static const char *read_scheme(struct server_url *url, const char *address)
{
    static const struct {
        const char *words;
        bool secure;
    } schemes[] = {{"http://", false}, {"ws://", false}, {"https://", true}, {"wss://", true}};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t length = strlen(schemes[i].words);
        if (strncmp(address, schemes[i].words, length) == 0) {
            url->secure = schemes[i].secure;
            return address + length;
        }
    }
    return address;
}

/* `HOST`, `HOST:PORT`, `[ADDRESS]:PORT`. */
static bool read_host(struct server_url *url, const char *words, size_t length)
{
    const char *end = words + length;
    const char *host = words;
    const char *behind = memchr(words, ':', length);
    if (length > 0 && *words == '[') {
        host = words + 1;
        const char *bracket = memchr(words, ']', length);
        if (bracket == NULL || !take(url->hostname, sizeof url->hostname, host, (size_t)(bracket - host)))
            return false;
        behind = bracket + 1;
    } else if (!take(url->hostname, sizeof url->hostname, host, (size_t)((behind != NULL ? behind : end) - host))) {
        return false;
    }
    if (behind == NULL || behind == end)
        return snprintf(url->port, sizeof url->port, url->secure ? "443" : "80") > 0 && url->hostname[0] != '\0';
    size_t digits = (size_t)(end - behind - 1);
    return *behind == ':' && digits > 0 && take(url->port, sizeof url->port, behind + 1, digits) &&
           strspn(url->port, "0123456789") == digits && atoi(url->port) <= 65535 && url->hostname[0] != '\0';
}

static bool read_path(struct server_url *url, const char *path)
{
    if (path[0] == '\0' || strcmp(path, "/") == 0 || strcmp(path, "/ws") == 0)
        return true;
    if (strncmp(path, "/t/", 3) != 0)
        return false;
    size_t length = strcspn(path + 3, "/?#");
    return length > 0 && take(url->code, sizeof url->code, path + 3, length);
}

enum client_error server_url_parse(struct server_url *url, const char *address)
{
    *url = (struct server_url){0};
    const char *words = read_scheme(url, address);
    size_t length = strcspn(words, "/?#");
    const char *at = memchr(words, '@', length);
    if (at != NULL) {
        const char *colon = memchr(words, ':', (size_t)(at - words));
        if (colon == NULL || !take(url->password, sizeof url->password, colon + 1, (size_t)(at - colon - 1)))
            return CLIENT_ERROR_ADDRESS;
        length -= (size_t)(at + 1 - words);
        words = at + 1;
    }
    bool good = read_host(url, words, length) && read_path(url, words + length);
    return good ? CLIENT_OK : CLIENT_ERROR_ADDRESS;
}

void server_url_basic_auth(const struct server_url *url, char line[CLIENT_AUTHORIZATION])
{
    char plain[sizeof url->password + 1];
    char coded[CLIENT_AUTHORIZATION - 32];
    int length = snprintf(plain, sizeof plain, ":%s", url->password);
    line[0] = '\0';
    if (url->password[0] == '\0')
        return;
    sodium_bin2base64(coded, sizeof coded, (const unsigned char *)plain, (size_t)length,
                      sodium_base64_VARIANT_ORIGINAL);
    snprintf(line, CLIENT_AUTHORIZATION, "Authorization: Basic %s\r\n", coded);
}

/* The whole answer, up to the end of the connection, as far as it comes in time. */
static size_t read_all(struct stream *stream, char *bytes, size_t size)
{
    size_t length = 0;
    int64_t until = system_clock_ms(CLOCK_MONOTONIC) + ANSWER_MS;
    while (length < size - 1 && stream_wait_until(stream, POLLIN, until)) {
        ssize_t got = stream_read(stream, bytes + length, size - 1 - length);
        if (got == 0 || (got < 0 && errno != EAGAIN))
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    bytes[length] = '\0';
    return length;
}

unsigned client_http_request(const struct server_url *url, const char *method, const char *path, const char *body,
                             char *answer, size_t size, enum client_error *error)
{
    char head[2048];
    char authorization[CLIENT_AUTHORIZATION];
    struct stream stream;
    unsigned status = 0;
    server_url_basic_auth(url, authorization);
    answer[0] = '\0';
    if (!stream_open(&stream, url, error))
        return 0;
    int length = snprintf(head, sizeof head,
                          "%s %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n", method,
                          path, url->hostname, url->port, authorization, strlen(body));
    bool sent = length > 0 && (size_t)length < sizeof head && stream_send(&stream, head, (size_t)length) &&
                stream_send(&stream, body, strlen(body));
    if (sent && read_all(&stream, answer, size) > 0 && sscanf(answer, "HTTP/1.1 %3u", &status) != 1)
        status = 0;
    stream_close(&stream);
    const char *behind = strstr(answer, "\r\n\r\n");
    *error = answer[0] == '\0' ? CLIENT_ERROR_UNREACHABLE : behind == NULL ? CLIENT_ERROR_PROTOCOL : CLIENT_OK;
    if (behind == NULL)
        return 0;
    if (status == 401)
        *error = CLIENT_ERROR_PASSWORD;
    memmove(answer, behind + 4, strlen(behind + 4) + 1);
    return status;
}
