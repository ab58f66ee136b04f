/*
 * Questions about a table that several files ask. All of them only look.
 */
#include "inner.h"

#include "../core/mem.h"

unsigned carom_table_seat(const struct carom_table *table, const char *id)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const struct carom_player *player = &table->players[seat];
        if (!player->seated) {
            continue;
        }
        size_t i = 0;
        while (i < CAROM_ID_SIZE && id[i] == player->id[i] && id[i] != '\0') {
            i++;
        }
        if (i < CAROM_ID_SIZE && id[i] == player->id[i]) {
            return seat;
        }
    }
    return CAROM_NO_SEAT;
}

unsigned carom_table_seated(const struct carom_table *table)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        count += table->players[seat].seated;
    }
    return count;
}

unsigned carom_table_bids(const struct carom_table *table)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        count += table->players[seat].seated && table->players[seat].bid > 0;
    }
    return count;
}

unsigned referee_next_seated(const struct carom_table *table, unsigned seat)
{
    for (unsigned i = 1; i <= table->seats; i++) {
        unsigned next = (seat + i) % table->seats;
        if (table->players[next].seated) {
            return next;
        }
    }
    return CAROM_NO_SEAT;
}

unsigned referee_free_seat(const struct carom_table *table)
{
    if (table->seats < CAROM_PLAYERS) {
        return table->seats;
    }
    unsigned seat = 0;
    while (seat < CAROM_PLAYERS && table->players[seat].seated) {
        seat++;
    }
    return seat;
}

bool referee_all_done(const struct carom_table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->players[seat].seated && !table->players[seat].done) {
            return false;
        }
    }
    return true;
}

unsigned referee_skip_votes(const struct carom_table *table)
{
    unsigned votes = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        votes += table->players[seat].seated && table->players[seat].skip;
    }
    return votes;
}

unsigned referee_majority(const struct carom_table *table)
{
    return carom_table_seated(table) / 2 + 1;
}

bool referee_sand_runs(const struct carom_table *table)
{
    return table->hourglass_by != CAROM_NO_SEAT;
}

static bool goal_reached(const struct carom_table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const struct carom_player *player = &table->players[seat];
        if (player->seated && table->goal > 0 && player->score >= table->goal) {
            return true;
        }
    }
    return false;
}

/* R18: every token that is left has been proven out of reach, and nothing moves the robots any more. */
static bool nothing_reachable(const struct carom_table *table)
{
    for (unsigned i = 0; i < table->pile_count; i++) {
        if ((table->unreachable >> table->pile[i] & 1u) == 0) {
            return false;
        }
    }
    return true;
}

bool referee_ended(const struct carom_table *table)
{
    if (goal_reached(table) || table->pile_count == 0) { /* R17, L2, M10 */
        return true;
    }
    return !carom_rules_micro(&table->rules) && nothing_reachable(table);
}

void referee_copy(char *to, size_t size, const char *from)
{
    size_t length = 0;
    while (length + 1 < size && from[length] != '\0') {
        length++;
    }
    memset(to, 0, size);
    memcpy(to, from, length);
}
