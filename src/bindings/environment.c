/*
 * Many rounds at once. The planes of an environment stay with the caller from step to step, and a step writes the few
 * bytes that change: filling 6 KB per step would take longer than the slide.
 */
#include <carom/environment.h>

#include <string.h>

#define CELLS_PER_ROBOT 3   /* at least this many, so that dealing by trial ends */
#define CELLS_PER_CORNER 10 /* of a board with random walls, on average */

/* ---- planes ---- */

static bool may_reach(const struct carom_target *target, unsigned robot)
{
    return target->active == CAROM_ANY_ROBOT || target->active == robot;
}

/* Sets, or with `value` 0 clears, everything about one robot. */
static void put_robot(uint8_t *planes, const struct carom_environment *environment, unsigned robot, uint8_t value)
{
    carom_cell cell = environment->round.robots.cell[robot];
    unsigned axes = environment->round.axes[robot];
    planes[(CAROM_PLANE_ROBOTS + robot) * CAROM_CELLS + cell] = value;
    planes[CAROM_PLANE_ACTIVE * CAROM_CELLS + cell] = may_reach(&environment->position.target, robot) ? value : 0;
    planes[CAROM_PLANE_VERTICAL * CAROM_CELLS + cell] = (axes & CAROM_AXIS_VERTICAL) != 0 ? value : 0;
    planes[CAROM_PLANE_HORIZONTAL * CAROM_CELLS + cell] = (axes & CAROM_AXIS_HORIZONTAL) != 0 ? value : 0;
}

static void put_cell(uint8_t *planes, const struct carom_board *board, unsigned cell)
{
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        planes[(CAROM_PLANE_WALLS + direction) * CAROM_CELLS + cell] = board->walls[cell] >> direction & 1u;
    bool inside = carom_board_contains(board, (carom_cell)cell);
    planes[CAROM_PLANE_BLOCKED * CAROM_CELLS + cell] = !inside || carom_board_is_solid(board, (carom_cell)cell);
    uint8_t barrier = board->barriers[cell];
    if (barrier != 0) {
        unsigned first = (barrier & CAROM_BARRIER_FALLING) != 0 ? CAROM_PLANE_FALLING : CAROM_PLANE_RISING;
        planes[(first + (barrier & CAROM_BARRIER_COLOUR)) * CAROM_CELLS + cell] = 1;
    }
}

static void put_all(uint8_t *planes, const struct carom_environment *environment)
{
    memset(planes, 0, CAROM_PLANES_BYTES);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        put_cell(planes, &environment->position.board, cell);
    planes[CAROM_PLANE_TARGET * CAROM_CELLS + environment->position.target.cell] = 1;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(&environment->round.robots, robot))
            put_robot(planes, environment, robot, 1);
}

/* ---- rounds ---- */

static carom_cell random_cell(struct carom_random *random, const struct carom_board *board)
{
    unsigned column = carom_random_below(random, board->width);
    return carom_cell_make(column, carom_random_below(random, board->height));
}

/* Deals a board with corners of two walls, like the printed ones. */
static void deal_small(struct carom_environment *environment, const struct carom_environment_options *options)
{
    struct carom_position *position = &environment->position;
    struct carom_random *random = &environment->random;
    *position = (struct carom_position){.target = {.is_set = true, .token = CAROM_NO_TOKEN}};
    carom_board_init(&position->board, options->width, options->height);
    for (unsigned i = 0; i < (unsigned)options->width * options->height / CELLS_PER_CORNER; i++) {
        carom_cell cell = random_cell(random, &position->board);
        unsigned direction = carom_random_below(random, CAROM_DIRECTIONS);
        carom_board_set_wall(&position->board, cell, direction, true);
        carom_board_set_wall(&position->board, cell, (direction + 1) % CAROM_DIRECTIONS, true);
    }
    for (unsigned robot = 0; robot < options->robots; robot++) {
        carom_cell cell;
        do {
            cell = random_cell(random, &position->board);
        } while (carom_robots_at(&position->robots, cell) != CAROM_ROBOTS);
        position->robots.cell[robot] = cell;
        position->robots.present |= (uint8_t)(1u << robot);
    }
    position->target.active = (uint8_t)carom_random_below(random, options->robots);
    do {
        position->target.cell = random_cell(random, &position->board);
    } while (carom_robots_at(&position->robots, position->target.cell) != CAROM_ROBOTS);
}

static void begin(struct carom_environment *environment, uint8_t *planes)
{
    environment->round = carom_round_begin(&environment->position.robots);
    environment->steps = 0;
    put_all(planes, environment);
}

