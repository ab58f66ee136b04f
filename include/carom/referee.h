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

#include <carom/decls.h>
#include <carom/error.h>
#include <carom/json.h>
#include <carom/puzzle.h>
#include <carom/referee_events.h>
#include <carom/text.h>

CAROM_BEGIN_DECLS

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

/* A seat. Its strings are in the table's `strings`: id, name (carom_table_id, carom_table_name), and in a race the
 * route that was handed in (carom_table_handed_route). */
struct carom_player {
    uint16_t strings_at; /* offset of the id in `strings`, the name after it; 0: none */
    uint8_t score;       /* tokens or chips; solo: tokens face up; a race: points */
    uint32_t bid : 20;   /* 0: none in this round; or CAROM_BID_NO_LIMIT; a race: moves of the route handed in */
    uint32_t handicap : 7;
    uint32_t seated : 1;
    uint32_t done : 1; /* has said `done` in this round */
    uint32_t skip : 1; /* has voted to skip this target */
    uint32_t bid_seq;  /* the seq of the bid's event (R12) */
};

struct carom_table {
    uint32_t seq; /* of the last event */
    enum carom_phase phase;
    carom_ms now; /* time of the last event */
    struct carom_rules rules;
    uint8_t goal; /* settled at the start: tokens to win, 0: all */
    enum carom_followup followup;

    /* the pieces */
    struct carom_board board;
    struct carom_micro_board micro_board;
    struct carom_robots markers; /* R14, R15: where robots go back to */
    uint8_t pile[CAROM_TOKENS];  /* first drawn first */
    uint8_t pile_count;          /* Micro Robots: chips in the supply, the one on the target included */
    /* On a client: how many of the tokens in `pile` have been drawn; it does not know which. */
    uint8_t pile_unknown;
    bool draw_at_random;    /* after a token was put back, draws are random (R14) */
    bool avoid_last_target; /* the next draw is not the target just put back (R16, M9) */
    union {
        uint8_t dice[CAROM_DICE_MAX]; /* set by hand; those from dice_at to dice_count are still to be rolled */
        struct carom_nonce mix;       /* without dice set by hand: the hash of all nonces, in the order of the log */
    };
    uint8_t dice_count;
    uint8_t dice_at;
    uint32_t unreachable_tokens; /* bit 1 << token: proven unreachable from where the markers are (R18) */
    uint8_t face_down;           /* solo: tokens lost */
    uint8_t race_targets_won;    /* a race: targets won so far (H6) */

