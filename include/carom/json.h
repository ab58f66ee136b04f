/*
 * JSON without allocation or libc, as much as carom needs, so that program and browser read and write the same bytes.
 * Strict: UTF-8 is checked, keys must not repeat, and numbers are 64-bit integers unless read as text.
 *
 * Reading fills the caller's array of nodes, and values stay in the text. Node 0 is the whole document.
 */
#ifndef CAROM_JSON_H
#define CAROM_JSON_H

#include <carom/decls.h>
#include <carom/error.h>
#include <carom/text.h>

CAROM_BEGIN_DECLS

#define CAROM_JSON_DEPTH_MAX 16
#define CAROM_JSON_NONE UINT32_MAX /* no node; every accessor accepts it and returns false */

enum carom_json_kind {
    CAROM_JSON_NULL,
    CAROM_JSON_FALSE,
    CAROM_JSON_TRUE,
    CAROM_JSON_NUMBER,
    CAROM_JSON_STRING,
    CAROM_JSON_ARRAY,
    CAROM_JSON_OBJECT,
};

struct carom_json_node {
    uint8_t kind;
    uint32_t start; /* offset of the value in the text; strings without their quotes */
    uint32_t end;
    uint32_t count; /* elements of an array, members of an object (each a key node and a value node) */
    uint32_t next;  /* index of the node after this value and everything in it */
};

struct carom_json {
    const char *text; /* the caller's; must stay valid while the nodes are used */
    const struct carom_json_node *nodes;
    uint32_t count;
};

/* Reads exactly one value, with only whitespace around it. Otherwise false with an error, also if `size` nodes are
 * not enough; `json` then has no nodes. */
bool carom_json_read(struct carom_json *json, struct carom_json_node *nodes, uint32_t size, const char *text,
                     size_t length, struct carom_error *error);

/* The value of an object's member, or CAROM_JSON_NONE. */
uint32_t carom_json_get(const struct carom_json *json, uint32_t object, const char *key);
/* The n-th element of an array, or CAROM_JSON_NONE. */
uint32_t carom_json_item(const struct carom_json *json, uint32_t array, uint32_t n);
bool carom_json_is(const struct carom_json *json, uint32_t node, enum carom_json_kind kind);
/* False if it is not an integer or does not fit. */
bool carom_json_as_int(const struct carom_json *json, uint32_t node, int64_t *number);
bool carom_json_as_bool(const struct carom_json *json, uint32_t node, bool *value);
/* Decodes a string into `bytes`, NUL-terminated. False if it is not a string, does not fit, or contains a NUL. */
bool carom_json_as_string(const struct carom_json *json, uint32_t node, char *bytes, size_t size, size_t *length);
/* Is it exactly this string? */
bool carom_json_string_is(const struct carom_json *json, uint32_t node, const char *words);

/* Writing. Each call writes one value with its key (NULL: an element of an array, or the whole document). A comma is
 * written where needed, which the text before it shows: none after a bracket, a colon or a newline. Keys are not
 * escaped, strings are.
 *
 *     carom_json_begin(&text, NULL, '{');
 *     carom_json_put_int(&text, "seq", 7);
 *     carom_json_begin(&text, "order", '[');
 *     carom_json_put_string(&text, NULL, "p1");
 *     carom_json_end(&text, ']');
 *     carom_json_end(&text, '}');            // {"seq":7,"order":["p1"]}
 */
void carom_json_begin(struct carom_text *text, const char *key, char bracket); /* '{' or '[' */
void carom_json_end(struct carom_text *text, char bracket);                    /* '}' or ']' */
void carom_json_put_int(struct carom_text *text, const char *key, int64_t number);
void carom_json_put_uint(struct carom_text *text, const char *key, uint64_t count);
void carom_json_put_bool(struct carom_text *text, const char *key, bool flag);
void carom_json_put_string(struct carom_text *text, const char *key, const char *words); /* NULL is written as null */
void carom_json_put_bytes(struct carom_text *text, const char *key, const char *bytes, size_t length);
/* Writes comma and key, for a value that another function writes. */
void carom_json_put_key(struct carom_text *text, const char *key);
/* Writes a value that is JSON already. */
void carom_json_put_raw(struct carom_text *text, const char *key, const char *bytes, size_t length);
/* Opens a string that a writer of the notation then fills (cells, tokens, moves: they need no escapes). */
void carom_json_open_string(struct carom_text *text, const char *key);
void carom_json_close_string(struct carom_text *text);

/* Is this well-formed UTF-8 (no overlong forms, surrogates, or beyond U+10FFFF)? */
bool carom_utf8_valid(const char *bytes, size_t length);

CAROM_END_DECLS

#endif