static void deal_round(struct carom_environment *environment, const struct carom_environment_options *options,
                       uint8_t *planes)
{
    if (options->position_count > 0)
        environment->position =
            options->positions[carom_random_below(&environment->random, (uint32_t)options->position_count)];
    else if (options->width > 0)
        deal_small(environment, options);
    else
        carom_deal_position(&environment->random, &options->deal, &environment->position);
    begin(environment, planes);
}

static bool possible(const struct carom_environment_options *options)
{
    if (options->position_count > 0)
        return options->positions != NULL && options->position_count <= UINT32_MAX;
    if (options->width == 0 && options->height == 0)
        return carom_board_count(options->deal.edition, options->deal.barriers) > 0;
    return options->width <= CAROM_BOARD_SIDE && options->height <= CAROM_BOARD_SIDE && options->robots >= 1 &&
           options->robots <= CAROM_ROBOTS && options->width * options->height >= CELLS_PER_ROBOT * options->robots;
}

void carom_environments_seed(struct carom_environment *environments, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        environments[i].random = carom_random_seed(seed + i);
}

bool carom_environments_reset(struct carom_environment *environments, size_t count,
                              const struct carom_environment_options *options, uint8_t *planes)
{
    if (!possible(options))
        return false;
    for (size_t i = 0; i < options->position_count; i++)
        if (!carom_position_is_playable(&options->positions[i]))
            return false;
    for (size_t i = 0; i < count; i++)
        deal_round(&environments[i], options, planes + i * CAROM_PLANES_BYTES);
    return true;
}

bool carom_environment_begin(struct carom_environment *environment, const struct carom_position *position,
                             uint8_t *planes)
{
    if (!carom_position_is_playable(position))
        return false;
    environment->position = *position;
    begin(environment, planes);
    return true;
}

/* ---- steps ---- */

/* An action out of range is mapped to a robot that is not on the board. */
static struct carom_move move_of(int32_t action)
{
    if (action < 0 || action >= CAROM_ENVIRONMENT_ACTIONS)
        return carom_move_make(CAROM_ROBOTS, 0);
    return carom_move_make((unsigned)action / CAROM_DIRECTIONS, (unsigned)action % CAROM_DIRECTIONS);
}

static void step(struct carom_environment *environment, const struct carom_environment_options *options,
                 bool deal_again, int32_t action, const struct carom_environment_results *results, size_t i)
{
    uint8_t *planes = results->planes + i * CAROM_PLANES_BYTES;
    struct carom_slide slide = {.result = CAROM_SLIDE_NO_ROBOT, .cost = 1};
    enum carom_round_state state = CAROM_ROUND_RUNNING;
    environment->steps++;
    struct carom_move move = move_of(action);
    if (carom_robots_has(&environment->round.robots, move.robot)) {
        put_robot(planes, environment, move.robot, 0);
        if (carom_round_move(&environment->round, &environment->position.board, move, &slide))
            state = carom_round_state(&environment->round, &environment->position.target, move.robot,
                                      !options->no_ricochet);
        put_robot(planes, environment, move.robot, 1);
    }
    bool truncated =
        state == CAROM_ROUND_RUNNING && options->max_steps != 0 && environment->steps >= options->max_steps;
    results->reward[i] = -1.0f + (state == CAROM_ROUND_NO_RICOCHET ? options->spoilt : 0.0f);
    results->terminated[i] = state != CAROM_ROUND_RUNNING;
    results->truncated[i] = truncated;
    results->reached[i] = state == CAROM_ROUND_REACHED;
    results->why[i] = (uint8_t)slide.result;
    if (deal_again && (state != CAROM_ROUND_RUNNING || truncated)) {
        if (options->final_planes != NULL)
            memcpy(options->final_planes + i * CAROM_PLANES_BYTES, planes, CAROM_PLANES_BYTES);
        deal_round(environment, options, planes);
    }
}

void carom_environments_step(struct carom_environment *environments, size_t count,
                             const struct carom_environment_options *options, const int32_t *actions,
                             const struct carom_environment_results *results)
{
    bool deal_again = options->deal_again && possible(options);
    for (size_t i = 0; i < count; i++)
        step(&environments[i], options, deal_again, actions[i], results, i);
}

void carom_environments_mask(const struct carom_environment *environments, size_t count, uint8_t *masks)
{
    for (size_t i = 0; i < count; i++) {
        for (int32_t action = 0; action < CAROM_ENVIRONMENT_ACTIONS; action++) {
            struct carom_slide slide;
            *masks++ = carom_slide(&environments[i].position.board, &environments[i].round.robots, move_of(action),
                                   &slide, NULL);
        }
    }
}
