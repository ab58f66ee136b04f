/*
 * Events as sentences: one table has the English sentence of each, which is the message id of the catalogues. Program
 * and page show the same sentence; placeholders have names, because languages order them differently.
 *
 * The first column is about somebody else, the second addresses the player who did it.
 */
#include "game.h"

enum sentence {
    TEXT_SETUP,
    TEXT_SETUP_MICRO,
    JOINED,
    LEFT,
    LEFT_ONLY_BIDDER,
    STARTED,
    STARTED_FOR_ALL,
    STARTED_FIRST,
    STARTED_TRAINING,
    STARTED_RACE,
    STARTED_RACE_FOR_ALL,
    DRAWN,
    ROLLED,
    ROLLED_WITH_VIA,
    BID,
    ANNOUNCED,
    CALLED,
    DONE,
    DONE_RACING,
    HANDED,
    SHOWN,
    SKIP,
    HOURGLASS,
    CLOSED,
    CLOSED_RACE,
    TURN,
    TURN_NO_NUMBER,
    MOVED,
    STEPPED,
    FAILED, /* and one for each enum carom_demo_failure */
    RESET = FAILED + CAROM_DEMO_FAILURES,
    RESET_MICRO,
    WON,
    FACE_DOWN,
    FACE_DOWN_SHOWN,
    HINT,
    CHIP_ON,
    CHIP_OFF,
    PENALTY,
    PENALTY_TO_YOU,
    PUTBACK,                                                 /* and one for each enum carom_putback_reason */
    TEXT_PUTBACK_MAJORITY = PUTBACK + CAROM_PUTBACK_REASONS, /* by the first version of the rules */
    PUTBACK_CHIP,
    PUTBACK_CHIP_MOVES,
    PUTBACK_NO_ROUTE,
    OVER,
    OVER_YOURS,
    OVER_NOBODY,
    OVER_ALL_LEFT,
    OVER_TRAINING,
    PAUSED,
    RESUMED,
    SENTENCES,
};

