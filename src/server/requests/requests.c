/*
 * Requests: who may ask for what, and the answers.
 */
#include "../bots/bots.h"
#include "../tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE_SECONDS 5
#define ANSWER_BYTES (128 * 1024) /* a state of the largest table */

/* The answer being written. One at a time. */
static char answer_bytes[ANSWER_BYTES];
static struct carom_text answer;

static void answer_head(const char *type, const struct request *request)
{
    answer = carom_text_in(answer_bytes, sizeof answer_bytes);
    carom_text_put(&answer, "{\"type\":\"");
    carom_text_put(&answer, type);
    carom_text_char(&answer, '"');
    if (request->has_id) {
        carom_text_put(&answer, ",\"id\":");
        carom_text_int(&answer, request->id);
    }
}

static void put_number(const char *key, int64_t number)
{
    carom_text_char(&answer, ',');
    carom_json_quote_words(&answer, key);
    carom_text_char(&answer, ':');
    carom_text_int(&answer, number);
}

static void put_words(const char *key, const char *words)
{
    carom_text_char(&answer, ',');
    carom_json_quote_words(&answer, key);
    carom_text_char(&answer, ':');
    if (words != NULL)
        carom_json_quote_words(&answer, words);
    else
        carom_text_put(&answer, "null");
}

static void answer_good(const struct live *live, const struct request *request)
{
    answer_head("answer", request);
    carom_text_put(&answer, ",\"ok\":true");
    if (live != NULL)
        put_number("seq", live->table.seq);
}

static void answer_send(struct peer *peer)
{
    carom_text_char(&answer, '}');
    commit_to_peer(peer->server, peer, frame_text(answer.bytes, answer.length));
}

static void answer_refused(struct peer *peer, const struct request *request, const struct refused *refused)
{
    peer->server->metrics.refused_total++;
    answer_head("answer", request);
    carom_text_put(&answer, ",\"ok\":false,");
    refused_write(&answer, request->word, refused);
    answer_send(peer);
}

static void answer_why(struct peer *peer, const struct request *request, enum why why, int64_t number)
{
    struct refused refused;
    refuse_number(&refused, why, number);
    answer_refused(peer, request, &refused);
}

/* ---- hello
 * --------------------------------------------------------------------------------------------------------------------
 */

static void write_welcome(const struct peer *peer, const struct request *request, const char *token, carom_ms now)
{
    const struct live *live = peer->live;
    char link[32];
    snprintf(link, sizeof link, "/t/%s", live->code);
    answer_head("welcome", request);
    put_number("version", PROTOCOL_VERSION);
    put_words("table", live->code);
    put_words("link", link);
    put_number("game", live->facts.game);
    put_number("seq", live->table.seq);
    put_number("now", now);
    put_words("you", peer->seat != PEER_NO_SEAT ? live->seats[peer->seat].player : NULL);
    put_words("token", token);
    carom_text_put(&answer, ",\"options\":");
    table_options_write(&answer, &live->options);
    carom_text_put(&answer, ",\"state\":");
    carom_table_write(&answer, &live->table);
    carom_text_char(&answer, '}');
}

static void welcome(struct peer *peer, struct live *live, const struct request *request, carom_ms now)
{
    char token[TOKEN_LENGTH + 1];
    token_random(token);
    token_hash(peer->token_hash, request->has_token ? request->token : token);
    uint32_t seat = live_seat_of_hash(live, peer->token_hash);
    uint64_t most = live->server->options->max_watchers;
    if (seat == PEER_NO_SEAT && live->watching + live->displays >= most) {
        answer_why(peer, request, WHY_TOO_MANY_WATCHERS, (int64_t)most);
        return;
    }
    peer->live = live;
    peer->seat = seat;
    peer->display = request->display;
    live_use(live);
    game_tick(live, now); /* the state shows what the clock has brought */
    write_welcome(peer, request, request->has_token ? NULL : token, now);
    uint32_t from = 0;
    if (request->has_since) {
        bool same = request->game == 0 || request->game == live->facts.game;
        from = same ? request->since + 1 : 1;
    }
    commit_attach(peer->server, peer, frame_text(answer.bytes, answer.length), from, live->table.seq);
}

