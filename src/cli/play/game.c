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

static carom_ms play_now(const struct play *play)
{
    struct timespec now;
    if (play->remote != NULL)
        return play->remote->now(play->remote->context);
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (carom_ms)now.tv_sec * 1000 + now.tv_nsec / 1000000 + play->skipped_time;
}

void play_add_sentence(struct play *play, const char *sentence)
{
    snprintf(play->story[play->story_count++ % STORY_LINES_MAX], EVENT_TEXT_MAX, "%s", sentence);
    if (play->observer.on_sentence != NULL && !play->observer.json)
        play->observer.on_sentence(sentence);
}

void play_show_solution(struct play *play)
{
    char sentence[EVENT_TEXT_MAX];
    if (play->solution.known)
        snprintf(
            sentence, sizeof sentence,
            ngettext("The shortest route has %u move: %s", "The shortest route has %u moves: %s", play->solution.cost),
            play->solution.cost, play->solution.route);
    else
        snprintf(sentence, sizeof sentence,
                 ngettext("The shortest route has at least %u move.", "The shortest route has at least %u moves.",
                          play->solution.cost),
                 play->solution.cost);
    play_add_sentence(play, sentence);
}

/* Moves that are tried alone, to be taken back and made again. */
static void record_attempt(struct play *play, const struct carom_any_move *move)
{
    if (play->replay_count > 0) {
        play->replay_count--;
        play->attempt_count++;
    } else if (play->attempt_count < PLAY_MOVES) {
        play->attempt[play->attempt_count++] = *move;
        play->redo_count = play->redoing ? play->redo_count : 0;
        play->redoing = false;
    }
}

static void forget_attempt(struct play *play)
{
    play->attempt_count = 0;
    if (!play->undo_in_progress)
        play->redo_count = play->replay_count = 0;
    play->undo_in_progress = play->redoing = false;
}

/* What people want to know besides, when something has happened. A server has a solver of its own, and tells. */
static void notice(struct play *play, const struct carom_event *event)
{
    bool unreachable = event->kind == CAROM_EVENT_PUTBACK && event->as.putback.reason == CAROM_PUTBACK_UNREACHABLE;
    if (event->kind == CAROM_EVENT_DRAWN) {
        play->undo_in_progress = false;
        forget_attempt(play);
        play->hints = 0;
        play->hint_warned = false;
        scratch_reset(play);
        play->solution = (struct play_solution){0};
        if (play->remote == NULL)
            play_solve(&play->table, DRAW_MS, &play->solution);
    } else if (event->kind == CAROM_EVENT_MOVED && play_can_undo(play)) {
        record_attempt(play, &event->as.moved.move);
    } else if (event->kind == CAROM_EVENT_RESET) {
        forget_attempt(play);
    } else if (play->remote == NULL &&
               (event->kind == CAROM_EVENT_WON || (event->kind == CAROM_EVENT_PUTBACK && !unreachable))) {
        if (!play->solution.known && !play->solution.unsolvable)
            play_solve(&play->table, END_MS, &play->solution);
        play_show_solution(play);
    }
}

/* False for events whose sentence would only repeat what the players at this terminal have just done themselves. */
static bool worth_telling(const struct play *play, const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_OPENED || (event->kind == CAROM_EVENT_JOINED && play->remote == NULL))
        return false;
    return !(play_is_solo(play) && (event->kind == CAROM_EVENT_RESET || event->kind == CAROM_EVENT_HOURGLASS ||
                                    event->kind == CAROM_EVENT_SKIP || event->kind == CAROM_EVENT_STARTED));
}

