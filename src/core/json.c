/*
 * A strict JSON reader without allocation: one pass fills a flat array of nodes in document order, each knowing where
 * the next sibling is. Strings stay as they are in the text and are decoded when asked for.
 */
#include "mem.h"

#include <carom/json.h>

struct reader {
    const char *text;
    size_t length;
    size_t at;
    struct carom_json_node *nodes;
    uint32_t size;
    uint32_t count;
    unsigned depth;
    enum carom_fault_code why; /* set on failure */
};

static bool fail(struct reader *reader, enum carom_fault_code why)
{
    if (reader->why == CAROM_FAULT_NONE)
        reader->why = why;
    return false;
}

static int peek(const struct reader *reader)
{
    return reader->at < reader->length ? (unsigned char)reader->text[reader->at] : -1;
}

static void skip_blanks(struct reader *reader)
{
    for (int c = peek(reader); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(reader))
        reader->at++;
}

static bool new_node(struct reader *reader, enum carom_json_kind kind, uint32_t *node)
{
    if (reader->count == reader->size)
        return fail(reader, CAROM_FAULT_JSON_PARTS);
    *node = reader->count++;
    reader->nodes[*node] = (struct carom_json_node){.kind = (uint8_t)kind, .start = (uint32_t)reader->at};
    return true;
}

static void end_node(struct reader *reader, uint32_t node, size_t end)
{
    reader->nodes[node].end = (uint32_t)end;
    reader->nodes[node].skip = reader->count;
}

