/*
 * What the screen shows besides the game itself: the selected robot, what is being typed.
 */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "play.h"

#define TYPED_MAX 8

struct screen {
    struct play *play;
    bool ascii;
    bool colour;
    bool help;       /* the list of keys is shown */
    bool quit;       /* leave the loop */
    bool quit_asked; /* q was pressed once */
    unsigned robot;  /* selected, or CAROM_ROBOTS */
    bool through;    /* the transparent robot's next move starts with `!` */
    unsigned signs;  /* its signs so far */
    uint64_t plus;
    bool choosing_player; /* a player's number is being typed */
    unsigned bidder;      /* whose bid is being typed, or CAROM_NO_SEAT */
    unsigned typed_count;
    char typed[TYPED_MAX + 1];
    unsigned cursor; /* Micro Robots: a cell */
    struct {
        bool on; /* a robot is moving, and the board is drawn with it there */
        struct carom_robots robots;
        uint8_t face; /* Micro Robots: the face it is on */
    } moving_piece;
};

/* terminal.c: takes over the terminal; terminal_end restores it, also after signals and crashes. */
bool terminal_begin(struct screen *screen);
void terminal_end(void);
/* A signal asked to quit. */
bool terminal_interrupted(void);
/* The attributes for these colours (0..15 or CAROM_GRID_DEFAULT_COLOUR). */
unsigned long terminal_attributes(const struct screen *screen, unsigned fg, unsigned bg);

/* screen.c */
void screen_draw(const struct screen *screen);
/* The key that begins a bid of this seat; '\0': it has none, so its number is typed. */
char screen_bid_key(unsigned seat);

/* animate.c: shows a move before it is made; `context` is the screen. */
void animate_move(void *context, const struct carom_robots *robots, const struct carom_any_move *move);

/* keys.c: `key` as wget_wch gives it; `special` if it is one of KEY_... */
void key_pressed(struct screen *screen, int key, bool special);

#endif
