/*
 * decide: the events of a command, one at a time, or why it is refused. Reads the table, writes the decision.
 *
 * Each answer_* function obeys the rules named above it: it fills decision->event and returns CAROM_ACCEPTED, or a
 * refusal. What follows from the event is decided in followups.c.
 */
#include "game.h"
#include "race.h"

#include "../core/libc_mem.h"
#include "invariants.h"

typedef enum carom_refusal_code answer(const struct carom_table *table, const struct carom_command *command,
                                       unsigned seat, struct carom_decision *decision);

/* R1 to R3 */
static enum carom_refusal_code answer_open(const struct carom_table *table, const struct carom_command *command,
                                           struct carom_decision *decision)
{
    if (table->phase != CAROM_PHASE_NONE)
        return CAROM_REFUSED_ALREADY_OPEN;
    referee_init_event(table, &decision->event, CAROM_EVENT_OPENED, command->at, CAROM_NO_SEAT);
    return referee_setup_table(&command->config, &decision->event);
}

static enum carom_refusal_code answer_join(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    if (seat != CAROM_NO_SEAT)
        return CAROM_REFUSED_ALREADY_SEATED;
    unsigned free = referee_free_seat(table);
    if (free == CAROM_PLAYERS_MAX || !referee_strings_fit(table, command->by, command->name) ||
        (carom_rules_is_solo(&table->rules) && carom_table_seated_count(table) > 0))
        return CAROM_REFUSED_FULL;
    if (command->handicap > 0 && !table->rules.handicap)
        return CAROM_REFUSED_NO_HANDICAP;
    referee_init_event(table, &decision->event, CAROM_EVENT_JOINED, command->at, free);
    copy_string(decision->event.as.joined.id, CAROM_ID_SIZE, command->by);
    copy_string(decision->event.as.joined.name, CAROM_NAME_SIZE, command->name);
    decision->event.as.joined.handicap = command->handicap;
    if (referee_takes_nonce(table))
        decision->event.as.joined.nonce = command->nonce;
    return CAROM_ACCEPTED;
}

/* Leaving during one's demonstration first fails it, with all consequences; then the command is decided again. */
static enum carom_refusal_code answer_leave(const struct carom_table *table, const struct carom_command *command,
                                            unsigned seat, struct carom_decision *decision)
{
    if (table->phase == CAROM_PHASE_SHOWING && table->turn == seat) {
        referee_init_event(table, &decision->event, CAROM_EVENT_FAILED, command->at, seat);
        decision->event.as.failed = CAROM_DEMO_LEFT;
        decision->command_finished = false;
        return CAROM_ACCEPTED;
    }
    referee_init_event(table, &decision->event, CAROM_EVENT_LEFT, command->at, seat);
    return CAROM_ACCEPTED;
}

/* R17: 8, 6, 5 tokens for 2, 3, 4 players, else all; S5: unless another number was agreed. */
static uint8_t goal_for(const struct carom_rules *rules, unsigned players)
{
    static const uint8_t by_players[] = {0, 0, 8, 6, 5};
    if (rules->goal != CAROM_GOAL_BY_PLAYERS)
        return rules->goal;
    if (carom_rules_is_race(rules)) /* H6 */
        return carom_rules_from_preset(CAROM_PRESET_RACE).goal;
    return players < sizeof by_players ? by_players[players] : 0;
}

