/*
 * The server's refusals: setting and writing them. Their codes and sentences are in referee/api_errors.c.
 */
#include "validate.h"

#include <stdio.h>

static uint64_t counts[API_SERVER_ERRORS];

uint64_t api_error_count(enum api_error_code code)
{
    return (unsigned)code < API_SERVER_ERRORS ? counts[code] : 0;
}

void api_error_counted(const struct api_error *error)
{
    if ((unsigned)error->code < API_SERVER_ERRORS)
        counts[error->code]++;
}

const char *api_error_code_name(enum api_error_code code)
{
    return code == API_ERR_REFEREE ? "referee" : carom_api_error_info(code)->code;
}

bool api_error_set(struct api_error *error, enum api_error_code code)
{
    return api_error_set_number(error, code, 0);
}

bool api_error_set_number(struct api_error *error, enum api_error_code code, int64_t number)
{
    error->code = code;
    error->number = number;
    error->detail[0] = '\0';
    return false;
}

bool api_error_set_detail(struct api_error *error, enum api_error_code code, const char *what)
{
    api_error_set(error, code);
    snprintf(error->detail, sizeof error->detail, "%s", what);
    return false;
}

bool api_error_from_input(struct api_error *error, enum api_error_code code, const struct carom_error *input_error)
{
    api_error_set(error, code);
    struct carom_text text = carom_text_init(error->detail, sizeof error->detail);
    carom_error_format(&text, input_error, carom_error_sentence(input_error->code));
    return false;
}

bool api_error_from_referee(struct api_error *error, struct carom_refusal referee)
{
    api_error_set(error, API_ERR_REFEREE);
    error->referee = referee;
    return false;
}

const char *api_error_name(const struct api_error *error)
{
    return error->code == API_ERR_REFEREE ? carom_refusal_name(&error->referee)
                                          : carom_api_error_info(error->code)->code;
}

unsigned api_error_http_status(const struct api_error *error)
{
    return carom_api_error_info(error->code)->status;
}

static void write_arguments(struct carom_text *text, const struct api_error *error)
{
    const char *argument = carom_api_error_info(error->code)->argument;
    carom_json_begin(text, "args", '{');
    if (argument != NULL && argument[0] == 'w')
        carom_json_put_string(text, argument, error->detail);
    else if (argument != NULL)
        carom_json_put_int(text, argument, error->number);
    carom_json_end(text, '}');
}

void api_error_write(struct carom_text *text, const char *refused_do, const struct api_error *error)
{
    bool referee = error->code == API_ERR_REFEREE;
    carom_json_put_string(text, "refused", refused_do);
    carom_json_put_string(text, "why", api_error_name(error));
    write_arguments(text, error);
    carom_json_put_string(text, "sentence",
                          referee ? carom_refusal_sentence(&error->referee)
                                  : carom_api_error_info(error->code)->sentence);
}
