/*
 * Animated routes as CSS for SVG. States at a time are in carom/render.h.
 */
#ifndef CAROM_RENDER_ANIMATION_H
#define CAROM_RENDER_ANIMATION_H

#include <carom/render.h>

#pragma GCC visibility push(hidden)
/* Writes a whole <style> element. */
void animation_write_css(struct carom_text *text, const struct carom_picture *picture);
#pragma GCC visibility pop

#endif
