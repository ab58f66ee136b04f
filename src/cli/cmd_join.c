/*
 * `carom join`: a person at a table on a server. On a terminal it has the screen of `carom play`
 * (src/cli/play/remote_table.c). What is here is the other way, for pipes and screen readers: every line typed is a
 * command, every event a sentence in the player's language; the board is drawn when a target comes up or it is asked
 * for, and nothing ever moves.
 */
#include "play/play.h"
#include "server_url.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define WAIT_MS 500
#define LINE 1024
#define AT_ONCE 4096 /* messages, then it is time to look at the keyboard: a server may send without end */
#define PATIENCE 20  /* waits for a seat when nobody types any more ... */
#define WATCHING 4   /* ... and if the table has let one in, who may only watch */

struct join_state {
    struct cli *cli;
    struct client *client;
    const char *name;
    bool lines;
    bool plain; /* ... and no drawings by themselves */
    struct play_display display;
    bool left;
    bool lost;       /* the line, at least once */
    unsigned waited; /* since nobody types any more */
    int status;
    uint32_t offered; /* the event after which was said what can be done */
    char line[LINE];  /* typed so far */
    size_t typed;
};

/* ---- what happens ---- */

static void on_event(void *context, const struct client *client, const struct carom_event *event)
{
    static char sentence[EVENT_TEXT_MAX];
    (void)context;
    event_text_format(sentence, &client->json_game.table, event, client_seat(client));
    puts(sentence);
}

/* What the referee would take from this player now, in the words to be typed. */
static void offer(struct join_state *state)
{
    const struct carom_table *table = &state->client->json_game.table;
    unsigned seat = client_seat(state->client);
    struct carom_allowed allowed;
    char words[256] = "";
    size_t length = 0;
    if (seat == CAROM_NO_SEAT || table->seq == state->offered)
        return;
    state->offered = table->seq;
    carom_referee_allowed(table, seat, client_now(state->client), &allowed);
    for (unsigned what = 0; what < CAROM_COMMAND_KINDS; what++)
        if (allowed.allowed[what] && what != CAROM_COMMAND_LEAVE && what != CAROM_COMMAND_JOIN &&
            length < sizeof words - 20)
            length += (size_t)snprintf(words + length, sizeof words - length, "%s%s", length > 0 ? ", " : "",
                                       carom_command_name((enum carom_command_kind)what));
    if (length > 0)
        printf(_("You can: %s.\n"), words);
}

static void draw(const struct join_state *state)
{
    if (state->client->json_game.table.phase != CAROM_PHASE_NONE)
        print_table_board(&state->client->json_game.table, state->display.ascii);
}

static void print_reason(const struct join_state *state)
{
    char sentence[CLIENT_REASON_SIZE];
    client_refusal(state->client, sentence);
    puts(_(sentence));
}

static void handle_event(struct join_state *state)
{
    struct client *client = state->client;
    bool accepted = true;
    if (client_is(client, "answer") &&
        carom_json_as_bool(&client->json, carom_json_get(&client->json, 0, "ok"), &accepted) && !accepted)
        print_reason(state);
    if (!client_join(client, state->name, 0)) {
        state->left = true;
        state->status = CLI_EXIT_NO;
    }
}

/* Everything that has come. False: the line has ended for good. */
static bool listen_to(struct join_state *state)
{
    uint32_t round = state->client->json_game.table.rounds;
    for (unsigned i = 0; i < AT_ONCE; i++) {
        switch (client_poll(state->client, 0)) {
        case CLIENT_MESSAGE:
            handle_event(state);
            continue;
        case CLIENT_DISCONNECTED:
            puts(_(state->client->reason));
            state->lost = true;
            continue;
        case CLIENT_CLOSED:
            cli_error_sentence(state->cli, NULL, state->client->reason);
            state->status = CLI_EXIT_NO;
            return false;
        case CLIENT_IDLE:
            break;
        }
        break;
    }
    if (state->client->json_game.table.rounds != round && !state->plain)
        draw(state);
    if (state->client->welcomed)
        offer(state);
    fflush(stdout);
    return true;
}

