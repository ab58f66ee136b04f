/* Planning tasks, ASP facts and PDDL problems: what is accepted and can be written is read as the same position again.
 */
#include "fuzz.h"

#include "../../src/cli/planning.h"

static char task[128 * 1024];

static void write_words(char *words, size_t size, const struct carom_position *position)
{
    struct carom_text text = carom_text_init(words, size);
    carom_position_write(&text, position);
    promise(!text.truncated);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct carom_position position, again;
    enum planning_format format;
    char bad[PLANNING_BAD], first[8192], second[8192];
    if (!planning_looks_like((const char *)data, size, &format) ||
        !planning_read(&position, format, (const char *)data, size, bad))
        return 0;
    write_words(first, sizeof first, &position);
    if (!carom_position_read(&position, CAROM_REQUIRE_TARGET, first, strlen(first), NULL))
        return 0;
    promise_position(&position);
    for (format = PLANNING_ASP; format <= PLANNING_PDDL; format++) {
        if (planning_refusal(&position, format) != NULL)
            continue;
        struct carom_text text = carom_text_init(task, sizeof task);
        planning_write(&text, format, &position);
        promise(!text.truncated && planning_read(&again, format, task, text.length, bad));
        write_words(second, sizeof second, &again);
        promise(strcmp(first, second) == 0);
    }
    return 0;
}
