/* Bytes to events: a log from anywhere, believed or verified; every event can be told, the table still answers, says
 * what may be done, and comes to rest. */
#include "fuzz.h"

static void rest(struct carom_table *table)
{
    static char words[CAROM_EVENT_TEXT];
    struct carom_command tick = {.at = CAROM_AT_MAX, .what = CAROM_DO_TICK};
    struct carom_step step = {0};
    for (unsigned i = 0; carom_referee_decide(table, &tick, &step) == CAROM_STEP_EVENT; i++) {
        struct carom_text text = carom_text_in(words, sizeof words);
        promise(i < 1000);
        carom_event_write(&text, table, &step.event);
        promise(!text.cut);
        carom_referee_apply(table, &step.event);
    }
}

/* To the one who acts and to everybody, in words that fit. */
static void tell(const struct carom_table *before, const struct carom_event *event)
{
    static char words[2 * CAROM_SAID_MAX];
    const unsigned readers[] = {CAROM_NO_SEAT, event->seat, 0};
    for (unsigned i = 0; i < 3; i++) {
        struct carom_text text = carom_text_in(words, CAROM_SAID_MAX);
        carom_event_tell(&text, carom_event_sentence(before, event, readers[i]), before, event);
        promise(!text.cut);
        text = carom_text_in(words, sizeof words);
        carom_event_say(&text, before, event, readers[i]);
        promise(!text.cut);
    }
}

static bool believe(struct carom_session *session, const char *line, size_t length, struct carom_fault *fault)
{
    struct carom_event event;
    if (!carom_session_next(session, line, length, &event, fault))
        return false;
    tell(&session->table, &event);
    carom_referee_apply(&session->table, &event);
    return true;
}

static void offer(const struct carom_table *table)
{
    static char words[CAROM_SESSION_TEXT];
    for (unsigned seat = 0; seat <= table->seats; seat++) {
        struct carom_text text = carom_text_in(words, sizeof words);
        carom_may_write(&text, table, seat < table->seats ? seat : CAROM_NO_SEAT, CAROM_AT_MAX);
        promise(!text.cut);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_session session;
    static char words[CAROM_SESSION_TEXT];
    struct carom_fault fault = {0};
    memset(&session, 0, sizeof session);
    bool check = size % 4 == 0;
    for (size_t start = 0; start < size;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end != NULL ? (size_t)(end - data) - start : size - start;
        const char *line = (const char *)data + start;
        bool good =
            check ? carom_session_event(&session, line, length, true, &fault) : believe(&session, line, length, &fault);
        promise(good || fault.code != CAROM_FAULT_NONE);
        start += length + 1;
    }
    struct carom_text text = carom_text_in(words, sizeof words);
    carom_table_write(&text, &session.table);
    promise(!text.cut);
    offer(&session.table);
    rest(&session.table);
    return 0;
}
