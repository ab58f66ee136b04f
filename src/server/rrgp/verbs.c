/*
 * The verbs of the protocol: what each requires, what it does, and the text of HELP, which is English like the whole
 * protocol.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define VERSION 1
#define CHAT_LINE_MAX 400 /* bytes of a message */
#define HELP_SIZE 8192

enum needs {
    NEEDS_NOTHING,
    NEEDS_NAME,
    NEEDS_GAME,
    NEEDS_SEAT,
};

struct verb {
    const char *name;
    const char *operands;
    const char *help;
    unsigned args_min; /* fewest arguments */
    enum needs needs;
    void (*run)(struct rrgp_client *rrgp_client, const struct rrgp_args *args);
};

/* ---- users ---- */

static bool name_good(const struct rrgp_client *rrgp_client, const char *word, char name[NICKNAME_MAX + 1])
{
    return name_read(name, word, strlen(word)) == NAME_OK &&
           !name_has_banned_word(rrgp_client->rrgp->tables->banned_words, name);
}

/* Makes a name that nobody has. */
static void make_default_name(const struct rrgp_client *rrgp_client, char name[NICKNAME_MAX + 1])
{
    for (unsigned i = 1; name[0] == '\0' || rrgp_client_by_name(rrgp_client->rrgp, name) != NULL; i++)
        snprintf(name, NICKNAME_MAX + 1, "guest-%u", i);
}

static void verb_helo(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    struct sockaddr_storage here = {0};
    socklen_t length = sizeof here;
    char name[NICKNAME_MAX + 1] = "", address[ADDRESS_SIZE];
    struct address local;
    if (args->count < 2)
        make_default_name(rrgp_client, name);
    if (rrgp_client->game[0] != '\0' || (args->count >= 2 && !name_good(rrgp_client, args->items[1], name)) ||
        name_confusable(name, "carom") || /* the server's own name in NOTICE MESSAGE */
        rrgp_client_by_name(rrgp_client->rrgp, name) != NULL) {
        rrgp_send_error(rrgp_client, "INVALIDNAME", NULL);
        return;
    }
    getsockname(rrgp_client->conn->upgraded.fd, (struct sockaddr *)&here, &length);
    address_from_sockaddr(&local, (const struct sockaddr *)&here);
    address_write(address, &local);
    memcpy(rrgp_client->name, name, sizeof name);
    SEND_LINE(rrgp_client, "HELO", "carom", name, address,
              NUMBER_ARG((int64_t)rrgp_client->rrgp->net->base->options->rrgp));
    SEND_LINE_ALL(rrgp_client->rrgp, NULL, "NOTICE", "USER", name);
}

/* A line of any length. */
static struct carom_text list_begin(const struct rrgp_client *rrgp_client)
{
    static char bytes[64 * 1024];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_text_put(&text, rrgp_client->verb);
    return text;
}

static void list_arg(struct carom_text *text, const char *word)
{
    carom_text_char(text, ' ');
    rrgp_quote(text, word);
}

static void list_end(struct rrgp_client *rrgp_client, struct carom_text *text)
{
    carom_text_char(text, '\n');
    rrgp_send_raw(rrgp_client, text->bytes, text->length);
}

static void verb_who(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    struct carom_text text = list_begin(rrgp_client);
    (void)args;
    for (const struct rrgp_client *other = rrgp_client->rrgp->clients; other != NULL; other = other->next) {
        if (other->name[0] == '\0' || other->conn->closing)
            continue;
        list_arg(&text, other->name);
        list_arg(&text, NUMBER_ARG(other->won));
    }
    list_end(rrgp_client, &text);
}

static void verb_games(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    struct carom_text text = list_begin(rrgp_client);
    struct rrgp *rrgp = rrgp_client->rrgp;
    (void)args;
    games_remove_empty(rrgp);
    for (unsigned i = 0; i < rrgp->game_count; i++)
        list_arg(&text, rrgp->games[i].name);
    if (rrgp_client->game[0] != '\0' && game_of_name(rrgp, rrgp_client->game) == NULL)
        list_arg(&text, rrgp_client->game);
    list_end(rrgp_client, &text);
}

