/*
 * A game on the screen, from its beginning to its end: keys, news of a table elsewhere, time, and everything drawn
 * anew.
 */
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <ncurses.h>
#include <poll.h>
#include <unistd.h>

#define TURN_MS 100

/* Waits for a key or for news of a table elsewhere, but not for long: the sand runs. */
static void wait_for_something(const struct play *play)
{
    struct pollfd waits[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (play->far != NULL)
        waits[1].fd = play->far->fd(play->far->context);
    poll(waits, 2, TURN_MS);
}

/* Until somebody wants to leave, or a table elsewhere is no more. */
static void take_turns(struct screen *screen)
{
    struct play *play = screen->play;
    bool there = true;
    while (there && !screen->quit && !terminal_stopped()) {
        wint_t key;
        int kind = get_wch(&key);
        play_tick(play);
        if (kind != ERR)
            keys_press(screen, (int)key, kind == KEY_CODE_YES);
        there = play->far == NULL || play->far->listen(play->far->context);
        screen_draw(screen);
        if (kind == ERR)
            wait_for_something(play);
    }
}

int play_screen(struct play *play, const struct play_look *look)
{
    struct screen screen = {.play = play, .ascii = look->ascii, .robot = CAROM_ROBOTS, .bidder = CAROM_NO_SEAT};
    struct play_setup setup = play->setup;
    if (!terminal_begin(&screen))
        return play->far == NULL ? play_lines(play, look->ascii) : CLI_BAD;
    if (!look->still) {
        play->ears.slide = slides_show;
        play->ears.context = &screen;
    }
    if (play->far == NULL && !play_begin(play, &setup)) {
        terminal_end();
        return CLI_BAD;
    }
    screen_draw(&screen);
    take_turns(&screen);
    terminal_end();
    return CLI_DONE;
}