static const struct {
    const char *about;
    const char *to_you;
} sentences[SENTENCES] = {
    [TEXT_SETUP] = {"The table is ready ({preset}): board {board}, robots {robots}.", NULL},
    [TEXT_SETUP_MICRO] = {"The table is ready ({preset}): board {board}.", NULL},
    [JOINED] = {"{name} joins the table.", NULL},
    [LEFT] = {"{name} leaves the table.", "You leave the table."},
    [LEFT_ONLY_BIDDER] = {"{name} leaves. The hourglass stops and the search continues.", "You leave the table."},
    [STARTED] = {"The game begins! Players: {players}. First to {goal} wins.", NULL},
    [STARTED_FOR_ALL] = {"The game begins! Players: {players}. All tokens are in play.", NULL},
    [STARTED_FIRST] = {"The game begins! Players: {players}. First to {goal} wins. {first} rolls first.", NULL},
    [STARTED_TRAINING] = {"Practice begins! Micro Robots needs two players, so there's no winner.", NULL},
    [STARTED_RACE] = {"The race begins! Players: {players}. Targets: {goal}.", NULL},
    [STARTED_RACE_FOR_ALL] = {"The race begins! Players: {players}. All targets are in play.", NULL},
    [DRAWN] = {"New target: {target} on {cell}. Left in the pile: {left}.", NULL},
    [ROLLED] = {"From {start} to {target}. Chips left: {left}.", NULL},
    [ROLLED_WITH_VIA] = {"From {start} via {via} to {target}. Chips left: {left}.", NULL},
    [BID] = {"{name} bids {n}.", "You bid {n}."},
    [ANNOUNCED] = {"{name} has a route.", "You have a route. The hourglass stops."},
    [CALLED] = {"{name} calls {n}.", "You call {n}."},
    [DONE] = {"{name} is done.", "You're done bidding."},
    [DONE_RACING] = {"{name} is done.", "You're done with this target."},
    [HANDED] = {"{name} hands in a route of {n}.", "Your {n}-move route is in."},
    [SHOWN] = {"{name} scores {points} for a route of {n} and now has {score}.",
               "You score {points} for your {n}-move route and now have {score}."},
    [SKIP] = {"{name} wants another target ({n} of {all}).", "You want another target ({n} of {all})."},
    [HOURGLASS] = {"{name} turns the hourglass: {seconds} s.", "You turn the hourglass: {seconds} s."},
    [CLOSED] = {"Bidding is over. Showing in this order: {order}.", NULL},
    [CLOSED_RACE] = {"All routes are in: {order}.", NULL},
    [TURN] = {"{name} shows a route of {n}.", "Show your {n}-move route."},
    [TURN_NO_NUMBER] = {"{name} shows a route.", "Show your route."},
    [MOVED] = {"{count}: {move} to {cell}.", NULL},
    [STEPPED] = {"{count}: to {cell}.", NULL},
    [FAILED + CAROM_DEMO_NOT_REACHED] = {"{name} runs out of moves without reaching the target.",
                                         "You run out of moves without reaching the target."},
    [FAILED + CAROM_DEMO_NO_RICOCHET] = {"{name} reaches the target without a ricochet.",
                                         "You reach the target without a ricochet."},
    [FAILED + CAROM_DEMO_TOO_MANY] = {"{name} would need more moves than the bid allows.",
                                      "You'd need more moves than you bid."},
    [FAILED + CAROM_DEMO_PASSED] = {"{name} passes.", "You pass."},
    [FAILED + CAROM_DEMO_TIMEOUT] = {"{name} runs out of time.", "You run out of time."},
    [FAILED + CAROM_DEMO_LEFT] = {"{name} leaves mid-route.", "You leave mid-route."},
    [RESET] = {"The robots go back to their markers.", NULL},
    [RESET_MICRO] = {"The robot is now on {cell}.", NULL},
    [WON] = {"{name} wins target {target} and now has {score}.", "You win target {target} and now have {score}."},
    [FACE_DOWN] = {"Time's up! Target {target} goes face down.", NULL},
    [FACE_DOWN_SHOWN] = {"Target {target} goes face down.", NULL},
    [HINT] = {"{name} takes a hint, so this token counts as face down.",
              "You take a hint, so this token counts as face down."},
    [CHIP_ON] = {"From now on a chip marks the target.", NULL},
    [CHIP_OFF] = {"From now on no chip marks the target. Read it from the dice.", NULL},
    [PENALTY] = {"{name} gives a chip to {to}.", "You give a chip to {to}."},
    [PENALTY_TO_YOU] = {"{name} gives you a chip.", NULL},
    [PUTBACK + CAROM_PUTBACK_NOBODY] = {"No route worked, so target {target} goes back.", NULL},
    [PUTBACK + CAROM_PUTBACK_NO_BID] = {"Time's up without a bid! Target {target} goes back.", NULL},
    [PUTBACK + CAROM_PUTBACK_SKIPPED] = {"Everyone wants another target, so {target} goes back.", NULL},
    [PUTBACK + CAROM_PUTBACK_UNREACHABLE] = {"Target {target} can't be reached, so it goes back.", NULL},
    [TEXT_PUTBACK_MAJORITY] = {"Most players want another target, so {target} goes back.", NULL},
    [PUTBACK_CHIP] = {"The chip on {target} goes back to the supply.", NULL},
    [PUTBACK_CHIP_MOVES] = {"Everyone wants another target. The chip moves from {target} to the new one.", NULL},
    [PUTBACK_NO_ROUTE] = {"Time's up without a route! Target {target} goes back.", NULL},
    [OVER] = {"Game over! Won by {names}. Scores: {scores}.", NULL},
    [OVER_YOURS] = {"Game over! You win. Scores: {scores}.", NULL},
    [OVER_NOBODY] = {"Game over! Nobody wins. Scores: {scores}.", NULL},
    [OVER_ALL_LEFT] = {"Game over! Everyone has left.", NULL},
    [OVER_TRAINING] = {"Practice is over. Scores: {scores}.", NULL},
    [PAUSED] = {"The game is paused.", NULL},
    [RESUMED] = {"The game resumes.", NULL},
};

