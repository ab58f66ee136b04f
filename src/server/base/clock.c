/*
 * The clock. All other code in the server gets the time as an argument, read once where a message arrives.
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

static bool set;        /* from then on only the time since boot is read */
static carom_ms offset; /* between the two clocks */

void clock_set_ms(carom_ms now)
{
    check_alloc(!set); /* times taken before must not jump */
    set = true;
    offset = now - read_clock(CLOCK_BOOTTIME);
}

carom_ms clock_now_ms(void)
{
    return set ? offset + read_clock(CLOCK_BOOTTIME) : read_clock(CLOCK_REALTIME);
}
