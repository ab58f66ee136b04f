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

uint64_t clock_thread_cpu_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static bool set;        /* from then on it runs with the time since boot, whoever sets the wall clock */
static carom_ms offset; /* of the one to the other */

void clock_set_ms(carom_ms now)
{
    check_alloc(!set); /* what has been timed by it must not see it jump */
    set = true;
    offset = now - read_clock(CLOCK_BOOTTIME);
}

carom_ms clock_now_ms(void)
{
    return set ? offset + read_clock(CLOCK_BOOTTIME) : read_clock(CLOCK_REALTIME);
}
