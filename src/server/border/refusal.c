/*
 * The server's refusals, as it finds and writes them; what each is called and says stands in referee/whys.c.
 */
#include "border.h"

#include <stdio.h>

static uint64_t counts[WHYS];

uint64_t refused_count(enum why why)
{
    return (unsigned)why < WHYS ? counts[why] : 0;
}

const char *why_name(enum why why)
{
    return why == WHY_REFEREE ? "referee" : carom_why(why)->code;
}

bool refuse(struct refused *refused, enum why why)
{
    return refuse_number(refused, why, 0);
}

bool refuse_number(struct refused *refused, enum why why, int64_t number)
{
    refused->why = why;
    refused->number = number;
    refused->what[0] = '\0';
    return false;
}

bool refuse_what(struct refused *refused, enum why why, const char *what)
{
    refuse(refused, why);
    snprintf(refused->what, sizeof refused->what, "%s", what);
    return false;
}

bool refuse_fault(struct refused *refused, enum why why, const struct carom_fault *fault)
{
    refuse(refused, why);
    struct carom_text text = carom_text_in(refused->what, sizeof refused->what);
    carom_fault_write(&text, fault, carom_fault_sentence(fault->code));
    return false;
}

bool refuse_as(struct refused *refused, struct carom_refusal referee)
{
    refuse(refused, WHY_REFEREE);
    refused->referee = referee;
    return false;
}

const char *refused_code(const struct refused *refused)
{
    return refused->why == WHY_REFEREE ? carom_refusal_name(&refused->referee) : carom_why(refused->why)->code;
}

unsigned refused_status(const struct refused *refused)
{
    return carom_why(refused->why)->status;
}

static void write_arguments(struct carom_text *text, const struct refused *refused)
{
    const char *argument = carom_why(refused->why)->argument;
    carom_json_begin(text, "args", '{');
    if (argument != NULL && argument[0] == 'w')
        carom_json_words(text, argument, refused->what);
    else if (argument != NULL)
        carom_json_number(text, argument, refused->number);
    carom_json_end(text, '}');
}

void refused_write(struct carom_text *text, const char *refused_do, const struct refused *refused)
{
    bool referee = refused->why == WHY_REFEREE;
    counts[refused->why]++;
    carom_json_words(text, "refused", refused_do);
    carom_json_words(text, "why", refused_code(refused));
    write_arguments(text, refused);
    carom_json_words(text, "sentence",
                     referee ? carom_refusal_sentence(&refused->referee) : carom_why(refused->why)->sentence);
}
