/*
 * The report of a book: what all its results come to, as Markdown with tables, pictures beside it and the results as
 * CSV.
 */
#include "atlas.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TOP 20 /* records that are listed */
#define FILE_NAME_MAX 4096
#define CELL_WIDTH 30
#define CELL_HEIGHT 15
#define BOARD_WIDTH 96

/* All results of a book, by board, and what they add up to. */
struct report {
    struct atlas_row *row;
    size_t count, capacity;
    uint64_t jobs, done;
    struct atlas_row sum; /* of all */
    char (*board)[ATLAS_BOARD_MAX];
    size_t boards;
    bool failed;
};

static const char *const tokens[CAROM_TOKENS] = {"Rm", "Rg", "Rp", "Rs", "Ym", "Yg", "Yp", "Ys", "Gm",
                                                 "Gg", "Gp", "Gs", "Bm", "Bg", "Bp", "Bs", "V"};

static unsigned max_of(const struct atlas_row *row)
{
    return row->depths > 0 ? row->depths - 1 : 0;
}

/* Adds the numbers of one result to those of several. */
static void add(struct atlas_row *sum, const struct atlas_row *row)
{
    sum->placements += row->placements;
    sum->unsolvable += row->unsolvable;
    sum->sum += row->sum;
    sum->cpu_ms += row->cpu_ms;
    if (row->depths > sum->depths)
        sum->depths = row->depths;
    for (unsigned i = 0; i < row->depths; i++)
        sum->histogram[i] += row->histogram[i];
}

static bool collect(void *context, const struct atlas_row *row)
{
    struct report *report = context;
    if (report->count == report->capacity) {
        size_t room = report->capacity * 2 + 64;
        struct atlas_row *more = realloc(report->row, room * sizeof *more);
        if (more == NULL)
            return !(report->failed = true);
        report->row = more;
        report->capacity = room;
    }
    report->row[report->count] = *row;
    report->row[report->count].hardest = strdup(row->hardest);
    report->failed = report->row[report->count++].hardest == NULL;
    add(&report->sum, row);
    return !report->failed;
}

/* Results come by board: each board begins where the name changes. */
static bool list_boards(struct report *report)
{
    report->board = calloc(report->count + 1, sizeof *report->board);
    for (size_t i = 0; report->board != NULL && i < report->count; i++)
        if (i == 0 || strcmp(report->row[i].board, report->row[i - 1].board) != 0)
            memcpy(report->board[report->boards++], report->row[i].board, ATLAS_BOARD_MAX);
    return report->board != NULL;
}

static const struct atlas_row *find(const struct report *report, const char *board, const char *target)
{
    for (size_t i = 0; i < report->count; i++)
        if (strcmp(report->row[i].board, board) == 0 && strcmp(report->row[i].target, target) == 0)
            return &report->row[i];
    return NULL;
}

/* ---- Markdown ---- */

static void print_mean(FILE *file, const struct atlas_row *row)
{
    fprintf(file, "%.4f", (double)atlas_row_mean(row) / 1e6);
}

static void print_summary(FILE *file, const struct report *report)
{
    const struct atlas_row *sum = &report->sum;
    fprintf(file, "# Atlas\n\n| | |\n|---|---|\n| results | %llu of %llu |\n", (unsigned long long)report->count,
            (unsigned long long)report->jobs);
    fprintf(file, "| boards | %zu |\n| placements | %llu |\n| unsolvable | %llu |\n| maximum | %u |\n| mean | ",
            report->boards, (unsigned long long)sum->placements, (unsigned long long)sum->unsolvable, max_of(sum));
    print_mean(file, sum);
    fprintf(file, " |\n| processor time | %.1f s |\n\n", (double)sum->cpu_ms / 1000);
}

/* Coloured targets and the vortex count placements differently, so their moves are not added up. */
static void print_moves(FILE *file, const struct report *report)
{
    struct atlas_row coloured = {.depths = 0}, vortex = {.depths = 0};
    for (size_t i = 0; i < report->count; i++)
        add(strcmp(report->row[i].target, "V") == 0 ? &vortex : &coloured, &report->row[i]);
    fputs("## Placements by number of moves\n\n| moves | coloured targets | vortex |\n|---:|---:|---:|\n", file);
    for (unsigned i = 0; i < report->sum.depths; i++)
        fprintf(file, "| %u | %llu | %llu |\n", i, (unsigned long long)coloured.histogram[i],
                (unsigned long long)vortex.histogram[i]);
    fputs("\n", file);
}

