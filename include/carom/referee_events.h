/*
 * What goes into the referee and what comes out (referee.h): rules, commands, events, refusals.
 *
 * All of them are plain values without pointers. docs/reference/referee.md has their JSON.
 */
#ifndef CAROM_REFEREE_EVENTS_H
#define CAROM_REFEREE_EVENTS_H

#include <carom/board.h>
#include <carom/decls.h>
#include <carom/micro.h>
#include <carom/move.h>
#include <carom/position.h>
#include <carom/random.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

#define CAROM_PLAYERS_MAX 128 /* seats at a table, as long as ids and names fit; 64 always do, 32 in a race */
#define CAROM_NO_SEAT 255
#define CAROM_ID_SIZE 33          /* 1 to 32 of `a-z 0-9 -`, and a NUL */
#define CAROM_NAME_SIZE 49        /* up to 48 bytes of UTF-8 without control characters, and a NUL */
#define CAROM_HANDED_MOVES_MAX 27 /* moves of a route that is handed in (H2) */
#define CAROM_HANDED_SIZE                                                                                              \
    82 /* bytes of such a route in the notation with its NUL; fewer moves fit if some pass walls */
#define CAROM_STRINGS_SIZE (64 * (CAROM_ID_SIZE + CAROM_NAME_SIZE) + 1)
#define CAROM_BID_MAX 1000000      /* the highest bid */
#define CAROM_BID_NO_LIMIT 1048575 /* bid of a solo player who gave no number (L1); never in an event */
#define CAROM_DICE_MAX 128         /* rolls that can be set by hand */
#define CAROM_CHIPS_TOTAL 25       /* M2 */
#define CAROM_HANDICAP_MAX 99
#define CAROM_EASY_START_ROUNDS 6 /* targets that are chosen for beginners at the start of such a game */
#define CAROM_CREDIT_MAX 10000    /* highest latency credit of a command, in ms */
#define CAROM_TIME_MAX ((carom_ms)9007199254740991)  /* times and seeds a browser can hold: 2^53 - 1 */
#define CAROM_DURATION_MAX ((carom_ms)1000000000000) /* the longest hourglass, patience or demonstration */
#define CAROM_DEADLINE_MAX (CAROM_TIME_MAX + 2 * CAROM_DURATION_MAX)

/* ---- rules ---------------------------------------------------------------------------------------------------- */

enum carom_preset {
    CAROM_PRESET_RICOCHET,
    CAROM_PRESET_RICOCHET_IT,
    CAROM_PRESET_SFRENATI,
    CAROM_PRESET_SFRENATI_COMPETITION,
    CAROM_PRESET_SOLO,
    CAROM_PRESET_MICRO,
    CAROM_PRESET_MICRO_EXPERT,
    CAROM_PRESET_RACE, /* ours (H1) */
};
#define CAROM_PRESETS 8
enum carom_claim {
    CAROM_CLAIM_EXACT,   /* R13, first ruling */
    CAROM_CLAIM_AT_MOST, /* R13, second ruling */
};
enum carom_tie {
    CAROM_TIE_FIRST,  /* R12, S4 */
    CAROM_TIE_FEWEST, /* S3 */
};
enum carom_side_choice { /* Micro Robots: which side of the tiles is up (M1) */
                         CAROM_SIDE_DEALT,
                         CAROM_SIDE_BLACK,
                         CAROM_SIDE_COPPER,
};
#define CAROM_SIDE_CHOICES 3
#define CAROM_GOAL_BY_PLAYERS 255 /* R17: settled by the number of players at the start */
/* Versions of how the rulebooks are read. A log names the version it was made with (none: the first), and keeps its
 * meaning. docs/reference/referee.md lists the differences. */
#define CAROM_RULES_VERSION_FIRST 1
#define CAROM_RULES_VERSION_SECOND 2
#define CAROM_RULES_VERSION_THIRD_SOLO 3 /* changed only the solo game (L1) */
#define CAROM_RULES_VERSION 4
#define CAROM_MICRO_PATIENCE ((carom_ms)120000) /* M9: two minutes */

