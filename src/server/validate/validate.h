/*
 * What comes from outside, checked once: messages, table codes, nicknames, ids, tokens, addresses, and how much of it
 * anybody may send. And the other way: refusals as codes with arguments (docs/protocol.md).
 *
 * Nothing here knows about sockets or tables, so that everything that arrives can be fuzzed.
 */
#ifndef SERVER_VALIDATE_H
#define SERVER_VALIDATE_H

#include <carom/referee.h>
#include <carom/text.h>
#include <carom/types.h>

#include "../../referee/api_errors.h"

/* ---- table_codes.c: the codes of tables ---- */

#define CODE_LENGTH 8           /* 40 bits */
#define TABLE_CODE_LENGTH_OLD 6 /* of tables made by earlier versions: their links go on working */

extern const char table_code_alphabet[33]; /* each is five bits */
/* Reads a code in any case, with blanks and hyphens anywhere; `code` gets its characters and a NUL. */
bool table_code_read(char code[CODE_LENGTH + 1], const char *text, size_t length);
void table_code_random(char code[CODE_LENGTH + 1]);

/* ---- names.c: nicknames and the ids of players ---- */

#define NICKNAME_MAX 48 /* bytes */

enum name_error {
    NAME_OK,
    NAME_EMPTY,
    NAME_TOO_LONG,
    NAME_FORBIDDEN_CHARACTER, /* not UTF-8, or with characters that could deceive or disturb the other players' screens
                               */
};
/* Cuts blanks from both ends into `name` (NICKNAME_MAX bytes and a NUL) and says whether it will do. */
enum name_error name_read(char name[NICKNAME_MAX + 1], const char *text, size_t length);
/* Would people take one for the other (confusables.c)? */
bool name_confusable(const char *a, const char *b);

/* ---- banned_words.c: words that no name has ---- */

/* Is one of `words` (one a line, `#` for remarks, valid UTF-8; NULL: our own short list) in the name? */
bool name_has_banned_word(const char *words, const char *name);

/* `bot-5-2`: level 5. 0 if it is no id of a bot of the server's own. */
unsigned bot_level_from_id(const char *id);
/* Is it a bot's, the server's own or one that came over the network, `bot-5-p12`? */
bool id_is_bot(const char *id);
/* `p12`, `bot-5-p12`: 12, up to 18 digits. 0 if it is no such id. */
uint64_t player_number_from_id(const char *id);

/* ---- random_ids.c: what nobody may guess ---- */

#define SEAT_TOKEN_LENGTH 22 /* 128 bits in base64url */
#define SEAT_TOKEN_HASH_SIZE 32

/* Tokens of seats: made from the system's random source, kept only as hashes, compared in constant time. */
void seat_token_random(char token[SEAT_TOKEN_LENGTH + 1]);
bool seat_token_is_well_formed(const char *token, size_t length);
void seat_token_hash(uint8_t hash[SEAT_TOKEN_HASH_SIZE], const char *token);
bool seat_token_hash_equal(const uint8_t a[SEAT_TOKEN_HASH_SIZE], const uint8_t b[SEAT_TOKEN_HASH_SIZE]);

/* A seed for dealt positions: below 2^53. */
uint64_t random_seed(void);
/* Lets a game be dealt by a new secret of 256 bits (docs/referee.md, "Provable chance"). */
void rules_set_random_secret(struct carom_rules *rules);
/* A number for programs that play at the table: it follows from the game's chance, and tells nothing about it. */
uint64_t derive_bot_seed(const struct carom_rules *rules, uint64_t number);
/* A number for the table with that time of creation: from 1, rising with time (until 2248), unique by chance. */
int64_t random_table_id(int64_t created);

/* ---- password.c: a server for those who know one ---- */

#define PASSWORD_MIN 8 /* bytes */
#define PASSWORD_MAX 200
#define COOKIE_SIZE 100

/* Neither part gives the password away: a keyed hash to compare with, and a key for cookies that took long to make. */
struct password {
    bool set;
    uint8_t salt[32];
    uint8_t hash[32];
    uint8_t key[32];
};

/* False: it is too short or too long, or there is no memory. */
bool password_set(struct password *password, const char *text, size_t length);
/* Compared in constant time. */
bool password_matches(const struct password *password, const char *text, size_t length);
/* What a browser that knows it is given, good until then: `1760000000000.9f3c…`. */
void cookie_sign(const struct password *password, carom_ms until, char cookie[COOKIE_SIZE]);
bool cookie_is_valid(const struct password *password, const char *cookie, carom_ms now);

/* ---- rate_limits.c: how much one connection or one address may ask for ---- */

/* So many in so many milliseconds, and at most so many at once. */
struct rate_limit {
    uint64_t per_interval; /* 0: no limit */
    uint64_t ms;
    uint64_t burst;
};

