/*
 * What the files of this room tell each other, and nobody else.
 */
#ifndef SERVER_TABLES_ROOM_H
#define SERVER_TABLES_ROOM_H

#include "tables.h"

/* ---- table.c ---- */

struct table *table_new(struct tables *tables, const struct store_table *facts, carom_ms now);
/* It is out of the registry: it goes for good when nobody refers to it. */
void table_retire(struct table *table);
uint32_t seat_add(struct table *table, const char *player, const uint8_t hash[TOKEN_HASH], carom_ms now);
/* Frees what was found about an earlier round. */
void table_clear_found(struct table *table);

/* ---- host.c ---- */

/* Writes game, options and host to the store. */
void table_write_facts(struct table *table);
void host_read(struct table *table, const struct carom_json *json);

/* ---- writer.c: a thread that appends to the store ---- */

struct writer;

/* Runs on the loop when what was given last is on the disk, but for the tables that failed alone; or nothing of it is.
 */
typedef void writer_done(void *context, bool good, const struct store_failures *failures);
struct writer *writer_start(uv_loop_t *loop, struct store *store, writer_done *done, void *context);
/* One list at a time; it must stay as it is until `done`. */
void writer_append(struct writer *writer, const struct store_writes *writes);
/* Instead of a list: a bit of what is left of forgotten tables is removed. And afterwards: is there more of it? */
void writer_tidy(struct writer *writer);
bool writer_untidy(const struct writer *writer);
bool writer_busy(const struct writer *writer);
/* Waits for what runs, and calls `done` before it returns. */
void writer_wait(struct writer *writer);
void writer_stop(struct writer *writer);

/* ---- commit.c ---- */

/* `table_failed`: this table's writes cannot be, and nothing decided about it since has happened; `failed`: nobody's.
 */
void committer_start(struct tables *tables, void (*table_failed)(struct tables *tables, int64_t id),
                     void (*failed)(void *context), void *context);
/* Drains, and an end to the thread. */
void committer_stop(struct tables *tables);
/* The writes of the open batch: what is added here is on the disk before any output added later is delivered. */
struct store_writes *commit_writes(struct tables *tables);

/* ---- game.c ---- */

/* The first game of a new table, or another one. */
bool game_open(struct table *table, const struct carom_opening *opening, carom_ms now, struct refused *refused);
/* The message `game`. */
struct bytes *game_frame(const struct table *table, uint32_t game);
/* Rebuilds the table from the store. */
bool game_load(struct table *table);
/* Lets the round that is on be solved, unless that has been done. */
void game_solve(struct table *table);

/* ---- history.c: the log ---- */

/* The events of one command: each is appended to the log before it is applied, and all are broadcast at the end. */
void history_begin(struct table *table);
void history_append(struct table *table, const struct carom_event *event);
void history_end(struct table *table);
/* Sends events with from <= seq <= to to one peer, a page of them; and returns where it goes on, or 0. */
#define HISTORY_PAGE (256u * 1024)
uint32_t history_send(struct table *table, struct peer *peer, uint32_t from, uint32_t to);

/* ---- rounds.c ---- */

/* Solves the round that is on, unless that has been done; `unreachable` runs if its target cannot be reached (R18). */
void rounds_solve(struct table *table, void (*unreachable)(struct table *table, carom_ms now));
/* An end to the search that is waiting or running, if any: one job for a table. */
void rounds_forget(struct table *table);
/* Sends what was found about the round that has ended, if both are so. */
void rounds_tell(struct table *table);
/* The same as a frame for a newcomer; NULL: there is none to be told. */
struct bytes *rounds_frame(const struct table *table);

#endif
