/*
 * The module's operations. Arguments and answers are text: the page knows no rule and no struct layout. An operation
 * reads its arguments (one JSON object) from the request and writes its answer.
 *
 * Answers are JSON, or SVG for pictures, or lines for the referee. Invalid arguments are answered by {"error":"English
 * sentence with {found}","found":"..."}: the sentence is the message id of the catalogues.
 */
#ifndef CAROM_WASM_OPS_H
#define CAROM_WASM_OPS_H

#include "../core/libc_mem.h"

#include <carom/carom.h>

#define OP_NODES_MAX 16384  /* enough for 64 KiB of events, the most that a server sends at once */
#define OP_STRING_MAX 16384 /* longest text in an argument, NUL included */

struct op_request {
    struct carom_json json;
    unsigned table;   /* the number behind the operation's name; 0: none */
    const char *body; /* what follows the first line */
    size_t length;
    struct carom_text out;
};

/* An operation. False: invalid arguments, and `error` says why, unless the request's table is not open; its output is
 * discarded. */
typedef bool op_fn(struct op_request *request, struct carom_error *error);

op_fn op_describe, op_board, op_faces, op_replace_face, op_convert; /* op_board.c */
op_fn op_edit;                                                      /* op_edit.c */
op_fn op_moves, op_play, op_check, op_micro_moves;                  /* op_play.c */
op_fn op_deal;                                                      /* op_deal.c */
op_fn op_daily;                                                     /* op_daily.c */
op_fn op_match, op_match_verify;                                    /* op_match.c */
op_fn op_picture;                                                   /* op_picture.c */
op_fn op_solve, op_difficulty_levels, op_tables_built;              /* op_solve.c */
op_fn op_referee_open, op_referee_close, op_referee_forget;         /* op_referee.c */
op_fn op_referee, op_referee_events;                                /* op_referee.c */
op_fn op_referee_command, op_referee_allowed, op_rules, op_choices; /* op_referee.c */
op_fn op_review;                                                    /* op_referee.c */
op_fn op_api_error, op_retry_delays;                                /* op_referee.c */

/* The operations of a module: ops_main.c, ops_daily.c, ops_match.c. */
struct op {
    const char *name;
    op_fn *run;
    bool takes_text; /* its argument is not JSON */
};
extern const struct op ops[];
extern const size_t op_count;

/* The module's memory (op_solve.c). */
extern const struct carom_allocator wasm_allocator;
/* The solver in the module's memory, valid until the next call; NULL if there is not enough memory (op_solve.c). */
struct carom_solver *wasm_solver(void);

/* Read arguments. A missing one is its default, never an error. */
bool arg_bool(const struct op_request *request, const char *key);
int64_t arg_int(const struct op_request *request, const char *key, int64_t default_value);
bool arg_is(const struct op_request *request, const char *key, const char *words);
/* A string; "" if there is none. Valid until the next call. */
const char *arg_string(const struct op_request *request, const char *key, size_t *length);
/* Reads an array of non-negative numbers; returns how many there are, up to `room`. */
size_t arg_uints(const struct op_request *request, const char *key, uint64_t *counts, size_t room);
/* `position`, of either game. */
bool arg_puzzle(const struct op_request *request, enum carom_position_parts parts, struct carom_puzzle *puzzle,
                struct carom_error *error);
/* `position`, only Ricochet Robots. */
bool arg_position(const struct op_request *request, enum carom_position_parts parts, struct carom_position *position,
                  struct carom_error *error);

/* Write what carom/json.h does not know: a cell (`key` NULL: an element of an array), a Micro Robots face as an
 * element, and "position". */
void put_cell_member(struct carom_text *out, const char *key, carom_cell cell);
void put_face_element(struct carom_text *out, unsigned face);
void put_position_member(struct carom_text *out, const struct carom_position *position);

#endif
