/*
 * What a libc would bring: the four memory functions, byte by byte where the compiler does not do better itself.
 */
#include "../core/libc_mem.h"

#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    __asm__ volatile("local.get %0\n local.get %1\n local.get %2\n memory.copy 0, 0"
                     :
                     : "r"(to), "r"(from), "r"(size)
                     : "memory");
    return to;
}

void *memset(void *at, int byte, size_t size)
{
    __asm__ volatile("local.get %0\n local.get %1\n local.get %2\n memory.fill 0"
                     :
                     : "r"(at), "r"(byte), "r"(size)
                     : "memory");
    return at;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *x = a;
    const uint8_t *y = b;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}
