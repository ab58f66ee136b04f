/*
 * Serves the page's files. Paths of screens (`/`, `/t/CODE`) get index.html; files with a hash in their name may be
 * cached for ever.
 */
#include "internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INDEX_BYTES 16384 /* index.html has about 2,000 */

static const char no_page[] = "<!doctype html><meta charset=utf-8><title>carom</title><h1>carom</h1>"
                              "<p>The server runs, but the page has not been built: start it with ./run, "
                              "or say with --web where the built page is.</p>";

static const char *type_of(const char *path)
{
    static const struct {
        const char *end;
        const char *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".c", "text/plain; charset=utf-8"}, /* sources that the documents link to: shown, not downloaded */
        {".py", "text/plain; charset=utf-8"},
        {".csv", "text/plain; charset=utf-8"},
        {".cfg", "text/plain; charset=utf-8"},
        {".conf", "text/plain; charset=utf-8"},
        {".woff2", "font/woff2"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".wav", "audio/wav"},
    };
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t size = strlen(types[i].end);
        if (length > size && strcmp(path + length - size, types[i].end) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

/* Is the path made of plain names, none beginning with a dot? Then it cannot lead out of the folder. */
static bool path_is_plain(const char *path)
{
    for (const char *c = path; *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                     strchr("._-/", *c) != NULL;
        if (!plain || (*c == '.' && (c == path || c[-1] == '/')) || (*c == '/' && c[1] == '/'))
            return false;
    }
    return true;
}

static bool send_file(struct http_request *request, const char *path, const char *suffix, const char *encoding)
{
    char full[1024];
    struct stat facts;
    int length = snprintf(full, sizeof full, "%s/%s%s", request->http->base->options->web, path, suffix);
    int fd = length < (int)sizeof full ? open(full, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return false;
    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        close(fd);
        return false;
    }
    http_reply_file(request, fd, (uint64_t)facts.st_size, type_of(path));
    if (encoding != NULL)
        http_add_header(request, "Content-Encoding", encoding);
    http_add_header(request, "Vary", "Accept-Encoding");
    if (strncmp(path, "assets/", 7) == 0)
        http_set_cache_control(request, "max-age=31536000, immutable");
    else
        http_add_header(request, "Cache-Control", "no-cache");
    return true;
}

static bool accepts(const struct http_request *request, const char *encoding)
{
    const char *list = http_header(request, "Accept-Encoding");
    return list != NULL && strstr(list, encoding) != NULL;
}

/* Replies with a file, or with its precompressed form if there is one and the browser accepts it. */
static bool answer_file(struct http_request *request, const char *path)
{
    return (accepts(request, "br") && send_file(request, path, ".br", "br")) ||
           (accepts(request, "gzip") && send_file(request, path, ".gz", "gzip")) || send_file(request, path, "", NULL);
}

/* ---- index.html with another <head> ---- */

#define PREVIEW_BEGIN "<!-- preview:"
#define PREVIEW_END "<!-- end of preview -->"

static size_t read_index(const struct http_request *request, char *bytes, size_t size)
{
    char full[1024];
    int length = snprintf(full, sizeof full, "%s/index.html", request->http->base->options->web);
    FILE *file = length < (int)sizeof full ? fopen(full, "re") : NULL;
    size_t count = file != NULL ? fread(bytes, 1, size - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    bytes[count] = '\0';
    return count;
}

struct index_page {
    const char *bytes;
    const char *begin, *end; /* the texts to be replaced */
    text_writer *write_head;
    const void *context;
};

static void write_index(struct carom_text *text, const void *context)
{
    const struct index_page *page = context;
    carom_text_bytes(text, page->bytes, (size_t)(page->begin - page->bytes));
    page->write_head(text, page->context);
    carom_text_put(text, page->end);
}

bool static_index_with_head(struct http_request *request, text_writer *write_head, const void *context)
{
    static char bytes[INDEX_BYTES];
    size_t count = read_index(request, bytes, sizeof bytes);
    struct index_page page = {.bytes = bytes, .write_head = write_head, .context = context};
    page.begin = strstr(bytes, PREVIEW_BEGIN);
    page.end = page.begin != NULL ? strstr(page.begin, PREVIEW_END) : NULL;
    if (page.end == NULL || count + 1 == sizeof bytes)
        return false; /* index.html of another build, or none */
    http_reply_text(request, MHD_HTTP_OK, "text/html; charset=utf-8", write_index, &page);
    http_add_header(request, "Cache-Control", "no-cache");
    http_add_header(request, "Vary", "Accept-Language");
    return true;
}

/* Replies with index.html; the script shows the screen of the path. */
static void answer_page(struct http_request *request)
{
    if (!answer_file(request, "index.html"))
        http_reply(request, MHD_HTTP_OK, "text/html; charset=utf-8", no_page, sizeof no_page - 1);
}

/* Is this the path of a screen? web/src/ui/navigation.ts and serviceWorker.js have the same list. */
static bool is_page_path(const char *url)
{
    static const struct {
        const char *begins;
        bool whole; /* valid without anything after it */
    } places[] = {{"/", true},      {"/index.html", true}, {"/t/", false},    {"/g/", false},
                  {"/daily", true}, {"/challenge", true},  {"/circle", true}, {"/match", false}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        size_t length = strlen(places[i].begins);
        bool begins = strncmp(url, places[i].begins, length) == 0;
        if (begins && url[length] == '\0')
            return places[i].whole;
        if (begins && i >= 2 && (!places[i].whole || url[length] == '/'))
            return true;
    }
    return false;
}

/* Replies 404 with index.html, which says so in words. False: the caller should reply with JSON, to a program or for a
 * file. */
static bool reply_page_not_found(struct http_request *request, bool file)
{
    const char *accepts = http_header(request, "Accept");
    bool person = accepts != NULL && strstr(accepts, "text/html") != NULL;
    if (below_api(request) || (file && !person))
        return false;
    answer_page(request);
    request->status = MHD_HTTP_NOT_FOUND;
    return true;
}

bool handle_static_file(struct http_request *request)
{
    const char *path = request->url + 1;
    const char *name = strrchr(request->url, '/');
    /* Redirects, because the documents link to each other relatively. */
    if (strcmp(path, "docs") == 0 || strcmp(path, "docs/") == 0) {
        http_reply(request, MHD_HTTP_FOUND, "text/plain", "", 0);
        http_add_header(request, MHD_HTTP_HEADER_LOCATION, "/docs/index.html");
        return true;
    }
    if (*path != '\0' && path_is_plain(path) && answer_file(request, path))
        return true;
    bool file = name != NULL && strchr(name, '.') != NULL;
    if (file || !is_page_path(request->url))
        return reply_page_not_found(request, file);
    answer_page(request);
    return true;
}
