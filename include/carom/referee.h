/*
 * The referee: every game of the boxes, and a race of our own, as one pure machine (R10 to R18, A, L, S, M, T5, H).
 *
 * A table is a plain value without pointers. Commands come in with their time, events come out; nothing here reads a
 * clock, allocates, or knows who is asking. The order is always
 *
 *     decide      what happens next (reads the table only)
 *     append      write the event to the log: what is not in the log has not happened
 *     apply       change the table (the only writer, and total: any event may be applied to any table)
 *     broadcast   tell the players
 *
 * A command may bring several events: first what deadlines bring that have passed by its time, then its own, then what
 * follows from that. decide gives them one at a time:
 *
 *     struct carom_decision decision = {0};
 *     while (carom_referee_decide(&table, &command, &decision) == CAROM_DECISION_EVENT) {
 *         carom_event_write(&log, &table, &decision.event);
 *         carom_referee_apply(&table, &decision.event);
 *     }
 *     if (decision.kind == CAROM_DECISION_REFUSED)
 *         tell(&decision.refusal);
 *
 * An event names players by seat; it is written and read against the table before it, so write before apply.
 * To append all of them in one transaction, run the loop on a copy (`draft = table`), append, then `table = draft`.
 * The events alone rebuild the table: read each against the table so far (carom_event_read), then apply it.
 * docs/reference/referee.md has the state diagram.
 */
#ifndef CAROM_REFEREE_H
#define CAROM_REFEREE_H

#include <carom/board.h>
#include <carom/decls.h>
#include <carom/error.h>
#include <carom/json.h>
#include <carom/micro.h>
#include <carom/move.h>
#include <carom/position.h>
#include <carom/puzzle.h>
#include <carom/random.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

#define CAROM_PLAYERS_MAX 128 /* seats at a table; as many as their words fit, and always 64, in a race 32 */
#define CAROM_NO_SEAT 255
#define CAROM_ID_SIZE 33          /* 1 to 32 of `a-z 0-9 -`, and a NUL */
#define CAROM_NAME_SIZE 49        /* up to 48 bytes of UTF-8 without control characters, and a NUL */
#define CAROM_HANDED_MOVES_MAX 27 /* of a route that is handed in (H2), ... */
#define CAROM_HANDED_SIZE 82      /* ... in the notation, with signs of the transparent robot fewer; and a NUL */
#define CAROM_STRINGS_SIZE (64 * (CAROM_ID_SIZE + CAROM_NAME_SIZE) + 1)
#define CAROM_BID_MAX 1000000      /* nobody means more */
#define CAROM_BID_NO_LIMIT 1048575 /* alone: a route was announced without a number (L1); only in a table */
#define CAROM_DICE_MAX 128         /* rolls that can be set by hand */
#define CAROM_CHIPS_TOTAL 25       /* M2 */
#define CAROM_HANDICAP_MAX 99
#define CAROM_EASY_START_ROUNDS 6 /* targets that are chosen for beginners at the start of such a game */
#define CAROM_CREDIT_MAX 10000    /* ms of latency credit that can be noted */
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
/* How the books are read. A log names its reading, except those of the first, and what it tells keeps the meaning it
 * had (docs/reference/referee.md says what differs). */
#define CAROM_RULES_VERSION_FIRST 1
#define CAROM_RULES_VERSION_SECOND 2
#define CAROM_RULES_VERSION_THIRD_SOLO 3 /* the third reading, so far only in the solo game (L1) */
#define CAROM_RULES_VERSION 4
#define CAROM_MICRO_PATIENCE ((carom_ms)120000) /* M9: two minutes */

