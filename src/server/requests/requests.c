/*
 * Who may ask for what.
 */
#include "room.h"

static void answer_time(const struct asking *asking)
{
    const struct member members[] = {{.key = "now", .number = asking->now}, {0}};
    answer_good(asking, asking->peer->guest->table, members);
}

static void answer_state(const struct asking *asking)
{
    struct table *table = asking->peer->guest->table;
    game_tick(table, asking->now);
    answer_good(asking, table, (const struct member[]){{.key = "state", .write = table_state_write}, {0}});
}

#define GAME_EVENTS 200000 /* in one game */

static bool is_command(const struct asking *asking, enum carom_do what)
{
    return asking->request->what == REQUEST_COMMAND && asking->request->command.what == what;
}

/* Is there room in the log for what somebody wants? Leaving always has some, and so has the host, who pays all the same
 * (host.c). Newcomers leave half of it to those who sit there, or strangers who come and go would end a game. */
static bool may_write(const struct asking *asking, struct refused *refused)
{
    struct table *table = asking->peer->guest->table;
    const struct serve_options *options = asking->tables->base->options;
    uint64_t kept = is_command(asking, CAROM_DO_JOIN) ? options->table_events / 2 : 0;
    carom_ms wait = budget_wait(&table->budget, asking->now, options->table_events, kept);
    carom_ms other = budget_wait(&asking->peer->visitor->events, asking->now, options->address_events, 0);
    bool leaves = is_command(asking, CAROM_DO_LEAVE);
    bool again = asking->request->what == REQUEST_AGAIN;
    if (leaves || (asking->request->what >= REQUEST_LOCK && asking->request->what != REQUEST_PAUSE))
        return true;
    if (wait > 0 || other > 0)
        return refuse_number(refused, WHY_RATE, wait > other ? wait : other);
    return again || game_free(table) || table->state.seq < GAME_EVENTS ||
           refuse_number(refused, WHY_LONG_GAME, GAME_EVENTS);
}

/* What only players may do. */
static void dispatch_players(const struct asking *asking)
{
    const struct guest *guest = asking->peer->guest;
    if (guest->seat == TABLE_NO_SEAT || !guest->table->seats[guest->seat].used)
        answer_why(asking, WHY_NOT_PLAYER, 0);
    else if (asking->request->what == REQUEST_COMMAND)
        request_command(asking);
    else if (asking->request->what == REQUEST_AGAIN)
        request_again(asking);
    else if (asking->request->what >= REQUEST_LOCK)
        request_of_host(asking);
    else
        request_bot(asking);
}

/* What is written is on the table's account and on the address's. */
static void dispatch_writing(const struct asking *asking)
{
    struct table *table = asking->peer->guest->table;
    struct visitor *visitor = asking->peer->visitor;
    struct refused refused;
    uint64_t before = table->spent;
    if (!may_write(asking, &refused))
        answer_refused(asking, &refused);
    else if (is_command(asking, CAROM_DO_JOIN))
        request_join(asking);
    else
        dispatch_players(asking);
    budget_spend(&visitor->events, table->spent - before);
}

static void dispatch(const struct asking *asking)
{
    const struct request *request = asking->request;
    if (request->what == REQUEST_HELLO)
        request_hello(asking);
    else if (asking->peer->guest == NULL)
        answer_why(asking, WHY_HELLO_FIRST, 0);
    else if (request->what == REQUEST_TIME)
        answer_time(asking);
    else if (request->what == REQUEST_WATCH)
        answer_state(asking);
    else if (request->what == REQUEST_REACT)
        request_react(asking);
    else
        dispatch_writing(asking);
}

/* Nothing more is taken on while the store is too slow for what there is. */
static bool too_much(const struct asking *asking)
{
    return asking->request->what != REQUEST_TIME && commit_overloaded(asking->tables);
}

static void serve(struct asking *asking, bool again)
{
    struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct refused refused;
    bool held = false;
    asking->held = &held;
    asking->again = serve;
    asking->json = &json;
    asking->request = &request;
    bool good = request_read(&request, &json, nodes, asking->text, asking->length, &refused);
    carom_ms wait = again ? 0 : peer_take(asking->peer, asking->now);
    if (wait > 0)
        answer_why(asking, WHY_RATE, wait);
    else if (!good)
        answer_refused(asking, &refused);
    else if (too_much(asking))
        answer_now(asking, WHY_BUSY);
    else if (!later_waits(asking, again)) {
        dispatch(asking);
        if (!held)
            later_keep(asking);
    }
}

static void receive(void *context, struct peer *peer, const char *text, size_t length, carom_ms now)
{
    struct tables *tables = context;
    struct asking asking = {.tables = tables, .peer = peer, .now = now, .text = text, .length = length};
    tables->base->metrics.requests_total++;
    serve(&asking, false);
}

static void forget(struct peer *peer, carom_ms now)
{
    if (peer->guest != NULL)
        guest_leave(peer->guest, now);
}

const struct net_events requests_of_peers = {.message = receive, .closed = forget};
