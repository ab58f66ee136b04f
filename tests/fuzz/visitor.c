/* Codes, nicknames, ids, tokens and X-Forwarded-For: the first byte chooses which. */
#include "fuzz.h"

#include "../../src/server/border/border.h"

static void read_name(const char *text, size_t size)
{
    char name[NAME_MOST + 1];
    char again[NAME_MOST + 1];
    if (name_read(name, text, size) == NAME_GOOD) {
        promise(carom_utf8_valid(name, strlen(name)) && strlen(name) > 0);
        promise(name_read(again, name, strlen(name)) == NAME_GOOD && strcmp(name, again) == 0);
        promise(name_same(name, again));
    }
}

static void read_code(const char *text, size_t size)
{
    char code[CODE_LENGTH + 1];
    char again[CODE_LENGTH + 1];
    if (code_read(code, text, size)) {
        promise((strlen(code) == CODE_LENGTH || strlen(code) == CODE_OLD) && strpbrk(code, "0O1I") == NULL);
        promise(code_read(again, code, strlen(code)) && strcmp(code, again) == 0);
    }
}

static void read_address(const char *text)
{
    char address[ADDRESS_SIZE];
    char again[ADDRESS_SIZE];
    address_of_client(address, "10.0.0.1", text, "10.0.0.1, 10.0.0.2");
    promise(address_read(again, address, strlen(address)) && strcmp(address, again) == 0);
    address_of_client(address, text, NULL, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 4) {
    case 0:
        read_name(text, size - 1);
        break;
    case 1:
        read_code(text, size - 1);
        break;
    case 2:
        read_address(text);
        break;
    case 3:
        promise(bot_level_of_id(text) <= 10);
        player_number_of_id(text);
        token_well_formed(text, size - 1);
        break;
    }
    free(text);
    return 0;
}
