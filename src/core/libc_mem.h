/*
 * The four libc functions that the freestanding layers use. Compilers may call them on their own anyway; the browser
 * build has its own.
 */
#ifndef CAROM_CORE_LIBC_MEM_H
#define CAROM_CORE_LIBC_MEM_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *at, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
