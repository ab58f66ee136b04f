/*
 * Whole games to `over`, played by players who find their routes by wandering about, or else by thinking. The test
 * keeps its own score from what it sees, and says beforehand who has to win, when the game has to end, and who gets a
 * chip (R17, L2, M7, M10).
 */
#include "support.h"

#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTE 40
#define EASY_GAMES 100

struct route {
    unsigned count;
    struct carom_any_move moves[ROUTE];
};

struct game {
    struct carom_table table;
    carom_ms now;
    unsigned score[CAROM_PLAYERS_MAX]; /* our own books */
    unsigned face_down;
    unsigned taken; /* tokens that were won, either way */
    struct route route[CAROM_PLAYERS_MAX];
    bool over;
    unsigned winners;
    unsigned expected_penalty_to; /* seat, or CAROM_NO_SEAT */
    char position[128];           /* in which the round began, in our own words; "" before the first */
};

static unsigned goal_of_book(const struct carom_rules *rules, unsigned players) /* R17, M10 */
{
    if (rules->goal != CAROM_GOAL_BY_PLAYERS)
        return rules->goal;
    return players == 2 ? 8 : players == 3 ? 6 : players == 4 ? 5 : 0;
}

/* Who must have won: the most, and all who have it; alone: more up than down. */
static void watch_over(struct game *game, const struct carom_event *event)
{
    unsigned most = 0;
    for (unsigned seat = 0; seat < game->table.seats; seat++)
        most = game->score[seat] > most ? game->score[seat] : most;
    bool lost = carom_rules_is_solo(&game->table.rules) && game->score[0] <= game->face_down;
    for (unsigned seat = 0; seat < game->table.seats; seat++) {
        assert_int_equal(event->as.over.scores[seat], game->score[seat]);
        assert_int_equal(event->as.over.winner[seat], game->score[seat] == most && !lost);
        game->winners += event->as.over.winner[seat];
    }
    game->over = true;
}

/* M7, by the book: clockwise from the caller, the first of those with the fewest. */
static unsigned fewest_clockwise(const struct game *game, unsigned caller)
{
    unsigned best = CAROM_NO_SEAT;
    for (unsigned step = 1; step < game->table.seats; step++) {
        unsigned seat = (caller + step) % game->table.seats;
        if (best == CAROM_NO_SEAT || game->score[seat] < game->score[best])
            best = seat;
    }
    return best;
}

static void watch(struct game *game, const struct carom_event *event)
{
    assert_false(game->over);
    if (event->kind == CAROM_EVENT_STARTED) {
        assert_int_equal(event->as.started.goal,
                         goal_of_book(&game->table.rules, carom_table_seated_count(&game->table)));
    } else if (event->kind == CAROM_EVENT_WON && event->as.won.side == CAROM_TOKEN_FACE_DOWN) {
        game->face_down++;
        game->taken++;
    } else if (event->kind == CAROM_EVENT_WON) {
        game->taken++;
        game->score[event->seat]++;
        assert_int_equal(event->as.won.score, game->score[event->seat]);
    } else if (event->kind == CAROM_EVENT_FAILED && carom_rules_is_micro(&game->table.rules)) {
        game->expected_penalty_to = game->score[event->seat] > 0 ? fewest_clockwise(game, event->seat) : CAROM_NO_SEAT;
    } else if (event->kind == CAROM_EVENT_PENALTY) {
        assert_int_equal(event->as.penalty_to, game->expected_penalty_to);
        game->expected_penalty_to = CAROM_NO_SEAT;
        game->score[event->seat]--;
        game->score[event->as.penalty_to]++;
    } else if (event->kind == CAROM_EVENT_PUTBACK) {
        assert_int_equal(game->expected_penalty_to, CAROM_NO_SEAT); /* whoever had to pay has paid */
    } else if (event->kind == CAROM_EVENT_OVER) {
        watch_over(game, event);
    }
}

