/*
 * The transcript that a client is led through, and what is found: it sits down, loses its line and comes back, bids,
 * shows its route, and plays another game or leaves. Ada is played from here. Nothing is asked of a client but what
 * docs/protocol.md says.
 */
#include "conformance.h"

#include "../trial/trial.h"

#include <string.h>

#define TURN_MS 50
#define AWAY_MS 3000 /* how long a client is looked for that should not come */
#define ADA_BIDS 40  /* more than any route here has */

struct trial {
    struct verdict verdict;
    struct host host;
    int wait_ms;
};

static bool finds(struct trial *trial, bool holds, const char *promise)
{
    return verdict_finds(&trial->verdict, holds, promise);
}

/* Lets the guest play on until something is the case, or it has taken too long. */
static bool until(struct trial *trial, bool (*is)(const struct host *host), int ms)
{
    carom_ms end = host_now() + ms;
    while (!is(&trial->host) && host_now() < end)
        host_wait(&trial->host, TURN_MS);
    return is(&trial->host);
}

static bool ada(struct trial *trial, enum carom_do what)
{
    struct carom_command command = {.what = what, .by = "p1", .moves = ADA_BIDS};
    return host_run(&trial->host, &command, NULL);
}

/* ---- what is waited for ---- */

static bool has_come(const struct host *host)
{
    return host->lines > 0;
}

static bool is_welcome(const struct host *host)
{
    return host->welcomed || host->hello_wrong || host->json_wrong;
}

static bool has_seat(const struct host *host)
{
    return host->guest[0] != '\0';
}

static bool has_ponged(const struct host *host)
{
    return host->wire != NULL && wire_ponged(host->wire);
}

static bool has_ponged_or_gone(const struct host *host)
{
    return host->wire == NULL || has_ponged(host);
}

static bool is_back(const struct host *host)
{
    return host->lines > 1 && host->welcomed;
}

static bool has_bid(const struct host *host)
{
    unsigned seat = carom_table_seat(&host->table, host->guest);
    return seat != CAROM_NO_SEAT && host->table.players[seat].bid > 0;
}

static bool shows(const struct host *host)
{
    return host->table.phase != CAROM_PHASE_BIDDING;
}

static bool is_over(const struct host *host)
{
    return host->table.phase == CAROM_PHASE_OVER;
}

static bool has_gone(const struct host *host)
{
    return host->wire == NULL;
}

/* ---- the transcript ---- */

static bool try_arrival(struct trial *trial)
{
    struct host *host = &trial->host;
    if (!finds(trial, until(trial, has_come, trial->wait_ms), "It opens a WebSocket at /ws") ||
        !finds(trial, !host->handshake_wrong,
               "Its handshake is that of RFC 6455: Upgrade, version 13, a key of 16 bytes"))
        return false;
    until(trial, is_welcome, trial->wait_ms);
    if (!finds(trial, host->welcomed && !host->hello_wrong,
               "Its first message is hello, with version 1 and the code of the table"))
        return false;
    bool seated = until(trial, has_seat, trial->wait_ms);
    finds(trial, seated && !host->name_wrong,
          "It sits down with join and a name of 1 to 48 bytes, once it was welcomed");
    return seated;
}

/* The line is cut, and something happens meanwhile. */
static bool try_return(struct trial *trial)
{
    struct host *host = &trial->host;
    struct carom_command cid = {.what = CAROM_DO_JOIN, .by = "p3", .name = "Cid"};
    struct carom_command gone = {.what = CAROM_DO_LEAVE, .by = "p3"};
    if (host->wire != NULL) /* it may have sat down and gone at once */
        wire_ping(host->wire);
    until(trial, has_ponged_or_gone, trial->wait_ms);
    finds(trial, has_ponged(host), "It answers pings");
    host_cut(host);
    host_run(host, &cid, NULL);
    host_run(host, &gone, NULL);
    bool back = finds(trial, until(trial, is_back, trial->wait_ms), "It comes back when its line was lost");
    if (!back)
        return false;
    finds(trial, !host->token_wrong, "... with the token that it was given");
    finds(trial, !host->since_wrong, "... and asks for what it has missed, with game and since, if it wants events");
    return true;
}

