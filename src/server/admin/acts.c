/*
 * What can be asked for, each with its answer. What changes a table is on the disk before it is answered.
 */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 65536
#define LIST_EACH 500        /* tables of the store in one answer */
#define BAN_SECONDS 31536000 /* a year is for ever, as addresses go */

static char line_bytes[LINE_BYTES];

void act_line(struct act *act, const struct carom_text *line)
{
    act->bytes = must_grow(act->bytes, &act->room, act->length + line->length + 1, 1);
    memcpy(act->bytes + act->length, line->bytes, line->length);
    act->length += line->length;
    act->bytes[act->length++] = '\n';
}

static struct carom_text begin_line(void)
{
    struct carom_text text = carom_text_in(line_bytes, sizeof line_bytes);
    carom_json_begin(&text, NULL, '{');
    return text;
}

static void end_line(struct act *act, struct carom_text *text)
{
    carom_json_end(text, '}');
    act_line(act, text);
}

static void good(struct act *act)
{
    struct carom_text text = begin_line();
    carom_json_flag(&text, "ok", true);
    end_line(act, &text);
}

static void wrong(struct act *act, const char *sentence)
{
    struct carom_text text = begin_line();
    carom_json_flag(&text, "ok", false);
    carom_json_words(&text, "error", sentence);
    end_line(act, &text);
}

/* ---- tables ---- */

static unsigned people_of(const struct table *table)
{
    unsigned here = 0;
    for (uint32_t i = 0; i < table->seat_count; i++)
        here += table->seats[i].used && table->seats[i].guests > 0;
    return here;
}

static void write_brief(struct carom_text *text, const struct table *table)
{
    carom_json_words(text, "code", table->code);
    carom_json_number(text, "created", table->facts.created);
    carom_json_number(text, "game", table->facts.game);
    carom_json_words(text, "phase", carom_phase_name(table->state.phase));
    carom_json_number(text, "events", table->state.seq);
    carom_json_number(text, "players", carom_table_seated(&table->state));
    carom_json_number(text, "here", people_of(table));
    carom_json_number(text, "watching", table->watching + table->displays);
    carom_json_flag(text, "locked", table->locked);
    carom_json_flag(text, "paused", table->state.paused);
}

static void list_one(void *context, struct table *table)
{
    struct act *act = context;
    struct carom_text text = begin_line();
    write_brief(&text, table);
    end_line(act, &text);
}

/* Of a table that is not in memory only so much is known without reading its log. */
struct listing {
    struct act *act;
    int64_t last;
};

/* Done so far; there may be more after that one. */
static void good_until(const struct listing *listing)
{
    char after[24];
    struct carom_text text = begin_line();
    carom_json_flag(&text, "ok", true);
    if (listing->last != 0) { /* more than a browser's numbers hold, so words */
        struct carom_text words = carom_text_in(after, sizeof after);
        carom_text_int(&words, listing->last);
        carom_json_words(&text, "after", after);
    }
    end_line(listing->act, &text);
}

static bool list_stored(void *context, const struct store_table *facts)
{
    struct listing *listing = context;
    struct carom_text text = begin_line();
    carom_json_words(&text, "code", facts->code);
    carom_json_number(&text, "created", facts->created);
    carom_json_number(&text, "game", facts->game);
    carom_json_flag(&text, "over", facts->over);
    end_line(listing->act, &text);
    listing->last = facts->id;
    return true;
}

/* Those in memory; or (`after` is given) a page of all that there are, and where the next one begins. */
static void do_list(struct act *act)
{
    struct listing listing = {act, 0};
    char after[24];
    size_t length;
    if (!carom_json_string(act->json, carom_json_get(act->json, 0, "after"), after, sizeof after, &length)) {
        tables_each(act->tables, list_one, act);
        good(act);
        return;
    }
    if (!store_list(act->tables->store, strtoll(after, NULL, 10), LIST_EACH, list_stored, &listing)) {
        wrong(act, "The data cannot be read at the moment.");
        return;
    }
    good_until(&listing);
}

