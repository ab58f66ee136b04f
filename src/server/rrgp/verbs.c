/*
 * The verbs of the protocol: what each needs, what it does, and the words of HELP, which are English as all of it is.
 */
#include "room.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define VERSION 1
#define TALK_MOST 400 /* bytes of a message */
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
    unsigned least; /* operands */
    enum needs needs;
    void (*run)(struct caller *caller, const struct words *words);
};

/* ---- who is there ---- */

static bool name_good(const struct caller *caller, const char *word, char name[NAME_MOST + 1])
{
    return name_read(name, word, strlen(word)) == NAME_GOOD && !words_have(caller->rrgp->tables->words, name);
}

/* A name that nobody has. */
static void name_guest(const struct caller *caller, char name[NAME_MOST + 1])
{
    for (unsigned i = 1; name[0] == '\0' || caller_of_name(caller->rrgp, name) != NULL; i++)
        snprintf(name, NAME_MOST + 1, "guest-%u", i);
}

static void verb_helo(struct caller *caller, const struct words *words)
{
    struct sockaddr_storage here = {0};
    socklen_t length = sizeof here;
    char name[NAME_MOST + 1] = "", address[ADDRESS_SIZE];
    struct address local;
    if (words->count < 2)
        name_guest(caller, name);
    if (caller->game[0] != '\0' || (words->count >= 2 && !name_good(caller, words->items[1], name)) ||
        name_same(name, "carom") || /* the server's own, in NOTICE MESSAGE */
        caller_of_name(caller->rrgp, name) != NULL) {
        caller_error(caller, "INVALIDNAME", NULL);
        return;
    }
    getsockname(caller->peer->upgraded.fd, (struct sockaddr *)&here, &length);
    address_take(&local, (const struct sockaddr *)&here);
    address_write(address, &local);
    memcpy(caller->name, name, sizeof name);
    SAY(caller, "HELO", "carom", name, address, NUMBER((int64_t)caller->rrgp->net->base->options->rrgp));
    SAY_ALL(caller->rrgp, NULL, "NOTICE", "USER", name);
}

/* A line that becomes as long as it has to. */
static struct carom_text list_begin(const struct caller *caller)
{
    static char bytes[64 * 1024];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_text_put(&text, caller->verb);
    return text;
}

static void list_word(struct carom_text *text, const char *word)
{
    carom_text_char(text, ' ');
    word_write(text, word);
}

static void list_end(struct caller *caller, struct carom_text *text)
{
    carom_text_char(text, '\n');
    caller_write(caller, text->bytes, text->length);
}

static void verb_who(struct caller *caller, const struct words *words)
{
    struct carom_text text = list_begin(caller);
    (void)words;
    for (const struct caller *other = caller->rrgp->callers; other != NULL; other = other->next) {
        if (other->name[0] == '\0' || other->peer->closing)
            continue;
        list_word(&text, other->name);
        list_word(&text, NUMBER(other->won));
    }
    list_end(caller, &text);
}

static void verb_games(struct caller *caller, const struct words *words)
{
    struct carom_text text = list_begin(caller);
    struct rrgp *rrgp = caller->rrgp;
    (void)words;
    games_tidy(rrgp);
    for (unsigned i = 0; i < rrgp->game_count; i++)
        list_word(&text, rrgp->games[i].name);
    if (caller->game[0] != '\0' && game_of_name(rrgp, caller->game) == NULL)
        list_word(&text, caller->game);
    list_end(caller, &text);
}

static const struct carom_table *table_of(struct caller *caller, const struct words *words)
{
    const struct carom_table *table = game_table(caller, words->items[1]);
    if (table == NULL)
        caller_error(caller, "NOGAME", NULL);
    return table;
}

static void verb_players(struct caller *caller, const struct words *words)
{
    const struct carom_table *table = table_of(caller, words);
    if (table == NULL)
        return;
    struct carom_text text = list_begin(caller);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!table->players[seat].seated)
            continue;
        list_word(&text, carom_table_name(table, seat));
        list_word(&text, NUMBER(table->players[seat].score));
    }
    list_end(caller, &text);
}