/* ---- choosing the sentence ---- */

/* The same event is told in other words in the other game. */
static const struct {
    enum sentence opened, drawn, drawn_via, bid, moved, reset, putback_nobody, putback_skipped;
} sentences_of[] = {
    [CAROM_GAME_RICOCHET] = {TEXT_SETUP, DRAWN, DRAWN, BID, MOVED, RESET, PUTBACK + CAROM_PUTBACK_NOBODY,
                             PUTBACK + CAROM_PUTBACK_SKIPPED},
    [CAROM_GAME_MICRO] = {TEXT_SETUP_MICRO, ROLLED, ROLLED_WITH_VIA, CALLED, STEPPED, RESET_MICRO, PUTBACK_CHIP,
                          PUTBACK_CHIP_MOVES},
};

/* L1: did the sand run out over this token? */
static bool hourglass_ran_out(const struct carom_table *before, const struct carom_event *event)
{
    return before->phase == CAROM_PHASE_SEARCHING && before->until != 0 && event->at >= before->until;
}

/* R16: does the only bidder leave others behind, who search on? */
static bool leaver_stops_sand(const struct carom_table *before, unsigned seat)
{
    return before->phase == CAROM_PHASE_BIDDING && before->rules.rules_version > CAROM_RULES_VERSION_THIRD_SOLO &&
           carom_table_hourglass_runs(before) && seat < CAROM_PLAYERS_MAX && before->players[seat].bid > 0 &&
           carom_table_bid_count(before) == 1 && carom_table_seated_count(before) > 1;
}

static enum sentence sentence_of_started(const struct carom_table *before, const struct carom_event *event)
{
    if (event->as.started.players == 1 && game_of(&before->rules)->needs_two &&
        before->rules.rules_version != CAROM_RULES_VERSION_FIRST)
        return STARTED_TRAINING; /* M10 */
    if (carom_rules_is_race(&before->rules))
        return event->as.started.goal > 0 ? STARTED_RACE : STARTED_RACE_FOR_ALL; /* H6 */
    if (event->as.started.first < before->seats && event->as.started.goal > 0)
        return STARTED_FIRST; /* M3 */
    return event->as.started.goal > 0 ? STARTED : STARTED_FOR_ALL;
}

/* M7, M9: in Micro Robots it is the chip that is put back. */
static enum sentence sentence_of_putback(const struct carom_table *before, const struct carom_event *event)
{
    enum carom_putback_reason reason = event->as.putback.reason;
    enum carom_game game = game_of(&before->rules)->id;
    if (reason == CAROM_PUTBACK_NOBODY)
        return sentences_of[game].putback_nobody;
    if (reason == CAROM_PUTBACK_NO_BID && carom_rules_is_race(&before->rules))
        return PUTBACK_NO_ROUTE;
    if (reason == CAROM_PUTBACK_SKIPPED && before->rules.rules_version == CAROM_RULES_VERSION_FIRST)
        return TEXT_PUTBACK_MAJORITY;
    return reason == CAROM_PUTBACK_SKIPPED ? sentences_of[game].putback_skipped
                                           : (enum sentence)((unsigned)PUTBACK + reason);
}

static enum sentence sentence_of_over(const struct carom_table *before, const struct carom_event *event, unsigned you)
{
    unsigned winners = 0, seated = 0;
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++) {
        winners += event->as.over.winner[seat];
        seated += event->as.over.seated[seat];
    }
    if (seated == 0)
        return OVER_ALL_LEFT;
    if (winners == 0)
        return before->no_winner ? OVER_TRAINING : OVER_NOBODY;
    return winners == 1 && you < CAROM_PLAYERS_MAX && event->as.over.winner[you] ? OVER_YOURS : OVER;
}

