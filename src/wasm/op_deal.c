/*
 * Dealing for the browser: the same seed gives the same positions as on the command line.
 */
#include "ops.h"

static struct carom_deal read_deal(const struct request *request)
{
    return (struct carom_deal){
        .edition = argument_is(request, "edition", "1999") ? CAROM_EDITION_1999 : CAROM_EDITION_2013,
        .barriers = argument_is(request, "barriers", "no")     ? CAROM_BARRIERS_NO
                    : argument_is(request, "barriers", "only") ? CAROM_BARRIERS_ONLY
                                                               : CAROM_BARRIERS_ANY,
        .silver = argument_flag(request, "silver"),
        .transparent = argument_flag(request, "transparent"),
    };
}

/* {"seed","count","edition","barriers","silver","transparent","micro","expert"} -> {"positions":[...]}, each as
 * `describe` has it. */
bool op_deal(struct request *request, struct carom_fault *fault)
{
    (void)fault;
    struct carom_random random = carom_random_seed((uint64_t)argument_number(request, "seed", 0));
    struct carom_deal deal = read_deal(request);
    if (carom_board_count(deal.edition, deal.barriers) == 0)
        deal.barriers = CAROM_BARRIERS_ANY; /* 1999 has none */
    int64_t count = argument_number(request, "count", 1);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "positions", '[');
    for (int64_t i = 0; i < count && !request->out.cut; i++) {
        struct carom_puzzle puzzle;
        if (argument_flag(request, "micro")) {
            puzzle.game = CAROM_GAME_MICRO;
            carom_deal_micro(&random, argument_flag(request, "expert"), &puzzle.micro);
        } else {
            puzzle.game = CAROM_GAME_RICOCHET;
            carom_deal_position(&random, &deal, &puzzle.position);
        }
        carom_puzzle_describe(&request->out, &puzzle);
    }
    carom_json_end(&request->out, ']');
    carom_json_end(&request->out, '}');
    return true;
}
