/*
 * Books: opening them, putting the jobs of an edition in, and results as CSV in and out.
 */
#include "atlas.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_database(const char *name)
{
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

int atlas_results_error(struct cli *cli, const char *name, const char *fault)
{
    /* An address may hold a password: it is not repeated. */
    return cli_error(cli, NULL, N_("cannot use the results file %s: %s"), is_database(name) ? "postgresql://" : name,
                     fault);
}

struct atlas_results *atlas_results_open(struct cli *cli, const char *name, bool make)
{
    char fault[256] = "";
    bool database = is_database(name);
    if (!database && !make && access(name, F_OK) != 0) {
        cli_error(cli, NULL, N_("there is no results file %s; make one with `carom atlas --store`"), name);
        return NULL;
    }
    struct atlas_results *results = database ? atlas_results_postgres(name, fault) : atlas_results_sqlite(name, fault);
    if (results == NULL)
        atlas_results_error(cli, name, fault);
    return results;
}

static int refuse(struct cli *cli, const struct atlas_options *options, const struct atlas_results *results)
{
    return atlas_results_error(cli, options->store, results->error);
}

/* ---- the jobs of an edition ---- */

static void write_job(struct atlas_job *job, const uint8_t faces[4], unsigned token, bool ricochet)
{
    struct carom_board board;
    carom_board_build(&board, faces, NULL);
    struct carom_target target = carom_target_from_token(&board, token);
    struct carom_text text = carom_text_init(job->board, sizeof job->board);
    carom_board_write(&text, &board);
    text = carom_text_init(job->target, sizeof job->target);
    carom_target_write(&text, &target);
    job->ricochet = ricochet;
}

/* A fixed order by chance: what is done by any time is then a fair sample of the whole. */
static uint32_t *shuffled(uint32_t count)
{
    struct carom_random random = carom_random_seed(1999);
    uint32_t *order = malloc(count * sizeof *order);
    for (uint32_t i = 0; order != NULL && i < count; i++)
        order[i] = i;
    for (uint32_t i = count; order != NULL && i > 1; i--) {
        uint32_t j = carom_random_below(&random, i), other = order[i - 1];
        order[i - 1] = order[j];
        order[j] = other;
    }
    return order;
}

int atlas_add_edition_jobs(struct cli *cli, const struct atlas_options *options, struct atlas_results *results)
{
    uint32_t count = carom_board_count(options->edition, options->barriers) * CAROM_TOKENS;
    uint32_t *order = shuffled(count);
    if (order == NULL)
        return cli_error_sentence(cli, NULL, N_("not enough memory for this atlas"));
    bool begun = results->ops->begin(results), good = begun;
    for (uint32_t i = 0; good && i < count; i++) {
        struct atlas_job job;
        uint8_t faces[4];
        carom_board_nth(faces, options->edition, options->barriers, order[i] / CAROM_TOKENS);
        write_job(&job, faces, order[i] % CAROM_TOKENS, !options->no_ricochet);
        good = results->ops->add(results, &job, i);
    }
    free(order);
    if (begun)
        good = results->ops->end(results, good);
    return good ? CLI_EXIT_OK : refuse(cli, options, results);
}

/* ---- CSV ---- */

/* Puts results of a file in, also those of jobs that the book does not have. */
int atlas_import(struct cli *cli, const struct atlas_options *options, struct atlas_results *results)
{
    FILE *file = fopen(options->import, "r");
    char *line = NULL;
    size_t size = 0;
    int status = CLI_EXIT_OK;
    ssize_t length;
    unsigned number = 0;
    if (file == NULL)
        return cli_error(cli, NULL, N_("cannot read %s"), options->import);
    while (status == CLI_EXIT_OK && (length = getline(&line, &size, file)) > 0) {
        struct atlas_row row;
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (number++ == 0 && strcmp(line, ATLAS_CSV_HEADER) == 0)
            continue;
        if (!atlas_row_read_csv(&row, line)) {
            status = cli_error(cli, NULL, N_("line %u of %s is not a result; expected %s"), number, options->import,
                               ATLAS_CSV_HEADER);
            break;
        }
        struct atlas_job job = {.ricochet = row.ricochet};
        memcpy(job.board, row.board, sizeof job.board);
        memcpy(job.target, row.target, sizeof job.target);
        bool good = results->ops->begin(results) && results->ops->end(results, results->ops->add(results, &job, 0));
        if (!good || !results->ops->finish(results, &row))
            status = refuse(cli, options, results);
        atlas_row_destroy(&row);
    }
    free(line);
    fclose(file);
    return status;
}

static bool export_entry(void *context, const struct atlas_row *row)
{
    atlas_row_csv(context, row);
    return true;
}

int atlas_export(struct cli *cli, const struct atlas_options *options, struct atlas_results *results)
{
    FILE *file = strcmp(options->export, "-") == 0 ? stdout : fopen(options->export, "w");
    if (file == NULL)
        return cli_error(cli, NULL, N_("cannot write %s"), options->export);
    fprintf(file, "%s\n", ATLAS_CSV_HEADER);
    struct atlas_filter filter = {.ricochet = !options->no_ricochet};
    bool good = results->ops->each(results, &filter, export_entry, file);
    bool written = ferror(file) == 0 && (file == stdout ? fflush(file) : fclose(file)) == 0;
    if (!good)
        return refuse(cli, options, results);
    return written ? CLI_EXIT_OK : cli_error(cli, NULL, N_("cannot write %s"), options->export);
}
