/*
 * Retrograde analysis: layout of the memory, the order of the work slices, and the results.
 *
 * A level (depth) has these phases: moves of the active robot; on the vortex without barriers, merging what any robot
 * can solve; moves of each kind of blocker. The first phase also counts what the level before added. When it added
 * nothing, the analysis is complete.
 */
#include "../core/libc_mem.h"
#include "internal.h"

/* ---- robots ---- */

/* Are there barriers of the robot's colour on the board? If not, it moves like every other such robot (R8). */
static bool has_own_barriers(const struct carom_board *board, unsigned robot)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (board->barriers[cell] != 0 && (board->barriers[cell] & CAROM_BARRIER_COLOUR) == robot)
            return true;
    return false;
}

static bool is_vortex(const struct carom_atlas_task *task)
{
    return task->target.active == CAROM_ANY_ROBOT;
}

/* Does a blocker that reaches the target solve the placement? So it is on the vortex when the robots move
 * differently. */
static bool any_robot_wins(const struct carom_atlas_task *task)
{
    return is_vortex(task) && carom_board_has_barriers(&task->board);
}
static unsigned active_robot(const struct carom_atlas_task *task)
{
    return is_vortex(task) ? CAROM_BLUE : task->target.active;
}
/* The target whose row and column blockers must have left before they stop on it (R7), or NO_CELL if R7 does not
 * concern blockers. */
static unsigned ricochet_target(const struct carom_atlas_task *task)
{
    return any_robot_wins(task) && !task->no_ricochet ? task->target.cell : NO_CELL;
}

/* Lists the blockers of an active robot, those with barriers of their own first, and returns which are
 * interchangeable. On the vortex with barriers all count as different. */
static enum symmetry sort_blockers(const struct carom_atlas_task *task, unsigned active, uint8_t blocker[BLOCKERS])
{
    bool all = any_robot_wins(task);
    unsigned count = 0, different = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned robot = 0; robot < CAROM_COLOURS; robot++) {
            bool own = all || has_own_barriers(&task->board, robot);
            if (robot == active || own != (pass == 0))
                continue;
            blocker[count++] = (uint8_t)robot;
            different += own;
        }
    return different == 0 ? SYMMETRY_ALL : different == 1 ? SYMMETRY_LAST_TWO : SYMMETRY_NONE;
}

/* ---- memory ---- */

/* A bump allocator over the caller's memory. With a NULL base it only measures. */
struct arena {
    char *base;
    size_t used;
};

