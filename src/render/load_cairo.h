/*
 * cairo, which is loaded when the first picture is drawn (tools/lazy-library.py), or linked (-Dlazy=disabled).
 */
#ifndef CAROM_RENDER_LOAD_CAIRO_H
#define CAROM_RENDER_LOAD_CAIRO_H

#include <cairo.h>
#include <stddef.h>

/* Call before any function of cairo. NULL, or why the library cannot be loaded. */
#ifdef CAROM_LAZY
const char *load_cairo(void);
#else
static inline const char *load_cairo(void)
{
    return NULL;
}
#endif

#endif
