/*
 * What can be asked for, each with its answer: addresses and limits here, tables in tables.c.
 */
#include "room.h"

#include <string.h>

#define LINE_BYTES 65536
#define BAN_SECONDS 31536000 /* a year is for ever, as addresses go */

static char line_bytes[LINE_BYTES];

static void act_line(struct act *act, const struct carom_text *line)
{
    act->bytes = must_grow(act->bytes, &act->room, act->length + line->length + 1, 1);
    memcpy(act->bytes + act->length, line->bytes, line->length);
    act->length += line->length;
    act->bytes[act->length++] = '\n';
}

struct carom_text act_begin(void)
{
    struct carom_text text = carom_text_in(line_bytes, sizeof line_bytes);
    carom_json_begin(&text, NULL, '{');
    return text;
}

void act_finish(struct act *act, struct carom_text *text)
{
    carom_json_end(text, '}');
    act_line(act, text);
}

void act_good(struct act *act)
{
    struct carom_text text = act_begin();
    carom_json_flag(&text, "ok", true);
    act_finish(act, &text);
    act->end(act);
}

void act_wrong(struct act *act, const char *sentence)
{
    struct carom_text text = act_begin();
    carom_json_flag(&text, "ok", false);
    carom_json_words(&text, "error", sentence);
    act_finish(act, &text);
    act->end(act);
}

/* ---- addresses ---- */

static bool network_of(struct act *act, struct network *network)
{
    char words[NETWORK_SIZE];
    size_t length;
    if (carom_json_string(act->json, carom_json_get(act->json, 0, "network"), words, sizeof words, &length) &&
        network_read(network, words, length) && !address_is_local(&network->address))
        return true;
    act_wrong(act, "That is no address, and no network such as 192.0.2.0/24.");
    return false;
}

static void do_ban(struct act *act)
{
    struct network network;
    int64_t seconds;
    if (!network_of(act, &network))
        return;
    if (!carom_json_int(act->json, carom_json_get(act->json, 0, "seconds"), &seconds) || seconds < 1 ||
        seconds > BAN_SECONDS) {
        act_wrong(act, "A ban takes a second at least and a year at most.");
        return;
    }
    if (!ban_add(&act->net->bans, &network, act->now, act->now + seconds * 1000)) {
        act_wrong(act, "There are as many bans as there can be.");
        return;
    }
    bans_keep(&act->net->bans, act->path);
    net_bye_network(act->net, &network, WHY_BANNED, seconds * 1000);
    act_good(act);
}

static void do_unban(struct act *act)
{
    struct network network;
    if (!network_of(act, &network))
        return;
    if (!ban_lift(&act->net->bans, &network)) {
        act_wrong(act, "That address is not banned.");
        return;
    }
    bans_keep(&act->net->bans, act->path);
    act_good(act);
}

static void do_bans(struct act *act)
{
    const struct bans *bans = &act->net->bans;
    for (unsigned i = 0; i < bans->count; i++) {
        char words[NETWORK_SIZE];
        struct carom_text text = act_begin();
        if (bans->items[i].until <= act->now)
            continue;
        network_write(words, &bans->items[i].network);
        carom_json_words(&text, "network", words);
        carom_json_number(&text, "seconds", (bans->items[i].until - act->now + 999) / 1000);
        act_finish(act, &text);
    }
    act_good(act);
}

/* ---- limits ---- */

/* All of those that are named, or none. */
static bool set_limits(struct act *act)
{
    struct serve_options wanted = *act->options;
    uint32_t object = carom_json_get(act->json, 0, "set");
    if (object == CAROM_JSON_NONE)
        return true;
    if (!carom_json_is(act->json, object, CAROM_JSON_OBJECT))
        return false;
    uint32_t key = object + 1;
    for (uint32_t i = 0; i < act->json->nodes[object].count; i++) {
        char name[32];
        size_t length;
        int64_t value;
        if (!carom_json_string(act->json, key, name, sizeof name, &length) ||
            !carom_json_int(act->json, key + 1, &value) || !limit_set(&wanted, name, value))
            return false;
        key = act->json->nodes[key + 1].skip;
    }
    *act->options = wanted;
    return true;
}

static void show_limits(struct act *act)
{
    struct carom_text text = act_begin();
    limits_write(&text, act->options);
    act_finish(act, &text);
    act_good(act);
}

static void do_limits(struct act *act)
{
    if (set_limits(act))
        show_limits(act);
    else
        act_wrong(act, "There is no such limit, or it cannot be that large.");
}

/* Reads the server's files again. */
static void do_reload(struct act *act)
{
    if (act->reload(act->server))
        show_limits(act);
    else
        act_wrong(act, "Nothing has changed: a file cannot be read, or a line in it is wrong. The log says which.");
}

/* ---- which of them ---- */

static const struct {
    const char *name;
    void (*run)(struct act *act);
} acts[] = {
    {"list", act_list},   {"show", act_show},     {"lock", act_lock},    {"unlock", act_unlock},
    {"close", act_close}, {"delete", act_delete}, {"erase", act_erase},  {"ban", do_ban},
    {"unban", do_unban},  {"bans", do_bans},      {"limits", do_limits}, {"reload", do_reload},
};

void act_do(struct act *act)
{
    uint32_t what = carom_json_get(act->json, 0, "do");
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        if (!carom_json_equals(act->json, what, acts[i].name))
            continue;
        log_line(SERVE_LOG_INFO, "admin", "do=%s", acts[i].name);
        acts[i].run(act);
        return;
    }
    act_wrong(act, "There is no such request.");
}
