/*
 * The referee in the browser: the solo game and Micro Robots run the same code as the server, and a table's page
 * rebuilds its state from the events it receives. Time is only what the lines say.
 */
#include "../referee/api_errors.h"
#include "ops.h"

#define SENTENCE_SIZE (256 * 1024)

static struct carom_json_game json_game;

/* Command lines in, the lines of their answers out. The command `open` starts over. */
bool op_referee(struct op_request *request, struct carom_error *error)
{
    (void)error;
    size_t start = 0;
    for (size_t i = 0; i <= request->length; i++) {
        if (i == request->length || request->body[i] == '\n') {
            carom_json_game_command(&json_game, request->body + start, i - start, &request->out);
            start = i + 1;
        }
    }
    return true;
}

bool op_referee_forget(struct op_request *request, struct carom_error *error)
{
    (void)error;
    memset(&json_game, 0, sizeof json_game);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_end(&request->out, '}');
    return true;
}

/* Writes the table, the position to draw (carom_table_view), and the kind of game. */
static void put_table(struct carom_text *out)
{
    struct carom_puzzle puzzle;
    carom_json_put_key(out, "table");
    carom_table_write(out, &json_game.table);
    if (json_game.table.phase == CAROM_PHASE_NONE)
        return;
    carom_table_view(&json_game.table, &puzzle);
    carom_json_open_string(out, "shown");
    carom_puzzle_write(out, &puzzle);
    carom_json_close_string(out);
    carom_json_put_bool(out, "micro", carom_rules_is_micro(&json_game.table.rules));
    carom_json_put_bool(out, "solo", carom_rules_is_solo(&json_game.table.rules));
    carom_json_put_bool(out, "race", carom_rules_is_race(&json_game.table.rules));
}

static void put_deadline(struct carom_text *out)
{
    carom_ms deadline;
    if (carom_referee_deadline(&json_game.table, &deadline))
        carom_json_put_int(out, "deadline", deadline);
}

/* Writes the round that an event has begun. */
static void put_drawn(struct carom_text *out)
{
    struct carom_puzzle puzzle;
    if (!carom_table_round_puzzle(&json_game.table, &puzzle))
        return;
    carom_json_begin(out, NULL, '{');
    carom_json_put_int(out, "seq", json_game.table.seq);
    carom_json_put_int(out, "round", json_game.table.rounds);
    carom_puzzle_write_position(out, &puzzle);
    carom_json_end(out, '}');
}

/* Writes events and refusals as sentences: {"seq":12,"say":"{name} bids {n}.","args":{"name":"Ana","n":5}}. */
static void put_event_texts(struct carom_text *said, const struct carom_event *event, unsigned you)
{
    carom_json_begin(said, NULL, '{');
    carom_json_put_int(said, "seq", event->seq);
    carom_event_write_text(said, &json_game.table, event, you);
    carom_json_end(said, '}');
}

static unsigned seat_of(const struct op_request *request, const char *key)
{
    size_t length;
    const char *id = arg_string(request, key, &length);
    return length > 0 ? carom_table_find_seat(&json_game.table, id) : CAROM_NO_SEAT;
}

/* {"you":id,"upto":seq,"message":{...}} with a server's message `events` as it came: those up to that one happen, but
 * for those that have happened already -> {"drawn":[{"seq","round","position"}],"said":[{"seq","say","args"}],
 * "table":{...},"shown":position,...}. `drawn` has the rounds that began among them, `said` a sentence for each, as it
 * is told to `you`. */
bool op_referee_events(struct op_request *request, struct carom_error *error)
{
    static char said_bytes[SENTENCE_SIZE];
    struct carom_text said = carom_text_init(said_bytes, sizeof said_bytes);
    const struct carom_json *json = &request->json;
    uint32_t events = carom_json_get(json, carom_json_get(json, 0, "message"), "events");
    int64_t upto = arg_int(request, "upto", 0);
    int64_t seq = 0;
    uint32_t end = carom_json_is(json, events, CAROM_JSON_ARRAY) ? json->nodes[events].next : 0;
    carom_json_begin(&said, NULL, '[');
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "drawn", '[');
    for (uint32_t node = events + 1; node < end; node = json->nodes[node].next) {
        struct carom_event event;
        bool numbered = carom_json_as_int(json, carom_json_get(json, node, "seq"), &seq);
        if (numbered && (seq <= json_game.table.seq || seq > upto))
            continue;
        const struct carom_json_node *line = &json->nodes[node];
        uint32_t rounds = json_game.table.rounds;
        if (!carom_json_game_read_event(&json_game, json->text + line->start, line->end - line->start, &event, error))
            return false;
        put_event_texts(&said, &event, seat_of(request, "you"));
        carom_referee_apply(&json_game.table, &event);
        if (json_game.table.rounds != rounds)
            put_drawn(&request->out);
    }
    carom_json_end(&request->out, ']');
    carom_json_end(&said, ']');
    carom_json_put_raw(&request->out, "said", said.bytes, said.length);
    put_table(&request->out);
    carom_json_end(&request->out, '}');
    request->out.truncated = request->out.truncated || said.truncated;
    return true;
}