struct carom_rules {
    enum carom_preset preset;
    enum carom_claim claim;
    enum carom_tie tie;
    carom_ms hourglass; /* 0: none; bidding ends when all players are done */
    carom_ms patience;
    carom_ms demonstration; /* 0: no limit */
    uint8_t goal;           /* tokens to win, in a race targets to play (H6); 0: all; or CAROM_GOAL_BY_PLAYERS */
    uint8_t extra_robots;   /* robots beside the four colours: bits 1 << robot; in JSON a flag by the name of each */
    enum carom_edition edition;
    enum carom_barrier_choice barriers;
    uint8_t hourglass_runs;      /* solo: how often the sand runs through (L3) */
    uint8_t rules_version;       /* CAROM_RULES_VERSION, or less in earlier logs */
    bool touch;                  /* solo: robots may be moved while searching (L1, an easier variant of ours) */
    bool continued;              /* a game that goes on: robots set by hand may stand on targets (R3) */
    enum carom_side_choice side; /* Micro Robots: the side that was agreed on (M1) */
    bool hide_chip;              /* Micro Robots: no chip marks the target (M11); a matter of display */
    bool handicap;    /* an extension, off by default: players may join with a head start (docs/reference/referee.md) */
    bool easy_start;  /* an extension, off by default: the first targets suit beginners (docs/reference/referee.md) */
    bool seed_known;  /* false only on a player's side, where `opened` came without its secrets */
    bool seed_secret; /* chance comes from `secret`, whose hash everybody has; otherwise from `seed` */
    uint8_t by_hand;  /* seed_secret: the parts of the setup that were set by hand, CAROM_BY_HAND_... */
    uint64_t seed;    /* at most CAROM_TIME_MAX */
    uint8_t secret[CAROM_SECRET_SIZE];
    uint8_t secret_hash[CAROM_SECRET_SIZE]; /* BLAKE2b of the secret, 32 bytes */
    uint64_t reserved[4];                   /* must be 0; room for later rules without changing the size */
};
#define CAROM_BY_HAND_BOARD 1u
#define CAROM_BY_HAND_ROBOTS 2u
#define CAROM_BY_HAND_TOKENS 4u
#define CAROM_BY_HAND_DICE 8u

/* How the table is set up. A command has what was set by hand (the *_given members); an `opened` event has all of it.
 */
struct carom_setup {
    bool board_given;
    bool robots_given;
    uint8_t token_count; /* 0: not set by hand, or not known to this client */
    uint8_t dice_count;
    struct carom_board board;       /* Ricochet Robots */
    struct carom_micro_board tiles; /* Micro Robots */
    struct carom_robots robots;
    uint8_t tokens[CAROM_TOKENS]; /* the pile, first drawn first */
    uint8_t dice[CAROM_DICE_MAX]; /* faces in the order rolled */
};

struct carom_game_config {
    struct carom_rules rules;
    struct carom_setup setup;
};

/* The rules of a box, seed 0. */
struct carom_rules carom_rules_from_preset(enum carom_preset preset);
bool carom_rules_is_solo(const struct carom_rules *rules);
bool carom_rules_is_micro(const struct carom_rules *rules); /* one of the two Micro Robots presets */
bool carom_rules_is_race(const struct carom_rules *rules);  /* everybody solves at once (H1) */
/* Is this a table of the box of 1999 (S1), by its preset or its boards? */
bool carom_rules_is_1999(const struct carom_rules *rules);
/* Alone: may robots be moved while searching? By the rule `touch`, and in practice, where no sand runs (L1). */
bool carom_rules_allow_touch(const struct carom_rules *rules);
const char *carom_preset_name(enum carom_preset preset);
/* The box for people ("Robots of 1999"), and what is special about it: message ids. */
const char *carom_preset_title(enum carom_preset preset);
const char *carom_preset_sentence(enum carom_preset preset);
/* The language whose book of the game it is the rules of, `it`; NULL for those that are not of one language alone. */
const char *carom_preset_language(enum carom_preset preset);
/* The game of the book that is printed in a language: `it`, `it_IT.UTF-8`, `de`. */
enum carom_preset carom_preset_for_language(const char *language);
/* `dealt`, `black`, `copper`, by enum carom_side_choice; and the same for people, message ids. */
extern const char *const carom_side_choice_names[CAROM_SIDE_CHOICES];
const char *carom_side_choice_title(enum carom_side_choice side);
/* False if it is no preset's name. */
bool carom_preset_from_name(enum carom_preset *preset, const char *name, size_t length);

/* ---- commands, events, refusals ------------------------------------------------------------------------------- */

