/*
 * Logs as files: a page is read when the one before has gone out, so that no log is too long.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A log on its way. */
struct download {
    struct tables *tables;
    struct exchange *exchange;
    char name[32];          /* of the file */
    struct store_page page; /* the next one; from 0: that was all */
    struct store_loaded loaded;
    bool secrets;
    bool reading;
    bool failed;
    char *bytes; /* the page at hand */
    size_t length;
    size_t room;
    size_t sent;
};

static void take_line(struct download *download, uint32_t seq)
{
    size_t length;
    const char *text = store_loaded_event(&download->loaded, seq, &length);
    if (!download->secrets)
        text = history_public(seq, text, &length);
    if (length == 0)
        return;
    download->bytes = must_grow(download->bytes, &download->room, download->length + length + 1, 1);
    memcpy(download->bytes + download->length, text, length);
    download->length += length;
    download->bytes[download->length++] = '\n';
}

static void load_page(struct store *store, void *context)
{
    struct download *download = context;
    download->failed = !store_load_page(store, &download->page, &download->loaded);
}

static void take_page(struct download *download)
{
    download->length = 0;
    download->sent = 0;
    visitor_reads(download->exchange->visitor, clock_now(), download->tables->base->options->request_rate,
                  download->loaded.length);
    for (uint32_t seq = download->loaded.from; !download->failed && seq < download->loaded.next; seq++)
        take_line(download, seq);
    store_loaded_done(&download->loaded);
    download->page.from = download->failed ? 0 : download->page.next;
    download->reading = false;
}

/* The answer goes on with the page that was read. */
static void on_page(void *context)
{
    struct download *download = context;
    take_page(download);
    exchange_resume(download->exchange);
}

/* False: it comes later. */
static bool read_page(struct download *download)
{
    if (!download->tables->shared) {
        if (!turn_has(download->exchange))
            return false;
        load_page(download->tables->store, download);
        take_page(download);
        return true;
    }
    download->reading = true;
    exchange_suspend(download->exchange);
    reader_do(download->tables, load_page, on_page, download);
    return false;
}

static ssize_t give_bytes(void *context, uint64_t position, char *buffer, size_t most)
{
    struct download *download = context;
    (void)position;
    if (download->reading || (download->sent == download->length && download->page.from != 0 && !read_page(download)))
        return 0;
    if (download->failed)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t count = download->length - download->sent;
    count = count < most ? count : most;
    memcpy(buffer, download->bytes + download->sent, count);
    download->sent += count;
    return count > 0 ? (ssize_t)count : MHD_CONTENT_READER_END_OF_STREAM;
}

static void free_download(void *context)
{
    struct download *download = context;
    free(download->bytes);
    free(download);
}

/* The first page is there. */
static void answer_log(struct download *download)
{
    struct exchange *exchange = download->exchange;
    char name[80];
    snprintf(name, sizeof name, "attachment; filename=\"carom-%s.jsonl\"", download->name);
    if (download->failed || download->length == 0) {
        exchange_refuse_why(exchange, "log", download->failed ? WHY_STORE : WHY_NO_GAME, 1000);
        free_download(download);
        return;
    }
    exchange_stream(exchange, "application/x-ndjson", give_bytes, download, free_download);
    exchange_header(exchange, "Content-Disposition", name);
    exchange_header(exchange, "Cache-Control", "no-store");
}

static void on_first_page(void *context)
{
    struct download *download = context;
    struct exchange *exchange = download->exchange;
    take_page(download);
    answer_log(download);
    if (exchange->suspended)
        exchange_resume(exchange);
}

void log_send(struct exchange *exchange, const struct log_wish *wish)
{
    struct tables *tables = exchange->http->tables;
    struct download *download = must_alloc(sizeof *download);
    download->tables = tables;
    download->exchange = exchange;
    snprintf(download->name, sizeof download->name, "%s", wish->name);
    download->secrets = wish->secrets;
    download->page = (struct store_page){
        .table = wish->table, .game = wish->game, .from = 1, .to = UINT32_MAX, .bytes = STREAM_BYTES};
    if (tables->shared)
        exchange_suspend(exchange);
    reader_do(tables, load_page, on_first_page, download);
}