static const struct carom_table *table_of(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    const struct carom_table *table = game_table(rrgp_client, args->items[1]);
    if (table == NULL)
        rrgp_send_error(rrgp_client, "NOGAME", NULL);
    return table;
}

static void verb_players(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    const struct carom_table *table = table_of(rrgp_client, args);
    if (table == NULL)
        return;
    struct carom_text text = list_begin(rrgp_client);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!table->players[seat].seated)
            continue;
        list_arg(&text, carom_table_name(table, seat));
        list_arg(&text, NUMBER_ARG(table->players[seat].score));
    }
    list_end(rrgp_client, &text);
}

/* Is the other client at the game that this one means by that name? */
static bool same_game(const struct rrgp_client *rrgp_client, const struct rrgp_client *other, const char *name)
{
    const struct game *game = game_of_name(rrgp_client->rrgp, name);
    const char *code = strcmp(rrgp_client->game, name) == 0 ? rrgp_client->code : game != NULL ? game->code : "";
    return code[0] != '\0' && other->game[0] != '\0' && strcmp(other->code, code) == 0;
}

static void verb_watchers(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    if (table_of(rrgp_client, args) == NULL)
        return;
    struct carom_text text = list_begin(rrgp_client);
    for (const struct rrgp_client *other = rrgp_client->rrgp->clients; other != NULL; other = other->next)
        if (other->player_id[0] == '\0' && same_game(rrgp_client, other, args->items[1]))
            list_arg(&text, other->name);
    list_end(rrgp_client, &text);
}

static void verb_gameinfo(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    const struct carom_table *table = table_of(rrgp_client, args);
    struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX];
    if (table == NULL)
        return;
    bool sand = carom_table_hourglass_runs(table) && table->until > rrgp_client->conn->received_at;
    bool shows = table->phase == CAROM_PHASE_SHOWING && table->turn != CAROM_NO_SEAT;
    unsigned token = table->rounds > 0 ? table->drawn.token : CAROM_VORTEX;
    unsigned bids = carom_table_in_round(table) ? carom_table_bid_order(table, ranked) : 0;
    SEND_LINE(rrgp_client, "GAMEINFO", NUMBER_ARG(table->rounds), token_colour(token), token_shape(token),
              state_name(table), NUMBER_ARG(sand ? (table->until - rrgp_client->conn->received_at) / 1000 : 0),
              NUMBER_ARG(bids > 0 ? ranked[0].moves : 0), shows ? carom_table_name(table, table->turn) : "");
}

/* ---- one user ---- */

static void send_user_info(struct rrgp_client *rrgp_client, const char *game, const struct carom_table *table,
                           unsigned seat, unsigned won)
{
    bool plays = table != NULL && seat != CAROM_NO_SEAT;
    SEND_LINE(rrgp_client, "USERINFO", game, plays ? "true" : "false", NUMBER_ARG(won),
              NUMBER_ARG(plays ? table->players[seat].score : 0), NUMBER_ARG(plays ? table->players[seat].bid : 0));
}

static unsigned seat_of_name(const struct carom_table *table, const char *name)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->players[seat].seated && strcmp(carom_table_name(table, seat), name) == 0)
            return seat;
    return CAROM_NO_SEAT;
}

/* Where a client is at an unlisted table is told only to those who are there too. */
static void verb_userinfo(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    const char *name = args->items[1];
    const struct rrgp_client *other = rrgp_client_by_name(rrgp_client->rrgp, name);
    unsigned seat = rrgp_client->game[0] != '\0' ? seat_of_name(&rrgp_client->table, name) : CAROM_NO_SEAT;
    unsigned won = other != NULL ? other->won : 0;
    if (seat != CAROM_NO_SEAT) {
        send_user_info(rrgp_client, rrgp_client->game, &rrgp_client->table, seat, won);
    } else if (other == NULL) {
        rrgp_send_error(rrgp_client, "NOUSER", NULL);
    } else {
        const struct game *game = other->game[0] != '\0' ? game_of_code(rrgp_client->rrgp, other->code) : NULL;
        bool here = other->game[0] != '\0' && strcmp(other->code, rrgp_client->code) == 0;
        send_user_info(rrgp_client,
                       here           ? rrgp_client->game
                       : game != NULL ? game->name
                                      : "",
                       game != NULL ? &other->table : NULL, rrgp_client_seat(other), won);
    }
}

