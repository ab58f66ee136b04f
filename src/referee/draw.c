/*
 * Randomness of the game: drawing a token, rolling the dice.
 *
 * The generator is not part of the table. Each event that needs randomness makes a new one from the seed and its own
 * number, so a table rebuilt from its log continues exactly like the original, and apply needs no randomness.
 */
#include "easy_start.h"

/* Rolls come from the dice set by hand while they last, then from the generator. */
struct dice {
    const struct carom_table *table;
    unsigned at;
    struct carom_random random;
};

static unsigned roll(struct dice *dice)
{
    if (dice->at < dice->table->dice_count)
        return dice->table->dice[dice->at++];
    return carom_random_below(&dice->random, CAROM_MICRO_CELLS);
}

/* M3, M12: a roll that shows a cell already taken is repeated. */
static uint8_t roll_different(struct dice *dice, unsigned start, unsigned target)
{
    unsigned face;
    do {
        face = roll(dice);
    } while (face == start || face == target);
    return (uint8_t)face;
}

/* M3: the first to join rolls first; M8: then the left neighbour; M9: for another target the same player rolls. */
static unsigned rolling_seat(const struct carom_table *table)
{
    unsigned seat = table->dice_seat;
    if (seat == CAROM_NO_SEAT)
        return referee_next_seated(table, table->seats == 0 ? 0 : table->seats - 1u);
    if (table->dice_to_next_seat || !table->players[seat].seated)
        return referee_next_seated(table, seat);
    return seat;
}

static void roll_target(const struct carom_table *table, struct carom_event *event)
{
    struct dice dice = {.table = table, .at = table->dice_at, .random = referee_chance(table)};
    struct carom_drawn_target *drawn = &event->as.drawn;
    drawn->token = CAROM_NO_TOKEN;
    drawn->start = table->micro_robot_face != CAROM_MICRO_NO_CELL ? table->micro_robot_face : (uint8_t)roll(&dice);
    drawn->target = roll_different(&dice, drawn->start, table->avoid_last_target ? table->drawn.target : drawn->start);
    drawn->via = CAROM_MICRO_NO_CELL;
    if (table->rules.preset == CAROM_PRESET_MICRO_EXPERT)
        drawn->via = roll_different(&dice, drawn->start, drawn->target);
    drawn->remaining = (uint8_t)(table->pile_count - 1);
    event->seat = (uint8_t)rolling_seat(table);
}

/* Lists the tokens that may be drawn: not those known to be unreachable (R18), nor the one just put back (R16).
 * Returns their number. */
static unsigned list_drawable(const struct carom_table *table, bool another, uint8_t tokens[CAROM_TOKENS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->pile_count; i++) {
        unsigned token = table->pile[i];
        if ((table->unreachable_tokens >> token & 1u) == 0 && !(another && token == table->drawn.token))
            tokens[count++] = (uint8_t)token;
    }
    return count;
}

/* R4: the top of the pile; once a token was put back, a random one, which is equivalent to shuffling (R14). With an
 * easy start only among those that suit beginners. */
static void draw_token(const struct carom_table *table, struct carom_event *event)
{
    uint8_t tokens[CAROM_TOKENS] = {table->pile[0]};
    unsigned at = 0;
    unsigned count = list_drawable(table, table->avoid_last_target, tokens);
    count = easy_start_choose(table, tokens, count > 0 ? count : list_drawable(table, false, tokens));
    if (table->draw_at_random && count > 0) {
        struct carom_random random = referee_chance(table);
        at = carom_random_below(&random, count);
    }
    event->as.drawn = (struct carom_drawn_target){.token = tokens[at],
                                                  .target = CAROM_MICRO_NO_CELL,
                                                  .start = CAROM_MICRO_NO_CELL,
                                                  .via = CAROM_MICRO_NO_CELL,
                                                  .remaining = (uint8_t)(table->pile_count - 1)};
}

void referee_draw(const struct carom_table *table, carom_ms at, struct carom_event *event)
{
    referee_init_event(table, event, CAROM_EVENT_DRAWN, at, CAROM_NO_SEAT);
    if (carom_rules_is_micro(&table->rules))
        roll_target(table, event);
    else
        draw_token(table, event);
}

static unsigned skip_dice(const struct carom_table *table, unsigned at, unsigned face)
{
    while (at < table->dice_count && table->dice[at] != face)
        at++;
    return at < table->dice_count ? at + 1 : at;
}

unsigned referee_dice_taken(const struct carom_table *table, const struct carom_drawn_target *drawn)
{
    unsigned at = table->dice_at;
    if (table->micro_robot_face == CAROM_MICRO_NO_CELL)
        at = skip_dice(table, at, drawn->start);
    at = skip_dice(table, at, drawn->target);
    if (drawn->via != CAROM_MICRO_NO_CELL)
        at = skip_dice(table, at, drawn->via);
    return at - table->dice_at;
}
