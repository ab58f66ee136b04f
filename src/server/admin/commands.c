/*
 * The commands of `carom admin`: addresses and limits here, tables in table_commands.c.
 */
#include "internal.h"

#include <string.h>

#define LINE_BYTES 65536
#define BAN_SECONDS 31536000 /* a year */

static char line_bytes[LINE_BYTES];

static void admin_line_append(struct admin_request *request, const struct carom_text *line)
{
    request->bytes = xgrow(request->bytes, &request->capacity, request->length + line->length + 1, 1);
    memcpy(request->bytes + request->length, line->bytes, line->length);
    request->length += line->length;
    request->bytes[request->length++] = '\n';
}

struct carom_text admin_line_begin(void)
{
    struct carom_text text = carom_text_init(line_bytes, sizeof line_bytes);
    carom_json_begin(&text, NULL, '{');
    return text;
}

void admin_line_end(struct admin_request *request, struct carom_text *text)
{
    carom_json_end(text, '}');
    admin_line_append(request, text);
}

void admin_reply_ok(struct admin_request *request)
{
    struct carom_text text = admin_line_begin();
    carom_json_put_bool(&text, "ok", true);
    admin_line_end(request, &text);
    request->on_complete(request);
}

void admin_reply_error(struct admin_request *request, const char *sentence)
{
    struct carom_text text = admin_line_begin();
    carom_json_put_bool(&text, "ok", false);
    carom_json_put_string(&text, "error", sentence);
    admin_line_end(request, &text);
    request->on_complete(request);
}

/* ---- addresses ---- */

static bool network_of(struct admin_request *request, struct network *network)
{
    char words[NETWORK_SIZE];
    size_t length;
    if (carom_json_as_string(request->json, carom_json_get(request->json, 0, "network"), words, sizeof words,
                             &length) &&
        network_read(network, words, length) && !address_is_local(&network->address))
        return true;
    admin_reply_error(request, "That isn't an address or a network such as 192.0.2.0/24.");
    return false;
}

static void command_ban(struct admin_request *request)
{
    struct network network;
    int64_t seconds;
    if (!network_of(request, &network))
        return;
    if (!carom_json_as_int(request->json, carom_json_get(request->json, 0, "seconds"), &seconds) || seconds < 1 ||
        seconds > BAN_SECONDS) {
        admin_reply_error(request, "A ban lasts from one second to one year.");
        return;
    }
    if (!ban_add(&request->net->bans, &network, request->now, request->now + seconds * 1000)) {
        admin_reply_error(request, "The list of bans is full.");
        return;
    }
    bans_save(&request->net->bans, request->path);
    net_send_bye_network(request->net, &network, API_ERR_BANNED, seconds * 1000);
    admin_reply_ok(request);
}

static void command_unban(struct admin_request *request)
{
    struct network network;
    if (!network_of(request, &network))
        return;
    if (!ban_remove(&request->net->bans, &network)) {
        admin_reply_error(request, "That address isn't banned.");
        return;
    }
    bans_save(&request->net->bans, request->path);
    admin_reply_ok(request);
}

static void command_bans(struct admin_request *request)
{
    const struct bans *bans = &request->net->bans;
    for (unsigned i = 0; i < bans->count; i++) {
        char words[NETWORK_SIZE];
        struct carom_text text = admin_line_begin();
        if (bans->items[i].until <= request->now)
            continue;
        network_write(words, &bans->items[i].network);
        carom_json_put_string(&text, "network", words);
        carom_json_put_int(&text, "seconds", (bans->items[i].until - request->now + 999) / 1000);
        admin_line_end(request, &text);
    }
    admin_reply_ok(request);
}

/* ---- limits ---- */

/* Sets all limits that are named, or none. */
static bool set_limits(struct admin_request *request)
{
    struct serve_options wanted = *request->options;
    uint32_t object = carom_json_get(request->json, 0, "set");
    if (object == CAROM_JSON_NONE)
        return true;
    if (!carom_json_is(request->json, object, CAROM_JSON_OBJECT))
        return false;
    uint32_t key = object + 1;
    for (uint32_t i = 0; i < request->json->nodes[object].count; i++) {
        char name[32];
        size_t length;
        int64_t value;
        if (!carom_json_as_string(request->json, key, name, sizeof name, &length) ||
            !carom_json_as_int(request->json, key + 1, &value) || !limit_set(&wanted, name, value))
            return false;
        key = request->json->nodes[key + 1].next;
    }
    *request->options = wanted;
    return true;
}

static void show_limits(struct admin_request *request)
{
    struct carom_text text = admin_line_begin();
    limits_write(&text, request->options);
    admin_line_end(request, &text);
    admin_reply_ok(request);
}

static void command_limits(struct admin_request *request)
{
    if (set_limits(request))
        show_limits(request);
    else
        admin_reply_error(request, "There's no such limit, or the value is too large.");
}

/* Reads the server's files again. */
static void command_reload(struct admin_request *request)
{
    if (request->reload(request->server))
        show_limits(request);
    else
        admin_reply_error(request, "Nothing changed: a file can't be read or has a bad line. See the log.");
}

/* ---- dispatch ---- */

static const struct {
    const char *name;
    void (*run)(struct admin_request *request);
} admin_commands[] = {
    {"list", command_list},   {"show", command_show},     {"lock", command_lock},     {"unlock", command_unlock},
    {"close", command_close}, {"delete", command_delete}, {"erase", command_erase},   {"ban", command_ban},
    {"unban", command_unban}, {"bans", command_bans},     {"limits", command_limits}, {"reload", command_reload},
};

void admin_dispatch(struct admin_request *request)
{
    uint32_t what = carom_json_get(request->json, 0, "do");
    for (size_t i = 0; i < sizeof admin_commands / sizeof admin_commands[0]; i++) {
        if (!carom_json_string_is(request->json, what, admin_commands[i].name))
            continue;
        log_event(SERVE_LOG_INFO, "admin-command", "do=%s", admin_commands[i].name);
        admin_commands[i].run(request);
        return;
    }
    admin_reply_error(request, "Unknown request.");
}