/* `number` a second, that of so many seconds at once; `number` an hour, all of it at once. */
struct rate_limit rate_per_second(uint64_t number, uint64_t seconds);
struct rate_limit rate_per_hour(uint64_t number);

/* A bucket that fills at a rate, from which each request takes a drop. */
struct bucket {
    carom_ms last; /* 0: never used, so full */
    int64_t level;
};

/* Takes one. 0: granted; else the number of milliseconds until the next can be. */
carom_ms bucket_take(struct bucket *bucket, carom_ms now, struct rate_limit rate);

/* Takes what a request turned out to cost, in thousandths of an ordinary one; what is not there is owed. */
void bucket_charge(struct bucket *bucket, carom_ms now, struct rate_limit rate, uint64_t thousandths);

/* What may be written in an hour: spent first, paid off with time. */
struct log_quota {
    carom_ms last; /* 0: never used, so full */
    int64_t level; /* of an hour's worth, in units times an hour's milliseconds; below 0: owed */
};
/* 0: more than `kept` is left; else the number of milliseconds until there is. 0 an hour means no limit. */
carom_ms log_quota_wait(struct log_quota *quota, carom_ms now, uint64_t per_hour, uint64_t kept);
void log_quota_charge(struct log_quota *quota, uint64_t units);
/* What an event of so many bytes costs: an ordinary one 1. And another game, beside its events. */
uint64_t event_log_cost(size_t bytes);
#define NEXT_GAME_COST 50
/* What it costs to lock, list or hand on a table: a row is written, and everybody is told. */
#define HOST_COST 10

/* ---- ip_addresses.c: where it comes from ---- */

#define ADDRESS_SIZE 46 /* an IPv6 address as text, and a NUL */

/* An IPv6 address, or an IPv4 one mapped into it; all zero: the other end of a Unix socket. */
struct address {
    uint8_t bytes[16];
};

struct sockaddr;
bool address_is_ipv4(const struct address *address);
bool address_is_local(const struct address *address);
bool address_equal(const struct address *a, const struct address *b);
void address_from_sockaddr(struct address *address, const struct sockaddr *from);
/* False if `text` is no address. */
bool address_read(struct address *address, const char *text, size_t length);
void address_write(char text[ADDRESS_SIZE], const struct address *address);
/* For logs: the network alone, 24 bits of IPv4 or 48 of IPv6; `-`: the other end of a Unix socket. */
void address_write_short(char text[ADDRESS_SIZE], const struct address *address);
/* The first of the 128 bits; the others 0. */
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

/* One of them; false: it is none. */
bool network_read(struct network *network, const char *text, size_t length);
bool network_contains(const struct network *network, const struct address *address);
#define NETWORK_SIZE (ADDRESS_SIZE + 4)
void network_write(char text[NETWORK_SIZE], const struct network *network);

/* Reads `10.0.0.0/8, 2001:db8::/32, 192.0.2.1, unix`. False: something in it is no network, or there are too many. */
bool networks_read(struct networks *networks, const char *list);
bool networks_contain(const struct networks *networks, const struct address *address);

/* Who is asking: the peer itself or, if the peer is one of the trusted `proxies`, the last address in X-Forwarded-For
 * that is not. `forwarded` has the lines of that header in their order, joined with commas; it may be NULL. */
struct address address_behind_proxy(const struct address *peer, const char *forwarded, const struct networks *proxies);

/* ---- bans.c: addresses that are not answered for a while ---- */

#define BANS_MAX 1000

/* By whoever runs the server (src/server/admin, which keeps them beside its socket). */
struct bans {
    unsigned count;
    struct ban {
        struct network network;
        carom_ms until;
    } items[BANS_MAX];
};

/* Of IPv6 at least 64 bits are banned together, because one person has them all. False: there are too many. */
bool ban_add(struct bans *bans, struct network *network, carom_ms now, carom_ms until);
/* False: it is not banned. */
bool ban_remove(struct bans *bans, struct network *network);
/* For how many milliseconds more an address is; 0: it is not. */
carom_ms ban_remaining_ms(const struct bans *bans, const struct address *address, carom_ms now);

/* ---- http_headers.c: what the head of a request says before anything else is looked at ---- */

/* May `name` be given as the name of a server: `carom.example`, `192.0.2.1`, `[2001:db8::1]`? */
bool hostname_is_valid(const char *name);
/* Is the header Host (NULL: there is none), whatever its port, one of the names? */
bool http_host_allowed(const char *host, const char *const *names);

/* Headers that frame a request. They must be unambiguous, or a proxy could see other request boundaries than we do
 * (request smuggling). */
