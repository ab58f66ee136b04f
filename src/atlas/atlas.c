/*
 * The order of the work: what lies where in the memory, which slices come when, and what is known at the end.
 *
 * A level has these phases: the active robot's moves; on the vortex without barriers, what the robots can do together;
 * the moves of each kind of blocker. The first of them also sees what the level before has brought, so it counts; when
 * there was nothing new, all is done.
 */
#include "../core/mem.h"
#include "sheet.h"

/* ---- which robots ---- */

/* Does it have barriers of its own? If not it moves like all others without (R8). */
static bool has_own(const struct carom_board *board, unsigned robot)
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

/* Is any blocker that gets to the target an end? That is the vortex where robots differ. */
static bool all_win(const struct carom_atlas_task *task)
{
    return is_vortex(task) && carom_board_has_barriers(&task->board);
}
static unsigned active_of(const struct carom_atlas_task *task)
{
    return is_vortex(task) ? CAROM_BLUE : task->target.active;
}
/* The target whose lines blockers must leave as well (R7); NOWHERE if it is nothing to them. */
static unsigned lined_of(const struct carom_atlas_task *task)
{
    return all_win(task) && !task->no_ricochet ? task->target.cell : NOWHERE;
}

/* The blockers of an active robot, those that are different first, and which of them are alike. On the vortex with
 * barriers all are taken as different, in their order. */
static enum alike blockers_of(const struct carom_atlas_task *task, unsigned active, uint8_t blocker[BLOCKERS])
{
    bool all = all_win(task);
    unsigned count = 0, different = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned robot = 0; robot < CAROM_COLOURS; robot++) {
            bool own = all || has_own(&task->board, robot);
            if (robot == active || own != (pass == 0))
                continue;
            blocker[count++] = (uint8_t)robot;
            different += own;
        }
    return different == 0 ? ALIKE_ALL : different == 1 ? ALIKE_LAST : ALIKE_NONE;
}

/* ---- memory ---- */

/* Takes pieces off the memory; with none only the size is found. */
struct heap {
    char *base;
    size_t used;
};

