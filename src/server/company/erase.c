/*
 * Erases people from circles and results, by name or by the number of a device. Circles are searched a few at a time,
 * in loop iterations of their own; each match is changed by an operation on its circle.
 */
#include "matches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CIRCLES_PER_PART TEST_LIMIT(100u, 2u)

struct erasing_people {
    struct company *company;
    char name[NICKNAME_MAX + 1];
    char device[DEVICE_LENGTH + 1]; /* hash of the device; empty: the name is not a device's number */
    char after[STORE_KEY_SIZE];     /* the last circle searched */
    char found[CIRCLES_PER_PART][STORE_KEY_SIZE];
    unsigned found_count;
    unsigned running; /* operations in progress */
    bool at_end;      /* all circles have been searched */
    bool searched;    /* the store was asked for the next ones */
    bool results;     /* erasing the device's results has begun */
    bool good;
    int64_t erased;
    company_erased *done;
    void *context;
    struct erasing_people *next; /* next in company->erasures */
};

struct erase_op {
    struct company_op op;
    struct erasing_people *people;
    int64_t erased;
};

static bool is_concerned(const struct erasing_people *people, const struct circle_member *member)
{
    return (people->device[0] != '\0' && strcmp(member->device, people->device) == 0) ||
           name_confusable(member->name, people->name);
}

static void continue_erasing(struct erasing_people *people);

static void on_done(struct company_op *op)
{
    struct erase_op *erase = (struct erase_op *)op;
    struct erasing_people *people = erase->people;
    people->good &= !op->refused;
    people->erased += op->refused ? 0 : erase->erased;
    people->running--;
    free(erase);
    continue_erasing(people);
}

static void run_erase(struct erasing_people *people, const char *owner,
                      bool (*load)(struct store *store, struct company_op *op),
                      bool (*decide)(struct company_op *op, carom_ms now))
{
    struct erase_op *erase = xcalloc(sizeof *erase);
    snprintf(erase->op.owner, sizeof erase->op.owner, "%s", owner);
    erase->people = people;
    erase->op.load = load;
    erase->op.decide = decide;
    erase->op.done = on_done;
    people->running++;
    company_run(people->company, &erase->op);
}

/* ---- circles ---- */

static bool load_circle(struct store *store, struct company_op *op)
{
    const struct erasing_people *people = ((struct erase_op *)op)->people;
    struct store_record record;
    struct circle_member member;
    if (!company_load_owner(store, op, STORE_CIRCLES, op->owner) ||
        !company_load_owner(store, op, STORE_MEMBERS, op->owner) || !matches_load(store, op))
        return false;
    for (size_t at = 0; people->device[0] != '\0' && company_next(op, STORE_MEMBERS, &at, &record);)
        if (circle_member_read(&record, &member) && is_concerned(people, &member) &&
            !matches_load_entries(store, op, member.id))
            return false;
    return true;
}

static bool erase_members(struct company_op *op, carom_ms now)
{
    struct erase_op *erase = (struct erase_op *)op;
    struct store_record record;
    struct circle circle;
    uint32_t removed = 0;
    (void)now;
    erase->erased = 0;
    if (!circle_read(op, &circle))
        return true;
    for (size_t at = 0; company_next(op, STORE_MEMBERS, &at, &record);) {
        struct circle_member member;
        if (!circle_member_read(&record, &member) || !is_concerned(erase->people, &member))
            continue;
        erase->erased++;
        if (erase->people->device[0] != '\0') {
            company_remove(op, STORE_MEMBERS, op->owner, record.key);
            matches_erase_member(op, member.id);
            removed++;
        } else {
            circle_rename(op, &record, &member, member.id);
        }
    }
    if (removed > 0)
        circle_shrink(op, &circle, removed);
    return true;
}

static bool find_member(void *context, const struct store_record *record)
{
    struct erasing_people *people = context;
    struct circle_member member;
    if (!circle_member_read(record, &member) || !is_concerned(people, &member))
        return true;
    snprintf(people->found[people->found_count++], STORE_KEY_SIZE, "%s", record->owner);
    return false; /* one matching member is enough */
}

static void search_circles(struct store *store, void *context)
{
    struct erasing_people *people = context;
    people->found_count = 0;
    people->searched = true;
    for (unsigned i = 0; people->good && !people->at_end && i < CIRCLES_PER_PART; i++) {
        const char *owner = people->after;
        enum store_lookup found = store_next_owner(store, STORE_CIRCLES, people->after);
        people->at_end = found == STORE_NOT_FOUND;
        people->good = found != STORE_FAILED;
        if (found == STORE_FOUND)
            people->good =
                store_records(store, &(struct store_range){.kind = STORE_MEMBERS, .owners = &owner, .owner_count = 1},
                              find_member, people);
    }
}

static void on_circles_searched(void *context)
{
    struct erasing_people *people = context;
    people->good &= people->searched;
    people->running++; /* keeps `people` alive until all operations have begun */
    for (unsigned i = 0; i < people->found_count; i++)
        run_erase(people, people->found[i], load_circle, erase_members);
    people->running--;
    continue_erasing(people);
}

/* ---- results ---- */

static bool load_results(struct store *store, struct company_op *op)
{
    return company_load_owner(store, op, STORE_DEVICE_RESULTS, op->owner);
}

static bool erase_results(struct company_op *op, carom_ms now)
{
    struct erase_op *erase = (struct erase_op *)op;
    struct store_record record;
    (void)now;
    erase->erased = 0;
    for (size_t at = 0; company_next(op, STORE_DEVICE_RESULTS, &at, &record); erase->erased++)
        company_remove(op, STORE_RESULTS, record.key, op->owner);
    company_remove_owner(op, STORE_DEVICE_RESULTS, op->owner);
    return true;
}

/* ---- parts ---- */

static void finish(struct erasing_people *people)
{
    daily_reread(people->company);
    people->done(people->context, people->good ? people->erased : -1);
    free(people);
}

static void continue_erasing(struct erasing_people *people)
{
    struct company *company = people->company;
    if (people->running > 0)
        return;
    if (people->good && people->at_end && !people->results && people->device[0] != '\0') {
        people->results = true;
        run_erase(people, people->device, load_results, erase_results);
        return;
    }
    if (!people->good || people->at_end || company->base->stopping) {
        people->good &= people->at_end;
        finish(people);
        return;
    }
    people->next = company->erasures;
    company->erasures = people;
    uv_idle_start(&company->erasing, company_erase_part);
}

void company_erase_part(uv_idle_t *idle)
{
    struct company *company = idle->data;
    struct erasing_people *people = company->erasures;
    if (people == NULL) {
        uv_idle_stop(idle);
        return;
    }
    company->erasures = people->next;
    people->searched = false;
    company_read_async(company, 0, search_circles, on_circles_searched, people);
}

void company_erase(struct company *company, const char *name, company_erased *done, void *context)
{
    struct erasing_people *people = xcalloc(sizeof *people);
    *people = (struct erasing_people){.company = company, .done = done, .context = context, .good = true};
    snprintf(people->name, sizeof people->name, "%s", name);
    device_hash(people->device, name, strlen(name));
    continue_erasing(people);
}

void company_erase_cancel(struct company *company)
{
    while (company->erasures != NULL) {
        struct erasing_people *people = company->erasures;
        company->erasures = people->next;
        people->good = false;
        finish(people);
    }
}
