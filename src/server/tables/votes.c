/*
 * Votes (`next`, `skip`, `done`) count the people who are present; absent players and bots go along.
 */
#include "tables.h"

#include <stdio.h>

/* Is this player a person who is present? */
static bool person_here(const struct table *table, unsigned player, carom_ms now)
{
    const char *id = carom_table_id(&table->game, player);
    uint32_t seat = seat_find_by_player(table, id);
    return table->game.players[player].seated && !id_is_bot(id) && seat != TABLE_NO_SEAT &&
           seat_is_present(&table->seats[seat], now);
}

static void run_command(struct table *table, enum carom_command_kind kind, const char *player, carom_ms now)
{
    struct carom_command command = {.kind = kind, .at = now};
    struct api_error ignored;
    snprintf(command.by, sizeof command.by, "%s", player);
    game_execute(table, &command, now, &ignored);
}

/* ---- skip and done ---- */

/* Makes everybody who has not voted and is not a person present say `kind`, until the phase changes. */
static void others_agree(struct table *table, enum carom_command_kind kind, carom_ms now)
{
    for (unsigned i = 0; i < table->game.seats && table->game.phase == CAROM_PHASE_BIDDING; i++) {
        const struct carom_player *player = &table->game.players[i];
        bool said = kind == CAROM_COMMAND_DONE ? player->done : player->skip;
        bool bot = id_is_bot(carom_table_id(&table->game, i));
        if (!player->seated || said || (bot && kind == CAROM_COMMAND_DONE) || (!bot && person_here(table, i, now)))
            continue; /* bots say themselves when they are done */
        run_command(table, kind, carom_table_id(&table->game, i), now);
    }
}

static void count_bidding(struct table *table, carom_ms now)
{
    unsigned here = 0, skip = 0, done = 0;
    for (unsigned i = 0; i < table->game.seats; i++) {
        const struct carom_player *player = &table->game.players[i];
        if (person_here(table, i, now)) {
            here++;
            skip += player->skip;
            done += player->done;
        }
    }
    if (here == 0)
        return;
    if (carom_table_bid_count(&table->game) == 0) {
        if (skip == here) /* R16, M9: all of them */
            others_agree(table, CAROM_COMMAND_SKIP, now);
    } else if (done == here) {
        others_agree(table, CAROM_COMMAND_DONE, now);
    }
}

/* ---- next ---- */

static bool anybody_here(const struct table *table, carom_ms now)
{
    for (unsigned i = 0; i < table->game.seats; i++)
        if (person_here(table, i, now))
            return true;
    return false;
}

/* Bots vote where there are no people. */
static bool votes_now(const struct table *table, const struct seat *seat, bool people, carom_ms now)
{
    return seat_is_present(seat, now) && carom_table_find_seat(&table->game, seat->player) != CAROM_NO_SEAT &&
           (!people || !id_is_bot(seat->player));
}

/* Was somebody from the same address counted already? At a public table an address has one vote, however many seats
 * it has taken. */
static bool address_has_voted(const struct table *table, const struct seat *const *voters, unsigned count,
                              const struct seat *seat)
{
    for (unsigned i = 0; table->options.public && i < count; i++)
        if (seats_same_origin(voters[i], seat))
            return true;
    return false;
}

/* Counts the votes of players who are present; `wish`: only those who vote for the next round. */
static unsigned count_voters(const struct table *table, bool wish, carom_ms now, const struct seat **last)
{
    const struct seat *voters[CAROM_PLAYERS_MAX];
    unsigned count = 0;
    bool people = anybody_here(table, now);
    for (uint32_t i = 0; i < table->seat_count && count < CAROM_PLAYERS_MAX; i++) {
        const struct seat *seat = &table->seats[i];
        if ((!wish || seat->voted_next) && votes_now(table, seat, people, now) &&
            !address_has_voted(table, voters, count, seat))
            voters[count++] = seat;
    }
    if (last != NULL)
        *last = count > 0 ? voters[count - 1] : NULL;
    return count;
}

/* More than half of the votes. */
static unsigned majority(const struct table *table, carom_ms now)
{
    return count_voters(table, false, now, NULL) / 2 + 1;
}

