/*
 * `carom conformance`: plays a short game with a server over the public protocol, between two clients of its own, and
 * says line by line which promises of docs/protocol.md hold. Those lines are English for everybody, as the protocol is.
 * With --listen it is the server, and a client is tried (conformance_listen.c).
 */
#include "conformance.h"
#include "place.h"

#include "../client/stream.h"
#include "../client/wire.h"

#include <carom/heap.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_MS 10000 /* for an answer, whatever else is said meanwhile; a server may be busy */
#define NODES 65536
#define TOKEN 64

/* One connection of a client that is being played. */
struct side {
    struct wire *wire;
    struct carom_session session;
    bool gap; /* an event was missing, or came twice */
    bool bad; /* ... or could not be read */
    uint64_t last;
    char token[TOKEN];
    char you[CAROM_ID_SIZE];
    struct carom_text request; /* being written */
    char bytes[512];
    char *text; /* the last message */
    struct carom_json json;
    struct carom_json_node nodes[NODES];
};

struct trial {
    struct verdict verdict;
    struct client_place place;
    struct side ada, ben;
};

/* ---- what is found ---- */

bool verdict_finds(struct verdict *verdict, bool holds, const char *promise)
{
    if (verdict->cli->json) {
        char bytes[1024];
        struct carom_text text = carom_text_in(bytes, sizeof bytes);
        carom_json_begin(&text, NULL, '{');
        carom_json_flag(&text, "holds", holds);
        carom_json_words(&text, "promise", promise);
        carom_json_end(&text, '}');
        cli_print(&text);
    } else {
        printf("%s  %s\n", holds ? "holds" : "FAILS", promise);
    }
    fflush(stdout);
    verdict->held += holds;
    verdict->failed += !holds;
    return holds;
}

int verdict_end(const struct verdict *verdict)
{
    if (!verdict->cli->json)
        printf("%u hold, %u fail\n", verdict->held, verdict->failed);
    return verdict->failed == 0 ? CLI_DONE : CLI_NO;
}

static bool finds(struct trial *trial, bool holds, const char *promise)
{
    return verdict_finds(&trial->verdict, holds, promise);
}

/* ---- a line ---- */

static bool is(const struct side *side, const char *key, const char *words)
{
    return carom_json_equals(&side->json, carom_json_get(&side->json, 0, key), words);
}

static bool said(struct side *side, const char *key, char *words, size_t size)
{
    size_t length;
    words[0] = '\0';
    return carom_json_string(&side->json, carom_json_get(&side->json, 0, key), words, size, &length);
}

static void take_events(struct side *side)
{
    uint32_t events = carom_json_get(&side->json, 0, "events");
    uint32_t end = carom_json_is(&side->json, events, CAROM_JSON_ARRAY) ? side->nodes[events].skip : 0;
    for (uint32_t node = events + 1; node < end; node = side->nodes[node].skip) {
        const struct carom_json_node *line = &side->nodes[node];
        int64_t seq = 0;
        carom_json_int(&side->json, carom_json_get(&side->json, node, "seq"), &seq);
        side->gap |= seq != (int64_t)side->session.table.seq + 1;
        side->bad |=
            !carom_session_event(&side->session, side->text + line->start, line->end - line->start, true, NULL);
    }
}

/* A time of the monotonic clock: when waiting that begins now is over. */
static int64_t deadline(void)
{
    return stream_clock(CLOCK_MONOTONIC) + WAIT_MS;
}

/* The next message; false: none came in time. */
static bool hear(struct side *side, int64_t until)
{
    size_t length;
    int64_t left = until - stream_clock(CLOCK_MONOTONIC);
    free(side->text);
    side->text = side->wire != NULL && left > 0 ? wire_next(side->wire, (int)left, &length) : NULL;
    side->json = (struct carom_json){0}; /* what was read before is gone with its text */
    if (side->text == NULL || !carom_json_read(&side->json, side->nodes, NODES, side->text, length, NULL))
        return false;
    if (is(side, "type", "events"))
        take_events(side);
    return true;
}

