/*
 * Servers with a password: requests without it get a page that asks for it, and API requests get 401.
 *
 * A form with a cookie rather than the browser's own dialog: WebSockets and service workers send cookies by themselves,
 * but not in every browser what was typed into the dialog. Programs may use Basic authentication.
 */
#include "internal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define COOKIE_DAYS 90
#define GUESSES 30 /* wrong passwords per address per hour */
#define TO_MAX 64

/* ---- the password file ---- */

/* Reads the first line of a file. False: the error has been logged. */
static bool read_secret(struct password *password, const char *option, const char *path)
{
    char line[PASSWORD_MAX + 3];
    struct stat facts;
    if (path[0] == '\0')
        return true;
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL && fstat(fileno(file), &facts) == 0 && (facts.st_mode & 0077) != 0)
        log_event(SERVE_LOG_WARN, "password-file-readable", "file=%s error=\"others can read it\"", path);
    if (file != NULL)
        fclose(file);
    size_t length = read ? strcspn(line, "\r\n") : 0;
    if (read && password_set(password, line, length))
        return true;
    log_event(SERVE_LOG_ERROR, "bad-option", "option=%s value=%s error=%s", option, path,
              read ? "its first line has to have 8 to 200 bytes" : "it cannot be read");
    return false;
}

bool password_gate_init(struct http *http)
{
    const struct serve_options *options = http->base->options;
    return read_secret(&http->password, "password-file", options->password_file) &&
           read_secret(&http->metrics_token, "metrics-token-file", options->metrics_token);
}

/* ---- the form ---- */

/* Returns the path to redirect to after logging in; anything but a path of our own becomes `/`. */
static const char *redirect_path(const char *words)
{
    size_t plain =
        words != NULL ? strspn(words, "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") : 0;
    bool good = plain > 0 && plain < TO_MAX && words[plain] == '\0' && words[0] == '/' && words[1] != '/' &&
                strcmp(words, "/password") != 0;
    return good ? words : "/";
}

struct form {
    const struct http_request *request;
    const char *to;
    const char *notice; /* a message id shown above the form; NULL: none */
};

static void write_form(struct carom_text *text, const void *context)
{
    const struct form *form = context;
    carom_text_put(text, "<!doctype html><html lang=\"");
    carom_text_put(text, server_language(form->request));
    carom_text_put(text,
                   "\" dir=\"auto\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
                   "<title>carom</title><style>body{font:18px system-ui;max-width:20em;margin:15vh auto;padding:1em}"
                   "input,button{font:inherit;display:block;width:100%;box-sizing:border-box;padding:.5em;"
                   "margin:.4em 0}</style><main><h1>carom</h1>");
    if (form->notice != NULL) {
        carom_text_put(text, "<p role=\"alert\">");
        carom_text_put(text, form->notice);
        carom_text_put(text, "</p>");
    }
    carom_text_put(text, "<form method=\"post\" action=\"/password\"><input type=\"hidden\" name=\"to\" value=\"");
    carom_text_put(text, redirect_path(form->to));
    carom_text_put(text, "\"><label for=\"p\">");
    carom_text_put(text, server_text(form->request, TEXT_PASSWORD));
    carom_text_put(text, "</label><input id=\"p\" name=\"password\" type=\"password\" "
                         "autocomplete=\"current-password\" required autofocus><button>");
    carom_text_put(text, server_text(form->request, TEXT_ENTER));
    carom_text_put(text, "</button></form></main></html>");
}

static void answer_form(struct http_request *request, unsigned status, const char *to, const char *notice)
{
    struct form form = {request, to, notice};
    http_reply_text(request, status, "text/html; charset=utf-8", write_form, &form);
    http_add_header(request, "Cache-Control", "no-store");
}

/* ---- checking ---- */

enum password_check {
    JUDGED_RIGHT,
    PASSWORD_WRONG,
    JUDGED_NOT, /* not checked: this address has sent too many wrong ones */
};