enum carom_command_kind {
    CAROM_COMMAND_OPEN,
    CAROM_COMMAND_JOIN,
    CAROM_COMMAND_LEAVE,
    CAROM_COMMAND_START,
    CAROM_COMMAND_BID,
    CAROM_COMMAND_DONE,
    CAROM_COMMAND_FLIP,
    CAROM_COMMAND_MOVE,
    CAROM_COMMAND_PASS,
    CAROM_COMMAND_NEXT,
    CAROM_COMMAND_SKIP,
    CAROM_COMMAND_VOID,
    CAROM_COMMAND_TICK,
    CAROM_COMMAND_PAUSE,
    CAROM_COMMAND_RESUME,
    CAROM_COMMAND_HINT,
    CAROM_COMMAND_HAND, /* a race: hands in a route (H2) */
    CAROM_COMMAND_CHIP, /* Micro Robots, between rounds: a chip marks the target from now on, or none does (M11) */
};
#define CAROM_COMMAND_KINDS 18

/* Random bytes that a player adds to the seed (docs/reference/referee.md, "Provable chance"). */
struct carom_nonce {
    bool given;
    uint8_t bytes[CAROM_SECRET_SIZE];
};

/* One move of either game. */
struct carom_any_move {
    bool micro;
    uint8_t micro_face;     /* Micro Robots: what the cell shows that is stepped on */
    struct carom_move move; /* Ricochet Robots */
};

struct carom_command {
    carom_ms at;
    enum carom_command_kind kind;
    char by[CAROM_ID_SIZE];     /* empty for open, void, tick, pause, resume */
    char name[CAROM_NAME_SIZE]; /* join */
    uint8_t handicap;           /* join; 0 unless the rules allow it */
    char first[CAROM_ID_SIZE];  /* start: who begins in Micro Robots (M3); empty: the first to join */
    bool chip;                  /* chip: a chip marks the target */
    int64_t moves;              /* bid */
    bool no_number;             /* bid: without `moves`; only solo (L1) */
    uint16_t credit;            /* bid, hand: latency credit, the ms it arrived after `at`; recorded in the event */
    struct carom_any_move move; /* move */
    union {
        char route[CAROM_HANDED_SIZE]; /* hand: as carom_route_write writes it */
        struct carom_nonce nonce;      /* join, start: used before the start if the game has a secret */
    };
    bool route_long;                 /* hand: the route is too long, and `route` is empty */
    struct carom_game_config config; /* open */
};

enum carom_event_kind {
    CAROM_EVENT_OPENED,
    CAROM_EVENT_JOINED,
    CAROM_EVENT_LEFT,
    CAROM_EVENT_STARTED,
    CAROM_EVENT_DRAWN,
    CAROM_EVENT_BID,
    CAROM_EVENT_DONE,
    CAROM_EVENT_SKIP, /* one player votes to skip; `putback` follows once all have */
    CAROM_EVENT_HOURGLASS,
    CAROM_EVENT_CLOSED,
    CAROM_EVENT_TURN,
    CAROM_EVENT_MOVED,
    CAROM_EVENT_FAILED,
    CAROM_EVENT_RESET,
    CAROM_EVENT_WON,
    CAROM_EVENT_PENALTY,
    CAROM_EVENT_PUTBACK,
    CAROM_EVENT_OVER,
    CAROM_EVENT_PAUSED,
    CAROM_EVENT_RESUMED,
    CAROM_EVENT_HINT,   /* solo: a hint was taken, and the token counts face down (L1) */
    CAROM_EVENT_HANDED, /* a race: a player hands in a route (H2), which is secret until `shown` */
    CAROM_EVENT_SHOWN,  /* a race, after the round: one of the routes, the best first (H5) */
    CAROM_EVENT_CHIP,   /* Micro Robots: a chip marks the target from now on, or none does (M11) */
};
#define CAROM_EVENT_KINDS 24

enum carom_demo_failure {
    CAROM_DEMO_NOT_REACHED,
    CAROM_DEMO_NO_RICOCHET,
    CAROM_DEMO_TOO_MANY,
    CAROM_DEMO_PASSED,
    CAROM_DEMO_TIMEOUT,
    CAROM_DEMO_LEFT,
};
#define CAROM_DEMO_FAILURES 6
enum carom_putback_reason {
    CAROM_PUTBACK_NOBODY,
    CAROM_PUTBACK_NO_BID,
    CAROM_PUTBACK_SKIPPED,
    CAROM_PUTBACK_UNREACHABLE,
};
#define CAROM_PUTBACK_REASONS 4
enum carom_token_side { /* solo (L1) */
                        CAROM_TOKEN_FACE_UP,
                        CAROM_TOKEN_FACE_DOWN,
};

