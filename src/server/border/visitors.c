/*
 * Addresses: whose they are, and what is remembered of them.
 */
#include "border.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORGET_MS (60 * 60 * 1000)

bool address_read(char address[ADDRESS_SIZE], const char *text, size_t length)
{
    char words[ADDRESS_SIZE];
    if (length == 0 || length >= sizeof words)
        return false;
    memcpy(words, text, length);
    words[length] = '\0';
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, words, &four) == 1)
        return inet_ntop(AF_INET, &four, address, ADDRESS_SIZE) != NULL;
    if (inet_pton(AF_INET6, words, &six) != 1)
        return false;
    if (IN6_IS_ADDR_V4MAPPED(&six)) {
        memcpy(&four, six.s6_addr + 12, sizeof four);
        return inet_ntop(AF_INET, &four, address, ADDRESS_SIZE) != NULL;
    }
    if (!IN6_IS_ADDR_LOOPBACK(&six))
        memset(six.s6_addr + 8, 0, 8);
    return inet_ntop(AF_INET6, &six, address, ADDRESS_SIZE) != NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The last item of a comma-separated list that ends at `*end`, read as an address; moves `*end` before it. */
static bool last_item(char address[ADDRESS_SIZE], const char *list, size_t *end)
{
    size_t stop = *end;
    size_t start = stop;
    while (start > 0 && list[start - 1] != ',')
        start--;
    *end = start > 0 ? start - 1 : 0;
    while (start < stop && is_blank(list[start]))
        start++;
    while (stop > start && is_blank(list[stop - 1]))
        stop--;
    return address_read(address, list + start, stop - start);
}

static bool trusted(const char *address, const char *proxies)
{
    char item[ADDRESS_SIZE];
    for (size_t end = strlen(proxies); end > 0;)
        if (last_item(item, proxies, &end) && strcmp(item, address) == 0)
            return true;
    return false;
}

void address_of_client(char address[ADDRESS_SIZE], const char *peer, const char *forwarded, const char *proxies)
{
    if (!address_read(address, peer, strlen(peer)))
        snprintf(address, ADDRESS_SIZE, "unknown");
    size_t end = forwarded != NULL ? strlen(forwarded) : 0;
    char item[ADDRESS_SIZE];
    while (end > 0 && trusted(address, proxies)) {
        if (!last_item(item, forwarded, &end))
            return; /* what is not an address was not written by a proxy we trust */
        memcpy(address, item, ADDRESS_SIZE);
    }
}

static unsigned bucket_of(const char *address)
{
    uint32_t hash = 2166136261u;
    for (; *address != '\0'; address++)
        hash = (hash ^ (unsigned char)*address) * 16777619u;
    return (hash ^ hash >> 16) % VISITOR_BUCKETS;
}

static void forget_in(struct visitors *visitors, struct visitor **link, carom_ms before)
{
    while (*link != NULL) {
        struct visitor *visitor = *link;
        if (visitor->connections == 0 && visitor->seen < before) {
            *link = visitor->next;
            free(visitor);
            visitors->count--;
        } else {
            link = &visitor->next;
        }
    }
}

void visitors_forget(struct visitors *visitors, carom_ms now)
{
    for (unsigned i = 0; i < VISITOR_BUCKETS; i++)
        forget_in(visitors, &visitors->buckets[i], now - FORGET_MS);
}

struct visitor *visitor_of(struct visitors *visitors, const char *address, carom_ms now)
{
    struct visitor **head = &visitors->buckets[bucket_of(address)];
    for (struct visitor *visitor = *head; visitor != NULL; visitor = visitor->next) {
        if (strcmp(visitor->address, address) == 0) {
            visitor->seen = now;
            return visitor;
        }
    }
    if (visitors->count >= VISITORS_MOST)
        forget_in(visitors, head, now); /* somebody's unused entry has to go */
    struct visitor *visitor = visitors->count < VISITORS_MOST ? calloc(1, sizeof *visitor) : NULL;
    if (visitor == NULL)
        return NULL;
    snprintf(visitor->address, sizeof visitor->address, "%s", address);
    visitor->seen = now;
    visitor->next = *head;
    *head = visitor;
    visitors->count++;
    return visitor;
}

void visitors_done(struct visitors *visitors)
{
    for (unsigned i = 0; i < VISITOR_BUCKETS; i++) {
        while (visitors->buckets[i] != NULL) {
            struct visitor *next = visitors->buckets[i]->next;
            free(visitors->buckets[i]);
            visitors->buckets[i] = next;
        }
    }
    visitors->count = 0;
}

void visitor_miss(struct visitor *visitor, carom_ms now, uint64_t per_hour)
{
    carom_ms wait = bucket_take_hourly(&visitor->misses, now, per_hour);
    if (wait > 0)
        visitor->missed_until = now + wait;
}

carom_ms visitor_missed(const struct visitor *visitor, carom_ms now)
{
    return visitor->missed_until > now ? visitor->missed_until - now : 0;
}
