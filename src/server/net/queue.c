/*
 * Writing. Our own queue, because a broadcast is encoded once for a whole table.
 */
#include "queue.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define VECTORS SMALL(64, 2)

struct outgoing {
    struct outgoing *next;
    struct bytes *bytes;
};

void queue_begin(struct queue *queue)
{
    queue->end = &queue->first;
}

void queue_add(struct queue *queue, struct bytes *bytes)
{
    struct outgoing *item = must_alloc(sizeof *item);
    item->bytes = bytes;
    bytes->refs++;
    *queue->end = item;
    queue->end = &item->next;
    queue->bytes += bytes->length;
}

void queue_add_copy(struct queue *queue, const void *data, size_t length)
{
    struct bytes *bytes = bytes_copy(data, length);
    queue_add(queue, bytes);
    bytes_release(bytes);
}

static void drop_first(struct queue *queue)
{
    struct outgoing *first = queue->first;
    queue->first = first->next;
    if (queue->first == NULL)
        queue->end = &queue->first;
    bytes_release(first->bytes);
    free(first);
}

static void take_written(struct queue *queue, size_t written)
{
    queue->bytes -= written;
    written += queue->offset;
    while (queue->first != NULL && written >= queue->first->bytes->length) {
        written -= queue->first->bytes->length;
        drop_first(queue);
    }
    queue->offset = written;
}

bool queue_write(struct queue *queue, int fd)
{
    while (queue->first != NULL) {
        struct iovec vectors[VECTORS];
        size_t count = 0;
        for (struct outgoing *item = queue->first; item != NULL && count < VECTORS; item = item->next) {
            size_t skip = count == 0 ? queue->offset : 0;
            vectors[count++] = (struct iovec){item->bytes->data + skip, item->bytes->length - skip};
        }
        struct msghdr message = {.msg_iov = vectors, .msg_iovlen = count};
        ssize_t written = sendmsg(fd, &message, MSG_NOSIGNAL); /* cheaper than writev, which is for files too */
        if (written < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        take_written(queue, (size_t)written);
        queue->drained += (size_t)written;
    }
    return true;
}

void queue_drop(struct queue *queue)
{
    while (queue->first != NULL)
        drop_first(queue);
    queue->bytes = 0;
}
