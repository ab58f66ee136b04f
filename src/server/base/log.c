/*
 * The log: one line a fact, key=value, on standard error, so that whatever runs the server can collect it. Tokens and
 * nicknames are never written.
 */
#include "base.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static unsigned level_shown = SERVE_LOG_INFO;

void log_level_set(unsigned level)
{
    level_shown = level;
}

void log_line(enum serve_log_level level, const char *event, const char *pairs, ...)
{
    static const char *const names[] = {"error", "warn", "info", "debug"};
    if (level > level_shown)
        return;
    carom_ms now = clock_now();
    time_t seconds = (time_t)(now / 1000);
    struct tm utc;
    char stamp[32];
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    char line[1024];
    int length =
        snprintf(line, sizeof line, "time=%s.%03dZ level=%s event=%s ", stamp, (int)(now % 1000), names[level], event);
    va_list arguments;
    va_start(arguments, pairs);
    vsnprintf(line + length, sizeof line - (size_t)length, pairs, arguments);
    va_end(arguments);
    fprintf(stderr, "%s\n", line);
}
