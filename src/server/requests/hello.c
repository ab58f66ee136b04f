/*
 * `hello`: a connection says which table it wants, and perhaps whose seat it is.
 */
#include "room.h"

#include <stdio.h>

struct welcome {
    const struct guest *guest;
    carom_ms now;
    const char *token; /* a new one; NULL: the client has one */
};

static void write_welcome(struct carom_text *text, const void *context)
{
    const struct welcome *welcome = context;
    const struct guest *guest = welcome->guest;
    const struct table *table = guest->table;
    char link[32];
    snprintf(link, sizeof link, "/t/%s", table->code);
    carom_json_number(text, "version", PROTOCOL_VERSION);
    carom_json_words(text, "table", table->code);
    carom_json_words(text, "link", link);
    carom_json_number(text, "game", table->facts.game);
    carom_json_number(text, "seq", table->state.seq);
    carom_json_number(text, "now", welcome->now);
    carom_json_words(text, "you", guest->seat != TABLE_NO_SEAT ? table->seats[guest->seat].player : NULL);
    carom_json_words(text, "token", welcome->token);
    table_options_write(text, "options", &table->options);
    replay_write(text, table, table->facts.game);
    host_write(text, table);
    table_state_write(text, table);
}

/* The last event that the client has. */
static uint32_t last_known(const struct request *request, const struct table *table)
{
    bool same = request->game == 0 || request->game == table->facts.game;
    if (!request->has_since)
        return table->state.seq;
    return same ? request->since : 0;
}

static void welcome(struct table *table, const struct asking *asking)
{
    const struct request *request = asking->request;
    char token[TOKEN_LENGTH + 1];
    uint8_t hash[TOKEN_HASH];
    token_random(token);
    token_hash(hash, request->has_token ? request->token : token);
    uint32_t seat = seat_of_hash(table, hash);
    uint64_t most = seat != TABLE_NO_SEAT ? SEAT_GUESTS : asking->tables->base->options->max_watchers;
    if (seat_guests(table, seat) >= most) {
        answer_why(asking, seat != TABLE_NO_SEAT ? WHY_TOO_MANY_DEVICES : WHY_TOO_MANY_WATCHERS, (int64_t)most);
        return;
    }
    struct guest *guest = guest_new(table, asking->peer, hash, request->display);
    game_tick(table, asking->now); /* the state shows what the clock has brought */
    const struct welcome said = {guest, asking->now, request->has_token ? NULL : token};
    guest_welcome(guest, answer_frame("welcome", request, write_welcome, &said), last_known(request, table));
}

static bool has_seat(const struct table *table, const struct request *request)
{
    uint8_t hash[TOKEN_HASH];
    if (!request->has_token)
        return false;
    token_hash(hash, request->token);
    return seat_of_hash(table, hash) != TABLE_NO_SEAT;
}

void request_hello(const struct asking *asking)
{
    struct refused refused;
    if (asking->peer->guest != NULL) {
        answer_why(asking, WHY_ALREADY_HELLO, 0);
        return;
    }
    struct visitor *visitor = asking->peer->visitor;
    struct table *table = table_find(asking->tables, asking->request->code, &refused);
    carom_ms wait = visitor_missed(visitor, asking->now);
    if (table == NULL && refused.why == WHY_NO_TABLE)
        visitor_miss(visitor, asking->now, asking->tables->base->options->misses);
    bool seated = table != NULL && has_seat(table, asking->request);
    if (wait > 0 && !seated) /* first: `locked` would say that there is such a table */
        answer_why(asking, WHY_RATE, wait);
    else if (table != NULL && table->locked && !seated)
        answer_why(asking, WHY_LOCKED, 0);
    else if (table != NULL)
        welcome(table, asking);
    else
        answer_refused(asking, &refused);
}
