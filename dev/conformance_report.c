/*
 * The output of `carom-dev conformance`: a line for each promise of docs/reference/protocol.md, and a summary.
 */
#include "conformance.h"

bool report_check(struct conformance_report *report, bool holds, const char *promise)
{
    if (report->cli->json) {
        char bytes[1024];
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_json_begin(&text, NULL, '{');
        carom_json_put_bool(&text, "holds", holds);
        carom_json_put_string(&text, "promise", promise);
        carom_json_end(&text, '}');
        cli_print(&text);
    } else {
        printf("%s  %s\n", holds ? "holds" : "FAILS", promise);
    }
    fflush(stdout);
    report->passed += holds;
    report->failed += !holds;
    return holds;
}

int report_finish(const struct conformance_report *report)
{
    if (!report->cli->json)
        printf("%u hold, %u fail\n", report->passed, report->failed);
    return report->failed == 0 ? CLI_EXIT_OK : CLI_EXIT_NO;
}
