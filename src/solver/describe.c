/*
 * Solutions as JSON, the same bytes from the program and in the browser.
 */
#include <carom/solver.h>

void carom_route_describe(struct carom_text *text, const struct carom_move *route, uint32_t count)
{
    carom_text_char(text, '[');
    for (uint32_t i = 0; i < count; i++) {
        carom_text_put(text, i > 0 ? ",\"" : "\"");
        carom_move_write(text, route[i]);
        carom_text_char(text, '"');
    }
    carom_text_char(text, ']');
}

void carom_solution_describe(struct carom_text *text, const struct carom_solution *solution)
{
    switch (solution->status) {
    case CAROM_SOLVE_FOUND:
        carom_text_put(text, "\"moves\":");
        carom_text_uint(text, solution->cost);
        carom_text_put(text, ",\"route\":");
        carom_route_describe(text, solution->route, solution->moves);
        carom_text_put(text, ",\"proven\":true");
        break;
    case CAROM_SOLVE_UNSOLVABLE:
        carom_text_put(text, "\"moves\":null,\"unsolvable\":true,\"proven\":true");
        break;
    case CAROM_SOLVE_LIMIT:
    case CAROM_SOLVE_CANCELLED:
    case CAROM_SOLVE_NO_MEMORY:
        carom_text_put(text, "\"moves\":null,\"proven\":false,\"at_least\":");
        carom_text_uint(text, solution->at_least);
        break;
    }
    carom_text_put(text, ",\"nodes\":");
    carom_text_uint(text, solution->nodes);
}
