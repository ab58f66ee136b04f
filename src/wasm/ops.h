/*
 * What the browser can ask for. Every question is a text and so is every answer: the page owns no rule and no struct
 * layout, only words. An operation reads its arguments (one JSON object) from the request and writes its answer.
 *
 * Answers are JSON, or SVG for pictures, or lines for the referee. What is wrong with the arguments is answered by
 * {"error":"English sentence with {found}","found":"..."}: the sentence is the message id of the catalogues.
 */
#ifndef CAROM_WASM_OPS_H
#define CAROM_WASM_OPS_H

#include "../core/mem.h"

#include <carom/carom.h>

#define REQUEST_NODES 16384 /* enough for 64 KiB of events, the most that a server sends at once */
#define REQUEST_WORDS 16384 /* longest text in an argument, NUL included */

struct request {
    struct carom_json json;
    const char *body; /* the text behind the operation's name */
    size_t length;
    struct carom_text out;
};

/* An operation. False: its arguments were no good and `fault` says why; what it wrote is thrown away. */
typedef bool operation(struct request *request, struct carom_fault *fault);

operation op_describe, op_board, op_faces, op_exchange, op_convert; /* op_board.c */
operation op_edit;                                                  /* op_edit.c */
operation op_moves, op_play, op_check, op_steps;                    /* op_play.c */
operation op_deal;                                                  /* op_deal.c */
operation op_daily;                                                 /* op_daily.c */
operation op_picture;                                               /* op_picture.c */
operation op_solve, op_grades;                                      /* op_solve.c */
operation op_referee, op_referee_forget, op_referee_events;         /* op_referee.c */
operation op_referee_command, op_referee_may, op_rules, op_choices; /* op_referee.c */
operation op_refusal;                                               /* op_referee.c */

/* What a module answers: entries.c, entries_daily.c. */
struct entry {
    const char *name;
    operation *run;
    bool raw; /* its argument is no JSON */
};
extern const struct entry entries[];
extern const size_t entry_count;

/* A solver in the module's memory, which belongs to it until the next one is asked for; NULL if there is not enough
 * (op_solve.c). */
struct carom_solver *module_solver(void);

/* Arguments. A missing one is its default, never an error. */
bool argument_flag(const struct request *request, const char *key);
int64_t argument_number(const struct request *request, const char *key, int64_t usual);
bool argument_is(const struct request *request, const char *key, const char *words);
/* A string; "" if there is none. Lives until the next call. */
const char *argument_words(const struct request *request, const char *key, size_t *length);
/* An array of numbers that are not negative; how many there are, up to `room`. */
size_t argument_counts(const struct request *request, const char *key, uint64_t *counts, size_t room);
/* `position`, of either game. */
bool argument_puzzle(const struct request *request, enum carom_position_need need, struct carom_puzzle *puzzle,
                     struct carom_fault *fault);
/* `position`, only Ricochet Robots. */
bool argument_position(const struct request *request, enum carom_position_need need, struct carom_position *position,
                       struct carom_fault *fault);

/* Writing answers, what carom/json.h does not know: a cell (`key` NULL: an element of an array), a face of Micro Robots
 * as an element, and "position". */
void answer_cell(struct carom_text *out, const char *key, carom_cell cell);
void answer_face(struct carom_text *out, unsigned face);
void answer_position(struct carom_text *out, const struct carom_position *position);

#endif
