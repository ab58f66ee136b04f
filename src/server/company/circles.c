/*
 * Circles: friends, a family or a class who see each other's daily results. Whoever has the link can join, and nobody
 * can list circles.
 *
 * A circle's own record counts its members, and joining and leaving replace it by compare-and-swap, so that
 * CIRCLE_MEMBERS_MAX holds on any number of servers. What members have solved is not stored here: it is read from the
 * results that their devices sent. A result of today is shown to members who have one of the same puzzle.
 */
#include "matches.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY_MS (24 * 60 * 60 * 1000)
#define ID_BYTES 6

/* ---- records ---- */

static void write_circle(struct carom_text *text, const void *context)
{
    const struct circle *circle = context;
    carom_json_put_string(text, "name", circle->name);
    carom_json_put_int(text, "created", circle->created);
    carom_json_put_uint(text, "used", circle->used);
    carom_json_put_uint(text, "members", circle->members);
}

static void write_member(struct carom_text *text, const void *context)
{
    const struct circle_member *member = context;
    carom_json_put_string(text, "name", member->name);
    carom_json_put_int(text, "joined", member->joined);
    carom_json_put_string(text, "device", member->device);
    carom_json_put_string(text, "token", member->token);
}

bool circle_read(const struct company_op *op, struct circle *circle)
{
    struct carom_json_node nodes[COMPANY_NODES];
    struct carom_json json;
    const char *body = company_find(op, STORE_CIRCLES, CIRCLE_KEY);
    if (body == NULL || !company_read(&json, nodes, body))
        return false;
    *circle = (struct circle){.created = company_number(&json, "created"),
                              .used = (uint32_t)company_number(&json, "used"),
                              .members = (uint32_t)company_number(&json, "members")};
    company_read_text(&json, "name", circle->name, sizeof circle->name);
    return true;
}

bool circle_member_read(const struct store_record *record, struct circle_member *member)
{
    struct carom_json_node nodes[COMPANY_NODES];
    struct carom_json json;
    if (strlen(record->key) >= sizeof member->id || !company_read(&json, nodes, record->body))
        return false;
    *member = (struct circle_member){.joined = company_number(&json, "joined")};
    snprintf(member->id, sizeof member->id, "%s", record->key);
    company_read_text(&json, "name", member->name, sizeof member->name);
    company_read_text(&json, "device", member->device, sizeof member->device);
    company_read_text(&json, "token", member->token, sizeof member->token);
    return true;
}

static void hash_token(char hash[TOKEN_HASH_TEXT], const char *token)
{
    uint8_t bytes[SEAT_TOKEN_HASH_SIZE];
    seat_token_hash(bytes, token);
    sodium_bin2hex(hash, TOKEN_HASH_TEXT, bytes, sizeof bytes);
}

bool circle_member_by_token(const struct company_op *op, const char *token, struct circle_member *member)
{
    char hash[TOKEN_HASH_TEXT];
    struct store_record record;
    if (!seat_token_is_well_formed(token, strlen(token)))
        return false;
    hash_token(hash, token);
    for (size_t at = 0; company_next(op, STORE_MEMBERS, &at, &record);)
        if (circle_member_read(&record, member) && sodium_memcmp(member->token, hash, sizeof hash) == 0)
            return true;
    return false;
}

/* Derives a member's id from device and circle: the same device gets the same id in a circle again, and unrelated ids
 * in different circles. */
static void make_id(char id[MEMBER_ID_SIZE], const char *code, const char *device)
{
    unsigned char bytes[crypto_generichash_BYTES_MIN];
    char text[STORE_KEY_SIZE + DEVICE_LENGTH + 1];
    int length = snprintf(text, sizeof text, "%s%s", code, device);
    id[0] = 'm';
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text, (size_t)length, NULL, 0);
    sodium_bin2hex(id + 1, MEMBER_ID_SIZE - 1, bytes, ID_BYTES);
}

/* ---- deciding ---- */

static struct store_record circle_record(const struct company_op *op, const struct circle *circle)
{
    return (struct store_record){STORE_CIRCLES, op->owner, CIRCLE_KEY, company_body(write_circle, circle)};
}

