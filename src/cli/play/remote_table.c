/*
 * A table on a server on the screen of `carom play`. The client (src/client) keeps the line and comes back when it was
 * lost; what happens goes into the game as events, one by one, and what is pressed goes out as requests. The server's
 * solver says what the shortest route was.
 */
#include "play.h"

#include "../../client/client.h"

#include <string.h>

#define AT_ONCE 4096 /* messages, then it is time to look at the keyboard: a server may send without end */

struct remote_table {
    struct play *play;
    struct client *client;
    const char *name;
    int64_t known; /* the last event that happened before one came, or came back */
    bool ended;
    char reason[CLIENT_REASON_SIZE]; /* ... for this reason: a message id, or the server's sentence */
};

/* ---- what is asked ---- */

static bool send_command(void *context, const struct carom_command *command)
{
    struct remote_table *remote = context;
    return client_command(remote->client, command) != 0;
}

static void again(void *context)
{
    struct remote_table *remote = context;
    client_request(remote->client, "again");
    client_send(remote->client);
}

static carom_ms now(void *context)
{
    const struct remote_table *remote = context;
    return client_now(remote->client);
}

static int descriptor(void *context)
{
    const struct remote_table *remote = context;
    return client_fd(remote->client);
}

/* ---- what comes ---- */

static void on_event(void *context, const struct client *client, const struct carom_event *event)
{
    struct remote_table *remote = context;
    if (event->kind == CAROM_EVENT_OPENED) {
        remote->play->table = (struct carom_table){0};
        remote->play->seat = CAROM_NO_SEAT;
    }
    remote->play->seat =
        client->player_id[0] != '\0' ? carom_table_find_seat(&remote->play->table, client->player_id) : CAROM_NO_SEAT;
    play_apply_event(remote->play, event, (int64_t)event->seq <= remote->known);
}

/* A member of a member of the message. */
static uint32_t inner(const struct client *client, const char *outer, const char *key)
{
    return carom_json_get(&client->json, carom_json_get(&client->json, 0, outer), key);
}

static void read_options(struct remote_table *remote)
{
    bool plan = false;
    if (carom_json_as_bool(&remote->client->json, inner(remote->client, "options", "plan"), &plan))
        remote->play->scratch.allowed = plan;
}

/* `result`: what the server's solver has found. */
static void on_round_result(struct remote_table *remote)
{
    const struct carom_json *json = &remote->client->json;
    struct play_solution *solution = &remote->play->solution;
    struct carom_text route = carom_text_init(solution->route, sizeof solution->route);
    uint32_t moves = carom_json_get(json, 0, "route");
    uint32_t end = carom_json_is(json, moves, CAROM_JSON_ARRAY) ? json->nodes[moves].next : 0;
    bool proven = false;
    carom_json_as_bool(json, carom_json_get(json, 0, "proven"), &proven);
    uint32_t cost = carom_json_get(json, 0, proven ? "moves" : "at_least");
    if (!carom_json_is(json, cost, CAROM_JSON_NUMBER))
        return;
    for (uint32_t node = moves + 1; proven && node < end; node = json->nodes[node].next) {
        char move[CAROM_MOVE_SIGNS_MAX + 8];
        client_string(remote->client, node, move, sizeof move);
        carom_text_put(&route, route.length > 0 ? " " : "");
        carom_text_put(&route, move);
    }
    solution->known = proven;
    solution->cost = (unsigned)client_number(remote->client, cost, 0, 0, CAROM_BID_MAX);
    play_show_solution(remote->play);
}

/* `votes`: how many want the next target. */
static void on_votes(struct remote_table *remote)
{
    const struct carom_json *json = &remote->client->json;
    uint32_t by = carom_json_get(json, 0, "by");
    uint32_t end = carom_json_is(json, by, CAROM_JSON_ARRAY) ? json->nodes[by].next : 0;
    unsigned votes = 0;
    unsigned needed =
        (unsigned)client_number(remote->client, carom_json_get(json, 0, "needed"), 0, 0, CAROM_PLAYERS_MAX);
    char sentence[256];
    for (uint32_t node = by + 1; node < end; node = json->nodes[node].next)
        votes++;
    snprintf(sentence, sizeof sentence, _("Votes for the next target: %u of %u."), votes, needed);
    play_add_sentence(remote->play, sentence);
}

static void on_reply(struct remote_table *remote)
{
    char sentence[CLIENT_REASON_SIZE];
    bool accepted = true;
    carom_json_as_bool(&remote->client->json, carom_json_get(&remote->client->json, 0, "ok"), &accepted);
    client_refusal(remote->client, sentence);
    if (!accepted)
        play_show_refusal(remote->play, _(sentence));
}

static void handle_message(struct remote_table *remote)
{
    struct client *client = remote->client;
    remote->play->connection_error[0] = '\0';
    if (client_is(client, "welcome")) {
        remote->known = 0;
        carom_json_as_int(&client->json, carom_json_get(&client->json, 0, "seq"), &remote->known);
        play_show_refusal(remote->play, ""); /* what was asked before the line broke has no answer */
    }
    if (client_is(client, "welcome") || client_is(client, "game"))
        read_options(remote);
    if (client_is(client, "game"))
        remote->known = 0;
    if (client_is(client, "answer"))
        on_reply(remote);
    else if (client_is(client, "result"))
        on_round_result(remote);
    else if (client_is(client, "votes"))
        on_votes(remote);
    if (!client_join(client, remote->name, 0)) {
        remote->ended = true;
        client_refusal(client, remote->reason);
    }
    remote->play->seat = client_seat(client);
}

/* Sentences of servers end with a stop, those of our own client do not. */
static void show_disconnected(struct remote_table *remote)
{
    const char *why = _(remote->client->reason);
    size_t length = strlen(why);
    if (length > 0 && why[length - 1] == '.')
        length--;
    snprintf(remote->play->connection_error, sizeof remote->play->connection_error,
             _("No connection: %.*s. Trying again."), (int)length, why);
}

static bool listen(void *context)
{
    struct remote_table *remote = context;
    for (unsigned i = 0; i < AT_ONCE && !remote->ended; i++) {
        switch (client_poll(remote->client, 0)) {
        case CLIENT_MESSAGE:
            handle_message(remote);
            break;
        case CLIENT_DISCONNECTED:
            show_disconnected(remote);
            break;
        case CLIENT_CLOSED:
            remote->ended = true;
            snprintf(remote->reason, sizeof remote->reason, "%s", remote->client->reason);
            break;
        case CLIENT_IDLE:
            return true;
        }
    }
    return !remote->ended;
}

/* ---- a visit ---- */

int play_remote_table(struct cli *cli, struct client *client, const char *name, const struct play_display *display)
{
    static struct play play;
    struct remote_table remote = {.play = &play, .client = client, .name = name};
    struct play_remote ways = {.context = &remote,
                               .send_command = send_command,
                               .request_next_game = again,
                               .now = now,
                               .receive = listen,
                               .fd = descriptor};
    char address[CLIENT_REASON_SIZE];
    play.remote = &ways;
    play.seat = CAROM_NO_SEAT;
    client->on_event = on_event;
    client->context = &remote;
    snprintf(address, sizeof address, "http://%s:%s/t/%s", client->url.hostname, client->url.port, client->url.code);
    play_add_sentence(&play, address);
    int status = play_screen(&play, display);
    if (remote.ended) {
        cli_error_sentence(cli, NULL, remote.reason);
        status = CLI_EXIT_NO;
    }
    client_leave(client);
    return status;
}
