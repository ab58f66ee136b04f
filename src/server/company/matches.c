/*
 * Matches over days in circles (H8 to H15): made, played, looked at, and their logs. The rules are in src/match; this
 * file finds out who asks, and keeps what happened.
 *
 * A match is a record of its circle: the header with its secret and positions, which a thread has dealt. Each entry of
 * a player's log is a record of the match, inserted and never changed, whose key is the player and the entry's number:
 * of two servers, or of two devices with the same seat, only one can append it. An entry also swaps the record of
 * the member for itself, so that nobody plays who has left meanwhile.
 *
 * The most players with the most entries are tens of thousands of records. So all of them are read only to show the
 * match, by the thread that reads, which also writes the answer; what decides on an entry is the player's own.
 */
#include "matches.h"

#include <carom/libc_allocator.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_MS 1000

static void match_key(char key[STORE_KEY_SIZE], uint32_t number)
{
    snprintf(key, STORE_KEY_SIZE, "%08u", number);
}

static uint32_t match_number(const struct store_record *match)
{
    return (uint32_t)strtoul(match->key, NULL, 10);
}

/* The owner of a match's entries. */
static void match_owner(char owner[STORE_KEY_SIZE], const char *code, uint32_t number)
{
    snprintf(owner, STORE_KEY_SIZE, "%.*s-%u", CIRCLE_CODE_LENGTH, code, number);
}

/* ---- loading ---- */

static bool load_header(struct store *store, struct company_op *op, uint32_t number)
{
    char after[STORE_KEY_SIZE], before[STORE_KEY_SIZE];
    const char *owner = op->owner;
    match_key(after, number - 1);
    match_key(before, number + 1);
    return company_load(
        store, op,
        &(struct store_range){
            .kind = STORE_MATCHES, .owners = &owner, .owner_count = 1, .after = after, .before = before});
}

/* Loads the entries of one member in one match. */
static bool load_entries(struct store *store, struct company_op *op, uint32_t number, const char *member)
{
    char match[STORE_KEY_SIZE], after[STORE_KEY_SIZE], before[STORE_KEY_SIZE];
    const char *owner = match;
    match_owner(match, op->owner, number);
    snprintf(after, sizeof after, "%.*s/", MEMBER_ID_SIZE, member);
    snprintf(before, sizeof before, "%.*s0", MEMBER_ID_SIZE,
             member); /* '0' follows '/' in ASCII: the range ends after the member's keys */
    return company_load(
        store, op,
        &(struct store_range){
            .kind = STORE_MATCH_RESULTS, .owners = &owner, .owner_count = 1, .after = after, .before = before});
}

bool matches_load(struct store *store, struct company_op *op)
{
    op->has_matches = company_load_owner(store, op, STORE_MATCHES, op->owner);
    return op->has_matches;
}

bool matches_load_entries(struct store *store, struct company_op *op, const char *member)
{
    struct store_record record;
    for (size_t at = 0; company_next(op, STORE_MATCHES, &at, &record);)
        if (!load_entries(store, op, match_number(&record), member))
            return false;
    return true;
}

/* ---- reading what was loaded ---- */

/* Applies a stored entry; one that cannot be read is ignored. */
static void apply_record(struct match *match, struct match_player *player, const struct store_record *record)
{
    struct match_entry entry;
    if (match_parse_entry(match, &entry, record->body, strlen(record->body), NULL))
        match_apply(match, player, &entry);
}

static bool is_entry_of(const struct store_record *record, const char *member)
{
    size_t length = strlen(member);
    return strncmp(record->key, member, length) == 0 && record->key[length] == '/';
}