static void *piece(struct heap *heap, size_t size)
{
    void *at = heap->base != NULL ? heap->base + heap->used : NULL;
    heap->used += (size + LINE - 1) / LINE * LINE;
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

static struct sheet *place_sheet(struct heap *heap, const struct carom_atlas_task *task, uint32_t places)
{
    struct sheet *sheet = piece(heap, sizeof *sheet);
    struct set *set[2] = {piece(heap, places * sizeof(struct set)), piece(heap, places * sizeof(struct set))};
    uint32_t *word[2] = {piece(heap, places * sizeof(uint32_t)), piece(heap, places * sizeof(uint32_t))};
    uint8_t *ends = piece(heap, (size_t)SLICES * CELLS * rays_of(&task->board, active_of(task)));
    if (sheet != NULL) {
        memcpy(sheet->set, set, sizeof set);
        memcpy(sheet->word, word, sizeof word);
        sheet->ends = ends;
    }
    return sheet;
}

/* Divides the memory; false if no atlas can be made of this task. */
static bool place(struct heap *heap, const struct carom_atlas_task *task)
{
    uint8_t blocker[BLOCKERS];
    enum alike alike = blockers_of(task, active_of(task), blocker);
    uint32_t places = carom_layout_places(alike, &task->board, lined_of(task));
    struct carom_atlas *atlas = piece(heap, sizeof *atlas);
    struct sheet *sheet = place_sheet(heap, task, places);
    struct set *merged = is_vortex(task) && !all_win(task) ? piece(heap, places * sizeof(struct set)) : NULL;
    if (atlas != NULL) {
        atlas->sheet = sheet;
        atlas->merged = merged;
    }
    for (unsigned i = 0; i < SLICES; i++) {
        struct found *list = piece(heap, task->hardest * sizeof(struct found));
        if (atlas != NULL)
            atlas->tally[i].list = list;
    }
    return places > 0;
}

size_t carom_atlas_size(const struct carom_atlas_task *task)
{
    struct heap heap = {NULL, 0};
    return place(&heap, task) ? heap.used : 0;
}

/* ---- the beginning ---- */

/* Where no blocker may stop: on the target without a ricochet; where they have no state for that, not at all, for then
 * the robot that stops there is somebody else's active one. */
static unsigned forbidden_of(const struct carom_atlas_task *task)
{
    if (!is_vortex(task) || (all_win(task) && task->no_ricochet))
        return NO_SPOT;
    return all_win(task) ? CELLS + task->target.cell % CAROM_SIDE : task->target.cell;
}

static void sheet_build(struct sheet *sheet, const struct carom_atlas_task *task, uint8_t blocker[BLOCKERS])
{
    unsigned active = active_of(task);
    enum alike alike = blockers_of(task, active, blocker);
    sheet->roles = alike == ALIKE_ALL ? 1 : alike == ALIKE_LAST ? 2 : 3;
    sheet->active = active;
    sheet->target = task->target.cell;
    sheet->ricochet = !task->no_ricochet;
    sheet->straight = !carom_board_has_barriers(&task->board);
    sheet->forbidden = forbidden_of(task);
    carom_ground_build(&sheet->ground, &task->board, active, sheet->target, sheet->ricochet);
    carom_fixed_build(&sheet->fixed, &sheet->ground);
    carom_layout_build(&sheet->layout, alike, &task->board, lined_of(task));
    for (unsigned i = 0; i < sheet->roles; i++)
        carom_ways_build(&sheet->ways[i], &task->board, blocker[i], lined_of(task));
}

/* With a blocker on the target the active robot is not there at the beginning; but if that blocker may win, it does,
 * wherever the active one is. */
static void first_level(struct sheet *sheet, const struct carom_atlas_task *task, const unsigned spot[BLOCKERS])
{
    uint32_t place = sheet->layout.row[spot[0]][spot[1]] + spot[2];
    struct set *set = &sheet->set[0][place];
    bool taken = false, won = false;
    for (unsigned i = 0; i < BLOCKERS; i++) {
        taken |= sheet->layout.spots.at[spot[i]] == sheet->target;
        won |= spot[i] == sheet->target && is_vortex(task) && (task->no_ricochet || all_win(task));
    }
    if (!taken)
        set_add(set, sheet->target);
    if (!won)
        return;
    *set = sheet->ground.stand;
    sheet->word[0][place] = sheet->ground.line_stand & ~sheet->ground.changed;
    for (unsigned i = 0; i < BLOCKERS; i++) {
        unsigned cell = sheet->layout.spots.at[spot[i]];
        set->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63u));
        sheet->word[0][place] &= ~sheet->ground.line_bit[cell];
    }
}

static void first_levels(struct sheet *sheet, const struct carom_atlas_task *task)
{
    const struct spots *spots = &sheet->layout.spots;
    const enum alike alike = sheet->layout.alike;
    for (unsigned i = 0; i < spots->count; i++)
        for (unsigned j = alike == ALIKE_ALL ? i + 1 : 0; j < spots->count; j++)
            for (unsigned k = alike != ALIKE_NONE ? j + 1 : 0; k < spots->count; k++) {
                const unsigned spot[BLOCKERS] = {spots->spot[i], spots->spot[j], spots->spot[k]};
                unsigned p = spots->at[spot[0]], q = spots->at[spot[1]], r = spots->at[spot[2]];
                if (p != q && p != r && q != r)
                    first_level(sheet, task, spot);
            }
}

/* On the vortex with barriers, robots that are alike all the same: each placement is counted for every order of them.
 */
static void find_like(struct carom_atlas *atlas)
{
    unsigned count = 0;
    atlas->same = 1;
    for (unsigned robot = 0; robot < CAROM_COLOURS && all_win(&atlas->task); robot++)
        if (!has_own(&atlas->task.board, robot)) {
            atlas->like |= 1u << robot;
            atlas->same *= ++count;
        }
}

