/*
 * `carom-dev conformance`: what of docs/reference/protocol.md is kept, found by playing.
 *
 *     conformance_server.c   tries a server with two clients of its own
 *     conformance_client.c   tries a client, which comes to a table of mock_server.c
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "dev.h"

/* ---- what is found ---- */

struct conformance_report {
    const struct cli *cli;
    unsigned passed, failed;
};
/* Says whether a promise holds, and gives that back. */
bool report_check(struct conformance_report *report, bool holds, const char *promise);
/* Says how many did. Returns the exit code. */
int report_finish(const struct conformance_report *report);

/* Waits for a client at a port of the loopback (0: any that is free) and plays with it, up to `wait_ms` for each step.
 */
int conformance_listen(struct cli *cli, unsigned port, int wait_ms);

#endif