/* A request: its word, then its members, then one of asks, accepts, refuses. */
static struct side *request(struct side *side, const char *what)
{
    side->request = carom_text_in(side->bytes, sizeof side->bytes);
    carom_json_begin(&side->request, NULL, '{');
    carom_json_count(&side->request, "id", ++side->last);
    carom_json_words(&side->request, "do", what);
    return side;
}

static struct side *with_number(struct side *side, const char *key, int64_t number)
{
    carom_json_number(&side->request, key, number);
    return side;
}

static struct side *with_words(struct side *side, const char *key, const char *words)
{
    carom_json_words(&side->request, key, words);
    return side;
}

/* Sends it and waits for its answer, which is then the last message. */
static bool asks(struct side *side)
{
    int64_t id;
    carom_json_end(&side->request, '}');
    if (side->wire == NULL || !wire_send(side->wire, side->request.bytes, side->request.length))
        return false;
    for (int64_t until = deadline(); hear(side, until);)
        if ((is(side, "type", "answer") || is(side, "type", "welcome")) &&
            carom_json_int(&side->json, carom_json_get(&side->json, 0, "id"), &id) && (uint64_t)id == side->last)
            return true;
    return false;
}

static bool accepts(struct side *side)
{
    bool good = false;
    return asks(side) && carom_json_bool(&side->json, carom_json_get(&side->json, 0, "ok"), &good) && good;
}

static bool refuses(struct side *side, const char *why)
{
    bool good = true;
    char sentence[CLIENT_WHY];
    return asks(side) && carom_json_bool(&side->json, carom_json_get(&side->json, 0, "ok"), &good) && !good &&
           is(side, "why", why) && said(side, "sentence", sentence, sizeof sentence);
}

static bool connects(struct trial *trial, struct side *side)
{
    enum client_trouble trouble;
    wire_close(side->wire);
    side->wire = wire_open(&trial->place, &trouble);
    return side->wire != NULL;
}

static bool greets(struct trial *trial, struct side *side)
{
    with_number(request(side, "hello"), "version", 1);
    with_words(side, "table", trial->place.code);
    with_number(side, "game", 1);
    with_number(side, "since", side->session.table.seq);
    if (side->token[0] != '\0')
        with_words(side, "token", side->token);
    return asks(side) && is(side, "type", "welcome");
}

/* Waits until this side's table has come so far. */
static bool reaches(struct side *side, uint32_t seq)
{
    int64_t until = deadline();
    while (side->session.table.seq < seq)
        if (!hear(side, until))
            return false;
    return true;
}

/* ---- the transcript ---- */

static bool make_table(struct trial *trial)
{
    static char body[65536];
    static struct carom_json_node nodes[NODES];
    struct carom_json json;
    size_t length;
    char rules[128];
    enum client_trouble trouble;
    struct carom_text text = carom_text_in(rules, sizeof rules);
    carom_json_begin(&text, NULL, '{');
    carom_json_begin(&text, "rules", '{');
    carom_json_words(&text, "preset", "ricochet-it");
    carom_json_number(&text, "goal", 1);
    carom_json_number(&text, "demonstration", 600000);
    carom_json_end(&text, '}');
    carom_json_end(&text, '}');
    unsigned status = client_http(&trial->place, "POST", "/api/tables", text.bytes, body, sizeof body, &trouble);
    if (trouble != CLIENT_FINE)
        fprintf(stderr, "carom conformance: %s\n", _(client_sentence(trouble)));
    return status == 201 && carom_json_read(&json, nodes, NODES, body, strlen(body), NULL) &&
           carom_json_string(&json, carom_json_get(&json, 0, "code"), trial->place.code, sizeof trial->place.code,
                             &length);
}