struct carom_rules {
    enum carom_preset preset;
    enum carom_claim claim;
    enum carom_tie tie;
    carom_ms hourglass; /* 0: none, bidding ends when all have said that they are done */
    carom_ms patience;
    carom_ms demonstration; /* 0: no limit */
    uint8_t goal;           /* tokens to win, in a race targets to play (H6); 0: all; or CAROM_GOAL_BY_PLAYERS */
    uint8_t extra_robots;   /* robots beside the four colours: bits 1 << robot; in JSON a flag by the name of each */
    enum carom_edition edition;
    enum carom_barrier_choice barriers;
    uint8_t hourglass_runs;      /* solo: how often the sand runs through (L3) */
    uint8_t rules_version;       /* how the books are read: CAROM_RULES_VERSION; less in logs of earlier versions */
    bool touch;                  /* solo: robots may be moved while searching (L1, an easier variant of ours) */
    bool continued;              /* robots laid by hand may stand on targets (R3): a game that goes on */
    enum carom_side_choice side; /* Micro Robots: the side that was agreed on (M1) */
    bool hide_chip;              /* Micro Robots: no chip marks the target (M11); a matter of display */
    bool handicap;    /* an extension, off by default: players may join with a head start (docs/reference/referee.md) */
    bool easy_start;  /* an extension, off by default: the first targets suit beginners (docs/reference/referee.md) */
    bool seed_known;  /* false only on a player's side, where `opened` came without its secrets */
    bool seed_secret; /* chance comes from `secret`, whose hash everybody has; otherwise from `seed` */
    uint8_t by_hand;  /* seed_secret: what of the setup was not dealt, CAROM_BY_HAND_... */
    uint64_t seed;    /* at most CAROM_TIME_MAX */
    uint8_t secret[CAROM_SECRET_SIZE];
    uint8_t secret_hash[CAROM_SECRET_SIZE]; /* BLAKE2b of the secret, 32 bytes */
};
#define CAROM_BY_HAND_BOARD 1u
#define CAROM_BY_HAND_ROBOTS 2u
#define CAROM_BY_HAND_TOKENS 4u
#define CAROM_BY_HAND_DICE 8u

/* How the table is laid: in a command what was set by hand (the *_given fields), in an `opened` event all of it. */
struct carom_setup {
    bool board_given;
    bool robots_given;
    uint8_t token_count; /* 0: not set by hand, or not known (a player's side) */
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

/* What a player adds to the chance of a game (docs/reference/referee.md, "Provable chance"). */
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
    bool chip;                  /* chip: does one mark the target? */
    int64_t moves;              /* bid */
    bool no_number;             /* bid: "I have it", without `moves`; only alone (L1) */
    uint16_t credit;            /* bid, hand: ms by which it came later than `at` (latency credit); only noted */
    struct carom_any_move move; /* move */
    union {
        char route[CAROM_HANDED_SIZE]; /* hand: as carom_route_write writes it */
        struct carom_nonce nonce;      /* join, start; counts before the start, where a secret deals */
    };
    bool route_long;                 /* hand: it has more moves than can be handed in, and is not in `route` */
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
    CAROM_EVENT_SKIP, /* one player's wish to skip; everybody's is followed by putback */
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
    CAROM_EVENT_HANDED, /* a race: somebody has a route (H2); which one is a secret until ... */
    CAROM_EVENT_SHOWN,  /* ... the round is over, when each is shown, the best first (H5) */
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
    uint8_t token;  /* Ricochet Robots */
    uint8_t target; /* Micro Robots, faces: */
    uint8_t start;
    uint8_t via;       /* M12, or CAROM_MICRO_NO_CELL */
    uint8_t remaining; /* tokens in the pile, chips in the supply, without the one just laid out */
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
    uint8_t seat;    /* `by`; penalty: `from`; CAROM_NO_SEAT where nobody in particular acts */
    uint32_t moves;  /* bid, turn (0: alone, without a number), done (0: has no bid), handed, shown */
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
            uint32_t cost; /* of the demonstration so far: `count` in JSON */
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
        bool chip;          /* does one mark the target? */
        struct {
            char route[CAROM_HANDED_SIZE]; /* handed: empty on a player's side */
            uint8_t points;                /* shown (H5) ... */
            uint8_t score;                 /* ... and what that makes in all */
        } route;
        struct {
            uint8_t target;
            enum carom_putback_reason reason;
        } putback;
        struct {
            bool seated[CAROM_PLAYERS_MAX]; /* has a score */
            bool winner[CAROM_PLAYERS_MAX];
            uint8_t scores[CAROM_PLAYERS_MAX];
            bool has_secret; /* the secret that all chance came from, now that it can do no harm */
            uint8_t secret[CAROM_SECRET_SIZE];
        } over;
    } as;
};

