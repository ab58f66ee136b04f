/*
 * What a table promises (sound.h). Only in builds with assertions.
 */
#include "sound.h"

static bool seat_or_none(unsigned seat)
{
    return seat < CAROM_PLAYERS || seat == CAROM_NO_SEAT;
}

/* The size of a text with its NUL that begins here; 0 if it does not end among the words used. */
static unsigned size_at(const struct carom_table *table, unsigned at)
{
    unsigned end = at;
    while (end < table->words_used && table->words[end] != '\0')
        end++;
    return end < table->words_used ? end - at + 1 : 0;
}

/* Ids and names lie one behind the other without gaps: everybody's words are there, and nobody else's. */
static bool words_sound(const struct carom_table *table)
{
    unsigned used = 1; /* offset 0 is nobody's */
    for (unsigned seat = 0; seat < CAROM_PLAYERS; seat++) {
        const struct carom_player *player = &table->players[seat];
        if (!player->seated && (player->bid != 0 || player->score != 0))
            return false;
        if (!player->seated)
            continue;
        unsigned id = player->words_at > 0 ? size_at(table, player->words_at) : 0;
        unsigned name = id > 1 ? size_at(table, player->words_at + id) : 0;
        if (seat >= table->seats || name == 0)
            return false;
        used += id + name + (carom_rules_race(&table->rules) ? CAROM_HANDED_SIZE : 0);
    }
    return used == table->words_used && used <= CAROM_WORDS;
}

/* Each token is in the pile at most once, and is one of the board's. */
static bool pile_sound(const struct carom_table *table)
{
    uint32_t seen = 0;
    if (table->pile_count > CAROM_TOKENS || table->pile_surplus > table->pile_count)
        return false;
    for (unsigned i = 0; i < table->pile_count; i++) {
        if (table->pile[i] >= CAROM_TOKENS || ((seen | ~table->board.tokens) >> table->pile[i] & 1u) != 0)
            return false;
        seen |= 1u << table->pile[i];
    }
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        if (!seat_or_none(table->owner[token]))
            return false;
    return true;
}

static bool face_or_none(unsigned face)
{
    return face < CAROM_MICRO_CELLS || face == CAROM_MICRO_NONE;
}

static bool micro_sound(const struct carom_table *table)
{
    return table->pile_count <= CAROM_CHIPS && table->dice_at <= table->dice_count &&
           table->dice_count <= CAROM_DICE_MAX && seat_or_none(table->dice_seat) && face_or_none(table->place_face) &&
           (table->rounds == 0 || (table->drawn.start < CAROM_MICRO_CELLS && table->drawn.target < CAROM_MICRO_CELLS &&
                                   face_or_none(table->drawn.via)));
}

static bool ricochet_sound(const struct carom_table *table)
{
    return pile_sound(table) && carom_robots_sound(&table->markers, &table->board) &&
           carom_round_sound(&table->round, &table->board) && carom_target_sound(&table->target, &table->board) &&
           table->moved <= CAROM_ROBOTS &&
           (table->rounds == 0 ||
            (carom_robots_sound(&table->began_at, &table->board) && table->target.token == table->drawn.token));
}

static bool turns_sound(const struct carom_table *table)
{
    if (table->order_count > CAROM_PLAYERS || table->order_next > table->order_count)
        return false;
    for (unsigned i = 0; i < table->order_count; i++)
        if (table->order[i] >= table->seats)
            return false;
    return table->turn == CAROM_NO_SEAT || (table->turn < table->seats && table->players[table->turn].seated);
}

bool carom_table_sound(const struct carom_table *table)
{
    if (table->phase > CAROM_PHASE_OVER || table->due > CAROM_DUE_WON || table->seats > CAROM_PLAYERS)
        return false;
    if (table->phase == CAROM_PHASE_UNOPENED)
        return table->seats == 0;
    return words_sound(table) && turns_sound(table) && (table->until == 0 || carom_table_in_round(table)) &&
           (!table->paused || table->phase == CAROM_PHASE_BETWEEN || carom_table_in_round(table)) &&
           (carom_rules_micro(&table->rules) ? micro_sound(table) : ricochet_sound(table));
}

bool carom_event_sound(const struct carom_event *event, const struct carom_table *before)
{
    unsigned seats = event->kind == CAROM_EVENT_JOINED ? CAROM_PLAYERS : before->seats;
    return event->seq == before->seq + 1 && (unsigned)event->kind < CAROM_EVENT_KINDS &&
           (event->seat == CAROM_NO_SEAT || event->seat < seats);
}
