/*
 * Pictures as files: the name says whether it is an SVG, PNG or GIF one.
 */
#include "cli.h"

#include "render/animation_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool ends_in(const char *word, const char *end)
{
    size_t length = strlen(word), end_length = strlen(end);
    return length > end_length && strcasecmp(word + length - end_length, end) == 0;
}

enum cli_picture_kind cli_picture_kind(const char *file)
{
    static const char *const ends[CLI_PICTURE_NONE] = {".svg", ".png", ".gif"};
    unsigned kind = 0;
    while (kind < CLI_PICTURE_NONE && !ends_in(file, ends[kind]))
        kind++;
    return kind;
}

bool cli_picture_standard(const char *file)
{
    return file[0] == '-' && file[1] == '.';
}

bool cli_check_picture_name(struct cli *cli, const char *file)
{
    enum cli_picture_kind kind = cli_picture_kind(file);
    if (kind == CLI_PICTURE_SVG || kind == CLI_PICTURE_PNG)
        return true;
    cli_error(cli, NULL, N_("the file name is '%s'; expected one that ends in .svg or .png"), file);
    return false;
}

static bool write_bytes(void *context, const unsigned char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, context) == length;
}

bool cli_picture_svg(FILE *file, const struct carom_picture *picture)
{
    /* Most pictures fit in the first try; a way with hundreds of bounces may need more. */
    for (size_t size = CAROM_PICTURE_SVG_MAX;; size *= 2) {
        char *bytes = malloc(size);
        if (bytes == NULL)
            return false;
        struct carom_text text = carom_text_init(bytes, size);
        carom_picture_svg(&text, picture);
        bool cut = text.truncated;
        bool written = !cut && fwrite(bytes, 1, text.length, file) == text.length;
        free(bytes);
        if (!cut)
            return written;
    }
}

static bool write_kind(FILE *file, const char *name, unsigned pixels, const struct carom_picture *picture)
{
    switch (cli_picture_kind(name)) {
    case CLI_PICTURE_PNG:
        return picture->animated ? carom_write_apng(picture, pixels, write_bytes, file)
                                 : carom_picture_png(picture, pixels, write_bytes, file);
    case CLI_PICTURE_GIF:
        return carom_write_gif(picture, pixels, write_bytes, file);
    case CLI_PICTURE_SVG:
    case CLI_PICTURE_NONE:
        break;
    }
    return cli_picture_svg(file, picture);
}

int cli_picture_write(struct cli *cli, const struct cli_item *item, const char *name, unsigned pixels,
                      const struct carom_picture *picture)
{
    bool standard = cli_picture_standard(name);
    FILE *file = standard ? stdout : fopen(name, "wb");
    if (file == NULL)
        return cli_error(cli, item, N_("cannot write %s: %s"), name, strerror(errno));
    errno = 0;
    bool done = write_kind(file, name, pixels, picture);
    int why = errno;
    if ((standard ? fflush(file) : fclose(file)) != 0) {
        done = false;
        why = errno;
    }
    if (!done) {
        if (!standard)
            remove(name);
        return cli_error(cli, item, N_("cannot write the picture %s: %s"), name, strerror(why != 0 ? why : ENOMEM));
    }
    return CLI_EXIT_OK;
}