/* What the rules or the phase do not allow. Names (carom_refusal_name) are stable. */
enum carom_refusal_code {
    CAROM_ACCEPTED,
    CAROM_REFUSED_NOT_OPEN,          /* not-open: nothing has been opened yet */
    CAROM_REFUSED_ALREADY_OPEN,      /* already-open */
    CAROM_REFUSED_BAD_SETUP,         /* bad-setup: the table cannot be laid like that */
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
    CAROM_REFUSED_NO_SUCH_PLAYER,    /* no-such-player: who is to begin has no seat (M3) */
    CAROM_REFUSED_NO_HANDICAP,       /* no-handicap: the rules do not have it */
    CAROM_REFUSED_PAUSED,            /* paused: the clocks stand, and so does the game */
    CAROM_REFUSED_NOT_PAUSED,        /* not-paused */
    CAROM_REFUSED_NO_PAUSE,          /* no-pause: alone there is nobody to wait for */
    CAROM_REFUSED_NO_MOVING,         /* no-touch: alone the route is found in the mind (L1) */
    CAROM_REFUSED_NO_HINT,           /* no-hint: hints are noted only where a token can be lost alone */
    CAROM_REFUSED_NOT_IN_RACE,       /* not-in-race: `bid` (H2) */
    CAROM_REFUSED_NO_RACE,           /* no-race: `hand` in another game */
    CAROM_REFUSED_NO_ROUTE_YET,      /* no-bid: `done` before anybody has a route (H4) */
    CAROM_REFUSED_ROUTE_EXISTS,      /* bid-made: `skip` after a route was handed in (H4) */
    CAROM_REFUSED_NOT_SHORTER,       /* not-lower: one's own route is as short (H3) */
    CAROM_REFUSED_ROUTE_FAILS,       /* not-reached: the route handed in does not end on the target */
    CAROM_REFUSED_ROUTE_NO_RICOCHET, /* no-ricochet: it stops there without a ricochet (R7) */
    CAROM_REFUSED_ROUTE_LONG,        /* long-route: it has more moves than can be handed in */
};

struct carom_refusal {
    enum carom_refusal_code code;
    enum carom_slide_result slide; /* CAROM_REFUSED_SLIDE */
};

/* The stable name ("not-lower") and an English sentence for people (a message id). */
const char *carom_refusal_name(const struct carom_refusal *refusal);
const char *carom_refusal_sentence(const struct carom_refusal *refusal);
/* The number of the rule that forbids it, where it is told with the refusal ("S1"); NULL elsewhere. */
const char *carom_refusal_rule(const struct carom_refusal *refusal);

/* ---- the table ------------------------------------------------------------------------------------------------ */

enum carom_phase {
    CAROM_PHASE_NONE,           /* a zeroed table */
    CAROM_PHASE_LOBBY,          /* before `start` */
    CAROM_PHASE_BIDDING,        /* a target is up; in a race routes are handed in */
    CAROM_PHASE_SHOWING,        /* demonstrations, one after the other */
    CAROM_PHASE_SEARCHING,      /* solo: the sand runs; with `touch` robots are moved meanwhile */
    CAROM_PHASE_BETWEEN_ROUNDS, /* the round is over; `next` begins another */
    CAROM_PHASE_OVER,
};

/* An event that has to follow at once; decide gives it before anything else. */
enum carom_followup {
    CAROM_FOLLOWUP_NOTHING,
    CAROM_FOLLOWUP_DRAW,
    CAROM_FOLLOWUP_HOURGLASS,
    CAROM_FOLLOWUP_TURN,
    CAROM_FOLLOWUP_RESET,
    CAROM_FOLLOWUP_PENALTY,
    CAROM_FOLLOWUP_FACE_DOWN,
    CAROM_FOLLOWUP_OVER,
    CAROM_FOLLOWUP_SHOW, /* a race: the next route of those handed in */
    CAROM_FOLLOWUP_WON,  /* a race: all are shown */
};

/* What a seat holds. Id and name are in the table's `words` (carom_table_id, carom_table_name), in a race also the
 * route that was handed in (carom_table_handed_route). */