/* A target as events name it: a token of the board, or in Micro Robots faces. */
struct carom_drawn_target {
    uint8_t token;     /* Ricochet Robots */
    uint8_t target;    /* Micro Robots: the target's face */
    uint8_t start;     /* Micro Robots: the robot's face */
    uint8_t via;       /* Micro Robots: the way point's face (M12), or CAROM_MICRO_NO_CELL */
    uint8_t remaining; /* tokens or chips left, this one not counted */
};

/* Who demonstrates: a seat and the number bid. */
struct carom_bidder {
    uint8_t seat;
    uint32_t moves;
};

/* Something that has happened: decided facts, no randomness left. Players are named by seat. */
struct carom_event {
    uint32_t seq; /* from 1, no gaps */
    carom_ms at;
    enum carom_event_kind kind;
    uint8_t seat;    /* `by` in JSON, of a penalty `from`; CAROM_NO_SEAT: no player */
    uint32_t moves;  /* bid, turn (0: solo, without a number), done (0: no bid), handed, shown */
    uint16_t credit; /* bid, handed: as in the command */
    carom_ms until;  /* hourglass, turn (0: no limit), resumed (0: nothing ran) */
    union {
        struct carom_game_config opened;
        struct {
            char id[CAROM_ID_SIZE];
            char name[CAROM_NAME_SIZE];
            uint8_t handicap;
            struct carom_nonce nonce;
        } joined; /* `seat` is the seat taken */
        struct {
            uint8_t players;
            uint8_t goal;  /* 0: all */
            uint8_t first; /* Micro Robots: the seat that was chosen to begin (M3), or CAROM_NO_SEAT */
            struct carom_nonce nonce;
        } started;
        struct carom_drawn_target drawn; /* Micro Robots: `seat` has the dice (M3, M8) */
        struct {
            uint8_t votes;
            uint8_t needed;
        } skip;
        struct {
            uint8_t count;
            struct carom_bidder order[CAROM_PLAYERS_MAX];
        } closed;
        struct {
            struct carom_any_move move;
            uint8_t to;    /* cell; Micro Robots: face */
            uint32_t cost; /* of the route so far; `count` in JSON */
        } moved;
        enum carom_demo_failure failed;
        struct {
            struct carom_robots robots; /* Ricochet Robots */
            uint8_t face;               /* Micro Robots (M8) */
        } reset;
        struct {
            uint8_t target; /* token; Micro Robots: face */
            uint8_t score;
            enum carom_token_side side; /* solo */
        } won;
        uint8_t penalty_to; /* seat */
        bool chip;          /* a chip marks the target */
        struct {
            char route[CAROM_HANDED_SIZE]; /* handed: empty in what clients receive */
            uint8_t points;                /* shown: points for this route (H5) */
            uint8_t score;                 /* shown: the player's new score */
        } route;
        struct {
            uint8_t target;
            enum carom_putback_reason reason;
        } putback;
        struct {
            bool seated[CAROM_PLAYERS_MAX]; /* has a score */
            bool winner[CAROM_PLAYERS_MAX];
            uint8_t scores[CAROM_PLAYERS_MAX];
            bool has_secret; /* `secret` is the secret of the seed */
            uint8_t secret[CAROM_SECRET_SIZE];
        } over;
    } as;
};

