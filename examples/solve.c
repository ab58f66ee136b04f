/*
 * A program on libcarom: reads positions, prints a shortest route of each.
 *
 *     cc solve.c $(pkg-config --cflags --libs carom) -o solve
 *     echo Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp | ./solve
 */
#include <carom/carom.h>
#include <carom/heap.h>
#include <stdio.h>
#include <string.h>

/* The library writes into memory that it is given and never allocates behind one's back. */
static void print_route(const struct carom_solution *solution)
{
    char bytes[4096];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_route_write(&text, solution->route, solution->moves);
    printf("%u %s\n", (unsigned)solution->cost, bytes);
}

/* What comes from outside may be anything: a fault says where it is wrong, and how. */
static void print_fault(const struct carom_fault *fault)
{
    char bytes[512];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_fault_write(&text, fault, carom_fault_sentence(fault->code));
    fprintf(stderr, "column %u: %s\n", (unsigned)fault->column, bytes);
}

int main(void)
{
    struct carom_solver *solver = carom_solver_new(&carom_heap); /* keeps its memory: one for all positions */
    const struct carom_solve_options options = {.max_nodes = 10000000};
    struct carom_solution solution;
    struct carom_position position;
    struct carom_fault fault;
    char line[1024];
    int status = solver != NULL ? 0 : 2;

    while (status == 0 && fgets(line, sizeof line, stdin) != NULL) {
        if (!carom_position_read(&position, CAROM_NEED_TARGET, line, strcspn(line, "\n"), &fault)) {
            print_fault(&fault);
            status = 2;
        } else if (carom_solve(solver, &position, &options, &solution) == CAROM_SOLVE_FOUND) {
            print_route(&solution);
        } else {
            printf("at least %u\n", (unsigned)solution.at_least);
        }
    }
    carom_solver_free(solver);
    return status;
}
