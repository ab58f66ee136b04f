/*
 * Placements whose distances an atlas is asked for while it is made: it knows them only level by level.
 */
#ifndef TESTS_ATLAS_PROBES_H
#define TESTS_ATLAS_PROBES_H

#include <carom/atlas.h>

#define PROBES_MAX 5000
#define NEVER UINT32_MAX

/* Placements and the distances that the atlas finds for them. */
struct probes {
    unsigned count;
    struct carom_robots robots[PROBES_MAX];
    uint32_t moves[PROBES_MAX];
};

/* Makes an atlas, slices in an order that a busy machine might choose, and asks it. The memory is the caller's to free.
 */
struct carom_atlas *probe_atlas(const struct carom_atlas_task *task, struct probes *probes, void **memory,
                                struct carom_atlas_result *result);

#endif
