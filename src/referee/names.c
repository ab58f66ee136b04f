/*
 * Names of the referee's values in JSON. They are stable.
 */
#include <carom/referee.h>

const char *carom_event_name(enum carom_event_kind kind)
{
    static const char *const names[CAROM_EVENT_KINDS] = {
        [CAROM_EVENT_OPENED] = "opened",   [CAROM_EVENT_JOINED] = "joined",   [CAROM_EVENT_LEFT] = "left",
        [CAROM_EVENT_STARTED] = "started", [CAROM_EVENT_DRAWN] = "drawn",     [CAROM_EVENT_BID] = "bid",
        [CAROM_EVENT_DONE] = "done",       [CAROM_EVENT_SKIP] = "skip",       [CAROM_EVENT_HOURGLASS] = "hourglass",
        [CAROM_EVENT_CLOSED] = "closed",   [CAROM_EVENT_TURN] = "turn",       [CAROM_EVENT_MOVED] = "moved",
        [CAROM_EVENT_FAILED] = "failed",   [CAROM_EVENT_RESET] = "reset",     [CAROM_EVENT_WON] = "won",
        [CAROM_EVENT_PENALTY] = "penalty", [CAROM_EVENT_PUTBACK] = "putback", [CAROM_EVENT_OVER] = "over",
        [CAROM_EVENT_PAUSED] = "paused",   [CAROM_EVENT_RESUMED] = "resumed", [CAROM_EVENT_HINT] = "hint",
        [CAROM_EVENT_HANDED] = "handed",   [CAROM_EVENT_SHOWN] = "shown",
    };
    return names[kind];
}

const char *carom_do_name(enum carom_do what)
{
    static const char *const names[CAROM_DOS] = {
        [CAROM_DO_OPEN] = "open", [CAROM_DO_JOIN] = "join",   [CAROM_DO_LEAVE] = "leave",   [CAROM_DO_START] = "start",
        [CAROM_DO_BID] = "bid",   [CAROM_DO_DONE] = "done",   [CAROM_DO_FLIP] = "flip",     [CAROM_DO_MOVE] = "move",
        [CAROM_DO_PASS] = "pass", [CAROM_DO_NEXT] = "next",   [CAROM_DO_SKIP] = "skip",     [CAROM_DO_VOID] = "void",
        [CAROM_DO_TICK] = "tick", [CAROM_DO_PAUSE] = "pause", [CAROM_DO_RESUME] = "resume", [CAROM_DO_HINT] = "hint",
        [CAROM_DO_HAND] = "hand",
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

const char *carom_before_name(enum carom_before why)
{
    static const char *const names[] = {
        [CAROM_BEFORE_NOBODY] = "last",           [CAROM_BEFORE_ONLY] = "only",   [CAROM_BEFORE_LOWER] = "lower",
        [CAROM_BEFORE_HEAD_START] = "head-start", [CAROM_BEFORE_FEWER] = "fewer", [CAROM_BEFORE_EARLIER] = "earlier",
        [CAROM_BEFORE_CALLED] = "called",
    };
    return names[why];
}

const char *carom_before_sentence(enum carom_before why)
{
    static const char *const sentences[] = {
        [CAROM_BEFORE_NOBODY] = "",
        [CAROM_BEFORE_ONLY] = "the only bid",
        [CAROM_BEFORE_LOWER] = "lowest bid",
        [CAROM_BEFORE_HEAD_START] = "lowest bid, head starts counted",
        [CAROM_BEFORE_FEWER] = "same bid, fewer tokens",
        [CAROM_BEFORE_EARLIER] = "same bid, but earlier",
        [CAROM_BEFORE_CALLED] = "called first",
    };
    return sentences[why];
}
