/*
 * `carom photo`: the position on a photographed board.
 */
#include "cli.h"

#include "photo/photo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct photo_options {
    const char *output;
    void *memory; /* VISION_MEMORY bytes */
};

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Reads a whole file, "-" standard input, into `bytes`; false if it cannot be read or is too long, which is said. */
static bool read_file(struct cli *cli, const char *name, uint8_t **bytes, size_t *length)
{
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    *bytes = NULL;
    *length = 0;
    if (file == NULL) {
        cli_error(cli, NULL, N_("%s: %s; expected a photo"), name, strerror(errno));
        return false;
    }
    size_t size = 0, got = 1;
    for (; got > 0 && *length <= PHOTO_MAX_BYTES; *length += got) {
        if (*length == size) {
            size = size == 0 ? 1 << 20 : 2 * size;
            uint8_t *more = realloc(*bytes, size);
            if (more == NULL)
                break;
            *bytes = more;
        }
        got = fread(*bytes + *length, 1, size - *length, file);
    }
    bool whole = got == 0 && !ferror(file);
    int why = errno;
    if (file != stdin)
        fclose(file);
    if (*length > PHOTO_MAX_BYTES)
        cli_error(cli, NULL, N_("%s: the file is larger than 64 megabytes; expected a smaller photo"), name);
    else if (!whole)
        cli_error(cli, NULL, N_("%s: %s; expected a photo"), name, strerror(why));
    return whole && *length <= PHOTO_MAX_BYTES;
}

static void write_json(struct carom_text *text, const struct photo *photo, const struct vision_result *result,
                       uint64_t us)
{
    carom_json_begin(text, NULL, '{');
    vision_members(text, result, (float)photo->scale);
    carom_json_put_uint(text, "us", us);
    carom_json_end(text, '}');
}

static void print_answer(const struct cli *cli, const struct photo *photo, const struct vision_result *result,
                         uint64_t us)
{
    char bytes[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    if (cli->json) {
        write_json(&text, photo, result, us);
    } else {
        struct carom_position position;
        vision_position(result, &position);
        carom_position_write(&text, &position);
    }
    cli_print(&text);
}

/* What a person should look at again, on standard error: the position itself may go into a pipe. */
static void say_doubts(const struct vision_result *result)
{
    for (int i = 0; i < 4; i++)
        if (!result->faces_sure[i])
            fprintf(stderr, _("carom photo: not sure about the section at %s\n"), vision_corner_names[i]);
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++)
        if (result->robots[robot].there && !result->robots[robot].sure)
            fprintf(stderr, _("carom photo: not sure about %s\n"), _(carom_robot_title(robot)));
    if (result->token != CAROM_NO_TOKEN && !result->token_sure)
        fputs(_("carom photo: not sure about the target\n"), stderr);
}

static int write_drawing(struct cli *cli, const char *name, const struct photo *photo,
                         const struct vision_result *result)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        return cli_error(cli, NULL, N_("cannot write %s: %s"), name, strerror(errno));
    errno = 0;
    bool done = photo_draw(photo, result, file);
    int why = errno;
    if (fclose(file) != 0 && done) {
        done = false;
        why = errno;
    }
    if (done)
        return CLI_EXIT_OK;
    remove(name);
    return cli_error(cli, NULL, N_("cannot write the picture %s: %s"), name, strerror(why != 0 ? why : ENOMEM));
}

/* Like cli_error, but the honest answer is "no": the file is a photo without a readable board. */
static int refuse(struct cli *cli, const char *name, enum vision_outcome outcome)
{
    cli_error_sentence(cli, name, vision_sentence(outcome));
    return CLI_EXIT_NO;
}

static int read_photo(struct cli *cli, const struct photo_options *options, const char *name)
{
    uint8_t *bytes;
    size_t length;
    struct photo photo;
    struct vision_result result;
    uint64_t begin = now_us();
    if (!read_file(cli, name, &bytes, &length)) {
        free(bytes);
        return CLI_EXIT_USAGE;
    }
    enum photo_outcome outcome = photo_decode(&photo, bytes, length);
    free(bytes);
    if (outcome != PHOTO_READ)
        return cli_error_sentence(cli, name, photo_sentence(outcome));
    vision_read(&photo.picture, NULL, options->memory, VISION_MEMORY, &result);
    uint64_t us = now_us() - begin;
    int status = CLI_EXIT_OK;
    if (result.outcome != VISION_READ) {
        status = refuse(cli, name, result.outcome);
    } else {
        print_answer(cli, &photo, &result, us);
        if (!cli->json)
            say_doubts(&result);
        if (options->output != NULL)
            status = write_drawing(cli, options->output, &photo, &result);
    }
    photo_free(&photo);
    return status;
}

static int run(struct cli *cli)
{
    struct photo_options photo = {0};
    const struct cli_option options[] = {
        {.name = "output",
         .letter = 'o',
         .value = "FILE",
         .strings = &photo.output,
         .help = N_("draw what was recognized over the photo, as PNG")},
        {0},
    };
    int status = CLI_EXIT_OK;
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    if (cli->argc == 0)
        return cli_error(cli, NULL, N_("give a photo: a JPEG or PNG file"));
    if (photo.output != NULL && cli->argc > 1)
        return cli_error(cli, NULL, N_("-o draws over a single photo; give one file"));
    if (photo.output != NULL && cli_picture_kind(photo.output) != CLI_PICTURE_PNG)
        return cli_error(cli, NULL, N_("the file name is '%s'; expected one that ends in .png"), photo.output);
    photo.memory = malloc(VISION_MEMORY);
    if (photo.memory == NULL)
        return cli_error(cli, NULL, N_("out of memory for reading photos"));
    for (int i = 0; i < cli->argc; i++) {
        int one = read_photo(cli, &photo, cli->argv[i]);
        status = one > status ? one : status;
    }
    free(photo.memory);
    return status;
}

const struct cli_command cmd_photo = {
    .name = "photo",
    .run = run,
    .operands = "FILE...",
    .summary = N_("read the position from a photo of a board"),
    .about = N_("Reads JPEG or PNG photos of a board (- is standard input) and prints the position on\n"
                "each: the four sections, the robots, and the target whose token is face up. North is\n"
                "the top of the photo. Doubts go to standard error."),
};
