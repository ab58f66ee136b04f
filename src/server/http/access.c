/*
 * The access log: a line for every request, if the operator asks for one. Who asked is shortened to a network, and the
 * codes of tables are left out: whoever reads the log can find no person and no table with it.
 */
#include "room.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
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

/* `192.0.2.0`, `2001:db8:1::`, `-`: the other end of a Unix socket. */
static void write_from(struct carom_text *text, const struct visitor *visitor)
{
    char words[ADDRESS_SIZE];
    if (visitor == NULL || address_is_local(&visitor->address)) {
        carom_text_char(text, '-');
        return;
    }
    struct address cut = address_cut(&visitor->address, address_is_four(&visitor->address) ? 96 + 24 : 48);
    address_write(words, &cut);
    carom_text_put(text, words);
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
    char line[512];
    char stamp[32];
    struct tm utc;
    time_t seconds = (time_t)(now / 1000);
    if (exchange->http->access < 0 || exchange->status == 0)
        return;
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    struct carom_text text = carom_text_in(line, sizeof line - 1);
    carom_text_put(&text, "time=");
    carom_text_put(&text, stamp);
    carom_text_put(&text, " from=");
    write_from(&text, exchange->visitor);
    carom_text_put(&text, " method=");
    put_plain(&text, exchange->method, METHOD_MOST);
    carom_text_put(&text, " path=");
    write_path(&text, exchange->url);
    carom_text_put(&text, " status=");
    carom_text_uint(&text, exchange->status);
    carom_text_put(&text, " ms=");
    carom_text_uint(&text, exchange->now > 0 && now > exchange->now ? (uint64_t)(now - exchange->now) : 0);
    carom_text_char(&text, '\n');
    /* What the disk does not take at once is left out: those who play do not wait for it. */
    ssize_t written = write(exchange->http->access, line, text.length);
    (void)written;
}
