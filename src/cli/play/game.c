/*
 * The game behind the screen and the lines: one table, one clock, everybody at one keyboard. The table may be elsewhere
 * (play->far): then commands go there, nobody here waits for their answer, and what happened comes as events.
 *
 * The referee judges everything; this file only adds what people at one keyboard need besides: moves taken back (alone,
 * by going back to the markers and making the others again), hints, and the best route after a round.
 */
#include "play.h"

#include <string.h>
#include <time.h>

#define DRAW_MS 700 /* thinking while a target is turned up */
#define END_MS 3000 /* and when the round is over, if that was not enough */

carom_ms play_now(const struct play *play)
{
    struct timespec now;
    if (play->far != NULL)
        return play->far->now(play->far->context);
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (carom_ms)now.tv_sec * 1000 + now.tv_nsec / 1000000 + play->skipped;
}

void play_say(struct play *play, const char *sentence)
{
    snprintf(play->story[play->told++ % PLAY_STORY], STORY_MAX, "%s", sentence);
    if (play->ears.tell != NULL && !play->ears.json)
        play->ears.tell(sentence);
}

void play_say_best(struct play *play)
{
    char sentence[STORY_MAX];
    if (play->best.known)
        snprintf(sentence, sizeof sentence, _("The shortest route has %u moves: %s"), play->best.cost,
                 play->best.route);
    else
        snprintf(sentence, sizeof sentence, _("The shortest route has at least %u moves."), play->best.cost);
    play_say(play, sentence);
}

/* Moves that are tried alone, to be taken back and made again. */
static void note_attempt(struct play *play, const struct carom_play *move)
{
    if (play->remaking > 0) {
        play->remaking--;
        play->tried++;
    } else if (play->tried < PLAY_MOVES) {
        play->attempt[play->tried++] = *move;
        play->undone = play->redoing ? play->undone : 0;
        play->redoing = false;
    }
}

static void forget_attempt(struct play *play)
{
    play->tried = 0;
    if (!play->undoing)
        play->undone = play->remaking = 0;
    play->undoing = play->redoing = false;
}

/* What people want to know besides, when something has happened. A server has a solver of its own, and tells. */
static void notice(struct play *play, const struct carom_event *event)
{
    bool unreachable = event->kind == CAROM_EVENT_PUTBACK && event->as.putback.why == CAROM_PUTBACK_UNREACHABLE;
    if (event->kind == CAROM_EVENT_DRAWN) {
        play->undoing = false;
        forget_attempt(play);
        play->hints = 0;
        play->hint_warned = false;
        play_plan_reset(play);
        play->best = (struct play_best){0};
        if (play->far == NULL)
            play_think(&play->table, DRAW_MS, &play->best);
    } else if (event->kind == CAROM_EVENT_MOVED && play_trying(play)) {
        note_attempt(play, &event->as.moved.play);
    } else if (event->kind == CAROM_EVENT_RESET) {
        forget_attempt(play);
    } else if (play->far == NULL &&
               (event->kind == CAROM_EVENT_WON || (event->kind == CAROM_EVENT_PUTBACK && !unreachable))) {
        if (!play->best.known && !play->best.impossible)
            play_think(&play->table, END_MS, &play->best);
        play_say_best(play);
    }
}

/* Sentences that would only repeat what everybody has just done themselves. */
static bool worth_telling(const struct play *play, const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_OPENED || (event->kind == CAROM_EVENT_JOINED && play->far == NULL))
        return false;
    return !(play_alone(play) && (event->kind == CAROM_EVENT_RESET || event->kind == CAROM_EVENT_HOURGLASS ||
                                  event->kind == CAROM_EVENT_SKIP || event->kind == CAROM_EVENT_STARTED));
}

static void print_event(const struct play *play, const struct carom_event *event)
{
    static char bytes[CAROM_EVENT_TEXT];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_event_write(&text, &play->table, event);
    cli_print(&text);
}

static void print_refusal(const struct carom_command *command, const struct carom_refusal *refusal)
{
    char bytes[STORY_MAX];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_refusal_write(&text, command, refusal);
    cli_print(&text);
}

void play_heard(struct play *play, const struct carom_event *event, bool old)
{
    char sentence[STORY_MAX];
    bool quiet = play->undoing || play->remaking > 0;
    story_tell(sentence, &play->table, event, play->far != NULL ? play->seat : CAROM_NO_SEAT);
    if (play->ears.json)
        print_event(play, event);
    if (event->kind == CAROM_EVENT_MOVED && play->ears.slide != NULL && !quiet && !old)
        play->ears.slide(play->ears.context, &play->table.round.robots, &event->as.moved.play);
    carom_referee_apply(&play->table, event);
    if (!quiet && worth_telling(play, event))
        play_say(play, sentence);
    notice(play, event);
}

