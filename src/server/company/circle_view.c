/*
 * The view of a circle that a member gets: today's results side by side, and what everybody has solved this week and
 * this month. A puzzle that the viewer has not solved shows only who has solved it, not how.
 */
#include "matches.h"

#include <string.h>

/* ---- days ---- */

static void write_date(char date[DATE_SIZE], uint32_t day)
{
    struct carom_text text = carom_text_init(date, DATE_SIZE);
    carom_date_write(&text, day);
}

static uint32_t first_of_month(uint32_t day)
{
    char date[DATE_SIZE];
    write_date(date, day);
    return day - (uint32_t)((date[8] - '0') * 10 + date[9] - '0' - 1);
}

struct circle_days circle_days(uint32_t today)
{
    struct circle_days days;
    uint32_t week = today - (today + 3) % 7; /* 1970-01-01 was a Thursday */
    uint32_t month = first_of_month(today);
    write_date(days.today, today);
    write_date(days.week, week);
    write_date(days.week_end, week + 7);
    write_date(days.month, month);
    write_date(days.month_end, first_of_month(month + 31)); /* no month has more than 31 days */
    return days;
}

static bool is_within(const char *key, const char *from, const char *end)
{
    return strncmp(key, from, DATE_SIZE - 1) >= 0 && strncmp(key, end, DATE_SIZE - 1) < 0;
}

/* ---- members ---- */

/* Results of one device, summed up. */
struct totals {
    const char *today[CAROM_DAILY_KINDS]; /* results' JSON; NULL: not solved */
    unsigned week;
    unsigned month;
};

static void add_result(struct totals *totals, const struct circle_days *days, const struct store_record *result)
{
    totals->week += is_within(result->key, days->week, days->week_end);
    totals->month += is_within(result->key, days->month, days->month_end);
    if (strncmp(result->key, days->today, DATE_SIZE - 1) != 0 || result->key[DATE_SIZE - 1] != '/')
        return;
    for (unsigned kind = 0; kind < CAROM_DAILY_KINDS; kind++)
        if (strcmp(result->key + DATE_SIZE, carom_daily_names[kind]) == 0)
            totals->today[kind] = result->body;
}

/* Index of the first result of each device; the records are sorted by device. */
struct places {
    size_t at[CIRCLE_MEMBERS_MAX];
    const char *devices[CIRCLE_MEMBERS_MAX];
    size_t count;
};

static struct places find_places(const struct company_op *op)
{
    struct places places = {.count = 0};
    struct store_record record;
    size_t at = 0;
    for (size_t before = at; company_next(op, STORE_DEVICE_RESULTS, &at, &record); before = at) {
        bool known = places.count > 0 && strcmp(places.devices[places.count - 1], record.owner) == 0;
        if (known || places.count == CIRCLE_MEMBERS_MAX)
            continue;
        places.devices[places.count] = record.owner;
        places.at[places.count++] = before;
    }
    return places;
}

static struct totals totals_of(const struct company_op *op, const struct places *places, const char *device,
                               const struct circle_days *days)
{
    struct totals totals = {.week = 0};
    struct store_record record;
    size_t i = 0;
    while (i < places->count && strcmp(places->devices[i], device) != 0)
        i++;
    for (size_t at = i < places->count ? places->at[i] : op->records.count;
         company_next(op, STORE_DEVICE_RESULTS, &at, &record) && strcmp(record.owner, device) == 0;)
        add_result(&totals, days, &record);
    return totals;
}

static void write_today(struct carom_text *text, const char *key, const char *body, bool shown)
{
    struct carom_json_node nodes[COMPANY_NODES];
    struct carom_json json;
    if (body == NULL) {
        carom_json_put_string(text, key, NULL);
        return;
    }
    carom_json_begin(text, key, '{');
    if (shown && company_read(&json, nodes, body)) {
        carom_json_put_int(text, "moves", company_number(&json, "moves"));
        carom_json_put_int(text, "ms", company_number(&json, "ms"));
    }
    carom_json_end(text, '}');
}

static void write_member(struct carom_text *text, const struct circle_member *member, const struct totals *totals,
                         const struct totals *mine)
{
    bool played = false;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "id", member->id);
    carom_json_put_string(text, "name", member->name);
    carom_json_begin(text, "today", '{');
    for (unsigned kind = 0; kind < CAROM_DAILY_KINDS; kind++) {
        write_today(text, carom_daily_names[kind], totals->today[kind], mine->today[kind] != NULL);
        played |= totals->today[kind] != NULL;
    }
    carom_json_end(text, '}');
    carom_json_put_uint(text, "week", totals->week);
    carom_json_put_uint(text, "month", totals->month);
    carom_json_put_bool(text, "played", played);
    carom_json_end(text, '}');
}

static void write_members(struct carom_text *text, const struct circle_op *circle_op)
{
    const struct company_op *op = &circle_op->op;
    struct circle_days days = circle_days(circle_op->today);
    struct places places = find_places(op);
    struct totals mine = totals_of(op, &places, circle_op->me.device, &days);
    struct store_record record;
    struct circle_member member;
    carom_json_put_string(text, "me", circle_op->me.id);
    carom_json_put_string(text, "date", days.today);
    carom_json_begin(text, "members", '[');
    for (size_t at = 0; company_next(op, STORE_MEMBERS, &at, &record);) {
        if (!circle_member_read(&record, &member))
            continue;
        struct totals totals = totals_of(op, &places, member.device, &days);
        write_member(text, &member, &totals, &mine);
    }
    carom_json_end(text, ']');
    matches_write_list(text, op, circle_op->me.id, circle_op->now);
}

void circle_write_answer(struct carom_text *text, const void *context)
{
    const struct circle_op *circle_op = context;
    switch (circle_op->action) {
    case CIRCLE_CREATE:
    case CIRCLE_JOIN:
        carom_json_put_string(text, "circle", circle_op->op.owner);
        carom_json_put_string(text, "name", circle_op->circle.name);
        carom_json_put_string(text, "id", circle_op->me.id);
        carom_json_put_string(text, "token", circle_op->token);
        return;
    case CIRCLE_RENAME:
    case CIRCLE_LEAVE:
        carom_json_put_bool(text, "ok", true);
        return;
    case CIRCLE_VIEW:
        carom_json_put_string(text, "name", circle_op->circle.name);
        carom_json_put_uint(text, "count", circle_op->circle.members);
        if (circle_op->me.id[0] != '\0')
            write_members(text, circle_op);
        return;
    }
}
