/* Messages of WebSocket clients and bodies of POST /api/tables: what is accepted keeps the promises of struct request,
 * and the referee takes any opening that was read without harm. */
#include "fuzz.h"

#include "../../src/server/validate/validate.h"

static void promise_words(const struct request *request)
{
    if (request->kind == REQUEST_HELLO) {
        char code[CODE_LENGTH + 1];
        promise(request->version == PROTOCOL_VERSION);
        promise(table_code_read(code, request->code, strlen(request->code)));
        promise(!request->has_token || seat_token_is_well_formed(request->token, strlen(request->token)));
    }
    if (request->kind == REQUEST_COMMAND && request->command.kind == CAROM_COMMAND_JOIN) {
        char name[NICKNAME_MAX + 1];
        promise(name_read(name, request->command.name, strlen(request->command.name)) == NAME_OK);
        promise(strcmp(name, request->command.name) == 0);
        promise(request->command.handicap <= CAROM_HANDICAP_MAX);
    }
    promise(request->kind != REQUEST_BOT || request->level <= 10);
    promise(!request->has_id || (request->id >= 0 && request->id <= CAROM_TIME_MAX));
}

/* A refusal is one line of JSON. */
static void promise_refusal(const char *what, const struct api_error *error)
{
    static struct carom_json_node nodes[64];
    char bytes[2048];
    struct carom_json json;
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_text_char(&text, '{');
    api_error_write(&text, what, error);
    carom_text_char(&text, '}');
    promise(!text.truncated && carom_json_read(&json, nodes, 64, bytes, text.length, NULL));
    promise(api_error_http_status(error) >= 400 && api_error_name(error)[0] != '\0');
}

static void lay(const struct carom_json *json, uint32_t rules, uint32_t options)
{
    static struct carom_table table;
    static struct carom_command open;
    static struct carom_decision decision;
    struct table_options chosen = TABLE_OPTIONS_DEFAULT;
    struct api_error error;
    memset(&table, 0, sizeof table);
    memset(&decision, 0, sizeof decision);
    if (options != CAROM_JSON_NONE && !table_options_read(&chosen, json, options, &error))
        promise_refusal("again", &error);
    open = (struct carom_command){.kind = CAROM_COMMAND_OPEN, .at = 1};
    chosen.custom = true;
    if (!game_config_read_checked(&open.config, json, rules, &chosen, &error)) {
        promise_refusal("again", &error);
    } else if (carom_referee_decide(&table, &open, &decision) == CAROM_DECISION_EVENT) {
        carom_referee_apply(&table, &decision.event);
        promise(table.phase == CAROM_PHASE_LOBBY);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct api_error error;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    if (!request_read(&request, &json, nodes, text, size, &error)) {
        promise_refusal(request.name, &error);
    } else {
        promise_words(&request);
        if (request.kind == REQUEST_NEXT_GAME)
            lay(&json, request.rules, request.options);
    }
    free(text);
    return 0;
}
