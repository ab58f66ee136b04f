/*
 * Micro Robots (M1 to M12) as a game of the referee: tiles, dice, faces, chips.
 */
#include "game.h"

#include "json_fields.h"

#include <carom/deal.h>

/* ---- setting up ---- */

/* M1: chance deals tiles and side; a side that was agreed on takes the place of the one dealt, so the tiles of a seed
 * lie the same way with either. */
static enum carom_refusal_code setup(struct carom_random *random, struct carom_game_config *config)
{
    struct carom_setup *setup = &config->setup;
    enum carom_side_choice side = config->rules.side;
    if (!setup->board_given) {
        unsigned dealt = carom_random_below(random, 2);
        carom_deal_micro_board(random, side == CAROM_SIDE_DEALT ? dealt : side == CAROM_SIDE_COPPER, &setup->tiles);
        setup->board_given = true;
    }
    bool copper = setup->tiles.side == CAROM_MICRO_COPPER;
    return side == (copper ? CAROM_SIDE_BLACK : CAROM_SIDE_COPPER) ? CAROM_REFUSED_OTHER_SIDE : CAROM_ACCEPTED;
}

static const char *check_setup(struct carom_setup *setup)
{
    (void)setup;
    return NULL;
}

static void apply_opened(struct carom_table *table, const struct carom_setup *setup)
{
    (void)setup;
    table->pile_count = CAROM_CHIPS_TOTAL;
}

/* ---- dice ---- */

/* Rolls come from the dice set by hand while they last, then from the generator. */
struct dice {
    const struct carom_table *table;
    unsigned at;
    struct carom_random random;
};

static unsigned roll(struct dice *dice)
{
    if (dice->at < dice->table->dice_count)
        return dice->table->dice[dice->at++];
    return carom_random_below(&dice->random, CAROM_MICRO_CELLS);
}

/* M3, M12: a roll that shows a cell already taken is repeated. */
static uint8_t roll_different(struct dice *dice, unsigned start, unsigned target)
{
    unsigned face;
    do {
        face = roll(dice);
    } while (face == start || face == target);
    return (uint8_t)face;
}

/* M3: the first to join rolls first; M8: then the left neighbour; M9: for another target the same player rolls. */
static unsigned rolling_seat(const struct carom_table *table)
{
    unsigned seat = table->dice_seat;
    if (seat == CAROM_NO_SEAT)
        return referee_next_seated(table, table->seats == 0 ? 0 : table->seats - 1u);
    if (table->dice_to_next_seat || !table->players[seat].seated)
        return referee_next_seated(table, seat);
    return seat;
}

static void draw(const struct carom_table *table, struct carom_event *event)
{
    struct dice dice = {.table = table, .at = table->dice_at, .random = referee_chance(table)};
    struct carom_drawn_target *drawn = &event->as.drawn;
    drawn->token = CAROM_NO_TOKEN;
    drawn->start = table->micro_robot_face != CAROM_MICRO_NO_CELL ? table->micro_robot_face : (uint8_t)roll(&dice);
    drawn->target = roll_different(&dice, drawn->start, table->avoid_last_target ? table->drawn.target : drawn->start);
    drawn->via = CAROM_MICRO_NO_CELL;
    if (table->rules.preset == CAROM_PRESET_MICRO_EXPERT)
        drawn->via = roll_different(&dice, drawn->start, drawn->target);
    drawn->remaining = (uint8_t)(table->pile_count - 1);
    event->seat = (uint8_t)rolling_seat(table);
}

static unsigned skip_dice(const struct carom_table *table, unsigned at, unsigned face)
{
    while (at < table->dice_count && table->dice[at] != face)
        at++;
    return at < table->dice_count ? at + 1 : at;
}

/* Where the dice set by hand continue after this roll. */
static unsigned dice_after(const struct carom_table *table, const struct carom_drawn_target *drawn)
{
    unsigned at = table->dice_at;
    if (table->micro_robot_face == CAROM_MICRO_NO_CELL)
        at = skip_dice(table, at, drawn->start);
    at = skip_dice(table, at, drawn->target);
    return drawn->via != CAROM_MICRO_NO_CELL ? skip_dice(table, at, drawn->via) : at;
}

static bool apply_drawn(struct carom_table *table, const struct carom_event *event)
{
    const struct carom_drawn_target *drawn = &event->as.drawn;
    if (drawn->target >= CAROM_MICRO_CELLS || drawn->start >= CAROM_MICRO_CELLS || table->pile_count == 0)
        return false;
    table->dice_at = (uint8_t)dice_after(table, drawn);
    table->micro_robot_face = drawn->start;
    table->dice_seat = event->seat < CAROM_PLAYERS_MAX ? event->seat : CAROM_NO_SEAT;
    table->dice_to_next_seat = false;
    return true;
}

/* ---- moving ---- */

