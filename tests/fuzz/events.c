/* Bytes to events: a log from anywhere, believed or verified; the table still answers and comes to rest. */
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
        if (!carom_session_event(&session, (const char *)data + start, length, check, &fault))
            promise(fault.code != CAROM_FAULT_NONE);
        start += length + 1;
    }
    struct carom_text text = carom_text_in(words, sizeof words);
    carom_table_write(&text, &session.table);
    promise(!text.cut);
    rest(&session.table);
    return 0;
}
