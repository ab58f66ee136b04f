/*
 * How robots move: the slide with its barriers (R5, R8, R9), what the transparent robot may choose (T2 to T4), and the
 * list of all moves.
 *
 * A slide is walked cell by cell. The solver has faster ways; this is the one place that says what is right, and the
 * way that every front end shows.
 */
#include "mem.h"
#include "sound.h"

/* Behind its last `+` a slide that still goes on after every cell was passed in every direction never ends. */
#define ENDLESS (CAROM_CELLS * CAROM_DIRECTIONS)

bool carom_move_equal(struct carom_move a, struct carom_move b)
{
    return a.robot == b.robot && a.direction == b.direction && a.through == b.through && a.plus == b.plus;
}

/* R8: `/` exchanges north with east and south with west, `\` north with west and east with south. */
static unsigned bounce(unsigned direction, uint8_t barrier)
{
    return (barrier & CAROM_BARRIER_FALLING) != 0 ? 3 - direction : direction ^ 1u;
}

/* R8: does a robot of this kind pass the barrier as if it were not there? */
static bool own_barrier(unsigned robot, uint8_t barrier)
{
    return (barrier & CAROM_BARRIER_COLOUR) == robot;
}

/* What one step of a slide meets. */
struct walk {
    const struct carom_board *board;
    struct carom_robots others; /* everybody but the sliding robot, who is no obstacle to itself (R9) */
    carom_cell cell;
    unsigned direction;
    unsigned axes; /* CAROM_AXIS_... travelled so far; kept only where choices are listed */
};

static bool can_step(const struct walk *walk)
{
    return !carom_board_wall(walk->board, walk->cell, walk->direction) &&
           carom_robots_on(&walk->others, carom_cell_next(walk->cell, walk->direction)) == CAROM_ROBOTS;
}

static void add_corner(struct carom_way *way, carom_cell cell)
{
    if (way != NULL && way->count < CAROM_WAY_MAX)
        way->corner[way->count++] = cell;
}

/* T2, T3: may the transparent robot start through the wall it stands at? */
static enum carom_slide_why through_wall(const struct walk *walk)
{
    if (!carom_board_wall(walk->board, walk->cell, walk->direction))
        return CAROM_SLIDE_NO_WALL;
    if (carom_board_hard_wall(walk->board, walk->cell, walk->direction))
        return CAROM_SLIDE_HARD_WALL;
    if (carom_robots_on(&walk->others, carom_cell_next(walk->cell, walk->direction)) != CAROM_ROBOTS)
        return CAROM_SLIDE_ROBOT_BEHIND;
    return CAROM_SLIDE_DONE;
}

static enum carom_slide_why may_start(const struct walk *walk, struct carom_move move)
{
    if ((move.through || move.plus != 0) && move.robot != CAROM_TRANSPARENT)
        return CAROM_SLIDE_NOT_TRANSPARENT;
    if (move.through)
        return through_wall(walk);
    return can_step(walk) ? CAROM_SLIDE_DONE : CAROM_SLIDE_BLOCKED;
}

/* Slides on from a cell just entered until something stops the robot. */
static enum carom_slide_why slide_on(struct walk *walk, struct carom_move move, struct carom_slide *slide,
                                     struct carom_way *way)
{
    unsigned met = 0, since_plus = 0;
    for (;;) {
        walk->cell = carom_cell_next(walk->cell, walk->direction);
        slide->cells++;
        slide->axes |= (uint8_t)carom_direction_axis(walk->direction);
        uint8_t barrier = walk->board->barriers[walk->cell];
        if (barrier != 0 && !own_barrier(move.robot, barrier)) {
            bool plus = met < CAROM_SIGNS && (move.plus >> met & 1u) != 0;
            met++;
            if (plus) {
                slide->cost++; /* T4 */
                since_plus = 0;
            } else {
                walk->direction = bounce(walk->direction, barrier);
                slide->bounces++;
                add_corner(way, walk->cell);
            }
        }
        if (!can_step(walk)) {
            if (met < CAROM_SIGNS && move.plus >> met != 0)
                return CAROM_SLIDE_EXTRA_SIGNS;
            return barrier != 0 ? CAROM_SLIDE_ON_BARRIER : CAROM_SLIDE_DONE; /* R9 */
        }
        if (++since_plus > ENDLESS && (met >= CAROM_SIGNS || move.plus >> met == 0))
            return CAROM_SLIDE_ENDLESS;
    }
}

