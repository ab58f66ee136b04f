/*
 * Names of the referee's values in JSON, and sentences for people. Names are stable; sentences are message ids.
 */
#include "inner.h"

const char *carom_event_name(enum carom_event_kind kind)
{
    static const char *const names[CAROM_EVENT_KINDS] = {
        [CAROM_EVENT_OPENED] = "opened",   [CAROM_EVENT_JOINED] = "joined",   [CAROM_EVENT_LEFT] = "left",
        [CAROM_EVENT_STARTED] = "started", [CAROM_EVENT_DRAWN] = "drawn",     [CAROM_EVENT_BID] = "bid",
        [CAROM_EVENT_DONE] = "done",       [CAROM_EVENT_SKIP] = "skip",       [CAROM_EVENT_HOURGLASS] = "hourglass",
        [CAROM_EVENT_CLOSED] = "closed",   [CAROM_EVENT_TURN] = "turn",       [CAROM_EVENT_MOVED] = "moved",
        [CAROM_EVENT_FAILED] = "failed",   [CAROM_EVENT_RESET] = "reset",     [CAROM_EVENT_WON] = "won",
        [CAROM_EVENT_PENALTY] = "penalty", [CAROM_EVENT_PUTBACK] = "putback", [CAROM_EVENT_OVER] = "over",
    };
    return names[kind];
}

const char *carom_do_name(enum carom_do what)
{
    static const char *const names[CAROM_DOS] = {
        [CAROM_DO_OPEN] = "open", [CAROM_DO_JOIN] = "join", [CAROM_DO_LEAVE] = "leave", [CAROM_DO_START] = "start",
        [CAROM_DO_BID] = "bid",   [CAROM_DO_DONE] = "done", [CAROM_DO_FLIP] = "flip",   [CAROM_DO_MOVE] = "move",
        [CAROM_DO_PASS] = "pass", [CAROM_DO_NEXT] = "next", [CAROM_DO_SKIP] = "skip",   [CAROM_DO_VOID] = "void",
        [CAROM_DO_TICK] = "tick",
    };
    return names[what];
}

const char *carom_failure_name(enum carom_failure failure)
{
    static const char *const names[CAROM_FAILURES] = {
        [CAROM_FAILURE_NOT_REACHED] = "not-reached",
        [CAROM_FAILURE_NO_RICOCHET] = "no-ricochet",
        [CAROM_FAILURE_TOO_MANY] = "too-many",
        [CAROM_FAILURE_PASSED] = "passed",
        [CAROM_FAILURE_LATE] = "late",
        [CAROM_FAILURE_LEFT] = "left",
    };
    return names[failure];
}

const char *carom_putback_name(enum carom_putback why)
{
    static const char *const names[CAROM_PUTBACKS] = {
        [CAROM_PUTBACK_NOBODY] = "nobody",
        [CAROM_PUTBACK_NO_BID] = "no-bid",
        [CAROM_PUTBACK_SKIPPED] = "skipped",
        [CAROM_PUTBACK_UNREACHABLE] = "unreachable",
    };
    return names[why];
}

const char *carom_phase_name(enum carom_phase phase)
{
    static const char *const names[] = {
        [CAROM_PHASE_UNOPENED] = "unopened", [CAROM_PHASE_LOBBY] = "lobby",         [CAROM_PHASE_BIDDING] = "bidding",
        [CAROM_PHASE_SHOWING] = "showing",   [CAROM_PHASE_SEARCHING] = "searching", [CAROM_PHASE_BETWEEN] = "between",
        [CAROM_PHASE_OVER] = "over",
    };
    return names[phase];
}

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
};

const char *carom_refusal_name(const struct carom_refusal *refusal)
{
    return refusal->why == CAROM_REFUSED_SLIDE ? carom_slide_name(refusal->slide) : refusals[refusal->why].name;
}

const char *carom_refusal_sentence(const struct carom_refusal *refusal)
{
    return refusal->why == CAROM_REFUSED_SLIDE ? carom_slide_sentence(refusal->slide) : refusals[refusal->why].sentence;
}
