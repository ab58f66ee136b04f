/*
 * How robots move: the slide with barriers (R5, R8, R9), the transparent robot's choices (T2 to T4), and the
 * enumeration of moves.
 *
 * A slide is computed cell by cell. The solver has faster code; this is the reference, and every front end shows its
 * paths.
 */
#include "invariants.h"
#include "libc_mem.h"

/* After its last `+`, a slide that has made this many steps has passed every cell in every direction, so it never
 * ends. */
#define ENDLESS (CAROM_CELLS * CAROM_DIRECTIONS)

bool carom_move_equal(struct carom_move a, struct carom_move b)
{
    return a.robot == b.robot && a.direction == b.direction && a.through_wall == b.through_wall &&
           a.pass_barriers == b.pass_barriers;
}

/* R8: `/` swaps north with east and south with west, `\` swaps north with west and south with east. */
static unsigned bounce(unsigned direction, uint8_t barrier)
{
    return (barrier & CAROM_BARRIER_FALLING) != 0 ? 3 - direction : direction ^ 1u;
}

/* R8: does the robot ignore this barrier because of its colour? */
static bool own_barrier(unsigned robot, uint8_t barrier)
{
    return (barrier & CAROM_BARRIER_COLOUR) == robot;
}

/* A slide in progress. */
struct slide_state {
    const struct carom_board *board;
    struct carom_robots others; /* without the sliding robot, which is no obstacle to itself (R9) */
    carom_cell cell;
    unsigned direction;
    unsigned axes; /* CAROM_AXIS_... travelled so far; kept only while choices are enumerated */
};

static bool can_step(const struct slide_state *state)
{
    return !carom_board_has_wall(state->board, state->cell, state->direction) &&
           carom_robots_at(&state->others, carom_cell_neighbour(state->cell, state->direction)) == CAROM_ROBOTS;
}

static void add_corner(struct carom_path *path, carom_cell cell)
{
    if (path != NULL && path->count < CAROM_PATH_MAX)
        path->corner[path->count++] = cell;
}

/* T2, T3: may the transparent robot start through the wall next to it? */
static enum carom_slide_result through_wall(const struct slide_state *state)
{
    if (!carom_board_has_wall(state->board, state->cell, state->direction))
        return CAROM_SLIDE_NO_WALL;
    if (carom_board_has_hard_wall(state->board, state->cell, state->direction))
        return CAROM_SLIDE_HARD_WALL;
    if (carom_robots_at(&state->others, carom_cell_neighbour(state->cell, state->direction)) != CAROM_ROBOTS)
        return CAROM_SLIDE_ROBOT_BEHIND;
    return CAROM_SLIDE_OK;
}

static enum carom_slide_result may_start(const struct slide_state *state, struct carom_move move)
{
    if ((move.through_wall || move.pass_barriers != 0) && move.robot != CAROM_TRANSPARENT)
        return CAROM_SLIDE_NOT_TRANSPARENT;
    if (move.through_wall)
        return through_wall(state);
    return can_step(state) ? CAROM_SLIDE_OK : CAROM_SLIDE_BLOCKED;
}

/* Continues from a cell just entered until something stops the robot. */
static enum carom_slide_result slide_further(struct slide_state *state, struct carom_move move,
                                             struct carom_slide *slide, struct carom_path *path)
{
    unsigned met = 0, since_plus = 0;
    for (;;) {
        state->cell = carom_cell_neighbour(state->cell, state->direction);
        slide->steps++;
        slide->axes |= (uint8_t)carom_direction_axis(state->direction);
        uint8_t barrier = state->board->barriers[state->cell];
        if (barrier != 0 && !own_barrier(move.robot, barrier)) {
            bool plus = met < CAROM_MOVE_SIGNS_MAX && (move.pass_barriers >> met & 1u) != 0;
            met++;
            if (plus) {
                slide->cost++; /* T4 */
                since_plus = 0;
            } else {
                state->direction = bounce(state->direction, barrier);
                slide->bounces++;
                add_corner(path, state->cell);
            }
        }
        if (!can_step(state)) {
            if (met < CAROM_MOVE_SIGNS_MAX && move.pass_barriers >> met != 0)
                return CAROM_SLIDE_EXTRA_SIGNS;
            return barrier != 0 ? CAROM_SLIDE_ON_BARRIER : CAROM_SLIDE_OK; /* R9 */
        }
        if (++since_plus > ENDLESS && (met >= CAROM_MOVE_SIGNS_MAX || move.pass_barriers >> met == 0))
            return CAROM_SLIDE_ENDLESS;
    }
}

