/*
 * Easy start: narrows a draw to the tokens that suit beginners.
 */
#ifndef REFEREE_EASY_START_H
#define REFEREE_EASY_START_H

#include "internal.h"

/* Keeps those of `count` tokens that fit the next round best, in their order; returns their number. All of them where
 * the rule is off or its rounds are over. */
unsigned easy_start_choose(const struct carom_table *table, uint8_t tokens[CAROM_TOKENS], unsigned count);

#endif
