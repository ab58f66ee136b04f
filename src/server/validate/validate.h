/*
 * Input validated once: messages, table codes, nicknames, ids, tokens, addresses, and rate limits. Also errors as codes
 * with arguments (docs/reference/protocol.md).
 *
 * Nothing here knows about sockets or tables, so that all input can be fuzzed.
 */
#ifndef SERVER_VALIDATE_H
#define SERVER_VALIDATE_H

#include <carom/referee.h>
#include <carom/text.h>
#include <carom/types.h>

#include "../../referee/api_errors.h"

/* ---- table_codes.c ---- */

#define CODE_LENGTH 8           /* 40 bits */
#define TABLE_CODE_LENGTH_OLD 6 /* of tables created by earlier versions, whose links still work */

extern const char table_code_alphabet[33]; /* five bits per character */
/* Reads a code in any case, with blanks and hyphens anywhere, into `code` with a NUL. */
bool table_code_read(char code[CODE_LENGTH + 1], const char *text, size_t length);
void table_code_random(char code[CODE_LENGTH + 1]);

/* Codes of circles look the same, but are longer, because a circle's link is good for years: 60 bits. */
#define CIRCLE_CODE_LENGTH 12
bool circle_code_read(char code[CIRCLE_CODE_LENGTH + 1], const char *text, size_t length);
void circle_code_random(char code[CIRCLE_CODE_LENGTH + 1]);

/* ---- names.c: nicknames and player ids ---- */

#define NICKNAME_MAX 48 /* bytes */

enum name_error {
    NAME_OK,
    NAME_EMPTY,
    NAME_TOO_LONG,
    NAME_FORBIDDEN_CHARACTER, /* not UTF-8, or with characters that could deceive people or disturb their screens */
};
/* Trims blanks into `name` (NICKNAME_MAX bytes and a NUL) and validates it. */
enum name_error name_read(char name[NICKNAME_MAX + 1], const char *text, size_t length);
/* Could people mistake one for the other (confusables.c)? */
bool name_confusable(const char *a, const char *b);

/* ---- banned_words.c ---- */

/* Does the name contain one of `words` (one per line, `#` for comments, valid UTF-8; NULL: the built-in list)? */
bool name_has_banned_word(const char *words, const char *name);

/* The level in `bot-5-2`: 5. 0 if it is not the id of one of the server's own bots. */
unsigned bot_level_from_id(const char *id);
/* Is it a bot's id, of the server's own or of one that joined over the network, `bot-5-p12`? */
bool id_is_bot(const char *id);
/* The number in `p12` or `bot-5-p12`: 12, up to 18 digits. 0 if it is not such an id. */
uint64_t player_number_from_id(const char *id);

/* ---- random_ids.c: what nobody may guess ---- */

#define SEAT_TOKEN_LENGTH 22 /* 128 bits in base64url */
#define SEAT_TOKEN_HASH_SIZE 32

/* Seat tokens: from the system's random source, stored only as hashes, compared in constant time. */
void seat_token_random(char token[SEAT_TOKEN_LENGTH + 1]);
bool seat_token_is_well_formed(const char *token, size_t length);
void seat_token_hash(uint8_t hash[SEAT_TOKEN_HASH_SIZE], const char *token);
bool seat_token_hash_equal(const uint8_t a[SEAT_TOKEN_HASH_SIZE], const uint8_t b[SEAT_TOKEN_HASH_SIZE]);

/* A seed for dealt positions: below 2^53. */
uint64_t random_seed(void);
/* Makes the game be dealt from a new secret of 256 bits (docs/reference/referee.md, "Provable chance"). */
void rules_set_random_secret(struct carom_rules *rules);
/* A seed for bots at the table, derived from the game's randomness without revealing anything about it. */
uint64_t derive_bot_seed(const struct carom_rules *rules, uint64_t number);
/* An id for a table created at this time: from 1, increasing with time (until 2248), unique with high probability. */
int64_t random_table_id(int64_t created);

/* ---- password.c: private servers ---- */

