/*
 * The one place of the whole program where a game's time comes from.
 */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <carom/types.h>

/* Milliseconds since 1970 that never go back while the process lives: the wall clock is read once, at the first call,
 * and from then on the time since boot (sleep included) is added, so that nobody's sand runs faster because somebody
 * sets the clock. */
carom_ms clock_now(void);

#endif
