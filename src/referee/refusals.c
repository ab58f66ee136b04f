/*
 * Refusals: the stable name of each, and the one sentence for people, a message id of the catalogues.
 */
#include <carom/referee.h>

static const struct {
    const char *name;
    const char *sentence;
} refusals[] = {
    [CAROM_REFUSED_NOT] = {"", ""},
    [CAROM_REFUSED_NOT_OPEN] = {"not-open", "The table is not open yet."},
    [CAROM_REFUSED_ALREADY_OPEN] = {"already-open", "The table is open already."},
    [CAROM_REFUSED_BAD_SETUP] = {"bad-setup", "The table cannot be laid like that."},
    [CAROM_REFUSED_IN_THE_PAST] = {"in-the-past", "That time is past."},
    [CAROM_REFUSED_OVER] = {"over", "The game is over."},
    [CAROM_REFUSED_NOT_SEATED] = {"not-seated", "You have no seat at this table."},
    [CAROM_REFUSED_ALREADY_SEATED] = {"already-seated", "You have a seat already."},
    [CAROM_REFUSED_FULL] = {"full", "There is no seat left. You can watch."},
    [CAROM_REFUSED_NOT_STARTED] = {"not-started", "The game has not started yet."},
    [CAROM_REFUSED_ALREADY_STARTED] = {"already-started", "The game has started already."},
    [CAROM_REFUSED_NO_TARGET] = {"no-target", "There is no target yet."},
    [CAROM_REFUSED_ROUND_ON] = {"round-on", "This round is not over yet."},
    [CAROM_REFUSED_CLOSED] = {"closed", "Too late, the sand is out."},
    [CAROM_REFUSED_BAD_NUMBER] = {"bad-number", "A bid is a number from 1 up."},
    [CAROM_REFUSED_NOT_LOWER] = {"not-lower", "Your bid can only go down."},
    [CAROM_REFUSED_SAID_DONE] = {"said-done", "You have said that you are done."},
    [CAROM_REFUSED_ALREADY_SAID] = {"already-said", "You have said so already."},
    [CAROM_REFUSED_NO_BID] = {"no-bid", "Nobody has bid yet."},
    [CAROM_REFUSED_TOO_EARLY] = {"too-early", "It is too early to turn the hourglass."},
    [CAROM_REFUSED_SAND_RUNS] = {"sand-runs", "The sand is running already."},
    [CAROM_REFUSED_NO_HOURGLASS] = {"no-hourglass", "This table has no hourglass."},
    [CAROM_REFUSED_BID_MADE] = {"bid-made", "Somebody has bid: this target stays."},
    [CAROM_REFUSED_NOT_YOUR_TURN] = {"not-your-turn", "It is not your turn."},
    [CAROM_REFUSED_NO_MOVE] = {"no-move", "There is no such move."},
    [CAROM_REFUSED_SLIDE] = {"blocked", "That robot cannot move there."},
    [CAROM_REFUSED_NOT_IN_SOLO] = {"not-in-solo", "Alone there is no bidding."},
    [CAROM_REFUSED_NOT_IN_MICRO] = {"not-in-micro", "Micro Robots has no hourglass."},
    [CAROM_REFUSED_NO_HANDICAP] = {"no-handicap", "Head starts are not part of this game."},
    [CAROM_REFUSED_PAUSED] = {"paused", "The game is paused."},
    [CAROM_REFUSED_NOT_PAUSED] = {"not-paused", "The game is not paused."},
    [CAROM_REFUSED_NO_PAUSE] = {"no-pause", "Alone there is no pause: the sand runs."},
};

const char *carom_refusal_name(const struct carom_refusal *refusal)
{
    return refusal->why == CAROM_REFUSED_SLIDE ? carom_slide_name(refusal->slide) : refusals[refusal->why].name;
}

const char *carom_refusal_sentence(const struct carom_refusal *refusal)
{
    return refusal->why == CAROM_REFUSED_SLIDE ? carom_slide_sentence(refusal->slide) : refusals[refusal->why].sentence;
}
