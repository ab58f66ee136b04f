/*
 * Requests: what clients ask over WebSockets (docs/protocol.md), who may ask for it, and the answers, which go out
 * after the commit of what they tell of.
 */
#ifndef SERVER_REQUESTS_H
#define SERVER_REQUESTS_H

#include "../tables/tables.h"

/* What is done about connections; their context is a struct tables. */
extern const struct net_events requests_net_events;

#endif
