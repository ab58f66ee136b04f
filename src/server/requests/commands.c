/*
 * Commands of the game. The referee judges them; here is what it does not know: who is asking, seats and their tokens,
 * and votes of those who are present.
 */
#include "room.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool name_taken(const struct carom_table *table, const char *name)
{
    for (unsigned i = 0; i < table->seats; i++)
        if (table->players[i].seated && name_same(carom_table_name(table, i), name))
            return true;
    return false;
}

static bool may_join(const struct guest *guest, const struct request *request, struct refused *refused)
{
    const struct table *table = guest->table;
    uint32_t seat = seat_of_hash(table, guest->token_hash);
    if (seat != TABLE_NO_SEAT && carom_table_seat(&table->state, table->seats[seat].player) != CAROM_NO_SEAT)
        return refuse_as(refused, (struct carom_refusal){.why = CAROM_REFUSED_ALREADY_SEATED});
    if (table->locked && seat == TABLE_NO_SEAT)
        return refuse(refused, WHY_LOCKED);
    if (!seats_admit(table, guest->peer->visitor, seat))
        return refuse_number(refused, WHY_TOO_MANY_SEATS, SEATS_EACH);
    if (words_have(table->tables->words, request->command.name))
        return refuse(refused, WHY_NAME_WORDS);
    return game_free(table) || !name_taken(&table->state, request->command.name) || refuse(refused, WHY_NAME_TAKEN);
}

/* Everybody has gone, and nobody is left who could ask for another game: whoever comes has it. */
static bool lay_anew(struct table *table, const struct request *request, carom_ms now, struct refused *refused)
{
    if (!game_free(table))
        return true;
    if (!again_for_join(table, now, refused))
        return false;
    return !name_taken(&table->state, request->command.name) || refuse(refused, WHY_NAME_TAKEN); /* a bot's, say */
}

/* At a table that everybody may find a bot gets up for each person who sits down; first the one that came last. */
static void make_room(struct table *table, carom_ms now)
{
    struct carom_command leave = {.what = CAROM_DO_LEAVE, .at = now};
    struct refused ignored;
    for (unsigned i = table->state.seats; table->options.listed && i-- > 0;) {
        const char *id = carom_table_id(&table->state, i);
        if (bot_level_of_id(id) == 0)
            continue;
        snprintf(leave.by, sizeof leave.by, "%s", id);
        game_run(table, &leave, now, &ignored);
        break;
    }
}

/* Is somebody else there already? Bots keep the first one company. */
static bool in_company(const struct table *table, const char *player)
{
    for (unsigned i = 0; i < table->state.seats; i++) {
        const char *id = carom_table_id(&table->state, i);
        if (*id != '\0' && bot_level_of_id(id) == 0 && strcmp(id, player) != 0)
            return true;
    }
    return false;
}

/* A seat is kept for whoever may come back; for a new one somebody else may have to be forgotten. */
static bool has_room(struct table *table, uint32_t seat, struct refused *refused)
{
    return seat != TABLE_NO_SEAT || seats_trim(table, SEATS_KEPT - 1) ||
           refuse_as(refused, (struct carom_refusal){.why = CAROM_REFUSED_FULL});
}

void request_join(const struct asking *asking)
{
    struct guest *guest = asking->peer->guest;
    struct table *table = guest->table;
    struct carom_command command = asking->request->command;
    struct refused refused;
    command.at = asking->now;
    table->asker = peer_asker(asking->peer);
    uint32_t seat = seat_of_hash(table, guest->token_hash);
    if (seat != TABLE_NO_SEAT) /* was away when another game began: the same player as before */
        memcpy(command.by, table->seats[seat].player, sizeof command.by);
    else if (asking->request->level > 0)
        snprintf(command.by, sizeof command.by, "bot-%u-p%" PRIu64, asking->request->level, table->last_player + 1);
    else
        snprintf(command.by, sizeof command.by, "p%" PRIu64, table->last_player + 1);
    if (!may_join(guest, asking->request, &refused) || !has_room(table, seat, &refused) ||
        !lay_anew(table, asking->request, asking->now, &refused) || !game_run(table, &command, asking->now, &refused)) {
        answer_refused(asking, &refused);
        return;
    }
    if (seat == TABLE_NO_SEAT)
        guest_sit(guest, command.by, asking->now);
    host_settle(table, asking->now);
    if (in_company(table, command.by))
        make_room(table, asking->now);
    answer_good(asking, table, (const struct member[]){{.key = "you", .words = command.by}, {0}});
}

