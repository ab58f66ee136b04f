/*
 * The review of a game: what its events, and the shortest routes of its rounds, say about each player (V1 to V6).
 *
 * A review follows a game: apply an event to the table, then call review_event. It knows no solver: the caller says
 * what the shortest route of a round is (review_set_solution), in any order, whenever it is known. What is not known
 * yet is left out of the answer, so that a page can show a review at once and fill it in.
 *
 * A review is a plain value of fixed size; a zeroed one is empty. Longer games than fit are cut off and say so.
 * Total: any event may meet any review.
 */
#ifndef CAROM_REVIEW_H
#define CAROM_REVIEW_H

#include <carom/referee.h>

#define REVIEW_PLAYERS_MAX 128
#define REVIEW_ROUNDS_MAX 512
#define REVIEW_FINDS_MAX 4096
#define REVIEW_ROUTE_SIZE 128      /* bytes of a shortest route with its NUL; longer ones are left out */
#define REVIEW_JSON_MAX (1u << 22) /* the most bytes of a whole review */
#define REVIEW_NOBODY 255

struct review_player {
    char id[CAROM_ID_SIZE]; /* empty: nobody */
    char name[CAROM_NAME_SIZE];
    bool left;                             /* is not at the table any more */
    uint8_t score;                         /* as it was last */
    uint8_t score_before;                  /* before the current or last round */
    uint8_t played[REVIEW_ROUNDS_MAX / 8]; /* V1: bit round % 8 of byte round / 8 */
};

enum review_solution {
    REVIEW_UNSOLVED, /* not known */
    REVIEW_SOLVED,
    REVIEW_UNSOLVABLE,
};

struct review_round {
    uint32_t number;    /* as the referee counts, from 1 */
    uint32_t finds_at;  /* the first of its finds; they lie together */
    uint8_t winner;     /* a player, or REVIEW_NOBODY */
    uint32_t won_moves; /* what the winner's route cost */
    enum review_solution solution;
    uint32_t moves; /* of a shortest route */
    char route[REVIEW_ROUTE_SIZE];
};

/* The last bid of a player in a round; in a race a route. */
struct review_find {
    uint8_t player;
    bool shown;     /* it was shown and right, or handed in */
    bool failed;    /* it was shown and wrong */
    uint32_t moves; /* 0: alone, without a number (L1) */
    uint64_t after; /* ms after the draw, without pauses */
};

struct review {
    bool begun;
    bool cut_off; /* there was more than fits */
    bool over;
    bool in_round;       /* rounds[round_count - 1] is running */
    uint32_t route_cost; /* of the route being shown */
    uint8_t leader;      /* V5: alone in the lead since ..., or REVIEW_NOBODY */
    uint32_t led_since;
    uint8_t overtaken; /* the best of the others before that round, or REVIEW_NOBODY: nobody had anything */
    uint8_t winner;    /* of the game, if there is just one; or REVIEW_NOBODY */
    uint32_t player_count, round_count, find_count;
    uint8_t player_at[CAROM_PLAYERS_MAX]; /* by seat */
    struct review_player players[REVIEW_PLAYERS_MAX];
    struct review_round rounds[REVIEW_ROUNDS_MAX];
    struct review_find finds[REVIEW_FINDS_MAX];
};

/* Takes note of an event that has just been applied to the table. `opened` begins another review. */
void review_event(struct review *review, const struct carom_table *table, const struct carom_event *event);

/* Says what the solver found out about a round: `moves` is what a shortest route costs, 0: there is none. `route` in
 * the notation, or "". Rounds that are not in the review are ignored. */
void review_set_solution(struct review *review, uint32_t round, uint32_t moves, const char *route);

/* Writes the review as one JSON object (docs/reference/referee.md). `missed` (V6) is listed for everybody, or, if
 * `only` is not NULL, for the player with that id. */
void review_write(struct carom_text *text, const struct review *review, const char *only);

/* What one player's finds come to (V2 to V4). The last four are numbers of rounds and finds in the review;
 * REVIEW_NO_FIND if there is none. */
#define REVIEW_NO_FIND UINT32_MAX
struct review_sum {
    uint32_t rounds, won, bids, shortest;
    uint32_t fastest, fastest_round;
    uint32_t best, best_round;
};
struct review_sum review_sum_of(const struct review *review, uint32_t place);
/* Did a player miss the target of a round (V6)? Writes the find, or NULL if they did not bid. */
bool review_missed(const struct review *review, uint32_t place, uint32_t round, const struct review_find **find);
/* Is the round known that turned the game (V5)? Then it is `led_since`, `winner` took the lead from `overtaken`. */
bool review_turned(const struct review *review);

/* The finds of a round: from finds[rounds[round].finds_at] up to this one. */
uint32_t review_finds_end(const struct review *review, uint32_t round);

#endif
