/*
 * What the files of this layer tell each other, and nobody else.
 */
#ifndef SERVER_REQUESTS_INTERNAL_H
#define SERVER_REQUESTS_INTERNAL_H

#include "requests.h"

/* Who asks what, and when. */
struct request_context {
    struct tables *tables;
    struct connection *conn;
    const struct request *request;
    const struct carom_json *json; /* of the request; NULL where it is gone, since the request had to wait */
    carom_ms now;                  /* when it arrived */
    const char *text;              /* as it came in */
    size_t length;
    void (*retry)(struct request_context *context, bool again); /* serves it once more (retry.c) */
    bool *was_deferred; /* set where it waits its turn at the table (commands.c) */
};

/* ---- replies.c ---- */

/* An answer as a frame: its type, the request's id, and the members that `more` writes. */
struct shared_buffer *reply_finish(const char *type, const struct request *request, text_writer *more,
                                   const void *context);
/* A member of an answer: words, or a number, or what `write` writes about the table. */
struct member {
    const char *key;
    const char *words;
    int64_t number;
    void (*write)(struct carom_text *text, const struct table *table);
};
/* It has been done: `ok`, the table's `seq`, and more members, the last of which has no key (NULL: there are none). All
 * answers are sent after the commit. */
void reply_ok(const struct request_context *context, const struct table *table, const struct member *members);
void reply_error(const struct request_context *context, const struct api_error *error);
void reply_error_code(const struct request_context *context, enum api_error_code code, int64_t number);
/* The same without waiting for anything. */
void reply_error_now(const struct request_context *context, enum api_error_code code);

/* A whole refusal as a frame of its own. */
struct shared_buffer *reply_error_frame(struct tables *tables, const struct request *request,
                                        const struct api_error *error);

/* ---- retry.c: where several servers share the data ---- */

/* Does it have to wait for its table? Then it comes back by itself. */
bool retry_until_loaded(const struct request_context *context, bool again);
/* Keeps the request until what was decided is committed; if it is not, it is made again or refused. */
void retry_on_conflict(const struct request_context *context);

/* ---- hello.c ---- */

void request_hello(const struct request_context *context);

/* ---- commands.c: the referee's ---- */

void request_join(const struct request_context *context);
void request_command(const struct request_context *context);
/* Has somebody at the table that name, or one that people would take for it? */
bool name_taken(const struct carom_table *table, const char *name);

/* ---- bot_requests.c, next_game.c: the server's own ---- */

void request_bot(const struct request_context *context);
void request_next_game(const struct request_context *context);
/* Another game by the same rules, for somebody who joins at a table that is free. */
bool next_game_for_join(struct table *table, carom_ms now, struct api_error *error);

/* ---- reaction.c ---- */

void request_reaction(const struct request_context *context);

/* ---- host_requests.c: the host's ---- */

void request_from_host(const struct request_context *context);

#endif
