/*
 * The referee in the browser: the solo game and Micro Robots run on the machine that the server has, and a table's page
 * rebuilds its state from the events it is sent. Time is only what the lines say.
 */
#include "../referee/whys.h"
#include "ops.h"

#define SAID_SIZE (256 * 1024)

static struct carom_session session;

/* One command line (or several) -> the lines of its answer. The command `open` begins anew. */
bool op_referee(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    size_t start = 0;
    for (size_t i = 0; i <= request->length; i++) {
        if (i == request->length || request->body[i] == '\n') {
            carom_session_line(&session, request->body + start, i - start, &request->out);
            start = i + 1;
        }
    }
    return true;
}

bool op_referee_forget(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    memset(&session, 0, sizeof session);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_end(&request->out, '}');
    return true;
}

/* The table, the position to be drawn (carom_table_shown), and which kind of game it is. */
static void put_table(struct carom_text *out)
{
    struct carom_puzzle puzzle;
    carom_json_key(out, "table");
    carom_table_write(out, &session.table);
    if (session.table.phase == CAROM_PHASE_UNOPENED)
        return;
    carom_table_shown(&session.table, &puzzle);
    carom_json_open(out, "shown");
    carom_puzzle_write(out, &puzzle);
    carom_json_close(out);
    carom_json_flag(out, "micro", carom_rules_micro(&session.table.rules));
    carom_json_flag(out, "solo", carom_rules_solo(&session.table.rules));
    carom_json_flag(out, "race", carom_rules_race(&session.table.rules));
}

static void put_deadline(struct carom_text *out)
{
    carom_ms deadline;
    if (carom_referee_deadline(&session.table, &deadline))
        carom_json_number(out, "deadline", deadline);
}

/* The round that an event has begun: what has to be solved. */
static void put_drawn(struct carom_text *out)
{
    struct carom_puzzle puzzle;
    if (!carom_table_puzzle(&session.table, &puzzle))
        return;
    carom_json_begin(out, NULL, '{');
    carom_json_number(out, "seq", session.table.seq);
    carom_json_number(out, "round", session.table.rounds);
    carom_puzzle_word(out, &puzzle);
    carom_json_end(out, '}');
}

/* Events and refusals in words: {"seq":12,"say":"{name} bids {n}.","args":{"name":"Ana","n":5}}. */
static void put_said(struct carom_text *said, const struct carom_event *event, unsigned you)
{
    carom_json_begin(said, NULL, '{');
    carom_json_number(said, "seq", event->seq);
    carom_event_say(said, &session.table, event, you);
    carom_json_end(said, '}');
}

static unsigned seat_of(const struct request *request, const char *key)
{
    size_t length;
    const char *id = argument_words(request, key, &length);
    return length > 0 ? carom_table_seat(&session.table, id) : CAROM_NO_SEAT;
}

/* {"you":id,"upto":seq,"message":{...}} with a server's message `events` as it came: those up to that one happen, but
 * for those that have happened already -> {"drawn":[{"seq","round","position"}],"said":[{"seq","say","args"}],
 * "table":{...},"shown":position,...}. `drawn` has the rounds that began among them, `said` a sentence for each, as it
 * is told to `you`. */
