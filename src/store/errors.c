/*
 * Error sentences of the store.
 */
#include "internal.h"

#include <stdio.h>

const char *store_error_sentence(enum store_error error)
{
    static const char *const sentences[STORE_ERRORS] = {
        [STORE_ERROR_MEMORY] = "there is no memory left",
        [STORE_ERROR_IN_USE] = "another process has these data open; stop it first, or choose other data",
        [STORE_ERROR_NOT_CAROM] = "these are not data of carom",
        [STORE_ERROR_NEWER] = "these data were written by a newer version of carom, which this one cannot read",
        [STORE_ERROR_ORPHAN_ROWS] = "there are events or seats without a table",
        [STORE_ERROR_EXISTS] = "there is a file of that name already; expected a new name",
        [STORE_ERROR_FULL] = "there are tables in it already; expected empty data",
        [STORE_ERROR_DAMAGED] = "a table cannot be read as it is; `carom store check` says more",
        [STORE_ERROR_DIFFERS] = "the copy is not the same as what was copied",
        [STORE_ERROR_READ_ONLY] = "these data were opened for reading only",
        [STORE_ERROR_UNREACHABLE] = "the database does not answer",
    };
    return sentences[error];
}

bool store_set_error(char fault[STORE_ERROR_SIZE], enum store_error error)
{
    snprintf(fault, STORE_ERROR_SIZE, "%s", store_error_sentence(error));
    return false;
}

const char *store_defect_sentence(enum store_defect_kind kind)
{
    static const char *const sentences[STORE_DEFECTS] = {
        [STORE_DEFECT_FACTS] = "what is said about the table cannot be",
        [STORE_DEFECT_EMPTY] = "the game has no events",
        [STORE_DEFECT_GAP] = "an event is missing, or cannot be read",
        [STORE_DEFECT_EVENT] = "the event does not follow from those before",
        [STORE_DEFECT_OVER] = "whether the game is over is not what its events say",
        [STORE_DEFECT_EXTRA] = "there are events of a game that has not begun",
    };
    return sentences[kind];
}
