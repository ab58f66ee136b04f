/*
 * The client of our own programs: addresses as people share them, and a table on a real server, which is killed and
 * comes back meanwhile.
 */
#include "support.h"

#include "../../src/client/client.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRIES 600 /* of 100 ms: a machine may be busy */

/* ---- addresses ---- */

static void assert_place(const char *address, const char *host, const char *port, const char *code)
{
    struct server_url url;
    assert_int_equal(server_url_parse(&url, address), CLIENT_OK);
    assert_string_equal(url.hostname, host);
    assert_string_equal(url.port, port);
    assert_string_equal(url.code, code);
}

static void addresses_are_read_as_people_share_them(void **state)
{
    (void)state;
    struct server_url url;
    assert_place("http://localhost:8080/t/K7M2QXAB", "localhost", "8080", "K7M2QXAB");
    assert_place("ws://localhost:8080/t/K7M2QXAB?x=1", "localhost", "8080", "K7M2QXAB");
    assert_place("carom.example/t/k7m2qxab", "carom.example", "80", "k7m2qxab");
    assert_place("http://[::1]:81/", "::1", "81", "");
    assert_place("ws://127.0.0.1:9/ws", "127.0.0.1", "9", "");
    assert_int_equal(server_url_parse(&url, "http://:secret@h:1/t/A"), CLIENT_OK);
    assert_string_equal(url.password, "secret");
    assert_false(url.secure);
    assert_place("https://carom.example/t/K7M2QXAB", "carom.example", "443", "K7M2QXAB");
    assert_place("wss://carom.example:8443/ws", "carom.example", "8443", "");
    assert_int_equal(server_url_parse(&url, "https://[::1]/t/A"), CLIENT_OK);
    assert_true(url.secure);
    static const char *const bad[] = {"",    "http://", "http://h:x/", "http://h:70000/", "http://h/u/A", "http://h/t/",
                                      "[::1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(server_url_parse(&url, bad[i]), CLIENT_ERROR_ADDRESS);
}

/* ---- a server ---- */

struct server {
    pid_t pid;
    char folder[64];
    struct server_url url;
};

static void start_server(struct server *server, const char *port)
{
    int ends[2];
    char data[96], line[256] = "";
    snprintf(data, sizeof data, "%s/data.db", server->folder);
    assert_int_equal(pipe(ends), 0);
    server->pid = fork();
    if (server->pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl(getenv("CAROM"), "carom", "serve", "--port", port, "--data", data, "--log-level", "warn", (char *)NULL);
        _exit(2);
    }
    close(ends[1]);
    for (size_t i = 0; i < sizeof line - 1 && read(ends[0], line + i, 1) == 1 && line[i] != '\n';)
        i++;
    close(ends[0]);
    assert_non_null(strstr(line, "http://"));
    line[strcspn(line, "\n")] = '\0';
    assert_int_equal(server_url_parse(&server->url, strstr(line, "http://")), CLIENT_OK);
}

static void kill_server(struct server *server)
{
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
}

static void make_table(struct server *server)
{
    static char answer[65536];
    enum client_error error;
    assert_int_equal(client_http_request(&server->url, "POST", "/api/tables", "{}", answer, sizeof answer, &error),
                     201);
    const char *code = strstr(answer, "\"code\":\"");
    assert_non_null(code);
    snprintf(server->url.code, sizeof server->url.code, "%.8s", code + 8);
}

static void remove_folder(const struct server *server)
{
    static const char *const names[] = {"data.db", "data.db-wal", "data.db-shm", "data.db-lock", "data.db-admin"};
    char path[96];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", server->folder, names[i]);
        unlink(path);
    }
    rmdir(server->folder);
}

/* ---- a client ---- */

/* Goes on until this event has been applied. */
static void wait_for_seq(struct client *client, uint32_t seq)
{
    for (unsigned i = 0; i < TRIES && client->json_game.table.seq < seq; i++)
        assert_int_not_equal(client_poll(client, 100), CLIENT_CLOSED);
    assert_true(client->json_game.table.seq >= seq);
}

static bool ask(struct client *client, uint64_t id)
{
    bool accepted = false;
    assert_true(id > 0);
    for (unsigned i = 0; i < TRIES; i++)
        if (client_poll(client, 100) == CLIENT_MESSAGE && client_is_reply_to(client, id, &accepted))
            return accepted;
    fail_msg("no answer");
    return false;
}

static bool join(struct client *client, const char *name)
{
    carom_json_put_string(client_request(client, "join"), "name", name);
    return ask(client, client_send(client));
}

static void count_event(void *context, const struct client *client, const struct carom_event *event)
{
    assert_int_equal(event->seq, client->json_game.table.seq + 1); /* none twice, none missing */
    ++*(unsigned *)context;
}

static void a_table_is_followed_and_found_again_after_the_server_was_killed(void **state)
{
    (void)state;
    struct server server = {.folder = "/tmp/carom-client-XXXXXX"};
    unsigned events = 0;
    assert_non_null(mkdtemp(server.folder));
    start_server(&server, "0");
    make_table(&server);
    struct client *ada = client_new(&server.url, NULL);
    struct client *bob = client_new(&server.url, NULL);
    bob->on_event = count_event;
    bob->context = &events;
    wait_for_seq(ada, 1);
    wait_for_seq(bob, 1);
    assert_true(join(ada, "Ada"));
    assert_false(join(bob, "ADA"));
    assert_true(join(bob, "Bob"));
    assert_string_equal(ada->player_id, "p1");
    assert_string_equal(bob->player_id, "p2");
    client_request(ada, "start");
    assert_true(ask(ada, client_send(ada)));
    wait_for_seq(bob, 5);
    kill_server(&server);
    start_server(&server, server.url.port);
    while (client_poll(ada, 100) != CLIENT_DISCONNECTED)
        ;
    while (!ada->welcomed)
        client_poll(ada, 100);
    carom_json_put_int(client_request(ada, "bid"), "moves", 9);
    assert_true(ask(ada, client_send(ada)));
    wait_for_seq(bob, 7);
    assert_int_equal(events, 7);
    assert_int_equal(bob->json_game.table.phase, CAROM_PHASE_BIDDING);
    assert_int_equal(client_seat(bob), 1);
    client_free(ada);
    client_free(bob);
    kill_server(&server);
    remove_folder(&server);
}

static void what_cannot_be_reached_is_said(void **state)
{
    (void)state;
    struct server_url url = {.hostname = "127.0.0.1", .port = "1", .code = "AAAAAAAA"};
    struct client *client = client_new(&url, NULL);
    assert_int_equal(client_poll(client, 0), CLIENT_DISCONNECTED);
    assert_string_equal(client->reason, client_error_sentence(CLIENT_ERROR_UNREACHABLE));
    assert_true(client_retry_delay_ms(client) > 0);
    assert_int_equal(client_poll(client, 0), CLIENT_IDLE);
    client_free(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_as_people_share_them),
        cmocka_unit_test(what_cannot_be_reached_is_said),
        cmocka_unit_test(a_table_is_followed_and_found_again_after_the_server_was_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