static void print_event(const struct play *play, const struct carom_event *event)
{
    static char bytes[CAROM_JSON_EVENT_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_event_write(&text, &play->table, event);
    cli_print(&text);
}

static void print_refusal(const struct carom_command *command, const struct carom_refusal *refusal)
{
    char bytes[EVENT_TEXT_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_refusal_write(&text, command, refusal);
    cli_print(&text);
}

void play_apply_event(struct play *play, const struct carom_event *event, bool old)
{
    char sentence[EVENT_TEXT_MAX];
    bool quiet = play->undo_in_progress || play->replay_count > 0;
    event_text_format(sentence, &play->table, event, play->remote != NULL ? play->seat : CAROM_NO_SEAT);
    if (play->observer.json)
        print_event(play, event);
    if (event->kind == CAROM_EVENT_MOVED && play->observer.on_move != NULL && !quiet && !old)
        play->observer.on_move(play->observer.context, &play->table.round.robots, &event->as.moved.move);
    carom_referee_apply(&play->table, event);
    if (!quiet && worth_telling(play, event))
        play_add_sentence(play, sentence);
    notice(play, event);
}

void play_show_refusal(struct play *play, const char *sentence)
{
    snprintf(play->refusal_text, sizeof play->refusal_text, "%s", sentence);
    play->undo_in_progress = play->redoing = false;
    play->replay_count = 0;
}

static bool send(struct play *play, struct carom_command *command)
{
    struct carom_decision decision = {0};
    play->refusal_text[0] = '\0';
    if (play->remote != NULL)
        return play->remote->send_command(play->remote->context, command);
    command->at = play_now(play);
    while (carom_referee_decide(&play->table, command, &decision) == CAROM_DECISION_EVENT)
        play_apply_event(play, &decision.event, false);
    if (decision.kind == CAROM_DECISION_REFUSED) {
        play->refused = decision.refusal;
        play_show_refusal(play, _(carom_refusal_sentence(&decision.refusal)));
        if (play->observer.json)
            print_refusal(command, &decision.refusal);
    }
    return decision.kind == CAROM_DECISION_DONE;
}

static struct carom_command command_of(const struct play *play, enum carom_command_kind kind, unsigned seat)
{
    struct carom_command command = {.kind = kind};
    snprintf(command.by, sizeof command.by, "p%u", seat + 1);
    if (seat < play->setup.players)
        memcpy(command.name, play->setup.names[seat], sizeof command.name);
    return command;
}

/* R18: what cannot be reached is put back and another one drawn, at once. */
static void drop_unreachable(struct play *play)
{
    for (unsigned i = 0; i < CAROM_TOKENS && play->solution.unsolvable; i++) {
        struct carom_command command = {.kind = CAROM_COMMAND_VOID};
        if (!send(play, &command) || !play_is_allowed(play, CAROM_COMMAND_NEXT))
            return;
        play_command(play, CAROM_COMMAND_NEXT, 0);
    }
}

bool play_start(struct play *play, const struct play_setup *setup)
{
    struct carom_command open = {.kind = CAROM_COMMAND_OPEN, .config = setup->config};
    struct play_observer observer = play->observer;
    memset(play, 0, sizeof *play);
    play->observer = observer;
    play->setup = *setup;
    if (!send(play, &open))
        return false;
    for (unsigned seat = 0; seat < setup->players; seat++)
        if (!play_command(play, CAROM_COMMAND_JOIN, seat))
            return false;
    struct carom_command start = command_of(play, CAROM_COMMAND_START, 0);
    if (setup->first != CAROM_NO_SEAT) /* M3 */
        snprintf(start.first, sizeof start.first, "p%u", setup->first + 1);
    send(play, &start);
    drop_unreachable(play);
    return true;
}

void play_tick(struct play *play)
{
    carom_ms deadline;
    struct carom_command command = {.kind = CAROM_COMMAND_TICK};
    if (play->remote == NULL && carom_referee_deadline(&play->table, &deadline) && deadline <= play_now(play))
        send(play, &command);
}

bool play_command(struct play *play, enum carom_command_kind kind, unsigned seat)
{
    struct carom_command command = command_of(play, kind, seat);
    return send(play, &command);
}

bool play_bid(struct play *play, unsigned seat, unsigned moves)
{
    struct carom_command command = command_of(play, CAROM_COMMAND_BID, seat);
    command.moves = moves;
    return send(play, &command);
}

bool play_announce(struct play *play, unsigned seat)
{
    struct carom_command command = command_of(play, CAROM_COMMAND_BID, seat);
    command.no_number = true;
    return send(play, &command);
}

bool play_hand_route(struct play *play, unsigned seat, const struct carom_move *route, size_t moves)
{
    struct carom_command command = command_of(play, CAROM_COMMAND_HAND, seat);
    struct carom_text text = carom_text_init(command.route, sizeof command.route);
    carom_route_write(&text, route, moves);
    command.route_long = text.truncated || moves > CAROM_HANDED_MOVES_MAX;
    return send(play, &command);
}

static bool seat_may(const struct play *play, unsigned seat, enum carom_command_kind kind)
{
    struct carom_allowed allowed;
    carom_referee_allowed(&play->table, seat, play_now(play), &allowed);
    return allowed.allowed[kind];
}

bool play_is_local_seat(const struct play *play, unsigned seat)
{
    return play->remote != NULL ? seat == play->seat : seat < play->setup.players;
}

unsigned play_local_count(const struct play *play)
{
    return play->remote != NULL ? 1 : play->setup.players;
}

unsigned play_only_seat(const struct play *play)
{
    return play->remote != NULL ? play->seat : 0;
}

bool play_is_allowed(const struct play *play, enum carom_command_kind kind)
{
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++)
        if (play_is_local_seat(play, seat) && seat_may(play, seat, kind))
            return true;
    return false;
}

bool play_is_solo(const struct play *play)
{
    return carom_rules_is_solo(&play->table.rules);
}

bool play_can_undo(const struct play *play)
{
    return play->table.phase == CAROM_PHASE_SEARCHING && carom_rules_allow_touch(&play->table.rules);
}

bool play_move(struct play *play, struct carom_any_move move)
{
    unsigned seat = carom_table_moving_seat(&play->table);
    struct carom_command command = command_of(play, CAROM_COMMAND_MOVE, seat != CAROM_NO_SEAT ? seat : 0);
    command.move = move;
    return send(play, &command);
}

bool play_undo(struct play *play)
{
    unsigned keep = play->attempt_count;
    struct carom_command pass = command_of(play, CAROM_COMMAND_PASS, 0);
    if (!play_can_undo(play) || keep == 0 || play->undo_in_progress || play->replay_count > 0 ||
        !play_is_allowed(play, CAROM_COMMAND_PASS))
        return false;
    play->undo_in_progress = true;
    play->replay_count = keep - 1;
    if (!send(play, &pass)) {
        play->undo_in_progress = false;
        play->replay_count = 0;
        return false;
    }
    play->redo_count++;
    for (unsigned i = 0; i + 1 < keep; i++)
        play_move(play, play->attempt[i]);
    return true;
}

bool play_redo(struct play *play)
{
    if (play->redo_count == 0 || !play_can_undo(play) || play->undo_in_progress || play->replay_count > 0 ||
        play->redoing)
        return false;
    play->redo_count--;
    play->redoing = true;
    return play_move(play, play->attempt[play->attempt_count]);
}

void play_command_all(struct play *play, enum carom_command_kind kind)
{
    bool any = false;
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++)
        if (play_is_local_seat(play, seat) && seat_may(play, seat, kind))
            any = play_command(play, kind, seat) || any;
    if (!any)
        play_command(play, kind, play_only_seat(play)); /* says why not */
}