static enum sentence sentence_of(const struct carom_table *before, const struct carom_event *event, unsigned you)
{
    enum carom_game game = game_of(&before->rules)->id;
    bool race = carom_rules_is_race(&before->rules);
    switch (event->kind) {
    case CAROM_EVENT_OPENED:
        return sentences_of[game_of(&event->as.opened.rules)->id].opened;
    case CAROM_EVENT_JOINED:
        return JOINED;
    case CAROM_EVENT_LEFT:
        return leaver_stops_sand(before, event->seat) ? LEFT_ONLY_BIDDER : LEFT;
    case CAROM_EVENT_STARTED:
        return sentence_of_started(before, event);
    case CAROM_EVENT_DRAWN:
        return event->as.drawn.via == CAROM_MICRO_NO_CELL ? sentences_of[game].drawn : sentences_of[game].drawn_via;
    case CAROM_EVENT_BID:
        return event->moves == 0 ? ANNOUNCED : sentences_of[game].bid;
    case CAROM_EVENT_DONE:
        return race ? DONE_RACING : DONE;
    case CAROM_EVENT_HANDED:
        return HANDED;
    case CAROM_EVENT_SHOWN:
        return SHOWN;
    case CAROM_EVENT_SKIP:
        return SKIP;
    case CAROM_EVENT_HOURGLASS:
        return HOURGLASS;
    case CAROM_EVENT_CLOSED:
        return race ? CLOSED_RACE : CLOSED;
    case CAROM_EVENT_TURN:
        return event->moves == 0 ? TURN_NO_NUMBER : TURN;
    case CAROM_EVENT_MOVED:
        return sentences_of[game].moved;
    case CAROM_EVENT_FAILED:
        return (enum sentence)((unsigned)FAILED + event->as.failed);
    case CAROM_EVENT_RESET:
        return sentences_of[game].reset;
    case CAROM_EVENT_WON:
        return event->as.won.side == CAROM_TOKEN_FACE_UP ? WON
               : hourglass_ran_out(before, event)        ? FACE_DOWN
                                                         : FACE_DOWN_SHOWN;
    case CAROM_EVENT_HINT:
        return HINT;
    case CAROM_EVENT_CHIP:
        return event->as.chip ? CHIP_ON : CHIP_OFF;
    case CAROM_EVENT_PENALTY:
        return event->as.penalty_to == you && you != CAROM_NO_SEAT ? PENALTY_TO_YOU : PENALTY;
    case CAROM_EVENT_PUTBACK:
        return sentence_of_putback(before, event);
    case CAROM_EVENT_OVER:
        return sentence_of_over(before, event, you);
    case CAROM_EVENT_PAUSED:
        return PAUSED;
    case CAROM_EVENT_RESUMED:
        return RESUMED;
    }
    return TEXT_SETUP;
}

const char *carom_event_sentence(const struct carom_table *before, const struct carom_event *event, unsigned you)
{
    enum sentence sentence = sentence_of(before, event, you);
    bool own = you != CAROM_NO_SEAT && event->seat == you && sentences[sentence].to_you != NULL;
    return own ? sentences[sentence].to_you : sentences[sentence].about;
}

/* ---- placeholders ---- */

struct event_text {
    const struct carom_table *before;
    const struct carom_event *event;
};

static const char *name_of(const struct carom_table *table, unsigned seat)
{
    const char *id = carom_table_id(table, seat);
    return *id != '\0' ? carom_table_name(table, seat) : "?";
}

static void put_name(struct carom_text *text, const struct event_text *event_text)
{
    const struct carom_event *event = event_text->event;
    bool joins = event->kind == CAROM_EVENT_JOINED;
    carom_text_put(text, joins ? event->as.joined.name : name_of(event_text->before, event->seat));
}

static void put_to(struct carom_text *text, const struct event_text *event_text)
{
    carom_text_put(text, name_of(event_text->before, event_text->event->as.penalty_to));
}

