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
static void wait_for_input(const struct play *play)
{
    struct pollfd waits[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (play->remote != NULL)
        waits[1].fd = play->remote->fd(play->remote->context);
    poll(waits, 2, TURN_MS);
}

/* Until somebody wants to leave, or a table elsewhere is no more. */
static void run_game_loop(struct screen *screen)
{
    struct play *play = screen->play;
    bool there = true;
    while (there && !screen->quit && !terminal_interrupted()) {
        wint_t key;
        int kind = get_wch(&key);
        play_tick(play);
        if (kind != ERR)
            key_pressed(screen, (int)key, kind == KEY_CODE_YES);
        there = play->remote == NULL || play->remote->receive(play->remote->context);
        screen_draw(screen);
        if (kind == ERR)
            wait_for_input(play);
    }
}

int play_screen(struct play *play, const struct play_display *display)
{
    struct screen screen = {.play = play, .ascii = display->ascii, .robot = CAROM_ROBOTS, .bidder = CAROM_NO_SEAT};
    struct play_setup setup = play->setup;
    if (!terminal_begin(&screen))
        return play->remote == NULL ? play_line_mode(play, display->ascii) : CLI_EXIT_USAGE;
    if (!display->no_animation) {
        play->observer.on_move = animate_move;
        play->observer.context = &screen;
    }
    if (play->remote == NULL && !play_start(play, &setup)) {
        terminal_end();
        return CLI_EXIT_USAGE;
    }
    screen_draw(&screen);
    run_game_loop(&screen);
    terminal_end();
    return CLI_EXIT_OK;
}
