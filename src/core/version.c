/* The version of the library that is running, which may differ from the header a program was compiled with. */
#include <carom/version.h>

const char *carom_version(void)
{
    return CAROM_VERSION;
}
