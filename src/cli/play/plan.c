/*
 * Moves that are tried before anybody else sees them: in a race the route that will be handed in (H2), elsewhere what a
 * table with the option `plan` allows before a bid. They are made on robots of one's own; the table knows nothing of
 * them.
 */
#include "play.h"

bool play_planning(const struct play *play)
{
    const struct carom_table *table = &play->table;
    bool race = carom_rules_race(&table->rules);
    return play->far != NULL && play->seat != CAROM_NO_SEAT && table->phase == CAROM_PHASE_BIDDING && !table->paused &&
           !carom_rules_micro(&table->rules) && (race || play->plan.allowed);
}

bool play_plan_move(struct play *play, struct carom_move move)
{
    struct carom_slide slide;
    struct carom_play made = {.move = move};
    if (play->plan.moves == CAROM_HANDED_MOVES)
        return false;
    if (!carom_slide(&play->table.board, &play->plan.robots, move, &slide, NULL)) {
        snprintf(play->answer, sizeof play->answer, "%s", _(carom_slide_sentence(slide.why)));
        return false;
    }
    if (play->ears.slide != NULL)
        play->ears.slide(play->ears.context, &play->plan.robots, &made);
    play->plan.robots.cell[move.robot] = slide.to;
    play->plan.route[play->plan.moves++] = move;
    return true;
}

void play_plan_undo(struct play *play)
{
    struct play_plan *plan = &play->plan;
    if (plan->moves == 0)
        return;
    plan->moves--;
    plan->robots = play->table.round.robots;
    for (unsigned i = 0; i < plan->moves; i++) {
        struct carom_slide slide;
        if (carom_slide(&play->table.board, &plan->robots, plan->route[i], &slide, NULL))
            plan->robots.cell[plan->route[i].robot] = slide.to;
    }
}

void play_plan_reset(struct play *play)
{
    play->plan.moves = 0;
    play->plan.robots = play->table.round.robots;
}

void play_plan_hand(struct play *play)
{
    if (play->plan.moves > 0)
        play_hand(play, play->seat, play->plan.route, play->plan.moves);
}
