/*
 * Dealing for the browser: the same seed gives the same positions as on the command line.
 */
#include "ops.h"

/* The place of an argument's word among these, or `usual`. */
static unsigned choice_of(const struct op_request *request, const char *key, const char *const *names, unsigned count,
                          unsigned default_value)
{
    for (unsigned i = 0; i < count; i++)
        if (arg_is(request, key, names[i]))
            return i;
    return default_value;
}

static struct carom_deal_options read_deal(const struct op_request *request)
{
    struct carom_deal_options deal = {
        .edition =
            (enum carom_edition)choice_of(request, "edition", carom_edition_names, CAROM_EDITIONS, CAROM_EDITION_2013),
        .barriers = (enum carom_barrier_choice)choice_of(request, "barriers", carom_barrier_choice_names,
                                                         CAROM_BARRIER_CHOICES, CAROM_BARRIERS_ANY),
    };
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        if (arg_bool(request, carom_robot_name(robot)))
            deal.extra_robots |= (uint8_t)(1u << robot);
    return deal;
}

/* {"seed","count","edition","barriers","silver",... (a flag by the name of each robot),"micro","expert"} ->
 * {"positions":[...]}, each as `describe` has it. With "position": on its board; none if it has too little room. */
bool op_deal(struct op_request *request, struct carom_error *error)
{
    struct carom_position given;
    size_t length;
    arg_string(request, "position", &length);
    if (length > 0 && !arg_position(request, CAROM_REQUIRE_BOARD, &given, error))
        return false;
    struct carom_random random = carom_random_seed((uint64_t)arg_int(request, "seed", 0));
    struct carom_deal_options deal = read_deal(request);
    if (carom_board_count(deal.edition, deal.barriers) == 0)
        deal.barriers = CAROM_BARRIERS_ANY; /* 1999 has none */
    int64_t count = arg_int(request, "count", 1);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "positions", '[');
    for (int64_t i = 0; i < count && !request->out.truncated; i++) {
        struct carom_puzzle puzzle;
        if (arg_bool(request, "micro")) {
            puzzle.game = CAROM_GAME_MICRO;
            carom_deal_micro_position(&random, arg_bool(request, "expert"), &puzzle.micro);
        } else {
            puzzle.game = CAROM_GAME_RICOCHET;
            if (length == 0)
                carom_deal_position(&random, &deal, &puzzle.position);
            else if (!carom_deal_on_board(&random, &deal, &given.board, &puzzle.position))
                break;
        }
        carom_puzzle_write_json(&request->out, &puzzle);
    }
    carom_json_end(&request->out, ']');
    carom_json_end(&request->out, '}');
    return true;
}
