/*
 * Finished games: `/g/KEY/log` has the events, and the page behind `/g/KEY` shows them. Anybody with the URL may read
 * it, even if the table is locked; a game in progress has none.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A request whose table is being looked up. */
struct search {
    struct http_request *request;
    struct replay_url url;
    struct store_table facts;
    bool failed;
};

static bool take_facts(void *context, const struct store_table *table)
{
    struct search *search = context;
    search->facts = *table;
    return false;
}

static void load_table_row(struct store *store, void *context)
{
    struct search *search = context;
    search->failed = !store_list(store, search->url.table - 1, 1, take_facts, search);
}

static void refuse_replay(struct http_request *request)
{
    client_addr_failed_lookup(request->client_addr, request->now,
                              request->http->base->options->failed_lookups_per_hour);
    http_reply_error_code(request, "replay", API_ERR_NO_GAME, 0);
}

static void on_found(void *context)
{
    struct search *search = context;
    struct http_request *request = search->request;
    bool fits = !search->failed && replay_url_matches(&search->url, &search->facts);
    bool waited = request->suspended;
    if (search->failed)
        http_reply_error_code(request, "replay", API_ERR_STORE, 1000);
    else if (!fits)
        refuse_replay(request);
    else
        http_reply_log(request, &(struct log_request){search->facts.id, search->url.game, true, "replay"});
    if (waited && !fits)
        http_resume(request);
    free(search);
}

static void get_replay(struct http_request *request, const char *words, size_t length)
{
    struct replay_url url;
    carom_ms wait = client_addr_lookup_ban_ms(request->client_addr, request->now);
    if (wait > 0) {
        http_reply_error_code(request, "replay", API_ERR_RATE_LIMIT, wait);
        return;
    }
    if (!replay_url_read(&url, words, length)) {
        refuse_replay(request);
        return;
    }
    struct search *search = xcalloc(sizeof *search);
    *search = (struct search){.request = request, .url = url};
    if (request->http->tables->shared)
        http_suspend(request);
    read_async(request->http->tables, load_table_row, on_found, search);
}

bool handle_game_logs(struct http_request *request)
{
    const char *rest = http_path_after(request, "/g/");
    const char *slash = rest != NULL ? strchr(rest, '/') : NULL;
    if (slash == NULL || strcmp(slash, "/log") != 0)
        return false;
    get_replay(request, rest, (size_t)(slash - rest));
    return true;
}
