/*
 * The plain model (brute_force.h).
 */
#include "brute_force.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int dx[4] = {0, 1, 0, -1};
static const int dy[4] = {-1, 0, 1, 0};

/* Everything that can matter later: who is where, and what those who may be active have travelled along. */
struct mstate {
    uint8_t cell[CAROM_ROBOTS];
    uint8_t axes[CAROM_ROBOTS];
};

struct world {
    const struct carom_position *position;
    bool ricochet;
};

static bool may_be_active(const struct world *world, unsigned robot)
{
    unsigned active = world->position->target.active;
    return active == CAROM_ANY_ROBOT || active == robot;
}

static bool somebody_at(const struct world *world, const struct mstate *state, unsigned mover, int x, int y)
{
    for (unsigned r = 0; r < CAROM_ROBOTS; r++)
        if (r != mover && (world->position->robots.present >> r & 1) && state->cell[r] == y * 16 + x)
            return true;
    return false;
}

/* A slide in progress. Choices of the transparent robot branch it. */
struct glide {
    const struct world *world;
    const struct mstate *state;
    unsigned robot;
    int x, y, d;
    unsigned axes, cost;
    unsigned met; /* barriers met so far */
    uint64_t plus;
    uint8_t seen[256]; /* barrier taken in this direction already; four bits more once both axes were travelled */
    void (*end)(void *context, const struct glide *glide);
    void *context;
};

static bool blocked(const struct glide *glide)
{
    const struct carom_board *board = &glide->world->position->board;
    if (board->walls[glide->y * 16 + glide->x] >> glide->d & 1)
        return true;
    return somebody_at(glide->world, glide->state, glide->robot, glide->x + dx[glide->d], glide->y + dy[glide->d]);
}

static int mirror(int d, unsigned barrier)
{
    static const int rising[4] = {1, 0, 3, 2}, falling[4] = {3, 2, 1, 0};
    return barrier & CAROM_BARRIER_FALLING ? falling[d] : rising[d];
}

static void glide_on(struct glide glide, bool first, bool through)
{
    const struct carom_board *board = &glide.world->position->board;
    for (unsigned steps = 0; steps < 5000; steps++) {
        unsigned barrier = board->barriers[glide.y * 16 + glide.x];
        if (!(first && through) && blocked(&glide)) {
            if (!first && barrier == 0)
                glide.end(glide.context, &glide);
            return;
        }
        first = false;
        glide.x += dx[glide.d];
        glide.y += dy[glide.d];
        glide.axes |= glide.d % 2 ? CAROM_AXIS_HORIZONTAL : CAROM_AXIS_VERTICAL;
        barrier = board->barriers[glide.y * 16 + glide.x];
        if (barrier == 0 || (barrier & CAROM_BARRIER_COLOUR) == glide.robot)
            continue;
        if (glide.robot == CAROM_TRANSPARENT) {
            uint8_t *seen = &glide.seen[glide.y * 16 + glide.x];
            int mark = glide.axes == CAROM_AXIS_BOTH ? glide.d + 4 : glide.d;
            if (*seen >> mark & 1)
                return;
            *seen |= (uint8_t)(1 << mark);
            struct glide straight = glide;
            straight.plus |= UINT64_C(1) << glide.met;
            straight.met++;
            straight.cost++;
            glide_on(straight, false, false);
        }
        glide.met++;
        glide.d = mirror(glide.d, barrier);
    }
}

/* All moves of one robot from a state. */
static void glide_all(const struct world *world, const struct mstate *state, unsigned robot,
                      void (*end)(void *, const struct glide *), void *context)
{
    const struct carom_board *board = &world->position->board;
    if (!(world->position->robots.present >> robot & 1))
        return;
    for (int through = 0; through < 2; through++)
        for (int d = 0; d < 4; d++) {
            struct glide glide = {world, state, robot,  state->cell[robot] % 16, state->cell[robot] / 16, d, 0, 1, 0, 0,
                                  {0},   end,   context};
            unsigned walls = board->walls[state->cell[robot]];
            if (through && (robot != CAROM_TRANSPARENT || !(walls >> d & 1) || (walls >> (d + 4) & 1) ||
                            somebody_at(world, state, robot, glide.x + dx[d], glide.y + dy[d])))
                continue;
            glide_on(glide, true, through);
        }
}

