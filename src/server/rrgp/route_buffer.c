/*
 * A route that can be undone. In RRGP a demonstrator may take back moves; the referee accepts no undo (R13). So moves
 * are tried here and shown to the client alone, until they reach the target within the bid; then all of them are sent
 * to the referee.
 */
#include "internal.h"

void route_buffer_begin(struct rrgp_client *rrgp_client)
{
    rrgp_client->route_buffer = (struct route_buffer){.active = true, .round = rrgp_client->table.round};
}

/* Would the referee accept the route for the bid? */
static bool complete(const struct rrgp_client *rrgp_client, unsigned moved)
{
    const struct carom_table *table = &rrgp_client->table;
    const struct carom_round *round = &rrgp_client->route_buffer.round;
    bool enough = table->rules.claim == CAROM_CLAIM_AT_MOST || round->moves == table->turn_bid;
    return enough && carom_round_state(round, &table->target, moved, true) == CAROM_ROUND_REACHED;
}

static void send_next(struct rrgp_client *rrgp_client)
{
    struct route_buffer *buffer = &rrgp_client->route_buffer;
    rrgp_client->pending = PENDING_MOVES;
    rrgp_request_move(rrgp_client, buffer->route[buffer->sent]);
}

void route_buffer_on_reply(struct rrgp_client *rrgp_client, bool good)
{
    struct route_buffer *buffer = &rrgp_client->route_buffer;
    buffer->sent += good;
    if (good && buffer->active && buffer->sent < buffer->count)
        send_next(rrgp_client);
    else if (good)
        rrgp_send_done(rrgp_client);
}

void route_buffer_add(struct rrgp_client *rrgp_client, struct carom_move move)
{
    struct route_buffer *buffer = &rrgp_client->route_buffer;
    const struct carom_table *table = &rrgp_client->table;
    struct carom_round round = buffer->round;
    struct carom_slide slide;
    if (buffer->count == ROUTE_BUFFER_MAX || buffer->round.cost >= table->turn_bid) {
        rrgp_send_error(rrgp_client, "TOOMANYMOVES", NULL);
        return;
    }
    if (!carom_round_move(&round, &table->board, move, &slide)) {
        rrgp_send_error(rrgp_client, "BLOCKED", NULL);
        return;
    }
    if (carom_round_state(&round, &table->target, move.robot, true) == CAROM_ROUND_NO_RICOCHET) {
        rrgp_send_error(rrgp_client, "BLOCKED", "the robot would stop on the target before its ricochet (R7)");
        return;
    }
    buffer->round = round;
    buffer->route[buffer->count++] = move;
    SEND_LINE(rrgp_client, "NOTICE", "MOVE", NUMBER_ARG(buffer->count), robot_names[move.robot],
              direction_names[move.direction]);
    notice_robots(rrgp_client, &round.robots);
    if (complete(rrgp_client, move.robot))
        send_next(rrgp_client);
    else
        rrgp_send_done(rrgp_client);
}

/* Removes the last moves, except those the referee has. */
static void cut(struct rrgp_client *rrgp_client, unsigned count)
{
    struct route_buffer *buffer = &rrgp_client->route_buffer;
    struct carom_slide slide;
    unsigned kept = buffer->sent;
    buffer->round = rrgp_client->table.round;
    buffer->count = count > kept ? count : kept;
    for (unsigned i = kept; i < buffer->count; i++)
        carom_round_move(&buffer->round, &rrgp_client->table.board, buffer->route[i], &slide);
    notice_robots(rrgp_client, &buffer->round.robots);
}

void route_buffer_undo(struct rrgp_client *rrgp_client)
{
    if (rrgp_client->route_buffer.count > rrgp_client->route_buffer.sent) {
        SEND_LINE(rrgp_client, "NOTICE", "UNDO");
        cut(rrgp_client, rrgp_client->route_buffer.count - 1);
    }
    rrgp_send_done(rrgp_client);
}

void route_buffer_reset(struct rrgp_client *rrgp_client)
{
    SEND_LINE(rrgp_client, "NOTICE", "RESET");
    cut(rrgp_client, 0);
    rrgp_send_done(rrgp_client);
}
