/*
 * Micro Robots, as people look at it: step by step from the start, over the way point if there is one (M12), without
 * the steps that are overlooked.
 */
#include "seen.h"

#include <string.h>

#define STATES (2 * CAROM_MICRO_CELLS) /* a place, and whether the way point has been passed */
#define NOWHERE 255

struct walking {
    uint8_t from[STATES];
    uint8_t ahead[STATES];
    uint8_t queue[STATES];
    unsigned count;
};

static void put(struct walking *walking, unsigned state, unsigned from, unsigned ahead)
{
    if (walking->ahead[state] != NOWHERE)
        return;
    walking->from[state] = (uint8_t)from;
    walking->ahead[state] = (uint8_t)ahead;
    walking->queue[walking->count++] = (uint8_t)state;
}

static void keep(const struct walking *walking, const struct carom_micro_board *board, unsigned end, struct seen *seen)
{
    uint8_t back[STATES];
    unsigned count = 0;
    for (unsigned state = end; walking->from[state] != NOWHERE; state = walking->from[state])
        back[count++] = (uint8_t)(state % CAROM_MICRO_CELLS);
    if (count > PLAYER_MOVES)
        return;
    seen->cost = count;
    while (count > 0)
        seen->route[seen->moves++] = (struct carom_play){.micro = true, .face = board->shows[back[--count]]};
}

void see_walks(const struct looking *looking, struct seen *seen)
{
    const struct carom_micro_position *position = &looking->question->puzzle->micro;
    struct walking walking = {0};
    memset(walking.ahead, NOWHERE, sizeof walking.ahead);
    put(&walking, position->start + (position->via == CAROM_MICRO_NONE ? CAROM_MICRO_CELLS : 0), NOWHERE, 0);
    for (unsigned i = 0; i < walking.count; i++) {
        unsigned state = walking.queue[i];
        unsigned place = state % CAROM_MICRO_CELLS;
        bool passed = state >= CAROM_MICRO_CELLS;
        if (passed && place == position->target && walking.ahead[state] > 0) {
            keep(&walking, &position->board, state, seen);
            return;
        }
        for (unsigned to = 0; to < CAROM_MICRO_CELLS && walking.ahead[state] < looking->sight->moves; to++)
            if (carom_micro_can_move(&position->board, place, to) &&
                !overlooks(looking, (uint32_t)(place << 6 | to), walking.ahead[state]))
                put(&walking, to + (passed || to == position->via ? CAROM_MICRO_CELLS : 0), state,
                    walking.ahead[state] + 1u);
    }
}
