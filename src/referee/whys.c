/*
 * Refusals that no rule is the reason of: code, argument, HTTP status and the one sentence for people, a message id of
 * the catalogues: pages show its translation.
 */
#include "whys.h"

#include "../core/mem.h"

static const struct why_facts whys[WHYS_IN_ALL] = {
    [WHY_REFEREE] = {"", NULL, 409, ""},
    [WHY_BAD_JSON] = {"bad-json", "what", 400, "The message is not a JSON object."},
    [WHY_BAD_MESSAGE] = {"bad-message", "what", 400, "Something in the message is missing or of the wrong kind."},
    [WHY_UNKNOWN_DO] = {"unknown-do", NULL, 400, "There is no such request."},
    [WHY_HELLO_FIRST] = {"hello-first", NULL, 400, "The first message has to be hello."},
    [WHY_ALREADY_HELLO] = {"already-hello", NULL, 400, "This connection has a table already."},
    [WHY_BAD_VERSION] = {"bad-version", "version", 400, "The server is of another version. Load this page again."},
    [WHY_NO_TABLE] = {"no-table", NULL, 404, "There is no table with that code."},
    [WHY_NO_GAME] = {"no-game", NULL, 404, "There is no such game at this table."},
    [WHY_NOT_PLAYER] = {"not-player", NULL, 403, "Take a seat first."},
    [WHY_NOT_HOST] = {"not-host", NULL, 403, "Only the host of the table can do that."},
    [WHY_NO_PLAYER] = {"no-player", NULL, 404, "There is no such player at this table."},
    [WHY_LOCKED] = {"locked", NULL, 403, "The host has locked this table: nobody else can come in."},
    [WHY_NAME_EMPTY] = {"name-empty", "most", 400, "Please enter a name."},
    [WHY_NAME_LONG] = {"name-long", "most", 400, "That name is too long."},
    [WHY_NAME_BAD] = {"name-bad", "most", 400, "That name has characters that cannot be shown."},
    [WHY_NAME_TAKEN] = {"name-taken", NULL, 409, "Somebody at this table has that name already."},
    [WHY_NAME_WORDS] = {"name-words", NULL, 400, "Please choose another name."},
    [WHY_BAD_RULES] = {"bad-rules", "what", 400, "The table cannot be laid like that."},
    [WHY_NOT_ARRANGED] = {"not-arranged", NULL, 403,
                          "What is dealt can be chosen only at a table that says so to everybody: an arranged one."},
    [WHY_STAYS_ARRANGED] = {"stays-arranged", NULL, 409, "Whether a table is arranged is settled when it is made."},
    [WHY_NOT_OPEN] = {"not-for-all", NULL, 409,
                      "A table that is locked, arranged or for one player cannot be opened to everybody."},
    [WHY_BAD_LEVEL] = {"bad-level", NULL, 400, "Bots have levels 1 to 10."},
    [WHY_NO_BOT] = {"no-bot", NULL, 404, "There is no such bot."},
    [WHY_NO_BOTS_HERE] = {"no-bots-here", NULL, 409, "Bots do not play this game."},
    [WHY_TOO_MANY_BOTS] = {"too-many-bots", "most", 409, "This table has as many bots as it can have."},
    [WHY_GAME_ON] = {"game-on", NULL, 409, "A game is on. Settings can be changed before the start and after the end."},
    [WHY_LONG_GAME] = {"long-game", "most", 409, "This game has gone on for too long. Please begin another."},
    [WHY_NO_SPACE] = {"no-space", NULL, 503,
                      "The server's disk is nearly full: there are no new tables for now. Games go on."},
    [WHY_RATE] = {"rate", "retry", 429, "That was too much at once. Please wait a moment."},
    [WHY_TOO_BIG] = {"too-big", "most", 413, "That was too long."},
    [WHY_TOO_MANY_CONNECTIONS] = {"too-many-connections", "most", 503,
                                  "The server is full at the moment. This page keeps trying."},
    [WHY_TOO_MANY_TABLES] = {"too-many-tables", "most", 503, "The server has no room for another table at the moment."},
    [WHY_TOO_MANY_WATCHERS] = {"too-many-watchers", "most", 503,
                               "Too many are watching this table already. This page keeps trying."},
    [WHY_TOO_MANY_SEATS] = {"too-many-seats", "most", 409,
                            "Too many players at this table share your internet address."},
    [WHY_TOO_MANY_DEVICES] = {"too-many-devices", "most", 409,
                              "Your seat is open in too many places. Please close one of them."},
    [WHY_BAD_ORIGIN] = {"bad-origin", NULL, 403, "This page does not belong to that server."},
    [WHY_BAD_HOST] = {"bad-host", NULL, 421, "This server does not go by that name."},
    [WHY_BAD_POSITION] = {"bad-position", "what", 400, "The position cannot be read."},
    [WHY_BAD_ROUTE] = {"bad-route", "what", 400, "The route cannot be read."},
    [WHY_BAD_QUERY] = {"bad-query", "what", 400, "Something in the address is not understood."},
    [WHY_BUSY] = {"busy", "retry", 503, "The server is busy. Please try again in a moment."},
    [WHY_STORE] = {"store", "retry", 503,
                   "The server cannot write at the moment. Nothing has happened; please try again."},
    [WHY_UNSURE] = {"unsure", "retry", 503,
                    "The server lost its database for a moment. What the table shows is what has happened."},
    [WHY_NOT_FOUND] = {"not-found", NULL, 404, "There is nothing at this address."},
    [WHY_BAD_METHOD] = {"bad-method", NULL, 405, "This address does not take such requests."},
    [WHY_BANNED] = {"banned", "retry", 403, "This server does not answer your address for a while."},
    [WHY_PASSWORD] = {"password", NULL, 401, "This server asks for a password."},
    [WHY_TABLE_CLOSED] = {"table-closed", NULL, 403, "Whoever runs this server has closed this table."},
    [WHY_REMOVED] = {"removed", NULL, 403, "The host has asked you to leave this table."},
    [WHY_STOPPING] = {"stopping", "retry", 503, "The server is restarting. Your seat and the game are kept."},
    [WHY_SLOW] = {"slow", "retry", 503, "The connection was too slow and was closed."},
    [WHY_SILENT] = {"silent", "retry", 503, "The connection was asleep."},
    [WHY_UNREACHABLE] = {"unreachable", NULL, 0, "The server cannot be reached. Is there a network?"},
    [WHY_LOST] = {"lost", NULL, 0, "The connection was lost just then. Look whether it has happened."},
    [WHY_UNKNOWN] = {"", NULL, 0, "That was not possible."},
};

const struct why_facts *carom_why(enum why why)
{
    return &whys[why];
}

enum why carom_why_of_code(const char *code, size_t length)
{
    for (unsigned why = 0; why < WHYS_IN_ALL; why++) {
        size_t same = 0;
        while (same < length && whys[why].code[same] == code[same] && code[same] != '\0')
            same++;
        if (length > 0 && same == length && whys[why].code[same] == '\0')
            return (enum why)why;
    }
    return WHY_UNKNOWN;
}
