/*
 * The numbers that DriftingDroids has for robots and printed faces, in its game IDs (core/driftingdroids.c) and in its
 * game dumps (cli/droids_dump.c).
 */
#ifndef CAROM_DROIDS_H
#define CAROM_DROIDS_H

#include <carom/types.h>

#define DROIDS_ROBOTS 5

static const uint8_t droids_robots[DROIDS_ROBOTS] = {CAROM_RED, CAROM_GREEN, CAROM_BLUE, CAROM_YELLOW, CAROM_SILVER};

/* The number of a robot; DROIDS_ROBOTS for others. */
static inline unsigned droids_robot_number(unsigned robot)
{
    unsigned i = 0;
    while (i < DROIDS_ROBOTS && droids_robots[i] != robot)
        i++;
    return i;
}

/* The face of a digit from 0 to 15, and back. */
static inline uint8_t droids_face(unsigned digit)
{
    static const uint8_t colour_of_mark[4] = {CAROM_GREEN, CAROM_BLUE, CAROM_RED, CAROM_YELLOW};
    return (uint8_t)(colour_of_mark[digit % 4] * 4 + digit / 4 % 4);
}

static inline unsigned droids_digit(unsigned face)
{
    static const uint8_t mark_of_colour[4] = {2, 3, 0, 1};
    return face % 4 * 4 + mark_of_colour[face / 4 % 4];
}

/* How many of these robots are on the board; 0 if one in between is missing, which that program does not know. */
static inline unsigned droids_count(uint8_t present)
{
    unsigned count = 0, last = 0;
    for (unsigned i = 0; i < DROIDS_ROBOTS; i++) {
        if ((present >> droids_robots[i] & 1u) != 0) {
            count++;
            last = i + 1;
        }
    }
    return count == last ? count : 0;
}

#endif
