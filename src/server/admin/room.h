/*
 * What the files of this room tell each other, and nobody else.
 */
#ifndef SERVER_ADMIN_ROOM_H
#define SERVER_ADMIN_ROOM_H

#include "admin.h"

/* One request on its way: a line of JSON. The answer is lines of JSON, the last of which has `ok`. */
struct act {
    struct net *net;
    struct tables *tables;
    struct serve_options *options;
    const char *path; /* of the socket */
    const struct carom_json *json;
    carom_ms now;
    char *bytes; /* the answer so far, from malloc */
    size_t length;
    size_t room;
};

/* ---- acts.c ---- */

/* Adds a line to the answer. */
void act_line(struct act *act, const struct carom_text *line);
/* Does what the request says and answers it. */
void act_do(struct act *act);

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
