/*
 * The sentences for input errors: what is wrong and what was expected. They are the message ids of the catalogues.
 */
#include "libc_mem.h"

#include <carom/error.h>

bool carom_error_set(struct carom_error *error, enum carom_error_code code, size_t offset, const char *found,
                     size_t length)
{
    if (error == NULL)
        return false;
    *error = (struct carom_error){.code = code, .column = (uint32_t)offset + 1};
    size_t room = CAROM_ERROR_FOUND_SIZE - 1;
    bool cut = length > room;
    size_t keep = cut ? room - 3 : length;
    for (size_t i = 0; i < keep; i++) {
        unsigned char c = (unsigned char)found[i];
        error->found[i] = c >= 0x20 && c < 0x7f ? (char)c : '?';
    }
    if (cut)
        memcpy(error->found + keep, "...", 3);
    return false;
}

static const char *const sentences[] = {
    [CAROM_ERROR_NONE] = "nothing is wrong",
    [CAROM_ERROR_BOARD_SHAPE] =
        "'{found}' is not a board; expected four faces such as G1-Y2-R2-B2, or a home-made board such as 8x8-w...",
    [CAROM_ERROR_FACE] = "'{found}' is not a face; expected R1 to R4, Y1 to Y4, G1 to G4 or B1 to B4",
    [CAROM_ERROR_SECTION_TWICE] =
        "face {found} has the same mark as another one; expected four different marks: one R, one Y, one G, one B (R1)",
    [CAROM_ERROR_CUSTOM_BOARD] = "'{found}' is not a part of a home-made board; expected w (walls), x (solid cells), b "
                                 "(barriers) or t (targets), each once and in this order",
    [CAROM_ERROR_CUSTOM_SIZE] = "'{found}' is not a board size; expected WIDTHxHEIGHT with 1 to 16 each, such as 16x16",
    [CAROM_ERROR_CUSTOM_WALLS] = "'{found}' does not describe the walls; expected at most one of A-Z a-z 0-9 _ ~ for "
                                 "every six wall places, and no A at the end",
    [CAROM_ERROR_CUSTOM_ITEM] = "'{found}' is not an item of a home-made board; expected a cell (x), a colour, u or d, "
                                "and a cell (b), or a token and a cell (t), such as e5, Rue5, Rme5",
    [CAROM_ERROR_CUSTOM_CELL_TWICE] =
        "'{found}' puts a second thing on the same cell; expected at most one barrier, target or solid block per cell",
    [CAROM_ERROR_CUSTOM_TOKEN_TWICE] = "target '{found}' appears twice; expected each target at most once on a board",
    [CAROM_ERROR_CUSTOM_SOLID_ITEM] =
        "'{found}' is on a solid cell; expected barriers and targets on cells that robots can enter",
    [CAROM_ERROR_DRAWING_EMPTY] = "there is no drawing; expected a first line such as +---+---+",
    [CAROM_ERROR_DRAWING_SIZE] = "the drawing has the wrong size; expected 1 to 16 cells in each direction, four "
                                 "characters per cell, and all lines equally long",
    [CAROM_ERROR_DRAWING_RIM] =
        "the edge of the drawing is open at '{found}'; expected +---+ above and below and | on both sides",
    [CAROM_ERROR_DRAWING_WALL] =
        "'{found}' is not a wall; expected --- or spaces between rows, | or a space between columns, + at the corners",
    [CAROM_ERROR_DRAWING_CELL] = "a cell cannot hold '{found}'; expected a space or a dot, a target such as Rm or V, a "
                                 "barrier such as R/, or ###",
    [CAROM_ERROR_DRAWING_LINE] =
        "'{found}' is not a line of a drawing; expected 'robots Ra1,...' or 'target R@e5' below the board, each once",
    [CAROM_ERROR_EMPTY] = "there is no position; expected BOARD/ROBOTS/TARGET",
    [CAROM_ERROR_POSITION_PARTS] = "the position is incomplete or has too many parts; expected BOARD/ROBOTS/TARGET, "
                                   "such as G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg",
    [CAROM_ERROR_ROBOT] = "'{found}' is not a robot on a cell; expected R, Y, G, B, S or T and a cell, such as Ro3",
    [CAROM_ERROR_ROBOT_TWICE] = "robot '{found}' is already on the board; expected each robot once",
    [CAROM_ERROR_CELL] = "'{found}' is not a cell; expected a column a to p and a row 1 to 16, such as e5",
    [CAROM_ERROR_CELL_OUTSIDE] = "cell {found} is outside this board; expected a cell within its size",
    [CAROM_ERROR_ROBOT_IN_CENTRE] =
        "robot {found} is in the centre piece or another solid cell; expected a cell that robots can enter (R3)",
    [CAROM_ERROR_ROBOT_ON_BARRIER] =
        "robot {found} is on a barrier, where no robot can stop; expected a cell without one (R3, R9)",
    [CAROM_ERROR_ROBOT_ON_ROBOT] = "robot {found} is on top of another robot; expected two different cells (R3)",
    [CAROM_ERROR_TARGET] =
        "'{found}' is not a target; expected a token such as Bg or V, or a robot or * and a cell, such as R@e5",
    [CAROM_ERROR_TOKEN_NOT_ON_BOARD] =
        "target '{found}' is not on this board; expected one that is, or a robot and a cell, such as R@e5",
    [CAROM_ERROR_TARGET_IN_CENTRE] =
        "target {found} is in the centre piece or another solid cell; expected a cell that robots can enter",
    [CAROM_ERROR_TARGET_ON_BARRIER] =
        "target {found} is on a barrier, where no robot can stop; expected a cell without one (R9)",
    [CAROM_ERROR_NO_TARGET] = "the position has no target; expected a third part such as Bg or R@e5",
    [CAROM_ERROR_ACTIVE_MISSING] =
        "target '{found}' is for a robot that is not on the board; expected that robot among the robots",
    [CAROM_ERROR_NO_ROBOTS] = "there is no robot on the board; expected at least one, such as Ro3",
    [CAROM_ERROR_TRAILING] = "'{found}' comes after the end; expected nothing more",
    [CAROM_ERROR_MOVE] = "'{found}' is not a move; expected a robot and a direction, such as RN or TE!",
    [CAROM_ERROR_MOVE_DIRECTION] = "'{found}' is not a direction; expected N, E, S or W after the robot",
    [CAROM_ERROR_MOVE_SIGNS] = "'{found}' has too many signs for one move; expected at most 64",
    [CAROM_ERROR_ROUTE_LONG] = "the route is too long; expected at most 256 moves",
    [CAROM_ERROR_MICRO_BOARD] =
        "'{found}' is not a Micro Robots board; expected a side and four turned tiles, such as black-A0-B0-D0-C0",
    [CAROM_ERROR_MICRO_TILE_TWICE] = "tile '{found}' is already used; expected each of A, B, C and D once (M1)",
    [CAROM_ERROR_MICRO_CELL] =
        "'{found}' is not a cell of Micro Robots; expected a number 1 to 6 and a colour B, Y, G, R, P or W, such as 6P",
    [CAROM_ERROR_MICRO_POSITION] = "the Micro Robots position is incomplete or has too many parts; expected "
                                   "BOARD/START>TARGET or BOARD/START>VIA>TARGET",
    [CAROM_ERROR_MICRO_SAME_CELL] =
        "cell '{found}' is named twice; expected start, way point and target to be different (M3, M12)",
    [CAROM_ERROR_NOT_RICOCHET] = "this is a Micro Robots position; expected one of Ricochet Robots",
    [CAROM_ERROR_DROIDS_SHAPE] = "'{found}' is not a game ID; expected four section digits, two digits, two for each "
                                 "robot and two for the target, joined by +, such as 0765+41+2E21BD0F+1C",
    [CAROM_ERROR_DROIDS_DIGIT] = "'{found}' is not a hexadecimal digit; expected 0 to 9 or A to F",
    [CAROM_ERROR_DROIDS_COUNT] = "'{found}' is not a number of robots; expected 1 to 5 and that many cells",
    [CAROM_ERROR_DROIDS_ACTIVE] =
        "'{found}' does not match the target; expected the digit of the target's robot, or F for the vortex",
    [CAROM_ERROR_DROIDS_TARGET] =
        "there is no printed target on cell {found}; expected the cell of one of the board's targets",
    [CAROM_ERROR_DROIDS_CUSTOM_BOARD] = "this position has no game ID: the board is home-made",
    [CAROM_ERROR_DROIDS_NO_TOKEN] = "this position has no game ID: the target is not a printed one",
    [CAROM_ERROR_DROIDS_TRANSPARENT] = "this position has no game ID: there is a transparent robot",
    [CAROM_ERROR_DROIDS_ROBOT_MISSING] = "this position has no game ID: one of R, G, B, Y, S is missing",
    [CAROM_ERROR_JSON_PARTS] = "this is not JSON: it has too many parts",
    [CAROM_ERROR_JSON_STRING_END] = "this is not JSON: a string does not end",
    [CAROM_ERROR_JSON_STRING_CONTROL] = "this is not JSON: a string contains a control character",
    [CAROM_ERROR_JSON_STRING_ESCAPE] = "this is not JSON: an escape in a string is wrong",
    [CAROM_ERROR_JSON_STRING_UTF8] = "this is not JSON: a string is not valid UTF-8",
    [CAROM_ERROR_JSON_NUMBER] = "this is not JSON: a number is malformed",
    [CAROM_ERROR_JSON_END] = "this is not JSON: it ends too early",
    [CAROM_ERROR_JSON_VALUE] = "this is not JSON: a value is missing or malformed",
    [CAROM_ERROR_JSON_KEY] = "this is not JSON: an object's key is missing",
    [CAROM_ERROR_JSON_KEY_TWICE] = "this is not JSON: an object has the same key twice",
    [CAROM_ERROR_JSON_COLON] = "this is not JSON: a colon is missing",
    [CAROM_ERROR_JSON_DEEP] = "this is not JSON: it is nested too deeply",
    [CAROM_ERROR_JSON_COMMA] = "this is not JSON: a comma or a closing bracket is missing",
    [CAROM_ERROR_JSON_LONG] = "this is not JSON: it is too long",
    [CAROM_ERROR_JSON_TRAILING] = "this is not JSON: there is something after its end",
    [CAROM_ERROR_NO_OBJECT] =
        "this is JSON, but not an object; expected a command or event such as {\"at\":0,\"do\":\"tick\"}",
    [CAROM_ERROR_AT] = "'at' is {found}; expected whole milliseconds from 0 to 9007199254740991",
    [CAROM_ERROR_BY] = "'by' is {found}; expected a player's id: 1 to 32 of a-z, 0-9 and -",
    [CAROM_ERROR_COMMAND_KIND] =
        "'do' is {found}; expected open, join, leave, start, bid, done, flip, move, pass, next, skip, "
        "hand, hint, chip, void, tick, pause or resume",
    [CAROM_ERROR_NAME] = "'name' is {found}; expected at most 48 bytes of text without control characters",
    [CAROM_ERROR_FIRST] = "'first' is {found}; expected a player's id: 1 to 32 of a-z, 0-9 and -",
    [CAROM_ERROR_CHIP] = "'chip' is missing or wrong; expected true or false",
    [CAROM_ERROR_NONCE] = "'nonce' is {found}; expected 64 hexadecimal digits",
    [CAROM_ERROR_HANDICAP] = "'handicap' is {found}; expected a whole number from 0 to 99",
    [CAROM_ERROR_CREDIT] = "'credit' is {found}; expected whole milliseconds from 0 to 10000",
    [CAROM_ERROR_MOVES] = "'moves' is {found}; expected a whole number",
    [CAROM_ERROR_HANDED_ROUTE] = "'route' is {found}; expected moves such as RN GE",
    [CAROM_ERROR_PRESET] = "'preset' is {found}; expected ricochet, ricochet-it, sfrenati, sfrenati-competition, solo, "
                           "micro, micro-expert or race",
    [CAROM_ERROR_NO_RULE] = "there is no rule {found}; expected preset, claim, tie, hourglass, patience, "
                            "demonstration, goal, silver, transparent, edition, barriers, turns, handicap, seed, "
                            "board, robots, tokens, dice, continued, chip, side, touch or easy_start",
    [CAROM_ERROR_RULE_CLAIM] = "a rule has a wrong value; expected claim exact or at-most",
    [CAROM_ERROR_RULE_TIE] = "a rule has a wrong value; expected tie first or fewest",
    [CAROM_ERROR_RULE_BARRIERS] = "a rule has a wrong value; expected barriers any, no or only",
    [CAROM_ERROR_RULE_SIDE] = "a rule has a wrong value; expected side dealt, black or copper",
    [CAROM_ERROR_RULE_EDITION] = "a rule has a wrong value; expected edition 1999 or 2013",
    [CAROM_ERROR_RULE_LENGTH] = "a rule has a wrong value; expected {found} 0 to 1000000000000",
    [CAROM_ERROR_RULE_GOAL] = "a rule has a wrong value; expected goal 0 to 25",
    [CAROM_ERROR_HOURGLASS_RUNS] = "a rule has a wrong value; expected turns 1 or 2",
    [CAROM_ERROR_RULE_SEED] = "a rule has a wrong value; expected seed from 0 up, or 64 hex digits",
    [CAROM_ERROR_RULES_VERSION] = "a rule has a wrong value; expected reading 2 to 4",
    [CAROM_ERROR_RULE_FLAG] = "a rule has a wrong value; expected {found} true or false",
    [CAROM_ERROR_TOKENS] =
        "'tokens' holds {found}; expected a list of 1 to 17 tokens such as Rm or V, first drawn first",
    [CAROM_ERROR_DICE] = "'dice' holds {found}; expected a list of 1 to 128 cells such as 6P, in the order rolled",
    [CAROM_ERROR_EVENT_KIND] = "'ev' is {found}; expected the name of an event such as bid",
    [CAROM_ERROR_EVENT_FIELD] = "the event's field {found} is missing or wrong",
    [CAROM_ERROR_EVENT_SEAT] = "{found} has no seat at this table; expected the id of a player who has one",
    [CAROM_ERROR_EVENT_SEQ] = "'seq' is {found}; expected the next number in the sequence",
    [CAROM_ERROR_EVENT_EXPECTED] = "this event cannot come next; expected {found}",
    [CAROM_ERROR_EVENT_IMPOSSIBLE] = "this event cannot come next: the rules do not allow it here",
    [CAROM_ERROR_NO_AT] = "'at' is missing; expected whole milliseconds from 0 to 9007199254740991",
    [CAROM_ERROR_NO_BY] = "'by' is missing; expected a player's id: 1 to 32 of a-z, 0-9 and -",
    [CAROM_ERROR_NO_COMMAND_KIND] =
        "'do' is missing; expected open, join, leave, start, bid, done, flip, move, pass, next, "
        "skip, hand, hint, chip, void, tick, pause or resume",
    [CAROM_ERROR_NO_NAME] = "'name' is missing; expected at most 48 bytes of text without control characters",
    [CAROM_ERROR_NO_MOVES] = "'moves' is missing; expected a whole number",
    [CAROM_ERROR_NO_HANDED] = "'route' is missing; expected moves such as RN GE",
    [CAROM_ERROR_NO_EVENT_KIND] = "'ev' is missing; expected the name of an event such as bid",
    [CAROM_ERROR_NO_EVENT_SEQ] = "'seq' is missing; expected the next number in the sequence",
};

