/* Bytes to commands: every line is a command; whatever comes out can be read back, follows, and makes the same table.
 */
#include "fuzz.h"

static struct carom_json_game live, log_;

static void hear(const char *answer)
{
    struct carom_error error;
    for (const char *line = answer; *line != '\0'; line = strchr(line, '\n') + 1)
        if (strncmp(line, "{\"seq\":", 7) == 0)
            promise(carom_json_game_event(&log_, line, (size_t)(strchr(line, '\n') - line), true, &error));
}

static void promise_same_view(void)
{
    static char one[CAROM_JSON_REPLY_MAX], other[CAROM_JSON_REPLY_MAX];
    struct carom_text text = carom_text_init(one, sizeof one);
    carom_table_write(&text, &live.table);
    promise(!text.truncated);
    text = carom_text_init(other, sizeof other);
    carom_table_write(&text, &log_.table);
    promise(strcmp(one, other) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answer[CAROM_JSON_REPLY_MAX];
    memset(&live, 0, sizeof live);
    memset(&log_, 0, sizeof log_);
    for (size_t start = 0; start < size;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end != NULL ? (size_t)(end - data) - start : size - start;
        struct carom_text out = carom_text_init(answer, sizeof answer);
        carom_json_game_command(&live, (const char *)data + start, length, &out);
        promise(!out.truncated);
        hear(answer);
        start += length + 1;
    }
    promise_same_view();
    return 0;
}
