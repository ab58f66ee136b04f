/*
 * Events in words: each kind of event has its sentence here and nowhere else. And the table as a drawing.
 */
#include "story.h"

#include <string.h>

#define WORD_MAX 512

static const char *name_of(const struct carom_table *table, unsigned seat)
{
    return seat < CAROM_PLAYERS && table->players[seat].seated ? carom_table_name(table, seat) : "?";
}

static const char *target_word(const struct carom_table *table, unsigned target, char word[8])
{
    struct carom_text text = carom_text_in(word, 8);
    if (carom_rules_micro(&table->rules))
        carom_micro_face_write(&text, target);
    else
        carom_token_write(&text, target);
    return word;
}

static void tell_opened(char *to, const struct carom_opening *opening)
{
    char board[WORD_MAX];
    char robots[64] = "";
    struct carom_text text = carom_text_in(board, sizeof board);
    if (carom_rules_micro(&opening->rules)) {
        carom_micro_board_write(&text, &opening->setup.tiles);
        snprintf(to, STORY_MAX, _("The table is laid (%s): board %s."), carom_preset_name(opening->rules.preset),
                 board);
        return;
    }
    carom_board_write(&text, &opening->setup.board);
    text = carom_text_in(robots, sizeof robots);
    carom_robots_write(&text, &opening->setup.robots);
    snprintf(to, STORY_MAX, _("The table is laid (%s): board %s, robots %s."), carom_preset_name(opening->rules.preset),
             board, robots);
}

static void tell_started(char *to, const struct carom_event *event)
{
    unsigned players = event->as.started.players;
    if (event->as.started.goal > 0)
        snprintf(to, STORY_MAX, _("The game begins. Players: %u. To win: %u."), players, event->as.started.goal);
    else
        snprintf(to, STORY_MAX, _("The game begins. Players: %u. All tokens are played for."), players);
}

static void tell_drawn(char *to, const struct carom_table *table, const struct carom_event *event)
{
    const struct carom_drawn *drawn = &event->as.drawn;
    char words[4][8];
    if (!carom_rules_micro(&table->rules)) {
        struct carom_text text = carom_text_in(words[0], sizeof words[0]);
        carom_cell_write(&text, table->board.token_cell[drawn->token]);
        snprintf(to, STORY_MAX, _("Target %s on %s. Left in the pile: %u."), target_word(table, drawn->token, words[1]),
                 words[0], drawn->left);
    } else if (drawn->via == CAROM_MICRO_NONE) {
        snprintf(to, STORY_MAX, _("From %s to %s. Chips left: %u."), target_word(table, drawn->start, words[0]),
                 target_word(table, drawn->target, words[1]), drawn->left);
    } else {
        snprintf(to, STORY_MAX, _("From %s by way of %s to %s. Chips left: %u."),
                 target_word(table, drawn->start, words[0]), target_word(table, drawn->via, words[2]),
                 target_word(table, drawn->target, words[1]), drawn->left);
    }
}

/* Adds to a text that may be full already. */
static void add(char *to, const char *words)
{
    size_t length = strlen(to);
    snprintf(to + length, STORY_MAX - length, "%s", words);
}

static void tell_closed(char *to, const struct carom_table *table, const struct carom_event *event)
{
    snprintf(to, STORY_MAX, "%s", _("Bidding is closed. To show:"));
    for (unsigned i = 0; i < event->as.closed.count; i++) {
        char bidder[96];
        const struct carom_bidder *one = &event->as.closed.order[i];
        snprintf(bidder, sizeof bidder, "%s %s (%u)", i > 0 ? "," : "", name_of(table, one->seat), one->moves);
        add(to, bidder);
    }
    add(to, ".");
}

