/* Films: noise is a width of two bytes, a theme, and `POSITION\nROUTE`; whatever can be played is written as a GIF and
 * as an animated PNG, at any width. A width beyond the bound is refused, a file that was written is whole. */
#include "fuzz.h"

#include "../../src/render/animation_files.h"

#define AREA_MAX (256u * 256) /* pixels, so that a run is quick; a flat board is as wide as anybody may ask */
#define MOVES_MAX 3

struct file {
    size_t length;
    unsigned char first[4];
    unsigned char last[8];
};

static bool take(void *context, const unsigned char *bytes, size_t length)
{
    struct file *file = context;
    for (size_t i = 0; i < length; i++, file->length++) {
        if (file->length < sizeof file->first)
            file->first[file->length] = bytes[i];
        memmove(file->last, file->last + 1, sizeof file->last - 1);
        file->last[sizeof file->last - 1] = bytes[i];
    }
    return true;
}

static void play(const struct carom_picture *picture, unsigned pixels)
{
    struct file gif = {0}, png = {0};
    bool wide = pixels == 0 || pixels > CAROM_GIF_WIDTH_MAX;
    bool done = carom_write_gif(picture, pixels, take, &gif);
    promise(!(done && wide));
    promise(!done || (memcmp(gif.first, "GIF8", 4) == 0 && gif.last[7] == 0x3b));
    done = carom_write_apng(picture, pixels, take, &png);
    promise(!(done && wide));
    promise(!done || (memcmp(png.first, "\x89PNG", 4) == 0 && memcmp(png.last, "IEND", 4) == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_puzzle puzzle;
    struct carom_move route[MOVES_MAX];
    uint8_t places[MOVES_MAX];
    if (size < 4)
        return 0;
    const char *words = (const char *)data + 3, *end = memchr(words, '\n', size - 3);
    if (end == NULL || !carom_puzzle_read(&puzzle, CAROM_REQUIRE_BOARD, words, (size_t)(end - words), NULL))
        return 0;
    bool micro = puzzle.game == CAROM_GAME_MICRO;
    unsigned pixels = (unsigned)data[0] << 8 | data[1];
    struct carom_picture picture = {.kind = micro ? CAROM_PICTURE_KIND_MICRO : CAROM_PICTURE_KIND_POSITION,
                                    .theme = (enum carom_theme)(data[2] % 3),
                                    .position = micro ? NULL : &puzzle.position,
                                    .micro = micro ? &puzzle.micro : NULL,
                                    .pixels = pixels};
    size_t rest = size - 4 - (size_t)(end - words);
    if (micro
            ? !carom_micro_route_read(&puzzle.micro.board, places, MOVES_MAX, &picture.route_count, end + 1, rest, NULL)
            : !carom_route_read(route, MOVES_MAX, &picture.route_count, end + 1, rest, NULL))
        return 0;
    picture.micro_route = micro ? places : NULL;
    picture.route = micro ? NULL : route;
    struct carom_picture_size box = carom_picture_size(&picture);
    if ((uint64_t)pixels * pixels * box.height / box.width <= AREA_MAX || pixels > CAROM_GIF_WIDTH_MAX)
        play(&picture, pixels);
    return 0;
}