bool carom_slide(const struct carom_board *board, const struct carom_robots *robots, struct carom_move move,
                 struct carom_slide *slide, struct carom_way *way)
{
    *slide = (struct carom_slide){.cost = 1};
    if (way != NULL)
        way->count = 0;
    if (move.robot >= CAROM_ROBOTS || move.direction >= CAROM_DIRECTIONS || !carom_robots_has(robots, move.robot)) {
        slide->why = CAROM_SLIDE_NOT_HERE;
        return false;
    }
    struct walk walk = {
        .board = board, .others = *robots, .cell = robots->cell[move.robot], .direction = move.direction};
    CAROM_ASSERT(carom_board_can_stand(board, walk.cell));
    walk.others.present &= (uint8_t) ~(1u << move.robot);
    add_corner(way, walk.cell);
    slide->to = walk.cell;
    slide->why = may_start(&walk, move);
    if (slide->why != CAROM_SLIDE_DONE)
        return false;
    slide->why = slide_on(&walk, move, slide, way);
    slide->to = walk.cell;
    add_corner(way, walk.cell);
    CAROM_ASSERT(carom_slide_sound(slide, board));
    return slide->why == CAROM_SLIDE_DONE;
}

const char *carom_slide_name(enum carom_slide_why why)
{
    switch (why) {
    case CAROM_SLIDE_DONE:
        return "done";
    case CAROM_SLIDE_NOT_HERE:
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

const char *carom_slide_sentence(enum carom_slide_why why)
{
    switch (why) {
    case CAROM_SLIDE_DONE:
        return "the robot moves";
    case CAROM_SLIDE_NOT_HERE:
        return "this robot is not on the board";
    case CAROM_SLIDE_BLOCKED:
        return "the robot cannot leave its cell in this direction (R5)";
    case CAROM_SLIDE_ON_BARRIER:
        return "the robot would have to stop on a barrier, where nobody stops (R9)";
    case CAROM_SLIDE_ENDLESS:
        return "the barriers would lead the robot round for ever (R9)";
    case CAROM_SLIDE_NOT_TRANSPARENT:
        return "only the transparent robot goes through walls and barriers (T2, T4)";
    case CAROM_SLIDE_NO_WALL:
        return "there is no wall to go through on this side (T2)";
    case CAROM_SLIDE_HARD_WALL:
        return "nobody goes through the rim or the centre block (T3)";
    case CAROM_SLIDE_ROBOT_BEHIND:
        return "a robot stands right behind the wall (T3)";
    case CAROM_SLIDE_EXTRA_SIGNS:
        return "the move goes through more barriers than it meets (T4)";
    }
    return "";
}

/*
 * The transparent robot's choices (T4): at each barrier it meets, bouncing is tried before going through. The walk
 * keeps what it has met, so that no barrier is taken twice in the same direction within one move: that would only be a
 * detour. The one exception is a way round that has made the ricochet in between (R7), because that may be what it is
 * for.
 */
struct choices {
    const struct carom_board *board;
    const struct carom_robots *robots;
    carom_move_visitor *visit;
    void *context;
    unsigned max_plus;
    struct walk walk;
    uint8_t met_from[CAROM_CELLS]; /* per barrier cell, bit 1 << direction: met on this way already; bit 16 <<
                                      direction: met again, the ricochet made */
    unsigned depth;
    bool go_on;
};

static void try_choice(struct choices *choices, struct carom_move move, unsigned plus_left);

/* Walks to the next barrier or to the end; true and the cell if a barrier is met. */
static bool walk_to_barrier(struct walk *walk)
{
    walk->axes |= carom_direction_axis(walk->direction);
    do {
        walk->cell = carom_cell_next(walk->cell, walk->direction);
    } while (walk->board->barriers[walk->cell] == 0 && can_step(walk));
    return walk->board->barriers[walk->cell] != 0;
}

static void finish_choice(struct choices *choices, struct carom_move move)
{
    struct carom_slide slide;
    if (carom_slide(choices->board, choices->robots, move, &slide, NULL))
        choices->go_on = choices->visit(choices->context, move, &slide);
}

/* At a barrier: go on in the walk's direction if that is possible; else it would have to stop here (R9). */
static void leave_barrier(struct choices *choices, struct carom_move move, unsigned plus_left)
{
    struct walk here = choices->walk;
    if (can_step(&here)) {
        choices->depth++;
        try_choice(choices, move, plus_left);
        choices->depth--;
    }
    choices->walk = here;
}

static void try_choice(struct choices *choices, struct carom_move move, unsigned plus_left)
{
    if (!walk_to_barrier(&choices->walk)) {
        finish_choice(choices, move);
        return;
    }
    struct walk here = choices->walk;
    unsigned mark = (here.axes == CAROM_AXES_BOTH ? 16u : 1u) << here.direction;
    if ((choices->met_from[here.cell] & mark) != 0)
        return;
    if (choices->depth >= CAROM_SIGNS) {
        finish_choice(choices, move); /* beyond the last sign it bounces */
        return;
    }
    choices->met_from[here.cell] |= (uint8_t)mark;
    choices->walk.direction = bounce(here.direction, here.board->barriers[here.cell]);
    leave_barrier(choices, move, plus_left);
    if (choices->go_on && plus_left > 0) {
        choices->walk = here;
        move.plus |= UINT64_C(1) << choices->depth;
        leave_barrier(choices, move, plus_left - 1);
    }
    choices->met_from[here.cell] &= (uint8_t)~mark;
}

static bool visit_transparent(const struct carom_board *board, const struct carom_robots *robots, unsigned max_plus,
                              carom_move_visitor *visit, void *context)
{
    struct choices choices = {.board = board, .robots = robots, .visit = visit, .context = context, .go_on = true};
    struct walk start = {.board = board, .others = *robots, .cell = robots->cell[CAROM_TRANSPARENT]};
    start.others.present &= (uint8_t) ~(1u << CAROM_TRANSPARENT);
    for (unsigned through = 0; through < 2; through++) {
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS && choices.go_on; direction++) {
            struct carom_move move = carom_move_of(CAROM_TRANSPARENT, direction);
            move.through = through != 0;
            choices.walk = start;
            choices.walk.direction = direction;
            if (may_start(&choices.walk, move) == CAROM_SLIDE_DONE)
                try_choice(&choices, move, max_plus);
        }
    }
    return choices.go_on;
}

/*
 * The most a move can cost. The number of moves grows beyond counting with the barriers, so this looks at all of them
 * at once: for each barrier and direction in which it can be met as the n-th of a move, the most signs `+` until then.
 */
struct meetings {
    int8_t plus[CAROM_CELLS][CAROM_DIRECTIONS]; /* NOT_MET, or the most signs */
};
#define NOT_MET (-1)

/* Goes on from a start or a barrier: to an end, which counts, or to the next barrier. */
static void go_on_with(struct walk walk, int plus, struct meetings *next, int *most)
{
    if (!walk_to_barrier(&walk))
        *most = plus > *most ? plus : *most;
    else if (plus > next->plus[walk.cell][walk.direction])
        next->plus[walk.cell][walk.direction] = (int8_t)plus;
}

/* Every barrier that was met is left again: by bouncing and, while there are signs for it, straight through. */
static void leave_barriers(struct walk walk, const struct meetings *now, bool signs, struct meetings *next, int *most)
{
    for (unsigned i = 0; i < CAROM_CELLS * CAROM_DIRECTIONS; i++) {
        walk.cell = (carom_cell)(i / CAROM_DIRECTIONS);
        unsigned direction = i % CAROM_DIRECTIONS;
        int plus = now->plus[walk.cell][direction];
        if (plus == NOT_MET)
            continue;
        walk.direction = bounce(direction, walk.board->barriers[walk.cell]);
        if (can_step(&walk))
            go_on_with(walk, plus, next, most);
        walk.direction = direction;
        if (signs && can_step(&walk))
            go_on_with(walk, plus + 1, next, most);
    }
}

unsigned carom_transparent_most(const struct carom_board *board, const struct carom_robots *robots)
{
    struct meetings meetings[2];
    int most = NOT_MET;
    struct walk start = {.board = board, .others = *robots, .cell = robots->cell[CAROM_TRANSPARENT]};
    if (!carom_robots_has(robots, CAROM_TRANSPARENT))
        return 0;
    start.others.present &= (uint8_t) ~(1u << CAROM_TRANSPARENT);
    memset(meetings, NOT_MET, sizeof meetings);
    for (unsigned i = 0; i < 2 * CAROM_DIRECTIONS; i++) {
        struct carom_move move = carom_move_of(CAROM_TRANSPARENT, i % CAROM_DIRECTIONS);
        move.through = i >= CAROM_DIRECTIONS;
        start.direction = move.direction;
        if (may_start(&start, move) == CAROM_SLIDE_DONE)
            go_on_with(start, 0, &meetings[0], &most);
    }
    /* Behind the last sign it can only bounce, and not for ever. */
    for (unsigned met = 0; met < CAROM_SIGNS + ENDLESS; met++) {
        struct meetings *next = &meetings[(met + 1) % 2];
        memset(next, NOT_MET, sizeof *next);
        leave_barriers(start, &meetings[met % 2], met < CAROM_SIGNS, next, &most);
    }
    return (unsigned)(most + 1);
}

bool carom_moves_visit_robot(const struct carom_board *board, const struct carom_robots *robots, unsigned robot,
                             unsigned max_plus, carom_move_visitor *visit, void *context)
{
    if (robot >= CAROM_ROBOTS || !carom_robots_has(robots, robot))
        return true;
    if (robot == CAROM_TRANSPARENT)
        return visit_transparent(board, robots, max_plus, visit, context);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct carom_slide slide;
        struct carom_move move = carom_move_of(robot, direction);
        if (carom_slide(board, robots, move, &slide, NULL) && !visit(context, move, &slide))
            return false;
    }
    return true;
}

bool carom_moves_visit(const struct carom_board *board, const struct carom_robots *robots, unsigned max_plus,
                       carom_move_visitor *visit, void *context)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (!carom_moves_visit_robot(board, robots, robot, max_plus, visit, context))
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
    carom_moves_visit(board, robots, CAROM_SIGNS, count_deeper, &perft);
    return perft.count;
}
