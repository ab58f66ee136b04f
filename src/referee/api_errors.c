/*
 * Refusals that no rule is the reason of: code, argument, HTTP status, the one sentence for people, a message id of the
 * catalogues (pages show its translation), and whether a client tries again.
 */
#include "api_errors.h"

#include "../core/libc_mem.h"

#define FINAL false /* retryable: no */
#define RETRY true

static const struct api_error_info infos[API_ERRORS] = {
    [API_ERR_REFEREE] = {"", NULL, 409, FINAL, ""},
    [API_ERR_BAD_JSON] = {"bad-json", "what", 400, FINAL, "The message is not a JSON object."},
    [API_ERR_BAD_MESSAGE] = {"bad-message", "what", 400, FINAL,
                             "Something in the message is missing or of the wrong kind."},
    [API_ERR_UNKNOWN_REQUEST] = {"unknown-do", NULL, 400, FINAL, "There is no such request."},
    [API_ERR_HELLO_FIRST] = {"hello-first", NULL, 400, FINAL, "The first message has to be hello."},
    [API_ERR_ALREADY_HELLO] = {"already-hello", NULL, 400, FINAL, "This connection has a table already."},
    [API_ERR_BAD_VERSION] = {"bad-version", "version", 400, FINAL,
                             "The server is of another version. Load this page again."},
    [API_ERR_NO_TABLE] = {"no-table", NULL, 404, FINAL, "There is no table with that code."},
    [API_ERR_NO_GAME] = {"no-game", NULL, 404, FINAL, "There is no such game at this table."},
    [API_ERR_NOT_PLAYER] = {"not-player", NULL, 403, FINAL, "Take a seat first."},
    [API_ERR_NOT_HOST] = {"not-host", NULL, 403, FINAL, "Only the host of the table can do that."},
    [API_ERR_NO_PLAYER] = {"no-player", NULL, 404, FINAL, "There is no such player at this table."},
    [API_ERR_LOCKED] = {"locked", NULL, 403, FINAL, "The host has locked this table: nobody else can come in."},
    [API_ERR_NAME_EMPTY] = {"name-empty", "most", 400, FINAL, "Please enter a name."},
    [API_ERR_NAME_LONG] = {"name-long", "most", 400, FINAL, "That name is too long."},
    [API_ERR_NAME_BAD] = {"name-bad", "most", 400, FINAL, "That name has characters that cannot be shown."},
    [API_ERR_NAME_TAKEN] = {"name-taken", NULL, 409, FINAL, "Somebody at this table has that name already."},
    [API_ERR_NAME_BANNED] = {"name-words", NULL, 400, FINAL, "Please choose another name."},
    [API_ERR_BAD_RULES] = {"bad-rules", "what", 400, FINAL, "The table cannot be laid like that."},
    [API_ERR_NOT_CUSTOM] = {"not-arranged", NULL, 403, FINAL,
                            "What is dealt can be chosen only at a table that says so to everybody: one you set up "
                            "yourself (`arranged`)."},
    [API_ERR_CUSTOM_FIXED] = {"stays-arranged", NULL, 409, FINAL,
                              "Whether you set up your own (`arranged`) is settled when the table is made."},
    [API_ERR_NOT_OPEN] =
        {"not-for-all", NULL, 409, FINAL,
         "A table that is locked, set up by its players or for one player cannot be opened to everybody."},
    [API_ERR_BAD_LEVEL] = {"bad-level", NULL, 400, FINAL, "Bots have levels 1 to 10."},
    [API_ERR_NO_BOT] = {"no-bot", NULL, 404, FINAL, "There is no such bot."},
    [API_ERR_NO_BOTS_HERE] = {"no-bots-here", NULL, 409, FINAL, "Bots do not play this game."},
    [API_ERR_TOO_MANY_BOTS] = {"too-many-bots", "most", 409, FINAL, "This table has as many bots as it can have."},
    [API_ERR_GAME_ON] = {"game-on", NULL, 409, FINAL,
                         "A game is on. Settings can be changed before the start and after the end."},
    [API_ERR_GAME_TOO_LONG] = {"long-game", "most", 409, FINAL,
                               "This game has gone on for too long. Please begin another."},
    [API_ERR_DISK_FULL] = {"no-space", NULL, 503, FINAL,
                           "The server's disk is nearly full: there are no new tables for now. Games go on."},
    [API_ERR_RATE_LIMIT] = {"rate", "retry", 429, RETRY, "That was too much at once. Please wait a moment."},
    [API_ERR_MESSAGE_TOO_BIG] = {"too-big", "most", 413, FINAL, "That was too long."},
    [API_ERR_TOO_MANY_CONNECTIONS] = {"too-many-connections", "most", 503, RETRY,
                                      "The server is full at the moment. This page keeps trying."},
    [API_ERR_TOO_MANY_TABLES] = {"too-many-tables", "most", 503, FINAL,
                                 "The server has no room for another table at the moment."},
    [API_ERR_TOO_MANY_WATCHERS] = {"too-many-watchers", "most", 503, RETRY,
                                   "Too many are watching this table already. This page keeps trying."},
    [API_ERR_TOO_MANY_SEATS] = {"too-many-seats", "most", 409, FINAL,
                                "Too many players at this table share your internet address."},
    [API_ERR_TOO_MANY_DEVICES] = {"too-many-devices", "most", 409, RETRY,
                                  "Your seat is open in too many places. Please close one of them."},
    [API_ERR_BAD_ORIGIN] = {"bad-origin", NULL, 403, FINAL, "This page does not belong to that server."},
    [API_ERR_BAD_HOST] = {"bad-host", NULL, 421, FINAL, "This server does not go by that name."},
    [API_ERR_BAD_POSITION] = {"bad-position", "what", 400, FINAL, "The position cannot be read."},
    [API_ERR_BAD_ROUTE] = {"bad-route", "what", 400, FINAL, "The route cannot be read."},
    [API_ERR_BAD_QUERY] = {"bad-query", "what", 400, FINAL, "Something in the address is not understood."},
    [API_ERR_BUSY] = {"busy", "retry", 503, RETRY, "The server is busy. Please try again in a moment."},
    [API_ERR_STORE] = {"store", "retry", 503, RETRY,
                       "The server cannot write at the moment. Nothing has happened; please try again."},
    [API_ERR_OUTCOME_UNKNOWN] =
        {"unsure", "retry", 503, RETRY,
         "The server lost its database for a moment. What the table shows is what has happened."},
    [API_ERR_NOT_FOUND] = {"not-found", NULL, 404, FINAL, "There is nothing at this address."},
    [API_ERR_BAD_METHOD] = {"bad-method", NULL, 405, FINAL, "This address does not take such requests."},
    [API_ERR_BANNED] = {"banned", "retry", 403, FINAL, "This server does not answer your address for a while."},
    [API_ERR_PASSWORD] = {"password", NULL, 401, FINAL, "This server asks for a password."},
    [API_ERR_TABLE_CLOSED] = {"table-closed", NULL, 403, FINAL, "Whoever runs this server has closed this table."},
    [API_ERR_REMOVED] = {"removed", NULL, 403, FINAL, "The host has asked you to leave this table."},
    [API_ERR_SHUTTING_DOWN] = {"stopping", "retry", 503, RETRY,
                               "The server is restarting. Your seat and the game are kept."},
    [API_ERR_SLOW_CLIENT] = {"slow", "retry", 503, RETRY, "The connection was too slow and was closed."},
    [API_ERR_IDLE] = {"silent", "retry", 503, RETRY, "The connection was asleep."},
    [API_ERR_UNREACHABLE] = {"unreachable", NULL, 0, RETRY, "The server cannot be reached. Is there a network?"},
    [API_ERR_LOST] = {"lost", NULL, 0, RETRY, "The connection was lost just then. Look whether it has happened."},
    [API_ERR_UNKNOWN] = {"", NULL, 0, RETRY, "That was not possible."},
};

const struct api_error_info *carom_api_error_info(enum api_error_code code)
{
    return &infos[code];
}

enum api_error_code carom_api_error_from_name(const char *code, size_t length)
{
    for (unsigned why = 0; why < API_ERRORS; why++) {
        size_t same = 0;
        while (same < length && infos[why].code[same] == code[same] && code[same] != '\0')
            same++;
        if (length > 0 && same == length && infos[why].code[same] == '\0')
            return (enum api_error_code)why;
    }
    return API_ERR_UNKNOWN;
}
