/*
 * Follows a game and records what a review needs. Players are identified by id, because a seat may be given to somebody
 * else and a player may return.
 */
#include "review.h"

#include "../core/libc_mem.h"

uint32_t review_finds_end(const struct review *review, uint32_t round)
{
    return round + 1 < review->round_count ? review->rounds[round + 1].finds_at : review->find_count;
}

static bool same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* The player at a seat, or REVIEW_NOBODY. */
static uint8_t player_at(const struct review *review, unsigned seat)
{
    return seat < CAROM_PLAYERS_MAX ? review->player_at[seat] : REVIEW_NOBODY;
}

static bool played_any(const struct review_player *player)
{
    for (unsigned i = 0; i < sizeof player->played; i++)
        if (player->played[i] != 0)
            return true;
    return false;
}

static void begin(struct review *review)
{
    memset(review, 0, sizeof *review);
    memset(review->player_at, REVIEW_NOBODY, sizeof review->player_at);
    review->leader = review->overtaken = review->winner = REVIEW_NOBODY;
    review->begun = true;
}

/* Finds or adds the player with this id. REVIEW_NOBODY: there is no room. */
static uint8_t place_for(struct review *review, const char *id)
{
    unsigned place = review->player_count;
    for (unsigned i = 0; i < review->player_count; i++) {
        if (same(review->players[i].id, id))
            return (uint8_t)i;
        if (review->players[i].id[0] == '\0' && place == review->player_count)
            place = i;
    }
    if (place == REVIEW_PLAYERS_MAX) {
        review->cut_off = true;
        return REVIEW_NOBODY;
    }
    if (place == review->player_count)
        review->player_count++;
    review->players[place] = (struct review_player){0};
    return (uint8_t)place;
}

static void join(struct review *review, const struct carom_event *event)
{
    if (event->seat >= CAROM_PLAYERS_MAX || event->as.joined.id[0] == '\0')
        return;
    uint8_t place = place_for(review, event->as.joined.id);
    review->player_at[event->seat] = place;
    if (place == REVIEW_NOBODY)
        return;
    struct review_player *player = &review->players[place];
    memcpy(player->id, event->as.joined.id, sizeof player->id);
    memcpy(player->name, event->as.joined.name, sizeof player->name);
    player->left = false;
    player->score = player->score_before = 0;
}

/* Handles `left`: removes a player who has not played a round. */
static void leave(struct review *review, unsigned seat)
{
    uint8_t place = player_at(review, seat);
    if (place == REVIEW_NOBODY)
        return;
    struct review_player *player = &review->players[place];
    player->left = true;
    if (!played_any(player))
        player->id[0] = '\0';
    review->player_at[seat] = REVIEW_NOBODY;
}

/* Marks that a player plays the round: everybody seated when the target is drawn, and everybody who bids (V1). */
static void play(struct review *review, uint8_t place)
{
    uint32_t round = review->round_count - 1;
    review->players[place].played[round / 8] |= (uint8_t)(1u << round % 8);
}

static void draw(struct review *review, const struct carom_table *table)
{
    review->in_round = review->round_count < REVIEW_ROUNDS_MAX;
    review->cut_off = review->cut_off || !review->in_round;
    review->route_cost = 0;
    if (!review->in_round)
        return;
    review->rounds[review->round_count++] = (struct review_round){
        .number = table->rounds,
        .finds_at = review->find_count,
        .winner = REVIEW_NOBODY,
    };
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++) {
        uint8_t place = review->player_at[seat];
        if (place == REVIEW_NOBODY)
            continue;
        play(review, place);
        review->players[place].score_before = review->players[place].score;
    }
}

/* The player's find in the current round, or NULL. */
static struct review_find *find_of(struct review *review, uint8_t place)
{
    for (uint32_t i = review->rounds[review->round_count - 1].finds_at; i < review->find_count; i++)
        if (review->finds[i].player == place)
            return &review->finds[i];
    return NULL;
}

/* The player's find in the current round, added if there is none. NULL: it cannot be recorded. */
static struct review_find *find_for(struct review *review, const struct carom_table *table,
                                    const struct carom_event *event)
{
    uint8_t place = player_at(review, event->seat);
    if (!review->in_round || place == REVIEW_NOBODY)
        return NULL;
    struct review_find *find = find_of(review, place);
    if (find == NULL) {
        if (review->find_count == REVIEW_FINDS_MAX) {
            review->cut_off = true;
            return NULL;
        }
        find = &review->finds[review->find_count++];
        *find = (struct review_find){
            .player = place,
            .after = event->at > table->drawn_at ? (uint64_t)(event->at - table->drawn_at) : 0,
        };
        play(review, place);
    }
    return find;
}

static void bid(struct review *review, const struct carom_table *table, const struct carom_event *event)
{
    struct review_find *find = find_for(review, table, event);
    if (find == NULL)
        return;
    find->after = event->at > table->drawn_at ? (uint64_t)(event->at - table->drawn_at) : 0;
    find->moves = event->moves;
    find->shown = event->kind == CAROM_EVENT_HANDED;
    find->failed = false;
}

static void fail(struct review *review, const struct carom_event *event)
{
    uint8_t place = player_at(review, event->seat);
    struct review_find *find = review->in_round && place != REVIEW_NOBODY ? find_of(review, place) : NULL;
    if (find != NULL)
        find->failed = true;
}

