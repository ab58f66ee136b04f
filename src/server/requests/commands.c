/*
 * Commands of the game. The referee judges them; this adds what it does not know: who is asking, seats and their
 * tokens, and votes of the people present.
 */
#include "internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool may_join(const struct session *session, const struct request *request, struct api_error *error)
{
    const struct table *table = session->table;
    uint32_t seat = seat_find_by_hash(table, session->token_hash);
    if (seat != TABLE_NO_SEAT && carom_table_find_seat(&table->game, table->seats[seat].player) != CAROM_NO_SEAT)
        return api_error_from_referee(error, (struct carom_refusal){.code = CAROM_REFUSED_ALREADY_SEATED});
    if (table->locked && seat == TABLE_NO_SEAT)
        return api_error_set(error, API_ERR_LOCKED);
    if (!seats_admit(table, session->conn->client_addr, seat))
        return api_error_set_number(error, API_ERR_TOO_MANY_SEATS, SEATS_EACH);
    if (name_has_banned_word(table->tables->banned_words, request->command.name))
        return api_error_set(error, API_ERR_NAME_BANNED);
    return game_is_abandoned(table) || !table_name_taken(&table->game, request->command.name) ||
           api_error_set(error, API_ERR_NAME_TAKEN);
}

/* If everybody has left, nobody could ask for another game, so joining starts one. */
static bool restart_abandoned_game(struct table *table, const struct request *request, carom_ms now,
                                   struct api_error *error)
{
    if (!game_is_abandoned(table))
        return true;
    if (!next_game_for_join(table, now, error))
        return false;
    return !table_name_taken(&table->game, request->command.name) ||
           api_error_set(error, API_ERR_NAME_TAKEN); /* a bot's, for example */
}

/* At a public table a bot leaves for each person who joins, the latest first. */
static void replace_bot(struct table *table, carom_ms now)
{
    struct carom_command leave = {.kind = CAROM_COMMAND_LEAVE, .at = now};
    struct api_error ignored;
    for (unsigned i = table->game.seats; table->options.public && i-- > 0;) {
        const char *id = carom_table_id(&table->game, i);
        if (bot_level_from_id(id) == 0)
            continue;
        snprintf(leave.by, sizeof leave.by, "%s", id);
        game_execute(table, &leave, now, &ignored);
        break;
    }
}

/* Is somebody else there? Bots keep the first player company. */
static bool has_other_players(const struct table *table, const char *player)
{
    for (unsigned i = 0; i < table->game.seats; i++) {
        const char *id = carom_table_id(&table->game, i);
        if (*id != '\0' && bot_level_from_id(id) == 0 && strcmp(id, player) != 0)
            return true;
    }
    return false;
}

/* A seat is kept for people who may come back; for a new one another may have to be dropped. */
static bool queue_has_capacity(struct table *table, uint32_t seat, struct api_error *error)
{
    return seat != TABLE_NO_SEAT || seats_trim(table, SEATS_KEPT - 1) ||
           api_error_from_referee(error, (struct carom_refusal){.code = CAROM_REFUSED_FULL});
}

void request_join(const struct request_context *context)
{
    struct session *session = context->conn->session;
    struct table *table = session->table;
    struct carom_command command = context->request->command;
    struct api_error error;
    command.at = context->now;
    table->asker = conn_flow(context->conn);
    uint32_t seat = seat_find_by_hash(table, session->token_hash);
    if (seat != TABLE_NO_SEAT) /* was away when another game began: the same player as before */
        memcpy(command.by, table->seats[seat].player, sizeof command.by);
    else if (context->request->level > 0)
        snprintf(command.by, sizeof command.by, "bot-%u-p%" PRIu64, context->request->level, table->last_player + 1);
    else
        snprintf(command.by, sizeof command.by, "p%" PRIu64, table->last_player + 1);
    if (!may_join(session, context->request, &error) || !queue_has_capacity(table, seat, &error) ||
        !restart_abandoned_game(table, context->request, context->now, &error) ||
        !game_execute(table, &command, context->now, &error)) {
        reply_error(context, &error);
        return;
    }
    if (seat == TABLE_NO_SEAT)
        session_take_seat(session, command.by, context->now);
    host_ensure(table, context->now);
    if (has_other_players(table, command.by))
        replace_bot(table, context->now);
    reply_ok(context, table, (const struct member[]){{.key = "you", .words = command.by}, {0}});
}