static void try_manners(struct trial *trial)
{
    struct side *ada = &trial->ada;
    static const char noise[] = "{\"id\":";
    finds(trial, refuses(with_number(request(ada, "bid"), "moves", 3), "hello-first"),
          "Nothing is accepted before hello");
    with_words(with_number(request(ada, "hello"), "version", 99), "table", "AAAAAAAA");
    finds(trial, refuses(ada, "bad-version"), "Another version is refused by its name");
    finds(trial, greets(trial, ada), "hello is answered with welcome, which has its id");
    finds(trial, said(ada, "token", ada->token, sizeof ada->token) && strlen(ada->token) == 22,
          "welcome has a fresh token of 22 characters");
    finds(trial, reaches(ada, 1) && !ada->bad, "With since the events come, from the first on");
    with_words(with_number(request(ada, "hello"), "version", 1), "table", "AAAAAAAA");
    finds(trial, refuses(ada, "already-hello"), "A second hello is refused");
    finds(trial, refuses(request(ada, "dance"), "unknown-do"), "An unknown request is refused by its name");
    wire_send(ada->wire, noise, sizeof noise - 1);
    finds(trial, hear(ada, deadline()) && is(ada, "why", "bad-json"), "What is no JSON is refused and does no harm");
}

static void try_seats(struct trial *trial)
{
    struct side *ada = &trial->ada, *ben = &trial->ben;
    finds(trial, refuses(request(ada, "start"), "not-player"), "Those who watch cannot play");
    bool joined =
        accepts(with_words(request(ada, "join"), "name", "Ada")) && said(ada, "you", ada->you, sizeof ada->you);
    finds(trial, joined && carom_table_seat(&ada->session.table, ada->you) != CAROM_NO_SEAT,
          "join is answered with one's id, after its event");
    finds(trial, connects(trial, ben) && greets(trial, ben) && said(ben, "token", ben->token, sizeof ben->token),
          "A second client comes to the same table");
    finds(trial, refuses(with_words(request(ben, "join"), "name", "ada"), "name-taken"),
          "No two players have one name");
    finds(trial,
          accepts(with_number(with_words(request(ben, "join"), "name", "Ben"), "bot", 3)) &&
              said(ben, "you", ben->you, sizeof ben->you) && strncmp(ben->you, "bot-3-", 6) == 0,
          "A program that says so has the id of a bot");
    finds(trial, reaches(ada, ben->session.table.seq), "Everybody is told of it");
}

static bool is_late(void *context)
{
    const int64_t *until = context;
    return stream_clock(CLOCK_MONOTONIC) > *until;
}

static bool show_route(struct trial *trial)
{
    static struct carom_answer answer;
    int64_t until = deadline();
    struct carom_solve_options options = {.cancelled = is_late, .context = &until}; /* the board is the server's */
    struct side *ada = &trial->ada;
    struct carom_puzzle puzzle;
    struct carom_solver *solver = carom_solver_new(&carom_heap);
    bool good = solver != NULL && carom_table_puzzle(&ada->session.table, &puzzle) &&
                carom_answer_find(solver, &puzzle, &options, &answer) == CAROM_SOLVE_FOUND;
    if (solver != NULL)
        carom_solver_free(solver);
    int64_t moves = answer.solution.cost;
    finds(trial, refuses(with_words(request(ada, "bid"), "moves", "x"), "bad-message"),
          "A member of the wrong kind is refused");
    good = good && accepts(with_number(request(ada, "bid"), "moves", moves));
    finds(trial, good, "A bid is accepted");
    finds(trial, refuses(with_number(request(ada, "bid"), "moves", moves), "not-lower"),
          "A bid that is not lower is refused (R11)");
    finds(trial,
          accepts(request(ada, "done")) && accepts(request(&trial->ben, "done")) &&
              reaches(ada, trial->ben.session.table.seq) && ada->session.table.phase == CAROM_PHASE_SHOWING,
          "When all are done the lowest bid is shown");
    for (uint32_t i = 0; good && i < answer.solution.moves; i++) {
        carom_json_open(&request(ada, "move")->request, "move");
        carom_answer_move_write(&ada->request, &answer, i);
        carom_json_close(&ada->request);
        good = accepts(ada);
    }
    return good;
}

