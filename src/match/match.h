/*
 * Matches over days (H8 to H15): everybody in a circle solves the same targets, each in their own time, one try each.
 *
 * Pure, like the referee: a match is a plain value, time comes with each command, and the order is decide, append,
 * apply. Unlike at a table, players never affect each other before the end. So each player has a log of their own: two
 * servers can append to the logs of two players without coordination, and erasing one player leaves a valid log.
 * Scores, and what a player may see, are computed from the logs and the time.
 *
 * Positions are dealt from a secret whose hash is published first, and graded by the solver: nobody can know a target
 * before it is shown to them, and everybody can verify all of them after the match.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <carom/json.h>
#include <carom/referee.h>
#include <carom/solver.h>

#define MATCH_TARGETS_MAX 20
#define MATCH_PLAYERS_MAX 200
#define MATCH_PATIENCE_MS ((carom_ms)4 * 60 * 1000) /* H10: then the hourglass turns by itself */
#define MATCH_HOURGLASS_MS ((carom_ms)90 * 1000)
#define MATCH_DAYS_MAX 31 /* the longest match */
#define MATCH_LENGTH_MAX ((carom_ms)MATCH_DAYS_MAX * 24 * 60 * 60 * 1000)
#define MATCH_POSITION_MAX 256 /* bytes of a position of a printed board; by hand also of a small custom one */
#define MATCH_HEADER_MAX 8192  /* bytes of a header with its secrets */
#define MATCH_ENTRY_MAX 1024   /* bytes of an entry */
#define MATCH_PLAYER_MAX 8192  /* bytes of a player in a view */
#define MATCH_TRY_ENTRIES_MAX                                                                                          \
    29 /* most entries of one try: `shown`, `handed` with a shorter route each time, `done`                            \
        */

/* The facts that all players share, fixed when the match is created. */
struct match {
    carom_ms begun, ends;
    uint8_t targets; /* 1 to MATCH_TARGETS_MAX; more are not looked at (match_targets) */
    bool by_hand;    /* the positions were chosen, not dealt: for tests and examples */
    bool has_secret;
    uint8_t secret[CAROM_SECRET_SIZE];
    uint8_t hash[CAROM_SECRET_SIZE]; /* BLAKE2b of the secret */
    uint32_t known;                  /* bit 1 << target: positions[target] is known */
    struct carom_position positions[MATCH_TARGETS_MAX];
    uint8_t shortest[MATCH_TARGETS_MAX]; /* moves of a shortest route; 0: not known */
};

static inline unsigned match_targets(const struct match *match)
{
    return match->targets < MATCH_TARGETS_MAX ? match->targets : MATCH_TARGETS_MAX;
}

/* One player's try at one target. */
struct match_try {
    carom_ms shown;  /* when the target was shown */
    carom_ms first;  /* when the first route was handed in */
    carom_ms handed; /* when the best route was handed in */
    uint8_t moves;   /* moves of the best route; 0: none yet */
    bool done;
    char route[CAROM_HANDED_SIZE];
};

struct match_player {
    char id[CAROM_ID_SIZE];
    uint32_t entries; /* number of the last entry */
    carom_ms at;      /* time of the last entry */
    uint8_t shown;    /* targets shown so far; they come in order (H9). At most MATCH_TARGETS_MAX are looked at */
    struct match_try tries[MATCH_TARGETS_MAX];
};

static inline unsigned match_shown(const struct match_player *player)
{
    return player->shown < MATCH_TARGETS_MAX ? player->shown : MATCH_TARGETS_MAX;
}

/* Commands and entries of the log have the same kinds: `show` is answered by `shown`. */
enum match_kind {
    MATCH_SHOWN,  /* command `show`: the player opens the next target (H9) */
    MATCH_HANDED, /* command `hand`: the player hands in a route (H11) */
    MATCH_DONE,   /* command `done`: the player will not look for a shorter route (H10) */
};
#define MATCH_KINDS 3

/* One entry of a player's log. Commands use the members up to `route_long`. */
struct match_entry {
    carom_ms at;
    enum match_kind kind;
    char by[CAROM_ID_SIZE];
    uint8_t target; /* from 0; in JSON from 1 */
    char route[CAROM_HANDED_SIZE];
    bool route_long; /* the route has more moves than can be handed in, and `route` is empty */
    uint32_t n;      /* number among the player's entries, from 1 without gaps */
    uint8_t moves;
    carom_ms ms; /* handed: ms since the target was shown */
};

/* ---- decide.c: the rules ---- */

/* Decides a command and changes nothing. CAROM_ACCEPTED: `entry` is to be appended. CAROM_REFUSED_SLIDE: `slide` says
 * more. CAROM_REFUSED_ALREADY_STARTED: the target has been shown to this player already. */
enum carom_refusal_code match_decide(const struct match *match, const struct match_player *player,
                                     const struct match_entry *command, struct match_entry *entry,
                                     enum carom_slide_result *slide);
