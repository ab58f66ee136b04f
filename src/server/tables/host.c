/*
 * The host of a table: whoever joined first, until that passes to somebody else. The host can lock the table, ask
 * players to leave, end a game, and hand all that on. It is no part of the game: the log says nothing of it.
 */
#include "room.h"

#include <stdio.h>
#include <string.h>

void host_write(struct carom_text *text, const struct table *table)
{
    carom_json_words(text, "host", table->host[0] != '\0' ? table->host : NULL);
    carom_json_flag(text, "locked", table->locked);
}

void host_read(struct table *table, const struct carom_json *json)
{
    size_t length;
    if (!carom_json_string(json, carom_json_get(json, 0, "host"), table->host, sizeof table->host, &length))
        table->host[0] = '\0';
    if (!carom_json_bool(json, carom_json_get(json, 0, "locked"), &table->locked))
        table->locked = false;
    if (!carom_json_bool(json, carom_json_get(json, 0, "closed"), &table->closed))
        table->closed = false;
}

void table_read_options(struct table *table)
{
    struct carom_json_node nodes[32];
    struct carom_json json;
    struct refused refused;
    table->options = TABLE_OPTIONS_DEFAULT;
    if (carom_json_read(&json, nodes, 32, table->facts.options, strlen(table->facts.options), NULL)) {
        table_options_read(&table->options, &json, 0, &refused);
        host_read(table, &json);
        size_t length;
        if (!carom_json_string(&json, carom_json_get(&json, 0, "replays"), table->replays, sizeof table->replays,
                               &length))
            table->replays[0] = '\0';
    }
}

static void write_options(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    carom_json_begin(text, NULL, '{');
    table_options_members(text, &table->options);
    host_write(text, table);
    carom_json_words(text, "replays", table->replays);
    if (table->closed)
        carom_json_flag(text, "closed", true);
    carom_json_end(text, '}');
}

/* Options that do not fit stay as they were in the store: half of them could never be read again. */
void table_write_facts(struct table *table)
{
    struct carom_text text = text_write(write_options, table);
    if (text.length < sizeof table->facts.options)
        memcpy(table->facts.options, text.bytes, text.length + 1);
    else
        log_line(SERVE_LOG_ERROR, "options-too-long", "bytes=%zu", text.length);
    must(store_writes_table(commit_writes(table->tables), &table->facts));
}

static void write_message(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", "host");
    host_write(text, table);
    carom_json_flag(text, "listed", table->options.listed);
    carom_json_end(text, '}');
}

void host_tell(struct table *table)
{
    table->host_changed = true;
    table_touch(table);
}

bool host_due(const struct table *table, carom_ms *at)
{
    *at = table->host_sent + told_every(table);
    return table->host_changed;
}

void host_send(struct table *table, carom_ms now)
{
    table->host_changed = false;
    table->host_sent = now;
    commit_to_table(table, frame_write(write_message, table));
}

static void tell(struct table *table)
{
    table_write_facts(table);
    table_charge(table, HOST_COST);
    host_tell(table);
}

/* Whoever of those who play has joined first; those who are here come before the others. */
static uint32_t heir_of(const struct table *table, carom_ms now)
{
    uint32_t heir = TABLE_NO_SEAT;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        const struct seat *before = heir != TABLE_NO_SEAT ? &table->seats[heir] : NULL;
        if (!seat->used || id_of_program(seat->player) ||
            carom_table_seat(&table->state, seat->player) == CAROM_NO_SEAT)
            continue;
        bool here = seat_present(seat, now), other = before != NULL && seat_present(before, now);
        if (before == NULL || here > other ||
            (here == other && player_number_of_id(seat->player) < player_number_of_id(before->player)))
            heir = i;
    }
    return heir;
}

void host_settle(struct table *table, carom_ms now)
{
    if (table->host[0] != '\0' && seat_of_player(table, table->host) != TABLE_NO_SEAT)
        return;
    uint32_t heir = heir_of(table, now);
    if (heir == TABLE_NO_SEAT && table->host[0] == '\0')
        return;
    if (heir == TABLE_NO_SEAT) {
        table->host[0] = '\0';
        table->locked = false; /* nobody could unlock it */
        tell(table);
    } else {
        host_pass(table, table->seats[heir].player);
    }
}

void host_pass(struct table *table, const char *player)
{
    snprintf(table->host, sizeof table->host, "%s", player);
    tell(table);
}

static bool leave(struct table *table, const char *player, carom_ms now, struct refused *refused)
{
    struct carom_command command = {.what = CAROM_DO_LEAVE, .at = now};
    snprintf(command.by, sizeof command.by, "%s", player);
    return game_run(table, &command, now, refused);
}

bool host_end(struct table *table, carom_ms now, struct refused *refused)
{
    for (unsigned i = 0; i < table->state.seats && table->state.phase != CAROM_PHASE_OVER; i++)
        if (table->state.players[i].seated && !leave(table, carom_table_id(&table->state, i), now, refused))
            return false;
    return true;
}

void host_lock(struct table *table, bool locked)
{
    table->locked = locked;
    tell(table);
}

void host_list(struct table *table, bool listed, carom_ms now)
{
    table->options.listed = listed;
    tell(table);
    listing_say_one(table, now);
}
