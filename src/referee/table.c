/*
 * Read-only queries on a table, shared by several files.
 */
#include "game.h"
#include "race.h"

#include "../core/libc_mem.h"

static size_t length_of(const char *words)
{
    size_t length = 0;
    while (words[length] != '\0')
        length++;
    return length;
}

const char *carom_table_id(const struct carom_table *table, unsigned seat)
{
    return seat < table->seats && table->players[seat].seated ? table->strings + table->players[seat].strings_at : "";
}

const char *carom_table_name(const struct carom_table *table, unsigned seat)
{
    const char *id = carom_table_id(table, seat);
    return *id != '\0' ? id + length_of(id) + 1 : "";
}

/* In a race each seat reserves space for a route after its name, so that everybody seated can hand one in. */
static size_t handed_route_size(const struct carom_table *table)
{
    return carom_rules_is_race(&table->rules) ? CAROM_HANDED_SIZE : 0;
}

/* The offset of that space in the strings. */
static size_t handed_at(const struct carom_table *table, unsigned seat)
{
    const char *name = carom_table_name(table, seat);
    return (size_t)(name - table->strings) + length_of(name) + 1;
}

const char *carom_table_handed_route(const struct carom_table *table, unsigned seat)
{
    bool there = handed_route_size(table) > 0 && *carom_table_id(table, seat) != '\0';
    return there ? table->strings + handed_at(table, seat) : "";
}

char *race_route_slot(struct carom_table *table, unsigned seat)
{
    bool there = handed_route_size(table) > 0 && *carom_table_id(table, seat) != '\0';
    return there ? table->strings + handed_at(table, seat) : NULL;
}

uint32_t carom_table_won_tokens(const struct carom_table *table, unsigned seat)
{
    uint32_t tokens = 0;
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        tokens |= table->owner[token] == seat ? 1u << token : 0;
    return tokens;
}

static bool same_strings(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

unsigned carom_table_find_seat(const struct carom_table *table, const char *id)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->players[seat].seated && same_strings(table->strings + table->players[seat].strings_at, id))
            return seat;
    return CAROM_NO_SEAT;
}

bool referee_strings_fit(const struct carom_table *table, const char *id, const char *name)
{
    return table->strings_used + length_of(id) + length_of(name) + 2 + handed_route_size(table) <= CAROM_STRINGS_SIZE;
}

void referee_strings_add(struct carom_table *table, unsigned seat, const char *id, const char *name)
{
    size_t id_size = length_of(id) + 1;
    size_t name_size = length_of(name) + 1;
    table->players[seat].strings_at = table->strings_used;
    memcpy(table->strings + table->strings_used, id, id_size);
    memcpy(table->strings + table->strings_used + id_size, name, name_size);
    memset(table->strings + table->strings_used + id_size + name_size, 0, handed_route_size(table));
    table->strings_used = (uint16_t)(table->strings_used + id_size + name_size + handed_route_size(table));
}

void referee_strings_remove(struct carom_table *table, unsigned seat)
{
    unsigned at = table->players[seat].strings_at;
    size_t size = length_of(table->strings + at) + 1;
    size += length_of(table->strings + at + size) + 1 + handed_route_size(table);
    table->strings_used = (uint16_t)(table->strings_used - size);
    memmove(table->strings + at, table->strings + at + size, table->strings_used - at);
    memset(table->strings + table->strings_used, 0, size);
    for (unsigned i = 0; i < table->seats; i++)
        if (table->players[i].strings_at > at)
            table->players[i].strings_at = (uint16_t)(table->players[i].strings_at - size);
}

unsigned carom_table_seated_count(const struct carom_table *table)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < table->seats; seat++)
        count += table->players[seat].seated;
    return count;
}

unsigned carom_table_bid_count(const struct carom_table *table)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < table->seats; seat++)
        count += table->players[seat].seated && table->players[seat].bid > 0;
    return count;
}

bool carom_table_round_puzzle(const struct carom_table *table, struct carom_puzzle *puzzle)
{
    if (table->rounds == 0)
        return false;
    game_of(&table->rules)->round_puzzle(table, puzzle);
    return true;
}

