/*
 * `bot`: bots are asked to the table and sent away.
 */
#include "room.h"

#include "../bots/bots.h"

#include <stdio.h>

#define NAMES 16

static const char *const names[NAMES] = {"Bolt",   "Cog",   "Rivet",  "Gizmo", "Dynamo", "Piston", "Sprocket", "Widget",
                                         "Magnet", "Relay", "Spring", "Turbo", "Valve",  "Wedge",  "Axle",     "Crank"};

/* An id and a name that nobody at the table has. */
static void name_bot(struct carom_command *command, const struct carom_table *table, unsigned level)
{
    unsigned number = 0;
    do {
        number++;
        snprintf(command->by, sizeof command->by, "bot-%u-%u", level, number);
    } while (carom_table_seat(table, command->by) != CAROM_NO_SEAT);
    for (unsigned i = 0; command->name[0] == '\0' || name_taken(table, command->name); i++) {
        const char *name = names[(i + table->seats) % NAMES];
        snprintf(command->name, sizeof command->name, i < NAMES ? "%s" : "%s %u", name, i / NAMES + 1);
    }
}

static bool add_bot(struct table *table, struct carom_command *command, const struct asking *asking,
                    struct refused *refused)
{
    if (carom_rules_solo(&table->state.rules))
        return refuse(refused, WHY_NO_BOTS_HERE);
    if (table_bots(table) >= BOTS_MOST)
        return refuse_number(refused, WHY_TOO_MANY_BOTS, BOTS_MOST);
    command->what = CAROM_DO_JOIN;
    name_bot(command, &table->state, asking->request->level);
    return game_run(table, command, asking->now, refused);
}

static bool remove_bot(struct table *table, struct carom_command *command, const struct asking *asking,
                       struct refused *refused)
{
    const char *id = asking->request->remove;
    if (bot_level_of_id(id) == 0 || carom_table_seat(&table->state, id) == CAROM_NO_SEAT)
        return refuse(refused, WHY_NO_BOT);
    command->what = CAROM_DO_LEAVE;
    snprintf(command->by, sizeof command->by, "%s", id);
    if (!game_run(table, command, asking->now, refused))
        return false;
    votes_count(table, asking->now);
    return true;
}

void request_bot(const struct asking *asking)
{
    struct table *table = asking->peer->guest->table;
    struct carom_command command = {.at = asking->now};
    struct refused refused;
    bool adds = asking->request->level > 0;
    bool good = adds ? add_bot(table, &command, asking, &refused) : remove_bot(table, &command, asking, &refused);
    if (!good) {
        answer_refused(asking, &refused);
        return;
    }
    const struct member members[] = {{.key = "bot", .words = command.by}, {0}};
    answer_good(asking, table, adds ? members : NULL);
}
