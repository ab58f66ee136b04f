/*
 * The two games that can be played at a table, behind one interface.
 *
 * Seats, bids, clocks, votes and the log are the same in both; what differs is in this table. The rest of the referee
 * asks game_of(rules) and never which game it is. To add a game: fill a struct game, and name it in rules.c.
 */
#ifndef REFEREE_GAME_H
#define REFEREE_GAME_H

#include "internal.h"

#include <carom/random.h>

struct game {
    enum carom_game id;
    bool calls;            /* M5, M7: the first number called is shown at once; a failed route costs a chip */
    bool dice;             /* M3, M11: dice say the target and a chip marks it; otherwise tokens are drawn (R4) */
    bool needs_two;        /* M10: nobody wins alone */
    bool target_in_supply; /* the target counts as part of the pile until it is won */
    carom_ms skip_after;   /* M9: how long a target stands before players may ask for another one */

    /* Deals what was not set by hand, and checks what was. */
    enum carom_refusal_code (*setup)(struct carom_random *random, struct carom_game_config *config);
    /* The setup of an `opened` event that was read: NULL, or the name of a member that contradicts the others. */
    const char *(*check_setup)(struct carom_setup *setup);

    /* decide: what is drawn, and where a move leads. */
    void (*draw)(const struct carom_table *table, struct carom_event *event);
    enum carom_refusal_code (*decide_move)(const struct carom_table *table, const struct carom_command *command,
                                           struct carom_decision *decision);
    enum carom_round_state (*round_state)(const struct carom_table *table);
    bool (*nothing_left)(const struct carom_table *table); /* R18: nothing in the pile can be reached any more */

    /* apply: one function for each event that moves pieces. `drawn` is false if the event does not fit. */
    void (*apply_opened)(struct carom_table *table, const struct carom_setup *setup);
    bool (*apply_drawn)(struct carom_table *table, const struct carom_event *event);
    void (*apply_moved)(struct carom_table *table, const struct carom_event *event);
    void (*apply_reset)(struct carom_table *table, const struct carom_event *event);
    void (*apply_won)(struct carom_table *table, const struct carom_event *event);
    void (*apply_putback)(struct carom_table *table, const struct carom_event *event);

    /* The round's position, and the table as it is now. */
    void (*round_puzzle)(const struct carom_table *table, struct carom_puzzle *puzzle);
    void (*view)(const struct carom_table *table, struct carom_puzzle *puzzle);

    /* Notation: a target is a token or a face; a piece stands on a cell, or on a face. */
    uint8_t (*target)(const struct carom_drawn_target *drawn);
    unsigned (*target_cell)(const struct carom_table *table, const struct carom_drawn_target *drawn);
    bool (*read_target)(const struct carom_table *table, const struct carom_json *json, uint32_t node, uint8_t *target);
    void (*write_target)(struct carom_text *text, unsigned target);
    void (*write_stop)(struct carom_text *text, unsigned stop);
    bool (*read_board)(struct carom_setup *setup, const char *bytes, size_t length, struct carom_error *error);
    void (*write_board)(struct carom_text *text, const struct carom_board *board,
                        const struct carom_micro_board *tiles);

    /* Members of the table's JSON. */
    void (*put_robots)(struct carom_text *text, const struct carom_table *table);
    void (*put_target)(struct carom_text *text, const struct carom_table *table);
    void (*put_winnings)(struct carom_text *text, const struct carom_table *table, unsigned seat);
};

extern const struct game game_ricochet;
extern const struct game game_micro;

/* The game that these rules play. */
const struct game *game_of(const struct carom_rules *rules);

/* setup.c: the setup of Ricochet Robots (R1 to R3, A1, S1, T1). */
enum carom_refusal_code ricochet_setup(struct carom_random *random, struct carom_game_config *config);

#endif
