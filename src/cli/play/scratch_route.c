/*
 * Moves that are tried before anybody else sees them: in a race the route that will be handed in (H2), elsewhere what a
 * table with the option `plan` allows before a bid. They are made on robots of one's own; the table knows nothing of
 * them.
 */
#include "play.h"

bool scratch_allowed(const struct play *play)
{
    const struct carom_table *table = &play->table;
    bool race = carom_rules_is_race(&table->rules);
    return play->remote != NULL && play->seat != CAROM_NO_SEAT && table->phase == CAROM_PHASE_BIDDING &&
           !table->paused && !carom_rules_is_micro(&table->rules) && (race || play->scratch.allowed);
}

bool scratch_move(struct play *play, struct carom_move move)
{
    struct carom_slide slide;
    struct carom_any_move made = {.move = move};
    if (play->scratch.moves == CAROM_HANDED_MOVES_MAX)
        return false;
    if (!carom_slide(&play->table.board, &play->scratch.robots, move, &slide, NULL)) {
        snprintf(play->refusal_text, sizeof play->refusal_text, "%s", _(carom_slide_result_sentence(slide.result)));
        return false;
    }
    if (play->observer.on_move != NULL)
        play->observer.on_move(play->observer.context, &play->scratch.robots, &made);
    play->scratch.robots.cell[move.robot] = slide.to;
    play->scratch.route[play->scratch.moves++] = move;
    return true;
}

void scratch_undo(struct play *play)
{
    struct scratch_route *scratch = &play->scratch;
    if (scratch->moves == 0)
        return;
    scratch->moves--;
    scratch->robots = play->table.round.robots;
    for (unsigned i = 0; i < scratch->moves; i++) {
        struct carom_slide slide;
        if (carom_slide(&play->table.board, &scratch->robots, scratch->route[i], &slide, NULL))
            scratch->robots.cell[scratch->route[i].robot] = slide.to;
    }
}

void scratch_reset(struct play *play)
{
    play->scratch.moves = 0;
    play->scratch.robots = play->table.round.robots;
}

void scratch_hand_in(struct play *play)
{
    if (play->scratch.moves > 0)
        play_hand_route(play, play->seat, play->scratch.route, play->scratch.moves);
}
