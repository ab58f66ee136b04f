/*
 * Dealing. The order of the draws is part of the notation (docs/reference/notation.md), because a seed must give the
 * same positions for ever.
 */
#include "invariants.h"

#include <carom/deal.h>

/* R1, R2, S1: draws one of the boards of the edition, then one of its four orientations. */
bool carom_deal_board(struct carom_random *random, const struct carom_deal_options *deal, struct carom_board *board)
{
    uint8_t faces[4];
    unsigned count = carom_board_count(deal->edition, deal->barriers);
    if (count == 0)
        return false;
    carom_board_nth(faces, deal->edition, deal->barriers, carom_random_below(random, count));
    carom_board_build(board, faces, NULL);
    carom_board_rotate(board, carom_random_below(random, 4));
    return true;
}

/* R3: may a robot be placed here? */
static bool free_start(const struct carom_board *board, const struct carom_robots *robots, carom_cell cell)
{
    return carom_board_can_stand(board, cell) && carom_board_token_at(board, cell) == CAROM_NO_TOKEN &&
           carom_robots_at(robots, cell) == CAROM_ROBOTS;
}

void carom_deal_robots(struct carom_random *random, const struct carom_deal_options *deal,
                       const struct carom_board *board, struct carom_robots *robots)
{
    *robots = (struct carom_robots){0};
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (robot >= CAROM_COLOURS && (deal->extra_robots >> robot & 1u) == 0)
            continue;
        carom_cell cell;
        do {
            cell = (carom_cell)carom_random_below(random, CAROM_CELLS);
        } while (!free_start(board, robots, cell));
        robots->cell[robot] = cell;
        robots->present |= (uint8_t)(1u << robot);
    }
    CAROM_ASSERT(carom_robots_valid(robots, board));
}

bool carom_deal_position(struct carom_random *random, const struct carom_deal_options *deal,
                         struct carom_position *position)
{
    if (!carom_deal_board(random, deal, &position->board))
        return false;
    carom_deal_robots(random, deal, &position->board, &position->robots);
    position->target = carom_target_from_token(&position->board, carom_random_below(random, CAROM_TOKENS));
    return true;
}

static unsigned count_free_starts(const struct carom_board *board)
{
    const struct carom_robots nobody = {0};
    unsigned count = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        count += free_start(board, &nobody, (carom_cell)cell);
    return count;
}

static unsigned count_bits(uint32_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* One of the tokens that are printed on the board. */
static struct carom_target draw_token(struct carom_random *random, const struct carom_board *board)
{
    unsigned nth = carom_random_below(random, count_bits(board->tokens)), token = 0;
    while ((board->tokens >> token & 1u) == 0 || nth-- > 0)
        token++;
    return carom_target_from_token(board, token);
}

static struct carom_target draw_cell(struct carom_random *random, const struct carom_board *board,
                                     const struct carom_robots *robots)
{
    struct carom_target target = {.is_set = true, .token = CAROM_NO_TOKEN};
    target.active = (uint8_t)carom_random_below(random, CAROM_COLOURS);
    do {
        target.cell = (carom_cell)carom_random_below(random, CAROM_CELLS);
    } while (!free_start(board, robots, target.cell));
    return target;
}

bool carom_deal_on_board(struct carom_random *random, const struct carom_deal_options *deal,
                         const struct carom_board *board, struct carom_position *position)
{
    unsigned robots = CAROM_COLOURS + count_bits(deal->extra_robots >> CAROM_COLOURS);
    if (count_free_starts(board) < robots + (board->tokens == 0))
        return false;
    struct carom_position dealt = {.board = *board};
    carom_deal_robots(random, deal, board, &dealt.robots);
    dealt.target = board->tokens != 0 ? draw_token(random, board) : draw_cell(random, board, &dealt.robots);
    *position = dealt;
    return true;
}

/* M1 */
void carom_deal_micro_board(struct carom_random *random, unsigned side, struct carom_micro_board *board)
{
    uint8_t tiles[4] = {0, 1, 2, 3}, turns[4];
    carom_random_shuffle(random, tiles, 4);
    for (unsigned i = 0; i < 4; i++)
        turns[i] = (uint8_t)carom_random_below(random, 4);
    carom_micro_board_build(board, side, tiles, turns);
}

/* M3, M12: rolls a face that none of these cells shows. */
static uint8_t roll(struct carom_random *random, const struct carom_micro_board *board, uint8_t not_a, uint8_t not_b)
{
    for (;;) {
        uint8_t place = board->cell_of[carom_random_below(random, CAROM_MICRO_CELLS)];
        if (place != not_a && place != not_b)
            return place;
    }
}

void carom_deal_micro_position(struct carom_random *random, bool expert, struct carom_micro_position *position)
{
    carom_deal_micro_board(random, carom_random_below(random, 2), &position->board);
    position->start = roll(random, &position->board, CAROM_MICRO_NO_CELL, CAROM_MICRO_NO_CELL);
    position->target = roll(random, &position->board, position->start, CAROM_MICRO_NO_CELL);
    position->via = expert ? roll(random, &position->board, position->start, position->target) : CAROM_MICRO_NO_CELL;
    CAROM_ASSERT(carom_micro_position_valid(position));
}
