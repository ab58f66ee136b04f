/* Lines of RRGP: taken apart, put together, taken apart again; and what their words may mean. */
#include "fuzz.h"

#include "../../src/server/rrgp/syntax.h"

static void promise_word(const char *word)
{
    unsigned which;
    int64_t number;
    promise(!robot_read(word, &which) || which < CAROM_COLOURS);
    promise(!direction_read(word, &which) || which < CAROM_DIRECTIONS);
    promise(!int_from_text(word, &number) || (number >= 0 && number < 1000000000));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[RRGP_LINE_MAX + 1], whole[2 * RRGP_LINE_MAX + 1], joined[RRGP_LINE_MAX];
    struct rrgp_args args, again;
    if (size > RRGP_LINE_MAX)
        size = RRGP_LINE_MAX;
    memcpy(line, data, size);
    if (!rrgp_split_line(&args, line, size))
        return 0;
    struct carom_text text = carom_text_init(whole, sizeof whole);
    for (unsigned i = 0; i < args.count; i++) {
        promise_word(args.items[i]);
        carom_text_put(&text, i > 0 ? " " : "");
        rrgp_quote(&text, args.items[i]);
    }
    promise(!text.truncated && carom_utf8_valid(whole, text.length) && rrgp_join_args(&args, 0, joined, sizeof joined));
    if (text.length >= RRGP_LINE_MAX)
        return 0; /* with its quotes it is too long to be said */
    promise(rrgp_split_line(&again, whole, text.length) && again.count == args.count);
    for (unsigned i = 0; i < args.count; i++)
        promise(strcmp(args.items[i], again.items[i]) == 0);
    return 0;
}
