/*
 * The steps in order: shrink, guess outlines, lock onto the grid, verify by the walls, then robots and token.
 */
#include "internal.h"

#define ENOUGH 25.0f /* a board that scores this much is one */
#define FAINT 0.15f  /* less coherent than this is no grid */
#define TRIES 16     /* outlines that are looked at closely */
#define LEAST 15.0f  /* below this there is none */

static const struct area WHOLE = {0, 0, CAROM_BOARD_SIDE, CAROM_BOARD_SIDE};

struct search {
    const struct image *image;
    struct flat flat;
    struct arena arena;
    struct map maps[4]; /* of the best reading: one a quarter */
    struct map whole;
    struct reading best;
    bool found;
};

static struct area quarter(int corner)
{
    int left = corner == 1 || corner == 2 ? 8 : 0, top = corner >= 2 ? 8 : 0;
    return (struct area){left, top, left + 8, top + 8};
}

/* Sections may lie apart: locks each quarter by itself, and keeps the move if it is a small one. */
static void lock_quarters(struct search *search, const struct map *whole, struct map maps[4])
{
    for (int corner = 0; corner < 4; corner++) {
        struct area area = quarter(corner);
        double cx = area.left + 4, cy = area.top + 4, worst = 0;
        maps[corner] = *whole;
        grid_lock(search->image, &maps[corner], area, false, 3, search->arena);
        double scale = map_scale(whole, cx, cy) + 1e-6;
        for (int k = 0; k < 4; k++) {
            double x = cx + (k % 2 ? 4 : -4), y = cy + (k / 2 ? 4 : -4);
            struct point a = map_apply(whole, x, y), b = map_apply(&maps[corner], x, y);
            double off = (__builtin_fabs(a.x - b.x) + __builtin_fabs(a.y - b.y)) / scale;
            worst = off > worst ? off : worst;
        }
        if (worst > 1.1 || worst < 0.14)
            maps[corner] = *whole;
    }
}

static bool verify(struct search *search, struct map whole, int shifts)
{
    struct map maps[4];
    struct reading reading;
    for (int round = 0; round < 2; round++) {
        lock_quarters(search, &whole, maps);
        flat_fill(&search->flat, search->image, maps);
        faces_read(&search->flat, round == 0 ? shifts : 0, search->arena, &reading);
        if ((reading.dx == 0 && reading.dy == 0) || reading.mirrored > reading.score)
            break;
        whole = map_shift(&whole, reading.dx, reading.dy);
    }
    if (search->found && largest(reading.score, reading.mirrored) <= largest(search->best.score, search->best.mirrored))
        return false;
    search->found = true;
    search->best = reading;
    search->whole = whole;
    memcpy(search->maps, maps, sizeof maps);
    return largest(reading.score, reading.mirrored) > ENOUGH;
}

static void sort(struct candidate *candidates, int count)
{
    for (int i = 1; i < count; i++) {
        struct candidate moved = candidates[i];
        int k = i;
        for (; k > 0 && candidates[k - 1].coherence < moved.coherence; k--)
            candidates[k] = candidates[k - 1];
        candidates[k] = moved;
    }
}

/* Locks a candidate and verifies it, with displacements followed from block to block and, for sections that lie apart,
 * without. */
static bool try_candidate(struct search *search, const struct candidate *candidate)
{
    for (int follow = 1; follow >= 0; follow--) {
        struct map map = candidate->map;
        grid_lock(search->image, &map, WHOLE, follow != 0, follow != 0 ? 4 : 2, search->arena);
        if (verify(search, map, MARGIN))
            return true;
    }
    return false;
}

static bool same_grid(const struct map *a, const struct map *b)
{
    for (int k = 0; k < 4; k++) {
        double x = k % 2 * CAROM_BOARD_SIDE, y = k / 2 * CAROM_BOARD_SIDE, half = map_scale(a, x, y) / 2;
        struct point one = map_apply(a, x, y), two = map_apply(b, x, y);
        if (__builtin_fabs(one.x - two.x) > half || __builtin_fabs(one.y - two.y) > half)
            return false;
    }
    return true;
}

/* Tries a grid without an outline, which may be several cells off: at nine places, from which whole cells are searched.
 */
static bool try_lattice(struct search *search, const struct candidate *candidate)
{
    static const int far = 2 * MARGIN;
    if (try_candidate(search, candidate))
        return true;
    for (int k = 0; k < 9; k++)
        if (k != 4 && verify(search, map_shift(&candidate->map, far * (k % 3 - 1), far * (k / 3 - 1)), MARGIN))
            return true;
    return false;
}

