/*
 * Writes a review as JSON. All figures are computed here, from what the review has recorded.
 */
#include "review.h"

/* Does the player play this round (V1)? */
static bool plays(const struct review_player *player, uint32_t round)
{
    return (player->played[round / 8] >> round % 8 & 1u) != 0;
}

static uint32_t find_in(const struct review *review, uint32_t round, uint32_t player)
{
    for (uint32_t i = review->rounds[round].finds_at; i < review_finds_end(review, round); i++)
        if (review->finds[i].player == player)
            return i;
    return REVIEW_NO_FIND;
}

/* Is this find a shortest route (V3)? */
static bool is_shortest(const struct review_round *round, const struct review_find *find)
{
    return round->solution == REVIEW_SOLVED && find->moves == round->moves && !find->failed;
}

/* Is this bid known to be right (V4)? */
static bool is_found(const struct review_round *round, const struct review_find *find)
{
    return !find->failed && (find->shown || is_shortest(round, find));
}

/* Is this find better than the player's best so far (V4)? Shortest routes first, then longer ones, then faster ones. */
static bool is_better(const struct review *review, const struct review_sum *sum, uint32_t round, uint32_t find)
{
    if (sum->best == REVIEW_NO_FIND)
        return true;
    const struct review_round *here = &review->rounds[round], *there = &review->rounds[sum->best_round];
    const struct review_find *one = &review->finds[find], *other = &review->finds[sum->best];
    bool shortest = is_shortest(here, one);
    if (shortest != is_shortest(there, other))
        return shortest;
    if (here->moves != there->moves)
        return here->moves > there->moves;
    return one->after < other->after;
}

static void add_find(const struct review *review, struct review_sum *sum, uint32_t round, uint32_t find)
{
    const struct review_round *here = &review->rounds[round];
    sum->bids++;
    sum->shortest += is_shortest(here, &review->finds[find]);
    if (!is_found(here, &review->finds[find]))
        return;
    if (sum->fastest == REVIEW_NO_FIND || review->finds[find].after < review->finds[sum->fastest].after) {
        sum->fastest = find;
        sum->fastest_round = round;
    }
    if (is_better(review, sum, round, find)) {
        sum->best = find;
        sum->best_round = round;
    }
}

struct review_sum review_sum_of(const struct review *review, uint32_t player)
{
    struct review_sum sum = {.fastest = REVIEW_NO_FIND, .best = REVIEW_NO_FIND};
    if (player >= review->player_count)
        return sum;
    for (uint32_t round = 0; round < review->round_count; round++) {
        uint32_t find = find_in(review, round, player);
        sum.rounds += plays(&review->players[player], round);
        sum.won += review->rounds[round].winner == player;
        if (find != REVIEW_NO_FIND)
            add_find(review, &sum, round, find);
    }
    return sum;
}

static void put_find(struct carom_text *text, const struct review *review, const char *key, uint32_t round,
                     uint32_t find)
{
    if (find == REVIEW_NO_FIND)
        return;
    carom_json_begin(text, key, '{');
    carom_json_put_int(text, "round", review->rounds[round].number);
    carom_json_put_int(text, "moves", review->finds[find].moves);
    carom_json_put_uint(text, "after", review->finds[find].after);
    carom_json_end(text, '}');
}

bool review_missed(const struct review *review, uint32_t player, uint32_t round, const struct review_find **made)
{
    *made = NULL;
    if (player >= review->player_count || round >= review->round_count)
        return false;
    const struct review_round *here = &review->rounds[round];
    uint32_t find = find_in(review, round, player);
    *made = find == REVIEW_NO_FIND ? NULL : &review->finds[find];
    return plays(&review->players[player], round) && here->solution == REVIEW_SOLVED &&
           (*made == NULL || !is_shortest(here, *made));
}

