/*
 * Checks a client by the game it is led through: it takes a seat, loses its connection and returns, bids, demonstrates
 * its route, and plays another game or leaves. Ada, the other player, is played from here. The client is asked for
 * nothing that docs/reference/protocol.md does not say.
 */
#include "conformance.h"

#include "mock_server.h"

#include <string.h>

#define TURN_MS 50
#define AWAY_MS 3000 /* how long to watch for a client that should not connect again */
#define ADA_BIDS 40  /* higher than the guest's bid can be: more moves than any route here has */

struct conformance_run {
    struct conformance_report report;
    struct mock_server server;
    int wait_ms;
};

static bool expect(struct conformance_run *run, bool holds, const char *promise)
{
    return report_check(&run->report, holds, promise);
}

/* Serves the guest until a condition holds. False: it took too long. */
static bool until(struct conformance_run *run, bool (*is)(const struct mock_server *server), int ms)
{
    carom_ms end = mock_now() + ms;
    while (!is(&run->server) && mock_now() < end)
        mock_poll(&run->server, TURN_MS);
    return is(&run->server);
}

static bool mock_player(struct conformance_run *run, enum carom_command_kind kind)
{
    struct carom_command command = {.kind = kind, .by = "p1", .moves = ADA_BIDS};
    return mock_command(&run->server, &command, NULL);
}

/* ---- conditions ---- */

static bool has_come(const struct mock_server *server)
{
    return server->lines > 0;
}

static bool is_welcome(const struct mock_server *server)
{
    return server->welcomed || server->saw_bad_hello || server->saw_bad_json;
}

static bool has_seat(const struct mock_server *server)
{
    return server->client_id[0] != '\0';
}

static bool has_ponged(const struct mock_server *server)
{
    return server->ws != NULL && ws_got_pong(server->ws);
}

static bool has_ponged_or_gone(const struct mock_server *server)
{
    return server->ws == NULL || has_ponged(server);
}

static bool is_back(const struct mock_server *server)
{
    return server->lines > 1 && server->welcomed;
}

static bool has_bid(const struct mock_server *server)
{
    unsigned seat = carom_table_find_seat(&server->table, server->client_id);
    return seat != CAROM_NO_SEAT && server->table.players[seat].bid > 0;
}

static bool shows(const struct mock_server *server)
{
    return server->table.phase != CAROM_PHASE_BIDDING;
}

static bool is_over(const struct mock_server *server)
{
    return server->table.phase == CAROM_PHASE_OVER;
}

static bool has_gone(const struct mock_server *server)
{
    return server->ws == NULL;
}

/* ---- the game ---- */

static bool try_arrival(struct conformance_run *run)
{
    struct mock_server *server = &run->server;
    if (!expect(run, until(run, has_come, run->wait_ms), "It opens a WebSocket at /ws") ||
        !expect(run, !server->saw_bad_handshake,
                "Its handshake is that of RFC 6455: Upgrade, version 13, a key of 16 bytes"))
        return false;
    until(run, is_welcome, run->wait_ms);
    if (!expect(run, server->welcomed && !server->saw_bad_hello,
                "Its first message is hello, with version 1 and the code of the table"))
        return false;
    bool seated = until(run, has_seat, run->wait_ms);
    expect(run, seated && !server->saw_bad_name,
           "It sits down with join and a name of 1 to 48 bytes, once it was welcomed");
    return seated;
}

/* Drops the connection while something happens at the table, and checks how the client returns. */
static bool try_return(struct conformance_run *run)
{
    struct mock_server *server = &run->server;
    struct carom_command cid = {.kind = CAROM_COMMAND_JOIN, .by = "p3", .name = "Cid"};
    struct carom_command gone = {.kind = CAROM_COMMAND_LEAVE, .by = "p3"};
    if (server->ws != NULL) /* it may have taken a seat and left at once */
        ws_ping(server->ws);
    until(run, has_ponged_or_gone, run->wait_ms);
    expect(run, has_ponged(server), "It answers pings");
    mock_abort(server);
    mock_command(server, &cid, NULL);
    mock_command(server, &gone, NULL);
    bool back = expect(run, until(run, is_back, run->wait_ms), "It comes back when its line was lost");
    if (!back)
        return false;
    expect(run, !server->saw_bad_token, "... with the token that it was given");
    expect(run, !server->saw_bad_since, "... and asks for what it has missed, with game and since, if it wants events");
    return true;
}