/* M4, M5 */
static enum carom_refusal_code decide_move(const struct carom_table *table, const struct carom_command *command,
                                           struct carom_decision *decision)
{
    const struct carom_micro_board *tiles = &table->micro_board;
    unsigned face = command->move.micro_face;
    if (!command->move.micro || face >= CAROM_MICRO_CELLS || table->micro_robot_face >= CAROM_MICRO_CELLS ||
        !carom_micro_can_move(tiles, tiles->cell_of[table->micro_robot_face], tiles->cell_of[face]))
        return CAROM_REFUSED_NOT_A_MOVE;
    decision->event.as.moved.to = (uint8_t)face;
    decision->event.as.moved.cost = table->round.cost + 1;
    return CAROM_ACCEPTED;
}

static void apply_moved(struct carom_table *table, const struct carom_event *event)
{
    if (event->as.moved.to >= CAROM_MICRO_CELLS)
        return;
    table->micro_robot_face = event->as.moved.to;
    table->waypoint_reached = table->waypoint_reached || table->micro_robot_face == table->drawn.via;
    table->round.moves++;
    table->round.cost++;
}

/* M6, M12 */
static enum carom_round_state round_state(const struct carom_table *table)
{
    bool reached = table->micro_robot_face == table->drawn.target &&
                   (table->drawn.via == CAROM_MICRO_NO_CELL || table->waypoint_reached);
    return reached ? CAROM_ROUND_REACHED : CAROM_ROUND_RUNNING;
}

static void apply_reset(struct carom_table *table, const struct carom_event *event)
{
    table->micro_robot_face = event->as.reset.face < CAROM_MICRO_CELLS ? event->as.reset.face : table->drawn.start;
}

static void apply_won(struct carom_table *table, const struct carom_event *event)
{
    (void)event;
    table->pile_count--;
    table->dice_to_next_seat = true; /* M8 */
}

/* M7: the chip goes to the supply and the dice move on; M9: the same player rolls again. */
static void apply_putback(struct carom_table *table, const struct carom_event *event)
{
    table->dice_to_next_seat = event->as.putback.reason == CAROM_PUTBACK_NOBODY;
}

static bool nothing_left(const struct carom_table *table)
{
    (void)table;
    return false;
}

/* ---- positions and notation ---- */

static uint8_t cell_of(const struct carom_table *table, unsigned face)
{
    return face < CAROM_MICRO_CELLS ? table->micro_board.cell_of[face] : CAROM_MICRO_NO_CELL;
}

static void round_puzzle(const struct carom_table *table, struct carom_puzzle *puzzle)
{
    puzzle->game = CAROM_GAME_MICRO;
    puzzle->micro = (struct carom_micro_position){.board = table->micro_board,
                                                  .start = cell_of(table, table->drawn.start),
                                                  .via = cell_of(table, table->drawn.via),
                                                  .target = cell_of(table, table->drawn.target)};
}

static void view(const struct carom_table *table, struct carom_puzzle *puzzle)
{
    round_puzzle(table, puzzle);
    if (table->rounds == 0)
        puzzle->micro.start = puzzle->micro.via = puzzle->micro.target = CAROM_MICRO_NO_CELL;
}

static uint8_t target(const struct carom_drawn_target *drawn)
{
    return drawn->target;
}

static unsigned target_cell(const struct carom_table *table, const struct carom_drawn_target *drawn)
{
    unsigned cell = table->micro_board.cell_of[drawn->target];
    return carom_cell_make(cell % CAROM_MICRO_SIDE, cell / CAROM_MICRO_SIDE);
}

static bool read_target(const struct carom_table *table, const struct carom_json *json, uint32_t node, uint8_t *target)
{
    (void)table;
    return codec_face(json, node, target);
}

static bool read_board(struct carom_setup *setup, const char *bytes, size_t length, struct carom_error *error)
{
    struct carom_micro_position position;
    if (!carom_micro_position_read(&position, false, bytes, length, error))
        return false;
    setup->tiles = position.board;
    return true;
}

static void write_board(struct carom_text *text, const struct carom_board *board, const struct carom_micro_board *tiles)
{
    (void)board;
    carom_micro_board_write(text, tiles);
}

static void put_robots(struct carom_text *text, const struct carom_table *table)
{
    if (table->micro_robot_face != CAROM_MICRO_NO_CELL)
        codec_put_face(text, "robots", table->micro_robot_face);
}

static void put_target(struct carom_text *text, const struct carom_table *table)
{
    codec_put_face(text, "target", table->drawn.target);
    codec_put_face(text, "start", table->drawn.start);
    if (table->drawn.via != CAROM_MICRO_NO_CELL)
        codec_put_face(text, "via", table->drawn.via);
}

static void put_winnings(struct carom_text *text, const struct carom_table *table, unsigned seat)
{
    (void)text, (void)table, (void)seat; /* chips look alike: the score says it */
}

const struct game game_micro = {
    .id = CAROM_GAME_MICRO,
    .calls = true,
    .dice = true,
    .needs_two = true,
    .target_in_supply = true,
    .skip_after = CAROM_MICRO_PATIENCE,
    .setup = setup,
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
    .write_target = carom_micro_face_write,
    .write_stop = carom_micro_face_write,
    .read_board = read_board,
    .write_board = write_board,
    .put_robots = put_robots,
    .put_target = put_target,
    .put_winnings = put_winnings,
};
