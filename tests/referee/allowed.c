/*
 * "What may I do now?" in scenes: command lines go in, and what each player may then do comes out as the page hears it.
 * That the answer always agrees with the referee is shown by the storms; here is what it looks like.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

static struct carom_json_game json_game;

static void begin(const char *rules)
{
    memset(&json_game, 0, sizeof json_game);
    char line[256];
    char answer[4096];
    struct carom_text out = carom_text_init(answer, sizeof answer);
    snprintf(line, sizeof line, "{\"at\":0,\"do\":\"open\",\"rules\":{%s}}", rules);
    assert_true(carom_json_game_command(&json_game, line, strlen(line), &out));
    assert_int_equal(json_game.table.phase, CAROM_PHASE_LOBBY);
}

/* One command that has to be accepted. */
static void tell(const char *line)
{
    static char answer[CAROM_JSON_REPLY_MAX];
    struct carom_text out = carom_text_init(answer, sizeof answer);
    assert_true(carom_json_game_command(&json_game, line, strlen(line), &out));
    if (strstr(answer, "\"refused\"") != NULL)
        fail_msg("%s", answer);
}

static void assert_offer(const char *id, carom_ms now, const char *expected)
{
    char words[2048];
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_allowed_write(&text, &json_game.table, carom_table_find_seat(&json_game.table, id), now);
    assert_string_equal(words, expected);
}

#define BOARD "\"board\":\"4x2-tRmd2.Rga2\",\"robots\":\"Ra1\",\"tokens\":[\"Rm\",\"Rg\"]"

static void before_the_start(void **state)
{
    (void)state;
    begin(BOARD);
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"join\"}");
    assert_offer("ana", 2,
                 "{\"may\":[\"leave\",\"start\"],\"why\":{\"join\":\"already-seated\",\"bid\":\"not-started\","
                 "\"done\":\"not-started\",\"flip\":\"not-started\",\"move\":\"not-started\",\"pass\":\"not-started\","
                 "\"next\":\"not-started\",\"skip\":\"not-started\",\"hint\":\"not-started\",\"hand\":\"no-race\","
                 "\"chip\":\"only-in-micro\"},"
                 "\"standing\":[],\"sand\":"
                 "false,\"solo\":false,"
                 "\"micro\":false,\"race\":false}");
    assert_offer(
        "nobody", 2,
        "{\"may\":[\"join\"],\"why\":{\"leave\":\"not-seated\",\"start\":\"not-seated\",\"bid\":\"not-seated\","
        "\"done\":\"not-seated\",\"flip\":\"not-seated\",\"move\":\"not-seated\",\"pass\":\"not-seated\","
        "\"next\":\"not-seated\",\"skip\":\"not-seated\",\"hint\":\"not-seated\",\"hand\":\"not-seated\",\"chip\":"
        "\"not-seated\"},\"standing\":"
        "[],\"sand\":false,"
        "\"solo\":false,"
        "\"micro\":false,\"race\":false}");
}

