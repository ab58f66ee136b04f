/*
 * Invariants of a table, for the referee's assertions (core/invariants.h): they hold whatever events it has met, in any
 * order.
 */
#ifndef CAROM_REFEREE_INVARIANTS_H
#define CAROM_REFEREE_INVARIANTS_H

#include "../core/invariants.h"

#include <carom/referee.h>

bool carom_table_valid(const struct carom_table *table);
/* An event that was decided on this table is the next one, and concerns a seat that can exist. */
bool carom_event_valid(const struct carom_event *event, const struct carom_table *before);

#endif
