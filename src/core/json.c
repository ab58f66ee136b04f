/*
 * A strict JSON reader without allocation: one pass fills a flat array of nodes in document order, each with the index
 * of its next sibling. Strings stay in the text and are decoded on demand.
 */
#include "libc_mem.h"

#include <carom/json.h>

struct parser {
    const char *text;
    size_t length;
    size_t at;
    struct carom_json_node *nodes;
    uint32_t size;
    uint32_t count;
    unsigned depth;
    enum carom_error_code error; /* set on failure */
};

static bool fail(struct parser *parser, enum carom_error_code code)
{
    if (parser->error == CAROM_ERROR_NONE)
        parser->error = code;
    return false;
}

static int peek(const struct parser *parser)
{
    return parser->at < parser->length ? (unsigned char)parser->text[parser->at] : -1;
}

static void skip_blanks(struct parser *parser)
{
    for (int c = peek(parser); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(parser))
        parser->at++;
}

static bool new_node(struct parser *parser, enum carom_json_kind kind, uint32_t *node)
{
    if (parser->count == parser->size)
        return fail(parser, CAROM_ERROR_JSON_PARTS);
    *node = parser->count++;
    parser->nodes[*node] = (struct carom_json_node){.kind = (uint8_t)kind, .start = (uint32_t)parser->at};
    return true;
}

static void end_node(struct parser *parser, uint32_t node, size_t end)
{
    parser->nodes[node].end = (uint32_t)end;
    parser->nodes[node].next = parser->count;
}

/* The length of the UTF-8 sequence at `bytes`, or 0 if it is malformed. */
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

/* The value of the four hexadecimal digits after \u, or -1. */
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

/* Decodes the escape after a backslash. `*used` receives its length, 0 if it is invalid. */
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

static bool read_string(struct parser *parser, uint32_t *node)
{
    parser->at++;
    if (!new_node(parser, CAROM_JSON_STRING, node))
        return false;
    for (;;) {
        int c = peek(parser);
        size_t used = 1;
        if (c < 0)
            return fail(parser, CAROM_ERROR_JSON_STRING_END);
        if (c < 0x20)
            return fail(parser, CAROM_ERROR_JSON_STRING_CONTROL);
        if (c == '"')
            break;
        size_t left = parser->length - parser->at;
        if (c == '\\') {
            decode_escape(parser->text + parser->at + 1, left - 1, &used);
            if (used == 0)
                return fail(parser, CAROM_ERROR_JSON_STRING_ESCAPE);
            used++;
        } else {
            used = utf8_length((const unsigned char *)parser->text + parser->at, left);
            if (used == 0)
                return fail(parser, CAROM_ERROR_JSON_STRING_UTF8);
        }
        parser->at += used;
    }
    end_node(parser, *node, parser->at);
    parser->at++;
    return true;
}

static void skip_digits(struct parser *parser)
{
    for (int c = peek(parser); c >= '0' && c <= '9'; c = peek(parser))
        parser->at++;
}

static bool read_number(struct parser *parser)
{
    uint32_t node;
    if (!new_node(parser, CAROM_JSON_NUMBER, &node))
        return false;
    if (peek(parser) == '-')
        parser->at++;
    size_t digits = parser->at;
    skip_digits(parser);
    if (parser->at == digits || (parser->text[digits] == '0' && parser->at > digits + 1))
        return fail(parser, CAROM_ERROR_JSON_NUMBER);
    if (peek(parser) == '.') {
        size_t fraction = ++parser->at;
        skip_digits(parser);
        if (parser->at == fraction)
            return fail(parser, CAROM_ERROR_JSON_NUMBER);
    }
    if (peek(parser) == 'e' || peek(parser) == 'E') {
        parser->at++;
        if (peek(parser) == '+' || peek(parser) == '-')
            parser->at++;
        size_t exponent = parser->at;
        skip_digits(parser);
        if (parser->at == exponent)
            return fail(parser, CAROM_ERROR_JSON_NUMBER);
    }
    end_node(parser, node, parser->at);
    return true;
}

static bool read_literal(struct parser *parser)
{
    static const struct {
        const char *word;
        size_t length;
        enum carom_json_kind kind;
    } words[] = {{"null", 4, CAROM_JSON_NULL}, {"false", 5, CAROM_JSON_FALSE}, {"true", 4, CAROM_JSON_TRUE}};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t node;
        if (parser->length - parser->at < words[i].length ||
            memcmp(parser->text + parser->at, words[i].word, words[i].length) != 0)
            continue;
        if (!new_node(parser, words[i].kind, &node))
            return false;
        parser->at += words[i].length;
        end_node(parser, node, parser->at);
        return true;
    }
    return fail(parser, peek(parser) < 0 ? CAROM_ERROR_JSON_END : CAROM_ERROR_JSON_VALUE);
}

static bool read_value(struct parser *parser);

