/*
 * Who is here: the audience of a table, and what it means for votes. Presence is not part of the game's log; it is what
 * the sockets say.
 */
#include "tables.h"

#include <stdlib.h>

#define PRESENCE_EVERY_MS 1000 /* at large tables people come and go all the time */

static void note_change(struct live *live, carom_ms now)
{
    live->presence_changed = true;
    live_arm(live, now);
}

void live_attach(struct live *live, struct peer *peer, carom_ms now)
{
    peer->next_at = live->audience;
    peer->link_at = &live->audience;
    if (live->audience != NULL)
        live->audience->link_at = &peer->next_at;
    live->audience = peer;
    peer->attached = true;
    live->peer_count++;
    if (peer->seat != PEER_NO_SEAT && !live->seats[peer->seat].used)
        peer->seat = PEER_NO_SEAT; /* given up meanwhile, on another device */
    if (peer->seat != PEER_NO_SEAT) {
        live->seats[peer->seat].peers++;
    } else {
        live->watching += !peer->display;
        live->displays += peer->display;
    }
    struct bytes *result = game_result_frame(live);
    if (result != NULL) {
        peer_send(peer, result);
        bytes_release(result);
    }
    note_change(live, now);
}

static void leave_seat(struct live *live, struct peer *peer, carom_ms now)
{
    struct seat *seat = &live->seats[peer->seat];
    if (--seat->peers == 0)
        seat->away_since = now;
}

void live_detach(struct live *live, struct peer *peer, carom_ms now)
{
    *peer->link_at = peer->next_at;
    if (peer->next_at != NULL)
        peer->next_at->link_at = peer->link_at;
    peer->attached = false;
    live->peer_count--;
    if (peer->seat != PEER_NO_SEAT) {
        leave_seat(live, peer, now);
    } else {
        live->watching -= !peer->display;
        live->displays -= peer->display;
    }
    note_change(live, now);
}

void live_seat_drop(struct live *live, uint32_t seat)
{
    for (struct peer *peer = live->audience; peer != NULL; peer = peer->next_at) {
        if (peer->seat == seat) {
            peer->seat = PEER_NO_SEAT;
            live->watching += !peer->display;
            live->displays += peer->display;
        }
    }
    live->seats[seat] = (struct seat){0};
    live->presence_changed = true;
}

bool presence_due(const struct live *live, carom_ms *at)
{
    *at = live->presence_sent + (live->peer_count > 8 ? PRESENCE_EVERY_MS : 0);
    return live->presence_changed;
}

static void write_ids(struct carom_text *text, const struct live *live, const char *key, bool here)
{
    bool first = true;
    carom_json_quote_words(text, key);
    carom_text_put(text, ":[");
    for (uint32_t i = 0; i < live->seat_count; i++) {
        const struct seat *seat = &live->seats[i];
        if (seat->used && (seat->peers > 0) == here) {
            carom_text_put(text, first ? "" : ",");
            carom_json_quote_words(text, seat->player);
            first = false;
        }
    }
    carom_text_char(text, ']');
}

void presence_write(struct carom_text *text, const struct live *live)
{
    write_ids(text, live, "here", true);
    carom_text_char(text, ',');
    write_ids(text, live, "away", false);
    carom_text_put(text, ",\"watching\":");
    carom_text_uint(text, live->watching);
    carom_text_put(text, ",\"displays\":");
    carom_text_uint(text, live->displays);
}

void presence_send(struct live *live, carom_ms now)
{
    char buffer[16384];
    struct carom_text text = carom_text_in(buffer, sizeof buffer);
    carom_text_put(&text, "{\"type\":\"presence\",");
    presence_write(&text, live);
    carom_text_char(&text, '}');
    live->presence_changed = false;
    live->presence_sent = now;
    commit_to_table(live->server, live, frame_text(buffer, text.length));
}

/* Is this seat's owner a person at the current game, and here? */
static bool plays(const struct live *live, const struct seat *seat, carom_ms now)
{
    return seat_present(seat, now) && carom_table_seat(&live->table, seat->player) != CAROM_NO_SEAT;
}

unsigned present_count(const struct live *live, carom_ms now)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < live->seat_count; i++)
        count += plays(live, &live->seats[i], now);
    return count;
}

unsigned present_majority(const struct live *live, carom_ms now)
{
    return present_count(live, now) / 2 + 1;
}

bool presence_expires(const struct live *live, carom_ms now, carom_ms *at)
{
    *at = CAROM_AT_MAX;
    for (uint32_t i = 0; i < live->seat_count; i++) {
        const struct seat *seat = &live->seats[i];
        carom_ms end = seat->away_since + AWAY_GRACE_MS;
        if (seat->used && seat->peers == 0 && end > now && end < *at)
            *at = end;
    }
    return *at != CAROM_AT_MAX;
}