/* Is the other one at the game that this one means by that name? */
static bool same_game(const struct caller *caller, const struct caller *other, const char *name)
{
    const struct game *game = game_of_name(caller->rrgp, name);
    const char *code = strcmp(caller->game, name) == 0 ? caller->code : game != NULL ? game->code : "";
    return code[0] != '\0' && other->game[0] != '\0' && strcmp(other->code, code) == 0;
}

static void verb_watchers(struct caller *caller, const struct words *words)
{
    if (table_of(caller, words) == NULL)
        return;
    struct carom_text text = list_begin(caller);
    for (const struct caller *other = caller->rrgp->callers; other != NULL; other = other->next)
        if (other->you[0] == '\0' && same_game(caller, other, words->items[1]))
            list_word(&text, other->name);
    list_end(caller, &text);
}

static void verb_gameinfo(struct caller *caller, const struct words *words)
{
    const struct carom_table *table = table_of(caller, words);
    struct carom_standing standing[CAROM_PLAYERS];
    if (table == NULL)
        return;
    bool sand = carom_table_sand_runs(table) && table->until > caller->peer->now;
    bool shows = table->phase == CAROM_PHASE_SHOWING && table->turn != CAROM_NO_SEAT;
    unsigned token = table->rounds > 0 ? table->drawn.token : CAROM_VORTEX;
    unsigned bids = carom_table_in_round(table) ? carom_table_standing(table, standing) : 0;
    SAY(caller, "GAMEINFO", NUMBER(table->rounds), token_colour(token), token_shape(token), state_name(table),
        NUMBER(sand ? (table->until - caller->peer->now) / 1000 : 0), NUMBER(bids > 0 ? standing[0].moves : 0),
        shows ? carom_table_name(table, table->turn) : "");
}

/* ---- one user ---- */

static void say_user(struct caller *caller, const char *game, const struct carom_table *table, unsigned seat,
                     unsigned won)
{
    bool plays = table != NULL && seat != CAROM_NO_SEAT;
    SAY(caller, "USERINFO", game, plays ? "true" : "false", NUMBER(won), NUMBER(plays ? table->players[seat].score : 0),
        NUMBER(plays ? table->players[seat].bid : 0));
}

static unsigned seat_of_name(const struct carom_table *table, const char *name)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->players[seat].seated && strcmp(carom_table_name(table, seat), name) == 0)
            return seat;
    return CAROM_NO_SEAT;
}

/* Where somebody is at a table that is not listed is told only to those who are there too. */
static void verb_userinfo(struct caller *caller, const struct words *words)
{
    const char *name = words->items[1];
    const struct caller *other = caller_of_name(caller->rrgp, name);
    unsigned seat = caller->game[0] != '\0' ? seat_of_name(&caller->table, name) : CAROM_NO_SEAT;
    unsigned won = other != NULL ? other->won : 0;
    if (seat != CAROM_NO_SEAT) {
        say_user(caller, caller->game, &caller->table, seat, won);
    } else if (other == NULL) {
        caller_error(caller, "NOUSER", NULL);
    } else {
        const struct game *game = other->game[0] != '\0' ? game_of_code(caller->rrgp, other->code) : NULL;
        bool here = other->game[0] != '\0' && strcmp(other->code, caller->code) == 0;
        say_user(caller,
                 here           ? caller->game
                 : game != NULL ? game->name
                                : "",
                 game != NULL ? &other->table : NULL, caller_seat(other), won);
    }
}

/* ---- games ---- */

static void verb_new(struct caller *caller, const struct words *words)
{
    char name[NAME_MOST + 1];
    if (name_good(caller, words->items[1], name))
        ask_come(caller, name, COMING_NEW);
    else
        caller_error(caller, "INVALIDNAME", NULL);
}