/* The slide of a robot that is on the board, in a direction that exists: carom_slide and the loops over both. */
static inline bool slide_robot(const struct carom_board *board, const struct carom_robots *robots,
                               struct carom_move move, struct carom_slide *slide, struct carom_path *path)
{
    *slide = (struct carom_slide){.cost = 1};
    struct slide_state state = {
        .board = board, .others = *robots, .cell = robots->cell[move.robot], .direction = move.direction};
    CAROM_ASSERT(carom_board_can_stand(board, state.cell));
    state.others.present &= (uint8_t) ~(1u << move.robot);
    add_corner(path, state.cell);
    slide->to = state.cell;
    slide->result = may_start(&state, move);
    if (slide->result != CAROM_SLIDE_OK)
        return false;
    slide->result = slide_further(&state, move, slide, path);
    slide->to = state.cell;
    add_corner(path, state.cell);
    CAROM_ASSERT(carom_slide_valid(slide, board));
    return slide->result == CAROM_SLIDE_OK;
}

bool carom_slide(const struct carom_board *board, const struct carom_robots *robots, struct carom_move move,
                 struct carom_slide *slide, struct carom_path *path)
{
    if (path != NULL)
        path->count = 0;
    if (move.robot < CAROM_ROBOTS && move.direction < CAROM_DIRECTIONS && carom_robots_has(robots, move.robot))
        return slide_robot(board, robots, move, slide, path);
    *slide = (struct carom_slide){.result = CAROM_SLIDE_NO_ROBOT, .cost = 1};
    return false;
}

const char *carom_slide_result_name(enum carom_slide_result result)
{
    switch (result) {
    case CAROM_SLIDE_OK:
        return "done";
    case CAROM_SLIDE_NO_ROBOT:
        return "not-here";
    case CAROM_SLIDE_BLOCKED:
        return "blocked";
    case CAROM_SLIDE_ON_BARRIER:
        return "on-barrier";
    case CAROM_SLIDE_ENDLESS:
        return "endless";
    case CAROM_SLIDE_NOT_TRANSPARENT:
        return "not-transparent";
    case CAROM_SLIDE_NO_WALL:
        return "no-wall";
    case CAROM_SLIDE_HARD_WALL:
        return "hard-wall";
    case CAROM_SLIDE_ROBOT_BEHIND:
        return "robot-behind";
    case CAROM_SLIDE_EXTRA_SIGNS:
        return "extra-signs";
    }
    return "";
}

const char *carom_slide_result_sentence(enum carom_slide_result result)
{
    switch (result) {
    case CAROM_SLIDE_OK:
        return "the robot moves";
    case CAROM_SLIDE_NO_ROBOT:
        return "this robot isn't on the board";
    case CAROM_SLIDE_BLOCKED:
        return "the robot can't move in this direction (R5)";
    case CAROM_SLIDE_ON_BARRIER:
        return "the robot would have to stop on a barrier, where no robot can stop (R9)";
    case CAROM_SLIDE_ENDLESS:
        return "the barriers would keep the robot sliding forever (R9)";
    case CAROM_SLIDE_NOT_TRANSPARENT:
        return "only the transparent robot can go through walls and barriers (T2, T4)";
    case CAROM_SLIDE_NO_WALL:
        return "there's no wall to go through on this side (T2)";
    case CAROM_SLIDE_HARD_WALL:
        return "no robot can go through the edge or the centre piece (T3)";
    case CAROM_SLIDE_ROBOT_BEHIND:
        return "there's a robot right behind the wall (T3)";
    case CAROM_SLIDE_EXTRA_SIGNS:
        return "the move goes through more barriers than it meets (T4)";
    }
    return "";
}

/*
 * The transparent robot's choices (T4): at each barrier it meets, bouncing is tried before passing through. No barrier
 * is passed twice in the same direction within one move, which would only be a detour, except on a loop that made the
 * ricochet in between (R7), because that may be the purpose of the loop.
 */
