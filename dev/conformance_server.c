/*
 * `carom-dev conformance`: plays a short game with a server over the public protocol, between two clients of its own,
 * and says line by line which promises of docs/reference/protocol.md hold. Those lines are English for everybody, as
 * the protocol is. With --listen it is the server, and a client is tried (conformance_client.c).
 */
#include "../src/cli/server_url.h"
#include "conformance.h"

#include "../src/client/stream.h"
#include "../src/client/websocket.h"

#include <carom/libc_allocator.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_MS 10000 /* timeout of an answer; a server may be busy */
#define NODES 65536
#define TOKEN 64

/* One of the two clients that play against the server. */
struct side {
    struct websocket *ws;
    struct carom_json_game json_game;
    bool gap; /* an event was missing or came twice */
    bool bad; /* an event could not be read */
    uint64_t last;
    char token[TOKEN];
    char you[CAROM_ID_SIZE];
    struct carom_text request; /* the request being written */
    char bytes[512];
    char *text; /* text of the last message */
    struct carom_json json;
    struct carom_json_node nodes[NODES];
};

struct conformance_run {
    struct conformance_report report;
    struct server_url url;
    struct side ada, ben;
};

static bool expect(struct conformance_run *conformance_run, bool holds, const char *promise)
{
    return report_check(&conformance_run->report, holds, promise);
}

/* ---- a connection ---- */

static bool is(const struct side *side, const char *key, const char *words)
{
    return carom_json_string_is(&side->json, carom_json_get(&side->json, 0, key), words);
}

static bool read_string(struct side *side, const char *key, char *words, size_t size)
{
    size_t length;
    words[0] = '\0';
    return carom_json_as_string(&side->json, carom_json_get(&side->json, 0, key), words, size, &length);
}

static void take_events(struct side *side)
{
    uint32_t events = carom_json_get(&side->json, 0, "events");
    uint32_t end = carom_json_is(&side->json, events, CAROM_JSON_ARRAY) ? side->nodes[events].next : 0;
    for (uint32_t node = events + 1; node < end; node = side->nodes[node].next) {
        const struct carom_json_node *line = &side->nodes[node];
        int64_t seq = 0;
        carom_json_as_int(&side->json, carom_json_get(&side->json, node, "seq"), &seq);
        side->gap |= seq != (int64_t)side->json_game.table.seq + 1;
        side->bad |=
            !carom_json_game_event(&side->json_game, side->text + line->start, line->end - line->start, true, NULL);
    }
}

/* The end of a wait that begins now, in ms of CLOCK_MONOTONIC. */
static int64_t deadline(void)
{
    return system_clock_ms(CLOCK_MONOTONIC) + WAIT_MS;
}

/* Waits for the next message. False: none came in time. */
static bool receive(struct side *side, int64_t until)
{
    size_t length;
    int64_t left = until - system_clock_ms(CLOCK_MONOTONIC);
    free(side->text);
    side->text = side->ws != NULL && left > 0 ? ws_receive(side->ws, (int)left, &length) : NULL;
    side->json = (struct carom_json){0}; /* the old nodes point into the text that has been freed */
    if (side->text == NULL || !carom_json_read(&side->json, side->nodes, NODES, side->text, length, NULL))
        return false;
    if (is(side, "type", "events"))
        take_events(side);
    return true;
}

/* Begins a request. Add its members, then call asks, accepts or refuses. */
static struct side *request(struct side *side, const char *what)
{
    side->request = carom_text_init(side->bytes, sizeof side->bytes);
    carom_json_begin(&side->request, NULL, '{');
    carom_json_put_uint(&side->request, "id", ++side->last);
    carom_json_put_string(&side->request, "do", what);
    return side;
}

static struct side *with_number(struct side *side, const char *key, int64_t number)
{
    carom_json_put_int(&side->request, key, number);
    return side;
}

static struct side *with_string(struct side *side, const char *key, const char *words)
{
    carom_json_put_string(&side->request, key, words);
    return side;
}

