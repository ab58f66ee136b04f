/*
 * What comes from outside, checked once: messages, table codes, nicknames, ids, tokens, addresses, and how much of it
 * anybody may send. And the other way: refusals as codes with arguments (docs/protocol.md).
 *
 * Nothing here knows about sockets or tables, so that everything that arrives can be fuzzed.
 */
#ifndef SERVER_BORDER_H
#define SERVER_BORDER_H

#include <carom/referee.h>
#include <carom/text.h>
#include <carom/types.h>

#include "../../referee/whys.h"

/* ---- codes.c: the codes of tables ---- */

#define CODE_LENGTH 8 /* 40 bits */
#define CODE_OLD 6    /* of tables made by earlier versions: their links go on working */

extern const char code_letters[33]; /* each is five bits */
/* Reads a code in any case, with blanks and hyphens anywhere; `code` gets its characters and a NUL. */
bool code_read(char code[CODE_LENGTH + 1], const char *text, size_t length);
void code_random(char code[CODE_LENGTH + 1]);

/* ---- names.c: nicknames and the ids of players ---- */

#define NAME_MOST 48 /* bytes */

enum name_fault {
    NAME_GOOD,
    NAME_EMPTY,
    NAME_LONG,
    NAME_BAD, /* not UTF-8, or with characters that could deceive or disturb the other players' screens */
};
/* Cuts blanks from both ends into `name` (NAME_MOST bytes and a NUL) and says whether it will do. */
enum name_fault name_read(char name[NAME_MOST + 1], const char *text, size_t length);
/* Would people take one for the other (look_alikes.c)? */
bool name_same(const char *a, const char *b);

/* ---- bad_words.c: words that no name has ---- */

/* Is one of `words` (one a line, `#` for remarks, valid UTF-8; NULL: our own short list) in the name? */
bool words_have(const char *words, const char *name);

/* `bot-5-2`: level 5. 0 if it is no id of a bot of the server's own. */
unsigned bot_level_of_id(const char *id);
/* Is it a bot's, the server's own or one that came over the network, `bot-5-p12`? */
bool id_of_program(const char *id);
/* `p12`, `bot-5-p12`: 12, up to 18 digits. 0 if it is no such id. */
uint64_t player_number_of_id(const char *id);

/* ---- secrets.c: what nobody may guess ---- */

#define TOKEN_LENGTH 22 /* 128 bits in base64url */
#define TOKEN_HASH 32

/* Tokens of seats: made from the system's random source, kept only as hashes, compared in constant time. */
void token_random(char token[TOKEN_LENGTH + 1]);
bool token_well_formed(const char *token, size_t length);
void token_hash(uint8_t hash[TOKEN_HASH], const char *token);
bool token_hash_equal(const uint8_t a[TOKEN_HASH], const uint8_t b[TOKEN_HASH]);

/* A seed for dealt positions: below 2^53. */
uint64_t seed_random(void);
/* Lets a game be dealt by a new secret of 256 bits (docs/referee.md, "Provable chance"). */
void secret_random(struct carom_rules *rules);
/* A number for programs that play at the table: it follows from the game's chance, and tells nothing about it. */
uint64_t secret_aside(const struct carom_rules *rules, uint64_t number);
/* A number for the table with that time of creation: from 1, rising with time (until 2248), unique by chance. */
int64_t table_number_random(int64_t created);

/* ---- password.c: a server for those who know one ---- */

#define PASSWORD_LEAST 8 /* bytes */
#define PASSWORD_MOST 200
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
bool password_right(const struct password *password, const char *text, size_t length);
/* What a browser that knows it is given, good until then: `1760000000000.9f3c…`. */
void cookie_make(const struct password *password, carom_ms until, char cookie[COOKIE_SIZE]);
bool cookie_good(const struct password *password, const char *cookie, carom_ms now);

/* ---- limits.c: how much one connection or one address may ask for ---- */

/* So many in so many milliseconds, and at most so many at once. */
struct rate {
    uint64_t number; /* 0: no limit */
    uint64_t ms;
    uint64_t most;
};

/* `number` a second, that of so many seconds at once; `number` an hour, all of it at once. */
struct rate rate_of(uint64_t number, uint64_t seconds);
struct rate rate_hourly(uint64_t number);

