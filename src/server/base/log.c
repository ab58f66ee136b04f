/*
 * Logs: one fact per line, as logfmt (`key=value`) or JSON objects. One writer quotes and escapes all values and leaves
 * out fields that do not fit, so a line is always well formed, whatever a client or database put into it. Tokens and
 * nicknames are never logged; codes of tables only at level `debug`.
 */
#include "base.h"

#include <carom/json.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define VALUE_MAX 512 /* bytes of a value; longer ones are truncated */
#define END_BYTES 32  /* reserved for the end of a line */

static unsigned level_shown = SERVE_LOG_INFO;
static bool json_wanted;

void log_set(unsigned level, unsigned format)
{
    level_shown = level;
    json_wanted = format == SERVE_LOG_JSON;
}

/* ---- one line ---- */

/* logfmt writes a word as it is, and quotes anything that a reader could take for the end of the value. */
static bool is_word(const char *value, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (value[i] <= ' ' || value[i] >= 0x7f || value[i] == '"' || value[i] == '=' || value[i] == '\\')
            return false;
    return length > 0;
}

/* Quotes for both JSON and logfmt. Bytes that are not UTF-8 become question marks. */
static void put_quoted(struct carom_text *text, const char *value, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    bool utf8 = carom_utf8_valid(value, length);
    carom_text_char(text, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        if (c == '"' || c == '\\') {
            carom_text_char(text, '\\');
            carom_text_char(text, (char)c);
        } else if (c < ' ' || c == 0x7f) {
            const char code[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15], '\0'};
            carom_text_put(text, code);
        } else {
            carom_text_char(text, c < 0x80 || utf8 ? (char)c : '?');
        }
    }
    carom_text_char(text, '"');
}

static void put_field(struct log_row *row, const char *key, size_t key_length, const char *value, size_t length,
                      bool plain)
{
    struct carom_text *text = &row->text;
    if (text->length > 0)
        carom_text_char(text, row->json ? ',' : ' ');
    else if (row->json)
        carom_text_char(text, '{');
    if (row->json)
        put_quoted(text, key, key_length);
    else
        carom_text_bytes(text, key, key_length);
    carom_text_char(text, row->json ? ':' : '=');
    if (plain)
        carom_text_bytes(text, value, length);
    else
        put_quoted(text, value, length);
}

/* Adds the whole field or nothing. */
static void add_field(struct log_row *row, const char *key, size_t key_length, const char *value, size_t length,
                      bool plain)
{
    size_t before = row->text.length;
    put_field(row, key, key_length, value, length, plain);
    if (!row->text.truncated)
        return;
    row->text.length = before;
    row->text.bytes[before] = '\0';
    row->text.truncated = false;
    row->incomplete = true;
}

static void add_words(struct log_row *row, const char *key, size_t key_length, const char *value, size_t length)
{
    size_t most = length;
    if (length > VALUE_MAX) /* not in the middle of a character */
        for (most = VALUE_MAX; most > VALUE_MAX - 4 && ((unsigned char)value[most] & 0xc0) == 0x80;)
            most--;
    add_field(row, key, key_length, value, most, !row->json && is_word(value, most));
}

void log_row_begin(struct log_row *row)
{
    row->text = carom_text_init(row->bytes, sizeof row->bytes - END_BYTES);
    row->json = json_wanted;
    row->incomplete = false;
}

void log_row_words(struct log_row *row, const char *key, const char *value)
{
    add_words(row, key, strlen(key), value, strlen(value));
}

void log_row_number(struct log_row *row, const char *key, uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    add_field(row, key, strlen(key), digits, (size_t)length, true);
}

void log_row_time(struct log_row *row, carom_ms now)
{
    time_t seconds = (time_t)(now / 1000);
    struct tm utc;
    char day[32];
    char stamp[40];
    gmtime_r(&seconds, &utc);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(stamp, sizeof stamp, "%s.%03dZ", day, (int)(now % 1000));
    log_row_words(row, "time", stamp);
}

