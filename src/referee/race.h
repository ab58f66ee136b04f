/*
 * The race's part of decide, apply and verify (race.c). Private to the referee.
 */
#ifndef REFEREE_RACE_H
#define REFEREE_RACE_H

#include "internal.h"

/* The points of a route that is the n-th best, from 0 (H5). */
unsigned race_points(unsigned rank);

/* decide: hands in a route during bidding. */
enum carom_refusal_code race_hand(const struct carom_table *table, const struct carom_command *command, unsigned seat,
                                  struct carom_decision *decision);
/* followups: shows the next route; then the round is won. */
bool race_next_shown(const struct carom_table *table, struct carom_event *event);
bool race_won(const struct carom_table *table, struct carom_event *event);

/* apply */
void race_apply_handed(struct carom_table *table, const struct carom_event *event);
void race_apply_shown(struct carom_table *table, const struct carom_event *event);
void race_clear_routes(struct carom_table *table);

/* verify: may this `handed` with a hidden route come? And is this the route it meant? */
bool race_can_accept_hidden(const struct carom_table *table, const struct carom_event *event);
bool race_route_matches(const struct carom_table *table, const struct carom_event *shown);

/* table.c: CAROM_HANDED_SIZE bytes for a route; NULL: the seat is empty, or this is not a race. */
char *race_route_slot(struct carom_table *table, unsigned seat);

#endif
