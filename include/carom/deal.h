/*
 * Dealing: random positions under R3 and M3, the same for the same seed everywhere.
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
    uint32_t reserved[4]; /* 0: for wishes that may come, so that the struct keeps its size */
};

/* A random board: faces by number, then their order round the centre. False, with nothing drawn or written, if no board
 * is like that: carom_board_count says how many are, and the box of 1999 has none with barriers (S1). */
bool carom_deal_board(struct carom_random *random, const struct carom_deal_options *deal, struct carom_board *board);
/* Robots on random cells without target, barrier or block, each alone (R3). */
void carom_deal_robots(struct carom_random *random, const struct carom_deal_options *deal,
                       const struct carom_board *board, struct carom_robots *robots);
/* Board, robots and one of the 17 tokens. False, with nothing drawn or written, if there is no such board. */
bool carom_deal_position(struct carom_random *random, const struct carom_deal_options *deal,
                         struct carom_position *position);

void carom_deal_micro_board(struct carom_random *random, unsigned side, struct carom_micro_board *board);
/* Board of a random side, start, target and, for experts, the way point (M3, M12). */
void carom_deal_micro_position(struct carom_random *random, bool expert, struct carom_micro_position *position);

CAROM_END_DECLS

#endif
