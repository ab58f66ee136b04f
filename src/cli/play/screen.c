/*
 * What is on the screen. Everything is drawn anew each time and ncurses sends the differences.
 *
 * 80x24: the board (at most 68 columns, 18 lines), target, sand and count at its right, and six lines below: players,
 * two or three lines of the story, what is to be done, keys. A taller terminal gets the tall board, and more of the
 * story.
 */
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include "columns.h"

#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define ROWS_MIN 24
#define COLUMNS_MIN 80
#define BELOW 6 /* lines below the board */

/* Words from a place on, cut at the edge of the screen. */
static void put(int row, int column, const char *words)
{
    int room = getmaxx(stdscr) - column;
    if (room > 0)
        mvaddnstr(row, column, words, (int)columns_cut(words, (size_t)room));
}

/* Words in as many lines as they need; returns the row below. Above the screen nothing is written. */
static int put_lines(int row, int column, const char *words)
{
    size_t room = getmaxx(stdscr) > column ? (size_t)(getmaxx(stdscr) - column) : 1;
    while (*words != '\0') {
        char line[EVENT_TEXT_MAX];
        size_t length = columns_line(words, room);
        snprintf(line, sizeof line, "%.*s", (int)length, words);
        if (row >= 0)
            put(row, column, line);
        row++;
        words += length + (words[length] == ' ');
    }
    return row;
}

char screen_bid_key(unsigned seat)
{
    static const char keys[] = "alzmgjck";
    return seat < sizeof keys - 1 ? keys[seat] : '\0';
}

static struct carom_grid_style style_of(const struct screen *screen)
{
    int rows = getmaxy(stdscr);
    const struct carom_table *table = &screen->play->table;
    int tall = carom_rules_is_micro(&table->rules) ? 2 * CAROM_MICRO_SIDE + 2 : 2 * table->board.height + 2;
    return (struct carom_grid_style){.ascii = screen->ascii, .compact = tall + BELOW > rows};
}

static void draw_grid(const struct screen *screen, const struct carom_grid *grid)
{
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const struct carom_glyph *glyph = &grid->glyphs[row][column];
            attr_t look = (attr_t)terminal_attributes(screen, glyph->fg, glyph->bg);
            look |= glyph->bold ? A_BOLD : 0;
            look |= glyph->dim ? A_DIM : 0;
            attrset((int)look);
            mvaddstr(row, column, glyph->bytes);
        }
    }
    attrset(A_NORMAL);
}

/* A cell's contents in reverse, in their own colours. */
static void turn_round(struct carom_grid_pos at)
{
    cchar_t glyph;
    wchar_t words[CCHARW_MAX + 1];
    attr_t look;
    short pair = 0;
    if (mvin_wch(at.row, at.column, &glyph) == OK)
        getcchar(&glyph, words, &look, &pair, NULL);
    mvchgat(at.row, at.column, 2, A_REVERSE | A_BOLD, pair, NULL);
}

/* Whether the player at this keyboard can move robots now, for everyone or on a scratch board. */
static bool moves_now(const struct play *play)
{
    unsigned mover = carom_table_moving_seat(&play->table);
    return (mover != CAROM_NO_SEAT && play_is_local_seat(play, mover)) || scratch_allowed(play);
}

/* The chosen robot in reverse, and dots where it could stop. */
static void draw_choice(const struct screen *screen, const struct carom_table *table, struct carom_grid_style style)
{
    const struct carom_robots *robots = &table->round.robots;
    if (screen->robot >= CAROM_ROBOTS || !carom_robots_has(robots, screen->robot) || !moves_now(screen->play))
        return;
    struct carom_grid_pos at = carom_grid_cell_pos(robots->cell[screen->robot], style);
    turn_round(at);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS && !screen->moving_piece.on; direction++) {
        struct carom_slide slide;
        struct carom_move move = carom_move_make(screen->robot, direction);
        move.through_wall = screen->through;
        move.pass_barriers = screen->plus;
        if (carom_slide(&table->board, robots, move, &slide, NULL) &&
            carom_robots_at(robots, slide.to) == CAROM_ROBOTS) {
            at = carom_grid_cell_pos(slide.to, style);
            attrset(A_BOLD | A_REVERSE);
            mvaddstr(at.row, at.column, screen->ascii ? "*" : "\xe2\x97\x8f");
            attrset(A_NORMAL);
        }
    }
}