static float look_for_board(struct search *search)
{
    struct point(*quads)[4] = arena_take(&search->arena, QUADS * sizeof *quads);
    struct candidate *candidates = arena_take(&search->arena, QUADS * sizeof *candidates);
    int count = 0;
    if (quads == NULL || candidates == NULL)
        return 0;
    int quad_count = quads_find(search->image, search->arena, quads);
    for (int i = 0; i < quad_count; i++) {
        struct candidate *candidate = &candidates[count];
        if (!map_quad(&candidate->map, quads[i], 0.22))
            continue;
        candidate->coherence = grid_lock(search->image, &candidate->map, WHOLE, true, 1, search->arena);
        count++;
    }
    sort(candidates, count);
    float coherence = count > 0 ? candidates[0].coherence : 0;
    for (int i = 0; i < count && i < TRIES && candidates[i].coherence > FAINT; i++)
        if (try_candidate(search, &candidates[i]))
            return coherence;
    count = lattice_find(search->image, search->arena, candidates);
    sort(candidates, count);
    for (int i = 0; i < count && candidates[i].coherence > FAINT; i++) {
        bool known = false;
        for (int k = 0; k < i; k++)
            known = known || same_grid(&candidates[k].map, &candidates[i].map);
        coherence = largest(coherence, candidates[i].coherence);
        if (!known && try_lattice(search, &candidates[i]))
            break;
    }
    return coherence;
}

static void write_corners(const struct search *search, double scale_x, double scale_y, struct vision_result *result)
{
    for (int corner = 0; corner < 4; corner++) {
        double x = corner == 1 || corner == 2 ? CAROM_BOARD_SIDE : 0, y = corner >= 2 ? CAROM_BOARD_SIDE : 0;
        struct point at = map_apply(&search->maps[corner], x, y);
        result->corners[corner] = (struct vision_point){(float)(at.x * scale_x), (float)(at.y * scale_y)};
    }
}

/* What stands on an uncertain board is uncertain, too. */
static void spread_doubt(struct vision_result *result)
{
    bool sure = result->board_score > ENOUGH;
    for (int i = 0; i < 4; i++)
        sure = sure && result->faces_sure[i];
    for (int i = 0; i < VISION_ROBOTS; i++)
        result->robots[i].sure = result->robots[i].sure && sure;
    result->token_sure = result->token_sure && sure;
}

static void read_image(struct search *search, const struct vision_picture *picture, const struct vision_point *corners,
                       struct vision_result *result)
{
    double scale_x = (double)picture->width / search->image->width;
    double scale_y = (double)picture->height / search->image->height;
    float coherence = 1;
    if (corners != NULL) {
        struct point quad[4];
        struct map map;
        for (int i = 0; i < 4; i++)
            quad[i] = (struct point){(double)corners[i].x / scale_x, (double)corners[i].y / scale_y};
        if (map_quad(&map, quad, 0)) {
            grid_lock(search->image, &map, WHOLE, true, 5, search->arena);
            verify(search, map, MARGIN);
        }
    } else {
        coherence = look_for_board(search);
    }
    const struct reading *best = &search->best;
    if (!search->found || largest(best->score, best->mirrored) < LEAST) {
        result->outcome = coherence < FAINT ? VISION_NO_GRID : VISION_NO_BOARD;
        return;
    }
    if (best->mirrored > best->score) {
        result->outcome = VISION_MIRRORED;
        return;
    }
    flat_fill(&search->flat, search->image, search->maps);
    result->outcome = VISION_READ;
    result->board_score = best->score;
    for (int i = 0; i < 4; i++) {
        result->faces[i] = best->faces[i];
        result->face_scores[i] = best->lead[i];
        result->faces_sure[i] = best->lead[i] >= 3;
    }
    write_corners(search, scale_x, scale_y, result);
    struct carom_board board;
    carom_board_build(&board, result->faces, NULL);
    struct camera camera = map_camera(&search->whole, search->image->width, search->image->height);
    unsigned covered = token_read(search->image, &search->flat, search->maps, &board, search->arena, result);
    robots_read(&search->flat, &camera, &board, covered, search->arena, result);
    spread_doubt(result);
}

void vision_read(const struct vision_picture *picture, const struct vision_point *corners, void *memory, size_t size,
                 struct vision_result *result)
{
    struct arena arena = {memory, size};
    struct image image;
    struct search search = {.image = &image};
    memset(result, 0, sizeof *result);
    result->token = CAROM_NO_TOKEN;
    result->outcome = VISION_BAD_SIZE;
    if (picture->width < VISION_MIN_SIDE || picture->height < VISION_MIN_SIDE || picture->width > VISION_MAX_SIDE ||
        picture->height > VISION_MAX_SIDE || picture->channels < 3 || picture->channels > 4)
        return;
    if (!image_shrink(&image, picture, WORK_SIDE, &arena) || !flat_allocate(&search.flat, &arena))
        return;
    image_take_haze_off(&image);
    search.arena = arena;
    read_image(&search, picture, corners, result);
}
