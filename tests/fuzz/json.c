/* JSON: every node lies inside the text and inside its parent, and strings decode to valid UTF-8. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_json_node nodes[512];
    static char bytes[1 << 16];
    struct carom_json json;
    struct carom_error error = {0};
    if (!carom_json_read(&json, nodes, 512, (const char *)data, size, &error)) {
        promise(error.code >= CAROM_ERROR_JSON_PARTS && error.code <= CAROM_ERROR_JSON_TRAILING);
        return 0;
    }
    for (uint32_t i = 0; i < json.count; i++) {
        size_t length;
        int64_t number;
        promise(nodes[i].start <= nodes[i].end && nodes[i].end <= size);
        promise(nodes[i].next > i && nodes[i].next <= json.count);
        if (carom_json_as_string(&json, i, bytes, sizeof bytes, &length))
            promise(carom_utf8_valid(bytes, length));
        carom_json_as_int(&json, i, &number);
        carom_json_get(&json, i, "do");
        carom_json_item(&json, i, 1);
    }
    return 0;
}
