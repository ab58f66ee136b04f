/*
 * Storms: thousands of games of random commands, sensible, late, doubled, absurd. After every command the table must
 * keep its promises, the same input must have given the same bytes, and a table built from the events alone (through
 * their JSON, every event verified) must be the same table.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES 3000
#define COMMANDS 120

static const char *const ids[] = {"ana", "ben", "cid", "dan", "eve", "fay", "x", "nobody-0123456789-0123456789-012"};
#define IDS (sizeof ids / sizeof ids[0])

/* What all storms together have brought, so that a test that sees nothing does not pass. */
static unsigned seen_event[CAROM_EVENT_KINDS];
static unsigned seen_failure[CAROM_DEMO_FAILURES];
static unsigned seen_putback[CAROM_PUTBACK_REASONS];
static unsigned seen_refusal[CAROM_REFUSED_ROUTE_LONG + 1];

/* One game: the machine itself, one that only hears the events, and one that hears what players hear. */
struct storm {
    struct carom_json_game live;
    struct carom_json_game log;
    struct carom_json_game public;
    bool tokens_known; /* the players' side can know the pile: nobody has set it by hand */
    carom_ms now;
    uint32_t gone_tokens; /* of those who have left */
    unsigned gone_chips;
    unsigned first_pile;
};

static void random_rules(struct carom_command *open)
{
    struct carom_rules *rules = &open->config.rules;
    *rules = carom_rules_from_preset((enum carom_preset)chance_below(CAROM_PRESETS));
    rules->seed = chance() >> 12;
    if (chance_below(3) == 0) {
        rules->claim = (enum carom_claim)chance_below(2);
        rules->tie = (enum carom_tie)chance_below(2);
    }
    rules->hourglass = chance_below(10) == 0 ? 0 : 1 + chance_below(3000);
    rules->patience = chance_below(500);
    rules->demonstration = chance_below(2) == 0 ? 0 : 1 + chance_below(2000);
    rules->barriers = (enum carom_barrier_choice)chance_below(3);
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        rules->extra_robots |= (uint8_t)((chance_below(3) == 0) << robot);
    rules->hourglass_runs = (uint8_t)(1 + chance_below(2));
    rules->handicap = chance_below(2) == 0;
    rules->easy_start = rules->seed % 4 == 0;
    rules->touch = chance_below(2) == 0;
    rules->continued = chance_below(4) == 0;
    rules->side = (enum carom_side_choice)chance_below(CAROM_SIDE_CHOICES);
    rules->hide_chip = chance_below(4) == 0;
    if (chance_below(2) == 0)
        rules->goal = (uint8_t)chance_below(4);
}

/* A small board by hand, where robots meet targets often. */
static void random_setup(struct carom_command *open)
{
    struct carom_setup *setup = &open->config.setup;
    if (carom_rules_is_micro(&open->config.rules)) {
        setup->dice_count = (uint8_t)chance_below(20);
        for (unsigned i = 0; i < setup->dice_count; i++)
            setup->dice[i] = (uint8_t)chance_below(CAROM_MICRO_CELLS);
        if (chance_below(3) == 0) { /* M1: black, whatever was agreed on */
            static const uint8_t tiles[4] = {0, 1, 2, 3}, turns[4] = {0};
            carom_micro_board_build(&setup->tiles, CAROM_MICRO_BLACK, tiles, turns);
            setup->board_given = true;
        }
        return;
    }
    if (chance_below(2) == 0) {
        setup->board = board_of("4x4-wAQB-bBub2-tRma1.Rgd4.Ysa4.Gpd1.Bmc3.Vb4");
        setup->board_given = true;
    }
    if (setup->board_given && chance_below(8) == 0) { /* R3: on a target or not; yellow has no use for red's tokens */
        unsigned robot = chance_below(2) == 0 ? CAROM_RED : CAROM_YELLOW;
        setup->robots = (struct carom_robots){.present = (uint8_t)(1u << robot)};
        setup->robots.cell[robot] = chance_below(2) == 0 ? 0 : CAROM_BOARD_SIDE * 3 + 2;
        setup->robots_given = true;
    }
    if (setup->board_given && chance_below(2) == 0) {
        setup->tokens[0] = CAROM_VORTEX;
        setup->tokens[1] = CAROM_RED * 4 + CAROM_MOON;
        setup->token_count = 2;
    }
}

