/*
 * Which vector instructions the processor has, and the system saves the registers of.
 */
#include "internal.h"

#ifdef __x86_64__

#include <cpuid.h>

#define SAVES_AVX 0x06u    /* in the register XCR0: 256 bits */
#define SAVES_AVX512 0xe6u /* masks and 512 bits, too */

static bool system_saves(uint32_t registers)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & registers) == registers;
}

bool carom_atlas_has_avx2(void)
{
    const unsigned wanted = bit_AVX2 | bit_BMI | bit_BMI2;
    unsigned a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0 || (c & bit_POPCNT) == 0)
        return false;
    return system_saves(SAVES_AVX) && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & wanted) == wanted;
}

bool carom_atlas_has_avx512(void)
{
    const unsigned wanted = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
    unsigned a, b, c, d;
    if (!carom_atlas_has_avx2() || !system_saves(SAVES_AVX512))
        return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & wanted) == wanted && (c & bit_AVX512VPOPCNTDQ) != 0;
}

#else

bool carom_atlas_has_avx2(void)
{
    return false;
}

bool carom_atlas_has_avx512(void)
{
    return false;
}

#endif