struct carom_player {
    uint16_t strings_at; /* where in `words` the id stands, the name behind it; 0: nowhere */
    uint8_t score;       /* tokens or chips; solo: tokens face up; a race: points */
    uint32_t bid : 20;   /* 0: none in this round; or CAROM_BID_NO_LIMIT; a race: moves of the route handed in */
    uint32_t handicap : 7;
    uint32_t seated : 1;
    uint32_t done : 1; /* has said so in this round */
    uint32_t skip : 1; /* wants this target put back */
    uint32_t bid_seq;  /* when: the seq of that bid (R12) */
};

struct carom_table {
    uint32_t seq; /* of the last event */
    enum carom_phase phase;
    carom_ms now; /* time of the last event */
    struct carom_rules rules;
    uint8_t goal; /* settled at the start: tokens to win, 0: all */
    enum carom_followup followup;

    /* what lies on the table */
    struct carom_board board;
    struct carom_micro_board micro_board;
    struct carom_robots markers; /* R14, R15: where robots go back to */
    uint8_t pile[CAROM_TOKENS];  /* first drawn first */
    uint8_t pile_count;          /* Micro Robots: chips in the supply, the one on the target included */
    /* Client side: how many tokens listed in `pile` have left it already; which ones is secret. */
    uint8_t pile_unknown;
    bool draw_at_random;    /* a token was put back: from then on chance draws from the pile (R14) */
    bool avoid_last_target; /* the next draw is not the target just put back (R16, M9) */
    union {
        uint8_t dice[CAROM_DICE_MAX]; /* still to be rolled: from dice_at to dice_count */
        struct carom_nonce mix;       /* without such dice: the hash of all nonces, in the order of the log */
    };
    uint8_t dice_count;
    uint8_t dice_at;
    uint32_t unreachable_tokens; /* bit 1 << token: proven so since the markers last moved (R18) */
    uint8_t face_down;           /* solo: tokens lost */
    uint8_t race_targets_won;    /* a race: targets won so far (H6) */

    /* the round */
    uint32_t rounds; /* targets drawn so far */
    struct carom_drawn_target drawn;
    struct carom_target target;      /* Ricochet Robots */
    struct carom_robots round_start; /* where the robots stood when the target was drawn */
    carom_ms drawn_at;
    carom_ms until;     /* end of the sand, or of the demonstration; 0: none runs */
    carom_ms sand_left; /* solo: what was left when a route was announced, to run on if it fails (L1); 0: not stopped */
    bool paused;        /* then nothing runs: what is left of the time is until - paused_at */
    carom_ms paused_at;
    uint8_t hourglass_turner;         /* who turned it; CAROM_NO_SEAT: it does not run */
    struct carom_round round;         /* the route being shown */
    uint8_t last_moved_robot;         /* robot of its last move, or CAROM_ROBOTS */
    uint8_t micro_robot_face;         /* Micro Robots: where the robot stands, a face, or CAROM_MICRO_NO_CELL */
    bool waypoint_reached;            /* M12 */
    uint8_t turn;                     /* seat that demonstrates, or CAROM_NO_SEAT */
    uint32_t turn_bid;                /* or CAROM_BID_NO_LIMIT */
    uint8_t order[CAROM_PLAYERS_MAX]; /* seats in the order of demonstration (R12) */
    uint8_t order_count;
    uint8_t order_index;    /* the next one to try */
    uint8_t dice_seat;      /* Micro Robots: who rolls, or CAROM_NO_SEAT */
    bool dice_to_next_seat; /* the next roll is the left neighbour's (M8) */
    bool hint_taken;        /* solo: the token of this round counts face down (L1) */
    bool no_winner;         /* Micro Robots alone: nobody can win (M10) */

    /* the seats, in order of joining */
    uint8_t seats; /* used so far, empty ones between included */
    struct carom_player players[CAROM_PLAYERS_MAX];
    uint8_t owner[CAROM_TOKENS]; /* the seat that has won a token, or CAROM_NO_SEAT */
    uint16_t strings_used;
    char strings[CAROM_STRINGS_SIZE]; /* ids and names (a race: and CAROM_HANDED_SIZE for a route), ending in NULs, no
                                         gaps */
};
CAROM_STATIC_ASSERT(sizeof(struct carom_table) <= 8192, "a table takes at most 8 KiB");