static struct carom_any_move random_play(const struct carom_table *table)
{
    struct carom_any_move move = {.micro = carom_rules_is_micro(&table->rules)};
    if (chance_below(30) == 0)
        move.micro = !move.micro;
    move.micro_face = (uint8_t)chance_below(CAROM_MICRO_CELLS);
    move.move = carom_move_make(chance_below(CAROM_ROBOTS), chance_below(CAROM_DIRECTIONS));
    if (carom_robots_has(&table->markers, CAROM_TRANSPARENT) && chance_below(3) != 0)
        move.move.robot = CAROM_TRANSPARENT;
    if (move.move.robot == CAROM_TRANSPARENT) {
        move.move.through_wall = chance_below(3) == 0;
        move.move.pass_barriers = chance_below(4);
    }
    return move;
}

/* H2: a walk until it is on the target, which on a small board it soon is; now and then straight there, or nowhere. */
static void random_route(const struct carom_table *table, char words[CAROM_HANDED_SIZE])
{
    struct carom_move route[12];
    struct carom_round round = carom_round_begin(&table->round_start);
    struct carom_slide slide;
    size_t moves = 0;
    for (unsigned tries = chance_below(60); tries > 0 && moves < 12; tries--) {
        route[moves] = random_play(table).move;
        if (table->rounds == 0 ||
            (!carom_round_move(&round, &table->board, route[moves], &slide) && chance_below(9) > 0))
            continue;
        enum carom_round_state state = carom_round_state(&round, &table->target, route[moves++].robot, true);
        if (state == CAROM_ROUND_REACHED || (state == CAROM_ROUND_NO_RICOCHET && chance_below(3) > 0))
            break;
    }
    struct carom_text text = carom_text_init(words, CAROM_HANDED_SIZE);
    carom_route_write(&text, route, moves);
    if (text.truncated)
        memset(words, 0, CAROM_HANDED_SIZE);
}

/* Who is asked for? Often the one whose turn it is. */
static const char *random_id(const struct carom_table *table)
{
    if (table->phase == CAROM_PHASE_SHOWING && table->turn != CAROM_NO_SEAT && chance_below(4) != 0)
        return carom_table_id(table, table->turn);
    return ids[chance_below(chance_below(8) == 0 ? IDS : 5)];
}

