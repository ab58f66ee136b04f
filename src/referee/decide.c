/*
 * decide: what a command brings, one event at a time, or why it is refused. Reads the table, writes the step.
 *
 * Each answer_* function obeys the rules named above it: it fills step->event and says CAROM_REFUSED_NOT, or says why
 * not. What follows from the event is due.c's matter.
 */
#include "race.h"

#include "../core/mem.h"
#include "sound.h"

typedef enum carom_refusal_why answer(const struct carom_table *table, const struct carom_command *command,
                                      unsigned seat, struct carom_step *step);

/* R1 to R3 */
static enum carom_refusal_why answer_open(const struct carom_table *table, const struct carom_command *command,
                                          struct carom_step *step)
{
    if (table->phase != CAROM_PHASE_UNOPENED)
        return CAROM_REFUSED_ALREADY_OPEN;
    referee_event(table, &step->event, CAROM_EVENT_OPENED, command->at, CAROM_NO_SEAT);
    return referee_lay(&command->opening, &step->event);
}

static enum carom_refusal_why answer_join(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    if (seat != CAROM_NO_SEAT)
        return CAROM_REFUSED_ALREADY_SEATED;
    unsigned free = referee_free_seat(table);
    if (free == CAROM_PLAYERS || !referee_words_fit(table, command->by, command->name) ||
        (carom_rules_solo(&table->rules) && carom_table_seated(table) > 0))
        return CAROM_REFUSED_FULL;
    if (command->handicap > 0 && !table->rules.handicap)
        return CAROM_REFUSED_NO_HANDICAP;
    referee_event(table, &step->event, CAROM_EVENT_JOINED, command->at, free);
    referee_copy(step->event.as.joined.id, CAROM_ID_SIZE, command->by);
    referee_copy(step->event.as.joined.name, CAROM_NAME_SIZE, command->name);
    step->event.as.joined.handicap = command->handicap;
    if (referee_takes_nonce(table))
        step->event.as.joined.nonce = command->nonce;
    return CAROM_REFUSED_NOT;
}

/* Who leaves in the middle of a demonstration first fails, with all that follows, and is then asked again. */
static enum carom_refusal_why answer_leave(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_step *step)
{
    if (table->phase == CAROM_PHASE_SHOWING && table->turn == seat) {
        referee_event(table, &step->event, CAROM_EVENT_FAILED, command->at, seat);
        step->event.as.failed = CAROM_FAILURE_LEFT;
        step->answered = false;
        return CAROM_REFUSED_NOT;
    }
    referee_event(table, &step->event, CAROM_EVENT_LEFT, command->at, seat);
    return CAROM_REFUSED_NOT;
}

/* R17: 8, 6, 5 tokens for 2, 3, 4 players, else all; S5: unless another number was agreed. */
static uint8_t goal_for(const struct carom_rules *rules, unsigned players)
{
    static const uint8_t by_players[] = {0, 0, 8, 6, 5};
    if (rules->goal != CAROM_GOAL_BY_PLAYERS)
        return rules->goal;
    if (carom_rules_race(rules)) /* H6 */
        return carom_rules_preset(CAROM_PRESET_RACE).goal;
    return players < sizeof by_players ? by_players[players] : 0;
}

