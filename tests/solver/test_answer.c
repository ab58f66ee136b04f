/*
 * Answers of both games against the plain model: number, route, list and JSON have to say the same.
 */
#include "brute_force.h"
#include "solver_fixture.h"
#include "support.h"

#include <carom/libc_allocator.h>
#include <string.h>

#define LIMIT 20

/* An answer as JSON with everything in it. */
static const char *json_of(const struct carom_answer *answer)
{
    static char bytes[65536];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_answer_write_result(&text, answer);
    carom_answer_write_nodes(&text, answer);
    carom_answer_write_route_list(&text, answer);
    carom_answer_write_difficulty(&text, answer);
    carom_json_end(&text, '}');
    assert_false(text.truncated);
    return bytes;
}

/* The next line of a list without its end; NULL behind the last one. */
static const char *next_line(const char **lines)
{
    static char line[4096];
    const char *end = *lines != NULL ? strchr(*lines, '\n') : NULL;
    if (end == NULL)
        return NULL;
    assert_true((size_t)(end - *lines) < sizeof line);
    memcpy(line, *lines, (size_t)(end - *lines));
    line[end - *lines] = '\0';
    *lines = end + 1;
    return line;
}

/* The words of a JSON array with blanks between. */
static const char *joined(const struct carom_json *json, uint32_t array)
{
    static char words[4096];
    size_t length = 0, added;
    words[0] = '\0';
    for (uint32_t i = 0; i < json->nodes[array].count; i++) {
        if (i > 0)
            words[length++] = ' ';
        assert_true(carom_json_as_string(json, carom_json_item(json, array, i), words + length,
                                         sizeof words - length - 1, &added));
        length += added;
    }
    return words;
}

/* What JSON says is what the struct says. */
static void assert_json_agrees(const struct carom_answer *answer)
{
    static struct carom_json_node nodes[4096];
    struct carom_json json;
    int64_t number;
    const char *text = json_of(answer), *lines = answer->list.lines, *line;
    char route[4096];
    struct carom_text words = carom_text_init(route, sizeof route);
    assert_true(carom_json_read(&json, nodes, 4096, text, strlen(text), NULL));
    assert_true(carom_json_as_int(&json, carom_json_get(&json, 0, "moves"), &number));
    assert_int_equal(number, answer->solution.cost);
    carom_answer_write_route_text(&words, answer);
    assert_string_equal(joined(&json, carom_json_get(&json, 0, "route")), route);
    assert_true(carom_json_as_int(&json, carom_json_get(&json, 0, "count"), &number));
    assert_int_equal(number, answer->routes);
    uint32_t list = carom_json_get(&json, 0, "routes");
    for (uint32_t i = 0; (line = next_line(&lines)) != NULL; i++)
        assert_string_equal(joined(&json, carom_json_item(&json, list, i)), line);
    assert_int_equal(json.nodes[list].count, answer->routes < LIMIT ? answer->routes : LIMIT);
}

static void assert_ricochet(const struct carom_puzzle *puzzle, const struct carom_answer *answer,
                            const struct plain_answer *model)
{
    const char *lines = answer->list.lines, *line;
    uint32_t listed = 0;
    assert_int_equal(answer->solution.cost, model->cost);
    assert_int_equal(answer->routes, model->routes);
    for (; (line = next_line(&lines)) != NULL; listed++) {
        struct carom_move route[CAROM_ROUTE_MAX];
        size_t count;
        assert_true(carom_route_read(route, CAROM_ROUTE_MAX, &count, line, strlen(line), NULL));
        assert_int_equal(model->cost == 0 ? count : plain_replay(&puzzle->position, true, route, (uint32_t)count),
                         model->cost);
    }
    assert_int_equal(listed, model->routes < LIMIT ? model->routes : LIMIT);
}

static void answers_agree_with_the_model_R7(void **state)
{
    (void)state;
    unsigned compared = 0, never = 0, rounds = chance_rounds(400);
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        struct carom_random random = carom_random_seed(seed);
        struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET};
        struct carom_answer answer;
        plain_position(&random, PLAIN_SMALL, &puzzle.position);
        struct plain_answer model = plain_solve(&puzzle.position, true, 20000);
        carom_answer_solve_all(solver, &puzzle, NULL, LIMIT, &carom_libc_allocator, &answer);
        if (model.solved && model.routes > 0) { /* 0: the model had no room to count them */
            assert_int_equal(answer.solution.status, CAROM_SOLVE_FOUND);
            assert_ricochet(&puzzle, &answer, &model);
            assert_json_agrees(&answer);
            compared++;
        } else if (model.complete) {
            assert_int_equal(answer.solution.status, CAROM_SOLVE_UNSOLVABLE);
            never++;
        }
        carom_answer_destroy(&answer);
    }
    assert_true(compared > rounds / 4 && never > 0);
}

/* A walk by the words of a line; M4 and M12 are asked of the model by leaving it one step at a time. */
static void assert_walk(struct carom_micro_position position, const char *line, uint32_t moves)
{
    uint8_t places[2 * CAROM_MICRO_CELLS];
    size_t count;
    assert_true(carom_micro_route_read(&position.board, places, sizeof places, &count, line, strlen(line), NULL));
    assert_int_equal(count, moves);
    for (size_t i = 0; i < count; i++) {
        struct carom_micro_position step = position;
        step.target = places[i];
        step.via = CAROM_MICRO_NO_CELL;
        assert_int_equal(plain_walks(&step, 1), 1);
        position.start = places[i];
        if (position.via == places[i])
            position.via = CAROM_MICRO_NO_CELL;
    }
    assert_int_equal(position.start, position.target);
    assert_int_equal(position.via, CAROM_MICRO_NO_CELL);
}

