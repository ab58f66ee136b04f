/*
 * How a table is laid: the referee's opening, and the options that the referee does not know.
 */
#include "border.h"

bool table_options_read(struct table_options *options, const struct carom_json *json, uint32_t object,
                        struct refused *refused)
{
    const struct {
        const char *name;
        bool *value;
    } members[] = {{"credit", &options->credit},
                   {"plan", &options->plan},
                   {"arranged", &options->arranged},
                   {"listed", &options->listed}};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        uint32_t node = carom_json_get(json, object, members[i].name);
        if (node != CAROM_JSON_NONE && !carom_json_bool(json, node, members[i].value))
            return refuse_what(refused, WHY_BAD_MESSAGE, "an option of the table has to be true or false");
    }
    return true;
}

void table_options_members(struct carom_text *text, const struct table_options *options)
{
    carom_json_flag(text, "credit", options->credit);
    carom_json_flag(text, "plan", options->plan);
    carom_json_flag(text, "arranged", options->arranged);
    carom_json_flag(text, "listed", options->listed);
}

void table_options_write(struct carom_text *text, const char *key, const struct table_options *options)
{
    carom_json_begin(text, key, '{');
    table_options_members(text, options);
    carom_json_end(text, '}');
}

/* Is something chosen that chance should deal? */
static bool chooses(const struct carom_json *json, uint32_t rules)
{
    static const char *const dealt[] = {"seed", "board", "robots", "tokens", "dice"};
    for (size_t i = 0; i < sizeof dealt / sizeof dealt[0]; i++)
        if (carom_json_get(json, rules, dealt[i]) != CAROM_JSON_NONE)
            return true;
    return false;
}

bool opening_read(struct carom_opening *opening, const struct carom_json *json, uint32_t rules, bool arranged,
                  struct refused *refused)
{
    *opening = (struct carom_opening){.rules = carom_rules_preset(CAROM_PRESET_RICOCHET)};
    struct carom_fault fault;
    if (rules != CAROM_JSON_NONE && !carom_opening_read(opening, json, rules, &fault))
        return refuse_fault(refused, WHY_BAD_RULES, &fault);
    if (!arranged && !carom_rules_solo(&opening->rules) && chooses(json, rules))
        return refuse(refused, WHY_NOT_ARRANGED);
    if (carom_json_get(json, rules, "demonstration") == CAROM_JSON_NONE && !carom_rules_solo(&opening->rules))
        opening->rules.demonstration = DEMONSTRATION_MS;
    if (carom_json_get(json, rules, "seed") == CAROM_JSON_NONE)
        secret_random(&opening->rules);
    opening->rules.seed_known = true;
    return true;
}
