/*
 * `bot`: adds bots to the table and removes them.
 */
#include "internal.h"

#include "../bots/bots.h"

#include <stdio.h>

#define NAMES 16

static const char *const names[NAMES] = {"Bolt",   "Cog",   "Rivet",  "Gizmo", "Dynamo", "Piston", "Sprocket", "Widget",
                                         "Magnet", "Relay", "Spring", "Turbo", "Valve",  "Wedge",  "Axle",     "Crank"};

/* Chooses an id and a name that nobody at the table has. */
static void name_bot(struct carom_command *command, const struct carom_table *table, unsigned level)
{
    unsigned number = 0;
    do {
        number++;
        snprintf(command->by, sizeof command->by, "bot-%u-%u", level, number);
    } while (carom_table_find_seat(table, command->by) != CAROM_NO_SEAT);
    for (unsigned i = 0; command->name[0] == '\0' || name_taken(table, command->name); i++) {
        const char *name = names[(i + table->seats) % NAMES];
        snprintf(command->name, sizeof command->name, i < NAMES ? "%s" : "%s %u", name, i / NAMES + 1);
    }
}

static bool add_bot(struct table *table, struct carom_command *command, const struct request_context *context,
                    struct api_error *error)
{
    if (carom_rules_is_solo(&table->game.rules))
        return api_error_set(error, API_ERR_NO_BOTS_HERE);
    if (table_bots(table) >= BOTS_MAX)
        return api_error_set_number(error, API_ERR_TOO_MANY_BOTS, BOTS_MAX);
    command->kind = CAROM_COMMAND_JOIN;
    name_bot(command, &table->game, context->request->level);
    return game_execute(table, command, context->now, error);
}

static bool remove_bot(struct table *table, struct carom_command *command, const struct request_context *context,
                       struct api_error *error)
{
    const char *id = context->request->remove;
    if (bot_level_from_id(id) == 0 || carom_table_find_seat(&table->game, id) == CAROM_NO_SEAT)
        return api_error_set(error, API_ERR_NO_BOT);
    command->kind = CAROM_COMMAND_LEAVE;
    snprintf(command->by, sizeof command->by, "%s", id);
    if (!game_execute(table, command, context->now, error))
        return false;
    votes_check(table, context->now);
    return true;
}

void request_bot(const struct request_context *context)
{
    struct table *table = context->conn->session->table;
    struct carom_command command = {.at = context->now};
    struct api_error error;
    bool adds = context->request->level > 0;
    bool good = adds ? add_bot(table, &command, context, &error) : remove_bot(table, &command, context, &error);
    if (!good) {
        reply_error(context, &error);
        return;
    }
    const struct member members[] = {{.key = "bot", .words = command.by}, {0}};
    reply_ok(context, table, adds ? members : NULL);
}