/* What might come next in a game, with enough nonsense among it. */
static enum carom_command_kind random_do(const struct carom_table *table)
{
    static const enum carom_command_kind usual[][6] = {
        [CAROM_PHASE_NONE] = {CAROM_COMMAND_OPEN, CAROM_COMMAND_OPEN, CAROM_COMMAND_OPEN, CAROM_COMMAND_JOIN,
                              CAROM_COMMAND_TICK, CAROM_COMMAND_OPEN},
        [CAROM_PHASE_LOBBY] = {CAROM_COMMAND_JOIN, CAROM_COMMAND_JOIN, CAROM_COMMAND_JOIN, CAROM_COMMAND_JOIN,
                               CAROM_COMMAND_START, CAROM_COMMAND_JOIN},
        [CAROM_PHASE_BIDDING] = {CAROM_COMMAND_BID, CAROM_COMMAND_BID, CAROM_COMMAND_DONE, CAROM_COMMAND_DONE,
                                 CAROM_COMMAND_FLIP, CAROM_COMMAND_SKIP},
        [CAROM_PHASE_SHOWING] = {CAROM_COMMAND_MOVE, CAROM_COMMAND_MOVE, CAROM_COMMAND_MOVE, CAROM_COMMAND_MOVE,
                                 CAROM_COMMAND_MOVE, CAROM_COMMAND_PASS},
        [CAROM_PHASE_SEARCHING] = {CAROM_COMMAND_MOVE, CAROM_COMMAND_MOVE, CAROM_COMMAND_MOVE, CAROM_COMMAND_MOVE,
                                   CAROM_COMMAND_BID, CAROM_COMMAND_MOVE},
        [CAROM_PHASE_BETWEEN_ROUNDS] = {CAROM_COMMAND_NEXT, CAROM_COMMAND_NEXT, CAROM_COMMAND_NEXT, CAROM_COMMAND_NEXT,
                                        CAROM_COMMAND_TICK, CAROM_COMMAND_JOIN},
        [CAROM_PHASE_OVER] = {CAROM_COMMAND_TICK, CAROM_COMMAND_NEXT, CAROM_COMMAND_LEAVE, CAROM_COMMAND_JOIN,
                              CAROM_COMMAND_BID, CAROM_COMMAND_OPEN},
    };
    if (table->paused && chance_below(3) == 0)
        return CAROM_COMMAND_RESUME;
    if (carom_rules_is_race(&table->rules) && table->phase == CAROM_PHASE_BIDDING && chance_below(2) == 0)
        return CAROM_COMMAND_HAND;
    if (carom_rules_is_micro(&table->rules) && table->phase == CAROM_PHASE_BETWEEN_ROUNDS && chance_below(4) == 0)
        return CAROM_COMMAND_CHIP;
    if (chance_below(8) == 0) {
        enum carom_command_kind kind = (enum carom_command_kind)chance_below(CAROM_COMMAND_KINDS);
        return kind == CAROM_COMMAND_LEAVE && chance_below(3) != 0 ? CAROM_COMMAND_TICK : kind;
    }
    return usual[table->phase][chance_below(6)];
}

static void random_command(struct storm *storm, struct carom_command *command)
{
    const struct carom_table *table = &storm->live.table;
    memset(command, 0, sizeof *command);
    command->kind = random_do(table);
    storm->now += chance_below(10) == 0 ? chance_below(4000) : chance_below(40);
    command->at = chance_below(50) == 0 ? (carom_ms)chance_below(100) : storm->now;
    snprintf(command->by, sizeof command->by, "%s", random_id(table));
    snprintf(command->name, sizeof command->name, "N%u \"\xc3\xa9\\", chance_below(100));
    command->handicap = chance_below(5) == 0 ? (uint8_t)chance_below(CAROM_HANDICAP_MAX + 1) : 0;
    command->moves = chance_below(20) == 0 ? (int64_t)(chance() >> 1) - INT64_MAX / 2 : 1 + (int64_t)chance_below(6);
    command->credit = chance_below(20) == 0 ? (uint16_t)chance_below(CAROM_CREDIT_MAX) : 0;
    command->move = random_play(table);
    command->chip = chance_below(2) == 0;
    if (command->kind == CAROM_COMMAND_START && chance_below(2) == 0)
        snprintf(command->first, sizeof command->first, "%s", random_id(table));
    random_route(table, command->route);
    random_rules(command);
    if (chance_below(2) == 0)
        random_setup(command);
}

static unsigned count_bits(uint32_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static bool in_round(const struct carom_table *table)
{
    return table->phase == CAROM_PHASE_BIDDING || table->phase == CAROM_PHASE_SHOWING ||
           table->phase == CAROM_PHASE_SEARCHING;
}

/* Every token is in the pile, on the table, won, or gone with somebody: none twice, none lost (R14, R15, L1). */
static void assert_tokens(const struct storm *storm)
{
    const struct carom_table *table = &storm->live.table;
    unsigned count = table->pile_count + in_round(table) + table->face_down + count_bits(storm->gone_tokens);
    uint32_t all = storm->gone_tokens;
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++) {
        uint32_t tokens = carom_table_won_tokens(table, seat);
        assert_int_equal(all & tokens, 0);
        if (!carom_rules_is_race(&table->rules)) /* H5: there it is points */
            assert_int_equal(count_bits(tokens), table->players[seat].score);
        all |= tokens;
        count += count_bits(tokens);
    }
    for (unsigned i = 0; i < table->pile_count; i++) {
        assert_int_equal(all >> table->pile[i] & 1u, 0);
        all |= 1u << table->pile[i];
    }
    if (table->phase == CAROM_PHASE_OVER && carom_table_seated_count(table) == 0) {
        count +=
            count + 1 == storm->first_pile; /* the last one left in the middle of a round: its token lies there still */
    }
    assert_int_equal(count, storm->first_pile);
}