/* Counts wrong passwords; after too many, even the right one is refused for a while. */
static enum password_check check_password(struct http_request *request, const struct password *password,
                                          const char *text, size_t length)
{
    struct client_addr *client_addr = request->client_addr;
    if (client_addr->password_ban_until > request->now)
        return JUDGED_NOT;
    if (password_matches(password, text, length))
        return JUDGED_RIGHT;
    carom_ms wait = client_addr_take(client_addr, RATE_FAILED_PASSWORD, request->now, rate_per_hour(GUESSES));
    if (wait > 0)
        client_addr->password_ban_until = request->now + wait;
    return PASSWORD_WRONG;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decodes a field of a URL-encoded form. Returns its length; 0: it is missing or too long. */
static size_t field_of(const struct http_request *request, const char *name, char *value, size_t room)
{
    size_t length = 0;
    size_t size = strlen(name);
    const char *at = request->body_length > 0 ? request->body : "";
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

static void grant_cookie(struct http_request *request, const char *to)
{
    char cookie[COOKIE_SIZE];
    char header[COOKIE_SIZE + 100];
    cookie_sign(&request->http->password, request->now + (carom_ms)COOKIE_DAYS * 86400000, cookie);
    bool secure = strncmp(request->http->base->public_url, "https:", 6) == 0;
    snprintf(header, sizeof header, "carom=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie,
             COOKIE_DAYS * 86400, secure ? "; Secure" : "");
    http_reply(request, MHD_HTTP_SEE_OTHER, "text/plain", "", 0);
    http_add_header(request, "Set-Cookie", header);
    http_add_header(request, "Location", redirect_path(to));
    http_add_header(request, "Cache-Control", "no-store");
}

static void take_form(struct http_request *request)
{
    char text[3 * PASSWORD_MAX];
    char to[TO_MAX + 1];
    size_t length = field_of(request, "password", text, sizeof text);
    field_of(request, "to", to, sizeof to);
    switch (check_password(request, &request->http->password, text, length)) {
    case JUDGED_RIGHT:
        grant_cookie(request, to);
        break;
    case PASSWORD_WRONG:
        answer_form(request, MHD_HTTP_UNAUTHORIZED, to, server_text(request, TEXT_WRONG_PASSWORD));
        break;
    case JUDGED_NOT:
        answer_form(request, MHD_HTTP_TOO_MANY_REQUESTS, to, server_text(request, TEXT_TOO_MANY_TRIES));
        break;
    }
}

/* Checks `Authorization: Basic`: any user name, and the password. False: the header is missing. */
static bool basic(struct http_request *request, enum password_check *check)
{
    char text[PASSWORD_MAX + 100];
    size_t length;
    const char *head = http_header(request, "Authorization");
    if (head == NULL || strncasecmp(head, "Basic ", 6) != 0)
        return false;
    *check = PASSWORD_WRONG;
    if (sodium_base642bin((unsigned char *)text, sizeof text - 1, head + 6, strlen(head + 6), " ", &length, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        return true;
    const char *colon = memchr(text, ':', length);
    const char *said = colon != NULL ? colon + 1 : text + length;
    *check = check_password(request, &request->http->password, said, length - (size_t)(said - text));
    return true;
}

static bool is_authenticated(struct http_request *request, enum password_check *check)
{
    const char *cookie = MHD_lookup_connection_value(request->connection, MHD_COOKIE_KIND, "carom");
    *check = PASSWORD_WRONG;
    return (cookie != NULL && cookie_is_valid(&request->http->password, cookie, request->now)) ||
           (basic(request, check) && *check == JUDGED_RIGHT);
}

bool request_has_token(struct http_request *request, const struct password *token)
{
    const char *head = http_header(request, "Authorization");
    return token->set && head != NULL && strncasecmp(head, "Bearer ", 7) == 0 &&
           check_password(request, token, head + 7, strlen(head + 7)) == JUDGED_RIGHT;
}

bool password_gate_allows(struct http_request *request)
{
    enum password_check check;
    const char *accepts = http_header(request, "Accept");
    bool posts = strcmp(request->method, "POST") == 0;
    if (!request->http->password.set)
        return true;
    if (strcmp(request->url, "/password") == 0 && posts)
        take_form(request);
    else if (strcmp(request->url, "/password") == 0)
        answer_form(request, MHD_HTTP_OK, http_query(request, "to"), NULL);
    else if (is_authenticated(request, &check))
        return true;
    else if (check == JUDGED_NOT)
        http_reply_error_code(request, "request", API_ERR_RATE_LIMIT,
                              request->client_addr->password_ban_until - request->now);
    else if (!posts && accepts != NULL && strstr(accepts, "text/html") != NULL)
        answer_form(request, MHD_HTTP_UNAUTHORIZED, request->url, NULL);
    else
        http_reply_error_code(request, "request", API_ERR_PASSWORD, 0);
    return false;
}
