/*
 * Private interfaces between the files of this layer.
 */
#ifndef SERVER_ADMIN_INTERNAL_H
#define SERVER_ADMIN_INTERNAL_H

#include "admin.h"

#define ADMIN_REQUEST_MAX 4096
#define REQUEST_NODES_MAX 128

/* A request in progress: a line of JSON. The answer is lines of JSON, the last of which has `ok`. It completes at
 * once or, if it waits for the store, later; always before the tables stop. */
struct admin_request {
    struct deferred deferred; /* first member: while it waits for a table */
    struct net *net;
    struct tables *tables;
    struct company *company;
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
                         struct table *table); /* called with the table that the request names */
    struct table *table;                       /* the table it was applied to, until that is committed */
    unsigned tries;
    bool store_done;          /* the store has answered */
    struct store_table *rows; /* tables of the store, in order */
    unsigned count;
    unsigned next; /* index of the next one to handle */
};

/* ---- commands.c ---- */

/* Begins and adds a line of the answer. One at a time. */
struct carom_text admin_line_begin(void);
void admin_line_end(struct admin_request *request, struct carom_text *text);
/* Ends the answer. */
void admin_reply_ok(struct admin_request *request);
void admin_reply_error(struct admin_request *request, const char *sentence);
/* Runs the request and answers it. */
void admin_dispatch(struct admin_request *request);

/* ---- table_commands.c ---- */

void command_list(struct admin_request *request);
void command_show(struct admin_request *request);
void command_lock(struct admin_request *request);
void command_unlock(struct admin_request *request);
void command_close(struct admin_request *request);
void command_delete(struct admin_request *request);
void command_erase(struct admin_request *request);

/* ---- limits.c ---- */

/* Sets a limit by name; false: unknown name, or too large. */
bool limit_set(struct serve_options *options, const char *name, int64_t value);
/* Writes members of an object. */
void limits_write(struct carom_text *text, const struct serve_options *options);

/* ---- persistence.c ---- */

/* Bans are stored in a file beside the socket, which is read at the start. */
void bans_save(const struct bans *bans, const char *socket);
void bans_load(struct bans *bans, const char *socket, carom_ms now);

#endif
