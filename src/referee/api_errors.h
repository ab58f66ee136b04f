/*
 * Errors that are not refusals by a rule: why a server does not do what it was asked (the codes of
 * docs/reference/protocol.md), and what a page finds out by itself. One list for both, so that each sentence exists
 * once.
 */
#ifndef CAROM_REFEREE_API_ERRORS_H
#define CAROM_REFEREE_API_ERRORS_H

#include <stdbool.h>
#include <stddef.h>

enum api_error_code {
    API_ERR_REFEREE, /* the referee refused; struct api_error has its reason */
    API_ERR_BAD_JSON,
    API_ERR_BAD_MESSAGE,
    API_ERR_UNKNOWN_REQUEST,
    API_ERR_HELLO_FIRST,
    API_ERR_ALREADY_HELLO,
    API_ERR_BAD_VERSION,
    API_ERR_NO_TABLE,
    API_ERR_NO_GAME,
    API_ERR_NOT_PLAYER,
    API_ERR_NOT_HOST,
    API_ERR_NO_PLAYER,
    API_ERR_LOCKED,
    API_ERR_NAME_EMPTY,
    API_ERR_NAME_LONG,
    API_ERR_NAME_BAD,
    API_ERR_NAME_TAKEN,
    API_ERR_NAME_BANNED,
    API_ERR_BAD_RULES,
    API_ERR_NOT_CUSTOM,
    API_ERR_CUSTOM_FIXED,
    API_ERR_NOT_OPEN,
    API_ERR_BAD_LEVEL,
    API_ERR_NO_BOT,
    API_ERR_NO_BOTS_HERE,
    API_ERR_TOO_MANY_BOTS,
    API_ERR_GAME_ON,
    API_ERR_GAME_TOO_LONG,
    API_ERR_DISK_FULL,
    API_ERR_RATE_LIMIT,
    API_ERR_MESSAGE_TOO_BIG,
    API_ERR_TOO_MANY_CONNECTIONS,
    API_ERR_TOO_MANY_TABLES,
    API_ERR_TOO_MANY_WATCHERS,
    API_ERR_TOO_MANY_SEATS,   /* an address has too many seats at this table */
    API_ERR_TOO_MANY_DEVICES, /* a seat has too many connections */
    API_ERR_BAD_ORIGIN,
    API_ERR_BAD_HOST,
    API_ERR_BAD_POSITION,
    API_ERR_BAD_ROUTE,
    API_ERR_BAD_QUERY,
    API_ERR_BUSY,
    API_ERR_STORE,
    API_ERR_OUTCOME_UNKNOWN,
    API_ERR_NOT_FOUND,
    API_ERR_BAD_METHOD,
    API_ERR_BANNED,
    API_ERR_PASSWORD,
    API_ERR_COMPANY_OFF,
    API_ERR_NO_CIRCLE,
    API_ERR_NOT_MEMBER,
    API_ERR_CIRCLE_FULL,
    API_ERR_TOO_MANY_CIRCLES,
    API_ERR_NO_MATCH,
    API_ERR_TOO_MANY_MATCHES,
    API_ERR_DAY_CLOSED,
    API_ERR_NOT_SOLVED,
    /* only in `bye` */
    API_ERR_REMOVED,
    API_ERR_TABLE_CLOSED,
    API_ERR_SHUTTING_DOWN,
    API_ERR_SLOW_CLIENT,
    API_ERR_IDLE,
    /* found out by a page itself, because nobody answers */
    API_ERR_UNREACHABLE,
    API_ERR_LOST,
    API_ERR_UNKNOWN, /* a code that is not in this list */
};
#define API_SERVER_ERRORS (API_ERR_IDLE + 1) /* codes that a server sends */
#define API_ERRORS (API_ERR_UNKNOWN + 1)

struct api_error_info {
    const char *code;
    const char *argument; /* the name of its argument; NULL: none. `what` is words, all others numbers */
    unsigned status;      /* of an HTTP answer; 0: no server says it */
    bool retryable;       /* a client that is sent away with it comes back; after all others it stays away */
    const char *sentence; /* a message id of the catalogues */
};

/* When a client comes back: after the first delay, which doubles with each try up to the largest one, or after the
 * delay that the server has asked for (`retry`), held to the first one and to the largest that a server may ask for. Up
 * to half of the delay is added at random, so that not all clients come at once. */
#define API_RETRY_FIRST_MS 500
#define API_RETRY_MAX_MS 10000
#define API_RETRY_ASKED_MAX_MS (60 * 60 * 1000)

const struct api_error_info *carom_api_error_info(enum api_error_code code);
/* The error with that code; API_ERR_UNKNOWN if there is none. */
enum api_error_code carom_api_error_from_name(const char *code, size_t length);

#endif
