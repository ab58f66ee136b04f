/*
 * The game in plain lines: for scripts, pipes and screen readers. Every line typed is a command, every answer a
 * sentence; nothing is drawn unless asked for.
 */
#include "play.h"

#include <stdlib.h>
#include <string.h>

struct talk {
    struct play *play;
    bool ascii;
    bool quit;
    int status;
};

static void tell(const char *sentence)
{
    puts(sentence);
}

static void help(const struct talk *talk)
{
    puts(_("Type moves such as RN or GE (robot and direction), several in a line if you like.\n"
           "show: draw the board. where: robots and target in words. next: the next target.\n"
           "reset, undo, redo: take moves back (practice). hint: a hint (alone). skip: another target.\n"
           "wait N: let N seconds pass. quit: leave."));
    if (play_alone(talk->play))
        puts(_("bid N: you have a route of N moves; the sand stops, and you show it. pass: give up showing."));
    if (carom_rules_race(&talk->play->table.rules)) {
        puts(_("NAME RN GE or hand RN GE: hands in a route. NAME done or done: no more routes."));
    } else if (!play_alone(talk->play)) {
        puts(_("NAME N or bid N: a bid. NAME done or done: no more bids. pass: give up showing.\n"
               "flip: turn the hourglass although nobody has bid."));
    }
    if (carom_rules_micro(&talk->play->table.rules))
        puts(_("Micro Robots: a move is the cell stepped on, such as 6P."));
}

/* Robots, target, time and players, in words. */
static void where(const struct talk *talk)
{
    const struct carom_table *table = &talk->play->table;
    char words[STORY_MAX];
    story_where(table);
    play_status(talk->play, words);
    puts(words);
    if (play_seconds(talk->play) >= 0)
        printf(_("Seconds left: %d.\n"), play_seconds(talk->play));
    story_scores(words, table);
    printf(_("Scores: %s.\n"), words);
}

static unsigned seat_of_name(const struct play *play, const char *name)
{
    for (unsigned seat = 0; seat < play->setup.players; seat++)
        if (strcmp(play->setup.names[seat], name) == 0)
            return seat;
    return CAROM_NO_SEAT;
}

static bool number_of(const char *word, unsigned *number)
{
    char *end;
    unsigned long value = strtoul(word, &end, 10);
    *number = (unsigned)value;
    return *word >= '0' && *word <= '9' && *end == '\0' && value <= CAROM_BID_MAX;
}

static void answer(const struct talk *talk, const char *sentence)
{
    if (!talk->play->ears.json)
        puts(sentence);
}

static void refused(const struct talk *talk)
{
    if (talk->play->answer[0] != '\0' && !talk->play->ears.json)
        puts(talk->play->answer);
}

/* `RN GE` or `6P 6W`: all moves of the line. False if it is none. */
static bool moves(const struct talk *talk, const char *line)
{
    const struct carom_table *table = &talk->play->table;
    struct carom_move route[PLAY_MOVES];
    uint8_t places[PLAY_MOVES];
    size_t count = 0;
    bool micro = carom_rules_micro(&table->rules);
    bool good = micro ? carom_micro_route_read(&table->tiles, places, PLAY_MOVES, &count, line, strlen(line), NULL)
                      : carom_route_read(route, PLAY_MOVES, &count, line, strlen(line), NULL);
    if (!good || count == 0)
        return false;
    unsigned round = table->rounds;
    for (size_t i = 0; i < count && table->rounds == round; i++) {
        if (i > 0 && carom_table_mover(table) == CAROM_NO_SEAT)
            break; /* the route is at its end; a first move that nobody may make is refused with a sentence */
        struct carom_play one = {.micro = micro};
        if (micro)
            one.face = table->tiles.shows[places[i]];
        else
            one.move = route[i];
        if (!play_move(talk->play, one)) {
            refused(talk);
            return true;
        }
    }
    return true;
}