static void verb_come(struct caller *caller, const struct words *words)
{
    if (strlen(words->items[1]) <= NAME_MOST && words->items[1][0] != '\0')
        ask_come(caller, words->items[1], caller->verb[0] == 'J' ? COMING_JOIN : COMING_WATCH);
    else
        caller_error(caller, "NOGAME", NULL);
}

static void verb_dispose(struct caller *caller, const struct words *words)
{
    const struct game *game = game_of_name(caller->rrgp, words->items[1]);
    const struct carom_table *table = game != NULL ? game_table(caller, game->name) : NULL;
    if (game == NULL || (table != NULL && carom_table_seated(table) > 0)) {
        caller_error(caller, game == NULL ? "NOGAME" : "NOTEMPTY", NULL);
        return;
    }
    game_drop(caller->rrgp, game);
    caller_done(caller);
}

static void verb_part(struct caller *caller, const struct words *words)
{
    (void)words;
    ask_part(caller);
}

static void verb_turn(struct caller *caller, const struct words *words)
{
    (void)words;
    ask_turn(caller);
}

static void verb_show(struct caller *caller, const struct words *words)
{
    char bytes[SHOWN_SIZE + 32];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    const struct carom_table *table = &caller->table;
    const struct carom_robots *robots = caller->plan.on ? &caller->plan.round.robots : &table->round.robots;
    (void)words;
    carom_text_put(&text, "SHOW \"\n");
    board_show(&text, &table->board, robots, carom_table_in_round(table) ? table->drawn.token : CAROM_NO_TOKEN);
    carom_text_put(&text, "\"\n");
    caller_write(caller, bytes, text.length);
    caller->seen = *robots;
}

/* ---- bids ---- */

static void verb_bid(struct caller *caller, const struct words *words)
{
    int64_t moves;
    if (number_read(words->items[1], &moves))
        ask_bid(caller, moves);
    else
        caller_error(caller, "NOTNUMBER", NULL);
}

/* R11: a bid stands. */
static void verb_revoke(struct caller *caller, const struct words *words)
{
    const struct carom_table *table = &caller->table;
    (void)words;
    if (table->phase != CAROM_PHASE_BIDDING)
        caller_error(caller, "NOTBIDDING", NULL);
    else if (table->players[caller_seat(caller)].bid == 0)
        caller_error(caller, "NOBID", NULL);
    else
        caller_error(caller, "NOTLOWER", "a bid stands, and can only become lower (R11)");
}

/* To put the target back everybody has to want it before anybody bids (R16); after that there is only "no more". */
static void verb_abandon(struct caller *caller, const struct words *words)
{
    (void)words;
    ask_plain(caller, STEP_PLAIN, carom_table_bids(&caller->table) > 0 ? "done" : "skip");
}

static void verb_nobid(struct caller *caller, const struct words *words)
{
    (void)words;
    ask_plain(caller, STEP_PLAIN, "done");
}

/* ---- showing ---- */

static bool shows(struct caller *caller)
{
    if (caller->plan.on && caller->table.phase == CAROM_PHASE_SHOWING)
        return true;
    caller_error(caller, "NOTACTIVE", NULL);
    return false;
}

static void verb_move(struct caller *caller, const struct words *words)
{
    unsigned robot, direction;
    if (!robot_read(words->items[1], &robot))
        caller_error(caller, "NOTCOLOR", NULL);
    else if (!direction_read(words->items[2], &direction))
        caller_error(caller, "NOTDIRECTION", NULL);
    else if (shows(caller))
        plan_move(caller, carom_move_of(robot, direction));
}

static void verb_undo(struct caller *caller, const struct words *words)
{
    (void)words;
    if (shows(caller))
        plan_undo(caller);
}

static void verb_reset(struct caller *caller, const struct words *words)
{
    (void)words;
    if (shows(caller))
        plan_reset(caller);
}

static void verb_pass(struct caller *caller, const struct words *words)
{
    (void)words;
    if (shows(caller))
        ask_plain(caller, STEP_PLAIN, "pass");
}

