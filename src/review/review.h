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
    bool left;                             /* has left the table */
    uint8_t score;                         /* last known score */
    uint8_t score_before;                  /* score before the current or last round */
    uint8_t played[REVIEW_ROUNDS_MAX / 8]; /* V1: bit round % 8 of byte round / 8 */
};

enum review_solution {
    REVIEW_UNSOLVED, /* not known */
    REVIEW_SOLVED,
    REVIEW_UNSOLVABLE,
};

struct review_round {
    uint32_t number;    /* the round's number, from 1 */
    uint32_t finds_at;  /* index of its first find; the others follow it */
    uint8_t winner;     /* index of a player, or REVIEW_NOBODY */
    uint32_t won_moves; /* moves of the winner's route */
    enum review_solution solution;
    uint32_t moves; /* moves of a shortest route */
    char route[REVIEW_ROUTE_SIZE];
};

/* A find: a player's last bid in a round, or in a race the last route handed in. */
struct review_find {
    uint8_t player;
    bool shown;     /* demonstrated successfully, or handed in */
    bool failed;    /* its demonstration failed */
    uint32_t moves; /* 0: solo, without a number (L1) */
    uint64_t after; /* ms since the draw, without pauses */
};

struct review {
    bool begun;
    bool cut_off; /* the game was longer than fits */
    bool over;
    bool in_round;       /* rounds[round_count - 1] is running */
    uint32_t route_cost; /* moves so far of the route being shown */
    uint8_t leader;      /* index of the player alone in the lead, or REVIEW_NOBODY (V5) */
    uint32_t led_since;
    uint8_t overtaken; /* the best other player before that round; REVIEW_NOBODY: nobody had scored */
    uint8_t winner;    /* the only winner of the game, or REVIEW_NOBODY */
    uint32_t player_count, round_count, find_count;
    uint8_t player_at[CAROM_PLAYERS_MAX]; /* index into `players` of each seat */
    struct review_player players[REVIEW_PLAYERS_MAX];
    struct review_round rounds[REVIEW_ROUNDS_MAX];
    struct review_find finds[REVIEW_FINDS_MAX];
};

/* Records an event that has just been applied to the table. `opened` begins a new review. */
void review_event(struct review *review, const struct carom_table *table, const struct carom_event *event);

/* Records the solver's result of a round: the moves of a shortest route (0: unsolvable) and the route in the notation,
 * or "". Rounds that are not in the review are ignored. */
void review_set_solution(struct review *review, uint32_t round, uint32_t moves, const char *route);

/* Writes the review as one JSON object (docs/reference/referee.md). `missed` (V6) is listed for everybody, or, if
 * `only` is not NULL, for the player with that id. */
void review_write(struct carom_text *text, const struct review *review, const char *only);

/* Figures of one player's finds (V2 to V4). The last four are indexes of rounds and finds, or REVIEW_NO_FIND. */
#define REVIEW_NO_FIND UINT32_MAX
struct review_sum {
    uint32_t rounds, won, bids, shortest;
    uint32_t fastest, fastest_round;
    uint32_t best, best_round;
};
/* Nothing for a place that is nobody's. */
struct review_sum review_sum_of(const struct review *review, uint32_t place);
/* Did a player miss the target of a round (V6)? Sets *find to their find, or NULL if they did not bid. False also for a
 * player or a round that is not in the review. */
bool review_missed(const struct review *review, uint32_t place, uint32_t round, const struct review_find **find);
/* Is the turning point known (V5)? Then in round `led_since`, `winner` took the lead from `overtaken`. */
bool review_turned(const struct review *review);

/* The end of a round's finds, which begin at finds[rounds[round].finds_at]. */
uint32_t review_finds_end(const struct review *review, uint32_t round);

#endif
