/*
 * Private interfaces between the files of this layer.
 */
#ifndef SERVER_TABLES_INTERNAL_H
#define SERVER_TABLES_INTERNAL_H

#include "tables.h"

/* ---- table.c ---- */

struct table *table_new(struct tables *tables, const struct store_table *facts, carom_ms now);
/* Marks a table as removed from the registry. It is freed when the last reference is gone. */
void table_retire(struct table *table);
uint32_t seat_add(struct table *table, const char *player, const uint8_t hash[SEAT_TOKEN_HASH_SIZE], carom_ms now);
/* In shared stores: keeps a snapshot of the game every SNAPSHOT_EVENTS events, taken while it agrees with the log,
 * so that the table can be rebuilt from there if what was decided since is rejected. */
#define SNAPSHOT_EVENTS TEST_LIMIT(256u, 3u)
void table_keep_snapshot(struct table *table);
/* The event after the snapshot; 1: there is no snapshot. */
uint32_t table_snapshot_next(const struct table *table);
/* Frees the solver's result of an earlier round. */
void table_clear_solve_result(struct table *table);

/* ---- registry.c ---- */

/* Removes the table from memory, whatever it is doing. */
void table_unload(struct table *table);
/* Unloads a table that was deleted from the store, and tells its sessions. */
void table_on_deleted(struct table *table);

/* ---- host.c ---- */

/* Schedules the message `host`: who is host, and whether the table is locked or listed. */
void host_broadcast(struct table *table);
/* Writes game, options and host to the store. */
void table_save_row(struct table *table);
/* Reads options and host back from the row. */
void table_parse_options(struct table *table);

/* ---- write_thread.c: a thread that appends to the store ---- */

struct write_thread;

/* Runs on the loop when the batch is committed, except for the tables in `failures`; or, `good` being false, when
 * none of it is. */
typedef void write_thread_done(void *context, bool good, const struct store_failures *failures);
struct write_thread *write_thread_start(uv_loop_t *loop, struct store *store, write_thread_done *done, void *context);
/* One batch at a time. It must not change until `done` is called. */
void write_thread_append(struct write_thread *write_thread, const struct store_batch *batch);
/* Purges some events of deleted tables instead of appending. The second function tells whether more are left. */
void write_thread_purge(struct write_thread *write_thread);
bool write_thread_purge_pending(const struct write_thread *write_thread);
bool write_thread_busy(const struct write_thread *write_thread);
/* Waits for the batch in progress and calls `done` before it returns. */
void write_thread_wait(struct write_thread *write_thread);
void write_thread_stop(struct write_thread *write_thread);

/* ---- notify_listener.c: a thread that blocks on the database ---- */

struct notify_listener *notify_listener_start(struct tables *tables);
void notify_listener_stop(struct notify_listener *listener);

/* ---- fetch.c: loading tables ---- */

#define PART_EVENTS TEST_LIMIT(2000u, 2u) /* events read per iteration of the loop */

void fetches_start(struct tables *tables);
/* Drops all pending loads. */
void fetches_stop(struct tables *tables);
bool fetch_is_on(struct tables *tables, const char *code);
/* The log was rewritten while it was being read: starts over. */
void fetch_anew(struct tables *tables, const char *code);

/* ---- index.c: tables in memory, by code and by id ---- */

struct table *registry_by_id(struct tables *tables, int64_t id);
void registry_add(struct table *table);
void registry_remove(struct table *table);
/* Is the maximum number of tables reached? Then fills in the error. */
bool tables_full(const struct tables *tables, struct api_error *error);

/* ---- deferred.c: requests that wait for a table ---- */

void deferred_run_loaded(struct table *table);
void deferred_cancel_loading(struct table *table);

/* ---- replication.c ---- */

