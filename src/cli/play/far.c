/*
 * A table on a server on the screen of `carom play`. The client (src/client) keeps the line and comes back when it was
 * lost; what happens goes into the game as events, one by one, and what is pressed goes out as requests. The server's
 * solver says what the shortest route was.
 */
#include "play.h"

#include "../../client/client.h"

#include <string.h>

#define AT_ONCE 4096 /* messages, then it is time to look at the keyboard: a server may send without end */

struct far {
    struct play *play;
    struct client *client;
    const char *name;
    int64_t known; /* the last event that happened before one came, or came back */
    bool ended;
    char why[CLIENT_WHY]; /* ... for this reason: a message id, or the server's sentence */
};

/* ---- what is asked ---- */

static bool say(void *context, const struct carom_command *command)
{
    struct far *far = context;
    return client_command(far->client, command) != 0;
}

static void again(void *context)
{
    struct far *far = context;
    client_request(far->client, "again");
    client_send(far->client);
}

static carom_ms now(void *context)
{
    const struct far *far = context;
    return client_now(far->client);
}

static int descriptor(void *context)
{
    const struct far *far = context;
    return client_fd(far->client);
}

/* ---- what comes ---- */

static void on_event(void *context, const struct client *client, const struct carom_event *event)
{
    struct far *far = context;
    if (event->kind == CAROM_EVENT_OPENED) {
        far->play->table = (struct carom_table){0};
        far->play->seat = CAROM_NO_SEAT;
    }
    far->play->seat = client->you[0] != '\0' ? carom_table_seat(&far->play->table, client->you) : CAROM_NO_SEAT;
    play_heard(far->play, event, (int64_t)event->seq <= far->known);
}

/* A member of a member of the message. */
static uint32_t inner(const struct client *client, const char *outer, const char *key)
{
    return carom_json_get(&client->json, carom_json_get(&client->json, 0, outer), key);
}

static void read_options(struct far *far)
{
    bool plan = false;
    if (carom_json_bool(&far->client->json, inner(far->client, "options", "plan"), &plan))
        far->play->plan.allowed = plan;
}

/* `result`: what the server's solver has found. */
static void hear_result(struct far *far)
{
    const struct carom_json *json = &far->client->json;
    struct play_best *best = &far->play->best;
    struct carom_text route = carom_text_in(best->route, sizeof best->route);
    uint32_t moves = carom_json_get(json, 0, "route");
    uint32_t end = carom_json_is(json, moves, CAROM_JSON_ARRAY) ? json->nodes[moves].skip : 0;
    bool proven = false;
    carom_json_bool(json, carom_json_get(json, 0, "proven"), &proven);
    uint32_t cost = carom_json_get(json, 0, proven ? "moves" : "at_least");
    if (!carom_json_is(json, cost, CAROM_JSON_NUMBER))
        return;
    for (uint32_t node = moves + 1; proven && node < end; node = json->nodes[node].skip) {
        char move[CAROM_SIGNS + 8];
        client_string(far->client, node, move, sizeof move);
        carom_text_put(&route, route.length > 0 ? " " : "");
        carom_text_put(&route, move);
    }
    best->known = proven;
    best->cost = (unsigned)client_number(far->client, cost, 0, 0, CAROM_BID_MAX);
    play_say_best(far->play);
}

/* `votes`: how many want the next target. */
static void hear_votes(struct far *far)
{
    const struct carom_json *json = &far->client->json;
    uint32_t by = carom_json_get(json, 0, "by");
    uint32_t end = carom_json_is(json, by, CAROM_JSON_ARRAY) ? json->nodes[by].skip : 0;
    unsigned votes = 0;
    unsigned needed = (unsigned)client_number(far->client, carom_json_get(json, 0, "needed"), 0, 0, CAROM_PLAYERS);
    char sentence[256];
    for (uint32_t node = by + 1; node < end; node = json->nodes[node].skip)
        votes++;
    snprintf(sentence, sizeof sentence, _("The next target is wanted by %u; it needs %u."), votes, needed);
    play_say(far->play, sentence);
}

static void hear_answer(struct far *far)
{
    char sentence[CLIENT_WHY];
    bool accepted = true;
    carom_json_bool(&far->client->json, carom_json_get(&far->client->json, 0, "ok"), &accepted);
    client_refusal(far->client, sentence);
    if (!accepted)
        play_refused(far->play, _(sentence));
}

static void hear(struct far *far)
{
    struct client *client = far->client;
    far->play->trouble[0] = '\0';
    if (client_is(client, "welcome")) {
        far->known = 0;
        carom_json_int(&client->json, carom_json_get(&client->json, 0, "seq"), &far->known);
        play_refused(far->play, ""); /* what was asked before the line broke has no answer */
    }
    if (client_is(client, "welcome") || client_is(client, "game"))
        read_options(far);
    if (client_is(client, "game"))
        far->known = 0;
    if (client_is(client, "answer"))
        hear_answer(far);
    else if (client_is(client, "result"))
        hear_result(far);
    else if (client_is(client, "votes"))
        hear_votes(far);
    if (!client_sit(client, far->name, 0)) {
        far->ended = true;
        client_refusal(client, far->why);
    }
    far->play->seat = client_seat(client);
}

/* Sentences of servers end with a stop, those of our own client do not. */
static void say_lost(struct far *far)
{
    const char *why = _(far->client->why);
    size_t length = strlen(why);
    if (length > 0 && why[length - 1] == '.')
        length--;
    snprintf(far->play->trouble, sizeof far->play->trouble, _("No connection: %.*s. It is tried again."), (int)length,
             why);
}

static bool listen(void *context)
{
    struct far *far = context;
    for (unsigned i = 0; i < AT_ONCE && !far->ended; i++) {
        switch (client_next(far->client, 0)) {
        case CLIENT_MESSAGE:
            hear(far);
            break;
        case CLIENT_LOST:
            say_lost(far);
            break;
        case CLIENT_ENDED:
            far->ended = true;
            snprintf(far->why, sizeof far->why, "%s", far->client->why);
            break;
        case CLIENT_NOTHING:
            return true;
        }
    }
    return !far->ended;
}

/* ---- a visit ---- */

int play_join(struct cli *cli, struct client *client, const char *name, const struct play_look *look)
{
    static struct play play;
    struct far far = {.play = &play, .client = client, .name = name};
    struct play_far ways = {
        .context = &far, .say = say, .again = again, .now = now, .listen = listen, .fd = descriptor};
    char address[CLIENT_WHY];
    play.far = &ways;
    play.seat = CAROM_NO_SEAT;
    client->on_event = on_event;
    client->context = &far;
    snprintf(address, sizeof address, "http://%s:%s/t/%s", client->place.host, client->place.port, client->place.code);
    play_say(&play, address);
    int status = play_screen(&play, look);
    if (far.ended) {
        cli_say(cli, NULL, far.why);
        status = CLI_NO;
    }
    client_leave(client);
    return status;
}
