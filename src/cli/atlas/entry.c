/*
 * Entries as words: for people, as JSON, and as CSV.
 */
#include "atlas.h"

#include <stdlib.h>
#include <string.h>

#define BAR 40 /* characters of the longest bar */

void atlas_entry_done(struct atlas_entry *entry)
{
    free(entry->hardest);
    entry->hardest = NULL;
}

uint64_t atlas_entry_mean(const struct atlas_entry *entry)
{
    uint64_t solved = entry->placements - entry->unsolvable;
    if (solved == 0)
        return 0;
    uint64_t whole = entry->sum / solved, rest = entry->sum % solved;
    return whole * 1000000 + (rest * 1000000 + solved / 2) / solved;
}

void atlas_histogram_write(char *words, const struct atlas_entry *entry)
{
    struct carom_text text = carom_text_in(words, ATLAS_HISTOGRAM_MAX);
    for (unsigned i = 0; i < entry->depths; i++) {
        carom_text_put(&text, i > 0 ? " " : "");
        carom_text_uint(&text, entry->histogram[i]);
    }
}

bool atlas_next_word(const char **words, const char **word, size_t *length)
{
    while (**words == ' ')
        (*words)++;
    *word = *words;
    *length = strcspn(*words, " ");
    *words += *length;
    return *length > 0;
}

bool atlas_histogram_read(struct atlas_entry *entry, const char *words)
{
    const char *word;
    size_t length;
    memset(entry->histogram, 0, sizeof entry->histogram);
    entry->depths = 0;
    while (atlas_next_word(&words, &word, &length)) {
        char *end;
        if (entry->depths == CAROM_ATLAS_DEPTH)
            return false;
        entry->histogram[entry->depths++] = strtoull(word, &end, 10);
        if (end != word + length)
            return false;
    }
    return true;
}

/* ---- JSON ---- */

static void put_position(struct carom_text *text, const struct atlas_entry *entry, const char *robots, size_t length)
{
    carom_text_put(text, entry->board);
    carom_text_char(text, '/');
    carom_text_bytes(text, robots, length);
    carom_text_char(text, '/');
    carom_text_put(text, entry->target);
}

static void put_mean(struct carom_text *text, const struct atlas_entry *entry)
{
    char digits[8];
    uint64_t mean = atlas_entry_mean(entry);
    carom_text_uint(text, mean / 1000000);
    snprintf(digits, sizeof digits, ".%06u", (unsigned)(mean % 1000000));
    carom_text_put(text, digits);
}

static void put_json(struct carom_text *text, const struct atlas_entry *entry)
{
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "board", entry->board);
    carom_json_words(text, "target", entry->target);
    carom_json_flag(text, "ricochet", entry->ricochet);
    carom_json_count(text, "placements", entry->placements);
    carom_json_count(text, "unsolvable", entry->unsolvable);
    if (entry->depths > 0) {
        carom_json_count(text, "max", entry->depths - 1);
        carom_json_key(text, "mean");
        put_mean(text, entry);
    } else {
        carom_json_words(text, "max", NULL);
        carom_json_words(text, "mean", NULL);
    }
    carom_json_begin(text, "histogram", '[');
    for (unsigned i = 0; i < entry->depths; i++)
        carom_json_count(text, NULL, entry->histogram[i]);
    carom_json_end(text, ']');
    carom_json_begin(text, "hardest", '[');
    const char *words = entry->hardest != NULL ? entry->hardest : "", *word;
    size_t length;
    while (atlas_next_word(&words, &word, &length)) {
        carom_json_open(text, NULL);
        put_position(text, entry, word, length);
        carom_json_close(text);
    }
    carom_json_end(text, ']');
    carom_json_end(text, '}');
}

bool atlas_entry_json(const struct atlas_entry *entry)
{
    const char *words = entry->hardest != NULL ? entry->hardest : "", *word;
    size_t size = ATLAS_HISTOGRAM_MAX + 1024, length;
    size += strlen(entry->board);
    while (atlas_next_word(&words, &word, &length))
        size += length + strlen(entry->board) + strlen(entry->target) + 8;
    char *bytes = malloc(size);
    if (bytes == NULL)
        return false;
    struct carom_text text = carom_text_in(bytes, size);
    put_json(&text, entry);
    cli_print(&text);
    free(bytes);
    return true;
}

