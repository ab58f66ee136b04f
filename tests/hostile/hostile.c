/*
 * A hostile system, put between the program and the C library with LD_PRELOAD: any allocation, read or write can fail,
 * and sockets give and take a few bytes at a time.
 *
 *     HOSTILE_LIST=FILE      at its end the program writes from where it called what, and how often:
 *                            `calloc carom 0x1a2b 12`, one call site a line
 *     HOSTILE_FAIL=SITE      that call site's n-th call fails: `calloc carom 0x1a2b 3`
 *     HOSTILE_SHORT=N        the program's own reads and writes of sockets move at most 1 to N bytes (libraries may
 * rely on a short read meaning that there is no more)
 *
 *     HOSTILE_HANG=FILE      once that file is there, nothing that is written gets to the disk: fdatasync and fsync
 * wait for ever
 *
 * Only the program itself is treated so, not the shell that starts it. A call site is the return address, within the
 * program or library that it belongs to. Reads and writes fail on files and stream sockets only: pipes and event
 * descriptors between the program's own threads do not fail.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SITES 4096

struct site {
    const char *function;
    const void *from;
    unsigned calls;
};

static struct site sites[SITES];
static unsigned site_count;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static bool hostile; /* set up, and this is the program */
static const char *list_path, *hang_path;
static char fail_function[32], fail_module[64];
static unsigned long fail_offset;
static unsigned fail_call, short_most;
static const void *fail_from;
static const char *program_begin, *program_end;

/* The C library's own, which need no looking up: looking up allocates. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

/* ---- call sites ---- */

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Where a library lies in memory, or the program, which comes first and whose name is empty. */
static int find_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    const char *begin = (const char *)info->dlpi_addr;
    const char *name = info->dlpi_name[0] == '\0' ? "carom" : name_of(info->dlpi_name);
    if (strcmp(name, fail_module) == 0)
        fail_from = begin + fail_offset;
    if (program_begin == NULL) {
        program_begin = begin;
        for (int i = 0; i < info->dlpi_phnum; i++)
            if (begin + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz > program_end)
                program_end = begin + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    }
    return 0;
}

static struct site *find_site(const char *function, const void *from)
{
    for (unsigned i = (unsigned)((size_t)from >> 2) % SITES, tries = 0; tries < SITES; i = (i + 1) % SITES, tries++) {
        if (sites[i].from == from && sites[i].function == function)
            return &sites[i];
        if (sites[i].from == NULL) {
            sites[i] = (struct site){.function = function, .from = from};
            site_count++;
            return &sites[i];
        }
    }
    return NULL;
}

/* Counts a call, and says whether it is the one that fails. */
static bool fails(const char *function, const void *from)
{
    if (!hostile)
        return false;
    while (atomic_flag_test_and_set(&busy)) {
    }
    struct site *site = find_site(function, from);
    bool now = site != NULL && ++site->calls == fail_call && from == fail_from && strcmp(function, fail_function) == 0;
    atomic_flag_clear(&busy);
    return now;
}

__attribute__((constructor)) static void begin(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    if (strcmp(name_of(path), "carom") != 0)
        return;
    list_path = getenv("HOSTILE_LIST");
    hang_path = getenv("HOSTILE_HANG");
    const char *fail = getenv("HOSTILE_FAIL");
    if (fail != NULL && sscanf(fail, "%31s %63s %lx %u", fail_function, fail_module, &fail_offset, &fail_call) != 4)
        fail_call = 0;
    dl_iterate_phdr(find_module, NULL);
    const char *most = getenv("HOSTILE_SHORT");
    short_most = most != NULL ? (unsigned)atoi(most) : 0;
    hostile = true;
}

__attribute__((destructor)) static void end(void)
{
    hostile = false;
    FILE *file = list_path != NULL ? fopen(list_path, "w") : NULL;
    if (file == NULL)
        return;
    for (unsigned i = 0; i < SITES; i++) {
        Dl_info info;
        if (sites[i].from != NULL && dladdr(sites[i].from, &info) != 0)
            fprintf(file, "%s %s %#zx %u\n", sites[i].function, name_of(info.dli_fname),
                    (size_t)((const char *)sites[i].from - (const char *)info.dli_fbase), sites[i].calls);
    }
    fclose(file);
}

/* ---- memory ---- */

#define HERE __builtin_return_address(0)

static void *none(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    return fails("malloc", HERE) ? none() : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails("calloc", HERE) ? none() : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails("realloc", HERE) ? none() : __libc_realloc(block, size);
}