/* The bytes of the UTF-8 sequence at `bytes`, or 0 if it is malformed. */
static size_t utf8_length(const unsigned char *bytes, size_t left)
{
    unsigned char c = bytes[0];
    size_t n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    if (n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (c == 0xe0 && bytes[1] < 0xa0) || (c == 0xf0 && bytes[1] < 0x90);
    bool beyond = (c == 0xed && bytes[1] >= 0xa0) || (c == 0xf4 && bytes[1] >= 0x90);
    return overlong || beyond ? 0 : n;
}

bool carom_utf8_valid(const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t n = utf8_length((const unsigned char *)bytes + at, length - at);
        if (n == 0)
            return false;
        at += n;
    }
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* The four hexadecimal digits behind \u, or -1. */
static int32_t unicode_escape(const char *digits, size_t left)
{
    int32_t value = 0;
    if (left < 4)
        return -1;
    for (unsigned i = 0; i < 4; i++) {
        int digit = hex_digit(digits[i]);
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Decodes the escape behind a backslash; its length in *used, 0 if it is none. */
static uint32_t decode_escape(const char *text, size_t left, size_t *used)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    *used = 0;
    for (unsigned i = 0; left > 0 && from[i] != '\0'; i++) {
        if (text[0] == from[i]) {
            *used = 1;
            return (unsigned char)to[i];
        }
    }
    if (left < 5 || text[0] != 'u')
        return 0;
    int32_t first = unicode_escape(text + 1, left - 1);
    if (first < 0 || (first >= 0xdc00 && first < 0xe000))
        return 0;
    *used = 5;
    if (first < 0xd800 || first >= 0xdc00)
        return (uint32_t)first;
    int32_t second = left >= 11 && text[5] == '\\' && text[6] == 'u' ? unicode_escape(text + 7, left - 7) : -1;
    if (second < 0xdc00 || second >= 0xe000) {
        *used = 0;
        return 0;
    }
    *used = 11;
    return 0x10000u + ((uint32_t)first - 0xd800u) * 0x400u + ((uint32_t)second - 0xdc00u);
}

static bool read_string(struct reader *reader, uint32_t *node)
{
    reader->at++;
    if (!new_node(reader, CAROM_JSON_STRING, node))
        return false;
    for (;;) {
        int c = peek(reader);
        size_t used = 1;
        if (c < 0)
            return fail(reader, CAROM_FAULT_JSON_STRING_END);
        if (c < 0x20)
            return fail(reader, CAROM_FAULT_JSON_STRING_CONTROL);
        if (c == '"')
            break;
        size_t left = reader->length - reader->at;
        if (c == '\\') {
            decode_escape(reader->text + reader->at + 1, left - 1, &used);
            if (used == 0)
                return fail(reader, CAROM_FAULT_JSON_STRING_ESCAPE);
            used++;
        } else {
            used = utf8_length((const unsigned char *)reader->text + reader->at, left);
            if (used == 0)
                return fail(reader, CAROM_FAULT_JSON_STRING_UTF8);
        }
        reader->at += used;
    }
    end_node(reader, *node, reader->at);
    reader->at++;
    return true;
}

static void skip_digits(struct reader *reader)
{
    for (int c = peek(reader); c >= '0' && c <= '9'; c = peek(reader))
        reader->at++;
}

static bool read_number(struct reader *reader)
{
    uint32_t node;
    if (!new_node(reader, CAROM_JSON_NUMBER, &node))
        return false;
    if (peek(reader) == '-')
        reader->at++;
    size_t digits = reader->at;
    skip_digits(reader);
    if (reader->at == digits || (reader->text[digits] == '0' && reader->at > digits + 1))
        return fail(reader, CAROM_FAULT_JSON_NUMBER);
    if (peek(reader) == '.') {
        size_t fraction = ++reader->at;
        skip_digits(reader);
        if (reader->at == fraction)
            return fail(reader, CAROM_FAULT_JSON_NUMBER);
    }
    if (peek(reader) == 'e' || peek(reader) == 'E') {
        reader->at++;
        if (peek(reader) == '+' || peek(reader) == '-')
            reader->at++;
        size_t exponent = reader->at;
        skip_digits(reader);
        if (reader->at == exponent)
            return fail(reader, CAROM_FAULT_JSON_NUMBER);
    }
    end_node(reader, node, reader->at);
    return true;
}

static bool read_word(struct reader *reader)
{
    static const struct {
        const char *word;
        size_t length;
        enum carom_json_kind kind;
    } words[] = {{"null", 4, CAROM_JSON_NULL}, {"false", 5, CAROM_JSON_FALSE}, {"true", 4, CAROM_JSON_TRUE}};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t node;
        if (reader->length - reader->at < words[i].length ||
            memcmp(reader->text + reader->at, words[i].word, words[i].length) != 0)
            continue;
        if (!new_node(reader, words[i].kind, &node))
            return false;
        reader->at += words[i].length;
        end_node(reader, node, reader->at);
        return true;
    }
    return fail(reader, peek(reader) < 0 ? CAROM_FAULT_JSON_END : CAROM_FAULT_JSON_VALUE);
}

static bool read_value(struct reader *reader);

/* Has the object a member with the same key already? Compared as written; an escaped twin is refused when decoded keys
 * are looked up, since the first one wins there. */
static bool key_repeats(const struct reader *reader, uint32_t object, uint32_t key)
{
    const struct carom_json_node *nodes = reader->nodes;
    size_t length = nodes[key].end - nodes[key].start;
    for (uint32_t other = object + 1; other < key; other = nodes[other + 1].skip)
        if (nodes[other].end - nodes[other].start == length &&
            memcmp(reader->text + nodes[other].start, reader->text + nodes[key].start, length) == 0)
            return true;
    return false;
}

static bool read_member(struct reader *reader, uint32_t object)
{
    uint32_t key;
    skip_blanks(reader);
    if (peek(reader) != '"')
        return fail(reader, CAROM_FAULT_JSON_KEY);
    if (!read_string(reader, &key))
        return false;
    if (key_repeats(reader, object, key))
        return fail(reader, CAROM_FAULT_JSON_KEY_TWICE);
    skip_blanks(reader);
    if (peek(reader) != ':')
        return fail(reader, CAROM_FAULT_JSON_COLON);
    reader->at++;
    return read_value(reader);
}

static bool read_list(struct reader *reader, enum carom_json_kind kind)
{
    char close = kind == CAROM_JSON_OBJECT ? '}' : ']';
    uint32_t node;
    if (reader->depth == CAROM_JSON_DEPTH)
        return fail(reader, CAROM_FAULT_JSON_DEEP);
    if (!new_node(reader, kind, &node))
        return false;
    reader->depth++;
    reader->at++;
    skip_blanks(reader);
    while (peek(reader) != close) {
        if (reader->nodes[node].count > 0) {
            if (peek(reader) != ',')
                return fail(reader, CAROM_FAULT_JSON_COMMA);
            reader->at++;
        }
        if (!(kind == CAROM_JSON_OBJECT ? read_member(reader, node) : read_value(reader)))
            return false;
        reader->nodes[node].count++;
        skip_blanks(reader);
    }
    reader->at++;
    reader->depth--;
    end_node(reader, node, reader->at);
    return true;
}

static bool read_value(struct reader *reader)
{
    uint32_t node;
    skip_blanks(reader);
    int c = peek(reader);
    if (c == '{')
        return read_list(reader, CAROM_JSON_OBJECT);
    if (c == '[')
        return read_list(reader, CAROM_JSON_ARRAY);
    if (c == '"')
        return read_string(reader, &node);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(reader);
    return read_word(reader);
}

bool carom_json_read(struct carom_json *json, struct carom_json_node *nodes, uint32_t size, const char *text,
                     size_t length, struct carom_fault *fault)
{
    struct reader reader = {.text = text, .length = length, .nodes = nodes, .size = size};
    *json = (struct carom_json){0};
    bool good = length < UINT32_MAX || fail(&reader, CAROM_FAULT_JSON_LONG);
    good = good && read_value(&reader);
    if (good) {
        skip_blanks(&reader);
        good = reader.at == length || fail(&reader, CAROM_FAULT_JSON_TRAILING);
    }
    if (!good)
        return carom_fault_set(fault, reader.why, reader.at, NULL, 0);
    *json = (struct carom_json){.text = text, .nodes = nodes, .count = reader.count};
    return true;
}

bool carom_json_is(const struct carom_json *json, uint32_t node, enum carom_json_kind kind)
{
    return node < json->count && json->nodes[node].kind == kind; /* CAROM_JSON_NONE is beyond every count */
}

uint32_t carom_json_get(const struct carom_json *json, uint32_t object, const char *key)
{
    if (!carom_json_is(json, object, CAROM_JSON_OBJECT))
        return CAROM_JSON_NONE;
    uint32_t node = object + 1;
    for (uint32_t i = 0; i < json->nodes[object].count; i++) {
        if (carom_json_equals(json, node, key))
            return node + 1;
        node = json->nodes[node + 1].skip;
    }
    return CAROM_JSON_NONE;
}

uint32_t carom_json_item(const struct carom_json *json, uint32_t array, uint32_t n)
{
    if (!carom_json_is(json, array, CAROM_JSON_ARRAY) || n >= json->nodes[array].count)
        return CAROM_JSON_NONE;
    uint32_t node = array + 1;
    while (n-- > 0)
        node = json->nodes[node].skip;
    return node;
}

bool carom_json_int(const struct carom_json *json, uint32_t node, int64_t *number)
{
    if (!carom_json_is(json, node, CAROM_JSON_NUMBER))
        return false;
    const char *at = json->text + json->nodes[node].start, *end = json->text + json->nodes[node].end;
    bool negative = *at == '-';
    uint64_t value = 0, most = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    for (at += negative ? 1 : 0; at < end; at++) {
        if (*at < '0' || *at > '9')
            return false;
        unsigned digit = (unsigned)(*at - '0');
        if (value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

bool carom_json_bool(const struct carom_json *json, uint32_t node, bool *value)
{
    *value = carom_json_is(json, node, CAROM_JSON_TRUE);
    return *value || carom_json_is(json, node, CAROM_JSON_FALSE);
}

static size_t encode_utf8(uint32_t c, char bytes[4])
{
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char head[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    bytes[0] = (char)(head[n] | c);
    return n;
}

bool carom_json_string(const struct carom_json *json, uint32_t node, char *bytes, size_t size, size_t *length)
{
    if (!carom_json_is(json, node, CAROM_JSON_STRING))
        return false;
    struct carom_text out = carom_text_in(bytes, size);
    size_t end = json->nodes[node].end;
    for (size_t at = json->nodes[node].start; at < end;) {
        if (json->text[at] != '\\') {
            carom_text_char(&out, json->text[at++]);
            continue;
        }
        char encoded[4];
        size_t used;
        uint32_t c = decode_escape(json->text + at + 1, end - at - 1, &used);
        if (c == 0)
            return false;
        carom_text_bytes(&out, encoded, encode_utf8(c, encoded));
        at += used + 1;
    }
    if (length != NULL)
        *length = out.length;
    return !out.cut;
}

bool carom_json_equals(const struct carom_json *json, uint32_t node, const char *words)
{
    char decoded[64];
    size_t length, expected = 0;
    if (!carom_json_is(json, node, CAROM_JSON_STRING))
        return false;
    while (words[expected] != '\0')
        expected++;
    size_t raw = json->nodes[node].end - json->nodes[node].start;
    if (raw <= expected) /* escapes only make it shorter */
        return raw == expected && memcmp(json->text + json->nodes[node].start, words, raw) == 0;
    return carom_json_string(json, node, decoded, sizeof decoded, &length) && length == expected &&
           memcmp(decoded, words, length) == 0;
}
