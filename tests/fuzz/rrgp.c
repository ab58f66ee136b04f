/* Lines of RRGP: taken apart, put together, taken apart again; and what their words may mean. */
#include "fuzz.h"

#include "../../src/server/rrgp/lines.h"

static void promise_word(const char *word)
{
    unsigned which;
    int64_t number;
    promise(!robot_read(word, &which) || which < CAROM_COLOURS);
    promise(!direction_read(word, &which) || which < CAROM_DIRECTIONS);
    promise(!number_read(word, &number) || (number >= 0 && number < 1000000000));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[LINE_MOST + 1], whole[2 * LINE_MOST + 1], joined[LINE_MOST];
    struct words words, again;
    if (size > LINE_MOST)
        size = LINE_MOST;
    memcpy(line, data, size);
    if (!words_read(&words, line, size))
        return 0;
    struct carom_text text = carom_text_in(whole, sizeof whole);
    for (unsigned i = 0; i < words.count; i++) {
        promise_word(words.items[i]);
        carom_text_put(&text, i > 0 ? " " : "");
        word_write(&text, words.items[i]);
    }
    promise(!text.cut && carom_utf8_valid(whole, text.length) && words_join(&words, 0, joined, sizeof joined));
    if (text.length >= LINE_MOST)
        return 0; /* with its quotes it is too long to be said */
    promise(words_read(&again, whole, text.length) && again.count == words.count);
    for (unsigned i = 0; i < words.count; i++)
        promise(strcmp(words.items[i], again.items[i]) == 0);
    return 0;
}
