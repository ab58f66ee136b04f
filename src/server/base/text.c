/*
 * Texts of any length. Their length depends on names, seats and rules, so nobody guesses it: a text that does not fit
 * is written again into more memory, and is never truncated.
 */
#include "base.h"

#include <carom/json.h>

#define FIRST_BYTES TEST_LIMIT(16384, 16)

struct carom_text text_write(text_writer *write, const void *context)
{
    static char *bytes; /* reused for the next text */
    static size_t size;
    static bool busy;
    REQUIRE(!busy); /* a writer that calls text_write would overwrite its own text */
    busy = true;
    struct carom_text text = {.truncated = true};
    for (size_t wanted = FIRST_BYTES; text.truncated; wanted = 2 * size) {
        bytes = xgrow(bytes, &size, wanted, 1);
        text = carom_text_init(bytes, size);
        write(&text, context);
    }
    busy = false;
    return text;
}

struct object {
    text_writer *write_members;
    const void *context;
};

static void write_object(struct carom_text *text, const void *context)
{
    const struct object *object = context;
    carom_json_begin(text, NULL, '{');
    object->write_members(text, object->context);
    carom_json_end(text, '}');
}

struct carom_text text_write_json(text_writer *write_members, const void *context)
{
    return text_write(write_object, &(struct object){write_members, context});
}