/* Micro Robots: the cell that Enter would step on. */
static void draw_cursor(const struct screen *screen, struct carom_grid_style style)
{
    if (moves_now(screen->play)) {
        struct carom_grid_pos at = carom_grid_micro_cell_pos(screen->cursor, style);
        turn_round(at);
    }
}

/* Its size in lines and columns comes back. */
static void draw_board(const struct screen *screen, int *rows, int *columns)
{
    static struct carom_grid grid;
    static struct carom_table shown;
    struct carom_grid_style style = style_of(screen);
    shown = screen->play->table;
    if (screen->moving_piece.on) {
        shown.round.robots = screen->moving_piece.robots;
        shown.micro_robot_face = screen->moving_piece.face;
    } else if (scratch_allowed(screen->play)) {
        shown.round.robots = screen->play->scratch.robots;
    }
    draw_table(&grid, &shown, style);
    draw_grid(screen, &grid);
    if (carom_rules_is_micro(&shown.rules))
        draw_cursor(screen, style);
    else
        draw_choice(screen, &shown, style);
    *rows = grid.rows;
    *columns = grid.columns;
}

static void target_text(const struct carom_table *table, char words[32])
{
    struct carom_text text = carom_text_init(words, 32);
    if (carom_rules_is_micro(&table->rules)) {
        carom_micro_face_write(&text, table->drawn.start);
        carom_text_char(&text, '>');
        if (table->drawn.via != CAROM_MICRO_NO_CELL) {
            carom_micro_face_write(&text, table->drawn.via);
            carom_text_char(&text, '>');
        }
        carom_micro_face_write(&text, table->drawn.target);
        return;
    }
    carom_token_write(&text, table->drawn.token);
    carom_text_char(&text, ' ');
    carom_cell_write(&text, table->target.cell);
}

/* Sand as a bar that empties from the right. */
static void draw_hourglass(const struct screen *screen, int row, int column)
{
    const struct carom_table *table = &screen->play->table;
    int seconds = play_hourglass_seconds(screen->play);
    carom_ms whole = carom_table_time_limit(table);
    if (seconds < 0)
        return;
    int bar = whole > 0 ? (int)(((carom_ms)seconds * 10000 + whole - 1) / whole) : 0;
    attrset(seconds <= 10 ? (A_BOLD | A_REVERSE) : A_BOLD);
    mvprintw(row, column, "%d:%02d", seconds / 60, seconds % 60);
    attrset(A_NORMAL);
    for (int i = 0; i < 10; i++)
        mvaddstr(row + 1, column + i, i < bar ? (screen->ascii ? "#" : "\xe2\x96\x92") : ".");
}

/* How many moves the route has that is being made. */
static void draw_count(const struct play *play, int column)
{
    const struct carom_table *table = &play->table;
    bool plans = scratch_allowed(play);
    if (carom_table_moving_seat(table) == CAROM_NO_SEAT && !plans)
        return;
    put(10, column, _("Count"));
    attrset(A_BOLD);
    if (table->phase == CAROM_PHASE_SHOWING && table->turn_bid != CAROM_BID_NO_LIMIT)
        mvprintw(11, column, "%u / %u", table->round.cost, table->turn_bid);
    else
        mvprintw(11, column, "%u", plans ? play->scratch.moves : table->round.cost);
    attrset(A_NORMAL);
}

static void draw_side(const struct screen *screen, int column)
{
    const struct carom_table *table = &screen->play->table;
    char words[32];
    if (table->rounds == 0)
        return;
    target_text(table, words);
    put(1, column, _("Target"));
    attrset(A_BOLD);
    put(2, column, words);
    attrset(A_NORMAL);
    bool practice = play_is_solo(screen->play) && table->rules.hourglass == 0; /* there is no end, so nothing is left */
    if (!practice)
        mvprintw(3, column, _("%u left"), table->drawn.remaining);
    if (play_hourglass_seconds(screen->play) >= 0) {
        put(6, column, _("Timer"));
        draw_hourglass(screen, 7, column);
    }
    draw_count(screen->play, column);
    if (screen->robot < CAROM_ROBOTS && screen->robot == CAROM_TRANSPARENT && (screen->through || screen->signs > 0))
        mvprintw(13, column, "T%s%u+", screen->through ? "!" : "", screen->signs);
}

/* The key of a player, or their number. */
static void draw_bid_key(unsigned seat)
{
    attron(A_UNDERLINE | A_BOLD);
    if (screen_bid_key(seat) != '\0')
        printw("%c", screen_bid_key(seat));
    else
        printw("%u", seat + 1);
    attroff(A_UNDERLINE | A_BOLD);
    addch(' ');
}

