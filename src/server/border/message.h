/*
 * The envelope (docs/protocol.md): a client's message as a checked request, and refusals as codes with arguments.
 *
 * Nothing here knows about sockets or tables, so that everything that arrives can be fuzzed.
 */
#ifndef SERVER_ENVELOPE_H
#define SERVER_ENVELOPE_H

#include "words.h"

#include <carom/referee.h>

#define PROTOCOL_VERSION 1
#define REQUEST_NODES CAROM_COMMAND_NODES /* JSON nodes of a message at most */
#define REQUEST_MOVE_SIZE 80              /* `TE` with 64 signs and a NUL */

/* Why the server does not do what it was asked; the codes of docs/protocol.md. */
enum why {
    WHY_REFEREE, /* the referee refused; struct refused has its reason */
    WHY_BAD_JSON,
    WHY_BAD_MESSAGE,
    WHY_UNKNOWN_DO,
    WHY_HELLO_FIRST,
    WHY_ALREADY_HELLO,
    WHY_BAD_VERSION,
    WHY_NO_TABLE,
    WHY_NO_GAME,
    WHY_NOT_PLAYER,
    WHY_NAME_EMPTY,
    WHY_NAME_LONG,
    WHY_NAME_BAD,
    WHY_NAME_TAKEN,
    WHY_BAD_RULES,
    WHY_BAD_LEVEL,
    WHY_NO_BOT,
    WHY_NO_BOTS_HERE,
    WHY_TOO_MANY_BOTS,
    WHY_GAME_ON,
    WHY_RATE,
    WHY_TOO_BIG,
    WHY_TOO_MANY_CONNECTIONS,
    WHY_TOO_MANY_TABLES,
    WHY_TOO_MANY_WATCHERS,
    WHY_BAD_ORIGIN,
    WHY_BAD_POSITION,
    WHY_BAD_ROUTE,
    WHY_BAD_QUERY,
    WHY_BUSY,
    WHY_STORE,
    WHY_NOT_FOUND,
    WHY_BAD_METHOD,
    /* only in `bye` */
    WHY_STOPPING,
    WHY_SLOW,
    WHY_SILENT,
};
#define WHYS (WHY_SILENT + 1)

struct refused {
    enum why why;
    struct carom_refusal referee; /* WHY_REFEREE */
    int64_t number;               /* where the code has a number */
    char what[200];               /* where it has words: an English sentence */
};

const char *refused_code(const struct refused *refused);
/* The status an HTTP answer has. */
unsigned refused_status(const struct refused *refused);
/* `"refused":"bid","why":"rate","args":{"retry":120},"sentence":"…"`. */
void refused_write(struct carom_text *text, const char *refused_do, const struct refused *refused);
/* Sets it and returns false, so that a reader can `return refuse(...)`. */
bool refuse(struct refused *refused, enum why why);
bool refuse_number(struct refused *refused, enum why why, int64_t number);
bool refuse_what(struct refused *refused, enum why why, const char *what);
bool refuse_fault(struct refused *refused, enum why why, const struct carom_fault *fault);

/* A table's options beyond the referee's rules. */
struct table_options {
    bool credit; /* bids are credited with half the round trip */
    bool plan;   /* the page offers a private board to try moves on */
};
#define TABLE_OPTIONS_DEFAULT ((struct table_options){.credit = true})
/* Reads the members that are there into `options`. */
bool table_options_read(struct table_options *options, const struct carom_json *json, uint32_t object,
                        struct refused *refused);
void table_options_write(struct carom_text *text, const struct table_options *options);

enum request_do {
    REQUEST_HELLO,
    REQUEST_COMMAND, /* one of the referee's: `command` says which */
    REQUEST_BOT,
    REQUEST_AGAIN,
    REQUEST_TIME,
    REQUEST_WATCH,
};

struct request {
    bool has_id;
    int64_t id;
    enum request_do what;
    const char *word; /* `bid`; static text, "" if `do` was not understood */

    enum carom_do command;
    char name[NAME_MOST + 1];
    uint8_t handicap;
    int64_t moves;
    char move[REQUEST_MOVE_SIZE];

    int64_t version; /* hello */
    char code[CODE_LENGTH + 1];
    bool has_token;
    char token[TOKEN_LENGTH + 1];
    bool has_since;
    uint32_t since;
    uint32_t game; /* 0: not said */
    bool display;

    unsigned level; /* bot; 0: `remove` */
    char remove[CAROM_ID_SIZE];

    uint32_t rules; /* again: node of its rules and options, or CAROM_JSON_NONE */
    uint32_t options;
};

/* Reads a message. `json` and `nodes` stay in use while the request's nodes are looked at. On false `refused` says why,
 * and the request's id and word are set as far as they could be read. */
bool request_read(struct request *request, struct carom_json *json, struct carom_json_node nodes[REQUEST_NODES],
                  const char *text, size_t length, struct refused *refused);

/* The opening of a new table from a `rules` object (CAROM_JSON_NONE: the default box): a lost connection must not stop
 * a game, so where `demonstration` is not given it is two minutes; where `seed` is not, `seed` is taken. */
#define DEMONSTRATION_MS 120000
bool opening_read(struct carom_opening *opening, const struct carom_json *json, uint32_t rules, uint64_t seed,
                  struct refused *refused);

#endif