/* Plays a round: both bid, and the best bid is demonstrated. Ada bids high, so that the guest goes first. */
static bool play_round(struct conformance_run *run)
{
    bool begun = mock_player(run, CAROM_COMMAND_START) && mock_player(run, CAROM_COMMAND_BID);
    if (!begun || !until(run, has_bid, run->wait_ms))
        return false;
    mock_player(run, CAROM_COMMAND_DONE);
    return until(run, shows, run->wait_ms + (int)run->server.table.rules.hourglass);
}

static bool wins(const struct mock_server *server)
{
    unsigned seat = carom_table_find_seat(&server->table, server->client_id);
    return is_over(server) && seat != CAROM_NO_SEAT && server->table.players[seat].score == 1;
}

static bool try_round(struct conformance_run *run)
{
    struct mock_server *server = &run->server;
    bool shown = play_round(run);
    expect(run, server->bids > 0, "It bids while bids are made");
    expect(run, !server->joined_twice, "It does not sit down twice");
    if (!shown)
        return false;
    until(run, is_over, run->wait_ms);
    return expect(run, wins(server), "When its turn comes it shows a route of as many moves as it has bid, and wins");
}

/* Opens another game, unless the guest has left. */
static void try_another(struct conformance_run *run)
{
    struct mock_server *server = &run->server;
    until(run, has_gone, AWAY_MS);
    if (has_gone(server)) {
        expect(run, server->closed, "When the game is over it leaves with a close frame, or stays for another");
        return;
    }
    unsigned bids = server->bids;
    mock_game_start(server, "Gg");
    expect(run, play_round(run) && server->bids > bids,
           "When another game begins it forgets the last one, and bids again");
    mock_send_bye(server);
    unsigned lines = server->lines;
    carom_ms end = mock_now() + AWAY_MS;
    while (mock_now() < end)
        mock_poll(server, TURN_MS);
    expect(run, server->lines == lines, "Who is told that the table was closed stays away");
}

static void test_client_messages(struct conformance_run *run, bool whole)
{
    const struct mock_server *server = &run->server;
    expect(run, whole || server->ended == 0, "Messages and members that it does not know do it no harm");
    expect(run, !server->saw_bad_json, "Each of its messages is one JSON object");
    expect(run, !server->saw_bad_request,
           "All that it asks for are requests of the protocol, with the members they need");
    expect(run, server->moves == 0 || server->refusals <= server->moves + server->bids,
           "It asks for what the referee accepts, mostly");
}

static void print_address(const struct cli *cli, unsigned port)
{
    char where[64], bytes[128];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    snprintf(where, sizeof where, "http://127.0.0.1:%u/t/" MOCK_TABLE_CODE, port);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "listening", where);
    carom_json_end(&text, '}');
    if (cli->json)
        cli_print(&text);
    else
        puts(where);
    fflush(stdout);
}

int conformance_listen(struct cli *cli, unsigned port, int wait_ms)
{
    static struct conformance_run run;
    run.report.cli = cli;
    run.wait_ms = wait_ms;
    if (!mock_server_start(&run.server, port) || !mock_game_start(&run.server, "Rs")) {
        mock_server_stop(&run.server);
        return cli_error(cli, NULL, "nobody can be listened to at port %u; expected one that is free", port);
    }
    print_address(cli, run.server.port);
    bool whole = try_arrival(&run) && try_return(&run) && try_round(&run);
    if (whole)
        try_another(&run);
    if (run.server.lines > 0)
        test_client_messages(&run, whole);
    else
        cli_error(cli, NULL, "no client came within %d seconds; expected one, or a longer --wait", wait_ms / 1000);
    mock_server_stop(&run.server);
    return report_finish(&run.report);
}
