/*
 * A film as a GIF that is played for ever, by giflib.
 */
#include "animation_files.h"
#include "frames.h"

#include <gif_lib.h>

struct gif {
    GifFileType *file;
    carom_png_write *write;
    void *context;
};

static int write_chunk(GifFileType *file, const GifByteType *bytes, int length)
{
    struct gif *gif = file->UserData;
    return gif->write(gif->context, bytes, (size_t)length) ? length : 0;
}

/* "Play it again": a block that a browser of 1995 invented and everything reads. */
static bool put_loop(GifFileType *file)
{
    static const GifByteType again[3] = {1, 0, 0};
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(file, sizeof again, again) == GIF_OK && EGifPutExtensionTrailer(file) == GIF_OK;
}

static bool begin(void *context, const struct frame_palette *palette)
{
    struct gif *gif = context;
    GifColorType colours[FRAMES_COLOURS];
    for (unsigned i = 0; i < FRAMES_COLOURS; i++)
        colours[i] = (GifColorType){(GifByteType)(palette->colours[i] >> 16), (GifByteType)(palette->colours[i] >> 8),
                                    (GifByteType)palette->colours[i]};
    ColorMapObject *map = GifMakeMapObject(FRAMES_COLOURS, colours);
    EGifSetGifVersion(gif->file, true);
    bool done = map != NULL &&
                EGifPutScreenDesc(gif->file, (int)palette->width, (int)palette->height, 8, 0, map) == GIF_OK &&
                put_loop(gif->file);
    GifFreeMapObject(map);
    return done;
}

static bool put_frame(void *context, const struct frames_frame *frame)
{
    struct gif *gif = context;
    GraphicsControlBlock control = {
        .DisposalMode = DISPOSE_DO_NOT, .DelayTime = (int)(frame->ms / 10), .TransparentColor = FRAMES_TRANSPARENT};
    GifByteType bytes[4];
    if (frame->width > CAROM_GIF_WIDTH_MAX)
        return false;
    EGifGCBToExtension(&control, bytes);
    if (EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) != GIF_OK ||
        EGifPutImageDesc(gif->file, (int)frame->x, (int)frame->y, (int)frame->width, (int)frame->height, false, NULL) !=
            GIF_OK)
        return false;
    for (unsigned y = 0; y < frame->height; y++) {
        /* giflib does not write to the line, though its type would let it. */
        GifPixelType line[CAROM_GIF_WIDTH_MAX];
        for (unsigned x = 0; x < frame->width; x++)
            line[x] = frame->pixels[(size_t)y * frame->stride + x];
        if (EGifPutLine(gif->file, line, (int)frame->width) != GIF_OK)
            return false;
    }
    return true;
}

bool carom_write_gif(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context)
{
    struct gif gif = {.write = write, .context = context};
    gif.file = EGifOpen(&gif, write_chunk, NULL);
    if (gif.file == NULL)
        return false;
    const struct frame_sink taker = {begin, put_frame, &gif};
    bool done = frames_render(picture, pixels, &taker);
    return EGifCloseFile(gif.file, NULL) == GIF_OK && done;
}
