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
    uint64_t nodes;       /* servers on one store; players of a table are spread over them */
    const char *store;    /* a PostgreSQL; NULL: a file of their own */
    const char *program;  /* whose server is measured; NULL: this one's */
    bool pin;             /* servers on the first core, players on the others */
};

/* Runs and prints. 0: done, 1: a promise was not kept, 2: could not be run. */
int load_run(const struct load_options *options);

/* ---- child.c: the servers being measured ---- */

#define LOAD_NODES 8

struct child {
    pid_t pid;
    unsigned port;
};

struct children {
    unsigned count;
    struct child items[LOAD_NODES];
    char folder[64];
    double start_ms; /* of the last one, from the fork to the first answer */
};

/* Puts this process on the core of the servers, or on the others. */
void load_pin(bool servers);
/* Starts as many servers as the options say, with their data in `folder` or in the store. */
bool children_start(struct children *children, const struct load_options *options);
void children_stop(struct children *children);
/* Removes the folder and what is in it. */
void children_clean(const struct children *children);
/* Resident memory in KiB, and CPU time used so far in ms, of all of them. */
uint64_t children_memory(const struct children *children);
uint64_t children_cpu_ms(const struct children *children);
/* A number of /metrics, of all of them together. */
double children_metric(const struct children *children, const char *name);
/* Creates tables; returns how many. */
uint64_t children_tables(const struct children *children, char (*codes)[LOAD_CODE], uint64_t count);
/* GET; the time until the whole answer is there in ms, or a negative number. */
double child_get(const struct child *child, const char *path);
double load_now_ms(void);

/* ---- players.c: those who play ---- */

struct players;

/* Connects them, in turns at each table and at each server; NULL: it did not work. */
struct players *players_new(const struct children *children, unsigned tables, unsigned connections,
                            char (*codes)[LOAD_CODE]);
void players_free(struct players *players);

struct load_result {
    uint64_t commands;
    uint64_t accepted;
    uint64_t samples; /* broadcasts seen */
    double p50;       /* command to broadcast, ms */
    double p99;
    double worst;
    double seconds; /* that it took */
    double busy;    /* part of the time in which the generator itself had no rest */
    unsigned lost;  /* connections */
};

/* Everybody sits down, and the games begin. */
void players_sit(struct players *players);
/* Lets everybody play for so long: one command every `pace` ms on average. */
void players_play(struct players *players, double seconds, double pace, struct load_result *result);
/* Reads what arrives for so long, without saying anything. */
void players_rest(struct players *players, double seconds);

/* ---- fill.c: a file full of games ---- */

/* Writes finished games into the file: each is a whole game that the referee has judged. Returns the events of one. */
unsigned fill_games(const char *path, uint64_t games, char some_code[LOAD_CODE]);

#endif