struct choices {
    const struct carom_board *board;
    const struct carom_robots *robots;
    carom_move_visitor *visit;
    void *context;
    unsigned max_passes;
    struct slide_state state;
    uint8_t met_from[CAROM_CELLS]; /* per barrier cell, bit 1 << direction: met on this path; bit 16 << direction: met
                                      again after the ricochet */
    unsigned depth;
    bool go_on;
};

static void try_barrier_choice(struct choices *choices, struct carom_move move, unsigned plus_left);

/* Slides to the next barrier or to the end. True: stopped at a barrier. */
static bool slide_to_barrier(struct slide_state *state)
{
    state->axes |= carom_direction_axis(state->direction);
    do {
        state->cell = carom_cell_neighbour(state->cell, state->direction);
    } while (state->board->barriers[state->cell] == 0 && can_step(state));
    return state->board->barriers[state->cell] != 0;
}

static void finish_choice(struct choices *choices, struct carom_move move)
{
    struct carom_slide slide;
    if (slide_robot(choices->board, choices->robots, move, &slide, NULL))
        choices->go_on = choices->visit(choices->context, move, &slide);
}

/* Leaves a barrier in the current direction if possible; otherwise the robot would have to stop on it (R9). */
static void leave_barrier(struct choices *choices, struct carom_move move, unsigned plus_left)
{
    struct slide_state here = choices->state;
    if (can_step(&here)) {
        choices->depth++;
        try_barrier_choice(choices, move, plus_left);
        choices->depth--;
    }
    choices->state = here;
}

static void try_barrier_choice(struct choices *choices, struct carom_move move, unsigned plus_left)
{
    if (!slide_to_barrier(&choices->state)) {
        finish_choice(choices, move);
        return;
    }
    struct slide_state here = choices->state;
    unsigned mark = (here.axes == CAROM_AXIS_BOTH ? 16u : 1u) << here.direction;
    if ((choices->met_from[here.cell] & mark) != 0)
        return;
    if (choices->depth >= CAROM_MOVE_SIGNS_MAX) {
        finish_choice(choices, move); /* no sign left, so it bounces */
        return;
    }
    choices->met_from[here.cell] |= (uint8_t)mark;
    choices->state.direction = bounce(here.direction, here.board->barriers[here.cell]);
    leave_barrier(choices, move, plus_left);
    if (choices->go_on && plus_left > 0) {
        choices->state = here;
        move.pass_barriers |= UINT64_C(1) << choices->depth;
        leave_barrier(choices, move, plus_left - 1);
    }
    choices->met_from[here.cell] &= (uint8_t)~mark;
}

static bool visit_transparent(const struct carom_board *board, const struct carom_robots *robots, unsigned max_passes,
                              carom_move_visitor *visit, void *context)
{
    struct choices choices = {.board = board, .robots = robots, .visit = visit, .context = context, .go_on = true};
    struct slide_state start = {.board = board, .others = *robots, .cell = robots->cell[CAROM_TRANSPARENT]};
    start.others.present &= (uint8_t) ~(1u << CAROM_TRANSPARENT);
    for (unsigned through = 0; through < 2; through++) {
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS && choices.go_on; direction++) {
            struct carom_move move = carom_move_make(CAROM_TRANSPARENT, direction);
            move.through_wall = through != 0;
            choices.state = start;
            choices.state.direction = direction;
            if (may_start(&choices.state, move) == CAROM_SLIDE_OK)
                try_barrier_choice(&choices, move, max_passes);
        }
    }
    return choices.go_on;
}

/*
 * The highest cost of a move. The number of moves can be astronomical, so this is dynamic programming: for each barrier
 * and direction in which it can be the n-th one met, the most signs `+` so far.
 */
struct barrier_visits {
    int8_t plus[CAROM_CELLS][CAROM_DIRECTIONS]; /* most signs, or NOT_MET */
};
#define NOT_MET (-1)

/* Continues from the start or a barrier: to an end, which counts, or to the next barrier. */
static void continue_choice(struct slide_state state, int plus, struct barrier_visits *next, int *most)
{
    if (!slide_to_barrier(&state))
        *most = plus > *most ? plus : *most;
    else if (plus > next->plus[state.cell][state.direction])
        next->plus[state.cell][state.direction] = (int8_t)plus;
}

