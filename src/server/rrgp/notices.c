/*
 * Events at a table as NOTICE lines, in the order and wording of the Debian server.
 */
#include "internal.h"

#include <string.h>

#define TIMER_MS 10000 /* interval of lines about the hourglass */

const char *state_name(const struct carom_table *table)
{
    if (table->phase == CAROM_PHASE_BIDDING)
        return carom_table_bid_count(table) > 0 ? "BID" : "NEW";
    return table->phase == CAROM_PHASE_SHOWING ? "SHOW" : "DONE";
}

static void notice_state(struct rrgp_client *rrgp_client)
{
    SEND_LINE(rrgp_client, "NOTICE", "GAMESTATE", state_name(&rrgp_client->table));
}

void notice_robots(struct rrgp_client *rrgp_client, const struct carom_robots *robots)
{
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++) {
        carom_cell cell = robots->cell[robot];
        if (rrgp_client->shown_robots.cell[robot] != cell)
            SEND_LINE(rrgp_client, "NOTICE", "POSITION", robot_names[robot], NUMBER_ARG(carom_cell_column(cell)),
                      NUMBER_ARG(carom_cell_row(cell)));
    }
    rrgp_client->shown_robots = *robots;
}

void notice_hourglass(struct rrgp_client *rrgp_client, carom_ms now)
{
    const struct carom_table *table = &rrgp_client->table;
    if (rrgp_client->game[0] == '\0' || table->paused || !carom_table_hourglass_runs(table) ||
        now - rrgp_client->hourglass_sent_at < TIMER_MS || table->until <= now)
        return;
    rrgp_client->hourglass_sent_at = now;
    SEND_LINE(rrgp_client, "NOTICE", "TIMER", NUMBER_ARG((table->until - now + 999) / 1000));
}

/* ---- rounds ---- */

static void notice_board(struct rrgp_client *rrgp_client)
{
    char bytes[RRGP_BOARD_SIZE + 32];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    const struct carom_table *table = &rrgp_client->table;
    carom_text_put(&text, "NOTICE BOARD \"\n");
    rrgp_draw_board(&text, &table->board, &table->round.robots, CAROM_NO_TOKEN);
    carom_text_put(&text, "\"\n");
    rrgp_send_raw(rrgp_client, bytes, text.length);
    rrgp_client->shown_robots = table->round.robots;
    rrgp_client->route_buffer.active = false;
}

static void notice_drawn(struct rrgp_client *rrgp_client)
{
    const struct carom_table *table = &rrgp_client->table;
    notice_robots(rrgp_client, &table->round.robots);
    SEND_LINE(rrgp_client, "NOTICE", "TURN", token_colour(table->drawn.token), token_shape(table->drawn.token));
    notice_state(rrgp_client);
}

static void notice_turn(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    const char *bid = NUMBER_ARG(event->moves);
    SEND_LINE(rrgp_client, "NOTICE", "ACTIVE", carom_table_name(&rrgp_client->table, event->seat), bid);
    if (event->seat != rrgp_client_seat(rrgp_client))
        return;
    SEND_LINE(rrgp_client, "NOTICE", "ACTIVATE", bid);
    route_buffer_begin(rrgp_client);
}

/* The client's own moves were shown when it tried them. */
static void notice_moved(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    struct carom_move move = event->as.moved.move.move;
    if (rrgp_client->route_buffer.active)
        return;
    SEND_LINE(rrgp_client, "NOTICE", "MOVE", NUMBER_ARG(rrgp_client->table.round.moves),
              robot_names[move.robot % CAROM_COLOURS], direction_names[move.direction % CAROM_DIRECTIONS]);
    notice_robots(rrgp_client, &rrgp_client->table.round.robots);
}

static void notice_reset(struct rrgp_client *rrgp_client)
{
    rrgp_client->route_buffer.active = false;
    SEND_LINE(rrgp_client, "NOTICE", "RESET");
    notice_robots(rrgp_client, &rrgp_client->table.round.robots);
}

static void notice_result(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    const struct carom_table *table = &rrgp_client->table;
    rrgp_client->route_buffer.active = false;
    if (event->kind == CAROM_EVENT_WON)
        SEND_LINE(rrgp_client, "NOTICE", "SCORE", carom_table_name(table, event->seat),
                  NUMBER_ARG(table->players[event->seat].score));
    SEND_LINE(rrgp_client, "NOTICE", "GAMESTATE", "DONE");
}

