/*
 * Heat by start cell: for each cell, the number of solved placements with the active robot there.
 *
 * That is counting, for each bit position, in how many of millions of sets it is set. Eight sets at a time go through a
 * carry-save adder whose digits are whole words (a full adder is five operations for 64 cells), so counting takes a
 * fraction of the time of the level itself.
 */
#include "../core/libc_mem.h"
#include "internal.h"

#define DIGITS 8       /* binary digits of the count of eights; flushed before it passes 255 */
#define BLOCKS_MAX 255 /* blocks of eight sets between two flushes */
#define LANES_MAX 4    /* 64-bit words of a set */
#define BITS 64        /* bits of a word */

/* Bit-sliced counters: one binary number for each bit position, digit i of all of them in one word. */
struct counter {
    uint64_t ones[LANES_MAX], twos[LANES_MAX], fours[LANES_MAX];
    uint64_t eights[LANES_MAX][DIGITS];
    unsigned blocks;
};

/* Adds two bits to a digit and returns the carry. */
static inline uint64_t full_add(uint64_t *digit, uint64_t a, uint64_t b)
{
    uint64_t half = *digit ^ a, carry = (*digit & a) | (half & b);
    *digit = half ^ b;
    return carry;
}

/* Adds eight words, `step` apart, to the counters of one lane. */
static inline void add_eight(struct counter *counter, unsigned lane, const uint64_t *word, unsigned step)
{
    uint64_t *ones = &counter->ones[lane], *twos = &counter->twos[lane];
    uint64_t a = full_add(ones, word[0], word[step]), b = full_add(ones, word[2 * step], word[3 * step]);
    uint64_t low = full_add(twos, a, b);
    a = full_add(ones, word[4 * step], word[5 * step]);
    b = full_add(ones, word[6 * step], word[7 * step]);
    uint64_t carry = full_add(&counter->fours[lane], low, full_add(twos, a, b));
    for (unsigned digit = 0; carry != 0; digit++) {
        uint64_t next = counter->eights[lane][digit] & carry;
        counter->eights[lane][digit] ^= carry;
        carry = next;
    }
}

/* Flushes the counters into `count`. */
static void flush_counter(struct counter *counter, unsigned lanes, uint64_t *count)
{
    for (unsigned lane = 0; lane < lanes; lane++)
        for (unsigned bit = 0; bit < BITS; bit++) {
            uint64_t number = (counter->ones[lane] >> bit & 1u) | (counter->twos[lane] >> bit & 1u) << 1 |
                              (counter->fours[lane] >> bit & 1u) << 2;
            for (unsigned digit = 0; digit < DIGITS; digit++)
                number |= (counter->eights[lane][digit] >> bit & 1u) << (3 + digit);
            count[lane * BITS + bit] += number;
        }
    memset(counter, 0, sizeof *counter);
}

/* Counts in how many of `groups` groups of `lanes` words each bit is set, and adds that to `count`. Groups begin `step`
 * words apart. */
static inline void count_bits(const uint64_t *word, size_t groups, const unsigned lanes, const unsigned step,
                              uint64_t *count)
{
    struct counter counter;
    uint64_t rest[8 * LANES_MAX] = {0};
    memset(&counter, 0, sizeof counter);
    for (; groups >= 8; groups -= 8, word += 8 * (size_t)step) {
        for (unsigned lane = 0; lane < lanes; lane++)
            add_eight(&counter, lane, word + lane, step);
        if (++counter.blocks == BLOCKS_MAX)
            flush_counter(&counter, lanes, count);
    }
    for (size_t i = 0; i < groups; i++)
        memcpy(rest + i * lanes, word + i * step, lanes * sizeof *word);
    for (unsigned lane = 0; lane < lanes; lane++)
        add_eight(&counter, lane, rest + lane, lanes);
    flush_counter(&counter, lanes, count);
}

bool carom_atlas_count_by_cell(const struct carom_atlas *atlas, uint64_t within[CAROM_CELLS])
{
    const struct tablebase *tablebase = atlas->tablebase;
    const struct board_masks *masks = &tablebase->masks;
    uint64_t lines[BITS] = {0};
    memset(within, 0, CAROM_CELLS * sizeof *within);
    if (atlas->task.target.active == CAROM_ANY_ROBOT)
        return false;
    count_bits(solved_set(tablebase, 0, 0)->word, tablebase->index.size, LANES_MAX, 2 * LANES_MAX, within);
    if (!tablebase->ricochet)
        return true;
    /* Both levels of a placement are one word of 64 bits. */
    const bool first = tablebase->line_bits[0] < tablebase->line_bits[1];
    const unsigned shift = first == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) ? 0 : BITS / 2;
    count_bits((const uint64_t *)(const void *)tablebase->line_bits[first ? 0 : 1], tablebase->index.size, 1, 1, lines);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        for (unsigned bit = 0; bit < BITS / 2; bit++)
            if (masks->line_bit[cell] == (uint32_t)1 << bit)
                within[cell] = lines[shift + bit];
    return true;
}
