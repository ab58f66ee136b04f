/*
 * The setup of a table: the referee's game configuration, and options that the referee does not know.
 */
#include "validate.h"

bool table_options_read(struct table_options *options, const struct carom_json *json, uint32_t object,
                        struct api_error *error)
{
    const struct {
        const char *name;
        bool *value;
    } members[] = {{"credit", &options->latency_credit},
                   {"plan", &options->scratch_board},
                   {"arranged", &options->custom},
                   {"listed", &options->public}};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        uint32_t node = carom_json_get(json, object, members[i].name);
        if (node != CAROM_JSON_NONE && !carom_json_as_bool(json, node, members[i].value))
            return api_error_set_detail(error, API_ERR_BAD_MESSAGE, "an option of the table has to be true or false");
    }
    return true;
}

void table_options_write_members(struct carom_text *text, const struct table_options *options)
{
    carom_json_put_bool(text, "credit", options->latency_credit);
    carom_json_put_bool(text, "plan", options->scratch_board);
    carom_json_put_bool(text, "arranged", options->custom);
    carom_json_put_bool(text, "listed", options->public);
    if (options->starts > 0)
        carom_json_put_int(text, "starts", options->starts);
}

void table_options_write(struct carom_text *text, const char *key, const struct table_options *options)
{
    carom_json_begin(text, key, '{');
    table_options_write_members(text, options);
    carom_json_end(text, '}');
}

/* Is something chosen that would otherwise be dealt at random? */
static bool config_is_custom(const struct carom_json *json, uint32_t rules)
{
    static const char *const dealt[] = {"seed", "board", "robots", "tokens", "dice"};
    for (size_t i = 0; i < sizeof dealt / sizeof dealt[0]; i++)
        if (carom_json_get(json, rules, dealt[i]) != CAROM_JSON_NONE)
            return true;
    return false;
}

bool game_config_read_checked(struct carom_game_config *config, const struct carom_json *json, uint32_t rules,
                              const struct table_options *options, struct api_error *error)
{
    *config = (struct carom_game_config){.rules = carom_rules_from_preset(CAROM_PRESET_RICOCHET)};
    struct carom_error input_error;
    if (rules != CAROM_JSON_NONE && !carom_game_config_read(config, json, rules, &input_error))
        return api_error_from_input(error, API_ERR_BAD_RULES, &input_error);
    config->rules.rules_version = CAROM_RULES_VERSION; /* nobody opens a table by an earlier reading */
    if (!options->custom && !carom_rules_is_solo(&config->rules) && config_is_custom(json, rules))
        return api_error_set(error, API_ERR_NOT_CUSTOM);
    if (carom_json_get(json, rules, "demonstration") == CAROM_JSON_NONE && options->public)
        config->rules.demonstration = DEMONSTRATION_PUBLIC_MS;
    if (carom_json_get(json, rules, "seed") == CAROM_JSON_NONE)
        rules_set_random_secret(&config->rules);
    config->rules.seed_known = true;
    return true;
}
