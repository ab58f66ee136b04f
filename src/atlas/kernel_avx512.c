/*
 * The kernel compiled for AVX-512, with which two placements fit into a register; selected at run time.
 */
#include "internal.h"

#ifdef __x86_64__

#ifdef __clang__
#pragma clang attribute push(                                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi,bmi2,popcnt"))),                \
    apply_to = function)
#define __AVX2__ 1
#define __AVX512BW__ 1
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi,bmi2,popcnt")
#endif
#include "kernel_body.h"

const struct kernel carom_atlas_kernel_avx512 = {active, blockers, merge_any_robot};

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC reset_options
#endif

#else

const struct kernel carom_atlas_kernel_avx512 = {0};

#endif
