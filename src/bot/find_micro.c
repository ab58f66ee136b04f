/*
 * Micro Robots, as people look at it: step by step from the start, over the way point if there is one (M12), without
 * the steps that are overlooked.
 */
#include "internal.h"

#include <string.h>

#define STATES (2 * CAROM_MICRO_CELLS) /* a place, and whether the way point has been passed */
#define NOWHERE 255

struct micro_search_state {
    uint8_t from[STATES];
    uint8_t ahead[STATES];
    uint8_t queue[STATES];
    unsigned count;
};

static void push_state(struct micro_search_state *micro_search_state, unsigned state, unsigned from, unsigned ahead)
{
    if (micro_search_state->ahead[state] != NOWHERE)
        return;
    micro_search_state->from[state] = (uint8_t)from;
    micro_search_state->ahead[state] = (uint8_t)ahead;
    micro_search_state->queue[micro_search_state->count++] = (uint8_t)state;
}

static void store_found(const struct micro_search_state *micro_search_state, const struct carom_micro_board *board,
                        unsigned end, struct found_route *found)
{
    uint8_t back[STATES];
    unsigned count = 0;
    for (unsigned state = end; micro_search_state->from[state] != NOWHERE; state = micro_search_state->from[state])
        back[count++] = (uint8_t)(state % CAROM_MICRO_CELLS);
    if (count > BOT_ROUTE_MAX)
        return;
    found->cost = count;
    while (count > 0)
        found->route[found->moves++] =
            (struct carom_any_move){.micro = true, .micro_face = board->face_at[back[--count]]};
}

void find_micro_routes(const struct bot_search *search, struct found_route *found)
{
    const struct carom_micro_position *position = &search->problem->puzzle->micro;
    struct micro_search_state micro_search_state = {0};
    memset(micro_search_state.ahead, NOWHERE, sizeof micro_search_state.ahead);
    push_state(&micro_search_state, position->start + (position->via == CAROM_MICRO_NO_CELL ? CAROM_MICRO_CELLS : 0),
               NOWHERE, 0);
    for (unsigned i = 0; i < micro_search_state.count; i++) {
        unsigned state = micro_search_state.queue[i];
        unsigned place = state % CAROM_MICRO_CELLS;
        bool passed = state >= CAROM_MICRO_CELLS;
        if (passed && place == position->target && micro_search_state.ahead[state] > 0) {
            store_found(&micro_search_state, &position->board, state, found);
            return;
        }
        for (unsigned to = 0; to < CAROM_MICRO_CELLS && micro_search_state.ahead[state] < search->skill->max_moves;
             to++)
            if (carom_micro_can_move(&position->board, place, to) &&
                !bot_overlooks(search, (uint32_t)(place << 6 | to), micro_search_state.ahead[state]))
                push_state(&micro_search_state, to + (passed || to == position->via ? CAROM_MICRO_CELLS : 0), state,
                           micro_search_state.ahead[state] + 1u);
    }
}
