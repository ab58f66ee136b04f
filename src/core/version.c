/* Tells which library a program runs with, whatever header it was compiled with. */
#include <carom/version.h>

const char *carom_version(void)
{
    return CAROM_VERSION;
}
