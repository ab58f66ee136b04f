/*
 * Colours of pixels under white light.
 */
#include "internal.h"

#define LEAST_CHROMA 0.08f /* a black robot has 0.06 at most, a dark blue one 0.1 */

struct hue hue_of(const uint8_t rgb[3])
{
    float red = rgb[0] / 255.0f, green = rgb[1] / 255.0f, blue = rgb[2] / 255.0f;
    float high = largest(red, largest(green, blue)), low = smallest(red, smallest(green, blue)), range = high - low;
    struct hue hue = {.value = high, .saturation = high > 0 ? range / high : 0};
    if (range <= 0)
        return hue;
    if (high == red)
        hue.hue = (green - blue) / range / 6;
    else if (high == green)
        hue.hue = (blue - red) / range / 6 + 1 / 3.0f;
    else
        hue.hue = (red - green) / range / 6 + 2 / 3.0f;
    if (hue.hue < 0)
        hue.hue += 1;
    return hue;
}

/* Ranges of hue in degrees; yellow figures of some printings are orange. */
unsigned colour_of_hue(float hue)
{
    static const struct {
        uint16_t from, to;
        uint8_t colour;
    } ranges[] = {{0, 18, CAROM_RED},
                  {335, 361, CAROM_RED},
                  {20, 66, CAROM_YELLOW},
                  {75, 172, CAROM_GREEN},
                  {195, 268, CAROM_BLUE}};
    float degrees = hue * 360;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (degrees >= ranges[i].from && degrees < ranges[i].to)
            return ranges[i].colour;
    return CAROM_COLOURS;
}

unsigned colour_of(const uint8_t rgb[3], float saturation)
{
    struct hue hue = hue_of(rgb);
    if (hue.saturation < saturation || hue.saturation * hue.value < LEAST_CHROMA)
        return CAROM_COLOURS;
    return colour_of_hue(hue.hue);
}