/* Why a command was refused. The names (carom_refusal_name) are stable. */
enum carom_refusal_code {
    CAROM_ACCEPTED,
    CAROM_REFUSED_NOT_OPEN,          /* not-open: nothing has been opened yet */
    CAROM_REFUSED_ALREADY_OPEN,      /* already-open */
    CAROM_REFUSED_BAD_SETUP,         /* bad-setup: such a table cannot be set up */
    CAROM_REFUSED_ON_TARGET,         /* bad-setup: a robot laid by hand stands on a target (R3) */
    CAROM_REFUSED_NOT_IN_1999,       /* bad-setup: barriers, silver or transparent with the box of 1999 (S1) */
    CAROM_REFUSED_HAS_BARRIERS,      /* bad-setup: a board with barriers where there are to be none (R2) */
    CAROM_REFUSED_OTHER_SIDE,        /* bad-setup: tiles laid with the other side up than was agreed on (M1) */
    CAROM_REFUSED_IN_THE_PAST,       /* in-the-past: `at` lies before the last event */
    CAROM_REFUSED_OVER,              /* over */
    CAROM_REFUSED_NOT_SEATED,        /* not-seated */
    CAROM_REFUSED_ALREADY_SEATED,    /* already-seated */
    CAROM_REFUSED_FULL,              /* full */
    CAROM_REFUSED_NOT_STARTED,       /* not-started */
    CAROM_REFUSED_ALREADY_STARTED,   /* already-started */
    CAROM_REFUSED_NO_TARGET,         /* no-target: between rounds */
    CAROM_REFUSED_ROUND_RUNNING,     /* round-on: `next` comes after the round */
    CAROM_REFUSED_CLOSED,            /* closed: no more bids this round */
    CAROM_REFUSED_BAD_NUMBER,        /* bad-number: a bid is 1 to CAROM_BID_MAX */
    CAROM_REFUSED_NOT_LOWER,         /* not-lower (R11) */
    CAROM_REFUSED_ALREADY_DONE,      /* said-done: no bids after `done` */
    CAROM_REFUSED_ALREADY_VOTED,     /* already-said: `done` or `skip` twice */
    CAROM_REFUSED_NO_BID,            /* no-bid: `done` before anybody has bid */
    CAROM_REFUSED_TOO_EARLY,         /* too-early: `flip` before `patience` has passed (R16) */
    CAROM_REFUSED_SKIP_TOO_EARLY,    /* too-early: `skip` in Micro Robots before two minutes have passed (M9) */
    CAROM_REFUSED_HOURGLASS_RUNS,    /* sand-runs: `flip` while the hourglass runs */
    CAROM_REFUSED_NO_HOURGLASS,      /* no-hourglass: `flip` where the rules have none */
    CAROM_REFUSED_BID_EXISTS,        /* bid-made: `skip` after a bid */
    CAROM_REFUSED_NOT_YOUR_TURN,     /* not-your-turn */
    CAROM_REFUSED_NOT_A_MOVE,        /* no-move: not a move of this game, or (M4) not a step from here */
    CAROM_REFUSED_SLIDE,             /* the move cannot be made; its name is carom_slide_result_name's ("blocked") */
    CAROM_REFUSED_NOT_IN_SOLO,       /* not-in-solo */
    CAROM_REFUSED_NOT_IN_MICRO,      /* not-in-micro */
    CAROM_REFUSED_ONLY_IN_MICRO,     /* only-in-micro: `chip`, and `start` with `first` (M3, M11) */
    CAROM_REFUSED_NO_SUCH_PLAYER,    /* no-such-player: the player who is to begin has no seat (M3) */
    CAROM_REFUSED_NO_HANDICAP,       /* no-handicap: the rules do not have it */
    CAROM_REFUSED_PAUSED,            /* paused */
    CAROM_REFUSED_NOT_PAUSED,        /* not-paused */
    CAROM_REFUSED_NO_PAUSE,          /* no-pause: alone there is nobody to wait for */
    CAROM_REFUSED_NO_MOVING,         /* no-touch: solo, robots stay put while searching (L1) */
    CAROM_REFUSED_NO_HINT,           /* no-hint: hints exist only in the solo game with an hourglass */
    CAROM_REFUSED_NOT_IN_RACE,       /* not-in-race: `bid` (H2) */
    CAROM_REFUSED_NO_RACE,           /* no-race: `hand` in another game */
    CAROM_REFUSED_NO_ROUTE_YET,      /* no-bid: `done` before anybody has a route (H4) */
    CAROM_REFUSED_ROUTE_EXISTS,      /* bid-made: `skip` after a route was handed in (H4) */
    CAROM_REFUSED_NOT_SHORTER,       /* not-lower: the player has handed in a route as short (H3) */
    CAROM_REFUSED_ROUTE_FAILS,       /* not-reached: the route handed in does not end on the target */
    CAROM_REFUSED_ROUTE_NO_RICOCHET, /* no-ricochet: the route ends without a ricochet (R7) */
    CAROM_REFUSED_ROUTE_LONG,        /* long-route: too many moves to be handed in */
};

struct carom_refusal {
    enum carom_refusal_code code;
    enum carom_slide_result slide; /* CAROM_REFUSED_SLIDE */
};

/* The stable name ("not-lower") and an English sentence for people (a message id). */
const char *carom_refusal_name(const struct carom_refusal *refusal);
const char *carom_refusal_sentence(const struct carom_refusal *refusal);
/* The number of the rule behind a refusal ("S1"), or NULL if the sentence says enough. */
const char *carom_refusal_rule(const struct carom_refusal *refusal);

CAROM_END_DECLS

#endif