static struct store_record member_record(const struct company_op *op, const struct circle_member *member)
{
    return (struct store_record){STORE_MEMBERS, op->owner, member->id, company_body(write_member, member)};
}

static void swap_circle(struct company_op *op, const struct circle *circle)
{
    struct store_record record = circle_record(op, circle);
    company_swap(op, &record, company_find(op, STORE_CIRCLES, CIRCLE_KEY));
}

void circle_rename(struct company_op *op, const struct store_record *record, struct circle_member *member,
                   const char *name)
{
    snprintf(member->name, sizeof member->name, "%s", name);
    struct store_record renamed = member_record(op, member);
    company_swap(op, &renamed, record->body);
}

void circle_remove(struct company_op *op)
{
    company_remove_owner(op, STORE_CIRCLES, op->owner);
    company_remove_owner(op, STORE_MEMBERS, op->owner);
    matches_remove_all(op);
}

void circle_shrink(struct company_op *op, struct circle *circle, uint32_t left)
{
    if (circle->members <= left) {
        circle_remove(op);
        return;
    }
    circle->members -= left;
    swap_circle(op, circle);
}

/* Does the name look like that of another member? */
static bool name_is_taken(const struct circle_op *circle_op)
{
    struct store_record record;
    struct circle_member other;
    for (size_t at = 0; company_next(&circle_op->op, STORE_MEMBERS, &at, &record);)
        if (strcmp(record.key, circle_op->me.id) != 0 && circle_member_read(&record, &other) &&
            name_confusable(other.name, circle_op->member))
            return true;
    return false;
}

/* Makes the device a member, with a new token. */
static void make_member(struct circle_op *circle_op, carom_ms now)
{
    struct circle_member *me = &circle_op->me;
    *me = (struct circle_member){.joined = now};
    make_id(me->id, circle_op->op.owner, circle_op->device);
    memcpy(me->name, circle_op->member, sizeof me->name);
    memcpy(me->device, circle_op->device, sizeof me->device);
    seat_token_random(circle_op->token);
    hash_token(me->token, circle_op->token);
}

static bool create(struct circle_op *circle_op, carom_ms now)
{
    struct company_op *op = &circle_op->op;
    circle_op->circle = (struct circle){.created = now, .used = (uint32_t)(now / DAY_MS), .members = 1};
    memcpy(circle_op->circle.name, circle_op->name, sizeof circle_op->name);
    make_member(circle_op, now);
    struct store_record record = circle_record(op, &circle_op->circle);
    company_insert(op, &record);
    record = member_record(op, &circle_op->me);
    company_insert(op, &record);
    op->company->circles += op->company->circles >= 0; /* until they are counted again */
    return true;
}

/* A device that is a member already gets a new name and a new token. */
static bool join(struct circle_op *circle_op, carom_ms now)
{
    struct company_op *op = &circle_op->op;
    make_member(circle_op, now);
    const char *before = company_find(op, STORE_MEMBERS, circle_op->me.id);
    if (before == NULL && circle_op->circle.members >= CIRCLE_MEMBERS_MAX)
        return api_error_set_number(&op->error, API_ERR_CIRCLE_FULL, CIRCLE_MEMBERS_MAX);
    if (name_is_taken(circle_op))
        return api_error_set(&op->error, API_ERR_NAME_TAKEN);
    if (before == NULL) {
        circle_op->circle.members++;
        swap_circle(op, &circle_op->circle);
    }
    struct store_record record = member_record(op, &circle_op->me);
    if (before == NULL)
        company_insert(op, &record);
    else
        company_swap(op, &record, before);
    return true;
}

static bool rename_member(struct circle_op *circle_op)
{
    struct company_op *op = &circle_op->op;
    if (name_is_taken(circle_op))
        return api_error_set(&op->error, API_ERR_NAME_TAKEN);
    struct store_record record = {.body = company_find(op, STORE_MEMBERS, circle_op->me.id)};
    circle_rename(op, &record, &circle_op->me, circle_op->member);
    return true;
}

static bool leave(struct circle_op *circle_op)
{
    company_remove(&circle_op->op, STORE_MEMBERS, circle_op->op.owner, circle_op->me.id);
    matches_erase_member(&circle_op->op, circle_op->me.id);
    circle_shrink(&circle_op->op, &circle_op->circle, 1);
    return true;
}