/* Builds the players from members and entries, both sorted by member id. */
static void read_players(struct match_op *match_op)
{
    struct company_op *op = &match_op->op;
    struct store_record record, entry;
    size_t next = 0;
    bool more = company_next(op, STORE_MATCH_RESULTS, &next, &entry);
    if (match_op->players == NULL) {
        match_op->players = xcalloc(MATCH_PLAYERS_MAX * sizeof *match_op->players);
        match_op->roster = xcalloc(MATCH_PLAYERS_MAX * sizeof *match_op->roster);
    }
    match_op->count = 0;
    match_op->me_at = MATCH_PLAYERS_MAX;
    for (size_t at = 0; match_op->count < MATCH_PLAYERS_MAX && company_next(op, STORE_MEMBERS, &at, &record);) {
        struct match_roster *one = &match_op->roster[match_op->count];
        struct match_player *player = &match_op->players[match_op->count];
        if (!circle_member_read(&record, &one->member))
            continue;
        memset(player, 0, sizeof *player);
        memcpy(player->id, one->member.id, sizeof one->member.id);
        one->body = record.body;
        if (strcmp(one->member.id, match_op->me.id) == 0)
            match_op->me_at = match_op->count;
        while (more && strcmp(entry.key, one->member.id) < 0)
            more = company_next(op, STORE_MATCH_RESULTS, &next, &entry); /* an entry of a former member */
        for (; more && is_entry_of(&entry, one->member.id); more = company_next(op, STORE_MATCH_RESULTS, &next, &entry))
            apply_record(&match_op->match, player, &entry);
        match_op->count++;
    }
}

static bool read_match(struct match_op *match_op)
{
    char key[STORE_KEY_SIZE];
    struct company_op *op = &match_op->op;
    match_key(key, match_op->number);
    const char *body = company_find(op, STORE_MATCHES, key);
    if (body == NULL || !match_parse_header(&match_op->match, body, strlen(body), NULL))
        return api_error_set(&op->error, API_ERR_NO_MATCH);
    read_players(match_op);
    return match_op->me_at < match_op->count || api_error_set(&op->error, API_ERR_NOT_MEMBER);
}

/* ---- answers ---- */

static void write_view(struct carom_text *text, const void *context)
{
    const struct match_op *match_op = context;
    const struct match_player *viewer = &match_op->players[match_op->me_at];
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "name", match_op->circle.name);
    carom_json_put_uint(text, "match", match_op->number);
    carom_json_put_string(text, "me", match_op->me.id);
    match_write_view(text, &match_op->match, viewer, match_op->now);
    carom_json_begin(text, "players", '[');
    for (unsigned seat = 0; seat < match_op->count; seat++) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "id", match_op->players[seat].id);
        carom_json_put_string(text, "name", match_op->roster[seat].member.name);
        match_write_player(text, &match_op->match, match_op->players, match_op->count, seat, viewer, match_op->now);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

static int compare_entries(const void *a, const void *b)
{
    const struct match_entry *one = a, *other = b;
    if (one->at != other->at)
        return one->at < other->at ? -1 : 1;
    int by = strcmp(one->by, other->by);
    return by != 0 ? by : one->n < other->n ? -1 : one->n > other->n;
}

static bool has_member(const struct match_op *match_op, const char *id)
{
    for (unsigned seat = 0; seat < match_op->count; seat++)
        if (strcmp(match_op->players[seat].id, id) == 0)
            return true;
    return false;
}

/* Collects all members' entries, sorted by time. */
static size_t sorted_entries(const struct match_op *match_op, struct match *match, struct match_entry *entries)
{
    struct store_record record;
    size_t count = 0;
    for (size_t at = 0; company_next(&match_op->op, STORE_MATCH_RESULTS, &at, &record);)
        count += match_parse_entry(match, &entries[count], record.body, strlen(record.body), NULL) &&
                 has_member(match_op, entries[count].by);
    qsort(entries, count, sizeof *entries, compare_entries);
    return count;
}

static void write_log(struct carom_text *text, const void *context)
{
    const struct match_op *match_op = context;
    struct match match = match_op->match;
    struct match_entry *entries = xcalloc((match_op->op.records.count + 1) * sizeof *entries);
    struct match_player *played = xcalloc((match_op->count + 1) * sizeof *played);
    size_t count = sorted_entries(match_op, &match, entries);
    unsigned players = 0;
    match_write_header(text, &match, false);
    carom_text_char(text, '\n');
    for (size_t i = 0; i < count; i++) {
        match_write_entry(text, &match, &entries[i], true);
        carom_text_char(text, '\n');
    }
    for (unsigned seat = 0; seat < match_op->count;
         seat++) /* players who have not played are left out of the last line */
        if (match_op->players[seat].entries > 0)
            played[players++] = match_op->players[seat];
    match_write_over(text, &match, played, players);
    carom_text_char(text, '\n');
    free(entries);
    free(played);
}

/* ---- reading what a request needs ---- */

