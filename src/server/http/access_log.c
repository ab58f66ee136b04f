/*
 * The access log: one line per request, if the operator asks for one. Client addresses are shortened to a network, and
 * codes of tables and circles are replaced, so the log identifies no person, table or circle.
 */
#include "internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOGGED_PATH_MAX 200
#define METHOD_MAX 16

bool access_log_open(struct http *http)
{
    const char *path = http->base->options->access_log;
    http->access = -1;
    if (path[0] == '\0')
        return true;
    http->access = strcmp(path, "-") == 0 ? dup(STDOUT_FILENO)
                                          : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600);
    if (http->access < 0)
        log_event(SERVE_LOG_ERROR, "access-log-open-failed", "file=%s", path);
    return http->access >= 0;
}

void access_close(struct http *http)
{
    if (http->access >= 0)
        close(http->access);
    http->access = -1;
}

/* Writes text, leaving out bytes that could break a log line. */
static void put_plain(struct carom_text *text, const char *words, size_t most)
{
    for (size_t i = 0; words[i] != '\0' && i < most; i++)
        carom_text_char(text, words[i] > ' ' && words[i] < 0x7f && words[i] != '"' ? words[i] : '?');
}

/* Writes a path with `*` in place of a table or circle code. */
static void write_path(struct carom_text *text, const char *url)
{
    static const char *const before[] = {"/t/", "/g/", "/circle/", "/match/", "/api/tables/", "/api/circles/"};
    for (unsigned i = 0; i < sizeof before / sizeof before[0]; i++) {
        size_t length = strlen(before[i]);
        if (strncmp(url, before[i], length) == 0) {
            carom_text_put(text, before[i]);
            carom_text_char(text, '*');
            url += length + strcspn(url + length, "/");
        }
    }
    put_plain(text, url, LOGGED_PATH_MAX);
}

void access_log_write(const struct http_request *request, carom_ms now)
{
    char from[ADDRESS_SIZE] = "-";
    char method[METHOD_MAX + 1];
    char path[LOGGED_PATH_MAX + 32];
    struct log_row row;
    if (request->http->access < 0 || request->status == 0)
        return;
    if (request->client_addr != NULL)
        address_write_short(from, &request->client_addr->address);
    struct carom_text text = carom_text_init(method, sizeof method);
    put_plain(&text, request->method, METHOD_MAX);
    text = carom_text_init(path, sizeof path);
    write_path(&text, request->url);
    log_row_begin(&row);
    log_row_time(&row, now);
    log_row_words(&row, "from", from);
    log_row_words(&row, "method", method);
    log_row_words(&row, "path", path);
    log_row_number(&row, "status", request->status);
    log_row_number(&row, "ms", request->now > 0 && now > request->now ? (uint64_t)(now - request->now) : 0);
    /* The write does not block: what the disk cannot take at once is dropped. */
    ssize_t written = write(request->http->access, row.bytes, log_row_end(&row));
    (void)written;
}
