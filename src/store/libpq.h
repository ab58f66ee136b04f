/*
 * libpq, which is loaded when a database is opened (tools/lazy-library.py), or linked (-Dlazy=disabled).
 */
#ifndef STORE_LIBPQ_H
#define STORE_LIBPQ_H

#include <libpq-fe.h>

/* Call before any function of libpq. NULL, or why the library cannot be loaded. */
#ifdef CAROM_LAZY
const char *load_libpq(void);
#else
static inline const char *load_libpq(void)
{
    return NULL;
}
#endif

#endif
