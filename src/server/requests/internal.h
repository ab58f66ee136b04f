/*
 * Private interfaces between the files of this layer.
 */
#ifndef SERVER_REQUESTS_INTERNAL_H
#define SERVER_REQUESTS_INTERNAL_H

#include "requests.h"

/* A request with its sender and time. */
struct request_context {
    struct tables *tables;
    struct connection *conn;
    const struct request *request;
    const struct carom_json *json; /* of the request; NULL if the request had to wait */
    carom_ms now;                  /* when it arrived */
    const char *text;              /* as received */
    size_t length;
    void (*retry)(struct request_context *context, bool again); /* runs it again (retry.c) */
    bool *was_deferred; /* set if it waits for its turn at the table (commands.c) */
};

/* ---- replies.c ---- */

/* Builds an answer: its type, the request's id, and the members that `more` writes. */
struct shared_buffer *reply_finish(const char *type, const struct request *request, text_writer *more,
                                   const void *context);
/* A member of an answer: a string, a number, or what `write` writes about the table. */
struct member {
    const char *key;
    const char *words;
    int64_t number;
    void (*write)(struct carom_text *text, const struct table *table);
};
/* Answers `ok` with the table's `seq` and more members, terminated by one without a key (NULL: none). All answers
 * are sent after the commit. */
void reply_ok(const struct request_context *context, const struct table *table, const struct member *members);
void reply_error(const struct request_context *context, const struct api_error *error);
void reply_error_code(const struct request_context *context, enum api_error_code code, int64_t number);
/* Answers with an error without waiting for the commit. */
void reply_error_now(const struct request_context *context, enum api_error_code code);

/* ---- retry.c: shared stores ---- */

/* Does the request have to wait for its table? Then it is run again later. */
bool retry_until_loaded(const struct request_context *context, bool again);
/* Keeps the request until what was decided is committed; if that is rejected, runs it again or refuses it. */
void retry_on_conflict(const struct request_context *context);

/* ---- hello.c ---- */

void request_hello(const struct request_context *context);

/* ---- commands.c: the referee's commands ---- */

void request_join(const struct request_context *context);
void request_command(const struct request_context *context);

/* ---- bot_requests.c, next_game.c ---- */

void request_bot(const struct request_context *context);
void request_next_game(const struct request_context *context);
/* Starts another game with the same rules, for somebody who joins an abandoned table. */
bool next_game_for_join(struct table *table, carom_ms now, struct api_error *error);

/* ---- reaction.c ---- */

void request_reaction(const struct request_context *context);

/* ---- host_requests.c ---- */

void request_from_host(const struct request_context *context);

#endif