/* Does the object have a member with this key already? Compares the raw text; of two keys that differ only in
 * escapes a lookup finds the first. */
static bool key_repeats(const struct parser *parser, uint32_t object, uint32_t key)
{
    const struct carom_json_node *nodes = parser->nodes;
    size_t length = nodes[key].end - nodes[key].start;
    for (uint32_t other = object + 1; other < key; other = nodes[other + 1].next)
        if (nodes[other].end - nodes[other].start == length &&
            memcmp(parser->text + nodes[other].start, parser->text + nodes[key].start, length) == 0)
            return true;
    return false;
}

static bool read_member(struct parser *parser, uint32_t object)
{
    uint32_t key;
    skip_blanks(parser);
    if (peek(parser) != '"')
        return fail(parser, CAROM_ERROR_JSON_KEY);
    if (!read_string(parser, &key))
        return false;
    if (key_repeats(parser, object, key))
        return fail(parser, CAROM_ERROR_JSON_KEY_TWICE);
    skip_blanks(parser);
    if (peek(parser) != ':')
        return fail(parser, CAROM_ERROR_JSON_COLON);
    parser->at++;
    return read_value(parser);
}

static bool read_list(struct parser *parser, enum carom_json_kind kind)
{
    char close = kind == CAROM_JSON_OBJECT ? '}' : ']';
    uint32_t node;
    if (parser->depth == CAROM_JSON_DEPTH_MAX)
        return fail(parser, CAROM_ERROR_JSON_DEEP);
    if (!new_node(parser, kind, &node))
        return false;
    parser->depth++;
    parser->at++;
    skip_blanks(parser);
    while (peek(parser) != close) {
        if (parser->nodes[node].count > 0) {
            if (peek(parser) != ',')
                return fail(parser, CAROM_ERROR_JSON_COMMA);
            parser->at++;
        }
        if (!(kind == CAROM_JSON_OBJECT ? read_member(parser, node) : read_value(parser)))
            return false;
        parser->nodes[node].count++;
        skip_blanks(parser);
    }
    parser->at++;
    parser->depth--;
    end_node(parser, node, parser->at);
    return true;
}

static bool read_value(struct parser *parser)
{
    uint32_t node;
    skip_blanks(parser);
    int c = peek(parser);
    if (c == '{')
        return read_list(parser, CAROM_JSON_OBJECT);
    if (c == '[')
        return read_list(parser, CAROM_JSON_ARRAY);
    if (c == '"')
        return read_string(parser, &node);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(parser);
    return read_literal(parser);
}

bool carom_json_read(struct carom_json *json, struct carom_json_node *nodes, uint32_t size, const char *text,
                     size_t length, struct carom_error *error)
{
    struct parser parser = {.text = text, .length = length, .nodes = nodes, .size = size};
    *json = (struct carom_json){0};
    bool good = length < UINT32_MAX || fail(&parser, CAROM_ERROR_JSON_LONG);
    good = good && read_value(&parser);
    if (good) {
        skip_blanks(&parser);
        good = parser.at == length || fail(&parser, CAROM_ERROR_JSON_TRAILING);
    }
    if (!good)
        return carom_error_set(error, parser.error, parser.at, NULL, 0);
    *json = (struct carom_json){.text = text, .nodes = nodes, .count = parser.count};
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
        if (carom_json_string_is(json, node, key))
            return node + 1;
        node = json->nodes[node + 1].next;
    }
    return CAROM_JSON_NONE;
}

uint32_t carom_json_item(const struct carom_json *json, uint32_t array, uint32_t n)
{
    if (!carom_json_is(json, array, CAROM_JSON_ARRAY) || n >= json->nodes[array].count)
        return CAROM_JSON_NONE;
    uint32_t node = array + 1;
    while (n-- > 0)
        node = json->nodes[node].next;
    return node;
}

bool carom_json_as_int(const struct carom_json *json, uint32_t node, int64_t *number)
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

bool carom_json_as_bool(const struct carom_json *json, uint32_t node, bool *value)
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

bool carom_json_as_string(const struct carom_json *json, uint32_t node, char *bytes, size_t size, size_t *length)
{
    if (!carom_json_is(json, node, CAROM_JSON_STRING))
        return false;
    struct carom_text out = carom_text_init(bytes, size);
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
    return !out.truncated;
}

bool carom_json_string_is(const struct carom_json *json, uint32_t node, const char *words)
{
    char decoded[64];
    size_t length, expected = 0;
    if (!carom_json_is(json, node, CAROM_JSON_STRING))
        return false;
    while (words[expected] != '\0')
        expected++;
    size_t raw = json->nodes[node].end - json->nodes[node].start;
    if (raw <= expected) /* decoding escapes only shortens it */
        return raw == expected && memcmp(json->text + json->nodes[node].start, words, raw) == 0;
    return carom_json_as_string(json, node, decoded, sizeof decoded, &length) && length == expected &&
           memcmp(decoded, words, length) == 0;
}
