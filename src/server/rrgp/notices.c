/*
 * What happens at a table as NOTICE lines, in the order and the words of the Debian server.
 */
#include "room.h"

#include <string.h>

#define TIMER_MS 10000 /* so often the sand is told of */

const char *state_name(const struct carom_table *table)
{
    if (table->phase == CAROM_PHASE_BIDDING)
        return carom_table_bids(table) > 0 ? "BID" : "NEW";
    return table->phase == CAROM_PHASE_SHOWING ? "SHOW" : "DONE";
}

static void say_state(struct caller *caller)
{
    SAY(caller, "NOTICE", "GAMESTATE", state_name(&caller->table));
}

void notice_robots(struct caller *caller, const struct carom_robots *robots)
{
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++) {
        carom_cell cell = robots->cell[robot];
        if (caller->seen.cell[robot] != cell)
            SAY(caller, "NOTICE", "POSITION", robot_names[robot], NUMBER(carom_cell_column(cell)),
                NUMBER(carom_cell_row(cell)));
    }
    caller->seen = *robots;
}

void notice_sand(struct caller *caller, carom_ms now)
{
    const struct carom_table *table = &caller->table;
    if (caller->game[0] == '\0' || table->paused || !carom_table_sand_runs(table) || now - caller->timed < TIMER_MS ||
        table->until <= now)
        return;
    caller->timed = now;
    SAY(caller, "NOTICE", "TIMER", NUMBER((table->until - now + 999) / 1000));
}

/* ---- rounds ---- */

static void say_board(struct caller *caller)
{
    char bytes[SHOWN_SIZE + 32];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    const struct carom_table *table = &caller->table;
    carom_text_put(&text, "NOTICE BOARD \"\n");
    board_show(&text, &table->board, &table->round.robots, CAROM_NO_TOKEN);
    carom_text_put(&text, "\"\n");
    caller_write(caller, bytes, text.length);
    caller->seen = table->round.robots;
    caller->plan.on = false;
}

static void say_drawn(struct caller *caller)
{
    const struct carom_table *table = &caller->table;
    notice_robots(caller, &table->round.robots);
    SAY(caller, "NOTICE", "TURN", token_colour(table->drawn.token), token_shape(table->drawn.token));
    say_state(caller);
}

static void say_turn(struct caller *caller, const struct carom_event *event)
{
    const char *bid = NUMBER(event->moves);
    SAY(caller, "NOTICE", "ACTIVE", carom_table_name(&caller->table, event->seat), bid);
    if (event->seat != caller_seat(caller))
        return;
    SAY(caller, "NOTICE", "ACTIVATE", bid);
    plan_begin(caller);
}

/* One's own moves were told when they were tried. */
static void say_moved(struct caller *caller, const struct carom_event *event)
{
    struct carom_move move = event->as.moved.play.move;
    if (caller->plan.on)
        return;
    SAY(caller, "NOTICE", "MOVE", NUMBER(caller->table.round.moves), robot_names[move.robot % CAROM_COLOURS],
        direction_names[move.direction % CAROM_DIRECTIONS]);
    notice_robots(caller, &caller->table.round.robots);
}

static void say_reset(struct caller *caller)
{
    caller->plan.on = false;
    SAY(caller, "NOTICE", "RESET");
    notice_robots(caller, &caller->table.round.robots);
}

static void say_result(struct caller *caller, const struct carom_event *event)
{
    const struct carom_table *table = &caller->table;
    caller->plan.on = false;
    if (event->kind == CAROM_EVENT_WON)
        SAY(caller, "NOTICE", "SCORE", carom_table_name(table, event->seat), NUMBER(table->players[event->seat].score));
    SAY(caller, "NOTICE", "GAMESTATE", "DONE");
}

static void say_clocks(struct caller *caller)
{
    SAY(caller, "NOTICE", "MESSAGE", "carom", caller->table.paused ? "the game is paused" : "the game goes on");
}

/* ---- games ---- */

static void say_over(struct caller *caller, const struct carom_event *event)
{
    const struct carom_table *table = &caller->table;
    char bytes[CAROM_WORDS + CAROM_PLAYERS * 8];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_text_put(&text, "NOTICE GAMEOVER");
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!event->as.over.seated[seat] || carom_table_name(table, seat)[0] == '\0')
            continue;
        carom_text_char(&text, ' ');
        word_write(&text, carom_table_name(table, seat));
        carom_text_char(&text, ' ');
        carom_text_uint(&text, event->as.over.scores[seat]);
    }
    carom_text_char(&text, '\n');
    unsigned mine = caller_seat(caller);
    caller->won += mine != CAROM_NO_SEAT && event->as.over.winner[mine];
    caller_write(caller, bytes, text.length);
}

static void say_bid(struct caller *caller, const struct carom_event *event)
{
    if (carom_table_bids(&caller->table) == 1)
        say_state(caller);
    SAY(caller, "NOTICE", "BID", carom_table_name(&caller->table, event->seat), NUMBER(event->moves));
}

static void say_player(struct caller *caller, const char *word, const struct carom_event *event)
{
    SAY(caller, "NOTICE", word, carom_table_name(&caller->table, event->seat));
}

/* The table is as it was before somebody left, and as it is after everything else. */
void notice_event(struct caller *caller, const struct carom_event *event)
{
    switch (event->kind) {
    case CAROM_EVENT_OPENED:
        say_board(caller);
        break;
    case CAROM_EVENT_JOINED:
        SAY(caller, "NOTICE", "JOIN", event->as.joined.name, caller->game);
        break;
    case CAROM_EVENT_LEFT:
        SAY(caller, "NOTICE", "PART", carom_table_name(&caller->table, event->seat), caller->game);
        break;
    case CAROM_EVENT_DRAWN:
        say_drawn(caller);
        break;
    case CAROM_EVENT_BID:
        say_bid(caller, event);
        break;
    case CAROM_EVENT_DONE:
        say_player(caller, "NOBID", event);
        break;
    case CAROM_EVENT_SKIP:
        say_player(caller, "ABANDON", event);
        break;
    case CAROM_EVENT_HOURGLASS:
        caller->timed = event->at;
        SAY(caller, "NOTICE", "TIMER", NUMBER((event->until - event->at) / 1000));
        break;
    case CAROM_EVENT_CLOSED:
        SAY(caller, "NOTICE", "GAMESTATE", "SHOW");
        break;
    case CAROM_EVENT_TURN:
        say_turn(caller, event);
        break;
    case CAROM_EVENT_MOVED:
        say_moved(caller, event);
        break;
    case CAROM_EVENT_RESET:
        say_reset(caller);
        break;
    case CAROM_EVENT_WON:
    case CAROM_EVENT_PUTBACK:
        say_result(caller, event);
        break;
    case CAROM_EVENT_OVER:
        say_over(caller, event);
        break;
    case CAROM_EVENT_PAUSED:
    case CAROM_EVENT_RESUMED:
        say_clocks(caller);
        break;
    case CAROM_EVENT_STARTED: /* the draw follows */
    case CAROM_EVENT_FAILED:  /* so does the reset */
    case CAROM_EVENT_PENALTY: /* Micro Robots, the solo game: never here */
    case CAROM_EVENT_HINT:
    case CAROM_EVENT_HANDED:
    case CAROM_EVENT_SHOWN:
        break;
    }
}
