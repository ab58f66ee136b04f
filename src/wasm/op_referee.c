/*
 * The referee in the browser: the solo game and Micro Robots run the same code as the server, and a table's page
 * rebuilds its state from the events it receives. Time is only what the lines say.
 *
 * Several tables can live side by side: `referee-open` returns the number of a free one, which the caller writes behind
 * the name of each operation (`referee-may 3`) until `referee-close 3`. Without a number, an operation is about table
 * 0, which is always open.
 */
#include "../referee/api_errors.h"
#include "../review/review.h"
#include "ops.h"

#define SENTENCE_SIZE (256 * 1024)

#define TABLES_MAX 64

static struct carom_json_game games[TABLES_MAX];
static bool opened[TABLES_MAX] = {true};
static struct review *reviews[TABLES_MAX]; /* of these games; NULL: nothing has happened yet, or there is no memory */

/* The game at the table of a request; NULL: that table is not open. */
static struct carom_json_game *find_game(const struct op_request *request)
{
    return request->table < TABLES_MAX && opened[request->table] ? &games[request->table] : NULL;
}

static void apply(const struct op_request *request, const struct carom_event *event)
{
    struct carom_table *table = &games[request->table].table;
    struct review **review = &reviews[request->table];
    carom_referee_apply(table, event);
    if (*review == NULL) {
        *review = wasm_allocator.resize(NULL, NULL, 0, sizeof **review);
        if (*review != NULL)
            memset(*review, 0, sizeof **review);
    }
    if (*review != NULL)
        review_event(*review, table, event);
}

static void forget_review(unsigned table)
{
    if (reviews[table] != NULL)
        wasm_allocator.resize(NULL, reviews[table], sizeof *reviews[table], 0);
    reviews[table] = NULL;
}

/* {} -> {"table":number} */
bool op_referee_open(struct op_request *request, struct carom_error *error)
{
    (void)error;
    unsigned table = 1;
    while (table < TABLES_MAX && opened[table])
        table++;
    if (table == TABLES_MAX)
        return false;
    opened[table] = true;
    memset(&games[table], 0, sizeof games[table]);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_put_uint(&request->out, "table", table);
    carom_json_end(&request->out, '}');
    return true;
}

bool op_referee_close(struct op_request *request, struct carom_error *error)
{
    (void)error;
    if (request->table == 0 || find_game(request) == NULL)
        return false;
    opened[request->table] = false;
    forget_review(request->table);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_end(&request->out, '}');
    return true;
}

/* Command lines in, the lines of their answers out. The command `open` starts over. */
bool op_referee(struct op_request *request, struct carom_error *error)
{
    (void)error;
    struct carom_json_game *game = find_game(request);
    size_t start = 0;
    if (game == NULL)
        return false;
    for (size_t i = 0; i <= request->length; i++) {
        if (i == request->length || request->body[i] == '\n') {
            carom_json_game_command(game, request->body + start, i - start, &request->out);
            start = i + 1;
        }
    }
    return true;
}

bool op_referee_forget(struct op_request *request, struct carom_error *error)
{
    (void)error;
    struct carom_json_game *game = find_game(request);
    if (game == NULL)
        return false;
    memset(game, 0, sizeof *game);
    forget_review(request->table);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_end(&request->out, '}');
    return true;
}

/* Writes the table, the position to draw (carom_table_view), and the kind of game. */
static void put_table(struct carom_text *out, const struct carom_table *table)
{
    struct carom_puzzle puzzle;
    carom_json_put_key(out, "table");
    carom_table_write(out, table);
    if (table->phase == CAROM_PHASE_NONE)
        return;
    carom_table_view(table, &puzzle);
    carom_json_open_string(out, "shown");
    carom_puzzle_write(out, &puzzle);
    carom_json_close_string(out);
    carom_json_put_bool(out, "micro", carom_rules_is_micro(&table->rules));
    carom_json_put_bool(out, "solo", carom_rules_is_solo(&table->rules));
    carom_json_put_bool(out, "race", carom_rules_is_race(&table->rules));
}

static void put_deadline(struct carom_text *out, const struct carom_table *table)
{
    carom_ms deadline;
    if (carom_referee_deadline(table, &deadline))
        carom_json_put_int(out, "deadline", deadline);
}

/* Writes the round that an event has begun. */
static void put_drawn(struct carom_text *out, const struct carom_table *table)
{
    struct carom_puzzle puzzle;
    if (!carom_table_round_puzzle(table, &puzzle))
        return;
    carom_json_begin(out, NULL, '{');
    carom_json_put_int(out, "seq", table->seq);
    carom_json_put_int(out, "round", table->rounds);
    carom_puzzle_write_position(out, &puzzle);
    carom_json_end(out, '}');
}

