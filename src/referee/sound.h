/*
 * What a table promises, for the referee's assertions (core/sound.h): whatever events it has met, in any order.
 */
#ifndef CAROM_REFEREE_SOUND_H
#define CAROM_REFEREE_SOUND_H

#include "../core/sound.h"

#include <carom/referee.h>

bool carom_table_sound(const struct carom_table *table);
/* An event that was decided on this table: it is the next, and about somebody who can be there. */
bool carom_event_sound(const struct carom_event *event, const struct carom_table *before);

#endif
