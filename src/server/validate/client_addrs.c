/*
 * Client addresses and what is remembered of them. Entries are reference counted; only unused ones are removed: the
 * oldest when the table is full, the others after an hour.
 */
#include "validate.h"

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

_Static_assert(sizeof(((struct client_addrs *)0)->key) == crypto_shorthash_KEYBYTES, "the key of the hash");

void client_addrs_init(struct client_addrs *client_addrs, unsigned most)
{
    *client_addrs = (struct client_addrs){.capacity = most};
    client_addrs->idle_tail = &client_addrs->idle_list;
    randombytes_buf(client_addrs->key, sizeof client_addrs->key);
}

/* A keyed hash, so that nobody can choose addresses that share a bucket. */
static struct client_addr **bucket_of(struct client_addrs *client_addrs, const struct address *address)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, address->bytes, sizeof address->bytes, client_addrs->key);
    return &client_addrs->buckets[hash % CLIENT_ADDR_BUCKETS];
}

/* ---- unused entries, in the order in which they became unused ---- */

static void put_unused(struct client_addrs *client_addrs, struct client_addr *client_addr)
{
    client_addr->newer = NULL;
    client_addr->link = client_addrs->idle_tail;
    *client_addrs->idle_tail = client_addr;
    client_addrs->idle_tail = &client_addr->newer;
}

static void take_unused(struct client_addrs *client_addrs, struct client_addr *client_addr)
{
    *client_addr->link = client_addr->newer;
    if (client_addr->newer != NULL)
        client_addr->newer->link = client_addr->link;
    else
        client_addrs->idle_tail = client_addr->link;
}

static void use(struct client_addrs *client_addrs, struct client_addr *client_addr)
{
    if (client_addr->refs++ == 0)
        take_unused(client_addrs, client_addr);
}

void client_addr_ref(struct client_addr *client_addr)
{
    client_addr->refs++; /* it has a reference already, so it is not on the unused list */
}

void client_addr_unref(struct client_addrs *client_addrs, struct client_addr *client_addr)
{
    if (--client_addr->refs == 0)
        put_unused(client_addrs, client_addr);
}

static void remove_entry(struct client_addrs *client_addrs, struct client_addr *client_addr)
{
    struct client_addr **link = bucket_of(client_addrs, &client_addr->address);
    while (*link != client_addr)
        link = &(*link)->next;
    *link = client_addr->next;
    take_unused(client_addrs, client_addr);
    client_addrs->count--;
    if (client_addr->subnet_48 != NULL)
        client_addr_unref(client_addrs, client_addr->subnet_48);
    free(client_addr);
}

void client_addrs_expire(struct client_addrs *client_addrs, carom_ms now)
{
    while (client_addrs->idle_list != NULL && client_addrs->idle_list->seen < now - FORGET_MS)
        remove_entry(client_addrs, client_addrs->idle_list);
}

void client_addrs_destroy(struct client_addrs *client_addrs)
{
    while (client_addrs->idle_list != NULL)
        remove_entry(client_addrs, client_addrs->idle_list);
}

/* ---- finding ---- */

static struct client_addr *find_entry(struct client_addrs *client_addrs, const struct address *address, unsigned bits)
{
    struct client_addr *client_addr = *bucket_of(client_addrs, address);
    while (client_addr != NULL && !(client_addr->bits == bits && address_equal(&client_addr->address, address)))
        client_addr = client_addr->next;
    return client_addr;
}

static void name(struct client_addr *client_addr)
{
    char text[ADDRESS_SIZE];
    address_write(text, &client_addr->address);
    if (client_addr->bits < 128)
        snprintf(client_addr->text, sizeof client_addr->text, "%s/%u", text, client_addr->bits);
    else
        snprintf(client_addr->text, sizeof client_addr->text, "%s", text);
}

static struct client_addr *add_entry(struct client_addrs *client_addrs, const struct address *address, unsigned bits)
{
    if (client_addrs->count >= client_addrs->capacity && client_addrs->idle_list != NULL)
        remove_entry(client_addrs, client_addrs->idle_list);
    struct client_addr *client_addr =
        client_addrs->count < client_addrs->capacity ? calloc(1, sizeof *client_addr) : NULL;
    if (client_addr == NULL)
        return NULL;
    client_addr->address = *address;
    client_addr->bits = (uint8_t)bits;
    name(client_addr);
    struct client_addr **head = bucket_of(client_addrs, address);
    client_addr->next = *head;
    *head = client_addr;
    client_addrs->count++;
    put_unused(client_addrs, client_addr);
    return client_addr;
}

