/*
 * Our own client against a server that means it harm: whatever it says is held to bounds, and no text of it makes a
 * terminal do anything. The sanitizers' build also looks for overflows.
 */
#include "support.h"

#include "../../src/client/websocket.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRIES 600 /* of 100 ms: a machine may be busy */
#define HOUR 3600000

static const char *const numbers[] = {
    "-9223372036854775808",
    "-1",
    "0",
    "1",
    "499",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "4294967297",
    "9007199254740992",
    "9223372036854775807",
    "9223372036854775808",
    "1e30",
    "0.5",
    "\"x\"",
    "null",
    "[]",
};
#define NUMBERS (sizeof numbers / sizeof numbers[0])

/* A server that says one thing to everybody who comes, and then nothing more. Returns its process. */
static pid_t serve(const char *text, struct server_url *url)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(listener, 8), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    *url = (struct server_url){.hostname = "127.0.0.1", .code = "K7M2QXAB"};
    snprintf(url->port, sizeof url->port, "%u", ntohs(address.sin_port));
    pid_t pid = fork();
    while (pid == 0) {
        static char head[WS_HEAD_MAX];
        bool proper;
        size_t length;
        int fd = accept(listener, NULL, NULL);
        struct websocket *ws = ws_read_http_head(fd, head) ? ws_accept(fd, head, &proper) : NULL;
        if (ws == NULL || !ws_send(ws, text, strlen(text)))
            _exit(1);
        while (ws_is_open(ws))
            free(ws_receive(ws, 1000, &length));
        ws_abort(ws);
    }
    close(listener);
    return pid;
}

/* What the client says of that one thing. */
static enum client_event hears(struct client *client)
{
    enum client_event event = CLIENT_IDLE;
    for (unsigned i = 0; i < TRIES && event == CLIENT_IDLE; i++)
        event = client_poll(client, 100);
    assert_int_not_equal(event, CLIENT_IDLE);
    return event;
}

static enum client_event hears_once(const char *text, struct client **client)
{
    struct server_url url;
    pid_t pid = serve(text, &url);
    *client = client_new(&url, NULL);
    enum client_event event = hears(*client);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return event;
}

static void a_server_can_ask_for_no_pause_but_a_sensible_one(void **state)
{
    (void)state;
    static const char *const asks[] = {
        "{\"type\":\"bye\",\"why\":\"stopping\",\"sentence\":\"x\",\"retry\":%s}",
        "{\"type\":\"answer\",\"id\":1,\"ok\":false,\"sentence\":\"x\",\"args\":{\"retry\":%s}}",
    };
    for (size_t i = 0; i < 2 * NUMBERS; i++) {
        char text[256];
        struct client *client;
        snprintf(text, sizeof text, asks[i % 2], numbers[i / 2]);
        enum client_event event = hears_once(text, &client);
        int pause = client_retry_delay_ms(client);
        if (event == CLIENT_DISCONNECTED && (pause <= 0 || pause > HOUR + HOUR / 2))
            fail_msg("%s: the next try after %d ms", text, pause);
        client_free(client);
    }
}

static void times_and_games_are_held_to_their_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < NUMBERS; i++) {
        char text[256];
        struct client *client;
        snprintf(text, sizeof text, "{\"type\":\"welcome\",\"id\":1,\"game\":%s,\"now\":%s,\"seq\":%s}", numbers[i],
                 numbers[i], numbers[i]);
        assert_int_equal(hears_once(text, &client), CLIENT_MESSAGE);
        carom_ms now = client_now(client);
        assert_true(client->welcomed && now >= 0 && now <= CAROM_DEADLINE_MAX);
        assert_true(client->game_number != 1 || strcmp(numbers[i], "1") == 0);
        client_free(client);
    }
}