/* The table that the request names; NULL: that was answered. */
static struct table *table_of(struct act *act)
{
    char words[64];
    char code[CODE_LENGTH + 1];
    size_t length;
    struct refused refused = {0};
    if (!carom_json_string(act->json, carom_json_get(act->json, 0, "table"), words, sizeof words, &length) ||
        !code_read(code, words, length)) {
        wrong(act, "There is no table with that code.");
        return NULL;
    }
    struct table *table = table_find(act->tables, code, act->now, &refused);
    if (table == NULL)
        wrong(act, refused.why == WHY_NO_TABLE ? "There is no table with that code."
                                               : "The data cannot be read at the moment.");
    return table;
}

/* Where the connections come from: what can be banned. */
static void write_guests(struct carom_text *text, const struct table *table)
{
    carom_json_begin(text, "connections", '[');
    for (const struct guest *guest = table->audience; guest != NULL; guest = guest->next) {
        carom_json_begin(text, NULL, '{');
        carom_json_words(text, "player", guest->seat != TABLE_NO_SEAT ? table->seats[guest->seat].player : NULL);
        carom_json_words(text, "address", guest->peer->visitor->name);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

static void do_show(struct act *act)
{
    const struct table *table = table_of(act);
    if (table == NULL)
        return;
    struct carom_text text = begin_line();
    write_brief(&text, table);
    carom_json_words(&text, "host", table->host[0] != '\0' ? table->host : NULL);
    table_options_write(&text, "options", &table->options);
    carom_json_begin(&text, "names", '{');
    for (unsigned i = 0; i < table->state.seats; i++)
        if (table->state.players[i].seated)
            carom_json_words(&text, carom_table_id(&table->state, i), carom_table_name(&table->state, i));
    carom_json_end(&text, '}');
    write_guests(&text, table);
    end_line(act, &text);
    good(act);
}

static void answer_committed(struct act *act)
{
    commit_drain(act->tables);
    good(act);
}

static void lock(struct act *act, bool locked)
{
    struct table *table = table_of(act);
    if (table == NULL)
        return;
    host_lock(table, locked);
    answer_committed(act);
}

static void do_lock(struct act *act)
{
    lock(act, true);
}

static void do_unlock(struct act *act)
{
    lock(act, false);
}

static void do_close(struct act *act)
{
    struct table *table = table_of(act);
    if (table == NULL)
        return;
    table_close(table, act->now);
    answer_committed(act);
}

static void do_delete(struct act *act)
{
    struct table *table = table_of(act);
    if (table == NULL)
        return;
    table_delete(table);
    answer_committed(act);
}

/* ---- names ---- */

#define ERASE_EACH 10 /* tables in one request: whoever asks goes on, and those who play have turns between */

struct collected {
    unsigned count;
    struct store_table tables[ERASE_EACH];
};

static bool collect(void *context, const struct store_table *facts)
{
    struct collected *collected = context;
    collected->tables[collected->count++] = *facts;
    return collected->count < ERASE_EACH;
}

static void erase_from(struct act *act, const struct collected *collected, const char *name)
{
    for (unsigned i = 0; i < collected->count; i++) {
        int players = table_erase(act->tables, &collected->tables[i], name);
        struct carom_text text = begin_line();
        carom_json_words(&text, "code", collected->tables[i].code);
        if (players >= 0)
            carom_json_number(&text, "erased", players);
        else
            carom_json_flag(&text, "unreadable", true);
        if (players != 0)
            end_line(act, &text);
    }
}

static void do_erase(struct act *act)
{
    static struct collected collected;
    char name[NAME_MOST + 1];
    char after[24] = "0";
    size_t length;
    collected.count = 0;
    if (!carom_json_string(act->json, carom_json_get(act->json, 0, "name"), name, sizeof name, &length) ||
        length == 0) {
        wrong(act, "That is no name that somebody could have.");
        return;
    }
    carom_json_string(act->json, carom_json_get(act->json, 0, "after"), after, sizeof after, &length);
    commit_drain(act->tables); /* games that have just begun are in the store, too */
    if (!store_list(act->tables->store, strtoll(after, NULL, 10), ERASE_EACH, collect, &collected)) {
        wrong(act, "The data cannot be read at the moment.");
        return;
    }
    erase_from(act, &collected, name);
    struct listing listing = {act, collected.count > 0 ? collected.tables[collected.count - 1].id : 0};
    good_until(&listing);
}

/* ---- addresses ---- */

static bool network_of(struct act *act, struct network *network)
{
    char words[NETWORK_SIZE];
    size_t length;
    if (carom_json_string(act->json, carom_json_get(act->json, 0, "network"), words, sizeof words, &length) &&
        network_read(network, words, length) && !address_is_local(&network->address))
        return true;
    wrong(act, "That is no address, and no network such as 192.0.2.0/24.");
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
        wrong(act, "A ban takes a second at least and a year at most.");
        return;
    }
    if (!ban_add(&act->net->bans, &network, act->now, act->now + seconds * 1000)) {
        wrong(act, "There are as many bans as there can be.");
        return;
    }
    bans_keep(&act->net->bans, act->path);
    net_bye_network(act->net, &network, WHY_BANNED, seconds * 1000);
    good(act);
}

static void do_unban(struct act *act)
{
    struct network network;
    if (!network_of(act, &network))
        return;
    if (!ban_lift(&act->net->bans, &network)) {
        wrong(act, "That address is not banned.");
        return;
    }
    bans_keep(&act->net->bans, act->path);
    good(act);
}

static void do_bans(struct act *act)
{
    const struct bans *bans = &act->net->bans;
    for (unsigned i = 0; i < bans->count; i++) {
        char words[NETWORK_SIZE];
        struct carom_text text = begin_line();
        if (bans->items[i].until <= act->now)
            continue;
        network_write(words, &bans->items[i].network);
        carom_json_words(&text, "network", words);
        carom_json_number(&text, "seconds", (bans->items[i].until - act->now + 999) / 1000);
        end_line(act, &text);
    }
    good(act);
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
    struct carom_text text = begin_line();
    limits_write(&text, act->options);
    end_line(act, &text);
    good(act);
}

static void do_limits(struct act *act)
{
    if (set_limits(act))
        show_limits(act);
    else
        wrong(act, "There is no such limit, or it cannot be that large.");
}

/* Reads the file of limits again. */
static void do_reload(struct act *act)
{
    if (act->options->limits[0] == '\0')
        wrong(act, "The server was started without a file of limits.");
    else if (limits_read(act->options))
        show_limits(act);
    else
        wrong(act, "The file of limits cannot be read, or one of its lines is no limit: the log says which.");
}

/* ---- which of them ---- */

static const struct {
    const char *name;
    void (*run)(struct act *act);
    bool stored; /* reads or changes tables in the store, which only a server that has it for itself does */
} acts[] = {
    {"list", do_list, false},   {"show", do_show, true},     {"lock", do_lock, true},      {"unlock", do_unlock, true},
    {"close", do_close, true},  {"delete", do_delete, true}, {"erase", do_erase, true},    {"ban", do_ban, false},
    {"unban", do_unban, false}, {"bans", do_bans, false},    {"limits", do_limits, false}, {"reload", do_reload, false},
};

void act_do(struct act *act)
{
    uint32_t what = carom_json_get(act->json, 0, "do");
    bool all = carom_json_get(act->json, 0, "after") != CAROM_JSON_NONE;
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        if (!carom_json_equals(act->json, what, acts[i].name))
            continue;
        log_line(SERVE_LOG_INFO, "admin", "do=%s", acts[i].name);
        if (act->tables->shared && (acts[i].stored || all))
            wrong(act, "Tables that several servers share cannot be looked after here.");
        else
            acts[i].run(act);
        return;
    }
    wrong(act, "There is no such request.");
}
