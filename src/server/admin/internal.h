/*
 * What the files of this layer tell each other, and nobody else.
 */
#ifndef SERVER_ADMIN_INTERNAL_H
#define SERVER_ADMIN_INTERNAL_H

#include "admin.h"

#define ADMIN_REQUEST_MAX 4096
#define REQUEST_NODES_MAX 128

/* One request on its way: a line of JSON. The answer is lines of JSON, the last of which has `ok`. It ends now or,
 * where it waits for the store, later; always before the tables do. */
struct admin_request {
    struct deferred deferred; /* first: while it waits for a table */
    struct net *net;
    struct tables *tables;
    struct serve_options *options;
    bool (*reload)(void *server);
    void *server;
    const char *path; /* of the socket */
    struct carom_json *json;
    carom_ms now;
    char *bytes; /* the answer so far, from malloc */
    size_t length;
    size_t capacity;
    void (*on_complete)(struct admin_request *request); /* the answer is complete */

    /* table_commands.c */
    void (*table_action)(struct admin_request *request,
                         struct table *table); /* what is done with the table that it names */
    struct table *table;                       /* the one it was done with, until that is in the store */
    unsigned tries;
    bool store_done;          /* the store has answered */
    struct store_table *rows; /* tables of the store, in order */
    unsigned count;
    unsigned next; /* the one that is looked at next */
};

/* ---- commands.c ---- */

/* A line of the answer: begun, and added. One at a time. */
struct carom_text admin_line_begin(void);
void admin_line_end(struct admin_request *request, struct carom_text *text);
/* The end of it. */
void admin_reply_ok(struct admin_request *request);
void admin_reply_error(struct admin_request *request, const char *sentence);
/* Does what the request says and answers it. */
void admin_dispatch(struct admin_request *request);

/* ---- table_commands.c ---- */

void act_list(struct admin_request *request);
void act_show(struct admin_request *request);
void act_lock(struct admin_request *request);
void act_unlock(struct admin_request *request);
void act_close(struct admin_request *request);
void act_delete(struct admin_request *request);
void act_erase(struct admin_request *request);

/* ---- limits.c ---- */

/* Sets the limit of that name; false: there is none, or the number is too large. */
bool limit_set(struct serve_options *options, const char *name, int64_t value);
/* As members of an object. */
void limits_write(struct carom_text *text, const struct serve_options *options);

/* ---- persistence.c ---- */

/* Bans are kept in a file beside the socket, and found there at the start. */
void bans_save(const struct bans *bans, const char *socket);
void bans_load(struct bans *bans, const char *socket, carom_ms now);

#endif
