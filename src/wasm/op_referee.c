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
    carom_text_put(&request->out, "{}");
    return true;
}

/* Event lines of a log or of a server -> the table after them. */
bool op_referee_events(struct request *request, struct carom_fault *fault)
{
    size_t start = 0;
    for (size_t i = 0; i <= request->length; i++) {
        if (i == request->length || request->body[i] == '\n') {
            if (i > start && !carom_session_event(&session, request->body + start, i - start, false, fault))
                return false;
            start = i + 1;
        }
    }
    carom_table_write(&request->out, &session.table);
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

/* The table as it is, and when it wants a tick: {"table":{...},"deadline":60000}. */
bool op_referee_table(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    carom_ms deadline;
    carom_json_begin(&request->out, NULL, '{');
    carom_json_key(&request->out, "table");
    carom_table_write(&request->out, &session.table);
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
