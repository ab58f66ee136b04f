/*
 * Provable randomness (commit and reveal).
 *
 * A game dealt from a secret of 256 bits publishes the secret's hash in `opened` and the secret itself in `over`.
 * Nobody can predict what comes, not even from everything dealt so far, and afterwards everybody can verify that each
 * draw came from a secret chosen before the first. Players may each add a nonce before the start, so that not even
 * whoever chose the secret could choose what is drawn. Each event that needs randomness has a stream of its own,
 * numbered like the event, so a table rebuilt from its log continues exactly like the original.
 */
#include "internal.h"

#include "../core/libc_mem.h"

#include <carom/blake2b.h>

struct carom_random referee_random(const struct carom_rules *rules, uint32_t seq)
{
    if (rules->seed_secret)
        return carom_random_secret(rules->secret, seq);
    /* seq 1 is `opened`: it sets up what `carom deal` deals with that seed */
    return carom_random_seed(seq == 1 ? rules->seed : rules->seed + (uint64_t)seq * UINT64_C(0x9E3779B97F4A7C15));
}

/* The operator knows the secret and could have tried many; nonces come after its hash is published. So the seed is a
 * keyed hash: the secret is the key, the hash of all nonces the message. */
struct carom_random referee_chance(const struct carom_table *table)
{
    uint8_t seed[CAROM_SECRET_SIZE];
    if (!referee_mixed(table))
        return referee_random(&table->rules, table->seq + 1);
    carom_blake2b(seed, sizeof seed, table->rules.secret, CAROM_SECRET_SIZE, table->mix.bytes, CAROM_SECRET_SIZE);
    return carom_random_secret(seed, table->seq + 1);
}

/* Not after the start: somebody who knows the secret and joins late could choose what is drawn. Not with dice set by
 * hand: the players have chosen them. */
bool referee_takes_nonce(const struct carom_table *table)
{
    return table->phase == CAROM_PHASE_LOBBY && table->rules.seed_secret && table->dice_count == 0 &&
           (table->rules.by_hand & CAROM_BY_HAND_DICE) == 0;
}

bool referee_mixed(const struct carom_table *table)
{
    return table->dice_count == 0 && table->mix.given;
}

void referee_mix(struct carom_table *table, const struct carom_nonce *nonce)
{
    uint8_t both[2 * CAROM_SECRET_SIZE];
    if (!nonce->given || !referee_takes_nonce(table))
        return;
    memcpy(both, table->mix.bytes, CAROM_SECRET_SIZE); /* zeros before the first nonce */
    memcpy(both + CAROM_SECRET_SIZE, nonce->bytes, CAROM_SECRET_SIZE);
    carom_blake2b(table->mix.bytes, CAROM_SECRET_SIZE, NULL, 0, both, sizeof both);
    table->mix.given = true;
}

static void hash_of(uint8_t hash[CAROM_SECRET_SIZE], const uint8_t secret[CAROM_SECRET_SIZE])
{
    carom_blake2b(hash, CAROM_SECRET_SIZE, NULL, 0, secret, CAROM_SECRET_SIZE);
}

bool referee_secret_matches(const struct carom_rules *rules, const uint8_t secret[CAROM_SECRET_SIZE])
{
    uint8_t hash[CAROM_SECRET_SIZE];
    hash_of(hash, secret);
    return rules->seed_secret && memcmp(hash, rules->secret_hash, sizeof hash) == 0;
}

void referee_commit_secret(struct carom_game_config *config)
{
    const struct carom_setup *setup = &config->setup;
    if (!config->rules.seed_secret)
        return;
    hash_of(config->rules.secret_hash, config->rules.secret);
    config->rules.by_hand =
        (uint8_t)((setup->board_given ? CAROM_BY_HAND_BOARD : 0) | (setup->robots_given ? CAROM_BY_HAND_ROBOTS : 0) |
                  (setup->token_count > 0 ? CAROM_BY_HAND_TOKENS : 0) |
                  (setup->dice_count > 0 ? CAROM_BY_HAND_DICE : 0));
}

void referee_undo_setup(struct carom_game_config *config)
{
    struct carom_setup *setup = &config->setup;
    unsigned by_hand = config->rules.by_hand;
    if (!config->rules.seed_secret)
        return; /* the player who chose the seed may have chosen everything else, too */
    setup->board_given = (by_hand & CAROM_BY_HAND_BOARD) != 0;
    setup->robots_given = (by_hand & CAROM_BY_HAND_ROBOTS) != 0;
    setup->token_count = (by_hand & CAROM_BY_HAND_TOKENS) != 0 ? setup->token_count : 0;
    setup->dice_count = (by_hand & CAROM_BY_HAND_DICE) != 0 ? setup->dice_count : 0;
}

bool carom_opened_reveal(struct carom_event *opened, const uint8_t secret[CAROM_SECRET_SIZE])
{
    struct carom_event laid = *opened;
    struct carom_game_config asked = opened->as.opened;
    char said[CAROM_JSON_EVENT_MAX], right[CAROM_JSON_EVENT_MAX];
    struct carom_text one = carom_text_init(said, sizeof said), other = carom_text_init(right, sizeof right);
    static const struct carom_table bare;
    if (!referee_secret_matches(&asked.rules, secret))
        return false;
    if (((asked.rules.by_hand & CAROM_BY_HAND_TOKENS) != 0 && asked.setup.token_count == 0) ||
        ((asked.rules.by_hand & CAROM_BY_HAND_DICE) != 0 && asked.setup.dice_count == 0))
        return true; /* set up by hand and not published: there is no randomness to verify */
    memcpy(asked.rules.secret, secret, CAROM_SECRET_SIZE);
    asked.rules.seed_known = true;
    referee_undo_setup(&asked);
    if (referee_setup_table(&asked, &laid) != CAROM_ACCEPTED)
        return false;
    carom_event_write_public(&one, &bare, opened);
    carom_event_write_public(&other, &bare, &laid);
    *opened = laid;
    return one.length == other.length && memcmp(said, right, one.length) == 0;
}
