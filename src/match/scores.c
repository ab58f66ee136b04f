/*
 * Points of a match (H13), and what a player may see of others (H12, H14): the results of a target once their own try
 * is over, everything after the match.
 */
#include "match.h"

#include "../referee/json_fields.h"
#include "../referee/race.h"

static bool is_over(const struct match *match, const struct match_player *player, unsigned target, carom_ms now)
{
    return target < match_shown(player) && match_try_over(match, &player->tries[target], now);
}

/* May this player see how others did at a target? NULL stands for somebody who has not played. */
static bool match_may_see(const struct match *match, const struct match_player *viewer, unsigned target, carom_ms now)
{
    return now >= match->ends || (viewer != NULL && is_over(match, viewer, target, now));
}

static carom_ms time_of(const struct match_try *try)
{
    return try->handed - try->shown;
}

/* Compares two tries: fewer moves, then less time. */
static bool is_better(const struct match_try *a, const struct match_try *b)
{
    return a->moves < b->moves || (a->moves == b->moves && time_of(a) < time_of(b));
}

/* The points of one player's try at a target, from the tries that are over (H13). */
static unsigned match_points(const struct match *match, const struct match_player *players, unsigned count,
                             unsigned seat, unsigned target, carom_ms now)
{
    const struct match_player *player = &players[seat < count ? seat : 0];
    unsigned better = 0;
    if (seat >= count || !is_over(match, player, target, now) || player->tries[target].moves == 0)
        return 0;
    for (unsigned i = 0; i < count; i++)
        better += is_over(match, &players[i], target, now) && players[i].tries[target].moves > 0 &&
                  is_better(&players[i].tries[target], &player->tries[target]);
    return race_points(better);
}

unsigned match_total(const struct match *match, const struct match_player *players, unsigned count, unsigned seat,
                     const struct match_player *viewer, carom_ms now)
{
    unsigned sum = 0;
    for (unsigned target = 0; target < match_targets(match); target++)
        if (match_may_see(match, viewer, target, now))
            sum += match_points(match, players, count, seat, target, now);
    return sum;
}

unsigned match_best_total(const struct match *match, const struct match_player *players, unsigned count)
{
    unsigned best = 0;
    for (unsigned seat = 0; seat < count; seat++) {
        unsigned points = match_total(match, players, count, seat, NULL, match->ends);
        best = points > best ? points : best;
    }
    return best;
}

static void put_position(struct carom_text *text, const char *key, const struct match *match, unsigned target)
{
    if ((match->known >> target & 1u) == 0) {
        carom_json_put_string(text, key, NULL);
        return;
    }
    carom_json_open_string(text, key);
    carom_position_write(text, &match->positions[target]);
    carom_json_close_string(text);
}

/* Writes the try in progress, if there is one. */
static void put_open(struct carom_text *text, const struct match *match, const struct match_player *viewer,
                     carom_ms now)
{
    unsigned shown = viewer != NULL ? match_shown(viewer) : 0;
    if (shown == 0 || is_over(match, viewer, shown - 1, now))
        return;
    const struct match_try *try = &viewer->tries[shown - 1];
    carom_json_put_key(text, "open");
    carom_json_begin(text, NULL, '{');
    carom_json_put_uint(text, "target", shown);
    put_position(text, "position", match, shown - 1);
    carom_json_put_int(text, "left", match_try_until(match, try) - now);
    carom_json_put_int(text, "spent", now - try->shown);
    if (try->moves > 0) {
        carom_json_put_uint(text, "moves", try->moves);
        carom_json_put_int(text, "ms", time_of(try));
        carom_json_put_string(text, "route", try->route);
    }
    carom_json_end(text, '}');
}

void match_write_view(struct carom_text *text, const struct match *match, const struct match_player *viewer,
                      carom_ms now)
{
    bool over = now >= match->ends;
    carom_json_put_uint(text, "targets", match_targets(match));
    carom_json_put_int(text, "begun", match->begun);
    carom_json_put_int(text, "ends", match->ends);
    carom_json_put_int(text, "left", over ? 0 : match->ends - now);
    carom_json_put_bool(text, "over", over);
    if (!match->by_hand)
        codec_put_secret(text, "hash", match->hash);
    if (over && match->has_secret)
        codec_put_secret(text, "secret", match->secret);
    carom_json_put_uint(text, "played", viewer != NULL ? match_played(match, viewer, now) : 0);
    put_open(text, match, viewer, now);
    carom_json_begin(text, "positions", '[');
    for (unsigned target = 0; target < match_targets(match) && match_may_see(match, viewer, target, now); target++)
        put_position(text, NULL, match, target);
    carom_json_end(text, ']');
    carom_json_begin(text, "shortest", '[');
    for (unsigned target = 0; target < match_targets(match) && match_may_see(match, viewer, target, now); target++)
        carom_json_put_uint(text, NULL, match->shortest[target]);
    carom_json_end(text, ']');
}

static void put_try(struct carom_text *text, const struct match *match, const struct match_player *players,
                    unsigned count, unsigned seat, unsigned target, bool visible, carom_ms now)
{
    const struct match_try *try = &players[seat].tries[target];
    if (target >= players[seat].shown) {
        carom_json_put_string(text, NULL, NULL);
        return;
    }
    carom_json_begin(text, NULL, '{');
    if (visible && is_over(match, &players[seat], target, now)) {
        carom_json_put_uint(text, "points", match_points(match, players, count, seat, target, now));
        if (try->moves > 0) {
            carom_json_put_uint(text, "moves", try->moves);
            carom_json_put_int(text, "ms", time_of(try));
            carom_json_put_string(text, "route", try->route);
        }
    }
    carom_json_end(text, '}');
}

void match_write_player(struct carom_text *text, const struct match *match, const struct match_player *players,
                        unsigned count, unsigned seat, const struct match_player *viewer, carom_ms now)
{
    if (seat >= count)
        return;
    carom_json_put_uint(text, "played", match_played(match, &players[seat], now));
    carom_json_put_uint(text, "points", match_total(match, players, count, seat, viewer, now));
    carom_json_begin(text, "tries", '[');
    for (unsigned target = 0; target < match_targets(match); target++)
        put_try(text, match, players, count, seat, target, match_may_see(match, viewer, target, now), now);
    carom_json_end(text, ']');
}