/* A message of `count` members with different keys. */
static char *message_of_members(unsigned count)
{
    size_t size = (size_t)count * 16 + 64, length = (size_t)snprintf(NULL, 0, "{\"type\":\"news\"");
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "{\"type\":\"news\"");
    for (unsigned i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, size - length, ",\"%06x\":1", i);
    snprintf(text + length, size - length, "}");
    return text;
}

/* Whoever plays notices Ctrl-C between two messages. */
static void no_message_takes_long_to_read(void **state)
{
    (void)state;
    static const unsigned counts[] = {20000, 60000, 1000000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char *text = message_of_members(counts[i]);
        struct client *client;
        enum client_event event = hears_once(text, &client);
        assert_int_equal(event, i == 0 ? CLIENT_MESSAGE : CLIENT_DISCONNECTED);
        client_free(client);
        free(text);
    }
}

static void words_of_a_server_do_nothing_to_a_terminal(void **state)
{
    (void)state;
    struct client *client;
    assert_int_equal(
        hears_once("{\"type\":\"bye\",\"why\":\"removed\",\"sentence\":\"\\u001b]0;A\\u0007B\\u009bC\\u202eD"
                   "\\u2067E\\r\\n\\t\\u007fF\\u2028G\\u200fH\\u00e9\\u2026\"}",
                   &client),
        CLIENT_CLOSED);
    assert_string_equal(client->reason, "?]0;A?B??C???D???E????F???G???H\xc3\xa9\xe2\x80\xa6");
    client_free(client);
}

static void why_the_server_went_is_always_said(void **state)
{
    (void)state;
    static const char *const byes[] = {
        "{\"type\":\"bye\",\"why\":\"removed\"}",
        "{\"type\":\"bye\",\"why\":\"removed\",\"sentence\":\"\"}",
        "{\"type\":\"bye\",\"sentence\":7}",
        "{\"type\":\"answer\",\"id\":1,\"ok\":false}",
    };
    for (size_t i = 0; i < sizeof byes / sizeof byes[0]; i++) {
        struct client *client;
        hears_once(byes[i], &client);
        assert_string_equal(client->reason, client_error_sentence(CLIENT_ERROR_PROTOCOL));
        client_free(client);
    }
}

/* docs/reference/protocol.md: after these a client comes back, after all others it stays away. */
static void what_is_final_is_final_for_bye_and_for_hello(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "{\"type\":\"bye\",\"why\":\"%s\",\"sentence\":\"x\"}",
        "{\"type\":\"answer\",\"id\":1,\"ok\":false,\"why\":\"%s\",\"sentence\":\"x\"}",
    };
    static const char *const again[] = {"stopping",
                                        "slow",
                                        "silent",
                                        "rate",
                                        "store",
                                        "busy",
                                        "unsure",
                                        "later",
                                        "too-many-connections",
                                        "too-many-watchers",
                                        "too-many-devices"};
    static const char *const final[] = {"removed",  "table-closed", "banned",      "bad-message", "too-big",
                                        "no-table", "locked",       "bad-version", "no-game",     "bad-origin"};
    size_t count = sizeof again / sizeof again[0];
    for (size_t i = 0; i < 2 * (count + sizeof final / sizeof final[0]); i++) {
        char text[256];
        struct client *client;
        size_t code = i / 2;
        snprintf(text, sizeof text, forms[i % 2], code < count ? again[code] : final[code - count]);
        enum client_event expected = code < count ? CLIENT_DISCONNECTED : CLIENT_CLOSED;
        if (hears_once(text, &client) != expected)
            fail_msg("%s: expected the client to %s", text, code < count ? "come back" : "stay away");
        client_free(client);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_can_ask_for_no_pause_but_a_sensible_one),
        cmocka_unit_test(times_and_games_are_held_to_their_bounds),
        cmocka_unit_test(no_message_takes_long_to_read),
        cmocka_unit_test(words_of_a_server_do_nothing_to_a_terminal),
        cmocka_unit_test(why_the_server_went_is_always_said),
        cmocka_unit_test(what_is_final_is_final_for_bye_and_for_hello),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