static void tell_moved(char *to, const struct carom_table *table, const struct carom_event *event)
{
    char move[CAROM_SIGNS + 8];
    char cell[8];
    struct carom_text text = carom_text_in(move, sizeof move);
    if (carom_rules_micro(&table->rules)) {
        snprintf(to, STORY_MAX, _("%u: to %s."), event->as.moved.cost, target_word(table, event->as.moved.to, cell));
        return;
    }
    carom_move_write(&text, event->as.moved.play.move);
    text = carom_text_in(cell, sizeof cell);
    carom_cell_write(&text, event->as.moved.to);
    snprintf(to, STORY_MAX, _("%u: %s to %s."), event->as.moved.cost, move, cell);
}

static const char *failure_sentence(enum carom_failure why)
{
    static const char *const sentences[CAROM_FAILURES] = {
        [CAROM_FAILURE_NOT_REACHED] = N_("%s has used up the moves without reaching the target."),
        [CAROM_FAILURE_NO_RICOCHET] = N_("%s reached the target without a ricochet."),
        [CAROM_FAILURE_TOO_MANY] = N_("%s would need more moves than were bid."),
        [CAROM_FAILURE_PASSED] = N_("%s passes."),
        [CAROM_FAILURE_LATE] = N_("%s took too long."),
        [CAROM_FAILURE_LEFT] = N_("%s leaves in the middle of it."),
    };
    return _(sentences[why]);
}

static const char *putback_sentence(enum carom_putback why)
{
    static const char *const sentences[CAROM_PUTBACKS] = {
        [CAROM_PUTBACK_NOBODY] = N_("Nobody has shown a route: target %s goes back."),
        [CAROM_PUTBACK_NO_BID] = N_("The sand is out and nobody has bid: target %s goes back."),
        [CAROM_PUTBACK_SKIPPED] = N_("Most want another target: %s goes back."),
        [CAROM_PUTBACK_UNREACHABLE] = N_("Target %s cannot be reached at all: it goes back."),
    };
    return _(sentences[why]);
}

static void tell_won(char *to, const struct carom_table *table, const struct carom_event *event)
{
    char word[8];
    const char *name = name_of(table, event->seat);
    target_word(table, event->as.won.target, word);
    if (event->as.won.face == CAROM_TOKEN_DOWN)
        snprintf(to, STORY_MAX, _("The sand is out: target %s is kept face down."), word);
    else
        snprintf(to, STORY_MAX, _("%s wins target %s and has %u."), name, word, event->as.won.score);
}

void story_scores(char words[STORY_MAX], const struct carom_table *table)
{
    words[0] = '\0';
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->players[seat].seated) {
            char one[96];
            snprintf(one, sizeof one, "%s%s %u", words[0] != '\0' ? ", " : "", carom_table_name(table, seat),
                     table->players[seat].score);
            add(words, one);
        }
    }
}

static void tell_over(char *to, const struct carom_table *table, const struct carom_event *event)
{
    char scores[STORY_MAX];
    bool any = false;
    to[0] = '\0';
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (event->as.over.winner[seat]) {
            add(to, any ? ", " : "");
            add(to, name_of(table, seat));
            any = true;
        }
    }
    char winners[STORY_MAX];
    memcpy(winners, to, STORY_MAX);
    story_scores(scores, table);
    if (any)
        snprintf(to, STORY_MAX, _("The game is over. Won by: %.400s. Scores: %.400s."), winners, scores);
    else
        snprintf(to, STORY_MAX, _("The game is over. Nobody has won. Scores: %.400s."), scores);
}

static void tell_reset(char *to, const struct carom_table *table, const struct carom_event *event)
{
    char word[8];
    if (carom_rules_micro(&table->rules))
        snprintf(to, STORY_MAX, _("The robot stands on %s."), target_word(table, event->as.reset.face, word));
    else
        snprintf(to, STORY_MAX, "%s", _("The robots go back to their markers."));
}

static void tell_hourglass(char *to, const struct carom_table *before, const struct carom_event *event)
{
    snprintf(to, STORY_MAX, _("%s turns the hourglass: %lld seconds."), name_of(before, event->seat),
             (long long)((event->until - event->at + 500) / 1000));
}