static void answers_agree_with_trying_everything_M4_M12(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(3);
    unsigned compared = 0;
    for (unsigned i = 0; i < 60; i++) {
        struct carom_puzzle puzzle = {.game = CAROM_GAME_MICRO};
        struct carom_answer answer, alone;
        carom_deal_micro_position(&random, i % 2 == 1, &puzzle.micro);
        assert_int_equal(carom_answer_solve_all(NULL, &puzzle, NULL, LIMIT, &carom_libc_allocator, &answer),
                         CAROM_SOLVE_FOUND);
        assert_int_equal(carom_answer_solve(NULL, &puzzle, NULL, &alone), CAROM_SOLVE_FOUND);
        assert_memory_equal(alone.faces, answer.faces, sizeof alone.faces);
        assert_int_equal(alone.routes, answer.routes);
        assert_json_agrees(&answer);
        const char *lines = answer.list.lines, *line;
        while ((line = next_line(&lines)) != NULL)
            assert_walk(puzzle.micro, line, answer.solution.cost);
        if (answer.solution.cost <= 6) { /* long ones take too long this way */
            for (unsigned fewer = 0; fewer < answer.solution.cost; fewer++)
                assert_int_equal(plain_walks(&puzzle.micro, fewer), 0);
            assert_int_equal(plain_walks(&puzzle.micro, answer.solution.cost), answer.routes);
            compared++;
        }
        carom_answer_destroy(&answer);
    }
    assert_true(compared > 30);
}

/* Every status has its form, and what is not known is not said. */
static void what_is_not_known_is_left_out(void **state)
{
    (void)state;
    struct carom_puzzle puzzle = puzzle_of("8x8/Ra1/R@h1");
    struct carom_solve_options few = {.max_cost = 2}, free = {.no_ricochet = true};
    struct carom_answer answer;
    carom_answer_solve(solver, &puzzle, &free, &answer);
    answer.solution.nodes = 7;
    assert_string_equal(json_of(&answer), "{\"moves\":1,\"route\":[\"RE\"],\"proven\":true,\"nodes\":7}");
    carom_answer_solve_all(solver, &puzzle, &free, 0, NULL, &answer);
    answer.solution.nodes = 7;
    assert_string_equal(json_of(&answer), "{\"moves\":1,\"route\":[\"RE\"],\"proven\":true,\"nodes\":7,\"count\":1,"
                                          "\"difficulty\":4,\"word\":\"trivial\"}");
    assert_int_equal(carom_answer_solve(solver, &puzzle, &few, &answer), CAROM_SOLVE_LIMIT);
    answer.solution.nodes = 0;
    assert_string_equal(json_of(&answer), "{\"moves\":null,\"proven\":false,\"at_least\":3,\"nodes\":0}");
    puzzle = puzzle_of("8x8/Ra1/R@d4");
    carom_answer_solve_all(solver, &puzzle, NULL, 5, &carom_libc_allocator, &answer);
    answer.solution.nodes = 0;
    assert_string_equal(json_of(&answer), "{\"moves\":null,\"unsolvable\":true,\"proven\":true,\"nodes\":0,\"count\":0,"
                                          "\"routes\":[]}");
    carom_answer_destroy(&answer);
}

/* Memory of the list that ends after so many wishes, and what it has not got back. */
static unsigned wishes, held;

static void *stingy(void *context, void *block, size_t old_size, size_t new_size)
{
    if (new_size != 0 && wishes-- == 0) {
        wishes = 0;
        return NULL;
    }
    held += block == NULL ? 1 : new_size == 0 ? -1u : 0;
    return carom_libc_allocator.resize(context, block, old_size, new_size);
}

static void the_list_may_have_no_memory(void **state)
{
    (void)state;
    const struct carom_allocator allocator = {.resize = stingy};
    const char *const texts[] = {"16x16/Ra1,Yc3,Gd5/R@p16", "black-A0-B0-D0-C0/1P>2W"};
    for (unsigned i = 0; i < 2; i++) {
        struct carom_puzzle puzzle = puzzle_of(texts[i]);
        struct carom_answer answer;
        unsigned allowed = 0;
        for (bool found = false; !found; allowed++) {
            wishes = allowed;
            found = carom_answer_solve_all(solver, &puzzle, NULL, 1000, &allocator, &answer) == CAROM_SOLVE_FOUND;
            assert_true(found || answer.solution.status == CAROM_SOLVE_NO_MEMORY);
            assert_true(answer.solution.lower_bound > 0);
            assert_int_equal(held, found);
            carom_answer_destroy(&answer);
            assert_int_equal(held, 0);
        }
        assert_true(allowed > 1);
    }
    struct carom_puzzle puzzle = puzzle_of(texts[0]);
    struct carom_answer answer;
    assert_int_equal(carom_answer_solve(NULL, &puzzle, NULL, &answer), CAROM_SOLVE_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_agree_with_the_model_R7),
        cmocka_unit_test(answers_agree_with_trying_everything_M4_M12),
        cmocka_unit_test(what_is_not_known_is_left_out),
        cmocka_unit_test(the_list_may_have_no_memory),
    };
    return cmocka_run_group_tests_name("answer", tests, make_solver, free_solver);
}
