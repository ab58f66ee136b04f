/*
 * Visitors: what is remembered of addresses. Whoever refers to one says so (`users`), and only those that nobody refers
 * to are ever forgotten: the oldest when there is no room, the others after an hour.
 */
#include "border.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORGET_MS (60 * 60 * 1000)
#define REQUEST_SECONDS 10
#define READ_BYTES (128 * 1024)
#define DEALT_POSITIONS 10
#define NARROW_BITS 64
#define WIDE_BITS 48

_Static_assert(sizeof(((struct visitors *)0)->key) == crypto_shorthash_KEYBYTES, "the key of the hash");

void visitors_start(struct visitors *visitors, unsigned most)
{
    *visitors = (struct visitors){.most = most};
    visitors->newest = &visitors->unused;
    randombytes_buf(visitors->key, sizeof visitors->key);
}

/* Keyed: nobody can choose addresses that all fall into one bucket. */
static struct visitor **bucket_of(struct visitors *visitors, const struct address *address)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, address->bytes, sizeof address->bytes, visitors->key);
    return &visitors->buckets[hash % VISITOR_BUCKETS];
}

/* ---- the unused, in the order in which they were left ---- */

static void put_unused(struct visitors *visitors, struct visitor *visitor)
{
    visitor->newer = NULL;
    visitor->link = visitors->newest;
    *visitors->newest = visitor;
    visitors->newest = &visitor->newer;
}

static void take_unused(struct visitors *visitors, struct visitor *visitor)
{
    *visitor->link = visitor->newer;
    if (visitor->newer != NULL)
        visitor->newer->link = visitor->link;
    else
        visitors->newest = visitor->link;
}

static void use(struct visitors *visitors, struct visitor *visitor)
{
    if (visitor->users++ == 0)
        take_unused(visitors, visitor);
}

void visitor_use(struct visitor *visitor)
{
    visitor->users++; /* somebody holds it already, so it is not among the unused */
}

void visitor_release(struct visitors *visitors, struct visitor *visitor)
{
    if (--visitor->users == 0)
        put_unused(visitors, visitor);
}

static void forget(struct visitors *visitors, struct visitor *visitor)
{
    struct visitor **link = bucket_of(visitors, &visitor->address);
    while (*link != visitor)
        link = &(*link)->next;
    *link = visitor->next;
    take_unused(visitors, visitor);
    visitors->count--;
    if (visitor->wider != NULL)
        visitor_release(visitors, visitor->wider);
    free(visitor);
}

void visitors_forget(struct visitors *visitors, carom_ms now)
{
    while (visitors->unused != NULL && visitors->unused->seen < now - FORGET_MS)
        forget(visitors, visitors->unused);
}

void visitors_done(struct visitors *visitors)
{
    while (visitors->unused != NULL)
        forget(visitors, visitors->unused);
}

/* ---- finding ---- */

static struct visitor *find(struct visitors *visitors, const struct address *address, unsigned bits)
{
    struct visitor *visitor = *bucket_of(visitors, address);
    while (visitor != NULL && !(visitor->bits == bits && address_same(&visitor->address, address)))
        visitor = visitor->next;
    return visitor;
}

static void name(struct visitor *visitor)
{
    char text[ADDRESS_SIZE];
    address_write(text, &visitor->address);
    if (visitor->bits < 128)
        snprintf(visitor->name, sizeof visitor->name, "%s/%u", text, visitor->bits);
    else
        snprintf(visitor->name, sizeof visitor->name, "%s", text);
}

static struct visitor *add(struct visitors *visitors, const struct address *address, unsigned bits)
{
    if (visitors->count >= visitors->most && visitors->unused != NULL)
        forget(visitors, visitors->unused);
    struct visitor *visitor = visitors->count < visitors->most ? calloc(1, sizeof *visitor) : NULL;
    if (visitor == NULL)
        return NULL;
    visitor->address = *address;
    visitor->bits = (uint8_t)bits;
    name(visitor);
    struct visitor **head = bucket_of(visitors, address);
    visitor->next = *head;
    *head = visitor;
    visitors->count++;
    put_unused(visitors, visitor);
    return visitor;
}

