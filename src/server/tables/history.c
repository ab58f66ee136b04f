/*
 * A game's log. An event becomes text here, once: the same bytes go to the store and, in the message `events`, to
 * everybody at the table; and later, read from the store, to those who come back and to those who download it.
 */
#include "room.h"

#include <string.h>

#define MESSAGE_BYTES 65536

/* ---- the message `events`, one at a time ---- */

static char message_bytes[MESSAGE_BYTES];
static struct carom_text message;
static bool empty;
static bool in_log;    /* what is told has been committed */
static unsigned depth; /* commands whose events are told in one message */

static void begin_message(const struct table *table)
{
    message = carom_text_in(message_bytes, sizeof message_bytes);
    empty = true;
    carom_json_begin(&message, NULL, '{');
    carom_json_words(&message, "type", "events");
    carom_json_number(&message, "game", table->facts.game);
    carom_json_begin(&message, "events", '[');
}

/* To one peer at once; or (`peer` NULL) to the whole table, after the commit, unless it is in the log. */
static void send_message(struct table *table, struct peer *peer)
{
    if (empty)
        return;
    carom_json_end(&message, ']');
    carom_json_end(&message, '}');
    struct bytes *frame = frame_text(message.bytes, message.length);
    if (peer == NULL && in_log) {
        commit_tell(table, frame);
    } else if (peer == NULL) {
        commit_events(table, frame);
    } else {
        peer_send(peer, frame);
        bytes_release(frame);
    }
}

static void add_to_message(struct table *table, struct peer *peer, const char *text, size_t length)
{
    if (!empty && message.length + length + 4 > sizeof message_bytes) {
        send_message(table, peer);
        begin_message(table);
    }
    carom_json_raw(&message, NULL, text, length);
    empty = false;
}

/* ---- writing ---- */

void history_begin(struct table *table)
{
    if (depth++ == 0)
        begin_message(table);
}

void history_append(struct table *table, const struct carom_event *event)
{
    static char bytes[CAROM_EVENT_TEXT];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_event_write(&text, &table->state, event);
    must(store_writes_decided(commit_writes(table->tables), &table->facts, event->seq, text.bytes, text.length));
    if (event->kind == CAROM_EVENT_OPENED || event->kind == CAROM_EVENT_HANDED) { /* those that have secrets */
        text = carom_text_in(bytes, sizeof bytes);
        carom_event_write_public(&text, &table->state, event);
    }
    budget_spend(&table->budget, event_cost(text.length));
    table->spent += event_cost(text.length);
    add_to_message(table, NULL, text.bytes, text.length);
}

void history_end(struct table *table)
{
    if (--depth == 0)
        send_message(table, NULL);
}

/* ---- reading ---- */

#define HEAD_BYTES 80 /* in which `ev` stands, whatever numbers are before it */

bool history_secret(uint32_t seq, const char *line, size_t length)
{
    static const char handed[] = "\"ev\":\"handed\"";
    size_t head = length < HEAD_BYTES ? length : HEAD_BYTES;
    return seq == 1 || memmem(line, head, handed, sizeof handed - 1) != NULL;
}

/* As we have written it, `route` is the last member of `handed`. */
static void write_handed(struct carom_text *text, const char *line, size_t length)
{
    static const char route[] = ",\"route\":";
    const char *end = memmem(line, length, route, sizeof route - 1);
    carom_text_bytes(text, line, end != NULL ? (size_t)(end - line) : length);
    if (end != NULL)
        carom_text_char(text, '}');
}

void history_write_public(struct carom_text *text, uint32_t seq, const char *line, size_t length)
{
    static const struct carom_table bare;
    struct carom_event event;
    if (seq > 1)
        write_handed(text, line, length);
    else if (carom_event_read(&event, &bare, line, length, NULL))
        carom_event_write_public(text, &bare, &event);
}

void history_send(struct table *table, struct peer *peer, const struct store_loaded *loaded, uint32_t from)
{
    static char bytes[CAROM_EVENT_TEXT];
    in_log = true;
    begin_message(table);
    for (uint32_t seq = from > loaded->from ? from : loaded->from; seq < loaded->next; seq++) {
        size_t length;
        const char *text = store_loaded_event(loaded, seq, &length);
        if (history_secret(seq, text, length)) {
            struct carom_text out = carom_text_in(bytes, sizeof bytes);
            history_write_public(&out, seq, text, length);
            text = out.bytes;
            length = out.length;
        }
        add_to_message(table, peer, text, length);
    }
    send_message(table, peer);
    in_log = false;
}
