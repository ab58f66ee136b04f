/*
 * The part of the HTTP API that a client needs at `carom-dev conformance --listen`: its table, and /api/solve for
 * clients that have no solver.
 */
#include "mock_server.h"

#include "../src/client/stream.h"
#include "../src/server/validate/validate.h"

#include <carom/answer.h>
#include <carom/libc_allocator.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BODY 65536
/* Nothing else happens at the table while a request is read and answered, so both have a time limit. */
#define READ_MS 1000  /* for reading a request's body */
#define SOLVE_MS 2000 /* the limit of a real server */

static void reply(int fd, const char *status, const char *body, size_t length)
{
    char head[256];
    int size =
        snprintf(head, sizeof head,
                 "HTTP/1.1 %s\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n",
                 status, length);
    struct stream stream = {.fd = fd};
    if (stream_send(&stream, head, (size_t)size))
        stream_send(&stream, body, length);
}

/* Decodes percent-encoding; what is malformed stays as it is. */
static void decode(char *words)
{
    char *to = words;
    for (const char *from = words; *from != '\0'; from++) {
        char digits[3] = {0};
        char *end = digits;
        long byte = 0;
        if (*from == '%' && from[1] != '\0') {
            memcpy(digits, from + 1, 2);
            byte = strtol(digits, &end, 16);
        }
        bool coded = end == digits + 2;
        *to++ = coded ? (char)byte : *from;
        from += coded ? 2 : 0;
    }
    *to = '\0';
}

static void reply_refused(int fd, const char *what, enum api_error_code code)
{
    char body[512], status[32];
    struct carom_text text = carom_text_init(body, sizeof body);
    struct api_error error;
    api_error_set(&error, code);
    carom_json_begin(&text, NULL, '{');
    api_error_write(&text, what, &error);
    carom_json_end(&text, '}');
    snprintf(status, sizeof status, "%u Refused", api_error_http_status(&error));
    reply(fd, status, text.bytes, text.length);
}

static void reply_made(int fd)
{
    char body[128];
    struct carom_text text = carom_text_init(body, sizeof body);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "code", MOCK_TABLE_CODE);
    carom_json_put_string(&text, "link", "/t/" MOCK_TABLE_CODE);
    carom_json_put_int(&text, "game", 1);
    carom_json_end(&text, '}');
    reply(fd, "201 Created", text.bytes, text.length);
}

static void solve(int fd, char *position)
{
    static char bytes[BODY];
    static struct carom_puzzle puzzle;
    static struct carom_answer answer;
    static const struct carom_solve_options limits = {.max_ms = SOLVE_MS, .now = carom_clock};
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    decode(position);
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    if (solver == NULL || !carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, position, strlen(position), NULL)) {
        reply_refused(fd, "position", API_ERR_BAD_POSITION);
    } else {
        carom_answer_solve(solver, &puzzle, &limits, &answer);
        carom_json_begin(&text, NULL, '{');
        carom_answer_write_result(&text, &answer);
        carom_json_end(&text, '}');
        reply(fd, "200 OK", text.bytes, text.length);
    }
    if (solver != NULL)
        carom_solver_free(solver);
}

/* Reads the rest of the request: closing a socket with unread bytes would reset the connection before the answer
 * arrives. */
static void read_body(int fd, const char *head)
{
    char bytes[1024], length[16] = "0";
    ws_http_header(head, "Content-Length", length, sizeof length);
    long left = strtol(length, NULL, 10);
    struct stream stream = {.fd = fd};
    int64_t until = system_clock_ms(CLOCK_MONOTONIC) + READ_MS;
    while (left > 0 && stream_wait_until(&stream, POLLIN, until)) {
        ssize_t got = stream_read(&stream, bytes, left < (long)sizeof bytes ? (size_t)left : sizeof bytes);
        left = got > 0 ? left - got : 0;
    }
}

void http_answer(int fd, const char *head)
{
    static const char asks[] = "GET /api/solve/";
    char path[2048] = "";
    read_body(fd, head);
    if (strncmp(head, asks, sizeof asks - 1) == 0) {
        const char *from = head + sizeof asks - 1;
        snprintf(path, sizeof path, "%.*s", (int)strcspn(from, " ?\r"), from);
        solve(fd, path);
    } else if (strncmp(head, "POST /api/tables ", 17) == 0) {
        reply_made(fd);
    } else {
        reply_refused(fd, "request", API_ERR_NOT_FOUND);
    }
    close(fd);
}
