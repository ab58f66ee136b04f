/*
 * Ready-made callbacks for bindings from other languages.
 */
#include <carom/bindings.h>

#include <stdatomic.h>

#include <carom/libc_allocator.h>

const struct carom_allocator *carom_bindings_heap(void)
{
    return &carom_libc_allocator;
}

bool carom_bindings_cancelled(void *flag)
{
    return atomic_load_explicit((atomic_int *)flag, memory_order_relaxed) != 0;
}

struct move_list {
    struct carom_move *moves;
    size_t room;
    size_t count;
};

static bool add_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct move_list *list = context;
    (void)slide;
    if (list->count < list->room)
        list->moves[list->count] = move;
    list->count++;
    return true;
}

size_t carom_bindings_moves(const struct carom_board *board, const struct carom_robots *robots, unsigned max_plus,
                            struct carom_move *moves, size_t room)
{
    struct move_list list = {.moves = moves, .room = room};
    carom_moves_visit(board, robots, max_plus, add_move, &list);
    return list.count;
}
