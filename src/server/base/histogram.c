/*
 * Histograms of durations. Bounds are fixed, so adding a value takes a few comparisons.
 */
#include "base.h"

static const uint32_t bounds_us[HISTOGRAM_BOUNDS] = {1000,   2500,   5000,   10000,   25000,  50000,
                                                     100000, 250000, 500000, 1000000, 2500000};

void histogram_add(struct histogram *histogram, uint64_t us)
{
    unsigned i = 0;
    while (i < HISTOGRAM_BOUNDS && us > bounds_us[i])
        i++;
    histogram->counts[i]++;
    histogram->sum_us += us;
}

uint32_t histogram_bound(unsigned i)
{
    return bounds_us[i];
}
