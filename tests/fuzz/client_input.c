/* Codes, nicknames, ids, tokens and X-Forwarded-For: the first byte chooses which. */
#include "fuzz.h"

#include "../../src/server/validate/validate.h"

static void read_name(const char *text, size_t size)
{
    char name[NICKNAME_MAX + 1];
    char again[NICKNAME_MAX + 1];
    if (name_read(name, text, size) == NAME_OK) {
        promise(carom_utf8_valid(name, strlen(name)) && strlen(name) > 0);
        promise(name_read(again, name, strlen(name)) == NAME_OK && strcmp(name, again) == 0);
        promise(name_confusable(name, again));
    }
}

static void read_circle_code(const char *text, size_t size)
{
    char code[CIRCLE_CODE_LENGTH + 1], again[CIRCLE_CODE_LENGTH + 1];
    if (circle_code_read(code, text, size)) {
        promise(strlen(code) == CIRCLE_CODE_LENGTH && strpbrk(code, "0O1I") == NULL);
        promise(circle_code_read(again, code, strlen(code)) && strcmp(code, again) == 0);
    }
}

static void read_code(const char *text, size_t size)
{
    char code[CODE_LENGTH + 1];
    char again[CODE_LENGTH + 1];
    if (table_code_read(code, text, size)) {
        promise((strlen(code) == CODE_LENGTH || strlen(code) == TABLE_CODE_LENGTH_OLD) &&
                strpbrk(code, "0O1I") == NULL);
        promise(table_code_read(again, code, strlen(code)) && strcmp(code, again) == 0);
    }
}

static void read_address(const char *text)
{
    static struct networks proxies;
    struct address address;
    struct address again;
    char words[ADDRESS_SIZE];
    promise(networks_read(&proxies, "10.0.0.1, 10.0.0.2"));
    promise(address_read(&address, "10.0.0.1", 8));
    address = address_behind_proxy(&address, text, &proxies);
    address_write(words, &address);
    promise(address_read(&again, words, strlen(words)) && address_equal(&address, &again));
    if (networks_read(&proxies, text)) {
        for (unsigned i = 0; i < proxies.count; i++)
            promise(networks_contain(&proxies, &proxies.items[i].address));
        address_behind_proxy(&address, text, &proxies);
    }
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
        read_circle_code(text, size - 1);
        break;
    case 2:
        read_address(text);
        break;
    case 3:
        promise(bot_level_from_id(text) <= 10);
        player_number_from_id(text);
        seat_token_is_well_formed(text, size - 1);
        break;
    }
    free(text);
    return 0;
}