#define PASSWORD_MIN 8 /* bytes */
#define PASSWORD_MAX 200
#define COOKIE_SIZE 100

/* Neither member reveals the password: a keyed hash to compare with, and a key for cookies from a slow derivation. */
struct password {
    bool set;
    uint8_t salt[32];
    uint8_t hash[32];
    uint8_t key[32];
};

/* False: too short or too long, or out of memory. */
bool password_set(struct password *password, const char *text, size_t length);
/* Compares in constant time. */
bool password_matches(const struct password *password, const char *text, size_t length);
/* Writes the cookie for a browser that entered the password, valid until then: `1760000000000.9f3c…`. */
void cookie_sign(const struct password *password, carom_ms until, char cookie[COOKIE_SIZE]);
bool cookie_is_valid(const struct password *password, const char *cookie, carom_ms now);

/* ---- rate_limits.c: token buckets per connection and per address ---- */

/* A rate limit: `per_interval` in `interval` milliseconds, and at most `burst` at once. */
struct rate_limit {
    uint64_t per_interval; /* 0: no limit */
    uint64_t ms;
    uint64_t burst;
};

/* `number` per second with a burst of that many seconds; `number` per hour with a burst of all. */
struct rate_limit rate_per_second(uint64_t number, uint64_t seconds);
struct rate_limit rate_per_hour(uint64_t number);

/* A token bucket. */
struct bucket {
    carom_ms last; /* time of last use; 0: never used, so full */
    int64_t level;
};

/* Takes one token. 0: granted; else the milliseconds until the next one. */
carom_ms bucket_take(struct bucket *bucket, carom_ms now, struct rate_limit rate);

/* Charges what a request turned out to cost, in thousandths of an ordinary one; may go into debt. */
void bucket_charge(struct bucket *bucket, carom_ms now, struct rate_limit rate, uint64_t thousandths);

/* Hourly allowance for log writes: charged afterwards, refilled over time. */
struct log_quota {
    carom_ms last; /* time of last use; 0: never used, so full */
    int64_t level; /* in units times the milliseconds of an hour; negative: in debt */
};
/* 0: more than `kept` is left; else the milliseconds until it is. A `per_hour` of 0 means no limit. */
carom_ms log_quota_wait(struct log_quota *quota, carom_ms now, uint64_t per_hour, uint64_t kept);
void log_quota_charge(struct log_quota *quota, uint64_t units);
/* The cost of an event of this size; an ordinary one costs 1. The cost of another game, besides its events. */
uint64_t event_log_cost(size_t bytes);
#define NEXT_GAME_COST 50
/* The cost of locking, listing or handing on a table: writes a row and tells everybody. */
#define HOST_COST 10

/* ---- ip_addresses.c ---- */

#define ADDRESS_SIZE 46 /* an IPv6 address as text, with a NUL */

/* An IPv6 address, or a mapped IPv4 address; all zero: the other end of a Unix socket. */
struct address {
    uint8_t bytes[16];
};

struct sockaddr;
bool address_is_ipv4(const struct address *address);
bool address_is_local(const struct address *address);
bool address_equal(const struct address *a, const struct address *b);
void address_from_sockaddr(struct address *address, const struct sockaddr *from);
/* False if `text` is not an address. */
bool address_read(struct address *address, const char *text, size_t length);
void address_write(char text[ADDRESS_SIZE], const struct address *address);
/* For logs: only the network, /24 of IPv4 or /48 of IPv6; `-`: the other end of a Unix socket. */
void address_write_short(char text[ADDRESS_SIZE], const struct address *address);
/* Keeps the first `bits` bits and clears the others. */
struct address address_mask(const struct address *address, unsigned bits);

#define NETWORKS_MAX 64

struct network {
    struct address address;
    unsigned bits;
};
struct networks {
    unsigned count;
    struct network items[NETWORKS_MAX];
};

/* Parses one network; false: malformed. */
bool network_read(struct network *network, const char *text, size_t length);
bool network_contains(const struct network *network, const struct address *address);
#define NETWORK_SIZE (ADDRESS_SIZE + 4)
void network_write(char text[NETWORK_SIZE], const struct network *network);

