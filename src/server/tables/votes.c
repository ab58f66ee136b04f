/*
 * Votes (`next`, `skip`, `done`) count the people who are present: the absent go along, and so do bots.
 */
#include "tables.h"

#include <stdio.h>

/* Is this player a person who is here? */
static bool person_here(const struct table *table, unsigned player, carom_ms now)
{
    const char *id = carom_table_id(&table->state, player);
    uint32_t seat = seat_of_player(table, id);
    return table->state.players[player].seated && !id_of_program(id) && seat != TABLE_NO_SEAT &&
           seat_present(&table->seats[seat], now);
}

static void say(struct table *table, enum carom_do what, const char *player, carom_ms now)
{
    struct carom_command command = {.what = what, .at = now};
    struct refused ignored;
    snprintf(command.by, sizeof command.by, "%s", player);
    game_run(table, &command, now, &ignored);
}

/* ---- skip and done ---- */

/* Lets everybody who has not said so and is no person here say `what`, until the round's phase changes. */
static void others_agree(struct table *table, enum carom_do what, carom_ms now)
{
    for (unsigned i = 0; i < table->state.seats && table->state.phase == CAROM_PHASE_BIDDING; i++) {
        const struct carom_player *player = &table->state.players[i];
        bool said = what == CAROM_DO_DONE ? player->done : player->skip;
        bool bot = id_of_program(carom_table_id(&table->state, i));
        if (!player->seated || said || (bot && what == CAROM_DO_DONE) || (!bot && person_here(table, i, now)))
            continue; /* bots say themselves when they are done */
        say(table, what, carom_table_id(&table->state, i), now);
    }
}

static void count_bidding(struct table *table, carom_ms now)
{
    unsigned here = 0, skip = 0, done = 0;
    for (unsigned i = 0; i < table->state.seats; i++) {
        const struct carom_player *player = &table->state.players[i];
        if (person_here(table, i, now)) {
            here++;
            skip += player->skip;
            done += player->done;
        }
    }
    if (here == 0)
        return;
    if (carom_table_bids(&table->state) == 0) {
        if (skip == here) /* R16, M9: all of them */
            others_agree(table, CAROM_DO_SKIP, now);
    } else if (done == here) {
        others_agree(table, CAROM_DO_DONE, now);
    }
}

/* ---- next ---- */

static bool anybody_here(const struct table *table, carom_ms now)
{
    for (unsigned i = 0; i < table->state.seats; i++)
        if (person_here(table, i, now))
            return true;
    return false;
}

/* Programs vote where there are no people. */
static bool votes_now(const struct table *table, const struct seat *seat, bool people, carom_ms now)
{
    return seat_present(seat, now) && carom_table_seat(&table->state, seat->player) != CAROM_NO_SEAT &&
           (!people || !id_of_program(seat->player));
}

/* Has somebody from the same address been counted already? At a table that everybody may find an address has one vote,
 * however many seats it has taken there. */
static bool counted(const struct table *table, const struct seat *const *voters, unsigned count,
                    const struct seat *seat)
{
    for (unsigned i = 0; table->options.listed && i < count; i++)
        if (seats_same_origin(voters[i], seat))
            return true;
    return false;
}

/* How many votes those have who play and are here; `wish`: of them, those who wish for the next round. */
static unsigned voters_of(const struct table *table, bool wish, carom_ms now, const struct seat **last)
{
    const struct seat *voters[CAROM_PLAYERS];
    unsigned count = 0;
    bool people = anybody_here(table, now);
    for (uint32_t i = 0; i < table->seat_count && count < CAROM_PLAYERS; i++) {
        const struct seat *seat = &table->seats[i];
        if ((!wish || seat->wants_next) && votes_now(table, seat, people, now) && !counted(table, voters, count, seat))
            voters[count++] = seat;
    }
    if (last != NULL)
        *last = count > 0 ? voters[count - 1] : NULL;
    return count;
}

/* More than half of them. */
static unsigned majority(const struct table *table, carom_ms now)
{
    return voters_of(table, false, now, NULL) / 2 + 1;
}

static void count_next(struct table *table, carom_ms now)
{
    const struct seat *voter;
    unsigned votes = voters_of(table, true, now, &voter);
    if (votes > 0 && votes >= majority(table, now))
        say(table, CAROM_DO_NEXT, voter->player, now);
}

/* ---- showing ---- */

bool votes_away(const struct table *table, unsigned player)
{
    uint32_t seat = seat_of_player(table, carom_table_id(&table->state, player));
    return seat != TABLE_NO_SEAT && !seat_here(&table->seats[seat]);
}

bool votes_passes(const struct table *table, carom_ms *at)
{
    if (table->state.phase != CAROM_PHASE_SHOWING || table->state.paused || !votes_away(table, table->state.turn))
        return false;
    uint32_t seat = seat_of_player(table, carom_table_id(&table->state, table->state.turn));
    *at = table->seats[seat].away_since + AWAY_GRACE_MS;
    return true;
}

/* Whoever is away holds nobody up: the turn to show is passed on. */
static void pass_absent(struct table *table, carom_ms now)
{
    carom_ms at;
    while (votes_passes(table, &at) && at <= now && anybody_here(table, now)) {
        uint32_t before = table->state.seq;
        say(table, CAROM_DO_PASS, carom_table_id(&table->state, table->state.turn), now);
        if (table->state.seq == before)
            break;
    }
}

void votes_count(struct table *table, carom_ms now)
{
    if (table->state.paused)
        return;
    if (table->state.phase == CAROM_PHASE_SHOWING)
        pass_absent(table, now);
    if (table->state.phase == CAROM_PHASE_BIDDING)
        count_bidding(table, now);
    else if (table->state.phase == CAROM_PHASE_BETWEEN)
        count_next(table, now);
}

static bool wishes(const struct seat *seat)
{
    return seat->used && seat->wants_next;
}

struct telling {
    const struct table *table;
    unsigned needed;
};

static void write_wishes(struct carom_text *text, const void *context)
{
    const struct telling *telling = context;
    const struct table *table = telling->table;
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", "votes");
    carom_json_words(text, "do", "next");
    carom_json_begin(text, "by", '[');
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (wishes(&table->seats[i]))
            carom_json_words(text, NULL, table->seats[i].player);
    carom_json_end(text, ']');
    carom_json_number(text, "needed", telling->needed);
    carom_json_end(text, '}');
}

static void tell_wishes(struct table *table, unsigned needed)
{
    commit_to_table(table, frame_write(write_wishes, &(struct telling){table, needed}));
}

static void note_wish(struct table *table, uint32_t seat)
{
    char words[64];
    snprintf(words, sizeof words, "v %u %s", (unsigned)table->state.rounds, table->seats[seat].player);
    commit_note(table, words);
}

void votes_hear_next(struct table *table, uint32_t seat, carom_ms now)
{
    if (table->state.phase != CAROM_PHASE_BETWEEN || table->seats[seat].wants_next)
        return;
    table->seats[seat].wants_next = true;
    tell_wishes(table, majority(table, now));
    votes_count(table, now);
}

struct votes votes_for_next(struct table *table, uint32_t seat, carom_ms now)
{
    struct votes votes = {.needed = majority(table, now)};
    bool wished = table->seats[seat].wants_next;
    table->seats[seat].wants_next = true;
    if (!wished)
        note_wish(table, seat);
    votes.wishes = voters_of(table, true, now, NULL);
    uint32_t before = table->state.seq;
    votes_count(table, now);
    if (table->state.seq == before && !wished) /* whoever says it again tells nobody anything */
        tell_wishes(table, votes.needed);
    return votes;
}