/* NULL while the arena only measures. */
static void *arena_alloc(struct arena *arena, size_t size)
{
    void *at = arena->base != NULL ? arena->base + arena->used : NULL;
    arena->used += (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return at;
}

static unsigned rays_of(const struct carom_board *board, unsigned robot)
{
    unsigned rays = 0;
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (board->barriers[cell] != 0 && (board->barriers[cell] & CAROM_BARRIER_COLOUR) != robot)
            rays += CAROM_DIRECTIONS;
    return rays;
}

static struct tablebase *alloc_tablebase(struct arena *arena, const struct carom_atlas_task *task, uint32_t places)
{
    struct tablebase *tablebase = arena_alloc(arena, sizeof *tablebase);
    struct bitboard *set = arena_alloc(arena, places * 2 * sizeof(struct bitboard));
    uint32_t *word = arena_alloc(arena, places * 2 * sizeof(uint32_t));
    uint8_t *ends = arena_alloc(arena, SLICES * RAY_ENDS_SIZE(rays_of(&task->board, active_robot(task))));
    if (tablebase != NULL) {
        tablebase->solved[0] = set;
        tablebase->solved[1] = set + 1;
        tablebase->line_bits[0] = word;
        tablebase->line_bits[1] = word + 1;
        tablebase->ray_ends = ends;
    }
    return tablebase;
}

/* Divides the memory; false if there is no atlas for this task. */
static bool divide_memory(struct arena *arena, const struct carom_atlas_task *task)
{
    uint8_t blocker[BLOCKERS];
    enum symmetry symmetry = sort_blockers(task, active_robot(task), blocker);
    uint32_t places = carom_index_size(symmetry, &task->board, ricochet_target(task));
    struct carom_atlas *atlas = arena_alloc(arena, sizeof *atlas);
    struct tablebase *tablebase = alloc_tablebase(arena, task, places);
    struct bitboard *merged =
        is_vortex(task) && !any_robot_wins(task) ? arena_alloc(arena, places * sizeof(struct bitboard)) : NULL;
    if (atlas != NULL) {
        atlas->tablebase = tablebase;
        atlas->any_robot = merged;
    }
    for (unsigned i = 0; i < SLICES; i++) {
        struct hard_placement *list = arena_alloc(arena, task->hardest_max * sizeof(struct hard_placement));
        if (atlas != NULL)
            atlas->stats[i].list = list;
    }
    return places > 0;
}

size_t carom_atlas_size(const struct carom_atlas_task *task)
{
    struct arena arena = {NULL, 0};
    return divide_memory(&arena, task) ? arena.used : 0;
}

/* ---- initial level ---- */

/* The site where no blocker may stop: the target before its ricochet. Where blockers have no such state, the target
 * itself, because a robot that stops there is the active one of another placement. */
static unsigned forbidden_site_of(const struct carom_atlas_task *task)
{
    if (!is_vortex(task) || (any_robot_wins(task) && task->no_ricochet))
        return NO_SITE;
    return any_robot_wins(task) ? CELLS + task->target.cell % CAROM_BOARD_SIDE : task->target.cell;
}

static void tablebase_build(struct tablebase *tablebase, const struct carom_atlas_task *task, uint8_t blocker[BLOCKERS])
{
    unsigned active = active_robot(task);
    enum symmetry symmetry = sort_blockers(task, active, blocker);
    tablebase->blocker_kinds = symmetry == SYMMETRY_ALL ? 1 : symmetry == SYMMETRY_LAST_TWO ? 2 : 3;
    tablebase->active = active;
    tablebase->target = task->target.cell;
    tablebase->ricochet = !task->no_ricochet;
    tablebase->no_barriers = !carom_board_has_barriers(&task->board);
    tablebase->forbidden_site = forbidden_site_of(task);
    carom_board_masks_build(&tablebase->masks, &task->board, active, tablebase->target, tablebase->ricochet);
    carom_cell_masks_build(&tablebase->cell_masks, &tablebase->masks);
    carom_index_build(&tablebase->index, symmetry, &task->board, ricochet_target(task));
    for (unsigned i = 0; i < tablebase->blocker_kinds; i++)
        carom_chains_build(&tablebase->chains[i], &task->board, blocker[i], ricochet_target(task));
}

/* Depth 0: the active robot is on the target. With a blocker on the target it cannot be; but if that blocker may win
 * (any_robot_wins), the placement is solved wherever the active robot is. */
static void init_level(struct tablebase *tablebase, const struct carom_atlas_task *task, const unsigned spot[BLOCKERS])
{
    uint32_t place = tablebase->index.row[spot[0]][spot[1]] + spot[2];
    struct bitboard *set = solved_set(tablebase, 0, place);
    bool taken = false, won = false;
    for (unsigned i = 0; i < BLOCKERS; i++) {
        taken |= tablebase->index.sites.cell_of[spot[i]] == tablebase->target;
        won |= spot[i] == tablebase->target && is_vortex(task) && (task->no_ricochet || any_robot_wins(task));
    }
    if (!taken)
        bb_add(set, tablebase->target);
    if (!won)
        return;
    *set = tablebase->masks.standable;
    *line_word(tablebase, 0, place) = tablebase->masks.line_stand & ~tablebase->masks.changed_bit;
    for (unsigned i = 0; i < BLOCKERS; i++) {
        unsigned cell = tablebase->index.sites.cell_of[spot[i]];
        set->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63u));
        *line_word(tablebase, 0, place) &= ~tablebase->masks.line_bit[cell];
    }
}

