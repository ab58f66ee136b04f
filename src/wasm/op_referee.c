/*
 * The referee in the browser: the solo game and Micro Robots run on the machine that the server has, and a table's page
 * rebuilds its state from the events it is sent. Time is only what the lines say.
 */
#include "ops.h"

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

/* {"upto":seq,"message":{...}} with a server's message `events` as it came: those up to that one happen, but for those
 * that have happened already -> {"drawn":[{"seq","round","position"}],"table":{...},"shown":position,...}. `drawn` has
 * the rounds that began among them. */
bool op_referee_events(struct request *request, struct carom_fault *fault)
{
    const struct carom_json *json = &request->json;
    uint32_t events = carom_json_get(json, carom_json_get(json, 0, "message"), "events");
    int64_t upto = argument_number(request, "upto", 0);
    int64_t seq = 0;
    uint32_t end = carom_json_is(json, events, CAROM_JSON_ARRAY) ? json->nodes[events].skip : 0;
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "drawn", '[');
    for (uint32_t node = events + 1; node < end; node = json->nodes[node].skip) {
        bool numbered = carom_json_int(json, carom_json_get(json, node, "seq"), &seq);
        if (numbered && (seq <= session.table.seq || seq > upto))
            continue;
        const struct carom_json_node *event = &json->nodes[node];
        uint32_t rounds = session.table.rounds;
        if (!carom_session_event(&session, json->text + event->start, event->end - event->start, false, fault))
            return false;
        if (session.table.rounds != rounds)
            put_drawn(&request->out);
    }
    carom_json_end(&request->out, ']');
    put_table(&request->out);
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
        return carom_fault_set(fault, CAROM_FAULT_RULE, 0, name, length);
    static struct carom_opening opening;
    memset(&opening, 0, sizeof opening);
    opening.rules = carom_rules_preset(preset);
    carom_opening_write(&request->out, &opening);
    return true;
}

/* The table as it is, and when it wants a tick: {"table":{...},"shown":position,...,"deadline":60000}. */
bool op_referee_table(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    carom_ms deadline;
    carom_json_begin(&request->out, NULL, '{');
    put_table(&request->out);
    if (carom_referee_deadline(&session.table, &deadline))
        carom_json_number(&request->out, "deadline", deadline);
    carom_json_end(&request->out, '}');
    return true;
}

/* {"you":id,"at":ms} -> what that player (without `you`: somebody who watches) may do now: carom_may_write. */
bool op_referee_may(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    size_t length;
    const char *you = argument_words(request, "you", &length);
    unsigned seat = length > 0 ? carom_table_seat(&session.table, you) : CAROM_NO_SEAT;
    carom_may_write(&request->out, &session.table, seat, argument_number(request, "at", 0));
    return true;
}
