/* Bytes to commands: every line is a command; whatever comes out can be read back, follows, and makes the same table.
 */
#include "fuzz.h"

static struct carom_session live, log_;

static void hear(const char *answer)
{
    struct carom_fault fault;
    for (const char *line = answer; *line != '\0'; line = strchr(line, '\n') + 1)
        if (strncmp(line, "{\"seq\":", 7) == 0)
            promise(carom_session_event(&log_, line, (size_t)(strchr(line, '\n') - line), true, &fault));
}

static void promise_same_view(void)
{
    static char one[CAROM_SESSION_TEXT], other[CAROM_SESSION_TEXT];
    struct carom_text text = carom_text_in(one, sizeof one);
    carom_table_write(&text, &live.table);
    promise(!text.cut);
    text = carom_text_in(other, sizeof other);
    carom_table_write(&text, &log_.table);
    promise(strcmp(one, other) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answer[CAROM_SESSION_TEXT];
    memset(&live, 0, sizeof live);
    memset(&log_, 0, sizeof log_);
    for (size_t start = 0; start < size;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end != NULL ? (size_t)(end - data) - start : size - start;
        struct carom_text out = carom_text_in(answer, sizeof answer);
        carom_session_line(&live, (const char *)data + start, length, &out);
        promise(!out.cut);
        hear(answer);
        start += length + 1;
    }
    promise_same_view();
    return 0;
}