/* ---- for people ---- */

/* 656,239,500 */
static const char *grouped(char words[32], uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *to = words;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return words;
}

static void print_histogram(const struct atlas_entry *entry)
{
    uint64_t most = 1;
    char count[32], bar[BAR + 1];
    for (unsigned i = 0; i < entry->depths; i++)
        if (entry->histogram[i] > most)
            most = entry->histogram[i];
    for (unsigned i = 0; i < entry->depths; i++) {
        size_t length = (size_t)((double)entry->histogram[i] / (double)most * BAR + 0.5);
        memset(bar, '#', length);
        bar[length] = '\0';
        printf("%5u  %13s%s%s\n", i, grouped(count, entry->histogram[i]), length > 0 ? "  " : "", bar);
    }
}

void atlas_entry_print(const struct atlas_entry *entry)
{
    char placements[32], unsolvable[32], hardest[32];
    printf("%s %s\n", entry->board, entry->target);
    printf(_("%s placements, %s unsolvable"), grouped(placements, entry->placements),
           grouped(unsolvable, entry->unsolvable));
    if (entry->depths == 0) {
        puts("");
        return;
    }
    printf(_(", on average %.2f moves, at most %u\n"), (double)atlas_entry_mean(entry) / 1e6, entry->depths - 1);
    print_histogram(entry);
    printf(_("The hardest, %s in all:\n"), grouped(hardest, entry->histogram[entry->depths - 1]));
    const char *words = entry->hardest != NULL ? entry->hardest : "", *word;
    size_t length;
    while (atlas_next_word(&words, &word, &length))
        printf("%s/%.*s/%s\n", entry->board, (int)length, word, entry->target);
}

/* ---- CSV ---- */

void atlas_entry_csv(FILE *file, const struct atlas_entry *entry)
{
    char histogram[ATLAS_HISTOGRAM_MAX] = "";
    uint64_t mean = atlas_entry_mean(entry);
    atlas_histogram_write(histogram, entry);
    fprintf(file, "%s,%s,%d,%llu,%llu,", entry->board, entry->target, entry->ricochet,
            (unsigned long long)entry->placements, (unsigned long long)entry->unsolvable);
    if (entry->depths > 0)
        fprintf(file, "%u,%llu.%06llu,", entry->depths - 1, (unsigned long long)(mean / 1000000),
                (unsigned long long)(mean % 1000000));
    else
        fputs(",,", file);
    fprintf(file, "%llu,%s,\"%s\",%llu.%02llu\n", (unsigned long long)entry->sum, histogram,
            entry->hardest != NULL ? entry->hardest : "", (unsigned long long)(entry->ms / 1000),
            (unsigned long long)(entry->ms % 1000 / 10));
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
static bool adds_up(const struct atlas_entry *entry)
{
    uint64_t solved = 0, sum = 0;
    for (unsigned i = 0; i < entry->depths; i++) {
        solved += entry->histogram[i];
        sum += entry->histogram[i] * i;
    }
    return solved + entry->unsolvable == entry->placements && sum == entry->sum &&
           (entry->depths == 0 || entry->histogram[entry->depths - 1] > 0);
}

bool atlas_entry_read_csv(struct atlas_entry *entry, char *line)
{
    char *field[11];
    for (unsigned i = 0; i < 11; i++)
        if ((field[i] = next_field(&line)) == NULL)
            return false;
    *entry = (struct atlas_entry){.ricochet = strcmp(field[2], "1") == 0,
                                  .placements = strtoull(field[3], NULL, 10),
                                  .unsolvable = strtoull(field[4], NULL, 10),
                                  .sum = strtoull(field[7], NULL, 10),
                                  .ms = (uint64_t)(strtod(field[10], NULL) * 1000 + 0.5)};
    if (!copy_field(entry->board, sizeof entry->board, field[0]) ||
        !copy_field(entry->target, sizeof entry->target, field[1]) || !atlas_histogram_read(entry, field[8]) ||
        !adds_up(entry))
        return false;
    entry->hardest = strdup(field[9]);
    return entry->hardest != NULL;
}
