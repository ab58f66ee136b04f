/*
 * Names of the referee's values in JSON. They are stable.
 */
#include "json_fields.h"

const char *const referee_failure_names[CAROM_DEMO_FAILURES] = {
    [CAROM_DEMO_NOT_REACHED] = "not-reached",
    [CAROM_DEMO_NO_RICOCHET] = "no-ricochet",
    [CAROM_DEMO_TOO_MANY] = "too-many",
    [CAROM_DEMO_PASSED] = "passed",
    [CAROM_DEMO_TIMEOUT] = "late",
    [CAROM_DEMO_LEFT] = "left",
};

const char *carom_failure_name(enum carom_demo_failure failure)
{
    return referee_failure_names[failure];
}

const char *const referee_putback_names[CAROM_PUTBACK_REASONS] = {
    [CAROM_PUTBACK_NOBODY] = "nobody",
    [CAROM_PUTBACK_NO_BID] = "no-bid",
    [CAROM_PUTBACK_SKIPPED] = "skipped",
    [CAROM_PUTBACK_UNREACHABLE] = "unreachable",
};

const char *carom_putback_reason_name(enum carom_putback_reason reason)
{
    return referee_putback_names[reason];
}

const char *const referee_side_names[] = {[CAROM_TOKEN_FACE_UP] = "up", [CAROM_TOKEN_FACE_DOWN] = "down"};

const char *const referee_claim_names[] = {[CAROM_CLAIM_EXACT] = "exact", [CAROM_CLAIM_AT_MOST] = "at-most"};
const char *const referee_tie_names[] = {[CAROM_TIE_FIRST] = "first", [CAROM_TIE_FEWEST] = "fewest"};

const char *const carom_side_choice_names[CAROM_SIDE_CHOICES] = {
    [CAROM_SIDE_DEALT] = "dealt",
    [CAROM_SIDE_BLACK] = "black",
    [CAROM_SIDE_COPPER] = "copper",
};

const char *carom_side_choice_title(enum carom_side_choice side)
{
    static const char *const titles[CAROM_SIDE_CHOICES] = {
        [CAROM_SIDE_DEALT] = "dealt at random",
        [CAROM_SIDE_BLACK] = "black side",
        [CAROM_SIDE_COPPER] = "copper side",
    };
    return titles[side];
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
        [CAROM_RANK_HEAD_START] = "lowest bid, counting head starts",
        [CAROM_RANK_FEWER] = "same bid, fewer tokens",
        [CAROM_RANK_EARLIER] = "same bid, but earlier",
        [CAROM_RANK_FIRST_CALL] = "called first",
    };
    return sentences[reason];
}
