/*
 * A game as text: events as sentences, and the table drawn. For `carom replay`, `carom play` and `carom join`.
 */
#ifndef CLI_EVENT_TEXT_H
#define CLI_EVENT_TEXT_H

#include "cli.h"

/* The texts of event_text_format, event_text_scores and event_text_name are sanitized (client_sanitize): the referee
 * accepts any name that is UTF-8 without control characters, and a log or a server may have one that changes the
 * writing direction. */

/* Writes one translated sentence about an event, without a line break. `before` is the table before the event; `you`
 * is the reader's seat, which is addressed as "you", or CAROM_NO_SEAT. */
#define EVENT_TEXT_MAX CAROM_SENTENCE_MAX
void event_text_format(char sentence[EVENT_TEXT_MAX], const struct carom_table *before, const struct carom_event *event,
                       unsigned you);

/* Writes the scores: "Ana 3, Ben 1". */
void event_text_scores(char words[EVENT_TEXT_MAX], const struct carom_table *table);

/* The name of the player at a seat; "" if it is free. */
void event_text_name(char name[CAROM_NAME_SIZE], const struct carom_table *table, unsigned seat);

/* Seconds until the table's deadline, 0 if it has passed; -1: there is none. A log or a server may have any
 * deadline. */
int table_seconds_left(const struct carom_table *table, carom_ms now);

/* Prints robots and target as text. The table must be open. */
void print_positions(const struct carom_table *table);

/* Draws the board with its robots and the current target. The table must be open. */
void draw_table(struct carom_grid *grid, const struct carom_table *table, struct carom_grid_style style);
/* Prints the board without colours. The table must be open. */
void print_table_board(const struct carom_table *table, bool ascii);

#endif
