/*
 * A match as lines of text: for `carom referee`, which plays one, for `carom replay`, which verifies a log, for the
 * browser and for the golden files.
 */
#include "match.h"

#include "../core/libc_mem.h"
#include "../referee/json_fields.h"

static bool is(const struct carom_json *json, const char *key, const char *words)
{
    return carom_json_string_is(json, carom_json_get(json, 0, key), words);
}

/* Most lines of other games end here, without being parsed. */
static bool mentions_match(const char *line, size_t length)
{
    static const char word[] = "\"match\"";
    for (size_t i = 0; i + sizeof word - 1 <= length; i++)
        if (memcmp(line + i, word, sizeof word - 1) == 0)
            return true;
    return false;
}

bool match_line_begins(const char *line, size_t length)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    return mentions_match(line, length) && match_parse(&json, nodes, line, length, NULL) &&
           (is(&json, "do", "match") || is(&json, "ev", "match"));
}

/* The player's seat; a new one at the end. MATCH_PLAYERS_MAX: there are too many. */
static unsigned find_player(const struct match_lines *lines, const char *id)
{
    unsigned seat = 0;
    for (; seat < lines->count; seat++) {
        size_t i = 0;
        while (id[i] != '\0' && id[i] == lines->players[seat].id[i])
            i++;
        if (id[i] == lines->players[seat].id[i])
            break;
    }
    return seat;
}

/* ---- commands ---- */

static void put_refusal(struct carom_text *out, carom_ms at, const char *command, const char *by,
                        enum carom_refusal_code code, enum carom_slide_result slide)
{
    const struct carom_refusal refusal = {.code = code, .slide = slide};
    carom_json_begin(out, NULL, '{');
    carom_json_put_int(out, "at", at);
    carom_json_put_string(out, "refused", command);
    if (by[0] != '\0')
        carom_json_put_string(out, "by", by);
    carom_json_put_string(out, "why", carom_refusal_name(&refusal));
    carom_json_end(out, '}');
    carom_text_char(out, '\n');
}

static bool begin(struct match_lines *lines, struct carom_solver *solver, const struct carom_json *json,
                  struct carom_text *out, struct carom_error *error)
{
    struct match match;
    if (!match_read_plan(&match, json, error))
        return false;
    if ((match.known != 0) == match.has_secret)
        return json_error(error, CAROM_ERROR_EVENT_FIELD, "secret"); /* one of both */
    match.by_hand = match.known != 0;
    if (match.has_secret)
        match_hash_secret(&match);
    if (match.has_secret && !match_deal_all(&match, solver))
        return json_error(error, CAROM_ERROR_EVENT_FIELD, "secret");
    uint32_t line = lines->line;
    memset(lines, 0, sizeof *lines);
    lines->line = line;
    lines->begun = true;
    lines->match = match;
    match_write_header(out, &match, false);
    carom_text_char(out, '\n');
    return true;
}

/* {"do":"look"}: what `by` may see at this time. */
static bool execute_look(const struct match_lines *lines, const struct carom_json *json, struct carom_text *out,
                         struct carom_error *error)
{
    char by[CAROM_ID_SIZE];
    carom_ms now;
    if (!codec_int(json, carom_json_get(json, 0, "at"), 0, CAROM_TIME_MAX, &now))
        return json_error_at(error, CAROM_ERROR_AT, json, carom_json_get(json, 0, "at"));
    if (!codec_id(json, carom_json_get(json, 0, "by"), by))
        return json_error_at(error, CAROM_ERROR_BY, json, carom_json_get(json, 0, "by"));
    unsigned you = find_player(lines, by);
    const struct match_player *viewer = you < lines->count ? &lines->players[you] : NULL;
    carom_json_begin(out, NULL, '{');
    match_write_view(out, &lines->match, viewer, now);
    carom_json_begin(out, "players", '[');
    for (unsigned seat = 0; seat < lines->count; seat++) {
        carom_json_begin(out, NULL, '{');
        carom_json_put_string(out, "id", lines->players[seat].id);
        match_write_player(out, &lines->match, lines->players, lines->count, seat, viewer, now);
        carom_json_end(out, '}');
    }
    carom_json_end(out, ']');
    carom_json_end(out, '}');
    carom_text_char(out, '\n');
    return true;
}