/* ---- what is typed ---- */

static void help(void)
{
    puts(_("A number is a bid: you have a route of that many moves. Moves such as RN GE (in Micro Robots cells\n"
           "such as 6P) show it when it is your turn. done: no more bids. pass: give up showing. next: the\n"
           "next target. skip: another target. flip: turn the hourglass although nobody has bid. start: begin\n"
           "the game. show: draw the board. quit: give up your seat and leave."));
    puts(_("In a race, enter all moves of a route at once to hand it in. where: robots and target in words. again: "
           "another game."));
    puts(_("Micro Robots: start NAME lets that player roll first. chip: between rounds, take the chip off the\n"
           "target or put it back."));
}

static void where(const struct join_state *state)
{
    const struct carom_table *table = &state->client->json_game.table;
    int left = table_seconds_left(table, client_now(state->client));
    char words[EVENT_TEXT_MAX];
    if (table->phase == CAROM_PHASE_NONE)
        return;
    print_positions(table);
    if (left >= 0)
        printf(_("Seconds left: %d.\n"), left);
    event_text_scores(words, table);
    printf(_("Scores: %s.\n"), words);
}

static void send_command(struct client *client, const char *what)
{
    client_request(client, what);
    client_send(client);
}

/* M3: the player of that name begins. A name that nobody has is left to the server to refuse. */
static void start_with(struct client *client, const char *name)
{
    const struct carom_table *table = &client->json_game.table;
    unsigned seat = 0;
    while (seat < table->seats && strcasecmp(carom_table_name(table, seat), name) != 0)
        seat++;
    carom_json_put_string(client_request(client, "start"), "first",
                          seat < table->seats ? carom_table_id(table, seat) : "-");
    client_send(client);
}

static void send_moves(struct client *client, char *line)
{
    char *rest;
    if (carom_rules_is_race(&client->json_game.table.rules)) { /* H2 */
        carom_json_put_string(client_request(client, "hand"), "route", line);
        client_send(client);
        return;
    }
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        carom_json_put_string(client_request(client, "move"), "move", word);
        client_send(client);
    }
}

/* `RN GE` or `6P`: does the line look like moves? */
static bool are_moves(const struct carom_table *table, const char *line)
{
    struct carom_move route[64];
    uint8_t places[64];
    size_t count = 0;
    bool good = carom_rules_is_micro(&table->rules)
                    ? carom_micro_route_read(&table->micro_board, places, 64, &count, line, strlen(line), NULL)
                    : carom_route_read(route, 64, &count, line, strlen(line), NULL);
    return good && count > 0;
}

static void run_line(struct join_state *state, char *line)
{
    static const char *const plain[] = {"bid",  "done",  "pass",  "next",  "skip",
                                        "flip", "start", "again", "pause", "resume"};
    struct client *client = state->client;
    char *end;
    if (strncmp(line, "bid ", 4) == 0)
        line += 4;
    else if (strncmp(line, "hand ", 5) == 0)
        line += 5;
    unsigned long number = strtoul(line, &end, 10);
    if (*line == '\0' || *line == '#')
        return;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (strcmp(line, plain[i]) == 0) {
            send_command(client, line);
            return;
        }
    }
    if (strcmp(line, "quit") == 0) {
        state->left = true;
    } else if (strcmp(line, "chip") == 0) {
        carom_json_put_bool(client_request(client, "chip"), "chip", client->json_game.table.rules.hide_chip);
        client_send(client);
    } else if (strncmp(line, "start ", 6) == 0) {
        start_with(client, line + 6);
    } else if (strcmp(line, "show") == 0) {
        draw(state);
    } else if (strcmp(line, "where") == 0) {
        where(state);
    } else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        help();
    } else if (*line >= '0' && *line <= '9' && *end == '\0' && number <= CAROM_BID_MAX) {
        carom_json_put_int(client_request(client, "bid"), "moves", (int64_t)number);
        client_send(client);
    } else if (are_moves(&client->json_game.table, line)) {
        send_moves(client, line);
    } else {
        printf(_("'%s' is not a command; type a move such as RN, or help for the commands\n"), line);
    }
}

