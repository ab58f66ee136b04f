/*
 * Pictures that were drawn lately, and drawing others: on a thread of the pool, in turns by address, so that no picture
 * is felt at a table, however large.
 */
#ifndef SERVER_HTTP_PICTURE_CACHE_H
#define SERVER_HTTP_PICTURE_CACHE_H

#include "http_request.h"

#include <carom/puzzle.h>
#include <carom/render.h>

#define PIXELS_MAX (2048u * 2048)   /* width times height of a PNG ... */
#define GIF_PIXELS_MAX (640u * 640) /* ... and of a GIF, which is drawn some hundred times */
#define GIF_MOVES_MAX 30

/* What was asked for, and all that drawing it needs. */
struct picture_request {
    struct carom_puzzle puzzle;
    struct carom_picture picture; /* points into this struct */
    struct carom_move route[CAROM_PICTURE_MOVES_MAX];
    uint8_t places[CAROM_PICTURE_MOVES_MAX];
    unsigned width;
    enum { BOARD_SVG, BOARD_PNG, BOARD_GIF } kind;
    char *key; /* all that was asked, as a text: equal keys, equal pictures */
};

/* Answers with the picture, now or later. It belongs to the gallery from here on. */
void picture_cache_get(struct http_request *request, struct picture_request *spec);
void board_picture_free(struct picture_request *spec);
/* Nobody waits for a picture any more. */
void picture_cache_destroy(struct http *http);

#endif
