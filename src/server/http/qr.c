/*
 * A table's link as a QR code.
 */
#include "internal.h"

#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUIET 4 /* cells of margin that the standard asks for */

static void draw_qr(struct carom_text *text, const void *context)
{
    const QRcode *code = context;
    unsigned side = (unsigned)code->width + 2 * QUIET;
    carom_text_put(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    carom_text_uint(text, side);
    carom_text_char(text, ' ');
    carom_text_uint(text, side);
    carom_text_put(text, "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h");
    carom_text_uint(text, side);
    carom_text_put(text, "v");
    carom_text_uint(text, side);
    carom_text_put(text, "H0z\"/><path d=\"");
    for (int y = 0; y < code->width; y++) {
        for (int x = 0; x < code->width; x++) {
            int run = 0;
            while (x + run < code->width && (code->data[y * code->width + x + run] & 1) != 0)
                run++;
            if (run > 0) {
                carom_text_char(text, 'M');
                carom_text_int(text, x + QUIET);
                carom_text_char(text, ' ');
                carom_text_int(text, y + QUIET);
                carom_text_char(text, 'h');
                carom_text_int(text, run);
                carom_text_put(text, "v1h-");
                carom_text_int(text, run);
                carom_text_char(text, 'z');
                x += run;
            }
        }
    }
    carom_text_put(text, "\"/></svg>");
}

static void get_qr(struct http_request *request, const char *code_text, size_t length)
{
    char code[CODE_LENGTH + 1];
    char link[320];
    if (!table_code_read(code, code_text, length)) {
        http_reply_error_code(request, "qr", API_ERR_NO_TABLE, 0);
        return;
    }
    snprintf(link, sizeof link, "%s/t/%s", request->http->base->public_url, code);
    QRcode *qr = QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
    if (qr == NULL) {
        http_reply_error_detail(request, "board", API_ERR_BAD_QUERY, "the link is too long for a QR code");
        return;
    }
    http_reply_text(request, MHD_HTTP_OK, "image/svg+xml", draw_qr, qr);
    QRcode_free(qr);
}

bool handle_qr(struct http_request *request)
{
    const char *rest = http_path_after(request, "/t/");
    const char *slash = rest != NULL ? strchr(rest, '/') : NULL;
    if (slash == NULL || strcmp(slash, "/qr.svg") != 0)
        return false;
    get_qr(request, rest, (size_t)(slash - rest));
    return true;
}