/* Who sits there: "" if nobody does. They live in the table and only as long as it does not change. */
const char *carom_table_id(const struct carom_table *table, unsigned seat);
const char *carom_table_name(const struct carom_table *table, unsigned seat);
/* The route that a seat has handed in, in the notation; "" if it has none, or on a player's side before it is shown. */
const char *carom_table_handed_route(const struct carom_table *table, unsigned seat);
/* The tokens won by a seat: bit 1 << token. */
uint32_t carom_table_won_tokens(const struct carom_table *table, unsigned seat);
/* The seat of an id, or CAROM_NO_SEAT. */
unsigned carom_table_find_seat(const struct carom_table *table, const char *id);
/* How many are seated. */
unsigned carom_table_seated_count(const struct carom_table *table);
/* Bids standing in this round. */
unsigned carom_table_bid_count(const struct carom_table *table);
/* Is the round that is on, or was the last, one of those that suit beginners (rule `easy_start`)? */
bool carom_table_in_easy_start(const struct carom_table *table);
/* The position in which the round began that is on, or was the last: what has to be solved, whatever has been moved
 * since. False before the first round. */
bool carom_table_round_puzzle(const struct carom_table *table, struct carom_puzzle *puzzle);
/* Is a round on, from its draw to its result? */
bool carom_table_in_round(const struct carom_table *table);
/* What lies on the table now, to be drawn: robots where they stand, the target while a round is on. Micro Robots: as
 * the round began; the robot has its own micro_robot_face. */
void carom_table_view(const struct carom_table *table, struct carom_puzzle *puzzle);

/* ---- the machine ---------------------------------------------------------------------------------------------- */

enum carom_decision_kind {
    CAROM_DECISION_EVENT,   /* decision->event happens next: log it, apply it, ask again */
    CAROM_DECISION_DONE,    /* that was all */
    CAROM_DECISION_REFUSED, /* decision->refusal says why; the command itself changes nothing */
};

/* One command on its way. Zero it before the first call. */
struct carom_decision {
    bool has_own_event;    /* the command has brought an event of its own */
    bool command_finished; /* it will bring no other; only what follows is left */
    enum carom_decision_kind kind;
    struct carom_event event;
    struct carom_refusal refusal;
};

/* The next event this command brings (see above); the answer is also in step->answer. Writes only *step. */
enum carom_decision_kind carom_referee_decide(const struct carom_table *table, const struct carom_command *command,
                                              struct carom_decision *decision);

/* Applies an event. Total: any event may meet any table; what does not fit is ignored, and the table stays valid. */
void carom_referee_apply(struct carom_table *table, const struct carom_event *event);

/* When the table wants a `tick` at the latest, if no command comes before. False: it waits for people only. */
bool carom_referee_deadline(const struct carom_table *table, carom_ms *at);

/* May this event follow? Decides it again and compares: for verifying logs. When it may not, `expected` (may be NULL)
 * has the event that had to come; its `seq` is 0 when none had to. A table without its secrets (a player's side) is
 * believed what it cannot know: the token drawn, the dice. */
bool carom_referee_verify(const struct carom_table *table, const struct carom_event *event,
                          struct carom_event *expected);

/* The `opened` event of a game whose secret has been told since: fills in what was kept from players (the secret, the
 * pile). False: the secret is not the one whose hash was given, or the table was not laid by it. So a log without
 * secrets is verified to the last draw: reveal its first event, then check each as usual. */
bool carom_opened_reveal(struct carom_event *opened, const uint8_t secret[CAROM_SECRET_SIZE]);

/* ---- what may I do now? ---------------------------------------------------------------------------------------- */

/* Why a bid is shown before the one behind it (R12, S3). Names: carom_rank_reason_name. */
enum carom_rank_reason {
    CAROM_RANK_LAST,       /* last: it is behind all others */
    CAROM_RANK_ONLY,       /* only: there is no other */
    CAROM_RANK_LOWER,      /* lower */
    CAROM_RANK_HEAD_START, /* head-start: lower when head starts are counted */
    CAROM_RANK_FEWER,      /* fewer: the same, by somebody who has fewer tokens (S3) */
    CAROM_RANK_EARLIER,    /* earlier: the same, but earlier */
    CAROM_RANK_FIRST_CALL, /* called: Micro Robots, where the first call is shown at once (M5) */
};
struct carom_ranked_bid {
    uint8_t seat;
    uint32_t moves;
    enum carom_rank_reason reason;
};
/* The bids in the order of showing: while bids are made all that stand, as if the sand were out now; while routes are
 * shown the one whose turn it is, then those that are left. Returns how many. */
