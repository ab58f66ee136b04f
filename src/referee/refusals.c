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
    [CAROM_REFUSED_NOT_OPEN] = {"not-open", "The table is not open yet.", NULL},
    [CAROM_REFUSED_ALREADY_OPEN] = {"already-open", "The table is open already.", NULL},
    [CAROM_REFUSED_BAD_SETUP] = {"bad-setup", "The table cannot be laid like that.", NULL},
    [CAROM_REFUSED_ON_TARGET] =
        {"bad-setup", "At the start no robot may stand on a target (R3), unless the game is one that goes on.", "R3"},
    [CAROM_REFUSED_NOT_IN_1999] = {"bad-setup",
                                   "The box of 1999 has no barriers, no silver and no transparent robot (S1).", "S1"},
    [CAROM_REFUSED_HAS_BARRIERS] = {"bad-setup", "This board has barriers, and there are to be none (R2).", "R2"},
    [CAROM_REFUSED_OTHER_SIDE] = {"bad-setup", "These tiles do not lie with the side up that was agreed on (M1).",
                                  "M1"},
    [CAROM_REFUSED_IN_THE_PAST] = {"in-the-past", "That time is past.", NULL},
    [CAROM_REFUSED_OVER] = {"over", "The game is over.", NULL},
    [CAROM_REFUSED_NOT_SEATED] = {"not-seated", "You have no seat at this table.", NULL},
    [CAROM_REFUSED_ALREADY_SEATED] = {"already-seated", "You have a seat already.", NULL},
    [CAROM_REFUSED_FULL] = {"full", "There is no seat left. You can watch.", NULL},
    [CAROM_REFUSED_NOT_STARTED] = {"not-started", "The game has not started yet.", NULL},
    [CAROM_REFUSED_ALREADY_STARTED] = {"already-started", "The game has started already.", NULL},
    [CAROM_REFUSED_NO_TARGET] = {"no-target", "There is no target yet.", NULL},
    [CAROM_REFUSED_ROUND_RUNNING] = {"round-on", "This round is not over yet.", NULL},
    [CAROM_REFUSED_CLOSED] = {"closed", "Too late, the sand is out.", NULL},
    [CAROM_REFUSED_BAD_NUMBER] = {"bad-number", "A bid is a number from 1 up.", NULL},
    [CAROM_REFUSED_NOT_LOWER] = {"not-lower", "Your bid can only go down.", NULL},
    [CAROM_REFUSED_ALREADY_DONE] = {"said-done", "You have said that you are done.", NULL},
    [CAROM_REFUSED_ALREADY_VOTED] = {"already-said", "You have said so already.", NULL},
    [CAROM_REFUSED_NO_BID] = {"no-bid", "Nobody has bid yet.", NULL},
    [CAROM_REFUSED_TOO_EARLY] = {"too-early", "It is too early to turn the hourglass.", NULL},
    [CAROM_REFUSED_SKIP_TOO_EARLY] = {"too-early", "Another target may be rolled when two minutes have passed (M9).",
                                      NULL},
    [CAROM_REFUSED_HOURGLASS_RUNS] = {"sand-runs", "The sand is running already.", NULL},
    [CAROM_REFUSED_NO_HOURGLASS] = {"no-hourglass", "This table has no hourglass.", NULL},
    [CAROM_REFUSED_BID_EXISTS] = {"bid-made", "Somebody has bid: this target stays.", NULL},
    [CAROM_REFUSED_NOT_YOUR_TURN] = {"not-your-turn", "It is not your turn.", NULL},
    [CAROM_REFUSED_NOT_A_MOVE] = {"no-move", "There is no such move.", NULL},
    [CAROM_REFUSED_SLIDE] = {"blocked", "That robot cannot move there.", NULL},
    [CAROM_REFUSED_NOT_IN_SOLO] = {"not-in-solo", "Alone there is no bidding.", NULL},
    [CAROM_REFUSED_NOT_IN_MICRO] = {"not-in-micro", "Micro Robots has no hourglass.", NULL},
    [CAROM_REFUSED_ONLY_IN_MICRO] = {"only-in-micro", "Only Micro Robots has that.", NULL},
    [CAROM_REFUSED_NO_SUCH_PLAYER] = {"no-such-player", "That player has no seat at this table.", NULL},
    [CAROM_REFUSED_NO_HANDICAP] = {"no-handicap", "Head starts are not part of this game.", NULL},
    [CAROM_REFUSED_PAUSED] = {"paused", "The game is paused.", NULL},
    [CAROM_REFUSED_NOT_PAUSED] = {"not-paused", "The game is not paused.", NULL},
    [CAROM_REFUSED_NO_MOVING] = {"no-touch", "Find the route in your head and say that you have it; then show it.",
                                 NULL},
    [CAROM_REFUSED_NO_HINT] = {"no-hint", "Here no token can be lost by a hint.", NULL},
    [CAROM_REFUSED_NOT_IN_RACE] = {"not-in-race", "In a race there is no bidding: hand in a route.", NULL},
    [CAROM_REFUSED_NO_RACE] = {"no-race", "Routes are handed in only in a race.", NULL},
    [CAROM_REFUSED_NO_ROUTE_YET] = {"no-bid", "Nobody has handed in a route yet.", NULL},
    [CAROM_REFUSED_ROUTE_EXISTS] = {"bid-made", "Somebody has a route: this target stays.", NULL},
    [CAROM_REFUSED_NOT_SHORTER] = {"not-lower", "The route you have handed in is as short.", NULL},
    [CAROM_REFUSED_ROUTE_FAILS] = {"not-reached", "That route does not end on the target.", NULL},
    [CAROM_REFUSED_ROUTE_NO_RICOCHET] = {"no-ricochet", "That route stops on the target without a ricochet (R7).",
                                         NULL},
    [CAROM_REFUSED_ROUTE_LONG] = {"long-route", "That route has too many moves to be handed in.", NULL},
    [CAROM_REFUSED_NO_PAUSE] = {"no-pause", "Alone there is no pause: the sand runs.", NULL},
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
