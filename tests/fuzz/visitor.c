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
    static struct networks proxies;
    struct address address;
    struct address again;
    char words[ADDRESS_SIZE];
    promise(networks_read(&proxies, "10.0.0.1, 10.0.0.2"));
    promise(address_read(&address, "10.0.0.1", 8));
    address = address_of_client(&address, text, &proxies);
    address_write(words, &address);
    promise(address_read(&again, words, strlen(words)) && address_same(&address, &again));
    if (networks_read(&proxies, text)) {
        for (unsigned i = 0; i < proxies.count; i++)
            promise(networks_have(&proxies, &proxies.items[i].address));
        address_of_client(&address, text, &proxies);
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