/* A player's command {"at":...,"by":...,"do":...} -> {"events":[...],"said":[{"seq","say","args"}],"refused":{"why",
 * "say"},"table":{...},"shown":position,...,"deadline":ms}: what happened then, each in words for that player; why not;
 * the table, and when it wants a tick. */
bool op_referee_command(struct op_request *request, struct carom_error *error)
{
    static char said_bytes[SENTENCE_SIZE];
    static struct carom_command command;
    struct carom_text said = carom_text_init(said_bytes, sizeof said_bytes);
    struct carom_decision decision = {0};
    if (!carom_command_read(&command, request->body, request->length, error))
        return false;
    carom_json_begin(&said, NULL, '[');
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "events", '[');
    while (carom_referee_decide(&json_game.table, &command, &decision) == CAROM_DECISION_EVENT) {
        carom_event_write(&request->out, &json_game.table, &decision.event);
        put_event_texts(&said, &decision.event, carom_table_find_seat(&json_game.table, command.by));
        carom_referee_apply(&json_game.table, &decision.event);
    }
    carom_json_end(&request->out, ']');
    carom_json_end(&said, ']');
    carom_json_put_raw(&request->out, "said", said.bytes, said.length);
    if (decision.kind == CAROM_DECISION_REFUSED) {
        carom_json_begin(&request->out, "refused", '{');
        carom_json_put_string(&request->out, "why", carom_refusal_name(&decision.refusal));
        carom_json_put_string(&request->out, "say", carom_refusal_sentence(&decision.refusal));
        carom_json_end(&request->out, '}');
    }
    put_table(&request->out);
    put_deadline(&request->out);
    carom_json_end(&request->out, '}');
    return true;
}

/* {"preset"} -> the rules of that box in full. */
bool op_rules(struct op_request *request, struct carom_error *error)
{
    size_t length;
    enum carom_preset preset;
    const char *name = arg_string(request, "preset", &length);
    if (!carom_preset_from_name(&preset, name, length))
        return carom_error_set(error, CAROM_ERROR_PRESET, 0, name, length);
    static struct carom_game_config config;
    memset(&config, 0, sizeof config);
    config.rules = carom_rules_from_preset(preset);
    carom_game_config_write(&request->out, &config);
    return true;
}

/* {"you":id,"at":ms} -> what that player (without `you`: somebody who watches) may do now: carom_allowed_write. */
bool op_referee_allowed(struct op_request *request, struct carom_error *error)
{
    (void)error;
    carom_allowed_write(&request->out, &json_game.table, seat_of(request, "you"), arg_int(request, "at", 0));
    return true;
}

/* {} -> what can be agreed about a table, with its names for people: carom_rule_choices_write. */
bool op_choices(struct op_request *request, struct carom_error *error)
{
    (void)error;
    carom_rule_choices_write(&request->out);
    return true;
}

/* {"why":code} -> {"sentence","retryable"}: what a server would say to that, or what the page has found out by itself,
 * and whether to come back after it. */
bool op_api_error(struct op_request *request, struct carom_error *error)
{
    (void)error;
    size_t length;
    const char *code = arg_string(request, "why", &length);
    carom_json_begin(&request->out, NULL, '{');
    const struct api_error_info *info = carom_api_error_info(carom_api_error_from_name(code, length));
    carom_json_put_string(&request->out, "sentence", info->sentence);
    carom_json_put_bool(&request->out, "retryable", info->retryable);
    carom_json_end(&request->out, '}');
    return true;
}

/* {} -> {"first","max","asked"}: the delays of clients that come back, in ms (referee/api_errors.h). */
bool op_retry_delays(struct op_request *request, struct carom_error *error)
{
    (void)error;
    carom_json_begin(&request->out, NULL, '{');
    carom_json_put_int(&request->out, "first", API_RETRY_FIRST_MS);
    carom_json_put_int(&request->out, "max", API_RETRY_MAX_MS);
    carom_json_put_int(&request->out, "asked", API_RETRY_ASKED_MAX_MS);
    carom_json_end(&request->out, '}');
    return true;
}
