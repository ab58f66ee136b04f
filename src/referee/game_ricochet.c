/*
 * Ricochet Robots (R1 to R18, with the rules of 1999 and the race) as a game of the referee: board, tokens, slides.
 * Its setup is in setup.c, the tokens for beginners in easy_start.c.
 */
#include "game.h"

#include "../core/libc_mem.h"
#include "easy_start.h"
#include "json_fields.h"

#include <carom/puzzle.h>

static const char *check_setup(struct carom_setup *setup)
{
    uint8_t tokens[CAROM_TOKENS];
    setup->robots_given = true;
    if (referee_tokens(&setup->board, &setup->robots, tokens) == 0)
        return "board";
    for (unsigned i = 0; i < setup->token_count; i++)
        if ((setup->board.tokens >> setup->tokens[i] & 1u) == 0)
            return "tokens";
    return NULL;
}

static void apply_opened(struct carom_table *table, const struct carom_setup *setup)
{
    table->pile_count = setup->token_count;
    memcpy(table->pile, setup->tokens, sizeof table->pile);
    if (setup->token_count == 0) { /* client side: the pile is unknown, so anything may be drawn */
        table->pile_count = (uint8_t)referee_tokens(&table->board, &table->markers, table->pile);
        table->draw_at_random = true;
    }
}

/* ---- tokens ---- */

/* Lists the tokens that may be drawn: not those known to be unreachable (R18), nor the one just put back (R16).
 * Returns their number. */
static unsigned list_drawable(const struct carom_table *table, bool another, uint8_t tokens[CAROM_TOKENS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->pile_count; i++) {
        unsigned token = table->pile[i];
        if ((table->unreachable_tokens >> token & 1u) == 0 && !(another && token == table->drawn.token))
            tokens[count++] = (uint8_t)token;
    }
    return count;
}

/* R4: the top of the pile; once a token was put back, a random one, which is equivalent to shuffling (R14). With an
 * easy start only among those that suit beginners. */
static void draw(const struct carom_table *table, struct carom_event *event)
{
    uint8_t tokens[CAROM_TOKENS] = {table->pile[0]};
    unsigned at = 0;
    unsigned count = list_drawable(table, table->avoid_last_target, tokens);
    count = easy_start_choose(table, tokens, count > 0 ? count : list_drawable(table, false, tokens));
    if (table->draw_at_random && count > 0) {
        struct carom_random random = referee_chance(table);
        at = carom_random_below(&random, count);
    }
    event->as.drawn = (struct carom_drawn_target){.token = tokens[at],
                                                  .target = CAROM_MICRO_NO_CELL,
                                                  .start = CAROM_MICRO_NO_CELL,
                                                  .via = CAROM_MICRO_NO_CELL,
                                                  .remaining = (uint8_t)(table->pile_count - 1)};
}

static bool take_token(struct carom_table *table, unsigned token)
{
    for (unsigned i = 0; i < table->pile_count; i++) {
        if (table->pile[i] == token) {
            table->pile_count--;
            memmove(table->pile + i, table->pile + i + 1, table->pile_count - i);
            return true;
        }
    }
    return false;
}

static bool apply_drawn(struct carom_table *table, const struct carom_event *event)
{
    const struct carom_drawn_target *drawn = &event->as.drawn;
    if (!take_token(table, drawn->token))
        return false;
    table->target = carom_target_from_token(&table->board, drawn->token);
    if (!table->rules.seed_known && drawn->remaining <= table->pile_count)
        table->pile_unknown = (uint8_t)(table->pile_count - drawn->remaining);
    return true;
}

/* R18: is every token left proven to be unreachable, so that nothing moves the robots any more? */
static bool nothing_left(const struct carom_table *table)
{
    unsigned unreachable = 0;
    for (unsigned i = 0; i < table->pile_count; i++)
        unreachable += table->unreachable_tokens >> table->pile[i] & 1u;
    return unreachable >= referee_remaining(table);
}

/* ---- moving ---- */

/* R5 to R9, R13, T2 to T4. A move that would cost more than was bid is not made: it ends the demonstration. */
static enum carom_refusal_code decide_move(const struct carom_table *table, const struct carom_command *command,
                                           struct carom_decision *decision)
{
    struct carom_slide slide;
    if (command->move.micro)
        return CAROM_REFUSED_NOT_A_MOVE;
    if (!carom_slide(&table->board, &table->round.robots, command->move.move, &slide, NULL)) {
        decision->refusal.slide = slide.result;
        return CAROM_REFUSED_SLIDE;
    }
    if (table->phase == CAROM_PHASE_SHOWING && table->round.cost + slide.cost > table->turn_bid) {
        decision->event.kind = CAROM_EVENT_FAILED;
        memset(&decision->event.as, 0, sizeof decision->event.as);
        decision->event.as.failed = CAROM_DEMO_TOO_MANY;
        return CAROM_ACCEPTED;
    }
    decision->event.as.moved.to = slide.to;
    decision->event.as.moved.cost = table->round.cost + slide.cost;
    return CAROM_ACCEPTED;
}

static void apply_moved(struct carom_table *table, const struct carom_event *event)
{
    struct carom_slide slide;
    if (carom_round_move(&table->round, &table->board, event->as.moved.move.move, &slide))
        table->last_moved_robot = event->as.moved.move.move.robot;
}