static void try_round(struct trial *trial)
{
    struct side *ada = &trial->ada, *ben = &trial->ben;
    finds(trial, accepts(request(ada, "start")) && ada->session.table.phase == CAROM_PHASE_BIDDING,
          "The game begins with a target");
    reaches(ben, ada->session.table.seq);
    finds(trial, show_route(trial) && ada->session.table.phase == CAROM_PHASE_OVER,
          "A route is shown move by move, and wins");
    uint32_t seen = ben->session.table.seq;
    wire_close(ben->wire);
    ben->wire = NULL;
    char you[CAROM_ID_SIZE];
    finds(trial,
          connects(trial, ben) && greets(trial, ben) && said(ben, "you", you, sizeof you) && strcmp(you, ben->you) == 0,
          "Who comes back with the token has the seat again");
    finds(trial, reaches(ben, ada->session.table.seq) && seen < ben->session.table.seq && !ben->gap,
          "... and is told what was missed, once");
    finds(trial, !ada->gap && !ada->bad && !ben->bad, "Every event follows from those before, without a gap");
    finds(trial, accepts(request(ada, "time")), "The server tells its time");
}

static int run_trial(struct trial *trial)
{
    if (finds(trial, make_table(trial), "A table is made with POST /api/tables") &&
        finds(trial, connects(trial, &trial->ada), "A WebSocket is opened at /ws")) {
        try_manners(trial);
        try_seats(trial);
        try_round(trial);
    }
    wire_close(trial->ada.wire);
    wire_close(trial->ben.wire);
    free(trial->ada.text);
    free(trial->ben.text);
    return verdict_end(&trial->verdict);
}

/* `--listen [PORT]` */
static int listen_at(struct cli *cli, uint64_t seconds)
{
    char *end = NULL;
    unsigned long port = cli->argc == 1 ? strtoul(cli->argv[0], &end, 10) : 0;
    if (cli->argc > 1 || (cli->argc == 1 && (*end != '\0' || end == cli->argv[0] || port > 65535)))
        return cli_error(cli, NULL, N_("'%s' is no port; expected a number up to 65535, or none"), cli->argv[0]);
    return conformance_listen(cli, (unsigned)port, (int)seconds * 1000);
}

static int run(struct cli *cli)
{
    static struct trial trial;
    bool listens = false;
    uint64_t seconds = 60;
    const char *authorities = NULL;
    const struct cli_option options[] = {
        {.name = "listen",
         .flag = &listens,
         .help = N_("try a client instead: wait for it at a port of this\nmachine (any that is free)")},
        {.name = "wait",
         .takes = "SECONDS",
         .number = &seconds,
         .most = 3600,
         .help = N_("for each step of a client (60)")},
        CLI_AUTHORITIES(authorities),
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->status;
    if (listens)
        return listen_at(cli, seconds);
    if (cli->argc != 1)
        return cli_error(cli, NULL, N_("expected the address of a server"));
    trial.verdict.cli = cli;
    if (!cli_place(cli, &trial.place, authorities, false))
        return cli->status;
    return run_trial(&trial);
}

const struct cli_command cmd_conformance = {
    .name = "conformance",
    .run = run,
    .operands = "ws[s]://HOST:PORT | --listen [PORT]",
    .summary = N_("try whether a server or a client keeps the protocol"),
    .about = N_("Makes a table there, plays a round with two clients of its own, and says line by line\n"
                "what of docs/protocol.md holds. With --listen it is the server: it says where its table\n"
                "is, lets a client sit down and play there, and says the same of the client. The exit\n"
                "code is 1 if something does not hold."),
};
