/*
 * The puzzles of a day for the browser: the same as `carom daily --json` says.
 */
#include "ops.h"

#include <carom/daily.h>

/* {"date":"2026-11-16"} -> {"date","puzzles":[{"kind","moves","position",...}]} */
bool op_daily(struct request *request, struct carom_fault *fault)
{
    size_t length;
    uint32_t day;
    const char *date = argument_words(request, "date", &length);
    (void)fault;
    if (carom_date_read(&day, date, length))
        return carom_daily_write(&request->out, module_solver(), day);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_words(&request->out, "error", CAROM_NO_DATE);
    carom_json_words(&request->out, "found", date);
    carom_json_end(&request->out, '}');
    return true;
}
