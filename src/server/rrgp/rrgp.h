/*
 * RRGP: the line protocol of Debian's `ricochet` (docs/rrgp.md), for its client and for telnet.
 *
 * A caller is a connection like any other: what it says is translated into the requests of docs/protocol.md and goes
 * their way, with their limits; what it would be told over a WebSocket is translated into NOTICE lines. So nothing here
 * knows a rule of the game or decides who may do what.
 */
#ifndef SERVER_RRGP_H
#define SERVER_RRGP_H

#include "../tables/tables.h"

struct rrgp;

/* Listens on the port that the options say. False: it cannot, and a line was logged. `*rrgp` is NULL where nobody wants
 * it, and all the others take that. */
bool rrgp_start(struct rrgp **rrgp, struct net *net, struct tables *tables);
/* In each turn of the loop: what callers were told since. True: something was asked, and there may be more to tell. */
bool rrgp_process(struct rrgp *rrgp);
/* Now and then: the sand, and games that nobody is at. */
void rrgp_sweep(struct rrgp *rrgp, carom_ms now);
/* Nobody calls any more. */
void rrgp_quiesce(struct rrgp *rrgp);
/* When the loop has ended. */
void rrgp_free(struct rrgp *rrgp);

#endif
