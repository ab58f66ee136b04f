/*
 * Permissions and locking of the data file.
 *
 * SQLite would let two servers write to one file in turns, and each would decide on tables that the other has changed.
 * So the writer holds a lock on FILE-lock, which the system releases when the process ends, however it ends. The lock
 * is not on the data file itself: SQLite has its own locks there, and POSIX drops all of a process's locks on a file as
 * soon as it closes any descriptor of it.
 */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define PRIVATE 0600 /* the file has hashes of seat tokens and secrets of running games */

static bool set_errno_text(char fault[STORE_ERROR_SIZE])
{
    snprintf(fault, STORE_ERROR_SIZE, "%s", strerror(errno));
    return false;
}

/* Makes the name of a sibling of the data file. */
static bool sibling_path(char name[PATH_MAX], const char *path, const char *ending)
{
    char whole[PATH_MAX];
    const char *real = realpath(path, whole); /* the same lock for every name of the file; NULL: a new file */
    int length = snprintf(name, PATH_MAX, "%s%s", real != NULL ? real : path, ending);
    errno = ENAMETOOLONG;
    return length > 0 && length < PATH_MAX;
}

bool sqlite_file_create(const char *path, char fault[STORE_ERROR_SIZE])
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, PRIVATE);
    if (descriptor < 0)
        return errno == EEXIST || set_errno_text(fault);
    close(descriptor);
    return true;
}

static bool lock(int *descriptor, const char *path, char fault[STORE_ERROR_SIZE])
{
    char name[PATH_MAX];
    if (!sibling_path(name, path, "-lock"))
        return set_errno_text(fault);
    *descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, PRIVATE);
    if (*descriptor < 0)
        return set_errno_text(fault);
    if (flock(*descriptor, LOCK_EX | LOCK_NB) == 0)
        return true;
    return errno == EWOULDBLOCK ? store_set_error(fault, STORE_ERROR_IN_USE) : set_errno_text(fault);
}

/* Older versions left the mode to the umask. SQLite creates its sibling files with the mode of the data file. */
static bool set_owner_only(const char *path, char fault[STORE_ERROR_SIZE])
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        char name[PATH_MAX];
        struct stat found;
        if (!sibling_path(name, path, endings[i]))
            return set_errno_text(fault);
        if (stat(name, &found) == 0 && (found.st_mode & 0777) != PRIVATE && chmod(name, PRIVATE) != 0)
            return set_errno_text(fault);
    }
    return true;
}

bool sqlite_file_lock(int *descriptor, const char *path, char fault[STORE_ERROR_SIZE])
{
    return lock(descriptor, path, fault) && set_owner_only(path, fault);
}

void sqlite_file_unlock(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

bool sqlite_file_space(const char *path, struct store_space *space)
{
    char name[PATH_MAX];
    struct stat found;
    struct statvfs disk;
    if (sibling_path(name, path, "-wal") && stat(name, &found) == 0)
        space->data += found.st_size;
    if (statvfs(path, &disk) != 0)
        return false;
    space->free = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    return true;
}
