/*
 * Photographs from bytes, by libjpeg-turbo and libpng.
 */
#include "photo.h"

#include <jerror.h>
#include <jpeglib.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define ENOUGH 1600             /* pixels of the longer side that a JPEG keeps when it is decoded smaller */
#define SCANS 200               /* of a progressive JPEG; more only keep the processor busy */
#define EXIF_ORIENTATION 0x0112 /* the only thing in EXIF data that matters here: which way up the photo is */

/* A number of the EXIF data, which are TIFF: of either byte order. */
static unsigned exif_number(const uint8_t *at, unsigned bytes, bool little)
{
    unsigned value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | at[little ? bytes - 1 - i : i];
    return value;
}

/* Orientation (1 to 8) in the EXIF data of a photo, which begin with a TIFF header; 1 if there is none. */
static unsigned photo_orientation(const uint8_t *tiff, size_t length)
{
    if (length < 14 || (memcmp(tiff, "II*\0", 4) != 0 && memcmp(tiff, "MM\0*", 4) != 0))
        return 1;
    bool little = tiff[0] == 'I';
    size_t at = exif_number(tiff + 4, 4, little);
    if (at > length - 2)
        return 1;
    unsigned count = exif_number(tiff + at, 2, little);
    at += 2;
    for (unsigned i = 0; i < count && at + 12 <= length; i++, at += 12) {
        unsigned value = exif_number(tiff + at + 8, 2, little);
        if (exif_number(tiff + at, 2, little) == EXIF_ORIENTATION)
            return value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
}

struct jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf failed;
    JDIMENSION end; /* the row at which the data ended too early; UINT32_MAX: they did not */
};

static void jpeg_failed(j_common_ptr codec)
{
    struct jpeg_errors *errors = (struct jpeg_errors *)(void *)codec->err;
    longjmp(errors->failed, 1);
}

/* Warnings are not printed. A file that was cut off is one of them: libjpeg paints the rest grey. */
static void jpeg_warned(j_common_ptr codec, int level)
{
    struct jpeg_errors *errors = (struct jpeg_errors *)(void *)codec->err;
    if (level < 0 && codec->err->msg_code == JWRN_JPEG_EOF && codec->is_decompressor && errors->end == UINT32_MAX)
        errors->end = ((j_decompress_ptr)codec)->output_scanline;
}

static void jpeg_count_scans(j_common_ptr codec)
{
    if (codec->is_decompressor && ((j_decompress_ptr)codec)->input_scan_number > SCANS)
        jpeg_failed(codec);
}

static unsigned jpeg_turn(const struct jpeg_decompress_struct *codec)
{
    for (jpeg_saved_marker_ptr marker = codec->marker_list; marker != NULL; marker = marker->next)
        if (marker->data_length > 6 && memcmp(marker->data, "Exif\0", 6) == 0)
            return photo_orientation(marker->data + 6, marker->data_length - 6);
    return 1;
}

/* What a decoder leaves behind: pixels of three bytes, and which way up they are. `pixels` is volatile, because it is
 * looked at after a longjmp. */
struct decoded {
    uint8_t *volatile pixels;
    uint32_t width, height, turn;
    double scale;
};

/* libjpeg does not convert the four inks of printing to RGB. Adobe's files, which nearly all are, store them inverted.
 */
static void jpeg_mix_inks(uint8_t *rgb, const uint8_t *inks, JDIMENSION width, bool inverted)
{
    for (JDIMENSION x = 0; x < width; x++, rgb += 3, inks += 4) {
        unsigned black = inverted ? inks[3] : 255u - inks[3];
        for (int i = 0; i < 3; i++)
            rgb[i] = (uint8_t)((inverted ? inks[i] : 255u - inks[i]) * black / 255);
    }
}

static bool jpeg_decode_rows(struct jpeg_decompress_struct *codec, struct decoded *decoded)
{
    size_t stride = 3 * (size_t)codec->output_width;
    bool inks = codec->out_color_space == JCS_CMYK;
    JSAMPARRAY wide =
        inks ? codec->mem->alloc_sarray((j_common_ptr)codec, JPOOL_IMAGE, 4 * codec->output_width, 1) : NULL;
    while (codec->output_scanline < codec->output_height) {
        JSAMPROW row = decoded->pixels + codec->output_scanline * stride;
        jpeg_read_scanlines(codec, inks ? wide : &row, 1);
        if (inks)
            jpeg_mix_inks(row, wide[0], codec->output_width, codec->saw_Adobe_marker);
    }
    /* The decoder reads ahead: a file may lack its end mark and still be whole. */
    const struct jpeg_errors *errors = (const struct jpeg_errors *)(const void *)codec->err;
    return errors->end == UINT32_MAX ||
           errors->end + 3 * DCTSIZE * (JDIMENSION)codec->max_v_samp_factor >= codec->output_height;
}

static enum photo_outcome jpeg_rows(struct jpeg_decompress_struct *codec, struct decoded *decoded)
{
    jpeg_read_header(codec, TRUE);
    decoded->turn = jpeg_turn(codec);
    if ((uint64_t)codec->image_width * codec->image_height > PHOTO_MAX_PIXELS)
        return PHOTO_TOO_LARGE;
    JDIMENSION longer = codec->image_width > codec->image_height ? codec->image_width : codec->image_height;
    bool inks = codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
    codec->out_color_space = inks ? JCS_CMYK : JCS_RGB;
    codec->scale_num = 1;
    codec->scale_denom = 1;
    while (codec->scale_denom < 8 && longer / (2 * codec->scale_denom) >= ENOUGH)
        codec->scale_denom *= 2;
    jpeg_start_decompress(codec);
    decoded->width = codec->output_width;
    decoded->height = codec->output_height;
    decoded->scale = (double)codec->image_width / codec->output_width;
    decoded->pixels = calloc(codec->output_height, 3 * (size_t)codec->output_width);
    if (decoded->pixels == NULL)
        return PHOTO_NO_MEMORY;
    return jpeg_decode_rows(codec, decoded) ? PHOTO_READ : PHOTO_BROKEN;
}