unsigned carom_table_bid_order(const struct carom_table *table, struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX]);

/* What the referee would accept from one person now, found by asking `decide`: who offers something to people asks
 * here and knows no rule. Commands that no player gives (open, void, tick, pause, resume) are never among them. */
struct carom_allowed {
    bool allowed[CAROM_COMMAND_KINDS]; /* `move`: robots, whichever they are; `bid`: from 1 to bid_max */
    struct carom_refusal refusal[CAROM_COMMAND_KINDS]; /* why not */
    uint32_t bid_max;                                  /* R11; for `hand` likewise (H3); 0: none */
    carom_ms flip_at; /* R16: from when on `flip` is accepted if nothing happens before; 0: never */
    carom_ms skip_at; /* M9: the same for `skip`, where it has to be waited for; 0: elsewhere */
};
/* `seat` CAROM_NO_SEAT: somebody who watches and may perhaps join. Deadlines that have passed by `now` count as
 * passed. A `now` before the last event is taken as the time of that event: clocks differ. */
void carom_referee_allowed(const struct carom_table *table, unsigned seat, carom_ms now, struct carom_allowed *allowed);
/* Who may move robots now: a seat, or CAROM_NO_SEAT. */
unsigned carom_table_moving_seat(const struct carom_table *table);
/* Does the hourglass run (R10, R16, L1)? */
bool carom_table_hourglass_runs(const struct carom_table *table);
/* How long the sand runs from its beginning (L3: alone perhaps twice), while somebody shows how long that may take; 0:
 * without a limit. */
carom_ms carom_table_time_limit(const struct carom_table *table);

/* ---- JSON, as docs/reference/referee.md has it
 * -------------------------------------------------------------------------- */

#define CAROM_JSON_NODES_MAX 1024  /* JSON nodes that any command or event needs at most */
#define CAROM_JSON_EVENT_MAX 16384 /* bytes that any event needs at most */

/* One line of text to a command and back. On false `fault` (may be NULL) has what is wrong in it. */
bool carom_command_read(struct carom_command *command, const char *text, size_t length, struct carom_error *error);
void carom_command_write(struct carom_text *text, const struct carom_command *command);
/* Reads the command kind from the value of `do`. False if it is not one. For servers, which know sender and time
 * themselves. */
bool carom_command_kind_read(enum carom_command_kind *kind, const struct carom_json *json, uint32_t node);
/* ... which a player can say: all but open, void and tick ... */
bool carom_command_is_from_player(enum carom_command_kind kind);
/* ... then what belongs to command->what: `moves` of bid, `move`, `route` of hand, `handicap` of join, `rules` of open.
 * `at`, `by`, `name` and `credit` are neither read nor touched, and other members of the object are not looked at. A
 * `move` that is no move of either game is CAROM_ERROR_MOVE, one of the other game is left to the referee to refuse; a
 * `route` of `hand` that cannot be read is CAROM_ERROR_HANDED_ROUTE. */
bool carom_command_read_members(struct carom_command *command, const struct carom_json *json, uint32_t object,
                                struct carom_error *error);
/* The `rules` object of `open` alone. */
bool carom_game_config_read(struct carom_game_config *config, const struct carom_json *json, uint32_t object,
                            struct carom_error *error);
void carom_game_config_write(struct carom_text *text, const struct carom_game_config *config);

/* What can be agreed about a table, for forms, as one JSON object (docs/reference/referee.md): presets, editions and
 * barriers with their names for people, and which rules each preset has. */
void carom_rule_choices_write(struct carom_text *text);

/* An event, without a newline, against the table as it is before the event. The second leaves out what players may not
 * know yet: the members that src/referee/fields.def calls hidden. */
void carom_event_write(struct carom_text *text, const struct carom_table *before, const struct carom_event *event);
void carom_event_write_public(struct carom_text *text, const struct carom_table *before,
                              const struct carom_event *event);
