/*
 * A program on libcarom: reads positions, prints a shortest route of each.
 *
 *     cc solve.c $(pkg-config --cflags --libs carom) -o solve
 *     echo Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp | ./solve
 */
#include <carom/carom.h>
#include <carom/libc_allocator.h>
#include <stdio.h>
#include <string.h>

/* The library writes into memory that it is given and never allocates behind one's back. */
static void print_route(const struct carom_solution *solution)
{
    char bytes[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_route_write(&text, solution->route, solution->moves);
    printf("%u %s\n", (unsigned)solution->cost, bytes);
}

/* What comes from outside may be anything: a fault says where it is wrong, and how. */
static void print_error(const struct carom_error *error)
{
    char bytes[512];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_error_format(&text, error, carom_error_sentence(error->code));
    fprintf(stderr, "column %u: %s\n", (unsigned)error->column, bytes);
}

int main(void)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator); /* keeps its memory: one for all positions */
    const struct carom_solve_options options = {.max_nodes = 10000000};
    struct carom_solution solution;
    struct carom_position position;
    struct carom_error error;
    char line[1024];
    int status = solver != NULL ? 0 : 2;

    while (status == 0 && fgets(line, sizeof line, stdin) != NULL) {
        if (!carom_position_read(&position, CAROM_REQUIRE_TARGET, line, strcspn(line, "\n"), &error)) {
            print_error(&error);
            status = 2;
        } else if (carom_solve(solver, &position, &options, &solution) == CAROM_SOLVE_FOUND) {
            print_route(&solution);
        } else {
            printf("at least %u\n", (unsigned)solution.lower_bound);
        }
    }
    carom_solver_free(solver);
    return status;
}