/* Sends the request and waits for its answer, which is then the last message. */
static bool asks(struct side *side)
{
    int64_t id;
    carom_json_end(&side->request, '}');
    if (side->ws == NULL || !ws_send(side->ws, side->request.bytes, side->request.length))
        return false;
    for (int64_t until = deadline(); receive(side, until);)
        if ((is(side, "type", "answer") || is(side, "type", "welcome")) &&
            carom_json_as_int(&side->json, carom_json_get(&side->json, 0, "id"), &id) && (uint64_t)id == side->last)
            return true;
    return false;
}

static bool expect_accepted(struct side *side)
{
    bool good = false;
    return asks(side) && carom_json_as_bool(&side->json, carom_json_get(&side->json, 0, "ok"), &good) && good;
}

static bool refuses(struct side *side, const char *why)
{
    bool good = true;
    char sentence[CLIENT_REASON_SIZE];
    return asks(side) && carom_json_as_bool(&side->json, carom_json_get(&side->json, 0, "ok"), &good) && !good &&
           is(side, "why", why) && read_string(side, "sentence", sentence, sizeof sentence);
}

static bool connects(struct conformance_run *conformance_run, struct side *side)
{
    enum client_error error;
    ws_close(side->ws);
    side->ws = ws_connect(&conformance_run->url, &error);
    return side->ws != NULL;
}

static bool expect_welcome(struct conformance_run *conformance_run, struct side *side)
{
    with_number(request(side, "hello"), "version", 1);
    with_string(side, "table", conformance_run->url.code);
    with_number(side, "game", 1);
    with_number(side, "since", side->json_game.table.seq);
    if (side->token[0] != '\0')
        with_string(side, "token", side->token);
    return asks(side) && is(side, "type", "welcome");
}

/* Waits until this client's table has reached event `seq`. */
static bool reaches(struct side *side, uint32_t seq)
{
    int64_t until = deadline();
    while (side->json_game.table.seq < seq)
        if (!receive(side, until))
            return false;
    return true;
}

/* ---- the game ---- */

static bool make_table(struct conformance_run *conformance_run)
{
    static char body[65536];
    static struct carom_json_node nodes[NODES];
    struct carom_json json;
    size_t length;
    char rules[128];
    enum client_error error;
    struct carom_text text = carom_text_init(rules, sizeof rules);
    carom_json_begin(&text, NULL, '{');
    carom_json_begin(&text, "rules", '{');
    carom_json_put_string(&text, "preset", "ricochet-it");
    carom_json_put_int(&text, "goal", 1);
    carom_json_put_int(&text, "demonstration", 600000);
    carom_json_end(&text, '}');
    carom_json_end(&text, '}');
    unsigned status =
        client_http_request(&conformance_run->url, "POST", "/api/tables", text.bytes, body, sizeof body, &error);
    if (error != CLIENT_OK)
        fprintf(stderr, "carom-dev conformance: %s\n", client_error_sentence(error));
    return status == 201 && carom_json_read(&json, nodes, NODES, body, strlen(body), NULL) &&
           carom_json_as_string(&json, carom_json_get(&json, 0, "code"), conformance_run->url.code,
                                sizeof conformance_run->url.code, &length);
}