bool op_referee_events(struct request *request, struct carom_fault *fault)
{
    static char said_bytes[SAID_SIZE];
    struct carom_text said = carom_text_in(said_bytes, sizeof said_bytes);
    const struct carom_json *json = &request->json;
    uint32_t events = carom_json_get(json, carom_json_get(json, 0, "message"), "events");
    int64_t upto = argument_number(request, "upto", 0);
    int64_t seq = 0;
    uint32_t end = carom_json_is(json, events, CAROM_JSON_ARRAY) ? json->nodes[events].skip : 0;
    carom_json_begin(&said, NULL, '[');
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "drawn", '[');
    for (uint32_t node = events + 1; node < end; node = json->nodes[node].skip) {
        struct carom_event event;
        bool numbered = carom_json_int(json, carom_json_get(json, node, "seq"), &seq);
        if (numbered && (seq <= session.table.seq || seq > upto))
            continue;
        const struct carom_json_node *line = &json->nodes[node];
        uint32_t rounds = session.table.rounds;
        if (!carom_session_next(&session, json->text + line->start, line->end - line->start, &event, fault))
            return false;
        put_said(&said, &event, seat_of(request, "you"));
        carom_referee_apply(&session.table, &event);
        if (session.table.rounds != rounds)
            put_drawn(&request->out);
    }
    carom_json_end(&request->out, ']');
    carom_json_end(&said, ']');
    carom_json_raw(&request->out, "said", said.bytes, said.length);
    put_table(&request->out);
    carom_json_end(&request->out, '}');
    request->out.cut = request->out.cut || said.cut;
    return true;
}

/* A player's command {"at":...,"by":...,"do":...} -> {"events":[...],"said":[{"seq","say","args"}],"refused":{"why",
 * "say"},"table":{...},"shown":position,...,"deadline":ms}: what happened then, each in words for that player; why not;
 * the table, and when it wants a tick. */
bool op_referee_command(struct request *request, struct carom_fault *fault)
{
    static char said_bytes[SAID_SIZE];
    static struct carom_command command;
    struct carom_text said = carom_text_in(said_bytes, sizeof said_bytes);
    struct carom_step step = {0};
    if (!carom_command_read(&command, request->body, request->length, fault))
        return false;
    carom_json_begin(&said, NULL, '[');
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "events", '[');
    while (carom_referee_decide(&session.table, &command, &step) == CAROM_STEP_EVENT) {
        carom_event_write(&request->out, &session.table, &step.event);
        put_said(&said, &step.event, carom_table_seat(&session.table, command.by));
        carom_referee_apply(&session.table, &step.event);
    }
    carom_json_end(&request->out, ']');
    carom_json_end(&said, ']');
    carom_json_raw(&request->out, "said", said.bytes, said.length);
    if (step.answer == CAROM_STEP_REFUSED) {
        carom_json_begin(&request->out, "refused", '{');
        carom_json_words(&request->out, "why", carom_refusal_name(&step.refusal));
        carom_json_words(&request->out, "say", carom_refusal_sentence(&step.refusal));
        carom_json_end(&request->out, '}');
    }
    put_table(&request->out);
    put_deadline(&request->out);
    carom_json_end(&request->out, '}');
    return true;
}

/* {"preset"} -> the rules of that box in full. */
bool op_rules(struct request *request, struct carom_fault *fault)
{
    size_t length;
    enum carom_preset preset;
    const char *name = argument_words(request, "preset", &length);
    if (!carom_preset_of_name(&preset, name, length))
        return carom_fault_set(fault, CAROM_FAULT_PRESET, 0, name, length);
    static struct carom_opening opening;
    memset(&opening, 0, sizeof opening);
    opening.rules = carom_rules_preset(preset);
    carom_opening_write(&request->out, &opening);
    return true;
}

/* {"you":id,"at":ms} -> what that player (without `you`: somebody who watches) may do now: carom_may_write. */
bool op_referee_may(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    carom_may_write(&request->out, &session.table, seat_of(request, "you"), argument_number(request, "at", 0));
    return true;
}

/* {} -> what can be agreed about a table, with its names for people: carom_choices_write. */
bool op_choices(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    carom_choices_write(&request->out);
    return true;
}

/* {"why":code} -> {"sentence"}: what a server would say to that, or what the page has found out by itself. */
bool op_refusal(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    size_t length;
    const char *code = argument_words(request, "why", &length);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_words(&request->out, "sentence", carom_why(carom_why_of_code(code, length))->sentence);
    carom_json_end(&request->out, '}');
    return true;
}