static bool is_member(struct match_op *match_op)
{
    return circle_read(&match_op->op, &match_op->circle) &&
           circle_member_by_token(&match_op->op, match_op->token, &match_op->me);
}

static bool is_over(const struct match_op *match_op)
{
    return match_op->now >= match_op->match.ends;
}

static bool load(struct store *store, struct company_op *op)
{
    struct match_op *match_op = (struct match_op *)op;
    char owner[STORE_KEY_SIZE];
    bool plays = match_op->action == MATCH_PLAY && !match_op->shows;
    match_op->readable = false;
    if (!company_load_owner(store, op, STORE_CIRCLES, op->owner) ||
        !company_load_owner(store, op, STORE_MEMBERS, op->owner))
        return false;
    if (!is_member(match_op))
        return true;
    if (match_op->action == MATCH_CREATE && !match_op->shows)
        return matches_load(store, op);
    match_owner(owner, op->owner, match_op->number);
    if (!load_header(store, op, match_op->number) ||
        !(plays ? load_entries(store, op, match_op->number, match_op->me.id)
                : company_load_owner(store, op, STORE_MATCH_RESULTS, owner)))
        return false;
    match_op->readable = read_match(match_op);
    if (match_op->readable && match_op->action == MATCH_LOG && is_over(match_op))
        company_write(op, write_log, match_op);
    else if (match_op->readable && match_op->action != MATCH_LOG && !plays)
        company_write(op, write_view, match_op);
    return true;
}

/* ---- playing ---- */

/* A repeated command, sent again because an answer was lost, changes nothing and is not an error. */
static bool is_repeated(const struct match_op *match_op, enum carom_refusal_code code)
{
    const struct match_entry *command = &match_op->command;
    const struct match_try *try = &match_op->players[match_op->me_at].tries[command->target % MATCH_TARGETS_MAX];
    switch (command->kind) {
    case MATCH_SHOWN:
        return code == CAROM_REFUSED_ALREADY_STARTED;
    case MATCH_DONE:
        return code == CAROM_REFUSED_ALREADY_DONE || code == CAROM_REFUSED_CLOSED;
    case MATCH_HANDED:
        return code == CAROM_REFUSED_NOT_SHORTER && strcmp(try->route, command->route) == 0;
    }
    return false;
}

static void append(struct match_op *match_op, const struct match_entry *entry)
{
    char owner[STORE_KEY_SIZE], key[STORE_KEY_SIZE], body[MATCH_ENTRY_MAX];
    struct carom_text text = carom_text_init(body, sizeof body);
    struct company_op *op = &match_op->op;
    const struct match_roster *me = &match_op->roster[match_op->me_at];
    match_owner(owner, op->owner, match_op->number);
    snprintf(key, sizeof key, "%.*s/%04u", MEMBER_ID_SIZE, me->member.id, entry->n);
    match_write_entry(&text, &match_op->match, entry, false);
    REQUIRE(!text.truncated);
    company_insert(op, &(struct store_record){STORE_MATCH_RESULTS, owner, key, body});
    company_swap(op, &(struct store_record){STORE_MEMBERS, op->owner, me->member.id, me->body}, me->body);
    match_apply(&match_op->match, &match_op->players[match_op->me_at], entry);
}

static bool play(struct match_op *match_op)
{
    struct company_op *op = &match_op->op;
    const struct match_player *player = &match_op->players[match_op->me_at];
    struct match_entry entry, *command = &match_op->command;
    struct carom_refusal refusal = {.code = CAROM_ACCEPTED};
    /* a player's time never runs backwards, even if another server's clock was ahead */
    command->at = match_op->now > player->at ? match_op->now : player->at;
    memcpy(command->by, player->id, sizeof command->by);
    if (command->kind == MATCH_HANDED && player->entries >= MATCH_ENTRIES_EACH * match_op->match.targets)
        return api_error_set_number(&op->error, API_ERR_RATE_LIMIT, match_op->match.ends - match_op->now);
    refusal.code = match_decide(&match_op->match, player, command, &entry, &refusal.slide);
    if (refusal.code != CAROM_ACCEPTED)
        return is_repeated(match_op, refusal.code) || api_error_from_referee(&op->error, refusal);
    append(match_op, &entry);
    return true;
}

/* ---- creating ---- */