/* What was typed; false: there is no more. */
static bool read_typed(struct join_state *state)
{
    char bytes[256];
    ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
    if (got <= 0)
        return got < 0 && errno == EINTR;
    for (ssize_t i = 0; i < got; i++) {
        if (bytes[i] != '\n' && state->typed < LINE - 1) {
            state->line[state->typed++] = bytes[i];
        } else if (bytes[i] == '\n') {
            while (state->typed > 0 && (state->line[state->typed - 1] == ' ' || state->line[state->typed - 1] == '\r'))
                state->typed--;
            state->line[state->typed] = '\0';
            state->typed = 0;
            run_line(state, state->line);
        }
    }
    fflush(stdout);
    return true;
}

/* Nobody types any more. Whether there is such a table, and a seat at it, is still to be heard; true: it is known. */
static bool knows_enough(struct join_state *state)
{
    const struct client *client = state->client;
    if (client_seat(client) != CAROM_NO_SEAT || (client->welcomed && state->waited++ >= WATCHING))
        return true;
    if (client->welcomed || (!state->lost && state->waited++ < PATIENCE))
        return false;
    if (!state->lost)
        cli_error_sentence(state->cli, NULL, client_error_sentence(CLIENT_ERROR_UNREACHABLE));
    state->status = CLI_EXIT_NO;
    return true;
}

static int play(struct join_state *state)
{
    bool good = true, typing = true;
    state->client->on_event = on_event;
    puts(_("Type help for the commands."));
    fflush(stdout);
    while (good && !state->left) {
        struct pollfd waits[2] = {{.fd = typing ? STDIN_FILENO : -1, .events = POLLIN},
                                  {.fd = client_fd(state->client), .events = POLLIN}};
        poll(waits, 2, WAIT_MS);
        good = listen_to(state);
        if (good && (waits[0].revents & (POLLIN | POLLHUP | POLLNVAL)) != 0)
            typing = read_typed(state);
        good = good && (typing || !knows_enough(state));
    }
    client_leave(state->client);
    return state->status;
}

static int run(struct cli *cli)
{
    static struct join_state state;
    struct server_url url;
    const char *authorities = NULL;
    state.cli = cli;
    const struct cli_option options[] = {
        {.name = "name", .value = "NAME", .strings = &state.name, .help = N_("your name at the table")},
        {.name = "lines", .flag = &state.lines, .help = N_("plain lines instead of the screen")},
        {.name = "plain",
         .flag = &state.plain,
         .help = N_("like --lines, for screen readers; draws the board only\n"
                    "when you type show")},
        {.name = "no-animation", .flag = &state.display.no_animation, .help = N_("move robots without animation")},
        {.name = "ascii", .flag = &state.display.ascii, .help = N_("only plain characters")},
        CLI_CA_OPTION(authorities),
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    if (cli->argc != 1 || state.name == NULL)
        return cli_error(cli, NULL, N_("give your name and the table's address: --name NAME http://HOST:PORT/t/CODE"));
    if (!cli_server_url(cli, &url, authorities, true))
        return cli->exit_code;
    state.client = client_new(&url, NULL);
    if (state.client == NULL)
        return cli_error(cli, NULL, N_("out of memory"));
    state.display.ascii = state.display.ascii || !terminal_has_unicode();
    bool lines = state.lines || state.plain || !play_has_screen();
    int status = lines ? play(&state) : play_remote_table(cli, state.client, state.name, &state.display);
    client_free(state.client);
    return status;
}

const struct cli_command cmd_join = {
    .name = "join",
    .run = run,
    .operands = "http[s]://HOST:PORT/t/CODE",
    .summary = N_("play at a table on a server, in the terminal"),
    .about = N_("Joins the table on the same screen as `carom play`: ? shows the keys. Without a\n"
                "terminal, or with --lines or --plain, it prints sentences and reads what you type line by\n"
                "line: bids, moves, and the commands that help lists. A lost connection is restored\n"
                "automatically."),
};
