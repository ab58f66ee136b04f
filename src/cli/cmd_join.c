/*
 * `carom join`: a person at a table on a server. On a terminal it has the screen of `carom play` (src/cli/play/far.c).
 * What is here is the other way, for pipes and screen readers: every line typed is a command, every event a sentence in
 * the player's language; the board is drawn when a target comes up or it is asked for, and nothing ever moves.
 */
#include "place.h"
#include "play/play.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WAIT_MS 500
#define LINE 1024
#define AT_ONCE 4096 /* messages, then it is time to look at the keyboard: a server may send without end */
#define PATIENCE 20  /* waits for a seat when nobody types any more ... */
#define WATCHING 4   /* ... and if the table has let one in, who may only watch */

struct joining {
    struct cli *cli;
    struct client *client;
    const char *name;
    bool lines;
    bool plain; /* ... and no drawings by themselves */
    struct play_look look;
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
    static char sentence[STORY_MAX];
    (void)context;
    story_tell(sentence, &client->session.table, event, client_seat(client));
    puts(sentence);
}

/* What the referee would take from this player now, in the words to be typed. */
static void offer(struct joining *joining)
{
    const struct carom_table *table = &joining->client->session.table;
    unsigned seat = client_seat(joining->client);
    struct carom_may may;
    char words[256] = "";
    size_t length = 0;
    if (seat == CAROM_NO_SEAT || table->seq == joining->offered)
        return;
    joining->offered = table->seq;
    carom_referee_may(table, seat, client_now(joining->client), &may);
    for (unsigned what = 0; what < CAROM_DOS; what++)
        if (may.may[what] && what != CAROM_DO_LEAVE && what != CAROM_DO_JOIN && length < sizeof words - 20)
            length += (size_t)snprintf(words + length, sizeof words - length, "%s%s", length > 0 ? ", " : "",
                                       carom_do_name((enum carom_do)what));
    if (length > 0)
        printf(_("You can: %s.\n"), words);
}

static void draw(const struct joining *joining)
{
    if (joining->client->session.table.phase != CAROM_PHASE_UNOPENED)
        story_print(&joining->client->session.table, joining->look.ascii);
}

static void say_why(const struct joining *joining)
{
    char sentence[CLIENT_WHY];
    client_refusal(joining->client, sentence);
    puts(_(sentence));
}

static void hear(struct joining *joining)
{
    struct client *client = joining->client;
    bool accepted = true;
    if (client_is(client, "answer") &&
        carom_json_bool(&client->json, carom_json_get(&client->json, 0, "ok"), &accepted) && !accepted)
        say_why(joining);
    if (!client_sit(client, joining->name, 0)) {
        joining->left = true;
        joining->status = CLI_NO;
    }
}

/* Everything that has come. False: the line has ended for good. */
static bool listen_to(struct joining *joining)
{
    uint32_t round = joining->client->session.table.rounds;
    for (unsigned i = 0; i < AT_ONCE; i++) {
        switch (client_next(joining->client, 0)) {
        case CLIENT_MESSAGE:
            hear(joining);
            continue;
        case CLIENT_LOST:
            puts(_(joining->client->why));
            joining->lost = true;
            continue;
        case CLIENT_ENDED:
            cli_say(joining->cli, NULL, joining->client->why);
            joining->status = CLI_NO;
            return false;
        case CLIENT_NOTHING:
            break;
        }
        break;
    }
    if (joining->client->session.table.rounds != round && !joining->plain)
        draw(joining);
    if (joining->client->welcomed)
        offer(joining);
    fflush(stdout);
    return true;
}

/* ---- what is typed ---- */

static void help(void)
{
    puts(_("A number is a bid: you have a route of so many moves. Moves such as RN GE (in Micro Robots cells\n"
           "such as 6P) show it, when it is your turn. done: no more bids. pass: give up showing. next: the\n"
           "next target. skip: another target. flip: turn the hourglass although nobody has bid. start: begin\n"
           "the game. show: draw the board. quit: give your seat up and leave."));
    puts(_(
        "In a race moves hand a route in, all of it at once. where: robots and target in words. again: another game."));
}

static void where(const struct joining *joining)
{
    const struct carom_table *table = &joining->client->session.table;
    int left = story_seconds(table, client_now(joining->client));
    char words[STORY_MAX];
    if (table->phase == CAROM_PHASE_UNOPENED)
        return;
    story_where(table);
    if (left >= 0)
        printf(_("Seconds left: %d.\n"), left);
    story_scores(words, table);
    printf(_("Scores: %s.\n"), words);
}

static void say(struct client *client, const char *what)
{
    client_request(client, what);
    client_send(client);
}

static void send_moves(struct client *client, char *line)
{
    char *rest;
    if (carom_rules_race(&client->session.table.rules)) { /* H2 */
        carom_json_words(client_request(client, "hand"), "route", line);
        client_send(client);
        return;
    }
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        carom_json_words(client_request(client, "move"), "move", word);
        client_send(client);
    }
}