static void hello(struct peer *peer, const struct request *request, carom_ms now)
{
    struct live *live;
    if (peer->live != NULL) {
        answer_why(peer, request, WHY_ALREADY_HELLO, 0);
        return;
    }
    switch (live_find(peer->server, request->code, now, &live)) {
    case LIVE_FOUND:
        welcome(peer, live, request, now);
        break;
    case LIVE_NONE:
        answer_why(peer, request, WHY_NO_TABLE, 0);
        break;
    case LIVE_STORE:
        answer_why(peer, request, WHY_STORE, 1000);
        break;
    case LIVE_FULL:
        answer_why(peer, request, WHY_TOO_MANY_TABLES, (int64_t)peer->server->options->max_tables);
        break;
    }
}

/* ---- the referee's commands
 * ------------------------------------------------------------------------------------------------------ */

static bool name_is_taken(const struct carom_table *table, const char *name)
{
    for (unsigned i = 0; i < table->seats; i++)
        if (table->players[i].seated && name_same(carom_table_name(table, i), name))
            return true;
    return false;
}

static void take_seat(struct live *live, struct peer *peer, const char *player, carom_ms now)
{
    struct store_seat row = {0};
    snprintf(row.player, sizeof row.player, "%s", player);
    memcpy(row.hash, peer->token_hash, TOKEN_HASH);
    if (!store_writes_seat(commit_writes(live->server), live->facts.id, &row))
        must_alloc(SIZE_MAX);
    uint32_t seat = live_seat_add(live, player, peer->token_hash, now);
    peer->seat = seat;
    if (peer->attached) {
        live->watching -= !peer->display;
        live->displays -= peer->display;
        live->seats[seat].peers++;
    }
    live->presence_changed = true;
    live_arm(live, now);
}

static void join(struct live *live, struct peer *peer, const struct request *request, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_JOIN, .at = now, .handicap = request->handicap};
    struct refused refused;
    if (peer->seat != PEER_NO_SEAT || live_seat_of_hash(live, peer->token_hash) != PEER_NO_SEAT) {
        refuse(&refused, WHY_REFEREE);
        refused.referee = (struct carom_refusal){.why = CAROM_REFUSED_ALREADY_SEATED};
        answer_refused(peer, request, &refused);
        return;
    }
    if (name_is_taken(&live->table, request->name)) {
        answer_why(peer, request, WHY_NAME_TAKEN, 0);
        return;
    }
    snprintf(command.by, sizeof command.by, "p%u", live->last_player + 1);
    snprintf(command.name, sizeof command.name, "%s", request->name);
    if (!game_run(live, &command, now, &refused)) {
        answer_refused(peer, request, &refused);
        return;
    }
    take_seat(live, peer, command.by, now);
    answer_good(live, request);
    put_words("you", command.by);
    answer_send(peer);
}

/* `RN`, or `6P` at a table of Micro Robots. */
static bool read_play(struct carom_play *play, const struct carom_table *table, const char *move)
{
    size_t count = 0;
    unsigned face = 0;
    play->micro = carom_rules_micro(&table->rules);
    if (play->micro) {
        bool good = carom_micro_face_read(&face, move, strlen(move));
        play->face = (uint8_t)face;
        return good;
    }
    return carom_route_read(&play->move, 1, &count, move, strlen(move), NULL) && count == 1;
}

static bool make_command(struct carom_command *command, const struct live *live, const char *player,
                         const struct request *request, carom_ms at, carom_ms now, struct refused *refused)
{
    *command = (struct carom_command){.what = request->command, .at = at, .moves = request->moves};
    snprintf(command->by, sizeof command->by, "%s", player);
    if (request->command == CAROM_DO_BID) {
        carom_ms made = at > live->table.now ? at : live->table.now;
        command->credit = now > made && at < now ? (uint16_t)(now - made) : 0;
    }
    if (request->command == CAROM_DO_MOVE && !read_play(&command->play, &live->table, request->move)) {
        refuse(refused, WHY_REFEREE);
        refused->referee = (struct carom_refusal){.why = CAROM_REFUSED_NO_MOVE};
        return false;
    }
    return true;
}

static void tell_votes(struct live *live, unsigned needed)
{
    struct carom_text text;
    char buffer[8192];
    bool first = true;
    text = carom_text_in(buffer, sizeof buffer);
    carom_text_put(&text, "{\"type\":\"votes\",\"do\":\"next\",\"by\":[");
    for (uint32_t i = 0; i < live->seat_count; i++) {
        if (live->seats[i].used && live->seats[i].wants_next) {
            carom_text_put(&text, first ? "" : ",");
            carom_json_quote_words(&text, live->seats[i].player);
            first = false;
        }
    }
    carom_text_put(&text, "],\"needed\":");
    carom_text_uint(&text, needed);
    carom_text_char(&text, '}');
    commit_to_table(live->server, live, frame_text(buffer, text.length));
}

