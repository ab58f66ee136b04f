/*
 * Table codes, as people read them out and type them.
 */
#include "validate.h"

#include <sodium.h>
#include <string.h>

/* Without 0 and O, 1 and I, because codes are read out and typed by people. */
const char table_code_alphabet[33] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

bool table_code_read(char code[CODE_LENGTH + 1], const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == ' ' || c == '-')
            continue;
        c = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        if (count == CODE_LENGTH || c == '\0' || strchr(table_code_alphabet, c) == NULL)
            return false;
        code[count++] = c;
    }
    code[count] = '\0';
    return count == CODE_LENGTH || count == TABLE_CODE_LENGTH_OLD;
}

void table_code_random(char code[CODE_LENGTH + 1])
{
    for (int i = 0; i < CODE_LENGTH; i++)
        code[i] = table_code_alphabet[randombytes_uniform(32)];
    code[CODE_LENGTH] = '\0';
}
