/*
 * What the files of this layer tell each other beside exchanges, and nobody else.
 */
#ifndef SERVER_HTTP_INTERNAL_H
#define SERVER_HTTP_INTERNAL_H

#include "http_request.h"

/* ---- query.c: the query read; each answers by itself what it cannot read, and returns false ---- */

/* A whole number from `least` to `most`; `*number` stays as it is if there is none. */
bool http_query_uint(struct http_request *request, const char *name, uint64_t most, uint64_t *number);
/* The word's place in a list like `any|no|only`; likewise. */
bool http_query_enum(struct http_request *request, const char *name, const char *const *words, unsigned count,
                     unsigned *choice);
bool http_query_bool(const struct http_request *request, const char *name);

/* ---- api_circles.c: the body read; each sets the error if it cannot ---- */

bool http_read_object(const struct http_request *request, struct carom_json *json, struct carom_json_node *nodes,
                      uint32_t size, struct api_error *error);
/* A name that people see: the member `key`. */
bool http_read_name(struct http_request *request, const char *key, const struct carom_json *json,
                    char name[NICKNAME_MAX + 1], struct api_error *error);
/* The member `device`, hashed. */
bool http_read_device(const struct carom_json *json, char hash[DEVICE_LENGTH + 1], struct api_error *error);
/* Has the address this left? */
bool http_take_per_hour(struct http_request *request, enum rate_kind kind, uint64_t per_hour, struct api_error *error);
/* Takes from what the address may have written to logs in an hour. */
bool http_take_log_quota(struct http_request *request, uint64_t units, struct api_error *error);
/* Charges the address for what was read for it. */
void http_charge_records(struct http_request *request, const struct company_op *op);
/* Answers with `op.answer`, which is taken over; nobody may cache it. */
void http_reply_company(struct http_request *request, unsigned status, const char *type, struct company_op *op);

/* ---- the addresses: each answers (or suspends) what it knows; false: not its address ---- */

bool handle_ws_upgrade(struct http_request *request);
bool handle_server_info(struct http_request *request); /* which parts of the page this server serves */
bool handle_daily(struct http_request *request);       /* everybody's results of the daily puzzles */
bool handle_circles(struct http_request *request);     /* those of friends */
bool handle_matches(struct http_request *request);     /* their matches over days */
/* Does this server have them? False: the error says no. */
bool http_company_served(const struct http_request *request, struct api_error *error);
bool handle_tables(struct http_request *request);
bool handle_game_logs(struct http_request *request);
bool handle_public_tables(struct http_request *request); /* tables that everybody may find */
/* What a request for a new table is answered, and the request itself; false: it was refused. */
bool api_create_table(struct http_request *request, const struct carom_game_config *config,
                      const struct table_options *options);
bool handle_positions(struct http_request *request);
bool handle_metrics(struct http_request *request);
/* Is this a request for /metrics with the right token? Then no password is asked for. */
bool metrics_by_token(struct http_request *request);
bool handle_pictures(struct http_request *request);
bool handle_qr(struct http_request *request);
bool handle_link_preview(struct http_request *request);
bool handle_static_file(struct http_request *request);

/* static_files.c: answers with the page, and what `write_head` writes in its head instead of its own words. False: it
 * has no place for them. */
bool static_index_with_head(struct http_request *request, text_writer *write_head, const void *context);

/* ---- request_budget.c: how much is done in one turn of the loop ---- */

/* True if this loop iteration has time left. False: the request was suspended and is resumed in a later iteration.
 */
bool loop_budget_left(struct http_request *request);
/* The end of a turn. True: some have waited for it, and are run in the next one, which should begin at once. */
bool loop_budget_next_iteration(struct http *http);
/* Nobody waits any more. */
void postponed_drop_all(struct http *http);

/* ---- process.c: what the system knows about this process ---- */

struct process_facts {
    uint64_t cpu_us;
    uint64_t open_files;
    uint64_t most_files;
    uint64_t virtual_bytes;
    uint64_t resident_bytes;
};
/* What cannot be found out is 0. */
struct process_facts process_facts(void);

/* ---- game_logs.c: a game's log as a file ---- */

struct log_request {
    int64_t table;
    uint32_t game;
    bool secrets;     /* with those of the first event: the game is over */
    const char *name; /* for the file */
};
/* Answers with it. What was appended but not yet committed is not in it: the store's reader does not see it. */
void http_reply_log(struct http_request *http_request, const struct log_request *request);

/* ---- access_log.c: the access log ---- */

/* False: a line has been logged. */
bool access_log_open(struct http *http);
void access_close(struct http *http);
/* The request has been answered. */
void access_log_write(const struct http_request *request, carom_ms now);

/* ---- server_texts.c: what the server says itself, in the language of whoever asks ---- */

enum server_text { /* in the order of the table */
                   TEXT_PASSWORD,
                   TEXT_ENTER,
                   TEXT_WRONG_PASSWORD,
                   TEXT_TOO_MANY_TRIES,
                   TEXT_ABOUT,
                   TEXT_DAILY,
                   TEXT_CHALLENGE_TITLE,
                   TEXT_CHALLENGE,
                   TEXT_CHALLENGE_CLAIM, /* with {n} and {time} */
                   TEXT_TABLE_TITLE,
                   TEXT_TABLE,
                   TEXT_GAME_TITLE,
                   TEXT_GAME,
                   SERVER_TEXTS,
};
const char *server_language(const struct http_request *request); /* its tag: "pt", "zh-TW" */
const char *server_text(const struct http_request *request, enum server_text text);

/* ---- password_gate.c: a server with a password ---- */

/* Reads the files of the password and of the token for /metrics, if there are any. False: a line has been logged. */
bool password_gate_init(struct http *http);
/* Does the request say `Authorization: Bearer` and this token? Wrong ones count as wrong passwords do. */
bool private_has_token(struct http_request *request, const struct password *token);
/* May whoever asks have anything? False: that was answered. */
bool password_gate_allows(struct http_request *request);

/* ws_upgrade.c: a page in a browser says where it comes from; it has to be our own, or one that was allowed. */
bool origin_allowed(const struct http_request *request);
/* Is it one of the addresses for programs? */
bool below_api(const struct http_request *request);
/* Lets pages of --origins read answers below /api (CORS); to be called for every answer. */
void cors_allow(struct http_request *request);
/* A browser asks whether such a page may: answered without a password, which it cannot say. False: it is not that. */
bool cors_preflight(struct http_request *request);
/* router.c: gives the request to whoever knows its address. */
void http_dispatch(struct http_request *request);

#endif
