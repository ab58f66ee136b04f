/*
 * Matches over days in the browser: the same lines as `carom referee` and `carom replay` read.
 */
#include "../match/match.h"
#include "ops.h"

static struct match_lines lines;

/* Command lines in, the lines of their answers out. The command `match` starts over. */
bool op_match(struct op_request *request, struct carom_error *error)
{
    size_t start = 0;
    (void)error;
    for (size_t i = 0; i <= request->length; i++) {
        if (i == request->length || request->body[i] == '\n') {
            match_lines_command(&lines, wasm_solver(), request->body + start, i - start, &request->out);
            start = i + 1;
        }
    }
    return true;
}

/* The lines of a log -> {"lines":N}, or {"error","found","line"} about the first that does not follow. */
bool op_match_verify(struct op_request *request, struct carom_error *error)
{
    size_t start = 0;
    memset(&lines, 0, sizeof lines);
    for (size_t i = 0; i <= request->length; i++) {
        if (i < request->length && request->body[i] != '\n')
            continue;
        if (!match_lines_verify(&lines, wasm_solver(), request->body + start, i - start, error))
            return false;
        start = i + 1;
    }
    carom_json_begin(&request->out, NULL, '{');
    carom_json_put_uint(&request->out, "lines", lines.line);
    carom_json_put_bool(&request->out, "over", lines.over);
    carom_json_end(&request->out, '}');
    return true;
}
