/*
 * Entries as words: for people, as JSON, and as CSV.
 */
#include "atlas.h"

#include <stdlib.h>
#include <string.h>

#define BAR 40 /* characters of the longest bar */

void atlas_row_destroy(struct atlas_row *row)
{
    free(row->hardest);
    row->hardest = NULL;
}

uint64_t atlas_row_mean(const struct atlas_row *row)
{
    uint64_t solved = row->placements - row->unsolvable;
    if (solved == 0)
        return 0;
    uint64_t whole = row->sum / solved, rest = row->sum % solved;
    return whole * 1000000 + (rest * 1000000 + solved / 2) / solved;
}

void atlas_histogram_write(char *words, const struct atlas_row *row)
{
    struct carom_text text = carom_text_init(words, ATLAS_HISTOGRAM_MAX);
    for (unsigned i = 0; i < row->depths; i++) {
        carom_text_put(&text, i > 0 ? " " : "");
        carom_text_uint(&text, row->histogram[i]);
    }
}

bool atlas_next_field(const char **words, const char **word, size_t *length)
{
    while (**words == ' ')
        (*words)++;
    *word = *words;
    *length = strcspn(*words, " ");
    *words += *length;
    return *length > 0;
}

bool atlas_histogram_read(struct atlas_row *row, const char *words)
{
    const char *word;
    size_t length;
    memset(row->histogram, 0, sizeof row->histogram);
    row->depths = 0;
    while (atlas_next_field(&words, &word, &length)) {
        char *end;
        if (row->depths == CAROM_ATLAS_DEPTH_MAX)
            return false;
        row->histogram[row->depths++] = strtoull(word, &end, 10);
        if (end != word + length)
            return false;
    }
    return true;
}

/* ---- JSON ---- */

static void put_position(struct carom_text *text, const struct atlas_row *row, const char *robots, size_t length)
{
    carom_text_put(text, row->board);
    carom_text_char(text, '/');
    carom_text_bytes(text, robots, length);
    carom_text_char(text, '/');
    carom_text_put(text, row->target);
}

static void put_mean(struct carom_text *text, const struct atlas_row *row)
{
    char digits[8];
    uint64_t mean = atlas_row_mean(row);
    carom_text_uint(text, mean / 1000000);
    snprintf(digits, sizeof digits, ".%06u", (unsigned)(mean % 1000000));
    carom_text_put(text, digits);
}

static void put_json(struct carom_text *text, const struct atlas_row *row)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "board", row->board);
    carom_json_put_string(text, "target", row->target);
    carom_json_put_bool(text, "ricochet", row->ricochet);
    carom_json_put_uint(text, "placements", row->placements);
    carom_json_put_uint(text, "unsolvable", row->unsolvable);
    if (row->depths > 0) {
        carom_json_put_uint(text, "max", row->depths - 1);
        carom_json_put_key(text, "mean");
        put_mean(text, row);
    } else {
        carom_json_put_string(text, "max", NULL);
        carom_json_put_string(text, "mean", NULL);
    }
    carom_json_begin(text, "histogram", '[');
    for (unsigned i = 0; i < row->depths; i++)
        carom_json_put_uint(text, NULL, row->histogram[i]);
    carom_json_end(text, ']');
    carom_json_begin(text, "hardest", '[');
    const char *words = row->hardest != NULL ? row->hardest : "", *word;
    size_t length;
    while (atlas_next_field(&words, &word, &length)) {
        carom_json_open_string(text, NULL);
        put_position(text, row, word, length);
        carom_json_close_string(text);
    }
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

bool atlas_row_json(const struct atlas_row *row)
{
    const char *words = row->hardest != NULL ? row->hardest : "", *word;
    size_t size = ATLAS_HISTOGRAM_MAX + 1024, length;
    size += strlen(row->board);
    while (atlas_next_field(&words, &word, &length))
        size += length + strlen(row->board) + strlen(row->target) + 8;
    char *bytes = malloc(size);
    if (bytes == NULL)
        return false;
    struct carom_text text = carom_text_init(bytes, size);
    put_json(&text, row);
    cli_print(&text);
    free(bytes);
    return true;
}

/* ---- for people ---- */

static void print_histogram(const struct atlas_row *row)
{
    uint64_t most = 1;
    char count[CLI_NUMBER_SIZE], bar[BAR + 1];
    for (unsigned i = 0; i < row->depths; i++)
        if (row->histogram[i] > most)
            most = row->histogram[i];
    for (unsigned i = 0; i < row->depths; i++) {
        size_t length = (size_t)((double)row->histogram[i] / (double)most * BAR + 0.5);
        memset(bar, '#', length);
        bar[length] = '\0';
        printf("%5u  %13s%s%s\n", i, cli_grouped(count, row->histogram[i]), length > 0 ? "  " : "", bar);
    }
}

