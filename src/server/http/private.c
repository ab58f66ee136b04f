/*
 * A private server: whoever does not know the password gets a page that asks for it, and nothing else; programs get
 * 401.
 *
 * A form and a cookie, not the browser's own dialogue: WebSockets and the service worker send cookies by themselves,
 * and not every browser gives them what was typed into the dialogue. Programs may use that form of it (Basic) all the
 * same.
 */
#include "room.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define COOKIE_DAYS 90
#define GUESSES 30 /* wrong ones, from an address in an hour */
#define TO_MOST 64

/* ---- the file ---- */

/* What is in the first line of a file. False: a line has been logged. */
static bool read_secret(struct password *password, const char *option, const char *path)
{
    char line[PASSWORD_MOST + 3];
    struct stat facts;
    if (path[0] == '\0')
        return true;
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL && fstat(fileno(file), &facts) == 0 && (facts.st_mode & 0077) != 0)
        log_line(SERVE_LOG_WARN, "open-password", "file=%s why=\"others can read it\"", path);
    if (file != NULL)
        fclose(file);
    size_t length = read ? strcspn(line, "\r\n") : 0;
    if (read && password_set(password, line, length))
        return true;
    log_line(SERVE_LOG_ERROR, "bad-option", "option=%s value=%s why=%s", option, path,
             read ? "its first line has to have 8 to 200 bytes" : "it cannot be read");
    return false;
}

bool private_open(struct http *http)
{
    const struct serve_options *options = http->base->options;
    return read_secret(&http->password, "password-file", options->password_file) &&
           read_secret(&http->metrics_token, "metrics-token-file", options->metrics_token);
}

/* ---- words ---- */

/* The form's words. The program speaks the language of whoever runs it, the server that of whoever asks: so they stand
 * here in all languages, the others as the catalogues have them (tools/texts.py form), in the order of the English. */
enum word {
    WORD_LABEL,
    WORD_BUTTON,
    WORD_WRONG,
    WORD_WAIT,
    WORDS,
};
#define N_(words) (words)

static const struct speech {
    const char *language;
    const char *words[WORDS];
} speeches[] = {
    {"en", {N_("Password"), N_("Come in"), N_("That was not the password."), N_("Too many tries: wait a while.")}},
#include "form_words.inc"
};
#define SPEECHES (sizeof speeches / sizeof speeches[0])

/* The first of the browser's languages that is one of ours. */
static const struct speech *speech_of(const struct exchange *exchange)
{
    const char *list = exchange_head(exchange, "Accept-Language");
    while (list != NULL && *list != '\0') {
        list += strspn(list, " ,");
        for (size_t i = 0; i < SPEECHES; i++)
            if (strncasecmp(list, speeches[i].language, 2) == 0)
                return &speeches[i];
        list += strcspn(list, ",");
    }
    return &speeches[0];
}

/* ---- the page ---- */

/* A place in the page to go on to; what could be anything else is the first one. */
static const char *place_of(const char *words)
{
    size_t plain =
        words != NULL ? strspn(words, "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") : 0;
    bool good = plain > 0 && plain < TO_MOST && words[plain] == '\0' && words[0] == '/' && words[1] != '/' &&
                strcmp(words, "/password") != 0;
    return good ? words : "/";
}

static void answer_form(struct exchange *exchange, unsigned status, const char *to, const char *notice)
{
    const struct speech *speech = speech_of(exchange);
    struct carom_text text = exchange_text();
    carom_text_put(&text, "<!doctype html><html lang=\"");
    carom_text_put(&text, speech->language);
    carom_text_put(&text,
                   "\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
                   "<title>carom</title><style>body{font:18px system-ui;max-width:20em;margin:15vh auto;padding:1em}"
                   "input,button{font:inherit;display:block;width:100%;box-sizing:border-box;padding:.5em;"
                   "margin:.4em 0}</style><main><h1>carom</h1>");
    if (notice != NULL) {
        carom_text_put(&text, "<p role=\"alert\">");
        carom_text_put(&text, notice);
        carom_text_put(&text, "</p>");
    }
    carom_text_put(&text, "<form method=\"post\" action=\"/password\"><input type=\"hidden\" name=\"to\" value=\"");
    carom_text_put(&text, place_of(to));
    carom_text_put(&text, "\"><label for=\"p\">");
    carom_text_put(&text, speech->words[WORD_LABEL]);
    carom_text_put(&text, "</label><input id=\"p\" name=\"password\" type=\"password\" "
                          "autocomplete=\"current-password\" required autofocus><button>");
    carom_text_put(&text, speech->words[WORD_BUTTON]);
    carom_text_put(&text, "</button></form></main></html>");
    exchange_answer(exchange, status, "text/html; charset=utf-8", text.bytes, text.length);
    exchange_header(exchange, "Cache-Control", "no-store");
}

/* ---- judging ---- */

enum judged {
    JUDGED_RIGHT,
    JUDGED_WRONG,
    JUDGED_NOT, /* too many were wrong */
};