/* A bucket that fills at a rate, from which each request takes a drop. */
struct bucket {
    carom_ms last; /* 0: never used, so full */
    int64_t level;
};

/* Takes one. 0: granted; else the number of milliseconds until the next can be. */
carom_ms bucket_take(struct bucket *bucket, carom_ms now, struct rate rate);

/* Takes what a request turned out to cost, in thousandths of an ordinary one; what is not there is owed. */
void bucket_spend(struct bucket *bucket, carom_ms now, struct rate rate, uint64_t thousandths);

/* What may be written in an hour: spent first, paid off with time. */
struct budget {
    carom_ms last; /* 0: never used, so full */
    int64_t level; /* of an hour's worth, in units times an hour's milliseconds; below 0: owed */
};
/* 0: more than `kept` is left; else the number of milliseconds until there is. 0 an hour means no limit. */
carom_ms budget_wait(struct budget *budget, carom_ms now, uint64_t per_hour, uint64_t kept);
void budget_spend(struct budget *budget, uint64_t units);
/* What an event of so many bytes costs: an ordinary one 1. And another game, beside its events. */
uint64_t event_cost(size_t bytes);
#define AGAIN_COST 50
/* What it costs to lock, list or hand on a table: a row is written, and everybody is told. */
#define HOST_COST 10

/* ---- addresses.c: where it comes from ---- */

#define ADDRESS_SIZE 46 /* an IPv6 address as text, and a NUL */

/* An IPv6 address, or an IPv4 one mapped into it; all zero: the other end of a Unix socket. */
struct address {
    uint8_t bytes[16];
};

struct sockaddr;
bool address_is_four(const struct address *address);
bool address_is_local(const struct address *address);
bool address_same(const struct address *a, const struct address *b);
void address_take(struct address *address, const struct sockaddr *from);
/* False if `text` is no address. */
bool address_read(struct address *address, const char *text, size_t length);
void address_write(char text[ADDRESS_SIZE], const struct address *address);
/* For logs: the network alone, 24 bits of IPv4 or 48 of IPv6; `-`: the other end of a Unix socket. */
void address_write_short(char text[ADDRESS_SIZE], const struct address *address);
/* The first of the 128 bits; the others 0. */
struct address address_cut(const struct address *address, unsigned bits);

#define NETWORKS_MOST 64

struct network {
    struct address address;
    unsigned bits;
};
struct networks {
    unsigned count;
    struct network items[NETWORKS_MOST];
};

/* One of them; false: it is none. */
bool network_read(struct network *network, const char *text, size_t length);
bool network_has(const struct network *network, const struct address *address);
#define NETWORK_SIZE (ADDRESS_SIZE + 4)
void network_write(char text[NETWORK_SIZE], const struct network *network);

/* Reads `10.0.0.0/8, 2001:db8::/32, 192.0.2.1, unix`. False: something in it is no network, or there are too many. */
bool networks_read(struct networks *networks, const char *list);
bool networks_have(const struct networks *networks, const struct address *address);

/* Who is asking: the peer itself or, if the peer is one of the trusted `proxies`, the last address in X-Forwarded-For
 * that is not. `forwarded` has the lines of that header in their order, joined with commas; it may be NULL. */
struct address address_of_client(const struct address *peer, const char *forwarded, const struct networks *proxies);

/* ---- bans.c: addresses that are not answered for a while ---- */

#define BANS_MOST 1000

/* By whoever runs the server (src/server/admin, which keeps them beside its socket). */
struct bans {
    unsigned count;
    struct ban {
        struct network network;
        carom_ms until;
    } items[BANS_MOST];
};

/* Of IPv6 at least 64 bits are banned together, because one person has them all. False: there are too many. */
bool ban_add(struct bans *bans, struct network *network, carom_ms now, carom_ms until);
/* False: it is not banned. */
bool ban_lift(struct bans *bans, struct network *network);
/* For how many milliseconds more an address is; 0: it is not. */
carom_ms ban_left(const struct bans *bans, const struct address *address, carom_ms now);

/* ---- heads.c: what the head of a request says before anything else is looked at ---- */

/* May `name` be given as the name of a server: `carom.example`, `192.0.2.1`, `[2001:db8::1]`? */
bool host_name_good(const char *name);
/* Is the header Host (NULL: there is none), whatever its port, one of the names? */
bool host_among(const char *host, const char *const *names);