static void R11_R12_R16_bidding_and_showing(void **state)
{
    (void)state;
    begin(BOARD);
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"join\"}");
    tell("{\"at\":1,\"by\":\"ben\",\"do\":\"join\"}");
    tell("{\"at\":1000,\"by\":\"ana\",\"do\":\"start\"}");
    assert_offer("ana", 1500, /* R16: the hourglass may be turned four minutes after the draw */
                 "{\"may\":[\"leave\",\"bid\",\"skip\"],\"why\":{\"join\":\"already-seated\","
                 "\"start\":\"already-started\",\"done\":\"no-bid\",\"flip\":\"too-early\",\"move\":\"not-your-turn\","
                 "\"pass\":\"not-your-turn\",\"next\":\"round-on\",\"hint\":\"no-hint\",\"hand\":\"no-race\",\"chip\":"
                 "\"only-in-micro\"},\"bid\":"
                 "1000000,\"flip\":"
                 "241000,\"standing\":[],"
                 "\"sand\":false,\"solo\":false,\"micro\":false,\"race\":false}");
    assert_offer("ana", 241000,
                 "{\"may\":[\"leave\",\"bid\",\"flip\",\"skip\"],\"why\":{\"join\":\"already-seated\","
                 "\"start\":\"already-started\",\"done\":\"no-bid\",\"move\":\"not-your-turn\","
                 "\"pass\":\"not-your-turn\",\"next\":\"round-on\",\"hint\":\"no-hint\",\"hand\":\"no-race\",\"chip\":"
                 "\"only-in-micro\"},\"bid\":"
                 "1000000,\"flip\":"
                 "241000,\"standing\":[],"
                 "\"sand\":false,\"solo\":false,\"micro\":false,\"race\":false}");
    tell("{\"at\":2000,\"by\":\"ana\",\"do\":\"bid\",\"moves\":5}");
    tell("{\"at\":3000,\"by\":\"ben\",\"do\":\"bid\",\"moves\":5}");
    assert_offer("ben", 3000,
                 "{\"may\":[\"leave\",\"bid\",\"done\"],\"why\":{\"join\":\"already-seated\","
                 "\"start\":\"already-started\",\"flip\":\"sand-runs\",\"move\":\"not-your-turn\","
                 "\"pass\":\"not-your-turn\",\"next\":\"round-on\",\"skip\":\"bid-made\",\"hint\":\"no-hint\",\"hand\":"
                 "\"no-race\",\"chip\":\"only-in-micro\"},\"bid\":4,"
                 "\"standing\":[{\"by\":\"ana\",\"moves\":5,\"why\":\"earlier\",\"say\":\"same bid, but earlier\"},"
                 "{\"by\":\"ben\",\"moves\":5,\"why\":\"last\",\"say\":\"\"}],\"sand\":true,\"limit\":60000,\"solo\":"
                 "false,\"micro\":false,\"race\":false}");
    tell("{\"at\":62000,\"do\":\"tick\"}");
    assert_offer("ana", 62000, /* R12: the earlier of equal bids */
                 "{\"may\":[\"leave\",\"move\",\"pass\"],\"why\":{\"join\":\"already-seated\","
                 "\"start\":\"already-started\",\"bid\":\"closed\",\"done\":\"closed\",\"flip\":\"closed\","
                 "\"next\":\"round-on\",\"skip\":\"bid-made\",\"hint\":\"no-hint\",\"hand\":\"no-race\",\"chip\":"
                 "\"only-in-micro\"},\"standing\":["
                 "{\"by\":\"ana\",\"moves\":5,"
                 "\"why\":\"earlier\",\"say\":\"same bid, but "
                 "earlier\"},{\"by\":\"ben\",\"moves\":5,\"why\":\"last\",\"say\":\"\"}],\"mover\":\"ana\","
                 "\"sand\":false,\"solo\":false,\"micro\":false,\"race\":false}");
}

/* A page whose clock is ahead of what it has heard is told what will be true when the sand is out. */
static void deadlines_that_have_passed_count(void **state)
{
    (void)state;
    struct carom_allowed allowed;
    begin(BOARD);
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"join\"}");
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"start\"}");
    tell("{\"at\":2,\"by\":\"ana\",\"do\":\"bid\",\"moves\":3}");
    carom_referee_allowed(&json_game.table, 0, 60001, &allowed);
    assert_true(allowed.allowed[CAROM_COMMAND_BID]);
    assert_false(allowed.allowed[CAROM_COMMAND_MOVE]);
    carom_referee_allowed(&json_game.table, 0, 60002, &allowed);
    assert_false(allowed.allowed[CAROM_COMMAND_BID]);
    assert_int_equal(allowed.bid_max, 0);
    assert_true(allowed.allowed[CAROM_COMMAND_MOVE]);
    assert_int_equal(json_game.table.phase, CAROM_PHASE_BIDDING); /* asking changes nothing */
    carom_referee_allowed(&json_game.table, 0, 0, &allowed);      /* and one whose clock is behind is not sent away */
    assert_true(allowed.allowed[CAROM_COMMAND_BID]);
}