struct framing_headers {
    unsigned host_count;
    unsigned content_length_count;    /* Content-Length */
    unsigned transfer_encoding_count; /* Transfer-Encoding */
    bool has_unknown;                 /* ... that is not `chunked`; or a field whose name is none */
};
void framing_headers_add(struct framing_headers *headers, const char *name, const char *value);
bool framing_headers_unambiguous(const struct framing_headers *headers);

/* ---- client_addrs.c: who is asking ---- */

/* What is counted while it is open, and what there is a rate of. */
enum client_counter {
    COUNTER_CONNECTIONS, /* of any kind */
    COUNTER_WEBSOCKETS,  /* of these, WebSockets */
};
#define COUNTS 2
enum rate_kind {
    RATE_CONNECT,  /* a connection */
    ALLOW_REQUEST, /* over HTTP */
    RATE_NEW_TABLE,
    RATE_FAILED_LOOKUP,   /* a code that is none */
    RATE_PICTURE,         /* that has to be drawn */
    RATE_FAILED_PASSWORD, /* a password that is wrong */
};
#define RATE_KINDS 6

/* What is remembered of an address while it uses the server, and a little longer. Of IPv6 it is the network of 64 bits,
 * because one person has all the others; and that of 48 bits, because one person can have many of those. */
struct client_addr {
    struct client_addr *next;      /* in its bucket */
    struct client_addr *newer;     /* if nobody uses it: the one that was left after it ... */
    struct client_addr **link;     /* ... and what points to this one */
    struct client_addr *subnet_48; /* the network of 48 bits that it belongs to, which has limits too; or NULL */
    struct address address;        /* the bits that count */
    uint8_t bits;
    char text[ADDRESS_SIZE + 4]; /* `192.0.2.1`, `2001:db8:1:2::/64` */
    carom_ms seen;
    unsigned refs; /* connections, requests, narrower ones that refer to it */
    unsigned open_counts[COUNTS];
    struct bucket buckets[RATE_KINDS];
    struct log_quota events;     /* what it lets be written to logs */
    carom_ms password_ban_until; /* so many passwords were wrong that none is looked at until then */
    carom_ms lookup_ban_until;   /* so many codes were none that none of its is believed until then */
};

/* Numbers that stand for an address and the network of 48 bits round it, the same on every server; 0: none. */
struct origin {
    uint64_t address;
    uint64_t network;
};
struct origin visitor_origin(const struct client_addr *client_addr);

#define CLIENT_ADDR_BUCKETS 4096
#define SUBNET_48_FACTOR 4 /* so many times as much as a network of 64 bits may one of 48 */

struct client_addrs {
    unsigned capacity;
    unsigned count;
    struct client_addr *idle_list;  /* oldest first */
    struct client_addr **idle_tail; /* where the next is hung */
    uint8_t key[16];
    struct client_addr *buckets[CLIENT_ADDR_BUCKETS];
};

void client_addrs_init(struct client_addrs *client_addrs, unsigned most);
/* The entry of an address, made if it is new, used once more: client_addr_unref when done. Entries without users are
 * forgotten after an hour, the oldest earlier if there is no room. NULL: there is none, all are in use. */
struct client_addr *client_addr_get(struct client_addrs *client_addrs, const struct address *address, carom_ms now);
/* One more user of an entry that has one. */
void client_addr_ref(struct client_addr *client_addr);
void client_addr_unref(struct client_addrs *client_addrs, struct client_addr *client_addr);
void client_addrs_expire(struct client_addrs *client_addrs, carom_ms now);
/* Nobody uses any. */
void client_addrs_destroy(struct client_addrs *client_addrs);

/* Counts a failed table-code lookup. After too many, clients of this address without a seat get no answer about codes
 * for a while; the second function returns the ms left. */
void client_addr_failed_lookup(struct client_addr *client_addr, carom_ms now, uint64_t per_hour);
carom_ms client_addr_lookup_ban_ms(const struct client_addr *client_addr, carom_ms now);

/* Counts, and asks whether there are `most` already, here or (WIDER times as many) in the network round it. */
void client_addr_count(struct client_addr *client_addr, enum client_counter what, int change);
bool client_addr_at_limit(const struct client_addr *client_addr, enum client_counter what, uint64_t most);
/* As bucket_take, from its bucket and that of the network round it. */
carom_ms client_addr_take(struct client_addr *client_addr, enum rate_kind kind, carom_ms now, struct rate_limit rate);

/* Requests are `number` a second, that of ten seconds at once. Some cost more than others: of logs and histories every
 * 128 KiB that were read count as one, of positions ten that were dealt. */
struct rate_limit rate_of_requests(uint64_t number);
void client_addr_charge_read(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, size_t bytes);
void client_addr_charge_deal(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, uint64_t positions);

/* ---- api_error.c: why not ---- */

