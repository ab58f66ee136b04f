/*
 * The game in plain lines: for scripts, pipes and screen readers. Every line typed is a command, every answer a
 * sentence; nothing is drawn unless asked for.
 */
#include "play.h"

#include <stdlib.h>
#include <string.h>

struct line_mode {
    struct play *play;
    bool ascii;
    bool quit;
    int status;
};

static void print_sentence(const char *sentence)
{
    puts(sentence);
}

static void help(const struct line_mode *mode)
{
    puts(_("Type moves such as RN or GE (robot and direction), one or more per line.\n"
           "show: draw the board. where: robots and target in words. next: the next target.\n"
           "reset, undo, redo: change your moves (practice). hint: a hint (alone). skip: another target.\n"
           "wait N: let N seconds pass. quit: leave."));
    if (play_is_solo(mode->play))
        puts(_("bid: you have a route. The hourglass stops, and you show it; bid N: in at most N moves.\n"
               "pass: give up showing, and the hourglass runs on."));
    if (carom_rules_is_race(&mode->play->table.rules)) {
        puts(_("NAME RN GE or hand RN GE: hand in a route. NAME done or done: no more routes."));
    } else if (!play_is_solo(mode->play)) {
        puts(_("NAME N or bid N: a bid. NAME done or done: no more bids. pass: give up showing.\n"
               "flip: turn the hourglass although nobody has bid."));
    }
    if (carom_rules_is_micro(&mode->play->table.rules))
        puts(_("Micro Robots: a move is the cell stepped on, such as 6P.\n"
               "chip: between rounds, take the chip off the target or put it back."));
}

/* Robots, target, time and players, in words. */
static void where(const struct line_mode *mode)
{
    const struct carom_table *table = &mode->play->table;
    char words[EVENT_TEXT_MAX];
    print_positions(table);
    play_status(mode->play, words);
    puts(words);
    if (play_hourglass_seconds(mode->play) >= 0)
        printf(_("Seconds left: %d.\n"), play_hourglass_seconds(mode->play));
    event_text_scores(words, table);
    printf(_("Scores: %s.\n"), words);
}

static unsigned seat_of_name(const struct play *play, const char *name)
{
    for (unsigned seat = 0; seat < play->setup.players; seat++)
        if (strcmp(play->setup.names[seat], name) == 0)
            return seat;
    return CAROM_NO_SEAT;
}

static bool parse_number(const char *word, unsigned *number)
{
    char *end;
    unsigned long value = strtoul(word, &end, 10);
    *number = (unsigned)value;
    return *word >= '0' && *word <= '9' && *end == '\0' && value <= CAROM_BID_MAX;
}

static void answer(const struct line_mode *mode, const char *sentence)
{
    if (!mode->play->observer.json)
        puts(sentence);
}

static void refused(const struct line_mode *mode)
{
    if (mode->play->refusal_text[0] != '\0' && !mode->play->observer.json)
        puts(mode->play->refusal_text);
}

/* `RN GE` or `6P 6W`: all moves of the line. False if it is none. */
static bool moves(const struct line_mode *mode, const char *line)
{
    const struct carom_table *table = &mode->play->table;
    struct carom_move route[PLAY_MOVES];
    uint8_t places[PLAY_MOVES];
    size_t count = 0;
    bool micro = carom_rules_is_micro(&table->rules);
    bool good = micro
                    ? carom_micro_route_read(&table->micro_board, places, PLAY_MOVES, &count, line, strlen(line), NULL)
                    : carom_route_read(route, PLAY_MOVES, &count, line, strlen(line), NULL);
    if (!good || count == 0)
        return false;
    unsigned round = table->rounds;
    for (size_t i = 0; i < count && table->rounds == round; i++) {
        if (i > 0 && carom_table_moving_seat(table) == CAROM_NO_SEAT)
            break; /* the route is at its end; a first move that nobody may make is refused with a sentence */
        struct carom_any_move one = {.micro = micro};
        if (micro)
            one.micro_face = table->micro_board.face_at[places[i]];
        else
            one.move = route[i];
        if (!play_move(mode->play, one)) {
            refused(mode);
            return true;
        }
    }
    return true;
}

