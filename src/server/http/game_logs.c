/*
 * Game logs as downloads. The next page is read from the store when the last one has been sent, so logs of any length
 * take constant memory.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A log download in progress. */
struct log_download {
    struct tables *tables;
    struct http_request *request;
    char name[32];          /* suggested file name */
    struct store_page page; /* the page to read next; `from` is 0 after the last one */
    struct store_table_data data;
    bool secrets;
    bool reading;
    bool failed;
    char *bytes; /* the page being sent */
    size_t length;
    size_t capacity;
    size_t sent;
};

static void take_line(struct log_download *download, uint32_t seq)
{
    size_t length;
    const char *text = store_table_data_event(&download->data, seq, &length);
    if (!download->secrets)
        text = history_public(text, &length);
    if (length == 0)
        return;
    download->bytes = xgrow(download->bytes, &download->capacity, download->length + length + 1, 1);
    memcpy(download->bytes + download->length, text, length);
    download->length += length;
    download->bytes[download->length++] = '\n';
}

static void load_page(struct store *store, void *context)
{
    struct log_download *download = context;
    download->failed = !store_load_events(store, &download->page, &download->data);
}

static void take_page(struct log_download *download)
{
    download->length = 0;
    download->sent = 0;
    client_addr_charge_read(download->request->client_addr, clock_now_ms(),
                            download->tables->base->options->request_rate, download->data.length);
    for (uint32_t seq = download->data.from; !download->failed && seq < download->data.next; seq++)
        take_line(download, seq);
    store_table_data_destroy(&download->data);
    download->page.from = download->failed ? 0 : download->page.next;
    download->reading = false;
}

/* The page has been read: continues the answer. */
static void on_page(void *context)
{
    struct log_download *download = context;
    take_page(download);
    http_resume(download->request);
}

/* Reads the next page. False: it is read on another thread, and on_page continues. */
static bool read_page(struct log_download *download)
{
    if (!download->tables->shared) {
        if (!loop_budget_left(download->request))
            return false;
        load_page(download->tables->store, download);
        take_page(download);
        return true;
    }
    download->reading = true;
    http_suspend(download->request);
    read_async(download->tables, load_page, on_page, download);
    return false;
}

static ssize_t read_chunk(void *context, uint64_t position, char *buffer, size_t most)
{
    struct log_download *download = context;
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
    struct log_download *download = context;
    free(download->bytes);
    free(download);
}

/* The first page has been read: begins the answer. */
static void answer_log(struct log_download *download)
{
    struct http_request *request = download->request;
    char name[80];
    snprintf(name, sizeof name, "attachment; filename=\"carom-%s.jsonl\"", download->name);
    if (download->failed || download->length == 0) {
        http_reply_error_code(request, "log", download->failed ? API_ERR_STORE : API_ERR_NO_GAME, 1000);
        free_download(download);
        return;
    }
    http_reply_stream(request, "application/x-ndjson", read_chunk, download, free_download);
    http_add_header(request, "Content-Disposition", name);
    http_add_header(request, "Cache-Control", "no-store");
}

static void on_first_page(void *context)
{
    struct log_download *download = context;
    struct http_request *request = download->request;
    take_page(download);
    answer_log(download);
    if (request->suspended)
        http_resume(request);
}

void http_reply_log(struct http_request *http_request, const struct log_request *request)
{
    struct tables *tables = http_request->http->tables;
    struct log_download *download = xcalloc(sizeof *download);
    download->tables = tables;
    download->request = http_request;
    snprintf(download->name, sizeof download->name, "%s", request->name);
    download->secrets = request->secrets;
    download->page = (struct store_page){
        .table = request->table, .game = request->game, .from = 1, .to = UINT32_MAX, .bytes = STREAM_BYTES};
    if (tables->shared)
        http_suspend(http_request);
    read_async(tables, load_page, on_first_page, download);
}
