/*
 * The review at the product of its limits, and with events that make no sense: it says that it is not complete, its
 * JSON still fits, and nobody gets what is somebody else's.
 */
#include "support.h"

#include "review/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct review review;
static struct carom_table table;
static char words[REVIEW_JSON_MAX];

static void begin(void)
{
    memset(&table, 0, sizeof table);
    memset(&review, 0xAA, sizeof review);
    review_event(&review, &table, &(struct carom_event){.kind = CAROM_EVENT_OPENED});
}

static void join(unsigned seat, unsigned id)
{
    static struct carom_event event;
    event = (struct carom_event){.kind = CAROM_EVENT_JOINED, .seat = (uint8_t)seat};
    snprintf(event.as.joined.id, sizeof event.as.joined.id, "player-%025u", id);
    memset(event.as.joined.name, '"', CAROM_NAME_SIZE - 1);
    review_event(&review, &table, &event);
}

static void draw(void)
{
    table.rounds++;
    review_event(&review, &table, &(struct carom_event){.kind = CAROM_EVENT_DRAWN});
}

static void happens(enum carom_event_kind kind, unsigned seat, uint32_t moves)
{
    review_event(&review, &table,
                 &(struct carom_event){.kind = kind, .at = CAROM_TIME_MAX, .seat = (uint8_t)seat, .moves = moves});
}

static struct carom_text text_of(const char *only)
{
    struct carom_text text = carom_text_init(words, sizeof words);
    review_write(&text, &review, only);
    return text;
}

static void nothing_is_an_empty_review(void **state)
{
    (void)state;
    memset(&review, 0, sizeof review);
    text_of(NULL);
    assert_string_equal(words, "{\"complete\":true,\"players\":[],\"rounds\":[]}");
}

/* The most players in the most rounds, all with the longest words; the most finds, all wrong. */
static void the_largest_review_fits(void **state)
{
    (void)state;
    begin();
    for (unsigned seat = 0; seat < REVIEW_PLAYERS_MAX; seat++)
        join(seat, seat);
    for (unsigned round = 1; round <= REVIEW_ROUNDS_MAX; round++) {
        draw();
        for (unsigned seat = 0; seat < REVIEW_FINDS_MAX / REVIEW_ROUNDS_MAX; seat++) {
            happens(CAROM_EVENT_BID, seat, CAROM_BID_MAX);
            happens(CAROM_EVENT_FAILED, seat, 0);
        }
        review_set_solution(&review, round, CAROM_BID_MAX, "");
    }
    assert_false(review.cut_off);
    assert_false(text_of(NULL).truncated);
    assert_true(strlen(words) > REVIEW_JSON_MAX / 4);
}

static void V1_more_rounds_than_fit_are_left_out(void **state)
{
    (void)state;
    begin();
    join(0, 0);
    for (unsigned round = 0; round <= REVIEW_ROUNDS_MAX; round++) {
        assert_false(review.cut_off);
        draw();
        happens(CAROM_EVENT_BID, 0, 3);
    }
    assert_true(review.cut_off);
    assert_int_equal(review_sum_of(&review, 0).bids, REVIEW_ROUNDS_MAX);
    happens(CAROM_EVENT_WON, 0, 0);
    assert_int_equal(review_sum_of(&review, 0).won, 0);
    text_of(NULL);
    assert_non_null(strstr(words, "\"complete\":false"));
}

static void V2_more_finds_than_fit_are_left_out(void **state)
{
    (void)state;
    begin();
    for (unsigned seat = 0; seat < REVIEW_PLAYERS_MAX; seat++)
        join(seat, seat);
    for (unsigned i = 0; i <= REVIEW_FINDS_MAX; i++) {
        assert_false(review.cut_off);
        if (i % REVIEW_PLAYERS_MAX == 0)
            draw();
        happens(CAROM_EVENT_HANDED, i % REVIEW_PLAYERS_MAX, 3);
    }
    assert_true(review.cut_off);
    assert_int_equal(review.find_count, REVIEW_FINDS_MAX);
    happens(CAROM_EVENT_HANDED, 5, 2);
    happens(CAROM_EVENT_FAILED, 5, 0);
    happens(CAROM_EVENT_WON, 5, 0);
    assert_int_equal(review.find_count, REVIEW_FINDS_MAX);
}