/* ---- games ---- */

static void verb_new(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    char name[NICKNAME_MAX + 1];
    if (name_good(rrgp_client, args->items[1], name))
        rrgp_enter_game(rrgp_client, name, ENTRY_NEW);
    else
        rrgp_send_error(rrgp_client, "INVALIDNAME", NULL);
}

static void verb_enter(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    if (strlen(args->items[1]) <= NICKNAME_MAX && args->items[1][0] != '\0')
        rrgp_enter_game(rrgp_client, args->items[1], rrgp_client->verb[0] == 'J' ? ENTRY_JOIN : ENTRY_WATCH);
    else
        rrgp_send_error(rrgp_client, "NOGAME", NULL);
}

static void verb_dispose(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    const struct game *game = game_of_name(rrgp_client->rrgp, args->items[1]);
    const struct carom_table *table = game != NULL ? game_table(rrgp_client, game->name) : NULL;
    if (game == NULL || (table != NULL && carom_table_seated_count(table) > 0)) {
        rrgp_send_error(rrgp_client, game == NULL ? "NOGAME" : "NOTEMPTY", NULL);
        return;
    }
    game_drop(rrgp_client->rrgp, game);
    rrgp_send_done(rrgp_client);
}

static void verb_part(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    rrgp_leave_game(rrgp_client);
}

static void verb_turn(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    rrgp_start_round(rrgp_client);
}

static void verb_show(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    char bytes[RRGP_BOARD_SIZE + 32];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    const struct carom_table *table = &rrgp_client->table;
    const struct carom_robots *robots =
        rrgp_client->route_buffer.active ? &rrgp_client->route_buffer.round.robots : &table->round.robots;
    (void)args;
    carom_text_put(&text, "SHOW \"\n");
    rrgp_draw_board(&text, &table->board, robots, carom_table_in_round(table) ? table->drawn.token : CAROM_NO_TOKEN);
    carom_text_put(&text, "\"\n");
    rrgp_send_raw(rrgp_client, bytes, text.length);
    rrgp_client->shown_robots = *robots;
}

/* ---- bids ---- */

static void verb_bid(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    int64_t moves;
    if (int_from_text(args->items[1], &moves))
        rrgp_request_bid(rrgp_client, moves);
    else
        rrgp_send_error(rrgp_client, "NOTNUMBER", NULL);
}

/* R11: a bid stands, so it cannot be revoked. */
static void verb_revoke(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    const struct carom_table *table = &rrgp_client->table;
    (void)args;
    if (table->phase != CAROM_PHASE_BIDDING)
        rrgp_send_error(rrgp_client, "NOTBIDDING", NULL);
    else if (table->players[rrgp_client_seat(rrgp_client)].bid == 0)
        rrgp_send_error(rrgp_client, "NOBID", NULL);
    else
        rrgp_send_error(rrgp_client, "NOTLOWER", "a bid stands, and can only become lower (R11)");
}

/* Before any bid everybody must agree to put the target back (R16); after that it means "no more bids". */
static void verb_abandon(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    rrgp_request(rrgp_client, PENDING_SIMPLE, carom_table_bid_count(&rrgp_client->table) > 0 ? "done" : "skip");
}

static void verb_nobid(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    rrgp_request(rrgp_client, PENDING_SIMPLE, "done");
}

/* ---- showing ---- */

static bool shows(struct rrgp_client *rrgp_client)
{
    if (rrgp_client->route_buffer.active && rrgp_client->table.phase == CAROM_PHASE_SHOWING)
        return true;
    rrgp_send_error(rrgp_client, "NOTACTIVE", NULL);
    return false;
}

static void verb_move(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    unsigned robot, direction;
    if (!robot_read(args->items[1], &robot))
        rrgp_send_error(rrgp_client, "NOTCOLOR", NULL);
    else if (!direction_read(args->items[2], &direction))
        rrgp_send_error(rrgp_client, "NOTDIRECTION", NULL);
    else if (shows(rrgp_client))
        route_buffer_add(rrgp_client, carom_move_make(robot, direction));
}

