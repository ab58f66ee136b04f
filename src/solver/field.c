/*
 * Making a position ready for searching, and the slides that need more than one look at a line: barriers (R8, R9) and
 * the transparent robot (T2 to T4).
 */
#include "field.h"

#include "../core/mem.h"

static void add_closed(struct field *field, unsigned cell, unsigned direction)
{
    unsigned axis = line_axis(direction);
    field->closed[direction][line_of(cell, axis)] |= (uint16_t)(1u << place_of(cell, axis));
}

static void add_barrier(struct field *field, unsigned cell, unsigned barrier)
{
    cells_add(&field->barriers, cell);
    field->falling[cell] = (barrier & CAROM_BARRIER_FALLING) != 0;
    for (unsigned class = 0; class < CLASSES; class ++) {
        if (class == (barrier & CAROM_BARRIER_COLOUR))
            continue;
        field->turning[class][AXIS_ROW][cell >> 4] |= (uint16_t)(1u << (cell & 15u));
        field->turning[class][AXIS_COLUMN][cell & 15u] |= (uint16_t)(1u << (cell >> 4));
    }
    field->bounces = true;
}

void carom_field_board(struct field *field, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    *field = (struct field){.target = position->target.cell};
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        unsigned walls = board->walls[cell];
        if (!carom_board_inside(board, (carom_cell)cell) || carom_board_solid(board, (carom_cell)cell))
            walls = 0xffu;
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            if ((walls >> direction & 1u) != 0)
                add_closed(field, cell, direction);
            else
                cells_add(&field->open[direction], cell);
        field->soft[cell] = (uint8_t)(walls & ~(walls >> 4) & 15u);
        field->ghost_is_special |= field->soft[cell] != 0;
        if (board->barriers[cell] != 0)
            add_barrier(field, cell, board->barriers[cell]);
    }
    field->ghost_is_special |= field->bounces;
}

/* A colour without barriers of its own on this board moves like silver. */
static unsigned class_of(const struct field *field, const struct carom_board *board, unsigned robot)
{
    if (robot == CAROM_TRANSPARENT)
        return field->ghost_is_special ? CLASS_GHOST : CLASS_PLAIN;
    if (!field->bounces || robot >= CAROM_COLOURS)
        return CLASS_PLAIN;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (board->barriers[cell] != 0 && (board->barriers[cell] & CAROM_BARRIER_COLOUR) == robot)
            return robot;
    return CLASS_PLAIN;
}

/* R7 can only fail a robot that has kept to its first row or column, so only axes along which it could come straight
 * to the target are owed. */
static unsigned owed_at_start(unsigned cell, unsigned target)
{
    unsigned owed = 0;
    if (cell >> 4 == target >> 4)
        owed |= CAROM_AXIS_VERTICAL;
    if ((cell & 15u) == (target & 15u))
        owed |= CAROM_AXIS_HORIZONTAL;
    return owed;
}

void carom_field_members(struct field *field, const struct carom_position *position, unsigned active, unsigned axes)
{
    const struct carom_robots *robots = &position->robots;
    unsigned count = 0;
    field->robot[count] = (uint8_t)active;
    field->class[count] = (uint8_t)class_of(field, &position->board, active);
    field->start[count++] = robots->cell[active];
    for (unsigned class = 0; class < CLASSES; class ++) {
        unsigned first = count;
        for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
            if (robot == active || !carom_robots_has(robots, robot) ||
                class_of(field, &position->board, robot) != class)
                continue;
            field->robot[count] = (uint8_t)robot;
            field->class[count] = (uint8_t) class;
            field->first_alike[count] = (uint8_t)first;
            field->start[count++] = robots->cell[robot];
        }
    }
    field->members = count;
    field->forbidden = position->target.active == CAROM_ANY_ROBOT ? field->target : NO_CELL;
    field->owed = (uint8_t)(owed_at_start(robots->cell[active], field->target) & ~axes);
}