void play_refused(struct play *play, const char *sentence)
{
    snprintf(play->answer, sizeof play->answer, "%s", sentence);
    play->undoing = play->redoing = false;
    play->remaking = 0;
}

static bool send(struct play *play, struct carom_command *command)
{
    struct carom_step step = {0};
    play->answer[0] = '\0';
    if (play->far != NULL)
        return play->far->say(play->far->context, command);
    command->at = play_now(play);
    while (carom_referee_decide(&play->table, command, &step) == CAROM_STEP_EVENT)
        play_heard(play, &step.event, false);
    if (step.answer == CAROM_STEP_REFUSED) {
        play->refused = step.refusal;
        play_refused(play, _(carom_refusal_sentence(&step.refusal)));
        if (play->ears.json)
            print_refusal(command, &step.refusal);
    }
    return step.answer == CAROM_STEP_DONE;
}

static struct carom_command command_of(const struct play *play, enum carom_do what, unsigned seat)
{
    struct carom_command command = {.what = what};
    snprintf(command.by, sizeof command.by, "p%u", seat + 1);
    if (seat < play->setup.players)
        memcpy(command.name, play->setup.names[seat], sizeof command.name);
    return command;
}

/* R18: what cannot be reached is put back and another one drawn, at once. */
static void drop_unreachable(struct play *play)
{
    for (unsigned i = 0; i < CAROM_TOKENS && play->best.impossible; i++) {
        struct carom_command command = {.what = CAROM_DO_VOID};
        if (!send(play, &command) || !play_may(play, CAROM_DO_NEXT))
            return;
        play_do(play, CAROM_DO_NEXT, 0);
    }
}

bool play_begin(struct play *play, const struct play_setup *setup)
{
    struct carom_command open = {.what = CAROM_DO_OPEN, .opening = setup->opening};
    struct play_ears ears = play->ears;
    memset(play, 0, sizeof *play);
    play->ears = ears;
    play->setup = *setup;
    if (!send(play, &open))
        return false;
    for (unsigned seat = 0; seat < setup->players; seat++)
        if (!play_do(play, CAROM_DO_JOIN, seat))
            return false;
    play_do(play, CAROM_DO_START, 0);
    drop_unreachable(play);
    return true;
}

void play_tick(struct play *play)
{
    carom_ms deadline;
    struct carom_command command = {.what = CAROM_DO_TICK};
    if (play->far == NULL && carom_referee_deadline(&play->table, &deadline) && deadline <= play_now(play))
        send(play, &command);
}

bool play_do(struct play *play, enum carom_do what, unsigned seat)
{
    struct carom_command command = command_of(play, what, seat);
    return send(play, &command);
}

bool play_bid(struct play *play, unsigned seat, unsigned moves)
{
    struct carom_command command = command_of(play, CAROM_DO_BID, seat);
    command.moves = moves;
    return send(play, &command);
}

bool play_hand(struct play *play, unsigned seat, const struct carom_move *route, size_t moves)
{
    struct carom_command command = command_of(play, CAROM_DO_HAND, seat);
    struct carom_text text = carom_text_in(command.route, sizeof command.route);
    carom_route_write(&text, route, moves);
    command.route_long = text.cut || moves > CAROM_HANDED_MOVES;
    return send(play, &command);
}

static bool seat_may(const struct play *play, unsigned seat, enum carom_do what)
{
    struct carom_may may;
    carom_referee_may(&play->table, seat, play_now(play), &may);
    return may.may[what];
}

bool play_ours(const struct play *play, unsigned seat)
{
    return play->far != NULL ? seat == play->seat : seat < play->setup.players;
}

unsigned play_people(const struct play *play)
{
    return play->far != NULL ? 1 : play->setup.players;
}

unsigned play_first(const struct play *play)
{
    return play->far != NULL ? play->seat : 0;
}

bool play_may(const struct play *play, enum carom_do what)
{
    for (unsigned seat = 0; seat < CAROM_PLAYERS; seat++)
        if (play_ours(play, seat) && seat_may(play, seat, what))
            return true;
    return false;
}

bool play_alone(const struct play *play)
{
    return carom_rules_solo(&play->table.rules);
}

bool play_trying(const struct play *play)
{
    return play->table.phase == CAROM_PHASE_SEARCHING && carom_rules_touch(&play->table.rules);
}

bool play_move(struct play *play, struct carom_play move)
{
    unsigned seat = carom_table_mover(&play->table);
    struct carom_command command = command_of(play, CAROM_DO_MOVE, seat != CAROM_NO_SEAT ? seat : 0);
    command.play = move;
    return send(play, &command);
}