static void init_levels(struct tablebase *tablebase, const struct carom_atlas_task *task)
{
    const struct sites *sites = &tablebase->index.sites;
    const enum symmetry symmetry = tablebase->index.symmetry;
    for (unsigned i = 0; i < sites->count; i++)
        for (unsigned j = symmetry == SYMMETRY_ALL ? i + 1 : 0; j < sites->count; j++)
            for (unsigned k = symmetry != SYMMETRY_NONE ? j + 1 : 0; k < sites->count; k++) {
                const unsigned spot[BLOCKERS] = {sites->site[i], sites->site[j], sites->site[k]};
                unsigned p = sites->cell_of[spot[0]], q = sites->cell_of[spot[1]], r = sites->cell_of[spot[2]];
                if (p != q && p != r && q != r)
                    init_level(tablebase, task, spot);
            }
}

/* On the vortex with barriers, finds robots that move alike although all count as different: each placement is
 * counted once for every order of them. */
static void find_alike_robots(struct carom_atlas *atlas)
{
    unsigned count = 0;
    atlas->symmetry_factor = 1;
    for (unsigned robot = 0; robot < CAROM_COLOURS && any_robot_wins(&atlas->task); robot++)
        if (!has_own_barriers(&atlas->task.board, robot)) {
            atlas->alike_robots |= 1u << robot;
            atlas->symmetry_factor *= ++count;
        }
}

static uint64_t count_placements(const struct carom_atlas *atlas)
{
    const struct placement_index *index = &atlas->tablebase->index;
    uint64_t n = index->sites.cells, all = n * (n - 1) * (n - 2) * (n - 3);
    if (any_robot_wins(&atlas->task))
        return all / atlas->symmetry_factor;
    unsigned times = index->symmetry == SYMMETRY_ALL ? 6 : index->symmetry == SYMMETRY_LAST_TWO ? 2 : 1;
    return all / times / (is_vortex(&atlas->task) ? 4 : 1);
}

static const struct kernel *best_kernel(const struct carom_atlas_task *task)
{
    if (!task->no_simd && !task->no_avx512 && carom_atlas_has_avx512())
        return &carom_atlas_kernel_avx512;
    return !task->no_simd && carom_atlas_has_avx2() ? &carom_atlas_kernel_avx2 : &carom_atlas_kernel_scalar;
}

struct carom_atlas *carom_atlas_begin(void *memory, const struct carom_atlas_task *task)
{
    struct arena arena = {memory, 0};
    struct carom_atlas *atlas = memory;
    size_t size = carom_atlas_size(task);
    if (memory == NULL || (uintptr_t)memory % CACHE_LINE != 0 || size == 0)
        return NULL;
    memset(memory, 0, size);
    divide_memory(&arena, task);
    atlas->task = *task;
    atlas->kernel = best_kernel(task);
    find_alike_robots(atlas);
    atlas->groups = task->threads > 1 ? CAROM_BOARD_SIDE : 1;
    tablebase_build(atlas->tablebase, task, atlas->blocker);
    init_levels(atlas->tablebase, task);
    atlas->placements = count_placements(atlas);
    return atlas;
}

/* ---- the phases ---- */

/* A phase of a level. It runs in rounds so that slices of a round never write to the same placement. */
enum phase_kind {
    WORK_ACTIVE,
    WORK_MERGE,
    WORK_BLOCKERS,
    WORK_DONE,
};
struct phase {
    enum phase_kind kind;
    unsigned role;
    unsigned round;
};

