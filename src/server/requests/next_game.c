/*
 * `again`: another game at the same table, with the same settings or others.
 */
#include "internal.h"

#include <string.h>

static void same_rules(const struct table *table, struct carom_game_config *config)
{
    *config = (struct carom_game_config){.rules = table->game.rules};
    config->rules.rules_version = CAROM_RULES_VERSION; /* tables of earlier versions continue with today's rules */
    if (table->options.public && !carom_rules_is_solo(&config->rules) && config->rules.demonstration == 0)
        config->rules.demonstration = DEMONSTRATION_PUBLIC_MS;
    rules_set_random_secret(&config->rules);
}

bool next_game_for_join(struct table *table, carom_ms now, struct api_error *error)
{
    struct carom_game_config config;
    same_rules(table, &config);
    return game_start_next(table, &config, now, error);
}

static bool read_settings(const struct table *table, const struct request_context *context,
                          struct carom_game_config *config, struct table_options *options, struct api_error *error)
{
    const struct request *request = context->request;
    *options = table->options;
    if (request->options != CAROM_JSON_NONE && !table_options_read(options, context->json, request->options, error))
        return false;
    if (options->custom != table->options.custom)
        return api_error_set(error, API_ERR_CUSTOM_FIXED);
    if (request->rules != CAROM_JSON_NONE)
        return game_config_read_checked(config, context->json, request->rules, options, error);
    same_rules(table, config);
    return true;
}

/* Only the host decides whether the table is public, as with `list`; from others the member is ignored. */
static bool update_public_flag(struct table *table, const struct request_context *context,
                               const struct carom_rules *rules, struct table_options *options, struct api_error *error)
{
    if (options->public == table->options.public)
        return true;
    if (options->public && (table->options.custom || table->locked || carom_rules_is_solo(rules)))
        return api_error_set(error, API_ERR_NOT_OPEN);
    host_ensure(table, context->now);
    if (strcmp(table->seats[context->conn->session->seat].player, table->host) != 0)
        options->public = table->options.public;
    return true;
}

static bool start_next_game(struct table *table, const struct request_context *context, struct api_error *error)
{
    struct carom_game_config config;
    struct table_options options;
    struct table_options before = table->options;
    if (table->game.phase != CAROM_PHASE_LOBBY && table->game.phase != CAROM_PHASE_OVER)
        return api_error_set(error, API_ERR_GAME_ON);
    if (!read_settings(table, context, &config, &options, error) ||
        !update_public_flag(table, context, &config.rules, &options, error))
        return false;
    table->options = options;
    if (!game_start_next(table, &config, context->now, error)) {
        table->options = before;
        return false;
    }
    if (options.public != before.public)
        host_set_public(table, options.public, context->now);
    return true;
}

void request_next_game(const struct request_context *context)
{
    struct table *table = context->conn->session->table;
    struct api_error error;
    if (!start_next_game(table, context, &error)) {
        reply_error(context, &error);
        return;
    }
    reply_ok(context, table, (const struct member[]){{.key = "game", .number = table->row.game}, {0}});
}
