/*
 * The working picture: the photograph, averaged down so that every later step takes the same time.
 */
#include "internal.h"

#define NEARLY_BLACK 16 /* what black is in a photo without haze */
#define DARK_GREY 96    /* the most that haze makes of it */

static void shrink_row(const struct image *image, const struct vision_picture *picture, int row)
{
    uint32_t top = (uint32_t)((uint64_t)row * picture->height / (uint32_t)image->height);
    uint32_t bottom = (uint32_t)((uint64_t)(row + 1) * picture->height / (uint32_t)image->height);
    if (bottom == top)
        bottom = top + 1;
    for (int column = 0; column < image->width; column++) {
        uint32_t left = (uint32_t)((uint64_t)column * picture->width / (uint32_t)image->width);
        uint32_t right = (uint32_t)((uint64_t)(column + 1) * picture->width / (uint32_t)image->width);
        uint32_t sum[3] = {0}, count = 0;
        if (right == left)
            right = left + 1;
        for (uint32_t y = top; y < bottom; y++) {
            const uint8_t *at = picture->pixels + y * picture->stride + left * picture->channels;
            for (uint32_t x = left; x < right; x++, at += picture->channels) {
                sum[0] += at[0];
                sum[1] += at[1];
                sum[2] += at[2];
            }
        }
        count = (bottom - top) * (right - left);
        size_t place = (size_t)row * (size_t)image->width + (size_t)column;
        for (int i = 0; i < 3; i++)
            image->rgb[3 * place + (size_t)i] = (uint8_t)((sum[i] + count / 2) / count);
        image->grey[place] = (uint8_t)((sum[0] + 2 * sum[1] + sum[2]) / (4 * count));
    }
}

/* Haze and poor contrast make black grey: stretches each channel until its darkest pixels are nearly black. */
void image_take_haze_off(struct image *image)
{
    size_t pixels = (size_t)image->width * (size_t)image->height;
    uint8_t stretched[3][256];
    for (size_t channel = 0; channel < 3; channel++) {
        uint32_t histogram[256] = {0};
        for (size_t i = 0; i < pixels; i++)
            histogram[image->rgb[3 * i + channel]]++;
        size_t left = pixels / 500;
        int black = 0;
        while (black < DARK_GREY && left >= histogram[black])
            left -= histogram[black++];
        black = black > NEARLY_BLACK ? black - NEARLY_BLACK : 0;
        for (int i = 0; i < 256; i++)
            stretched[channel][i] = (uint8_t)(i < black ? 0 : (i - black) * 255 / (255 - black));
    }
    for (size_t i = 0; i < pixels; i++) {
        uint8_t *rgb = image->rgb + 3 * i;
        for (size_t channel = 0; channel < 3; channel++)
            rgb[channel] = stretched[channel][rgb[channel]];
        image->grey[i] = (uint8_t)((rgb[0] + 2 * rgb[1] + rgb[2]) / 4);
    }
}

bool image_shrink(struct image *image, const struct vision_picture *picture, int side, struct arena *arena)
{
    uint32_t longer = picture->width > picture->height ? picture->width : picture->height;
    uint32_t least = 1;
    image->width = (int)picture->width;
    image->height = (int)picture->height;
    if (longer > (uint32_t)side) {
        uint32_t width = (uint32_t)((uint64_t)picture->width * (uint32_t)side / longer);
        uint32_t height = (uint32_t)((uint64_t)picture->height * (uint32_t)side / longer);
        image->width = (int)(width > least ? width : least);
        image->height = (int)(height > least ? height : least);
    }
    size_t pixels = (size_t)image->width * (size_t)image->height;
    image->rgb = arena_take(arena, 3 * pixels);
    image->grey = arena_take(arena, pixels);
    if (image->rgb == NULL || image->grey == NULL)
        return false;
    for (int row = 0; row < image->height; row++)
        shrink_row(image, picture, row);
    return true;
}
