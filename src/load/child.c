/*
 * The server being measured: this same program, started as `carom serve` with room for everybody.
 */
#include "load.h"

#include <arpa/inet.h>
#include <carom/json.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double load_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

static void become_server(const struct child *child, int out)
{
    char data[96];
    snprintf(data, sizeof data, "%s/data.db", child->folder);
    dup2(out, STDOUT_FILENO);
    execl("/proc/self/exe", "carom", "serve", "--port", "0", "--data", data, "--log-level", "warn", "--max-connections",
          "19000", "--max-per-address", "20000", "--max-tables", "20000", "--new-tables", "0", "--request-rate", "0",
          "--message-rate", "0", "--misses", "0", "--table-events", "0", "--address-events", "0", "--keep", "0",
          (char *)NULL);
    _exit(2);
}

/* The port is the end of the line that the server prints. */
static bool read_port(struct child *child, int in)
{
    char line[256];
    size_t length = 0;
    while (length < sizeof line - 1 && read(in, line + length, 1) == 1 && line[length] != '\n')
        length++;
    line[length] = '\0';
    const char *colon = strrchr(line, ':');
    child->port = colon != NULL ? (unsigned)atoi(colon + 1) : 0;
    return child->port != 0;
}

bool child_start(struct child *child)
{
    int ends[2];
    double begin = load_now_ms();
    if (pipe(ends) != 0)
        return false;
    child->pid = fork();
    if (child->pid == 0) {
        close(ends[0]);
        become_server(child, ends[1]);
    }
    close(ends[1]);
    bool good = child->pid > 0 && read_port(child, ends[0]) && child_get(child, "/healthz") >= 0;
    close(ends[0]);
    child->start_ms = load_now_ms() - begin;
    return good;
}

void child_stop(struct child *child)
{
    if (child->pid > 0) {
        kill(child->pid, SIGTERM);
        waitpid(child->pid, NULL, 0);
        child->pid = 0;
    }
}

void child_clean(const struct child *child)
{
    static const char *const names[] = {"data.db", "data.db-wal", "data.db-shm", "data.db-lock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s/%s", child->folder, names[i]);
        unlink(path);
    }
    rmdir(child->folder);
}

uint64_t child_memory(const struct child *child)
{
    char path[64];
    unsigned long long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)child->pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*u %llu", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

uint64_t child_cpu_ms(const struct child *child)
{
    char path[64];
    unsigned long long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)child->pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &system) != 2)
            user = system = 0;
        fclose(file);
    }
    return (user + system) * 1000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

/* One HTTP request on a connection of its own; the answer into `answer`. Returns its length, 0 if there is none. */
static size_t ask(const struct child *child, const char *request, char *answer, size_t size)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)child->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    size_t length = 0;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        write(fd, request, strlen(request)) == (ssize_t)strlen(request)) {
        ssize_t got;
        while (length < size - 1 && (got = read(fd, answer + length, size - 1 - length)) > 0)
            length += (size_t)got;
    }
    if (fd >= 0)
        close(fd);
    answer[length] = '\0';
    return length;
}

double child_get(const struct child *child, const char *path)
{
    static char answer[1 << 20];
    char request[256];
    double begin = load_now_ms();
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", path);
    bool good = ask(child, request, answer, sizeof answer) > 0 && strstr(answer, " 200 ") != NULL;
    return good ? load_now_ms() - begin : -1;
}

double child_metric(const struct child *child, const char *name)
{
    char answer[16384];
    char line[64];
    snprintf(line, sizeof line, "\ncarom_%s ", name);
    ask(child, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", answer, sizeof answer);
    const char *found = strstr(answer, line);
    return found != NULL ? atof(found + strlen(line)) : 0;
}

bool child_table(const struct child *child, char code[LOAD_CODE])
{
    char bytes[64];
    char request[256];
    char answer[4096];
    struct carom_text body = carom_text_in(bytes, sizeof bytes);
    carom_json_begin(&body, NULL, '{');
    carom_json_begin(&body, "rules", '{');
    carom_json_number(&body, "hourglass", 600000); /* bidding goes on all the time */
    carom_json_number(&body, "goal", 0);
    carom_json_end(&body, '}');
    carom_json_end(&body, '}');
    snprintf(request, sizeof request,
             "POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s", body.length,
             bytes);
    if (ask(child, request, answer, sizeof answer) == 0)
        return false;
    const char *found = strstr(answer, "\"code\":\"");
    if (found == NULL)
        return false;
    snprintf(code, LOAD_CODE, "%.*s", (int)strcspn(found + 8, "\""), found + 8);
    return true;
}
