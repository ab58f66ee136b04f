/*
 * DriftingDroids game dumps, `!DriftingDroids_game!CRC!DATA!`: any board up to 16x16, also home-made ones, which game
 * IDs (carom_droids_read) cannot express. The format has no barriers.
 */
#ifndef CAROM_CLI_DROIDS_DUMP_H
#define CAROM_CLI_DROIDS_DUMP_H

#include <carom/position.h>

/* Is this text a game dump rather than a drawing or a position in one word? */
bool droids_dump_matches(const char *text, size_t length);

/* Reads a dump; blanks and line breaks in it do not count. Returns NULL, or an English sentence (a message id) that
 * says what is wrong. The result must still be validated as a position (robots on different cells, ...). */
const char *droids_dump_read(struct carom_position *position, const char *text, size_t length);

/* Why a position cannot be written as a dump, as an English sentence (a message id); NULL: it can. */
const char *droids_dump_refusal(const struct carom_position *position);
/* Writes a dump; barriers are dropped. */
void droids_dump_write(struct carom_text *text, const struct carom_position *position);

/* Compresses and frames at most DROIDS_DUMP_MAX bytes as a dump: for droids_dump_write, and for tests. */
#define DROIDS_DUMP_MAX 4096
void droids_dump_pack(struct carom_text *text, const uint8_t *bytes, size_t length);

#endif