struct state carom_field_start(const struct field *field)
{
    struct state state = {.owed = field->owed};
    for (unsigned member = 0; member < field->members; member++)
        state.cell[member] = field->start[member];
    return state;
}

struct crowd carom_crowd_of(const struct state *state, unsigned members)
{
    struct crowd crowd = {0};
    for (unsigned member = 0; member < members; member++)
        crowd_flip(&crowd, state->cell[member]);
    return crowd;
}

uint64_t carom_state_key(const struct field *field, const struct state *state)
{
    uint8_t cell[CAROM_ROBOTS];
    for (unsigned i = 1; i < field->members; i++) {
        unsigned at = i;
        for (; at > field->first_alike[i] && cell[at - 1] > state->cell[i]; at--)
            cell[at] = cell[at - 1];
        cell[at] = state->cell[i];
    }
    uint64_t key = (uint64_t)state->owed << KEY_OWED;
    for (unsigned i = 1; i < field->members; i++)
        key |= (uint64_t)cell[i] << (8 * (i - 1));
    return key;
}

int carom_slide_bouncing(const struct field *field, const struct crowd *crowd, unsigned class, unsigned cell,
                         unsigned direction)
{
    unsigned axes = 0;
    for (unsigned turns = 0; turns <= 4 * CAROM_CELLS; turns++) {
        unsigned end = stretch(field, crowd, cell, direction);
        unsigned barrier = barrier_before(field, class, cell, end, direction);
        if (barrier == NO_CELL) {
            if (end == cell || cells_has(&field->barriers, end))
                return NO_SLIDE; /* R5, R9 */
            return slide_result(end, axes | carom_direction_axis(direction));
        }
        axes |= carom_direction_axis(direction);
        cell = barrier;
        direction = turned(direction, field->falling[barrier]);
    }
    return NO_SLIDE; /* R9: endless */
}

/* What a lone robot goes over. Slides can be turned round, so a way that never ends comes back to where it began. */
void carom_field_ray(const struct field *field, unsigned class, unsigned cell, unsigned direction, struct ray *ray)
{
    unsigned from = cell, heading = direction;
    ray->count = 0;
    while (cells_has(&field->open[direction], cell)) {
        cell = carom_cell_next((carom_cell)cell, direction);
        if (cells_has(&field->barriers, cell)) {
            if (turns(field, class, cell))
                direction = turned(direction, field->falling[cell]);
        } else if (ray->count < RAY_MAX) {
            ray->after[ray->count] = (uint16_t)cell_after(field, cell, direction);
            ray->cell[ray->count++] = (uint8_t)cell;
        }
        if (cell == from && direction == heading)
            return;
    }
}

/*
 * The transparent robot's choices form a graph of (barrier, direction of arrival, has bounced). The walk goes over it
 * by the number of barriers gone through, so each is met first at its least cost.
 */
struct ghost_walk {
    const struct field *field;
    const struct crowd *crowd;
    struct cells *over; /* or NULL */
    struct ghost_moves *moves;
    uint64_t met[8 * CAROM_CELLS / 64];
    uint16_t meeting[8 * CAROM_CELLS]; /* met at the present cost: cell | direction << 8 | bounced << 10 */
    uint16_t passing[8 * CAROM_CELLS]; /* those to be gone through, one dearer */
    unsigned meetings, passings;
};

static void ghost_end(struct ghost_walk *walk, unsigned to, unsigned axes, unsigned cost)
{
    struct ghost_moves *moves = walk->moves;
    for (unsigned i = 0; i < moves->count; i++) {
        if (moves->move[i].to == to && moves->move[i].axes == axes) {
            if (moves->move[i].cost > cost)
                moves->move[i].cost = (uint8_t)cost;
            return;
        }
    }
    moves->move[moves->count++] = (struct ghost_move){(uint8_t)to, (uint8_t)axes, (uint8_t)cost};
}

