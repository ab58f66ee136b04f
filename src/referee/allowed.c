/*
 * "What may I do now?" Every command that a player can give is put to `decide`, on a copy of the table where everything
 * due has happened, and discarded. So the answer cannot differ from what the referee will say, and this file knows no
 * rule.
 */
#include "game.h"

#include "../core/libc_mem.h"

/* The table after everything that is due by now has happened. */
static const struct carom_table *settled_table(const struct carom_table *table, carom_ms now, struct carom_table *draft)
{
    const struct carom_command tick = {.at = now, .kind = CAROM_COMMAND_TICK};
    struct carom_decision decision = {0};
    if (carom_referee_decide(table, &tick, &decision) != CAROM_DECISION_EVENT)
        return table;
    *draft = *table;
    do {
        carom_referee_apply(draft, &decision.event);
    } while (carom_referee_decide(draft, &tick, &decision) == CAROM_DECISION_EVENT);
    return draft;
}

void carom_referee_allowed(const struct carom_table *table, unsigned seat, carom_ms now, struct carom_allowed *allowed)
{
    struct carom_table draft;
    carom_ms at = now > table->now ? now : table->now;
    const struct carom_table *then = settled_table(table, at, &draft);
    /* Probes: the lowest bid; a move of the other game, which is refused as not a move where moving is allowed; an
     * empty route, which is refused as not reaching the target where handing in is allowed; the chip as it is not. */
    struct carom_command command = {
        .at = at, .moves = 1, .move.micro = !game_of(&table->rules)->dice, .chip = table->rules.hide_chip};
    copy_string(command.by, CAROM_ID_SIZE, carom_table_id(table, seat));
    memset(allowed, 0, sizeof *allowed);
    for (unsigned what = 0; what < CAROM_COMMAND_KINDS; what++) {
        struct carom_decision decision = {0};
        command.kind = (enum carom_command_kind)what;
        if (!carom_command_is_from_player(command.kind))
            continue;
        carom_referee_decide(then, &command, &decision);
        allowed->refusal[what] = decision.refusal;
        if (decision.refusal.code == CAROM_REFUSED_NOT_A_MOVE || decision.refusal.code == CAROM_REFUSED_ROUTE_FAILS)
            allowed->refusal[what].code = CAROM_ACCEPTED;
        allowed->allowed[what] = allowed->refusal[what].code == CAROM_ACCEPTED;
    }
    if (allowed->allowed[CAROM_COMMAND_BID] || allowed->allowed[CAROM_COMMAND_HAND])
        allowed->bid_max = referee_bid_max(then, seat);
    if (allowed->allowed[CAROM_COMMAND_FLIP] || allowed->refusal[CAROM_COMMAND_FLIP].code == CAROM_REFUSED_TOO_EARLY)
        allowed->flip_at = referee_flip_at(then);
    if (allowed->allowed[CAROM_COMMAND_SKIP] ||
        allowed->refusal[CAROM_COMMAND_SKIP].code == CAROM_REFUSED_SKIP_TOO_EARLY)
        allowed->skip_at = referee_skip_at(then);
}

static void put_may(struct carom_text *text, const struct carom_allowed *allowed)
{
    carom_json_begin(text, "may", '[');
    for (unsigned what = 0; what < CAROM_COMMAND_KINDS; what++)
        if (allowed->allowed[what])
            carom_json_put_string(text, NULL, carom_command_name((enum carom_command_kind)what));
    carom_json_end(text, ']');
    carom_json_begin(text, "why", '{');
    for (unsigned what = 0; what < CAROM_COMMAND_KINDS; what++)
        if (allowed->refusal[what].code != CAROM_ACCEPTED)
            carom_json_put_string(text, carom_command_name((enum carom_command_kind)what),
                                  carom_refusal_name(&allowed->refusal[what]));
    carom_json_end(text, '}');
    if (allowed->bid_max > 0)
        carom_json_put_int(text, allowed->allowed[CAROM_COMMAND_HAND] ? "hand" : "bid", allowed->bid_max);
    if (allowed->flip_at > 0)
        carom_json_put_int(text, "flip", allowed->flip_at);
    if (allowed->skip_at > 0)
        carom_json_put_int(text, "skip", allowed->skip_at);
}

static void put_standing(struct carom_text *text, const struct carom_table *table)
{
    struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX];
    unsigned count = carom_table_bid_order(table, ranked);
    carom_json_begin(text, "standing", '[');
    for (unsigned i = 0; i < count; i++) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "by", carom_table_id(table, ranked[i].seat));
        if (ranked[i].moves != CAROM_BID_NO_LIMIT)
            carom_json_put_int(text, "moves", ranked[i].moves);
        carom_json_put_string(text, "why", carom_rank_reason_name(ranked[i].reason));
        carom_json_put_string(text, "say", carom_rank_reason_sentence(ranked[i].reason));
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

void carom_allowed_write(struct carom_text *text, const struct carom_table *table, unsigned seat, carom_ms now)
{
    struct carom_allowed allowed;
    unsigned mover = carom_table_moving_seat(table);
    carom_referee_allowed(table, seat, now, &allowed);
    carom_json_begin(text, NULL, '{');
    put_may(text, &allowed);
    put_standing(text, table);
    if (mover != CAROM_NO_SEAT)
        carom_json_put_string(text, "mover", carom_table_id(table, mover));
    carom_json_put_bool(text, "sand", carom_table_hourglass_runs(table));
    if (table->until > 0)
        carom_json_put_int(text, "limit", carom_table_time_limit(table));
    carom_json_put_bool(text, "solo", carom_rules_is_solo(&table->rules));
    carom_json_put_bool(text, "micro", carom_rules_is_micro(&table->rules));
    carom_json_put_bool(text, "race", carom_rules_is_race(&table->rules));
    carom_json_end(text, '}');
}