static unsigned count_wishes(const struct live *live)
{
    unsigned votes = 0;
    for (uint32_t i = 0; i < live->seat_count; i++)
        votes += live->seats[i].used && live->seats[i].wants_next;
    return votes;
}

/* `next` between rounds: a vote of the people present. */
static void vote_next(struct live *live, struct peer *peer, uint32_t seat, const struct request *request, carom_ms now)
{
    live->seats[seat].wants_next = true;
    unsigned votes = count_wishes(live);
    unsigned needed = present_majority(live, now);
    uint32_t before = live->table.seq;
    game_count_votes(live, now);
    if (live->table.seq == before)
        tell_votes(live, needed);
    answer_good(live, request);
    put_number("votes", votes);
    put_number("needed", needed);
    answer_send(peer);
}

static void drop_seat(struct live *live, const char *player)
{
    uint32_t seat = live_seat_of_player(live, player);
    if (!store_writes_unseat(commit_writes(live->server), live->facts.id, player))
        must_alloc(SIZE_MAX);
    if (seat != PEER_NO_SEAT)
        live_seat_drop(live, seat);
}

void request_run(struct live *live, struct peer *peer, const char *player, const struct request *request, carom_ms at,
                 carom_ms now)
{
    struct carom_command command;
    struct refused refused;
    char id[CAROM_ID_SIZE]; /* `player` may go with its seat */
    snprintf(id, sizeof id, "%s", player);
    uint32_t seat = live_seat_of_player(live, id);
    if (request->command == CAROM_DO_NEXT && live->table.phase == CAROM_PHASE_BETWEEN && seat != PEER_NO_SEAT) {
        vote_next(live, peer, seat, request, now);
        return;
    }
    bool leaves = request->command == CAROM_DO_LEAVE;
    bool good = make_command(&command, live, id, request, at, now, &refused) &&
                (game_run(live, &command, now, &refused) || (leaves && live->table.phase == CAROM_PHASE_OVER));
    if (!good) {
        answer_refused(peer, request, &refused);
        return;
    }
    if (leaves)
        drop_seat(live, id);
    game_count_votes(live, now);
    answer_good(live, request);
    answer_send(peer);
    live_arm(live, now);
}

/* ---- the server's own
 * ----------------------------------------------------------------------------------------------------------------- */

static void add_bot(struct live *live, struct peer *peer, const struct request *request, carom_ms now)
{
    static const char *const names[] = {"Bolt",   "Cog",   "Rivet",  "Gizmo", "Dynamo", "Piston", "Sprocket", "Widget",
                                        "Magnet", "Relay", "Spring", "Turbo", "Valve",  "Wedge",  "Axle",     "Crank"};
    struct carom_command command = {.what = CAROM_DO_JOIN, .at = now};
    struct refused refused;
    if (carom_rules_solo(&live->table.rules)) {
        answer_why(peer, request, WHY_NO_BOTS_HERE, 0);
        return;
    }
    if (bots_count(live) >= BOTS_MOST) {
        answer_why(peer, request, WHY_TOO_MANY_BOTS, BOTS_MOST);
        return;
    }
    unsigned number = 0;
    do {
        number++;
        snprintf(command.by, sizeof command.by, "bot-%u-%u", request->level, number);
    } while (carom_table_seat(&live->table, command.by) != CAROM_NO_SEAT);
    for (unsigned i = 0; command.name[0] == '\0' || name_is_taken(&live->table, command.name); i++) {
        const char *name = names[(i + live->table.seats) % 16];
        snprintf(command.name, sizeof command.name, i < 16 ? "%s" : "%s %u", name, i / 16 + 1);
    }
    if (!game_run(live, &command, now, &refused)) {
        answer_refused(peer, request, &refused);
        return;
    }
    answer_good(live, request);
    put_words("bot", command.by);
    answer_send(peer);
}

