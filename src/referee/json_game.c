/*
 * A game as lines of text, for `carom referee`, the browser build and the golden files.
 */
#include "json_fields.h"

bool carom_json_game_command(struct carom_json_game *json_game, const char *line, size_t length, struct carom_text *out)
{
    struct carom_command command;
    struct carom_error error;
    json_game->line++;
    if (json_line_is_blank(line, length))
        return true;
    if (!carom_command_read(&command, line, length, &error)) {
        json_put_line_error(json_game->line, &error, out);
        return false;
    }
    struct carom_decision decision = {0};
    while (carom_referee_decide(&json_game->table, &command, &decision) == CAROM_DECISION_EVENT) {
        carom_event_write(out, &json_game->table, &decision.event);
        carom_text_char(out, '\n');
        carom_referee_apply(&json_game->table, &decision.event);
    }
    if (decision.kind == CAROM_DECISION_REFUSED) {
        carom_refusal_write(out, &command, &decision.refusal);
        carom_text_char(out, '\n');
    }
    return true;
}

static bool seq_error(struct carom_error *error, uint32_t seq)
{
    char bytes[16];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_text_uint(&text, seq);
    return json_error(error, CAROM_ERROR_EVENT_SEQ, bytes);
}

/* Where the key of the last member that starts before `until` begins. */
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

/* Names the field in which an event differs from the expected one. */
static bool field_error(struct carom_error *error, const struct carom_table *table, const struct carom_event *event,
                        const struct carom_event *expected)
{
    char read[CAROM_JSON_EVENT_MAX];
    char right[CAROM_JSON_EVENT_MAX];
    struct carom_text one = carom_text_init(read, sizeof read);
    struct carom_text other = carom_text_init(right, sizeof right);
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
    return json_error(error, CAROM_ERROR_EVENT_FIELD, read + key);
}

/* Says what should have come: another event, or this one with another value. */
static bool event_error(struct carom_error *error, const struct carom_table *table, const struct carom_event *event,
                        const struct carom_event *expected)
{
    if (expected->seq == 0)
        return json_error(error, CAROM_ERROR_EVENT_IMPOSSIBLE, "");
    return expected->kind == event->kind
               ? field_error(error, table, event, expected)
               : json_error(error, CAROM_ERROR_EVENT_EXPECTED, carom_event_name(expected->kind));
}

bool carom_json_game_read_event(struct carom_json_game *json_game, const char *line, size_t length,
                                struct carom_event *event, struct carom_error *error)
{
    json_game->line++;
    if (!carom_event_read(event, &json_game->table, line, length, error))
        return false;
    return event->seq == json_game->table.seq + 1 || seq_error(error, event->seq);
}

bool carom_json_game_event(struct carom_json_game *json_game, const char *line, size_t length, bool check,
                           struct carom_error *error)
{
    struct carom_event event;
    struct carom_event expected;
    if (!carom_json_game_read_event(json_game, line, length, &event, error))
        return false;
    if (check && !carom_referee_verify(&json_game->table, &event, &expected))
        return event_error(error, &json_game->table, &event, &expected);
    carom_referee_apply(&json_game->table, &event);
    return true;
}