/* The position on the table when a target is drawn, written down by hand. */
static void note_position(struct game *game, const struct carom_event *event)
{
    const struct carom_drawn_target *drawn = &event->as.drawn;
    struct carom_text text = carom_text_init(game->position, sizeof game->position);
    if (carom_rules_is_micro(&game->table.rules)) {
        carom_micro_board_write(&text, &game->table.micro_board);
        carom_text_char(&text, '/');
        carom_micro_face_write(&text, drawn->start);
        carom_text_char(&text, '>');
        if (drawn->via != CAROM_MICRO_NO_CELL) {
            carom_micro_face_write(&text, drawn->via);
            carom_text_char(&text, '>');
        }
        carom_micro_face_write(&text, drawn->target);
        return;
    }
    carom_board_write(&text, &game->table.board);
    carom_text_char(&text, '/');
    carom_robots_write(&text, &game->table.markers);
    carom_text_char(&text, '/');
    carom_token_write(&text, drawn->token);
}

/* R4, R15: whatever is moved, won or put back, the round's position is the one in which it began. */
static void assert_position(const struct game *game)
{
    struct carom_puzzle puzzle;
    char words[128] = "";
    struct carom_text text = carom_text_init(words, sizeof words);
    if (carom_table_round_puzzle(&game->table, &puzzle))
        carom_puzzle_write(&text, &puzzle);
    assert_string_equal(words, game->position);
}

/* True if it was not refused. */
static bool send(struct game *game, struct carom_command *command)
{
    struct carom_decision decision = {0};
    command->at = game->now;
    while (carom_referee_decide(&game->table, command, &decision) == CAROM_DECISION_EVENT) {
        watch(game, &decision.event);
        if (decision.event.kind == CAROM_EVENT_DRAWN)
            note_position(game, &decision.event);
        carom_referee_apply(&game->table, &decision.event);
        assert_position(game);
    }
    return decision.kind == CAROM_DECISION_DONE;
}

static bool say(struct game *game, enum carom_command_kind kind, unsigned seat)
{
    struct carom_command command = {.kind = kind};
    snprintf(command.by, sizeof command.by, "p%u", seat);
    snprintf(command.name, sizeof command.name, "Player %u", seat);
    return send(game, &command);
}

static bool bid(struct game *game, unsigned seat, unsigned moves)
{
    struct carom_command command = {.kind = CAROM_COMMAND_BID, .moves = moves};
    snprintf(command.by, sizeof command.by, "p%u", seat);
    return send(game, &command);
}

static bool move(struct game *game, unsigned seat, struct carom_any_move any_move)
{
    struct carom_command command = {.kind = CAROM_COMMAND_MOVE, .move = any_move};
    snprintf(command.by, sizeof command.by, "p%u", seat);
    return send(game, &command);
}

static void wait(struct game *game, carom_ms ms)
{
    struct carom_command command = {.kind = CAROM_COMMAND_TICK};
    game->now += ms;
    send(game, &command);
}

static void open_game(struct game *game, const struct carom_rules *rules, unsigned players)
{
    struct carom_command open = {.kind = CAROM_COMMAND_OPEN, .config.rules = *rules};
    memset(game, 0, sizeof *game);
    game->expected_penalty_to = CAROM_NO_SEAT;
    open.config.rules.seed = chance() >> 12;
    assert_true(send(game, &open));
    for (unsigned seat = 0; seat < players; seat++)
        assert_true(say(game, CAROM_COMMAND_JOIN, seat));
    assert_true(say(game, CAROM_COMMAND_START, 0));
}

/* Wanders about until a robot of the target's colour is there, as R7 wants it. */
static bool wander(const struct carom_table *table, struct route *route)
{
    struct carom_round round = carom_round_begin(&table->markers);
    route->count = 0;
    while (route->count < ROUTE) {
        struct carom_move one = carom_move_make(chance_below(CAROM_COLOURS), chance_below(CAROM_DIRECTIONS));
        struct carom_slide slide;
        if (!carom_round_move(&round, &table->board, one, &slide))
            continue;
        route->moves[route->count++] = (struct carom_any_move){.move = one};
        enum carom_round_state state = carom_round_state(&round, &table->target, one.robot, true);
        if (state != CAROM_ROUND_RUNNING)
            return state == CAROM_ROUND_REACHED;
    }
    return false;
}

