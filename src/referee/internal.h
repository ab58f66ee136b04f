/*
 * Private interfaces between the files of the referee.
 */
#ifndef REFEREE_INTERNAL_H
#define REFEREE_INTERNAL_H

#include "table.h"

/* followups.c: the event that must come before anything else at this time. */
bool referee_followup(const struct carom_table *table, carom_ms now, struct carom_event *event);

/* table.c: initializes an event with its number, time and seat. */
void referee_init_event(const struct carom_table *table, struct carom_event *event, enum carom_event_kind kind,
                        carom_ms at, unsigned seat);

/* setup.c: sets up the table as the command asks. */
enum carom_refusal_code referee_setup_table(const struct carom_game_config *asked, struct carom_event *event);
/* The tokens that can be in a pile: printed on this board, their robot present (R3, R4). Returns their number. */
unsigned referee_tokens(const struct carom_board *board, const struct carom_robots *robots,
                        uint8_t tokens[CAROM_TOKENS]);

/* fair_random.c: the generator of the event with this number. */
struct carom_random referee_random(const struct carom_rules *rules, uint32_t seq);
/* The generator of the table's next event, from the secret and the players' nonces. */
struct carom_random referee_chance(const struct carom_table *table);
/* Would a nonce count now? Then the event has it, and apply mixes it in. */
bool referee_takes_nonce(const struct carom_table *table);
void referee_mix(struct carom_table *table, const struct carom_nonce *nonce);
bool referee_mixed(const struct carom_table *table);
/* Is this the secret whose hash the rules have? */
bool referee_secret_matches(const struct carom_rules *rules, const uint8_t secret[CAROM_SECRET_SIZE]);
/* Records the secret's hash and what was set by hand, before the rest is dealt; the other function removes again
 * what was dealt. */
void referee_commit_secret(struct carom_game_config *config);
void referee_undo_setup(struct carom_game_config *config);

/* followups.c: makes a `drawn` event (R4, M3, M8, M12). */
void referee_draw(const struct carom_table *table, carom_ms at, struct carom_event *event);

/* bid_order.c: the standing bids in the order in which they will be shown (R12, S3). Returns their number. */
unsigned referee_order(const struct carom_table *table, struct carom_bidder order[CAROM_PLAYERS_MAX]);

/* table.c: the highest number that a player may bid now (R11). */
uint32_t referee_bid_max(const struct carom_table *table, unsigned seat);
/* decide.c: from when on anybody may turn the hourglass although nobody has bid (R16). */
carom_ms referee_flip_at(const struct carom_table *table);
/* From when on another target may be requested (M9); 0 where that is allowed at once. */
carom_ms referee_skip_at(const struct carom_table *table);

#endif
