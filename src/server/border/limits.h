/*
 * How much one connection or one address may ask for.
 */
#ifndef SERVER_LIMIT_H
#define SERVER_LIMIT_H

#include <carom/types.h>

/* A bucket that fills with `rate` drops a second up to `rate * seconds`; each request takes one. Kept in thousandths.
 */
struct bucket {
    carom_ms last; /* 0: never used, so full */
    int64_t level;
};

/* Takes one. 0: granted; else the number of milliseconds until the next can be. A rate of 0 means no limit. */
carom_ms bucket_take(struct bucket *bucket, carom_ms now, uint64_t rate, uint64_t seconds);
/* The same for rates per hour. */
carom_ms bucket_take_hourly(struct bucket *bucket, carom_ms now, uint64_t per_hour);

#define ADDRESS_SIZE 46 /* an IPv6 address as text, and a NUL */

/* What is remembered of an address while it uses the server, and a little longer. */
struct visitor {
    struct visitor *next;
    char address[ADDRESS_SIZE];
    carom_ms seen;
    unsigned connections; /* WebSockets open now */
    struct bucket requests;
    struct bucket tables;
};

#define VISITOR_BUCKETS 4096
#define VISITORS_MOST 65536

struct visitors {
    struct visitor *buckets[VISITOR_BUCKETS];
    unsigned count;
};

/* The entry of an address, made if it is new. Entries without connections are forgotten after an hour, or earlier when
 * there are VISITORS_MOST. NULL: there is no room for another. */
struct visitor *visitor_of(struct visitors *visitors, const char *address, carom_ms now);
void visitors_forget(struct visitors *visitors, carom_ms now);
void visitors_done(struct visitors *visitors);

/* An address in the form in which it is counted: IPv4 as it is (also when mapped into IPv6), of IPv6 the network part
 * of 64 bits, because one person can have all the others. False if `text` is no address. */
bool address_read(char address[ADDRESS_SIZE], const char *text, size_t length);

/* Who is asking: the peer itself, or, if the peer is one of the trusted `proxies` (addresses separated by commas), the
 * last address in X-Forwarded-For that is not. `forwarded` may be NULL. */
void address_of_client(char address[ADDRESS_SIZE], const char *peer, const char *forwarded, const char *proxies);

#endif