    /* the round */
    uint32_t rounds; /* targets drawn so far */
    struct carom_drawn_target drawn;
    struct carom_target target;      /* Ricochet Robots */
    struct carom_robots round_start; /* where the robots stood when the target was drawn */
    carom_ms drawn_at;
    carom_ms until;     /* deadline of the hourglass or the demonstration; 0: none */
    carom_ms sand_left; /* solo: ms left when a route was announced, used again if it fails (L1); 0: none */
    bool paused;        /* clocks stand; the time left is until - paused_at */
    carom_ms paused_at;
    uint8_t hourglass_turner;         /* the seat that turned the hourglass; CAROM_NO_SEAT: it does not run */
    struct carom_round round;         /* the route being shown */
    uint8_t last_moved_robot;         /* in that route; CAROM_ROBOTS before its first move */
    uint8_t micro_robot_face;         /* Micro Robots: where the robot stands, a face, or CAROM_MICRO_NO_CELL */
    bool waypoint_reached;            /* Micro Robots: the route has stopped on the way point (M12) */
    uint8_t turn;                     /* seat that demonstrates, or CAROM_NO_SEAT */
    uint32_t turn_bid;                /* the demonstrator's bid, or CAROM_BID_NO_LIMIT */
    uint8_t order[CAROM_PLAYERS_MAX]; /* seats in the order of demonstration (R12) */
    uint8_t order_count;
    uint8_t order_index;    /* index of the next seat in `order` */
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

/* The id and the name of the player at a seat, or "". Both point into the table and are valid until it changes. */
const char *carom_table_id(const struct carom_table *table, unsigned seat);
const char *carom_table_name(const struct carom_table *table, unsigned seat);
/* The route that a seat has handed in, in the notation; "" if there is none, or on a client before it is shown. */
const char *carom_table_handed_route(const struct carom_table *table, unsigned seat);
/* The tokens won by a seat: bit 1 << token. */
uint32_t carom_table_won_tokens(const struct carom_table *table, unsigned seat);
/* The seat of an id, or CAROM_NO_SEAT. */
unsigned carom_table_find_seat(const struct carom_table *table, const char *id);
/* The number of players at the table. */
unsigned carom_table_seated_count(const struct carom_table *table);
/* The number of bids that stand in this round. */
unsigned carom_table_bid_count(const struct carom_table *table);
/* Was the target of the current or last round chosen for beginners (rule `easy_start`)? */
bool carom_table_in_easy_start(const struct carom_table *table);
/* Writes the position at the start of the current or last round: the puzzle to solve, whatever has moved since. False
 * before the first round. */
bool carom_table_round_puzzle(const struct carom_table *table, struct carom_puzzle *puzzle);
/* Is a round running, from its draw to its result? */
bool carom_table_in_round(const struct carom_table *table);
/* Writes the position as it is now, for drawing: robots where they stand, the target while a round runs. In Micro
 * Robots the position at the start of the round; table->micro_robot_face has the robot. */
void carom_table_view(const struct carom_table *table, struct carom_puzzle *puzzle);

/* ---- the machine ---------------------------------------------------------------------------------------------- */

enum carom_decision_kind {
    CAROM_DECISION_EVENT,   /* decision->event comes next: log it, apply it, call again */
    CAROM_DECISION_DONE,    /* there are no more events */
    CAROM_DECISION_REFUSED, /* decision->refusal says why; the command itself changes nothing */
};

/* The progress of one command. Zero it before the first call. */
struct carom_decision {
    bool has_own_event;    /* the command itself has caused an event */
    bool command_finished; /* the command causes no more events; only follow-ups are left */
    enum carom_decision_kind kind;
    struct carom_event event;
    struct carom_refusal refusal;
};

/* Decides the next event of a command (the loop is at the top of this file). The result is also in decision->kind.
 * Writes only *decision. */
enum carom_decision_kind carom_referee_decide(const struct carom_table *table, const struct carom_command *command,
                                              struct carom_decision *decision);

/* Applies an event. Total: any event may meet any table; what does not fit is ignored, and the table stays valid. */
void carom_referee_apply(struct carom_table *table, const struct carom_event *event);

/* Writes the time at which the table needs a `tick` if no command comes before. False if it waits only for players. */
bool carom_referee_deadline(const struct carom_table *table, carom_ms *at);

/* Verifies a log: can this event follow? Decides it again and compares. If not, `expected` (may be NULL) has the event
 * that had to follow; its `seq` is 0 if none had to. On a client, which has no secrets, drawn tokens and dice are
 * accepted unchecked. */
bool carom_referee_verify(const struct carom_table *table, const struct carom_event *event,
                          struct carom_event *expected);

/* Completes the `opened` event of a client's log with the secret that `over` reveals: fills in secret and pile. False
 * if the secret does not match its hash or does not give this setup. After that every draw of the log can be verified.
 */
bool carom_opened_reveal(struct carom_event *opened, const uint8_t secret[CAROM_SECRET_SIZE]);

/* ---- what may I do now? ---------------------------------------------------------------------------------------- */

/* Why a bid is shown before the next one (R12, S3). carom_rank_reason_name has their names. */
enum carom_rank_reason {
    CAROM_RANK_LAST,       /* last: there is no next one */
    CAROM_RANK_ONLY,       /* only: there is one bid */
    CAROM_RANK_LOWER,      /* lower */
    CAROM_RANK_HEAD_START, /* head-start: lower with head starts counted */
    CAROM_RANK_FEWER,      /* fewer: same bid, but the player has fewer tokens (S3) */
    CAROM_RANK_EARLIER,    /* earlier: same bid, made earlier */
    CAROM_RANK_FIRST_CALL, /* called: Micro Robots, where the first call is shown at once (M5) */
};
struct carom_ranked_bid {
    uint8_t seat;
    uint32_t moves;
    enum carom_rank_reason reason;
};
/* Lists the bids in the order of showing: during bidding all that stand, as if the sand ran out now; during
 * demonstrations the current one and those that follow. Returns their number. */
unsigned carom_table_bid_order(const struct carom_table *table, struct carom_ranked_bid ranked[CAROM_PLAYERS_MAX]);

/* What the referee would accept from one player now. User interfaces offer that and need to know no rule. Commands that
 * players do not give (open, void, tick, pause, resume) are never allowed. */
struct carom_allowed {
    bool allowed[CAROM_COMMAND_KINDS];                 /* `move`: of any robot; `bid`: from 1 to bid_max */
    struct carom_refusal refusal[CAROM_COMMAND_KINDS]; /* why a command is not allowed */
    uint32_t bid_max; /* the highest bid (R11), or the longest route to hand in (H3); 0: none */
    carom_ms flip_at; /* from when on `flip` is allowed (R16); 0: not in this round */
    carom_ms skip_at; /* from when on `skip` is allowed (M9); 0: at once, or not in this round */
};
/* Asks what a seat may do now; CAROM_NO_SEAT stands for a spectator, who may perhaps join. Follow-ups of deadlines up
 * to `now` are taken into account. Because clocks differ, a `now` before the last event counts as its time. */
void carom_referee_allowed(const struct carom_table *table, unsigned seat, carom_ms now, struct carom_allowed *allowed);
/* The seat that may move robots now, or CAROM_NO_SEAT. */
unsigned carom_table_moving_seat(const struct carom_table *table);
/* Does the hourglass run (R10, R16, L1)? */
bool carom_table_hourglass_runs(const struct carom_table *table);
/* The whole time in ms of the hourglass (solo perhaps twice, L3), or of a demonstration while one is shown; 0: no
 * limit. */
carom_ms carom_table_time_limit(const struct carom_table *table);

/* ---- JSON (docs/reference/referee.md) -------------------------------------------------------------------------- */

#define CAROM_JSON_NODES_MAX 1024  /* the most JSON nodes of a command or event */
#define CAROM_JSON_EVENT_MAX 16384 /* the most bytes of an event */

/* Reads and writes a command as one line of JSON. On false `error` (may be NULL) says what is wrong. */
bool carom_command_read(struct carom_command *command, const char *text, size_t length, struct carom_error *error);
void carom_command_write(struct carom_text *text, const struct carom_command *command);
/* Reads the command kind from the value of `do`. False if it is not one. For servers, which know sender and time
 * themselves. */
bool carom_command_kind_read(enum carom_command_kind *kind, const struct carom_json *json, uint32_t node);
/* Do players give this command? All but open, void, tick, pause and resume. */
bool carom_command_is_from_player(enum carom_command_kind kind);
/* Reads the members of a command whose kind is set: `moves` of bid, `move`, `route` of hand, `handicap` of join,
 * `rules` of open. Neither reads nor changes `at`, `by`, `name` and `credit`, and ignores other members of the object.
 * A `move` of neither game is CAROM_ERROR_MOVE, one of the other game is left to the referee; a malformed `route` is
 * CAROM_ERROR_HANDED_ROUTE. */
bool carom_command_read_members(struct carom_command *command, const struct carom_json *json, uint32_t object,
                                struct carom_error *error);
/* Writes these members of a command, for clients: `"key":value` pairs behind what stands in the object already. */
void carom_command_write_members(struct carom_text *text, const struct carom_command *command);
/* Reads and writes the `rules` object of `open`. */
bool carom_game_config_read(struct carom_game_config *config, const struct carom_json *json, uint32_t object,
                            struct carom_error *error);
void carom_game_config_write(struct carom_text *text, const struct carom_game_config *config);

/* Writes the choices of a form for a new table as one JSON object (docs/reference/referee.md): presets, editions and
 * barriers with their titles, and the rules that each preset has. */
void carom_rule_choices_write(struct carom_text *text);

/* Writes an event without a newline; `before` is the table before it. carom_event_write_public leaves out what players
 * may not know yet: the members that src/referee/fields.def calls hidden. */
void carom_event_write(struct carom_text *text, const struct carom_table *before, const struct carom_event *event);
void carom_event_write_public(struct carom_text *text, const struct carom_table *before,
                              const struct carom_event *event);
/* Does this kind of event have hidden members? */
bool carom_event_has_secrets(enum carom_event_kind kind);
/* Can a line of a log be shown to players as it is, without the table before it? True if it begins as
 * carom_event_write writes it and its kind has no hidden members. */
bool carom_event_line_is_public(const char *line, size_t length);
/* Writes a line of a log without its hidden members; writes nothing if it is not an event. */
void carom_event_line_write_public(struct carom_text *text, const char *line, size_t length);
bool carom_event_read(struct carom_event *event, const struct carom_table *before, const char *text, size_t length,
                      struct carom_error *error);
const char *carom_event_name(enum carom_event_kind kind);
const char *carom_command_name(enum carom_command_kind kind);
const char *carom_failure_name(enum carom_demo_failure failure);
const char *carom_putback_reason_name(enum carom_putback_reason reason);
const char *carom_phase_name(enum carom_phase phase);

/* Writes a refusal: `{"at":…,"refused":"bid","by":…,"why":"not-lower"}`. */
void carom_refusal_write(struct carom_text *text, const struct carom_command *command,
                         const struct carom_refusal *refusal);

/* Writes the whole table without secrets as one JSON object, for pages and `carom replay --at`.
 * docs/reference/referee.md lists its members. */
void carom_table_write(struct carom_text *text, const struct carom_table *table);

/* Writes the results of carom_referee_allowed and carom_table_bid_order as one JSON object
 * (docs/reference/referee.md). */
void carom_allowed_write(struct carom_text *text, const struct carom_table *table, unsigned seat, carom_ms now);
const char *carom_rank_reason_name(enum carom_rank_reason reason);
/* The reason as an English phrase ("same bid, but earlier"), a message id; "" for the last and the only bid. */
const char *carom_rank_reason_sentence(enum carom_rank_reason reason);

/* ---- events in words -------------------------------------------------------------------------------------------- */

#define CAROM_SENTENCE_MAX 16384 /* the most bytes of a sentence with its placeholders filled */

/* The English sentence about an event, a message id with placeholders like {name}. `you` is the reader's seat ("You bid
 * {n}."), or CAROM_NO_SEAT ("{name} bids {n}."). */
const char *carom_event_sentence(const struct carom_table *before, const struct carom_event *event, unsigned you);
/* Fills the placeholders of carom_event_sentence's sentence or its translation. Cells, tokens and moves are written in
 * the notation. */
void carom_event_format(struct carom_text *text, const char *sentence, const struct carom_table *before,
                        const struct carom_event *event);
/* Writes sentence and arguments as members of a JSON object that the caller has begun, for clients that translate:
 * `"say":"{name} bids {n}.","args":{"name":"Ana","n":5}`. */
void carom_event_write_text(struct carom_text *text, const struct carom_table *before, const struct carom_event *event,
                            unsigned you);
/* Writes the scores of all players at the table: "Ana 3, Ben 1". */
void carom_table_format_scores(struct carom_text *text, const struct carom_table *table);

/* ---- a game as lines of text ---------------------------------------------------------------------------------- */

/* A game as `carom referee` plays it: a line of JSON in, lines of JSON out. */
struct carom_json_game {
    uint32_t line; /* lines read so far */
    struct carom_table table;
};
#define CAROM_JSON_REPLY_MAX 131072 /* the most bytes of an answer */

/* Executes one command (a line without its newline). Writes zero or more lines, each ending in a newline: events, a
 * refusal, or `{"line":N,"error":"…"}`. Blank lines are counted and ignored. False if the line is not a command. */
bool carom_json_game_command(struct carom_json_game *json_game, const char *line, size_t length,
                             struct carom_text *out);
/* Applies one event of a log (a line without its newline). `check` verifies that it follows. False with an error if it
 * cannot be read or does not follow. */
bool carom_json_game_event(struct carom_json_game *json_game, const char *line, size_t length, bool check,
                           struct carom_error *error);
/* Parses the next event without applying it, for callers that need the table before it. */
bool carom_json_game_read_event(struct carom_json_game *json_game, const char *line, size_t length,
                                struct carom_event *event, struct carom_error *error);

CAROM_END_DECLS

#endif
