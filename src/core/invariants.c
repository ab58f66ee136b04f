/*
 * Invariants of the core's structs (invariants.h). Compiled only with assertions on.
 */
#include "invariants.h"

carom_assert_handler_fn *carom_assert_handler;

void carom_assert_failed(const char *condition, const char *file, int line)
{
    if (carom_assert_handler != NULL)
        carom_assert_handler(condition, file, line);
    __builtin_trap();
}

/* Is the cell behind solid? Beyond the board's edge counts as solid (T3). */
static bool solid_behind(const struct carom_board *board, unsigned cell, unsigned direction)
{
    unsigned column = carom_cell_column((carom_cell)cell), row = carom_cell_row((carom_cell)cell);
    bool rim = (direction == CAROM_NORTH && row == 0) || (direction == CAROM_WEST && column == 0) ||
               (direction == CAROM_SOUTH && row + 1u == board->height) ||
               (direction == CAROM_EAST && column + 1u == board->width);
    return rim || carom_board_is_solid(board, carom_cell_neighbour((carom_cell)cell, direction));
}

static bool side_valid(const struct carom_board *board, unsigned cell, unsigned direction)
{
    bool wall = carom_board_has_wall(board, (carom_cell)cell, direction);
    bool hard = carom_board_has_hard_wall(board, (carom_cell)cell, direction);
    bool closed = carom_board_is_solid(board, (carom_cell)cell) || solid_behind(board, cell, direction);
    if (hard != closed || (hard && !wall))
        return false;
    carom_cell next = carom_cell_neighbour((carom_cell)cell, direction);
    return closed || carom_board_has_wall(board, next, (direction + 2) % CAROM_DIRECTIONS) == wall;
}

static bool cell_valid(const struct carom_board *board, unsigned cell)
{
    unsigned barrier = board->barriers[cell];
    bool solid = carom_board_is_solid(board, (carom_cell)cell);
    if (!carom_board_contains(board, (carom_cell)cell))
        return solid && barrier == 0;
    if (barrier != 0 && (solid || (barrier & CAROM_BARRIER) == 0 || barrier > 15))
        return false;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if (!side_valid(board, cell, direction))
            return false;
    return true;
}

/* Are all robots with a bit in `present` on different cells where a robot can stand? */
static bool robots_apart(const struct carom_board *board, uint32_t present, const carom_cell *cell, unsigned count)
{
    if (present >> count != 0)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if ((present >> i & 1u) == 0)
            continue;
        for (unsigned before = 0; before < i; before++)
            if ((present >> before & 1u) != 0 && cell[before] == cell[i])
                return false;
        if (!carom_board_can_stand(board, cell[i]))
            return false;
    }
    return true;
}

bool carom_board_valid(const struct carom_board *board)
{
    if (board->width < 1 || board->width > CAROM_BOARD_SIDE || board->height < 1 || board->height > CAROM_BOARD_SIDE)
        return false;
    for (unsigned corner = 0; corner < 4; corner++)
        if (carom_board_is_printed(board) ? board->faces[corner] >= CAROM_FACES : board->faces[corner] != CAROM_NO_FACE)
            return false;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (!cell_valid(board, cell))
            return false;
    return robots_apart(board, board->tokens, board->token_cell, CAROM_TOKENS);
}

bool carom_robots_valid(const struct carom_robots *robots, const struct carom_board *board)
{
    return robots_apart(board, robots->present, robots->cell, CAROM_ROBOTS);
}

bool carom_target_valid(const struct carom_target *target, const struct carom_board *board)
{
    if (!target->is_set)
        return true;
    if (target->active > CAROM_ANY_ROBOT || !carom_board_can_stand(board, target->cell))
        return false;
    return target->token == CAROM_NO_TOKEN ||
           (target->token < CAROM_TOKENS && (board->tokens >> target->token & 1u) != 0 &&
            board->token_cell[target->token] == target->cell);
}

bool carom_position_valid(const struct carom_position *position)
{
    return carom_board_valid(&position->board) && carom_robots_valid(&position->robots, &position->board) &&
           carom_target_valid(&position->target, &position->board);
}

bool carom_slide_valid(const struct carom_slide *slide, const struct carom_board *board)
{
    return slide->result != CAROM_SLIDE_OK ||
           (carom_board_can_stand(board, slide->to) && slide->steps > 0 && slide->cost > 0 &&
            slide->cost <= 1 + CAROM_MOVE_SIGNS_MAX && slide->axes > 0 && slide->axes <= CAROM_AXIS_BOTH);
}

bool carom_round_valid(const struct carom_round *round, const struct carom_board *board)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (round->axes[robot] > CAROM_AXIS_BOTH || (round->axes[robot] != 0 && round->moves == 0))
            return false;
    return round->cost >= round->moves && carom_robots_valid(&round->robots, board);
}

/* Each face occurs exactly once (M1). */
static bool carom_micro_board_valid(const struct carom_micro_board *board)
{
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++)
        if (board->face_at[place] >= CAROM_MICRO_CELLS || board->cell_of[board->face_at[place]] != place)
            return false;
    return board->side <= CAROM_MICRO_COPPER;
}

bool carom_micro_position_valid(const struct carom_micro_position *position)
{
    if (!carom_micro_board_valid(&position->board))
        return false;
    if (position->target == CAROM_MICRO_NO_CELL)
        return true;
    return carom_micro_position_is_playable(position);
}

bool carom_text_valid(const struct carom_text *text)
{
    return text->size == 0 || (text->length < text->size && text->bytes[text->length] == '\0');
}
