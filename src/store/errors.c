/*
 * Error sentences of the store.
 */
#include "internal.h"

#include <stdio.h>

static const char *store_error_sentence(enum store_error error)
{
    static const char *const sentences[STORE_ERRORS] = {
        [STORE_ERROR_MEMORY] = "out of memory",
        [STORE_ERROR_IN_USE] = "another process is using this data; stop it first, or choose other data",
        [STORE_ERROR_NOT_CAROM] = "this is not carom data; check the name",
        [STORE_ERROR_CANNOT_OPEN] = "the file cannot be opened; check its name and your permissions",
        [STORE_ERROR_NEWER] = "this data was written by a newer carom; upgrade this one",
        [STORE_ERROR_ORPHAN_ROWS] = "some events or seats belong to no table",
        [STORE_ERROR_EXISTS] = "the file already exists; choose a new name",
        [STORE_ERROR_FULL] = "it already has tables; choose an empty file or database",
        [STORE_ERROR_DAMAGED] = "a table cannot be read; `carom store check` says more",
        [STORE_ERROR_DIFFERS] = "the copy differs from the original",
        [STORE_ERROR_READ_ONLY] = "this data is open for reading only",
        [STORE_ERROR_UNREACHABLE] = "the database does not answer; is it running?",
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
        [STORE_DEFECT_FACTS] = "the table's metadata is invalid",
        [STORE_DEFECT_EMPTY] = "the game has no events",
        [STORE_DEFECT_GAP] = "an event is missing or unreadable",
        [STORE_DEFECT_EVENT] = "the event does not follow from the previous ones",
        [STORE_DEFECT_OVER] = "the \"over\" flag contradicts the events",
        [STORE_DEFECT_EXTRA] = "there are events of a game that has not begun",
        [STORE_DEFECT_RECORD] = "the record is not a JSON object",
    };
    return sentences[kind];
}
