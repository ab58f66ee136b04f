/*
 * The way out of a connection: shared frames, written in the order in which they were queued.
 */
#ifndef SERVER_QUEUE_H
#define SERVER_QUEUE_H

#include "net.h"

void queue_begin(struct queue *queue);
/* The queue keeps a reference of its own. */
void queue_add(struct queue *queue, struct bytes *bytes);
void queue_add_copy(struct queue *queue, const void *data, size_t length);
/* Writes as much as the socket takes. False: the connection is broken. */
bool queue_write(struct queue *queue, int fd);
void queue_drop(struct queue *queue);

#endif