#define NAME_COLUMNS 16

/* "a Ana 3  bids 5" */
static void draw_player(const struct screen *screen, unsigned seat)
{
    const struct carom_table *table = &screen->play->table;
    const struct carom_player *player = &table->players[seat];
    char name[CAROM_NAME_SIZE];
    attrset(table->turn == seat ? A_REVERSE : A_NORMAL);
    if (table->phase == CAROM_PHASE_BIDDING && play_local_count(screen->play) > 1)
        draw_bid_key(seat);
    if (screen->play->remote != NULL && play_is_local_seat(screen->play, seat))
        attron(A_UNDERLINE);
    event_text_name(name, table, seat);
    name[columns_cut(name, NAME_COLUMNS)] = '\0';
    if (carom_rules_is_solo(&table->rules))
        printw(_("%s: %u up, %u down"), name, player->score, table->face_down);
    else
        printw("%s %u", name, player->score);
    if (player->bid > 0 && player->bid != CAROM_BID_NO_LIMIT) {
        attron(A_BOLD);
        printw(_(" bids %u"), (unsigned)player->bid);
        attroff(A_BOLD);
    }
    if (player->done)
        addstr(_(" done"));
    attrset(A_NORMAL);
    addstr("   ");
}

#define PLAYER_COLUMNS 38 /* that a player takes at most */

/* "a Ana 3  bids 5   l Ben 1  done", in as many lines as they need and there are: how many there are not shown stands
 * behind the last. Returns how many lines it took. */
static int draw_players(const struct screen *screen, int row, int lines)
{
    const struct carom_table *table = &screen->play->table;
    int line = 0;
    move(row, 0);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!table->players[seat].seated)
            continue;
        bool last = line + 1 == lines;
        bool more = last && seat + 1 < table->seats;
        if (getcurx(stdscr) > 0 && getcurx(stdscr) + PLAYER_COLUMNS + (more ? 5 : 0) > getmaxx(stdscr)) {
            if (last) {
                printw("+%u", table->seats - seat);
                break;
            }
            move(row + ++line, 0);
        }
        draw_player(screen, seat);
    }
    return line + 1;
}

/* One sentence, in as many lines as it needs, the last of them at `row`; returns the row above. */
static int draw_sentence(const char *words, int row, int top)
{
    size_t room = (size_t)getmaxx(stdscr);
    size_t starts[8];
    int lines = 0;
    for (size_t at = 0; lines < 8 && (words[at] != '\0' || at == 0);) {
        size_t length = columns_line(words + at, room);
        starts[lines++] = at;
        at += length + (words[at + length] == ' ');
        if (length == 0)
            break;
    }
    for (int i = lines - 1; i >= 0 && row >= top; i--, row--) {
        char line[EVENT_TEXT_MAX];
        snprintf(line, sizeof line, "%.*s", (int)columns_line(words + starts[i], room), words + starts[i]);
        put(row, 0, line);
    }
    return row;
}

/* The last sentences, the newest at the bottom. */
static void draw_events(const struct play *play, int top, int lines)
{
    int row = top + lines - 1;
    for (unsigned back = 1; back <= play->story_count && back < STORY_LINES_MAX && row >= top; back++) {
        attrset(back == 1 ? A_NORMAL : A_DIM);
        row = draw_sentence(play->story[(play->story_count - back) % STORY_LINES_MAX], row, top);
    }
    attrset(A_NORMAL);
}

/* What is to be done now, in as many lines as it needs, the last of them at `row`; returns the row above. */
static int draw_prompt(const struct screen *screen, int row, int top)
{
    char words[EVENT_TEXT_MAX], name[CAROM_NAME_SIZE];
    play_status(screen->play, words);
    attrset(A_BOLD);
    if (screen->quit_asked) {
        snprintf(words, sizeof words, "%s", _("Leave the game? Press q again to leave, any other key to stay."));
    } else if (screen->choosing_player) {
        snprintf(words, sizeof words, _("Player number: %s_ (then Space for the bid)"), screen->typed);
    } else if (screen->bidder != CAROM_NO_SEAT) {
        event_text_name(name, &screen->play->table, screen->bidder);
        snprintf(words, sizeof words, _("%s bids: %s_"), name, screen->typed);
    } else if (screen->play->connection_error[0] != '\0') {
        snprintf(words, sizeof words, "%s", screen->play->connection_error);
    } else if (screen->play->refusal_text[0] != '\0') {
        snprintf(words, sizeof words, "%s", screen->play->refusal_text);
    }
    row = draw_sentence(words, row, top);
    attrset(A_NORMAL);
    return row;
}