static void print_targets(FILE *file, const struct report *report)
{
    fputs("## By target\n\n| target | results | maximum | mean | unsolvable |\n|---|---:|---:|---:|---:|\n", file);
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        struct atlas_row sum = {.depths = 0};
        unsigned results = 0;
        for (size_t i = 0; i < report->count; i++)
            if (strcmp(report->row[i].target, tokens[token]) == 0) {
                add(&sum, &report->row[i]);
                results++;
            }
        fprintf(file, "| %s | %u | %u | ", tokens[token], results, max_of(&sum));
        print_mean(file, &sum);
        fprintf(file, " | %llu |\n", (unsigned long long)sum.unsolvable);
    }
    fputs("\n", file);
}

static void print_maxima(FILE *file, const struct report *report)
{
    fputs("## Maximum by board and target\n\n| board |", file);
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        fprintf(file, " %s |", tokens[token]);
    fputs("\n|---|", file);
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        fputs("---:|", file);
    fputs("\n", file);
    for (size_t i = 0; i < report->boards; i++) {
        fprintf(file, "| %s |", report->board[i]);
        for (unsigned token = 0; token < CAROM_TOKENS; token++) {
            const struct atlas_row *row = find(report, report->board[i], tokens[token]);
            if (row != NULL)
                fprintf(file, " %u |", max_of(row));
            else
                fputs(" |", file);
        }
        fputs("\n", file);
    }
    fputs("\n", file);
}

/* Longest first; among equals the rarer; then by name, as they come. */
static int compare_hardness(const void *a, const void *b)
{
    const struct atlas_row *const *first = a, *const *second = b;
    unsigned left = max_of(*first), right = max_of(*second);
    uint64_t few = (*first)->histogram[left], many = (*second)->histogram[right];
    if (left != right)
        return left < right ? 1 : -1;
    return few != many ? (few > many) - (few < many) : (*first > *second) - (*first < *second);
}

static bool print_records(FILE *file, const struct report *report)
{
    const struct atlas_row **order = malloc((report->count + 1) * sizeof *order);
    if (order == NULL)
        return false;
    for (size_t i = 0; i < report->count; i++)
        order[i] = &report->row[i];
    qsort(order, report->count, sizeof *order, compare_hardness);
    fputs("## The hardest\n\n| moves | placements | positions |\n|---:|---:|---|\n", file);
    for (size_t i = 0; i < report->count && i < TOP; i++) {
        const char *words = order[i]->hardest, *word;
        size_t length;
        unsigned max = max_of(order[i]);
        fprintf(file, "| %u | %llu |", max, (unsigned long long)order[i]->histogram[max]);
        for (unsigned shown = 0; shown < 4 && atlas_next_field(&words, &word, &length); shown++)
            fprintf(file, "%s `%s/%.*s/%s`", shown > 0 ? "," : "", order[i]->board, (int)length, word,
                    order[i]->target);
        fputs(" |\n", file);
    }
    free(order);
    return true;
}

static bool print_report(FILE *file, const struct report *report)
{
    print_summary(file, report);
    bool good = print_records(file, report);
    fputs("\n", file);
    print_targets(file, report);
    print_moves(file, report);
    print_maxima(file, report);
    return good && ferror(file) == 0;
}

/* ---- the picture of maxima ---- */

/* From pale to dark as moves go from 5 to 25. */
static void cell_colour(unsigned moves, char colour[8])
{
    double share = moves <= 5 ? 0 : moves >= 25 ? 1 : (moves - 5) / 20.0;
    snprintf(colour, 8, "#%02x%02x%02x", (unsigned)(247 - 239 * share), (unsigned)(251 - 203 * share),
             (unsigned)(255 - 148 * share));
}