void play_chip(struct play *play)
{
    struct carom_command command = command_of(play, CAROM_COMMAND_CHIP, play_only_seat(play));
    command.chip = play->table.rules.hide_chip;
    send(play, &command);
}

bool play_next(struct play *play)
{
    bool done = play_command(play, CAROM_COMMAND_NEXT, 0);
    if (play->remote == NULL)
        drop_unreachable(play);
    return done;
}

void play_next_game(struct play *play)
{
    struct play_setup setup = play->setup;
    if (play->remote != NULL) {
        play->remote->request_next_game(play->remote->context);
        return;
    }
    setup.config.rules.seed = (setup.config.rules.seed + 1) % (uint64_t)CAROM_TIME_MAX;
    play_start(play, &setup);
}

/* L1: the first hint of a round costs its token, which is said before. True when it may be told. */
static bool hint_paid(struct play *play)
{
    if (!play_is_allowed(play, CAROM_COMMAND_HINT))
        return true; /* practice, or paid already */
    if (!play->hint_warned) {
        play->hint_warned = true;
        play_add_sentence(play,
                          _("A hint costs you this token: it will count as face down. Ask again to get the hint."));
        return false;
    }
    return play_command(play, CAROM_COMMAND_HINT, 0);
}

void play_hint(struct play *play)
{
    char sentence[EVENT_TEXT_MAX];
    if (!carom_table_in_round(&play->table) || !hint_paid(play))
        return;
    if (!play->solution.known)
        play_solve(&play->table, END_MS, &play->solution);
    if (!play->solution.known)
        snprintf(sentence, sizeof sentence,
                 ngettext("It needs at least %u move.", "It needs at least %u moves.", play->solution.cost),
                 play->solution.cost);
    else if (play->hints++ == 0)
        snprintf(sentence, sizeof sentence,
                 ngettext("It can be done in %u move.", "It can be done in %u moves.", play->solution.cost),
                 play->solution.cost);
    else if (play->hints == 2)
        snprintf(sentence, sizeof sentence, _("From the starting position, begin with %s."), play->solution.first_move);
    else
        snprintf(sentence, sizeof sentence, _("From the starting position: %s"), play->solution.route);
    play_add_sentence(play, sentence);
}

