/*
 * Events in words, for `carom replay` and the line mode of `carom play`.
 */
#ifndef CLI_STORY_H
#define CLI_STORY_H

#include "cli.h"

/* One sentence about an event, translated, without a line break. `before` is the table before the event. */
#define STORY_MAX 1024
void story_tell(char sentence[STORY_MAX], const struct carom_table *before, const struct carom_event *event);

/* "Ana 3, Ben 1" of those who are seated. */
void story_scores(char words[STORY_MAX], const struct carom_table *table);

#endif
