/*
 * Matches over days in circles (matches.c). Their rules and their log are in src/match.
 */
#ifndef SERVER_MATCHES_H
#define SERVER_MATCHES_H

#include "company.h"

#include "../../match/match.h"

#define MATCHES_RUNNING TEST_LIMIT(5u, 2u) /* most matches in progress per circle */
#define MATCHES_KEPT TEST_LIMIT(12u, 4u)   /* most matches per circle; a new one prunes the oldest that is over */
#define MATCHES_PER_HOUR 20                /* matches created per address and hour */
/* most entries of a player per target, so that a log has a limit; no more routes are taken then */
#define MATCH_ENTRIES_EACH 10u

enum match_action {
    MATCH_CREATE,
    MATCH_VIEW,
    MATCH_PLAY,
    MATCH_LOG,
};

struct match_roster {
    struct circle_member member;
    const char *body; /* body of the member's record */
};

struct match_deal;

/* A request about a match, validated. Embed it as the first member of your own struct. */
struct match_op {
    struct company_op op; /* private, but for `refused` and `error` */
    enum match_action action;
    char code[CIRCLE_CODE_LENGTH + 1];
    char token[SEAT_TOKEN_LENGTH + 1]; /* token of the requesting member; empty: none */
    uint32_t number;                   /* the match's number in its circle, from 1; create: set to the new one */
    uint8_t targets;                   /* create */
    carom_ms ends;                     /* create */
    struct match_entry command;        /* play: kind, target, route */
    /* Called on the loop when the writes are on disk, or refused. It frees this struct, after match_op_destroy. */
    void (*done)(struct match_op *match_op);

    struct circle circle; /* private from here on */
    bool shows;           /* create, play: it is done, and the match is read once more to be shown */
    bool readable;        /* the match was read; else `error` says why not */
    struct circle_member me;
    carom_ms now;
    struct match match;
    struct match_player *players; /* all members, sorted by id */
    struct match_roster *roster;
    unsigned count;
    unsigned me_at;
    uint32_t pruned; /* create: the match that is pruned; 0: none */
    bool dealt;
    struct match_deal *deal;
};

void match_run(struct company *company, struct match_op *match_op);
/* Frees a request's memory. Unless refused, `op.answer` has the match as the member may see it, or the log for `carom
 * replay`. */
void match_op_destroy(struct match_op *match_op);

/* For operations on circles: load a circle's matches, and the entries of one member in them. */
bool matches_load(struct store *store, struct company_op *op);
bool matches_load_entries(struct store *store, struct company_op *op, const char *member);
/* Writes the list of the matches that were loaded. */
void matches_write_list(struct carom_text *text, const struct company_op *op, const char *member, carom_ms now);
/* Remove the loaded entries of a member, or all loaded matches. */
void matches_erase_member(struct company_op *op, const char *member);
void matches_remove_all(struct company_op *op);

#endif