static struct phase phase_at(const struct carom_atlas *atlas, unsigned phase)
{
    unsigned rounds = atlas->tablebase->index.symmetry == SYMMETRY_ALL ? atlas->groups : 1;
    unsigned merges = atlas->any_robot != NULL ? rounds : 0;
    if (phase-- == 0)
        return (struct phase){WORK_ACTIVE, 0, 0};
    if (phase < merges)
        return (struct phase){WORK_MERGE, 0, phase};
    phase -= merges;
    if (phase < atlas->tablebase->blocker_kinds * rounds)
        return (struct phase){WORK_BLOCKERS, phase / rounds, phase % rounds};
    return (struct phase){WORK_DONE, 0, 0};
}

unsigned carom_atlas_slice_count(const struct carom_atlas *atlas)
{
    bool grouped =
        atlas->tablebase->index.symmetry == SYMMETRY_ALL && phase_at(atlas, atlas->phase).kind != WORK_ACTIVE;
    return atlas->complete ? 0 : grouped ? atlas->groups : SLICES;
}

void carom_atlas_run_slice(struct carom_atlas *atlas, unsigned slice)
{
    if (slice >= carom_atlas_slice_count(atlas))
        return;
    struct phase phase = phase_at(atlas, atlas->phase);
    struct tablebase *tablebase = atlas->tablebase;
    switch (phase.kind) {
    case WORK_ACTIVE:
        atlas->kernel->active(atlas, tablebase, slice);
        break;
    case WORK_MERGE:
        atlas->kernel->merge(atlas, tablebase, phase.round, slice);
        break;
    case WORK_BLOCKERS:
        atlas->kernel->blockers(atlas, tablebase, phase.role, phase.round, slice);
        break;
    case WORK_DONE:
        break;
    }
}

/* Adds up the counters of all slices. */
static void sum_slices(struct carom_atlas *atlas, uint64_t *sets)
{
    uint64_t placements = 0;
    *sets = 0;
    for (unsigned i = 0; i < SLICES; i++) {
        *sets += atlas->stats[i].sets;
        placements += atlas->stats[i].placements;
        atlas->stats[i].sets = atlas->stats[i].placements = 0;
    }
    placements /= atlas->symmetry_factor;
    atlas->histogram[atlas->depth] += placements;
    atlas->known += placements;
}

static void next_level(struct carom_atlas *atlas)
{
    atlas->phase = 0;
    atlas->depth++;
    struct tablebase *tablebase = atlas->tablebase;
    struct bitboard *set = tablebase->solved[0];
    uint32_t *word = tablebase->line_bits[0];
    tablebase->solved[0] = tablebase->solved[1];
    tablebase->line_bits[0] = tablebase->line_bits[1];
    tablebase->solved[1] = set;
    tablebase->line_bits[1] = word;
}

bool carom_atlas_next_phase(struct carom_atlas *atlas)
{
    enum phase_kind done = phase_at(atlas, atlas->phase).kind;
    enum phase_kind next = phase_at(atlas, ++atlas->phase).kind;
    if (next != done && done != WORK_BLOCKERS) {
        uint64_t sets;
        sum_slices(atlas, &sets);
        atlas->complete = (done == WORK_ACTIVE && sets == 0) || atlas->known == atlas->placements;
    }
    if (next == WORK_DONE) {
        next_level(atlas);
        atlas->complete |= atlas->depth >= CAROM_ATLAS_DEPTH_MAX;
    }
    return !atlas->complete;
}

/* ---- results ---- */

unsigned carom_atlas_depth(const struct carom_atlas *atlas)
{
    return atlas->depth;
}

bool carom_atlas_level_complete(const struct carom_atlas *atlas)
{
    return atlas->phase == 0;
}

uint64_t carom_atlas_placements(const struct carom_atlas *atlas)
{
    return atlas->placements;
}

uint64_t carom_atlas_placements_known(const struct carom_atlas *atlas)
{
    return atlas->known;
}

static void sort(unsigned *cell, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && cell[j] < cell[j - 1]; j--) {
            unsigned lower = cell[j];
            cell[j] = cell[j - 1];
            cell[j - 1] = lower;
        }
}

