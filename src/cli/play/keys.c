/*
 * What keys do. Each phase has its own few keys; what is general comes first.
 */
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <ncurses.h>
#include <string.h>

#define KEY_ESCAPE 27
#define CTRL(letter) ((letter)&31)

static int lower(int key)
{
    return key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
}

static bool is_enter(int key)
{
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}

static bool is_backspace(int key)
{
    return key == KEY_BACKSPACE || key == 127 || key == '\b';
}

static void forget_typing(struct screen *screen)
{
    screen->typed_count = 0;
    screen->typed[0] = '\0';
    screen->bidder = CAROM_NO_SEAT;
    screen->choosing_player = false;
}

static void forget_signs(struct screen *screen)
{
    screen->through = false;
    screen->signs = 0;
    screen->plus = 0;
}

/* The direction of an arrow key, or CAROM_DIRECTIONS. */
static unsigned direction_of(int key, bool special)
{
    if (!special)
        return CAROM_DIRECTIONS;
    return key == KEY_UP      ? CAROM_NORTH
           : key == KEY_RIGHT ? CAROM_EAST
           : key == KEY_DOWN  ? CAROM_SOUTH
           : key == KEY_LEFT  ? CAROM_WEST
                              : CAROM_DIRECTIONS;
}

/* The robot of a letter or digit, or CAROM_ROBOTS. */
static unsigned robot_of(const struct screen *screen, int key)
{
    unsigned robot = key >= '1' && key <= '6' ? (unsigned)(key - '1')
                     : key > 0 && key < 128   ? carom_robot_from_letter((char)key)
                                              : CAROM_ROBOTS;
    return robot < CAROM_ROBOTS && carom_robots_has(&screen->play->table.markers, robot) ? robot : CAROM_ROBOTS;
}

static void move_robot(struct screen *screen, unsigned direction)
{
    if (screen->robot >= CAROM_ROBOTS) {
        snprintf(screen->play->refusal_text, EVENT_TEXT_MAX, "%s", _("Choose a robot first: r, y, g or b."));
        return;
    }
    struct carom_any_move move = {.move = carom_move_make(screen->robot, direction)};
    move.move.through_wall = screen->through;
    move.move.pass_barriers = screen->plus;
    if (scratch_allowed(screen->play))
        scratch_move(screen->play, move.move);
    else
        play_move(screen->play, move);
    forget_signs(screen);
}

/* Signs of the transparent robot's next move. */
static bool on_key_sign(struct screen *screen, int key)
{
    if (screen->robot != CAROM_TRANSPARENT || (key != '!' && key != '+' && key != '-'))
        return false;
    if (key == '!') {
        screen->through = !screen->through;
    } else if (screen->signs < CAROM_MOVE_SIGNS_MAX) {
        screen->plus |= key == '+' ? (uint64_t)1 << screen->signs : 0;
        screen->signs++;
    }
    return true;
}

/* Keys that only make sense alone: undo, redo, reset, hint, skip. */
static void on_key_alone(struct screen *screen, int key)
{
    if (is_backspace(key) || key == 'u' || key == CTRL('z')) {
        play_undo(screen->play);
    } else if (key == CTRL('y')) {
        play_redo(screen->play);
    } else if (key == KEY_ESCAPE) {
        play_command(screen->play, CAROM_COMMAND_PASS, 0);
        forget_signs(screen);
    } else if (key == 'h') {
        play_hint(screen->play);
    } else if (key == 'x') {
        play_command(screen->play, CAROM_COMMAND_SKIP, 0);
    }
}

/* Keys that choose a robot and move it. False if it is none of them. */
static bool on_key_robot(struct screen *screen, int key, bool special)
{
    unsigned direction = direction_of(key, special);
    unsigned robot = special ? CAROM_ROBOTS : robot_of(screen, key);
    if (direction < CAROM_DIRECTIONS) {
        move_robot(screen, direction);
        return true;
    }
    if (!special && on_key_sign(screen, key))
        return true;
    if (robot == CAROM_ROBOTS)
        return false;
    screen->robot = robot;
    forget_signs(screen);
    return true;
}

