/*
 * "What may I do now?" Every command that a player can give is put to `decide`, on a table where what is due by now has
 * happened, and thrown away: so the answer cannot differ from what the referee will say, and no rule stands here.
 */
#include "machine.h"

#include "../core/mem.h"

/* The table once everything has happened that has to happen by now. */
static const struct carom_table *settled(const struct carom_table *table, carom_ms now, struct carom_table *draft)
{
    const struct carom_command tick = {.at = now, .what = CAROM_DO_TICK};
    struct carom_step step = {0};
    if (carom_referee_decide(table, &tick, &step) != CAROM_STEP_EVENT)
        return table;
    *draft = *table;
    do {
        carom_referee_apply(draft, &step.event);
    } while (carom_referee_decide(draft, &tick, &step) == CAROM_STEP_EVENT);
    return draft;
}

void carom_referee_may(const struct carom_table *table, unsigned seat, carom_ms now, struct carom_may *may)
{
    struct carom_table draft;
    carom_ms at = now > table->now ? now : table->now;
    const struct carom_table *then = settled(table, at, &draft);
    /* The least bid there is; a move of the other game, which is refused as no move where moving as such is right; and
     * a route without moves, which is refused as leading nowhere where handing one in is right. */
    struct carom_command command = {.at = at, .moves = 1, .play.micro = !carom_rules_micro(&table->rules)};
    referee_copy(command.by, CAROM_ID_SIZE, carom_table_id(table, seat));
    memset(may, 0, sizeof *may);
    for (unsigned what = 0; what < CAROM_DOS; what++) {
        struct carom_step step = {0};
        command.what = (enum carom_do)what;
        if (!carom_do_of_players(command.what))
            continue;
        carom_referee_decide(then, &command, &step);
        may->why[what] = step.refusal;
        if (step.refusal.why == CAROM_REFUSED_NO_MOVE || step.refusal.why == CAROM_REFUSED_ROUTE_FAILS)
            may->why[what].why = CAROM_REFUSED_NOT;
        may->may[what] = may->why[what].why == CAROM_REFUSED_NOT;
    }
    if (may->may[CAROM_DO_BID] || may->may[CAROM_DO_HAND])
        may->bid_most = referee_bid_most(then, seat);
    if (may->may[CAROM_DO_FLIP] || may->why[CAROM_DO_FLIP].why == CAROM_REFUSED_TOO_EARLY)
        may->flip_at = referee_flip_at(then);
    if (may->may[CAROM_DO_SKIP] || may->why[CAROM_DO_SKIP].why == CAROM_REFUSED_SKIP_TOO_EARLY)
        may->skip_at = referee_skip_at(then);
}

static void put_may(struct carom_text *text, const struct carom_may *may)
{
    carom_json_begin(text, "may", '[');
    for (unsigned what = 0; what < CAROM_DOS; what++)
        if (may->may[what])
            carom_json_words(text, NULL, carom_do_name((enum carom_do)what));
    carom_json_end(text, ']');
    carom_json_begin(text, "why", '{');
    for (unsigned what = 0; what < CAROM_DOS; what++)
        if (may->why[what].why != CAROM_REFUSED_NOT)
            carom_json_words(text, carom_do_name((enum carom_do)what), carom_refusal_name(&may->why[what]));
    carom_json_end(text, '}');
    if (may->bid_most > 0)
        carom_json_number(text, may->may[CAROM_DO_HAND] ? "hand" : "bid", may->bid_most);
    if (may->flip_at > 0)
        carom_json_number(text, "flip", may->flip_at);
    if (may->skip_at > 0)
        carom_json_number(text, "skip", may->skip_at);
}

static void put_standing(struct carom_text *text, const struct carom_table *table)
{
    struct carom_standing standing[CAROM_PLAYERS];
    unsigned count = carom_table_standing(table, standing);
    carom_json_begin(text, "standing", '[');
    for (unsigned i = 0; i < count; i++) {
        carom_json_begin(text, NULL, '{');
        carom_json_words(text, "by", carom_table_id(table, standing[i].seat));
        carom_json_number(text, "moves", standing[i].moves);
        carom_json_words(text, "why", carom_before_name(standing[i].why));
        carom_json_words(text, "say", carom_before_sentence(standing[i].why));
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

void carom_may_write(struct carom_text *text, const struct carom_table *table, unsigned seat, carom_ms now)
{
    struct carom_may may;
    unsigned mover = carom_table_mover(table);
    carom_referee_may(table, seat, now, &may);
    carom_json_begin(text, NULL, '{');
    put_may(text, &may);
    put_standing(text, table);
    if (mover != CAROM_NO_SEAT)
        carom_json_words(text, "mover", carom_table_id(table, mover));
    carom_json_flag(text, "sand", carom_table_sand_runs(table));
    if (table->until > 0)
        carom_json_number(text, "limit", carom_table_limit(table));
    carom_json_flag(text, "solo", carom_rules_solo(&table->rules));
    carom_json_flag(text, "micro", carom_rules_micro(&table->rules));
    carom_json_flag(text, "race", carom_rules_race(&table->rules));
    carom_json_end(text, '}');
}
