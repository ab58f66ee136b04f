/*
 * Invariants of a table (invariants.h). Compiled only with assertions on.
 */
#include "invariants.h"

#include "game.h"

static bool seat_or_none(unsigned seat)
{
    return seat < CAROM_PLAYERS_MAX || seat == CAROM_NO_SEAT;
}

/* The size of the string at this offset with its NUL; 0 if it does not end within the strings used. */
static unsigned size_at(const struct carom_table *table, unsigned at)
{
    unsigned end = at;
    while (end < table->strings_used && table->strings[end] != '\0')
        end++;
    return end < table->strings_used ? end - at + 1 : 0;
}

/* Ids and names are stored without gaps: everybody's strings are there, and no others. */
static bool strings_valid(const struct carom_table *table)
{
    unsigned used = 1; /* offset 0 means none */
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++) {
        const struct carom_player *player = &table->players[seat];
        if (!player->seated && (player->bid != 0 || player->score != 0))
            return false;
        if (!player->seated)
            continue;
        unsigned id = player->strings_at > 0 ? size_at(table, player->strings_at) : 0;
        unsigned name = id > 1 ? size_at(table, player->strings_at + id) : 0;
        if (seat >= table->seats || name == 0)
            return false;
        used += id + name + (carom_rules_is_race(&table->rules) ? CAROM_HANDED_SIZE : 0);
    }
    return used == table->strings_used && used <= CAROM_STRINGS_SIZE;
}

/* Each token is in the pile at most once, and is printed on the board. */
static bool pile_valid(const struct carom_table *table)
{
    uint32_t seen = 0;
    if (table->pile_count > CAROM_TOKENS || table->pile_unknown > table->pile_count)
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
    return face < CAROM_MICRO_CELLS || face == CAROM_MICRO_NO_CELL;
}

static bool micro_valid(const struct carom_table *table)
{
    return table->pile_count <= CAROM_CHIPS_TOTAL && table->dice_at <= table->dice_count &&
           table->dice_count <= CAROM_DICE_MAX && seat_or_none(table->dice_seat) &&
           face_or_none(table->micro_robot_face) &&
           (table->rounds == 0 || (table->drawn.start < CAROM_MICRO_CELLS && table->drawn.target < CAROM_MICRO_CELLS &&
                                   face_or_none(table->drawn.via)));
}

static bool ricochet_valid(const struct carom_table *table)
{
    return pile_valid(table) && carom_robots_valid(&table->markers, &table->board) &&
           carom_round_valid(&table->round, &table->board) && carom_target_valid(&table->target, &table->board) &&
           table->last_moved_robot <= CAROM_ROBOTS &&
           (table->rounds == 0 ||
            (carom_robots_valid(&table->round_start, &table->board) && table->target.token == table->drawn.token));
}

static bool (*const pieces_valid[])(const struct carom_table *table) = {
    [CAROM_GAME_RICOCHET] = ricochet_valid,
    [CAROM_GAME_MICRO] = micro_valid,
};

static bool turns_valid(const struct carom_table *table)
{
    if (table->order_count > CAROM_PLAYERS_MAX || table->order_index > table->order_count)
        return false;
    for (unsigned i = 0; i < table->order_count; i++)
        if (table->order[i] >= table->seats)
            return false;
    return table->turn == CAROM_NO_SEAT || (table->turn < table->seats && table->players[table->turn].seated);
}

bool carom_table_valid(const struct carom_table *table)
{
    if (table->phase > CAROM_PHASE_OVER || table->followup > CAROM_FOLLOWUP_WON || table->seats > CAROM_PLAYERS_MAX)
        return false;
    if (table->phase == CAROM_PHASE_NONE)
        return table->seats == 0;
    return strings_valid(table) && turns_valid(table) && (table->until == 0 || carom_table_in_round(table)) &&
           (!table->paused || table->phase == CAROM_PHASE_BETWEEN_ROUNDS || carom_table_in_round(table)) &&
           pieces_valid[game_of(&table->rules)->id](table);
}

bool carom_event_valid(const struct carom_event *event, const struct carom_table *before)
{
    unsigned seats = event->kind == CAROM_EVENT_JOINED ? CAROM_PLAYERS_MAX : before->seats;
    return event->seq == before->seq + 1 && (unsigned)event->kind < CAROM_EVENT_KINDS &&
           (event->seat == CAROM_NO_SEAT || event->seat < seats);
}