static void test_bad_input(struct conformance_run *conformance_run)
{
    struct side *ada = &conformance_run->ada;
    static const char noise[] = "{\"id\":";
    expect(conformance_run, refuses(with_number(request(ada, "bid"), "moves", 3), "hello-first"),
           "Nothing is accepted before hello");
    with_string(with_number(request(ada, "hello"), "version", 99), "table", "AAAAAAAA");
    expect(conformance_run, refuses(ada, "bad-version"), "Another version is refused by its name");
    expect(conformance_run, expect_welcome(conformance_run, ada), "hello is answered with welcome, which has its id");
    expect(conformance_run, read_string(ada, "token", ada->token, sizeof ada->token) && strlen(ada->token) == 22,
           "welcome has a fresh token of 22 characters");
    expect(conformance_run, reaches(ada, 1) && !ada->bad, "With since the events come, from the first on");
    with_string(with_number(request(ada, "hello"), "version", 1), "table", "AAAAAAAA");
    expect(conformance_run, refuses(ada, "already-hello"), "A second hello is refused");
    expect(conformance_run, refuses(request(ada, "dance"), "unknown-do"), "An unknown request is refused by its name");
    ws_send(ada->ws, noise, sizeof noise - 1);
    expect(conformance_run, receive(ada, deadline()) && is(ada, "why", "bad-json"),
           "What is no JSON is refused and does no harm");
}

static void test_seats(struct conformance_run *conformance_run)
{
    struct side *ada = &conformance_run->ada, *ben = &conformance_run->ben;
    expect(conformance_run, refuses(request(ada, "start"), "not-player"), "Those who watch cannot play");
    bool joined = expect_accepted(with_string(request(ada, "join"), "name", "Ada")) &&
                  read_string(ada, "you", ada->you, sizeof ada->you);
    expect(conformance_run, joined && carom_table_find_seat(&ada->json_game.table, ada->you) != CAROM_NO_SEAT,
           "join is answered with one's id, after its event");
    expect(conformance_run,
           connects(conformance_run, ben) && expect_welcome(conformance_run, ben) &&
               read_string(ben, "token", ben->token, sizeof ben->token),
           "A second client comes to the same table");
    expect(conformance_run, refuses(with_string(request(ben, "join"), "name", "ada"), "name-taken"),
           "No two players have one name");
    expect(conformance_run,
           expect_accepted(with_number(with_string(request(ben, "join"), "name", "Ben"), "bot", 3)) &&
               read_string(ben, "you", ben->you, sizeof ben->you) && strncmp(ben->you, "bot-3-", 6) == 0,
           "A program that says so has the id of a bot");
    expect(conformance_run, reaches(ada, ben->json_game.table.seq), "Everybody is told of it");
}

static bool is_late(void *context)
{
    const int64_t *until = context;
    return system_clock_ms(CLOCK_MONOTONIC) > *until;
}

static bool show_route(struct conformance_run *conformance_run)
{
    static struct carom_answer answer;
    int64_t until = deadline();
    struct carom_solve_options options = {
        .cancelled = is_late, .context = &until}; /* a hostile server may choose a board that takes long to solve */
    struct side *ada = &conformance_run->ada;
    struct carom_puzzle puzzle;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    bool good = solver != NULL && carom_table_round_puzzle(&ada->json_game.table, &puzzle) &&
                carom_answer_solve(solver, &puzzle, &options, &answer) == CAROM_SOLVE_FOUND;
    if (solver != NULL)
        carom_solver_free(solver);
    int64_t moves = answer.solution.cost;
    expect(conformance_run, refuses(with_string(request(ada, "bid"), "moves", "x"), "bad-message"),
           "A member of the wrong kind is refused");
    good = good && expect_accepted(with_number(request(ada, "bid"), "moves", moves));
    expect(conformance_run, good, "A bid is accepted");
    expect(conformance_run, refuses(with_number(request(ada, "bid"), "moves", moves), "not-lower"),
           "A bid that is not lower is refused (R11)");
    expect(conformance_run,
           expect_accepted(request(ada, "done")) && expect_accepted(request(&conformance_run->ben, "done")) &&
               reaches(ada, conformance_run->ben.json_game.table.seq) &&
               ada->json_game.table.phase == CAROM_PHASE_SHOWING,
           "When all are done the lowest bid is shown");
    for (uint32_t i = 0; good && i < answer.solution.moves; i++) {
        carom_json_open_string(&request(ada, "move")->request, "move");
        carom_answer_write_move_text(&ada->request, &answer, i);
        carom_json_close_string(&ada->request);
        good = expect_accepted(ada);
    }
    return good;
}

