/*
 * The race, a game of our own (H1 to H7): everybody solves at once, and hands in a route.
 *
 * A route is a bid that was already shown, but only to the referee. So everything about bids (sand, `done`, `skip`,
 * order) is as usual; this file has the rest: judging a route, and the end of a round, where all routes are shown and
 * score points.
 */
#include "race.h"

#include "../core/libc_mem.h"

/* H5: the best, the second, everybody else who has a route. */
unsigned race_points(unsigned rank)
{
    return rank == 0 ? 3 : rank == 1 ? 2 : 1;
}

static size_t length_of(const char *words)
{
    size_t length = 0;
    while (words[length] != '\0')
        length++;
    return length;
}

/* Does this route lead to the target of the round (R5 to R9)? `round` receives its end; if a move cannot be made,
 * `slid` says why. */
static enum carom_refusal_code race_check_route(const struct carom_table *table, const char *words,
                                                struct carom_round *round, enum carom_slide_result *slid)
{
    struct carom_move route[CAROM_HANDED_MOVES_MAX];
    struct carom_slide slide;
    size_t moves = 0;
    enum carom_round_state state = CAROM_ROUND_RUNNING;
    *round = carom_round_begin(&table->round_start);
    if (!carom_route_read(route, CAROM_HANDED_MOVES_MAX, &moves, words, length_of(words), NULL))
        return CAROM_REFUSED_ROUTE_FAILS; /* cannot happen with a route that was read */
    for (size_t i = 0; i < moves; i++) {
        if (!carom_round_move(round, &table->board, route[i], &slide)) {
            *slid = slide.result;
            return CAROM_REFUSED_SLIDE;
        }
        state = carom_round_state(round, &table->target, route[i].robot, true);
        if (state == CAROM_ROUND_NO_RICOCHET)
            return CAROM_REFUSED_ROUTE_NO_RICOCHET;
    }
    return state == CAROM_ROUND_REACHED ? CAROM_ACCEPTED : CAROM_REFUSED_ROUTE_FAILS;
}

/* CAROM_ACCEPTED if `moves` is fewer than the seat's own route has (H3), else the refusal. */
static enum carom_refusal_code race_check_improvement(const struct carom_table *table, unsigned seat, uint32_t moves)
{
    if (table->players[seat].done)
        return CAROM_REFUSED_ALREADY_DONE;
    return moves < 1 || moves > referee_bid_max(table, seat) ? CAROM_REFUSED_NOT_SHORTER : CAROM_ACCEPTED;
}

/* H2, H3 */
enum carom_refusal_code race_hand(const struct carom_table *table, const struct carom_command *command, unsigned seat,
                                  struct carom_decision *decision)
{
    struct carom_round round;
    enum carom_refusal_code code = CAROM_ACCEPTED;
    if (table->players[seat].done)
        return CAROM_REFUSED_ALREADY_DONE;
    if (command->route_long)
        return CAROM_REFUSED_ROUTE_LONG;
    code = race_check_route(table, command->route, &round, &decision->refusal.slide);
    if (code == CAROM_ACCEPTED)
        code = race_check_improvement(table, seat, round.cost);
    if (code != CAROM_ACCEPTED)
        return code;
    referee_init_event(table, &decision->event, CAROM_EVENT_HANDED, command->at, seat);
    decision->event.moves = round.cost;
    decision->event.credit = command->credit;
    memcpy(decision->event.as.route.route, command->route, CAROM_HANDED_SIZE);
    return CAROM_ACCEPTED;
}

/* The seat whose route comes next, or was the best; CAROM_NO_SEAT: none. */
static unsigned next_of(const struct carom_table *table, unsigned from)
{
    for (unsigned i = from; i < table->order_count; i++)
        if (table->players[table->order[i]].seated && table->players[table->order[i]].bid > 0)
            return table->order[i];
    return CAROM_NO_SEAT;
}

bool race_next_shown(const struct carom_table *table, struct carom_event *event)
{
    unsigned seat = next_of(table, table->order_index);
    if (seat == CAROM_NO_SEAT)
        return race_won(table, event);
    const struct carom_player *player = &table->players[seat];
    unsigned points = race_points(table->order_index);
    referee_init_event(table, event, CAROM_EVENT_SHOWN, table->now, seat);
    event->moves = player->bid;
    copy_string(event->as.route.route, CAROM_HANDED_SIZE, carom_table_handed_route(table, seat));
    event->as.route.points = (uint8_t)points;
    event->as.route.score = (uint8_t)(player->score + points < UINT8_MAX ? player->score + points : UINT8_MAX);
    return true;
}

/* R15: the token goes to the seat with the best route. */
bool race_won(const struct carom_table *table, struct carom_event *event)
{
    unsigned seat = next_of(table, 0);
    if (seat == CAROM_NO_SEAT) { /* a foreign log: all have left meanwhile */
        referee_init_event(table, event, CAROM_EVENT_PUTBACK, table->now, CAROM_NO_SEAT);
        event->as.putback.target = table->drawn.token;
        event->as.putback.reason = CAROM_PUTBACK_NOBODY;
        return true;
    }
    referee_init_event(table, event, CAROM_EVENT_WON, table->now, seat);
    event->as.won.target = table->drawn.token;
    event->as.won.score = table->players[seat].score;
    return true;
}

void race_apply_handed(struct carom_table *table, const struct carom_event *event)
{
    char *room = race_route_slot(table, event->seat);
    if (room != NULL)
        memcpy(room, event->as.route.route, CAROM_HANDED_SIZE);
}

void race_apply_shown(struct carom_table *table, const struct carom_event *event)
{
    struct carom_round round;
    enum carom_slide_result slide;
    bool best = table->order_index == 0;
    while (table->order_index < table->order_count && table->order[table->order_index++] != event->seat) {
    }
    table->players[event->seat].score = event->as.route.score;
    if (best && race_check_route(table, event->as.route.route, &round, &slide) == CAROM_ACCEPTED)
        table->round = round; /* R15: the robots stay where the best route has left them */
    table->followup = next_of(table, table->order_index) != CAROM_NO_SEAT ? CAROM_FOLLOWUP_SHOW : CAROM_FOLLOWUP_WON;
}

void race_clear_routes(struct carom_table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        char *room = race_route_slot(table, seat);
        if (room != NULL)
            memset(room, 0, CAROM_HANDED_SIZE);
    }
}

/* A log without secrets: the number is accepted now, and the route is checked when it is shown. */
bool race_can_accept_hidden(const struct carom_table *table, const struct carom_event *event)
{
    return carom_rules_is_race(&table->rules) && table->phase == CAROM_PHASE_BIDDING && !table->paused &&
           event->seq == table->seq + 1 && event->at >= table->now && event->seat < table->seats &&
           table->players[event->seat].seated &&
           race_check_improvement(table, event->seat, event->moves) == CAROM_ACCEPTED;
}

bool race_route_matches(const struct carom_table *table, const struct carom_event *shown)
{
    struct carom_round round;
    enum carom_slide_result slide;
    return race_check_route(table, shown->as.route.route, &round, &slide) == CAROM_ACCEPTED &&
           round.cost == shown->moves;
}