static void count_next(struct table *table, carom_ms now)
{
    const struct seat *voter;
    unsigned votes = count_voters(table, true, now, &voter);
    if (votes > 0 && votes >= majority(table, now))
        run_command(table, CAROM_COMMAND_NEXT, voter->player, now);
}

/* ---- showing ---- */

bool votes_player_is_away(const struct table *table, unsigned player)
{
    uint32_t seat = seat_find_by_player(table, carom_table_id(&table->game, player));
    return seat != TABLE_NO_SEAT && !seat_is_connected(&table->seats[seat]);
}

bool votes_pass_deadline(const struct table *table, carom_ms *at)
{
    if (table->game.phase != CAROM_PHASE_SHOWING || table->game.paused ||
        !votes_player_is_away(table, table->game.turn))
        return false;
    uint32_t seat = seat_find_by_player(table, carom_table_id(&table->game, table->game.turn));
    *at = table->seats[seat].away_since + AWAY_GRACE_MS;
    return true;
}

/* An absent player holds nobody up: the turn to show is passed on. */
static void pass_turn_of_absent(struct table *table, carom_ms now)
{
    carom_ms at;
    while (votes_pass_deadline(table, &at) && at <= now && anybody_here(table, now)) {
        uint32_t before = table->game.seq;
        run_command(table, CAROM_COMMAND_PASS, carom_table_id(&table->game, table->game.turn), now);
        if (table->game.seq == before)
            break;
    }
}

void votes_check(struct table *table, carom_ms now)
{
    if (table->game.paused)
        return;
    if (table->game.phase == CAROM_PHASE_SHOWING)
        pass_turn_of_absent(table, now);
    if (table->game.phase == CAROM_PHASE_BIDDING)
        count_bidding(table, now);
    else if (table->game.phase == CAROM_PHASE_BETWEEN_ROUNDS)
        count_next(table, now);
}

static bool has_voted_next(const struct seat *seat)
{
    return seat->in_use && seat->voted_next;
}

struct vote_listing {
    const struct table *table;
    unsigned needed;
};

static void write_wishes(struct carom_text *text, const void *context)
{
    const struct vote_listing *listing = context;
    const struct table *table = listing->table;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "votes");
    carom_json_put_string(text, "do", "next");
    carom_json_begin(text, "by", '[');
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (has_voted_next(&table->seats[i]))
            carom_json_put_string(text, NULL, table->seats[i].player);
    carom_json_end(text, ']');
    carom_json_put_int(text, "needed", listing->needed);
    carom_json_end(text, '}');
}

struct shared_buffer *votes_message(const struct table *table, carom_ms now)
{
    bool any = false;
    for (uint32_t i = 0; i < table->seat_count && table->game.phase == CAROM_PHASE_BETWEEN_ROUNDS; i++)
        any |= has_voted_next(&table->seats[i]);
    return any ? frame_write(write_wishes, &(struct vote_listing){table, majority(table, now)}) : NULL;
}

static void broadcast_votes(struct table *table, unsigned needed)
{
    commit_broadcast(table, frame_write(write_wishes, &(struct vote_listing){table, needed}));
}

static void record_vote(struct table *table, uint32_t seat)
{
    char words[64];
    snprintf(words, sizeof words, "v %u %s", (unsigned)table->game.rounds, table->seats[seat].player);
    commit_notify(table, words);
}

void votes_on_remote_next(struct table *table, uint32_t seat, carom_ms now)
{
    if (table->game.phase != CAROM_PHASE_BETWEEN_ROUNDS || table->seats[seat].voted_next)
        return;
    table->seats[seat].voted_next = true;
    broadcast_votes(table, majority(table, now));
    votes_check(table, now);
}

struct votes votes_for_next(struct table *table, uint32_t seat, carom_ms now)
{
    struct votes votes = {.needed = majority(table, now)};
    bool wished = table->seats[seat].voted_next;
    table->seats[seat].voted_next = true;
    if (!wished)
        record_vote(table, seat);
    votes.count = count_voters(table, true, now, NULL);
    uint32_t before = table->game.seq;
    votes_check(table, now);
    if (table->game.seq == before && !wished) /* repeating a vote changes nothing, so nobody is told */
        broadcast_votes(table, votes.needed);
    return votes;
}