struct api_error {
    enum api_error_code code;
    struct carom_refusal referee; /* API_ERR_REFEREE */
    int64_t number;               /* where the code has a number */
    char detail[320];             /* where it has words: an English sentence */
};

const char *api_error_name(const struct api_error *error);
/* The status an HTTP answer has. */
unsigned api_error_http_status(const struct api_error *error);
/* As members of an object: `"refused":"bid","why":"rate","args":{"retry":120},"sentence":"…"`. */
void api_error_write(struct carom_text *text, const char *refused_do, const struct api_error *error);
/* Counts a refusal that is sent. Not part of writing it: a text that did not fit is written again. */
void api_error_counted(const struct api_error *error);
uint64_t api_error_count(enum api_error_code code);
const char *api_error_code_name(enum api_error_code code);
/* Sets it and returns false, so that a reader can `return refuse(...)`. */
bool api_error_set(struct api_error *error, enum api_error_code code);
bool api_error_set_number(struct api_error *error, enum api_error_code code, int64_t number);
bool api_error_set_detail(struct api_error *error, enum api_error_code code, const char *what);
bool api_error_from_input(struct api_error *error, enum api_error_code code, const struct carom_error *input_error);
bool api_error_from_referee(struct api_error *error, struct carom_refusal referee);

/* ---- table_options.c: how a table is laid ---- */

/* A table's options beyond the referee's rules. */
struct table_options {
    bool latency_credit; /* bids are credited with half the round trip */
    bool scratch_board;  /* the page offers a private board to try moves on */
    bool custom; /* board, robots, tokens, dice or seed may be chosen; never changes, and every player sees it */
    bool public; /* everybody may find it; the host's to change */
};
#define TABLE_OPTIONS_DEFAULT ((struct table_options){.latency_credit = true})
/* Reads the members that are there into `options`. */
bool table_options_read(struct table_options *options, const struct carom_json *json, uint32_t object,
                        struct api_error *error);
/* As an object: `{"credit":true,"plan":false,"arranged":false,"listed":false}`, with its key or none. */
void table_options_write_members(struct carom_text *text, const struct table_options *options);
void table_options_write(struct carom_text *text, const char *key, const struct table_options *options);

/* The opening of a new table from a `rules` object (CAROM_JSON_NONE: the default box): a lost connection must not stop
 * a game, so where `demonstration` is not given it is two minutes; where `seed` is not, a new secret deals. Only at
 * tables that are `arranged` or have one seat may what is dealt be chosen. */
#define DEMONSTRATION_DEFAULT_MS 120000
bool game_config_read_checked(struct carom_game_config *config, const struct carom_json *json, uint32_t rules,
                              bool arranged, struct api_error *error);

/* ---- request.c: a client's message as a checked request ---- */

#define PROTOCOL_VERSION 1
#define REQUEST_NODES CAROM_JSON_NODES_MAX /* JSON nodes of a message at most */

enum request_kind {
    REQUEST_HELLO,
    REQUEST_COMMAND, /* one of the referee's */
    REQUEST_BOT,
    REQUEST_NEXT_GAME,
    REQUEST_TIME,
    REQUEST_WATCH,
    REQUEST_REACTION,
    REQUEST_LOCK, /* from here on the host's */
    REQUEST_UNLOCK,
    REQUEST_REMOVE,
    REQUEST_END,
    REQUEST_HOST,
    REQUEST_PAUSE,
    REQUEST_RESUME,
    REQUEST_LIST,
    REQUEST_MAKE_PRIVATE,
};

/* What players can say to each other. */
#define REACTIONS 6
const char *reaction_name(unsigned reaction);

struct request {
    bool has_id;
    int64_t id;
    enum request_kind kind;
    const char *name; /* `bid`; static text, "" if `do` was not understood */

    struct carom_command command; /* without who and when: those the server knows */
    bool move_is_malformed;       /* its move is none of either game */

    int64_t version; /* hello */
    char code[CODE_LENGTH + 1];
    bool has_token;
    char token[SEAT_TOKEN_LENGTH + 1];
    bool has_resume_seq;
    uint32_t resume_seq;
    uint32_t game; /* 0: not said */
    bool display;

    unsigned level; /* bot; 0: `remove`. join: of a program; 0: of a person */
    char remove[CAROM_ID_SIZE];

    char player[CAROM_ID_SIZE]; /* remove, host: who */
    unsigned reaction;          /* react */

    uint32_t rules; /* again: node of its rules and options, or CAROM_JSON_NONE */
    uint32_t options;
};

/* Reads a message. `json` and `nodes` stay in use while the request's nodes are looked at. On false `refused` says why,
 * and the request's id and word are set as far as they could be read. */
bool request_read(struct request *request, struct carom_json *json, struct carom_json_node nodes[REQUEST_NODES],
                  const char *text, size_t length, struct api_error *error);

#endif