/* A table of its own: the browser's module needs no names, and leaves it out. */
static const char *const names[CAROM_ERROR_CODES] = {
    [CAROM_ERROR_NONE] = "none",
    [CAROM_ERROR_BOARD_SHAPE] = "board-shape",
    [CAROM_ERROR_FACE] = "face",
    [CAROM_ERROR_SECTION_TWICE] = "section-twice",
    [CAROM_ERROR_CUSTOM_BOARD] = "custom-board",
    [CAROM_ERROR_CUSTOM_SIZE] = "custom-size",
    [CAROM_ERROR_CUSTOM_WALLS] = "custom-walls",
    [CAROM_ERROR_CUSTOM_ITEM] = "custom-item",
    [CAROM_ERROR_CUSTOM_CELL_TWICE] = "custom-cell-twice",
    [CAROM_ERROR_CUSTOM_TOKEN_TWICE] = "custom-token-twice",
    [CAROM_ERROR_CUSTOM_SOLID_ITEM] = "custom-solid-item",
    [CAROM_ERROR_DRAWING_EMPTY] = "drawing-empty",
    [CAROM_ERROR_DRAWING_SIZE] = "drawing-size",
    [CAROM_ERROR_DRAWING_RIM] = "drawing-rim",
    [CAROM_ERROR_DRAWING_WALL] = "drawing-wall",
    [CAROM_ERROR_DRAWING_CELL] = "drawing-cell",
    [CAROM_ERROR_DRAWING_LINE] = "drawing-line",
    [CAROM_ERROR_EMPTY] = "empty",
    [CAROM_ERROR_POSITION_PARTS] = "position-parts",
    [CAROM_ERROR_ROBOT] = "robot",
    [CAROM_ERROR_ROBOT_TWICE] = "robot-twice",
    [CAROM_ERROR_CELL] = "cell",
    [CAROM_ERROR_CELL_OUTSIDE] = "cell-outside",
    [CAROM_ERROR_ROBOT_IN_CENTRE] = "robot-in-centre",
    [CAROM_ERROR_ROBOT_ON_BARRIER] = "robot-on-barrier",
    [CAROM_ERROR_ROBOT_ON_ROBOT] = "robot-on-robot",
    [CAROM_ERROR_TARGET] = "target",
    [CAROM_ERROR_TOKEN_NOT_ON_BOARD] = "token-not-on-board",
    [CAROM_ERROR_TARGET_IN_CENTRE] = "target-in-centre",
    [CAROM_ERROR_TARGET_ON_BARRIER] = "target-on-barrier",
    [CAROM_ERROR_NO_TARGET] = "no-target",
    [CAROM_ERROR_ACTIVE_MISSING] = "active-missing",
    [CAROM_ERROR_NO_ROBOTS] = "no-robots",
    [CAROM_ERROR_TRAILING] = "trailing",
    [CAROM_ERROR_MOVE] = "move",
    [CAROM_ERROR_MOVE_DIRECTION] = "move-direction",
    [CAROM_ERROR_MOVE_SIGNS] = "move-signs",
    [CAROM_ERROR_ROUTE_LONG] = "route-long",
    [CAROM_ERROR_MICRO_BOARD] = "micro-board",
    [CAROM_ERROR_MICRO_TILE_TWICE] = "micro-tile-twice",
    [CAROM_ERROR_MICRO_CELL] = "micro-cell",
    [CAROM_ERROR_MICRO_POSITION] = "micro-position",
    [CAROM_ERROR_MICRO_SAME_CELL] = "micro-same-cell",
    [CAROM_ERROR_NOT_RICOCHET] = "not-ricochet",
    [CAROM_ERROR_DROIDS_SHAPE] = "droids-shape",
    [CAROM_ERROR_DROIDS_DIGIT] = "droids-digit",
    [CAROM_ERROR_DROIDS_COUNT] = "droids-count",
    [CAROM_ERROR_DROIDS_ACTIVE] = "droids-active",
    [CAROM_ERROR_DROIDS_TARGET] = "droids-target",
    [CAROM_ERROR_DROIDS_CUSTOM_BOARD] = "droids-custom-board",
    [CAROM_ERROR_DROIDS_NO_TOKEN] = "droids-no-token",
    [CAROM_ERROR_DROIDS_TRANSPARENT] = "droids-transparent",
    [CAROM_ERROR_DROIDS_ROBOT_MISSING] = "droids-robot-missing",
    [CAROM_ERROR_JSON_PARTS] = "json-parts",
    [CAROM_ERROR_JSON_STRING_END] = "json-string-end",
    [CAROM_ERROR_JSON_STRING_CONTROL] = "json-string-control",
    [CAROM_ERROR_JSON_STRING_ESCAPE] = "json-string-escape",
    [CAROM_ERROR_JSON_STRING_UTF8] = "json-string-utf8",
    [CAROM_ERROR_JSON_NUMBER] = "json-number",
    [CAROM_ERROR_JSON_END] = "json-end",
    [CAROM_ERROR_JSON_VALUE] = "json-value",
    [CAROM_ERROR_JSON_KEY] = "json-key",
    [CAROM_ERROR_JSON_KEY_TWICE] = "json-key-twice",
    [CAROM_ERROR_JSON_COLON] = "json-colon",
    [CAROM_ERROR_JSON_DEEP] = "json-deep",
    [CAROM_ERROR_JSON_COMMA] = "json-comma",
    [CAROM_ERROR_JSON_LONG] = "json-long",
    [CAROM_ERROR_JSON_TRAILING] = "json-trailing",
    [CAROM_ERROR_NO_OBJECT] = "no-object",
    [CAROM_ERROR_AT] = "at",
    [CAROM_ERROR_BY] = "by",
    [CAROM_ERROR_COMMAND_KIND] = "command-kind",
    [CAROM_ERROR_NAME] = "name",
    [CAROM_ERROR_HANDICAP] = "handicap",
    [CAROM_ERROR_CREDIT] = "credit",
    [CAROM_ERROR_MOVES] = "moves",
    [CAROM_ERROR_HANDED_ROUTE] = "handed-route",
    [CAROM_ERROR_PRESET] = "preset",
    [CAROM_ERROR_NO_RULE] = "no-rule",
    [CAROM_ERROR_RULE_CLAIM] = "rule-claim",
    [CAROM_ERROR_RULE_TIE] = "rule-tie",
    [CAROM_ERROR_RULE_BARRIERS] = "rule-barriers",
    [CAROM_ERROR_RULE_EDITION] = "rule-edition",
    [CAROM_ERROR_RULE_LENGTH] = "rule-length",
    [CAROM_ERROR_RULE_GOAL] = "rule-goal",
    [CAROM_ERROR_HOURGLASS_RUNS] = "hourglass-runs",
    [CAROM_ERROR_RULE_SEED] = "rule-seed",
    [CAROM_ERROR_RULES_VERSION] = "rules-version",
    [CAROM_ERROR_RULE_FLAG] = "rule-flag",
    [CAROM_ERROR_TOKENS] = "tokens",
    [CAROM_ERROR_DICE] = "dice",
    [CAROM_ERROR_EVENT_KIND] = "event-kind",
    [CAROM_ERROR_EVENT_FIELD] = "event-field",
    [CAROM_ERROR_EVENT_SEAT] = "event-seat",
    [CAROM_ERROR_EVENT_SEQ] = "event-seq",
    [CAROM_ERROR_EVENT_EXPECTED] = "event-expected",
    [CAROM_ERROR_EVENT_IMPOSSIBLE] = "event-impossible",
    [CAROM_ERROR_NO_AT] = "no-at",
    [CAROM_ERROR_NO_BY] = "no-by",
    [CAROM_ERROR_NO_COMMAND_KIND] = "no-command-kind",
    [CAROM_ERROR_NO_NAME] = "no-name",
    [CAROM_ERROR_NO_MOVES] = "no-moves",
    [CAROM_ERROR_NO_HANDED] = "no-handed",
    [CAROM_ERROR_NO_EVENT_KIND] = "no-event-kind",
    [CAROM_ERROR_NO_EVENT_SEQ] = "no-event-seq",
    [CAROM_ERROR_NONCE] = "nonce",
    [CAROM_ERROR_RULE_SIDE] = "rule-side",
    [CAROM_ERROR_FIRST] = "first",
    [CAROM_ERROR_CHIP] = "chip",
};

const char *carom_error_name(enum carom_error_code code)
{
    return code < CAROM_ERROR_CODES ? names[code] : "";
}

const char *carom_error_sentence(enum carom_error_code code)
{
    bool known = code < sizeof sentences / sizeof sentences[0] && sentences[code] != NULL;
    return known ? sentences[code] : "";
}

void carom_error_format(struct carom_text *text, const struct carom_error *error, const char *sentence)
{
    static const char blank[] = "{found}";
    for (const char *at = sentence; *at != '\0';) {
        size_t same = 0;
        while (blank[same] != '\0' && at[same] == blank[same])
            same++;
        if (blank[same] == '\0') {
            carom_text_put(text, error->found);
            at += same;
        } else {
            carom_text_char(text, *at++);
        }
    }
}
