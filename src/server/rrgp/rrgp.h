/*
 * RRGP: the line protocol of Debian's `ricochet` (docs/reference/rrgp.md), for its client and for telnet.
 *
 * A client is a connection like any other: its lines are translated into the requests of docs/reference/protocol.md,
 * with their limits; what it would receive over a WebSocket is translated into NOTICE lines. So nothing here knows a
 * rule of the game or decides who may do what.
 */
#ifndef SERVER_RRGP_H
#define SERVER_RRGP_H

#include "../tables/tables.h"

struct rrgp;

/* Listens on the port of the options. False: it cannot, and an error was logged. `*rrgp` is NULL if the port is 0;
 * all other functions accept that. */
bool rrgp_start(struct rrgp **rrgp, struct net *net, struct tables *tables);
/* Call in each iteration: translates what clients have received. True: requests were made, so there may be more. */
bool rrgp_process(struct rrgp *rrgp);
/* Call now and then: lines about hourglasses, and removing empty games. */
void rrgp_sweep(struct rrgp *rrgp, carom_ms now);
/* Stops accepting clients. */
void rrgp_quiesce(struct rrgp *rrgp);
/* Call when the loop has ended. */
void rrgp_free(struct rrgp *rrgp);

#endif
