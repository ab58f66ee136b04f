/* Bytes to lines of a match over days: as commands or as a log. Every line is answered in words that fit, what every
 * player may see can be written, and what `carom referee` has written is what `carom replay` accepts. */
#include "fuzz.h"

#include "../../src/match/match.h"

static char answer[MATCH_REPLY_MAX];
static struct match_lines played, verified;

static void look(struct match_lines *lines)
{
    static char view[MATCH_REPLY_MAX];
    for (unsigned seat = 0; seat <= lines->count && seat < 4; seat++) {
        const struct match_player *viewer = seat < lines->count ? &lines->players[seat] : NULL;
        const carom_ms times[] = {lines->match.begun, viewer != NULL ? viewer->at : 0, lines->match.ends};
        for (unsigned i = 0; i < 3; i++) {
            struct carom_text text = carom_text_init(view, sizeof view);
            carom_json_begin(&text, NULL, '{');
            match_write_view(&text, &lines->match, viewer, times[i]);
            for (unsigned other = 0; other < lines->count; other++)
                match_write_player(&text, &lines->match, lines->players, lines->count, other, viewer, times[i]);
            promise(!text.truncated);
        }
    }
}

/* Verifies the lines of an answer that belong into a log. */
static void verify(struct carom_text *text)
{
    struct carom_error error;
    for (size_t start = 0; start < text->length;) {
        const char *line = text->bytes + start, *end = memchr(line, '\n', text->length - start);
        size_t length = (size_t)(end - line);
        start += length + 1;
        if (strncmp(line, "{\"at\":", 6) != 0 || strstr(line, "\"ev\":") == NULL || strstr(line, "\"ev\":") > end)
            continue;
        if (match_line_begins(line, length))
            memset(&verified, 0, sizeof verified);
        if (strstr(line, "\"ev\":\"over\"") == NULL || strstr(line, "\"ev\":\"over\"") > end)
            promise(match_lines_verify(&verified, NULL, line, length, &error));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_error error;
    bool log = size % 4 == 0;
    memset(&played, 0, sizeof played);
    memset(&verified, 0, sizeof verified);
    for (size_t start = 0; start < size;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end != NULL ? (size_t)(end - data) - start : size - start;
        const char *line = (const char *)data + start;
        if (log) {
            error = (struct carom_error){0};
            promise(match_lines_verify(&played, NULL, line, length, &error) || error.code != CAROM_ERROR_NONE);
        } else {
            struct carom_text text = carom_text_init(answer, sizeof answer);
            match_lines_command(&played, NULL, line, length, &text);
            promise(!text.truncated);
            verify(&text);
        }
        start += length + 1;
    }
    if (played.begun)
        look(&played);
    return 0;
}
