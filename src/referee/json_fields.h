/*
 * What reading and writing JSON shares among the files of this layer.
 */
#ifndef REFEREE_JSON_FIELDS_H
#define REFEREE_JSON_FIELDS_H

#include "internal.h"

#define JSON_STRING_MAX 4096 /* bytes of the longest string that is read: a home-made board */

/* A fault about the value of a node as it stands in the text, or that there is none. Returns false. */
bool json_error_at(struct carom_error *error, enum carom_error_code code, const struct carom_json *json, uint32_t node);
/* A fault without a place; `words` are from outside or of the notation. Returns false. */
bool json_error(struct carom_error *error, enum carom_error_code code, const char *words);

/* An integer from `least` to `most`. */
bool codec_int(const struct carom_json *json, uint32_t node, int64_t least, int64_t most, int64_t *number);
/* The index of a string in a list of names; `count` if it is none of them. */
unsigned json_read_name(const struct carom_json *json, uint32_t node, const char *const *names, unsigned count);
/* A player's id. */
bool codec_id(const struct carom_json *json, uint32_t node, char id[CAROM_ID_SIZE]);
/* A secret or its hash: 64 hexadecimal digits. */
bool codec_secret(const struct carom_json *json, uint32_t node, uint8_t secret[CAROM_SECRET_SIZE]);
void codec_put_secret(struct carom_text *text, const char *key, const uint8_t secret[CAROM_SECRET_SIZE]);
/* A token or face as a string. */
bool codec_token(const struct carom_json *json, uint32_t node, uint8_t *token);
bool codec_face(const struct carom_json *json, uint32_t node, uint8_t *face);
/* A route to be handed in (H2), as people write it, into its canonical form. False: these are not moves. `too_long`:
 * more moves than can be handed in; the route is then empty. */
bool codec_route(char route[CAROM_HANDED_SIZE], const char *bytes, size_t length, bool *too_long);
/* The `rules` of an `opened` event in a log, which may be an earlier version's, or of a command. */
bool json_read_game_config(struct carom_game_config *config, const struct carom_json *json, uint32_t object, bool log,
                           struct carom_error *error);
/* A board of the game that these rules play, and robots on it, into the setup. */
bool codec_board(const struct carom_json *json, uint32_t node, struct carom_game_config *config,
                 struct carom_error *error);
bool codec_robots(const struct carom_json *json, uint32_t node, const struct carom_board *board,
                  struct carom_robots *robots, struct carom_error *error);

/* Writes the answer to a line that is not a command, `{"line":N,"error":"…"}` and a newline. */
void json_put_line_error(uint32_t line, const struct carom_error *error, struct carom_text *out);
/* Does a line have nothing but spaces? */
bool json_line_is_blank(const char *line, size_t length);

/* names.c: the names of enum carom_demo_failure, carom_putback_reason, carom_token_side, carom_claim and carom_tie. */
extern const char *const referee_failure_names[];
extern const char *const referee_putback_names[];
extern const char *const referee_side_names[];
extern const char *const referee_claim_names[];
extern const char *const referee_tie_names[];

/* What can be laid by hand, as `by_hand` of `opened` names it; bit n of the rules is name n. */
#define CAROM_BY_HAND_PARTS 4
extern const char *const json_by_hand_names[CAROM_BY_HAND_PARTS];

/* Writing a value of the notation with its key; `key` NULL: as an element of a list. */
void codec_put_token(struct carom_text *text, const char *key, unsigned token);
void codec_put_face(struct carom_text *text, const char *key, unsigned face);
void codec_put_play(struct carom_text *text, const char *key, const struct carom_any_move *move);
void codec_put_cell(struct carom_text *text, const char *key, unsigned cell);
void codec_put_robots(struct carom_text *text, const char *key, const struct carom_robots *robots);
void codec_put_board(struct carom_text *text, const char *key, const struct carom_rules *rules,
                     const struct carom_board *board, const struct carom_micro_board *tiles);
/* `"key":value` pairs of the rules; with `secrets` also tokens and dice. No braces. */
void codec_put_rules(struct carom_text *text, const struct carom_game_config *config, bool secrets);

#endif