/* `Ana RN GE`, `hand RN GE`: in a race a whole route at once (H2). */
static bool handed(const struct talk *talk, char *line)
{
    struct carom_move route[PLAY_MOVES];
    size_t count = 0;
    char *space = strchr(line, ' ');
    if (!carom_rules_race(&talk->play->table.rules) || space == NULL)
        return false;
    *space = '\0';
    unsigned seat = strcmp(line, "hand") == 0 ? 0 : seat_of_name(talk->play, line);
    *space = ' ';
    if (seat == CAROM_NO_SEAT || !carom_route_read(route, PLAY_MOVES, &count, space, strlen(space), NULL) || count == 0)
        return false;
    play_hand(talk->play, seat, route, count);
    refused(talk);
    return true;
}

static void pass_time(const struct talk *talk, unsigned seconds)
{
    talk->play->skipped += (carom_ms)seconds * 1000;
    play_tick(talk->play);
}

/* Commands that stand alone. False if it is none of them. */
static bool word(struct talk *talk, const char *line)
{
    struct play *play = talk->play;
    unsigned mover = carom_table_mover(&play->table);
    if (strcmp(line, "quit") == 0)
        talk->quit = true;
    else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        help(talk);
    else if (strcmp(line, "show") == 0)
        story_print(&play->table, talk->ascii);
    else if (strcmp(line, "where") == 0)
        where(talk);
    else if (strcmp(line, "next") == 0)
        play_next(play);
    else if (strcmp(line, "reset") == 0 || strcmp(line, "pass") == 0)
        play_do(play, CAROM_DO_PASS, mover != CAROM_NO_SEAT ? mover : 0);
    else if (strcmp(line, "undo") == 0)
        answer(talk, play_undo(play) ? _("Taken back.") : _("There is nothing to take back."));
    else if (strcmp(line, "redo") == 0)
        answer(talk, play_redo(play) ? _("Made again.") : _("There is nothing to make again."));
    else if (strcmp(line, "hint") == 0 && play_alone(play))
        play_hint(play);
    else if (strcmp(line, "skip") == 0 || strcmp(line, "done") == 0)
        play_all(play, *line == 's' ? CAROM_DO_SKIP : CAROM_DO_DONE);
    else if (strcmp(line, "flip") == 0)
        play_do(play, CAROM_DO_FLIP, 0);
    else
        return false;
    refused(talk);
    return true;
}

/* `Ana 5`, `Ana done`, `bid 5`, `wait 10`. */
static bool two_words(struct talk *talk, char *line)
{
    char *space = strrchr(line, ' ');
    unsigned number;
    if (space == NULL)
        return false;
    *space = '\0';
    const char *second = space + 1;
    unsigned seat = strcmp(line, "bid") == 0 ? 0 : seat_of_name(talk->play, line);
    if (strcmp(line, "wait") == 0 && number_of(second, &number)) {
        pass_time(talk, number);
    } else if (seat != CAROM_NO_SEAT && number_of(second, &number)) {
        play_bid(talk->play, seat, number);
    } else if (seat != CAROM_NO_SEAT && strcmp(second, "done") == 0) {
        play_do(talk->play, CAROM_DO_DONE, seat);
    } else {
        *space = ' ';
        return false;
    }
    refused(talk);
    return true;
}

static void obey(struct talk *talk, char *line)
{
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
    if (length == 0 || *line == '#')
        return;
    talk->play->answer[0] = '\0';
    play_tick(talk->play);
    if (!word(talk, line) && !handed(talk, line) && !two_words(talk, line) && !moves(talk, line)) {
        printf(_("'%s' is no command; expected a move such as RN, or one of those that help lists\n"), line);
        talk->status = CLI_BAD;
    }
}

int play_lines(struct play *play, bool ascii)
{
    static struct cli_lines lines;
    struct talk talk = {.play = play, .ascii = ascii, .status = CLI_DONE};
    struct play_setup setup = play->setup;
    lines.file = stdin;
    play->ears.tell = tell;
    if (!play_begin(play, &setup))
        return CLI_BAD;
    if (!play->ears.json) {
        where(&talk);
        puts(_("help lists the commands."));
    }
    fflush(stdout);
    while (!talk.quit && play->table.phase != CAROM_PHASE_OVER && cli_lines_next(&lines)) {
        obey(&talk, lines.text);
        fflush(stdout);
    }
    return talk.status;
}