#define KEY_LINES 2
#define HIDDEN 1000 /* rows above the screen */

/* The keys for what the referee accepts now, and for nothing else, in one line or two. Returns how many. */
static int key_help_text(const struct screen *screen, char lines[KEY_LINES][EVENT_TEXT_MAX])
{
    const struct play *play = screen->play;
    bool many = play_local_count(play) > 1;
    bool alone = play_is_solo(play);
    bool trying = play_can_undo(play);
    bool micro = carom_rules_is_micro(&play->table.rules);
    bool bids = play_is_allowed(play, CAROM_COMMAND_BID);
    bool done = play_is_allowed(play, CAROM_COMMAND_DONE);
    bool moves = play_is_allowed(play, CAROM_COMMAND_MOVE);
    bool passes = play_is_allowed(play, CAROM_COMMAND_PASS);
    bool plans = scratch_allowed(play);
    const struct {
        bool offered;
        const char *words;
    } keys[] = {
        {bids && many, N_("player's key, number, Enter: bid")},
        {bids && alone, N_("Enter: I have a route")},
        {bids && !many && !alone, N_("number, Enter: bid")},
        {done && many, N_("Space: all done")},
        {done && !many, N_("Space: done")},
        {play_is_allowed(play, CAROM_COMMAND_FLIP), N_("f flip")},
        {moves && micro, N_("arrows, Enter or 6p: step")},
        {(moves && !micro) || plans, N_("r y g b: robot")},
        {(moves && !micro) || plans, N_("arrows: move")},
        {plans && play_is_allowed(play, CAROM_COMMAND_HAND), N_("Enter: hand in")},
        {(passes && trying) || plans, N_("Backspace undo")},
        {(passes && trying) || plans, N_("Esc reset")},
        {(moves || bids) && alone, N_("h hint")},
        {passes && !trying, N_("p give up")},
        {play_is_allowed(play, CAROM_COMMAND_SKIP), N_("x skip")},
        {play_is_allowed(play, CAROM_COMMAND_CHIP), N_("c chip")},
        {play_is_allowed(play, CAROM_COMMAND_START), N_("Enter: begin")},
        {play_is_allowed(play, CAROM_COMMAND_NEXT), N_("Enter: next")},
        {play->table.phase == CAROM_PHASE_OVER, N_("Enter: another game")},
        {true, N_("? keys")},
        {true, N_("q quit")},
    };
    int line = 0;
    size_t room = (size_t)getmaxx(stdscr);
    lines[0][0] = lines[1][0] = '\0';
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *words = _(keys[i].words);
        size_t length = strlen(lines[line]);
        if (!keys[i].offered)
            continue;
        if (length > 0 && columns_of(lines[line]) + 2 + columns_of(words) > room && line + 1 < KEY_LINES)
            length = strlen(lines[++line]);
        snprintf(lines[line] + length, EVENT_TEXT_MAX - length, "%s%s", length > 0 ? "  " : "", words);
    }
    return line + 1;
}

/* Returns how many lines it took, the last of them at `row`. */
static int draw_keys(const struct screen *screen, int row)
{
    static char lines[KEY_LINES][EVENT_TEXT_MAX];
    int count = key_help_text(screen, lines);
    attrset(A_DIM);
    for (int i = 0; i < count; i++)
        put(row - count + 1 + i, 0, lines[i]);
    attrset(A_NORMAL);
    return count;
}

/* In which games a key is of use: the list has only those of the game that is played, so that it fits on 24 lines. */
enum key_use { ALL_GAMES, SLIDES, UNDO, ALONE, TRANSPARENT, BIDS, NO_KEY, TOGETHER, HOURGLASS, TRIES, MICRO };

