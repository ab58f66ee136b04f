/*
 * What was wrong with something that came from outside: a code, the place, and the words found there.
 *
 * The core names faults and keeps their English sentences, with {found} as a blank; whoever talks to a person may
 * translate the sentence first (it is the message id of the catalogues) and then has it filled in here. What fills the
 * blank came from outside or is a word of the notation: never words of ours, which nobody would translate.
 */
#ifndef CAROM_FAULT_H
#define CAROM_FAULT_H

#include <carom/decls.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

enum carom_fault_code {
    CAROM_FAULT_NONE,
    /* boards */
    CAROM_FAULT_BOARD_SHAPE,
    CAROM_FAULT_FACE,
    CAROM_FAULT_SAME_MARK,
    CAROM_FAULT_OWN_BOARD,
    CAROM_FAULT_OWN_SIZE,
    CAROM_FAULT_OWN_WALLS,
    CAROM_FAULT_OWN_ITEM,
    CAROM_FAULT_OWN_TWICE,
    CAROM_FAULT_OWN_TOKEN_TWICE,
    CAROM_FAULT_OWN_SOLID_ITEM,
    CAROM_FAULT_DRAWING_EMPTY,
    CAROM_FAULT_DRAWING_SIZE,
    CAROM_FAULT_DRAWING_RIM,
    CAROM_FAULT_DRAWING_WALL,
    CAROM_FAULT_DRAWING_CELL,
    CAROM_FAULT_DRAWING_LINE,
    /* positions */
    CAROM_FAULT_EMPTY,
    CAROM_FAULT_PARTS,
    CAROM_FAULT_ROBOT,
    CAROM_FAULT_ROBOT_TWICE,
    CAROM_FAULT_CELL,
    CAROM_FAULT_CELL_OUTSIDE,
    CAROM_FAULT_ROBOT_IN_CENTRE,
    CAROM_FAULT_ROBOT_ON_BARRIER,
    CAROM_FAULT_ROBOT_ON_ROBOT,
    CAROM_FAULT_TARGET,
    CAROM_FAULT_TOKEN_NOT_ON_BOARD,
    CAROM_FAULT_TARGET_IN_CENTRE,
    CAROM_FAULT_TARGET_ON_BARRIER,
    CAROM_FAULT_NO_TARGET,
    CAROM_FAULT_ACTIVE_MISSING,
    CAROM_FAULT_NO_ROBOTS,
    CAROM_FAULT_TRAILING,
    /* moves */
    CAROM_FAULT_MOVE,
    CAROM_FAULT_MOVE_DIRECTION,
    CAROM_FAULT_MOVE_SIGNS,
    CAROM_FAULT_ROUTE_LONG,
    /* Micro Robots */
    CAROM_FAULT_MICRO_BOARD,
    CAROM_FAULT_MICRO_TILE_TWICE,
    CAROM_FAULT_MICRO_CELL,
    CAROM_FAULT_MICRO_POSITION,
    CAROM_FAULT_MICRO_SAME_CELL,
    CAROM_FAULT_NOT_RICOCHET,
    /* DriftingDroids game IDs */
    CAROM_FAULT_DROIDS_SHAPE,
    CAROM_FAULT_DROIDS_DIGIT,
    CAROM_FAULT_DROIDS_COUNT,
    CAROM_FAULT_DROIDS_ACTIVE,
    CAROM_FAULT_DROIDS_TARGET,
    /* ... which a position does not have */
    CAROM_FAULT_DROIDS_OWN_BOARD,
    CAROM_FAULT_DROIDS_NO_TOKEN,
    CAROM_FAULT_DROIDS_TRANSPARENT,
    CAROM_FAULT_DROIDS_LEFT_OUT,
    /* JSON */
    CAROM_FAULT_JSON_PARTS,
    CAROM_FAULT_JSON_STRING_END,
    CAROM_FAULT_JSON_STRING_CONTROL,
    CAROM_FAULT_JSON_STRING_ESCAPE,
    CAROM_FAULT_JSON_STRING_UTF8,
    CAROM_FAULT_JSON_NUMBER,
    CAROM_FAULT_JSON_END,
    CAROM_FAULT_JSON_VALUE,
    CAROM_FAULT_JSON_KEY,
    CAROM_FAULT_JSON_KEY_TWICE,
    CAROM_FAULT_JSON_COLON,
    CAROM_FAULT_JSON_DEEP,
    CAROM_FAULT_JSON_COMMA,
    CAROM_FAULT_JSON_LONG,
    CAROM_FAULT_JSON_TRAILING,
    /* the referee's commands and events */
    CAROM_FAULT_NO_OBJECT,
    CAROM_FAULT_AT,
    CAROM_FAULT_BY,
    CAROM_FAULT_DO,
    CAROM_FAULT_NAME,
    CAROM_FAULT_HANDICAP,
    CAROM_FAULT_CREDIT,
    CAROM_FAULT_MOVES,
    CAROM_FAULT_HANDED,
    CAROM_FAULT_PRESET,
    CAROM_FAULT_NO_RULE,
    /* ... the value that a rule should have; {found} is the name of a length, or of what is true or false */
    CAROM_FAULT_RULE_CLAIM,
    CAROM_FAULT_RULE_TIE,
    CAROM_FAULT_RULE_BARRIERS,
    CAROM_FAULT_RULE_EDITION,
    CAROM_FAULT_RULE_LENGTH,
    CAROM_FAULT_RULE_GOAL,
    CAROM_FAULT_RULE_TURNS,
    CAROM_FAULT_RULE_SEED,
    CAROM_FAULT_RULE_READING,
    CAROM_FAULT_RULE_FLAG,
    CAROM_FAULT_TOKENS,
    CAROM_FAULT_DICE,
    CAROM_FAULT_EVENT_KIND,
    CAROM_FAULT_EVENT_FIELD,
    CAROM_FAULT_EVENT_SEAT,
    CAROM_FAULT_EVENT_SEQ,
    CAROM_FAULT_EVENT_EXPECTED,
    CAROM_FAULT_EVENT_IMPOSSIBLE,
    /* ... what is not there at all */
    CAROM_FAULT_NO_AT,
    CAROM_FAULT_NO_BY,
    CAROM_FAULT_NO_DO,
    CAROM_FAULT_NO_NAME,
    CAROM_FAULT_NO_MOVES,
    CAROM_FAULT_NO_HANDED,
    CAROM_FAULT_NO_EVENT_KIND,
    CAROM_FAULT_NO_EVENT_SEQ,
    CAROM_FAULT_NONCE,
};

#define CAROM_FAULT_FOUND 40

struct carom_fault {
    enum carom_fault_code code;
    uint32_t line;                 /* line of a drawing, from 1; 0 where the text is a single line */
    uint32_t column;               /* byte in the line, from 1; 0 if it is about the whole */
    char found[CAROM_FAULT_FOUND]; /* the words at that place, printable and cut to fit; may be empty */
};

/* Sets a fault and returns false, so that a parser can `return carom_fault_set(...)`. `fault` may be NULL. `found` is
 * `length` bytes from outside; what is not printable becomes '?'. */
bool carom_fault_set(struct carom_fault *fault, enum carom_fault_code code, size_t offset, const char *found,
                     size_t length);

/* The English sentence with its blanks, for looking up in a catalogue. Never NULL. */
const char *carom_fault_sentence(enum carom_fault_code code);

/* Writes `sentence` (a carom_fault_sentence or its translation) with {found} filled in. */
void carom_fault_write(struct carom_text *text, const struct carom_fault *fault, const char *sentence);

CAROM_END_DECLS

#endif
