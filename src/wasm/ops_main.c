/*
 * What the page's module answers.
 */
#include "ops.h"

const struct op ops[] = {
    {"describe", op_describe, false},
    {"board", op_board, false},
    {"faces", op_faces, false},
    {"exchange", op_replace_face, false},
    {"convert", op_convert, false},
    {"edit", op_edit, false},
    {"moves", op_moves, false},
    {"play", op_play, false},
    {"check", op_check, false},
    {"steps", op_micro_moves, false},
    {"deal", op_deal, false},
    {"picture", op_picture, false},
    {"solve", op_solve, false},
    {"grades", op_difficulty_levels, false},
    {"tables", op_tables_built, false},
    {"referee", op_referee, true},
    {"referee-open", op_referee_open, false},
    {"referee-close", op_referee_close, false},
    {"referee-forget", op_referee_forget, true},
    {"referee-events", op_referee_events, false},
    {"referee-may", op_referee_allowed, false},
    {"referee-command", op_referee_command, true},
    {"review", op_review, false},
    {"choices", op_choices, false},
    {"rules", op_rules, false},
    {"refusal", op_api_error, false},
    {"retry-delays", op_retry_delays, false},
};
const size_t op_count = sizeof ops / sizeof ops[0];