/* `RN GE` or `6P`: does the line look like moves? */
static bool are_moves(const struct carom_table *table, const char *line)
{
    struct carom_move route[64];
    uint8_t places[64];
    size_t count = 0;
    bool good = carom_rules_micro(&table->rules)
                    ? carom_micro_route_read(&table->tiles, places, 64, &count, line, strlen(line), NULL)
                    : carom_route_read(route, 64, &count, line, strlen(line), NULL);
    return good && count > 0;
}

static void obey(struct joining *joining, char *line)
{
    static const char *const plain[] = {"done", "pass", "next", "skip", "flip", "start", "again", "pause", "resume"};
    struct client *client = joining->client;
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
            say(client, line);
            return;
        }
    }
    if (strcmp(line, "quit") == 0) {
        joining->left = true;
    } else if (strcmp(line, "show") == 0) {
        draw(joining);
    } else if (strcmp(line, "where") == 0) {
        where(joining);
    } else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        help();
    } else if (*line >= '0' && *line <= '9' && *end == '\0' && number <= CAROM_BID_MAX) {
        carom_json_number(client_request(client, "bid"), "moves", (int64_t)number);
        client_send(client);
    } else if (are_moves(&client->session.table, line)) {
        send_moves(client, line);
    } else {
        printf(_("'%s' is no command; expected a move such as RN, or one of those that help lists\n"), line);
    }
}

/* What was typed; false: there is no more. */
static bool read_typed(struct joining *joining)
{
    char bytes[256];
    ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
    if (got <= 0)
        return got < 0 && errno == EINTR;
    for (ssize_t i = 0; i < got; i++) {
        if (bytes[i] != '\n' && joining->typed < LINE - 1) {
            joining->line[joining->typed++] = bytes[i];
        } else if (bytes[i] == '\n') {
            while (joining->typed > 0 &&
                   (joining->line[joining->typed - 1] == ' ' || joining->line[joining->typed - 1] == '\r'))
                joining->typed--;
            joining->line[joining->typed] = '\0';
            joining->typed = 0;
            obey(joining, joining->line);
        }
    }
    fflush(stdout);
    return true;
}

/* Nobody types any more. Whether there is such a table, and a seat at it, is still to be heard; true: it is known. */
static bool knows_enough(struct joining *joining)
{
    const struct client *client = joining->client;
    if (client_seat(client) != CAROM_NO_SEAT || (client->welcomed && joining->waited++ >= WATCHING))
        return true;
    if (client->welcomed || (!joining->lost && joining->waited++ < PATIENCE))
        return false;
    if (!joining->lost)
        cli_say(joining->cli, NULL, client_sentence(CLIENT_TROUBLE_AWAY));
    joining->status = CLI_NO;
    return true;
}

static int play(struct joining *joining)
{
    bool good = true, typing = true;
    joining->client->on_event = on_event;
    puts(_("help lists the commands."));
    fflush(stdout);
    while (good && !joining->left) {
        struct pollfd waits[2] = {{.fd = typing ? STDIN_FILENO : -1, .events = POLLIN},
                                  {.fd = client_fd(joining->client), .events = POLLIN}};
        poll(waits, 2, WAIT_MS);
        good = listen_to(joining);
        if (good && (waits[0].revents & (POLLIN | POLLHUP | POLLNVAL)) != 0)
            typing = read_typed(joining);
        good = good && (typing || !knows_enough(joining));
    }
    client_leave(joining->client);
    return joining->status;
}

static int run(struct cli *cli)
{
    static struct joining joining;
    struct client_place place;
    const char *authorities = NULL;
    joining.cli = cli;
    const struct cli_option options[] = {
        {.name = "name", .takes = "NAME", .words = &joining.name, .help = N_("what you are called")},
        {.name = "lines", .flag = &joining.lines, .help = N_("plain lines instead of the screen")},
        {.name = "plain",
         .flag = &joining.plain,
         .help = N_("the same, and the board is drawn only when asked for (show):\nfor screen readers")},
        {.name = "no-animation", .flag = &joining.look.still, .help = N_("robots are not seen sliding")},
        {.name = "ascii", .flag = &joining.look.ascii, .help = N_("only plain characters")},
        CLI_AUTHORITIES(authorities),
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->status;
    if (cli->argc != 1 || joining.name == NULL)
        return cli_error(cli, NULL, N_("expected the address of a table, and --name with what you are called"));
    if (!cli_place(cli, &place, authorities, true))
        return cli->status;
    joining.client = client_new(&place, NULL);
    if (joining.client == NULL)
        return cli_error(cli, NULL, N_("there is not enough memory"));
    joining.look.ascii = joining.look.ascii || !play_has_signs();
    bool lines = joining.lines || joining.plain || !play_has_screen();
    int status = lines ? play(&joining) : play_join(cli, joining.client, joining.name, &joining.look);
    client_free(joining.client);
    return status;
}

const struct cli_command cmd_join = {
    .name = "join",
    .run = run,
    .operands = "http[s]://HOST:PORT/t/CODE",
    .summary = N_("play at a table on a server, in the terminal"),
    .about = N_("Sits down at the table and plays there, on the screen of `carom play`: ? shows the keys.\n"
                "Without a terminal, or with --lines or --plain, what happens comes in sentences, and what\n"
                "is typed is taken line by line: bids, moves, and the words that help lists. Lost\n"
                "connections come back by themselves."),
};
