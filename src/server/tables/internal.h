/*
 * What the files of this layer tell each other, and nobody else.
 */
#ifndef SERVER_TABLES_INTERNAL_H
#define SERVER_TABLES_INTERNAL_H

#include "tables.h"

/* ---- table.c ---- */

struct table *table_new(struct tables *tables, const struct store_table *facts, carom_ms now);
/* It is out of the registry: it goes for good when nobody refers to it. */
void table_retire(struct table *table);
uint32_t seat_add(struct table *table, const char *player, const uint8_t hash[SEAT_TOKEN_HASH_SIZE], carom_ms now);
/* Where others write to the same log: keeps the state now and then, while it is what the log says, to go on from there
 * if what was decided since turns out not to have happened. */
#define SNAPSHOT_EVENTS TEST_LIMIT(256u, 3u)
void table_keep_snapshot(struct table *table);
/* The event behind the last such state of the game; 1: there is none. */
uint32_t table_snapshot_next(const struct table *table);
/* Frees what was found about an earlier round. */
void table_clear_solve_result(struct table *table);

/* ---- registry.c ---- */

/* Takes it out of memory, whatever it was doing. */
void table_unload(struct table *table);
/* The same for one that is in the store no more: those at it are told. */
void table_on_deleted(struct table *table);

/* ---- host.c ---- */

/* Everybody has to be told who is host, and whether the table is locked or listed. */
void host_broadcast(struct table *table);
/* Writes game, options and host to the store. */
void table_save_row(struct table *table);
void host_read(struct table *table, const struct carom_json *json);
/* The other way: what the facts say. */
void table_parse_options(struct table *table);

/* ---- write_thread.c: a thread that appends to the store ---- */

struct write_thread;

/* Runs on the loop when what was given last is on the disk, but for the tables that failed alone; or nothing of it is.
 */
typedef void writer_done(void *context, bool good, const struct store_failures *failures);
struct write_thread *writer_start(uv_loop_t *loop, struct store *store, writer_done *done, void *context);
/* One list at a time; it must stay as it is until `done`. */
void write_thread_append(struct write_thread *write_thread, const struct store_batch *batch);
/* Purges some events of deleted tables instead of appending. The second tells whether more are left. */
void write_thread_purge(struct write_thread *write_thread);
bool write_thread_purge_pending(const struct write_thread *write_thread);
bool writer_busy(const struct write_thread *write_thread);
/* Waits for what runs, and calls `done` before it returns. */
void writer_wait(struct write_thread *write_thread);
void writer_stop(struct write_thread *write_thread);

/* ---- read_thread.c, notify_listener.c: threads that wait for a database ---- */

struct read_thread *reader_start(uv_loop_t *loop, struct store *store);
/* Finishes what was asked for. */
void reader_stop(struct read_thread *reader);
struct notify_listener *notify_listener_start(struct tables *tables);
void notify_listener_stop(struct notify_listener *listener);

/* ---- fetch.c: tables on their way into memory ---- */

#define PART_EVENTS TEST_LIMIT(2000u, 2u) /* of a log, that are read in one turn of the loop */

void fetches_start(struct tables *tables);
/* Drops what waits. */
void fetches_stop(struct tables *tables);
bool fetch_is_on(struct tables *tables, const char *code);
/* The log was rewritten: what has been read of it is read again. */
void fetch_anew(struct tables *tables, const char *code);

/* ---- index.c: tables in memory, by code and by number ---- */

struct table *registry_by_id(struct tables *tables, int64_t id);
void registry_add(struct table *table);
void registry_remove(struct table *table);
/* Are there as many as there may be? Then that is the refusal. */
bool tables_full(const struct tables *tables, struct api_error *error);

/* ---- deferred.c: what waits for a table ---- */

void deferred_run_loaded(struct table *table);
void deferred_cancel_loading(struct table *table);

/* ---- replication.c ---- */

/* `fail`: a table cannot go on; it leaves memory, and those at it are told. */
void refresh_start(struct tables *tables, void (*fail)(struct table *table));
void replication_on_notification(struct tables *tables, const struct store_notification *notification, carom_ms now);
void replication_poll(struct tables *tables);
/* Another server was first. False: that is not it. */
bool replication_on_conflict(struct tables *tables, const struct store_failure *failure);
void replication_on_written(struct tables *tables, const struct store_batch *batch);
void replication_on_outcome_unknown(struct tables *tables, int64_t *ids, size_t count);