/* Writes events and refusals as sentences: {"seq":12,"say":"{name} bids {n}.","args":{"name":"Ana","n":5}}. */
static void put_event_texts(struct carom_text *said, const struct carom_table *table, const struct carom_event *event,
                            unsigned you)
{
    carom_json_begin(said, NULL, '{');
    carom_json_put_int(said, "seq", event->seq);
    carom_event_write_text(said, table, event, you);
    carom_json_end(said, '}');
}

/* The seat of the player that `you` names. */
static unsigned find_seat(const struct op_request *request, const struct carom_table *table)
{
    size_t length;
    const char *id = arg_string(request, "you", &length);
    return length > 0 ? carom_table_find_seat(table, id) : CAROM_NO_SEAT;
}

/* Applies the events of a server's message `events`, given as it came: those that are not known yet, up to `upto`.
 * {"you":id,"upto":seq,"message":{...}} -> {"drawn":[{"seq","round","position"}],"said":[{"seq","say","args"}],
 * "table":{...},"shown":position,...}: `drawn` has the rounds that these events began, `said` a sentence for each
 * event, addressed to the player `you`. */
bool op_referee_events(struct op_request *request, struct carom_error *error)
{
    static char said_bytes[SENTENCE_SIZE];
    struct carom_text said = carom_text_init(said_bytes, sizeof said_bytes);
    struct carom_json_game *game = find_game(request);
    const struct carom_json *json = &request->json;
    uint32_t events = carom_json_get(json, carom_json_get(json, 0, "message"), "events");
    int64_t upto = arg_int(request, "upto", 0);
    int64_t seq = 0;
    uint32_t end = carom_json_is(json, events, CAROM_JSON_ARRAY) ? json->nodes[events].next : 0;
    if (game == NULL)
        return false;
    carom_json_begin(&said, NULL, '[');
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "drawn", '[');
    for (uint32_t node = events + 1; node < end; node = json->nodes[node].next) {
        struct carom_event event;
        bool numbered = carom_json_as_int(json, carom_json_get(json, node, "seq"), &seq);
        if (numbered && (seq <= game->table.seq || seq > upto))
            continue;
        const struct carom_json_node *line = &json->nodes[node];
        uint32_t rounds = game->table.rounds;
        if (!carom_json_game_read_event(game, json->text + line->start, line->end - line->start, &event, error))
            return false;
        put_event_texts(&said, &game->table, &event, find_seat(request, &game->table));
        apply(request, &event);
        if (game->table.rounds != rounds)
            put_drawn(&request->out, &game->table);
    }
    carom_json_end(&request->out, ']');
    carom_json_end(&said, ']');
    carom_json_put_raw(&request->out, "said", said.bytes, said.length);
    put_table(&request->out, &game->table);
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
    struct carom_json_game *game = find_game(request);
    struct carom_decision decision = {0};
    if (game == NULL || !carom_command_read(&command, request->body, request->length, error))
        return false;
    struct carom_table *table = &game->table;
    carom_json_begin(&said, NULL, '[');
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "events", '[');
    while (carom_referee_decide(table, &command, &decision) == CAROM_DECISION_EVENT) {
        carom_event_write(&request->out, table, &decision.event);
        put_event_texts(&said, table, &decision.event, carom_table_find_seat(table, command.by));
        apply(request, &decision.event);
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
    put_table(&request->out, table);
    put_deadline(&request->out, table);
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
    const struct carom_json_game *game = find_game(request);
    if (game == NULL)
        return false;
    carom_allowed_write(&request->out, &game->table, find_seat(request, &game->table), arg_int(request, "at", 0));
    return true;
}

/* {"player":id,"solutions":[{"round":1,"moves":5},{"round":2,"unsolvable":true}]} -> the review of the game whose
 * events have come, with the targets that this player missed: review_write. */
bool op_review(struct op_request *request, struct carom_error *error)
{
    static struct review nothing; /* not const: zeros need no room in the file */
    const struct carom_json *json = &request->json;
    size_t length;
    uint32_t solutions = carom_json_get(json, 0, "solutions");
    uint32_t end = carom_json_is(json, solutions, CAROM_JSON_ARRAY) ? json->nodes[solutions].next : 0;
    if (find_game(request) == NULL)
        return false;
    (void)error;
    struct review *review = reviews[request->table];
    for (uint32_t node = solutions + 1; review != NULL && node < end; node = json->nodes[node].next) {
        int64_t round = 0, moves = 0;
        bool unsolvable = false;
        carom_json_as_bool(json, carom_json_get(json, node, "unsolvable"), &unsolvable);
        if (!carom_json_as_int(json, carom_json_get(json, node, "round"), &round) || round < 0 || round > UINT32_MAX)
            continue;
        if (unsolvable)
            review_set_solution(review, (uint32_t)round, 0, "");
        else if (carom_json_as_int(json, carom_json_get(json, node, "moves"), &moves) && moves > 0 &&
                 moves <= CAROM_BID_MAX)
            review_set_solution(review, (uint32_t)round, (uint32_t)moves, "");
    }
    review_write(&request->out, review != NULL ? review : &nothing, arg_string(request, "player", &length));
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
