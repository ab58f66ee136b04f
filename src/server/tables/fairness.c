/*
 * Fairness under latency (docs/protocol.md): a bid counts as made half a round trip before it arrives, at most 250 ms.
 *
 * That alone would not change any order, because what arrives first would be decided first. So while bidding is on,
 * requests wait until no present player's bid can still come in that was made before them: as long as the largest
 * credit at the table beyond the time at which they were made. Where everybody is near nobody waits.
 *
 * The log's times never go back: requests are decided in the order in which they were made, and a bid is never made
 * before the last event (game_run).
 */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

struct held {
    struct held *next;
    struct peer *peer;
    char player[CAROM_ID_SIZE];
    carom_ms made;
    carom_ms arrived;
    struct request request;
};

carom_ms hold_longest(const struct live *live)
{
    carom_ms longest = 0;
    if (!live->options.credit || live->table.phase != CAROM_PHASE_BIDDING)
        return 0;
    for (const struct peer *peer = live->audience; peer != NULL; peer = peer->next_at)
        if (peer->seat != PEER_NO_SEAT && peer_credit(peer) > longest)
            longest = peer_credit(peer);
    return longest;
}

static void insert(struct live *live, struct peer *peer, const struct request *request, carom_ms made, carom_ms now)
{
    struct held *held = must_alloc(sizeof *held);
    held->peer = peer;
    held->made = made;
    held->arrived = now;
    held->request = *request;
    memcpy(held->player, live->seats[peer->seat].player, sizeof held->player);
    peer->users++;
    struct held **link = &live->held;
    while (*link != NULL && (*link)->made <= made)
        link = &(*link)->next;
    held->next = *link;
    *link = held;
}

void hold_or_run(struct live *live, struct peer *peer, const struct request *request, carom_ms now)
{
    carom_ms longest = hold_longest(live);
    carom_ms credit = request->command == CAROM_DO_BID && longest > 0 ? peer_credit(peer) : 0;
    if (live->held == NULL && credit >= longest) { /* nobody could still be before this one */
        request_run(live, peer, live->seats[peer->seat].player, request, now - credit, now);
        return;
    }
    insert(live, peer, request, now - credit, now);
    hold_run_due(live, now);
}

bool hold_due(const struct live *live, carom_ms *at)
{
    if (live->held == NULL)
        return false;
    *at = live->held->made + hold_longest(live);
    return true;
}

static void free_held(struct held *held)
{
    peer_release(held->peer);
    free(held);
}

void hold_run_due(struct live *live, carom_ms now)
{
    carom_ms at;
    while (hold_due(live, &at) && at <= now) {
        struct held *held = live->held;
        live->held = held->next;
        request_run(live, held->peer, held->player, &held->request, held->made, held->arrived);
        free_held(held);
    }
}

void hold_forget(struct live *live)
{
    while (live->held != NULL) {
        struct held *held = live->held;
        live->held = held->next;
        free_held(held);
    }
}