/* Parses `10.0.0.0/8, 2001:db8::/32, 192.0.2.1, unix`. False: malformed, or too many. */
bool networks_read(struct networks *networks, const char *list);
bool networks_contain(const struct networks *networks, const struct address *address);

/* The client's address: the peer itself or, if the peer is a trusted proxy, the last address in X-Forwarded-For that
 * is not one. `forwarded` has the lines of that header in order, joined with commas; it may be NULL. */
struct address address_behind_proxy(const struct address *peer, const char *forwarded, const struct networks *proxies);

/* ---- bans.c ---- */

#define BANS_MAX 1000

/* Bans by the operator (src/server/admin, which stores them beside its socket). */
struct bans {
    unsigned count;
    struct ban {
        struct network network;
        carom_ms until;
    } items[BANS_MAX];
};

/* IPv6 bans cover at least a /64. False: there are too many. */
bool ban_add(struct bans *bans, struct network *network, carom_ms now, carom_ms until);
/* False: it is not banned. */
bool ban_remove(struct bans *bans, struct network *network);
/* Milliseconds until the ban of an address ends; 0: not banned. */
carom_ms ban_remaining_ms(const struct bans *bans, const struct address *address, carom_ms now);

/* ---- http_headers.c: checks before anything else is looked at ---- */

/* Is this a valid host name: `carom.example`, `192.0.2.1`, `[2001:db8::1]`? */
bool hostname_is_valid(const char *name);
/* Is the Host header (NULL: missing), without its port, one of the names? */
bool http_host_allowed(const char *host, const char *const *names);

/* The tag that fits an Accept-Language header (NULL: missing) best; 0, the first, if none does. */
size_t accept_language(const char *header, const char *const *tags, size_t count);

/* Headers that frame a request. They must be unambiguous, or a proxy could see other request boundaries than we do
 * (request smuggling). */
struct framing_headers {
    unsigned host_count;
    unsigned content_length_count;    /* Content-Length */
    unsigned transfer_encoding_count; /* Transfer-Encoding */
    bool has_unknown;                 /* another transfer encoding than `chunked`, or an invalid field name */
};
void framing_headers_add(struct framing_headers *headers, const char *name, const char *value);
bool framing_headers_unambiguous(const struct framing_headers *headers);

/* ---- client_addrs.c ---- */

/* What is counted while it is open, and what is rate-limited. */
enum client_counter {
    COUNTER_CONNECTIONS, /* all kinds */
    COUNTER_WEBSOCKETS,  /* WebSockets only */
    COUNTER_ANSWERS_KIB, /* KiB of long answers being sent */
};
#define COUNTS 3
enum rate_kind {
    RATE_CONNECT,  /* opening a connection */
    ALLOW_REQUEST, /* HTTP requests */
    RATE_NEW_TABLE,
    RATE_FAILED_LOOKUP,   /* failed table-code lookups */
    RATE_PICTURE,         /* pictures to render */
    RATE_FAILED_PASSWORD, /* wrong passwords */
    RATE_NEW_CIRCLE,
    RATE_JOIN_CIRCLE,
    RATE_DAILY_RESULT,
    RATE_NEW_MATCH,
};
#define RATE_KINDS 10

/* What is remembered of an address while it uses the server, and for a while after. IPv6 limits count per /64,
 * because one person has all of it, and per /48, because one person can have many /64s. */
struct client_addr {
    struct client_addr *next;      /* in its bucket */
    struct client_addr *newer;     /* on the unused list: the next newer entry */
    struct client_addr **link;     /* on the unused list: what points to this entry */
    struct client_addr *subnet_48; /* the /48 it belongs to, which has limits too; or NULL */
    struct address address;        /* masked to the bits that count */
    uint8_t bits;
    char text[ADDRESS_SIZE + 4]; /* `192.0.2.1`, `2001:db8:1:2::/64` */
    carom_ms seen;
    unsigned refs; /* connections, requests and narrower networks that refer to it */
    unsigned open_counts[COUNTS];
    struct bucket buckets[RATE_KINDS];
    struct log_quota events;     /* what it may have written to logs */
    carom_ms password_ban_until; /* too many wrong passwords: none is checked until then */
    carom_ms lookup_ban_until;   /* too many failed lookups: no code is looked up until then */
};

