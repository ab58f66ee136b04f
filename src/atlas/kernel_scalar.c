/*
 * The kernel without special instructions, which runs everywhere.
 */
#pragma GCC diagnostic ignored "-Wpsabi" /* no vector leaves this file */
#include "kernel_body.h"

const struct kernel carom_atlas_kernel_scalar = {active, blockers, merge_any_robot};