/* {"do":"over"}: the last line of the log. */
static bool end(struct match_lines *lines, const struct carom_json *json, struct carom_text *out,
                struct carom_error *error)
{
    carom_ms at;
    if (!codec_int(json, carom_json_get(json, 0, "at"), 0, CAROM_TIME_MAX, &at))
        return json_error_at(error, CAROM_ERROR_AT, json, carom_json_get(json, 0, "at"));
    if (at < lines->match.ends) {
        put_refusal(out, at, "over", "", CAROM_REFUSED_ROUND_RUNNING, CAROM_SLIDE_OK);
        return true;
    }
    match_write_over(out, &lines->match, lines->players, lines->count);
    carom_text_char(out, '\n');
    lines->over = true;
    return true;
}

static bool play(struct match_lines *lines, const struct carom_json *json, struct carom_text *out,
                 struct carom_error *error)
{
    static const struct match_player nobody = {0};
    struct match_entry command, entry;
    enum carom_slide_result slide = CAROM_SLIDE_OK;
    if (!match_read_command(&command, json, error))
        return false;
    unsigned seat = find_player(lines, command.by);
    const struct match_player *player = seat < lines->count ? &lines->players[seat] : &nobody;
    enum carom_refusal_code code =
        seat == MATCH_PLAYERS_MAX ? CAROM_REFUSED_FULL : match_decide(&lines->match, player, &command, &entry, &slide);
    if (code != CAROM_ACCEPTED) {
        put_refusal(out, command.at, match_command_name(command.kind), command.by, code, slide);
        return true;
    }
    lines->count += seat == lines->count;
    match_write_entry(out, &lines->match, &entry, true);
    carom_text_char(out, '\n');
    match_apply(&lines->match, &lines->players[seat], &entry);
    return true;
}

static bool execute(struct match_lines *lines, struct carom_solver *solver, const struct carom_json *json,
                    struct carom_text *out, struct carom_error *error)
{
    if (is(json, "do", "match"))
        return begin(lines, solver, json, out, error);
    if (!lines->begun)
        return json_error_at(error, CAROM_ERROR_COMMAND_KIND, json, carom_json_get(json, 0, "do"));
    if (is(json, "do", "look"))
        return execute_look(lines, json, out, error);
    return is(json, "do", "over") ? end(lines, json, out, error) : play(lines, json, out, error);
}

bool match_lines_command(struct match_lines *lines, struct carom_solver *solver, const char *line, size_t length,
                         struct carom_text *out)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    struct carom_error error = {0};
    lines->line++;
    if (json_line_is_blank(line, length))
        return true;
    if (match_parse(&json, nodes, line, length, &error) && execute(lines, solver, &json, out, &error))
        return true;
    json_put_line_error(lines->line, &error, out);
    return false;
}

/* ---- the log ---- */

static bool impossible(struct carom_error *error)
{
    return json_error(error, CAROM_ERROR_EVENT_IMPOSSIBLE, "");
}

/* Every position that was shown has to come from the secret. */
static bool verify_positions(const struct match *match, struct carom_solver *solver, struct carom_error *error)
{
    for (unsigned target = 0; target < match_targets(match); target++) {
        struct carom_position dealt;
        uint8_t shortest;
        if ((match->known >> target & 1u) == 0)
            continue;
        if (!match_deal(match, solver, target, &dealt, &shortest) ||
            !match_same_position(&match->positions[target], &dealt))
            return json_error(error, CAROM_ERROR_EVENT_FIELD, "secret");
    }
    return true;
}

