/*
 * What the solver found out about a round, told when the round is over: the shortest way beside the one that was shown.
 */
#include "room.h"

#include <stdlib.h>

#define SOLVE_MS 10000 /* for a round */

bool round_on(const struct table *table)
{
    enum carom_phase phase = table->state.phase;
    return phase == CAROM_PHASE_BIDDING || phase == CAROM_PHASE_SHOWING || phase == CAROM_PHASE_SEARCHING;
}

const struct finding *round_found(const struct table *table)
{
    return table->solving == table->state.rounds ? table->found : NULL;
}

/* ---- solving ---- */

/* A round on its way through the solver. */
struct asked {
    struct table *table;
    uint32_t game;
    uint32_t round;
    void (*unreachable)(struct table *table, carom_ms now);
    struct solving *solving;
};

static void take(const struct asked *asked, struct finding *finding)
{
    struct table *table = asked->table;
    carom_ms now = clock_now();
    table->found = finding;
    if (finding->answer.solution.status == CAROM_SOLVE_UNSOLVABLE)
        asked->unreachable(table, now);
    rounds_tell(table);
    table->tables->players->notice(table, now);
    table_touch(table);
}

static void on_solved(void *context, struct finding *finding)
{
    struct asked *asked = context;
    struct table *table = asked->table;
    bool latest = table->asked == asked; /* a table that was read again may have asked again */
    if (latest)
        table->asked = NULL;
    bool current = latest && !table->forgotten && !table->refreshing && table->facts.game == asked->game &&
                   table->state.rounds == asked->round;
    if (finding != NULL && current && finding->answer.solution.status != CAROM_SOLVE_CANCELLED)
        take(asked, finding);
    else if (finding != NULL)
        finding_free(finding);
    if (table->refreshing)
        table->solving = 0; /* asked again when it is known which round is on */
    table_release(table);
    free(asked);
}

/* In whose turn a round is solved: of those who play here and are connected, whoever was served longest ago. So who
 * asks much elsewhere does not hold up the people at this table by sitting down with them. */
uint64_t rounds_asker(const struct table *table)
{
    /* Somebody whose `hello`, `join` and `start` come together is not in the audience yet. */
    uint64_t first = table->asker != 0 ? table->asker : (uint64_t)table->facts.id;
    bool sits = false;
    for (const struct guest *guest = table->audience; guest != NULL; guest = guest->next) {
        uint64_t asker = peer_asker(guest->peer);
        if (guest->seat == TABLE_NO_SEAT ||
            (sits && jobs_served(table->tables->jobs, asker) >= jobs_served(table->tables->jobs, first)))
            continue;
        first = asker;
        sits = true;
    }
    return first;
}

void rounds_forget(struct table *table)
{
    struct asked *asked = table->asked;
    table->asked = NULL;
    if (asked != NULL && asked->solving != NULL)
        solve_drop(asked->solving);
}

void rounds_solve(struct table *table, void (*unreachable)(struct table *table, carom_ms now))
{
    struct question question = {
        .all = true,
        .nodes = table->tables->base->options->solve_nodes,
        .ms = SOLVE_MS,
        .asker = rounds_asker(table),
    };
    if (table->solving == table->state.rounds || !carom_table_puzzle(&table->state, &question.puzzle))
        return;
    table_clear_found(table);
    table->solving = table->state.rounds;
    struct asked *asked = must_alloc(sizeof *asked);
    *asked = (struct asked){table, table->facts.game, table->state.rounds, unreachable, NULL};
    table_use(table);
    table->asked = asked;
    struct asker asker = {.done = on_solved, .context = asked};
    struct solving *solving = jobs_solve(table->tables->jobs, JOB_ROUND, &question, asker);
    if (solving != NULL)
        asked->solving = solving;
    else
        on_solved(asked, NULL);
}

/* ---- telling ---- */

static void write_result(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    const struct carom_answer *answer = &table->found->answer;
    struct carom_puzzle puzzle;
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", "result");
    carom_json_number(text, "game", table->facts.game);
    carom_json_number(text, "round", table->solving);
    carom_json_open(text, "position");
    if (carom_table_puzzle(&table->state, &puzzle))
        carom_puzzle_write(text, &puzzle);
    carom_json_close(text);
    carom_answer_moves(text, answer);
    carom_answer_proof(text, answer);
    carom_answer_route(text, answer);
    if (answer->solution.status == CAROM_SOLVE_FOUND)
        carom_answer_others(text, answer);
    carom_json_end(text, '}');
}

struct bytes *rounds_frame(const struct table *table)
{
    if (round_found(table) == NULL || round_on(table))
        return NULL;
    return frame_write(write_result, table);
}

void rounds_tell(struct table *table)
{
    struct bytes *frame = table->told ? NULL : rounds_frame(table);
    if (frame != NULL) {
        table->told = true;
        commit_to_table(table, frame);
    }
}