/* `Ana RN GE`, `hand RN GE`: in a race a whole route at once (H2). */
static bool handed(const struct line_mode *mode, char *line)
{
    struct carom_move route[PLAY_MOVES];
    size_t count = 0;
    char *space = strchr(line, ' ');
    if (!carom_rules_is_race(&mode->play->table.rules) || space == NULL)
        return false;
    *space = '\0';
    unsigned seat = strcmp(line, "hand") == 0 ? 0 : seat_of_name(mode->play, line);
    *space = ' ';
    if (seat == CAROM_NO_SEAT || !carom_route_read(route, PLAY_MOVES, &count, space, strlen(space), NULL) || count == 0)
        return false;
    play_hand_route(mode->play, seat, route, count);
    refused(mode);
    return true;
}

static void skip_time(const struct line_mode *mode, unsigned seconds)
{
    mode->play->skipped_time += (carom_ms)seconds * 1000;
    play_tick(mode->play);
}

/* Commands that stand alone. False if it is none of them. */
static bool word(struct line_mode *mode, const char *line)
{
    struct play *play = mode->play;
    unsigned mover = carom_table_moving_seat(&play->table);
    if (strcmp(line, "quit") == 0)
        mode->quit = true;
    else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        help(mode);
    else if (strcmp(line, "show") == 0)
        print_table_board(&play->table, mode->ascii);
    else if (strcmp(line, "where") == 0)
        where(mode);
    else if (strcmp(line, "next") == 0)
        play_next(play);
    else if (strcmp(line, "reset") == 0 || strcmp(line, "pass") == 0)
        play_command(play, CAROM_COMMAND_PASS, mover != CAROM_NO_SEAT ? mover : 0);
    else if (strcmp(line, "undo") == 0)
        answer(mode, play_undo(play) ? _("Undone.") : _("Nothing to undo."));
    else if (strcmp(line, "redo") == 0)
        answer(mode, play_redo(play) ? _("Redone.") : _("Nothing to redo."));
    else if (strcmp(line, "hint") == 0 && play_is_solo(play))
        play_hint(play);
    else if (strcmp(line, "skip") == 0 || strcmp(line, "done") == 0)
        play_command_all(play, *line == 's' ? CAROM_COMMAND_SKIP : CAROM_COMMAND_DONE);
    else if (strcmp(line, "bid") == 0)
        play_announce(play, play_only_seat(play));
    else if (strcmp(line, "chip") == 0)
        play_chip(play);
    else if (strcmp(line, "flip") == 0)
        play_command(play, CAROM_COMMAND_FLIP, 0);
    else
        return false;
    refused(mode);
    return true;
}

/* `Ana 5`, `Ana done`, `bid 5`, `wait 10`. */
static bool split_command(struct line_mode *mode, char *line)
{
    char *space = strrchr(line, ' ');
    unsigned number;
    if (space == NULL)
        return false;
    *space = '\0';
    const char *second = space + 1;
    unsigned seat = strcmp(line, "bid") == 0 ? 0 : seat_of_name(mode->play, line);
    if (strcmp(line, "wait") == 0 && parse_number(second, &number)) {
        skip_time(mode, number);
    } else if (seat != CAROM_NO_SEAT && parse_number(second, &number)) {
        play_bid(mode->play, seat, number);
    } else if (seat != CAROM_NO_SEAT && strcmp(second, "done") == 0) {
        play_command(mode->play, CAROM_COMMAND_DONE, seat);
    } else {
        *space = ' ';
        return false;
    }
    refused(mode);
    return true;
}

static void run_line(struct line_mode *mode, char *line)
{
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
    if (length == 0 || *line == '#')
        return;
    mode->play->refusal_text[0] = '\0';
    play_tick(mode->play);
    if (!word(mode, line) && !handed(mode, line) && !split_command(mode, line) && !moves(mode, line)) {
        printf(_("'%s' is not a command; type a move such as RN, or help for the commands\n"), line);
        mode->status = CLI_EXIT_USAGE;
    }
}

int play_line_mode(struct play *play, bool ascii)
{
    static struct line_reader lines;
    struct line_mode mode = {.play = play, .ascii = ascii, .status = CLI_EXIT_OK};
    struct play_setup setup = play->setup;
    lines.file = stdin;
    play->observer.on_sentence = print_sentence;
    if (!play_start(play, &setup))
        return CLI_EXIT_USAGE;
    if (!play->observer.json) {
        where(&mode);
        puts(_("Type help for the commands."));
    }
    fflush(stdout);
    while (!mode.quit && play->table.phase != CAROM_PHASE_OVER && line_reader_next(&lines)) {
        run_line(&mode, lines.text);
        fflush(stdout);
    }
    return mode.status;
}
