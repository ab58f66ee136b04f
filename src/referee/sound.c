/*
 * What a table promises (sound.h). Only in builds with assertions.
 */
#include "sound.h"

static bool seat_or_none(unsigned seat)
{
    return seat < CAROM_PLAYERS || seat == CAROM_NO_SEAT;
}

/* Ids and names lie one behind the other, each ending in a NUL. */
static bool words_sound(const struct carom_table *table)
{
    if (table->words_used < 1 || table->words_used > CAROM_WORDS)
        return false;
    for (unsigned seat = 0; seat < CAROM_PLAYERS; seat++) {
        const struct carom_player *player = &table->players[seat];
        if (player->seated && (seat >= table->seats || player->words_at == 0 || player->words_at >= table->words_used))
            return false;
        if (!player->seated && (player->bid != 0 || player->score != 0))
            return false;
    }
    return table->words[table->words_used - 1] == '\0';
}

/* Each token is in the pile at most once, and no longer there if somebody has won it. */
static bool pile_sound(const struct carom_table *table)
{
    uint32_t seen = 0;
    if (table->pile_count > CAROM_TOKENS || table->pile_surplus > table->pile_count)
        return false;
    for (unsigned i = 0; i < table->pile_count; i++) {
        if (table->pile[i] >= CAROM_TOKENS || (seen >> table->pile[i] & 1u) != 0)
            return false;
        seen |= 1u << table->pile[i];
    }
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        if (!seat_or_none(table->owner[token]))
            return false;
    return true;
}

static bool micro_sound(const struct carom_table *table)
{
    return table->pile_count <= CAROM_CHIPS && table->dice_at <= table->dice_count &&
           table->dice_count <= CAROM_DICE_MAX && seat_or_none(table->dice_seat) &&
           (table->place_face < CAROM_MICRO_CELLS || table->place_face == CAROM_MICRO_NONE);
}

static bool ricochet_sound(const struct carom_table *table)
{
    return pile_sound(table) && carom_robots_sound(&table->markers, &table->board) &&
           carom_round_sound(&table->round, &table->board) && carom_target_sound(&table->target, &table->board) &&
           table->moved <= CAROM_ROBOTS;
}

static bool turns_sound(const struct carom_table *table)
{
    if (table->order_count > CAROM_PLAYERS || table->order_next > table->order_count)
        return false;
    for (unsigned i = 0; i < table->order_count; i++)
        if (table->order[i] >= CAROM_PLAYERS)
            return false;
    return seat_or_none(table->turn);
}

bool carom_table_sound(const struct carom_table *table)
{
    if (table->phase > CAROM_PHASE_OVER || table->due > CAROM_DUE_OVER || table->seats > CAROM_PLAYERS)
        return false;
    if (table->phase == CAROM_PHASE_UNOPENED)
        return table->seats == 0;
    return words_sound(table) && turns_sound(table) &&
           (carom_rules_micro(&table->rules) ? micro_sound(table) : ricochet_sound(table));
}