static bool tablebase_is_within(const struct tablebase *tablebase, const struct carom_atlas_task *task, unsigned active,
                                const struct carom_robots *robots)
{
    uint8_t blocker[BLOCKERS];
    unsigned spot[BLOCKERS];
    enum symmetry symmetry = sort_blockers(task, active, blocker);
    for (unsigned i = 0; i < BLOCKERS; i++)
        spot[i] = tablebase->index.sites.start_site[robots->cell[blocker[i]]];
    unsigned like = symmetry == SYMMETRY_ALL ? 0 : symmetry == SYMMETRY_LAST_TWO ? 1 : BLOCKERS;
    sort(spot + like, BLOCKERS - like);
    uint32_t place = tablebase->index.row[spot[0]][spot[1]] + spot[2];
    unsigned at = robots->cell[active];
    if (tablebase->ricochet && tablebase->masks.line_bit[at] != 0)
        return (*line_word(tablebase, 0, place) & tablebase->masks.line_bit[at]) != 0;
    return bb_has(solved_set(tablebase, 0, place), at);
}

/* Do the four robots with colours stand on different cells where a robot can stand? */
static bool has_four_robots(const struct carom_board *board, const struct carom_robots *robots)
{
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++) {
        if ((robots->present >> robot & 1u) == 0 || !carom_board_can_stand(board, robots->cell[robot]))
            return false;
        for (unsigned other = 0; other < robot; other++)
            if (robots->cell[other] == robots->cell[robot])
                return false;
    }
    return true;
}

bool carom_atlas_is_within_depth(const struct carom_atlas *atlas, const struct carom_robots *robots)
{
    if (!carom_atlas_level_complete(atlas) || !has_four_robots(&atlas->task.board, robots))
        return false;
    if (atlas->any_robot == NULL)
        return tablebase_is_within(atlas->tablebase, &atlas->task, active_robot(&atlas->task), robots);
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++)
        if (tablebase_is_within(atlas->tablebase, &atlas->task, robot, robots))
            return true;
    return false;
}

void carom_atlas_result(const struct carom_atlas *atlas, struct carom_atlas_result *result)
{
    *result = (struct carom_atlas_result){.placements = atlas->placements, .unsolvable = atlas->placements};
    memcpy(result->histogram, atlas->histogram, sizeof result->histogram);
    for (unsigned depth = 0; depth < CAROM_ATLAS_DEPTH_MAX; depth++) {
        uint64_t count = atlas->histogram[depth];
        result->unsolvable -= count;
        result->sum += count * depth;
        if (count > 0) {
            result->max_moves = depth;
            result->histogram_size = depth + 1;
            result->hardest_total = count;
        }
    }
    for (unsigned i = 0; i < SLICES && result->histogram_size > 0; i++)
        if (atlas->stats[i].depth == result->max_moves)
            result->hardest_listed += atlas->stats[i].listed;
    if (result->hardest_listed > atlas->task.hardest_max)
        result->hardest_listed = atlas->task.hardest_max;
}

struct carom_robots carom_atlas_hardest(const struct carom_atlas *atlas, uint32_t index)
{
    unsigned max = 0, slice = 0;
    for (unsigned depth = 0; depth < CAROM_ATLAS_DEPTH_MAX; depth++)
        if (atlas->histogram[depth] > 0)
            max = depth;
    for (; slice < SLICES; slice++) {
        uint32_t listed = atlas->stats[slice].depth == max ? atlas->stats[slice].listed : 0;
        if (index < listed)
            break;
        index -= listed;
    }
    if (slice == SLICES)
        return (struct carom_robots){.present = 0};
    struct hard_placement hard_placement = atlas->stats[slice].list[index];
    struct carom_robots robots = {.present = (1u << CAROM_COLOURS) - 1};
    for (unsigned i = 0; i < BLOCKERS; i++)
        robots.cell[atlas->blocker[i]] = hard_placement.cell[i];
    robots.cell[active_robot(&atlas->task)] = hard_placement.cell[BLOCKERS];
    return robots;
}