/* `next` between rounds: a vote of the people present. */
static void vote_for_next_round(struct table *table, uint32_t seat, const struct request_context *context)
{
    struct votes votes = votes_for_next(table, seat, context->now);
    const struct member members[] = {
        {.key = "votes", .number = votes.count}, {.key = "needed", .number = votes.needed}, {0}};
    reply_ok(context, table, members);
}

/* How long before its arrival a bid was made, as far as the times in the log allow. */
static uint16_t credit_of(const struct table *table, carom_ms made, carom_ms arrived)
{
    carom_ms counts = made > table->game.now ? made : table->game.now;
    return arrived > counts && made < arrived ? (uint16_t)(arrived - counts) : 0;
}

static bool play(struct table *table, const char *player, const struct request_context *context, carom_ms made,
                 struct api_error *error)
{
    struct carom_command command = context->request->command;
    if (context->request->move_is_malformed)
        return api_error_from_referee(error, (struct carom_refusal){.code = CAROM_REFUSED_NOT_A_MOVE});
    command.at = made;
    snprintf(command.by, sizeof command.by, "%s", player);
    if (command.kind == CAROM_COMMAND_BID || command.kind == CAROM_COMMAND_HAND)
        command.credit = credit_of(table, made, context->now);
    return game_execute(table, &command, context->now, error);
}

/* Runs a player's command and answers it. */
static void run(struct table *table, const char *player, const struct request_context *context, carom_ms made)
{
    struct api_error error;
    enum carom_command_kind kind = context->request->command.kind;
    bool leaves = kind == CAROM_COMMAND_LEAVE;
    uint32_t seat = seat_find_by_player(table, player);
    if (kind == CAROM_COMMAND_NEXT && table->game.phase == CAROM_PHASE_BETWEEN_ROUNDS && !table->game.paused &&
        seat != TABLE_NO_SEAT) {
        vote_for_next_round(table, seat, context);
        return;
    }
    if (!play(table, player, context, made, &error) && !(leaves && table->game.phase == CAROM_PHASE_OVER)) {
        reply_error(context, &error);
        return;
    }
    if (leaves) {
        seat_release(table, player);
        host_ensure(table, context->now);
    }
    votes_check(table, context->now);
    reply_ok(context, table, NULL);
    table_timer_dirty(table);
}

/* ---- commands that have to wait (latency.c) ---- */

struct waiting {
    struct deferred deferred; /* first member: linked into the table's queue */
    struct session *session;
    char player[CAROM_ID_SIZE];
    struct request request;
    void (*again)(struct request_context *context, bool again);
    size_t length;
    char text[]; /* the request as received */
};

static void drop(struct deferred *deferred)
{
    struct waiting *waiting = (struct waiting *)deferred;
    session_unref(waiting->session);
    free(waiting);
}

static void run_deferred(struct table *table, struct deferred *deferred)
{
    struct waiting *waiting = (struct waiting *)deferred;
    struct request_context context = {.tables = table->tables,
                                      .conn = waiting->session->conn,
                                      .request = &waiting->request,
                                      .now = deferred->received_at,
                                      .text = waiting->text,
                                      .length = waiting->length,
                                      .retry = waiting->again};
    run(table, waiting->player, &context, deferred->sent_at);
    retry_on_conflict(&context);
    drop(deferred);
}

static void defer_command(struct table *table, const char *player, const struct request_context *context, carom_ms made)
{
    struct waiting *waiting = xcalloc(sizeof *waiting + context->length);
    waiting->length = context->length;
    waiting->again = context->retry;
    memcpy(waiting->text, context->text, context->length);
    waiting->deferred =
        (struct deferred){.sent_at = made, .received_at = context->now, .run = run_deferred, .cancel = drop};
    waiting->session = context->conn->session;
    waiting->request = *context->request;
    memcpy(waiting->player, player, sizeof waiting->player);
    session_ref(waiting->session);
    *context->was_deferred = true;
    deferred_add_by_time(table, &waiting->deferred, context->now);
}

void request_command(const struct request_context *context)
{
    struct session *session = context->conn->session;
    struct table *table = session->table;
    enum carom_command_kind kind = context->request->command.kind;
    bool bids = kind == CAROM_COMMAND_BID || kind == CAROM_COMMAND_HAND; /* handing in a route counts as a bid (H3) */
    carom_ms credit = bids ? latency_session_credit(table, session) : 0;
    char player[CAROM_ID_SIZE]; /* a copy, because the seat may go */
    memcpy(player, table->seats[session->seat].player, sizeof player);
    table->asker = conn_flow(context->conn);
    if (latency_must_wait(table, credit))
        defer_command(table, player, context, context->now - credit);
    else
        run(table, player, context, context->now - credit);
    table_timer_dirty(table);
}
