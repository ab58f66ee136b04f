/*
 * Codes of tables and circles, as people read them out and type them.
 */
#include "validate.h"

#include <sodium.h>
#include <string.h>

/* Without 0 and O, 1 and I, because codes are read out and typed by people. */
const char table_code_alphabet[33] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/* Reads at most `most` characters of a code. Returns how many there are; 0: it is not one. */
static size_t read_code(char *code, size_t most, const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == ' ' || c == '-')
            continue;
        c = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        if (count == most || c == '\0' || strchr(table_code_alphabet, c) == NULL)
            return 0;
        code[count++] = c;
    }
    code[count] = '\0';
    return count;
}

static void draw_code(char *code, size_t length)
{
    for (size_t i = 0; i < length; i++)
        code[i] = table_code_alphabet[randombytes_uniform(32)];
    code[length] = '\0';
}

bool table_code_read(char code[CODE_LENGTH + 1], const char *text, size_t length)
{
    size_t count = read_code(code, CODE_LENGTH, text, length);
    return count == CODE_LENGTH || count == TABLE_CODE_LENGTH_OLD;
}

void table_code_random(char code[CODE_LENGTH + 1])
{
    draw_code(code, CODE_LENGTH);
}

bool circle_code_read(char code[CIRCLE_CODE_LENGTH + 1], const char *text, size_t length)
{
    return read_code(code, CIRCLE_CODE_LENGTH, text, length) == CIRCLE_CODE_LENGTH;
}

void circle_code_random(char code[CIRCLE_CODE_LENGTH + 1])
{
    draw_code(code, CIRCLE_CODE_LENGTH);
}