static enum carom_refusal_why answer_start(const struct carom_table *table, const struct carom_command *command,
                                           unsigned seat, struct carom_step *step)
{
    if (table->phase != CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_ALREADY_STARTED;
    referee_event(table, &step->event, CAROM_EVENT_STARTED, command->at, seat);
    step->event.as.started.players = (uint8_t)carom_table_seated(table);
    step->event.as.started.goal = goal_for(&table->rules, step->event.as.started.players);
    if (referee_takes_nonce(table))
        step->event.as.started.nonce = command->nonce;
    return CAROM_REFUSED_NOT;
}

/* Why nobody can bid, be done, flip or skip in this phase. */
static enum carom_refusal_why not_bidding(const struct carom_table *table)
{
    switch (table->phase) {
    case CAROM_PHASE_UNOPENED:
        return CAROM_REFUSED_NOT_OPEN;
    case CAROM_PHASE_LOBBY:
        return CAROM_REFUSED_NOT_STARTED;
    case CAROM_PHASE_BIDDING:
        return CAROM_REFUSED_NOT;
    case CAROM_PHASE_SHOWING:
        return CAROM_REFUSED_CLOSED;
    case CAROM_PHASE_SEARCHING:
        return CAROM_REFUSED_NOT_IN_SOLO;
    case CAROM_PHASE_BETWEEN:
        return CAROM_REFUSED_NO_TARGET;
    case CAROM_PHASE_OVER:
        return CAROM_REFUSED_OVER;
    }
    return CAROM_REFUSED_OVER;
}

/* R10, R11, M5; L1: alone the number stops the sand. */
static enum carom_refusal_why answer_bid(const struct carom_table *table, const struct carom_command *command,
                                         unsigned seat, struct carom_step *step)
{
    enum carom_refusal_why why = not_bidding(table);
    bool alone = table->phase == CAROM_PHASE_SEARCHING && !carom_rules_touch(&table->rules);
    if (why != CAROM_REFUSED_NOT && !alone)
        return why;
    if (carom_rules_race(&table->rules)) /* H2 */
        return CAROM_REFUSED_NOT_IN_RACE;
    if (command->moves < 1 || command->moves > CAROM_BID_MAX)
        return CAROM_REFUSED_BAD_NUMBER;
    if (table->players[seat].done)
        return CAROM_REFUSED_SAID_DONE;
    if (command->moves > referee_bid_most(table, seat))
        return CAROM_REFUSED_NOT_LOWER;
    referee_event(table, &step->event, CAROM_EVENT_BID, command->at, seat);
    step->event.moves = (uint32_t)command->moves;
    step->event.credit = command->credit;
    return CAROM_REFUSED_NOT;
}

static enum carom_refusal_why answer_hand(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    enum carom_refusal_why why = not_bidding(table);
    if (!carom_rules_race(&table->rules))
        return CAROM_REFUSED_NO_RACE;
    return why != CAROM_REFUSED_NOT ? why : race_hand(table, command, seat, step);
}

/* Bids that an hourglass may end: Micro Robots has none. */
static enum carom_refusal_why not_before_sand(const struct carom_table *table)
{
    enum carom_refusal_why why = not_bidding(table);
    return why == CAROM_REFUSED_NOT && carom_rules_micro(&table->rules) ? CAROM_REFUSED_NOT_IN_MICRO : why;
}

static enum carom_refusal_why answer_done(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    enum carom_refusal_why why = not_before_sand(table);
    if (why != CAROM_REFUSED_NOT)
        return why;
    if (carom_table_bids(table) == 0)
        return carom_rules_race(&table->rules) ? CAROM_REFUSED_NO_ROUTE_YET : CAROM_REFUSED_NO_BID;
    if (table->players[seat].done)
        return CAROM_REFUSED_ALREADY_SAID;
    referee_event(table, &step->event, CAROM_EVENT_DONE, command->at, seat);
    step->event.moves = table->players[seat].bid;
    return CAROM_REFUSED_NOT;
}

carom_ms referee_flip_at(const struct carom_table *table)
{
    return table->drawn_at + table->rules.patience;
}

/* R16 */
static enum carom_refusal_why answer_flip(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    enum carom_refusal_why why = not_before_sand(table);
    if (why != CAROM_REFUSED_NOT)
        return why;
    if (table->rules.hourglass == 0)
        return CAROM_REFUSED_NO_HOURGLASS;
    if (carom_table_sand_runs(table))
        return CAROM_REFUSED_SAND_RUNS;
    if (command->at < referee_flip_at(table))
        return CAROM_REFUSED_TOO_EARLY;
    referee_event(table, &step->event, CAROM_EVENT_HOURGLASS, command->at, seat);
    step->event.until = command->at + table->rules.hourglass;
    return CAROM_REFUSED_NOT;
}

/* M4, M5 */
static enum carom_refusal_why step_to(const struct carom_table *table, const struct carom_command *command,
                                      struct carom_step *step)
{
    const struct carom_micro_board *tiles = &table->tiles;
    unsigned face = command->play.face;
    if (!command->play.micro || face >= CAROM_MICRO_CELLS || table->place_face >= CAROM_MICRO_CELLS ||
        !carom_micro_can_move(tiles, tiles->place[table->place_face], tiles->place[face]))
        return CAROM_REFUSED_NO_MOVE;
    step->event.as.moved.to = (uint8_t)face;
    step->event.as.moved.cost = table->round.cost + 1;
    return CAROM_REFUSED_NOT;
}

/* R5 to R9, R13, T2 to T4. A move that would cost more than was bid is not made: it ends the demonstration. */
static enum carom_refusal_why slide_to(const struct carom_table *table, const struct carom_command *command,
                                       struct carom_step *step)
{
    struct carom_slide slide;
    if (command->play.micro)
        return CAROM_REFUSED_NO_MOVE;
    if (!carom_slide(&table->board, &table->round.robots, command->play.move, &slide, NULL)) {
        step->refusal.slide = slide.why;
        return CAROM_REFUSED_SLIDE;
    }
    if (table->phase == CAROM_PHASE_SHOWING && table->round.cost + slide.cost > table->turn_bid) {
        step->event.kind = CAROM_EVENT_FAILED;
        memset(&step->event.as, 0, sizeof step->event.as);
        step->event.as.failed = CAROM_FAILURE_TOO_MANY;
        return CAROM_REFUSED_NOT;
    }
    step->event.as.moved.to = slide.to;
    step->event.as.moved.cost = table->round.cost + slide.cost;
    return CAROM_REFUSED_NOT;
}

/* L1: alone robots are moved while searching only where that was agreed on. */
static enum carom_refusal_why not_moving(const struct carom_table *table, unsigned seat)
{
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (table->phase == CAROM_PHASE_SEARCHING)
        return carom_rules_touch(&table->rules) ? CAROM_REFUSED_NOT : CAROM_REFUSED_NO_TOUCH;
    return table->phase == CAROM_PHASE_SHOWING && table->turn == seat ? CAROM_REFUSED_NOT : CAROM_REFUSED_NOT_YOUR_TURN;
}

static enum carom_refusal_why answer_move(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    enum carom_refusal_why why = not_moving(table, seat);
    if (why != CAROM_REFUSED_NOT)
        return why;
    referee_event(table, &step->event, CAROM_EVENT_MOVED, command->at, seat);
    step->event.as.moved.play = command->play;
    return carom_rules_micro(&table->rules) ? step_to(table, command, step) : slide_to(table, command, step);
}

/* R14: gives up, or declines; alone: another try (L1). */
static enum carom_refusal_why answer_pass(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    enum carom_refusal_why why = not_moving(table, seat);
    if (why != CAROM_REFUSED_NOT)
        return why;
    referee_event(table, &step->event, CAROM_EVENT_FAILED, command->at, seat);
    step->event.as.failed = CAROM_FAILURE_PASSED;
    return CAROM_REFUSED_NOT;
}

/* L1: no hints in the book. Whoever takes one has lost the token, and may go on for the sake of the route. */
static enum carom_refusal_why answer_hint(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (!carom_rules_solo(&table->rules) || table->rules.hourglass == 0 || table->rules.reading == CAROM_READING_FIRST)
        return CAROM_REFUSED_NO_HINT;
    if (!carom_table_in_round(table))
        return CAROM_REFUSED_NO_TARGET;
    if (table->hinted)
        return CAROM_REFUSED_ALREADY_SAID;
    referee_event(table, &step->event, CAROM_EVENT_HINT, command->at, seat);
    return CAROM_REFUSED_NOT;
}

/* R4, M8: any seated player may ask for it, so that an absent one does not hold up the table. */
static enum carom_refusal_why answer_next(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    (void)seat;
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (table->phase != CAROM_PHASE_BETWEEN)
        return CAROM_REFUSED_ROUND_ON;
    referee_draw(table, command->at, &step->event);
    return CAROM_REFUSED_NOT;
}

carom_ms referee_skip_at(const struct carom_table *table)
{
    bool waits = carom_rules_micro(&table->rules) && table->rules.reading != CAROM_READING_FIRST && !table->training;
    return waits ? table->drawn_at + CAROM_MICRO_PATIENCE : 0;
}

/* R16, M9: everybody has to agree, which is looked at in due.c. Alone only where no sand runs: skipping is no way round
 * L1. */
static enum carom_refusal_why answer_skip(const struct carom_table *table, const struct carom_command *command,
                                          unsigned seat, struct carom_step *step)
{
    enum carom_refusal_why why = not_bidding(table);
    bool practice = table->phase == CAROM_PHASE_SEARCHING && table->rules.hourglass == 0;
    if (why != CAROM_REFUSED_NOT && !practice)
        return why == CAROM_REFUSED_CLOSED ? CAROM_REFUSED_BID_MADE : why;
    if (carom_table_bids(table) > 0)
        return carom_rules_race(&table->rules) ? CAROM_REFUSED_ROUTE_IN : CAROM_REFUSED_BID_MADE;
    if (table->players[seat].skip)
        return CAROM_REFUSED_ALREADY_SAID;
    if (command->at < referee_skip_at(table))
        return CAROM_REFUSED_SKIP_TOO_EARLY;
    referee_event(table, &step->event, CAROM_EVENT_SKIP, command->at, seat);
    step->event.as.skip.votes = (uint8_t)(referee_skip_votes(table) + 1);
    step->event.as.skip.needed = (uint8_t)referee_skip_needed(table);
    return CAROM_REFUSED_NOT;
}

/* R18. Robots that were being moved go back to where the round began; then the command is asked again. */
static enum carom_refusal_why answer_void(const struct carom_table *table, const struct carom_command *command,
                                          struct carom_step *step)
{
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    if (table->phase == CAROM_PHASE_BETWEEN)
        return CAROM_REFUSED_NO_TARGET;
    bool micro = carom_rules_micro(&table->rules);
    if (table->round.moves > 0) {
        referee_event(table, &step->event, CAROM_EVENT_RESET, command->at, CAROM_NO_SEAT);
        step->event.as.reset.robots = table->markers;
        step->event.as.reset.face = table->drawn.start;
        step->answered = false;
        return CAROM_REFUSED_NOT;
    }
    referee_event(table, &step->event, CAROM_EVENT_PUTBACK, command->at, CAROM_NO_SEAT);
    step->event.as.putback.target = micro ? table->drawn.target : table->drawn.token;
    step->event.as.putback.why = CAROM_PUTBACK_UNREACHABLE;
    return CAROM_REFUSED_NOT;
}

/* The clocks stand from here on, whatever they show. Not alone, where the sand is the opponent (L1). */
static enum carom_refusal_why answer_pause(const struct carom_table *table, const struct carom_command *command,
                                           struct carom_step *step)
{
    if (carom_rules_solo(&table->rules))
        return CAROM_REFUSED_NO_PAUSE;
    if (table->phase == CAROM_PHASE_LOBBY)
        return CAROM_REFUSED_NOT_STARTED;
    referee_event(table, &step->event, CAROM_EVENT_PAUSED, command->at, CAROM_NO_SEAT);
    return CAROM_REFUSED_NOT;
}

/* What ran has as much time left as when it stopped. */
static enum carom_refusal_why answer_resume(const struct carom_table *table, const struct carom_command *command,
                                            struct carom_step *step)
{
    if (!table->paused)
        return CAROM_REFUSED_NOT_PAUSED;
    referee_event(table, &step->event, CAROM_EVENT_RESUMED, command->at, CAROM_NO_SEAT);
    carom_ms until = table->until != 0 ? table->until + command->at - table->paused_at : 0;
    step->event.until = until < CAROM_UNTIL_MAX ? until : CAROM_UNTIL_MAX; /* a log from elsewhere may have any time */
    return CAROM_REFUSED_NOT;
}

/* In a pause people may come and go, and the program round the table has its say. */
static bool stands_still(const struct carom_table *table, enum carom_do what)
{
    return table->paused && what != CAROM_DO_JOIN && what != CAROM_DO_LEAVE && what != CAROM_DO_VOID &&
           what != CAROM_DO_RESUME;
}

static enum carom_refusal_why answer_player(const struct carom_table *table, const struct carom_command *command,
                                            struct carom_step *step, answer *own)
{
    unsigned seat = carom_table_seat(table, command->by);
    if (seat == CAROM_NO_SEAT && command->what != CAROM_DO_JOIN)
        return CAROM_REFUSED_NOT_SEATED;
    return own(table, command, seat, step);
}

static enum carom_refusal_why answer_command(const struct carom_table *table, const struct carom_command *command,
                                             struct carom_step *step)
{
    if (command->what == CAROM_DO_OPEN)
        return answer_open(table, command, step);
    if (table->phase == CAROM_PHASE_OVER)
        return CAROM_REFUSED_OVER;
    if (stands_still(table, command->what))
        return CAROM_REFUSED_PAUSED;
    switch (command->what) {
    case CAROM_DO_OPEN:
        break;
    case CAROM_DO_JOIN:
        return answer_player(table, command, step, answer_join);
    case CAROM_DO_LEAVE:
        return answer_player(table, command, step, answer_leave);
    case CAROM_DO_START:
        return answer_player(table, command, step, answer_start);
    case CAROM_DO_BID:
        return answer_player(table, command, step, answer_bid);
    case CAROM_DO_DONE:
        return answer_player(table, command, step, answer_done);
    case CAROM_DO_FLIP:
        return answer_player(table, command, step, answer_flip);
    case CAROM_DO_MOVE:
        return answer_player(table, command, step, answer_move);
    case CAROM_DO_PASS:
        return answer_player(table, command, step, answer_pass);
    case CAROM_DO_NEXT:
        return answer_player(table, command, step, answer_next);
    case CAROM_DO_SKIP:
        return answer_player(table, command, step, answer_skip);
    case CAROM_DO_HINT:
        return answer_player(table, command, step, answer_hint);
    case CAROM_DO_HAND:
        return answer_player(table, command, step, answer_hand);
    case CAROM_DO_VOID:
        return answer_void(table, command, step);
    case CAROM_DO_PAUSE:
        return answer_pause(table, command, step);
    case CAROM_DO_RESUME:
        return answer_resume(table, command, step);
    case CAROM_DO_TICK: /* brings nothing of its own: carom_referee_decide has seen to it */
        break;
    }
    return CAROM_REFUSED_NOT;
}

static enum carom_step_answer refuse(struct carom_step *step, enum carom_refusal_why why)
{
    step->refusal.why = why;
    return step->answer = CAROM_STEP_REFUSED;
}

static enum carom_step_answer happens(const struct carom_table *table, struct carom_step *step)
{
    CAROM_ASSERT(carom_event_sound(&step->event, table));
    return step->answer = CAROM_STEP_EVENT;
}

enum carom_step_answer carom_referee_decide(const struct carom_table *table, const struct carom_command *command,
                                            struct carom_step *step)
{
    if (table->phase == CAROM_PHASE_UNOPENED && command->what != CAROM_DO_OPEN)
        return refuse(step, CAROM_REFUSED_NOT_OPEN);
    if (table->phase != CAROM_PHASE_UNOPENED && command->at < table->now)
        return refuse(step, CAROM_REFUSED_IN_THE_PAST);
    if (referee_due(table, command->at, &step->event))
        return happens(table, step);
    if (step->answered)
        return step->answer = CAROM_STEP_DONE;
    if (command->what == CAROM_DO_TICK || (table->phase == CAROM_PHASE_OVER && step->begun))
        return step->answer = CAROM_STEP_DONE;
    step->answered = true;
    enum carom_refusal_why why = answer_command(table, command, step);
    if (why != CAROM_REFUSED_NOT)
        return refuse(step, why);
    step->begun = true;
    return happens(table, step);
}
