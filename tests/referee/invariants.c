/*
 * What a table promises: a table in the middle of a game keeps it, and one with anything wrong does not. Only in builds
 * with assertions.
 */
#include "../../src/referee/invariants.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static struct carom_json_game json_game;

static void tell(const char *line)
{
    static char answer[CAROM_JSON_REPLY_MAX];
    struct carom_text out = carom_text_init(answer, sizeof answer);
    assert_true(carom_json_game_command(&json_game, line, strlen(line), &out));
    assert_null(strstr(answer, "\"refused\""));
}

/* Two players, and one of them is about to show a route. */
static struct carom_table game(const char *rules)
{
    char line[256];
    memset(&json_game, 0, sizeof json_game);
    snprintf(line, sizeof line, "{\"at\":0,\"do\":\"open\",\"rules\":{%s}}", rules);
    tell(line);
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"join\",\"name\":\"Ana\"}");
    tell("{\"at\":1,\"by\":\"ben\",\"do\":\"join\",\"name\":\"Ben\"}");
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"start\"}");
    tell("{\"at\":2,\"by\":\"ben\",\"do\":\"bid\",\"moves\":5}");
    tell("{\"at\":90000,\"do\":\"tick\"}");
    assert_int_equal(json_game.table.phase, CAROM_PHASE_SHOWING);
    assert_true(carom_table_valid(&json_game.table));
    return json_game.table;
}

#define assert_unsound(field, value)                                                                                   \
    do {                                                                                                               \
        struct carom_table wrong = good;                                                                               \
        wrong.field = (value);                                                                                         \
        assert_false(carom_table_valid(&wrong));                                                                       \
    } while (0)

static void a_table_with_anything_wrong_is_not_valid(void **state)
{
    (void)state;
    struct carom_table good = game("\"seed\":7");
    assert_unsound(phase, (enum carom_phase)9);
    assert_unsound(seats, CAROM_PLAYERS_MAX + 1);
    assert_unsound(seats, 1); /* ben sits beyond it */
    assert_unsound(strings_used, (uint16_t)(good.strings_used - 1));
    assert_unsound(strings[good.players[0].strings_at], '\0'); /* ana has lost her id */
    assert_unsound(players[0].seated, 0);                      /* her words are nobody's */
    assert_unsound(players[1].strings_at, 0);
    assert_unsound(turn, 2);
    assert_unsound(order[0], 2);
    assert_unsound(order_index, 2);
    assert_unsound(owner[3], CAROM_PLAYERS_MAX);
    assert_unsound(pile[0], CAROM_TOKENS);
    assert_unsound(pile[0], good.pile[1]);
    assert_unsound(pile_count, CAROM_TOKENS + 1);
    assert_unsound(drawn.token, (uint8_t)(good.drawn.token == 0 ? 1 : 0));
    assert_unsound(markers.cell[CAROM_RED], good.markers.cell[CAROM_BLUE]);
    assert_unsound(round_start.cell[CAROM_RED], good.round_start.cell[CAROM_BLUE]);
    assert_unsound(round.robots.cell[CAROM_RED], good.round.robots.cell[CAROM_BLUE]);
    assert_unsound(last_moved_robot, CAROM_ROBOTS + 1);
    struct carom_table over = good;
    over.phase = CAROM_PHASE_OVER;
    over.until = 100000; /* a clock that runs for nobody */
    assert_false(carom_table_valid(&over));
}

static void M3_dice_and_faces_are_promised_too(void **state)
{
    (void)state;
    struct carom_table good = game("\"preset\":\"micro\",\"seed\":7");
    assert_unsound(micro_robot_face, CAROM_MICRO_CELLS);
    assert_unsound(drawn.target, CAROM_MICRO_NO_CELL);
    assert_unsound(drawn.via, CAROM_MICRO_CELLS);
    assert_unsound(dice_at, 1);
    assert_unsound(pile_count, CAROM_CHIPS_TOTAL + 1);
}

static void an_event_is_the_next_and_about_somebody(void **state)
{
    (void)state;
    struct carom_table table = game("\"seed\":7");
    struct carom_event event = {.seq = table.seq + 1, .at = table.now, .kind = CAROM_EVENT_FAILED, .seat = 1};
    assert_true(carom_event_valid(&event, &table));
    event.seat = 2;
    assert_false(carom_event_valid(&event, &table));
    event.kind = CAROM_EVENT_JOINED;
    assert_true(carom_event_valid(&event, &table));
    event.seq++;
    assert_false(carom_event_valid(&event, &table));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_with_anything_wrong_is_not_valid),
        cmocka_unit_test(M3_dice_and_faces_are_promised_too),
        cmocka_unit_test(an_event_is_the_next_and_about_somebody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