/* A thorough player: for what is too hard to be found by wandering. */
static bool think(const struct carom_table *table, struct route *route)
{
    static struct carom_solution solution;
    struct carom_position position = {.board = table->board, .robots = table->markers, .target = table->target};
    struct carom_solve_options options = {.max_cost = ROUTE};
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    assert_non_null(solver);
    bool found = carom_solve(solver, &position, &options, &solution) == CAROM_SOLVE_FOUND;
    carom_solver_free(solver);
    route->count = found ? solution.moves : 0;
    for (unsigned i = 0; i < route->count; i++)
        route->moves[i] = (struct carom_any_move){.move = solution.route[i]};
    return found;
}

static bool find_route(const struct carom_table *table, struct route *route)
{
    for (unsigned i = 0; i < 200; i++)
        if (wander(table, route))
            return true;
    return think(table, route);
}

/* M4: any walk that ends on the target, by way of the way point if there is one. */
static void find_micro(const struct carom_table *table, struct route *route)
{
    const struct carom_micro_board *tiles = &table->micro_board;
    for (;;) {
        unsigned face = table->drawn.start;
        bool via = table->drawn.via == CAROM_MICRO_NO_CELL;
        route->count = 0;
        while (route->count < ROUTE) {
            unsigned next = chance_below(CAROM_MICRO_CELLS);
            if (!carom_micro_can_move(tiles, tiles->cell_of[face], tiles->cell_of[next]))
                continue;
            face = next;
            route->moves[route->count++] = (struct carom_any_move){.micro = true, .micro_face = (uint8_t)face};
            via = via || face == table->drawn.via;
            if (via && face == table->drawn.target)
                return;
        }
    }
}

/* Everybody looks for a route; some bid without one, some a wrong number. */
static void play_bidding(struct game *game, unsigned players)
{
    struct route found = {0};
    bool any = find_route(&game->table, &found);
    for (unsigned seat = 0; seat < players; seat++) {
        game->route[seat].count = 0;
        if (any && chance_below(players) < 2) {
            game->route[seat] = found;
            bid(game, seat, found.count);
        } else if (chance_below(8) == 0) {
            bid(game, seat, 1 + chance_below(20));
        }
        game->now += chance_below(1000);
    }
    if (carom_table_bid_count(&game->table) == 0) {
        game->now += game->table.rules.patience;
        say(game, CAROM_COMMAND_FLIP, 0);
    }
    wait(game, game->table.rules.hourglass + 1);
}

static void play_showing(struct game *game)
{
    unsigned seat = game->table.turn;
    const struct route *route = &game->route[seat];
    if (route->count == 0) {
        say(game, CAROM_COMMAND_PASS, seat);
        return;
    }
    for (unsigned i = 0; i < route->count; i++)
        assert_true(move(game, seat, route->moves[i]));
}

static void play_round(struct game *game, unsigned players)
{
    if (game->table.phase == CAROM_PHASE_BIDDING) {
        play_bidding(game, players);
    } else if (game->table.phase == CAROM_PHASE_SHOWING) {
        play_showing(game);
    } else {
        assert_int_equal(game->table.phase, CAROM_PHASE_BETWEEN_ROUNDS);
        assert_true(say(game, CAROM_COMMAND_NEXT, chance_below(players)));
    }
}

/* A game is over when somebody has the goal, or when nothing is left, and not before. */
static void assert_end(const struct game *game)
{
    unsigned most = 0;
    for (unsigned seat = 0; seat < game->table.seats; seat++)
        most = game->score[seat] > most ? game->score[seat] : most;
    bool ended = (game->table.goal > 0 && most >= game->table.goal) || game->taken == CAROM_TOKENS;
    assert_int_equal(game->over, ended);
}