/* The headers that say where a request ends and whom it is for. What they say must not be open to doubt: a proxy could
 * take for one request what is two here. */
struct head {
    unsigned hosts;
    unsigned lengths;   /* Content-Length */
    unsigned encodings; /* Transfer-Encoding */
    bool other;         /* ... that is not `chunked`; or a field whose name is none */
};
void head_add(struct head *head, const char *name, const char *value);
bool head_clear(const struct head *head);

/* ---- visitors.c: who is asking ---- */

/* What is counted while it is open, and what there is a rate of. */
enum counted {
    COUNT_CONNECTIONS, /* of any kind */
    COUNT_SOCKETS,     /* of these, WebSockets */
};
#define COUNTS 2
enum allowance {
    ALLOW_ARRIVAL, /* a connection */
    ALLOW_REQUEST, /* over HTTP */
    ALLOW_TABLE,
    ALLOW_MISS,    /* a code that is none */
    ALLOW_PICTURE, /* that has to be drawn */
    ALLOW_GUESS,   /* a password that is wrong */
};
#define ALLOWANCES 6

/* What is remembered of an address while it uses the server, and a little longer. Of IPv6 it is the network of 64 bits,
 * because one person has all the others; and that of 48 bits, because one person can have many of those. */
struct visitor {
    struct visitor *next;   /* in its bucket */
    struct visitor *newer;  /* if nobody uses it: the one that was left after it ... */
    struct visitor **link;  /* ... and what points to this one */
    struct visitor *wider;  /* the network of 48 bits that it belongs to, which has limits too; or NULL */
    struct address address; /* the bits that count */
    uint8_t bits;
    char name[ADDRESS_SIZE + 4]; /* `192.0.2.1`, `2001:db8:1:2::/64` */
    carom_ms seen;
    unsigned users; /* connections, requests, narrower ones that refer to it */
    unsigned open[COUNTS];
    struct bucket buckets[ALLOWANCES];
    struct budget events;   /* what it lets be written to logs */
    carom_ms guessed_until; /* so many passwords were wrong that none is looked at until then */
    carom_ms missed_until;  /* so many codes were none that none of its is believed until then */
};

/* Numbers that stand for an address and the network of 48 bits round it, the same on every server; 0: none. */
struct origin {
    uint64_t address;
    uint64_t network;
};
struct origin visitor_origin(const struct visitor *visitor);

#define VISITOR_BUCKETS 4096
#define WIDER 4 /* so many times as much as a network of 64 bits may one of 48 */

struct visitors {
    unsigned most;
    unsigned count;
    struct visitor *unused;  /* oldest first */
    struct visitor **newest; /* where the next is hung */
    uint8_t key[16];
    struct visitor *buckets[VISITOR_BUCKETS];
};

void visitors_start(struct visitors *visitors, unsigned most);
/* The entry of an address, made if it is new, used once more: visitor_release when done. Entries without users are
 * forgotten after an hour, the oldest earlier if there is no room. NULL: there is none, all are in use. */
struct visitor *visitor_of(struct visitors *visitors, const struct address *address, carom_ms now);
/* One more user of an entry that has one. */
void visitor_use(struct visitor *visitor);
void visitor_release(struct visitors *visitors, struct visitor *visitor);
void visitors_forget(struct visitors *visitors, carom_ms now);
/* Nobody uses any. */
void visitors_done(struct visitors *visitors);

/* Codes that are none cost: after too many of them, whoever has no seat is not told for a while whether there is such a
 * table. `missed` says for how much longer, 0 if not so. */
void visitor_miss(struct visitor *visitor, carom_ms now, uint64_t per_hour);
carom_ms visitor_missed(const struct visitor *visitor, carom_ms now);

/* Counts, and asks whether there are `most` already, here or (WIDER times as many) in the network round it. */
void visitor_count(struct visitor *visitor, enum counted what, int change);
bool visitor_full(const struct visitor *visitor, enum counted what, uint64_t most);
/* As bucket_take, from its bucket and that of the network round it. */
carom_ms visitor_take(struct visitor *visitor, enum allowance what, carom_ms now, struct rate rate);