/* Those who leave before they have played anything make room; those who have played stay, under their id. */
static void V1_players_come_and_go(void **state)
{
    (void)state;
    begin();
    for (unsigned i = 0; i < 1000; i++) {
        join(0, i);
        happens(CAROM_EVENT_LEFT, 0, 0);
    }
    assert_false(review.cut_off);
    assert_int_equal(review.player_count, 1);
    join(0, 7);
    draw();
    happens(CAROM_EVENT_BID, 0, 3);
    happens(CAROM_EVENT_LEFT, 0, 0);
    join(0, 8); /* somebody else at the same seat, who has bid nothing */
    join(1, 7);
    draw();
    assert_int_equal(review.player_count, 2);
    assert_int_equal(review_sum_of(&review, 0).rounds, 2);
    assert_int_equal(review_sum_of(&review, 0).bids, 1);
    assert_int_equal(review_sum_of(&review, 1).rounds, 1);
    assert_int_equal(review_sum_of(&review, 1).bids, 0);
    for (unsigned i = 9; review.player_count < REVIEW_PLAYERS_MAX; i++) {
        join(2, i);
        draw();
    }
    assert_false(review.cut_off);
    join(2, 9999);
    assert_true(review.cut_off);
    happens(CAROM_EVENT_BID, 2, 3);
    assert_int_equal(review.find_count, 1);
}

static void V3_V4_solutions_of_other_rounds_and_long_routes(void **state)
{
    (void)state;
    char route[400];
    memset(route, 'R', sizeof route - 1);
    route[sizeof route - 1] = '\0';
    begin();
    join(0, 0);
    draw();
    review_set_solution(&review, 0, 5, "RN");
    review_set_solution(&review, 2, 5, "RN");
    assert_int_equal(review.rounds[0].solution, REVIEW_UNSOLVED);
    review_set_solution(&review, 1, 5, route);
    assert_int_equal(review.rounds[0].moves, 5);
    assert_string_equal(review.rounds[0].route, "");
    review_set_solution(&review, 1, 5, "RN GE");
    text_of(NULL);
    assert_non_null(strstr(words, "\"route\":[\"RN\",\"GE\"]"));
    review_set_solution(&review, 1, 0, "");
    text_of(NULL);
    assert_non_null(strstr(words, "\"unsolvable\":true"));
}

/* V5, V6: events of any kind in any order, for any seat. */
static void V5_V6_any_events(void **state)
{
    (void)state;
    for (unsigned game = chance_rounds(300); game > 0; game--) {
        begin();
        if (game % 3 == 0)
            memset(&review, 0, sizeof review);
        for (unsigned i = chance_below(400); i > 0; i--) {
            static struct carom_event event;
            unsigned seat = chance_below(4) == 0 ? chance_below(256) : chance_below(6);
            event = (struct carom_event){.kind = (enum carom_event_kind)chance_below(CAROM_EVENT_KINDS)};
            event.seat = (uint8_t)seat;
            event.at = (carom_ms)chance_below(1000);
            event.moves = chance_below(5);
            event.as.over.winner[chance_below(CAROM_PLAYERS_MAX)] = event.kind == CAROM_EVENT_OVER;
            table.drawn_at = (carom_ms)chance_below(1000);
            table.seats = (uint8_t)chance_below(CAROM_PLAYERS_MAX + 1);
            if (event.kind == CAROM_EVENT_OPENED && chance_below(9) > 0)
                continue;
            if (event.kind == CAROM_EVENT_JOINED) {
                join(seat, chance_below(40));
                continue;
            }
            review_event(&review, &table, &event);
            review_set_solution(&review, chance_below(20), chance_below(5), "RN");
        }
        assert_false(text_of(NULL).truncated);
        assert_false(text_of("player-0000000000000000000000001").truncated);
    }
}

static void players_and_rounds_that_are_none_have_nothing(void **state)
{
    static const uint32_t beyond[] = {1, REVIEW_PLAYERS_MAX, REVIEW_ROUNDS_MAX, 0xffffffffu};
    const struct review_find *find;
    (void)state;
    begin();
    join(0, 1);
    draw();
    for (unsigned i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        struct review_sum sum = review_sum_of(&review, beyond[i]);
        assert_int_equal(sum.rounds + sum.won + sum.bids, 0);
        assert_int_equal(sum.best, REVIEW_NO_FIND);
        assert_false(review_missed(&review, beyond[i], 0, &find));
        assert_null(find);
        assert_false(review_missed(&review, 0, beyond[i], &find));
        assert_null(find);
    }
}

int main(void)
{
    chance_begin("review");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_an_empty_review),
        cmocka_unit_test(the_largest_review_fits),
        cmocka_unit_test(V1_more_rounds_than_fit_are_left_out),
        cmocka_unit_test(V2_more_finds_than_fit_are_left_out),
        cmocka_unit_test(V1_players_come_and_go),
        cmocka_unit_test(V3_V4_solutions_of_other_rounds_and_long_routes),
        cmocka_unit_test(V5_V6_any_events),
        cmocka_unit_test(players_and_rounds_that_are_none_have_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