bool carom_event_has_secrets(enum carom_event_kind kind); /* do the two differ? */
/* A line of a log for players, when the table before it is not at hand. True: the line can be shown as it is, because
 * it begins as carom_event_write writes it and its kind has nothing to hide. The second writes a line without its
 * hidden members; nothing if it is no event. */
bool carom_event_line_is_public(const char *line, size_t length);
void carom_event_line_write_public(struct carom_text *text, const char *line, size_t length);
bool carom_event_read(struct carom_event *event, const struct carom_table *before, const char *text, size_t length,
                      struct carom_error *error);
const char *carom_event_name(enum carom_event_kind kind);
const char *carom_command_name(enum carom_command_kind kind);
const char *carom_failure_name(enum carom_demo_failure failure);
const char *carom_putback_reason_name(enum carom_putback_reason reason);
const char *carom_phase_name(enum carom_phase phase);

/* `{"at":…,"refused":"bid","by":…,"why":"not-lower"}`. */
void carom_refusal_write(struct carom_text *text, const struct carom_command *command,
                         const struct carom_refusal *refusal);

/* The whole table for those who look at it (a page, `carom replay --at`): phase, players, bids, target, robots, until
 * and so on as one JSON object, without the secrets. docs/reference/referee.md lists the fields. */
void carom_table_write(struct carom_text *text, const struct carom_table *table);

/* What carom_referee_allowed and carom_table_bid_order say, as one JSON object (docs/reference/referee.md). */
void carom_allowed_write(struct carom_text *text, const struct carom_table *table, unsigned seat, carom_ms now);
const char *carom_rank_reason_name(enum carom_rank_reason reason);
/* The same for people ("same bid, but earlier"), a message id; empty where nothing is behind it. */
const char *carom_rank_reason_sentence(enum carom_rank_reason reason);

/* ---- events in words -------------------------------------------------------------------------------------------- */

#define CAROM_SENTENCE_MAX 16384 /* bytes that a sentence about any event needs at most, its blanks filled */

/* The English sentence about an event, a message id of the catalogues with blanks like {name}. `you` is the seat of the
 * one who reads it ("You bid {n}."), CAROM_NO_SEAT for everybody ("{name} bids {n}."). */
const char *carom_event_sentence(const struct carom_table *before, const struct carom_event *event, unsigned you);
/* Fills the blanks of that sentence or of its translation. Cells, tokens and moves are written in the notation. */
void carom_event_format(struct carom_text *text, const char *sentence, const struct carom_table *before,
                        const struct carom_event *event);
/* The two as members of a JSON object that the caller has begun, for those who translate and fill by themselves:
 * `"say":"{name} bids {n}.","args":{"name":"Ana","n":5}`. */
void carom_event_write_text(struct carom_text *text, const struct carom_table *before, const struct carom_event *event,
                            unsigned you);
/* "Ana 3, Ben 1" of those who are seated. */
void carom_table_format_scores(struct carom_text *text, const struct carom_table *table);

/* ---- a game as lines of text ---------------------------------------------------------------------------------- */

/* What `carom referee` does, for every program that has only text: one command line in, its answer out. */
struct carom_json_game {
    uint32_t line; /* lines read so far */
    struct carom_table table;
};
#define CAROM_JSON_REPLY_MAX 131072 /* bytes that any answer needs at most */

/* Feeds one line (without its newline). Writes zero or more lines, each ending in a newline: events, a refusal, or
 * `{"line":N,"error":"…"}`. Blank lines are counted and ignored. False if the line was broken. */
bool carom_json_game_command(struct carom_json_game *json_game, const char *line, size_t length,
                             struct carom_text *out);
/* Feeds one event line instead: rebuilds a table from its log. `check` verifies that it follows. False and a fault
 * if it cannot be read, or does not follow. */
bool carom_json_game_event(struct carom_json_game *json_game, const char *line, size_t length, bool check,
                           struct carom_error *error);
/* Parses the next event without applying it, for callers that need the table before it. */
bool carom_json_game_read_event(struct carom_json_game *json_game, const char *line, size_t length,
                                struct carom_event *event, struct carom_error *error);

CAROM_END_DECLS

#endif