static void S3_fewer_tokens_and_head_starts_are_the_reason(void **state)
{
    (void)state;
    struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX];
    begin("\"preset\":\"sfrenati\",\"handicap\":true," BOARD);
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"join\"}");
    tell("{\"at\":1,\"by\":\"ben\",\"do\":\"join\"}");
    tell("{\"at\":1,\"by\":\"cid\",\"do\":\"join\",\"handicap\":2}");
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"start\"}");
    tell("{\"at\":2,\"by\":\"ana\",\"do\":\"bid\",\"moves\":2}");
    assert_int_equal(carom_table_bid_order(&json_game.table, ranked), 1);
    assert_int_equal(ranked[0].reason, CAROM_RANK_ONLY);
    tell("{\"at\":70000,\"by\":\"ana\",\"do\":\"move\",\"move\":\"RE\"}");
    tell("{\"at\":70000,\"by\":\"ana\",\"do\":\"move\",\"move\":\"RS\"}"); /* ana has a token */
    assert_int_equal(json_game.table.phase, CAROM_PHASE_BETWEEN_ROUNDS);
    assert_int_equal(carom_table_bid_order(&json_game.table, ranked), 0);
    tell("{\"at\":70000,\"by\":\"ana\",\"do\":\"next\"}");
    tell("{\"at\":70001,\"by\":\"ana\",\"do\":\"bid\",\"moves\":7}");
    tell("{\"at\":70002,\"by\":\"ben\",\"do\":\"bid\",\"moves\":7}");
    tell("{\"at\":70003,\"by\":\"cid\",\"do\":\"bid\",\"moves\":8}");
    assert_int_equal(carom_table_bid_order(&json_game.table, ranked), 3);
    assert_int_equal(ranked[0].seat, 2);
    assert_int_equal(ranked[0].reason, CAROM_RANK_HEAD_START);
    assert_int_equal(ranked[1].seat, 1);
    assert_int_equal(ranked[1].reason, CAROM_RANK_FEWER);
    assert_int_equal(ranked[2].reason, CAROM_RANK_LAST);
}

static void L1_L3_M5_alone_and_micro(void **state)
{
    (void)state;
    begin("\"preset\":\"solo\",\"turns\":2," BOARD);
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"join\"}");
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"start\"}");
    assert_offer("ana", 2,
                 "{\"may\":[\"leave\",\"bid\",\"hint\"],\"why\":{\"join\":\"already-seated\","
                 "\"start\":\"already-started\",\"done\":\"not-in-solo\",\"flip\":\"not-in-solo\","
                 "\"move\":\"no-touch\",\"pass\":\"no-touch\",\"next\":\"round-on\",\"skip\":\"not-in-solo\",\"hand\":"
                 "\"no-race\",\"chip\":\"only-in-micro\"},\"bid\":"
                 "1000000,\"standing\":[],"
                 "\"sand\":true,\"limit\":120000,\"solo\":true,\"micro\":false,\"race\":false}");
    begin("\"preset\":\"micro\"");
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"join\"}");
    tell("{\"at\":1,\"by\":\"ben\",\"do\":\"join\"}");
    tell("{\"at\":1,\"by\":\"ana\",\"do\":\"start\"}");
    tell("{\"at\":2,\"by\":\"ben\",\"do\":\"bid\",\"moves\":3}");
    assert_offer("ben", 3,
                 "{\"may\":[\"leave\",\"move\",\"pass\"],\"why\":{\"join\":\"already-seated\","
                 "\"start\":\"already-started\",\"bid\":\"closed\",\"done\":\"closed\",\"flip\":\"closed\","
                 "\"next\":\"round-on\",\"skip\":\"bid-made\",\"hint\":\"no-hint\",\"hand\":\"no-race\",\"chip\":"
                 "\"round-on\"},\"standing\":["
                 "{\"by\":\"ben\",\"moves\":3,"
                 "\"why\":\"called\",\"say\":\"called "
                 "first\"}],\"mover\":\"ben\",\"sand\":false,\"solo\":false,\"micro\":true,\"race\":false}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_the_start),
        cmocka_unit_test(R11_R12_R16_bidding_and_showing),
        cmocka_unit_test(deadlines_that_have_passed_count),
        cmocka_unit_test(S3_fewer_tokens_and_head_starts_are_the_reason),
        cmocka_unit_test(L1_L3_M5_alone_and_micro),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
