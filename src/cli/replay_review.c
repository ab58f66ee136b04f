/*
 * Solves the rounds of a log while it is read, and prints the review in words.
 *
 * The search is limited in nodes, not in time, so that the same log always gives the same review.
 */
#include "replay_review.h"

#include "../client/client.h"
#include "../review/review.h"

#include <carom/libc_allocator.h>
#include <string.h>

#define NODES_MAX ((uint64_t)50000000)

static struct review review;
static struct carom_solver *solver;

static void solve(const struct carom_table *table)
{
    static struct carom_puzzle puzzle;
    static struct carom_answer answer;
    static char route[REVIEW_ROUTE_SIZE];
    struct carom_solve_options options = {.max_nodes = NODES_MAX};
    struct carom_text text = carom_text_init(route, sizeof route);
    if (!carom_table_round_puzzle(table, &puzzle))
        return;
    if (solver == NULL)
        solver = carom_solver_new(&carom_libc_allocator); /* NULL: the answer says that there is no memory */
    enum carom_solve_status status = carom_answer_solve(solver, &puzzle, &options, &answer);
    carom_answer_write_route_text(&text, &answer);
    if (status == CAROM_SOLVE_FOUND)
        review_set_solution(&review, table->rounds, answer.solution.cost, text.truncated ? "" : route);
    else if (status == CAROM_SOLVE_UNSOLVABLE)
        review_set_solution(&review, table->rounds, 0, "");
}

void replay_review_event(const struct carom_table *table, const struct carom_event *event)
{
    review_event(&review, table, event);
    if (event->kind == CAROM_EVENT_DRAWN)
        solve(table);
}

static const char *name_of(uint32_t place)
{
    static char names[2][CAROM_NAME_SIZE];
    static unsigned next;
    char *name = names[next ^= 1];
    memcpy(name, review.players[place].name, CAROM_NAME_SIZE);
    client_sanitize(name);
    return name;
}

static void print_finds(const struct review_sum *sum)
{
    char number[CLI_NUMBER_SIZE];
    if (sum->fastest == REVIEW_NO_FIND)
        return; /* then there is no best one either */
    const struct review_find *find = &review.finds[sum->fastest];
    printf(_("  Fastest find: round %u, a route of %u, after %s s.\n"), review.rounds[sum->fastest_round].number,
           find->moves, cli_decimal(number, (double)find->after / 1000, 1));
    find = &review.finds[sum->best];
    printf(_("  Best round: round %u, a route of %u, after %s s.\n"), review.rounds[sum->best_round].number,
           find->moves, cli_decimal(number, (double)find->after / 1000, 1));
}

static void print_missed(uint32_t place, uint32_t at)
{
    const struct review_find *find;
    const struct review_round *round = &review.rounds[at];
    char first[REVIEW_ROUTE_SIZE];
    if (!review_missed(&review, place, at, &find))
        return;
    memcpy(first, round->route, sizeof first);
    first[strcspn(first, " ")] = '\0'; /* "RN" of "RN GE" */
    if (find == NULL || find->moves == 0)
        printf(_("  Round %u: no bid, but %u was possible. Start with %s.\n"), round->number, round->moves, first);
    else
        printf(_("  Round %u: bid %u, but %u was possible. Start with %s.\n"), round->number, find->moves, round->moves,
               first);
}

static void print_player(uint32_t place)
{
    struct review_sum sum = review_sum_of(&review, place);
    if (review.players[place].id[0] == '\0' || sum.rounds == 0)
        return;
    printf(_("%s: score %u, won %u of %u rounds, shortest routes in %u of %u bids.\n"), name_of(place),
           review.players[place].score, sum.won, sum.rounds, sum.shortest, sum.bids);
    print_finds(&sum);
    for (uint32_t round = 0; round < review.round_count; round++)
        print_missed(place, round);
}

static void print_words(void)
{
    if (review_turned(&review) && review.overtaken != REVIEW_NOBODY)
        printf(_("Round %u turned the game: %s overtook %s.\n"), review.led_since, name_of(review.winner),
               name_of(review.overtaken));
    else if (review_turned(&review))
        printf(_("Round %u decided the game: %s took the lead and kept it.\n"), review.led_since,
               name_of(review.winner));
    for (uint32_t place = 0; place < review.player_count; place++)
        print_player(place);
    if (review.cut_off)
        puts(_("The game is longer than a review can hold; the rest is left out."));
}

void replay_review_print(const struct cli *cli)
{
    static char bytes[REVIEW_JSON_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_solver_free(solver);
    solver = NULL;
    if (!cli->json) {
        print_words();
        return;
    }
    review_write(&text, &review, NULL);
    cli_print(&text);
}
