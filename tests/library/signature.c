/*
 * One number for what the library computes: positions dealt, solved, checked and drawn. It has to be the same with
 * every compiler, C library and processor: tests/library/alone compares.
 */
#include <stdio.h>
#include <string.h>

#include <carom/carom.h>
#include <carom/libc_allocator.h>

#define POSITIONS 60

static char drawn[1 << 18];

static uint64_t mix(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211); /* FNV-1a */
    return hash;
}

static uint64_t mix_text(uint64_t hash, const struct carom_text *text)
{
    return text->truncated ? 0 : mix(hash, text->bytes, text->length);
}

static uint64_t mix_position(uint64_t hash, struct carom_solver *solver, const struct carom_position *position)
{
    struct carom_solution solution;
    struct carom_check check;
    struct carom_text text = carom_text_init(drawn, sizeof drawn);
    carom_position_write(&text, position);
    carom_solve(solver, position, NULL, &solution);
    carom_route_write(&text, solution.route, solution.moves);
    carom_text_uint(&text, solution.nodes);
    carom_text_put(&text, carom_solve_status_name(solution.status));
    struct carom_check_rules rules = {.has_bid = true, .bid = solution.cost};
    if (!carom_check_moves(&check, position, solution.route, solution.moves, &rules) || check.result != CAROM_CHECK_OK)
        carom_text_put(&text, "the route is none");
    hash = mix_text(hash, &text);
    text = carom_text_init(drawn, sizeof drawn);
    struct carom_picture picture = {.position = position, .route = solution.route, .route_count = solution.moves};
    carom_picture_svg(&text, &picture);
    return mix_text(hash, &text);
}

int main(void)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    struct carom_random random = carom_random_seed(1);
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    for (unsigned i = 0; i < POSITIONS && solver != NULL; i++) {
        struct carom_deal_options deal = {.edition = i % 2 == 0 ? CAROM_EDITION_2013 : CAROM_EDITION_1999,
                                          .extra_robots = (uint8_t)(i % 3 == 0 ? 1u << CAROM_SILVER : 0)};
        struct carom_position position;
        if (carom_deal_position(&random, &deal, &position))
            hash = mix_position(hash, solver, &position);
    }
    carom_solver_free(solver);
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