/* The states seen, with their cost and the number of ways to them. */
struct mnode {
    struct mstate state;
    uint32_t cost;
    uint64_t ways;
    uint32_t next; /* in its bucket of cost */
};

struct plain {
    struct world world;
    struct mnode *node;
    uint32_t count, max;
    uint32_t *slot;
    uint32_t slots;
    uint32_t bucket[1024]; /* by cost: first node + 1 */
    uint32_t from;         /* being expanded */
    uint32_t goal_cost;
    uint64_t goal_ways;
    bool full;
};

static uint32_t hash(const struct mstate *state)
{
    const uint8_t *bytes = (const uint8_t *)state;
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < sizeof *state; i++)
        h = (h ^ bytes[i]) * 16777619u;
    return h ^ h >> 15;
}

static void reach(struct plain *plain, const struct mstate *state, uint32_t cost, uint64_t ways)
{
    uint32_t at = hash(state) % plain->slots;
    while (plain->slot[at] != 0 && memcmp(&plain->node[plain->slot[at] - 1].state, state, sizeof *state) != 0)
        at = (at + 1) % plain->slots;
    if (plain->slot[at] != 0) {
        struct mnode *node = &plain->node[plain->slot[at] - 1];
        if (node->cost == cost)
            node->ways += ways;
        if (node->cost <= cost)
            return;
        plain->slot[at] = 0; /* a dearer one is in a bucket; leave it there as a shadow */
        node->ways = 0;
    }
    if (plain->count == plain->max || cost >= 1000) {
        plain->full = true;
        return;
    }
    plain->node[plain->count] = (struct mnode){*state, cost, ways, plain->bucket[cost]};
    plain->slot[at] = plain->bucket[cost] = ++plain->count;
}

static void moved(void *context, const struct glide *glide)
{
    struct plain *plain = context;
    const struct mnode *from = &plain->node[plain->from];
    struct mstate state = from->state;
    uint32_t cost = from->cost + glide->cost;
    uint64_t ways = from->ways;
    state.cell[glide->robot] = (uint8_t)(glide->y * 16 + glide->x);
    if (may_be_active(&plain->world, glide->robot)) {
        state.axes[glide->robot] |= (uint8_t)glide->axes;
        if (state.cell[glide->robot] == plain->world.position->target.cell) {
            if (plain->world.ricochet && state.axes[glide->robot] != 3)
                return; /* R7 */
            if (cost < plain->goal_cost) {
                plain->goal_cost = cost;
                plain->goal_ways = 0;
            }
            if (cost == plain->goal_cost)
                plain->goal_ways += ways;
            return;
        }
    }
    reach(plain, &state, cost, ways);
}

/* Expands one bucket after the other until the target is reached. */
static uint32_t spread(struct plain *plain)
{
    uint32_t cost = 0;
    for (; cost < 1000 && cost < plain->goal_cost && !plain->full; cost++)
        for (uint32_t i = plain->bucket[cost]; i != 0; i = plain->node[i - 1].next) {
            plain->from = i - 1;
            if (plain->node[plain->from].ways == 0)
                continue; /* a shadow */
            for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
                glide_all(&plain->world, &plain->node[plain->from].state, robot, moved, plain);
        }
    return cost;
}

static struct mstate first_state(const struct carom_position *position)
{
    struct mstate state;
    memset(&state, 0, sizeof state);
    for (unsigned r = 0; r < CAROM_ROBOTS; r++)
        if (position->robots.present >> r & 1)
            state.cell[r] = position->robots.cell[r];
    return state;
}