/* Bids are made, and the best of them is shown. Ada's is the highest, so that the guest comes first. */
static bool play_round(struct trial *trial)
{
    bool begun = ada(trial, CAROM_DO_START) && ada(trial, CAROM_DO_BID);
    if (!begun || !until(trial, has_bid, trial->wait_ms))
        return false;
    ada(trial, CAROM_DO_DONE);
    return until(trial, shows, trial->wait_ms + (int)trial->host.table.rules.hourglass);
}

static bool wins(const struct host *host)
{
    unsigned seat = carom_table_seat(&host->table, host->guest);
    return is_over(host) && seat != CAROM_NO_SEAT && host->table.players[seat].score == 1;
}

static bool try_round(struct trial *trial)
{
    struct host *host = &trial->host;
    bool shown = play_round(trial);
    finds(trial, host->bids > 0, "It bids while bids are made");
    finds(trial, !host->joined_twice, "It does not sit down twice");
    if (!shown)
        return false;
    until(trial, is_over, trial->wait_ms);
    return finds(trial, wins(host), "When its turn comes it shows a route of as many moves as it has bid, and wins");
}

/* Another game, unless it has left. */
static void try_another(struct trial *trial)
{
    struct host *host = &trial->host;
    until(trial, has_gone, AWAY_MS);
    if (has_gone(host)) {
        finds(trial, host->closed, "When the game is over it leaves with a close frame, or stays for another");
        return;
    }
    unsigned bids = host->bids;
    host_begin(host, "Gg");
    finds(trial, play_round(trial) && host->bids > bids,
          "When another game begins it forgets the last one, and bids again");
    host_bye(host);
    unsigned lines = host->lines;
    carom_ms end = host_now() + AWAY_MS;
    while (host_now() < end)
        host_wait(host, TURN_MS);
    finds(trial, host->lines == lines, "Who is told that the table was closed stays away");
}

static void try_manners(struct trial *trial, bool whole)
{
    const struct host *host = &trial->host;
    finds(trial, whole || host->ended == 0, "Messages and members that it does not know do it no harm");
    finds(trial, !host->json_wrong, "Each of its messages is one JSON object");
    finds(trial, !host->request_wrong, "All that it asks for are requests of the protocol, with the members they need");
    finds(trial, host->moves == 0 || host->refusals <= host->moves + host->bids,
          "It asks for what the referee accepts, mostly");
}

static void say_where(const struct cli *cli, unsigned port)
{
    char where[64], bytes[128];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    snprintf(where, sizeof where, "http://127.0.0.1:%u/t/" HOST_CODE, port);
    carom_json_begin(&text, NULL, '{');
    carom_json_words(&text, "listening", where);
    carom_json_end(&text, '}');
    if (cli->json)
        cli_print(&text);
    else
        puts(where);
    fflush(stdout);
}

int conformance_listen(struct cli *cli, unsigned port, int wait_ms)
{
    static struct trial trial;
    trial.verdict.cli = cli;
    trial.wait_ms = wait_ms;
    if (!host_open(&trial.host, port) || !host_begin(&trial.host, "Rs")) {
        host_close(&trial.host);
        return cli_error(cli, NULL, N_("nobody can be listened to at port %u; expected one that is free"), port);
    }
    say_where(cli, trial.host.port);
    bool whole = try_arrival(&trial) && try_return(&trial) && try_round(&trial);
    if (whole)
        try_another(&trial);
    if (trial.host.lines > 0)
        try_manners(&trial, whole);
    else
        cli_error(cli, NULL, N_("no client came within %d seconds; expected one, or a longer --wait"), wait_ms / 1000);
    host_close(&trial.host);
    return verdict_end(&trial.verdict);
}
