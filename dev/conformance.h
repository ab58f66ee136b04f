/*
 * `carom-dev conformance`: what of docs/reference/protocol.md is kept, found by playing.
 *
 *     conformance_server.c   tries a server with two clients of its own
 *     conformance_client.c   tries a client, which comes to a table of mock_server.c
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "dev.h"

/* ---- conformance_report.c ---- */

struct conformance_report {
    const struct cli *cli;
    unsigned passed, failed;
};
/* Prints and counts whether a promise holds; returns `holds`. */
bool report_check(struct conformance_report *report, bool holds, const char *promise);
/* Prints how many promises hold. Returns the exit code. */
int report_finish(const struct conformance_report *report);

/* ---- conformance_client.c ---- */

/* Listens at a port of the loopback (0: any that is free) and plays with the client that connects, waiting up to
 * `wait_ms` for each of its steps. Returns the exit code. */
int conformance_listen(struct cli *cli, unsigned port, int wait_ms);

#endif
