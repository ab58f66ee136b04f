/*
 * The access log: a line for every request, if the operator asks for one. Who asked is shortened to a network, and the
 * codes of tables are left out: whoever reads the log can find no person and no table with it.
 */
#include "room.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATH_MOST 200
#define METHOD_MOST 16

bool access_open(struct http *http)
{
    const char *path = http->base->options->access_log;
    http->access = -1;
    if (path[0] == '\0')
        return true;
    http->access = strcmp(path, "-") == 0 ? dup(STDOUT_FILENO)
                                          : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600);
    if (http->access < 0)
        log_line(SERVE_LOG_ERROR, "cannot-write-access-log", "file=%s", path);
    return http->access >= 0;
}

void access_close(struct http *http)
{
    if (http->access >= 0)
        close(http->access);
    http->access = -1;
}

/* Without what could break a line. */
static void put_plain(struct carom_text *text, const char *words, size_t most)
{
    for (size_t i = 0; words[i] != '\0' && i < most; i++)
        carom_text_char(text, words[i] > ' ' && words[i] < 0x7f && words[i] != '"' ? words[i] : '?');
}

/* With `*` for a code. */
static void write_path(struct carom_text *text, const char *url)
{
    static const char *const before[] = {"/t/", "/g/", "/api/tables/"};
    for (unsigned i = 0; i < 3; i++) {
        size_t length = strlen(before[i]);
        if (strncmp(url, before[i], length) == 0) {
            carom_text_put(text, before[i]);
            carom_text_char(text, '*');
            url += length + strcspn(url + length, "/");
        }
    }
    put_plain(text, url, PATH_MOST);
}

void access_write(const struct exchange *exchange, carom_ms now)
{
    char from[ADDRESS_SIZE] = "-";
    char method[METHOD_MOST + 1];
    char path[PATH_MOST + 32];
    struct log_row row;
    if (exchange->http->access < 0 || exchange->status == 0)
        return;
    if (exchange->visitor != NULL)
        address_write_short(from, &exchange->visitor->address);
    struct carom_text text = carom_text_in(method, sizeof method);
    put_plain(&text, exchange->method, METHOD_MOST);
    text = carom_text_in(path, sizeof path);
    write_path(&text, exchange->url);
    log_row_begin(&row);
    log_row_time(&row, now);
    log_row_words(&row, "from", from);
    log_row_words(&row, "method", method);
    log_row_words(&row, "path", path);
    log_row_number(&row, "status", exchange->status);
    log_row_number(&row, "ms", exchange->now > 0 && now > exchange->now ? (uint64_t)(now - exchange->now) : 0);
    /* What the disk does not take at once is left out: those who play do not wait for it. */
    ssize_t written = write(exchange->http->access, row.bytes, log_row_end(&row));
    (void)written;
}