size_t log_row_end(struct log_row *row)
{
    row->text.size = sizeof row->bytes;
    if (row->incomplete)
        put_field(row, "incomplete", strlen("incomplete"), "true", strlen("true"), true);
    carom_text_put(&row->text, row->json ? "}\n" : "\n");
    return row->text.length;
}

/* ---- fields by a format ---- */

/* A va_list that was passed to a function cannot be used by the caller afterwards, unless it is wrapped in a struct. */
struct arguments {
    va_list list;
};

struct value {
    const char *words;
    size_t length;
    bool number;
    char digits[24];
};

/* Reads the conversion after a `%`. NULL: unknown conversion. */
static const char *take_number(struct value *value, const char *at, struct arguments *arguments)
{
    int length;
    value->number = true;
    value->words = value->digits;
    if (*at == 'd' || *at == 'u') {
        length = *at == 'd' ? snprintf(value->digits, sizeof value->digits, "%d", va_arg(arguments->list, int))
                            : snprintf(value->digits, sizeof value->digits, "%u", va_arg(arguments->list, unsigned));
        at += 1;
    } else if (strncmp(at, "lld", 3) == 0) {
        length = snprintf(value->digits, sizeof value->digits, "%lld", va_arg(arguments->list, long long));
        at += 3;
    } else if (strncmp(at, "llu", 3) == 0) {
        length = snprintf(value->digits, sizeof value->digits, "%llu", va_arg(arguments->list, unsigned long long));
        at += 3;
    } else if (strncmp(at, "zu", 2) == 0) {
        length = snprintf(value->digits, sizeof value->digits, "%zu", va_arg(arguments->list, size_t));
        at += 2;
    } else {
        return NULL;
    }
    value->length = (size_t)length;
    return at;
}

static const char *take_conversion(struct value *value, const char *at, struct arguments *arguments)
{
    bool bounded = strncmp(at, ".*s", 3) == 0;
    if (*at != 's' && !bounded)
        return take_number(value, at, arguments);
    int most = bounded ? va_arg(arguments->list, int) : -1;
    value->words = va_arg(arguments->list, const char *);
    value->length = most < 0 ? strlen(value->words) : strnlen(value->words, (size_t)most);
    return at + (bounded ? 3 : 1);
}

/* Reads the value at `at`: a word, a quoted string, or one conversion. Returns what follows it; NULL: malformed. */
static const char *take_value(struct value *value, const char *at, struct arguments *arguments)
{
    bool quoted = *at == '"';
    at += quoted;
    *value = (struct value){.words = at};
    if (*at == '%') {
        at = take_conversion(value, at + 1, arguments);
    } else {
        value->length = strcspn(at, quoted ? "\"" : " ");
        at += value->length;
    }
    return at != NULL && quoted && *at == '"' ? at + 1 : at;
}

/* Is this value left out of the log? A table's code lets anybody in, so only level debug shows it. */
static bool is_secret(const char *key, size_t length)
{
    return level_shown < SERVE_LOG_DEBUG && length == strlen("table") && strncmp(key, "table", length) == 0;
}

static const char *add_one(struct log_row *row, const char *at, struct arguments *arguments)
{
    const char *key = at;
    size_t length = strcspn(at, "=");
    struct value value;
    at += length + (at[length] == '=');
    at = take_value(&value, at, arguments);
    if (at == NULL || is_secret(key, length))
        row->incomplete = row->incomplete || at == NULL;
    else if (value.number)
        add_field(row, key, length, value.words, value.length, true);
    else
        add_words(row, key, length, value.words, value.length);
    return at != NULL ? at + strspn(at, " ") : "";
}

void log_event(enum serve_log_level level, const char *event, const char *pairs, ...)
{
    static const char *const names[] = {"error", "warn", "info", "debug"};
    if (level > level_shown)
        return;
    struct log_row row;
    struct arguments arguments;
    log_row_begin(&row);
    log_row_time(&row, clock_now_ms());
    log_row_words(&row, "level", names[level]);
    log_row_words(&row, "event", event);
    va_start(arguments.list, pairs);
    for (const char *at = pairs; *at != '\0';)
        at = add_one(&row, at, &arguments);
    va_end(arguments.list);
    fwrite(row.bytes, 1, log_row_end(&row), stderr);
}
