/*
 * A route as it is made, as a style sheet for SVG. The moments are in carom/render.h.
 */
#ifndef CAROM_RENDER_ANIMATION_H
#define CAROM_RENDER_ANIMATION_H

#include <carom/render.h>

#pragma GCC visibility push(hidden)
/* Writes a whole <style> element. */
void animation_write_css(struct carom_text *text, const struct carom_picture *picture);
#pragma GCC visibility pop

#endif
