/*
 * Bans: a short list, scanned on every request. Expired entries are reused.
 */
#include "validate.h"

#define SIX_BITS 64

/* Clients are tracked per /64 at most, so a longer prefix is widened. */
static void widen_to_64(struct network *network)
{
    if (!address_is_ipv4(&network->address) && network->bits > SIX_BITS)
        network->bits = SIX_BITS;
    network->address = address_mask(&network->address, network->bits);
}

static struct ban *find_ban(struct bans *bans, const struct network *network)
{
    for (unsigned i = 0; i < bans->count; i++)
        if (bans->items[i].network.bits == network->bits &&
            address_equal(&bans->items[i].network.address, &network->address))
            return &bans->items[i];
    return NULL;
}

static void drop_over(struct bans *bans, carom_ms now)
{
    for (unsigned i = 0; i < bans->count;)
        if (bans->items[i].until <= now)
            bans->items[i] = bans->items[--bans->count];
        else
            i++;
}

bool ban_add(struct bans *bans, struct network *network, carom_ms now, carom_ms until)
{
    widen_to_64(network);
    drop_over(bans, now);
    struct ban *ban = find_ban(bans, network);
    if (ban == NULL && bans->count == BANS_MAX)
        return false;
    ban = ban != NULL ? ban : &bans->items[bans->count++];
    *ban = (struct ban){*network, until};
    return true;
}

bool ban_remove(struct bans *bans, struct network *network)
{
    widen_to_64(network);
    struct ban *ban = find_ban(bans, network);
    if (ban != NULL)
        *ban = bans->items[--bans->count];
    return ban != NULL;
}

carom_ms ban_remaining_ms(const struct bans *bans, const struct address *address, carom_ms now)
{
    carom_ms left = 0;
    for (unsigned i = 0; i < bans->count; i++)
        if (bans->items[i].until - now > left && network_contains(&bans->items[i].network, address))
            left = bans->items[i].until - now;
    return left;
}
