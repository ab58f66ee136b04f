/*
 * `carom-dev conformance`: plays a game to check which promises of docs/reference/protocol.md hold.
 *
 * conformance_server.c checks a server with two clients of its own; conformance_client.c checks a client, which
 * connects to a table of mock_server.c.
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

/* Listens at a loopback port (0: any free one) and plays with the client that connects, waiting up to `wait_ms` for
 * each of its steps. Returns the exit code. */
int conformance_listen(struct cli *cli, unsigned port, int wait_ms);

#endif