/* Returns an entry with one more reference. */
static struct client_addr *acquire_entry(struct client_addrs *client_addrs, const struct address *address,
                                         unsigned bits, carom_ms now)
{
    struct address cut = address_mask(address, bits);
    struct client_addr *client_addr = find_entry(client_addrs, &cut, bits);
    if (client_addr == NULL)
        client_addr = add_entry(client_addrs, &cut, bits);
    if (client_addr != NULL) {
        client_addr->seen = now;
        use(client_addrs, client_addr);
    }
    return client_addr;
}

static bool is_loopback(const struct address *address)
{
    static const struct address loopback = {{[15] = 1}};
    return address_equal(address, &loopback);
}

struct client_addr *client_addr_get(struct client_addrs *client_addrs, const struct address *address, carom_ms now)
{
    if (address_is_ipv4(address) || address_is_local(address) || is_loopback(address))
        return acquire_entry(client_addrs, address, 128, now);
    struct client_addr *client_addr = acquire_entry(client_addrs, address, NARROW_BITS, now);
    if (client_addr == NULL || client_addr->subnet_48 != NULL)
        return client_addr;
    client_addr->subnet_48 = acquire_entry(client_addrs, address, WIDE_BITS, now);
    if (client_addr->subnet_48 != NULL)
        return client_addr;
    client_addr_unref(client_addrs, client_addr);
    return NULL;
}

/* ---- counting ---- */

void client_addr_count(struct client_addr *client_addr, enum client_counter what, int change)
{
    client_addr->open_counts[what] = (unsigned)((int)client_addr->open_counts[what] + change);
    if (client_addr->subnet_48 != NULL)
        client_addr_count(client_addr->subnet_48, what, change);
}

bool client_addr_at_limit(const struct client_addr *client_addr, enum client_counter what, uint64_t most)
{
    return client_addr->open_counts[what] >= most ||
           (client_addr->subnet_48 != NULL && client_addr->subnet_48->open_counts[what] >= SUBNET_48_FACTOR * most);
}

carom_ms client_addr_take(struct client_addr *client_addr, enum rate_kind kind, carom_ms now, struct rate_limit rate)
{
    carom_ms wait = bucket_take(&client_addr->buckets[kind], now, rate);
    if (wait > 0 || client_addr->subnet_48 == NULL)
        return wait;
    rate.per_interval *= SUBNET_48_FACTOR;
    rate.burst *= SUBNET_48_FACTOR;
    return client_addr_take(client_addr->subnet_48, kind, now, rate);
}

static void spend(struct client_addr *client_addr, carom_ms now, struct rate_limit rate, uint64_t thousandths)
{
    bucket_charge(&client_addr->buckets[ALLOW_REQUEST], now, rate, thousandths);
    rate.per_interval *= SUBNET_48_FACTOR;
    rate.burst *= SUBNET_48_FACTOR;
    if (client_addr->subnet_48 != NULL)
        spend(client_addr->subnet_48, now, rate, thousandths);
}

struct rate_limit rate_of_requests(uint64_t number)
{
    return rate_per_second(number, REQUEST_SECONDS);
}

void client_addr_charge_read(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, size_t bytes)
{
    spend(client_addr, now, rate_of_requests(request_rate), bytes * 1000 / READ_BYTES);
}

void client_addr_charge_deal(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, uint64_t positions)
{
    spend(client_addr, now, rate_of_requests(request_rate), positions * 1000 / DEALT_POSITIONS);
}

void client_addr_charge_requests(struct client_addr *client_addr, carom_ms now, uint64_t request_rate, uint64_t number)
{
    spend(client_addr, now, rate_of_requests(request_rate), number * 1000);
}

void client_addr_failed_lookup(struct client_addr *client_addr, carom_ms now, uint64_t per_hour)
{
    carom_ms wait = client_addr_take(client_addr, RATE_FAILED_LOOKUP, now, rate_per_hour(per_hour));
    if (wait > 0)
        client_addr->lookup_ban_until = now + wait;
}

carom_ms client_addr_lookup_ban_ms(const struct client_addr *client_addr, carom_ms now)
{
    return client_addr->lookup_ban_until > now ? client_addr->lookup_ban_until - now : 0;
}

static uint64_t origin_number(const struct client_addr *client_addr)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "carom: an origin";
    uint64_t number;
    crypto_shorthash((unsigned char *)&number, client_addr->address.bytes, sizeof client_addr->address.bytes, key);
    return number | 1;
}

struct origin visitor_origin(const struct client_addr *client_addr)
{
    return (struct origin){.address = origin_number(client_addr),
                           .network = client_addr->subnet_48 != NULL ? origin_number(client_addr->subnet_48) : 0};
}
