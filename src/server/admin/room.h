/*
 * What the files of this room tell each other, and nobody else.
 */
#ifndef SERVER_ADMIN_ROOM_H
#define SERVER_ADMIN_ROOM_H

#include "admin.h"

#define REQUEST_MOST 4096
#define REQUEST_NODES_MOST 128

/* One request on its way: a line of JSON. The answer is lines of JSON, the last of which has `ok`. It ends now or,
 * where it waits for the store, later; always before the tables do. */
struct act {
    struct held held; /* first: while it waits for a table */
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
    size_t room;
    void (*end)(struct act *act); /* the answer is complete */

    /* tables.c */
    void (*serve)(struct act *act, struct table *table); /* what is done with the table that it names */
    struct table *table;                                 /* the one it was done with, until that is in the store */
    unsigned tries;
    bool read;                /* the store has answered */
    struct store_table *page; /* tables of the store, in order */
    unsigned count;
    unsigned next; /* the one that is looked at next */
};

/* ---- acts.c ---- */

/* A line of the answer: begun, and added. One at a time. */
struct carom_text act_begin(void);
void act_finish(struct act *act, struct carom_text *text);
/* The end of it. */
void act_good(struct act *act);
void act_wrong(struct act *act, const char *sentence);
/* Does what the request says and answers it. */
void act_do(struct act *act);

/* ---- tables.c ---- */

void act_list(struct act *act);
void act_show(struct act *act);
void act_lock(struct act *act);
void act_unlock(struct act *act);
void act_close(struct act *act);
void act_delete(struct act *act);
void act_erase(struct act *act);

/* ---- limits.c ---- */

/* Sets the limit of that name; false: there is none, or the number is too large. */
bool limit_set(struct serve_options *options, const char *name, int64_t value);
/* As members of an object. */
void limits_write(struct carom_text *text, const struct serve_options *options);

/* ---- kept.c ---- */

/* Bans are kept in a file beside the socket, and found there at the start. */
void bans_keep(const struct bans *bans, const char *socket);
void bans_recall(struct bans *bans, const char *socket, carom_ms now);

#endif
