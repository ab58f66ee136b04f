/*
 * What the files of this room tell each other, and nobody else.
 */
#ifndef SERVER_REQUESTS_ROOM_H
#define SERVER_REQUESTS_ROOM_H

#include "requests.h"

/* Who asks what, and when. */
struct asking {
    struct tables *tables;
    struct peer *peer;
    const struct request *request;
    const struct carom_json *json; /* of the request; NULL where it is gone, since the request had to wait */
    carom_ms now;                  /* when it arrived */
    const char *text;              /* as it came in */
    size_t length;
    void (*again)(struct asking *asking, bool again); /* serves it once more (waiting.c) */
    bool *held;                                       /* set where it waits its turn at the table (commands.c) */
};

/* ---- answer.c ---- */

/* An answer as a frame: its type, the request's id, and the members that `more` writes. */
struct bytes *answer_frame(const char *type, const struct request *request, text_writer *more, const void *context);
/* A member of an answer: words, or a number, or what `write` writes about the table. */
struct member {
    const char *key;
    const char *words;
    int64_t number;
    void (*write)(struct carom_text *text, const struct table *table);
};
/* It has been done: `ok`, the table's `seq`, and more members, the last of which has no key (NULL: there are none). All
 * answers are sent after the commit. */
void answer_good(const struct asking *asking, const struct table *table, const struct member *members);
void answer_refused(const struct asking *asking, const struct refused *refused);
void answer_why(const struct asking *asking, enum why why, int64_t number);
/* The same without waiting for anything. */
void answer_now(const struct asking *asking, enum why why);

/* A whole refusal as a frame of its own. */
struct bytes *answer_frame_refused(struct tables *tables, const struct request *request, const struct refused *refused);

/* ---- waiting.c: where several servers share the data ---- */

/* Does it have to wait for its table? Then it comes back by itself. */
bool later_waits(const struct asking *asking, bool again);
/* Keeps the request until what was decided is committed; if it is not, it is made again or refused. */
void later_keep(const struct asking *asking);

/* ---- hello.c ---- */

void request_hello(const struct asking *asking);

/* ---- commands.c: the referee's ---- */

void request_join(const struct asking *asking);
void request_command(const struct asking *asking);
/* Has somebody at the table that name, or one that people would take for it? */
bool name_taken(const struct carom_table *table, const char *name);

/* ---- invite.c, again.c: the server's own ---- */

void request_bot(const struct asking *asking);
void request_again(const struct asking *asking);
/* Another game by the same rules, for somebody who joins at a table that is free. */
bool again_for_join(struct table *table, carom_ms now, struct refused *refused);

/* ---- react.c ---- */

void request_react(const struct asking *asking);

/* ---- host.c: the host's ---- */

void request_of_host(const struct asking *asking);

#endif
