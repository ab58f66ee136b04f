/*
 * How carom says that something is wrong: one sentence on standard error, with the place, and for scripts an object in
 * the stream of answers, so that they never lose count.
 */
#include "cli.h"

#include <stdarg.h>
#include <string.h>

#define SENTENCE_MAX 512

/* "carom check: line 3: column 5: ", as far as known. `where` names what was read, if not the item itself. */
static void print_place(const struct cli *cli, const struct cli_item *item, const char *where,
                        const struct carom_error *error)
{
    fprintf(stderr, "%s %s: ", cli->program->name, cli->command->name);
    if (item != NULL && item->is_stdin_line)
        fprintf(stderr, _("line %llu: "), (unsigned long long)item->number);
    else if (item != NULL && cli->argc > 1 && item->route == NULL)
        fprintf(stderr, _("argument %llu: "), (unsigned long long)item->number);
    if (where != NULL)
        fprintf(stderr, "%s: ", where);
    if (error != NULL && error->line > 0)
        fprintf(stderr, _("line %u: "), error->line);
    if (error != NULL && error->column > 0)
        fprintf(stderr, _("column %u: "), error->column);
}

/* In a stream of answers the error takes the place of the answer. */
void cli_error_json(const struct cli_item *item, const char *sentence)
{
    char bytes[2 * SENTENCE_MAX + 64];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    if (item != NULL)
        carom_json_put_uint(&text, "line", item->number);
    carom_json_put_string(&text, "error", sentence);
    carom_json_end(&text, '}');
    cli_print(&text);
}

/* Only ASCII may be shown of what came from outside: a terminal obeys escape sequences, JSON must be UTF-8. */
static void make_printable(char *words)
{
    for (; *words != '\0'; words++)
        if ((unsigned char)*words < 0x20 || (unsigned char)*words > 0x7e)
            *words = '?';
}

int cli_error(struct cli *cli, const struct cli_item *item, const char *words, ...)
{
    char sentence[SENTENCE_MAX];
    va_list arguments;
    fflush(stdout);
    print_place(cli, item, NULL, NULL);
    va_start(arguments, words);
    vsnprintf(sentence, sizeof sentence, _(words), arguments);
    va_end(arguments);
    fprintf(stderr, "%s\n", sentence);
    if (cli->json) {
        va_start(arguments, words);
        vsnprintf(sentence, sizeof sentence, words, arguments);
        va_end(arguments);
        make_printable(sentence);
        cli_error_json(item, sentence);
    }
    return CLI_EXIT_USAGE;
}

int cli_input_error(struct cli *cli, const struct cli_item *item, const char *where, const struct carom_error *error)
{
    char sentence[SENTENCE_MAX];
    const char *words = carom_error_sentence(error->code);
    fflush(stdout);
    print_place(cli, item, where, error);
    struct carom_text text = carom_text_init(sentence, sizeof sentence);
    carom_error_format(&text, error, _(words));
    fprintf(stderr, "%s\n", sentence);
    if (cli->json) {
        text = carom_text_init(sentence, sizeof sentence);
        carom_error_format(&text, error, words);
        cli_error_json(item, sentence);
    }
    return CLI_EXIT_USAGE;
}

int cli_error_sentence(struct cli *cli, const char *where, const char *words)
{
    char sentence[SENTENCE_MAX];
    fflush(stdout);
    print_place(cli, NULL, where, NULL);
    fprintf(stderr, "%s\n", _(words));
    if (cli->json) {
        snprintf(sentence, sizeof sentence, "%s", words);
        make_printable(sentence);
        cli_error_json(NULL, sentence);
    }
    return CLI_EXIT_USAGE;
}

void cli_print(const struct carom_text *text)
{
    fwrite(text->bytes, 1, text->length, stdout);
    putchar('\n');
}

void cli_print_numbers(const char *key, const char *word, const struct cli_number *numbers, size_t count)
{
    char bytes[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    if (key != NULL)
        carom_json_put_string(&text, key, word);
    for (size_t i = 0; i < count; i++)
        carom_json_put_uint(&text, numbers[i].key, numbers[i].value);
    carom_json_end(&text, '}');
    cli_print(&text);
}
