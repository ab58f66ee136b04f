/*
 * Lines to clients.
 */
#include "internal.h"

#include <string.h>

#define BROADCAST_LINE_MAX 1024 /* bytes */
#define LOUD_RATE 50            /* lines per second to everybody */
#define LOUD_SECONDS 2          /* burst, in seconds */

/* ---- out ---- */

void rrgp_send_raw(struct rrgp_client *rrgp_client, const char *text, size_t length)
{
    conn_write_raw(rrgp_client->conn, text, length);
}

void rrgp_send_line(struct rrgp_client *rrgp_client, const char *const *words)
{
    char bytes[BROADCAST_LINE_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes - 1);
    for (const char *const *word = words; *word != NULL; word++) {
        if (word != words)
            carom_text_char(&text, ' ');
        rrgp_quote(&text, *word);
    }
    if (text.truncated)
        return; /* no name and no sentence is that long */
    bytes[text.length++] = '\n';
    rrgp_send_raw(rrgp_client, bytes, text.length);
}

void rrgp_send_line_all(struct rrgp *rrgp, const char *but_at, const char *const *words)
{
    if (bucket_take(&rrgp->broadcast_bucket, clock_now_ms(), rate_per_second(LOUD_RATE, LOUD_SECONDS)) > 0)
        return;
    for (struct rrgp_client *rrgp_client = rrgp->clients; rrgp_client != NULL; rrgp_client = rrgp_client->next)
        if (rrgp_client->name[0] != '\0' && (but_at == NULL || strcmp(rrgp_client->code, but_at) != 0))
            rrgp_send_line(rrgp_client, words);
}

void rrgp_send_error(struct rrgp_client *rrgp_client, const char *name, const char *sentence)
{
    rrgp_client->pending = PENDING_NONE;
    if (sentence != NULL)
        SEND_LINE(rrgp_client, "NOTICE", "MESSAGE", "carom", sentence);
    SEND_LINE(rrgp_client, "ERROR", name);
}

void rrgp_send_done(struct rrgp_client *rrgp_client)
{
    rrgp_client->pending = PENDING_NONE;
    SEND_LINE(rrgp_client, rrgp_client->verb);
    if (rrgp_arg_is(rrgp_client->verb, "QUIT"))
        conn_shutdown(rrgp_client->conn);
}

/* ---- who ---- */

struct rrgp_client *rrgp_client_by_name(const struct rrgp *rrgp, const char *name)
{
    for (struct rrgp_client *rrgp_client = rrgp->clients; rrgp_client != NULL; rrgp_client = rrgp_client->next)
        if (rrgp_client->name[0] != '\0' && !rrgp_client->conn->closing && name_confusable(rrgp_client->name, name))
            return rrgp_client;
    return NULL;
}

/* A player who left after the end is still in the state but has no seat; and the client's own reserved seat does not
 * count. */
bool rrgp_name_is_confusable(const struct rrgp_client *rrgp_client)
{
    const struct table *table = rrgp_client->conn->session != NULL ? rrgp_client->conn->session->table : NULL;
    if (table == NULL || rrgp_client->player_id[0] != '\0' ||
        seat_reserved_token(rrgp_client, rrgp_client->code) != NULL)
        return false;
    for (unsigned i = 0; i < table->game.seats; i++) {
        const char *id = carom_table_id(&table->game, i);
        if (table->game.players[i].seated && name_confusable(carom_table_name(&table->game, i), rrgp_client->name) &&
            (bot_level_from_id(id) > 0 || seat_find_by_player(table, id) != TABLE_NO_SEAT))
            return true;
    }
    return false;
}

unsigned rrgp_client_seat(const struct rrgp_client *rrgp_client)
{
    return rrgp_client->player_id[0] != '\0' ? carom_table_find_seat(&rrgp_client->table, rrgp_client->player_id)
                                             : CAROM_NO_SEAT;
}
