/*
 * Hearing what other servers on the same data have written, on a thread of its own, and telling the loop.
 *
 * What is heard is only a hint, and may be missing: refresh.c says what makes up for it.
 */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#define LISTEN_MS 200     /* how long the end of the thread may take */
#define HEARD_MOST 100000 /* that the loop has not looked at; more is as good as missed */

struct heard {
    struct heard *next;
    struct store_news news;
    char note[];
};

struct hearing {
    struct tables *tables;
    uv_thread_t thread;
    uv_async_t async;
    uv_mutex_t mutex; /* guards what follows */
    struct heard *first;
    struct heard **end;
    unsigned count;
    bool missed; /* something may have been said that was not heard */
    bool deaf;
    bool ending;
};

/* ---- on the thread ---- */

static void take_news(void *context, const struct store_news *news)
{
    struct hearing *hearing = context;
    struct heard *heard = malloc(sizeof *heard + news->length + 1);
    uv_mutex_lock(&hearing->mutex);
    if (heard == NULL || hearing->count >= HEARD_MOST) {
        hearing->missed = true;
        free(heard);
    } else {
        heard->next = NULL;
        heard->news = *news;
        if (news->note != NULL) {
            memcpy(heard->note, news->note, news->length);
            heard->note[news->length] = '\0';
            heard->news.note = heard->note;
        }
        *hearing->end = heard;
        hearing->end = &heard->next;
        hearing->count++;
    }
    uv_mutex_unlock(&hearing->mutex);
    uv_async_send(&hearing->async);
}

static void listen_forever(void *context)
{
    struct hearing *hearing = context;
    for (bool ends = false; !ends;) {
        enum store_heard heard = store_listen(hearing->tables->store, LISTEN_MS, take_news, hearing);
        uv_mutex_lock(&hearing->mutex);
        bool changed = hearing->deaf != (heard == STORE_DEAF);
        hearing->deaf = heard == STORE_DEAF;
        hearing->missed |= heard == STORE_AGAIN;
        ends = hearing->ending;
        uv_mutex_unlock(&hearing->mutex);
        if (changed || heard == STORE_AGAIN)
            uv_async_send(&hearing->async);
    }
}

/* ---- on the loop ---- */

static void on_heard(uv_async_t *async)
{
    struct hearing *hearing = async->data;
    uv_mutex_lock(&hearing->mutex);
    struct heard *heard = hearing->first;
    bool missed = hearing->missed;
    bool deaf = hearing->deaf;
    hearing->first = NULL;
    hearing->end = &hearing->first;
    hearing->count = 0;
    hearing->missed = false;
    uv_mutex_unlock(&hearing->mutex);
    carom_ms now = clock_now();
    if (deaf != hearing->tables->deaf)
        log_line(deaf ? SERVE_LOG_WARN : SERVE_LOG_INFO, deaf ? "not-listening" : "listening", "news=%s",
                 deaf ? "read every 5 s" : "at once");
    hearing->tables->deaf = deaf;
    while (heard != NULL) {
        struct heard *next = heard->next;
        hearing->tables->base->metrics.news_total++;
        refresh_hear(hearing->tables, &heard->news, now);
        free(heard);
        heard = next;
    }
    if (missed)
        refresh_look(hearing->tables);
}

struct hearing *hearing_start(struct tables *tables)
{
    struct hearing *hearing = must_alloc(sizeof *hearing);
    hearing->tables = tables;
    hearing->end = &hearing->first;
    hearing->deaf = true;
    tables->deaf = true;
    uv_mutex_init(&hearing->mutex);
    uv_async_init(&tables->base->loop, &hearing->async, on_heard);
    hearing->async.data = hearing;
    must(uv_thread_create(&hearing->thread, listen_forever, hearing) == 0);
    return hearing;
}

static void on_closed(uv_handle_t *handle)
{
    struct hearing *hearing = handle->data;
    while (hearing->first != NULL) {
        struct heard *next = hearing->first->next;
        free(hearing->first);
        hearing->first = next;
    }
    uv_mutex_destroy(&hearing->mutex);
    free(hearing);
}

void hearing_stop(struct hearing *hearing)
{
    uv_mutex_lock(&hearing->mutex);
    hearing->ending = true;
    uv_mutex_unlock(&hearing->mutex);
    uv_thread_join(&hearing->thread);
    uv_close((uv_handle_t *)&hearing->async, on_closed);
}
