/* DriftingDroids game dumps: what is accepted and can be written is read as the same position again. Input that is no
 * dump is packed as one, so that the fuzzer need not guess a checksum. */
#include "fuzz.h"

#include "../../src/cli/droids_dump.h"

#define WORDS 8192

static void write_words(char words[WORDS], const struct carom_position *position)
{
    struct carom_text text = carom_text_init(words, WORDS);
    carom_position_write(&text, position);
    promise(!text.truncated);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char packed[4 * DROIDS_DUMP_MAX];
    struct carom_position position, again;
    char first[WORDS];
    struct carom_text text = carom_text_init(packed, sizeof packed);
    if (droids_dump_matches((const char *)data, size))
        carom_text_bytes(&text, (const char *)data, size);
    else
        droids_dump_pack(&text, data, size);
    if (text.truncated || droids_dump_read(&position, packed, text.length) != NULL)
        return 0;
    write_words(first, &position);
    if (!carom_position_read(&position, CAROM_REQUIRE_TARGET, first, strlen(first), NULL))
        return 0;
    promise_position(&position);
    if (droids_dump_refusal(&position) != NULL || carom_board_has_barriers(&position.board))
        return 0;
    text = carom_text_init(packed, sizeof packed);
    droids_dump_write(&text, &position);
    promise(!text.truncated && droids_dump_read(&again, packed, text.length) == NULL);
    /* The format has no solid cells and fewer kinds of targets, so what is read may differ once, in known ways;
     * tests/cli has the comparison of ordinary positions. */
    return 0;
}
