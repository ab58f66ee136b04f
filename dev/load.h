/*
 * The load generator behind `carom-dev load`: a server of its own on the loopback, and thousands of players.
 */
#ifndef LOAD_H
#define LOAD_H

#include <carom/types.h>
#include <sys/types.h>

#define LOAD_CODE 16 /* a table's code, and a NUL */

struct load_options {
    uint64_t tables;
    uint64_t connections; /* WebSockets, spread over the tables */
    uint64_t seconds;     /* measured at each rate */
    uint64_t interval_ms; /* ms between two commands of one player, on average */
    uint64_t games;       /* finished games in the store when measuring the start-up time; 0: not measured */
    bool find_max_load;   /* search for the largest load */
    uint64_t nodes;       /* number of servers on one store; the players of a table are spread over them */
    const char *store;    /* PostgreSQL address; NULL: an SQLite file of their own */
    const char *program;  /* the `carom` to measure; NULL: the one beside this program */
    bool pin;             /* pin the servers to the first core, the players to the others */
};

/* Runs the measurements and prints them. 0: done, 1: a limit was exceeded, 2: could not run. */
int load_run(const struct load_options *options);

/* ---- server_process.c: the servers being measured ---- */

#define LOAD_NODES 8

struct server_process {
    pid_t pid;
    unsigned port;
};

struct server_processes {
    unsigned count;
    struct server_process items[LOAD_NODES];
    char folder[64];
    double start_ms; /* start-up time of the last one, from fork to its first answer */
};

/* Pins this process to the servers' core, or to the others. */
void load_pin(bool servers);
/* Starts the servers, with their data in `folder` or in the given store. */
bool server_processes_start(struct server_processes *processes, const struct load_options *options);
void server_processes_stop(struct server_processes *processes);
/* Removes `folder` and its files. */
void server_processes_clean(const struct server_processes *processes);
/* Resident memory in KiB and CPU time so far in ms, summed over all servers. */
uint64_t server_processes_memory(const struct server_processes *processes);
uint64_t server_processes_cpu_ms(const struct server_processes *processes);
/* A metric of /metrics, summed over all servers. */
double server_processes_metric(const struct server_processes *processes, const char *name);
/* Creates tables; returns the number created. */
uint64_t server_processes_tables(const struct server_processes *processes, char (*codes)[LOAD_CODE], uint64_t count);
/* Makes a GET request. Returns the time until the answer was complete, in ms; negative: it failed. */
double server_get(const struct server_process *process, const char *path);
double load_now_ms(void);

/* ---- load_players.c: simulated players ---- */

struct load_players;

/* Connects the players, round-robin over tables and servers. NULL: it failed. */
struct load_players *load_players_new(const struct server_processes *processes, unsigned tables, unsigned connections,
                                      char (*codes)[LOAD_CODE]);
void load_players_free(struct load_players *load_players);

struct load_result {
    uint64_t commands;
    uint64_t accepted;
    uint64_t samples; /* broadcasts received and measured */
    double p50;       /* command to broadcast, ms */
    double p99;
    double worst;
    double seconds;   /* duration */
    double cpu_share; /* share of the time in which the load generator itself was busy */
    unsigned lost;    /* connections lost */
};

/* Seats all players and starts the games. */
void load_players_join(struct load_players *load_players);
/* Plays for `seconds`: each player sends a command every `pace` ms on average. */
void load_players_play(struct load_players *load_players, double seconds, double pace, struct load_result *result);
/* Reads messages for `seconds` without sending any. */
void load_players_idle(struct load_players *load_players, double seconds);

/* ---- fill_store.c: a store with many finished games ---- */

/* Writes finished games, each decided by the referee, into an SQLite file. Returns the number of events of one game. */
unsigned fill_store(const char *path, uint64_t games, char some_code[LOAD_CODE]);

#endif
