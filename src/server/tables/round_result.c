/*
 * The solver's result of a round, sent when the round is over: a shortest route beside the one that was shown.
 */
#include "internal.h"

#include <stdlib.h>

#define SOLVE_MS 10000 /* time limit per round */

bool round_is_running(const struct table *table)
{
    enum carom_phase phase = table->game.phase;
    return phase == CAROM_PHASE_BIDDING || phase == CAROM_PHASE_SHOWING || phase == CAROM_PHASE_SEARCHING;
}

const struct solve_result *round_result(const struct table *table)
{
    return table->solved_round == table->game.rounds ? table->solve_result : NULL;
}

/* ---- solving ---- */

/* A solve job in progress. */
struct round_solve {
    struct table *table;
    uint32_t game;
    uint32_t round;
    void (*unreachable)(struct table *table, carom_ms now);
    struct solve_job *job;
};

static void store_result(const struct round_solve *solve, struct solve_result *result)
{
    struct table *table = solve->table;
    carom_ms now = clock_now_ms();
    table->solve_result = result;
    if (result->answer.solution.status == CAROM_SOLVE_UNSOLVABLE)
        solve->unreachable(table, now);
    round_result_broadcast(table);
    table->tables->bots->on_change(table, now);
    table_timer_dirty(table);
}

static void on_solved(void *context, struct solve_result *result)
{
    struct round_solve *solve = context;
    struct table *table = solve->table;
    bool latest = table->round_solve == solve; /* a table that was read again may have started another */
    if (latest)
        table->round_solve = NULL;
    bool current = latest && !table->unloaded && table->freshness == TABLE_FRESH && table->row.game == solve->game &&
                   table->game.rounds == solve->round;
    if (result != NULL && current && result->answer.solution.status != CAROM_SOLVE_CANCELLED)
        store_result(solve, result);
    else if (result != NULL)
        solve_result_unref(result);
    if (table->freshness != TABLE_FRESH)
        table->solved_round = 0; /* requested again when the current round is known */
    table_unref(table);
    free(solve);
}

/* Rounds are solved on the flow of the connected player who was served longest ago. So somebody who requests much
 * elsewhere does not delay the people at this table by sitting down with them. */
uint64_t rounds_asker(const struct table *table)
{
    /* A session whose `hello`, `join` and `start` arrive together does not receive broadcasts yet. */
    uint64_t first = table->asker != 0 ? table->asker : (uint64_t)table->row.id;
    bool sits = false;
    for (const struct session *session = table->sessions; session != NULL; session = session->next) {
        uint64_t asker = conn_flow(session->conn);
        if (session->seat == TABLE_NO_SEAT ||
            (sits && jobs_last_served(table->tables->jobs, asker) >= jobs_last_served(table->tables->jobs, first)))
            continue;
        first = asker;
        sits = true;
    }
    return first;
}

void round_solve_cancel(struct table *table)
{
    struct round_solve *solve = table->round_solve;
    table->round_solve = NULL;
    if (solve != NULL && solve->job != NULL)
        solve_job_cancel(solve->job);
}

void round_solve_start(struct table *table, void (*unreachable)(struct table *table, carom_ms now))
{
    struct solve_request request = {
        .all = true,
        .nodes = table->tables->base->options->solve_nodes,
        .ms = SOLVE_MS,
        .flow = rounds_asker(table),
    };
    if (table->solved_round == table->game.rounds || !carom_table_round_puzzle(&table->game, &request.puzzle))
        return;
    table_clear_solve_result(table);
    table->solved_round = table->game.rounds;
    struct round_solve *solve = xcalloc(sizeof *solve);
    *solve = (struct round_solve){table, table->row.game, table->game.rounds, unreachable, NULL};
    table_ref(table);
    table->round_solve = solve;
    struct solve_callback callback = {.done = on_solved, .context = solve};
    struct solve_job *job = jobs_solve(table->tables->jobs, JOB_ROUND, &request, callback);
    if (job != NULL)
        solve->job = job;
    else
        on_solved(solve, NULL);
}

/* ---- broadcasting ---- */

static void write_result(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    const struct carom_answer *answer = &table->solve_result->answer;
    struct carom_puzzle puzzle;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "result");
    carom_json_put_int(text, "game", table->row.game);
    carom_json_put_int(text, "round", table->solved_round);
    carom_json_open_string(text, "position");
    if (carom_table_round_puzzle(&table->game, &puzzle))
        carom_puzzle_write(text, &puzzle);
    carom_json_close_string(text);
    carom_answer_write_moves(text, answer);
    carom_answer_write_proof(text, answer);
    carom_answer_write_route(text, answer);
    if (answer->solution.status == CAROM_SOLVE_FOUND)
        carom_answer_write_route_list(text, answer);
    carom_json_end(text, '}');
}

struct shared_buffer *round_result_message(const struct table *table)
{
    if (round_result(table) == NULL || round_is_running(table))
        return NULL;
    return frame_write(write_result, table);
}

void round_result_broadcast(struct table *table)
{
    struct shared_buffer *frame = table->result_sent ? NULL : round_result_message(table);
    if (frame != NULL) {
        table->result_sent = true;
        commit_broadcast(table, frame);
    }
}
