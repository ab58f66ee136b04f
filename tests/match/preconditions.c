/*
 * What callers of src/match may get wrong: more targets than there is room for, seats and targets that are none.
 * Nothing outside of the structs may be touched, in builds without assertions too; the sanitizer build shows that it is
 * not.
 */
#include "support.h"

#include "../../src/match/match.h"

#include <carom/libc_allocator.h>

#include <string.h>

#define OVER MATCH_TARGETS_MAX

static const unsigned beyond[] = {OVER, OVER + 1, 31, 32, 33, 255, 256, 0xffffffffu};
#define BEYOND (sizeof beyond / sizeof beyond[0])

/* A match that says it has 255 targets, all of them known and shown to two players. */
static struct match match;
static struct match_player players[2];

static int too_many_targets(void **state)
{
    static const char words[] = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg";
    (void)state;
    memset(&match, 0, sizeof match);
    memset(players, 0, sizeof players);
    match = (struct match){.begun = 1, .ends = 1000000, .targets = 255, .has_secret = true, .known = UINT32_MAX};
    for (unsigned i = 0; i < MATCH_TARGETS_MAX; i++)
        assert_true(carom_position_read(&match.positions[i], CAROM_REQUIRE_TARGET, words, sizeof words - 1, NULL));
    for (unsigned seat = 0; seat < 2; seat++) {
        players[seat].id[0] = (char)('a' + seat);
        players[seat].shown = 255;
    }
    return 0;
}

static void a_target_that_is_none_is_not_dealt(void **state)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    struct carom_position position;
    uint8_t shortest = 99;
    (void)state;
    for (unsigned i = 0; i < BEYOND; i++)
        assert_false(match_deal(&match, solver, beyond[i], &position, &shortest));
    assert_int_equal(shortest, 99);
    match.targets = 0;
    assert_false(match_deal(&match, solver, 0, &position, &shortest));
    match.targets = 1;
    assert_true(match_deal(&match, solver, 0, &position, &shortest));
    carom_solver_free(solver);
}

static void commands_for_targets_that_are_none_are_refused(void **state)
{
    struct match_entry entry;
    enum carom_slide_result slide;
    (void)state;
    for (unsigned kind = 0; kind < MATCH_KINDS; kind++) {
        for (unsigned target = OVER; target < 256; target++) {
            struct match_entry command = {.at = 5, .kind = (enum match_kind)kind, .by = "a", .target = (uint8_t)target};
            assert_int_equal(match_decide(&match, &players[0], &command, &entry, &slide), CAROM_REFUSED_NO_TARGET);
            match_apply(&match, &players[0], &command);
        }
    }
    assert_int_equal(players[0].entries, 0);
}

static void seats_that_are_none_have_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BEYOND; i++)
        assert_int_equal(match_total(&match, players, 2, beyond[i], NULL, 2000000), 0);
    assert_int_equal(match_total(&match, players, 2, 0, NULL, 2000000), 0);
    assert_int_equal(match_played(&match, &players[0], 2000000), MATCH_TARGETS_MAX);
}

static size_t count_of(const char *text, const char *words)
{
    size_t count = 0;
    for (const char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words))
        count++;
    return count;
}

static void what_is_written_has_at_most_as_many_targets_as_fit(void **state)
{
    static char bytes[1 << 16];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    (void)state;
    match_write_header(&text, &match, true);
    assert_false(text.truncated);
    assert_int_equal(count_of(bytes, "Bn12/Bg"), MATCH_TARGETS_MAX);
    text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    match_write_view(&text, &match, &players[0], 2000000);
    match_write_player(&text, &match, players, 2, 2, &players[0], 2000000);
    match_write_player(&text, &match, players, 2, 0, &players[0], 2000000);
    carom_json_end(&text, '}');
    assert_false(text.truncated);
    assert_int_equal(count_of(bytes, "Bn12/Bg"), MATCH_TARGETS_MAX);
    assert_int_equal(count_of(bytes, "\"points\""), MATCH_TARGETS_MAX + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_target_that_is_none_is_not_dealt, too_many_targets),
        cmocka_unit_test_setup(commands_for_targets_that_are_none_are_refused, too_many_targets),
        cmocka_unit_test_setup(seats_that_are_none_have_nothing, too_many_targets),
        cmocka_unit_test_setup(what_is_written_has_at_most_as_many_targets_as_fit, too_many_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