static void on_key_route(struct screen *screen, int key, bool special)
{
    if (on_key_robot(screen, key, special))
        return;
    else if (play_can_undo(screen->play))
        on_key_alone(screen, key);
    else if (key == 'h' && play_is_solo(screen->play))
        play_hint(screen->play);
    else if (lower(key) == 'p')
        play_command(screen->play, CAROM_COMMAND_PASS, carom_table_moving_seat(&screen->play->table));
}

static void step_on(struct screen *screen, unsigned face)
{
    play_move(screen->play, (struct carom_any_move){.micro = true, .micro_face = (uint8_t)face});
    forget_typing(screen);
}

static void move_cursor(struct screen *screen, unsigned direction)
{
    unsigned column = screen->cursor % CAROM_MICRO_SIDE;
    unsigned row = screen->cursor / CAROM_MICRO_SIDE;
    static const unsigned across[] = {0, 1, 0, CAROM_MICRO_SIDE - 1};
    static const unsigned down[] = {CAROM_MICRO_SIDE - 1, 0, 1, 0};
    screen->cursor =
        (row + down[direction]) % CAROM_MICRO_SIDE * CAROM_MICRO_SIDE + (column + across[direction]) % CAROM_MICRO_SIDE;
}

static void on_key_micro(struct screen *screen, int key, bool special)
{
    unsigned direction = direction_of(key, special);
    if (direction < CAROM_DIRECTIONS) {
        move_cursor(screen, direction);
    } else if (is_enter(key) || key == ' ') {
        step_on(screen, screen->play->table.micro_board.face_at[screen->cursor]);
    } else if (!special && key >= '1' && key <= '6') {
        screen->typed[0] = (char)key;
        screen->typed_count = 1;
    } else if (!special && screen->typed_count == 1 && key > 0 && key < 128) {
        char cell[2] = {screen->typed[0], (char)key};
        unsigned face;
        screen->typed_count = 0;
        if (carom_micro_face_read(&face, cell, sizeof cell))
            step_on(screen, face);
    } else if (lower(key) == 'p') {
        play_command(screen->play, CAROM_COMMAND_PASS, carom_table_moving_seat(&screen->play->table));
    }
}

/* A digit of the number that is being typed, or one taken away. False if the key is neither. */
static bool on_key_digit(struct screen *screen, int key)
{
    if (key >= '0' && key <= '9' && screen->typed_count < TYPED_MAX - 1) {
        screen->typed[screen->typed_count++] = (char)key;
        screen->typed[screen->typed_count] = '\0';
    } else if (is_backspace(key) && screen->typed_count > 0) {
        screen->typed[--screen->typed_count] = '\0';
    } else {
        return false;
    }
    return true;
}

static unsigned typed_number(const struct screen *screen)
{
    unsigned number = 0;
    for (unsigned i = 0; i < screen->typed_count; i++)
        number = number * 10 + (unsigned)(screen->typed[i] - '0');
    return number;
}

/* A player's number is being typed. */
static void on_key_choice(struct screen *screen, int key)
{
    if (on_key_digit(screen, key))
        return;
    unsigned number = typed_number(screen);
    forget_typing(screen);
    if ((key == ' ' || is_enter(key)) && number >= 1 && number <= play_local_count(screen->play))
        screen->bidder = number - 1;
}

/* A bid is being typed. */
static void on_key_number(struct screen *screen, int key)
{
    if (on_key_digit(screen, key))
        return;
    if (key == 'd' && screen->typed_count == 0) {
        play_command(screen->play, CAROM_COMMAND_DONE, screen->bidder);
        forget_typing(screen);
    } else if (is_enter(key)) {
        play_bid(screen->play, screen->bidder, typed_number(screen));
        forget_typing(screen);
        screen->cursor =
            screen->play->table.micro_board.cell_of[screen->play->table.micro_robot_face % CAROM_MICRO_CELLS];
    } else {
        forget_typing(screen);
    }
}

static unsigned seat_of_key(const struct screen *screen, int key)
{
    for (unsigned seat = 0; play_local_count(screen->play) > 1 && seat < play_local_count(screen->play) && key != '\0';
         seat++)
        if (screen_bid_key(seat) == key)
            return seat;
    return CAROM_NO_SEAT;
}

