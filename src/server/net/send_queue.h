/*
 * The send queue of a connection: shared frames, written in order.
 */
#ifndef SERVER_NET_SEND_QUEUE_H
#define SERVER_NET_SEND_QUEUE_H

#include "net.h"

void send_queue_init(struct send_queue *queue);
/* The queue holds a reference of its own. */
void send_queue_add(struct send_queue *queue, struct shared_buffer *buffer);
void queue_add_copy(struct send_queue *queue, const void *data, size_t length);
/* Writes as much as the socket accepts. False: the connection is broken. */
bool send_queue_flush(struct send_queue *queue, int fd);
void send_queue_clear(struct send_queue *queue);

#endif
