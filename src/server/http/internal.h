/*
 * Private interfaces between the files of this layer.
 */
#ifndef SERVER_HTTP_INTERNAL_H
#define SERVER_HTTP_INTERNAL_H

#include "http_request.h"

/* ---- query.c: reading query parameters; on false an error was answered ---- */

/* Reads an integer from 0 to `most`; leaves *number unchanged if the parameter is missing. */
bool http_query_uint(struct http_request *request, const char *name, uint64_t most, uint64_t *number);
/* Reads a word and sets its index in `words`; leaves *choice unchanged if the parameter is missing. */
bool http_query_enum(struct http_request *request, const char *name, const char *const *words, unsigned count,
                     unsigned *choice);
bool http_query_bool(const struct http_request *request, const char *name);

/* ---- api_company.c: shared by circles, matches and daily results; on false `error` is set ---- */

/* Are circles and shared results switched on? */
bool http_company_served(const struct http_request *request, struct api_error *error);
/* Parses the body, a JSON object. */
bool http_read_object(const struct http_request *request, struct carom_json *json, struct carom_json_node *nodes,
                      uint32_t size, struct api_error *error);
/* Reads the member `device` and hashes it. */
bool http_read_device(const struct carom_json *json, char hash[DEVICE_LENGTH + 1], struct api_error *error);
/* Takes one from the client address's hourly allowance of this kind. False: it is used up. */
bool http_take_per_hour(struct http_request *request, enum rate_kind kind, uint64_t per_hour, struct api_error *error);
/* Takes from the hourly allowance of log writes of the client address. False: it is used up. */
bool http_take_log_quota(struct http_request *request, uint64_t units, struct api_error *error);
/* Reads the token of the requesting member, "" if there is none. A malformed code counts as a failed lookup. */
bool http_read_member(struct http_request *request, bool bad_code, char token[SEAT_TOKEN_LENGTH + 1],
                      struct api_error *error);
/* Charges the address for what was read for it, and for asking for a circle that does not exist. */
void http_charge_records(struct http_request *request, const struct company_op *op);
/* Replies with `op.answer`, which it takes over. It must not be cached. Refuses, as `what`, a long one while too many
 * are being sent. */
void http_reply_company(struct http_request *request, const char *what, unsigned status, const char *type,
                        struct company_op *op);

/* ---- request handlers: each replies or suspends; false: the path is not its own ---- */

bool handle_ws_upgrade(struct http_request *request);
bool handle_server_info(struct http_request *request); /* features that this server offers the page */
bool handle_daily(struct http_request *request);       /* results of daily puzzles */
bool handle_circles(struct http_request *request);     /* circles */
bool handle_matches(struct http_request *request);     /* matches over days in circles */
bool handle_tables(struct http_request *request);
bool handle_game_logs(struct http_request *request);
bool handle_public_tables(struct http_request *request); /* the list of public tables */
/* Creates a table for this request and replies. False: it was refused, and nothing was replied. */
bool api_create_table(struct http_request *request, const struct carom_game_config *config,
                      const struct table_options *options);
bool handle_positions(struct http_request *request);
bool handle_metrics(struct http_request *request);
/* Is this a request for /metrics with the right token, so that it needs no password? */
bool metrics_token_matches(struct http_request *request);
bool handle_pictures(struct http_request *request);
bool handle_qr(struct http_request *request);
bool handle_link_preview(struct http_request *request);
bool handle_static_file(struct http_request *request);

/* static_files.c: replies with index.html, its <head> texts replaced by what `write_head` writes. False: the file has
 * no place for them. */
bool static_index_with_head(struct http_request *request, text_writer *write_head, const void *context);

/* ---- request_budget.c: CPU time per loop iteration ---- */

/* Has this loop iteration CPU time left? False: the request was suspended and is resumed in a later iteration. */
bool loop_budget_left(struct http_request *request);
/* Call at the end of an iteration. True: postponed requests wait, and the next iteration should begin at once. */
bool loop_budget_next_iteration(struct http *http);
/* Drops all postponed requests. */
void postponed_drop_all(struct http *http);

/* ---- process.c: resource usage of this process ---- */

struct process_facts {
    uint64_t cpu_us;
    uint64_t open_files;
    uint64_t most_files;
    uint64_t virtual_bytes;
    uint64_t resident_bytes;
};
/* Reads /proc; a fact that cannot be read is 0. */
struct process_facts process_facts(void);

/* ---- game_logs.c: game logs as downloads ---- */

struct log_request {
    int64_t table;
    uint32_t game;
    bool secrets;     /* include the secrets of the first event, because the game is over */
    const char *name; /* suggested file name */
};
/* Replies with the log as the store has it: events that are not yet committed are missing. */
void http_reply_log(struct http_request *http_request, const struct log_request *request);

/* ---- access_log.c: the access log ---- */

/* Opens the access log. False: the error has been logged. */
bool access_log_open(struct http *http);
void access_close(struct http *http);
/* Writes the line of a request that has been answered. */
void access_log_write(const struct http_request *request, carom_ms now);

/* ---- server_texts.c: the server's own texts, in the client's language ---- */

enum server_text { /* in the order of the table in server_texts.c */
                   TEXT_PASSWORD,
                   TEXT_ENTER,
                   TEXT_WRONG_PASSWORD,
                   TEXT_TOO_MANY_TRIES,
                   TEXT_ABOUT,
                   TEXT_DAILY,
                   TEXT_CHALLENGE_TITLE,
                   TEXT_CHALLENGE,
                   TEXT_CHALLENGE_CLAIM, /* with the placeholders {n} and {time} */
                   TEXT_TABLE_TITLE,
                   TEXT_TABLE,
                   TEXT_GAME_TITLE,
                   TEXT_GAME,
                   SERVER_TEXTS,
};
const char *
server_language(const struct http_request *request); /* the client's language tag, by Accept-Language: "pt", "zh-TW" */
const char *server_text(const struct http_request *request, enum server_text text);

/* ---- password_gate.c: servers with a password ---- */

/* Reads the files of the password and the /metrics token, if they are set. False: the error has been logged. */
bool password_gate_init(struct http *http);
/* Does the request have `Authorization: Bearer` with this token? Wrong tokens count as wrong passwords. */
bool request_has_token(struct http_request *request, const struct password *token);
/* Does the request pass the password gate? False: it was answered with the form, or with 401. */
bool password_gate_allows(struct http_request *request);

/* ws_upgrade.c: is the Origin header missing, our own, or listed in --origins? */
bool origin_allowed(const struct http_request *request);
/* Is the path below /api? */
bool below_api(const struct http_request *request);
/* Adds the CORS headers that let pages of --origins read replies below /api; call it for every reply. */
void cors_allow(struct http_request *request);
/* Answers a CORS preflight request, which cannot carry a password. False: it is not one. */
bool cors_preflight(struct http_request *request);
/* router.c: checks the request and calls the handler of its path. */
void http_dispatch(struct http_request *request);

#endif