/* Leaves every barrier that was met: by bouncing and, while there are signs, by passing through. */
static void leave_barriers(struct slide_state state, const struct barrier_visits *now, bool signs,
                           struct barrier_visits *next, int *most)
{
    for (unsigned i = 0; i < CAROM_CELLS * CAROM_DIRECTIONS; i++) {
        state.cell = (carom_cell)(i / CAROM_DIRECTIONS);
        unsigned direction = i % CAROM_DIRECTIONS;
        int plus = now->plus[state.cell][direction];
        if (plus == NOT_MET)
            continue;
        state.direction = bounce(direction, state.board->barriers[state.cell]);
        if (can_step(&state))
            continue_choice(state, plus, next, most);
        state.direction = direction;
        if (signs && can_step(&state))
            continue_choice(state, plus + 1, next, most);
    }
}

unsigned carom_transparent_max_cost(const struct carom_board *board, const struct carom_robots *robots)
{
    struct barrier_visits barrier_visits[2];
    int most = NOT_MET;
    struct slide_state start = {.board = board, .others = *robots, .cell = robots->cell[CAROM_TRANSPARENT]};
    if (!carom_robots_has(robots, CAROM_TRANSPARENT))
        return 0;
    start.others.present &= (uint8_t) ~(1u << CAROM_TRANSPARENT);
    memset(barrier_visits, NOT_MET, sizeof barrier_visits);
    for (unsigned i = 0; i < 2 * CAROM_DIRECTIONS; i++) {
        struct carom_move move = carom_move_make(CAROM_TRANSPARENT, i % CAROM_DIRECTIONS);
        move.through_wall = i >= CAROM_DIRECTIONS;
        start.direction = move.direction;
        if (may_start(&start, move) == CAROM_SLIDE_OK)
            continue_choice(start, 0, &barrier_visits[0], &most);
    }
    /* After the last sign the robot can only bounce, and not for ever. */
    for (unsigned met = 0; met < CAROM_MOVE_SIGNS_MAX + ENDLESS; met++) {
        struct barrier_visits *next = &barrier_visits[(met + 1) % 2];
        memset(next, NOT_MET, sizeof *next);
        leave_barriers(start, &barrier_visits[met % 2], met < CAROM_MOVE_SIGNS_MAX, next, &most);
    }
    return (unsigned)(most + 1);
}

bool carom_moves_visit_robot(const struct carom_board *board, const struct carom_robots *robots, unsigned robot,
                             unsigned max_passes, carom_move_visitor *visit, void *context)
{
    if (robot >= CAROM_ROBOTS || !carom_robots_has(robots, robot))
        return true;
    if (robot == CAROM_TRANSPARENT)
        return visit_transparent(board, robots, max_passes, visit, context);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct carom_slide slide;
        struct carom_move move = carom_move_make(robot, direction);
        if (slide_robot(board, robots, move, &slide, NULL) && !visit(context, move, &slide))
            return false;
    }
    return true;
}

bool carom_moves_visit(const struct carom_board *board, const struct carom_robots *robots, unsigned max_passes,
                       carom_move_visitor *visit, void *context)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (!carom_moves_visit_robot(board, robots, robot, max_passes, visit, context))
            return false;
    return true;
}

struct perft {
    const struct carom_board *board;
    struct carom_robots robots;
    unsigned depth;
    uint64_t count;
};

static bool count_deeper(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct perft *perft = context;
    if (perft->depth == 1) {
        perft->count++;
    } else {
        struct carom_robots after = perft->robots;
        after.cell[move.robot] = slide->to;
        perft->count += carom_perft(perft->board, &after, perft->depth - 1);
    }
    return true;
}

uint64_t carom_perft(const struct carom_board *board, const struct carom_robots *robots, unsigned depth)
{
    if (depth == 0)
        return 1;
    struct perft perft = {.board = board, .robots = *robots, .depth = depth};
    carom_moves_visit(board, robots, CAROM_MOVE_SIGNS_MAX, count_deeper, &perft);
    return perft.count;
}
