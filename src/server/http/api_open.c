/*
 * Open tables over HTTP: the list of them, and "play with others", which leads to one or makes one (docs/protocol.md).
 */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_TABLES 20
#define PAGE_MOST 50

static void get_list(struct exchange *exchange)
{
    const char *after = exchange_query(exchange, "after");
    const char *words = exchange_query(exchange, "n");
    char code[CODE_LENGTH + 1] = "";
    char *end = NULL;
    unsigned long most = words != NULL ? strtoul(words, &end, 10) : PAGE_TABLES;
    if ((words != NULL && (*words < '0' || *words > '9' || *end != '\0' || most < 1 || most > PAGE_MOST)) ||
        (after != NULL && !code_read(code, after, strlen(after)))) {
        exchange_refuse_what(exchange, "tables", WHY_BAD_QUERY, "`after` is a table's code, `n` a number from 1 to 50");
        return;
    }
    struct carom_text text = exchange_text();
    carom_json_begin(&text, NULL, '{');
    listing_write(exchange->http->tables, &text, code, (unsigned)most, exchange->now);
    carom_json_end(&text, '}');
    exchange_answer(exchange, MHD_HTTP_OK, "application/json", text.bytes, text.length);
    exchange_header(exchange, "Cache-Control", "max-age=1");
}

/* A race: nobody is held up by somebody who comes late, or goes. */
static void make_table(struct exchange *exchange)
{
    struct carom_opening opening = {.rules = carom_rules_preset(CAROM_PRESET_RACE)};
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    options.listed = true;
    secret_random(&opening.rules);
    opening.rules.seed_known = true;
    api_new_table(exchange, &opening, &options);
}

static void post_together(struct exchange *exchange)
{
    char code[CODE_LENGTH + 1];
    if (!listing_with_room(exchange->http->tables, exchange->now, code)) {
        make_table(exchange);
        return;
    }
    struct carom_text text = exchange_text();
    carom_json_begin(&text, NULL, '{');
    carom_json_words(&text, "code", code);
    carom_json_open(&text, "link");
    carom_text_put(&text, "/t/");
    carom_text_put(&text, code);
    carom_json_close(&text);
    carom_json_end(&text, '}');
    exchange_json(exchange, MHD_HTTP_OK, &text);
}

bool api_open_route(struct exchange *exchange)
{
    if (strcmp(exchange->url, "/api/together") == 0)
        post_together(exchange);
    else if (strcmp(exchange->url, "/api/tables") == 0 && strcmp(exchange->method, "POST") != 0)
        get_list(exchange);
    else
        return false;
    return true;
}
