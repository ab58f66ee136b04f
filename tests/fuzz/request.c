/* Messages of WebSocket clients and bodies of POST /api/tables: what is accepted keeps the promises of struct request,
 * and the referee takes any opening that was read without harm. */
#include "fuzz.h"

#include "../../src/server/border/border.h"

static void promise_words(const struct request *request)
{
    if (request->what == REQUEST_HELLO) {
        char code[CODE_LENGTH + 1];
        promise(request->version == PROTOCOL_VERSION);
        promise(code_read(code, request->code, strlen(request->code)));
        promise(!request->has_token || token_well_formed(request->token, strlen(request->token)));
    }
    if (request->what == REQUEST_COMMAND && request->command.what == CAROM_DO_JOIN) {
        char name[NAME_MOST + 1];
        promise(name_read(name, request->command.name, strlen(request->command.name)) == NAME_GOOD);
        promise(strcmp(name, request->command.name) == 0);
        promise(request->command.handicap <= CAROM_HANDICAP_MAX);
    }
    promise(request->what != REQUEST_BOT || request->level <= 10);
    promise(!request->has_id || (request->id >= 0 && request->id <= CAROM_AT_MAX));
}

/* A refusal is one line of JSON. */
static void promise_refusal(const char *what, const struct refused *refused)
{
    static struct carom_json_node nodes[64];
    char bytes[2048];
    struct carom_json json;
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_text_char(&text, '{');
    refused_write(&text, what, refused);
    carom_text_char(&text, '}');
    promise(!text.cut && carom_json_read(&json, nodes, 64, bytes, text.length, NULL));
    promise(refused_status(refused) >= 400 && refused_code(refused)[0] != '\0');
}

static void lay(const struct carom_json *json, uint32_t rules, uint32_t options)
{
    static struct carom_table table;
    static struct carom_command open;
    static struct carom_step step;
    struct table_options chosen = TABLE_OPTIONS_DEFAULT;
    struct refused refused;
    memset(&table, 0, sizeof table);
    memset(&step, 0, sizeof step);
    if (options != CAROM_JSON_NONE && !table_options_read(&chosen, json, options, &refused))
        promise_refusal("again", &refused);
    open = (struct carom_command){.what = CAROM_DO_OPEN, .at = 1};
    if (!opening_read(&open.opening, json, rules, true, &refused)) {
        promise_refusal("again", &refused);
    } else if (carom_referee_decide(&table, &open, &step) == CAROM_STEP_EVENT) {
        carom_referee_apply(&table, &step.event);
        promise(table.phase == CAROM_PHASE_LOBBY);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct refused refused;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    if (!request_read(&request, &json, nodes, text, size, &refused)) {
        promise_refusal(request.word, &refused);
    } else {
        promise_words(&request);
        if (request.what == REQUEST_AGAIN)
            lay(&json, request.rules, request.options);
    }
    free(text);
    return 0;
}
