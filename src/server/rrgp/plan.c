/*
 * A route that can be taken back. In RRGP whoever demonstrates may undo moves; the referee takes none back (R13). So
 * the moves are only tried here, and shown to the caller alone, until they reach the target within the bid; then all of
 * them go to the referee, one by one.
 */
#include "room.h"

void plan_begin(struct caller *caller)
{
    caller->plan = (struct plan){.on = true, .round = caller->table.round};
}

/* Would the referee take the route for what was bid? */
static bool complete(const struct caller *caller, unsigned moved)
{
    const struct carom_table *table = &caller->table;
    const struct carom_round *round = &caller->plan.round;
    bool enough = table->rules.claim == CAROM_CLAIM_AT_MOST || round->moves == table->turn_bid;
    return enough && carom_round_state(round, &table->target, moved, true) == CAROM_ROUND_REACHED;
}

static void send_next(struct caller *caller)
{
    struct plan *plan = &caller->plan;
    caller->step = STEP_MOVES;
    ask_move(caller, plan->route[plan->sent]);
}

void plan_answered(struct caller *caller, bool good)
{
    struct plan *plan = &caller->plan;
    plan->sent += good;
    if (good && plan->on && plan->sent < plan->count)
        send_next(caller);
    else if (good)
        caller_done(caller);
}

void plan_move(struct caller *caller, struct carom_move move)
{
    struct plan *plan = &caller->plan;
    const struct carom_table *table = &caller->table;
    struct carom_round round = plan->round;
    struct carom_slide slide;
    if (plan->count == PLAN_MOST || plan->round.cost >= table->turn_bid) {
        caller_error(caller, "TOOMANYMOVES", NULL);
        return;
    }
    if (!carom_round_move(&round, &table->board, move, &slide)) {
        caller_error(caller, "BLOCKED", NULL);
        return;
    }
    if (carom_round_state(&round, &table->target, move.robot, true) == CAROM_ROUND_NO_RICOCHET) {
        caller_error(caller, "BLOCKED", "the robot would stop on the target before its ricochet (R7)");
        return;
    }
    plan->round = round;
    plan->route[plan->count++] = move;
    SAY(caller, "NOTICE", "MOVE", NUMBER(plan->count), robot_names[move.robot], direction_names[move.direction]);
    notice_robots(caller, &round.robots);
    if (complete(caller, move.robot))
        send_next(caller);
    else
        caller_done(caller);
}

/* The route without its last moves. What the referee has stays. */
static void cut(struct caller *caller, unsigned count)
{
    struct plan *plan = &caller->plan;
    struct carom_slide slide;
    unsigned kept = plan->sent;
    plan->round = caller->table.round;
    plan->count = count > kept ? count : kept;
    for (unsigned i = kept; i < plan->count; i++)
        carom_round_move(&plan->round, &caller->table.board, plan->route[i], &slide);
    notice_robots(caller, &plan->round.robots);
}

void plan_undo(struct caller *caller)
{
    if (caller->plan.count > caller->plan.sent) {
        SAY(caller, "NOTICE", "UNDO");
        cut(caller, caller->plan.count - 1);
    }
    caller_done(caller);
}

void plan_reset(struct caller *caller)
{
    SAY(caller, "NOTICE", "RESET");
    cut(caller, 0);
    caller_done(caller);
}