/* Chooses the number of the next match, and the match to prune for it. False: the circle may not have another. */
static bool find_room(struct match_op *match_op)
{
    struct company_op *op = &match_op->op;
    struct store_record record;
    struct match *match = xcalloc(sizeof *match);
    unsigned running = 0, kept = 0;
    uint32_t oldest = 0;
    match_op->number = 1;
    for (size_t at = 0; company_next(op, STORE_MATCHES, &at, &record);) {
        bool runs = match_parse_header(match, record.body, strlen(record.body), NULL) && match->ends > match_op->now;
        running += runs;
        kept++;
        oldest = oldest == 0 && !runs ? match_number(&record) : oldest;
        match_op->number = match_number(&record) + 1;
    }
    free(match);
    match_op->pruned = kept >= MATCHES_KEPT ? oldest : 0;
    return running < MATCHES_RUNNING || api_error_set_number(&op->error, API_ERR_TOO_MANY_MATCHES, MATCHES_RUNNING);
}

static void remove_match(struct company_op *op, uint32_t number)
{
    char owner[STORE_KEY_SIZE], key[STORE_KEY_SIZE];
    match_owner(owner, op->owner, number);
    match_key(key, number);
    company_remove(op, STORE_MATCHES, op->owner, key);
    company_remove_owner(op, STORE_MATCH_RESULTS, owner);
}

static bool create(struct match_op *match_op)
{
    struct company_op *op = &match_op->op;
    char key[STORE_KEY_SIZE], body[MATCH_HEADER_MAX];
    struct carom_text text = carom_text_init(body, sizeof body);
    if (!find_room(match_op))
        return false;
    if (!match_op->dealt)
        return true; /* this operation only checks whether it may be created */
    match_op->match.begun = match_op->now;
    match_write_header(&text, &match_op->match, true);
    REQUIRE(!text.truncated);
    match_key(key, match_op->number);
    company_insert(op, &(struct store_record){STORE_MATCHES, op->owner, key, body});
    if (match_op->pruned > 0)
        remove_match(op, match_op->pruned);
    return true;
}

static bool decide(struct company_op *op, carom_ms now)
{
    struct match_op *match_op = (struct match_op *)op;
    if (!circle_read(op, &match_op->circle))
        return api_error_set(&op->error, API_ERR_NO_CIRCLE);
    if (!is_member(match_op))
        return api_error_set(&op->error, API_ERR_NOT_MEMBER);
    bool acts = !match_op->shows && (match_op->action == MATCH_CREATE || match_op->action == MATCH_PLAY);
    match_op->now = acts ? now : match_op->now;
    if (acts && match_op->action == MATCH_CREATE)
        return create(match_op);
    if (!match_op->readable)
        return false;
    if (match_op->action == MATCH_LOG && !is_over(match_op))
        return api_error_from_referee(&op->error, (struct carom_refusal){.code = CAROM_REFUSED_ROUND_RUNNING});
    return !acts || play(match_op);
}

/* ---- requests ---- */

/* Deals a target. One at a time, so that searches for others take their turns between them, and the server can stop. */
struct match_deal {
    struct job job;
    struct match_op *match_op;
    unsigned target;
    bool good;
};

static void finish(struct company_op *op)
{
    struct match_op *match_op = (struct match_op *)op;
    free(match_op->deal);
    match_op->done(match_op);
}

static void refuse(struct company_op *op)
{
    op->refused = true;
    api_error_set_number(&op->error, op->company->base->stopping ? API_ERR_SHUTTING_DOWN : API_ERR_BUSY, RETRY_MS);
    finish(op);
}

/* It is done: shows the match as it is now. */
static void show(struct company_op *op)
{
    struct match_op *match_op = (struct match_op *)op;
    if (op->refused) {
        finish(op);
        return;
    }
    op->records = (struct record_list){0}; /* the operation that ends here frees them; another one follows */
    op->reads_only = true;
    op->done = finish;
    match_op->shows = true;
    match_op->now = clock_now_ms();
    company_run(op->company, op);
}

static void deal(struct job *job)
{
    struct match_deal *dealing = (struct match_deal *)job;
    struct match *match = &dealing->match_op->match;
    unsigned target = dealing->target;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    dealing->good =
        solver != NULL && match_deal(match, solver, target, &match->positions[target], &match->shortest[target]);
    carom_solver_free(solver);
}