/* M2: 25 chips, always. */
static void assert_chips(const struct storm *storm)
{
    const struct carom_table *table = &storm->live.table;
    unsigned count = table->pile_count + storm->gone_chips;
    for (unsigned seat = 0; seat < table->seats; seat++)
        count += table->players[seat].score;
    assert_int_equal(count, CAROM_CHIPS_TOTAL);
}

static void assert_robots(const struct carom_table *table)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (carom_robots_has(&table->round.robots, robot)) {
            assert_true(carom_board_can_stand(&table->board, table->round.robots.cell[robot]));
            assert_int_equal(carom_robots_at(&table->round.robots, table->round.robots.cell[robot]), robot);
        }
    }
}

static void assert_promises(const struct storm *storm, carom_ms at)
{
    const struct carom_table *table = &storm->live.table;
    carom_ms deadline;
    if (table->phase == CAROM_PHASE_NONE)
        return;
    assert_int_equal(table->followup, CAROM_FOLLOWUP_NOTHING);
    assert_int_equal(table->turn != CAROM_NO_SEAT, table->phase == CAROM_PHASE_SHOWING);
    if (carom_referee_deadline(table, &deadline)) {
        assert_true(in_round(table));
        assert_true(at < table->now || deadline > at);
    }
    if (table->turn != CAROM_NO_SEAT) {
        assert_true(table->players[table->turn].seated);
        assert_true(table->round.cost < table->turn_bid);
    }
    if (carom_rules_is_solo(&table->rules))
        assert_true(carom_table_seated_count(table) <= 1);
    if (carom_rules_is_micro(&table->rules)) {
        assert_chips(storm);
        assert_true(!in_round(table) || table->micro_robot_face < CAROM_MICRO_CELLS);
    } else {
        assert_tokens(storm);
        assert_robots(table);
    }
}

static void assert_same_view(const struct carom_table *a, const struct carom_table *b)
{
    static char one[CAROM_JSON_REPLY_MAX];
    static char other[CAROM_JSON_REPLY_MAX];
    struct carom_text first = carom_text_init(one, sizeof one);
    struct carom_text second = carom_text_init(other, sizeof other);
    carom_table_write(&first, a);
    carom_table_write(&second, b);
    assert_false(first.truncated);
    assert_string_equal(one, other);
}

/* The parts that nobody is shown. */
static void assert_same_table(const struct carom_table *a, const struct carom_table *b)
{
    assert_same_view(a, b);
    assert_int_equal(a->followup, b->followup);
    assert_int_equal(a->pile_count, b->pile_count);
    assert_memory_equal(a->pile, b->pile, a->pile_count <= CAROM_TOKENS ? a->pile_count : 0);
    assert_int_equal(a->draw_at_random, b->draw_at_random);
    assert_int_equal(a->avoid_last_target, b->avoid_last_target);
    assert_int_equal(a->dice_at, b->dice_at);
    assert_int_equal(a->dice_count, b->dice_count);
    assert_memory_equal(a->dice, b->dice, sizeof a->dice);
    assert_int_equal(a->unreachable_tokens, b->unreachable_tokens);
    assert_int_equal(a->rules.seed, b->rules.seed);
    assert_int_equal(a->dice_to_next_seat, b->dice_to_next_seat);
    assert_int_equal(a->last_moved_robot, b->last_moved_robot);
    assert_memory_equal(a->round.axes, b->round.axes, sizeof a->round.axes);
    assert_int_equal(a->order_count, b->order_count);
    assert_memory_equal(a->order, b->order, a->order_count);
    assert_int_equal(a->order_index, b->order_index);
    assert_int_equal(a->strings_used, b->strings_used);
    assert_memory_equal(a->strings, b->strings, sizeof a->strings);
    for (unsigned seat = 0; seat < a->seats; seat++) {
        assert_int_equal(a->players[seat].bid_seq, b->players[seat].bid_seq);
        assert_int_equal(a->players[seat].strings_at, b->players[seat].strings_at);
    }
}