/* One entry, used once more. */
static struct visitor *enter(struct visitors *visitors, const struct address *address, unsigned bits, carom_ms now)
{
    struct address cut = address_cut(address, bits);
    struct visitor *visitor = find(visitors, &cut, bits);
    if (visitor == NULL)
        visitor = add(visitors, &cut, bits);
    if (visitor != NULL) {
        visitor->seen = now;
        use(visitors, visitor);
    }
    return visitor;
}

static bool is_loopback(const struct address *address)
{
    static const struct address loopback = {{[15] = 1}};
    return address_same(address, &loopback);
}

struct visitor *visitor_of(struct visitors *visitors, const struct address *address, carom_ms now)
{
    if (address_is_four(address) || address_is_local(address) || is_loopback(address))
        return enter(visitors, address, 128, now);
    struct visitor *visitor = enter(visitors, address, NARROW_BITS, now);
    if (visitor == NULL || visitor->wider != NULL)
        return visitor;
    visitor->wider = enter(visitors, address, WIDE_BITS, now);
    if (visitor->wider != NULL)
        return visitor;
    visitor_release(visitors, visitor);
    return NULL;
}

/* ---- counting ---- */

void visitor_count(struct visitor *visitor, enum counted what, int change)
{
    visitor->open[what] = (unsigned)((int)visitor->open[what] + change);
    if (visitor->wider != NULL)
        visitor_count(visitor->wider, what, change);
}

bool visitor_full(const struct visitor *visitor, enum counted what, uint64_t most)
{
    return visitor->open[what] >= most || (visitor->wider != NULL && visitor->wider->open[what] >= WIDER * most);
}

carom_ms visitor_take(struct visitor *visitor, enum allowance what, carom_ms now, struct rate rate)
{
    carom_ms wait = bucket_take(&visitor->buckets[what], now, rate);
    if (wait > 0 || visitor->wider == NULL)
        return wait;
    rate.number *= WIDER;
    rate.most *= WIDER;
    return visitor_take(visitor->wider, what, now, rate);
}

static void spend(struct visitor *visitor, carom_ms now, struct rate rate, uint64_t thousandths)
{
    bucket_spend(&visitor->buckets[ALLOW_REQUEST], now, rate, thousandths);
    rate.number *= WIDER;
    rate.most *= WIDER;
    if (visitor->wider != NULL)
        spend(visitor->wider, now, rate, thousandths);
}

struct rate rate_of_requests(uint64_t number)
{
    return rate_of(number, REQUEST_SECONDS);
}

void visitor_reads(struct visitor *visitor, carom_ms now, uint64_t request_rate, size_t bytes)
{
    spend(visitor, now, rate_of_requests(request_rate), bytes * 1000 / READ_BYTES);
}

void visitor_deals(struct visitor *visitor, carom_ms now, uint64_t request_rate, uint64_t positions)
{
    spend(visitor, now, rate_of_requests(request_rate), positions * 1000 / DEALT_POSITIONS);
}

void visitor_miss(struct visitor *visitor, carom_ms now, uint64_t per_hour)
{
    carom_ms wait = visitor_take(visitor, ALLOW_MISS, now, rate_hourly(per_hour));
    if (wait > 0)
        visitor->missed_until = now + wait;
}

carom_ms visitor_missed(const struct visitor *visitor, carom_ms now)
{
    return visitor->missed_until > now ? visitor->missed_until - now : 0;
}

static uint64_t number_of(const struct visitor *visitor)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "carom: an origin";
    uint64_t number;
    crypto_shorthash((unsigned char *)&number, visitor->address.bytes, sizeof visitor->address.bytes, key);
    return number | 1;
}

struct origin visitor_origin(const struct visitor *visitor)
{
    return (struct origin){.address = number_of(visitor),
                           .network = visitor->wider != NULL ? number_of(visitor->wider) : 0};
}
