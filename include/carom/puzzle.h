/*
 * A position of either game, for code that accepts both: the command line, the server, the page.
 */
#ifndef CAROM_PUZZLE_H
#define CAROM_PUZZLE_H

#include <carom/decls.h>
#include <carom/micro.h>
#include <carom/position.h>

CAROM_BEGIN_DECLS

enum carom_game {
    CAROM_GAME_RICOCHET,
    CAROM_GAME_MICRO,
};

struct carom_puzzle {
    enum carom_game game;
    union {
        struct carom_position position;    /* CAROM_GAME_RICOCHET */
        struct carom_micro_position micro; /* CAROM_GAME_MICRO */
    };
};

/* Reads a position of Ricochet Robots, a DriftingDroids game ID, or a position of Micro Robots. On false the puzzle
 * is unspecified and `error` (may be NULL) says why. */
bool carom_puzzle_read(struct carom_puzzle *puzzle, enum carom_position_parts parts, const char *text, size_t length,
                       struct carom_error *error);
void carom_puzzle_write(struct carom_text *text, const struct carom_puzzle *puzzle);

/* Writes one JSON object: {"position":...,"game":"ricochet","board":...,"robots":{"R":"o3",...},
 * "target":{"token":"Bg","robot":"B","cell":"c5"}} or, for Micro Robots, {"position":...,"game":"micro","board":...,
 * "start":"1P","via":"6R","target":"2W"}. Members that the position does not have are left out. */
void carom_puzzle_write_json(struct carom_text *text, const struct carom_puzzle *puzzle);
/* Writes the members without braces, for objects that have others too; writes only "position", the first of them. */
void carom_puzzle_write_members(struct carom_text *text, const struct carom_puzzle *puzzle);
void carom_puzzle_write_position(struct carom_text *text, const struct carom_puzzle *puzzle);

CAROM_END_DECLS

#endif
