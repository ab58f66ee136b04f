/*
 * Processes of the servers being measured, started as `carom serve` with limits high enough for all players.
 */
#include "load.h"

#include "../src/client/client.h"

#include <arpa/inet.h>
#include <carom/json.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TABLES_AT_ONCE 64

double load_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

void load_pin(bool servers)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t set;
    CPU_ZERO(&set);
    for (long core = servers ? 0 : 1; core < (servers ? 1 : cores); core++)
        CPU_SET((unsigned)core, &set);
    sched_setaffinity(0, sizeof set, &set); /* fails harmlessly with one core */
}

/* The path of the `carom` beside this program. */
static const char *carom_path(void)
{
    static char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "carom");
    while (length > 0 && path[length - 1] != '/')
        length--;
    memcpy(path + (length > 0 ? length : 0), "carom", sizeof "carom");
    return path;
}

static void become_server(const char *folder, const struct load_options *options, int out)
{
    char data[96];
    const char *program = options->program != NULL ? options->program : carom_path();
    bool shared = options->store != NULL;
    snprintf(data, sizeof data, "%s/data.db", folder);
    dup2(out, STDOUT_FILENO);
    if (options->pin)
        load_pin(true);
    execl(program, "carom", "serve", "--port", "0", shared ? "--store" : "--data", shared ? options->store : data,
          "--log-level", "warn", "--max-connections", "19960", "--max-per-address", "20000", "--max-tables", "20000",
          "--new-tables", "0", "--request-rate", "0", "--message-rate", "0", "--misses", "0", "--table-events", "0",
          "--address-events", "0", "--keep", "0", (char *)NULL);
    _exit(2);
}

/* Reads the port, which ends the line that the server prints. */
static bool read_port(struct server_process *process, int in)
{
    char line[256];
    size_t length = 0;
    while (length < sizeof line - 1 && read(in, line + length, 1) == 1 && line[length] != '\n')
        length++;
    line[length] = '\0';
    const char *colon = strrchr(line, ':');
    process->port = colon != NULL ? (unsigned)atoi(colon + 1) : 0;
    return process->port != 0;
}

static bool start(struct server_process *process, const char *folder, const struct load_options *options)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    process->pid = fork();
    if (process->pid == 0) {
        close(ends[0]);
        become_server(folder, options, ends[1]);
    }
    close(ends[1]);
    bool good = process->pid > 0 && read_port(process, ends[0]) && server_get(process, "/healthz") >= 0;
    close(ends[0]);
    return good;
}

bool server_processes_start(struct server_processes *processes, const struct load_options *options)
{
    bool good = true;
    for (processes->count = 0; good && processes->count < options->nodes; processes->count++) {
        double begin = load_now_ms();
        good = start(&processes->items[processes->count], processes->folder, options);
        processes->start_ms = load_now_ms() - begin;
    }
    if (!good)
        server_processes_stop(processes);
    return good;
}

void server_processes_stop(struct server_processes *processes)
{
    for (unsigned i = 0; i < processes->count; i++)
        if (processes->items[i].pid > 0)
            kill(processes->items[i].pid, SIGTERM);
    for (unsigned i = 0; i < processes->count; i++)
        if (processes->items[i].pid > 0)
            waitpid(processes->items[i].pid, NULL, 0);
    processes->count = 0;
}

void server_processes_clean(const struct server_processes *processes)
{
    static const char *const names[] = {"data.db", "data.db-wal", "data.db-shm", "data.db-lock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s/%s", processes->folder, names[i]);
        unlink(path);
    }
    rmdir(processes->folder);
}

static uint64_t memory_of(const struct server_process *process)
{
    char path[64];
    unsigned long long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process->pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*u %llu", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

static uint64_t cpu_ms_of(const struct server_process *process)
{
    char path[64];
    unsigned long long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process->pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &system) != 2)
            user = system = 0;
        fclose(file);
    }
    return (user + system) * 1000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

uint64_t server_processes_memory(const struct server_processes *processes)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < processes->count; i++)
        sum += memory_of(&processes->items[i]);
    return sum;
}

uint64_t server_processes_cpu_ms(const struct server_processes *processes)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < processes->count; i++)
        sum += cpu_ms_of(&processes->items[i]);
    return sum;
}

/* Sends an HTTP request on a new connection. Returns the socket, or -1. */
static int send_http_request(const struct server_process *process, const char *request)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)process->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        write(fd, request, strlen(request)) == (ssize_t)strlen(request))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Reads the answer and closes the socket. Returns its length; 0: none. */
static size_t finish_http_request(int fd, char *answer, size_t size)
{
    size_t length = 0;
    ssize_t got;
    while (fd >= 0 && length < size - 1 && (got = read(fd, answer + length, size - 1 - length)) > 0)
        length += (size_t)got;
    if (fd >= 0)
        close(fd);
    answer[length] = '\0';
    return length;
}

/* Makes a GET request. Returns the HTTP status; 0: no answer. */
static unsigned get(const struct server_process *process, const char *path, char *answer, size_t size)
{
    struct server_url url = {.hostname = "127.0.0.1"};
    enum client_error error;
    snprintf(url.port, sizeof url.port, "%u", process->port);
    return client_http_request(&url, "GET", path, "", answer, size, &error);
}

double server_get(const struct server_process *process, const char *path)
{
    static char answer[1 << 20];
    double begin = load_now_ms();
    return get(process, path, answer, sizeof answer) == 200 ? load_now_ms() - begin : -1;
}

static double metric_of(const struct server_process *process, const char *name)
{
    static char answer[1 << 17];
    char line[64];
    snprintf(line, sizeof line, "\ncarom_%s ", name);
    get(process, "/metrics", answer, sizeof answer);
    const char *found = strstr(answer, line);
    return found != NULL ? atof(found + strlen(line)) : 0;
}

double server_processes_metric(const struct server_processes *processes, const char *name)
{
    double sum = 0;
    for (unsigned i = 0; i < processes->count; i++)
        sum += metric_of(&processes->items[i], name);
    return sum;
}

static bool read_code(int fd, char code[LOAD_CODE])
{
    char answer[4096];
    const char *found = finish_http_request(fd, answer, sizeof answer) > 0 ? strstr(answer, "\"code\":\"") : NULL;
    if (found != NULL)
        snprintf(code, LOAD_CODE, "%.*s", (int)strcspn(found + 8, "\""), found + 8);
    return found != NULL;
}

/* Sends many requests at a time, so that they share commits. */
uint64_t server_processes_tables(const struct server_processes *processes, char (*codes)[LOAD_CODE], uint64_t count)
{
    char bytes[64];
    char request[256];
    struct carom_text body = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&body, NULL, '{');
    carom_json_begin(&body, "rules", '{');
    carom_json_put_int(&body, "hourglass", 600000); /* never runs out: bidding lasts as long as the measurement */
    carom_json_put_int(&body, "goal", 0);
    carom_json_end(&body, '}');
    carom_json_end(&body, '}');
    snprintf(request, sizeof request,
             "POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s", body.length,
             bytes);
    for (uint64_t done = 0; done < count;) {
        int fds[TABLES_AT_ONCE];
        unsigned sent = 0;
        for (; sent < TABLES_AT_ONCE && done + sent < count; sent++)
            fds[sent] = send_http_request(&processes->items[(done + sent) % processes->count], request);
        for (unsigned i = 0; i < sent; i++, done++)
            if (!read_code(fds[i], codes[done]))
                return done;
    }
    return count;
}
