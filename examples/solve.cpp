// A program on libcarom in C++11 or later: reads positions, prints a shortest route of each.
//
//     c++ solve.cpp $(pkg-config --cflags --libs carom) -o solve
//     echo Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp | ./solve
#include <carom/carom.h>
#include <carom/libc_allocator.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

// The library writes into memory that it is given; a text that was too small says how much it lacks.
template <class Write> std::string written(Write write)
{
    std::string bytes(4096, '\0');
    carom_text text = carom_text_init(&bytes[0], bytes.size());
    write(&text);
    if (text.truncated) {
        bytes.resize(text.length + text.missing + 1);
        text = carom_text_init(&bytes[0], bytes.size());
        write(&text);
    }
    bytes.resize(text.length);
    return bytes;
}

carom_position position_of(const std::string &words)
{
    carom_position position;
    carom_error error;
    if (!carom_position_read(&position, CAROM_REQUIRE_TARGET, words.data(), words.size(), &error))
        throw std::invalid_argument(written([&](carom_text *text) { carom_error_format(text, &error, carom_error_sentence(error.code)); }));
    return position;
}

int main()
try {
    // A solver keeps its memory: one for all positions.
    std::unique_ptr<carom_solver, void (*)(carom_solver *)> solver(carom_solver_new(&carom_libc_allocator), carom_solver_free);
    carom_solve_options options = carom_solve_options(); // all 0
    options.max_nodes = 10000000;
    for (std::string line; solver && std::getline(std::cin, line);) {
        const carom_position position = position_of(line);
        carom_solution solution;
        if (carom_solve(solver.get(), &position, &options, &solution) == CAROM_SOLVE_FOUND)
            std::cout << solution.cost << ' ' << written([&](carom_text *text) { carom_route_write(text, solution.route, solution.moves); }) << '\n';
        else
            std::cout << "at least " << solution.lower_bound << '\n';
    }
    return solver ? 0 : 2;
} catch (const std::invalid_argument &fault) {
    std::cerr << fault.what() << '\n';
    return 2;
}