/* `fail` is called when a table cannot continue: it must be unloaded and its sessions told. */
void refresh_start(struct tables *tables, void (*fail)(struct table *table));
void replication_on_notification(struct tables *tables, const struct store_notification *notification, carom_ms now);
void replication_poll(struct tables *tables);
/* Handles a conflict with another server. False: it was something else. */
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
/* Tells the other servers who is connected here, and expires what they have not repeated. */
void presence_notify(struct table *table);
void presence_expire_remote(struct table *table, carom_ms now);

/* ---- sessions.c ---- */

/* Disconnects all sessions of a table with this error; `wait` says when they may come back. */
void table_disconnect_all(struct table *table, enum api_error_code code, carom_ms wait);
/* Finds the session's seat again after the seats have changed. */
void session_rebind_seat(struct session *session);
/* Frees a seat's slot for another player. No session may refer to it any more. */
void seat_vacate(struct table *table, uint32_t seat);

/* ---- commit.c ---- */

/* Broadcasts events that end with the table's last one, so that everybody then has its current state. */
void commit_broadcast_events(struct table *table, struct shared_buffer *frame);
/* Broadcasts at once what is already committed. */
void commit_broadcast_committed(const struct table *table, struct shared_buffer *frame);

/* Callbacks for the fate of batches: a table's writes were rejected, so nothing decided about it since has happened;
 * and in shared stores, these tables were written, or it is unknown whether they were. */
struct commit_listener {
    void (*table_failed)(struct tables *tables, const struct store_failure *failure);
    void (*written)(struct tables *tables, const struct store_batch *batch);
    void (*outcome_unknown)(struct tables *tables, int64_t *ids, size_t count);
};
/* `failed` is called when the store fails as a whole. */
void committer_start(struct tables *tables, const struct commit_listener *calls, void (*failed)(void *context),
                     void *context);
/* Commits what is left and ends the thread. */
void committer_stop(struct tables *tables);

/* ---- game.c ---- */

/* Opens the first game of a table, or another one. */
bool game_open(struct table *table, const struct carom_game_config *config, carom_ms now, struct api_error *error);
/* Builds the message `game`. */
struct shared_buffer *game_message(const struct table *table, uint32_t game);
/* Applies events from the store and broadcasts those that the sessions do not have yet; `other`: they belong to
 * another game. False: they are not a valid game. */
bool game_replace_from_log(struct table *table, const struct store_table_data *data, bool other);
/* Applies the events from <= seq < next of a game being loaded, without broadcasting. False: they are not a valid
 * game. */
bool game_load(struct table *table, const struct store_table_data *data, uint32_t from, uint32_t next);
/* Call when all events are applied. False: they are not a valid game. */
bool game_loaded(struct table *table);
/* Starts solving the current round, unless that was done. */
void game_solve(struct table *table);

/* ---- event_log.c: the log ---- */

/* Encloses the events of one command: each is appended to the log before it is applied, and all are broadcast
 * together at the end. */
void event_log_begin(struct table *table);
/* Appends an event to the log, and its public text, without secrets, to the message for everyone at the table. */
void event_log_append(struct table *table, const struct carom_event *event);
void event_log_publish(struct table *table);
/* Sends events that were read: to one connection, or (NULL) to the whole table. */
#define EVENT_LOG_PAGE TEST_LIMIT(256u * 1024, 2048u)
void event_log_send(struct table *table, struct connection *conn, const struct store_table_data *data, uint32_t from);

/* ---- round_result.c ---- */

/* Starts solving the current round, unless that was done; calls `unreachable` if its target cannot be reached (R18). */
void round_solve_start(struct table *table, void (*unreachable)(struct table *table, carom_ms now));
/* Cancels the table's solve job, if there is one. */
void round_solve_cancel(struct table *table);
/* Sends the solver's result once it is known and the round is over. */
void round_result_broadcast(struct table *table);
/* The solver's result as a frame for a new session; NULL: there is none to send. */
struct shared_buffer *round_result_message(const struct table *table);

#endif