static void put_missed(struct carom_text *text, const struct review *review, uint32_t player)
{
    const struct review_find *made;
    carom_json_begin(text, "missed", '[');
    for (uint32_t i = 0; i < review->round_count; i++) {
        if (!review_missed(review, player, i, &made))
            continue;
        carom_json_begin(text, NULL, '{');
        carom_json_put_int(text, "round", review->rounds[i].number);
        if (made != NULL && made->moves > 0)
            carom_json_put_int(text, "bid", made->moves);
        if (made != NULL && made->failed)
            carom_json_put_bool(text, "failed", true);
        carom_json_put_int(text, "moves", review->rounds[i].moves);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

static bool is_id(const char *id, const char *other)
{
    while (*id != '\0' && *id == *other) {
        id++;
        other++;
    }
    return *id == *other;
}

static void put_player(struct carom_text *text, const struct review *review, uint32_t place, const char *only)
{
    const struct review_player *player = &review->players[place];
    struct review_sum sum = review_sum_of(review, place);
    if (player->id[0] == '\0' || sum.rounds == 0)
        return;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "player", player->id);
    carom_json_put_string(text, "name", player->name);
    carom_json_put_int(text, "score", player->score);
    if (player->left)
        carom_json_put_bool(text, "left", true);
    carom_json_put_int(text, "rounds", sum.rounds);
    carom_json_put_int(text, "won", sum.won);
    carom_json_put_int(text, "bids", sum.bids);
    carom_json_put_int(text, "shortest", sum.shortest);
    put_find(text, review, "fastest", sum.fastest_round, sum.fastest);
    put_find(text, review, "best", sum.best_round, sum.best);
    if (only == NULL || is_id(player->id, only))
        put_missed(text, review, place);
    carom_json_end(text, '}');
}

/* "RN GE" as ["RN","GE"]. */
static void put_route(struct carom_text *text, const char *words)
{
    carom_json_begin(text, "route", '[');
    for (size_t at = 0; words[at] != '\0';) {
        size_t end = at;
        while (words[end] != '\0' && words[end] != ' ')
            end++;
        carom_json_put_bytes(text, NULL, words + at, end - at);
        at = words[end] == ' ' ? end + 1 : end;
    }
    carom_json_end(text, ']');
}

static void put_round(struct carom_text *text, const struct review *review, const struct review_round *round)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "round", round->number);
    if (round->winner != REVIEW_NOBODY) {
        carom_json_begin(text, "won", '{');
        carom_json_put_string(text, "by", review->players[round->winner].id);
        carom_json_put_int(text, "moves", round->won_moves);
        carom_json_end(text, '}');
    }
    if (round->solution == REVIEW_SOLVED)
        carom_json_put_int(text, "moves", round->moves);
    if (round->solution == REVIEW_UNSOLVABLE)
        carom_json_put_bool(text, "unsolvable", true);
    if (round->route[0] != '\0')
        put_route(text, round->route);
    carom_json_end(text, '}');
}

/* A solo game has no turning point. */
bool review_turned(const struct review *review)
{
    unsigned players = 0;
    for (uint32_t place = 0; place < review->player_count; place++)
        players += review->players[place].id[0] != '\0' && review_sum_of(review, place).rounds > 0;
    return players > 1 && review->over && review->winner != REVIEW_NOBODY && review->leader == review->winner;
}

static void put_turned(struct carom_text *text, const struct review *review)
{
    if (!review_turned(review))
        return;
    carom_json_begin(text, "turned", '{');
    carom_json_put_int(text, "round", review->led_since);
    carom_json_put_string(text, "by", review->players[review->winner].id);
    if (review->overtaken != REVIEW_NOBODY)
        carom_json_put_string(text, "over", review->players[review->overtaken].id);
    carom_json_end(text, '}');
}

void review_write(struct carom_text *text, const struct review *review, const char *only)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_bool(text, "complete", !review->cut_off);
    put_turned(text, review);
    carom_json_begin(text, "players", '[');
    for (uint32_t place = 0; place < review->player_count; place++)
        put_player(text, review, place, only);
    carom_json_end(text, ']');
    carom_json_begin(text, "rounds", '[');
    for (uint32_t i = 0; i < review->round_count; i++)
        put_round(text, review, &review->rounds[i]);
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}