static void verb_undo(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    if (shows(rrgp_client))
        route_buffer_undo(rrgp_client);
}

static void verb_reset(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    if (shows(rrgp_client))
        route_buffer_reset(rrgp_client);
}

static void verb_pass(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    if (shows(rrgp_client))
        rrgp_request(rrgp_client, PENDING_SIMPLE, "pass");
}

/* ---- others ---- */

/* To everybody in the same place: at the same table, or at none. */
static void verb_message(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    char text[CHAT_LINE_MAX + 1];
    if (!rrgp_join_args(args, 1, text, sizeof text) ||
        name_has_banned_word(rrgp_client->rrgp->tables->banned_words, text)) {
        rrgp_send_error(rrgp_client, "SYNTAX", NULL);
        return;
    }
    if (rrgp_name_is_confusable(rrgp_client)) { /* somebody with that name joined since it came to watch */
        rrgp_send_error(rrgp_client, "INVALIDNAME", NULL);
        return;
    }
    if (bucket_take(&rrgp_client->chat_bucket, rrgp_client->conn->received_at, rate_per_second(1, 5)) > 0) {
        rrgp_send_error(rrgp_client, "COMMAND", carom_api_error_info(API_ERR_RATE_LIMIT)->sentence);
        return;
    }
    for (struct rrgp_client *other = rrgp_client->rrgp->clients; other != NULL; other = other->next)
        if (other->name[0] != '\0' && strcmp(other->code, rrgp_client->code) == 0)
            SEND_LINE(other, "NOTICE", "MESSAGE", rrgp_client->name, text);
    rrgp_send_done(rrgp_client);
}

static void verb_version(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    int64_t theirs;
    if (!int_from_text(args->items[1], &theirs))
        rrgp_send_error(rrgp_client, "NOTNUMBER", NULL);
    else
        SEND_LINE(rrgp_client, "VERSION", NUMBER_ARG(theirs < VERSION ? theirs : VERSION));
}

/* Quitting gives up the seat; losing the connection does not. */
static void verb_quit(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    (void)args;
    if (rrgp_client->game[0] != '\0')
        rrgp_leave_game(rrgp_client);
    else
        rrgp_send_done(rrgp_client);
}

static void verb_help(struct rrgp_client *rrgp_client, const struct rrgp_args *args);

static const struct verb verbs[] = {
    {"HELO", "[name]", "says who you are; needed before most others", 0, NEEDS_NOTHING, verb_helo},
    {"WHO", "", "lists who is connected in this way, each with the games won since", 0, NEEDS_NAME, verb_who},
    {"GAMES", "", "lists games; tables that are not listed are joined by their code", 0, NEEDS_NAME, verb_games},
    {"PLAYERS", "game", "lists who plays there, each with the score", 1, NEEDS_NAME, verb_players},
    {"WATCHERS", "game", "lists who watches there in this way", 1, NEEDS_NAME, verb_watchers},
    {"GAMEINFO", "game", "answers: turn, colour and shape of the target, state, seconds left, lowest bid, who shows", 1,
     NEEDS_NAME, verb_gameinfo},
    {"USERINFO", "name", "answers: game, plays (true or false), games won, score, bid", 1, NEEDS_NAME, verb_userinfo},
    {"NEW", "game", "makes a game of the 1999 set and begins it", 1, NEEDS_NAME, verb_new},
    {"JOIN", "game", "takes a seat: at a listed game, or at a table whose code you know", 1, NEEDS_NAME, verb_enter},
    {"WATCH", "game", "the same without a seat", 1, NEEDS_NAME, verb_enter},
    {"DISPOSE", "game", "takes a game that nobody plays off the list", 1, NEEDS_NAME, verb_dispose},
    {"SHOW", "", "draws the board", 0, NEEDS_GAME, verb_show},
    {"BID", "number", "bids this number of moves; you can only lower a bid", 1, NEEDS_SEAT, verb_bid},
    {"REVOKE", "", "never granted: a bid stands", 0, NEEDS_SEAT, verb_revoke},
    {"ABANDON", "", "wants the target put back; after a bid the same as NOBID", 0, NEEDS_SEAT, verb_abandon},
    {"NOBID", "", "no more bids from you; when all have said so the sand is cut short", 0, NEEDS_SEAT, verb_nobid},
    {"MOVE", "colour direction", "a move of your route; the others see it when it reaches the target", 2, NEEDS_SEAT,
     verb_move},
    {"UNDO", "", "takes your last move back", 0, NEEDS_SEAT, verb_undo},
    {"RESET", "", "takes all of them back", 0, NEEDS_SEAT, verb_reset},
    {"PASS", "", "gives up your route", 0, NEEDS_SEAT, verb_pass},
    {"TURN", "", "wants the next round, or the first, or another game", 0, NEEDS_SEAT, verb_turn},
    {"MESSAGE", "text", "says something to those at the same table who are connected in this way", 1, NEEDS_NAME,
     verb_message},
    {"PART", "", "leaves the game", 0, NEEDS_GAME, verb_part},
    {"QUIT", "", "leaves everything", 0, NEEDS_NOTHING, verb_quit},
    {"HELP", "[verb]", "this", 0, NEEDS_NOTHING, verb_help},
    {"VERSION", "number", "agrees on a version of the protocol", 1, NEEDS_NOTHING, verb_version},
};
#define VERBS (sizeof verbs / sizeof verbs[0])

