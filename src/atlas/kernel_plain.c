/*
 * The work on a level without any special instructions: this runs everywhere.
 */
#pragma GCC diagnostic ignored "-Wpsabi" /* no vector leaves this file */
#include "kernel_body.h"

const struct kernel carom_atlas_kernel_plain = {active, blockers, merge};
