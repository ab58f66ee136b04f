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
    };
    return sentences[trouble];
}

bool store_refuse(char fault[STORE_FAULT_SIZE], enum store_trouble trouble)
{
    snprintf(fault, STORE_FAULT_SIZE, "%s", store_sentence(trouble));
    return false;
}