static const struct verb *find_verb(const char *word)
{
    for (size_t i = 0; i < VERBS; i++)
        if (rrgp_arg_is(word, verbs[i].name))
            return &verbs[i];
    return NULL;
}

static void help_with(struct carom_text *text, const struct verb *verb, bool whole)
{
    carom_text_put(text, verb->name);
    carom_text_char(text, verb->operands[0] != '\0' ? ' ' : '\n');
    if (verb->operands[0] != '\0') {
        carom_text_put(text, verb->operands);
        carom_text_char(text, '\n');
    }
    if (whole) {
        carom_text_put(text, verb->help);
        carom_text_char(text, '\n');
    }
}

static void verb_help(struct rrgp_client *rrgp_client, const struct rrgp_args *args)
{
    static char bytes[HELP_SIZE];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    const struct verb *one = args->count > 1 ? find_verb(args->items[1]) : NULL;
    if (args->count > 1 && one == NULL) {
        rrgp_send_error(rrgp_client, "COMMAND", NULL);
        return;
    }
    carom_text_put(&text, "HELP \"");
    for (size_t i = 0; i < VERBS; i++)
        if (one == NULL || one == &verbs[i])
            help_with(&text, &verbs[i], one != NULL);
    carom_text_put(&text, "\"\n");
    rrgp_send_raw(rrgp_client, text.bytes, text.length);
}

/* NULL: allowed. */
static const char *missing(const struct rrgp_client *rrgp_client, const struct verb *verb, const struct rrgp_args *args)
{
    if (args->count <= verb->args_min)
        return "SYNTAX";
    if (verb->needs >= NEEDS_NAME && rrgp_client->name[0] == '\0')
        return "NONAMESET";
    if (verb->needs >= NEEDS_GAME && rrgp_client->game[0] == '\0')
        return "NOTINGAME";
    if (verb->needs >= NEEDS_SEAT && rrgp_client_seat(rrgp_client) == CAROM_NO_SEAT)
        return "NOTPLAYING";
    return NULL;
}

void verb_run(struct rrgp_client *rrgp_client, struct rrgp_args *args)
{
    const struct verb *verb = find_verb(args->items[0]);
    const char *error = verb != NULL ? missing(rrgp_client, verb, args) : "COMMAND";
    if (error != NULL) {
        rrgp_send_error(rrgp_client, error, NULL);
        if (verb == NULL && rrgp_client->name[0] == '\0')
            conn_shutdown(rrgp_client->conn); /* a browser directed here by a hostile page sends GET or POST first */
        return;
    }
    rrgp_client->verb = verb->name;
    verb->run(rrgp_client, args);
}
