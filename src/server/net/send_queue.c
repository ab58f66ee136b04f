/*
 * The send queue of a connection. It is our own because a broadcast is encoded once for a whole table.
 */
#include "send_queue.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define VECTORS TEST_LIMIT(64, 2)

struct queued_frame {
    struct queued_frame *next;
    struct shared_buffer *buffer;
};

void send_queue_init(struct send_queue *queue)
{
    queue->end = &queue->first;
}

void send_queue_add(struct send_queue *queue, struct shared_buffer *buffer)
{
    struct queued_frame *item = xcalloc(sizeof *item);
    item->buffer = buffer;
    buffer->refs++;
    *queue->end = item;
    queue->end = &item->next;
    queue->bytes += buffer->length;
}

void queue_add_copy(struct send_queue *queue, const void *data, size_t length)
{
    struct shared_buffer *buffer = buffer_copy(data, length);
    send_queue_add(queue, buffer);
    buffer_unref(buffer);
}

static void drop_first(struct send_queue *queue)
{
    struct queued_frame *first = queue->first;
    queue->first = first->next;
    if (queue->first == NULL)
        queue->end = &queue->first;
    buffer_unref(first->buffer);
    free(first);
}

static void take_written(struct send_queue *queue, size_t written)
{
    queue->bytes -= written;
    written += queue->offset;
    while (queue->first != NULL && written >= queue->first->buffer->length) {
        written -= queue->first->buffer->length;
        drop_first(queue);
    }
    queue->offset = written;
}

bool send_queue_flush(struct send_queue *queue, int fd)
{
    while (queue->first != NULL) {
        struct iovec vectors[VECTORS];
        size_t count = 0;
        for (struct queued_frame *item = queue->first; item != NULL && count < VECTORS; item = item->next) {
            size_t skip = count == 0 ? queue->offset : 0;
            vectors[count++] = (struct iovec){item->buffer->data + skip, item->buffer->length - skip};
        }
        struct msghdr message = {.msg_iov = vectors, .msg_iovlen = count};
        ssize_t written = sendmsg(fd, &message, MSG_NOSIGNAL); /* cheaper than writev on a socket */
        if (written < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        take_written(queue, (size_t)written);
        queue->sent_since += (size_t)written;
    }
    return true;
}

void send_queue_clear(struct send_queue *queue)
{
    while (queue->first != NULL)
        drop_first(queue);
    queue->bytes = 0;
}