/* Moves that are only tried: digits choose robots where nobody bids. False if the key is none of theirs. */
static bool on_key_plan(struct screen *screen, int key, bool special)
{
    bool race = carom_rules_is_race(&screen->play->table.rules);
    if (!race && !special && key >= '0' && key <= '9')
        return false;
    if (on_key_robot(screen, key, special))
        return true;
    if (is_backspace(key) || key == 'u' || key == CTRL('z'))
        scratch_undo(screen->play);
    else if (key == KEY_ESCAPE)
        scratch_reset(screen->play);
    else if (race && is_enter(key))
        scratch_hand_in(screen->play);
    else
        return false;
    return true;
}

static void on_key_bidding(struct screen *screen, int key, bool special)
{
    struct play *play = screen->play;
    bool alone = play_local_count(play) == 1;
    if (screen->choosing_player) {
        on_key_choice(screen, key);
    } else if (screen->bidder != CAROM_NO_SEAT) {
        on_key_number(screen, key);
    } else if (scratch_allowed(play) && on_key_plan(screen, key, special)) {
        return;
    } else if (!alone && key >= '1' && key <= '9') {
        screen->choosing_player = true;
        on_key_choice(screen, key);
    } else if (alone && key >= '1' && key <= '9') {
        screen->bidder = play_only_seat(play);
        on_key_number(screen, key);
    } else if (key == 'h' && play_is_solo(play)) {
        play_hint(play);
    } else if (is_enter(key) && play_is_solo(play)) {
        play_announce(play, play_only_seat(play));
    } else if (key == ' ') {
        play_command_all(play, CAROM_COMMAND_DONE);
    } else if (key == 'f') {
        play_command(play, CAROM_COMMAND_FLIP, play_only_seat(play));
    } else if (key == 'x') {
        play_command_all(play, CAROM_COMMAND_SKIP);
    } else if (seat_of_key(screen, key) != CAROM_NO_SEAT) {
        screen->bidder = seat_of_key(screen, key);
    } else if (key >= 'A' && key <= 'Z' && seat_of_key(screen, lower(key)) != CAROM_NO_SEAT) {
        play_command(play, CAROM_COMMAND_DONE, seat_of_key(screen, lower(key)));
    }
}

static void on_key_between(struct screen *screen, int key)
{
    if (key == 'c' && play_is_allowed(screen->play, CAROM_COMMAND_CHIP))
        play_chip(screen->play);
    if (!is_enter(key) && key != 'n' && key != ' ')
        return;
    screen->robot = CAROM_ROBOTS;
    forget_signs(screen);
    if (screen->play->table.phase == CAROM_PHASE_OVER)
        play_next_game(screen->play);
    else if (screen->play->table.phase == CAROM_PHASE_LOBBY)
        play_command(screen->play, CAROM_COMMAND_START, play_only_seat(screen->play));
    else
        play_next(screen->play);
}

static void on_key_phase(struct screen *screen, int key, bool special)
{
    const struct carom_table *table = &screen->play->table;
    if (carom_table_moving_seat(table) == CAROM_NO_SEAT && carom_table_in_round(table))
        on_key_bidding(screen, key, special);
    else if (carom_table_moving_seat(table) == CAROM_NO_SEAT)
        on_key_between(screen, key);
    else if (carom_rules_is_micro(&table->rules))
        on_key_micro(screen, key, special);
    else
        on_key_route(screen, key, special);
}

void key_pressed(struct screen *screen, int key, bool special)
{
    bool typing = screen->bidder != CAROM_NO_SEAT || screen->choosing_player;
    bool asked = screen->quit_asked;
    screen->quit_asked = false;
    if (special && key == KEY_RESIZE)
        return;
    screen->play->refusal_text[0] = '\0';
    if (screen->help) {
        screen->help = false;
    } else if (!typing && !special && (key == 'q' || key == CTRL('c'))) {
        screen->quit = asked || key != 'q';
        screen->quit_asked = true;
    } else if (asked) {
        return;
    } else if (!typing && !special && key == '?') {
        screen->help = true;
    } else {
        on_key_phase(screen, key, special);
    }
}