/* ---- and the rest ---- */

/* To those who are where it is said: at the same table, or at none. */
static void verb_message(struct caller *caller, const struct words *words)
{
    char text[TALK_MOST + 1];
    if (!words_join(words, 1, text, sizeof text) || words_have(caller->rrgp->tables->words, text)) {
        caller_error(caller, "SYNTAX", NULL);
        return;
    }
    if (caller_poses(caller)) { /* somebody of that name sat down since it came to watch */
        caller_error(caller, "INVALIDNAME", NULL);
        return;
    }
    if (bucket_take(&caller->talk, caller->peer->now, rate_of(1, 5)) > 0) {
        caller_error(caller, "COMMAND", carom_why(WHY_RATE)->sentence);
        return;
    }
    for (struct caller *other = caller->rrgp->callers; other != NULL; other = other->next)
        if (other->name[0] != '\0' && strcmp(other->code, caller->code) == 0)
            SAY(other, "NOTICE", "MESSAGE", caller->name, text);
    caller_done(caller);
}

static void verb_version(struct caller *caller, const struct words *words)
{
    int64_t theirs;
    if (!number_read(words->items[1], &theirs))
        caller_error(caller, "NOTNUMBER", NULL);
    else
        SAY(caller, "VERSION", NUMBER(theirs < VERSION ? theirs : VERSION));
}

/* A seat is given up; whoever is cut off keeps it. */
static void verb_quit(struct caller *caller, const struct words *words)
{
    (void)words;
    if (caller->game[0] != '\0')
        ask_part(caller);
    else
        caller_done(caller);
}

static void verb_help(struct caller *caller, const struct words *words);

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
    {"JOIN", "game", "takes a seat: at a listed game, or at a table whose code you know", 1, NEEDS_NAME, verb_come},
    {"WATCH", "game", "the same without a seat", 1, NEEDS_NAME, verb_come},
    {"DISPOSE", "game", "takes a game that nobody plays off the list", 1, NEEDS_NAME, verb_dispose},
    {"SHOW", "", "draws the board", 0, NEEDS_GAME, verb_show},
    {"BID", "number", "bids so many moves; a bid can only become lower", 1, NEEDS_SEAT, verb_bid},
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
        if (word_is(word, verbs[i].name))
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

static void verb_help(struct caller *caller, const struct words *words)
{
    static char bytes[HELP_SIZE];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    const struct verb *one = words->count > 1 ? find_verb(words->items[1]) : NULL;
    if (words->count > 1 && one == NULL) {
        caller_error(caller, "COMMAND", NULL);
        return;
    }
    carom_text_put(&text, "HELP \"");
    for (size_t i = 0; i < VERBS; i++)
        if (one == NULL || one == &verbs[i])
            help_with(&text, &verbs[i], one != NULL);
    carom_text_put(&text, "\"\n");
    caller_write(caller, text.bytes, text.length);
}

/* NULL: it may. */
static const char *missing(const struct caller *caller, const struct verb *verb, const struct words *words)
{
    if (words->count <= verb->least)
        return "SYNTAX";
    if (verb->needs >= NEEDS_NAME && caller->name[0] == '\0')
        return "NONAMESET";
    if (verb->needs >= NEEDS_GAME && caller->game[0] == '\0')
        return "NOTINGAME";
    if (verb->needs >= NEEDS_SEAT && caller_seat(caller) == CAROM_NO_SEAT)
        return "NOTPLAYING";
    return NULL;
}

void verb_run(struct caller *caller, struct words *words)
{
    const struct verb *verb = find_verb(words->items[0]);
    const char *error = verb != NULL ? missing(caller, verb, words) : "COMMAND";
    if (error != NULL) {
        caller_error(caller, error, NULL);
        if (verb == NULL && caller->name[0] == '\0')
            peer_end(caller->peer); /* a browser that was sent here by somebody else's page says GET or POST first */
        return;
    }
    caller->verb = verb->name;
    verb->run(caller, words);
}
