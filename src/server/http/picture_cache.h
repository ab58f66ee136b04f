/*
 * Pictures of boards: cached, or drawn on a thread of the pool, in turns by client address, so that large pictures
 * never delay a table.
 */
#ifndef SERVER_HTTP_PICTURE_CACHE_H
#define SERVER_HTTP_PICTURE_CACHE_H

#include "http_request.h"

#include <carom/puzzle.h>
#include <carom/render.h>

#define PIXELS_MAX (2048u * 2048)   /* most pixels of a PNG */
#define GIF_PIXELS_MAX (640u * 640) /* most pixels of a GIF, which has some hundred frames */
#define GIF_MOVES_MAX 30

/* A request for a picture, with all that drawing needs. */
struct picture_request {
    struct carom_puzzle puzzle;
    struct carom_picture picture; /* points into this struct */
    struct carom_move route[CAROM_PICTURE_MOVES_MAX];
    uint8_t places[CAROM_PICTURE_MOVES_MAX];
    unsigned width;
    enum { BOARD_SVG, BOARD_PNG, BOARD_GIF } kind;
    char *key; /* cache key: the canonical request */
};

/* Replies with the picture, now or later. Takes over `spec`. */
void picture_cache_get(struct http_request *request, struct picture_request *spec);
void board_picture_free(struct picture_request *spec);
/* Frees the cache. No request may be waiting for a picture. */
void picture_cache_destroy(struct http *http);

#endif
