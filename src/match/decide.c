/*
 * The rules of a match over days (H8 to H12): which entry follows from a command, and what it changes.
 */
#include "match.h"

#include "../core/libc_mem.h"
#include "../referee/table.h"

#include <carom/route_check.h>

static bool is_running(const struct match *match, const struct match_player *player, carom_ms now)
{
    unsigned shown = match_shown(player);
    return shown > 0 && !match_try_over(match, &player->tries[shown - 1], now);
}

carom_ms match_try_until(const struct match *match, const struct match_try *try)
{
    carom_ms until = try->shown + MATCH_PATIENCE_MS + MATCH_HOURGLASS_MS;
    if (try->moves > 0 && try->first + MATCH_HOURGLASS_MS < until)
        until = try->first + MATCH_HOURGLASS_MS;
    return until < match->ends ? until : match->ends;
}

bool match_try_over(const struct match *match, const struct match_try *try, carom_ms now)
{
    return try->done || now >= match_try_until(match, try);
}

unsigned match_played(const struct match *match, const struct match_player *player, carom_ms now)
{
    unsigned played = 0;
    for (unsigned i = 0; i < match_shown(player); i++)
        played += match_try_over(match, &player->tries[i], now);
    return played;
}

/* H9: the next one, when the one before is over. */
static enum carom_refusal_code decide_show(const struct match *match, const struct match_player *player,
                                           const struct match_entry *command)
{
    if (command->target < player->shown)
        return CAROM_REFUSED_ALREADY_STARTED;
    if (is_running(match, player, command->at))
        return CAROM_REFUSED_ROUND_RUNNING;
    return command->target == player->shown ? CAROM_ACCEPTED : CAROM_REFUSED_NO_TARGET;
}

/* Does the command belong to the target that is open? */
static enum carom_refusal_code decide_open(const struct match *match, const struct match_player *player,
                                           const struct match_entry *command)
{
    if (command->target >= player->shown)
        return CAROM_REFUSED_NO_TARGET;
    if (player->tries[command->target].done)
        return CAROM_REFUSED_ALREADY_DONE;
    return match_try_over(match, &player->tries[command->target], command->at) ? CAROM_REFUSED_CLOSED : CAROM_ACCEPTED;
}

/* H11 */
static enum carom_refusal_code check_route(const struct carom_position *position, const char *words, uint32_t *cost,
                                           enum carom_slide_result *slide)
{
    static const struct carom_check_rules rules = {0};
    struct carom_move route[CAROM_HANDED_MOVES_MAX];
    struct carom_check check;
    size_t moves = 0, length = 0;
    while (words[length] != '\0')
        length++;
    if (!carom_route_read(route, CAROM_HANDED_MOVES_MAX, &moves, words, length, NULL) ||
        !carom_check_moves(&check, position, route, moves, &rules))
        return CAROM_REFUSED_ROUTE_FAILS;
    *cost = check.cost;
    if (check.result == CAROM_CHECK_IMPOSSIBLE) {
        *slide = check.slide.result;
        return CAROM_REFUSED_SLIDE;
    }
    if (check.result == CAROM_CHECK_NO_RICOCHET)
        return CAROM_REFUSED_ROUTE_NO_RICOCHET;
    return check.result == CAROM_CHECK_OK && check.cost > 0 ? CAROM_ACCEPTED : CAROM_REFUSED_ROUTE_FAILS;
}

static enum carom_refusal_code decide_hand(const struct match *match, const struct match_player *player,
                                           const struct match_entry *command, struct match_entry *entry,
                                           enum carom_slide_result *slide)
{
    const struct match_try *try = &player->tries[command->target];
    enum carom_refusal_code code = decide_open(match, player, command);
    uint32_t cost = 0;
    if (code != CAROM_ACCEPTED)
        return code;
    if (command->route_long)
        return CAROM_REFUSED_ROUTE_LONG;
    if ((match->known >> command->target & 1u) == 0)
        return CAROM_REFUSED_NO_TARGET; /* a log that does not say where */
    code = check_route(&match->positions[command->target], command->route, &cost, slide);
    if (code != CAROM_ACCEPTED)
        return code;
    if (cost > CAROM_HANDED_MOVES_MAX)
        return CAROM_REFUSED_ROUTE_LONG;
    if (try->moves > 0 && cost >= try->moves)
        return CAROM_REFUSED_NOT_SHORTER;
    entry->moves = (uint8_t)cost;
    entry->ms = command->at - try->shown;
    return CAROM_ACCEPTED;
}

enum carom_refusal_code match_decide(const struct match *match, const struct match_player *player,
                                     const struct match_entry *command, struct match_entry *entry,
                                     enum carom_slide_result *slide)
{
    if (command->at < match->begun || command->at < player->at)
        return CAROM_REFUSED_IN_THE_PAST;
    if (command->at >= match->ends)
        return CAROM_REFUSED_OVER;
    if (command->target >= match_targets(match))
        return CAROM_REFUSED_NO_TARGET;
    *entry = *command;
    entry->n = player->entries + 1;
    entry->moves = 0;
    entry->ms = 0;
    if (command->kind != MATCH_HANDED)
        memset(entry->route, 0, sizeof entry->route);
    switch (command->kind) {
    case MATCH_SHOWN:
        return decide_show(match, player, command);
    case MATCH_HANDED:
        return decide_hand(match, player, command, entry, slide);
    case MATCH_DONE:
        return decide_open(match, player, command);
    }
    return CAROM_REFUSED_NO_TARGET;
}

void match_apply(const struct match *match, struct match_player *player, const struct match_entry *entry)
{
    unsigned targets = match_targets(match);
    if (entry->target >= targets || player->shown > targets)
        return;
    struct match_try *try = &player->tries[entry->target];
    player->entries = entry->n;
    player->at = entry->at;
    if (player->id[0] == '\0')
        copy_string(player->id, CAROM_ID_SIZE, entry->by);
    if (entry->kind == MATCH_SHOWN && entry->target == player->shown) {
        *try = (struct match_try){.shown = entry->at};
        player->shown++;
    } else if (entry->kind == MATCH_HANDED && entry->target < player->shown) {
        try->first = try->moves > 0 ? try->first : entry->at;
        try->handed = entry->at;
        try->moves = entry->moves;
        memcpy(try->route, entry->route, CAROM_HANDED_SIZE);
    } else if (entry->kind == MATCH_DONE && entry->target < player->shown) {
        try->done = true;
    }
}

bool match_verify(const struct match *match, const struct match_player *player, const struct match_entry *entry)
{
    struct match_entry expected;
    enum carom_slide_result slide;
    return match_decide(match, player, entry, &expected, &slide) == CAROM_ACCEPTED && entry->n == expected.n &&
           entry->moves == expected.moves && entry->ms == expected.ms;
}