struct plain_answer plain_solve(const struct carom_position *position, bool ricochet, uint32_t max_states)
{
    struct world world = {position, ricochet};
    struct mstate start = first_state(position);
    for (unsigned r = 0; r < CAROM_ROBOTS; r++)
        if ((position->robots.present >> r & 1) && !ricochet && may_be_active(&world, r) &&
            start.cell[r] == position->target.cell)
            return (struct plain_answer){.solved = true, .cost = 0, .routes = 1};
    struct plain plain = {.world = world, .max = max_states, .slots = max_states * 2 + 1, .goal_cost = UINT32_MAX};
    plain.node = malloc(max_states * sizeof *plain.node);
    plain.slot = calloc(plain.slots, sizeof *plain.slot);
    assert(plain.node != NULL && plain.slot != NULL);
    reach(&plain, &start, 0, 1);
    uint32_t cost = spread(&plain);
    struct plain_answer answer = {0};
    answer.solved = plain.goal_cost != UINT32_MAX && (!plain.full || plain.goal_cost <= cost);
    answer.complete = !plain.full;
    answer.cost = plain.goal_cost;
    answer.routes = plain.full && plain.goal_cost >= cost ? 0 : plain.goal_ways;
    answer.below = plain.full && cost > 0 ? cost - 1 : cost;
    free(plain.node);
    free(plain.slot);
    return answer;
}

struct replay {
    struct carom_move move;
    bool made;
    struct glide glide;
};

static void replay_end(void *context, const struct glide *glide)
{
    struct replay *replay = context;
    if (replay->made || glide->plus != replay->move.pass_barriers)
        return;
    replay->made = true;
    replay->glide = *glide;
}

uint32_t plain_replay(const struct carom_position *position, bool ricochet, const struct carom_move *route,
                      uint32_t count)
{
    struct world world = {position, ricochet};
    struct mstate state = first_state(position);
    uint32_t cost = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned robot = route[i].robot;
        struct replay replay = {.move = route[i]};
        struct glide glide = {
            &world, &state,     robot,  state.cell[robot] % 16, state.cell[robot] / 16, route[i].direction, 0, 1, 0, 0,
            {0},    replay_end, &replay};
        unsigned walls = position->board.walls[state.cell[robot]];
        if (route[i].through_wall &&
            (robot != CAROM_TRANSPARENT || !(walls >> glide.d & 1) || (walls >> (glide.d + 4) & 1) ||
             somebody_at(&world, &state, robot, glide.x + dx[glide.d], glide.y + dy[glide.d])))
            return 0;
        glide_on(glide, true, route[i].through_wall);
        if (!replay.made)
            return 0;
        state.cell[robot] = (uint8_t)(replay.glide.y * 16 + replay.glide.x);
        state.axes[robot] |= (uint8_t)replay.glide.axes;
        cost += replay.glide.cost;
        if (!may_be_active(&world, robot) || state.cell[robot] != position->target.cell)
            continue;
        if (ricochet && state.axes[robot] != 3)
            return 0;
        return i + 1 == count ? cost : 0;
    }
    return 0;
}

static bool free_cell(const struct carom_position *position, unsigned cell)
{
    if (cell % 16 >= position->board.width || cell / 16 >= position->board.height ||
        position->board.barriers[cell] != 0 || (position->board.solid[cell / 16] >> cell % 16 & 1))
        return false;
    for (unsigned r = 0; r < CAROM_ROBOTS; r++)
        if ((position->robots.present >> r & 1) && position->robots.cell[r] == cell)
            return false;
    return true;
}

static unsigned pick_cell(struct carom_random *random, const struct carom_position *position)
{
    unsigned cell;
    do
        cell = carom_random_below(random, 256);
    while (!free_cell(position, cell));
    return cell;
}

