/*
 * `bot`: adds bots to the table and removes them.
 */
#include "internal.h"

#include "../bots/bots.h"

#include <stdio.h>

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
    bool good = adds ? bot_join(table, &command, context->request->level, context->now, &error)
                     : remove_bot(table, &command, context, &error);
    if (!good) {
        reply_error(context, &error);
        return;
    }
    const struct member members[] = {{.key = "bot", .words = command.by}, {0}};
    reply_ok(context, table, adds ? members : NULL);
}
