/*
 * Public races: games that the server starts by itself at a time that was announced (`starts` of the table's options),
 * so that people who know nobody come together. Bots take the seats that are free at the start, and make room when
 * people join later (commands.c). Rounds follow each other by themselves, because nobody should hold up strangers.
 *
 * A race without anybody who plays or watches does not begin, and goes no further.
 */
#include "bots.h"

#include <stdio.h>

#define RACERS 4u /* as many as sit there at the start, bots included */

static const unsigned levels[RACERS] = {5, 3, 7, 4}; /* of the first bot, the second, ... */

bool races_deadline(const struct table *table, carom_ms *at)
{
    if (table->options.starts == 0 || table->sessions == NULL || table->game.paused)
        return false;
    *at = table->game.phase == CAROM_PHASE_LOBBY ? table->options.starts : table->game.now + RACE_PAUSE_MS;
    return table->game.phase == CAROM_PHASE_LOBBY || table->game.phase == CAROM_PHASE_BETWEEN_ROUNDS;
}

/* Somebody who sits there, in whose name the server speaks; NULL: nobody does. */
static const char *first_player(const struct table *table)
{
    for (unsigned i = 0; i < table->game.seats; i++)
        if (table->game.players[i].seated)
            return carom_table_id(&table->game, i);
    return NULL;
}

static bool run(struct table *table, enum carom_command_kind kind, carom_ms now)
{
    struct carom_command command = {.kind = kind, .at = now};
    struct api_error error;
    const char *player = first_player(table);
    if (player == NULL)
        return false;
    snprintf(command.by, sizeof command.by, "%s", player);
    if (game_execute(table, &command, now, &error))
        return true;
    log_event(SERVE_LOG_WARN, "race-refused", "table=%s reason=%s", table->code, api_error_name(&error));
    return false;
}

static void seat_bots(struct table *table, carom_ms now)
{
    for (unsigned i = 0; i < RACERS && carom_table_seated_count(&table->game) < RACERS; i++) {
        struct carom_command join = {.at = now};
        struct api_error ignored;
        if (!bot_join(table, &join, levels[i], now, &ignored))
            return;
    }
}

void races_act(struct table *table, carom_ms now)
{
    carom_ms at;
    if (!races_deadline(table, &at) || at > now)
        return;
    bool lobby = table->game.phase == CAROM_PHASE_LOBBY;
    if (lobby)
        seat_bots(table, now);
    if (!run(table, lobby ? CAROM_COMMAND_START : CAROM_COMMAND_NEXT, now))
        table->options.starts = 0; /* from here on a table like any other */
}