/* What leaves the table with a player is remembered here, before it is gone. */
static void note(struct storm *storm, const struct carom_event *event)
{
    const struct carom_table *table = &storm->log.table;
    seen_event[event->kind]++;
    if (event->kind == CAROM_EVENT_FAILED)
        seen_failure[event->as.failed]++;
    else if (event->kind == CAROM_EVENT_PUTBACK)
        seen_putback[event->as.putback.reason]++;
    else if (event->kind == CAROM_EVENT_OPENED)
        storm->first_pile = event->as.opened.setup.token_count;
    else if (event->kind == CAROM_EVENT_LEFT && carom_rules_is_micro(&table->rules))
        storm->gone_chips += table->players[event->seat].score;
    else if (event->kind == CAROM_EVENT_LEFT)
        storm->gone_tokens |= carom_table_won_tokens(table, event->seat);
}

/* The sentence about an event: every blank is filled, and the page is given the same in parts. */
static void assert_told(const struct carom_table *before, const struct carom_event *event, unsigned you)
{
    static char words[CAROM_SENTENCE_MAX];
    static struct carom_json_node nodes[64];
    struct carom_json json;
    const char *sentence = carom_event_sentence(before, event, you);
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_event_format(&text, sentence, before, event);
    assert_false(text.truncated);
    assert_null(strpbrk(words, "{}?")); /* names here have none of these */
    if (you != CAROM_NO_SEAT && event->seat == you && event->kind != CAROM_EVENT_JOINED)
        assert_false(words[0] == 'N' && words[1] >= '0' && words[1] <= '9'); /* nobody is told of by name */
    text = carom_text_init(words, sizeof words);
    carom_text_char(&text, '{');
    carom_event_write_text(&text, before, event, you);
    carom_text_char(&text, '}');
    assert_true(carom_json_read(&json, nodes, 64, words, text.length, NULL));
    assert_true(carom_json_string_is(&json, carom_json_get(&json, 0, "say"), sentence));
    uint32_t args = carom_json_get(&json, 0, "args");
    unsigned blanks = 0;
    for (const char *at = strchr(sentence, '{'); at != NULL; at = strchr(at + 1, '{'), blanks++) {
        char name[16] = "";
        assert_int_equal(sscanf(at, "{%15[a-z]}", name), 1);
        assert_int_not_equal(carom_json_get(&json, args, name), CAROM_JSON_NONE);
    }
    assert_int_equal(json.nodes[args].count, blanks);
}

/* A line of a log can be made public without the table before it, and is then what players were told. */
static void assert_line_public(const char *line, size_t length, const struct carom_text *told)
{
    static char words[CAROM_JSON_EVENT_MAX];
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_event_line_write_public(&text, line, length);
    assert_int_equal(text.length, told->length);
    assert_memory_equal(words, told->bytes, text.length);
    if (carom_event_line_is_public(line, length)) {
        assert_int_equal(text.length, length);
        assert_memory_equal(words, line, length);
    }
}

/* One event line to those who only listen. */
static void hear(struct storm *storm, const char *line, size_t length)
{
    static char words[CAROM_JSON_EVENT_MAX];
    struct carom_error error = {0};
    struct carom_event event;
    assert_true(carom_event_read(&event, &storm->log.table, line, length, &error));
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_event_write(&text, &storm->log.table, &event);
    assert_int_equal(text.length, length); /* reading and writing are each other's reverse */
    assert_memory_equal(words, line, length);
    text = carom_text_init(words, sizeof words);
    carom_event_write_public(&text, &storm->log.table, &event);
    assert_line_public(line, length, &text);
    assert_int_equal(carom_event_line_is_public(line, length), !carom_event_has_secrets(event.kind));
    assert_null(strstr(words, "\"seed\""));
    assert_null(strstr(words, "\"dice\":"));
    assert_true(event.kind != CAROM_EVENT_OPENED || strstr(words, "\"tokens\"") == NULL);
    assert_true(event.kind != CAROM_EVENT_HANDED || strstr(words, "\"route\"") == NULL); /* H2 */
    assert_told(&storm->log.table, &event, CAROM_NO_SEAT);
    assert_told(&storm->log.table, &event, event.seat);
    note(storm, &event);
    if (!carom_json_game_event(&storm->log, line, length, true, &error))
        fail_msg("log refused: %s %.*s", carom_error_sentence(error.code), (int)length, line);
    if (!carom_json_game_event(&storm->public, words, text.length, true, &error))
        fail_msg("players' log refused: %s %s", carom_error_sentence(error.code), words);
}