static void put_first(struct carom_text *text, const struct event_text *event_text)
{
    carom_text_put(text, name_of(event_text->before, event_text->event->as.started.first));
}

static void put_preset(struct carom_text *text, const struct event_text *event_text)
{
    carom_text_put(text, carom_preset_name(event_text->event->as.opened.rules.preset));
}

static void put_board(struct carom_text *text, const struct event_text *event_text)
{
    const struct carom_game_config *config = &event_text->event->as.opened;
    game_of(&config->rules)->write_board(text, &config->setup.board, &config->setup.tiles);
}

static void put_robots(struct carom_text *text, const struct event_text *event_text)
{
    carom_robots_write(text, &event_text->event->as.opened.setup.robots);
}

static void put_target(struct carom_text *text, const struct event_text *event_text)
{
    const struct carom_event *event = event_text->event;
    const struct game *game = game_of(&event_text->before->rules);
    unsigned target = event->kind == CAROM_EVENT_WON       ? event->as.won.target
                      : event->kind == CAROM_EVENT_PUTBACK ? event->as.putback.target
                                                           : game->target(&event->as.drawn);
    game->write_target(text, target);
}

static void put_start(struct carom_text *text, const struct event_text *event_text)
{
    carom_micro_face_write(text, event_text->event->as.drawn.start);
}

static void put_via(struct carom_text *text, const struct event_text *event_text)
{
    carom_micro_face_write(text, event_text->event->as.drawn.via);
}

static void put_cell(struct carom_text *text, const struct event_text *event_text)
{
    const struct carom_event *event = event_text->event;
    if (event->kind == CAROM_EVENT_DRAWN)
        carom_cell_write(text, event_text->before->board.token_cell[event->as.drawn.token]);
    else if (event->kind == CAROM_EVENT_RESET)
        carom_micro_face_write(text, event->as.reset.face);
    else
        game_of(&event_text->before->rules)->write_stop(text, event->as.moved.to);
}

static void put_move(struct carom_text *text, const struct event_text *event_text)
{
    carom_move_write(text, event_text->event->as.moved.move.move);
}

/* "Ana (5), Ben (6)" */
static void put_order(struct carom_text *text, const struct event_text *event_text)
{
    const struct carom_event *event = event_text->event;
    for (unsigned i = 0; i < event->as.closed.count; i++) {
        carom_text_put(text, i > 0 ? ", " : "");
        carom_text_put(text, name_of(event_text->before, event->as.closed.order[i].seat));
        carom_text_put(text, " (");
        carom_text_uint(text, event->as.closed.order[i].moves);
        carom_text_char(text, ')');
    }
}

static void put_names(struct carom_text *text, const struct event_text *event_text)
{
    bool first = true;
    for (unsigned seat = 0; seat < event_text->before->seats; seat++) {
        if (event_text->event->as.over.winner[seat]) {
            carom_text_put(text, first ? "" : ", ");
            carom_text_put(text, name_of(event_text->before, seat));
            first = false;
        }
    }
}

void carom_table_format_scores(struct carom_text *text, const struct carom_table *table)
{
    bool first = true;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->players[seat].seated) {
            carom_text_put(text, first ? "" : ", ");
            carom_text_put(text, carom_table_name(table, seat));
            carom_text_char(text, ' ');
            carom_text_uint(text, table->players[seat].score);
            first = false;
        }
    }
}

static void put_scores(struct carom_text *text, const struct event_text *event_text)
{
    carom_table_format_scores(text, event_text->before);
}