/* Notes once a day that the circle is used, so that it is kept. */
static bool view(struct circle_op *circle_op, carom_ms now)
{
    uint32_t today = (uint32_t)(now / DAY_MS);
    if (circle_op->me.id[0] != '\0' && circle_op->circle.used < today) {
        circle_op->circle.used = today;
        swap_circle(&circle_op->op, &circle_op->circle);
    }
    return true;
}

static bool decide(struct company_op *op, carom_ms now)
{
    struct circle_op *circle_op = (struct circle_op *)op;
    if (circle_op->action == CIRCLE_CREATE)
        return create(circle_op, now);
    if (!circle_read(op, &circle_op->circle))
        return api_error_set(&op->error, API_ERR_NO_CIRCLE);
    if (circle_op->action == CIRCLE_JOIN)
        return join(circle_op, now);
    if (!circle_member_by_token(op, circle_op->token, &circle_op->me))
        circle_op->me = (struct circle_member){0};
    if (circle_op->action == CIRCLE_VIEW)
        return view(circle_op, now);
    if (circle_op->me.id[0] == '\0')
        return api_error_set(&op->error, API_ERR_NOT_MEMBER);
    return circle_op->action == CIRCLE_RENAME ? rename_member(circle_op) : leave(circle_op);
}

/* ---- loading ---- */

/* Loads the results of all members' devices since the beginning of this week or month. */
static bool load_results(struct store *store, struct circle_op *circle_op)
{
    struct circle_member *members = calloc(circle_op->op.records.count + 1, sizeof *members);
    const char **devices = calloc(circle_op->op.records.count + 1, sizeof *devices);
    struct store_record record;
    struct circle_days days = circle_days(circle_op->today);
    const char *from = strcmp(days.week, days.month) < 0 ? days.week : days.month;
    size_t count = 0;
    for (size_t at = 0;
         members != NULL && devices != NULL && company_next(&circle_op->op, STORE_MEMBERS, &at, &record);)
        if (circle_member_read(&record, &members[count]) && members[count].device[0] != '\0') {
            devices[count] = members[count].device;
            count++;
        }
    bool good = members != NULL && devices != NULL &&
                company_load(store, &circle_op->op,
                             &(struct store_range){
                                 .kind = STORE_DEVICE_RESULTS, .owners = devices, .owner_count = count, .after = from});
    free(devices);
    free(members);
    return good;
}

static void write_view(struct carom_text *text, const void *circle_op)
{
    carom_json_begin(text, NULL, '{');
    circle_write_answer(text, circle_op);
    carom_json_end(text, '}');
}

static bool load(struct store *store, struct company_op *op)
{
    struct circle_op *circle_op = (struct circle_op *)op;
    struct circle_member me;
    if (!company_load_owner(store, op, STORE_CIRCLES, op->owner) ||
        !company_load_owner(store, op, STORE_MEMBERS, op->owner))
        return false;
    bool views = circle_op->action == CIRCLE_VIEW, member = circle_member_by_token(op, circle_op->token, &me);
    if (member && (views || circle_op->action == CIRCLE_LEAVE) &&
        (!matches_load(store, op) || !matches_load_entries(store, op, me.id)))
        return false;
    if (!views || !circle_read(op, &circle_op->circle))
        return true;
    circle_op->me = member ? me : (struct circle_member){0};
    if (member && !load_results(store, circle_op))
        return false;
    company_write(op, write_view, circle_op);
    return true;
}

void circle_run(struct company *company, struct circle_op *circle_op)
{
    if (circle_op->action == CIRCLE_CREATE)
        circle_code_random(circle_op->code);
    snprintf(circle_op->op.owner, sizeof circle_op->op.owner, "%s", circle_op->code);
    circle_op->now = clock_now_ms();
    circle_op->op.load = load;
    circle_op->op.decide = decide;
    company_run(company, &circle_op->op);
}

bool circles_have_room(const struct company *company, struct api_error *error)
{
    return company->circles < CIRCLES_MAX || api_error_set_number(error, API_ERR_TOO_MANY_CIRCLES, CIRCLES_MAX);
}
