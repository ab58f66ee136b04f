/*
 * The puzzles of a day for the browser: the same as `carom daily --json` says.
 */
#include "ops.h"

#include <carom/daily.h>

/* {"date":"2026-11-16"} -> {"date","puzzles":[{"kind","moves","position",...}]} */
bool op_daily(struct op_request *request, struct carom_error *error)
{
    size_t length;
    uint32_t day;
    const char *date = arg_string(request, "date", &length);
    (void)error;
    if (carom_date_read(&day, date, length))
        return carom_daily_write(&request->out, wasm_solver(), day);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_put_string(&request->out, "error", CAROM_DATE_EXPECTED);
    carom_json_put_string(&request->out, "found", date);
    carom_json_end(&request->out, '}');
    return true;
}