/* Requests are `number` a second, that of ten seconds at once. Some cost more than others: of logs and histories every
 * 128 KiB that were read count as one, of positions ten that were dealt. */
struct rate rate_of_requests(uint64_t number);
void visitor_reads(struct visitor *visitor, carom_ms now, uint64_t request_rate, size_t bytes);
void visitor_deals(struct visitor *visitor, carom_ms now, uint64_t request_rate, uint64_t positions);

/* ---- refusal.c: why not ---- */

struct refused {
    enum why why;
    struct carom_refusal referee; /* WHY_REFEREE */
    int64_t number;               /* where the code has a number */
    char what[200];               /* where it has words: an English sentence */
};

const char *refused_code(const struct refused *refused);
/* The status an HTTP answer has. */
unsigned refused_status(const struct refused *refused);
/* As members of an object: `"refused":"bid","why":"rate","args":{"retry":120},"sentence":"…"`. */
void refused_write(struct carom_text *text, const char *refused_do, const struct refused *refused);
/* How many of them have been written. */
uint64_t refused_count(enum why why);
const char *why_name(enum why why);
/* Sets it and returns false, so that a reader can `return refuse(...)`. */
bool refuse(struct refused *refused, enum why why);
bool refuse_number(struct refused *refused, enum why why, int64_t number);
bool refuse_what(struct refused *refused, enum why why, const char *what);
bool refuse_fault(struct refused *refused, enum why why, const struct carom_fault *fault);
bool refuse_as(struct refused *refused, struct carom_refusal referee);

/* ---- settings.c: how a table is laid ---- */

/* A table's options beyond the referee's rules. */
struct table_options {
    bool credit;   /* bids are credited with half the round trip */
    bool plan;     /* the page offers a private board to try moves on */
    bool arranged; /* board, robots, tokens, dice or seed may be chosen; never changes, and every player sees it */
    bool listed;   /* everybody may find it; the host's to change */
};
#define TABLE_OPTIONS_DEFAULT ((struct table_options){.credit = true})
/* Reads the members that are there into `options`. */
bool table_options_read(struct table_options *options, const struct carom_json *json, uint32_t object,
                        struct refused *refused);
/* As an object: `{"credit":true,"plan":false,"arranged":false,"listed":false}`, with its key or none. */
void table_options_members(struct carom_text *text, const struct table_options *options);
void table_options_write(struct carom_text *text, const char *key, const struct table_options *options);

/* The opening of a new table from a `rules` object (CAROM_JSON_NONE: the default box): a lost connection must not stop
 * a game, so where `demonstration` is not given it is two minutes; where `seed` is not, a new secret deals. Only at
 * tables that are `arranged` or have one seat may what is dealt be chosen. */
#define DEMONSTRATION_MS 120000
bool opening_read(struct carom_opening *opening, const struct carom_json *json, uint32_t rules, bool arranged,
                  struct refused *refused);

/* ---- message.c: a client's message as a checked request ---- */

#define PROTOCOL_VERSION 1
#define REQUEST_NODES CAROM_COMMAND_NODES /* JSON nodes of a message at most */

enum request_do {
    REQUEST_HELLO,
    REQUEST_COMMAND, /* one of the referee's */
    REQUEST_BOT,
    REQUEST_AGAIN,
    REQUEST_TIME,
    REQUEST_WATCH,
    REQUEST_REACT,
    REQUEST_LOCK, /* from here on the host's */
    REQUEST_UNLOCK,
    REQUEST_REMOVE,
    REQUEST_END,
    REQUEST_HOST,
    REQUEST_PAUSE,
    REQUEST_RESUME,
    REQUEST_LIST,
    REQUEST_UNLIST,
};

/* What players can say to each other. */
#define REACTIONS 6
const char *reaction_name(unsigned reaction);

struct request {
    bool has_id;
    int64_t id;
    enum request_do what;
    const char *word; /* `bid`; static text, "" if `do` was not understood */

    struct carom_command command; /* without who and when: those the server knows */
    bool no_move;                 /* its move is none of either game */

    int64_t version; /* hello */
    char code[CODE_LENGTH + 1];
    bool has_token;
    char token[TOKEN_LENGTH + 1];
    bool has_since;
    uint32_t since;
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
                  const char *text, size_t length, struct refused *refused);

#endif
