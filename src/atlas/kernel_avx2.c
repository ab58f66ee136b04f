/*
 * The kernel compiled for AVX2, which most x86 processors have; selected at run time.
 */
#include "internal.h"

#ifdef __x86_64__

#include <cpuid.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#define __AVX2__ 1
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#include "kernel_body.h"

const struct kernel carom_atlas_kernel_avx2 = {active, blockers, merge_any_robot};

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC reset_options
#endif

static uint64_t os_saves_avx(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

bool carom_atlas_has_avx2(void)
{
    unsigned a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0 || (c & bit_POPCNT) == 0)
        return false;
    if ((os_saves_avx() & 6u) != 6u) /* the system saves the wide registers */
        return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_AVX2) != 0 && (b & bit_BMI) != 0 &&
           (b & bit_BMI2) != 0;
}

#else

const struct kernel carom_atlas_kernel_avx2 = {0};

bool carom_atlas_has_avx2(void)
{
    return false;
}

#endif