static uint64_t count_placements(const struct carom_atlas *atlas)
{
    const struct layout *layout = &atlas->sheet->layout;
    uint64_t n = layout->spots.cells, all = n * (n - 1) * (n - 2) * (n - 3);
    if (all_win(&atlas->task))
        return all / atlas->same;
    unsigned times = layout->alike == ALIKE_ALL ? 6 : layout->alike == ALIKE_LAST ? 2 : 1;
    return all / times / (is_vortex(&atlas->task) ? 4 : 1);
}

struct carom_atlas *carom_atlas_begin(void *memory, const struct carom_atlas_task *task)
{
    struct heap heap = {memory, 0};
    struct carom_atlas *atlas = memory;
    memset(memory, 0, carom_atlas_size(task));
    place(&heap, task);
    atlas->task = *task;
    atlas->kernel = !task->plain && carom_atlas_wide() ? &carom_atlas_kernel_wide : &carom_atlas_kernel_plain;
    find_like(atlas);
    atlas->groups = task->threads > 1 ? CAROM_SIDE : 1;
    sheet_build(atlas->sheet, task, atlas->blocker);
    first_levels(atlas->sheet, task);
    atlas->placements = count_placements(atlas);
    return atlas;
}

/* ---- the phases ---- */

/* A phase: a part of the work, in rounds where slices of it would meet. */
enum work {
    WORK_ACTIVE,
    WORK_MERGE,
    WORK_BLOCKERS,
    WORK_DONE,
};
struct phase {
    enum work work;
    unsigned role;
    unsigned round;
};

static struct phase phase_at(const struct carom_atlas *atlas, unsigned phase)
{
    unsigned rounds = atlas->sheet->layout.alike == ALIKE_ALL ? atlas->groups : 1;
    unsigned merges = atlas->merged != NULL ? rounds : 0;
    if (phase-- == 0)
        return (struct phase){WORK_ACTIVE, 0, 0};
    if (phase < merges)
        return (struct phase){WORK_MERGE, 0, phase};
    phase -= merges;
    if (phase < atlas->sheet->roles * rounds)
        return (struct phase){WORK_BLOCKERS, phase / rounds, phase % rounds};
    return (struct phase){WORK_DONE, 0, 0};
}

unsigned carom_atlas_slices(const struct carom_atlas *atlas)
{
    bool grouped = atlas->sheet->layout.alike == ALIKE_ALL && phase_at(atlas, atlas->phase).work != WORK_ACTIVE;
    return atlas->over ? 0 : grouped ? atlas->groups : SLICES;
}

void carom_atlas_slice(struct carom_atlas *atlas, unsigned slice)
{
    struct phase phase = phase_at(atlas, atlas->phase);
    struct sheet *sheet = atlas->sheet;
    switch (phase.work) {
    case WORK_ACTIVE:
        atlas->kernel->active(atlas, sheet, slice);
        break;
    case WORK_MERGE:
        atlas->kernel->merge(atlas, sheet, phase.round, slice);
        break;
    case WORK_BLOCKERS:
        atlas->kernel->blockers(atlas, sheet, phase.role, phase.round, slice);
        break;
    case WORK_DONE:
        break;
    }
}

/* What the slices have counted. */
static void add_up(struct carom_atlas *atlas, uint64_t *sets)
{
    uint64_t placements = 0;
    *sets = 0;
    for (unsigned i = 0; i < SLICES; i++) {
        *sets += atlas->tally[i].sets;
        placements += atlas->tally[i].placements;
        atlas->tally[i].sets = atlas->tally[i].placements = 0;
    }
    placements /= atlas->same;
    atlas->histogram[atlas->depth] += placements;
    atlas->done += placements;
}

static void next_level(struct carom_atlas *atlas)
{
    atlas->phase = 0;
    atlas->depth++;
    struct sheet *sheet = atlas->sheet;
    struct set *set = sheet->set[0];
    uint32_t *word = sheet->word[0];
    sheet->set[0] = sheet->set[1];
    sheet->word[0] = sheet->word[1];
    sheet->set[1] = set;
    sheet->word[1] = word;
}