static enum photo_outcome decode_jpeg(struct decoded *decoded, const uint8_t *bytes, size_t length)
{
    struct jpeg_decompress_struct codec;
    struct jpeg_errors errors = {.end = UINT32_MAX};
    struct jpeg_progress_mgr progress = {.progress_monitor = jpeg_count_scans};
    enum photo_outcome outcome = PHOTO_BROKEN;
    memset(&codec, 0, sizeof codec);
    codec.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = jpeg_failed;
    errors.manager.emit_message = jpeg_warned;
    if (setjmp(errors.failed) == 0) {
        jpeg_create_decompress(&codec);
        codec.progress = &progress;
        jpeg_save_markers(&codec, JPEG_APP0 + 1, 0xffff);
        jpeg_mem_src(&codec, bytes, (unsigned long)length);
        outcome = jpeg_rows(&codec, decoded);
    } else {
        outcome = PHOTO_BROKEN;
    }
    jpeg_destroy_decompress(&codec);
    return outcome;
}

/* The EXIF data of a PNG file are a chunk before the pixels. */
static unsigned png_turn(const uint8_t *bytes, size_t length)
{
    size_t at = 8;
    while (at + 12 <= length && memcmp(bytes + at + 4, "IDAT", 4) != 0) {
        size_t size =
            (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (size > length - at - 12)
            return 1;
        if (memcmp(bytes + at + 4, "eXIf", 4) == 0)
            return photo_orientation(bytes + at + 8, size);
        at += size + 12;
    }
    return 1;
}

static enum photo_outcome decode_png(struct decoded *decoded, const uint8_t *bytes, size_t length)
{
    png_image image;
    png_color white = {255, 255, 255};
    enum photo_outcome outcome = PHOTO_BROKEN;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes, length) == 0)
        return PHOTO_BROKEN;
    image.format = PNG_FORMAT_RGB;
    image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB; /* 16 bits that do not say otherwise are no linear light */
    decoded->width = image.width;
    decoded->height = image.height;
    decoded->turn = png_turn(bytes, length);
    decoded->scale = 1;
    if ((uint64_t)image.width * image.height > PHOTO_MAX_PIXELS)
        outcome = PHOTO_TOO_LARGE;
    else if ((decoded->pixels = malloc(PNG_IMAGE_SIZE(image))) == NULL)
        outcome = PHOTO_NO_MEMORY;
    else if (png_image_finish_read(&image, &white, decoded->pixels, 0, NULL) != 0)
        outcome = PHOTO_READ;
    png_image_free(&image);
    return outcome;
}

/* Turns pixels upright: EXIF's orientations 1 to 8 as a swap of the axes and two mirrors. */
static bool turn_upright(struct decoded *decoded)
{
    static const uint8_t mirror_x[9] = {0, 0, 1, 1, 0, 0, 1, 1, 0}, mirror_y[9] = {0, 0, 0, 1, 1, 0, 0, 1, 1};
    bool swap = decoded->turn >= 5;
    uint32_t width = swap ? decoded->height : decoded->width, height = swap ? decoded->width : decoded->height;
    if (decoded->turn == 1)
        return true;
    uint8_t *turned = malloc(3 * (size_t)width * height);
    if (turned == NULL)
        return false;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t u = mirror_x[decoded->turn] ? width - 1 - x : x, v = mirror_y[decoded->turn] ? height - 1 - y : y;
            size_t from = swap ? (size_t)u * decoded->width + v : (size_t)v * decoded->width + u;
            memcpy(turned + 3 * ((size_t)y * width + x), decoded->pixels + 3 * from, 3);
        }
    }
    free(decoded->pixels);
    decoded->pixels = turned;
    decoded->width = width;
    decoded->height = height;
    return true;
}

enum photo_outcome photo_decode(struct photo *photo, const uint8_t *bytes, size_t length)
{
    struct decoded decoded = {.turn = 1, .scale = 1};
    enum photo_outcome outcome = PHOTO_UNKNOWN;
    if (length >= 4 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        outcome = decode_jpeg(&decoded, bytes, length);
    else if (length >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        outcome = decode_png(&decoded, bytes, length);
    if (outcome == PHOTO_READ && !turn_upright(&decoded))
        outcome = PHOTO_NO_MEMORY;
    if (outcome != PHOTO_READ) {
        free(decoded.pixels);
        return outcome;
    }
    photo->picture =
        (struct vision_picture){decoded.pixels, decoded.width, decoded.height, 3, 3 * (size_t)decoded.width};
    photo->scale = decoded.scale;
    return PHOTO_READ;
}

void photo_free(struct photo *photo)
{
    free((uint8_t *)photo->picture.pixels);
    photo->picture.pixels = NULL;
}

const char *photo_sentence(enum photo_outcome outcome)
{
    switch (outcome) {
    case PHOTO_READ:
        return "";
    case PHOTO_UNKNOWN:
        return "This isn't a JPEG or PNG file.";
    case PHOTO_TOO_LARGE:
        return "The picture is larger than 64 megapixels.";
    case PHOTO_BROKEN:
        return "The file is damaged.";
    case PHOTO_NO_MEMORY:
        return "There isn't enough memory for the picture.";
    }
    return "";
}