static const struct {
    enum key_use use;
    const char *keys, *words;
} key_help[] = {
    {SLIDES, N_("r y g b s t or 1 to 6"), N_("choose a robot; arrows move it")},
    {UNDO, N_("Backspace, u, Ctrl-Z"), N_("practice: undo a move; Ctrl-Y: redo it")},
    {UNDO, N_("Esc"), N_("practice: back to the starting position")},
    {ALONE, "h", N_("alone: a hint, more each time; against the hourglass it costs the token")},
    {TRANSPARENT, N_("! and + -"), N_("transparent robot: through a wall; + through, - off barriers")},
    {ALONE, N_("Enter"), N_("alone: you have a route, and show it; type a number first to set a limit")},
    {BIDS, N_("key, number, Enter"), N_("bid: the player's key (not if you play alone) and the number of moves")},
    {NO_KEY, N_("number, Space"), N_("choose a player who has no key; then a number, or d: no more bids")},
    {TOGETHER, N_("Shift and key"), N_("no more bids from this player; Space: from anybody")},
    {HOURGLASS, "f", N_("turn the hourglass although nobody has bid")},
    {ALL_GAMES, "x", N_("put this target back, if all agree")},
    {ALL_GAMES, "p", N_("give up showing")},
    {ALL_GAMES, N_("Enter, n"), N_("the next target; after the game, another game")},
    {TRIES, N_("arrows, Enter"), N_("in a race: try your own route, hand it in")},
    {MICRO, N_("Micro Robots"), N_("arrows and Enter, or type the cell: 6p")},
    {MICRO, "c", N_("Micro Robots, between rounds: a chip on the target, or none")},
    {ALL_GAMES, N_("q, Ctrl-C"), N_("leave")},
};
#define HELP_LINES (sizeof key_help / sizeof key_help[0])

static bool is_of_use(const struct play *play, enum key_use use)
{
    const struct carom_rules *rules = &play->table.rules;
    bool micro = carom_rules_is_micro(rules), alone = play_is_solo(play);
    bool tries = carom_rules_is_race(rules) || play->scratch.allowed;
    switch (use) {
    case ALL_GAMES:
        return true;
    case SLIDES:
        return !micro;
    case UNDO:
        return !micro && (alone || tries);
    case ALONE:
        return alone;
    case TRANSPARENT:
        return (rules->extra_robots & 1u << CAROM_TRANSPARENT) != 0;
    case BIDS:
        return !alone && !carom_rules_is_race(rules);
    case NO_KEY:
        return play_local_count(play) > 0 && screen_bid_key(play_local_count(play) - 1) == '\0';
    case TOGETHER:
        return !alone;
    case HOURGLASS:
        return !alone && !micro;
    case TRIES:
        return tries;
    case MICRO:
        return micro;
    }
    return true;
}

/* Where their explanations begin: behind the widest keys, which every language has its own names for. */
static int help_column(const struct play *play)
{
    size_t widest = 0;
    for (size_t i = 0; i < HELP_LINES; i++) {
        size_t columns = is_of_use(play, key_help[i].use) ? columns_of(_(key_help[i].keys)) : 0;
        widest = columns > widest ? columns : widest;
    }
    size_t most = (size_t)getmaxx(stdscr) / 2;
    return (int)(widest < most ? widest : most) + 4;
}

/* Returns the row below. */
static int put_help(const struct play *play, int row, int column)
{
    for (size_t i = 0; i < HELP_LINES; i++) {
        if (!is_of_use(play, key_help[i].use))
            continue;
        if (row >= 0)
            put(row, 2, _(key_help[i].keys));
        row = put_lines(row, column, _(key_help[i].words));
    }
    return row;
}

static void draw_help(const struct play *play)
{
    int column = help_column(play);
    int need = put_help(play, -HIDDEN, column) + HIDDEN; /* lines: languages differ */
    int row = need + 5 <= getmaxy(stdscr) ? 3 : 1;
    attrset(A_BOLD);
    put(row / 2, 2, _("Keys"));
    attrset(A_NORMAL);
    row = put_help(play, row, column);
    move(getmaxy(stdscr) - 1, 0);
    clrtoeol();
    put(row + 1 < getmaxy(stdscr) ? row + 1 : getmaxy(stdscr) - 1, 2, _("Press any key to return to the game."));
}

void screen_draw(const struct screen *screen)
{
    int rows = getmaxy(stdscr);
    erase();
    if (rows < ROWS_MIN || getmaxx(stdscr) < COLUMNS_MIN) {
        mvprintw(0, 0, _("This terminal is too small; the game needs %dx%d."), COLUMNS_MIN, ROWS_MIN);
    } else if (screen->help) {
        draw_help(screen->play);
    } else {
        int below;
        int column;
        if (screen->play->table.phase == CAROM_PHASE_NONE)
            below = column = 0;
        else
            draw_board(screen, &below, &column);
        below = below + BELOW < rows ? below + 1 : rows - BELOW;
        draw_side(screen, column + 1);
        int prompt = draw_prompt(screen, rows - 1 - draw_keys(screen, rows - 1), below + 2) + 1;
        below += draw_players(screen, below, prompt - below > 3 ? prompt - below - 2 : 1);
        draw_events(screen->play, below, prompt - below);
    }
    refresh();
}
