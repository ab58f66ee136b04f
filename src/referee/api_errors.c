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
                             "Something in the message is missing or has the wrong type."},
    [API_ERR_UNKNOWN_REQUEST] = {"unknown-do", NULL, 400, FINAL, "Unknown request."},
    [API_ERR_HELLO_FIRST] = {"hello-first", NULL, 400, FINAL, "The first message must be hello."},
    [API_ERR_ALREADY_HELLO] = {"already-hello", NULL, 400, FINAL, "This connection already has a table."},
    [API_ERR_BAD_VERSION] = {"bad-version", "version", 400, FINAL,
                             "The server runs a different version. Please reload this page."},
    [API_ERR_NO_TABLE] = {"no-table", NULL, 404, FINAL, "There is no table with that code."},
    [API_ERR_NO_GAME] = {"no-game", NULL, 404, FINAL, "There is no such game at this table."},
    [API_ERR_NOT_PLAYER] = {"not-player", NULL, 403, FINAL, "Take a seat first."},
    [API_ERR_NOT_HOST] = {"not-host", NULL, 403, FINAL, "Only the host can do that."},
    [API_ERR_NO_PLAYER] = {"no-player", NULL, 404, FINAL, "That player isn't at this table."},
    [API_ERR_LOCKED] = {"locked", NULL, 403, FINAL, "The host has locked this table. No one else can join."},
    [API_ERR_NAME_EMPTY] = {"name-empty", "most", 400, FINAL, "Please enter a name."},
    [API_ERR_NAME_LONG] = {"name-long", "most", 400, FINAL, "That name is too long."},
    [API_ERR_NAME_BAD] = {"name-bad", "most", 400, FINAL, "That name has characters that can't be shown."},
    [API_ERR_NAME_TAKEN] = {"name-taken", NULL, 409, FINAL, "Someone at this table already has that name."},
    [API_ERR_NAME_BANNED] = {"name-words", NULL, 400, FINAL, "Please choose another name."},
    [API_ERR_BAD_RULES] = {"bad-rules", "what", 400, FINAL, "A table can't be set up like that."},
    [API_ERR_NOT_CUSTOM] = {"not-arranged", NULL, 403, FINAL,
                            "You can choose the board and the targets only at a table with your own setup."},
    [API_ERR_CUSTOM_FIXED] = {"stays-arranged", NULL, 409, FINAL,
                              "Choose your own setup when you create the table. You can't do it later."},
    [API_ERR_NOT_OPEN] = {"not-for-all", NULL, 409, FINAL,
                          "A table can't be public if it's locked, has your own setup or is for one player."},
    [API_ERR_BAD_LEVEL] = {"bad-level", NULL, 400, FINAL, "Bot levels go from 1 to 10."},
    [API_ERR_NO_BOT] = {"no-bot", NULL, 404, FINAL, "There is no such bot."},
    [API_ERR_NO_BOTS_HERE] = {"no-bots-here", NULL, 409, FINAL, "Bots don't play this game."},
    [API_ERR_TOO_MANY_BOTS] = {"too-many-bots", "most", 409, FINAL, "This table can't take any more bots."},
    [API_ERR_GAME_ON] = {"game-on", NULL, 409, FINAL,
                         "You can change the settings only before a game starts or after it ends."},
    [API_ERR_GAME_TOO_LONG] = {"long-game", "most", 409, FINAL,
                               "This game has gone on too long. Please start a new one."},
    [API_ERR_DISK_FULL] =
        {"no-space", NULL, 503, FINAL,
         "The server's disk is nearly full, so you can't create tables for now. Games in progress continue."},
    [API_ERR_RATE_LIMIT] = {"rate", "retry", 429, RETRY, "That was too much at once. Please wait a moment."},
    [API_ERR_MESSAGE_TOO_BIG] = {"too-big", "most", 413, FINAL, "That's too long."},
    [API_ERR_TOO_MANY_CONNECTIONS] = {"too-many-connections", "most", 503, RETRY,
                                      "The server is full right now. This page keeps trying."},
    [API_ERR_TOO_MANY_TABLES] = {"too-many-tables", "most", 503, FINAL,
                                 "The server has no room for another table right now."},
    [API_ERR_TOO_MANY_WATCHERS] = {"too-many-watchers", "most", 503, RETRY,
                                   "Too many people are already watching this table. This page keeps trying."},
    [API_ERR_TOO_MANY_SEATS] = {"too-many-seats", "most", 409, FINAL,
                                "Too many players at this table share your internet address."},
    [API_ERR_TOO_MANY_DEVICES] = {"too-many-devices", "most", 409, RETRY,
                                  "Your seat is open in too many places. Please close one."},
    [API_ERR_BAD_ORIGIN] = {"bad-origin", NULL, 403, FINAL, "This page doesn't belong to that server."},
    [API_ERR_BAD_HOST] = {"bad-host", NULL, 421, FINAL, "This server doesn't answer to that name."},
    [API_ERR_BAD_POSITION] = {"bad-position", "what", 400, FINAL, "The position can't be read."},
    [API_ERR_BAD_ROUTE] = {"bad-route", "what", 400, FINAL, "The route can't be read."},
    [API_ERR_BAD_QUERY] = {"bad-query", "what", 400, FINAL, "Part of the address isn't valid."},
    [API_ERR_BUSY] = {"busy", "retry", 503, RETRY, "The server is busy. Please try again in a moment."},
    [API_ERR_STORE] = {"store", "retry", 503, RETRY, "Couldn't save that, so nothing changed. Please try again."},
    [API_ERR_OUTCOME_UNKNOWN] = {"unsure", "retry", 503, RETRY,
                                 "The server lost its database for a moment. The table shows what was saved."},
    [API_ERR_NOT_FOUND] = {"not-found", NULL, 404, FINAL, "There's nothing at this address."},
    [API_ERR_BAD_METHOD] = {"bad-method", NULL, 405, FINAL, "This address doesn't accept that kind of request."},
    [API_ERR_BANNED] = {"banned", "retry", 403, FINAL, "This server has blocked your address for now."},
    [API_ERR_PASSWORD] = {"password", NULL, 401, FINAL, "This server needs a password."},
    [API_ERR_COMPANY_OFF] = {"company-off", NULL, 404, FINAL,
                             "This server has no circles and doesn't share daily results."},
    [API_ERR_NO_CIRCLE] = {"no-circle", NULL, 404, FINAL, "There is no circle with that code."},
    [API_ERR_NOT_MEMBER] = {"not-member", NULL, 403, FINAL, "Join this circle first."},
    [API_ERR_CIRCLE_FULL] = {"circle-full", "most", 409, FINAL, "This circle is full."},
    [API_ERR_NO_MATCH] = {"no-match", NULL, 404, FINAL, "There is no such match in this circle."},
    [API_ERR_TOO_MANY_MATCHES] = {"too-many-matches", "most", 409, FINAL,
                                  "This circle has enough matches running. Finish one first."},
    [API_ERR_TOO_MANY_CIRCLES] = {"too-many-circles", "most", 503, FINAL,
                                  "The server has no room for another circle right now."},
    [API_ERR_DAY_CLOSED] = {"day-closed", NULL, 409, FINAL,
                            "Results for this day can't be sent yet, or can no longer be sent."},
    [API_ERR_NOT_SOLVED] = {"not-solved", "what", 409, FINAL, "That route doesn't solve the puzzle."},
    [API_ERR_TABLE_CLOSED] = {"table-closed", NULL, 403, FINAL, "An admin has closed this table."},
    [API_ERR_REMOVED] = {"removed", NULL, 403, FINAL, "The host has removed you from this table."},
    [API_ERR_SHUTTING_DOWN] = {"stopping", "retry", 503, RETRY,
                               "The server is restarting. Your seat and your game are safe."},
    [API_ERR_SLOW_CLIENT] = {"slow", "retry", 503, RETRY, "Your connection was too slow and was closed."},
    [API_ERR_IDLE] = {"silent", "retry", 503, RETRY, "The connection went to sleep."},
    [API_ERR_UNREACHABLE] = {"unreachable", NULL, 0, RETRY, "Can't reach the server. Are you online?"},
    [API_ERR_LOST] = {"lost", NULL, 0, RETRY, "The connection broke. Check whether your last action went through."},
    [API_ERR_UNKNOWN] = {"", NULL, 0, RETRY, "That didn't work."},
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
