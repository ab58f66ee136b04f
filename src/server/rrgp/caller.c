/*
 * A caller's lines: taken apart one by one, answered in their order.
 */
#include "room.h"

#include <string.h>

static void run_line(struct caller *caller, const char *bytes, size_t length)
{
    char line[LINE_MOST];
    struct words words;
    if (length > 0 && bytes[length - 1] == '\r')
        length--;
    if (length >= LINE_MOST) {
        peer_bye(caller->peer, WHY_TOO_BIG, LINE_MOST);
        return;
    }
    memcpy(line, bytes, length);
    carom_ms wait = peer_take(caller->peer, caller->peer->now);
    if (caller->peer->closing)
        return;
    if (wait > 0)
        caller_error(caller, "COMMAND", carom_why(WHY_RATE)->sentence);
    else if (!words_read(&words, line, length))
        caller_error(caller, "SYNTAX", NULL);
    else if (words.count > 0)
        verb_run(caller, &words);
}

void caller_go_on(struct caller *caller)
{
    size_t used = 0;
    while (caller->step == STEP_FREE && !caller->peer->closing) {
        const char *from = caller->input + used;
        const char *end = memchr(from, '\n', caller->input_length - used);
        if (end == NULL)
            break;
        used += (size_t)(end - from) + 1;
        run_line(caller, from, (size_t)(end - from));
    }
    caller->input_length -= used;
    memmove(caller->input, caller->input + used, caller->input_length);
    if (caller->step == STEP_FREE && caller->input_length > LINE_MOST)
        peer_bye(caller->peer, WHY_TOO_BIG, LINE_MOST);
}
