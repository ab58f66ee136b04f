/*
 * What can be set when the server starts: the command line fills it in, the layers of the server read it.
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

#define SERVE_HOSTNAMES_MAX 16
#define SERVE_LINK_SIZE 256 /* of public_url, with its NUL */

/* Texts belong to the caller and must stay while the server runs. */
struct serve_options {
    const char *address;    /* to listen on: an IPv4 or IPv6 address, or the path of a Unix socket */
    uint64_t port;          /* 0: any free one */
    uint64_t rrgp;          /* another port, for the line protocol (rrgp); 0: none */
    const char *data;       /* the store's file */
    const char *store;      /* a database instead, `postgresql://...`; empty: the file */
    const char *web;        /* folder of the built page */
    const char *public_url; /* how players reach the server, `https://carom.example`; empty: by its address */
    const char *origins;    /* other origins that may connect, separated by commas */
    const char
        *hostnames[SERVE_HOSTNAMES_MAX + 1]; /* names that the server answers to, up to the first NULL; none: to any */
    const char *proxies;           /* addresses and networks whose X-Forwarded-For is believed, separated by commas */
    const char *banned_words_file; /* a file of words that no name has; empty: a short list of our own */
    const char *limits_file;       /* a file of limits that can be read again; empty: none */
    const char *access_log;        /* a file for a line about each request; `-`: standard output; empty: none */
    const char *admin;             /* the path of a Unix socket for `carom admin`; empty: none; NULL: beside the data */
    const char *metrics;           /* addresses and networks that may read /metrics, separated by commas */
    const char *metrics_token;     /* a file; whoever says the token in it may read /metrics too; empty: none */
    const char *password_file;     /* nothing is shown without what is in there; empty: everybody may come */
    unsigned log_level;            /* enum serve_log_level */
    unsigned log_format;           /* enum serve_log_format */

    uint64_t max_connections;         /* WebSockets at a time */
    uint64_t max_per_address;         /* ... from one address */
    uint64_t max_addresses;           /* that are remembered at a time */
    uint64_t max_tables;              /* tables in memory at a time */
    uint64_t max_watchers;            /* connections without a seat at one table */
    uint64_t max_message;             /* bytes of one WebSocket message */
    uint64_t message_rate;            /* requests a second on one connection */
    uint64_t request_rate;            /* HTTP requests a second from one address */
    uint64_t picture_rate;            /* pictures a second that are drawn for one address */
    uint64_t new_tables_per_hour;     /* tables one address may create in an hour */
    uint64_t failed_lookups_per_hour; /* codes that are none, from one address in an hour */
    uint64_t table_events;            /* at one table in an hour, large ones counted as several */
    uint64_t address_events;          /* ... that one address lets happen */
    uint64_t retention_days;          /* tables are forgotten so long after their last event; 0: never */
    uint64_t min_free;                /* megabytes; with less on the disk there are no new tables */
    uint64_t solve_nodes;             /* the bound of one search */
    uint64_t public_nodes;            /* ... that somebody asked for over HTTP */
    uint64_t idle_seconds;            /* a table without connections leaves memory after that */
};

#endif
