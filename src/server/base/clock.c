/*
 * The clock. Everything else in the server gets its time as an argument, taken once where a message is read.
 */
#include "base.h"

#include <time.h>

static carom_ms read_clock(clockid_t id)
{
    struct timespec time;
    clock_gettime(id, &time);
    return (carom_ms)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

uint64_t clock_worked(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static carom_ms offset; /* of the wall clock to the time since boot */

void clock_set(carom_ms now)
{
    offset = now - read_clock(CLOCK_BOOTTIME);
}

carom_ms clock_now(void)
{
    if (offset == 0)
        offset = read_clock(CLOCK_REALTIME) - read_clock(CLOCK_BOOTTIME);
    return offset + read_clock(CLOCK_BOOTTIME);
}
