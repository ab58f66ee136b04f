/*
 * What whoever runs the server can do while it runs (`carom admin`, docs/hosting.md): tables looked at, locked, closed,
 * deleted; addresses banned; limits changed. All of it over a Unix socket that only the server's own user may open, so
 * nobody is asked for a password.
 */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "../tables/tables.h"

struct admin;

/* The socket that the options name, or the one beside the data. False: one was named and cannot be had, a line has been
 * logged. -1 in `*fd`: there is none. */
bool admin_listen(const struct serve_options *options, int *fd);
/* Answers whoever comes. `options` are the ones that everybody reads; `reload` reads the server's files again, all of
 * them or none, and says whether it could. */
struct admin *admin_start(int fd, struct net *net, struct tables *tables, struct serve_options *options,
                          bool (*reload)(void *server), void *server);
/* NULL may be given. */
void admin_stop(struct admin *admin);

/* Sets what the file `options->limits` says, all of it or nothing. False: it cannot be read, or a line is no limit. */
bool limits_file_read(struct serve_options *options);

#endif
