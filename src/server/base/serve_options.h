/*
 * Options of the server: the command line fills them in, the layers of the server read them.
 */
#ifndef SERVER_BASE_SERVE_OPTIONS_H
#define SERVER_BASE_SERVE_OPTIONS_H

#include <stdint.h>

enum serve_log_level {
    SERVE_LOG_ERROR,
    SERVE_LOG_WARN,
    SERVE_LOG_INFO,
    SERVE_LOG_DEBUG,
};

enum serve_log_format {
    SERVE_LOG_LOGFMT,
    SERVE_LOG_JSON,
};

/* Results of others and circles; in the order of the option's words, yes and no. */
enum serve_company {
    SERVE_COMPANY_ON,
    SERVE_COMPANY_OFF,
};

#define SERVE_HOSTNAMES_MAX 16
#define SERVE_LINK_SIZE 256 /* public_url with its NUL */

/* The caller owns the texts and must keep them while the server runs. */
struct serve_options {
    const char *address;    /* to listen on: an IPv4 or IPv6 address, or the path of a Unix socket */
    uint64_t port;          /* 0: any free one */
    uint64_t rrgp;          /* another port, for the line protocol (rrgp); 0: none */
    const char *data;       /* the store's file */
    const char *store;      /* a database instead, `postgresql://...`; empty: the file */
    const char *web;        /* folder of the built page */
    const char *public_url; /* how players reach the server, `https://carom.example`; empty: its address */
    const char *origins;    /* other origins that may connect, separated by commas */
    /* names that the server answers to, up to the first NULL; none: to any */
    const char *hostnames[SERVE_HOSTNAMES_MAX + 1];
    const char *proxies;           /* addresses and networks whose X-Forwarded-For is trusted, separated by commas */
    const char *banned_words_file; /* file of words banned in names; empty: a short built-in list */
    const char *limits_file;       /* file of limits that can be reloaded; empty: none */
    const char *access_log;        /* file with a line for each request; `-`: standard output; empty: none */
    const char *admin;             /* path of a Unix socket for `carom admin`; empty: none; NULL: beside the data */
    const char *metrics;           /* addresses and networks that may read /metrics, separated by commas */
    const char *metrics_token;     /* file with a bearer token that allows reading /metrics; empty: none */
    const char *password_file;     /* file with the password of a private server; empty: open to everybody */
    const char *variables;         /* environment variables that set options: named if the server cannot start */
    unsigned log_level;            /* enum serve_log_level */
    unsigned log_format;           /* enum serve_log_format */
    unsigned company;              /* enum serve_company */

    uint64_t max_connections;         /* concurrent WebSockets */
    uint64_t max_per_address;         /* concurrent WebSockets per address */
    uint64_t max_addresses;           /* addresses remembered at a time */
    uint64_t max_tables;              /* tables in memory at a time */
    uint64_t max_watchers;            /* connections without a seat at one table */
    uint64_t max_message;             /* bytes */
    uint64_t message_rate;            /* requests per second per connection */
    uint64_t request_rate;            /* HTTP requests per second per address */
    uint64_t picture_rate;            /* pictures rendered per second per address */
    uint64_t new_tables_per_hour;     /* per address */
    uint64_t failed_lookups_per_hour; /* failed table-code lookups per address per hour */
    uint64_t table_events;            /* per table per hour; large events count as several */
    uint64_t address_events;          /* per address per hour */
    uint64_t retention_days;          /* tables are deleted this long after their last event; 0: never */
    uint64_t results_days;            /* daily results, and circles that nobody looks at, are deleted after; 0: never */
    uint64_t min_free;                /* megabytes of free disk space below which no new tables are created */
    uint64_t solve_nodes;             /* node limit of a search for a round */
    uint64_t public_nodes;            /* node limit of a search requested over HTTP */
    uint64_t race_seconds;            /* between public races; 0: none */
    uint64_t idle_seconds;            /* after which a table without connections is unloaded */
};

#endif
