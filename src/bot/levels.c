/*
 * The skill of each level. The figures come from the tournament: each level wins 55 to 70 of a hundred decided rounds
 * against the one below (docs/reference/bots.md has the table).
 */
#include "bot.h"

static const struct bot_skill skills[BOT_LEVELS] = {
    /* moves others robots overlooks whole errs pace positions */
    {4, 0, 1, 2, 0, 8, 1200, 1},      {10, 1, 3, 17, 27, 18, 2300, 16}, {18, 1, 4, 18, 76, 21, 2250, 24},
    {20, 2, 4, 11, 76, 15, 1800, 60}, {20, 2, 4, 8, 84, 11, 1400, 100}, {20, 2, 4, 7, 88, 9, 1120, 150},
    {20, 2, 4, 5, 90, 8, 900, 200},   {20, 2, 4, 4, 92, 5, 730, 250},   {24, 3, 4, 2, 94, 3, 600, 300},
    {32, 3, 6, 0, 97, 1, 480, 300},
};

static unsigned within(unsigned level)
{
    return level < 1 ? 1 : level > BOT_LEVELS ? BOT_LEVELS : level;
}

struct bot_skill bot_skill(enum carom_game game, unsigned level)
{
    if (game == CAROM_GAME_RICOCHET)
        return skills[within(level) - 1];
    unsigned short_of = BOT_LEVELS - within(level);
    return (struct bot_skill){
        .max_moves = (uint8_t)(4 + within(level)),
        .overlook_percent = (uint8_t)(5 * short_of / 2),
        .error_percent = (uint8_t)(1 + short_of),
        .pace_ms = (uint16_t)(480 + 165 * short_of),
    };
}
