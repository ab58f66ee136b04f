/*
 * What the operator can do while the server runs (`carom admin`, docs/guide/hosting.md): inspect, lock, close and
 * delete tables; ban addresses; change limits. All of it goes over a Unix socket that only the server's own user may
 * open, so there is no password.
 */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "../company/company.h"

struct admin;

/* Opens the socket that the options name, or the one beside the data. False: one was named and could not be opened;
 * an error was logged. `*fd` -1: there is none. */
bool admin_listen(const struct serve_options *options, int *fd);
/* Starts answering. `options` are the live ones that all layers read; `reload` reads the server's files again, all
 * or none, and says whether it could. */
struct admin *admin_start(int fd, struct net *net, struct company *company, struct serve_options *options,
                          bool (*reload)(void *server), void *server);
/* Accepts NULL. */
void admin_stop(struct admin *admin);

/* Applies the file `options->limits_file`, all of it or nothing. False: it cannot be read, or a line is not a limit. */
bool limits_file_read(struct serve_options *options);

#endif