/* R7 */
static enum carom_round_state round_state(const struct carom_table *table)
{
    return carom_round_state(&table->round, &table->target, table->last_moved_robot, true);
}

static void apply_reset(struct carom_table *table, const struct carom_event *event)
{
    (void)table, (void)event; /* every route begins with the robots on their markers */
}

/* R15: the robots stay, and their markers move there. L1: a token that is lost face down leaves the robots at the
 * start, unless the route was shown after a hint. */
static void apply_won(struct carom_table *table, const struct carom_event *event)
{
    if (event->as.won.side == CAROM_TOKEN_FACE_DOWN) {
        table->face_down++;
        table->unreachable_tokens = table->round.moves > 0 ? 0 : table->unreachable_tokens;
    } else {
        table->owner[table->drawn.token] = event->seat;
        table->unreachable_tokens = 0;
        table->race_targets_won = (uint8_t)(table->race_targets_won + (table->race_targets_won < UINT8_MAX)); /* H6 */
    }
    table->markers = table->round.robots;
}

/* R14: the token goes back and the pile is shuffled. */
static void apply_putback(struct carom_table *table, const struct carom_event *event)
{
    if (table->pile_count >= CAROM_TOKENS)
        return;
    table->pile[table->pile_count++] = table->drawn.token;
    table->draw_at_random = true;
    if (event->as.putback.reason == CAROM_PUTBACK_UNREACHABLE)
        table->unreachable_tokens |= 1u << table->drawn.token;
    table->round = carom_round_begin(&table->markers);
}

/* ---- positions and notation ---- */

static void round_puzzle(const struct carom_table *table, struct carom_puzzle *puzzle)
{
    puzzle->game = CAROM_GAME_RICOCHET;
    puzzle->position =
        (struct carom_position){.board = table->board, .robots = table->round_start, .target = table->target};
}

static void view(const struct carom_table *table, struct carom_puzzle *puzzle)
{
    bool on = carom_table_in_round(table);
    puzzle->game = CAROM_GAME_RICOCHET;
    puzzle->position = (struct carom_position){.board = table->board,
                                               .robots = on ? table->round.robots : table->markers,
                                               .target = on ? table->target : (struct carom_target){0}};
}

static uint8_t target(const struct carom_drawn_target *drawn)
{
    return drawn->token;
}

static unsigned target_cell(const struct carom_table *table, const struct carom_drawn_target *drawn)
{
    return table->board.token_cell[drawn->token];
}

static bool read_target(const struct carom_table *table, const struct carom_json *json, uint32_t node, uint8_t *target)
{
    return codec_token(json, node, target) && (table->board.tokens >> *target & 1u) != 0;
}

static void write_stop(struct carom_text *text, unsigned stop)
{
    carom_cell_write(text, (carom_cell)stop);
}

/* A board may also be drawn, with line breaks in the string; its robots are set with it. */
static bool read_board(struct carom_setup *setup, const char *bytes, size_t length, struct carom_error *error)
{
    struct carom_position position;
    if (bytes[0] != '+')
        return carom_board_read(&setup->board, bytes, length, error);
    if (!carom_ascii_board_read(&position, CAROM_REQUIRE_BOARD, bytes, length, error))
        return false;
    setup->board = position.board;
    setup->robots = position.robots;
    setup->robots_given = position.robots.present != 0;
    return true;
}

static void write_board(struct carom_text *text, const struct carom_board *board, const struct carom_micro_board *tiles)
{
    (void)tiles;
    carom_board_write(text, board);
}

static void put_robots(struct carom_text *text, const struct carom_table *table)
{
    codec_put_robots(text, "markers", &table->markers);
    codec_put_robots(text, "robots", carom_table_in_round(table) ? &table->round.robots : &table->markers);
}

static void put_target(struct carom_text *text, const struct carom_table *table)
{
    codec_put_token(text, "target", table->drawn.token);
    codec_put_cell(text, "cell", table->target.cell);
}

static void put_winnings(struct carom_text *text, const struct carom_table *table, unsigned seat)
{
    uint32_t tokens = carom_table_won_tokens(table, seat);
    carom_json_begin(text, "tokens", '[');
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        if ((tokens >> token & 1u) != 0)
            codec_put_token(text, NULL, token);
    carom_json_end(text, ']');
}

const struct game game_ricochet = {
    .id = CAROM_GAME_RICOCHET,
    .setup = ricochet_setup,
    .check_setup = check_setup,
    .draw = draw,
    .decide_move = decide_move,
    .round_state = round_state,
    .nothing_left = nothing_left,
    .apply_opened = apply_opened,
    .apply_drawn = apply_drawn,
    .apply_moved = apply_moved,
    .apply_reset = apply_reset,
    .apply_won = apply_won,
    .apply_putback = apply_putback,
    .round_puzzle = round_puzzle,
    .view = view,
    .target = target,
    .target_cell = target_cell,
    .read_target = read_target,
    .write_target = carom_token_write,
    .write_stop = write_stop,
    .read_board = read_board,
    .write_board = write_board,
    .put_robots = put_robots,
    .put_target = put_target,
    .put_winnings = put_winnings,
};