static void small_board(struct carom_random *random, struct carom_board *board)
{
    unsigned width = 4 + carom_random_below(random, 6), height = 4 + carom_random_below(random, 6);
    carom_board_init(board, width, height);
    if (carom_random_below(random, 3) == 0)
        carom_board_set_solid(board, carom_cell_make(width / 2, height / 2));
    unsigned walls = carom_random_below(random, width * height / 2);
    for (unsigned i = 0; i < walls; i++)
        carom_board_set_wall(board,
                             carom_cell_make(carom_random_below(random, width), carom_random_below(random, height)),
                             carom_random_below(random, 4), true);
    unsigned barriers = carom_random_below(random, 2) * carom_random_below(random, 7);
    for (unsigned i = 0; i < barriers; i++) {
        unsigned cell = carom_cell_make(carom_random_below(random, width), carom_random_below(random, height));
        if (!(board->solid[cell / 16] >> cell % 16 & 1))
            board->barriers[cell] = (uint8_t)(CAROM_BARRIER | carom_random_below(random, 8));
    }
}

static void add_robots(struct carom_random *random, struct carom_position *position, unsigned present)
{
    position->robots.present = 0;
    for (unsigned r = 0; r < CAROM_ROBOTS; r++)
        if (present >> r & 1) {
            position->robots.cell[r] = (carom_cell)pick_cell(random, position);
            position->robots.present |= (uint8_t)(1 << r);
        }
}

static uint64_t walks(const struct carom_micro_position *position, unsigned place, bool via, unsigned left)
{
    if (left == 0)
        return place == position->target && via;
    uint64_t count = 0;
    for (unsigned to = 0; to < CAROM_MICRO_CELLS; to++) {
        const uint8_t *shows = position->board.face_at;
        bool line = to != place && (to / 6 == place / 6 || to % 6 == place % 6);
        if (line && (shows[to] / 6 == shows[place] / 6 || shows[to] % 6 == shows[place] % 6))
            count += walks(position, to, via || to == position->via, left - 1);
    }
    return count;
}

uint64_t plain_walks(const struct carom_micro_position *position, unsigned moves)
{
    return walks(position, position->start, position->via == CAROM_MICRO_NO_CELL, moves);
}

/* Somewhere, for somebody; now and then for anybody, or where a robot already stands. */
static void add_target(struct carom_random *random, struct carom_position *position)
{
    position->target = (struct carom_target){.is_set = true, .token = CAROM_NO_TOKEN};
    unsigned robot;
    do
        robot = carom_random_below(random, CAROM_ROBOTS);
    while (!(position->robots.present >> robot & 1));
    position->target.cell = (carom_cell)pick_cell(random, position);
    if (carom_random_below(random, 8) == 0)
        position->target.cell = position->robots.cell[robot];
    position->target.active = (uint8_t)(carom_random_below(random, 5) == 0 ? CAROM_ANY_ROBOT : robot);
}

void plain_position(struct carom_random *random, enum plain_kind kind, struct carom_position *position)
{
    memset(position, 0, sizeof *position);
    if (kind == PLAIN_SMALL) {
        small_board(random, &position->board);
        unsigned present = 0, count = 1 + carom_random_below(random, 4);
        while ((unsigned)__builtin_popcount(present) < count)
            present |= 1u << carom_random_below(random, CAROM_ROBOTS);
        add_robots(random, position, present);
        add_target(random, position);
        return;
    }
    struct carom_deal_options deal = {.edition = CAROM_EDITION_2013};
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        deal.extra_robots |= (uint8_t)((carom_random_below(random, 3) == 0) << robot);
    carom_deal_position(random, &deal, position);
    if (carom_random_below(random, 4) == 0) {
        add_robots(random, position, position->robots.present & (1u + carom_random_below(random, 63)));
        if (position->robots.present == 0)
            add_robots(random, position, 1);
        add_target(random, position);
    } else if (carom_random_below(random, 4) == 0) {
        add_target(random, position);
    }
}
