/*
 * Refusals: the stable name of each, and the sentence for people, a message id of the catalogues.
 */
#include <carom/referee.h>

static const struct {
    const char *name;
    const char *sentence;
    const char *rule; /* cited with the refusal */
} refusals[] = {
    [CAROM_ACCEPTED] = {"", "", NULL},
    [CAROM_REFUSED_NOT_OPEN] = {"not-open", "The table hasn't been set up yet.", NULL},
    [CAROM_REFUSED_ALREADY_OPEN] = {"already-open", "The table has already been set up.", NULL},
    [CAROM_REFUSED_BAD_SETUP] = {"bad-setup", "A table can't be set up like that.", NULL},
    [CAROM_REFUSED_ON_TARGET] = {"bad-setup",
                                 "Robots can't start on a target (R3), unless the game is already in progress.", "R3"},
    [CAROM_REFUSED_NOT_IN_1999] =
        {"bad-setup",
         "The 1999 box has no barriers, no silver or transparent robot, and no sections numbered 3 or 4 (S1).", "S1"},
    [CAROM_REFUSED_HAS_BARRIERS] = {"bad-setup", "This board has barriers, but the table is set to have none (R2).",
                                    "R2"},
    [CAROM_REFUSED_OTHER_SIDE] = {"bad-setup", "These tiles don't show the side you chose (M1).", "M1"},
    [CAROM_REFUSED_IN_THE_PAST] = {"in-the-past", "That time has passed.", NULL},
    [CAROM_REFUSED_OVER] = {"over", "The game is over.", NULL},
    [CAROM_REFUSED_NOT_SEATED] = {"not-seated", "You don't have a seat at this table.", NULL},
    [CAROM_REFUSED_ALREADY_SEATED] = {"already-seated", "You already have a seat.", NULL},
    [CAROM_REFUSED_FULL] = {"full", "No seats left. You can still watch.", NULL},
    [CAROM_REFUSED_NOT_STARTED] = {"not-started", "The game hasn't started yet.", NULL},
    [CAROM_REFUSED_ALREADY_STARTED] = {"already-started", "The game has already started.", NULL},
    [CAROM_REFUSED_NO_TARGET] = {"no-target", "There's no target yet.", NULL},
    [CAROM_REFUSED_ROUND_RUNNING] = {"round-on", "This round isn't over yet.", NULL},
    [CAROM_REFUSED_CLOSED] = {"closed", "Too late, time's up.", NULL},
    [CAROM_REFUSED_BAD_NUMBER] = {"bad-number", "A bid must be 1 or more.", NULL},
    [CAROM_REFUSED_NOT_LOWER] = {"not-lower", "You can only lower your bid.", NULL},
    [CAROM_REFUSED_ALREADY_DONE] = {"said-done", "You've already said you're done.", NULL},
    [CAROM_REFUSED_ALREADY_VOTED] = {"already-said", "You've already said that.", NULL},
    [CAROM_REFUSED_NO_BID] = {"no-bid", "Nobody has bid yet.", NULL},
    [CAROM_REFUSED_TOO_EARLY] = {"too-early", "It's too early to turn the hourglass.", NULL},
    [CAROM_REFUSED_SKIP_TOO_EARLY] = {"too-early", "You can roll another target after two minutes (M9).", NULL},
    [CAROM_REFUSED_HOURGLASS_RUNS] = {"sand-runs", "The hourglass is already running.", NULL},
    [CAROM_REFUSED_NO_HOURGLASS] = {"no-hourglass", "This table has no hourglass.", NULL},
    [CAROM_REFUSED_BID_EXISTS] = {"bid-made", "Someone has bid, so this target stays.", NULL},
    [CAROM_REFUSED_NOT_YOUR_TURN] = {"not-your-turn", "It's not your turn.", NULL},
    [CAROM_REFUSED_NOT_A_MOVE] = {"no-move", "There's no such move.", NULL},
    [CAROM_REFUSED_SLIDE] = {"blocked", "That robot can't move there.", NULL},
    [CAROM_REFUSED_NOT_IN_SOLO] = {"not-in-solo", "There's no bidding when you play alone.", NULL},
    [CAROM_REFUSED_NOT_IN_MICRO] = {"not-in-micro", "Micro Robots has no hourglass.", NULL},
    [CAROM_REFUSED_ONLY_IN_MICRO] = {"only-in-micro", "Only Micro Robots has that.", NULL},
    [CAROM_REFUSED_NO_SUCH_PLAYER] = {"no-such-player", "That player isn't at this table.", NULL},
    [CAROM_REFUSED_NO_HANDICAP] = {"no-handicap", "This game has no head starts.", NULL},
    [CAROM_REFUSED_PAUSED] = {"paused", "The game is paused.", NULL},
    [CAROM_REFUSED_NOT_PAUSED] = {"not-paused", "The game isn't paused.", NULL},
    [CAROM_REFUSED_NO_MOVING] = {"no-touch", "Find the route in your head, say you have it, then show it.", NULL},
    [CAROM_REFUSED_NO_HINT] = {"no-hint", "Hints are free here.", NULL},
    [CAROM_REFUSED_NOT_IN_RACE] = {"not-in-race", "There's no bidding in a race. Hand in a route instead.", NULL},
    [CAROM_REFUSED_NO_RACE] = {"no-race", "You can hand in routes only in a race.", NULL},
    [CAROM_REFUSED_NO_ROUTE_YET] = {"no-bid", "Nobody has handed in a route yet.", NULL},
    [CAROM_REFUSED_ROUTE_EXISTS] = {"bid-made", "Someone has a route, so this target stays.", NULL},
    [CAROM_REFUSED_NOT_SHORTER] = {"not-lower", "You've already handed in a route that short.", NULL},
    [CAROM_REFUSED_ROUTE_FAILS] = {"not-reached", "That route doesn't end on the target.", NULL},
    [CAROM_REFUSED_ROUTE_NO_RICOCHET] = {"no-ricochet", "That route stops on the target without a ricochet (R7).",
                                         NULL},
    [CAROM_REFUSED_ROUTE_LONG] = {"long-route", "That route is too long to hand in.", NULL},
    [CAROM_REFUSED_NO_PAUSE] = {"no-pause", "You can't pause a solo game: the hourglass keeps running.", NULL},
};

const char *carom_refusal_name(const struct carom_refusal *refusal)
{
    return refusal->code == CAROM_REFUSED_SLIDE ? carom_slide_result_name(refusal->slide)
                                                : refusals[refusal->code].name;
}

const char *carom_refusal_sentence(const struct carom_refusal *refusal)
{
    return refusal->code == CAROM_REFUSED_SLIDE ? carom_slide_result_sentence(refusal->slide)
                                                : refusals[refusal->code].sentence;
}

const char *carom_refusal_rule(const struct carom_refusal *refusal)
{
    return refusals[refusal->code].rule;
}