static void hear_lines(struct storm *storm, const char *answer)
{
    for (const char *line = answer; *line != '\0'; line = strchr(line, '\n') + 1) {
        size_t length = (size_t)(strchr(line, '\n') - line);
        if (strncmp(line, "{\"seq\":", 7) == 0)
            hear(storm, line, length);
        else
            assert_non_null(strstr(line, "\"refused\":"));
    }
}

static void note_refusal(const struct carom_table *before, const struct carom_command *command)
{
    struct carom_decision decision = {0};
    struct carom_table table = *before;
    while (carom_referee_decide(&table, command, &decision) == CAROM_DECISION_EVENT)
        carom_referee_apply(&table, &decision.event);
    if (decision.kind == CAROM_DECISION_REFUSED)
        seen_refusal[decision.refusal.code]++;
}

/* Is this refusal about what the command says, not about giving it? Then the command as such may be given. */
static bool about_the_words(const struct carom_command *command, const struct carom_refusal *refusal)
{
    if (command->kind == CAROM_COMMAND_MOVE)
        return refusal->code == CAROM_REFUSED_NOT_A_MOVE || refusal->code == CAROM_REFUSED_SLIDE;
    if (command->kind == CAROM_COMMAND_HAND)
        return refusal->code == CAROM_REFUSED_ROUTE_FAILS || refusal->code == CAROM_REFUSED_ROUTE_NO_RICOCHET ||
               refusal->code == CAROM_REFUSED_SLIDE || refusal->code == CAROM_REFUSED_NOT_SHORTER;
    if (command->kind == CAROM_COMMAND_BID)
        return refusal->code == CAROM_REFUSED_BAD_NUMBER || refusal->code == CAROM_REFUSED_NOT_LOWER;
    if (command->kind == CAROM_COMMAND_START)
        return refusal->code == CAROM_REFUSED_ONLY_IN_MICRO || refusal->code == CAROM_REFUSED_NO_SUCH_PLAYER;
    if (command->kind == CAROM_COMMAND_CHIP)
        return refusal->code == CAROM_REFUSED_ALREADY_VOTED;
    return refusal->code == CAROM_REFUSED_NO_HANDICAP;
}

static unsigned may_asked;
static unsigned flips_awaited;

/* Whoever is told what they may do is told the truth: the command they then give is accepted, or refused for the
 * reason given. */
