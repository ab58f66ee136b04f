/*
 * Making an atlas and asking it about placements (probes.h).
 */
#include "probes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void ask(const struct carom_atlas *atlas, struct probes *probes)
{
    for (unsigned i = 0; i < probes->count; i++)
        if (probes->moves[i] == NEVER && carom_atlas_is_within_depth(atlas, &probes->robots[i]))
            probes->moves[i] = carom_atlas_depth(atlas);
}

struct carom_atlas *probe_atlas(const struct carom_atlas_task *task, struct probes *probes, void **memory,
                                struct carom_atlas_result *result)
{
    size_t size = carom_atlas_size(task);
    *memory = aligned_alloc(64, size);
    assert(*memory != NULL);
    memset(*memory, 0xa5, size);
    struct carom_atlas *atlas = carom_atlas_begin(*memory, task);
    for (unsigned i = 0; i < probes->count; i++)
        probes->moves[i] = NEVER;
    bool more = true;
    while (more) {
        if (carom_atlas_level_complete(atlas))
            ask(atlas, probes);
        unsigned slices = carom_atlas_slice_count(atlas);
        for (unsigned i = 0; i < slices; i++)
            carom_atlas_run_slice(atlas, task->threads > 1 ? slices - 1 - i : i);
        more = carom_atlas_next_phase(atlas);
    }
    ask(atlas, probes);
    carom_atlas_result(atlas, result);
    return atlas;
}
