/*
 * One picture in the kinds of JPEG and PNG that cameras, scanners and programs write: variants PICTURE FOLDER
 */
#include "photo/photo.h"

#include <jpeglib.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_in(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    return file;
}

/* What a JPEG has in each pixel, from red, green, blue. `inverted`: as Adobe's programs write inks. */
static void put_pixel(uint8_t *to, const uint8_t *rgb, J_COLOR_SPACE space, bool inverted)
{
    if (space == JCS_GRAYSCALE) {
        to[0] = (uint8_t)((rgb[0] + 2 * rgb[1] + rgb[2]) / 4);
    } else if (space == JCS_CMYK) {
        for (int i = 0; i < 3; i++)
            to[i] = inverted ? rgb[i] : (uint8_t)(255 - rgb[i]);
        to[3] = inverted ? 255 : 0;
    } else {
        memcpy(to, rgb, 3);
    }
}

/* `stored`: the colours in the file, of which libjpeg makes YCCK from CMYK by itself. */
static void write_jpeg(const struct vision_picture *picture, FILE *file, J_COLOR_SPACE space, J_COLOR_SPACE stored,
                       bool adobe, bool progressive)
{
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    jpeg_stdio_dest(&codec, file);
    codec.image_width = picture->width;
    codec.image_height = picture->height;
    codec.in_color_space = space;
    codec.input_components = space == JCS_GRAYSCALE ? 1 : space == JCS_CMYK ? 4 : 3;
    jpeg_set_defaults(&codec);
    jpeg_set_colorspace(&codec, stored);
    codec.write_Adobe_marker = adobe ? TRUE : FALSE;
    if (progressive)
        jpeg_simple_progression(&codec);
    jpeg_start_compress(&codec, TRUE);
    uint8_t *row = malloc((size_t)4 * picture->width);
    while (codec.next_scanline < codec.image_height && row != NULL) {
        const uint8_t *from = picture->pixels + codec.next_scanline * picture->stride;
        for (uint32_t x = 0; x < picture->width; x++)
            put_pixel(row + (size_t)codec.input_components * x, from + (size_t)3 * x, space, adobe);
        jpeg_write_scanlines(&codec, &row, 1);
    }
    free(row);
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    fclose(file);
}

/* Eight or sixteen bits a channel; 3 channels, or 4 with an opaque picture on a transparent rim. */
static void write_png(const struct vision_picture *picture, FILE *file, int bits, int type, int interlace)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    size_t channels = type == PNG_COLOR_TYPE_GRAY ? 1 : type == PNG_COLOR_TYPE_RGB ? 3 : 4, bytes = (size_t)bits / 8;
    uint8_t *pixels = calloc(picture->height, picture->width * channels * bytes);
    png_bytep *rows = calloc(picture->height, sizeof *rows);
    if (pixels == NULL || rows == NULL || info == NULL || setjmp(png_jmpbuf(png)))
        exit(2);
    for (uint32_t y = 0; y < picture->height; y++) {
        rows[y] = pixels + y * picture->width * channels * bytes;
        for (uint32_t x = 0; x < picture->width; x++) {
            const uint8_t *rgb = picture->pixels + y * picture->stride + (size_t)3 * x;
            const uint8_t values[4] = {channels == 1 ? (uint8_t)((rgb[0] + 2 * rgb[1] + rgb[2]) / 4) : rgb[0], rgb[1],
                                       rgb[2], 255};
            for (size_t i = 0; i < channels * bytes; i++)
                rows[y][x * channels * bytes + i] = values[i / bytes];
        }
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, picture->width, picture->height, bits, type, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_rows(png, info, rows);
    png_write_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    png_destroy_write_struct(&png, &info);
    free(rows);
    free(pixels);
    fclose(file);
}

int main(int argc, char **argv)
{
    static uint8_t bytes[16 << 20];
    struct photo photo;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL)
        return 2;
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (photo_decode(&photo, bytes, length) != PHOTO_READ)
        return 2;
    const struct vision_picture *picture = &photo.picture;
    const char *folder = argv[2];
    write_jpeg(picture, open_in(folder, "baseline.jpg"), JCS_RGB, JCS_YCbCr, false, false);
    write_jpeg(picture, open_in(folder, "progressive.jpg"), JCS_RGB, JCS_YCbCr, false, true);
    write_jpeg(picture, open_in(folder, "grey.jpg"), JCS_GRAYSCALE, JCS_GRAYSCALE, false, false);
    write_jpeg(picture, open_in(folder, "cmyk.jpg"), JCS_CMYK, JCS_CMYK, false, false);
    write_jpeg(picture, open_in(folder, "adobe-cmyk.jpg"), JCS_CMYK, JCS_CMYK, true, false);
    write_jpeg(picture, open_in(folder, "adobe-ycck.jpg"), JCS_CMYK, JCS_YCCK, true, false);
    write_png(picture, open_in(folder, "grey.png"), 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE);
    write_png(picture, open_in(folder, "16-bit.png"), 16, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE);
    write_png(picture, open_in(folder, "interlaced.png"), 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_ADAM7);
    write_png(picture, open_in(folder, "alpha.png"), 8, PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE);
    photo_free(&photo);
    return 0;
}
