/*
 * The parts of a race that the machine calls (race.c). Nobody outside this room includes this.
 */
#ifndef REFEREE_RACE_H
#define REFEREE_RACE_H

#include "machine.h"

/* Does this route lead to the target of the round (R5 to R9)? `round` is how it ends; if a move cannot be made, `slid`
 * says why. */
enum carom_refusal_why race_judge(const struct carom_table *table, const char *words, struct carom_round *round,
                                  enum carom_slide_why *slid);
/* Why a route of so many moves is no improvement (H3). */
enum carom_refusal_why race_not_better(const struct carom_table *table, unsigned seat, uint32_t moves);

/* decide: a route is handed in, while the target is up. */
enum carom_refusal_why race_hand(const struct carom_table *table, const struct carom_command *command, unsigned seat,
                                 struct carom_step *step);
/* due: the next route is shown; then the round is won. */
bool race_show(const struct carom_table *table, struct carom_event *event);
bool race_won(const struct carom_table *table, struct carom_event *event);

/* apply */
void race_apply_handed(struct carom_table *table, const struct carom_event *event);
void race_apply_shown(struct carom_table *table, const struct carom_event *event);
void race_forget_routes(struct carom_table *table);

/* verify: may this `handed` come that keeps its route secret? And is this the route that was meant? */
bool race_believes(const struct carom_table *table, const struct carom_event *event);
bool race_route_fits(const struct carom_table *table, const struct carom_event *shown);

/* table.c: CAROM_HANDED_SIZE bytes for a route; NULL: nobody sits there, or this is no race. */
char *race_room(struct carom_table *table, unsigned seat);

#endif
