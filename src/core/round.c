/*
 * A round played move by move. It keeps the axes of each robot for R7, so that front ends, referee and route check
 * share one judgement.
 */
#include "invariants.h"

struct carom_round carom_round_begin(const struct carom_robots *robots)
{
    return (struct carom_round){.robots = *robots};
}

bool carom_round_move(struct carom_round *round, const struct carom_board *board, struct carom_move move,
                      struct carom_slide *slide)
{
    if (!carom_slide(board, &round->robots, move, slide, NULL))
        return false;
    round->robots.cell[move.robot] = slide->to;
    round->axes[move.robot] |= slide->axes;
    round->moves++;
    round->cost += slide->cost;
    CAROM_ASSERT(carom_round_valid(round, board));
    return true;
}

enum carom_round_state carom_round_state(const struct carom_round *round, const struct carom_target *target,
                                         unsigned moved, bool ricochet)
{
    unsigned robot = carom_robots_at(&round->robots, target->cell);
    if (robot == CAROM_ROBOTS || (target->active != CAROM_ANY_ROBOT && target->active != robot))
        return CAROM_ROUND_RUNNING;
    if (!ricochet || round->axes[robot] == CAROM_AXIS_BOTH)
        return CAROM_ROUND_REACHED;
    /* R7: a robot that stood on the target before the round has not failed; one that stops there without a ricochet
     * has. */
    return moved == robot ? CAROM_ROUND_NO_RICOCHET : CAROM_ROUND_RUNNING;
}

const char *carom_round_state_name(enum carom_round_state state)
{
    switch (state) {
    case CAROM_ROUND_RUNNING:
        return "on";
    case CAROM_ROUND_REACHED:
        return "reached";
    case CAROM_ROUND_NO_RICOCHET:
        return "no-ricochet";
    }
    return "";
}
