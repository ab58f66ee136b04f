/*
 * The parts of a race that the machine calls (race.c). Nobody outside this room includes this.
 */
#ifndef REFEREE_RACE_H
#define REFEREE_RACE_H

#include "internal.h"

/* Does this route lead to the target of the round (R5 to R9)? `round` is how it ends; if a move cannot be made, `slid`
 * says why. */
enum carom_refusal_code race_check_route(const struct carom_table *table, const char *words, struct carom_round *round,
                                         enum carom_slide_result *slid);
/* CAROM_ACCEPTED if `moves` is fewer than the seat's own route has (H3), else the refusal. */
enum carom_refusal_code race_check_improvement(const struct carom_table *table, unsigned seat, uint32_t moves);

/* decide: a route is handed in, while the target is up. */
enum carom_refusal_code race_hand(const struct carom_table *table, const struct carom_command *command, unsigned seat,
                                  struct carom_decision *decision);
/* due: the next route is shown; then the round is won. */
bool race_next_shown(const struct carom_table *table, struct carom_event *event);
bool race_won(const struct carom_table *table, struct carom_event *event);

/* apply */
void race_apply_handed(struct carom_table *table, const struct carom_event *event);
void race_apply_shown(struct carom_table *table, const struct carom_event *event);
void race_clear_routes(struct carom_table *table);

/* verify: may this `handed` come that keeps its route secret? And is this the route that was meant? */
bool race_can_accept_hidden(const struct carom_table *table, const struct carom_event *event);
bool race_route_matches(const struct carom_table *table, const struct carom_event *shown);

/* table.c: CAROM_HANDED_SIZE bytes for a route; NULL: nobody sits there, or this is no race. */
char *race_route_slot(struct carom_table *table, unsigned seat);

#endif
