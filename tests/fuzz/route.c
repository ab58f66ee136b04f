/* Routes: read, written, read again; and replayed on a board with walls, barriers and all six robots. */
#include "fuzz.h"

static const char scene[] = "R4-Y4-G4-B4/Ra1,Yf6,Gj12,Bp16,Sk3,Tg2/V";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_puzzle puzzle;
    static struct carom_check check;
    static struct carom_move route[CAROM_CHECK_MOVES_MAX], again[CAROM_CHECK_MOVES_MAX];
    static char words[CAROM_CHECK_MOVES_MAX * (CAROM_MOVE_SIGNS_MAX + 5)];
    struct carom_error error = {0};
    size_t count, count_again;
    promise(carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, scene, sizeof scene - 1, &error));
    if (!carom_route_read(route, CAROM_CHECK_MOVES_MAX, &count, (const char *)data, size, &error)) {
        promise(error.code != CAROM_ERROR_NONE);
        return 0;
    }
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_route_write(&text, route, count);
    promise(!text.truncated &&
            carom_route_read(again, CAROM_CHECK_MOVES_MAX, &count_again, words, text.length, &error));
    promise(count == count_again);
    for (size_t i = 0; i < count; i++)
        promise(carom_move_equal(route[i], again[i]));
    struct carom_check_rules rules = {0};
    promise(carom_check_route(&check, &puzzle, words, text.length, &rules, &error));
    text = carom_text_init(words, sizeof words);
    carom_check_write_json(&text, &puzzle, &check);
    promise(!text.truncated);
    return 0;
}