/* M3: the players may say who begins. */
static enum carom_refusal_code answer_start(const struct carom_table *table, const struct carom_command *command,
                                            unsigned seat, struct carom_decision *decision)
{
    if (table->phase != CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_ALREADY_STARTED;
    unsigned first = command->first[0] != '\0' ? carom_table_find_seat(table, command->first) : CAROM_NO_SEAT;
    if (command->first[0] != '\0' && !game_of(&table->rules)->dice)
        return CAROM_REFUSED_ONLY_IN_MICRO;
    if (command->first[0] != '\0' && first == CAROM_NO_SEAT)
        return CAROM_REFUSED_NO_SUCH_PLAYER;
    referee_init_event(table, &decision->event, CAROM_EVENT_STARTED, command->at, seat);
    decision->event.as.started.first = (uint8_t)first;
    decision->event.as.started.players = (uint8_t)carom_table_seated_count(table);
    decision->event.as.started.goal = goal_for(&table->rules, decision->event.as.started.players);
    if (referee_takes_nonce(table))
        decision->event.as.started.nonce = command->nonce;
    return CAROM_ACCEPTED;
}

/* Why nobody can bid, be done, flip or skip in this phase. */
static enum carom_refusal_code check_bidding(const struct carom_table *table)
{
    switch (table->phase) {
    case CAROM_PHASE_NONE:
        return CAROM_REFUSED_NOT_OPEN;
    case CAROM_PHASE_LOBBY:
        return CAROM_REFUSED_NOT_STARTED;
    case CAROM_PHASE_BIDDING:
        return CAROM_ACCEPTED;
    case CAROM_PHASE_SHOWING:
        return CAROM_REFUSED_CLOSED;
    case CAROM_PHASE_SEARCHING:
        return CAROM_REFUSED_NOT_IN_SOLO;
    case CAROM_PHASE_BETWEEN_ROUNDS:
        return CAROM_REFUSED_NO_TARGET;
    case CAROM_PHASE_OVER:
        return CAROM_REFUSED_OVER;
    }
    return CAROM_REFUSED_OVER;
}

/* L1: alone a route is announced, with or without a number. Earlier versions of the rules required the number. */
static bool takes_no_number(const struct carom_table *table)
{
    return carom_rules_is_solo(&table->rules) && table->rules.rules_version > CAROM_RULES_VERSION_SECOND;
}

/* R10, R11, M5; L1: alone it stops the sand. */
static enum carom_refusal_code decide_bid(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_decision *decision)
{
    enum carom_refusal_code code = check_bidding(table);
    bool alone = table->phase == CAROM_PHASE_SEARCHING && !carom_rules_allow_touch(&table->rules);
    if (code != CAROM_ACCEPTED && !alone)
        return code;
    if (carom_rules_is_race(&table->rules)) /* H2 */
        return CAROM_REFUSED_NOT_IN_RACE;
    if (command->no_number ? !takes_no_number(table) : command->moves < 1 || command->moves > CAROM_BID_MAX)
        return CAROM_REFUSED_BAD_NUMBER;
    if (table->players[seat].done)
        return CAROM_REFUSED_ALREADY_DONE;
    if (!command->no_number && command->moves > referee_bid_max(table, seat))
        return CAROM_REFUSED_NOT_LOWER;
    referee_init_event(table, &decision->event, CAROM_EVENT_BID, command->at, seat);
    decision->event.moves = command->no_number ? 0 : (uint32_t)command->moves;
    decision->event.credit = command->credit;
    return CAROM_ACCEPTED;
}

static enum carom_refusal_code answer_hand(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    enum carom_refusal_code code = check_bidding(table);
    if (!carom_rules_is_race(&table->rules))
        return CAROM_REFUSED_NO_RACE;
    return code != CAROM_ACCEPTED ? code : race_hand(table, command, seat, decision);
}

/* Bidding that an hourglass may end; where bids are called, there is none. */
static enum carom_refusal_code check_timed_bidding(const struct carom_table *table)
{
    enum carom_refusal_code code = check_bidding(table);
    return code == CAROM_ACCEPTED && game_of(&table->rules)->calls ? CAROM_REFUSED_NOT_IN_MICRO : code;
}

static enum carom_refusal_code answer_done(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    enum carom_refusal_code code = check_timed_bidding(table);
    if (code != CAROM_ACCEPTED)
        return code;
    if (carom_table_bid_count(table) == 0)
        return carom_rules_is_race(&table->rules) ? CAROM_REFUSED_NO_ROUTE_YET : CAROM_REFUSED_NO_BID;
    if (table->players[seat].done)
        return CAROM_REFUSED_ALREADY_VOTED;
    referee_init_event(table, &decision->event, CAROM_EVENT_DONE, command->at, seat);
    decision->event.moves = table->players[seat].bid;
    return CAROM_ACCEPTED;
}

carom_ms referee_flip_at(const struct carom_table *table)
{
    return table->drawn_at + table->rules.patience;
}

/* R16 */
static enum carom_refusal_code answer_flip(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    enum carom_refusal_code code = check_timed_bidding(table);
    if (code != CAROM_ACCEPTED)
        return code;
    if (table->rules.hourglass == 0)
        return CAROM_REFUSED_NO_HOURGLASS;
    if (carom_table_hourglass_runs(table))
        return CAROM_REFUSED_HOURGLASS_RUNS;
    if (command->at < referee_flip_at(table))
        return CAROM_REFUSED_TOO_EARLY;
    referee_init_event(table, &decision->event, CAROM_EVENT_HOURGLASS, command->at, seat);
    decision->event.until = command->at + table->rules.hourglass;
    return CAROM_ACCEPTED;
}

/* L1: alone robots may be moved while searching only if that was agreed. */
static enum carom_refusal_code check_moving(const struct carom_table *table, unsigned seat)
{
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (table->phase == CAROM_PHASE_SEARCHING)
        return carom_rules_allow_touch(&table->rules) ? CAROM_ACCEPTED : CAROM_REFUSED_NO_MOVING;
    return table->phase == CAROM_PHASE_SHOWING && table->turn == seat ? CAROM_ACCEPTED : CAROM_REFUSED_NOT_YOUR_TURN;
}

static enum carom_refusal_code answer_move(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    enum carom_refusal_code code = check_moving(table, seat);
    if (code != CAROM_ACCEPTED)
        return code;
    referee_init_event(table, &decision->event, CAROM_EVENT_MOVED, command->at, seat);
    decision->event.as.moved.move = command->move;
    return game_of(&table->rules)->decide_move(table, command, decision);
}

/* R14: gives up, or declines; alone: another try (L1). */
static enum carom_refusal_code answer_pass(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    enum carom_refusal_code code = check_moving(table, seat);
    if (code != CAROM_ACCEPTED)
        return code;
    referee_init_event(table, &decision->event, CAROM_EVENT_FAILED, command->at, seat);
    decision->event.as.failed = CAROM_DEMO_PASSED;
    return CAROM_ACCEPTED;
}

/* L1: the rulebook has no hints. Taking one loses the token, but the player may finish the route. */
static enum carom_refusal_code answer_hint(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (!carom_rules_is_solo(&table->rules) || table->rules.hourglass == 0 ||
        table->rules.rules_version == CAROM_RULES_VERSION_FIRST)
        return CAROM_REFUSED_NO_HINT;
    if (!carom_table_in_round(table))
        return CAROM_REFUSED_NO_TARGET;
    if (table->hint_taken)
        return CAROM_REFUSED_ALREADY_VOTED;
    referee_init_event(table, &decision->event, CAROM_EVENT_HINT, command->at, seat);
    return CAROM_ACCEPTED;
}

/* R4, M8: any seated player may ask for it, so that an absent one does not hold up the table. */
static enum carom_refusal_code answer_next(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    (void)seat;
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (table->phase != CAROM_PHASE_BETWEEN_ROUNDS)
        return CAROM_REFUSED_ROUND_RUNNING;
    referee_draw(table, command->at, &decision->event);
    return CAROM_ACCEPTED;
}

/* M11: whether a chip marks the target is a matter of display, so it is enough that one player says it; anybody may
 * take it back. */
static enum carom_refusal_code answer_chip(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    if (!game_of(&table->rules)->dice)
        return CAROM_REFUSED_ONLY_IN_MICRO;
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (table->phase != CAROM_PHASE_BETWEEN_ROUNDS)
        return CAROM_REFUSED_ROUND_RUNNING;
    if (command->chip == !table->rules.hide_chip)
        return CAROM_REFUSED_ALREADY_VOTED;
    referee_init_event(table, &decision->event, CAROM_EVENT_CHIP, command->at, seat);
    decision->event.as.chip = command->chip;
    return CAROM_ACCEPTED;
}

carom_ms referee_skip_at(const struct carom_table *table)
{
    carom_ms after = game_of(&table->rules)->skip_after;
    bool waits = after > 0 && table->rules.rules_version != CAROM_RULES_VERSION_FIRST && !table->no_winner;
    return waits ? table->drawn_at + after : 0;
}

/* R16, M9: everybody must agree, which followups.c checks. Alone only without an hourglass: skipping is no way
 * around L1. */
static enum carom_refusal_code answer_skip(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_decision *decision)
{
    enum carom_refusal_code code = check_bidding(table);
    bool practice = table->phase == CAROM_PHASE_SEARCHING && table->rules.hourglass == 0;
    if (code != CAROM_ACCEPTED && !practice)
        return code == CAROM_REFUSED_CLOSED ? CAROM_REFUSED_BID_EXISTS : code;
    if (carom_table_bid_count(table) > 0)
        return carom_rules_is_race(&table->rules) ? CAROM_REFUSED_ROUTE_EXISTS : CAROM_REFUSED_BID_EXISTS;
    if (table->players[seat].skip)
        return CAROM_REFUSED_ALREADY_VOTED;
    if (command->at < referee_skip_at(table))
        return CAROM_REFUSED_SKIP_TOO_EARLY;
    referee_init_event(table, &decision->event, CAROM_EVENT_SKIP, command->at, seat);
    decision->event.as.skip.votes = (uint8_t)(referee_skip_votes(table) + 1);
    decision->event.as.skip.needed = (uint8_t)referee_skip_needed(table);
    return CAROM_ACCEPTED;
}

/* R18. Robots that were being moved go back to the start of the round; then the command is decided again. */
static enum carom_refusal_code answer_void(const struct carom_table *table, const struct carom_command *command,
                                           struct carom_decision *decision)
{
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (table->phase == CAROM_PHASE_BETWEEN_ROUNDS)
        return CAROM_REFUSED_NO_TARGET;
    if (table->round.moves > 0) {
        referee_init_event(table, &decision->event, CAROM_EVENT_RESET, command->at, CAROM_NO_SEAT);
        decision->event.as.reset.robots = table->markers;
        decision->event.as.reset.face = table->drawn.start;
        decision->command_finished = false;
        return CAROM_ACCEPTED;
    }
    referee_init_event(table, &decision->event, CAROM_EVENT_PUTBACK, command->at, CAROM_NO_SEAT);
    decision->event.as.putback.target = game_of(&table->rules)->target(&table->drawn);
    decision->event.as.putback.reason = CAROM_PUTBACK_UNREACHABLE;
    return CAROM_ACCEPTED;
}

/* Stops all clocks. Not alone, where the sand is the opponent (L1). */
static enum carom_refusal_code answer_pause(const struct carom_table *table, const struct carom_command *command,
                                            struct carom_decision *decision)
{
    if (carom_rules_is_solo(&table->rules))
        return CAROM_REFUSED_NO_PAUSE;
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    referee_init_event(table, &decision->event, CAROM_EVENT_PAUSED, command->at, CAROM_NO_SEAT);
    return CAROM_ACCEPTED;
}

/* Clocks resume with the time they had left. */
static enum carom_refusal_code answer_resume(const struct carom_table *table, const struct carom_command *command,
                                             struct carom_decision *decision)
{
    if (!table->paused)
        return CAROM_REFUSED_NOT_PAUSED;
    referee_init_event(table, &decision->event, CAROM_EVENT_RESUMED, command->at, CAROM_NO_SEAT);
    carom_ms until = table->until != 0 ? table->until + command->at - table->paused_at : 0;
    decision->event.until =
        until < CAROM_DEADLINE_MAX ? until : CAROM_DEADLINE_MAX; /* a foreign log may have any time */
    return CAROM_ACCEPTED;
}

/* During a pause people may come and go, and the program around the referee may act. */
static bool is_blocked_by_pause(const struct carom_table *table, enum carom_command_kind kind)
{
    return table->paused && kind != CAROM_COMMAND_JOIN && kind != CAROM_COMMAND_LEAVE && kind != CAROM_COMMAND_VOID &&
           kind != CAROM_COMMAND_RESUME;
}

static enum carom_refusal_code answer_player(const struct carom_table *table, const struct carom_command *command,
                                             struct carom_decision *decision, answer *own)
{
    unsigned seat = carom_table_find_seat(table, command->by);
    if (seat == CAROM_NO_SEAT && command->kind != CAROM_COMMAND_JOIN)
        return CAROM_REFUSED_NOT_SEATED;
    return own(table, command, seat, decision);
}

static enum carom_refusal_code decide_command(const struct carom_table *table, const struct carom_command *command,
                                              struct carom_decision *decision)
{
    if (command->kind == CAROM_COMMAND_OPEN)
        return answer_open(table, command, decision);
    if (table->phase == CAROM_PHASE_OVER)
        return CAROM_REFUSED_OVER;
    if (is_blocked_by_pause(table, command->kind))
        return CAROM_REFUSED_PAUSED;
    switch (command->kind) {
    case CAROM_COMMAND_OPEN:
        break;
    case CAROM_COMMAND_JOIN:
        return answer_player(table, command, decision, answer_join);
    case CAROM_COMMAND_LEAVE:
        return answer_player(table, command, decision, answer_leave);
    case CAROM_COMMAND_START:
        return answer_player(table, command, decision, answer_start);
    case CAROM_COMMAND_BID:
        return answer_player(table, command, decision, decide_bid);
    case CAROM_COMMAND_DONE:
        return answer_player(table, command, decision, answer_done);
    case CAROM_COMMAND_FLIP:
        return answer_player(table, command, decision, answer_flip);
    case CAROM_COMMAND_MOVE:
        return answer_player(table, command, decision, answer_move);
    case CAROM_COMMAND_PASS:
        return answer_player(table, command, decision, answer_pass);
    case CAROM_COMMAND_NEXT:
        return answer_player(table, command, decision, answer_next);
    case CAROM_COMMAND_SKIP:
        return answer_player(table, command, decision, answer_skip);
    case CAROM_COMMAND_HINT:
        return answer_player(table, command, decision, answer_hint);
    case CAROM_COMMAND_HAND:
        return answer_player(table, command, decision, answer_hand);
    case CAROM_COMMAND_CHIP:
        return answer_player(table, command, decision, answer_chip);
    case CAROM_COMMAND_VOID:
        return answer_void(table, command, decision);
    case CAROM_COMMAND_PAUSE:
        return answer_pause(table, command, decision);
    case CAROM_COMMAND_RESUME:
        return answer_resume(table, command, decision);
    case CAROM_COMMAND_TICK: /* has no event of its own: carom_referee_decide has handled what is due */
        break;
    }
    return CAROM_ACCEPTED;
}

static enum carom_decision_kind refuse(struct carom_decision *decision, enum carom_refusal_code code)
{
    decision->refusal.code = code;
    return decision->kind = CAROM_DECISION_REFUSED;
}

static enum carom_decision_kind emit_event(const struct carom_table *table, struct carom_decision *decision)
{
    CAROM_ASSERT(carom_event_valid(&decision->event, table));
    return decision->kind = CAROM_DECISION_EVENT;
}

enum carom_decision_kind carom_referee_decide(const struct carom_table *table, const struct carom_command *command,
                                              struct carom_decision *decision)
{
    if (table->phase == CAROM_PHASE_NONE && command->kind != CAROM_COMMAND_OPEN)
        return refuse(decision, CAROM_REFUSED_NOT_OPEN);
    if (table->phase != CAROM_PHASE_NONE && command->at < table->now)
        return refuse(decision, CAROM_REFUSED_IN_THE_PAST);
    if (referee_followup(table, command->at, &decision->event))
        return emit_event(table, decision);
    if (decision->command_finished)
        return decision->kind = CAROM_DECISION_DONE;
    if (command->kind == CAROM_COMMAND_TICK || (table->phase == CAROM_PHASE_OVER && decision->has_own_event))
        return decision->kind = CAROM_DECISION_DONE;
    decision->command_finished = true;
    enum carom_refusal_code code = decide_command(table, command, decision);
    if (code != CAROM_ACCEPTED)
        return refuse(decision, code);
    decision->has_own_event = true;
    return emit_event(table, decision);
}
