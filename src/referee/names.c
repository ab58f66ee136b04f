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

const char *carom_command_name(enum carom_command_kind kind)
{
    static const char *const names[CAROM_COMMAND_KINDS] = {
        [CAROM_COMMAND_OPEN] = "open",   [CAROM_COMMAND_JOIN] = "join",   [CAROM_COMMAND_LEAVE] = "leave",
        [CAROM_COMMAND_START] = "start", [CAROM_COMMAND_BID] = "bid",     [CAROM_COMMAND_DONE] = "done",
        [CAROM_COMMAND_FLIP] = "flip",   [CAROM_COMMAND_MOVE] = "move",   [CAROM_COMMAND_PASS] = "pass",
        [CAROM_COMMAND_NEXT] = "next",   [CAROM_COMMAND_SKIP] = "skip",   [CAROM_COMMAND_VOID] = "void",
        [CAROM_COMMAND_TICK] = "tick",   [CAROM_COMMAND_PAUSE] = "pause", [CAROM_COMMAND_RESUME] = "resume",
        [CAROM_COMMAND_HINT] = "hint",   [CAROM_COMMAND_HAND] = "hand",
    };
    return names[kind];
}

const char *carom_failure_name(enum carom_demo_failure failure)
{
    static const char *const names[CAROM_DEMO_FAILURES] = {
        [CAROM_DEMO_NOT_REACHED] = "not-reached",
        [CAROM_DEMO_NO_RICOCHET] = "no-ricochet",
        [CAROM_DEMO_TOO_MANY] = "too-many",
        [CAROM_DEMO_PASSED] = "passed",
        [CAROM_DEMO_TIMEOUT] = "late",
        [CAROM_DEMO_LEFT] = "left",
    };
    return names[failure];
}

const char *carom_putback_reason_name(enum carom_putback_reason reason)
{
    static const char *const names[CAROM_PUTBACK_REASONS] = {
        [CAROM_PUTBACK_NOBODY] = "nobody",
        [CAROM_PUTBACK_NO_BID] = "no-bid",
        [CAROM_PUTBACK_SKIPPED] = "skipped",
        [CAROM_PUTBACK_UNREACHABLE] = "unreachable",
    };
    return names[reason];
}

const char *carom_phase_name(enum carom_phase phase)
{
    static const char *const names[] = {
        [CAROM_PHASE_NONE] = "unopened",       [CAROM_PHASE_LOBBY] = "lobby",
        [CAROM_PHASE_BIDDING] = "bidding",     [CAROM_PHASE_SHOWING] = "showing",
        [CAROM_PHASE_SEARCHING] = "searching", [CAROM_PHASE_BETWEEN_ROUNDS] = "between",
        [CAROM_PHASE_OVER] = "over",
    };
    return names[phase];
}

const char *carom_rank_reason_name(enum carom_rank_reason reason)
{
    static const char *const names[] = {
        [CAROM_RANK_LAST] = "last",         [CAROM_RANK_ONLY] = "only",
        [CAROM_RANK_LOWER] = "lower",       [CAROM_RANK_HEAD_START] = "head-start",
        [CAROM_RANK_FEWER] = "fewer",       [CAROM_RANK_EARLIER] = "earlier",
        [CAROM_RANK_FIRST_CALL] = "called",
    };
    return names[reason];
}

const char *carom_rank_reason_sentence(enum carom_rank_reason reason)
{
    static const char *const sentences[] = {
        [CAROM_RANK_LAST] = "",
        [CAROM_RANK_ONLY] = "the only bid",
        [CAROM_RANK_LOWER] = "lowest bid",
        [CAROM_RANK_HEAD_START] = "lowest bid, head starts counted",
        [CAROM_RANK_FEWER] = "same bid, fewer tokens",
        [CAROM_RANK_EARLIER] = "same bid, but earlier",
        [CAROM_RANK_FIRST_CALL] = "called first",
    };
    return sentences[reason];
}
