/*
 * Seats bots: each with an id and a name that nobody at the table has.
 */
#include "bots.h"

#include <stdio.h>

#define NAMES 16

static const char *const names[NAMES] = {"Bolt",   "Cog",   "Rivet",  "Gizmo", "Dynamo", "Piston", "Sprocket", "Widget",
                                         "Magnet", "Relay", "Spring", "Turbo", "Valve",  "Wedge",  "Axle",     "Crank"};

static void name_bot(struct carom_command *command, const struct carom_table *table, unsigned level)
{
    unsigned number = 0;
    do {
        number++;
        snprintf(command->by, sizeof command->by, "bot-%u-%u", level, number);
    } while (carom_table_find_seat(table, command->by) != CAROM_NO_SEAT);
    for (unsigned i = 0; command->name[0] == '\0' || table_name_taken(table, command->name); i++) {
        const char *name = names[(i + table->seats) % NAMES];
        snprintf(command->name, sizeof command->name, i < NAMES ? "%s" : "%s %u", name, i / NAMES + 1);
    }
}

bool bot_join(struct table *table, struct carom_command *command, unsigned level, carom_ms now, struct api_error *error)
{
    if (carom_rules_is_solo(&table->game.rules))
        return api_error_set(error, API_ERR_NO_BOTS_HERE);
    if (table_bots(table) >= BOTS_MAX)
        return api_error_set_number(error, API_ERR_TOO_MANY_BOTS, BOTS_MAX);
    command->kind = CAROM_COMMAND_JOIN;
    name_bot(command, &table->game, level);
    return game_execute(table, command, now, error);
}
