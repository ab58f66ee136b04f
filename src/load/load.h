/*
 * The load generator behind `carom bench --server`: a server of its own on the loopback, and thousands of players.
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
    uint64_t pace;        /* ms between two commands of one player, on average */
    uint64_t games;       /* finished games in the file for the start-up time; 0: leave that out */
    bool find;            /* raise the pace until latency gives way */
};

/* Runs and prints. 0: done, 1: a promise was not kept, 2: could not be run. */
int load_run(const struct load_options *options);

/* ---- child.c: the server being measured ---- */

struct child {
    pid_t pid;
    unsigned port;
    char folder[64];
    double start_ms; /* from the fork to the first answer */
};

/* Starts the program itself as a server, with its data in `folder`. */
bool child_start(struct child *child);
void child_stop(struct child *child);
/* Removes the folder and what is in it. */
void child_clean(const struct child *child);
/* Resident memory in KiB, and CPU time used so far in ms. */
uint64_t child_memory(const struct child *child);
uint64_t child_cpu_ms(const struct child *child);
/* Creates a table. */
bool child_table(const struct child *child, char code[LOAD_CODE]);
/* A number of /metrics. */
double child_metric(const struct child *child, const char *name);
/* GET; the time until the whole answer is there in ms, or a negative number. */
double child_get(const struct child *child, const char *path);
double load_now_ms(void);

/* ---- players.c: those who play ---- */

struct players;

/* Connects and seats them, `per_table` at each table; NULL: it did not work. */
struct players *players_new(const struct child *child, unsigned tables, unsigned connections, char (*codes)[LOAD_CODE]);
void players_free(struct players *players);

struct load_result {
    uint64_t commands;
    uint64_t accepted;
    uint64_t samples; /* broadcasts seen */
    double p50;       /* command to broadcast, ms */
    double p99;
    double worst;
    double busy;   /* part of the time in which the generator itself had no rest */
    unsigned lost; /* connections */
};

/* Lets everybody play for so long: one command every `pace` ms on average. */
void players_play(struct players *players, double seconds, double pace, struct load_result *result);
/* Reads what arrives for so long, without saying anything. */
void players_rest(struct players *players, double seconds);

/* ---- fill.c: a file full of games ---- */

/* Writes finished games into the file: each is a whole game that the referee has judged. Returns the events of one. */
unsigned fill_games(const char *path, uint64_t games, char some_code[LOAD_CODE]);

#endif
