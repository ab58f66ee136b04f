/*
 * A round in the mind of a player: what it finds and how long that takes.
 *
 * People need longer for longer routes, and for each robot that has to be put in the way; two of the same practice need
 * very different times for the same position. Now and then they count wrong, or are sure of a move that does something
 * else: then their number is too low, and what they show fails.
 */
#include "seen.h"

/* The quantiles of a log-normal distribution around 100, in steps of a sixteenth. */
static const uint16_t spread[17] = {33, 49, 59, 66, 73, 80, 87, 93, 100, 107, 115, 125, 136, 150, 169, 205, 300};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

bool overlooks(const struct looking *looking, uint32_t what, unsigned ahead)
{
    unsigned percent = looking->sight->overlooks * (6 + ahead) / 6;
    uint64_t number = mix(looking->blind ^ mix((uint64_t)what + 1));
    return number % 100 < (percent < 75 ? percent : 75);
}

/* `ms`, give or take what people differ by. */
static carom_ms about(struct carom_random *random, carom_ms ms)
{
    unsigned at = carom_random_below(random, 16);
    unsigned part = carom_random_below(random, 100);
    unsigned percent = (spread[at] * (100 - part) + spread[at + 1] * part) / 100;
    return ms * (carom_ms)percent / 100;
}

/* How long it takes to find a route of so many moves. */
static carom_ms finding(struct looking *looking, const struct seen *seen)
{
    carom_ms moves = seen->moves;
    carom_ms units = 16 + 8 * moves + moves * moves + 12 * (carom_ms)seen->others;
    return 1000 + about(&looking->random, units * looking->sight->pace / 8);
}

/* Sure of something that is not so: a move left out that was needed, or counted as one too few. */
static void err(struct looking *looking, struct player_idea *idea)
{
    if (idea->bid < 3 || !chance(&looking->random, looking->sight->errs))
        return;
    idea->bid--;
    if (!chance(&looking->random, 50))
        return;
    unsigned at = carom_random_below(&looking->random, idea->moves);
    idea->moves--;
    for (unsigned i = at; i < idea->moves; i++)
        idea->route[i] = idea->route[i + 1];
}

/* Puts what was found among the ideas, by time; what is no better than an earlier one is forgotten. */
static void add(struct player_plan *plan, struct looking *looking, const struct seen *seen)
{
    struct player_idea idea = {.after = finding(looking, seen), .bid = seen->cost, .moves = seen->moves};
    for (unsigned i = 0; i < seen->moves; i++)
        idea.route[i] = seen->route[i];
    err(looking, &idea);
    unsigned at = 0;
    while (at < plan->count && plan->ideas[at].after <= idea.after)
        at++;
    if (at > 0 && plan->ideas[at - 1].bid <= idea.bid)
        return;
    while (at < plan->count && plan->ideas[at].bid >= idea.bid) { /* those that come later and are no better */
        plan->count--;
        for (unsigned i = at; i < plan->count; i++)
            plan->ideas[i] = plan->ideas[i + 1];
    }
    for (unsigned i = plan->count++; i > at; i--)
        plan->ideas[i] = plan->ideas[i - 1];
    plan->ideas[at] = idea;
}

static bool solved(const struct player_question *question)
{
    return question->answer != NULL && question->answer->solution.status == CAROM_SOLVE_FOUND;
}

static void look_at_board(struct player_plan *plan, struct looking *looking)
{
    struct seen seen = {0};
    see_routes(looking, 0, &seen);
    uint32_t alone = seen.cost;
    if (alone > 0)
        add(plan, looking, &seen);
    if (looking->sight->others > 0) {
        see_routes(looking, looking->sight->others, &seen);
        if (seen.cost > 0 && seen.cost != alone)
            add(plan, looking, &seen);
    }
    uint32_t best = seen.cost;
    struct seen shortest;
    if (solved(looking->question) && see_shortest(looking, &shortest) && (best == 0 || shortest.cost < best))
        add(plan, looking, &shortest);
}

static void look_at_tiles(struct player_plan *plan, struct looking *looking)
{
    struct seen seen = {0};
    see_walks(looking, &seen);
    if (seen.cost > 0)
        add(plan, looking, &seen);
}

void player_think(struct player_plan *plan, const struct player_question *question, unsigned level, uint64_t seed)
{
    struct player_sight sight = player_sight(question->puzzle->game, level);
    struct looking looking = {.sight = &sight, .question = question, .random = carom_random_seed(seed)};
    *plan = (struct player_plan){0};
    looking.blind = carom_random_next(&looking.random);
    plan->chance = carom_random_next(&looking.random);
    plan->insists = chance(&looking.random, 50);
    plan->rests = 1500 + about(&looking.random, 4000 + 3 * (carom_ms)looking.sight->pace);
    plan->gives_up = about(&looking.random, 150000);
    if (question->puzzle->game == CAROM_GAME_MICRO)
        look_at_tiles(plan, &looking);
    else
        look_at_board(plan, &looking);
}