static void assert_may(const struct carom_table *before, const struct carom_command *command)
{
    static const enum carom_command_kind nobodys[] = {CAROM_COMMAND_OPEN, CAROM_COMMAND_VOID, CAROM_COMMAND_TICK,
                                                      CAROM_COMMAND_PAUSE, CAROM_COMMAND_RESUME};
    struct carom_allowed allowed;
    struct carom_decision decision = {0};
    struct carom_table table = *before;
    unsigned seat = carom_table_find_seat(before, command->by);
    carom_referee_allowed(before, seat, command->at, &allowed);
    for (unsigned i = 0; i < 5; i++)
        assert_false(allowed.allowed[nobodys[i]]);
    if (command->at < before->now || !carom_command_is_from_player(command->kind))
        return;
    while (carom_referee_decide(&table, command, &decision) == CAROM_DECISION_EVENT)
        carom_referee_apply(&table, &decision.event);
    bool refused = decision.kind == CAROM_DECISION_REFUSED;
    may_asked++;
    if (!refused || about_the_words(command, &decision.refusal))
        assert_true(allowed.allowed[command->kind] || (command->kind == CAROM_COMMAND_BID && allowed.bid_max == 0));
    else
        assert_int_equal(allowed.refusal[command->kind].code, decision.refusal.code);
    if (command->kind == CAROM_COMMAND_BID && allowed.allowed[CAROM_COMMAND_BID]) /* R11 */
        assert_int_equal(refused, command->moves < 1 || command->moves > allowed.bid_max);
    if (command->kind == CAROM_COMMAND_FLIP && refused && allowed.flip_at > 0) { /* R16: not now, but then */
        struct carom_allowed then;
        assert_true(allowed.flip_at > command->at);
        flips_awaited++;
        carom_referee_allowed(before, seat, allowed.flip_at - 1, &then);
        assert_false(then.allowed[CAROM_COMMAND_FLIP]);
        carom_referee_allowed(before, seat, allowed.flip_at, &then);
        assert_true(then.allowed[CAROM_COMMAND_FLIP]);
    }
}

/* R12, S3: who stands first is who shows first. */
static void assert_standing(const struct carom_table *table)
{
    struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX];
    unsigned count = carom_table_bid_order(table, ranked);
    if (table->phase == CAROM_PHASE_SHOWING) {
        assert_true(count > 0);
        assert_int_equal(ranked[0].seat, table->turn);
        assert_int_equal(ranked[0].moves, table->turn_bid);
        assert_int_equal(carom_table_moving_seat(table), table->turn);
    } else {
        assert_int_equal(count, table->phase == CAROM_PHASE_BIDDING ? carom_table_bid_count(table) : 0);
    }
    for (unsigned i = 0; i + 1 < count; i++) {
        const struct carom_player *one = &table->players[ranked[i].seat];
        const struct carom_player *other = &table->players[ranked[i + 1].seat];
        int first = (int)ranked[i].moves - one->handicap;
        int second = (int)ranked[i + 1].moves - other->handicap;
        bool lower = ranked[i].reason == CAROM_RANK_LOWER || ranked[i].reason == CAROM_RANK_HEAD_START;
        assert_true(lower ? first < second : first == second);
        assert_true(ranked[i].reason != CAROM_RANK_FEWER || one->score < other->score);
        assert_true(ranked[i].reason != CAROM_RANK_EARLIER || one->bid_seq < other->bid_seq);
    }
}

/* One command, twice: the same bytes; then everybody hears of it. */
static void blow(struct storm *storm, struct carom_command *command)
{
    static char line[CAROM_JSON_EVENT_MAX];
    static char answer[CAROM_JSON_REPLY_MAX];
    static char again[CAROM_JSON_REPLY_MAX];
    struct carom_text text = carom_text_init(line, sizeof line);
    carom_command_write(&text, command);
    assert_false(text.truncated);
    struct carom_json_game before = storm->live;
    assert_may(&before.table, command);
    struct carom_text out = carom_text_init(answer, sizeof answer);
    struct carom_text out_again = carom_text_init(again, sizeof again);
    if (!carom_json_game_command(&storm->live, line, text.length, &out))
        fail_msg("%s answered by %s", line, answer);
    assert_true(carom_json_game_command(&(struct carom_json_game){.line = before.line, .table = before.table}, line,
                                        text.length, &out_again));
    assert_false(out.truncated);
    assert_string_equal(answer, again);
    note_refusal(&before.table, command);
    if (storm->live.table.seq == 1 && before.table.seq == 0)
        storm->tokens_known = command->config.setup.token_count == 0;
    hear_lines(storm, answer);
    assert_same_table(&storm->live.table, &storm->log.table);
    if (storm->tokens_known && storm->live.table.seq > 0)
        assert_same_view(&storm->live.table, &storm->public.table);
    assert_promises(storm, command->at);
    assert_standing(&storm->live.table);
}