/* Applies an entry. Total: an entry that does not fit is ignored. */
void match_apply(const struct match *match, struct match_player *player, const struct match_entry *entry);
/* Verifies an entry: decides it again and compares. */
bool match_verify(const struct match *match, const struct match_player *player, const struct match_entry *entry);
/* When a try ends without another command (H10). */
carom_ms match_try_until(const struct match *match, const struct match_try *try);
bool match_try_over(const struct match *match, const struct match_try *try, carom_ms now);
/* The number of tries that are over. */
unsigned match_played(const struct match *match, const struct match_player *player, carom_ms now);

/* ---- scores.c: points, and what may be shown (H12 to H14) ---- */

/* The sum of the points at the targets that the viewer may see. */
unsigned match_total(const struct match *match, const struct match_player *players, unsigned count, unsigned seat,
                     const struct match_player *viewer, carom_ms now);
/* The highest total at the end. All players who reach it have won, unless it is 0 (H14). */
unsigned match_best_total(const struct match *match, const struct match_player *players, unsigned count);
/* Writes the members of a view that all players have in common, into an object that the caller has begun. */
void match_write_view(struct carom_text *text, const struct match *match, const struct match_player *viewer,
                      carom_ms now);
/* Writes the members of one player as the viewer may see them: "played", "points", "tries". */
void match_write_player(struct carom_text *text, const struct match *match, const struct match_player *players,
                        unsigned count, unsigned seat, const struct match_player *viewer, carom_ms now);

/* ---- deal.c: positions ---- */

/* BLAKE2b of the secret, 32 bytes. */
void match_hash_secret(struct match *match);
/* Deals the position of a target from the secret; false: no such target, no secret, or out of memory. The same secret
 * gives the same positions everywhere. */
bool match_deal(const struct match *match, struct carom_solver *solver, unsigned target,
                struct carom_position *position, uint8_t *shortest);
bool match_deal_all(struct match *match, struct carom_solver *solver);

/* ---- match_json.c ---- */

/* Parses one JSON object. */
bool match_parse(struct carom_json *json, struct carom_json_node nodes[CAROM_JSON_NODES_MAX], const char *text,
                 size_t length, struct carom_error *error);
/* Have both the same notation? */
bool match_same_position(const struct carom_position *a, const struct carom_position *b);
/* Writes the header; `secrets` adds secret, positions and shortest, as a server stores it. */
void match_write_header(struct carom_text *text, const struct match *match, bool secrets);
bool match_read_header(struct match *match, const struct carom_json *json, struct carom_error *error);
bool match_parse_header(struct match *match, const char *text, size_t length, struct carom_error *error);
/* Reads the members that header and `create` command share: targets, ends, secret, positions. */
bool match_read_plan(struct match *match, const struct carom_json *json, struct carom_error *error);
/* Writes an entry of the log; `position` includes the position that was shown. */
void match_write_entry(struct carom_text *text, const struct match *match, const struct match_entry *entry,
                       bool position);
/* Reads an entry. A position that was unknown is learned from it; a different one than is known is an error. */
bool match_read_entry(struct match *match, struct match_entry *entry, const struct carom_json *json,
                      struct carom_error *error);
bool match_parse_entry(struct match *match, struct match_entry *entry, const char *text, size_t length,
                       struct carom_error *error);
bool match_read_command(struct match_entry *command, const struct carom_json *json, struct carom_error *error);
/* Reads a route as people write it, into canonical form. False: it is not a list of moves. */
bool match_read_route(struct match_entry *command, const char *text, size_t length);
const char *match_command_name(enum match_kind kind);
/* Writes the last line of a log: the secret, all points, and who won (H14, H15). */
void match_write_over(struct carom_text *text, const struct match *match, const struct match_player *players,
                      unsigned count);

/* ---- match_lines.c: a match as lines of text ---- */

/* A match as `carom referee` plays it and `carom replay` verifies it: a line of JSON in, lines of JSON out. */
struct match_lines {
    uint32_t line;  /* lines read so far */
    bool begun;     /* the header was read */
    bool over;      /* the last line was read */
    uint32_t count; /* players */
    struct match match;
    struct match_player players[MATCH_PLAYERS_MAX];
};
#define MATCH_REPLY_MAX (1024 * 1024) /* most bytes of a reply */

/* Is this line the first of a match, as a command or in a log? */
bool match_line_begins(const char *line, size_t length);
/* Executes one command and writes the resulting entries; `look` writes what the player `by` may see at that time.
 * False: not a command. `solver` deals the positions; NULL if they are given. */
bool match_lines_command(struct match_lines *lines, struct carom_solver *solver, const char *line, size_t length,
                         struct carom_text *out);
/* Verifies and applies one line of a log. False with an error if it cannot be read or does not follow. */
bool match_lines_verify(struct match_lines *lines, struct carom_solver *solver, const char *line, size_t length,
                        struct carom_error *error);

#endif