bool carom_atlas_next(struct carom_atlas *atlas)
{
    enum work done = phase_at(atlas, atlas->phase).work;
    enum work next = phase_at(atlas, ++atlas->phase).work;
    if (next != done && done != WORK_BLOCKERS) {
        uint64_t sets;
        add_up(atlas, &sets);
        atlas->over = (done == WORK_ACTIVE && sets == 0) || atlas->done == atlas->placements;
    }
    if (next == WORK_DONE) {
        next_level(atlas);
        atlas->over |= atlas->depth >= CAROM_ATLAS_DEPTH;
    }
    return !atlas->over;
}

/* ---- what is known ---- */

unsigned carom_atlas_depth(const struct carom_atlas *atlas)
{
    return atlas->depth;
}

bool carom_atlas_level(const struct carom_atlas *atlas)
{
    return atlas->phase == 0;
}

uint64_t carom_atlas_placements(const struct carom_atlas *atlas)
{
    return atlas->placements;
}

uint64_t carom_atlas_done(const struct carom_atlas *atlas)
{
    return atlas->done;
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

static bool sheet_within(const struct sheet *sheet, const struct carom_atlas_task *task, unsigned active,
                         const struct carom_robots *robots)
{
    uint8_t blocker[BLOCKERS];
    unsigned spot[BLOCKERS];
    enum alike alike = blockers_of(task, active, blocker);
    for (unsigned i = 0; i < BLOCKERS; i++)
        spot[i] = sheet->layout.spots.begin[robots->cell[blocker[i]]];
    unsigned like = alike == ALIKE_ALL ? 0 : alike == ALIKE_LAST ? 1 : BLOCKERS;
    sort(spot + like, BLOCKERS - like);
    uint32_t place = sheet->layout.row[spot[0]][spot[1]] + spot[2];
    unsigned at = robots->cell[active];
    if (sheet->ricochet && sheet->ground.line_bit[at] != 0)
        return (sheet->word[0][place] & sheet->ground.line_bit[at]) != 0;
    return set_has(&sheet->set[0][place], at);
}

bool carom_atlas_within(const struct carom_atlas *atlas, const struct carom_robots *robots)
{
    if (atlas->merged == NULL)
        return sheet_within(atlas->sheet, &atlas->task, active_of(&atlas->task), robots);
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++)
        if (sheet_within(atlas->sheet, &atlas->task, robot, robots))
            return true;
    return false;
}

void carom_atlas_result(const struct carom_atlas *atlas, struct carom_atlas_result *result)
{
    *result = (struct carom_atlas_result){.placements = atlas->placements, .unsolvable = atlas->placements};
    memcpy(result->histogram, atlas->histogram, sizeof result->histogram);
    for (unsigned depth = 0; depth < CAROM_ATLAS_DEPTH; depth++) {
        uint64_t count = atlas->histogram[depth];
        result->unsolvable -= count;
        result->sum += count * depth;
        if (count > 0) {
            result->max = depth;
            result->depths = depth + 1;
            result->hardest = count;
        }
    }
    for (unsigned i = 0; i < SLICES && result->depths > 0; i++)
        if (atlas->tally[i].depth == result->max)
            result->listed += atlas->tally[i].listed;
    if (result->listed > atlas->task.hardest)
        result->listed = atlas->task.hardest;
}

struct carom_robots carom_atlas_hardest(const struct carom_atlas *atlas, uint32_t index)
{
    unsigned max = 0, slice = 0;
    for (unsigned depth = 0; depth < CAROM_ATLAS_DEPTH; depth++)
        if (atlas->histogram[depth] > 0)
            max = depth;
    for (;; slice++) {
        uint32_t listed = atlas->tally[slice].depth == max ? atlas->tally[slice].listed : 0;
        if (index < listed)
            break;
        index -= listed;
    }
    struct found found = atlas->tally[slice].list[index];
    struct carom_robots robots = {.present = (1u << CAROM_COLOURS) - 1};
    for (unsigned i = 0; i < BLOCKERS; i++)
        robots.cell[atlas->blocker[i]] = found.cell[i];
    robots.cell[active_of(&atlas->task)] = found.cell[BLOCKERS];
    return robots;
}