/* Handles `won` (V2). A demonstrated route may be shorter than the bid (R13). In a solo game, a token face down is
 * nobody's. */
static void win(struct review *review, const struct carom_table *table, const struct carom_event *event)
{
    bool solo = carom_rules_is_solo(&table->rules);
    struct review_find *find = NULL;
    if (!solo || event->as.won.side == CAROM_TOKEN_FACE_UP)
        find = find_for(review, table, event);
    if (find == NULL)
        return;
    struct review_round *round = &review->rounds[review->round_count - 1];
    if (!find->shown && review->route_cost > 0)
        find->moves = review->route_cost;
    find->shown = true;
    find->failed = false;
    round->winner = find->player;
    round->won_moves = find->moves;
}

static void take_scores(struct review *review, const struct carom_table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (player_at(review, seat) != REVIEW_NOBODY && table->players[seat].seated)
            review->players[player_at(review, seat)].score = table->players[seat].score;
}

/* The seated player other than `except` with the highest score, now or before the round. REVIEW_NOBODY: nobody has
 * scored. */
static uint8_t best_but(const struct review *review, uint8_t except, bool before)
{
    uint8_t best = REVIEW_NOBODY;
    unsigned most = 0;
    for (unsigned place = 0; place < review->player_count; place++) {
        const struct review_player *player = &review->players[place];
        unsigned score = before ? player->score_before : player->score;
        if (place != except && player->id[0] != '\0' && !player->left && score > most) {
            best = (uint8_t)place;
            most = score;
        }
    }
    return best;
}

/* Updates who is alone in the lead after this round (V5). */
static void compare(struct review *review)
{
    uint8_t first = best_but(review, REVIEW_NOBODY, false);
    uint8_t second = first == REVIEW_NOBODY ? REVIEW_NOBODY : best_but(review, first, false);
    bool alone = first != REVIEW_NOBODY &&
                 (second == REVIEW_NOBODY || review->players[first].score > review->players[second].score);
    if (!alone) {
        review->leader = REVIEW_NOBODY;
    } else if (first != review->leader) {
        review->leader = first;
        review->led_since = review->rounds[review->round_count - 1].number;
        review->overtaken = best_but(review, first, true);
    }
}

static void end_round(struct review *review, const struct carom_table *table, const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_WON)
        win(review, table, event);
    take_scores(review, table);
    if (review->in_round)
        compare(review);
    review->in_round = false;
}

static void end_game(struct review *review, const struct carom_table *table, const struct carom_event *event)
{
    unsigned winners = 0;
    take_scores(review, table);
    review->over = true;
    review->in_round = false;
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++) {
        if (event->as.over.winner[seat]) {
            review->winner = player_at(review, seat);
            winners++;
        }
    }
    if (winners != 1)
        review->winner = REVIEW_NOBODY;
}

static void follow_route(struct review *review, const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_MOVED)
        review->route_cost = event->as.moved.cost;
    else
        review->route_cost = 0;
    if (event->kind == CAROM_EVENT_FAILED)
        fail(review, event);
}

void review_event(struct review *review, const struct carom_table *table, const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_OPENED || !review->begun)
        begin(review);
    switch (event->kind) {
    case CAROM_EVENT_JOINED:
        join(review, event);
        break;
    case CAROM_EVENT_LEFT:
        leave(review, event->seat);
        break;
    case CAROM_EVENT_DRAWN:
        draw(review, table);
        break;
    case CAROM_EVENT_BID:
    case CAROM_EVENT_HANDED:
        bid(review, table, event);
        break;
    case CAROM_EVENT_TURN:
    case CAROM_EVENT_MOVED:
    case CAROM_EVENT_FAILED:
    case CAROM_EVENT_RESET:
        follow_route(review, event);
        break;
    case CAROM_EVENT_WON:
    case CAROM_EVENT_PUTBACK:
        end_round(review, table, event);
        break;
    case CAROM_EVENT_OVER:
        end_game(review, table, event);
        break;
    case CAROM_EVENT_OPENED:
    case CAROM_EVENT_STARTED:
    case CAROM_EVENT_DONE:
    case CAROM_EVENT_SKIP:
    case CAROM_EVENT_HOURGLASS:
    case CAROM_EVENT_CLOSED:
    case CAROM_EVENT_PENALTY:
    case CAROM_EVENT_PAUSED:
    case CAROM_EVENT_RESUMED:
    case CAROM_EVENT_HINT:
    case CAROM_EVENT_SHOWN:
    case CAROM_EVENT_CHIP:
        break;
    }
}

void review_set_solution(struct review *review, uint32_t round, uint32_t moves, const char *route)
{
    for (uint32_t i = 0; i < review->round_count; i++) {
        struct review_round *known = &review->rounds[i];
        if (known->number != round)
            continue;
        struct carom_text text = carom_text_init(known->route, sizeof known->route);
        known->solution = moves > 0 ? REVIEW_SOLVED : REVIEW_UNSOLVABLE;
        known->moves = moves;
        carom_text_put(&text, route);
        if (text.truncated)
            known->route[0] = '\0';
        return;
    }
}