static int64_t number_of_moves(const struct carom_event *event)
{
    return event->kind == CAROM_EVENT_SKIP ? event->as.skip.votes : event->moves;
}
static int64_t number_of_cost(const struct carom_event *event)
{
    return event->as.moved.cost;
}
static int64_t number_of_all(const struct carom_event *event)
{
    return event->as.skip.needed;
}
static int64_t number_left(const struct carom_event *event)
{
    return event->as.drawn.remaining;
}
static int64_t number_of_players(const struct carom_event *event)
{
    return event->as.started.players;
}
static int64_t number_to_win(const struct carom_event *event)
{
    return event->as.started.goal;
}
static int64_t number_of_score(const struct carom_event *event)
{
    return event->kind == CAROM_EVENT_SHOWN ? event->as.route.score : event->as.won.score;
}
static int64_t number_of_points(const struct carom_event *event)
{
    return event->as.route.points;
}
static int64_t number_of_seconds(const struct carom_event *event)
{
    return (event->until - event->at + 500) / 1000;
}

/* A placeholder holds text or a number. */
struct blank {
    const char *name;
    void (*text)(struct carom_text *text, const struct event_text *event_text);
    int64_t (*number)(const struct carom_event *event);
};

static const struct blank blanks[] = {
    {"name", put_name, NULL},
    {"to", put_to, NULL},
    {"first", put_first, NULL},
    {"preset", put_preset, NULL},
    {"board", put_board, NULL},
    {"robots", put_robots, NULL},
    {"target", put_target, NULL},
    {"start", put_start, NULL},
    {"via", put_via, NULL},
    {"cell", put_cell, NULL},
    {"move", put_move, NULL},
    {"order", put_order, NULL},
    {"names", put_names, NULL},
    {"scores", put_scores, NULL},
    {"n", NULL, number_of_moves},
    {"all", NULL, number_of_all},
    {"left", NULL, number_left},
    {"count", NULL, number_of_cost},
    {"players", NULL, number_of_players},
    {"goal", NULL, number_to_win},
    {"score", NULL, number_of_score},
    {"points", NULL, number_of_points},
    {"seconds", NULL, number_of_seconds},
};
#define BLANKS (sizeof blanks / sizeof blanks[0])

/* The placeholder `{name}` that begins here, or NULL; `*length` is its length with the braces. */
static const struct blank *blank_at(const char *words, size_t *length)
{
    for (size_t i = 0; *words == '{' && i < BLANKS; i++) {
        size_t same = 0;
        while (blanks[i].name[same] != '\0' && words[1 + same] == blanks[i].name[same])
            same++;
        if (blanks[i].name[same] == '\0' && words[1 + same] == '}') {
            *length = same + 2;
            return &blanks[i];
        }
    }
    *length = 1;
    return NULL;
}

void carom_event_format(struct carom_text *text, const char *sentence, const struct carom_table *before,
                        const struct carom_event *event)
{
    const struct event_text event_text = {.before = before, .event = event};
    size_t length;
    for (const char *at = sentence; *at != '\0'; at += length) {
        const struct blank *blank = blank_at(at, &length);
        if (blank == NULL)
            carom_text_char(text, *at);
        else if (blank->text != NULL)
            blank->text(text, &event_text);
        else
            carom_text_int(text, blank->number(event));
    }
}

static void put_argument(struct carom_text *text, const struct blank *blank, const struct event_text *event_text)
{
    char bytes[CAROM_SENTENCE_MAX];
    struct carom_text words = carom_text_init(bytes, sizeof bytes);
    if (blank->text == NULL) {
        carom_json_put_int(text, blank->name, blank->number(event_text->event));
        return;
    }
    blank->text(&words, event_text);
    carom_json_put_bytes(text, blank->name, bytes, words.length);
}

void carom_event_write_text(struct carom_text *text, const struct carom_table *before, const struct carom_event *event,
                            unsigned you)
{
    const struct event_text event_text = {.before = before, .event = event};
    const char *sentence = carom_event_sentence(before, event, you);
    size_t length;
    carom_json_put_string(text, "say", sentence);
    carom_json_begin(text, "args", '{');
    for (const char *at = sentence; *at != '\0'; at += length) {
        const struct blank *blank = blank_at(at, &length);
        if (blank != NULL)
            put_argument(text, blank, &event_text);
    }
    carom_json_end(text, '}');
}
