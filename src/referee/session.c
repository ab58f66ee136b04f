/*
 * A game as lines of text: what `carom referee`, the browser build and the golden files use.
 */
#include "codec.h"

static void put_error(const struct carom_session *session, const struct carom_fault *fault, struct carom_text *out)
{
    char sentence[512];
    struct carom_text words = carom_text_in(sentence, sizeof sentence);
    carom_fault_write(&words, fault, carom_fault_sentence(fault->code));
    carom_json_begin(out, NULL, '{');
    carom_json_number(out, "line", session->line);
    carom_json_bytes(out, "error", sentence, words.length);
    carom_json_end(out, '}');
    carom_text_char(out, '\n');
}

static bool blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

bool carom_session_line(struct carom_session *session, const char *line, size_t length, struct carom_text *out)
{
    struct carom_command command;
    struct carom_fault fault;
    session->line++;
    if (blank(line, length))
        return true;
    if (!carom_command_read(&command, line, length, &fault)) {
        put_error(session, &fault, out);
        return false;
    }
    struct carom_step step = {0};
    while (carom_referee_decide(&session->table, &command, &step) == CAROM_STEP_EVENT) {
        carom_event_write(out, &session->table, &step.event);
        carom_text_char(out, '\n');
        carom_referee_apply(&session->table, &step.event);
    }
    if (step.answer == CAROM_STEP_REFUSED) {
        carom_refusal_write(out, &command, &step.refusal);
        carom_text_char(out, '\n');
    }
    return true;
}

static bool wrong_seq(struct carom_fault *fault, uint32_t seq)
{
    char bytes[16];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_text_uint(&text, seq);
    return codec_fault(fault, CAROM_FAULT_EVENT_SEQ, bytes);
}

/* Where the name of the last member of an object begins that starts before `until`. */
static size_t key_before(const char *text, size_t until)
{
    size_t key = 0;
    unsigned depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < until; i++) {
        if (quoted) {
            quoted = text[i] != '"';
            i += text[i] == '\\';
        } else if (text[i] == '"') {
            quoted = true;
            key = depth == 1 && (text[i - 1] == '{' || text[i - 1] == ',') ? i + 1 : key;
        } else if (text[i] == '{' || text[i] == '[') {
            depth++;
        } else if (text[i] == '}' || text[i] == ']') {
            depth--;
        }
    }
    return key;
}

/* Names the field in which an event is not the one expected. */
static bool wrong_field(struct carom_fault *fault, const struct carom_table *table, const struct carom_event *event,
                        const struct carom_event *expected)
{
    char read[CAROM_EVENT_TEXT];
    char right[CAROM_EVENT_TEXT];
    struct carom_text one = carom_text_in(read, sizeof read);
    struct carom_text other = carom_text_in(right, sizeof right);
    carom_event_write(&one, table, event);
    carom_event_write(&other, table, expected);
    size_t at = 0;
    while (at < one.length && at < other.length && read[at] == right[at])
        at++;
    size_t key = key_before(read, at);
    size_t length = 0;
    while (key + length + 1 < sizeof read && read[key + length] != '"')
        length++;
    read[key + length] = '\0';
    return codec_fault(fault, CAROM_FAULT_EVENT_FIELD, read + key);
}

/* Says what should have come: another event, or this one with another value. */
static bool wrong_event(struct carom_fault *fault, const struct carom_table *table, const struct carom_event *event,
                        const struct carom_event *expected)
{
    if (expected->seq == 0)
        return codec_fault(fault, CAROM_FAULT_EVENT_IMPOSSIBLE, "");
    return expected->kind == event->kind
               ? wrong_field(fault, table, event, expected)
               : codec_fault(fault, CAROM_FAULT_EVENT_EXPECTED, carom_event_name(expected->kind));
}

bool carom_session_next(struct carom_session *session, const char *line, size_t length, struct carom_event *event,
                        struct carom_fault *fault)
{
    session->line++;
    if (!carom_event_read(event, &session->table, line, length, fault))
        return false;
    return event->seq == session->table.seq + 1 || wrong_seq(fault, event->seq);
}

bool carom_session_event(struct carom_session *session, const char *line, size_t length, bool check,
                         struct carom_fault *fault)
{
    struct carom_event event;
    struct carom_event expected;
    if (!carom_session_next(session, line, length, &event, fault))
        return false;
    if (check && !carom_referee_check(&session->table, &event, &expected))
        return wrong_event(fault, &session->table, &event, &expected);
    carom_referee_apply(&session->table, &event);
    return true;
}