/* Hashes of an address and of its /48, the same on every server; 0: none. */
struct origin {
    uint64_t address;
    uint64_t network;
};
struct origin visitor_origin(const struct client_addr *client_addr);

#define CLIENT_ADDR_BUCKETS 4096
#define SUBNET_48_FACTOR 4 /* limit of a /48, in limits of a /64 */

struct client_addrs {
    unsigned capacity;
    unsigned count;
    struct client_addr *idle_list;  /* oldest first */
    struct client_addr **idle_tail; /* where the next one is linked */
    uint8_t key[16];
    struct client_addr *buckets[CLIENT_ADDR_BUCKETS];
};

void client_addrs_init(struct client_addrs *client_addrs, unsigned most);
/* The entry of an address, created if necessary, with one more reference: call client_addr_unref when done. Unused
 * entries are removed after an hour, the oldest earlier if the table is full. NULL: full, and all are in use. */
struct client_addr *client_addr_get(struct client_addrs *client_addrs, const struct address *address, carom_ms now);
/* Adds a reference to an entry that has one. */
void client_addr_ref(struct client_addr *client_addr);
void client_addr_unref(struct client_addrs *client_addrs, struct client_addr *client_addr);
void client_addrs_expire(struct client_addrs *client_addrs, carom_ms now);
/* No references may be left. */
void client_addrs_destroy(struct client_addrs *client_addrs);

/* Counts a failed table-code lookup. After too many, clients of this address without a seat get no answer about codes
 * for a while; the second function returns the ms left. */
void client_addr_failed_lookup(struct client_addr *client_addr, carom_ms now, uint64_t per_hour);
carom_ms client_addr_lookup_ban_ms(const struct client_addr *client_addr, carom_ms now);

/* Changes a count; tells whether it has reached `most`, for the address or (SUBNET_48_FACTOR times as many) for its
 * /48. */
void client_addr_count(struct client_addr *client_addr, enum client_counter what, int change);
bool client_addr_at_limit(const struct client_addr *client_addr, enum client_counter what, uint64_t most);
/* As bucket_take, from the buckets of the address and its /48. */
carom_ms client_addr_take(struct client_addr *client_addr, enum rate_kind kind, carom_ms now, struct rate_limit rate);

/* `number` requests per second with a burst of ten seconds. Some cost more: every 128 KiB read of logs and histories
 * counts as one, and so do ten dealt positions. */
struct rate_limit rate_of_requests(uint64_t number);
void client_addr_charge_read(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, size_t bytes);
void client_addr_charge_deal(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, uint64_t positions);
void client_addr_charge_requests(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, uint64_t number);

/* ---- api_error.c ---- */

struct api_error {
    enum api_error_code code;
    struct carom_refusal referee; /* API_ERR_REFEREE */
    int64_t number;               /* if the code has a numeric argument */
    char detail[320];             /* if the code has a text argument: an English sentence */
};

const char *api_error_name(const struct api_error *error);
/* The HTTP status of the answer. */
unsigned api_error_http_status(const struct api_error *error);
/* Writes members of an object: `"refused":"bid","why":"rate","args":{"retry":120},"sentence":"…"`. */
void api_error_write(struct carom_text *text, const char *refused_do, const struct api_error *error);
/* Counts an error that is sent. Separate from writing it, because a truncated text is written again. */
void api_error_counted(const struct api_error *error);
uint64_t api_error_count(enum api_error_code code);
const char *api_error_code_name(enum api_error_code code);
/* Sets the error and returns false, so that a parser can `return api_error_set(...)`. */
bool api_error_set(struct api_error *error, enum api_error_code code);
bool api_error_set_number(struct api_error *error, enum api_error_code code, int64_t number);
bool api_error_set_detail(struct api_error *error, enum api_error_code code, const char *what);
bool api_error_from_input(struct api_error *error, enum api_error_code code, const struct carom_error *input_error);
bool api_error_from_referee(struct api_error *error, struct carom_refusal referee);