static void try_round(struct conformance_run *conformance_run)
{
    struct side *ada = &conformance_run->ada, *ben = &conformance_run->ben;
    expect(conformance_run, expect_accepted(request(ada, "start")) && ada->json_game.table.phase == CAROM_PHASE_BIDDING,
           "The game begins with a target");
    reaches(ben, ada->json_game.table.seq);
    expect(conformance_run, show_route(conformance_run) && ada->json_game.table.phase == CAROM_PHASE_OVER,
           "A route is shown move by move, and wins");
    uint32_t seen = ben->json_game.table.seq;
    ws_close(ben->ws);
    ben->ws = NULL;
    char you[CAROM_ID_SIZE];
    expect(conformance_run,
           connects(conformance_run, ben) && expect_welcome(conformance_run, ben) &&
               read_string(ben, "you", you, sizeof you) && strcmp(you, ben->you) == 0,
           "Who comes back with the token has the seat again");
    expect(conformance_run, reaches(ben, ada->json_game.table.seq) && seen < ben->json_game.table.seq && !ben->gap,
           "... and is told what was missed, once");
    expect(conformance_run, !ada->gap && !ada->bad && !ben->bad,
           "Every event follows from those before, without a gap");
    expect(conformance_run, expect_accepted(request(ada, "time")), "The server tells its time");
}

static int run_trial(struct conformance_run *conformance_run)
{
    if (expect(conformance_run, make_table(conformance_run), "A table is made with POST /api/tables") &&
        expect(conformance_run, connects(conformance_run, &conformance_run->ada), "A WebSocket is opened at /ws")) {
        test_bad_input(conformance_run);
        test_seats(conformance_run);
        try_round(conformance_run);
    }
    ws_close(conformance_run->ada.ws);
    ws_close(conformance_run->ben.ws);
    free(conformance_run->ada.text);
    free(conformance_run->ben.text);
    return report_finish(&conformance_run->report);
}

/* `--listen [PORT]` */
static int listen_at(struct cli *cli, uint64_t seconds)
{
    char *end = NULL;
    unsigned long port = cli->argc == 1 ? strtoul(cli->argv[0], &end, 10) : 0;
    if (cli->argc > 1 || (cli->argc == 1 && (*end != '\0' || end == cli->argv[0] || port > 65535)))
        return cli_error(cli, NULL, "'%s' is not a port; expected a number up to 65535, or none", cli->argv[0]);
    return conformance_listen(cli, (unsigned)port, (int)seconds * 1000);
}

static int run(struct cli *cli)
{
    static struct conformance_run conformance_run;
    bool listens = false;
    uint64_t seconds = 60;
    const char *authorities = NULL;
    const struct cli_option options[] = {
        {.name = "listen",
         .flag = &listens,
         .help = "try a client instead: wait for it at a port of this\nmachine (any that is free)"},
        {.name = "wait", .value = "SECONDS", .number = &seconds, .max = 3600, .help = "for each step of a client (60)"},
        CLI_CA_OPTION(authorities),
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    if (listens)
        return listen_at(cli, seconds);
    if (cli->argc != 1)
        return cli_error(cli, NULL, "expected the address of a server");
    conformance_run.report.cli = cli;
    if (!cli_server_url(cli, &conformance_run.url, authorities, false))
        return cli->exit_code;
    return run_trial(&conformance_run);
}

const struct cli_command cmd_conformance = {
    .name = "conformance",
    .run = run,
    .operands = "ws[s]://HOST:PORT | --listen [PORT]",
    .summary = "try whether a server or a client keeps the protocol",
    .about = "Makes a table there, plays a round with two clients of its own, and says line by line\n"
             "what of docs/reference/protocol.md holds. With --listen it is the server: it says where its table\n"
             "is, lets a client sit down and play there, and says the same of the client. The exit\n"
             "code is 1 if something does not hold.",
};