bool play_undo(struct play *play)
{
    unsigned keep = play->tried;
    struct carom_command pass = command_of(play, CAROM_DO_PASS, 0);
    if (!play_trying(play) || keep == 0 || play->undoing || play->remaking > 0 || !play_may(play, CAROM_DO_PASS))
        return false;
    play->undoing = true;
    play->remaking = keep - 1;
    if (!send(play, &pass)) {
        play->undoing = false;
        play->remaking = 0;
        return false;
    }
    play->undone++;
    for (unsigned i = 0; i + 1 < keep; i++)
        play_move(play, play->attempt[i]);
    return true;
}

bool play_redo(struct play *play)
{
    if (play->undone == 0 || !play_trying(play) || play->undoing || play->remaking > 0 || play->redoing)
        return false;
    play->undone--;
    play->redoing = true;
    return play_move(play, play->attempt[play->tried]);
}

void play_all(struct play *play, enum carom_do what)
{
    bool any = false;
    for (unsigned seat = 0; seat < CAROM_PLAYERS; seat++)
        if (play_ours(play, seat) && seat_may(play, seat, what))
            any = play_do(play, what, seat) || any;
    if (!any)
        play_do(play, what, play_first(play)); /* says why not */
}

bool play_next(struct play *play)
{
    bool done = play_do(play, CAROM_DO_NEXT, 0);
    if (play->far == NULL)
        drop_unreachable(play);
    return done;
}

void play_again(struct play *play)
{
    struct play_setup setup = play->setup;
    if (play->far != NULL) {
        play->far->again(play->far->context);
        return;
    }
    setup.opening.rules.seed = (setup.opening.rules.seed + 1) % (uint64_t)CAROM_AT_MAX;
    play_begin(play, &setup);
}

/* L1: the first hint of a round costs its token, which is said before. True when it may be told. */
static bool hint_paid(struct play *play)
{
    if (!play_may(play, CAROM_DO_HINT))
        return true; /* practice, or paid already */
    if (!play->hint_warned) {
        play->hint_warned = true;
        play_say(play, _("A hint makes this token count face down. Ask again to take it."));
        return false;
    }
    return play_do(play, CAROM_DO_HINT, 0);
}

void play_hint(struct play *play)
{
    char sentence[STORY_MAX];
    if (!carom_table_in_round(&play->table) || !hint_paid(play))
        return;
    if (!play->best.known)
        play_think(&play->table, END_MS, &play->best);
    if (!play->best.known)
        snprintf(sentence, sizeof sentence, _("It needs at least %u moves."), play->best.cost);
    else if (play->hints++ == 0)
        snprintf(sentence, sizeof sentence, _("It can be done in %u moves."), play->best.cost);
    else if (play->hints == 2)
        snprintf(sentence, sizeof sentence, _("From the markers, begin with %s."), play->best.first);
    else
        snprintf(sentence, sizeof sentence, _("From the markers: %s"), play->best.route);
    play_say(play, sentence);
}

int play_seconds(const struct play *play)
{
    return story_seconds(&play->table, play_now(play));
}

void play_status(const struct play *play, char words[STORY_MAX])
{
    const struct carom_table *table = &play->table;
    char name[CAROM_NAME_SIZE];
    if (table->paused) {
        snprintf(words, STORY_MAX, "%s", _("The game is paused."));
        return;
    }
    switch (table->phase) {
    case CAROM_PHASE_UNOPENED:
        words[0] = '\0';
        break;
    case CAROM_PHASE_LOBBY:
        snprintf(words, STORY_MAX, "%s", _("Others may still sit down. Enter begins the game."));
        break;
    case CAROM_PHASE_BIDDING:
        snprintf(words, STORY_MAX, "%s",
                 carom_rules_micro(&table->rules)  ? _("Who has a route calls its number of moves.")
                 : carom_table_bids(table) > 0     ? _("The sand runs: who finds something better?")
                 : carom_rules_race(&table->rules) ? _("Who finds a route hands it in.")
                                                   : _("Who finds a route bids its number of moves."));
        break;
    case CAROM_PHASE_SHOWING:
        story_name(name, table, table->turn);
        snprintf(words, STORY_MAX, _("%s shows: %u of %u moves."), name, table->round.cost, table->turn_bid);
        break;
    case CAROM_PHASE_SEARCHING:
        if (play_trying(play))
            snprintf(words, STORY_MAX, _("Moves so far: %u."), table->round.cost);
        else
            snprintf(words, STORY_MAX, "%s", _("Find a route in your mind, then say its number of moves."));
        break;
    case CAROM_PHASE_BETWEEN:
        snprintf(words, STORY_MAX, "%s", _("The round is over. Enter draws the next target."));
        break;
    case CAROM_PHASE_OVER:
        snprintf(words, STORY_MAX, "%s", _("The game is over."));
        break;
    }
}
