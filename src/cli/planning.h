/*
 * Planning tasks: positions as ASP facts (ASP Competition 2015) and as PDDL problems (IPC 2023, domain
 * ricochet-robots).
 */
#ifndef CAROM_CLI_PLANNING_H
#define CAROM_CLI_PLANNING_H

#include <carom/position.h>

enum planning_format {
    PLANNING_ASP,
    PLANNING_PDDL,
};

/* Is this text a task rather than a drawing? Sets the format if it is. */
bool planning_looks_like(const char *text, size_t length, enum planning_format *format);

/* Reads a task. False: `bad` has the offending text, empty if something is missing. The result must still be
 * validated as a position (robots on different cells, ...). */
#define PLANNING_BAD 40
bool planning_read(struct carom_position *position, enum planning_format format, const char *text, size_t length,
                   char bad[PLANNING_BAD]);

/* Why a position cannot be written as a task, as an English sentence (a message id); NULL: it can. */
const char *planning_refusal(const struct carom_position *position, enum planning_format format);
/* Writes a task. Barriers are dropped, and R7 is not part of these formats: a comment says so. */
void planning_write(struct carom_text *text, enum planning_format format, const struct carom_position *position);

#endif