static unsigned play_ricochet(enum carom_preset preset, unsigned players)
{
    static struct game game;
    struct carom_rules rules = carom_rules_from_preset(preset);
    open_game(&game, &rules, players);
    while (!game.over) {
        play_round(&game, players);
        assert_end(&game);
    }
    return game.winners;
}

/* Solves what was drawn, and says how many moves it needs at least. */
static unsigned shortest(const struct carom_table *table)
{
    struct route route;
    assert_true(think(table, &route));
    return route.count;
}

/* The solver, which the referee does not have, finds what the rule promises: at first three to five moves, and more
 * of them as the game goes on. Now and then the robots stand so that no token is that near. */
static void easy_start_draws_targets_of_three_to_five_moves(void **state)
{
    (void)state;
    static struct game game;
    struct carom_rules rules = carom_rules_from_preset(CAROM_PRESET_RICOCHET);
    unsigned sum[CAROM_EASY_START_ROUNDS] = {0}, first = 0, fitting = 0;
    rules.easy_start = true;
    rules.barriers = CAROM_BARRIERS_NONE;
    chance_begin("easy_start_draws_targets_of_three_to_five_moves");
    for (unsigned i = 0; i < EASY_GAMES; i++) {
        open_game(&game, &rules, 2);
        while (game.table.rounds <= CAROM_EASY_START_ROUNDS && !game.over) {
            if (game.table.phase == CAROM_PHASE_BIDDING) {
                unsigned moves = shortest(&game.table);
                assert_true(carom_table_in_easy_start(&game.table));
                first += game.table.rounds == 1 && moves >= 3 && moves <= 5;
                fitting += moves >= 3 && moves <= 5;
                sum[game.table.rounds - 1] += moves;
            }
            play_round(&game, 2);
        }
        assert_false(carom_table_in_easy_start(&game.table));
    }
    assert_true(first >= EASY_GAMES - 2);
    assert_true(fitting * 10 >= EASY_GAMES * CAROM_EASY_START_ROUNDS * 9);
    assert_true(sum[0] + sum[1] < sum[2] + sum[3] && sum[2] + sum[3] < sum[4] + sum[5]);
}

static void R17_random_games_end_as_the_book_says(void **state)
{
    (void)state;
    static const unsigned players[] = {1, 2, 3, 4, 5, 10, 64, 128};
    unsigned shared = 0;
    chance_begin("R17_random_games_end_as_the_book_says");
    for (unsigned i = 0; i < sizeof players / sizeof players[0]; i++) {
        for (unsigned preset = CAROM_PRESET_RICOCHET; preset <= CAROM_PRESET_SFRENATI_COMPETITION; preset++) {
            unsigned winners = play_ricochet((enum carom_preset)preset, players[i]);
            assert_true(winners >= 1);
            shared += winners > 1;
        }
    }
    for (unsigned i = 0; i < 20 && shared < 3; i++)
        shared += play_ricochet(CAROM_PRESET_RICOCHET_IT, 5) > 1;
    assert_true(shared >= 1); /* equal players share the victory */
}

/* `luck` of ten tokens are found in time. */
static void play_solo(struct game *game, unsigned luck, unsigned turns)
{
    struct carom_rules rules = carom_rules_from_preset(CAROM_PRESET_SOLO);
    rules.hourglass_runs = (uint8_t)turns;
    rules.touch = chance_below(3) == 0;
    open_game(game, &rules, 1);
    while (!game->over) {
        if (game->table.phase == CAROM_PHASE_BETWEEN_ROUNDS)
            say(game, CAROM_COMMAND_NEXT, 0);
        struct route route;
        assert_int_equal(game->table.phase, CAROM_PHASE_SEARCHING);
        bool found = chance_below(10) < luck && find_route(&game->table, &route);
        if (found && !rules.touch) /* L1: the number first */
            assert_true(bid(game, 0, route.count));
        for (unsigned i = 0; found && i < route.count; i++)
            move(game, 0, route.moves[i]);
        wait(game, game->table.rules.hourglass * turns + 1);
        assert_end(game);
    }
    assert_int_equal(game->score[0] + game->face_down, CAROM_TOKENS);
}