/* Counts wrong passwords; after too many, even the right one is refused for a while. */
static enum judged judge(struct exchange *exchange, const struct password *password, const char *text, size_t length)
{
    struct visitor *visitor = exchange->visitor;
    if (visitor->guessed_until > exchange->now)
        return JUDGED_NOT;
    if (password_right(password, text, length))
        return JUDGED_RIGHT;
    carom_ms wait = visitor_take(visitor, ALLOW_GUESS, exchange->now, rate_hourly(GUESSES));
    if (wait > 0)
        visitor->guessed_until = exchange->now + wait;
    return JUDGED_WRONG;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* A field of a form, as forms are sent. Empty if it is not there or too long. */
static size_t field_of(const struct exchange *exchange, const char *name, char *value, size_t room)
{
    size_t length = 0;
    size_t size = strlen(name);
    const char *at = exchange->body_length > 0 ? exchange->body : "";
    while (*at != '\0' && !(strncmp(at, name, size) == 0 && at[size] == '=')) {
        at += strcspn(at, "&");
        at += *at == '&';
    }
    at += *at != '\0' ? size + 1 : 0;
    for (; *at != '\0' && *at != '&' && length + 1 < room; at++) {
        bool coded = *at == '%' && digit_of(at[1]) >= 0 && digit_of(at[2]) >= 0;
        value[length++] = coded ? (char)(16 * digit_of(at[1]) + digit_of(at[2])) : *at == '+' ? ' ' : *at;
        at += coded ? 2 : 0;
    }
    length = *at == '\0' || *at == '&' ? length : 0;
    value[length] = '\0';
    return length;
}

static void let_in(struct exchange *exchange, const char *to)
{
    char cookie[COOKIE_SIZE];
    char header[COOKIE_SIZE + 100];
    cookie_make(&exchange->http->password, exchange->now + (carom_ms)COOKIE_DAYS * 86400000, cookie);
    bool secure = strncmp(exchange->http->base->link, "https:", 6) == 0;
    snprintf(header, sizeof header, "carom=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie,
             COOKIE_DAYS * 86400, secure ? "; Secure" : "");
    exchange_answer(exchange, MHD_HTTP_SEE_OTHER, "text/plain", "", 0);
    exchange_header(exchange, "Set-Cookie", header);
    exchange_header(exchange, "Location", place_of(to));
    exchange_header(exchange, "Cache-Control", "no-store");
}

static void take_form(struct exchange *exchange)
{
    char text[3 * PASSWORD_MOST];
    char to[TO_MOST + 1];
    size_t length = field_of(exchange, "password", text, sizeof text);
    field_of(exchange, "to", to, sizeof to);
    switch (judge(exchange, &exchange->http->password, text, length)) {
    case JUDGED_RIGHT:
        let_in(exchange, to);
        break;
    case JUDGED_WRONG:
        answer_form(exchange, MHD_HTTP_UNAUTHORIZED, to, speech_of(exchange)->words[WORD_WRONG]);
        break;
    case JUDGED_NOT:
        answer_form(exchange, MHD_HTTP_TOO_MANY_REQUESTS, to, speech_of(exchange)->words[WORD_WAIT]);
        break;
    }
}

/* `Authorization: Basic …`: any name, and the password. */
static bool basic(struct exchange *exchange, enum judged *judged)
{
    char text[PASSWORD_MOST + 100];
    size_t length;
    const char *head = exchange_head(exchange, "Authorization");
    if (head == NULL || strncasecmp(head, "Basic ", 6) != 0)
        return false;
    *judged = JUDGED_WRONG;
    if (sodium_base642bin((unsigned char *)text, sizeof text - 1, head + 6, strlen(head + 6), " ", &length, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        return true;
    const char *colon = memchr(text, ':', length);
    const char *said = colon != NULL ? colon + 1 : text + length;
    *judged = judge(exchange, &exchange->http->password, said, length - (size_t)(said - text));
    return true;
}

static bool knows(struct exchange *exchange, enum judged *judged)
{
    const char *cookie = MHD_lookup_connection_value(exchange->connection, MHD_COOKIE_KIND, "carom");
    *judged = JUDGED_WRONG;
    return (cookie != NULL && cookie_good(&exchange->http->password, cookie, exchange->now)) ||
           (basic(exchange, judged) && *judged == JUDGED_RIGHT);
}

bool private_has_token(struct exchange *exchange, const struct password *token)
{
    const char *head = exchange_head(exchange, "Authorization");
    return token->set && head != NULL && strncasecmp(head, "Bearer ", 7) == 0 &&
           judge(exchange, token, head + 7, strlen(head + 7)) == JUDGED_RIGHT;
}

bool private_lets_in(struct exchange *exchange)
{
    enum judged judged;
    const char *accepts = exchange_head(exchange, "Accept");
    bool posts = strcmp(exchange->method, "POST") == 0;
    if (!exchange->http->password.set)
        return true;
    if (strcmp(exchange->url, "/password") == 0 && posts)
        take_form(exchange);
    else if (strcmp(exchange->url, "/password") == 0)
        answer_form(exchange, MHD_HTTP_OK, exchange_query(exchange, "to"), NULL);
    else if (knows(exchange, &judged))
        return true;
    else if (judged == JUDGED_NOT)
        exchange_refuse_why(exchange, "request", WHY_RATE, exchange->visitor->guessed_until - exchange->now);
    else if (!posts && accepts != NULL && strstr(accepts, "text/html") != NULL)
        answer_form(exchange, MHD_HTTP_UNAUTHORIZED, exchange->url, NULL);
    else
        exchange_refuse_why(exchange, "request", WHY_PASSWORD, 0);
    return false;
}