static void remove_bot(struct live *live, struct peer *peer, const struct request *request, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_LEAVE, .at = now};
    struct refused refused;
    snprintf(command.by, sizeof command.by, "%s", request->remove);
    if (bot_level_of_id(request->remove) == 0 || carom_table_seat(&live->table, request->remove) == CAROM_NO_SEAT) {
        answer_why(peer, request, WHY_NO_BOT, 0);
        return;
    }
    if (!game_run(live, &command, now, &refused)) {
        answer_refused(peer, request, &refused);
        return;
    }
    game_count_votes(live, now);
    answer_good(live, request);
    answer_send(peer);
}

static bool read_settings(const struct live *live, const struct carom_json *json, const struct request *request,
                          struct carom_opening *opening, struct table_options *options, struct refused *refused)
{
    *options = live->options;
    if (request->options != CAROM_JSON_NONE && !table_options_read(options, json, request->options, refused))
        return false;
    if (request->rules != CAROM_JSON_NONE)
        return opening_read(opening, json, request->rules, seed_random(), refused);
    *opening = (struct carom_opening){.rules = live->table.rules};
    opening->rules.seed = seed_random();
    return true;
}

static void again(struct live *live, struct peer *peer, const struct carom_json *json, const struct request *request,
                  carom_ms now)
{
    struct carom_opening opening;
    struct table_options options;
    struct refused refused;
    if (live->table.phase != CAROM_PHASE_LOBBY && live->table.phase != CAROM_PHASE_OVER) {
        answer_why(peer, request, WHY_GAME_ON, 0);
        return;
    }
    struct table_options before = live->options;
    bool good = read_settings(live, json, request, &opening, &options, &refused);
    if (good) {
        live->options = options;
        good = game_again(live, &opening, now, &refused);
    }
    if (!good) {
        live->options = before;
        answer_refused(peer, request, &refused);
        return;
    }
    answer_good(live, request);
    put_number("game", live->facts.game);
    answer_send(peer);
}

/* ---- dispatch
 * ------------------------------------------------------------------------------------------------------------------------------
 */

static void answer_time(struct peer *peer, const struct request *request, carom_ms now)
{
    answer_good(peer->live, request);
    put_number("now", now);
    answer_send(peer);
}

static void answer_state(struct peer *peer, const struct request *request, carom_ms now)
{
    game_tick(peer->live, now);
    answer_good(peer->live, request);
    carom_text_put(&answer, ",\"state\":");
    carom_table_write(&answer, &peer->live->table);
    answer_send(peer);
}

/* What only players may do. */
static void play(struct peer *peer, const struct carom_json *json, const struct request *request, carom_ms now)
{
    struct live *live = peer->live;
    if (peer->seat == PEER_NO_SEAT || !live->seats[peer->seat].used) {
        answer_why(peer, request, WHY_NOT_PLAYER, 0);
    } else if (request->what == REQUEST_COMMAND) {
        hold_or_run(live, peer, request, now);
        live_arm(live, now);
    } else if (request->what == REQUEST_AGAIN) {
        again(live, peer, json, request, now);
    } else if (request->level > 0) {
        add_bot(live, peer, request, now);
    } else {
        remove_bot(live, peer, request, now);
    }
}

static void dispatch(struct peer *peer, const struct carom_json *json, const struct request *request, carom_ms now)
{
    if (request->what == REQUEST_HELLO)
        hello(peer, request, now);
    else if (peer->live == NULL)
        answer_why(peer, request, WHY_HELLO_FIRST, 0);
    else if (request->what == REQUEST_TIME)
        answer_time(peer, request, now);
    else if (request->what == REQUEST_WATCH)
        answer_state(peer, request, now);
    else if (request->what == REQUEST_COMMAND && request->command == CAROM_DO_JOIN)
        join(peer->live, peer, request, now);
    else
        play(peer, json, request, now);
}

void request_receive(struct peer *peer, const char *text, size_t length, carom_ms now)
{
    struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct refused refused;
    uint64_t rate = peer->server->options->message_rate;
    peer->server->metrics.requests_total++;
    bool good = request_read(&request, &json, nodes, text, length, &refused);
    carom_ms wait = bucket_take(&peer->rate, now, rate, RATE_SECONDS);
    if (wait > 0) {
        /* Who does not stop when told to is a program gone wild. */
        if (++peer->over_rate > rate * RATE_SECONDS * 4) {
            peer_bye(peer, WHY_RATE, wait);
            return;
        }
        answer_why(peer, &request, WHY_RATE, wait);
        return;
    }
    if (!good) {
        answer_refused(peer, &request, &refused);
        return;
    }
    dispatch(peer, &json, &request, now);
}
