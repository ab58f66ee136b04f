/*
 * What can be wrong with a store, in words.
 */
#include "inner.h"

#include <stdio.h>

const char *store_sentence(enum store_trouble trouble)
{
    static const char *const sentences[STORE_TROUBLES] = {
        [STORE_TROUBLE_MEMORY] = "there is no memory left",
        [STORE_TROUBLE_IN_USE] = "another process has these data open; stop it first, or choose other data",
        [STORE_TROUBLE_FOREIGN] = "these are not data of carom",
        [STORE_TROUBLE_NEWER] = "these data were written by a newer version of carom, which this one cannot read",
        [STORE_TROUBLE_STRAY] = "there are events or seats without a table",
        [STORE_TROUBLE_EXISTS] = "there is a file of that name already; expected a new name",
        [STORE_TROUBLE_FULL] = "there are tables in it already; expected empty data",
        [STORE_TROUBLE_DAMAGED] = "a table cannot be read as it is; `carom store check` says more",
        [STORE_TROUBLE_DIFFERS] = "the copy is not the same as what was copied",
        [STORE_TROUBLE_READ_ONLY] = "these data were opened for reading only",
        [STORE_TROUBLE_AWAY] = "the database does not answer",
    };
    return sentences[trouble];
}

bool store_refuse(char fault[STORE_FAULT_SIZE], enum store_trouble trouble)
{
    snprintf(fault, STORE_FAULT_SIZE, "%s", store_sentence(trouble));
    return false;
}

const char *store_wrong_sentence(enum store_wrong_kind kind)
{
    static const char *const sentences[STORE_WRONGS] = {
        [STORE_WRONG_FACTS] = "what is said about the table cannot be",
        [STORE_WRONG_EMPTY] = "the game has no events",
        [STORE_WRONG_GAP] = "an event is missing, or cannot be read",
        [STORE_WRONG_EVENT] = "the event does not follow from those before",
        [STORE_WRONG_OVER] = "whether the game is over is not what its events say",
        [STORE_WRONG_EXTRA] = "there are events of a game that has not begun",
    };
    return sentences[kind];
}