static void on_dealt(struct job *job, bool done)
{
    struct match_deal *match_deal = (struct match_deal *)job;
    struct match_op *match_op = match_deal->match_op;
    struct match *match = &match_op->match;
    bool good = done && match_deal->good;
    if (good)
        match->known |= 1u << match_deal->target++;
    match_op->dealt = good && match_deal->target == match->targets;
    if (match_op->dealt) {
        match_op->op.done = show;
        company_run(match_op->op.company, &match_op->op);
    } else if (!good || !jobs_add(match_op->op.company->jobs, JOB_HTTP, job)) {
        refuse(&match_op->op);
    }
}

/* The match may be created: deals its positions from a new secret. */
static void on_checked(struct company_op *op)
{
    struct match_op *match_op = (struct match_op *)op;
    struct match *match = &match_op->match;
    if (op->refused) {
        finish(op);
        return;
    }
    op->records = (struct record_list){0}; /* the operation that ends here frees them; another one follows */
    *match = (struct match){.ends = match_op->ends, .targets = match_op->targets, .has_secret = true};
    randombytes_buf(match->secret, sizeof match->secret);
    match_hash_secret(match);
    match_op->deal = xcalloc(sizeof *match_op->deal);
    *match_op->deal =
        (struct match_deal){.job = {.work = deal, .done = on_dealt, .flow = match_op->op.flow}, .match_op = match_op};
    if (!jobs_add(op->company->jobs, JOB_HTTP, &match_op->deal->job))
        refuse(op);
}

void match_run(struct company *company, struct match_op *match_op)
{
    struct company_op *op = &match_op->op;
    snprintf(op->owner, sizeof op->owner, "%s", match_op->code);
    op->load = load;
    op->decide = decide;
    op->done = match_op->action == MATCH_CREATE ? on_checked : match_op->action == MATCH_PLAY ? show : finish;
    match_op->now = clock_now_ms();
    op->reads_only = match_op->action == MATCH_VIEW || match_op->action == MATCH_LOG;
    company_run(company, op);
}

void match_op_destroy(struct match_op *match_op)
{
    free(match_op->players);
    free(match_op->roster);
    free(match_op->op.answer.bytes);
}

/* ---- for circles ---- */

void matches_erase_member(struct company_op *op, const char *member)
{
    struct store_record record;
    for (size_t at = 0; company_next(op, STORE_MATCH_RESULTS, &at, &record);)
        if (is_entry_of(&record, member))
            company_remove(op, STORE_MATCH_RESULTS, record.owner, record.key);
}

void matches_remove_all(struct company_op *op)
{
    struct store_record record;
    REQUIRE(op->has_matches);
    for (size_t at = 0; company_next(op, STORE_MATCHES, &at, &record);)
        remove_match(op, match_number(&record));
}

static unsigned played_by(const struct company_op *op, struct match *match, uint32_t number, const char *member,
                          carom_ms now)
{
    char owner[STORE_KEY_SIZE];
    struct match_player *player = xcalloc(sizeof *player);
    struct store_record record;
    match_owner(owner, op->owner, number);
    for (size_t at = 0; company_next(op, STORE_MATCH_RESULTS, &at, &record);)
        if (strcmp(record.owner, owner) == 0 && is_entry_of(&record, member))
            apply_record(match, player, &record);
    unsigned played = match_played(match, player, now);
    free(player);
    return played;
}

void matches_write_list(struct carom_text *text, const struct company_op *op, const char *member, carom_ms now)
{
    struct store_record record;
    struct match *match = xcalloc(sizeof *match);
    carom_json_begin(text, "matches", '[');
    for (size_t at = 0; company_next(op, STORE_MATCHES, &at, &record);) {
        if (!match_parse_header(match, record.body, strlen(record.body), NULL))
            continue;
        carom_json_begin(text, NULL, '{');
        carom_json_put_uint(text, "match", match_number(&record));
        carom_json_put_uint(text, "targets", match->targets);
        carom_json_put_int(text, "begun", match->begun);
        carom_json_put_int(text, "ends", match->ends);
        carom_json_put_bool(text, "over", now >= match->ends);
        carom_json_put_uint(text, "played", played_by(op, match, match_number(&record), member, now));
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
    free(match);
}
