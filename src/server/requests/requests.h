/*
 * Requests of clients over WebSockets (docs/reference/protocol.md): who may make them, and the answers, which are sent
 * after the commit of what they report.
 */
#ifndef SERVER_REQUESTS_H
#define SERVER_REQUESTS_H

#include "../tables/tables.h"

/* Callbacks for connections; their context is a struct tables. */
extern const struct net_events requests_net_events;

#endif
