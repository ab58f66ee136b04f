/*
 * Dealing random positions (R3, M3). The same seed gives the same positions everywhere.
 */
#ifndef CAROM_DEAL_H
#define CAROM_DEAL_H

#include <carom/decls.h>
#include <carom/micro.h>
#include <carom/position.h>
#include <carom/random.h>

CAROM_BEGIN_DECLS

struct carom_deal_options {
    enum carom_edition edition;
    enum carom_barrier_choice barriers;
    uint8_t extra_robots; /* robots beside the four colours: bits 1 << robot */
    uint32_t reserved[4]; /* must be 0; room for later options without changing the size */
};

/* Draws a random board: the faces first, then their order round the centre. False, with nothing drawn or written, if
 * no such board exists, as for barriers in the 1999 edition (S1); carom_board_count tells. */
bool carom_deal_board(struct carom_random *random, const struct carom_deal_options *deal, struct carom_board *board);
/* Places robots on random different cells that have no target or barrier and are not solid (R3). */
void carom_deal_robots(struct carom_random *random, const struct carom_deal_options *deal,
                       const struct carom_board *board, struct carom_robots *robots);
/* Deals board, robots and one of the 17 tokens. False, with nothing drawn or written, if no such board exists. */
bool carom_deal_position(struct carom_random *random, const struct carom_deal_options *deal,
                         struct carom_position *position);
/* Deals robots and a target on this board: one of its tokens, or, if none is printed on it, any of the four robots and
 * a free cell. Of `deal` only `extra_robots` counts. False, with nothing drawn or written, if too few cells are free.
 */
bool carom_deal_on_board(struct carom_random *random, const struct carom_deal_options *deal,
                         const struct carom_board *board, struct carom_position *position);

void carom_deal_micro_board(struct carom_random *random, unsigned side, struct carom_micro_board *board);
/* Deals a board with random tiles and side, start, target and, for experts, the way point (M3, M12). */
void carom_deal_micro_position(struct carom_random *random, bool expert, struct carom_micro_position *position);

CAROM_END_DECLS

#endif
