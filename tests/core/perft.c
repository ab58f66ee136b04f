/*
 * Numbers of move sequences, as pinned in tests/golden/perft.txt: what the program prints there, the model counts here.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

static int load(void **state)
{
    (void)state;
    model_load(DATA_DIRECTORY);
    return 0;
}

/* Checks every line `POSITION perft DEPTH COUNT` of the golden file. */
static void R5_R6_R8_R9_pinned_numbers_are_the_models(void **state)
{
    (void)state;
    FILE *file = fopen(CAROM_SOURCE_DIR "/tests/golden/perft.txt", "r");
    assert_non_null(file);
    char line[512], text[256];
    unsigned depth, lines = 0, with_barriers = 0;
    unsigned long long count;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%255s perft %u %llu", text, &depth, &count) != 3)
            continue;
        struct carom_position position = position_of(text);
        struct model_board model;
        model_board_build(&model, text);
        struct model_robots robots = model_robots_of(&position.robots);
        assert_true(model_perft(&model, &robots, (int)depth) == count);
        assert_true(carom_perft(&position.board, &position.robots, depth) == count);
        with_barriers += carom_board_has_barriers(&position.board);
        lines++;
    }
    fclose(file);
    assert_true(lines >= 3);
    assert_true(with_barriers >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(R5_R6_R8_R9_pinned_numbers_are_the_models)};
    return cmocka_run_group_tests(tests, load, NULL);
}