bool carom_table_in_round(const struct carom_table *table)
{
    return table->phase == CAROM_PHASE_BIDDING || table->phase == CAROM_PHASE_SHOWING ||
           table->phase == CAROM_PHASE_SEARCHING;
}

void carom_table_view(const struct carom_table *table, struct carom_puzzle *puzzle)
{
    game_of(&table->rules)->view(table, puzzle);
}

unsigned referee_next_seated(const struct carom_table *table, unsigned seat)
{
    for (unsigned i = 1; i <= table->seats; i++) {
        unsigned next = (seat + i) % table->seats;
        if (table->players[next].seated)
            return next;
    }
    return CAROM_NO_SEAT;
}

unsigned referee_free_seat(const struct carom_table *table)
{
    if (table->seats < CAROM_PLAYERS_MAX)
        return table->seats;
    unsigned seat = 0;
    while (seat < CAROM_PLAYERS_MAX && table->players[seat].seated)
        seat++;
    return seat;
}

bool referee_all_done(const struct carom_table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->players[seat].seated && !table->players[seat].done)
            return false;
    return true;
}

unsigned referee_skip_votes(const struct carom_table *table)
{
    unsigned votes = 0;
    for (unsigned seat = 0; seat < table->seats; seat++)
        votes += table->players[seat].seated && table->players[seat].skip;
    return votes;
}

unsigned referee_skip_needed(const struct carom_table *table)
{
    unsigned seated = carom_table_seated_count(table);
    return table->rules.rules_version == CAROM_RULES_VERSION_FIRST ? seated / 2 + 1 : seated;
}

bool carom_table_hourglass_runs(const struct carom_table *table)
{
    return table->phase != CAROM_PHASE_NONE && table->hourglass_turner != CAROM_NO_SEAT;
}

carom_ms carom_table_time_limit(const struct carom_table *table)
{
    if (table->phase == CAROM_PHASE_SHOWING)
        return table->rules.demonstration;
    return table->rules.hourglass * (carom_rules_is_solo(&table->rules) ? table->rules.hourglass_runs : 1);
}

unsigned carom_table_moving_seat(const struct carom_table *table)
{
    if (table->phase == CAROM_PHASE_SEARCHING)
        return carom_rules_allow_touch(&table->rules) ? referee_next_seated(table, 0) : CAROM_NO_SEAT;
    return table->phase == CAROM_PHASE_SHOWING ? table->turn : CAROM_NO_SEAT;
}

static bool goal_reached(const struct carom_table *table)
{
    if (carom_rules_is_race(&table->rules)) /* H6: targets, not points */
        return table->goal > 0 && table->race_targets_won >= table->goal;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const struct carom_player *player = &table->players[seat];
        if (player->seated && table->goal > 0 && player->score >= table->goal)
            return true;
    }
    return false;
}

unsigned referee_remaining(const struct carom_table *table)
{
    return (unsigned)table->pile_count - table->pile_unknown;
}

bool referee_is_over(const struct carom_table *table)
{
    if (goal_reached(table) || referee_remaining(table) == 0) /* R17, L2, M10 */
        return true;
    return game_of(&table->rules)->nothing_left(table);
}

void referee_init_event(const struct carom_table *table, struct carom_event *event, enum carom_event_kind kind,
                        carom_ms at, unsigned seat)
{
    memset(event, 0, sizeof *event);
    event->seq = table->seq + 1;
    event->at = at;
    event->kind = kind;
    event->seat = (uint8_t)seat;
}

uint32_t referee_bid_max(const struct carom_table *table, unsigned seat)
{
    uint32_t standing = table->players[seat].bid;
    return standing > 0 ? standing - 1 : CAROM_BID_MAX;
}

void copy_string(char *to, size_t size, const char *from)
{
    size_t length = 0;
    while (length + 1 < size && from[length] != '\0')
        length++;
    memset(to, 0, size);
    memcpy(to, from, length);
}
