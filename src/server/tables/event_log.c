/*
 * A game's log. An event becomes text here, once: the same bytes go to the store and, in the message `events`, to
 * everybody at the table; later, read from the store, to those who come back and to downloads.
 */
#include "internal.h"

#include <string.h>

#define MESSAGE_BYTES                                                                                                  \
    TEST_LIMIT(65536u, 512u) /* limit for the events in one message, unless a single one is longer                     \
                              */

/* ---- the message `events`; there is one at a time ---- */

static struct {
    char *bytes; /* the events, separated by commas */
    size_t length;
    size_t room;
} message;
static bool in_log;    /* the events are committed already */
static unsigned depth; /* nested commands whose events go into one message */

static void write_message(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "events");
    carom_json_put_int(text, "game", table->row.game);
    carom_json_begin(text, "events", '[');
    carom_json_put_raw(text, NULL, message.bytes, message.length);
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

/* Sends to one connection at once; or (NULL) to the whole table, after the commit unless the events are committed. */
static void send_message(struct table *table, struct connection *conn)
{
    if (message.length == 0)
        return;
    struct shared_buffer *frame = frame_write(write_message, table);
    message.length = 0;
    if (conn == NULL && in_log) {
        commit_broadcast_committed(table, frame);
    } else if (conn == NULL) {
        commit_broadcast_events(table, frame);
    } else {
        conn_send(conn, frame);
        buffer_unref(frame);
    }
}

/* Copies `text` before building a message, because it may be in text_write's buffer, which that overwrites. */
static void add_to_message(struct table *table, struct connection *conn, const char *text, size_t length)
{
    size_t before = message.length;
    message.bytes = xgrow(message.bytes, &message.room, before + 1 + length, 1);
    message.bytes[before] = ',';
    memmove(message.bytes + before + 1, text, length);
    if (before > 0 && before + 1 + length > MESSAGE_BYTES) {
        send_message(table, conn);
        memmove(message.bytes, message.bytes + before + 1, length);
        message.length = length;
    } else if (before > 0) {
        message.length += 1 + length;
    } else {
        memmove(message.bytes, message.bytes + 1, length);
        message.length = length;
    }
}

/* ---- writing ---- */

struct line {
    const struct table *table;
    const struct carom_event *event;
};

static void write_line(struct carom_text *text, const void *context)
{
    const struct line *line = context;
    carom_event_write(text, &line->table->game, line->event);
}

static void write_public_line(struct carom_text *text, const void *context)
{
    const struct line *line = context;
    carom_event_write_public(text, &line->table->game, line->event);
}

void event_log_begin(struct table *table)
{
    (void)table;
    depth++;
}

void event_log_append(struct table *table, const struct carom_event *event)
{
    const struct line line = {table, event};
    struct carom_text text = text_write(write_line, &line);
    check_alloc(
        store_batch_event_at_epoch(commit_batch(table->tables), &table->row, event->seq, text.bytes, text.length));
    table_charge(table, event_log_cost(text.length));
    if (carom_event_has_secrets(event->kind))
        text = text_write(write_public_line, &line);
    add_to_message(table, NULL, text.bytes, text.length);
}

void event_log_publish(struct table *table)
{
    REQUIRE(depth > 0);
    if (--depth == 0)
        send_message(table, NULL);
}

/* ---- reading ---- */

struct stored_line {
    const char *bytes;
    size_t length;
};

static void write_public(struct carom_text *text, const void *context)
{
    const struct stored_line *line = context;
    carom_event_line_write_public(text, line->bytes, line->length);
}

const char *history_public(const char *line, size_t *length)
{
    if (carom_event_line_is_public(line, *length))
        return line;
    struct carom_text text = text_write(write_public, &(struct stored_line){line, *length});
    *length = text.length;
    return text.bytes;
}

void event_log_send(struct table *table, struct connection *conn, const struct store_table_data *data, uint32_t from)
{
    in_log = true;
    for (uint32_t seq = from > data->from ? from : data->from; seq < data->next; seq++) {
        size_t length;
        const char *text = store_table_data_event(data, seq, &length);
        text = history_public(text, &length);
        if (length > 0)
            add_to_message(table, conn, text, length);
    }
    send_message(table, conn);
    in_log = false;
}
