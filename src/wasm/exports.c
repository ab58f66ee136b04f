/*
 * The module's whole interface: a text goes in at carom_input(), carom_call says how long the answer at carom_output()
 * is. The text is the operation's name, a newline, and its arguments. Behind the name may be a blank and the number of
 * a table (op_referee.c).
 */
#include "ops.h"

#define EXPORT(name) __attribute__((export_name(#name), visibility("default"))) name

#define INPUT_SIZE (256 * 1024)
#define OUTPUT_SIZE (1024 * 1024)

static const char no_operation[] = "There's no such operation.";
static char input[INPUT_SIZE];
static char output[OUTPUT_SIZE];
static struct carom_json_node nodes[OP_NODES_MAX];

char *EXPORT(carom_input)(void);
char *carom_input(void)
{
    return input;
}

uint32_t EXPORT(carom_input_size)(void);
uint32_t carom_input_size(void)
{
    return INPUT_SIZE;
}

const char *EXPORT(carom_output)(void);
const char *carom_output(void)
{
    return output;
}

/* Takes `" 12"` off the end of a name; returns the number, 0 if there is none. */
static unsigned take_table(const char *name, size_t *length)
{
    size_t blank = 0;
    unsigned table = 0;
    while (blank < *length && name[blank] != ' ')
        blank++;
    for (size_t i = blank + 1; i < *length; i++) {
        if (name[i] < '0' || name[i] > '9' || table >= 1000)
            return 0; /* and there is no operation of this name */
        table = table * 10 + (unsigned)(name[i] - '0');
    }
    *length = blank;
    return table;
}

static const struct op *find_op(const char *name, size_t length)
{
    for (size_t i = 0; i < op_count; i++) {
        const char *word = ops[i].name;
        size_t same = 0;
        while (same < length && word[same] != '\0' && word[same] == name[same])
            same++;
        if (same == length && word[same] == '\0')
            return &ops[i];
    }
    return NULL;
}

static void write_error(struct carom_text *out, const char *sentence, const char *found)
{
    carom_json_begin(out, NULL, '{');
    carom_json_put_string(out, "error", sentence);
    carom_json_put_string(out, "found", found);
    carom_json_end(out, '}');
}

static void run(const struct op *entry, struct op_request *request)
{
    struct carom_error error = {0};
    bool good = entry->takes_text ||
                carom_json_read(&request->json, nodes, OP_NODES_MAX, request->body, request->length, &error);
    if (good && entry->run(request, &error) && !request->out.truncated)
        return;
    bool cut = request->out.truncated;
    request->out = carom_text_init(output, sizeof output);
    const char *why = error.code == CAROM_ERROR_NONE ? no_operation : carom_error_sentence(error.code);
    write_error(&request->out, cut ? "The answer is too long." : why, error.found);
}

uint32_t EXPORT(carom_call)(uint32_t length);
uint32_t carom_call(uint32_t length)
{
    size_t name = 0;
    if (length > INPUT_SIZE)
        length = INPUT_SIZE;
    while (name < length && input[name] != '\n')
        name++;
    struct op_request request = {.out = carom_text_init(output, sizeof output)};
    request.body = input + name + (name < length);
    request.length = length - name - (name < length);
    request.table = take_table(input, &name);
    const struct op *entry = find_op(input, name);
    if (entry == NULL)
        write_error(&request.out, no_operation, "");
    else
        run(entry, &request);
    return (uint32_t)request.out.length;
}