/* H13, H14: do points and winners follow from the tries? */
static bool result_follows(const struct match_lines *lines, const struct carom_json *json)
{
    const struct match *match = &lines->match;
    uint32_t points = carom_json_get(json, 0, "points"), winners = carom_json_get(json, 0, "winners");
    unsigned best = match_best_total(match, lines->players, lines->count), won = 0;
    if (!carom_json_is(json, points, CAROM_JSON_OBJECT) || json->nodes[points].count != lines->count ||
        !carom_json_is(json, winners, CAROM_JSON_ARRAY))
        return false;
    for (unsigned seat = 0; seat < lines->count; seat++) {
        const char *id = lines->players[seat].id;
        unsigned total = match_total(match, lines->players, lines->count, seat, NULL, match->ends);
        int64_t told;
        if (!carom_json_as_int(json, carom_json_get(json, points, id), &told) || told != total)
            return false;
        if (total == 0 || total < best)
            continue;
        uint32_t place = 0;
        won++;
        while (place < json->nodes[winners].count &&
               !carom_json_string_is(json, carom_json_item(json, winners, place), id))
            place++;
        if (place == json->nodes[winners].count)
            return false;
    }
    return json->nodes[winners].count == won;
}

static bool verify_secret(struct match_lines *lines, struct carom_solver *solver, const struct carom_json *json,
                          struct carom_error *error)
{
    struct match *match = &lines->match;
    uint8_t hash[CAROM_SECRET_SIZE];
    memcpy(hash, match->hash, sizeof hash);
    if (!codec_secret(json, carom_json_get(json, 0, "secret"), match->secret))
        return json_error(error, CAROM_ERROR_EVENT_FIELD, "secret");
    match->has_secret = true;
    match_hash_secret(match);
    return memcmp(hash, match->hash, sizeof hash) == 0 ? verify_positions(match, solver, error)
                                                       : json_error(error, CAROM_ERROR_EVENT_FIELD, "secret");
}

static bool verify_over(struct match_lines *lines, struct carom_solver *solver, const struct carom_json *json,
                        struct carom_error *error)
{
    carom_ms at;
    if (!carom_json_as_int(json, carom_json_get(json, 0, "at"), &at) || at != lines->match.ends)
        return json_error(error, CAROM_ERROR_EVENT_FIELD, "at");
    if (!lines->match.by_hand && !verify_secret(lines, solver, json, error))
        return false;
    lines->over = result_follows(lines, json);
    return lines->over || json_error(error, CAROM_ERROR_EVENT_FIELD, "points");
}

static bool verify_entry(struct match_lines *lines, const struct carom_json *json, struct carom_error *error)
{
    static const struct match_player nobody = {0};
    struct match_entry entry;
    if (!match_read_entry(&lines->match, &entry, json, error))
        return false;
    unsigned seat = find_player(lines, entry.by);
    if (seat == MATCH_PLAYERS_MAX)
        return impossible(error);
    const struct match_player *player = seat < lines->count ? &lines->players[seat] : &nobody;
    if (entry.n != player->entries + 1)
        return json_error(error, CAROM_ERROR_EVENT_FIELD, "n");
    if (!match_verify(&lines->match, player, &entry))
        return impossible(error);
    lines->count += seat == lines->count;
    match_apply(&lines->match, &lines->players[seat], &entry);
    return true;
}

bool match_lines_verify(struct match_lines *lines, struct carom_solver *solver, const char *line, size_t length,
                        struct carom_error *error)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    lines->line++;
    if (json_line_is_blank(line, length))
        return true;
    if (!match_parse(&json, nodes, line, length, error))
        return false;
    if (carom_json_get(&json, 0, "ev") == CAROM_JSON_NONE && carom_json_get(&json, 0, "refused") != CAROM_JSON_NONE)
        return true; /* `carom referee` writes refusals between the entries */
    if (is(&json, "ev", "match"))
        return (!lines->begun || impossible(error)) && match_read_header(&lines->match, &json, error) &&
               (lines->begun = true);
    if (!lines->begun || lines->over)
        return impossible(error);
    return is(&json, "ev", "over") ? verify_over(lines, solver, &json, error) : verify_entry(lines, &json, error);
}