char *strdup(const char *words)
{
    size_t size = strlen(words) + 1;
    char *copy = fails("strdup", HERE) ? none() : __libc_malloc(size);
    return copy != NULL ? memcpy(copy, words, size) : NULL;
}

/* ---- reads and writes ---- */

static bool is_socket(int fd)
{
    int type;
    socklen_t size = sizeof type;
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

static bool is_file(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/* The call fails if it is the one, with what the system would say. */
static bool refused(const char *function, const void *from, int fd, int file_error)
{
    if (!hostile)
        return false;
    int was = errno;
    bool socket = is_socket(fd);
    bool no = (socket || is_file(fd)) && fails(function, from);
    errno = no ? socket ? ECONNRESET : file_error : was;
    return no;
}

/* How much of it is moved. */
static size_t some(const void *from, int fd, size_t length)
{
    static atomic_uint turn;
    bool own = (const char *)from >= program_begin && (const char *)from < program_end;
    if (!hostile || !own || short_most == 0 || length == 0)
        return length;
    int was = errno;
    bool socket = is_socket(fd);
    errno = was;
    size_t most = 1 + (atomic_fetch_add(&turn, 1) * 2654435761u >> 8) % short_most;
    return socket && most < length ? most : length;
}

/* The first piece that holds something. */
static struct iovec first_piece(const struct iovec *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pieces[i].iov_len > 0)
            return pieces[i];
    return (struct iovec){0};
}

#define REAL(result, name, ...)                                                                                        \
    static result (*real)(__VA_ARGS__);                                                                                \
    if (real == NULL)                                                                                                  \
    *(void **)&real = dlsym(RTLD_NEXT, name)

ssize_t read(int fd, void *bytes, size_t length)
{
    REAL(ssize_t, "read", int, void *, size_t);
    return refused("read", HERE, fd, EIO) ? -1 : real(fd, bytes, some(HERE, fd, length));
}

ssize_t recv(int fd, void *bytes, size_t length, int flags)
{
    REAL(ssize_t, "recv", int, void *, size_t, int);
    return refused("recv", HERE, fd, EIO) ? -1 : real(fd, bytes, some(HERE, fd, length), flags);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    return refused("write", HERE, fd, ENOSPC) ? -1 : real(fd, bytes, some(HERE, fd, length));
}

ssize_t send(int fd, const void *bytes, size_t length, int flags)
{
    REAL(ssize_t, "send", int, const void *, size_t, int);
    return refused("send", HERE, fd, ENOSPC) ? -1 : real(fd, bytes, some(HERE, fd, length), flags);
}

ssize_t writev(int fd, const struct iovec *pieces, int count)
{
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    if (refused("writev", HERE, fd, ENOSPC))
        return -1;
    struct iovec first = first_piece(pieces, (size_t)count);
    size_t length = some(HERE, fd, first.iov_len);
    return length < first.iov_len ? real(fd, &(struct iovec){first.iov_base, length}, 1) : real(fd, pieces, count);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    REAL(ssize_t, "sendmsg", int, const struct msghdr *, int);
    if (refused("sendmsg", HERE, fd, ENOSPC))
        return -1;
    struct iovec first = first_piece(message->msg_iov, message->msg_iovlen);
    size_t length = some(HERE, fd, first.iov_len);
    return length < first.iov_len ? send(fd, first.iov_base, length, flags) : real(fd, message, flags);
}

ssize_t pread64(int fd, void *bytes, size_t length, off64_t at)
{
    REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
    return refused("pread64", HERE, fd, EIO) ? -1 : real(fd, bytes, length, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return refused("pwrite64", HERE, fd, ENOSPC) ? -1 : real(fd, bytes, length, at);
}

static void hang(void)
{
    while (hang_path != NULL && access(hang_path, F_OK) == 0)
        pause();
}

int fsync(int fd)
{
    hang();
    REAL(int, "fsync", int);
    return refused("fsync", HERE, fd, EIO) ? -1 : real(fd);
}

int fdatasync(int fd)
{
    hang();
    REAL(int, "fdatasync", int);
    return refused("fdatasync", HERE, fd, EIO) ? -1 : real(fd);
}

int ftruncate64(int fd, off64_t length)
{
    REAL(int, "ftruncate64", int, off64_t);
    return refused("ftruncate64", HERE, fd, EIO) ? -1 : real(fd, length);
}
