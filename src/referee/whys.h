/*
 * Refusals that no rule is the reason of: why a server does not do what it was asked (the codes of docs/protocol.md),
 * and what a page finds out by itself. One list for both, so that each has its sentence once.
 */
#ifndef CAROM_REFEREE_WHYS_H
#define CAROM_REFEREE_WHYS_H

#include <stddef.h>

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
    WHY_NOT_HOST,
    WHY_NO_PLAYER,
    WHY_LOCKED,
    WHY_NAME_EMPTY,
    WHY_NAME_LONG,
    WHY_NAME_BAD,
    WHY_NAME_TAKEN,
    WHY_NAME_WORDS,
    WHY_BAD_RULES,
    WHY_NOT_ARRANGED,
    WHY_STAYS_ARRANGED,
    WHY_NOT_OPEN,
    WHY_BAD_LEVEL,
    WHY_NO_BOT,
    WHY_NO_BOTS_HERE,
    WHY_TOO_MANY_BOTS,
    WHY_GAME_ON,
    WHY_LONG_GAME,
    WHY_NO_SPACE,
    WHY_RATE,
    WHY_TOO_BIG,
    WHY_TOO_MANY_CONNECTIONS,
    WHY_TOO_MANY_TABLES,
    WHY_TOO_MANY_WATCHERS,
    WHY_TOO_MANY_SEATS,   /* an address has too many at this table */
    WHY_TOO_MANY_DEVICES, /* a seat has too many connections */
    WHY_BAD_ORIGIN,
    WHY_BAD_HOST,
    WHY_BAD_POSITION,
    WHY_BAD_ROUTE,
    WHY_BAD_QUERY,
    WHY_BUSY,
    WHY_STORE,
    WHY_UNSURE,
    WHY_NOT_FOUND,
    WHY_BAD_METHOD,
    WHY_BANNED,
    WHY_PASSWORD,
    /* only in `bye` */
    WHY_REMOVED,
    WHY_TABLE_CLOSED,
    WHY_STOPPING,
    WHY_SLOW,
    WHY_SILENT,
    /* what a page finds out by itself, because nobody answers */
    WHY_UNREACHABLE,
    WHY_LOST,
    WHY_UNKNOWN, /* a code that is not among these */
};
#define WHYS (WHY_SILENT + 1) /* that a server says */
#define WHYS_IN_ALL (WHY_UNKNOWN + 1)

struct why_facts {
    const char *code;
    const char *argument; /* the name of its argument; NULL: none. `what` is words, all others numbers */
    unsigned status;      /* of an HTTP answer; 0: no server says it */
    const char *sentence; /* a message id of the catalogues */
};

const struct why_facts *carom_why(enum why why);
/* The one with that code; WHY_UNKNOWN if there is none. */
enum why carom_why_of_code(const char *code, size_t length);

#endif
