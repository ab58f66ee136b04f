/*
 * The work on a level. This file is compiled twice, see kernel_plain.c and kernel_wide.c.
 *
 * A level is made from the one before in two parts: moves of the active robot, and moves of the blockers, for which two
 * of them stay and all slides of the third are worked out in one go, for all cells of the active robot at once.
 */
#include "../core/mem.h"
#include "vector.h"

#include "kernel_active.h"

/* Cells first + [0, 16) of the first frozen blocker with cells second + [0, 16) of the second, and so on. */
static bool block_of(struct block *block, const struct layout *layout, unsigned role, unsigned u, unsigned v)
{
    if (u == v)
        return false;
    *block = (struct block){.frozen = {u, v}};
    switch (layout->alike) {
    case ALIKE_ALL:
        *block = (struct block){layout->row[u], v, layout->row[u][v], v, {u, v}};
        return u < v;
    case ALIKE_LAST:
        if (role == 0)
            *block = (struct block){layout->column[u], v, 0, SPOTS, {u, v}};
        else
            *block = (struct block){layout->row[u], v, layout->row[u][v], v, {u, v}};
        return role != 0 || u < v;
    case ALIKE_NONE:
        if (role == 2)
            *block = (struct block){layout->row[u], v, layout->row[u][v], 0, {u, v}};
        else
            *block = (struct block){role == 0 ? layout->column[u] : layout->row[u], v, 0, SPOTS, {u, v}};
        return true;
    }
    return false;
}

INLINE uint32_t block_place(const struct block *block, unsigned cell)
{
    return cell < block->split ? block->row[cell] + block->second : block->base + cell;
}

/* The spots of the two that stay, for one slice. Where all are alike two blocks that share a frozen cell write to the
 * same placement: spots are divided into groups, and a slice takes one for the first and one for the second such that
 * no other slice of this round has either. Else slices differ in the first spot. */
struct pairs {
    unsigned first, first_end;
    unsigned second, second_end;
};

static struct pairs pairs_of(const struct carom_atlas *atlas, const struct layout *layout, unsigned round,
                             unsigned slice)
{
    if (layout->alike != ALIKE_ALL)
        return (struct pairs){slice * SPOTS / SLICES, (slice + 1) * SPOTS / SLICES, 0, SPOTS};
    unsigned cells = CELLS / atlas->groups, other = (round + atlas->groups - slice) % atlas->groups;
    return (struct pairs){slice * cells, (slice + 1) * cells, other * cells, (other + 1) * cells};
}

static bool pair_stands(const struct layout *layout, unsigned u, unsigned v)
{
    const struct spots *spots = &layout->spots;
    return spots->stands[u] && spots->stands[v] && spots->at[u] != spots->at[v];
}

#include "kernel_lines.h"
#include "kernel_ways.h"

static void blockers_walk(const struct carom_atlas *atlas, struct sheet *sheet, unsigned role, unsigned round,
                          unsigned slice)
{
    struct desk desk;
    struct pairs pairs = pairs_of(atlas, &sheet->layout, round, slice);
    desk_prepare(&desk, sheet);
    for (unsigned u = pairs.first; u < pairs.first_end; u++)
        for (unsigned v = pairs.second; v < pairs.second_end; v++) {
            struct block block;
            if (!pair_stands(&sheet->layout, u, v) || !block_of(&block, &sheet->layout, role, u, v))
                continue;
            if (sheet->ricochet)
                slide_block(&desk, sheet, &sheet->ways[role], &block, true);
            else
                slide_block(&desk, sheet, &sheet->ways[role], &block, false);
        }
}

static void blockers_straight(const struct carom_atlas *atlas, struct sheet *sheet, unsigned round, unsigned slice)
{
    struct slate slate;
    struct pairs pairs = pairs_of(atlas, &sheet->layout, round, slice);
    memset(&slate, 0, sizeof slate);
    slate.fixed = &sheet->fixed;
    for (unsigned u = pairs.first; u < pairs.first_end; u++)
        for (unsigned v = pairs.second; v < pairs.second_end; v++) {
            struct block block;
            if (!pair_stands(&sheet->layout, u, v) || !block_of(&block, &sheet->layout, 0, u, v))
                continue;
            if (sheet->ricochet)
                slide_straight(&slate, sheet, &block, true);
            else
                slide_straight(&slate, sheet, &block, false);
        }
}

static void blockers(struct carom_atlas *atlas, struct sheet *sheet, unsigned role, unsigned round, unsigned slice)
{
    if (sheet->straight)
        blockers_straight(atlas, sheet, round, slice);
    else
        blockers_walk(atlas, sheet, role, round, slice);
}

#include "kernel_merge.h"