/* ---- listing.c, reaction.c ---- */

void listing_start(struct tables *tables);
void listing_stop(struct tables *tables);
void listing_on_notification(struct tables *tables, const struct store_notification *notification, carom_ms now);
void reaction_on_notification(struct table *table, const struct store_notification *notification);

/* ---- presence.c ---- */

void seat_connected_remotely(struct table *table, struct seat *seat, uint64_t node, carom_ms now);
void seat_disconnected_remotely(struct table *table, struct seat *seat, carom_ms now);
/* Tells the other servers who is here; and forgets what they have not said again. */
void presence_notify(struct table *table);
void presence_expire_remote(struct table *table, carom_ms now);

/* ---- sessions.c ---- */

/* Everybody at a table is told why they have to go; `wait`: when they may come back. */
void table_disconnect_all(struct table *table, enum api_error_code code, carom_ms wait);
/* The seats have changed: which one is this guest's? */
void session_rebind_seat(struct session *session);
/* Frees a seat's slot for another player: nobody refers to it any more. */
void seat_vacate(struct table *table, uint32_t seat);

/* ---- commit.c ---- */

/* The events of the message end with the table's last one: then everybody knows the table as it is. */
void commit_broadcast_events(struct table *table, struct shared_buffer *frame);
/* At once: what is in the log already. */
void broadcast_now(const struct table *table, struct shared_buffer *frame);

/* What becomes of batches, for those above: a table's writes cannot be, and nothing decided about it since has
 * happened; and where several servers share the data: these were written; nobody knows whether these were. */
struct commit_listener {
    void (*table_failed)(struct tables *tables, const struct store_failure *failure);
    void (*written)(struct tables *tables, const struct store_batch *batch);
    void (*unsure)(struct tables *tables, int64_t *ids, size_t count);
};
/* `failed`: nobody's writes can be. */
void committer_start(struct tables *tables, const struct commit_listener *calls, void (*failed)(void *context),
                     void *context);
/* Drains, and an end to the thread. */
void committer_stop(struct tables *tables);
/* The writes of the open batch: what is added here is on the disk before any output added later is delivered. */
struct store_batch *commit_batch(struct tables *tables);

/* ---- game.c ---- */

/* The first game of a new table, or another one. */
bool game_open(struct table *table, const struct carom_game_config *config, carom_ms now, struct api_error *error);
/* The message `game`. */
struct shared_buffer *game_message(const struct table *table, uint32_t game);
/* Takes the events that the store has, and tells those that are here what they have not heard; `other`: they are of
 * another game. False: it is no game. */
bool game_replace_from_log(struct table *table, const struct store_table_data *data, bool other);
/* Takes the events from <= seq < next of a game that comes into memory, for which nobody is told. False: it is no game.
 */
bool game_load(struct table *table, const struct store_table_data *data, uint32_t from, uint32_t next);
/* All of them have been taken. False: it is no game. */
bool game_loaded(struct table *table);
/* Lets the round that is on be solved, unless that has been done. */
void game_solve(struct table *table);

/* ---- event_log.c: the log ---- */

/* The events of one command: each is appended to the log before it is applied, and all are broadcast at the end. */
void event_log_begin(struct table *table);
void event_log_append(struct table *table, const struct carom_event *event);
void event_log_publish(struct table *table);
/* Sends events that were read: to one peer, or (NULL) to the whole audience. */
#define EVENT_LOG_PAGE TEST_LIMIT(256u * 1024, 2048u)
void event_log_send(struct table *table, struct connection *conn, const struct store_table_data *data, uint32_t from);

/* ---- round_result.c ---- */

/* Solves the round that is on, unless that has been done; `unreachable` runs if its target cannot be reached (R18). */
void round_solve_start(struct table *table, void (*unreachable)(struct table *table, carom_ms now));
/* An end to the search that is waiting or running, if any: one job for a table. */
void round_solve_cancel(struct table *table);
/* Sends what was found about the round that has ended, if both are so. */
void round_result_broadcast(struct table *table);
/* The same as a frame for a newcomer; NULL: there is none to be told. */
struct shared_buffer *round_result_message(const struct table *table);

#endif
