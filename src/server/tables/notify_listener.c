/*
 * Listens for notifications from other servers on a thread of its own, and hands them to the loop.
 *
 * Notifications are hints and may get lost: replication.c polls to make up for that.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define LISTEN_MS 200            /* how long stopping the thread may take */
#define NOTIFICATIONS_MAX 100000 /* queue limit; beyond it notifications count as missed */

struct received_notification {
    struct received_notification *next;
    struct store_notification notification;
    char note[];
};

struct notify_listener {
    struct tables *tables;
    uv_thread_t thread;
    uv_async_t async;
    uv_mutex_t mutex; /* guards the members below */
    struct received_notification *first;
    struct received_notification **end;
    unsigned count;
    bool missed; /* notifications may have been lost */
    bool disconnected;
    bool ending;
};

/* ---- on the thread ---- */

static void queue_notification(void *context, const struct store_notification *notification)
{
    struct notify_listener *listener = context;
    struct received_notification *received_notification =
        malloc(sizeof *received_notification + notification->length + 1);
    uv_mutex_lock(&listener->mutex);
    if (received_notification == NULL || listener->count >= NOTIFICATIONS_MAX) {
        listener->missed = true;
        free(received_notification);
    } else {
        received_notification->next = NULL;
        received_notification->notification = *notification;
        if (notification->payload != NULL) {
            memcpy(received_notification->note, notification->payload, notification->length);
            received_notification->note[notification->length] = '\0';
            received_notification->notification.payload = received_notification->note;
        }
        *listener->end = received_notification;
        listener->end = &received_notification->next;
        listener->count++;
    }
    uv_mutex_unlock(&listener->mutex);
    uv_async_send(&listener->async);
}

static void notify_thread_main(void *context)
{
    struct notify_listener *listener = context;
    for (bool ends = false; !ends;) {
        enum store_listen_result result =
            store_listen(listener->tables->store, LISTEN_MS, queue_notification, listener);
        uv_mutex_lock(&listener->mutex);
        bool changed = listener->disconnected != (result == STORE_LISTEN_DISCONNECTED);
        listener->disconnected = result == STORE_LISTEN_DISCONNECTED;
        listener->missed |= result == STORE_LISTEN_RECONNECTED;
        ends = listener->ending;
        uv_mutex_unlock(&listener->mutex);
        if (changed || result == STORE_LISTEN_RECONNECTED)
            uv_async_send(&listener->async);
    }
}

/* ---- on the loop ---- */

static void on_notifications(uv_async_t *async)
{
    struct notify_listener *listener = async->data;
    uv_mutex_lock(&listener->mutex);
    struct received_notification *notification = listener->first;
    bool missed = listener->missed;
    bool down = listener->disconnected;
    listener->first = NULL;
    listener->end = &listener->first;
    listener->count = 0;
    listener->missed = false;
    uv_mutex_unlock(&listener->mutex);
    carom_ms now = clock_now_ms();
    if (down != listener->tables->notify_down)
        log_event(down ? SERVE_LOG_WARN : SERVE_LOG_INFO, down ? "notify-disconnected" : "notify-connected",
                  "poll_ms=%s", down ? "5000" : "0");
    listener->tables->notify_down = down;
    while (notification != NULL) {
        struct received_notification *next = notification->next;
        listener->tables->base->metrics.notifications_total++;
        replication_on_notification(listener->tables, &notification->notification, now);
        free(notification);
        notification = next;
    }
    if (missed)
        replication_poll(listener->tables);
}

struct notify_listener *notify_listener_start(struct tables *tables)
{
    struct notify_listener *listener = xcalloc(sizeof *listener);
    listener->tables = tables;
    listener->end = &listener->first;
    listener->disconnected = true;
    tables->notify_down = true;
    uv_mutex_init(&listener->mutex);
    uv_async_init(&tables->base->loop, &listener->async, on_notifications);
    listener->async.data = listener;
    check_alloc(uv_thread_create(&listener->thread, notify_thread_main, listener) == 0);
    return listener;
}

static void on_closed(uv_handle_t *handle)
{
    struct notify_listener *listener = handle->data;
    while (listener->first != NULL) {
        struct received_notification *next = listener->first->next;
        free(listener->first);
        listener->first = next;
    }
    uv_mutex_destroy(&listener->mutex);
    free(listener);
}

void notify_listener_stop(struct notify_listener *listener)
{
    uv_mutex_lock(&listener->mutex);
    listener->ending = true;
    uv_mutex_unlock(&listener->mutex);
    uv_thread_join(&listener->thread);
    uv_close((uv_handle_t *)&listener->async, on_closed);
}