static void storms(void **state)
{
    (void)state;
    chance_begin("storms");
    for (unsigned game = 0; game < chance_rounds(GAMES); game++) {
        static struct storm storm;
        memset(&storm, 0, sizeof storm);
        for (unsigned i = 0; i < COMMANDS; i++) {
            struct carom_command command;
            random_command(&storm, &command);
            blow(&storm, &command);
        }
    }
}

/* A storm that never rains proves nothing: everything there is must have come. */
static void storms_bring_everything(void **state)
{
    (void)state;
    if (chance_rounds(GAMES) < GAMES)
        return; /* a share of the storms need not bring what is rare (cmocka 1.1.5 writes skip() as "not ok") */
    assert_true(may_asked > GAMES && flips_awaited > 0);
    for (unsigned kind = 0; kind < CAROM_EVENT_KINDS; kind++)
        if (seen_event[kind] == 0)
            fail_msg("no event %s", carom_event_name((enum carom_event_kind)kind));
    for (unsigned why = 0; why < CAROM_DEMO_FAILURES; why++)
        if (seen_failure[why] == 0)
            fail_msg("no failure %s", carom_failure_name((enum carom_demo_failure)why));
    for (unsigned why = 0; why < CAROM_PUTBACK_REASONS; why++)
        if (seen_putback[why] == 0)
            fail_msg("no putback %s", carom_putback_reason_name((enum carom_putback_reason)why));
    for (unsigned why = CAROM_REFUSED_NOT_OPEN; why < CAROM_REFUSED_ROUTE_LONG; why++) {
        struct carom_refusal refusal = {.code = (enum carom_refusal_code)why, .slide = CAROM_SLIDE_BLOCKED};
        /* full: five ids never fill a table but a solo one; that is seen, too */
        if (seen_refusal[why] == 0)
            fail_msg("no refusal %s", carom_refusal_name(&refusal));
    }
}

/* apply is total: any event may meet any table, and the table still answers commands and comes to rest. */
static void anything_can_be_applied(void **state)
{
    (void)state;
    chance_begin("anything_can_be_applied");
    static struct carom_event events[4096];
    static struct storm storm;
    unsigned count = 0;
    while (count < 4096) { /* events of real games ... */
        memset(&storm, 0, sizeof storm);
        for (unsigned i = 0; i < 100 && count < 4096; i++) {
            struct carom_command command;
            struct carom_decision decision = {0};
            random_command(&storm, &command);
            while (carom_referee_decide(&storm.live.table, &command, &decision) == CAROM_DECISION_EVENT &&
                   count < 4096) {
                carom_referee_apply(&storm.live.table, &decision.event);
                events[count++] = decision.event;
            }
        }
    }
    for (unsigned game = 0; game < chance_rounds(2000); game++) { /* ... in any order, on one table */
        memset(&storm, 0, sizeof storm);
        for (unsigned i = 0; i < 60; i++) {
            struct carom_event event = events[chance_below(i == 0 ? 1 : 4096)];
            event.seat = chance_below(4) == 0 ? (uint8_t)chance_below(256) : event.seat;
            carom_referee_apply(&storm.live.table, &event);
            struct carom_command command;
            struct carom_decision decision = {0};
            random_command(&storm, &command);
            command.at = storm.live.table.now + (carom_ms)chance_below(1000);
            unsigned steps = 0;
            while (chance_below(2) == 0 &&
                   carom_referee_decide(&storm.live.table, &command, &decision) == CAROM_DECISION_EVENT) {
                static char words[CAROM_JSON_EVENT_MAX];
                struct carom_text text = carom_text_init(words, sizeof words);
                carom_event_write(&text, &storm.live.table, &decision.event);
                carom_referee_apply(&storm.live.table, &decision.event);
                assert_true(++steps < 1000);
            }
            while (carom_referee_decide(&storm.live.table, &command, &decision) == CAROM_DECISION_EVENT) {
                carom_referee_apply(&storm.live.table, &decision.event);
                assert_true(++steps < 1000);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storms),
        cmocka_unit_test(storms_bring_everything),
        cmocka_unit_test(anything_can_be_applied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
