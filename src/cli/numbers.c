/*
 * Numbers for people, with the decimal point and the thousands separator of their locale. The process itself keeps the
 * numbers of C, because files, JSON and what other programs read are written with them; only these functions ask the
 * locale.
 */
#include "cli.h"

#include <locale.h>
#include <pthread.h>
#include <string.h>

static char point[8] = ".", separator[8] = ",";

static void ask_locale(void)
{
    locale_t people = newlocale(LC_NUMERIC_MASK, "", (locale_t)0);
    if (people == (locale_t)0)
        return;
    locale_t before = uselocale(people);
    const struct lconv *conv = localeconv();
    bool plain = strcmp(conv->decimal_point, ".") == 0 && conv->thousands_sep[0] == '\0'; /* C: keep English's */
    if (!plain && strlen(conv->decimal_point) < sizeof point && strlen(conv->thousands_sep) < sizeof separator) {
        strcpy(point, conv->decimal_point);
        strcpy(separator, conv->thousands_sep);
    }
    uselocale(before);
    freelocale(people);
}

/* `digits` are those of a whole number. */
static char *put_grouped(char *to, const char *digits, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            to = stpcpy(to, separator);
        *to++ = digits[i];
    }
    return to;
}

static void format(char number[CLI_NUMBER_SIZE], const char *plain)
{
    static pthread_once_t asked = PTHREAD_ONCE_INIT;
    pthread_once(&asked, ask_locale);
    size_t whole = strspn(plain, "0123456789");
    char *to = put_grouped(number, plain, whole);
    if (plain[whole] != '\0')
        to = stpcpy(stpcpy(to, point), plain + whole + 1);
    *to = '\0';
}

const char *cli_grouped(char number[CLI_NUMBER_SIZE], uint64_t value)
{
    char plain[24];
    snprintf(plain, sizeof plain, "%llu", (unsigned long long)value);
    format(number, plain);
    return number;
}

const char *cli_decimal(char number[CLI_NUMBER_SIZE], double value, int digits)
{
    char plain[32];
    double most = 1e18; /* nothing that is shown comes near it, and it fits */
    double shown = value > most ? most : value > 0 ? value : 0;
    snprintf(plain, sizeof plain, "%.*f", digits < 0 ? 0 : digits > 6 ? 6 : digits, shown);
    format(number, plain);
    return number;
}