static void draw_row(FILE *file, const struct report *report, size_t row)
{
    fprintf(file, "<text x=\"4\" y=\"%zu\">%s</text>", (row + 2) * CELL_HEIGHT - 4, report->board[row]);
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        const struct atlas_row *atlas_row = find(report, report->board[row], tokens[token]);
        char colour[8];
        if (atlas_row == NULL)
            continue;
        cell_colour(max_of(atlas_row), colour);
        unsigned x = BOARD_WIDTH + token * CELL_WIDTH;
        fprintf(file, "<rect x=\"%u\" y=\"%zu\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", x, (row + 1) * CELL_HEIGHT,
                CELL_WIDTH, CELL_HEIGHT, colour);
        fprintf(file, "<text x=\"%u\" y=\"%zu\" text-anchor=\"middle\" fill=\"%s\">%u</text>", x + CELL_WIDTH / 2,
                (row + 2) * CELL_HEIGHT - 4, max_of(atlas_row) > 14 ? "#fff" : "#222", max_of(atlas_row));
    }
    fputs("\n", file);
}

static bool draw_max_table(FILE *file, const struct report *report)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %zu\" font-family=\"system-ui, sans-serif\""
            " font-size=\"10\"><rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            BOARD_WIDTH + CAROM_TOKENS * CELL_WIDTH + 4, (report->boards + 1) * CELL_HEIGHT + 4);
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        fprintf(file, "<text x=\"%u\" y=\"%d\" text-anchor=\"middle\" font-weight=\"600\">%s</text>",
                BOARD_WIDTH + token * CELL_WIDTH + CELL_WIDTH / 2, CELL_HEIGHT - 4, tokens[token]);
    for (size_t row = 0; row < report->boards; row++)
        draw_row(file, report, row);
    fputs("</svg>\n", file);
    return ferror(file) == 0;
}

/* ---- files ---- */

static bool write_csv(FILE *file, const struct report *report)
{
    fprintf(file, "%s\n", ATLAS_CSV_HEADER);
    for (size_t i = 0; i < report->count; i++)
        atlas_row_csv(file, &report->row[i]);
    return ferror(file) == 0;
}

static int write_file(struct cli *cli, const char *folder, const char *name, const struct report *report,
                      bool (*write)(FILE *file, const struct report *report))
{
    char path[FILE_NAME_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    bool good = file != NULL && write(file, report);
    if (file != NULL)
        good = fclose(file) == 0 && good;
    return good ? CLI_EXIT_OK : cli_error(cli, NULL, N_("cannot write %s"), path);
}

/* All moves of the coloured targets and of the vortex, as two charts. */
static int plot_moves(struct cli *cli, const char *folder, const struct report *report)
{
    char path[FILE_NAME_MAX];
    struct atlas_row sums[2] = {{.board = "all", .target = "R Y G B"}, {.board = "all", .target = "V"}};
    for (size_t i = 0; i < report->count; i++)
        add(&sums[strcmp(report->row[i].target, "V") == 0], &report->row[i]);
    snprintf(path, sizeof path, "%s/moves.svg", folder);
    return atlas_draw_histograms(path, sums, 2) ? CLI_EXIT_OK : cli_error(cli, NULL, N_("cannot write %s"), path);
}

static int write_report(struct cli *cli, const struct atlas_options *options, const struct report *report)
{
    if (options->output == NULL)
        return print_report(stdout, report) ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    mkdir(options->output, 0777); /* if it is not there; if it cannot be, the first file says so */
    int status = write_file(cli, options->output, "report.md", report, print_report);
    if (status == CLI_EXIT_OK)
        status = write_file(cli, options->output, "maxima.svg", report, draw_max_table);
    if (status == CLI_EXIT_OK)
        status = write_file(cli, options->output, "results.csv", report, write_csv);
    return status == CLI_EXIT_OK ? plot_moves(cli, options->output, report) : status;
}

int atlas_report(struct cli *cli, const struct atlas_options *options, struct atlas_results *results)
{
    struct report report = {.count = 0};
    struct atlas_filter filter = {.ricochet = !options->no_ricochet};
    int status = CLI_EXIT_USAGE;
    if (!results->ops->count(results, &filter, &report.jobs, &report.done) ||
        !results->ops->each(results, &filter, collect, &report))
        atlas_results_error(cli, options->store, results->error);
    else if (report.failed || !list_boards(&report))
        cli_error_sentence(cli, NULL, N_("not enough memory for this atlas"));
    else
        status = write_report(cli, options, &report);
    for (size_t i = 0; i < report.count; i++)
        atlas_row_destroy(&report.row[i]);
    free(report.row);
    free(report.board);
    return status;
}
