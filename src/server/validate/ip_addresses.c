/*
 * IP addresses as numbers: parsing, writing, masking, and the client's address behind proxies. Nothing is compared as
 * text, because an address has many spellings.
 */
#include "validate.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool address_is_ipv4(const struct address *address)
{
    return memcmp(address->bytes, mapped, sizeof mapped) == 0;
}

bool address_is_local(const struct address *address)
{
    static const struct address local;
    return memcmp(address->bytes, local.bytes, sizeof local.bytes) == 0;
}

bool address_equal(const struct address *a, const struct address *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

void address_from_sockaddr(struct address *address, const struct sockaddr *from)
{
    *address = (struct address){0};
    if (from->sa_family == AF_INET) {
        memcpy(address->bytes, mapped, sizeof mapped);
        memcpy(address->bytes + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    } else if (from->sa_family == AF_INET6) {
        memcpy(address->bytes, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
    }
}

bool address_read(struct address *address, const char *text, size_t length)
{
    char words[ADDRESS_SIZE];
    if (length == 0 || length >= sizeof words || memchr(text, '\0', length) != NULL)
        return false;
    memcpy(words, text, length);
    words[length] = '\0';
    if (inet_pton(AF_INET, words, address->bytes + 12) == 1) {
        memcpy(address->bytes, mapped, sizeof mapped);
        return true;
    }
    return inet_pton(AF_INET6, words, address->bytes) == 1;
}

void address_write(char text[ADDRESS_SIZE], const struct address *address)
{
    if (address_is_local(address))
        snprintf(text, ADDRESS_SIZE, "local");
    else if (address_is_ipv4(address))
        inet_ntop(AF_INET, address->bytes + 12, text, ADDRESS_SIZE);
    else
        inet_ntop(AF_INET6, address->bytes, text, ADDRESS_SIZE);
}

void address_write_short(char text[ADDRESS_SIZE], const struct address *address)
{
    struct address cut = address_mask(address, address_is_ipv4(address) ? 96 + 24 : 48);
    if (address_is_local(address))
        snprintf(text, ADDRESS_SIZE, "-");
    else
        address_write(text, &cut);
}

struct address address_mask(const struct address *address, unsigned bits)
{
    struct address cut = *address;
    for (unsigned i = 0; i < sizeof cut.bytes; i++) {
        unsigned kept = bits > 8 * i ? bits - 8 * i : 0;
        if (kept < 8)
            cut.bytes[i] &= (uint8_t)(0xff00 >> kept);
    }
    return cut;
}

/* ---- lists ---- */

/* An item between commas, without surrounding blanks. */
struct item {
    const char *text;
    size_t length;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct item trimmed(const char *text, size_t length)
{
    struct item item = {text, length};
    while (item.length > 0 && is_blank(*item.text)) {
        item.text++;
        item.length--;
    }
    while (item.length > 0 && is_blank(item.text[item.length - 1]))
        item.length--;
    return item;
}

/* Removes and returns the last item of a list with `*length` bytes left. */
static struct item take_last(const char *list, size_t *length)
{
    size_t start = *length;
    while (start > 0 && list[start - 1] != ',')
        start--;
    struct item item = trimmed(list + start, *length - start);
    *length = start > 0 ? start - 1 : 0;
    return item;
}

static bool read_bits(const char *text, size_t length, unsigned most, unsigned *bits)
{
    *bits = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || length > 3)
            return false;
        *bits = *bits * 10 + (unsigned)(text[i] - '0');
    }
    return length > 0 && *bits <= most;
}

/* Parses `10.0.0.0/8`, `10.1.2.3`, `2001:db8::/32`, `unix`. */
static bool read_network(struct network *network, struct item item)
{
    const char *slash = memchr(item.text, '/', item.length);
    size_t length = slash != NULL ? (size_t)(slash - item.text) : item.length;
    *network = (struct network){.bits = 128};
    if (item.length == 4 && memcmp(item.text, "unix", 4) == 0)
        return true;
    if (!address_read(&network->address, item.text, length) || address_is_local(&network->address))
        return false;
    unsigned before = address_is_ipv4(&network->address) ? 96 : 0;
    unsigned bits = 128 - before;
    if (slash != NULL && !read_bits(slash + 1, item.length - length - 1, bits, &bits))
        return false;
    network->bits = before + bits;
    /* Bits beyond the prefix are an error: another network was meant. */
    struct address cut = address_mask(&network->address, network->bits);
    return address_equal(&cut, &network->address);
}

bool network_read(struct network *network, const char *text, size_t length)
{
    return read_network(network, trimmed(text, length));
}

bool network_contains(const struct network *network, const struct address *address)
{
    struct address cut = address_mask(address, network->bits);
    return address_equal(&cut, &network->address);
}

void network_write(char text[NETWORK_SIZE], const struct network *network)
{
    char address[ADDRESS_SIZE];
    unsigned before = address_is_ipv4(&network->address) ? 96 : 0;
    address_write(address, &network->address);
    if (network->bits < 128)
        snprintf(text, NETWORK_SIZE, "%s/%u", address, network->bits - before);
    else
        snprintf(text, NETWORK_SIZE, "%s", address);
}

bool networks_read(struct networks *networks, const char *list)
{
    *networks = (struct networks){0};
    for (size_t length = strlen(list); length > 0;) {
        struct item item = take_last(list, &length);
        if (item.length == 0)
            continue;
        if (networks->count == NETWORKS_MAX || !read_network(&networks->items[networks->count], item))
            return false;
        networks->count++;
    }
    return true;
}

bool networks_contain(const struct networks *networks, const struct address *address)
{
    for (unsigned i = 0; i < networks->count; i++)
        if (network_contains(&networks->items[i], address))
            return true;
    return false;
}

struct address address_behind_proxy(const struct address *peer, const char *forwarded, const struct networks *proxies)
{
    struct address client = *peer;
    size_t length = forwarded != NULL ? strlen(forwarded) : 0;
    while (length > 0 && networks_contain(proxies, &client)) {
        struct item item = take_last(forwarded, &length);
        struct address before;
        if (!address_read(&before, item.text, item.length) || address_is_local(&before))
            return client; /* not an address, so not written by a trusted proxy */
        client = before;
    }
    return client;
}
