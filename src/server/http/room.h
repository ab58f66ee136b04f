/*
 * What the files of this room tell each other beside exchanges, and nobody else.
 */
#ifndef SERVER_HTTP_ROOM_H
#define SERVER_HTTP_ROOM_H

#include "exchange.h"

/* ---- query.c: the query read; each answers by itself what it cannot read, and returns false ---- */

/* A whole number from `least` to `most`; `*number` stays as it is if there is none. */
bool query_number(struct exchange *exchange, const char *name, uint64_t most, uint64_t *number);
/* The word's place in a list like `any|no|only`; likewise. */
bool query_choice(struct exchange *exchange, const char *name, const char *const *words, unsigned count,
                  unsigned *choice);
bool query_flag(const struct exchange *exchange, const char *name);

/* ---- the addresses: each answers (or suspends) what it knows; false: not its address ---- */

bool handshake_route(struct exchange *exchange);
bool api_tables_route(struct exchange *exchange);
bool replays_route(struct exchange *exchange);
bool api_open_route(struct exchange *exchange); /* tables that everybody may find */
/* What a request for a new table is answered, and the request itself; false: it was refused. */
bool api_new_table(struct exchange *exchange, const struct carom_opening *opening, const struct table_options *options);
bool api_positions_route(struct exchange *exchange);
bool metrics_route(struct exchange *exchange);
/* Is this a request for /metrics with the right token? Then no password is asked for. */
bool metrics_by_token(struct exchange *exchange);
bool pictures_route(struct exchange *exchange);
bool qr_route(struct exchange *exchange);
bool preview_route(struct exchange *exchange);
bool pages_route(struct exchange *exchange);

/* pages.c: answers with the page, and these words in its head instead of its own. False: it has no place for them. */
bool pages_index(struct exchange *exchange, const char *head);

/* ---- turns.c: how much is done in one turn of the loop ---- */

/* Is there time for a request, or for a part of an answer? False: its connection is suspended, and it is asked again.
 */
bool turn_has(struct exchange *exchange);
/* The end of a turn. True: some have waited for it, and are run in the next one, which should begin at once. */
bool turn_ends(struct http *http);
/* Nobody waits any more. */
void turns_end(struct http *http);

/* ---- process.c: what the system knows about this process ---- */

struct process_facts {
    uint64_t cpu_us;
    uint64_t open_files;
    uint64_t most_files;
    uint64_t virtual_bytes;
    uint64_t resident_bytes;
};
/* What cannot be found out is 0. */
struct process_facts process_facts(void);

/* ---- logs.c: a game's log as a file ---- */

struct log_wish {
    int64_t table;
    uint32_t game;
    bool secrets;     /* with those of the first event: the game is over */
    const char *name; /* for the file */
};
/* Answers with it. What was appended but not yet committed is not in it: the store's reader does not see it. */
void log_send(struct exchange *exchange, const struct log_wish *wish);

/* ---- access.c: the access log ---- */

/* False: a line has been logged. */
bool access_open(struct http *http);
void access_close(struct http *http);
/* The request has been answered. */
void access_write(const struct exchange *exchange, carom_ms now);

/* ---- private.c: a server with a password ---- */

/* Reads the files of the password and of the token for /metrics, if there are any. False: a line has been logged. */
bool private_open(struct http *http);
/* Does the request say `Authorization: Bearer` and this token? Wrong ones count as wrong passwords do. */
bool private_has_token(struct exchange *exchange, const struct password *token);
/* May whoever asks have anything? False: that was answered. */
bool private_lets_in(struct exchange *exchange);

/* handshake.c: a page in a browser says where it comes from; it has to be our own, or one that was allowed. */
bool origin_allowed(const struct exchange *exchange);
/* Is it one of the addresses for programs? */
bool below_api(const struct exchange *exchange);
/* Lets pages of --origins read answers below /api (CORS); to be called for every answer. */
void cors_allow(struct exchange *exchange);
/* A browser asks whether such a page may: answered without a password, which it cannot say. False: it is not that. */
bool cors_preflight(struct exchange *exchange);
/* route.c: gives the request to whoever knows its address. */
void route(struct exchange *exchange);

#endif