/* `next` between rounds: a vote of the people present. */
static void vote_next(struct table *table, uint32_t seat, const struct asking *asking)
{
    struct votes votes = votes_for_next(table, seat, asking->now);
    const struct member members[] = {
        {.key = "votes", .number = votes.wishes}, {.key = "needed", .number = votes.needed}, {0}};
    answer_good(asking, table, members);
}

/* A bid that was made before it arrived says by how much, as far as the log's time allows it. */
static uint16_t credit_of(const struct table *table, carom_ms made, carom_ms arrived)
{
    carom_ms counts = made > table->state.now ? made : table->state.now;
    return arrived > counts && made < arrived ? (uint16_t)(arrived - counts) : 0;
}

static bool play(struct table *table, const char *player, const struct asking *asking, carom_ms made,
                 struct refused *refused)
{
    struct carom_command command = asking->request->command;
    if (asking->request->no_move)
        return refuse_as(refused, (struct carom_refusal){.why = CAROM_REFUSED_NO_MOVE});
    command.at = made;
    snprintf(command.by, sizeof command.by, "%s", player);
    if (command.what == CAROM_DO_BID || command.what == CAROM_DO_HAND)
        command.credit = credit_of(table, made, asking->now);
    return game_run(table, &command, asking->now, refused);
}

/* Runs a player's command and answers it. */
static void run(struct table *table, const char *player, const struct asking *asking, carom_ms made)
{
    struct refused refused;
    enum carom_do what = asking->request->command.what;
    bool leaves = what == CAROM_DO_LEAVE;
    uint32_t seat = seat_of_player(table, player);
    if (what == CAROM_DO_NEXT && table->state.phase == CAROM_PHASE_BETWEEN && !table->state.paused &&
        seat != TABLE_NO_SEAT) {
        vote_next(table, seat, asking);
        return;
    }
    if (!play(table, player, asking, made, &refused) && !(leaves && table->state.phase == CAROM_PHASE_OVER)) {
        answer_refused(asking, &refused);
        return;
    }
    if (leaves) {
        seat_give_up(table, player);
        host_settle(table, asking->now);
    }
    votes_count(table, asking->now);
    answer_good(asking, table, NULL);
    table_touch(table);
}

/* ---- those that have to wait ---- */

struct waiting {
    struct held held; /* first: what the table keeps */
    struct guest *guest;
    char player[CAROM_ID_SIZE];
    struct request request;
    void (*again)(struct asking *asking, bool again);
    size_t length;
    char text[]; /* as it came in */
};

static void drop(struct held *held)
{
    struct waiting *waiting = (struct waiting *)held;
    guest_release(waiting->guest);
    free(waiting);
}

static void run_held(struct table *table, struct held *held)
{
    struct waiting *waiting = (struct waiting *)held;
    struct asking asking = {.tables = table->tables,
                            .peer = waiting->guest->peer,
                            .request = &waiting->request,
                            .now = held->arrived,
                            .text = waiting->text,
                            .length = waiting->length,
                            .again = waiting->again};
    run(table, waiting->player, &asking, held->made);
    later_keep(&asking);
    drop(held);
}

static void hold(struct table *table, const char *player, const struct asking *asking, carom_ms made)
{
    struct waiting *waiting = must_alloc(sizeof *waiting + asking->length);
    waiting->length = asking->length;
    waiting->again = asking->again;
    memcpy(waiting->text, asking->text, asking->length);
    waiting->held = (struct held){.made = made, .arrived = asking->now, .run = run_held, .drop = drop};
    waiting->guest = asking->peer->guest;
    waiting->request = *asking->request;
    memcpy(waiting->player, player, sizeof waiting->player);
    guest_use(waiting->guest);
    *asking->held = true;
    fairness_hold(table, &waiting->held, asking->now);
}

void request_command(const struct asking *asking)
{
    struct guest *guest = asking->peer->guest;
    struct table *table = guest->table;
    enum carom_do what = asking->request->command.what;
    bool bids = what == CAROM_DO_BID || what == CAROM_DO_HAND; /* a route that is handed in is one, too (H3) */
    carom_ms credit = bids ? fairness_credit(table, guest) : 0;
    char player[CAROM_ID_SIZE]; /* a copy: the seat may go */
    memcpy(player, table->seats[guest->seat].player, sizeof player);
    table->asker = peer_asker(asking->peer);
    if (fairness_waits(table, credit))
        hold(table, player, asking, asking->now - credit);
    else
        run(table, player, asking, asking->now - credit);
    table_touch(table);
}
