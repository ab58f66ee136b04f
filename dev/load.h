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
    uint64_t connections; /* spread over the tables */
    uint64_t seconds;     /* of measuring at each pace */
    uint64_t interval_ms; /* ms between two commands of one player, on average */
    uint64_t games;       /* finished games in the file for the start-up time; 0: leave that out */
    bool find_max_load;   /* raise the pace until latency gives way */
    uint64_t nodes;       /* servers on one store; players of a table are spread over them */
    const char *store;    /* a PostgreSQL; NULL: a file of their own */
    const char *program;  /* whose server is measured; NULL: the `carom` beside this one */
    bool pin;             /* servers on the first core, players on the others */
};

/* Runs and prints. 0: done, 1: a promise was not kept, 2: could not be run. */
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
    double start_ms; /* of the last one, from the fork to the first answer */
};

/* Puts this process on the core of the servers, or on the others. */
void load_pin(bool servers);
/* Starts as many servers as the options say, with their data in `folder` or in the store. */
bool server_processes_start(struct server_processes *processes, const struct load_options *options);
void server_processes_stop(struct server_processes *processes);
/* Removes the folder and what is in it. */
void server_processes_clean(const struct server_processes *processes);
/* Resident memory in KiB, and CPU time used so far in ms, of all of them. */
uint64_t server_processes_memory(const struct server_processes *processes);
uint64_t server_processes_cpu_ms(const struct server_processes *processes);
/* A number of /metrics, of all of them together. */
double server_processes_metric(const struct server_processes *processes, const char *name);
/* Creates tables; returns how many. */
uint64_t server_processes_tables(const struct server_processes *processes, char (*codes)[LOAD_CODE], uint64_t count);
/* GET; the time until the whole answer is there in ms, or a negative number. */
double server_get(const struct server_process *process, const char *path);
double load_now_ms(void);

/* ---- load_players.c: those who play ---- */

struct load_players;

/* Connects them, in turns at each table and at each server; NULL: it did not work. */
struct load_players *players_new(const struct server_processes *processes, unsigned tables, unsigned connections,
                                 char (*codes)[LOAD_CODE]);
void players_free(struct load_players *load_players);

struct load_result {
    uint64_t commands;
    uint64_t accepted;
    uint64_t samples; /* broadcasts seen */
    double p50;       /* command to broadcast, ms */
    double p99;
    double worst;
    double seconds;   /* that it took */
    double cpu_share; /* part of the time in which the generator itself had no rest */
    unsigned lost;    /* connections */
};

/* Everybody sits down, and the games begin. */
void load_players_join(struct load_players *load_players);
/* Lets everybody play for so long: one command every `pace` ms on average. */
void players_play(struct load_players *load_players, double seconds, double pace, struct load_result *result);
/* Reads what arrives for so long, without saying anything. */
void load_players_idle(struct load_players *load_players, double seconds);

/* ---- fill_store.c: a file full of games ---- */

/* Writes finished games into the file: each is a whole game that the referee has judged. Returns the events of one. */
unsigned fill_store(const char *path, uint64_t games, char some_code[LOAD_CODE]);

#endif