void story_tell(char to[STORY_MAX], const struct carom_table *before, const struct carom_event *event)
{
    const char *name = name_of(before, event->seat);
    char word[8];
    switch (event->kind) {
    case CAROM_EVENT_OPENED:
        tell_opened(to, &event->as.opened);
        break;
    case CAROM_EVENT_JOINED:
        snprintf(to, STORY_MAX, _("%s sits down."), event->as.joined.name);
        break;
    case CAROM_EVENT_LEFT:
        snprintf(to, STORY_MAX, _("%s leaves the table."), name);
        break;
    case CAROM_EVENT_STARTED:
        tell_started(to, event);
        break;
    case CAROM_EVENT_DRAWN:
        tell_drawn(to, before, event);
        break;
    case CAROM_EVENT_BID:
        snprintf(to, STORY_MAX, _("%s bids %u."), name, event->moves);
        break;
    case CAROM_EVENT_DONE:
        snprintf(to, STORY_MAX, _("%s is done."), name);
        break;
    case CAROM_EVENT_SKIP:
        snprintf(to, STORY_MAX, _("%s wants another target (%u of %u)."), name, event->as.skip.votes,
                 event->as.skip.needed);
        break;
    case CAROM_EVENT_HOURGLASS:
        tell_hourglass(to, before, event);
        break;
    case CAROM_EVENT_CLOSED:
        tell_closed(to, before, event);
        break;
    case CAROM_EVENT_TURN:
        snprintf(to, STORY_MAX, _("%s shows a route of %u."), name, event->moves);
        break;
    case CAROM_EVENT_MOVED:
        tell_moved(to, before, event);
        break;
    case CAROM_EVENT_FAILED:
        snprintf(to, STORY_MAX, failure_sentence(event->as.failed), name);
        break;
    case CAROM_EVENT_RESET:
        tell_reset(to, before, event);
        break;
    case CAROM_EVENT_WON:
        tell_won(to, before, event);
        break;
    case CAROM_EVENT_PENALTY:
        snprintf(to, STORY_MAX, _("%s gives a chip to %s."), name, name_of(before, event->as.penalty_to));
        break;
    case CAROM_EVENT_PUTBACK:
        snprintf(to, STORY_MAX, putback_sentence(event->as.putback.why),
                 target_word(before, event->as.putback.target, word));
        break;
    case CAROM_EVENT_OVER:
        tell_over(to, before, event);
        break;
    }
}

static void draw_micro(struct carom_grid *grid, const struct carom_table *table, struct carom_grid_style style)
{
    struct carom_micro_position position = {
        .board = table->tiles, .start = CAROM_MICRO_NONE, .via = CAROM_MICRO_NONE, .target = CAROM_MICRO_NONE};
    if (table->place_face != CAROM_MICRO_NONE) {
        position.start = table->tiles.place[table->place_face];
        position.target = table->tiles.place[table->drawn.target];
    }
    if (table->place_face != CAROM_MICRO_NONE && table->drawn.via != CAROM_MICRO_NONE)
        position.via = table->tiles.place[table->drawn.via];
    carom_grid_micro(grid, &position, style);
}

void story_draw(struct carom_grid *grid, const struct carom_table *table, struct carom_grid_style style)
{
    if (carom_rules_micro(&table->rules)) {
        draw_micro(grid, table, style);
        return;
    }
    struct carom_position position = {.board = table->board, .robots = table->round.robots, .target = table->target};
    carom_grid_position(grid, &position, style);
}

void story_print(const struct carom_table *table, bool ascii)
{
    static struct carom_grid grid;
    static char bytes[CAROM_GRID_BYTES];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    story_draw(&grid, table, (struct carom_grid_style){.ascii = ascii});
    carom_grid_write(&text, &grid, false);
    fwrite(text.bytes, 1, text.length, stdout);
}
