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
/* Where others write to the same log: keeps the state now and then, while it is what the log says, to go on from there
 * if what was decided since turns out not to have happened. */
#define SNAPSHOT_EVENTS SMALL(256u, 3u)
void table_keep_snapshot(struct table *table);
/* The event behind the last such state of the game; 1: there is none. */
uint32_t table_snapshot_next(const struct table *table);
/* Frees what was found about an earlier round. */
void table_clear_found(struct table *table);

/* ---- registry.c ---- */

/* Takes it out of memory, whatever it was doing. */
void table_forget(struct table *table);
/* The same for one that is in the store no more: those at it are told. */
void table_gone(struct table *table);

/* ---- host.c ---- */

/* Everybody has to be told who is host, and whether the table is locked or listed. */
void host_tell(struct table *table);
/* Writes game, options and host to the store. */
void table_write_facts(struct table *table);
void host_read(struct table *table, const struct carom_json *json);
/* The other way: what the facts say. */
void table_read_options(struct table *table);

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

/* ---- reader.c, hear.c: threads that wait for a database ---- */

struct reader *reader_start(uv_loop_t *loop, struct store *store);
/* Finishes what was asked for. */
void reader_stop(struct reader *reader);
struct hearing *hearing_start(struct tables *tables);
void hearing_stop(struct hearing *hearing);

/* ---- fetch.c: tables on their way into memory ---- */

#define PART_EVENTS SMALL(2000u, 2u) /* of a log, that are read in one turn of the loop */

void fetches_start(struct tables *tables);
/* Drops what waits. */
void fetches_stop(struct tables *tables);
bool fetch_is_on(struct tables *tables, const char *code);
/* The log was rewritten: what has been read of it is read again. */
void fetch_anew(struct tables *tables, const char *code);

/* ---- index.c: tables in memory, by code and by number ---- */

struct table *index_id(struct tables *tables, int64_t id);
void index_add(struct table *table);
void index_drop(struct table *table);
/* Are there as many as there may be? Then that is the refusal. */
bool tables_full(const struct tables *tables, struct refused *refused);

/* ---- waiting.c: what waits for a table ---- */

void later_run(struct table *table);
void later_forget(struct table *table);

/* ---- refresh.c ---- */

/* `fail`: a table cannot go on; it leaves memory, and those at it are told. */
void refresh_start(struct tables *tables, void (*fail)(struct table *table));
void refresh_hear(struct tables *tables, const struct store_news *news, carom_ms now);
void refresh_look(struct tables *tables);
/* Another server was first. False: that is not it. */
bool refresh_lost(struct tables *tables, const struct store_failure *failure);
void refresh_written(struct tables *tables, const struct store_writes *writes);
void refresh_unsure(struct tables *tables, int64_t *ids, size_t count);

/* ---- listing.c, reaction.c ---- */

void listing_start(struct tables *tables);
void listing_stop(struct tables *tables);
void listing_hear(struct tables *tables, const struct store_news *news, carom_ms now);
void reaction_hear(struct table *table, const struct store_news *news);

/* ---- presence.c ---- */

void seat_is_elsewhere(struct table *table, struct seat *seat, uint64_t node, carom_ms now);
void seat_left_elsewhere(struct table *table, struct seat *seat, carom_ms now);
/* Tells the other servers who is here; and forgets what they have not said again. */
void presence_note(struct table *table);
void presence_forget(struct table *table, carom_ms now);

/* ---- guests.c ---- */

/* Everybody at a table is told why they have to go; `wait`: when they may come back. */
void table_see_off(struct table *table, enum why why, carom_ms wait);
/* The seats have changed: which one is this guest's? */
void guest_find_seat(struct guest *guest);
/* Frees a seat's slot for another player: nobody refers to it any more. */
void seat_vacate(struct table *table, uint32_t seat);

/* ---- commit.c ---- */

/* The events of the message end with the table's last one: then everybody knows the table as it is. */
void commit_events(struct table *table, struct bytes *frame);
/* At once: what is in the log already. */
void commit_tell(const struct table *table, struct bytes *frame);

/* What becomes of batches, for those above: a table's writes cannot be, and nothing decided about it since has
 * happened; and where several servers share the data: these were written; nobody knows whether these were. */
struct commit_calls {
    void (*table_failed)(struct tables *tables, const struct store_failure *failure);
    void (*written)(struct tables *tables, const struct store_writes *writes);
    void (*unsure)(struct tables *tables, int64_t *ids, size_t count);
};
/* `failed`: nobody's writes can be. */
void committer_start(struct tables *tables, const struct commit_calls *calls, void (*failed)(void *context),
                     void *context);
/* Drains, and an end to the thread. */
void committer_stop(struct tables *tables);
/* The writes of the open batch: what is added here is on the disk before any output added later is delivered. */
struct store_writes *commit_writes(struct tables *tables);

/* ---- game.c ---- */

/* The first game of a new table, or another one. */
bool game_open(struct table *table, const struct carom_opening *opening, carom_ms now, struct refused *refused);
/* The message `game`. */
struct bytes *game_frame(const struct table *table, uint32_t game);
/* Takes the events that the store has, and tells those that are here what they have not heard; `other`: they are of
 * another game. False: it is no game. */
bool game_take(struct table *table, const struct store_loaded *loaded, bool other);
/* Takes the events from <= seq < next of a game that comes into memory, for which nobody is told. False: it is no game.
 */
bool game_load(struct table *table, const struct store_loaded *loaded, uint32_t from, uint32_t next);
/* All of them have been taken. False: it is no game. */
bool game_loaded(struct table *table);
/* Lets the round that is on be solved, unless that has been done. */
void game_solve(struct table *table);

/* ---- history.c: the log ---- */

/* The events of one command: each is appended to the log before it is applied, and all are broadcast at the end. */
void history_begin(struct table *table);
void history_append(struct table *table, const struct carom_event *event);
void history_end(struct table *table);
/* Sends events that were read: to one peer, or (NULL) to the whole audience. */
#define HISTORY_PAGE SMALL(256u * 1024, 2048u)
void history_send(struct table *table, struct peer *peer, const struct store_loaded *loaded, uint32_t from);

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
