/*
 * A clock that can be set: a library between the server and the system. What CAROM_CLOCK names is a file with a number;
 * so many milliseconds the wall clock is off. The time since boot is left alone, as it is when somebody sets a clock.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void)
{
    char text[32] = "";
    const char *path = getenv("CAROM_CLOCK");
    int fd = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return 0;
    if (read(fd, text, sizeof text - 1) < 0)
        text[0] = '\0';
    close(fd);
    return atol(text);
}

int clock_gettime(clockid_t id, struct timespec *time)
{
    static int (*real)(clockid_t id, struct timespec * time);
    if (real == NULL)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(id, time);
    if (done == 0 && id == CLOCK_REALTIME) {
        long ms = offset();
        time->tv_sec += ms / 1000;
        time->tv_nsec += ms % 1000 * 1000000;
        time->tv_sec += time->tv_nsec >= 1000000000 ? 1 : time->tv_nsec < 0 ? -1 : 0;
        time->tv_nsec += time->tv_nsec >= 1000000000 ? -1000000000 : time->tv_nsec < 0 ? 1000000000 : 0;
    }
    return done;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    int done = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return done;
}

time_t time(time_t *place)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place != NULL)
        *place = now.tv_sec;
    return now.tv_sec;
}
