/*
 * The module that reads photos: the page asks for space for a picture, puts its pixels there, and gets the answer of
 * `carom photo --json` as text. Separate, and fetched only when a photo is taken.
 */
#include "../core/libc_mem.h"
#include "../vision/vision.h"

#include <carom/json.h>

#define EXPORT(name) __attribute__((export_name(#name), visibility("default"))) name
#define PAGE 65536u
#define PHOTO_SIDE 4096u /* the page scales larger pictures down */

extern unsigned char __heap_base; /* end of the linker's own data */

static char output[4096];
static struct vision_point corners[4];
static struct vision_picture picture;

static uint8_t *heap(void)
{
    return (uint8_t *)(((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63);
}

/* Space for width x height pixels of four bytes; 0 if the picture is too large or there is not enough memory. */
uint8_t *EXPORT(photo_pixels)(uint32_t width, uint32_t height);
uint8_t *photo_pixels(uint32_t width, uint32_t height)
{
    picture.pixels = NULL;
    if (width == 0 || height == 0 || width > PHOTO_SIDE || height > PHOTO_SIDE)
        return NULL;
    uintptr_t end = (uintptr_t)heap() + VISION_MEMORY + (uintptr_t)4 * width * height;
    uintptr_t have = __builtin_wasm_memory_size(0) * PAGE;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1)
        return NULL;
    picture = (struct vision_picture){heap() + VISION_MEMORY, width, height, 4, (size_t)4 * width};
    return heap() + VISION_MEMORY;
}

/* Where the page may put the corners nw, ne, se, sw as eight floats. */
float *EXPORT(photo_corners)(void);
float *photo_corners(void)
{
    return &corners[0].x;
}

const char *EXPORT(photo_output)(void);
const char *photo_output(void)
{
    return output;
}

/* Reads the picture, from the corners if `marked`; returns the length of the answer. */
uint32_t EXPORT(photo_read)(uint32_t marked);
uint32_t photo_read(uint32_t marked)
{
    struct vision_result result;
    struct carom_text text = carom_text_init(output, sizeof output);
    memset(&result, 0, sizeof result);
    result.outcome = VISION_BAD_SIZE;
    if (picture.pixels != NULL)
        vision_read(&picture, marked != 0 ? corners : NULL, heap(), VISION_MEMORY, &result);
    carom_json_begin(&text, NULL, '{');
    if (result.outcome == VISION_READ)
        vision_members(&text, &result, 1);
    else
        carom_json_put_string(&text, "error", vision_sentence(result.outcome));
    if (result.outcome == VISION_NO_GRID || result.outcome == VISION_NO_BOARD)
        carom_json_put_bool(&text, "markable", true); /* a person may still find the corners */
    carom_json_end(&text, '}');
    return (uint32_t)text.length;
}