int play_hourglass_seconds(const struct play *play)
{
    return table_seconds_left(&play->table, play_now(play));
}

void play_status(const struct play *play, char words[EVENT_TEXT_MAX])
{
    const struct carom_table *table = &play->table;
    char name[CAROM_NAME_SIZE];
    if (table->paused) {
        snprintf(words, EVENT_TEXT_MAX, "%s", _("The game is paused."));
        return;
    }
    switch (table->phase) {
    case CAROM_PHASE_NONE:
        words[0] = '\0';
        break;
    case CAROM_PHASE_LOBBY:
        snprintf(words, EVENT_TEXT_MAX, "%s", _("Others can still join. Press Enter to begin the game."));
        break;
    case CAROM_PHASE_BIDDING:
        snprintf(words, EVENT_TEXT_MAX, "%s",
                 carom_rules_is_micro(&table->rules)  ? _("Found a route? Call its number of moves.")
                 : carom_table_bid_count(table) > 0   ? _("The hourglass is running. Can anyone do better?")
                 : carom_rules_is_race(&table->rules) ? _("Found a route? Hand it in.")
                                                      : _("Found a route? Bid its number of moves."));
        break;
    case CAROM_PHASE_SHOWING:
        event_text_name(name, table, table->turn);
        if (table->turn_bid == CAROM_BID_NO_LIMIT)
            snprintf(words, EVENT_TEXT_MAX, _("Show your route. Moves so far: %u."), table->round.cost);
        else
            snprintf(words, EVENT_TEXT_MAX,
                     ngettext("%s is showing: %u of %u move.", "%s is showing: %u of %u moves.", table->turn_bid), name,
                     table->round.cost, table->turn_bid);
        break;
    case CAROM_PHASE_SEARCHING:
        if (play_can_undo(play))
            snprintf(words, EVENT_TEXT_MAX, _("Moves so far: %u."), table->round.cost);
        else
            snprintf(words, EVENT_TEXT_MAX, "%s", _("Find a route in your head, say that you have it, then show it."));
        break;
    case CAROM_PHASE_BETWEEN_ROUNDS:
        snprintf(words, EVENT_TEXT_MAX, "%s", _("The round is over. Press Enter for the next target."));
        break;
    case CAROM_PHASE_OVER:
        snprintf(words, EVENT_TEXT_MAX, "%s", _("The game is over."));
        break;
    }
}
