/*
 * An input error: a code, the position in the text, and the offending text.
 *
 * Each code has one English sentence with the placeholder {found}. The sentence is the message id of the catalogues:
 * translate it first, then let carom_error_format fill the placeholder. {found} is always input or notation, never
 * English words of ours, which would stay untranslated.
 */
#ifndef CAROM_ERROR_H
#define CAROM_ERROR_H

#include <carom/decls.h>
#include <carom/text.h>
#include <carom/types.h>

CAROM_BEGIN_DECLS

enum carom_error_code {
    CAROM_ERROR_NONE,
    /* boards */
    CAROM_ERROR_BOARD_SHAPE,
    CAROM_ERROR_FACE,
    CAROM_ERROR_SECTION_TWICE,
    CAROM_ERROR_CUSTOM_BOARD,
    CAROM_ERROR_CUSTOM_SIZE,
    CAROM_ERROR_CUSTOM_WALLS,
    CAROM_ERROR_CUSTOM_ITEM,
    CAROM_ERROR_CUSTOM_CELL_TWICE,
    CAROM_ERROR_CUSTOM_TOKEN_TWICE,
    CAROM_ERROR_CUSTOM_SOLID_ITEM,
    CAROM_ERROR_DRAWING_EMPTY,
    CAROM_ERROR_DRAWING_SIZE,
    CAROM_ERROR_DRAWING_RIM,
    CAROM_ERROR_DRAWING_WALL,
    CAROM_ERROR_DRAWING_CELL,
    CAROM_ERROR_DRAWING_LINE,
    /* positions */
    CAROM_ERROR_EMPTY,
    CAROM_ERROR_POSITION_PARTS,
    CAROM_ERROR_ROBOT,
    CAROM_ERROR_ROBOT_TWICE,
    CAROM_ERROR_CELL,
    CAROM_ERROR_CELL_OUTSIDE,
    CAROM_ERROR_ROBOT_IN_CENTRE,
    CAROM_ERROR_ROBOT_ON_BARRIER,
    CAROM_ERROR_ROBOT_ON_ROBOT,
    CAROM_ERROR_TARGET,
    CAROM_ERROR_TOKEN_NOT_ON_BOARD,
    CAROM_ERROR_TARGET_IN_CENTRE,
    CAROM_ERROR_TARGET_ON_BARRIER,
    CAROM_ERROR_NO_TARGET,
    CAROM_ERROR_ACTIVE_MISSING,
    CAROM_ERROR_NO_ROBOTS,
    CAROM_ERROR_TRAILING,
    /* moves */
    CAROM_ERROR_MOVE,
    CAROM_ERROR_MOVE_DIRECTION,
    CAROM_ERROR_MOVE_SIGNS,
    CAROM_ERROR_ROUTE_LONG,
    /* Micro Robots */
    CAROM_ERROR_MICRO_BOARD,
    CAROM_ERROR_MICRO_TILE_TWICE,
    CAROM_ERROR_MICRO_CELL,
    CAROM_ERROR_MICRO_POSITION,
    CAROM_ERROR_MICRO_SAME_CELL,
    CAROM_ERROR_NOT_RICOCHET,
    /* DriftingDroids game IDs */
    CAROM_ERROR_DROIDS_SHAPE,
    CAROM_ERROR_DROIDS_DIGIT,
    CAROM_ERROR_DROIDS_COUNT,
    CAROM_ERROR_DROIDS_ACTIVE,
    CAROM_ERROR_DROIDS_TARGET,
    /* Positions that a DriftingDroids game ID cannot express. */
    CAROM_ERROR_DROIDS_CUSTOM_BOARD,
    CAROM_ERROR_DROIDS_NO_TOKEN,
    CAROM_ERROR_DROIDS_TRANSPARENT,
    CAROM_ERROR_DROIDS_ROBOT_MISSING,
    /* JSON */
    CAROM_ERROR_JSON_PARTS,
    CAROM_ERROR_JSON_STRING_END,
    CAROM_ERROR_JSON_STRING_CONTROL,
    CAROM_ERROR_JSON_STRING_ESCAPE,
    CAROM_ERROR_JSON_STRING_UTF8,
    CAROM_ERROR_JSON_NUMBER,
    CAROM_ERROR_JSON_END,
    CAROM_ERROR_JSON_VALUE,
    CAROM_ERROR_JSON_KEY,
    CAROM_ERROR_JSON_KEY_TWICE,
    CAROM_ERROR_JSON_COLON,
    CAROM_ERROR_JSON_DEEP,
    CAROM_ERROR_JSON_COMMA,
    CAROM_ERROR_JSON_LONG,
    CAROM_ERROR_JSON_TRAILING,
    /* the referee's commands and events */
    CAROM_ERROR_NO_OBJECT,
    CAROM_ERROR_AT,
    CAROM_ERROR_BY,
    CAROM_ERROR_COMMAND_KIND,
    CAROM_ERROR_NAME,
    CAROM_ERROR_HANDICAP,
    CAROM_ERROR_CREDIT,
    CAROM_ERROR_MOVES,
    CAROM_ERROR_HANDED_ROUTE,
    CAROM_ERROR_PRESET,
    CAROM_ERROR_NO_RULE,
    /* the referee: the value of a rule; {found} is the name of the duration or flag */
    CAROM_ERROR_RULE_CLAIM,
    CAROM_ERROR_RULE_TIE,
    CAROM_ERROR_RULE_BARRIERS,
    CAROM_ERROR_RULE_EDITION,
    CAROM_ERROR_RULE_LENGTH,
    CAROM_ERROR_RULE_GOAL,
    CAROM_ERROR_HOURGLASS_RUNS,
    CAROM_ERROR_RULE_SEED,
    CAROM_ERROR_RULES_VERSION,
    CAROM_ERROR_RULE_FLAG,
    CAROM_ERROR_TOKENS,
    CAROM_ERROR_DICE,
    CAROM_ERROR_EVENT_KIND,
    CAROM_ERROR_EVENT_FIELD,
    CAROM_ERROR_EVENT_SEAT,
    CAROM_ERROR_EVENT_SEQ,
    CAROM_ERROR_EVENT_EXPECTED,
    CAROM_ERROR_EVENT_IMPOSSIBLE,
    /* the referee: missing members */
    CAROM_ERROR_NO_AT,
    CAROM_ERROR_NO_BY,
    CAROM_ERROR_NO_COMMAND_KIND,
    CAROM_ERROR_NO_NAME,
    CAROM_ERROR_NO_MOVES,
    CAROM_ERROR_NO_HANDED,
    CAROM_ERROR_NO_EVENT_KIND,
    CAROM_ERROR_NO_EVENT_SEQ,
    CAROM_ERROR_NONCE,
    CAROM_ERROR_RULE_SIDE,
    CAROM_ERROR_FIRST,
    CAROM_ERROR_CHIP,
};
#define CAROM_ERROR_CODES (CAROM_ERROR_CHIP + 1)

#define CAROM_ERROR_FOUND_SIZE 40

struct carom_error {
    enum carom_error_code code;
    uint32_t line;                      /* line of a drawing, from 1; 0 where the text is a single line */
    uint32_t column;                    /* byte in the line, from 1; 0: about the whole text */
    char found[CAROM_ERROR_FOUND_SIZE]; /* the text found there, printable and truncated to fit; may be empty */
};

/* Fills in an error and returns false, so that a parser can `return carom_error_set(...)`. `error` may be NULL.
 * `found` is `length` bytes of input; bytes that are not printable become '?'. */
bool carom_error_set(struct carom_error *error, enum carom_error_code code, size_t offset, const char *found,
                     size_t length);

/* The stable name ("robot-twice"); "" for a code that does not exist. */
const char *carom_error_name(enum carom_error_code code);

/* The English sentence with its placeholders, for looking up in a catalogue. Never NULL. */
const char *carom_error_sentence(enum carom_error_code code);

/* Writes `sentence` (a carom_error_sentence or its translation) with {found} filled in. */
void carom_error_format(struct carom_text *text, const struct carom_error *error, const char *sentence);

CAROM_END_DECLS

#endif
