/*
 * What survives a restart: bans, in a file beside the socket, and limits, in a file that the operator writes.
 *
 * Both have one entry per line, readable for people: `192.0.2.0/24 1760000000000` (when it expires), and
 * `new-tables=20`; `#` begins a comment.
 */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATE_LINE_MAX 256
#define BANS_PATH_MAX 256

/* ---- bans ---- */

static bool bans_path(char path[BANS_PATH_MAX], const char *socket, const char *ending)
{
    return snprintf(path, BANS_PATH_MAX, "%s-bans%s", socket, ending) < BANS_PATH_MAX;
}

void bans_save(const struct bans *bans, const char *socket)
{
    char path[BANS_PATH_MAX];
    char fresh[BANS_PATH_MAX];
    char words[NETWORK_SIZE];
    if (!bans_path(path, socket, "") || !bans_path(fresh, socket, "-new"))
        return;
    mode_t before = umask(0177);
    FILE *file = fopen(fresh, "w");
    umask(before);
    for (unsigned i = 0; file != NULL && i < bans->count; i++) {
        network_write(words, &bans->items[i].network);
        fprintf(file, "%s %lld\n", words, (long long)bans->items[i].until);
    }
    bool written = file != NULL && fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    if (!written || rename(fresh, path) != 0)
        log_event(SERVE_LOG_ERROR, "bans-save-failed", "file=%s error=\"%s\"", path, strerror(errno));
}

void bans_load(struct bans *bans, const char *socket, carom_ms now)
{
    char path[BANS_PATH_MAX];
    char line[STATE_LINE_MAX];
    FILE *file = bans_path(path, socket, "") ? fopen(path, "r") : NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        struct network network;
        size_t length = strcspn(line, " ");
        carom_ms until = strtoll(line + length, NULL, 10);
        if (!network_read(&network, line, length) || address_is_local(&network.address))
            log_event(SERVE_LOG_WARN, "bans-line-invalid", "file=%s line=\"%.*s\"", path, (int)strcspn(line, "\n\""),
                      line);
        else if (until > now)
            ban_add(bans, &network, now, until);
    }
    if (file != NULL)
        fclose(file);
}

/* ---- limits ---- */

/* Reads `NAME=NUMBER_ARG`, a comment or a blank line. */
static bool take_limit(struct serve_options *options, char *line)
{
    line[strcspn(line, "\r\n#")] = '\0';
    line += strspn(line, " \t");
    char *equals = strchr(line, '=');
    if (*line == '\0')
        return true;
    if (equals == NULL)
        return false;
    char *end = equals + 1;
    long long number = strtoll(end, &end, 10);
    bool read = end > equals + 1 && end[strspn(end, " \t")] == '\0';
    *equals = '\0';
    return read && limit_set(options, line, number);
}

bool limits_file_read(struct serve_options *options)
{
    struct serve_options wanted = *options;
    char line[STATE_LINE_MAX];
    unsigned number = 0;
    if (options->limits_file[0] == '\0')
        return true;
    FILE *file = fopen(options->limits_file, "r");
    bool good = file != NULL;
    for (; good && fgets(line, sizeof line, file) != NULL; number++)
        good = strlen(line) + 1 < sizeof line && take_limit(&wanted, line);
    good = good && ferror(file) == 0;
    if (file != NULL)
        fclose(file);
    if (good)
        *options = wanted;
    else
        log_event(SERVE_LOG_ERROR, "limits-line-invalid", "file=%s line=%u error=\"%s\"", options->limits_file, number,
                  number == 0 ? "it cannot be read" : "expected a line such as new-tables=20");
    return good;
}
