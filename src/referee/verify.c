/*
 * May an event follow? It is decided again: either it is due, or it is what its command produces. So the rules are in
 * one place, and anybody can verify a log without the commands that made it.
 */
#include "fields.h"
#include "race.h"

#include "../core/libc_mem.h"

/* Compares two events as they would be written. */
static bool events_equal(const struct carom_table *table, const struct carom_event *a, const struct carom_event *b)
{
    char one[CAROM_JSON_EVENT_MAX];
    char other[CAROM_JSON_EVENT_MAX];
    struct carom_text first = carom_text_init(one, sizeof one);
    struct carom_text second = carom_text_init(other, sizeof other);
    if (a->kind != b->kind)
        return false;
    carom_event_write(&first, table, a);
    carom_event_write(&second, table, b);
    return first.length == second.length && memcmp(one, other, first.length) == 0;
}

/* The command that an event answers; `tick` for events that only follow from others. A move that cost too much was
 * not logged, so that failure answers no command either. */
static enum carom_command_kind command_of(const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_FAILED && event->as.failed == CAROM_DEMO_PASSED)
        return CAROM_COMMAND_PASS;
    if (event->kind == CAROM_EVENT_FAILED && event->as.failed == CAROM_DEMO_LEFT)
        return CAROM_COMMAND_LEAVE;
    return event_fields[event->kind].command;
}

static void command_from_event(const struct carom_table *table, const struct carom_event *event,
                               struct carom_command *command)
{
    memset(command, 0, sizeof *command);
    command->at = event->at;
    command->kind = command_of(event);
    if (event->kind == CAROM_EVENT_JOINED) {
        copy_string(command->by, CAROM_ID_SIZE, event->as.joined.id);
        copy_string(command->name, CAROM_NAME_SIZE, event->as.joined.name);
        command->handicap = event->as.joined.handicap;
        command->nonce = event->as.joined.nonce;
    } else if (event->kind == CAROM_EVENT_DRAWN) { /* any seated player may have requested it */
        unsigned seat = referee_next_seated(table, 0);
        copy_string(command->by, CAROM_ID_SIZE, carom_table_id(table, seat));
    } else if (event->seat < CAROM_PLAYERS_MAX) {
        copy_string(command->by, CAROM_ID_SIZE, carom_table_id(table, event->seat));
    }
    if (event->kind == CAROM_EVENT_STARTED) {
        command->nonce = event->as.started.nonce;
        copy_string(command->first, CAROM_ID_SIZE, carom_table_id(table, event->as.started.first));
    }
    command->chip = event->kind == CAROM_EVENT_CHIP && event->as.chip;
    command->moves = event->moves;
    command->no_number = event->kind == CAROM_EVENT_BID && event->moves == 0;
    command->credit = event->credit;
    if (event->kind == CAROM_EVENT_MOVED)
        command->move = event->as.moved.move;
    else if (event->kind == CAROM_EVENT_HANDED)
        memcpy(command->route, event->as.route.route, CAROM_HANDED_SIZE);
    else if (event->kind == CAROM_EVENT_OPENED) {
        command->config = event->as.opened;
        referee_undo_setup(&command->config); /* what came from the secret must come from it again */
    }
}

/* T4: could the transparent robot have made a move that costs more than is left? */
static bool too_many_possible(const struct carom_table *table, const struct carom_event *event)
{
    return event->kind == CAROM_EVENT_FAILED && event->as.failed == CAROM_DEMO_TOO_MANY &&
           table->phase == CAROM_PHASE_SHOWING && event->seat == table->turn &&
           carom_transparent_max_cost(&table->board, &table->round.robots) > table->turn_bid - table->round.cost;
}

/* Without the secrets nobody knows what will be drawn, so the event is believed. Nor which route was handed in, but
 * the one shown must have that many moves (H2). */
static void assume_hidden(const struct carom_table *table, const struct carom_event *event,
                          struct carom_event *expected)
{
    if (event->kind == CAROM_EVENT_SHOWN && expected->kind == CAROM_EVENT_SHOWN &&
        expected->as.route.route[0] == '\0' && race_route_matches(table, event))
        memcpy(expected->as.route.route, event->as.route.route, CAROM_HANDED_SIZE);
    if (table->rules.seed_known || event->kind != expected->kind)
        return;
    if (event->kind == CAROM_EVENT_DRAWN)
        expected->as.drawn = event->as.drawn;
    if (event->kind == CAROM_EVENT_OVER && event->as.over.has_secret &&
        referee_secret_matches(&table->rules, event->as.over.secret)) {
        expected->as.over.has_secret = true;
        memcpy(expected->as.over.secret, event->as.over.secret, CAROM_SECRET_SIZE);
    }
}

static bool no(struct carom_event *expected, const struct carom_event *instead)
{
    if (expected != NULL && instead != NULL)
        *expected = *instead;
    else if (expected != NULL)
        expected->seq = 0;
    return false;
}

bool carom_referee_verify(const struct carom_table *table, const struct carom_event *event,
                          struct carom_event *expected)
{
    struct carom_decision decision = {0};
    struct carom_command command;
    if (event->kind == CAROM_EVENT_OPENED && !event->as.opened.rules.seed_known)
        return table->phase == CAROM_PHASE_NONE || no(expected, NULL);
    command_from_event(table, event, &command);
    if (event->kind == CAROM_EVENT_HANDED && event->as.route.route[0] == '\0')
        return referee_followup(table, event->at, &decision.event)
                   ? no(expected, &decision.event)
                   : race_can_accept_hidden(table, event) || no(expected, NULL);
    if (carom_referee_decide(table, &command, &decision) != CAROM_DECISION_EVENT)
        return (event->seq == table->seq + 1 && too_many_possible(table, event)) || no(expected, NULL);
    assume_hidden(table, event, &decision.event);
    return events_equal(table, event, &decision.event) || no(expected, &decision.event);
}