static void notice_clocks(struct rrgp_client *rrgp_client)
{
    SEND_LINE(rrgp_client, "NOTICE", "MESSAGE", "carom",
              rrgp_client->table.paused ? "the game is paused" : "the game goes on");
}

/* ---- games ---- */

static void notice_over(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    const struct carom_table *table = &rrgp_client->table;
    char bytes[CAROM_STRINGS_SIZE + CAROM_PLAYERS_MAX * 8];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_text_put(&text, "NOTICE GAMEOVER");
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!event->as.over.seated[seat] || carom_table_name(table, seat)[0] == '\0')
            continue;
        carom_text_char(&text, ' ');
        rrgp_quote(&text, carom_table_name(table, seat));
        carom_text_char(&text, ' ');
        carom_text_uint(&text, event->as.over.scores[seat]);
    }
    carom_text_char(&text, '\n');
    unsigned mine = rrgp_client_seat(rrgp_client);
    rrgp_client->won += mine != CAROM_NO_SEAT && event->as.over.winner[mine];
    rrgp_send_raw(rrgp_client, bytes, text.length);
}

static void notice_bid(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    if (carom_table_bid_count(&rrgp_client->table) == 1)
        notice_state(rrgp_client);
    SEND_LINE(rrgp_client, "NOTICE", "BID", carom_table_name(&rrgp_client->table, event->seat),
              NUMBER_ARG(event->moves));
}

static void notice_player(struct rrgp_client *rrgp_client, const char *word, const struct carom_event *event)
{
    SEND_LINE(rrgp_client, "NOTICE", word, carom_table_name(&rrgp_client->table, event->seat));
}

static void notice_turned(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    rrgp_client->hourglass_sent_at = event->at;
    SEND_LINE(rrgp_client, "NOTICE", "TIMER", NUMBER_ARG((event->until - event->at) / 1000));
}

/* `table` is the state before somebody left, and the state after every other event. */
void notice_event(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    switch (event->kind) {
    case CAROM_EVENT_OPENED:
        notice_board(rrgp_client);
        break;
    case CAROM_EVENT_JOINED:
        SEND_LINE(rrgp_client, "NOTICE", "JOIN", event->as.joined.name, rrgp_client->game);
        break;
    case CAROM_EVENT_LEFT:
        SEND_LINE(rrgp_client, "NOTICE", "PART", carom_table_name(&rrgp_client->table, event->seat), rrgp_client->game);
        break;
    case CAROM_EVENT_DRAWN:
        notice_drawn(rrgp_client);
        break;
    case CAROM_EVENT_BID:
        notice_bid(rrgp_client, event);
        break;
    case CAROM_EVENT_DONE:
        notice_player(rrgp_client, "NOBID", event);
        break;
    case CAROM_EVENT_SKIP:
        notice_player(rrgp_client, "ABANDON", event);
        break;
    case CAROM_EVENT_HOURGLASS:
        notice_turned(rrgp_client, event);
        break;
    case CAROM_EVENT_CLOSED:
        SEND_LINE(rrgp_client, "NOTICE", "GAMESTATE", "SHOW");
        break;
    case CAROM_EVENT_TURN:
        notice_turn(rrgp_client, event);
        break;
    case CAROM_EVENT_MOVED:
        notice_moved(rrgp_client, event);
        break;
    case CAROM_EVENT_RESET:
        notice_reset(rrgp_client);
        break;
    case CAROM_EVENT_WON:
    case CAROM_EVENT_PUTBACK:
        notice_result(rrgp_client, event);
        break;
    case CAROM_EVENT_OVER:
        notice_over(rrgp_client, event);
        break;
    case CAROM_EVENT_PAUSED:
    case CAROM_EVENT_RESUMED:
        notice_clocks(rrgp_client);
        break;
    case CAROM_EVENT_STARTED: /* the draw follows */
    case CAROM_EVENT_FAILED:  /* the reset follows */
    case CAROM_EVENT_PENALTY: /* Micro Robots and solo games never occur here */
    case CAROM_EVENT_HINT:
    case CAROM_EVENT_CHIP:
    case CAROM_EVENT_HANDED: /* nor do races */
    case CAROM_EVENT_SHOWN:
        break;
    }
}
