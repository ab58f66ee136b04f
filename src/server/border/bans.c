/*
 * Bans: a short list, looked through at every request. Those whose time is over make room.
 */
#include "border.h"

#define SIX_BITS 64

/* What counts of a network: visitors are known by so many bits at most. */
static void widen(struct network *network)
{
    if (!address_is_four(&network->address) && network->bits > SIX_BITS)
        network->bits = SIX_BITS;
    network->address = address_cut(&network->address, network->bits);
}

static struct ban *find(struct bans *bans, const struct network *network)
{
    for (unsigned i = 0; i < bans->count; i++)
        if (bans->items[i].network.bits == network->bits &&
            address_same(&bans->items[i].network.address, &network->address))
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
    widen(network);
    drop_over(bans, now);
    struct ban *ban = find(bans, network);
    if (ban == NULL && bans->count == BANS_MOST)
        return false;
    ban = ban != NULL ? ban : &bans->items[bans->count++];
    *ban = (struct ban){*network, until};
    return true;
}

bool ban_lift(struct bans *bans, struct network *network)
{
    widen(network);
    struct ban *ban = find(bans, network);
    if (ban != NULL)
        *ban = bans->items[--bans->count];
    return ban != NULL;
}

carom_ms ban_left(const struct bans *bans, const struct address *address, carom_ms now)
{
    carom_ms left = 0;
    for (unsigned i = 0; i < bans->count; i++)
        if (bans->items[i].until - now > left && network_has(&bans->items[i].network, address))
            left = bans->items[i].until - now;
    return left;
}
