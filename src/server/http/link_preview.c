/*
 * Link previews (Open Graph): the page with other texts in its <head>, and absolute URLs, because crawlers take no
 * others. A preview shows nothing of a solution: its picture is the board before the first move.
 */
#include "internal.h"

#include <carom/daily.h>
#include <stdio.h>
#include <string.h>

#define PICTURE_WIDTH 800

struct preview {
    const char *link; /* the server's own URL */
    char title[128];
    char text[512];
    char position[2048]; /* position of the picture; "": the default picture */
};

/* Writes the value of an HTML attribute, escaped. */
static void put_escaped(struct carom_text *text, const char *words)
{
    for (; *words != '\0'; words++)
        if (*words == '&' || *words == '<' || *words == '>' || *words == '"')
            carom_text_put(text, *words == '&' ? "&amp;" : *words == '<' ? "&lt;" : *words == '>' ? "&gt;" : "&quot;");
        else
            carom_text_char(text, *words);
}

/* Writes a part of a URL, percent-encoded. */
static void put_quoted(struct carom_text *text, const char *words)
{
    static const char digits[] = "0123456789ABCDEF";
    for (; *words != '\0'; words++) {
        unsigned char c = (unsigned char)*words;
        bool plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-._~/,@:", c) != NULL;
        if (!plain) {
            carom_text_char(text, '%');
            carom_text_char(text, digits[c >> 4]);
            carom_text_char(text, digits[c & 15]);
        } else {
            carom_text_char(text, *words);
        }
    }
}

static void put_member(struct carom_text *text, const char *name, const char *words)
{
    carom_text_put(text, "<meta property=\"og:");
    carom_text_put(text, name);
    carom_text_put(text, "\" content=\"");
    put_escaped(text, words);
    carom_text_put(text, "\" />\n    ");
}

static void write_head(struct carom_text *text, const void *context)
{
    const struct preview *preview = context;
    put_member(text, "type", "website");
    put_member(text, "site_name", "carom");
    put_member(text, "title", preview->title);
    put_member(text, "description", preview->text);
    carom_text_put(text, "<meta property=\"og:image\" content=\"");
    put_escaped(text, preview->link);
    if (preview->position[0] == '\0') {
        carom_text_put(text, "/sharing.png\" />\n    ");
        return;
    }
    char width[16];
    snprintf(width, sizeof width, "%u", PICTURE_WIDTH);
    carom_text_put(text, "/board/");
    put_quoted(text, preview->position);
    carom_text_put(text, ".png?width=");
    carom_text_put(text, width);
    carom_text_put(text, "\" />\n    ");
    put_member(text, "image:width", width);
    put_member(text, "image:height", width);
}

/* Notes the position for the picture's URL. False: it is too long, and the default picture stays. */
static bool write_position(struct preview *preview, const struct carom_puzzle *puzzle)
{
    struct carom_text text = carom_text_init(preview->position, sizeof preview->position);
    carom_puzzle_write(&text, puzzle);
    if (!text.truncated)
        return true;
    preview->position[0] = '\0';
    return false;
}

/* Copies a server text in the client's language. */
static void put_text(char *to, size_t size, const struct http_request *request, enum server_text text)
{
    snprintf(to, size, "%s", server_text(request, text));
}

/* Writes the challenge text with {n} and {time} filled in. */
static void put_claim(struct preview *preview, const char *words, unsigned moves, unsigned seconds)
{
    char n[16], time[32];
    snprintf(n, sizeof n, "%u", moves);
    snprintf(time, sizeof time, "%u:%02u", seconds / 60, seconds % 60);
    struct carom_text text = carom_text_init(preview->text, sizeof preview->text);
    while (*words != '\0') {
        bool count = strncmp(words, "{n}", 3) == 0, clock = strncmp(words, "{time}", 6) == 0;
        if (count || clock)
            carom_text_put(&text, count ? n : time);
        else
            carom_text_char(&text, *words);
        words += count ? 3 : clock ? 6 : 1;
    }
}

/* Reads `2026-11-16` or `2026-11-16/easy`. The picture is always the fiendish puzzle's, which takes no search. */
static bool read_daily(struct preview *preview, const struct http_request *request, const char *rest)
{
    uint32_t day, moves;
    struct carom_puzzle puzzle;
    size_t length = strcspn(rest, "/");
    if (!carom_date_read(&day, rest, length) || !carom_daily_find(NULL, day, CAROM_DAILY_FIENDISH, &puzzle, &moves))
        return false;
    snprintf(preview->title, sizeof preview->title, "carom %.*s", (int)length, rest);
    put_text(preview->text, sizeof preview->text, request, TEXT_DAILY);
    return write_position(preview, &puzzle);
}

/* Reads a challenge: `7-48/POSITION` (7 moves, 48 seconds) or a position alone. */
static bool read_challenge(struct preview *preview, const struct http_request *request, const char *rest)
{
    unsigned moves, seconds;
    int length = 0;
    struct carom_puzzle puzzle;
    put_text(preview->title, sizeof preview->title, request, TEXT_CHALLENGE_TITLE);
    put_text(preview->text, sizeof preview->text, request, TEXT_CHALLENGE);
    if (sscanf(rest, "%3u-%5u/%n", &moves, &seconds, &length) == 2 && length > 0) {
        rest += length;
        put_claim(preview, server_text(request, TEXT_CHALLENGE_CLAIM), moves, seconds);
    }
    return carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, rest, strlen(rest), NULL) &&
           write_position(preview, &puzzle);
}

/* Reads `/t/CODE` or `/g/KEY`. The preview says nothing about the table itself. */
static bool read_table(struct preview *preview, const struct http_request *request)
{
    const char *table = http_path_after(request, "/t/"), *game = http_path_after(request, "/g/");
    const char *rest = table != NULL ? table : game;
    if (rest == NULL || *rest == '\0' || strpbrk(rest, "/.") != NULL)
        return false;
    put_text(preview->title, sizeof preview->title, request, table != NULL ? TEXT_TABLE_TITLE : TEXT_GAME_TITLE);
    put_text(preview->text, sizeof preview->text, request, table != NULL ? TEXT_TABLE : TEXT_GAME);
    return true;
}

static bool is_page_path(const struct http_request *request, const char *name)
{
    const char *rest = http_path_after(request, name);
    return rest != NULL && (*rest == '\0' || *rest == '/');
}

bool handle_link_preview(struct http_request *request)
{
    struct preview preview = {.link = request->http->base->public_url, .title = "carom"};
    put_text(preview.text, sizeof preview.text, request, TEXT_ABOUT);
    const char *daily = http_path_after(request, "/daily/"), *challenge = http_path_after(request, "/challenge/");
    bool known = strcmp(request->url, "/") == 0 || is_page_path(request, "/daily") ||
                 is_page_path(request, "/challenge") || is_page_path(request, "/circle") ||
                 is_page_path(request, "/match") || read_table(&preview, request);
    if (!known)
        return false;
    struct preview special = preview;
    if ((daily != NULL && read_daily(&special, request, daily)) ||
        (challenge != NULL && read_challenge(&special, request, challenge)))
        preview = special;
    return static_index_with_head(request, write_head, &preview);
}
