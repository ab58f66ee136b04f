/*
 * The syntax of RRGP: splitting and quoting lines, and its names for things. No sockets and no tables, so that it can
 * be fuzzed.
 */
#ifndef SERVER_RRGP_SYNTAX_H
#define SERVER_RRGP_SYNTAX_H

#include <carom/board.h>
#include <carom/text.h>
#include <carom/types.h>

#define RRGP_LINE_MAX 512 /* with its end */
#define RRGP_ARGS_MAX (RRGP_LINE_MAX / 2)

struct rrgp_args {
    unsigned count;
    const char *items[RRGP_ARGS_MAX];
};

/* Splits a line in place: blanks separate, quotes keep together, a backslash escapes the next character. `line` has
 * `length` bytes without its end, and room for a NUL. False: unterminated quote, invalid UTF-8, or control
 * characters. */
bool rrgp_split_line(struct rrgp_args *args, char *line, size_t length);
/* Writes a word, in quotes if it has blanks or is empty. */
void rrgp_quote(struct carom_text *text, const char *word);
/* Joins all arguments from that one on, separated by blanks. False: they do not fit. */
bool rrgp_join_args(const struct rrgp_args *args, unsigned from, char *text, size_t size);
/* Compares ignoring case. */
bool rrgp_arg_is(const char *word, const char *name);

char *int_to_text(char text[24], int64_t number);
/* Parses an integer that is the whole word; false if it is not one. */
bool int_from_text(const char *word, int64_t *number);
/* By the first letter, as the protocol requires: robots, never the vortex. */
bool robot_read(const char *word, unsigned *robot);
bool direction_read(const char *word, unsigned *direction);
extern const char *const robot_names[CAROM_COLOURS];
extern const char *const direction_names[CAROM_DIRECTIONS];
/* The colour and the shape of a token; both are `whirl` for the vortex. */
const char *token_colour(unsigned token);
const char *token_shape(unsigned token);

/* Writes a board of 16 by 16 cells as SHOW does, without the surrounding quotes; the active robot and the target are
 * in capital letters. `target`: a token, or CAROM_NO_TOKEN. */
#define RRGP_BOARD_SIZE 2400
void rrgp_draw_board(struct carom_text *text, const struct carom_board *board, const struct carom_robots *robots,
                     unsigned target);

#endif