void atlas_row_print(const struct atlas_row *row)
{
    char placements[CLI_NUMBER_SIZE], unsolvable[CLI_NUMBER_SIZE], mean[CLI_NUMBER_SIZE], hardest[CLI_NUMBER_SIZE];
    printf("%s %s\n", row->board, row->target);
    cli_grouped(placements, row->placements);
    cli_grouped(unsolvable, row->unsolvable);
    if (row->depths == 0) {
        printf(_("%s placements, %s unsolvable\n"), placements, unsolvable);
        return;
    }
    printf(_("%s placements, %s unsolvable, %s moves on average, %u at most\n"), placements, unsolvable,
           cli_decimal(mean, (double)atlas_row_mean(row) / 1e6, 2), row->depths - 1);
    print_histogram(row);
    printf(_("The hardest positions, %s in all:\n"), cli_grouped(hardest, row->histogram[row->depths - 1]));
    const char *words = row->hardest != NULL ? row->hardest : "", *word;
    size_t length;
    while (atlas_next_field(&words, &word, &length))
        printf("%s/%.*s/%s\n", row->board, (int)length, word, row->target);
}

/* ---- CSV ---- */

void atlas_row_csv(FILE *file, const struct atlas_row *row)
{
    char histogram[ATLAS_HISTOGRAM_MAX] = "";
    uint64_t mean = atlas_row_mean(row);
    atlas_histogram_write(histogram, row);
    fprintf(file, "%s,%s,%d,%llu,%llu,", row->board, row->target, row->ricochet, (unsigned long long)row->placements,
            (unsigned long long)row->unsolvable);
    if (row->depths > 0)
        fprintf(file, "%u,%llu.%06llu,", row->depths - 1, (unsigned long long)(mean / 1000000),
                (unsigned long long)(mean % 1000000));
    else
        fputs(",,", file);
    fprintf(file, "%llu,%s,\"%s\",%llu.%02llu\n", (unsigned long long)row->sum, histogram,
            row->hardest != NULL ? row->hardest : "", (unsigned long long)(row->cpu_ms / 1000),
            (unsigned long long)(row->cpu_ms % 1000 / 10));
}

/* Takes the next field off a line; a quoted one may hold commas. NULL if there is none. */
static char *next_field(char **line)
{
    char *field = *line;
    if (field == NULL)
        return NULL;
    bool quoted = *field == '"';
    char *end = quoted ? strchr(field + 1, '"') : strchr(field, ',');
    if (quoted && end != NULL)
        *end++ = '\0';
    else if (quoted)
        return NULL;
    if (end == NULL || *end == '\0') {
        *line = NULL;
    } else {
        *end = '\0';
        *line = end + 1;
    }
    return quoted ? field + 1 : field;
}

static bool copy_field(char *to, size_t size, const char *field)
{
    size_t length = strlen(field);
    if (length >= size)
        return false;
    memcpy(to, field, length + 1);
    return true;
}

/* The columns after board, target and ricochet add up: a file that was changed by hand is noticed. */
static bool adds_up(const struct atlas_row *row)
{
    uint64_t solved = 0, sum = 0;
    for (unsigned i = 0; i < row->depths; i++) {
        solved += row->histogram[i];
        sum += row->histogram[i] * i;
    }
    return solved + row->unsolvable == row->placements && sum == row->sum &&
           (row->depths == 0 || row->histogram[row->depths - 1] > 0);
}

bool atlas_row_read_csv(struct atlas_row *row, char *line)
{
    char *field[11];
    for (unsigned i = 0; i < 11; i++)
        if ((field[i] = next_field(&line)) == NULL)
            return false;
    *row = (struct atlas_row){.ricochet = strcmp(field[2], "1") == 0,
                              .placements = strtoull(field[3], NULL, 10),
                              .unsolvable = strtoull(field[4], NULL, 10),
                              .sum = strtoull(field[7], NULL, 10),
                              .cpu_ms = (uint64_t)(strtod(field[10], NULL) * 1000 + 0.5)};
    if (!copy_field(row->board, sizeof row->board, field[0]) ||
        !copy_field(row->target, sizeof row->target, field[1]) || !atlas_histogram_read(row, field[8]) || !adds_up(row))
        return false;
    row->hardest = strdup(field[9]);
    return row->hardest != NULL;
}
