/*
 * The host of a table: the player who joined first, until the role passes on. The host can lock the table, remove
 * players, end a game, and pass the role on. It is not part of the game and not in its log.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

void host_write(struct carom_text *text, const struct table *table)
{
    carom_json_put_string(text, "host", table->host[0] != '\0' ? table->host : NULL);
    carom_json_put_bool(text, "locked", table->locked);
}

static void host_read(struct table *table, const struct carom_json *json)
{
    size_t length;
    if (!carom_json_as_string(json, carom_json_get(json, 0, "host"), table->host, sizeof table->host, &length))
        table->host[0] = '\0';
    if (!carom_json_as_bool(json, carom_json_get(json, 0, "locked"), &table->locked))
        table->locked = false;
    if (!carom_json_as_bool(json, carom_json_get(json, 0, "closed"), &table->closed))
        table->closed = false;
}

void table_parse_options(struct table *table)
{
    struct carom_json_node nodes[32];
    struct carom_json json;
    struct api_error error;
    table->options = TABLE_OPTIONS_DEFAULT;
    if (carom_json_read(&json, nodes, 32, table->row.options, strlen(table->row.options), NULL)) {
        table_options_read(&table->options, &json, 0, &error);
        if (!carom_json_as_int(&json, carom_json_get(&json, 0, "starts"), &table->options.starts))
            table->options.starts = 0;
        host_read(table, &json);
        size_t length;
        if (!carom_json_as_string(&json, carom_json_get(&json, 0, "replays"), table->replay_key,
                                  sizeof table->replay_key, &length))
            table->replay_key[0] = '\0';
    }
}

static void write_options(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    carom_json_begin(text, NULL, '{');
    table_options_write_members(text, &table->options);
    host_write(text, table);
    carom_json_put_string(text, "replays", table->replay_key);
    if (table->closed)
        carom_json_put_bool(text, "closed", true);
    carom_json_end(text, '}');
}

/* Options that do not fit are not stored, because a truncated text could never be read again. */
void table_save_row(struct table *table)
{
    struct carom_text text = text_write(write_options, table);
    if (text.length < sizeof table->row.options)
        memcpy(table->row.options, text.bytes, text.length + 1);
    else
        log_event(SERVE_LOG_ERROR, "options-too-long", "bytes=%zu", text.length);
    check_alloc(store_batch_table(commit_batch(table->tables), &table->row));
}

static void write_message(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "host");
    host_write(text, table);
    carom_json_put_bool(text, "listed", table->options.public);
    carom_json_end(text, '}');
}

void host_broadcast(struct table *table)
{
    table->host_changed = true;
    table_timer_dirty(table);
}

bool host_due(const struct table *table, carom_ms *at)
{
    *at = table->host_sent + presence_interval(table);
    return table->host_changed;
}

void host_send(struct table *table, carom_ms now)
{
    table->host_changed = false;
    table->host_sent = now;
    commit_broadcast(table, frame_write(write_message, table));
}

static void save_and_broadcast(struct table *table)
{
    table_save_row(table);
    table_charge(table, HOST_COST);
    host_broadcast(table);
}

/* The player who joined first; players who are present come before the others. */
static uint32_t next_host(const struct table *table, carom_ms now)
{
    uint32_t heir = TABLE_NO_SEAT;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        const struct seat *before = heir != TABLE_NO_SEAT ? &table->seats[heir] : NULL;
        if (!seat->in_use || id_is_bot(seat->player) ||
            carom_table_find_seat(&table->game, seat->player) == CAROM_NO_SEAT)
            continue;
        bool here = seat_is_present(seat, now), other = before != NULL && seat_is_present(before, now);
        if (before == NULL || here > other ||
            (here == other && player_number_from_id(seat->player) < player_number_from_id(before->player)))
            heir = i;
    }
    return heir;
}

void host_ensure(struct table *table, carom_ms now)
{
    if (table->host[0] != '\0' && seat_find_by_player(table, table->host) != TABLE_NO_SEAT)
        return;
    uint32_t heir = next_host(table, now);
    if (heir == TABLE_NO_SEAT && table->host[0] == '\0')
        return;
    if (heir == TABLE_NO_SEAT) {
        table->host[0] = '\0';
        table->locked = false; /* nobody could unlock it */
        save_and_broadcast(table);
    } else {
        host_transfer(table, table->seats[heir].player);
    }
}

void host_transfer(struct table *table, const char *player)
{
    snprintf(table->host, sizeof table->host, "%s", player);
    save_and_broadcast(table);
}

static bool leave(struct table *table, const char *player, carom_ms now, struct api_error *error)
{
    struct carom_command command = {.kind = CAROM_COMMAND_LEAVE, .at = now};
    snprintf(command.by, sizeof command.by, "%s", player);
    return game_execute(table, &command, now, error);
}

bool host_end_game(struct table *table, carom_ms now, struct api_error *error)
{
    for (unsigned i = 0; i < table->game.seats && table->game.phase != CAROM_PHASE_OVER; i++)
        if (table->game.players[i].seated && !leave(table, carom_table_id(&table->game, i), now, error))
            return false;
    return true;
}

void host_lock(struct table *table, bool locked)
{
    table->locked = locked;
    save_and_broadcast(table);
}

void host_set_public(struct table *table, bool listed, carom_ms now)
{
    table->options.public = listed;
    save_and_broadcast(table);
    listing_notify_one(table, now);
}
