/*
 * HTTP API for public tables: their list, "play with others", which leads to one of them or creates one, and the next
 * public race (docs/reference/protocol.md).
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_TABLES 20
#define PAGE_MAX 50
#define RENEWAL_REQUESTS 10 /* requests that making the list anew counts as */

struct list_query {
    const struct listing *listing;
    const char *after;
    unsigned most;
};

static void write_list(struct carom_text *text, const void *context)
{
    const struct list_query *query = context;
    listing_write(query->listing, text, query->after, query->most);
}

static void get_list(struct http_request *request)
{
    const char *after = http_query(request, "after");
    const char *words = http_query(request, "n");
    char code[CODE_LENGTH + 1] = "";
    char *end = NULL;
    unsigned long most = words != NULL ? strtoul(words, &end, 10) : PAGE_TABLES;
    if ((words != NULL && (*words < '0' || *words > '9' || *end != '\0' || most < 1 || most > PAGE_MAX)) ||
        (after != NULL && !table_code_read(code, after, strlen(after)))) {
        http_reply_error_detail(request, "tables", API_ERR_BAD_QUERY,
                                "`after` is a table's code, `n` a number from 1 to 50");
        return;
    }
    struct list_query query = {listing_current(request->http->tables, request->now), code, (unsigned)most};
    struct carom_text text = text_write_json(write_list, &query);
    http_reply(request, MHD_HTTP_OK, JSON_TYPE, text.bytes, text.length);
    http_add_header(request, "Cache-Control", "max-age=1");
}

/* Creates a race, where late comers and leavers hold nobody up. `starts`: when the server starts it; 0: players do. */
static void make_table(struct http_request *request, carom_ms starts)
{
    struct carom_game_config config = {.rules = carom_rules_from_preset(CAROM_PRESET_RACE)};
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    options.public = true;
    options.starts = starts;
    rules_set_random_secret(&config.rules);
    config.rules.seed_known = true;
    api_create_table(request, &config, &options);
}

static void write_joinable(struct carom_text *text, const void *context)
{
    const char *code = context;
    carom_json_put_string(text, "code", code);
    carom_json_open_string(text, "link");
    carom_text_put(text, "/t/");
    carom_text_put(text, code);
    carom_json_close_string(text);
}

/* Who is led to a table has to see those that were made a moment ago; who only looks sees a list of a second ago. */
static void renew_list(struct http_request *request)
{
    client_addr_charge_requests(request->client_addr, request->now, request->http->base->options->request_rate,
                                RENEWAL_REQUESTS);
    listing_renew(request->http->tables);
}

static void post_play_with_others(struct http_request *request)
{
    char code[CODE_LENGTH + 1];
    renew_list(request);
    if (!listing_find_joinable(request->http->tables, request->now, code)) {
        make_table(request, 0);
        return;
    }
    http_reply_json(request, MHD_HTTP_OK, write_joinable, code);
}

/* ---- public races ---- */

struct next_race {
    carom_ms starts;
    carom_ms left;
    unsigned people;
};

static void write_race(struct carom_text *text, const void *context)
{
    const struct next_race *race = context;
    carom_json_put_int(text, "starts", race->starts);
    carom_json_put_int(text, "left", race->left);
    carom_json_put_uint(text, "people", race->people);
}

/* Races begin when the time since 1970 is a multiple of the time between them: at full and half hours. The table of the
 * next one is made for the first who wants to be there. */
static void handle_race(struct http_request *request)
{
    char code[CODE_LENGTH + 1];
    uint64_t seconds = request->http->base->options->race_seconds;
    struct next_race race = {0};
    if (seconds == 0) {
        http_reply_error_code(request, "race", API_ERR_NOT_FOUND, 0);
        return;
    }
    carom_ms every = (carom_ms)seconds * 1000;
    race.starts = (request->now / every + 1) * every;
    race.left = race.starts - request->now;
    if (strcmp(request->method, "POST") == 0)
        renew_list(request);
    bool made = listing_find_race(request->http->tables, race.starts, request->now, code, &race.people);
    if (strcmp(request->method, "POST") != 0) {
        http_reply_json(request, MHD_HTTP_OK, write_race, &race);
        http_add_header(request, "Cache-Control", "no-cache");
    } else if (made) {
        http_reply_json(request, MHD_HTTP_OK, write_joinable, code);
    } else {
        make_table(request, race.starts);
    }
}

bool handle_public_tables(struct http_request *request)
{
    if (strcmp(request->url, "/api/together") == 0)
        post_play_with_others(request);
    else if (strcmp(request->url, "/api/race") == 0)
        handle_race(request);
    else if (strcmp(request->url, "/api/tables") == 0 && strcmp(request->method, "POST") != 0)
        get_list(request);
    else
        return false;
    return true;
}