static void ghost_meet(struct ghost_walk *walk, unsigned cell, unsigned direction, unsigned bounced)
{
    unsigned node = cell | direction << 8 | bounced << 10;
    if ((walk->met[node >> 6] >> (node & 63u) & 1u) != 0)
        return;
    walk->met[node >> 6] |= UINT64_C(1) << (node & 63u);
    walk->meeting[walk->meetings++] = (uint16_t)node;
}

static void ghost_over(struct ghost_walk *walk, unsigned from, unsigned to, unsigned direction)
{
    if (walk->over == NULL)
        return;
    while (from != to) {
        from = carom_cell_next((carom_cell)from, direction);
        cells_add(walk->over, from);
    }
}

/* Goes straight on from a cell; `may_stay`: it has already made a step onto it, and may end there. */
static void ghost_run(struct ghost_walk *walk, unsigned cell, unsigned direction, unsigned bounced, unsigned cost,
                      bool may_stay)
{
    unsigned end = stretch(walk->field, walk->crowd, cell, direction);
    unsigned barrier = barrier_before(walk->field, CLASS_GHOST, cell, end, direction);
    if (barrier != NO_CELL) {
        ghost_over(walk, cell, barrier, direction);
        ghost_meet(walk, barrier, direction, bounced);
        return;
    }
    ghost_over(walk, cell, end, direction);
    if (end != cell || may_stay)
        ghost_end(walk, end, bounced != 0 ? CAROM_AXES_BOTH : carom_direction_axis(direction), cost);
}

/* All that can be done at one cost: bounces lead to further meetings, going through is kept for the next. */
static void ghost_settle(struct ghost_walk *walk, unsigned cost)
{
    for (unsigned i = 0; i < walk->meetings; i++) {
        unsigned cell = walk->meeting[i] & 255u;
        ghost_run(walk, cell, turned(walk->meeting[i] >> 8 & 3u, walk->field->falling[cell]), 1, cost, false);
        walk->passing[walk->passings++] = walk->meeting[i];
    }
    walk->meetings = 0;
}

static void ghost_pass(struct ghost_walk *walk, unsigned cost)
{
    for (unsigned i = 0; i < walk->passings; i++)
        ghost_run(walk, walk->passing[i] & 255u, walk->passing[i] >> 8 & 3u, walk->passing[i] >> 10, cost, false);
    walk->passings = 0;
}

/* The first step of a move: along an open side, or through a wall (T2, T3). */
static void ghost_begin(struct ghost_walk *walk, unsigned cell, unsigned direction, bool through)
{
    if (!through) {
        ghost_run(walk, cell, direction, 0, 1, false);
        return;
    }
    unsigned next = carom_cell_next((carom_cell)cell, direction);
    if (walk->over != NULL)
        cells_add(walk->over, next);
    if (crowd_has(walk->crowd, next))
        return;
    if (cells_has(&walk->field->barriers, next))
        ghost_meet(walk, next, direction, 0);
    else
        ghost_run(walk, next, direction, 0, 1, true);
}

/* One direction, with all choices at the barriers. */
static void ghost_direction(struct ghost_walk *walk, unsigned cell, unsigned direction, bool through, unsigned max_cost)
{
    if (walk->field->bounces)
        memset(walk->met, 0, sizeof walk->met);
    ghost_begin(walk, cell, direction, through);
    for (unsigned cost = 1; walk->meetings != 0; cost++) {
        ghost_settle(walk, cost);
        if (cost < max_cost)
            ghost_pass(walk, cost + 1);
        else
            walk->moves->more = true;
    }
    walk->passings = 0;
}

void carom_ghost_moves(const struct field *field, const struct crowd *crowd, unsigned cell, unsigned max_cost,
                       struct ghost_moves *moves, struct cells *over)
{
    struct ghost_walk walk;
    walk.field = field;
    walk.crowd = crowd;
    walk.over = over;
    walk.moves = moves;
    walk.meetings = walk.passings = 0;
    moves->count = 0;
    moves->more = false;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        ghost_direction(&walk, cell, direction, false, max_cost);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if ((field->soft[cell] >> direction & 1u) != 0)
            ghost_direction(&walk, cell, direction, true, max_cost);
}
