/*
 * ncurses from its beginning to its end.
 *
 * The terminal must be left as it was found, however the program ends. Polite signals (Ctrl-C, hangup, termination) set
 * a flag and the game ends by itself. A crash cannot wait: its handler writes the words that reset the terminal, which
 * were looked up beforehand, restores the line settings, and lets the signal do its work; only functions that are safe
 * in a handler are used there.
 */
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#define FIRST_PAIR 16 /* those before are left to ncurses */

static volatile sig_atomic_t stopped;
static struct termios before;
static char last_words[256]; /* end of the other screen, cursor on, colours off */

static void stop(int number)
{
    stopped = number;
}

static void crash(int number)
{
    ssize_t done = write(STDOUT_FILENO, last_words, strlen(last_words));
    (void)done;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    signal(number, SIG_DFL);
    raise(number);
}

static void add_text(const char *name)
{
    const char *words = tigetstr((char *)(uintptr_t)name);
    size_t length = strlen(last_words);
    if (words != NULL && words != (char *)-1 && length + strlen(words) < sizeof last_words)
        memcpy(last_words + length, words, strlen(words) + 1);
}

static void catch_signals(void)
{
    static const int polite[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    for (size_t i = 0; i < sizeof polite / sizeof polite[0]; i++)
        sigaction(polite[i], &action, NULL);
    action.sa_handler = crash;
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        sigaction(fatal[i], &action, NULL);
}

/* Ctrl-Z and Ctrl-Y are undo and redo here, not for the terminal. */
static void take_keys(void)
{
    struct termios now;
    tcgetattr(STDIN_FILENO, &now);
    now.c_cc[VSUSP] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
    def_prog_mode();
}

bool terminal_begin(struct screen *screen)
{
    const char *no = getenv("NO_COLOR");
    tcgetattr(STDIN_FILENO, &before);
    if (initscr() == NULL)
        return false;
    add_text("sgr0");
    add_text("cnorm");
    add_text("rmkx");
    add_text("rmcup");
    catch_signals();
    set_escdelay(100);
    cbreak();
    noecho();
    nonl();
    take_keys();
    keypad(stdscr, TRUE);
    curs_set(0);
    timeout(0);
    screen->colour = has_colors() && (no == NULL || *no == '\0');
    if (screen->colour) {
        start_color();
        use_default_colors();
    }
    return true;
}

void terminal_end(void)
{
    endwin();
}

bool terminal_interrupted(void)
{
    return stopped != 0;
}

/* With eight colours only, the bright ones are the dark ones in bold. */
static short colour_of(unsigned colour, attr_t *bold)
{
    if (colour == CAROM_GRID_DEFAULT_COLOUR)
        return -1;
    if ((int)colour >= COLORS) {
        *bold = A_BOLD;
        return (short)(colour % 8);
    }
    return (short)colour;
}

unsigned long terminal_attributes(const struct screen *screen, unsigned fg, unsigned bg)
{
    static struct {
        bool made;
        attr_t look;
    } looks[17][17];
    static short pairs;
    attr_t bold = 0;
    if (!screen->colour || (fg == CAROM_GRID_DEFAULT_COLOUR && bg == CAROM_GRID_DEFAULT_COLOUR))
        return A_NORMAL;
    unsigned f = fg < 16 ? fg : 16;
    unsigned b = bg < 16 ? bg : 16;
    if (!looks[f][b].made && FIRST_PAIR + pairs + 1 < COLOR_PAIRS) {
        attr_t ignored = 0;
        short pair = (short)(FIRST_PAIR + pairs++);
        init_pair(pair, colour_of(fg, &bold), colour_of(bg, &ignored));
        looks[f][b].look = (attr_t)COLOR_PAIR(pair) | bold;
        looks[f][b].made = true;
    }
    return looks[f][b].look;
}

bool play_has_screen(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL && *term != '\0' && strcmp(term, "dumb") != 0;
}

bool terminal_has_unicode(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
