/*
 * The words of RRGP: lines taken apart and put together, and the names that things have there. No sockets and no
 * tables, so that all of it can be fuzzed.
 */
#ifndef SERVER_RRGP_SYNTAX_H
#define SERVER_RRGP_SYNTAX_H

#include <carom/board.h>
#include <carom/text.h>
#include <carom/types.h>

#define RRGP_LINE_MAX 512 /* bytes of a line, its end included */
#define RRGP_ARGS_MAX (RRGP_LINE_MAX / 2)

struct rrgp_args {
    unsigned count;
    const char *items[RRGP_ARGS_MAX];
};

/* Takes a line apart, in its place: blanks separate, quotes keep them together, a backslash takes the next character as
 * it is. `line` has `length` bytes without its end, and room for a NUL. False: a quote that does not end, bytes that
 * are no text, control characters. */
bool rrgp_split_line(struct rrgp_args *args, char *line, size_t length);
/* A word as a line has it: in quotes if it has blanks or is empty. */
void rrgp_quote(struct carom_text *text, const char *word);
/* All words from that one on, with a blank between them. False: they do not fit. */
bool rrgp_join_args(const struct rrgp_args *args, unsigned from, char *text, size_t size);
/* Is it this word, in any case? */
bool rrgp_arg_is(const char *word, const char *name);

char *int_to_text(char text[24], int64_t number);
/* A number that is all of the word; false if it is none. */
bool int_from_text(const char *word, int64_t *number);
/* By the first letter, as the protocol wants it: robots, never the vortex. */
bool robot_read(const char *word, unsigned *robot);
bool direction_read(const char *word, unsigned *direction);
extern const char *const robot_names[CAROM_COLOURS];
extern const char *const direction_names[CAROM_DIRECTIONS];
/* The colour and the shape of a token; both `whirl` for the vortex. */
const char *token_colour(unsigned token);
const char *token_shape(unsigned token);

/* A board of 16 by 16 cells as SHOW draws it, without the quotes around it; the active robot and the target in capital
 * letters. `target`: a token, or CAROM_NO_TOKEN. */
#define RRGP_BOARD_SIZE 2400
void rrgp_draw_board(struct carom_text *text, const struct carom_board *board, const struct carom_robots *robots,
                     unsigned target);

#endif
