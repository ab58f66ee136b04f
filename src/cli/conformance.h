/*
 * `carom conformance`: what of docs/protocol.md is kept, found by playing.
 *
 *     cmd_conformance.c      tries a server with two clients of its own
 *     conformance_listen.c   tries a client, which comes to a table of src/trial
 */
#ifndef CLI_CONFORMANCE_H
#define CLI_CONFORMANCE_H

#include "cli.h"

/* ---- what is found ---- */

struct verdict {
    const struct cli *cli;
    unsigned held, failed;
};
/* Says whether a promise holds, and gives that back. */
bool verdict_finds(struct verdict *verdict, bool holds, const char *promise);
/* Says how many did. Returns the exit code. */
int verdict_end(const struct verdict *verdict);

/* Waits for a client at a port of the loopback (0: any that is free) and plays with it, up to `wait_ms` for each step.
 */
int conformance_listen(struct cli *cli, unsigned port, int wait_ms);

#endif
