/*
 * Pictures that were drawn lately, and drawing others: on a thread of the pool, in turns by address, so that no picture
 * is felt at a table, however large.
 */
#ifndef SERVER_GALLERY_H
#define SERVER_GALLERY_H

#include "exchange.h"

#include <carom/puzzle.h>
#include <carom/render.h>

#define PIXELS_MOST (2048u * 2048)    /* width times height of a PNG ... */
#define FILM_PIXELS_MOST (640u * 640) /* ... and of a GIF, which is drawn some hundred times */
#define FILM_MOVES_MOST 30

/* What was asked for, and all that drawing it needs. */
struct board_picture {
    struct carom_puzzle puzzle;
    struct carom_picture picture; /* points into this struct */
    struct carom_move route[CAROM_PICTURE_MOVES];
    uint8_t places[CAROM_PICTURE_MOVES];
    unsigned width;
    enum { BOARD_SVG, BOARD_PNG, BOARD_GIF } kind;
    char *key; /* all that was asked, as a text: equal keys, equal pictures */
};

/* Answers with the picture, now or later. It belongs to the gallery from here on. */
void gallery_show(struct exchange *exchange, struct board_picture *board);
void board_picture_free(struct board_picture *board);
/* Nobody waits for a picture any more. */
void gallery_done(struct http *http);

#endif
