/*
 * The JSON writer. It needs no state: whether a comma is due shows in the last byte written, because no value ends in
 * an opening bracket, a colon or a newline.
 */
#include <carom/json.h>

void carom_json_put_key(struct carom_text *text, const char *key)
{
    char last = text->missing > 0 ? text->last : text->length > 0 ? text->bytes[text->length - 1] : '\n';
    if (last != '{' && last != '[' && last != ':' && last != '\n')
        carom_text_char(text, ',');
    if (key == NULL)
        return;
    carom_text_char(text, '"');
    carom_text_put(text, key);
    carom_text_put(text, "\":");
}

void carom_json_begin(struct carom_text *text, const char *key, char bracket)
{
    carom_json_put_key(text, key);
    carom_text_char(text, bracket);
}

void carom_json_end(struct carom_text *text, char bracket)
{
    carom_text_char(text, bracket);
}

void carom_json_put_int(struct carom_text *text, const char *key, int64_t number)
{
    carom_json_put_key(text, key);
    carom_text_int(text, number);
}

void carom_json_put_uint(struct carom_text *text, const char *key, uint64_t count)
{
    carom_json_put_key(text, key);
    carom_text_uint(text, count);
}

void carom_json_put_bool(struct carom_text *text, const char *key, bool flag)
{
    carom_json_put_key(text, key);
    carom_text_put(text, flag ? "true" : "false");
}

void carom_json_put_bytes(struct carom_text *text, const char *key, const char *bytes, size_t length)
{
    carom_json_put_key(text, key);
    carom_text_char(text, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\') {
            carom_text_char(text, '\\');
            carom_text_char(text, (char)c);
        } else if (c < 0x20 || c == 0x7f) {
            carom_text_put(text, "\\u00");
            carom_text_char(text, (char)('0' + (c >> 4)));
            carom_text_char(text, "0123456789abcdef"[c & 15]);
        } else {
            carom_text_char(text, (char)c);
        }
    }
    carom_text_char(text, '"');
}

void carom_json_put_string(struct carom_text *text, const char *key, const char *words)
{
    size_t length = 0;
    if (words == NULL) {
        carom_json_put_raw(text, key, "null", 4);
        return;
    }
    while (words[length] != '\0')
        length++;
    carom_json_put_bytes(text, key, words, length);
}

void carom_json_put_raw(struct carom_text *text, const char *key, const char *bytes, size_t length)
{
    carom_json_put_key(text, key);
    carom_text_bytes(text, bytes, length);
}

void carom_json_open_string(struct carom_text *text, const char *key)
{
    carom_json_put_key(text, key);
    carom_text_char(text, '"');
}

void carom_json_close_string(struct carom_text *text)
{
    carom_text_char(text, '"');
}
