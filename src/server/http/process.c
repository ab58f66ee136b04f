/*
 * Resource usage of this process, from Linux's /proc.
 */
#include "internal.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Counts the open descriptors. Since Linux 6.2 the size of /proc/self/fd is their number; before, they have to be
 * listed. */
static uint64_t count_files(void)
{
    struct stat facts;
    uint64_t count = 0;
    if (stat("/proc/self/fd", &facts) == 0 && facts.st_size > 0)
        return (uint64_t)facts.st_size;
    DIR *folder = opendir("/proc/self/fd");
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    if (folder == NULL)
        return 0;
    closedir(folder);
    return count - 1; /* without the one that lists the folder */
}

static uint64_t microseconds(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000 + (uint64_t)time->tv_usec;
}

struct process_facts process_facts(void)
{
    struct process_facts facts = {.open_files = count_files()};
    struct rusage usage;
    struct rlimit limit;
    unsigned long long whole = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file != NULL && fscanf(file, "%llu %llu", &whole, &resident) != 2)
        whole = resident = 0;
    if (file != NULL)
        fclose(file);
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    facts.virtual_bytes = whole * page;
    facts.resident_bytes = resident * page;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        facts.cpu_us = microseconds(&usage.ru_utime) + microseconds(&usage.ru_stime);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        facts.most_files = limit.rlim_cur;
    return facts;
}
