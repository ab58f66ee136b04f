/*
 * `again`: another game at the same table, with the same settings or others.
 */
#include "room.h"

#include <string.h>

static void same_rules(const struct table *table, struct carom_opening *opening)
{
    *opening = (struct carom_opening){.rules = table->state.rules};
    opening->rules.reading = CAROM_READING; /* a table of an earlier version plays on by today's */
    secret_random(&opening->rules);
}

bool again_for_join(struct table *table, carom_ms now, struct refused *refused)
{
    struct carom_opening opening;
    same_rules(table, &opening);
    return game_again(table, &opening, now, refused);
}

static bool read_settings(const struct table *table, const struct asking *asking, struct carom_opening *opening,
                          struct table_options *options, struct refused *refused)
{
    const struct request *request = asking->request;
    *options = table->options;
    if (request->options != CAROM_JSON_NONE && !table_options_read(options, asking->json, request->options, refused))
        return false;
    if (options->arranged != table->options.arranged)
        return refuse(refused, WHY_STAYS_ARRANGED);
    if (request->rules != CAROM_JSON_NONE)
        return opening_read(opening, asking->json, request->rules, options->arranged, refused);
    same_rules(table, opening);
    return true;
}

/* Whether everybody may find the table is the host's to say, here as in `list`; what others say of it changes nothing.
 */
static bool settle_listed(struct table *table, const struct asking *asking, const struct carom_rules *rules,
                          struct table_options *options, struct refused *refused)
{
    if (options->listed == table->options.listed)
        return true;
    if (options->listed && (table->options.arranged || table->locked || carom_rules_solo(rules)))
        return refuse(refused, WHY_NOT_OPEN);
    host_settle(table, asking->now);
    if (strcmp(table->seats[asking->peer->guest->seat].player, table->host) != 0)
        options->listed = table->options.listed;
    return true;
}

static bool begin(struct table *table, const struct asking *asking, struct refused *refused)
{
    struct carom_opening opening;
    struct table_options options;
    struct table_options before = table->options;
    if (table->state.phase != CAROM_PHASE_LOBBY && table->state.phase != CAROM_PHASE_OVER)
        return refuse(refused, WHY_GAME_ON);
    if (!read_settings(table, asking, &opening, &options, refused) ||
        !settle_listed(table, asking, &opening.rules, &options, refused))
        return false;
    table->options = options;
    if (!game_again(table, &opening, asking->now, refused)) {
        table->options = before;
        return false;
    }
    if (options.listed != before.listed)
        host_list(table, options.listed, asking->now);
    return true;
}

void request_again(const struct asking *asking)
{
    struct table *table = asking->peer->guest->table;
    struct refused refused;
    if (!begin(table, asking, &refused)) {
        answer_refused(asking, &refused);
        return;
    }
    answer_good(asking, table, (const struct member[]){{.key = "game", .number = table->facts.game}, {0}});
}