static void L1_L2_L3_solo_is_won_and_lost(void **state)
{
    (void)state;
    static struct game game;
    unsigned won = 0;
    unsigned lost = 0;
    chance_begin("L1_L2_L3_solo_is_won_and_lost");
    for (unsigned i = 0; i < 20; i++) {
        play_solo(&game, i % 11, 1 + i % 2);
        assert_int_equal(game.winners, game.score[0] > game.face_down);
        won += game.winners == 1;
        lost += game.winners == 0;
    }
    assert_true(won > 0 && lost > 0);
}

/* Calls by `seat`: right, or one too few. */
static void play_call(struct game *game, unsigned seat, bool right)
{
    struct route route;
    find_micro(&game->table, &route);
    assert_true(bid(game, seat, right ? route.count : route.count + 1));
    for (unsigned i = 0; i < route.count; i++)
        if (game->table.turn == seat)
            assert_true(move(game, seat, route.moves[i]));
    if (game->table.turn == seat)
        say(game, CAROM_COMMAND_PASS, seat);
}

static void play_micro(struct game *game, const struct carom_rules *rules, unsigned players, unsigned wrong,
                       bool in_turn)
{
    open_game(game, rules, players);
    for (unsigned round = 0; !game->over; round++) {
        unsigned rolls = game->table.dice_seat;
        assert_int_equal(rolls, round % players); /* M3, M8: the dice go round */
        play_call(game, in_turn ? round % players : chance_below(players), chance_below(10) >= wrong);
        unsigned total = 0;
        for (unsigned seat = 0; seat < players; seat++)
            total += game->score[seat];
        bool ended = total == CAROM_CHIPS_TOTAL;
        for (unsigned seat = 0; seat < players; seat++)
            ended = ended || (rules->goal > 0 && game->score[seat] >= rules->goal);
        assert_int_equal(game->over, ended);
        if (!game->over)
            assert_true(say(game, CAROM_COMMAND_NEXT, chance_below(players)));
    }
}

static void M7_M8_M10_micro_ends_by_the_fifth_chip(void **state)
{
    (void)state;
    static struct game game;
    chance_begin("M7_M8_M10_micro_ends_by_the_fifth_chip");
    for (unsigned i = 0; i < chance_rounds(60); i++) {
        struct carom_rules rules = carom_rules_from_preset(i % 2 == 0 ? CAROM_PRESET_MICRO : CAROM_PRESET_MICRO_EXPERT);
        play_micro(&game, &rules, 2 + i % 6, i % 7, false);
        assert_int_equal(game.winners, 1);
    }
}

static void M10_micro_ends_by_the_last_of_25_chips(void **state)
{
    (void)state;
    static struct game game;
    chance_begin("M10_micro_ends_by_the_last_of_25_chips");
    struct carom_rules rules = carom_rules_from_preset(CAROM_PRESET_MICRO);
    play_micro(&game, &rules, 10, 0, true); /* each in turn: nobody has more than three */
    assert_int_equal(game.winners, 5);      /* and five of them have: a shared victory */
    rules.goal = 0;
    play_micro(&game, &rules, 3, 3, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R17_random_games_end_as_the_book_says),
        cmocka_unit_test(easy_start_draws_targets_of_three_to_five_moves),
        cmocka_unit_test(L1_L2_L3_solo_is_won_and_lost),
        cmocka_unit_test(M7_M8_M10_micro_ends_by_the_fifth_chip),
        cmocka_unit_test(M10_micro_ends_by_the_last_of_25_chips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