/* ---- table_options.c ---- */

/* A table's options beyond the referee's rules. */
struct table_options {
    bool latency_credit; /* bids are credited with half the round trip */
    bool scratch_board;  /* the page offers a private board for trying moves */
    bool custom;     /* board, robots, tokens, dice or seed may be chosen; never changes, and every player sees it */
    bool public;     /* listed for everybody; the host may change it */
    carom_ms starts; /* a public race: when the server starts the game; 0: players do */
};
#define TABLE_OPTIONS_DEFAULT ((struct table_options){.latency_credit = true})
/* Reads the members that are present into `options`, but for `starts`, which nobody may choose. */
bool table_options_read(struct table_options *options, const struct carom_json *json, uint32_t object,
                        struct api_error *error);
/* Writes `{"credit":true,"plan":false,"arranged":false,"listed":false}`, of a public race with `"starts":...` too; with
 * a key or NULL. */
void table_options_write_members(struct carom_text *text, const struct table_options *options);
void table_options_write(struct carom_text *text, const char *key, const struct table_options *options);

/* Reads the configuration of a new table from a `rules` object (CAROM_JSON_NONE: the default box). The books have
 * no limit for showing a route (R13); at a public table, where strangers play, `demonstration` defaults to two minutes.
 * `seed` defaults to a new secret. What is dealt may be chosen only at tables that are `arranged` or have one seat. */
#define DEMONSTRATION_PUBLIC_MS 120000
bool game_config_read_checked(struct carom_game_config *config, const struct carom_json *json, uint32_t rules,
                              const struct table_options *options, struct api_error *error);

/* ---- request.c ---- */

#define PROTOCOL_VERSION 1
#define REQUEST_NODES CAROM_JSON_NODES_MAX /* JSON nodes of a message */

enum request_kind {
    REQUEST_HELLO,
    REQUEST_COMMAND, /* one of the referee's commands */
    REQUEST_BOT,
    REQUEST_NEXT_GAME,
    REQUEST_TIME,
    REQUEST_WATCH,
    REQUEST_REACTION,
    REQUEST_LOCK, /* from here on only for the host */
    REQUEST_UNLOCK,
    REQUEST_REMOVE,
    REQUEST_END,
    REQUEST_HOST,
    REQUEST_PAUSE,
    REQUEST_RESUME,
    REQUEST_LIST,
    REQUEST_MAKE_PRIVATE,
};

/* Reactions players can send. */
#define REACTIONS 6
const char *reaction_name(unsigned reaction);

struct request {
    bool has_id;
    int64_t id;
    enum request_kind kind;
    const char *name; /* `bid`; static text, "" if `do` was not understood */

    struct carom_command command; /* without sender and time, which the server knows */
    bool move_is_malformed;       /* its move is not one of either game */

    int64_t version; /* hello */
    char code[CODE_LENGTH + 1];
    bool has_token;
    char token[SEAT_TOKEN_LENGTH + 1];
    bool has_resume_seq;
    uint32_t resume_seq;
    uint32_t game; /* 0: not given */
    bool display;

    unsigned level; /* bot: 0 means `remove`. join: of a bot; 0: a person */
    char remove[CAROM_ID_SIZE];

    char player[CAROM_ID_SIZE]; /* remove, host: the player concerned */
    unsigned reaction;          /* react */

    uint32_t rules; /* again: JSON node of its rules and options, or CAROM_JSON_NONE */
    uint32_t options;
};

/* Reads a message. `json` and `nodes` stay in use as long as the request's nodes are. On false `error` says why, and
 * the request's id and name are set as far as they could be read. */
bool request_read(struct request *request, struct carom_json *json, struct carom_json_node nodes[REQUEST_NODES],
                  const char *text, size_t length, struct api_error *error);

#endif
