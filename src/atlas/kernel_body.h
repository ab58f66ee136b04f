/*
 * The inner loops of a level, compiled three times: see kernel_scalar.c, kernel_avx2.c and
 * kernel_avx512.c.
 *
 * A level follows from the one before in two parts: backward moves of the active robot, and of the blockers. For the
 * latter two blockers stay fixed, and all slides of the third are computed at once for all its cells and all cells of
 * the active robot.
 */
#include "../core/libc_mem.h"
#include "vector.h"

#include "kernel_active.h"

/* The index as a function of the third blocker, with two fixed at sites u and v. False if that pair is not stored. */
static bool index_line_for(struct index_line *line, const struct placement_index *index, unsigned role, unsigned u,
                           unsigned v)
{
    if (u == v)
        return false;
    *line = (struct index_line){.fixed_sites = {u, v}};
    switch (index->symmetry) {
    case SYMMETRY_ALL:
        *line = (struct index_line){index->row[u], v, index->row[u][v], v, {u, v}};
        return u < v;
    case SYMMETRY_LAST_TWO:
        if (role == 0)
            *line = (struct index_line){index->column[u], v, 0, SITES, {u, v}};
        else
            *line = (struct index_line){index->row[u], v, index->row[u][v], v, {u, v}};
        return role != 0 || u < v;
    case SYMMETRY_NONE:
        if (role == 2)
            *line = (struct index_line){index->row[u], v, index->row[u][v], 0, {u, v}};
        else
            *line = (struct index_line){role == 0 ? index->column[u] : index->row[u], v, 0, SITES, {u, v}};
        return true;
    }
    return false;
}

INLINE uint32_t index_line_at(const struct index_line *line, unsigned cell)
{
    return cell < line->split_site ? line->row[cell] + line->second : line->base + cell;
}

/* The sites of the two fixed blockers that a slice handles. Where all blockers are alike, two pairs that share a
 * site write to the same placements. So sites are divided into groups, and a slice takes a group for the first and
 * one for the second such that no other slice of the round has either. Otherwise slices differ in the first site. */
struct site_pairs {
    unsigned first, first_end;
    unsigned second, second_end;
};

static struct site_pairs slice_pairs(const struct carom_atlas *atlas, const struct placement_index *index,
                                     unsigned round, unsigned slice)
{
    if (index->symmetry != SYMMETRY_ALL)
        return (struct site_pairs){slice * SITES / SLICES, (slice + 1) * SITES / SLICES, 0, SITES};
    unsigned cells = CELLS / atlas->groups, other = (round + atlas->groups - slice) % atlas->groups;
    return (struct site_pairs){slice * cells, (slice + 1) * cells, other * cells, (other + 1) * cells};
}

static bool pair_usable(const struct placement_index *index, unsigned u, unsigned v)
{
    const struct sites *sites = &index->sites;
    return sites->usable[u] && sites->usable[v] && sites->cell_of[u] != sites->cell_of[v];
}

#include "kernel_chains.h"
#include "kernel_straight.h"

static void blockers_chains(const struct carom_atlas *atlas, struct tablebase *tablebase, unsigned role, unsigned round,
                            unsigned slice)
{
    struct chain_work work;
    struct site_pairs pairs = slice_pairs(atlas, &tablebase->index, round, slice);
    chain_work_init(&work, tablebase);
    for (unsigned u = pairs.first; u < pairs.first_end; u++)
        for (unsigned v = pairs.second; v < pairs.second_end; v++) {
            struct index_line line;
            if (!pair_usable(&tablebase->index, u, v) || !index_line_for(&line, &tablebase->index, role, u, v))
                continue;
            if (tablebase->ricochet)
                slide_chains(&work, tablebase, &tablebase->chains[role], &line, true);
            else
                slide_chains(&work, tablebase, &tablebase->chains[role], &line, false);
        }
}

static void blockers_straight(const struct carom_atlas *atlas, struct tablebase *tablebase, unsigned round,
                              unsigned slice)
{
    struct straight_work work;
    struct site_pairs pairs = slice_pairs(atlas, &tablebase->index, round, slice);
    memset(&work, 0, sizeof work);
    work.masks = &tablebase->cell_masks;
    for (unsigned u = pairs.first; u < pairs.first_end; u++)
        for (unsigned v = pairs.second; v < pairs.second_end; v++) {
            struct index_line line;
            if (!pair_usable(&tablebase->index, u, v) || !index_line_for(&line, &tablebase->index, 0, u, v))
                continue;
            if (tablebase->ricochet)
                slide_straight(&work, tablebase, &line, true);
            else
                slide_straight(&work, tablebase, &line, false);
        }
}

static void blockers(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned role, unsigned round,
                     unsigned slice)
{
    if (tablebase->no_barriers)
        blockers_straight(atlas, tablebase, round, slice);
    else
        blockers_chains(atlas, tablebase, role, round, slice);
}

#include "kernel_any_robot.h"
